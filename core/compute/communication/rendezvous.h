// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "compute/communication/communicator.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::compute {

/// State shared by the ranks of one process: a slot for the data of each rank in the current call, and a barrier that
/// ends with an error when a rank fails or does not arrive. Thread-safe.
class Rendezvous {
public:
    /// \param firstRank the rank of the first thread, for messages
    Rendezvous(int size, std::chrono::milliseconds timeout, int firstRank = 0);

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_slots.size()); }
    struct Slot {
        void* data = nullptr;
        std::size_t size = 0;
    };
    /// Of a member (counted from 0); written before a barrier, read after it.
    [[nodiscard]] Slot& slot(int member) noexcept { return m_slots[static_cast<std::size_t>(member)]; }

    /// Opens a call: waits until every member has arrived. Either all succeed or none.
    /// \throws DeviceError when one did not arrive in time, or the error of a member that failed
    void arrive(int member, const char* call);
    /// Inside a call: waits until every member has reached this point, also after a failure, so that no memory is freed
    /// while another member reads it. Without time-out: members do nothing between arrive() and here that could hang.
    void synchronise(int member);
    /// Closes a call: synchronise(), then throws when a member has failed meanwhile.
    void finish(int member);

    /// Makes the current or next call of every member throw this error. The first one counts. Any thread.
    void abort(const Error& cause) noexcept;
    [[nodiscard]] std::optional<Error> failure() const;
    void throwIfFailed() const;

private:
    [[nodiscard]] bool complete(std::size_t round) const;
    [[nodiscard]] Error missing(std::size_t round, const char* call) const;

    std::vector<Slot> m_slots;
    std::vector<std::size_t> m_arrived; ///< barriers that each member has reached
    const std::chrono::milliseconds m_timeout;
    const int m_firstRank;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Error> m_failure;
};

/// values[i] = values[i] ∘ others[i].
template <class T>
void combine(std::span<T> values, const T* others, Reduction reduction) noexcept {
    if (reduction == Reduction::sum)
        for (std::size_t i = 0; i < values.size(); ++i) values[i] += others[i];
    else
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::max(values[i], others[i]);
}

/// Reduces this member's part of the published arrays over all members, in their order, into the arrays of the first
/// `receivers` members. Called by every member inside a call; aborts the call when the arrays differ in length.
template <class T>
void reducePart(Rendezvous& rendezvous, int member, int receivers, Reduction reduction) {
    const std::size_t count = rendezvous.slot(0).size / sizeof(T);
    for (int other = 1; other < rendezvous.size(); ++other)
        if (rendezvous.slot(other).size != count * sizeof(T))
            return rendezvous.abort(DeviceError("ranks reduce arrays of different length"));
    const auto source = [&](int other) { return static_cast<T*>(rendezvous.slot(other).data); };
    const auto members = static_cast<std::size_t>(rendezvous.size());
    const std::size_t first = count * static_cast<std::size_t>(member) / members;
    const std::size_t last = count * (static_cast<std::size_t>(member) + 1) / members;
    constexpr std::size_t kBlock = 1024; // elements that stay in L1 over all members
    std::array<T, kBlock> block;
    for (std::size_t start = first; start < last; start += kBlock) {
        const std::span<T> result(block.data(), std::min(kBlock, last - start));
        std::copy_n(source(0) + start, result.size(), result.begin());
        for (int other = 1; other < rendezvous.size(); ++other) combine<T>(result, source(other) + start, reduction);
        for (int other = 0; other < receivers; ++other)
            std::copy_n(result.begin(), result.size(), source(other) + start);
    }
}

/// Copies the piece for `rank` among `sent` into `piece`. False if there is none of that size.
[[nodiscard]] bool deliver(std::span<const Outgoing> sent, int rank, const Incoming& piece);
/// "rank 1 waits for a message that rank 0 does not send", as an error.
[[nodiscard]] Error unsent(int receiver, int sender);
/// "rank 1, 2 did not arrive at 'barrier' within 30 s", as an error.
[[nodiscard]] Error missingRanks(const std::string& who, const char* call, std::chrono::milliseconds timeout);

} // namespace ewald::compute
