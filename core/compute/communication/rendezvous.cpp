// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/communication/rendezvous.h"

#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>

namespace ewald::compute {

bool deliver(std::span<const Outgoing> sent, int rank, const Incoming& piece) {
    const auto match = std::find_if(sent.begin(), sent.end(), [&](const Outgoing& out) { return out.rank == rank; });
    if (match == sent.end() || match->data.size() != piece.data.size()) return false;
    std::copy(match->data.begin(), match->data.end(), piece.data.begin());
    return true;
}

Error unsent(int receiver, int sender) {
    return DeviceError(phrase("rank %1 waits for a message that rank %2 does not send", receiver, sender));
}

Error missingRanks(const std::string& who, const char* call, std::chrono::milliseconds timeout) {
    const std::string seconds = numberText(static_cast<double>(timeout.count()) / 1e3) + " s";
    return DeviceError(phrase("%1 did not arrive at '%2' within %3", who, call, seconds), "",
                       "check what delays it; collective_timeout_s is the limit");
}

Rendezvous::Rendezvous(int size, std::chrono::milliseconds timeout, int firstRank)
    : m_slots(static_cast<std::size_t>(size)), m_arrived(static_cast<std::size_t>(size), 0), m_timeout(timeout),
      m_firstRank(firstRank) {}

void Rendezvous::arrive(int member, const char* call) {
    std::unique_lock lock(m_mutex);
    // A member that comes after a failure does not count as arrived: the call then fails for all.
    if (m_failure) raise(*m_failure);
    const std::size_t round = ++m_arrived[static_cast<std::size_t>(member)];
    if (complete(round)) return m_changed.notify_all();
    // In slices: a suspension of the whole process counts as one of them.
    constexpr std::chrono::milliseconds kSlice{250};
    for (auto left = m_timeout; left.count() > 0 && !m_failure && !complete(round); left -= kSlice)
        m_changed.wait_for(lock, std::min(left, kSlice), [&] { return m_failure || complete(round); });
    if (complete(round)) return;
    if (!m_failure) {
        m_failure = missing(round, call);
        m_changed.notify_all();
    }
    raise(*m_failure);
}

void Rendezvous::synchronise(int member) {
    std::unique_lock lock(m_mutex);
    const std::size_t round = ++m_arrived[static_cast<std::size_t>(member)];
    if (complete(round)) return m_changed.notify_all();
    m_changed.wait(lock, [&] { return complete(round); });
}

void Rendezvous::finish(int member) {
    synchronise(member);
    throwIfFailed();
}

void Rendezvous::abort(const Error& cause) noexcept {
    const std::lock_guard lock(m_mutex);
    if (!m_failure) m_failure = cause;
    m_changed.notify_all();
}

std::optional<Error> Rendezvous::failure() const {
    const std::lock_guard lock(m_mutex);
    return m_failure;
}

void Rendezvous::throwIfFailed() const {
    if (const auto failed = failure()) raise(*failed);
}

bool Rendezvous::complete(std::size_t round) const {
    return std::all_of(m_arrived.begin(), m_arrived.end(), [&](std::size_t count) { return count >= round; });
}

Error Rendezvous::missing(std::size_t round, const char* call) const {
    std::string who;
    for (std::size_t member = 0; member < m_arrived.size(); ++member)
        if (m_arrived[member] < round)
            who += (who.empty() ? "rank " : ", ") + std::to_string(m_firstRank + static_cast<int>(member));
    return missingRanks(who, call, m_timeout);
}

} // namespace ewald::compute
