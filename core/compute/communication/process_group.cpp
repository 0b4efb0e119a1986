// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/communication/process_group.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "compute/communication/process_communicator.h"
#include "compute/communication/process_streams.h"
#include "compute/communication/rendezvous.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <unistd.h>

namespace ewald::compute {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;
using Bytes = std::vector<std::byte>;

/// Of messages on the control channel.
enum class Message : unsigned char { heartbeat, failure, leaving, reported };
constexpr std::size_t kLongestText = 1000;
constexpr std::size_t kLongestMessage = 4096;
/// Between two heartbeats.
constexpr auto kInterval = 100ms;
/// A process without a heartbeat for this long is not waited for at the end of a failed run.
constexpr auto kUnresponsive = 2s;
/// The longest wait for the other processes after a failure.
constexpr auto kLongestEnd = 5s;

/// A message of the control channel, written and read field by field.
class Writer {
public:
    explicit Writer(Message type) { add(type); }
    template <class T>
    void add(T value) {
        const auto at = m_bytes.size();
        m_bytes.resize(at + sizeof value);
        std::memcpy(m_bytes.data() + at, &value, sizeof value);
    }
    void add(const std::string& text) {
        const auto length = std::min(text.size(), kLongestText);
        add(length);
        const auto bytes = std::as_bytes(std::span(text.data(), length));
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }
    [[nodiscard]] const Bytes& bytes() const { return m_bytes; }

private:
    Bytes m_bytes;
};

class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : m_rest(bytes) {}
    template <class T>
    [[nodiscard]] T take() {
        T value{};
        const auto part = next(sizeof value);
        std::memcpy(&value, part.data(), part.size());
        return value;
    }
    [[nodiscard]] std::string text() {
        const auto part = next(take<std::size_t>());
        return {reinterpret_cast<const char*>(part.data()), part.size()};
    }

private:
    std::span<const std::byte> next(std::size_t length) {
        const auto part = m_rest.first(std::min(length, m_rest.size()));
        m_rest = m_rest.subspan(part.size());
        return part;
    }
    std::span<const std::byte> m_rest;
};

Bytes failureMessage(const Error& error) {
    Writer writer(Message::failure);
    writer.add(error.kind());
    writer.add(withParts(error.problem()));
    writer.add(error.where());
    writer.add(withParts(error.hint()));
    return writer.bytes();
}

std::string hostName() {
    char name[256] = {};
    return gethostname(name, sizeof name - 1) == 0 ? name : "unknown host";
}

std::vector<int> oneRankEach(int processes) {
    std::vector<int> first;
    for (int p = 0; p <= processes; ++p) first.push_back(p);
    return first;
}

} // namespace

ProcessGroup::ProcessGroup() : m_hosts{hostName()}, m_everyProcess(makeSelfCommunicator()) {}

ProcessGroup::ProcessGroup(std::unique_ptr<ProcessLink> link)
    : m_link(std::move(link)), m_hosts(static_cast<std::size_t>(m_link->processes())),
      m_peers(static_cast<std::size_t>(m_link->processes())) {
    m_parcels.resize(m_peers.size());
    for (Peer& peer : m_peers) peer.heard = Clock::now();
    auto rendezvous = std::make_shared<Rendezvous>(1, kInterval);
    m_rendezvous.push_back(rendezvous);
    m_everyProcess = std::move(
        makeProcessCommunicators(*this, std::move(rendezvous), oneRankEach(processes()), std::nullopt).front());
    m_lastRound = Clock::now();
    m_service = std::thread([this] { serve(); });
    try {
        const std::string host = hostName() + '\n';
        const std::vector<char> all = m_everyProcess->allGather(host);
        auto start = all.begin();
        for (std::string& name : m_hosts) {
            const auto end = std::find(start, all.end(), '\n');
            name.assign(start, end);
            start = end + 1;
        }
    } catch (...) {
        // Another process may already have failed at what comes next: that is for failure() and leave() to tell.
        if (failure()) return;
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
        }
        m_changed.notify_all();
        m_service.join();
        throw;
    }
}

