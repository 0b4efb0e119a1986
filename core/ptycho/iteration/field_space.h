// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/saved_state.h"
#include "compute/communication/communicator.h"
#include "compute/devices/queue.h"
#include "compute/operations/ptycho_ops.h"
#include "ptycho/model/partition.h"
#include "ptycho/model/problem.h"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ewald::ptycho {

using compute::Buffer;
using compute::Cf;

/// The same numbers as devices have them.
[[nodiscard]] inline std::span<const Cf> asCf(std::span<const Complex> values) {
    return {reinterpret_cast<const Cf*>(values.data()), values.size()};
}
[[nodiscard]] inline std::span<Cf> asCf(std::span<Complex> values) {
    return {reinterpret_cast<Cf*>(values.data()), values.size()};
}

/// The unknowns that devices hold. Each has a shape, and a layout: how ranks share it.
enum class Unknown {
    object, ///< [layer][H][W], replicated; or tiled: each rank has the box around its frames' windows, of each layer
    probe   ///< [mode][n][n], replicated
};

/// What lies in no rank's tile.
struct OutsideOfTiles {
    std::vector<Complex> whole; ///< [layer][H][W], of which only those pixels count
    float peak = 0;             ///< the largest |value|² of them
};

/// An array like an unknown, on the device of one rank: the unknown itself, a gradient, a direction, a velocity, a
/// copy.
struct Field {
    Unknown like = Unknown::object;
    Buffer<Cf> values;                             ///< this rank's part
    std::shared_ptr<const OutsideOfTiles> outside; ///< of a tiled object on rank 0; null: zeros

    [[nodiscard]] Cf* data() noexcept { return values.data(); }
    [[nodiscard]] const Cf* data() const noexcept { return values.data(); }
    [[nodiscard]] std::size_t size() const noexcept { return values.size(); }
    [[nodiscard]] bool empty() const noexcept { return values.empty(); }
};

/// Whether ranks are on devices of different kinds, which need not round alike. Collective.
[[nodiscard]] bool areMixed(const compute::Queue& queue, compute::Communicator& communicator);

/// What is done with fields whatever they are, each once: parts of tiles, algebra, moves between a rank's part and the
/// whole, saved states. A collective call is one for all ranks, in the same order.
class FieldSpace {
public:
    /// \param model its object is this rank's part; what it says about sizes when a call is made counts
    FieldSpace(const Problem& problem, const compute::PtychoModel& model, compute::Queue& queue,
               compute::Communicator& communicator);

    [[nodiscard]] bool tiled() const { return !m_problem.tiles.empty(); }
    /// From here on ranks are on devices of different kinds, on which copies of an unknown differ by rounding: numbers
    /// read from copies are those of rank 0, so that no rank decides something else. Each of these calls is then
    /// collective.
    void setMixed(bool mixed) { m_mixed = mixed; }
    /// What all ranks have read from their copies: where these may differ, what rank 0 has read.
    [[nodiscard]] Array<Complex, 3> ofCopies(Array<Complex, 3> mine) const { return agreed(std::move(mine)); }
    [[nodiscard]] double ofCopies(double mine) const { return agreed(std::array{mine}).front(); }
    [[nodiscard]] Region tileOf(int rank) const;
    [[nodiscard]] const Region& tile() const { return m_tile; }
    /// What of a region of the whole object lies in this rank's part, in pixels of the part.
    [[nodiscard]] Region local(const Region& global) const;
    /// This rank's part of an unknown as rows; layers of the object and the probe's modes lie one below the other.
    [[nodiscard]] Region all(Unknown unknown) const;
    /// Numbers of the whole unknown.
    [[nodiscard]] std::size_t wholeSize(Unknown unknown) const;

