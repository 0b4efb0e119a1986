// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phase_clock.h"
#include "compute/communication/communicator.h"
#include "compute/devices/queue.h"
#include "compute/operations/ptycho_ops.h"
#include "ptycho/iteration/field_space.h"
#include "ptycho/iteration/frame_feed.h"
#include "ptycho/model/problem.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ewald::ptycho {

using compute::Cd;

/// The sums that steps make of the frames of a mini-batch, on the device of one rank, and their way to the other ranks.
///
/// Where the object is tiled (FieldSpace) and boxes overlap, every holder has the pixels. A rank that touches a pixel
/// holds it, so that a rank that exchanges the sums of a batch with the neighbours that hold the same pixels has them
/// complete; no owner is needed.
///
/// Either way all copies are bit-identical, and the same for any number of ranks, after a call of reduce(): sums are
/// exact on a grid (kernels::exactSummand), so that the order of summation has no effect. That is needed: small
/// mini-batches are chaotic, and a difference of one part in 10⁷ grows to 4 % within a few hundred updates.
///
/// Collective calls are made by all ranks in the same order.
class RankSums {
public:
    /// \param model what it says of sizes when a call is made counts \param clock what communication costs goes there
    RankSums(const Problem& problem, const compute::PtychoModel& model, const FieldSpace& fields, compute::Queue& queue,
             compute::Communicator& communicator, PhaseClock& clock);
    RankSums(const RankSums&) = delete;
    RankSums& operator=(const RankSums&) = delete;

    /// Makes room for the sums of this rank's part of the object and of the probe, in numbers of the fields. Content is
    /// undefined. Talks to no other rank. \throws DeviceError
    void place(std::size_t objectSize, std::size_t probeSize);

    [[nodiscard]] Cd* object() { return m_object; }                 ///< like the object [layer][H][W]
    [[nodiscard]] double* objectWeight() { return m_objectWeight; } ///< likewise
    [[nodiscard]] Cd* probe() { return m_probe; }                   ///< like the probe [mode][n][n]
    [[nodiscard]] double* probeWeight() { return m_probeWeight; }   ///< [n][n], of all modes

    /// Zeros: of the object in a region of each layer.
    void clear(Region region, bool object, bool probe);
    void clearObjectWeight(Region region);
    void clearProbeWeight();
    /// Sums of all ranks, on every rank that holds the pixel. Collective.
    void reduce(const LocalBatch& part, bool object, bool probe);
    /// Tiled: reduce() of the object's sums and, if wanted, the probe's, and the largest weights of the object in the
    /// region of each rank, [layer][rank], in memory of the queue, without a wait for the device. Collective.
    [[nodiscard]] std::span<const double> reduceWithLargest(const LocalBatch& part, bool probe);
    /// Of all ranks, after reduce(). Collective when tiled or mixed; so are the next two.
    [[nodiscard]] float largestObjectWeight(const LocalBatch& part);
    /// Likewise of one layer.
    [[nodiscard]] float largestObjectWeight(const LocalBatch& part, int layer);
    [[nodiscard]] float largestProbeWeight();

private:
    /// A rectangle of an array of sums, counted in doubles.
    struct Part {
        double* array;
        int cols; ///< of the array
        Region region;
    };
    /// What ranks that hold the same pixels have to tell each other, in one direction.
    struct Halo {
        struct Message {
            int rank;
            std::size_t first, size; ///< numbers of all layers, one after the other
            Region region;           ///< of each layer, in this rank's pixels
        };
        std::vector<Message> messages;
        std::size_t size = 0; ///< numbers
    };

    [[nodiscard]] compute::PtychoOps& ops() { return m_queue.ptycho(); }
    [[nodiscard]] std::vector<Part> objectParts(const Region& region);
    [[nodiscard]] double* packedMemory(std::size_t size);
    void reduceOverRanks(const LocalBatch& part, bool object, bool probe);
    void addToHalo(Halo& halo, int rank, const Region& region) const;
    /// Where the parts of all messages lie in an array [layer][H][W].
    [[nodiscard]] std::vector<compute::SumBoxes::Box> boxesOf(const Halo& halo, int layer) const;
    /// Numbers that exchangeHalos() sends and receives, at most.
    [[nodiscard]] std::size_t mostShared() const;
    void exchangeHalos(const LocalBatch& part);

    const Problem& m_problem;
    const compute::PtychoModel& m_model;
    const FieldSpace& m_fields;
    compute::Queue& m_queue;
    compute::Communicator& m_communicator;
    PhaseClock& m_clock;
    Buffer<double> m_sums; ///< of the object, its weights, of the probe, its weights, one after the other
    Cd* m_object = nullptr;
    double* m_objectWeight = nullptr;
    Cd* m_probe = nullptr;
    double* m_probeWeight = nullptr;
    std::size_t m_objectNumbers = 0; ///< those of the object, an even number
    std::size_t m_numbers = 0;       ///< all
    Buffer<unsigned> m_tiles;        ///< of a batch
    Buffer<double> m_packed;         ///< sums on their way from or to other ranks
};

} // namespace ewald::ptycho
