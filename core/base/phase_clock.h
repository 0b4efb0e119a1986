// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>

namespace ewald {

/// What the time of a job goes into.
enum class Phase {
    reading,       ///< from the files
    decoding,      ///< chunks into frames
    preparing,     ///< crop, mask and the like, of a frame
    transfer,      ///< between the computer's memory and a device's
    frames,        ///< ptychography: the waves of the frames, with their Fourier transforms
    update,        ///< ptychography: object and probe from the sums of a batch
    integrating,   ///< frames into bins; on a device with decoding
    communication, ///< sums over several workers, and waiting for the slowest of them
    waiting,       ///< integration: until what is done has been written
    preview,       ///< looks at the state for display and checkpoints
    other,
};
inline constexpr std::size_t kPhases = static_cast<std::size_t>(Phase::other) + 1;

/// Seconds of each phase, of one worker or of several together.
struct PhaseTimes {
    std::array<double, kPhases> seconds{};

    [[nodiscard]] double& operator[](Phase phase) noexcept { return seconds[static_cast<std::size_t>(phase)]; }
    [[nodiscard]] double operator[](Phase phase) const noexcept { return seconds[static_cast<std::size_t>(phase)]; }
    [[nodiscard]] double total() const noexcept {
        double sum = 0;
        for (const double value : seconds) sum += value;
        return sum;
    }
    PhaseTimes& operator+=(const PhaseTimes& other) noexcept {
        for (std::size_t i = 0; i < kPhases; ++i) seconds[i] += other.seconds[i];
        return *this;
    }
};

/// Divides the time of one thread into phases: at any moment it is in one of them, so that their times add up to all
/// of it. A change of the phase reads the clock once. One thread.
class PhaseClock {
public:
    using Clock = std::chrono::steady_clock;

    /// \param settle waits until what the thread has queued on its device is done, so that the time is that of the
    ///        phase which queued it; empty: nothing is queued. What it throws is ignored: the next call of the device
    ///        throws it again
    explicit PhaseClock(std::function<void()> settle = {}) : m_settle(std::move(settle)) {}

    /// Time counts from here (or goes on counting), in phase `other`; or does not count any more.
    void start() {
        if (!m_running) settle();
        if (m_running) count(m_phase);
        m_running = true;
        m_phase = Phase::other;
        m_since = Clock::now();
    }
    void stop() {
        if (!m_running) return;
        settle();
        count(m_phase);
        m_running = false;
    }
    /// The phase that the thread is in from now on. \returns the one before
    Phase enter(Phase phase) {
        const Phase before = m_phase;
        m_phase = phase;
        if (!m_running || phase == before) return before;
        settle();
        count(before);
        return before;
    }
    /// What has passed since the last change of the phase does not count.
    void forget() { m_since = Clock::now(); }
    /// Up to the last change of the phase.
    [[nodiscard]] const PhaseTimes& times() const noexcept { return m_times; }

private:
    void count(Phase phase) {
        const Clock::time_point now = Clock::now();
        m_times[phase] += std::chrono::duration<double>(now - m_since).count();
        m_since = now;
    }
    void settle() noexcept {
        try {
            if (m_settle) m_settle();
        } catch (...) { // see above
        }
    }

    std::function<void()> m_settle;
    PhaseTimes m_times;
    Phase m_phase = Phase::other;
    Clock::time_point m_since;
    bool m_running = false;
};

/// A phase that lasts as long as this object; the one before goes on afterwards.
class PhaseScope {
public:
    PhaseScope(PhaseClock& clock, Phase phase) : m_clock(clock), m_before(clock.enter(phase)) {}
    ~PhaseScope() { m_clock.enter(m_before); }
    PhaseScope(const PhaseScope&) = delete;
    PhaseScope& operator=(const PhaseScope&) = delete;

private:
    PhaseClock& m_clock;
    Phase m_before;
};

/// Times of several threads, added up. Any thread.
class SharedPhaseTimes {
public:
    void add(const PhaseTimes& times) {
        const std::lock_guard lock(m_mutex);
        m_sum += times;
    }
    [[nodiscard]] PhaseTimes sum() const {
        const std::lock_guard lock(m_mutex);
        return m_sum;
    }

private:
    mutable std::mutex m_mutex;
    PhaseTimes m_sum;
};

} // namespace ewald
