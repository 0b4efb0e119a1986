// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5_message.h"
#include "io/hdf5/hdf5_process.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::io::h5::detail {

/// A file that a process of its own has open (hdf5_server.h). Every request may be made from any thread; one is
/// answered after the other.
///
/// A process that crashes, does not come to an end or takes too much memory makes the request in hand and all later
/// ones of the file a DataError, but for what is known of its names; nothing else is harmed. The same file, unchanged,
/// is then refused when it is opened again. A request that takes long ends with StoppedError when a StopScope of its
/// thread is asked to stop.
class RemoteFile {
public:
    RemoteFile(std::filesystem::path file, Soundness soundness, const FileFacts& facts);
    ~RemoteFile();
    RemoteFile(const RemoteFile&) = delete;
    RemoteFile& operator=(const RemoteFile&) = delete;

    [[nodiscard]] bool beingWritten() const noexcept { return m_beingWritten; }
    [[nodiscard]] bool truncated() const noexcept { return m_truncated; }
    /// The file, for messages.
    [[nodiscard]] std::string where() const { return m_file.string(); }

    /// \return the answer. \throws Error that the other process had, DataError when there is no answer
    template <class... Arguments>
    [[nodiscard]] std::vector<std::byte> ask(Request request, const Arguments&... arguments) {
        Packer packer;
        (packer.put(arguments), ...);
        return answerTo(request, packer.bytes());
    }
    /// The same for an answer that is one value.
    template <class T, class... Arguments>
    [[nodiscard]] T askFor(Request request, const Arguments&... arguments) {
        const std::vector<std::byte> answer = ask(request, arguments...);
        return Unpacker(answer, where()).take<T>();
    }
    /// The same for an answer of exactly the size of `out`.
    template <class... Arguments>
    void askInto(std::span<std::byte> out, Request request, const Arguments&... arguments) {
        Packer packer;
        (packer.put(arguments), ...);
        exchange(request, packer.bytes(), &out);
    }
    /// Lets the other process close a dataset with the next request.
    void forget(std::uint64_t dataset) noexcept;

    /// For tests: how long a process may be silent while it answers (20 s). \return what it was
    static std::chrono::milliseconds setSilenceLimit(std::chrono::milliseconds limit) noexcept;

private:
    enum class Failure { closed, silent, stopped, nonsense };
    using Clock = std::chrono::steady_clock;

    void open(Soundness soundness, const FileFacts& facts);
    /// What was answered before where the same was asked about names of a file that nobody writes.
    std::vector<std::byte> answerTo(Request request, std::span<const std::byte> arguments);
    std::vector<std::byte> exchange(Request request, std::span<const std::byte> arguments, std::span<std::byte>* out);
    /// One request at a time: waits until no other thread asks. \throws StoppedError
    class Turn {
    public:
        explicit Turn(RemoteFile& file);
        ~Turn();
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        RemoteFile& m_file;
    };
    std::vector<std::byte> receiveReply(std::span<std::byte>* out);
    std::vector<std::byte> receiveBytes(std::uint64_t count);
    void receive(std::span<std::byte> out);
    [[noreturn]] void fail(Failure failure);
    [[nodiscard]] Error reasonOf(Failure failure, bool& ofTheFile);

    std::filesystem::path m_file;
    bool m_beingWritten = false;
    bool m_truncated = false;
    std::mutex m_turnMutex;
    std::condition_variable m_turnEnded;
    bool m_turnTaken = false;
    ServerProcess::Channel m_channel;
    Clock::time_point m_asked;   ///< when the request in hand was sent
    std::optional<Error> m_dead; ///< why there is no process any more
    bool m_serverLost = false;   ///< the server has gone, not only the process of this file
    std::mutex m_forgetMutex;
    std::vector<std::uint64_t> m_forget; ///< datasets to be closed
    std::mutex m_answersMutex;
    std::map<std::string, std::vector<std::byte>> m_answers; ///< by request and arguments
    std::size_t m_answersBytes = 0;
};

/// A dataset that is open in another process, as long as this lives.
struct RemoteDataset {
    RemoteDataset(std::shared_ptr<RemoteFile> of, std::uint64_t called) : file(std::move(of)), number(called) {}
    ~RemoteDataset() { file->forget(number); }
    RemoteDataset(const RemoteDataset&) = delete;
    RemoteDataset& operator=(const RemoteDataset&) = delete;

    std::shared_ptr<RemoteFile> file;
    std::uint64_t number;
};

} // namespace ewald::io::h5::detail
