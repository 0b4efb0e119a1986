// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_client.h"

#include "base/long_call.h"
#include "base/phrase.h"
#include "base/stop_scope.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <map>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ewald::io::h5::detail {
namespace {

std::atomic<std::chrono::milliseconds> g_silenceLimit{std::chrono::seconds(20)};

/// How often a thread that waits looks whether it should stop, and how long a request may take before that counts.
constexpr int kSlice_ms = 50;
constexpr std::chrono::milliseconds kBeforeStop{300};

/// The largest answer; blocks of data come in smaller pieces.
constexpr std::uint64_t kLargestReply = std::uint64_t{1} << 29U;

/// With a smaller limit on the addresses of a process, a library that breaks down may just lack memory.
constexpr rlim_t kEnoughMemory = rlim_t{1} << 30U;

/// Whether an answer is about names and attributes, of which opening a file asks for the same ones many times.
bool isAboutNames(Request request) {
    switch (request) {
    case Request::kind:
    case Request::linkTarget:
    case Request::softTarget:
    case Request::externalTarget:
    case Request::children:
    case Request::identity:
    case Request::attributeTexts:
    case Request::attributeNumbers: return true;
    default: return false;
    }
}

/// Files that have brought their process down, as they were then.
class DamagedFiles {
public:
    static DamagedFiles& instance() {
        static DamagedFiles files;
        return files;
    }
    void add(const std::filesystem::path& file, const Error& error) {
        const std::optional<Key> key = keyOf(file);
        const std::scoped_lock lock(m_mutex);
        if (key && m_files.size() < kMost) m_files.insert_or_assign(*key, error);
    }
    std::optional<Error> find(const std::filesystem::path& file) {
        const std::optional<Key> key = keyOf(file);
        const std::scoped_lock lock(m_mutex);
        if (!key) return std::nullopt;
        const auto found = m_files.find(*key);
        return found == m_files.end() ? std::nullopt : std::optional(found->second);
    }

private:
    static constexpr std::size_t kMost = 1000;
    using Key = std::array<std::int64_t, 5>;
    static std::optional<Key> keyOf(const std::filesystem::path& file) {
        struct stat status {};
        if (stat(file.c_str(), &status) != 0) return std::nullopt;
        return Key{static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino), status.st_size,
                   status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
    }
    std::mutex m_mutex;
    std::map<Key, Error> m_files;
};

} // namespace

std::chrono::milliseconds RemoteFile::setSilenceLimit(std::chrono::milliseconds limit) noexcept {
    return g_silenceLimit.exchange(limit);
}

RemoteFile::RemoteFile(std::filesystem::path file, Soundness soundness, const FileFacts& facts)
    : m_file(std::move(file)) {
    if (const auto error = DamagedFiles::instance().find(m_file)) raise(*error);
    open(soundness, facts);
}

RemoteFile::~RemoteFile() {
    if (m_channel.socket >= 0) close(m_channel.socket); // the process ends when it sees that
}

void RemoteFile::open(Soundness soundness, const FileFacts& facts) {
    std::error_code failed;
    const std::string folder = std::filesystem::current_path(failed).string();
    for (int attempt = 0;; ++attempt) {
        m_channel = ServerProcess::instance().connect();
        try {
            const auto answer = ask(Request::open, protocolId(), folder, m_file.string(), soundness, facts);
            Unpacker in(answer, where());
            m_beingWritten = in.take<bool>();
            m_truncated = in.take<bool>();
            return;
        } catch (const Error&) {
            if (m_channel.socket >= 0) close(m_channel.socket);
            m_channel.socket = -1;
            // A server that was killed before it could fork is started again.
            if (attempt > 0 || !m_serverLost) throw;
            m_dead.reset();
            m_serverLost = false;
        }
    }
}

void RemoteFile::forget(std::uint64_t dataset) noexcept {
    try {
        const std::scoped_lock lock(m_forgetMutex);
        m_forget.push_back(dataset);
    } catch (...) { // then it stays open as long as the file
    }
}

std::vector<std::byte> RemoteFile::answerTo(Request request, std::span<const std::byte> arguments) {
    constexpr std::size_t kMostBytes = std::size_t{1} << 20U; // a few thousand answers
    if (m_beingWritten || !isAboutNames(request)) return exchange(request, arguments, nullptr);
    std::string question(1, static_cast<char>(request));
    question.append(reinterpret_cast<const char*>(arguments.data()), arguments.size());
    {
        const std::scoped_lock lock(m_answersMutex);
        if (const auto known = m_answers.find(question); known != m_answers.end()) return known->second;
    }
    std::vector<std::byte> answer = exchange(request, arguments, nullptr);
    const std::scoped_lock lock(m_answersMutex);
    m_answersBytes += question.size() + answer.size();
    if (m_answersBytes <= kMostBytes) m_answers.try_emplace(std::move(question), answer);
    return answer;
}

std::vector<std::byte> RemoteFile::exchange(Request request, std::span<const std::byte> arguments,
                                            std::span<std::byte>* out) {
    longCall("asking the process that reads HDF5");
    const Turn turn(*this);
    if (m_dead) raise(*m_dead);
    Packer packer;
    {
        const std::scoped_lock forgetLock(m_forgetMutex);
        packer.put(m_forget);
        m_forget.clear();
    }
    Bytes payload = packer.bytes();
    payload.insert(payload.end(), arguments.begin(), arguments.end());
    m_asked = Clock::now();
    if (!sendMessage(m_channel.socket, static_cast<std::uint8_t>(request), payload)) fail(Failure::closed);
    return receiveReply(out);
}