ProcessGroup::~ProcessGroup() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_changed.notify_all();
    if (m_service.joinable()) m_service.join();
}

std::size_t ProcessGroup::processesHere() const {
    return static_cast<std::size_t>(std::ranges::count(m_hosts, hostOf(process())));
}

std::string ProcessGroup::describe(int process) const {
    const std::lock_guard lock(m_mutex);
    return named(process);
}

std::string ProcessGroup::named(int process) const {
    std::string text = "process " + std::to_string(process);
    const auto p = static_cast<std::size_t>(process);
    if (!m_firstRank.empty()) {
        std::string ranks;
        for (int rank = m_firstRank[p]; rank < m_firstRank[p + 1]; ++rank)
            ranks += (ranks.empty() ? "rank " : ", ") + std::to_string(rank);
        text = ranks + " (" + text + ")";
    }
    const bool severalHosts = std::set<std::string>(m_hosts.begin(), m_hosts.end()).size() > 1;
    return severalHosts ? text + " on " + m_hosts[p] : text;
}

void ProcessGroup::setTimeout(std::chrono::milliseconds timeout) noexcept {
    const std::lock_guard lock(m_mutex);
    m_timeout = timeout;
}

void ProcessGroup::setControl(RunControl* control) noexcept {
    const std::lock_guard lock(m_mutex);
    m_control = control;
    if (control && m_failure) control->requestStop(StopRequest::abort);
}

std::vector<std::unique_ptr<Communicator>> ProcessGroup::makeCommunicators(int threads,
                                                                           std::chrono::milliseconds timeout) {
    if (isAlone()) {
        if (threads > 1) return makeInProcessCommunicators(threads, timeout);
        std::vector<std::unique_ptr<Communicator>> one;
        one.push_back(makeSelfCommunicator());
        return one;
    }
    const std::vector<int> counts = m_everyProcess->allGather(std::span<const int>(&threads, 1));
    std::vector<int> firstRanks = {0};
    for (const int count : counts) firstRanks.push_back(firstRanks.back() + count);
    auto rendezvous = std::make_shared<Rendezvous>(threads, timeout, firstRanks[static_cast<std::size_t>(process())]);
    {
        const std::lock_guard lock(m_mutex);
        m_firstRank = firstRanks;
        std::erase_if(m_rendezvous, [](const auto& old) { return old.expired(); });
        m_rendezvous.push_back(rendezvous);
        if (m_failure) rendezvous->abort(*m_failure);
    }
    return makeProcessCommunicators(*this, std::move(rendezvous), std::move(firstRanks), timeout);
}

// ---- failures ------------------------------------------------------------------------------------------------------

void ProcessGroup::record(const Error& error) noexcept {
    if (m_failure) return;
    m_failure = error;
    for (const auto& weak : m_rendezvous)
        if (const auto rendezvous = weak.lock()) rendezvous->abort(error);
    if (m_control) m_control->requestStop(StopRequest::abort);
}

void ProcessGroup::sendToAll(std::span<const std::byte> message) noexcept {
    for (int p = 0; p < processes(); ++p) {
        if (p == process()) continue;
        try {
            m_pendingMessages.push_back(m_link->send(p, Channel::control, Bytes(message.begin(), message.end()),
                                                     ProcessLink::Completion::buffered));
        } catch (...) {
            continue;
        } // the receiver will miss the heartbeat
    }
}

void ProcessGroup::fail(const Error& own) noexcept {
    const std::lock_guard lock(m_mutex);
    if (m_failure) return;
    record(own);
    const bool isStop = own.kind() == ErrorKind::stopped; // not a failure of this process
    if (m_link) sendToAll(failureMessage(isStop ? own : prefixed(phrase("%1 failed: ", named(process())), own)));
}

void ProcessGroup::failAs(const Error& decorated) noexcept {
    const std::lock_guard lock(m_mutex);
    if (m_failure) return;
    record(decorated);
    if (m_link) sendToAll(failureMessage(decorated));
}

std::optional<Error> ProcessGroup::failure() const {
    const std::lock_guard lock(m_mutex);
    return m_failure;
}

