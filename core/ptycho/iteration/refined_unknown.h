// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phase_clock.h"
#include "compute/communication/communicator.h"
#include "compute/devices/queue.h"
#include "compute/operations/ptycho_ops.h"
#include "ptycho/iteration/frame_feed.h"
#include "ptycho/model/problem.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace ewald::ptycho {

/// One rank among all, for unknowns that every rank holds as a whole.
struct RankOfAll {
    const Problem& problem;
    const compute::PtychoModel& model; ///< what it says when a call is made counts
    FrameFeed& feed;
    compute::Queue& queue;
    compute::Communicator& communicator;
    PhaseClock& clock;

    [[nodiscard]] compute::FieldOps& ops() const { return queue.ptycho(); }
    /// Replaces numbers of this rank by their sums over all ranks. Collective.
    void addUp(std::span<double> numbers) const {
        if (communicator.size() == 1) return;
        const PhaseScope communicating(clock, Phase::communication);
        communicator.allReduceSum(numbers);
    }
    /// Numbers of this rank's frames to those of all, by frame number, on every rank. Collective.
    template <class T>
    [[nodiscard]] std::vector<T> byFrameNumber(std::span<const T> mine) const {
        // Each frame is one rank's, so that nothing is added to it but zeros.
        static_assert(sizeof(T) % sizeof(double) == 0);
        std::vector<T> all(problem.frames);
        for (std::size_t i = 0; i < mine.size(); ++i) all[feed.numberOf(static_cast<int>(i))] = mine[i];
        addUp({reinterpret_cast<double*>(all.data()), sizeof(T) / sizeof(double) * all.size()});
        return all;
    }
};

/// What steps write for each of their frames, for the local frames: all of them on the device or, where frames are
/// streamed, those of the step in hand.
template <class T>
class FromFrames {
public:
    void begin(const RankOfAll& rank) {
        if (m_device.size() < rank.feed.held()) m_device = Buffer<T>(rank.queue, rank.feed.held());
        m_host.assign(rank.feed.count(), {});
        m_step.clear();
    }
    /// Where a step over these local frames writes.
    [[nodiscard]] T* of(const RankOfAll& rank, std::span<const int> frames) {
        if (rank.feed.streams()) {
            takeStep();
            m_step.assign(frames.begin(), frames.end());
        }
        return m_device.data();
    }
    /// Of all frames of all ranks, by frame number, after the last step. Collective.
    [[nodiscard]] std::vector<T> finish(const RankOfAll& rank) {
        if (rank.feed.streams())
            takeStep();
        else if (!m_host.empty())
            m_device.download(m_host);
        return rank.byFrameNumber(std::span<const T>(m_host));
    }

private:
    void takeStep() {
        if (m_step.empty()) return;
        std::vector<T> ofStep(m_step.size());
        m_device.download(ofStep);
        for (std::size_t i = 0; i < ofStep.size(); ++i) m_host[static_cast<std::size_t>(m_step[i])] = ofStep[i];
        m_step.clear();
    }

    Buffer<T> m_device;
    std::vector<T> m_host;
    std::vector<int> m_step;
};

/// Numbers that each local frame has, the same count of each, on the device: of all of them and, where frames are
/// streamed, of those of the step in hand.
class OfFrames {
public:
    /// \param numbers by local frame; empty: none
    void set(const RankOfAll& rank, std::vector<float> numbers, std::size_t ofEach) {
        m_numbers = std::move(numbers);
        m_ofEach = ofEach;
        if (m_numbers.empty()) return;
        if (m_all.size() != m_numbers.size()) m_all = Buffer<float>(rank.queue, m_numbers.size());
        m_all.upload(m_numbers);
    }
    [[nodiscard]] bool empty() const { return m_numbers.empty(); }
    /// By local frame.
    [[nodiscard]] const float* all() const { return m_all.data(); }
    /// For a step over these local frames, by their place where frames are streamed: uploads them.
    [[nodiscard]] const float* of(const RankOfAll& rank, std::span<const int> frames) {
        if (!rank.feed.streams()) return m_all.data();
        std::vector<float> ofStep;
        for (const int frame : frames) {
            const auto first =
                m_numbers.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(frame) * m_ofEach);
            ofStep.insert(ofStep.end(), first, first + static_cast<std::ptrdiff_t>(m_ofEach));
        }
        const std::size_t room = std::max<std::size_t>(1, rank.feed.held() * m_ofEach);
        if (m_step.size() < room) m_step = Buffer<float>(rank.queue, room);
        m_step.upload(ofStep);
        return m_step.data();
    }

private:
    std::vector<float> m_numbers;
    std::size_t m_ofEach = 1;
    Buffer<float> m_all;
    Buffer<float> m_step;
};

/// An unknown beside object and probe, as one rank works with it: what steps take of it, what they collect for it on
/// their way through the frames, and how it is refined by that. Its value is the same on every rank.
class RefinedUnknown {
public:
    explicit RefinedUnknown(RankOfAll rank) : m_rank(rank) {}
    virtual ~RefinedUnknown() = default;
    RefinedUnknown(const RefinedUnknown&) = delete;
    RefinedUnknown& operator=(const RefinedUnknown&) = delete;

    /// Whether steps collect for it from here on; to be called before one pass over all frames.
    void collect(bool wanted) {
        m_collects = wanted;
        if (wanted) begin();
    }
    [[nodiscard]] bool collects() const { return m_collects; }
    /// Its part of a step over these local frames. \param collecting whether the step gives what is collected
    virtual void addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) = 0;

protected:
    /// Makes room for what is collected.
    virtual void begin() = 0;
    /// Whether something was collected; nothing is any more.
    [[nodiscard]] bool endCollecting() { return std::exchange(m_collects, false); }
    [[nodiscard]] const RankOfAll& rank() const { return m_rank; }

private:
    RankOfAll m_rank;
    bool m_collects = false;
};

} // namespace ewald::ptycho