    /// Zeros. \throws DeviceError
    [[nodiscard]] Field make(Unknown like) const;
    void copy(const Field& from, Field& to) const;
    /// Zeros again, whatever was there, not a number included.
    void clear(Field& field) const;
    /// Re⟨a, b⟩, each pixel once; the same bits on every rank and for any number of them. Collective when tiled
    /// or mixed.
    [[nodiscard]] double dot(const Field& a, const Field& b) const;
    /// Σ P_a* P_b of each pair of modes, a ≤ b, as compute::FieldOps::gram(). Waits for the device twice. Collective
    /// when mixed.
    [[nodiscard]] std::vector<compute::Cd> gram(const Field& probe) const;
    /// dot(a, a) where peak(a) is known: one wait for the device less.
    [[nodiscard]] double power(const Field& a, double peak) const;
    /// target = scale·target + factor·other, in a region of this rank's part, of each layer, or in all of it.
    void combine(Field& target, float scale, const Field& other, float factor) const;
    void combine(Field& target, float scale, const Field& other, float factor, const Region& region) const;
    void scale(Field& field, float factor) const;
    void scale(Field& field, Complex factor) const;
    /// One value in a region of the whole object, of each layer.
    void fill(Field& object, const Region& region, Complex value) const;
    /// The mean of a region of the whole object's first layer, not empty: the same bits on every rank and for any
    /// number of them. Collective.
    [[nodiscard]] Complex meanInside(const Field& object, const Region& region) const;
    /// v = friction·v + (value − reference), value = reference = reference + v, where frames look and where they do
    /// not.
    void accelerate(Field& value, Field& reference, Field& velocity, float friction) const;
    void limitAmplitude(Field& field, float low, float high) const;
    void constrain(Field& field, const compute::ValueRule& rule) const;
    /// body(image, rows, cols) changes whole rows of a layer of the object, in memory of the device; a pixel depends on
    /// those up to `reach` rows away. Pixels in no tile change as the others do. Collective when tiled: each rank has a
    /// stripe.
    void filter(Field& object, int reach, const std::function<void(Cf*, int, int)>& body) const;
    /// The largest |value|² of all ranks. Collective when tiled or mixed.
    [[nodiscard]] double peak(const Field& field) const;

    /// The whole: on rank 0, empty elsewhere. Collective when tiled.
    [[nodiscard]] std::vector<Complex> gather(const Field& field) const;
    /// This rank's part of a whole that every rank has. \throws InternalError when it is of another size
    void take(Field& field, std::span<const Complex> whole) const;
    /// From the whole of rank 0. Collective.
    void scatter(Field& field, std::span<const Complex> whole) const;
    /// Into `saved` of rank 0, under this name. Collective when tiled.
    void save(const Field& field, const std::string& name, SavedState& saved) const;
    /// From what all ranks have. False, and nothing is done: it is not there, or of another size.
    [[nodiscard]] bool load(Field& field, const std::string& name, const SavedState& saved) const;

private:
    [[nodiscard]] compute::FieldOps& ops() const { return m_queue.ptycho(); }
    [[nodiscard]] double dot(const Field& a, const Field& b, double anchor) const;
    template <class Values>
    [[nodiscard]] Values agreed(Values mine) const {
        if (m_mixed) m_communicator.broadcast(mine, 0);
        return mine;
    }
    /// \param whole of rank 0
    void setOutside(Field& field, std::vector<Complex> whole) const;
    /// This rank's part of the whole, or another's.
    [[nodiscard]] std::vector<Complex> partOf(std::span<const Complex> whole, const Region& tile) const;
    /// filter() of a layer of a tiled object. \param before of rank 0 \return the same changed
    [[nodiscard]] std::vector<Complex> filtered(std::span<const Complex> before, int reach,
                                                const std::function<void(Cf*, int, int)>& body) const;
    /// Replaces each number in no tile by what `body` makes of it.
    template <class Body>
    void changeOutside(Field& field, Body&& body) const;

    const Problem& m_problem;
    const compute::PtychoModel& m_model;
    compute::Queue& m_queue;
    compute::Communicator& m_communicator;
    bool m_mixed = false; ///< see setMixed()
    Region m_tile;
    std::vector<Region> m_owned; ///< what of it no lower rank holds, in its pixels
};

} // namespace ewald::ptycho