void ProcessGroup::throwIfFailed() const {
    if (const auto failed = failure()) raise(*failed);
}

// ---- the thread for heartbeats and messages ------------------------------------------------------------------------

void ProcessGroup::serve() {
    std::unique_lock lock(m_mutex);
    while (!m_ending) {
        try {
            followControl();
            if (!m_leaving) sendHeartbeats();
            takeMessages();
            checkHeartbeats();
        } catch (const Error& error) {
            record(error);
        }
        if (!m_ending) m_changed.wait_for(lock, m_leaving ? 5ms : kInterval);
    }
}

void ProcessGroup::followControl() {
    if (!m_control) return;
    m_stop = std::max(m_stop, m_control->stopRequest());
    if (m_stop > m_control->stopRequest()) m_control->requestStop(m_stop);
}

void ProcessGroup::sendHeartbeats() {
    for (int p = 0; p < processes(); ++p) {
        Peer& peer = m_peers[static_cast<std::size_t>(p)];
        if (p == process() || (peer.sending && !peer.sending->done())) continue;
        Writer writer(Message::heartbeat);
        writer.add(m_stop);
        peer.sending = m_link->send(p, Channel::control, writer.bytes(), ProcessLink::Completion::buffered);
    }
    std::erase_if(m_pendingMessages, [](const auto& transfer) { return transfer->done(); });
}

void ProcessGroup::takeMessages() {
    while (const std::optional<int> from = m_link->waiting(Channel::control)) {
        const auto transfer = m_link->receive(*from, Channel::control, kLongestMessage);
        for (Backoff backoff; !transfer->done();) backoff.pause(); // short: the message has arrived
        takeMessage(*from, transfer->data());
    }
}

void ProcessGroup::takeMessage(int process, std::span<const std::byte> message) {
    Peer& peer = m_peers[static_cast<std::size_t>(process)];
    peer.heard = Clock::now();
    Reader reader(message);
    switch (reader.take<Message>()) {
    case Message::heartbeat: m_stop = std::max(m_stop, reader.take<StopRequest>()); break;
    case Message::leaving:
        peer.exitCode = reader.take<int>();
        m_stop = std::max(m_stop, reader.take<StopRequest>());
        break;
    case Message::reported: m_reportedElsewhere = true; break;
    case Message::failure: {
        const auto kind = reader.take<ErrorKind>();
        const std::string problem = takeParts(reader.text());
        const std::string where = reader.text();
        record({kind, problem, where, takeParts(reader.text())});
        break;
    }
    }
}

bool ProcessGroup::unresponsive(int process) const {
    const Peer& peer = m_peers[static_cast<std::size_t>(process)];
    return process != this->process() && !peer.exitCode && Clock::now() - peer.heard > kUnresponsive;
}

void ProcessGroup::checkHeartbeats() {
    const auto now = Clock::now();
    // After a suspension of this process, the age of the last heartbeats says nothing about the others.
    if (now - m_lastRound > m_timeout / 2)
        for (Peer& peer : m_peers) peer.heard = now;
    m_lastRound = now;
    if (m_failure) return;
    std::string who;
    for (int p = 0; p < processes(); ++p) {
        const Peer& peer = m_peers[static_cast<std::size_t>(p)];
        if (p != process() && !peer.exitCode && now - peer.heard > m_timeout)
            who += (who.empty() ? "" : ", ") + named(p);
    }
    if (who.empty()) return;
    const std::string seconds = numberText(static_cast<double>(m_timeout.count()) / 1e3) + " s";
    const DeviceError error(phrase("%1 has not answered for %2", who, seconds), "",
                            "it was stopped, or its machine is lost or overloaded; collective_timeout_s is the limit");
    record(error);
    sendToAll(failureMessage(error));
}

// ---- parcels -------------------------------------------------------------------------------------------------------

