// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/complex.h"
#include "kernels/ptycho_kernels.h"
#include "kernels/regulariser_bodies.h"
#include "kernels/sum_boxes.h"
#include "kernels/sum_tiles.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ewald::compute {

using kernels::Cd;
using kernels::Cf;
using kernels::MomentRule;
using kernels::SumBoxes;
using kernels::SumTiles;
using kernels::ValueRule;

/// A rectangle of an array, outside of which nothing changes.
struct Region {
    int row = 0;
    int col = 0;
    int rows = 0;
    int cols = 0;
};

/// How a new object or probe is computed from its sums: kernels::pieUpdate.
struct UpdateRule {
    float alpha = 1;
    float step = 1;
};

/// Of FieldOps::reduceVariation(): dual steps, their length (at most 1/8), and rows that a pixel depends on.
constexpr int kVariationSteps = 10;
constexpr float kVariationStep = 0.125F;
constexpr int kVariationReach = kVariationSteps;
/// Arrays like the image that it takes beside it.
constexpr std::size_t kVariationCopies = 3;

/// The algebra of fields (object, probe, what engines keep) and of the sums that they are made from: bodies of one
/// pixel, norms, and what goes between ranks. Arrays are device memory of one queue, C order. Same thread rules as the
/// queue.
class FieldOps {
public:
    virtual ~FieldOps() = default;

    /// Zeros inside the region.
    virtual void clear(double* array, int cols, Region region) = 0;
    void clear(Cd* array, int cols, Region region) {
        clear(reinterpret_cast<double*>(array), 2 * cols, {region.row, 2 * region.col, region.rows, 2 * region.cols});
    }
    /// Copies the region of an array of `cols` columns, row after row, into consecutive memory of the queue, or back.
    virtual void pack(const double* array, int cols, Region region, double* packed) = 0;
    virtual void unpack(double* array, int cols, Region region, const double* packed) = 0;
    /// Copies these tiles of an object's sums and weights, both of `cols` columns, one after the other into consecutive
    /// memory of the queue, SumTiles::kNumbers each, zeros beyond the rectangle; or back.
    virtual void packSums(const Cd* sum, const double* weight, int cols, const SumTiles& tiles, double* packed) = 0;
    virtual void unpackSums(Cd* sum, double* weight, int cols, const SumTiles& tiles, const double* packed) = 0;
    /// Copies boxes of an object's sums and weights, both of `cols` columns, to where SumBoxes says in `packed`, memory
    /// of the queue; or adds what lies there. Sums on one grid are exact, so that the order of boxes has no effect.
    virtual void packBoxes(const Cd* sum, const double* weight, int cols, std::span<const SumBoxes::Box> boxes,
                           double* packed) = 0;
    virtual void addBoxes(Cd* sum, double* weight, int cols, std::span<const SumBoxes::Box> boxes,
                          const double* packed) = 0;
    /// Largest value inside the region (0 when empty).
    [[nodiscard]] virtual double maximum(const double* array, int cols, Region region) = 0;
    /// The same into out[place], memory of the queue, and 0 into the others of `count` numbers. Does not wait.
    virtual void placeMaximum(const double* array, int cols, Region region, double* out, int count, int place) = 0;
    /// Largest |value|² of an array.
    [[nodiscard]] virtual float peak(const Cf* array, std::size_t count) = 0;
    /// target = pieUpdate(…) for `layers` arrays of rows × cols that share one weight array. Clears sum and weight
    /// inside the region at the same time: they are in cache, and a separate pass would cost as much as the update.
    virtual void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                           float maxWeight, UpdateRule rule) = 0;
    /// The same with the largest of `largest`, memory of the queue.
    virtual void pieUpdateWith(std::span<const double> largest, Cf* target, Cd* sum, double* weight, int layers,
                               int rows, int cols, Region region, UpdateRule rule) = 0;
    /// The same with the largest weight of the region.
    virtual void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                           UpdateRule rule) = 0;
    /// target = overlapUpdate(…), likewise.
    virtual void overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                               float inertia) = 0;
    /// target += packed inside the region; `packed` is region.rows × region.cols.
    virtual void add(double* target, int cols, Region region, const double* packed) = 0;
    /// target = kernels::dampedQuotient(sum, weight, floor) inside the region, for layers that share one weight array
    /// (null: 0). Clears the sum, which also goes to `single` unless that is null.
    virtual void direction(Cf* target, Cd* sum, const double* weight, int layers, int rows, int cols, Region region,
                           float floor, Cf* single) = 0;
    /// target = kernels::dampedQuotient(values, weight, floor) of whole arrays, layers of which share a weight array.
    virtual void precondition(Cf* target, const Cf* values, const double* weight, int layers, int rows, int cols,
                              float floor) = 0;
    /// target += kernels::momentChange(sum, first, second) of whole arrays (second null: no squares). Clears the sum.
    virtual void momentUpdate(Cf* target, Cd* sum, Cf* first, Cf* second, std::size_t count, MomentRule rule) = 0;
    /// target = scale·target + factor·other inside the region.
    virtual void combine(Cf* target, float scale, const Cf* other, float factor, int cols, Region region) = 0;
    /// Σ a* b of each pair (a, b) of `layers` arrays of n × n, a ≤ b: (0, 0), (0, 1) … (1, 1) …; exact on the grid of
    /// `anchor`. Waits for them.
    [[nodiscard]] virtual std::vector<Cd> gram(const Cf* arrays, int layers, int n, double anchor) = 0;
    /// Layer a becomes Σ_b weights[a][b] · layer b, of `layers` arrays of n × n; `weights` is memory of the queue.
    virtual void mix(Cf* arrays, int layers, int n, const Cf* weights) = 0;
    /// Each of `layers` arrays of n × n times `factor` [n][n].
    virtual void multiply(Cf* arrays, int layers, int n, const float* factor) = 0;
    /// Σ Re(a* b) inside the region, exact on the grid of `anchor`. Waits for it.
    [[nodiscard]] virtual double dot(const Cf* a, const Cf* b, int cols, Region region, double anchor) = 0;
    virtual void copy(const Cf* from, std::size_t count, Cf* to) = 0;
    virtual void scale(Cf* array, std::size_t count, float factor) = 0;
    virtual void scale(Cf* array, std::size_t count, Cf factor) = 0;
    /// One value inside the region.
    virtual void fill(Cf* array, int cols, Region region, Cf value) = 0;
    virtual void limitAmplitude(Cf* array, std::size_t count, float low, float high) = 0;
    /// array = kernels::constrained(array, rule)
    virtual void constrain(Cf* array, std::size_t count, const ValueRule& rule) = 0;
    /// Makes ½‖new − image‖² + threshold·Σ|∇new| smaller, by kVariationSteps of Chambolle's dual steps. A pixel depends
    /// on those up to kVariationReach rows away.
    virtual void reduceVariation(Cf* image, int rows, int cols, float threshold) = 0;
    /// image = kernels::Smooth of it.
    virtual void smooth(Cf* image, int rows, int cols, float share) = 0;
    /// The window of n × n at (row, col) of an image of `cols` columns: F⁻¹ transfer F of it. `transfer` [n][n] has its
    /// zero frequency at the corner.
    virtual void filterWindow(Cf* image, int cols, int row, int col, int n, const Cf* transfer) = 0;
    /// velocity = friction·velocity + (value − reference); value = reference + velocity; reference = value.
    virtual void accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) = 0;
};

} // namespace ewald::compute