RemoteFile::Turn::Turn(RemoteFile& file) : m_file(file) {
    const auto start = Clock::now();
    std::unique_lock lock(file.m_turnMutex);
    // The request of another thread may hang, and that thread may have nothing that asks it to stop.
    while (!file.m_turnEnded.wait_for(lock, std::chrono::milliseconds(kSlice_ms), [&] { return !file.m_turnTaken; }))
        if (Clock::now() - start > kBeforeStop && StopScope::stopRequested())
            throw StoppedError("stopped while a file was read");
    file.m_turnTaken = true;
}

RemoteFile::Turn::~Turn() {
    {
        const std::scoped_lock lock(m_file.m_turnMutex);
        m_file.m_turnTaken = false;
    }
    m_file.m_turnEnded.notify_one();
}

std::vector<std::byte> RemoteFile::receiveReply(std::span<std::byte>* out) {
    MessageHeader header;
    receive(std::as_writable_bytes(std::span(&header, 1)));
    if (header.magic != MessageHeader::kMagic || header.bytes > kLargestReply) fail(Failure::nonsense);
    if (static_cast<Reply>(header.what) == Reply::error) {
        const std::vector<std::byte> answer = receiveBytes(header.bytes);
        Unpacker in(answer, where());
        raise(takeError(in));
    }
    if (out == nullptr) return receiveBytes(header.bytes);
    if (header.bytes != out->size()) fail(Failure::nonsense);
    receive(*out);
    return {};
}

std::vector<std::byte> RemoteFile::receiveBytes(std::uint64_t count) {
    // Memory grows with what has arrived, not with what was announced.
    constexpr std::uint64_t kStep = std::uint64_t{16} << 20U;
    std::vector<std::byte> bytes;
    while (bytes.size() < count) {
        const std::size_t before = bytes.size();
        bytes.resize(static_cast<std::size_t>(std::min(count, before + kStep)));
        receive(std::span(bytes).subspan(before));
    }
    return bytes;
}

void RemoteFile::receive(std::span<std::byte> out) {
    Clock::time_point heard = Clock::now();
    while (!out.empty()) {
        const ssize_t count = recv(m_channel.socket, out.data(), out.size(), MSG_DONTWAIT);
        if (count > 0) {
            out = out.subspan(static_cast<std::size_t>(count));
            heard = Clock::now();
            continue;
        }
        if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) fail(Failure::closed);
        pollfd waiting{m_channel.socket, POLLIN, 0};
        // What has arrived counts, however late this thread, or the whole machine, looks for it.
        if (poll(&waiting, 1, kSlice_ms) > 0) continue;
        const auto now = Clock::now();
        if (now - heard > g_silenceLimit.load()) fail(Failure::silent);
        if (now - m_asked > kBeforeStop && StopScope::stopRequested()) fail(Failure::stopped);
    }
}

void RemoteFile::fail(Failure failure) {
    bool ofTheFile = false;
    const Error error = reasonOf(failure, ofTheFile);
    if (failure != Failure::closed) ServerProcess::instance().end(m_channel.id);
    if (ofTheFile) DamagedFiles::instance().add(m_file, error);
    m_dead = error;
    raise(error);
}

Error RemoteFile::reasonOf(Failure failure, bool& ofTheFile) {
    constexpr const char* kCure = "copy it again from its source";
    if (failure == Failure::stopped) return StoppedError("stopped while a file was read");
    const auto ended = failure == Failure::nonsense ? std::nullopt : ServerProcess::instance().endedBy(m_channel.id);
    if (failure == Failure::silent && (!ended || ended->cpu_ms < kLoop_ms))
        return DataError(phrase("reading the file takes too long: no answer for %1 s",
                                std::chrono::duration_cast<std::chrono::seconds>(g_silenceLimit.load()).count()),
                         where(), "check that its file system answers, then try again");
    ofTheFile = true;
    if (failure == Failure::nonsense)
        return DataError("the file is damaged: what was read of it makes no sense", where(), kCure);
    if (failure == Failure::silent || (ended && ended->signal == SIGXCPU))
        return DataError("the file is damaged: the HDF5 library does not come to an end with it", where(), kCure);
    const bool broken =
        ended && ended->ended != 0 && ended->signal != SIGKILL && (ended->signal != 0 || ended->code != 0);
    if (rlimit limit{}; broken && getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < kEnoughMemory) {
        ofTheFile = false; // as far as can be said
        return DeviceError(phrase("out of memory while the file is read (the limit is %1 MB)", limit.rlim_cur >> 20U),
                           where(), "allow more (ulimit -v); if it happens again, copy the file again from its source");
    }
    if (broken) return DataError("the file is damaged: the HDF5 library breaks down over it", where(), kCure);
    // Killed from outside, by a person or for want of memory: that says nothing about the file.
    ofTheFile = false;
    m_serverLost = !ended || ended->signal != SIGKILL;
    return DataError("the process that reads the file was ended from outside", where(),
                     "try again; the system may be short of memory");
}

} // namespace ewald::io::h5::detail