void ProcessGroup::sendParcel(int process, std::span<const std::byte> parcel) {
    auto& before = m_parcels[static_cast<std::size_t>(process)];
    for (Backoff backoff; before && !before->done(); backoff.pause()) throwIfFailed();
    const auto post = [&](std::span<const std::byte> bytes) {
        return m_link->send(process, Channel::parcel, Bytes(bytes.begin(), bytes.end()),
                            ProcessLink::Completion::received);
    };
    const std::size_t size = parcel.size();
    auto head = post(std::as_bytes(std::span(&size, 1)));
    for (std::size_t at = 0; at < size; at += kBlockBytes) {
        const auto block = parcel.subspan(at, std::min(kBlockBytes, size - at));
        for (Backoff backoff; !head->done(); backoff.pause()) throwIfFailed();
        head = post(block);
    }
    before = std::move(head);
}

std::vector<std::byte> ProcessGroup::receiveParcel(int process) {
    const auto next = [&](std::size_t capacity) {
        auto transfer = m_link->receive(process, Channel::parcel, capacity);
        for (Backoff backoff; !transfer->done(); backoff.pause()) throwIfFailed();
        return transfer;
    };
    std::size_t size = 0;
    const auto head = next(sizeof size);
    std::memcpy(&size, head->data().data(), std::min(sizeof size, head->data().size()));
    Bytes parcel;
    parcel.reserve(size);
    while (parcel.size() < size) {
        const auto block = next(kBlockBytes);
        parcel.insert(parcel.end(), block->data().begin(), block->data().end());
    }
    return parcel;
}

// ---- the end -------------------------------------------------------------------------------------------------------

bool ProcessGroup::allLeft(bool exceptUnresponsive) const {
    for (int p = 0; p < processes(); ++p)
        if (p != process() && !m_peers[static_cast<std::size_t>(p)].exitCode &&
            !(exceptUnresponsive && unresponsive(p)))
            return false;
    return true;
}

ProcessGroup::ExitState ProcessGroup::leave(int exitCode) noexcept {
    ExitState exitState;
    exitState.exitCode = exitCode;
    if (isAlone()) {
        exitState.error = failure();
        if (exitState.error) exitState.exitCode = ewald::exitCode(exitState.error->kind());
        return exitState;
    }
    std::unique_lock lock(m_mutex);
    followControl();
    m_control = nullptr;
    m_leaving = true; // no more heartbeats: the next message is the last
    if (m_failure) exitCode = ewald::exitCode(m_failure->kind());
    m_peers[static_cast<std::size_t>(process())].exitCode = exitCode;
    Writer writer(Message::leaving);
    writer.add(exitCode);
    writer.add(m_stop);
    sendToAll(writer.bytes());
    m_changed.notify_all();
    std::optional<Clock::time_point> failedSince;
    while (!allLeft(m_failure.has_value())) {
        if (m_failure && !failedSince) failedSince = Clock::now();
        if (failedSince && Clock::now() - *failedSince > std::min<Clock::duration>(kLongestEnd, m_timeout)) break;
        m_changed.wait_for(lock, 5ms);
    }
    exitState.allArrived = allLeft(false);
    exitState.error = m_failure;
    const auto reporter = std::ranges::find_if(m_peers, [](const Peer& peer) { return peer.exitCode.has_value(); });
    exitState.reports = reporter - m_peers.begin() == process() && !m_reportedElsewhere;
    // A process that did not respond may continue later, at the latest when it is ended: it must not report again.
    if (exitState.reports && !exitState.allArrived) sendToAll(Writer(Message::reported).bytes());
    // Two processes may have failed at the same time, each for its own reason: the exit code of the reporter counts.
    exitState.exitCode = reporter->exitCode.value_or(exitCode);
    if (m_failure && exitState.exitCode == 0) exitState.exitCode = ewald::exitCode(m_failure->kind());
    return exitState;
}

void ProcessGroup::close(const ExitState& exitState) noexcept {
    if (isAlone()) return;
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_changed.notify_all();
    if (m_service.joinable()) m_service.join();
    m_pendingMessages.clear();
    m_parcels.clear();
    m_peers.clear();
    if (exitState.allArrived) return m_link->close();
    if (!exitState.reports) std::this_thread::sleep_for(2s); // the reporting process ends the others
    m_link->kill(exitState.exitCode);
}

} // namespace ewald::compute
