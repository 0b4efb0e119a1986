// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/field_ops.h"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace ewald::compute {

/// Scratch memory of a launcher by purpose.
enum class GenericScratch : std::size_t {
    waves,
    spectrum,
    variableSpectra,
    shiftedProbes,
    shiftedDirections,
    slopes,
    curves,
    products,
    tileMasks,
    objectSums,
    objectWeights,
    frameSums,
    rowSums,
    images,
    collected,
    planes,
    spreadPlanes,
    betweenSlices,
    frameNumbers,
    slots ///< how many there are
};

/// Items that are enough to occupy a GPU; what they sum is divided among as many, whatever the GPU, for the same bits.
/// On an H100 (270,336 threads at once) 2^18 is the fastest of 2^17 to 2^19; with 2^19, GatherProbe takes 17 µs for 15.
inline constexpr std::size_t kWorkItemsOfGpus = std::size_t{1} << 18;

/// The algebra of fields over a launcher: one kernel body per pixel, one launch per operation. \param Base FieldOps, or
/// an interface with more, which what derives from this has to offer.
///
/// A Launcher offers, on its queue's memory and in the order of the calls; only those marked so wait:
///   template <class Body> void forEach(int depth, int rows, int cols, Body body);   // body(z, y, x), any order
///   static constexpr std::size_t kWorkItems;  // that keep the device busy; 1: work items must not share a sum's pixel
///   template <class Body> void addMetrics(int depth, int rows, int cols, double anchor, Body body);
///                     // body → DetectorMetrics, summed; where a device can, each frame's part as onGrid()
///   unsigned* beyond();           // a flag in the queue's memory, raised by bodies (kernels::raiseFlag)
///   StepSums takeMetrics();       // since the last call, with the flag; waits
///   template <class Body> const float* maximum(int rows, int cols, Body body);
///                     // body(y, x) → float ≥ 0; 0 if empty; the result stays for a hundred further calls
///   template <class Body> void forStrips(int rows, int cols, Body body);            // body(lanes, y, tile, x)
///   template <class Body> const float* maximumOfStrips(int rows, int cols, Body body); // of what they return
///                     // y = 0, Body::Gather::kStrip, … of each x; tile = x / Body::Gather::kCols; lanes:
///                     NoNeighbours,
///                     // or of a warp whose neighbours in x share a y and a tile
///   template <class Body> void sumFrames(double* out, const int* index, int frames, int rows, int cols,
///                                        double anchor, Body body);
///                     // the numbers of body(z, y, x), each summed over y and x, to out[index[z], or z][number]; as
///                     // kernels::exactSummand() of the anchor unless that is 0
///   void fft(Cf* arrays, int count, int n, bool forward);                           // in place, times 1/fftScale(n)
///   static float fftScale(int n);                                                   // to make a transform orthonormal
///   template <class T> T* scratch(GenericScratch slot, std::size_t count);          // content undefined
///   CallFrames frames(const FramePlace* host, std::span<const int> frames);         // of a call
///   std::size_t cacheBytes() const;                     // of what is faster than the memory; 0: nothing much is
///   float fetch(const float* value);                                                // waits
///   void fetch(const double* values, std::span<double> host);                       // waits
template <class Launcher, class Base>
class GenericFieldOps : public Base {
public:
    explicit GenericFieldOps(Launcher launcher) : m_launch(std::move(launcher)) {}

    using Base::clear;
    void clear(double* array, int cols, Region region) override;
    void pack(const double* array, int cols, Region region, double* packed) override;
    void unpack(double* array, int cols, Region region, const double* packed) override;
    void packSums(const Cd* sum, const double* weight, int cols, const SumTiles& tiles, double* packed) override;
    void unpackSums(Cd* sum, double* weight, int cols, const SumTiles& tiles, const double* packed) override;
    void packBoxes(const Cd* sum, const double* weight, int cols, std::span<const SumBoxes::Box> boxes,
                   double* packed) override;
    void addBoxes(Cd* sum, double* weight, int cols, std::span<const SumBoxes::Box> boxes,
                  const double* packed) override;
    double maximum(const double* array, int cols, Region region) override;
    void placeMaximum(const double* array, int cols, Region region, double* out, int count, int place) override;
    void pieUpdateWith(std::span<const double> largest, Cf* target, Cd* sum, double* weight, int layers, int rows,
                       int cols, Region region, UpdateRule rule) override;
    float peak(const Cf* array, std::size_t count) override;
    void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region, float maxWeight,
                   UpdateRule rule) override;
    void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                   UpdateRule rule) override;
    void overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                       float inertia) override;
    void add(double* target, int cols, Region region, const double* packed) override;
    void direction(Cf* target, Cd* sum, const double* weight, int layers, int rows, int cols, Region region,
                   float floor, Cf* single) override;
    void precondition(Cf* target, const Cf* values, const double* weight, int layers, int rows, int cols,
                      float floor) override;
    void momentUpdate(Cf* target, Cd* sum, Cf* first, Cf* second, std::size_t count, MomentRule rule) override;
    void combine(Cf* target, float scale, const Cf* other, float factor, int cols, Region region) override;
    std::vector<Cd> gram(const Cf* arrays, int layers, int n, double anchor) override;
    void mix(Cf* arrays, int layers, int n, const Cf* weights) override;
    void multiply(Cf* arrays, int layers, int n, const float* factor) override;
    double dot(const Cf* a, const Cf* b, int cols, Region region, double anchor) override;
    void copy(const Cf* from, std::size_t count, Cf* to) override;
    void scale(Cf* array, std::size_t count, float factor) override;
    void scale(Cf* array, std::size_t count, Cf factor) override;
    void fill(Cf* array, int cols, Region region, Cf value) override;
    void limitAmplitude(Cf* array, std::size_t count, float low, float high) override;
    void constrain(Cf* array, std::size_t count, const ValueRule& rule) override;
    void reduceVariation(Cf* image, int rows, int cols, float threshold) override;
    void smooth(Cf* image, int rows, int cols, float share) override;
    void filterWindow(Cf* image, int cols, int row, int col, int n, const Cf* transfer) override;
    void accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) override;

protected:
    Launcher m_launch;

private:
    /// `largest` on the device, or `maxWeight` where it is null.
    void pieUpdateBy(const float* largest, float maxWeight, Cf* target, Cd* sum, double* weight, int layers, int rows,
                     int cols, Region region, UpdateRule rule);
};

} // namespace ewald::compute

#include "compute/operations/generic_field_ops_impl.h"
#include "compute/operations/generic_shared_sums_impl.h"
