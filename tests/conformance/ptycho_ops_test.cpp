// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every ptychography operation on every device of this machine, and on every build of the CPU's inner loops, against
// the plain path: the kernel bodies in simple loops.
#include "conformance/ptycho_subjects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ewald::compute {
namespace {

/// Everything the operations write.
struct Output {
    std::vector<Cd> objectSum, probeSum;
    std::vector<double> objectWeight, probeWeight;
    std::vector<float> intensity;
    std::vector<Cf> exitWaves, storedWaves;
    std::vector<Cf> updatedObject, updatedProbe;
    std::vector<double> positions; ///< five of each frame
    std::vector<double> steps;     ///< five of each frame
    std::vector<double> lines;     ///< two of each frame, for each loss
    std::vector<double> windowWeight;
    std::vector<Cf> direction, gradient, preconditioned;
    std::vector<Cf> moved;       ///< by moments: the probe, its first and second moment, and by velocity
    std::vector<Cd> otherLosses; ///< sums of the object, of the losses other than the amplitudes'
    double dot = 0;
    std::vector<double> figures;        ///< three of each frame
    std::vector<double> backgroundSums; ///< [term][n][n]
    std::vector<Cd> detectorSum;        ///< of the object, with background and gains
    StepSums first, second, detector;
    double maximum = 0;
    float peak = 0;
};

void runDirections(Queue& queue, PtychoOps& ops, const Input& in, FrameStep step, Output& out);
void runDetector(Queue& queue, PtychoOps& ops, const Input& in, FrameStep step, Output& out);
void runMoments(Queue& queue, PtychoOps& ops, const std::vector<Cf>& values, Output& out);

/// The last tile of a rectangle, by itself and then the first: every pixel as in the arrays, nothing of the others.
void checkTiles(Queue& queue, PtychoOps& ops, const Input& in, const Region& r, const Buffer<Cd>& sum,
                const Buffer<double>& weight) {
    const int lastRow = SumTiles::tilesOf(r.rows, SumTiles::kRows) - 1;
    const int lastCol = SumTiles::tilesOf(r.cols, SumTiles::kCols) - 1;
    const std::vector<unsigned> numbers = {SumTiles::numberOf(lastRow, lastCol), SumTiles::numberOf(0, 0)};
    Buffer<unsigned> list(queue, std::span<const unsigned>(numbers));
    const SumTiles tiles{r.row, r.col, r.rows, r.cols, list.data(), 2};
    Buffer<double> packed(queue, std::size_t{2} * SumTiles::kNumbers);
    ops.packSums(sum.data(), weight.data(), in.cols, tiles, packed.data());
    Buffer<Cd> sumAgain(queue, sum.size());
    Buffer<double> weightAgain(queue, weight.size());
    ops.unpackSums(sumAgain.data(), weightAgain.data(), in.cols, tiles, packed.data());
    const std::vector<Cd> before = sum.toHost(), after = sumAgain.toHost();
    const std::vector<double> weightBefore = weight.toHost(), weightAfter = weightAgain.toHost();
    std::size_t touched = 0;
    for (int row = 0; row < in.rows; ++row)
        for (int col = 0; col < in.cols; ++col) {
            const int y = row - r.row, x = col - r.col;
            const bool inside = y >= 0 && x >= 0 && y < r.rows && x < r.cols;
            const bool last = y / SumTiles::kRows == lastRow && x / SumTiles::kCols == lastCol;
            const bool first = y / SumTiles::kRows == 0 && x / SumTiles::kCols == 0;
            const bool wanted = inside && (first || last);
            const auto at = static_cast<std::size_t>(row * in.cols + col);
            touched += wanted ? 1 : 0;
            ASSERT_EQ(after[at].re, wanted ? before[at].re : 0) << row << ' ' << col;
            ASSERT_EQ(after[at].im, wanted ? before[at].im : 0) << row << ' ' << col;
            ASSERT_EQ(weightAfter[at], wanted ? weightBefore[at] : 0) << row << ' ' << col;
        }
    EXPECT_GT(touched, 0U);
    const std::vector<double> numbersOfLast = packed.toHost();
    const bool reaches = r.rows % SumTiles::kRows != 0 || r.cols % SumTiles::kCols != 0;
    EXPECT_TRUE(!reaches || numbersOfLast[SumTiles::kPixels - 1] == 0) << "beyond the rectangle";
}

/// Boxes that overlap, more than a kernel takes at a time, and one of a single pixel: what is packed is what lies
/// there, and it is added to each pixel as often as boxes have it.
void checkBoxes(Queue& queue, PtychoOps& ops, const Input& in, const Region& r, const Buffer<Cd>& sum,
                const Buffer<double>& weight) {
    std::vector<SumBoxes::Box> boxes;
    std::ptrdiff_t numbers = 0;
    for (int i = 0; i < SumBoxes::kMost + 3; ++i) {
        const int rows = i == 0 ? 1 : 1 + (5 * i) % r.rows, cols = i == 0 ? 1 : 1 + (7 * i) % r.cols;
        boxes.push_back(
            {r.row + (3 * i) % (r.rows - rows + 1), r.col + (4 * i) % (r.cols - cols + 1), rows, cols, numbers});
        numbers += SumBoxes::kNumbers * boxes.back().pixels();
    }
    Buffer<double> packed(queue, static_cast<std::size_t>(numbers));
    ops.packBoxes(sum.data(), weight.data(), in.cols, boxes, packed.data());
    Buffer<Cd> total(queue, sum.size());
    Buffer<double> totalWeight(queue, weight.size());
    ops.addBoxes(total.data(), totalWeight.data(), in.cols, boxes, packed.data());
    const std::vector<Cd> one = sum.toHost(), all = total.toHost();
    const std::vector<double> oneWeight = weight.toHost(), allWeights = totalWeight.toHost();
    int most = 0;
    for (int row = 0; row < in.rows; ++row)
        for (int col = 0; col < in.cols; ++col) {
            int times = 0;
            for (const SumBoxes::Box& b : boxes)
                times += row >= b.row && col >= b.col && row < b.row + b.rows && col < b.col + b.cols ? 1 : 0;
            most = std::max(most, times);
            const auto at = static_cast<std::size_t>(row * in.cols + col);
            ASSERT_EQ(all[at].re, times * one[at].re) << row << ' ' << col; // multiples of a grid: exact
            ASSERT_EQ(all[at].im, times * one[at].im) << row << ' ' << col;
            ASSERT_EQ(allWeights[at], times * oneWeight[at]) << row << ' ' << col;
        }
    EXPECT_GT(most, 1);
    Buffer<double> largest(queue, 3);
    ops.placeMaximum(weight.data(), in.cols, r, largest.data(), 3, 1);
    const double highest = static_cast<float>(ops.maximum(weight.data(), in.cols, r));
    EXPECT_EQ(largest.toHost(), (std::vector<double>{0, highest, 0}));
    ops.placeMaximum(weight.data(), in.cols, {}, largest.data(), 3, 2);
    EXPECT_EQ(largest.toHost(), (std::vector<double>{0, 0, 0})) << "an empty region";
}

/// The largest of several weights in memory of the queue gives the bits of that weight as a number.
void checkUpdateWith(Queue& queue, PtychoOps& ops, const Input& in, const Region& r, const Buffer<Cd>& sum,
                     const Buffer<double>& weight) {
    const float most = static_cast<float>(ops.maximum(weight.data(), in.cols, r));
    Buffer<double> largest(queue, std::vector<double>{0.25 * most, 2.0 * most, 0, most});
    std::vector<std::vector<Cf>> objects;
    for (const bool byNumber : {true, false}) {
        Buffer<Cf> object(queue, std::span<const Cf>(in.object));
        Buffer<Cd> ownSum(queue, std::span<const Cd>(sum.toHost()));
        Buffer<double> ownWeight(queue, std::span<const double>(weight.toHost()));
        if (byNumber)
            ops.pieUpdate(object.data(), ownSum.data(), ownWeight.data(), 1, in.rows, in.cols, r, 2 * most,
                          {0.2F, 0.7F});
        else
            ops.pieUpdateWith({largest.data(), 4}, object.data(), ownSum.data(), ownWeight.data(), 1, in.rows, in.cols,
                              r, {0.2F, 0.7F});
        objects.push_back(object.toHost());
    }
    EXPECT_EQ(std::memcmp(objects[0].data(), objects[1].data(), objects[0].size() * sizeof(Cf)), 0);
    EXPECT_NE(std::memcmp(objects[0].data(), in.object.data(), objects[0].size() * sizeof(Cf)), 0);
}

Output run(Queue& queue, PtychoOps& ops, const Case& c, const Input& in) {
    const auto pixels = static_cast<std::size_t>(c.size * c.size);
    InputOnQueue here(queue, in);
    Buffer<Cf>&object = here.object, &probe = here.probe;
    Buffer<Cd> objectSum(queue, in.object.size()), probeSum(queue, in.probe.size());
    Buffer<double> objectWeight(queue, in.object.size()), probeWeight(queue, pixels);
    FrameStep step = here.step(c, in);
    const std::vector<int> frames = {0, 2, 3, 6, 1, 5, 4};
    step.frames = frames;
    step.update = c.update;
    step.projection = {-0.1F, 0.8F, -0.9F, 1.9F, -0.95F, 0.1F}; // no number is one that hides another
    step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
    Buffer<Cf> waves(queue, Input::kFrames * ops.storedWaveSize(step.model));
    Buffer<Cf> exitWaves(queue, Input::kFrames * static_cast<std::size_t>(c.flyPoints) * in.probe.size());
    const bool projections = c.update == ExitUpdate::projections;
    step.objectSum = objectSum.data();
    step.objectWeight = objectWeight.data();
    if (projections) {
        step.waves = waves.data();
        step.exitWaves = exitWaves.data();
        ops.detectorWaves(step);
    } else {
        step.probeSum = probeSum.data();
        step.probeWeight = probeWeight.data();
    }
    Output out;
    Buffer<PositionNormals> normals(queue, Input::kFrames);
    const auto takeNormals = [&] {
        std::vector<double> numbers;
        for (const PositionNormals& p : normals.toHost())
            numbers.insert(numbers.end(), {p.row, p.col, p.rowRow, p.colCol, p.rowCol});
        return numbers;
    };
    if (!projections) {
        FrameStep plain = step;
        plain.objectSum = plain.probeSum = nullptr;
        plain.objectWeight = plain.probeWeight = nullptr;
        runDirections(queue, ops, in, plain, out);
        step.positions = normals.data();
    }
    ops.frameStep(step);
    out.first = ops.takeSums();
    if (!projections) out.positions = takeNormals();
    step.objectSum = nullptr; // the second call moves the stored waves on, and adds to the probe's sums only
    step.objectWeight = nullptr;
    ops.frameStep(step);
    out.second = ops.takeSums();
    if (!projections) {
        EXPECT_EQ(takeNormals(), out.positions) << "with and without the object's sums";
        step.positions = nullptr;
    }
    if (projections) {
        step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
        ops.probeSums(step);
        out.exitWaves = exitWaves.toHost();
        // What a checkpoint holds of them: in an order of its own, and back without a change.
        const std::size_t size = ops.storedWaveSize(step.model);
        Buffer<Cf> plain(queue, in.probe.size()), again(queue, size);
        for (std::size_t frame = 0; frame < Input::kFrames; ++frame) {
            ops.packWaves(step.model, waves.data() + frame * size, plain.data());
            const std::vector<Cf> packed = plain.toHost();
            out.storedWaves.insert(out.storedWaves.end(), packed.begin(), packed.end());
            ops.unpackWaves(step.model, plain.data(), again.data());
            ops.packWaves(step.model, again.data(), plain.data());
            const std::vector<Cf> twice = plain.toHost();
            EXPECT_EQ(std::memcmp(packed.data(), twice.data(), packed.size() * sizeof(Cf)), 0);
        }
    }
    ops.finishProbeSum(step.model, probeSum.data());
    out.objectSum = objectSum.toHost(), out.probeSum = probeSum.toHost();
    out.objectWeight = objectWeight.toHost(), out.probeWeight = probeWeight.toHost();
    Buffer<float> intensity(queue, c.framePixels());
    ops.modelIntensity(step, intensity.data());
    out.intensity = intensity.toHost();
    const Region part{1, 2, in.rows - 3, in.cols - 5};
    out.maximum = ops.maximum(objectWeight.data(), in.cols, part);
    out.peak = ops.peak(probe.data(), probe.size());
    Buffer<double> packed(queue, static_cast<std::size_t>(part.rows * part.cols));
    ops.pack(objectWeight.data(), in.cols, part, packed.data());
    EXPECT_EQ(packed.toHost()[static_cast<std::size_t>(part.cols + 1)],
              out.objectWeight[static_cast<std::size_t>((part.row + 1) * in.cols + part.col + 1)]);
    Buffer<double> unpacked(queue, in.object.size());
    ops.unpack(unpacked.data(), in.cols, part, packed.data());
    EXPECT_EQ(ops.maximum(unpacked.data(), in.cols, {0, 0, in.rows, in.cols}), out.maximum);
    EXPECT_EQ(unpacked.toHost()[0], 0) << "outside the region nothing changes";
    checkTiles(queue, ops, in, part, objectSum, objectWeight);
    checkBoxes(queue, ops, in, part, objectSum, objectWeight);
    checkUpdateWith(queue, ops, in, part, objectSum, objectWeight);
    ops.pieUpdate(object.data(), objectSum.data(), objectWeight.data(), 1, in.rows, in.cols, part,
                  static_cast<float>(out.maximum), {0.2F, 0.7F});
    ops.limitAmplitude(object.data(), object.size(), 0.1F, 1.2F);
    Buffer<Cf> reference(queue, in.object.size()), velocity(queue, std::span<const Cf>(in.object));
    Buffer<Cf> start(queue, std::span<const Cf>(in.object));
    ops.copy(start.data(), start.size(), reference.data());
    ops.scale(velocity.data(), velocity.size(), -0.25F);
    ops.accelerate(object.data(), reference.data(), velocity.data(), object.size(), 0.5F);
    ops.overlapUpdate(probe.data(), probeSum.data(), probeWeight.data(), c.modes, c.size, c.size,
                      {0, 0, c.size, c.size}, 0.3F);
    out.updatedObject = object.toHost(), out.updatedProbe = probe.toHost();
    // The updates have cleared their sums, inside their region only; clear() does the same by itself.
    std::vector<Cd> cleared = objectSum.toHost();
    EXPECT_EQ(cleared[static_cast<std::size_t>(in.cols + 2)].re, 0);
    EXPECT_EQ(cleared[0].re, out.objectSum[0].re) << "outside the region nothing changes";
    for (const double w : probeWeight.toHost()) EXPECT_EQ(w, 0);
    ops.clear(objectSum.data(), in.cols, {0, 0, 1, 1});
    EXPECT_EQ(objectSum.toHost()[0].re, 0);
    // A packed rectangle of 2 × 3 numbers at (1, 2).
    const std::vector<double> numbers = {1, 2, 3, 4, 5, 6};
    Buffer<double> addend(queue, std::span<const double>(numbers));
    const std::vector<double> before = objectWeight.toHost();
    ops.add(objectWeight.data(), in.cols, {1, 2, 2, 3}, addend.data());
    const std::vector<double> after = objectWeight.toHost();
    const auto cell = [&](int row, int col) { return static_cast<std::size_t>(row * in.cols + col); };
    EXPECT_EQ(after[cell(1, 2)] - before[cell(1, 2)], 1);
    EXPECT_EQ(after[cell(2, 4)] - before[cell(2, 4)], 6);
    EXPECT_EQ(after[cell(1, 5)], before[cell(1, 5)]);
    EXPECT_EQ(after[cell(3, 2)], before[cell(3, 2)]);
    runDetector(queue, ops, in, step, out);
    runMoments(queue, ops, in.probe, out);
    return out;
}

/// Two steps of each kind, so that the moments of the first count.
void runMoments(Queue& queue, PtychoOps& ops, const std::vector<Cf>& values, Output& out) {
    std::vector<Cd> gradient;
    for (const Cf& value : directionFor(values))
        gradient.push_back({static_cast<double>(value.re), static_cast<double>(value.im)});
    MomentRule rule{.gain = 0.5F, .memory = 0.9F, .fresh = 0.1F, .squaresMemory = 0.99F, .floor = 0.01F, .step = 0.3F};
    for (const bool squares : {true, false}) {
        Buffer<Cf> target(queue, std::span<const Cf>(values)), first(queue, values.size()),
            second(queue, values.size());
        for (const float scale : {100.0F, 50.25F}) {
            rule.squaresScale = scale;
            Buffer<Cd> sum(queue, std::span<const Cd>(gradient));
            ops.momentUpdate(target.data(), sum.data(), first.data(), squares ? second.data() : nullptr, values.size(),
                             rule);
            for (const Cd& left : sum.toHost()) EXPECT_TRUE(left.re == 0 && left.im == 0);
        }
        for (const Buffer<Cf>* array : {&target, &first, &second}) {
            const std::vector<Cf> numbers = array->toHost();
            out.moved.insert(out.moved.end(), numbers.begin(), numbers.end());
        }
    }
}

/// What the engines that go along directions use, into `out`. \param step without sums; its metrics are taken
void runDirections(Queue& queue, PtychoOps& ops, const Input& in, FrameStep step, Output& out) {
    (void)ops.takeSums();
    Buffer<Cf> alongObject(queue, std::span<const Cf>(directionFor(in.object)));
    Buffer<Cf> alongProbe(queue, std::span<const Cf>(directionFor(in.probe)));
    Buffer<Cf> residuals(queue, step.frames.size() * static_cast<std::size_t>(step.model.flyPoints) * in.probe.size());
    step.exitWaves = residuals.data();
    ops.frameStep(step);
    const std::vector<Directions> all = {
        {alongObject.data(), alongProbe.data()}, {alongObject.data(), nullptr}, {nullptr, alongProbe.data()}};
    Buffer<StepNormals> normals(queue, step.frames.size());
    for (const Directions& directions : all) {
        ops.stepNormals(step, directions, normals.data());
        for (const StepNormals& s : normals.toHost())
            out.steps.insert(out.steps.end(), {s.objectObject, s.probeProbe, s.objectProbe, s.object, s.probe});
    }
    step.exitWaves = nullptr;
    Buffer<LineTerms> terms(queue, step.frames.size());
    Buffer<Cd> objectSum(queue, in.object.size());
    Buffer<double> objectWeight(queue, in.object.size());
    for (const Loss loss : {Loss::amplitude, Loss::poisson, Loss::intensity, Loss::unbiased, Loss::robust}) {
        step.loss = loss;
        for (const Directions& directions : all) {
            ops.lineTerms(step, directions, terms.data());
            for (const LineTerms& t : terms.toHost()) out.lines.insert(out.lines.end(), {t.first, t.second});
        }
        if (loss == Loss::amplitude) continue;
        step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
        ops.frameStep(step);
        step.objectSum = nullptr, step.objectWeight = nullptr;
    }
    out.otherLosses = objectSum.toHost();
    ops.clear(objectWeight.data(), in.cols, {0, 0, in.rows, in.cols});
    step.objectWeight = objectWeight.data();
    ops.windowWeights(step);
    out.windowWeight = objectWeight.toHost();
    const Region part{2, 1, in.rows - 4, in.cols - 3};
    Buffer<Cf> target(queue, in.object.size()), gradient(queue, in.object.size());
    ops.direction(target.data(), objectSum.data(), objectWeight.data(), 1, in.rows, in.cols, part, 0.5F,
                  gradient.data());
    const std::vector<Cd> cleared = objectSum.toHost();
    EXPECT_EQ(cleared[static_cast<std::size_t>(2 * in.cols + 1)].re, 0);
    EXPECT_EQ(cleared[0].re, out.otherLosses[0].re) << "outside the region nothing changes";
    ops.combine(target.data(), 0.5F, alongObject.data(), -2, in.cols, part);
    out.direction = target.toHost(), out.gradient = gradient.toHost();
    ops.precondition(target.data(), alongObject.data(), objectWeight.data(), 1, in.rows, in.cols, 0.5F);
    out.preconditioned = target.toHost();
    const int n = step.model.size;
    Buffer<Cf> probeTarget(queue, in.probe.size());
    ops.precondition(probeTarget.data(), alongProbe.data(), objectWeight.data(), step.model.modes, n, n, 0.5F);
    const std::vector<Cf> layers = probeTarget.toHost();
    out.preconditioned.insert(out.preconditioned.end(), layers.begin(), layers.end());
    ops.direction(target.data(), objectSum.data(), objectWeight.data(), 1, in.rows, in.cols, part, 0.5F, nullptr);
    ops.combine(target.data(), 1, alongObject.data(), -2, in.cols, part);
    out.dot = ops.dot(alongObject.data(), target.data(), in.cols, part, anchorFor(100));
    (void)ops.takeSums();
}

/// A step with a background, frames of different beams and saturated pixels. \param step its sums are replaced
void runDetector(Queue& queue, PtychoOps& ops, const Input& in, FrameStep step, Output& out) {
    const auto pixels = static_cast<std::size_t>(step.model.detectorSize() * step.model.detectorSize());
    std::vector<float> background(pixels), gains(Input::kFrames);
    for (std::size_t i = 0; i < pixels; ++i) background[i] = 0.1F + 0.01F * static_cast<float>(i % 37);
    for (std::size_t i = 0; i < gains.size(); ++i) gains[i] = 0.8F + 0.1F * static_cast<float>(i);
    Buffer<float> backgroundHere(queue, std::span<const float>(background));
    Buffer<float> gainsHere(queue, std::span<const float>(gains));
    Buffer<FrameFigures> figures(queue, Input::kFrames);
    Buffer<double> sums(queue, kBackgroundTerms * pixels);
    Buffer<Cf> object(queue, std::span<const Cf>(in.object)), probe(queue, std::span<const Cf>(in.probe));
    Buffer<Cd> objectSum(queue, in.object.size());
    Buffer<double> objectWeight(queue, in.object.size());
    step.object = object.data(), step.probe = probe.data();
    step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
    step.probeSum = nullptr, step.probeWeight = nullptr;
    step.detector = {backgroundHere.data(), gainsHere.data(), 1.1F};
    step.figures = figures.data();
    step.backgroundSums = sums.data();
    step.grids.metrics = anchorFor(100);
    (void)ops.takeSums();
    ops.frameStep(step);
    out.detector = ops.takeSums();
    out.detectorSum = objectSum.toHost();
    for (const FrameFigures& f : figures.toHost())
        out.figures.insert(out.figures.end(), {f.error, f.measured, f.modelled});
    out.backgroundSums = sums.toHost();
    if (step.update == ExitUpdate::projections) return;
    // The metrics are those of the counts as they were measured, the figures those after the gains.
    double error = 0;
    for (std::size_t frame = 0; frame < gains.size(); ++frame)
        error += out.figures[3 * frame] / std::pow(static_cast<double>(gains[frame]), 2);
    EXPECT_NEAR(out.detector.error, error, 1e-4 * error);
    Buffer<Cf> alongObject(queue, std::span<const Cf>(directionFor(in.object)));
    Buffer<LineTerms> terms(queue, step.frames.size());
    ops.lineTerms(step, {alongObject.data(), nullptr}, terms.data());
    for (const LineTerms& t : terms.toHost()) out.lines.insert(out.lines.end(), {t.first, t.second});
}

/// ‖a − b‖ / ‖b‖
template <class T>
double distance(const std::vector<T>& a, const std::vector<T>& b) {
    const auto x = flat(a);
    const auto y = flat(b);
    EXPECT_EQ(x.size(), y.size());
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        difference += std::pow(static_cast<double>(x[i]) - static_cast<double>(y[i]), 2);
        norm += std::pow(static_cast<double>(y[i]), 2);
    }
    return norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
}

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

void expectSameBits(const Output& a, const Output& b) {
    EXPECT_TRUE(sameBits(a.objectSum, b.objectSum));
    EXPECT_TRUE(sameBits(a.probeSum, b.probeSum));
    EXPECT_TRUE(sameBits(a.objectWeight, b.objectWeight));
    EXPECT_TRUE(sameBits(a.exitWaves, b.exitWaves));
    EXPECT_TRUE(sameBits(a.storedWaves, b.storedWaves));
    EXPECT_TRUE(sameBits(a.updatedObject, b.updatedObject));
    EXPECT_TRUE(sameBits(a.positions, b.positions));
    EXPECT_TRUE(sameBits(a.steps, b.steps));
    EXPECT_TRUE(sameBits(a.lines, b.lines));
    EXPECT_TRUE(sameBits(a.windowWeight, b.windowWeight));
    EXPECT_TRUE(sameBits(a.direction, b.direction));
    EXPECT_TRUE(sameBits(a.preconditioned, b.preconditioned));
    EXPECT_TRUE(sameBits(a.moved, b.moved));
    EXPECT_EQ(a.dot, b.dot);
    EXPECT_TRUE(sameBits(a.figures, b.figures));
    EXPECT_TRUE(sameBits(a.backgroundSums, b.backgroundSums));
    EXPECT_TRUE(sameBits(a.detectorSum, b.detectorSum));
    EXPECT_EQ(a.first.error, b.first.error);
    EXPECT_EQ(a.first.deviance, b.first.deviance);
    EXPECT_EQ(a.first.valid, b.first.valid);
    EXPECT_EQ(a.second.change, b.second.change);
}

/// One frame for three workers: two have none, and no sums that could be collected. Then a model whose sums have as
/// many elements and another shape.
TEST(CpuPtychoOps, WorkersWithoutFramesHaveNothingToCollect) {
    cpu::CpuPtychoOps ops(3);
    PlainPtychoOps plain{PlainLauncher{}};
    const auto queue = makeQueue({"cpu", 1});
    for (const Case& c : {Case{100, 4, Interpolation::nearest, false, ExitUpdate::pie},
                          Case{200, 1, Interpolation::nearest, false, ExitUpdate::pie}}) {
        SCOPED_TRACE(nameOf(c));
        const Input in(c);
        const auto sums = [&](PtychoOps& some) {
            std::pair out{std::vector<Cd>(in.probe.size()), std::vector<double>(in.probe.size())};
            const std::vector<int> frames = {0};
            FrameStep step;
            step.model = {c.size, c.modes, in.rows, in.cols, c.interpolation, nullptr};
            Buffer<Cf> object(*queue, std::span<const Cf>(in.object)), probe(*queue, std::span<const Cf>(in.probe));
            Buffer<float> amplitudes(*queue, std::span<const float>(in.amplitudes));
            step.object = object.data();
            step.probe = probe.data();
            step.measured.pixels = amplitudes.data();
            step.places = in.places.data();
            step.frames = frames;
            step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
            step.probeSum = out.first.data();
            step.probeWeight = out.second.data();
            some.frameStep(step);
            return out;
        };
        const auto expected = sums(plain);
        const auto actual = sums(ops);
        // As below: float operations and FFTs.
        EXPECT_LT(distance(actual.first, expected.first), 5e-6);
        EXPECT_LT(distance(actual.second, expected.second), 5e-6);
    }
}

class PtychoOpsConformance : public testing::TestWithParam<Case> {};

TEST_P(PtychoOpsConformance, AgreesWithThePlainPath) {
    const Case& c = GetParam();
    const Input input(c);
    const auto host = makeQueue({"cpu", 1});
    PlainPtychoOps plain{PlainLauncher{}};
    const Output expected = run(*host, plain, c, input);
    // Chains of about twenty float operations and four FFTs, 2⁻²⁴ each. Stored waves are updated twice and divides
    // by what is projected, which is small at some of the random pixels: measured up to 1.7e-5.
    const double bound = c.update == ExitUpdate::pie ? 5e-6 : 5e-5;
    for (Subject& subject : subjects()) {
        SCOPED_TRACE(subject.name);
        const Output actual = run(*subject.queue, subject.ops(), c, input);
        EXPECT_LT(distance(actual.objectSum, expected.objectSum), bound);
        EXPECT_LT(distance(actual.objectWeight, expected.objectWeight), bound);
        EXPECT_LT(distance(actual.probeSum, expected.probeSum), bound);
        EXPECT_LT(distance(actual.probeWeight, expected.probeWeight), bound);
        EXPECT_LT(distance(actual.intensity, expected.intensity), bound);
        EXPECT_LT(distance(actual.exitWaves, expected.exitWaves), bound);
        EXPECT_LT(distance(actual.storedWaves, expected.storedWaves), bound);
        EXPECT_LT(distance(actual.updatedObject, expected.updatedObject), bound);
        EXPECT_LT(distance(actual.positions, expected.positions), bound);
        EXPECT_LT(distance(actual.steps, expected.steps), bound);
        // A second derivative divides by the fourth power of a root.
        EXPECT_LT(distance(actual.lines, expected.lines), 10 * bound);
        EXPECT_LT(distance(actual.otherLosses, expected.otherLosses), 10 * bound);
        EXPECT_LT(distance(actual.windowWeight, expected.windowWeight), bound);
        EXPECT_LT(distance(actual.direction, expected.direction), 10 * bound);
        EXPECT_LT(distance(actual.preconditioned, expected.preconditioned), bound);
        EXPECT_LT(distance(actual.moved, expected.moved), 10 * bound);
        EXPECT_LT(distance(actual.gradient, expected.gradient), 10 * bound);
        EXPECT_NEAR(actual.dot, expected.dot, 1e-5 * std::abs(expected.dot));
        EXPECT_LT(distance(actual.updatedProbe, expected.updatedProbe), bound);
        EXPECT_LT(distance(actual.figures, expected.figures), bound);
        EXPECT_LT(distance(actual.backgroundSums, expected.backgroundSums), bound);
        EXPECT_LT(distance(actual.detectorSum, expected.detectorSum), bound);
        EXPECT_NEAR(actual.maximum, expected.maximum, 1e-5 * expected.maximum);
        EXPECT_NEAR(actual.peak, expected.peak, 1e-6F * expected.peak);
        for (const auto& [a, e] : {std::pair(actual.first, expected.first), std::pair(actual.second, expected.second),
                                   std::pair(actual.detector, expected.detector)}) {
            EXPECT_NEAR(a.error, e.error, 1e-5 * e.error);
            EXPECT_NEAR(a.intensity, e.intensity, 1e-5 * e.intensity);
            EXPECT_NEAR(a.deviance, e.deviance, 1e-4 * e.deviance);
            EXPECT_EQ(a.valid, e.valid);
            EXPECT_NEAR(a.change, e.change, 1e-4 * e.change);
        }
    }
}

std::vector<Case> cases() {
    std::vector<Case> all;
    // 16: whole panels; 20: a panel and a part, rows not a multiple of the block; 33: odd; 200: the narrow panels.
    for (const auto& [size, modes] : {std::pair(16, 1), std::pair(20, 3), std::pair(33, 2)})
        for (const Interpolation how : {Interpolation::nearest, Interpolation::bilinear, Interpolation::fourierShift})
            for (const bool nearField : {false, true})
                for (const ExitUpdate update : {ExitUpdate::pie, ExitUpdate::projections})
                    all.push_back({size, modes, how, nearField, update});
    for (const Interpolation how : {Interpolation::nearest, Interpolation::bilinear, Interpolation::fourierShift}) {
        for (const bool nearField : {false, true}) all.push_back({20, 2, how, nearField, ExitUpdate::pie, 1, 3});
        all.push_back({20, 1, how, false, ExitUpdate::pie, 2, 3});
        for (const auto& [size, factor] : {std::pair(20, 2), std::pair(33, 3)})
            all.push_back({size, 2, how, false, ExitUpdate::pie, factor});
        for (const bool nearField : {false, true}) all.push_back({20, 2, how, nearField, ExitUpdate::pie, 1, 1, true});
        all.push_back({20, 1, how, false, ExitUpdate::pie, 2, 3, true});
    }
    all.push_back({33, 2, Interpolation::bilinear, false, ExitUpdate::pie, 1, 1, true});
    all.push_back({200, 1, Interpolation::bilinear, false, ExitUpdate::pie});
    // The waves of all frames are larger than the cache: the sums are made in several parts.
    all.push_back({256, 3, Interpolation::bilinear, false, ExitUpdate::pie});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Cases, PtychoOpsConformance, testing::ValuesIn(cases()),
                         [](const auto& info) { return nameOf(info.param); });

/// The order of frames and the number of threads must not change a single bit of the sums.
TEST(PtychoOpsDeterminism, SumsDoNotDependOnOrderOrThreads) {
    for (const Interpolation how : {Interpolation::nearest, Interpolation::bilinear, Interpolation::fourierShift}) {
        const Case c{24, 2, how, false, ExitUpdate::pie};
        const Input in(c);
        const auto queue = makeQueue({"cpu", 1});
        std::vector<double> reference;
        for (const int threads : {1, 2, 5})
            for (const std::vector<int>& order :
                 {std::vector<int>{0, 1, 2, 3, 4, 5, 6}, std::vector<int>{6, 2, 4, 0, 5, 1, 3}}) {
                cpu::CpuPtychoOps ops(threads);
                std::vector<Cd> objectSum(in.object.size()), probeSum(in.probe.size());
                std::vector<double> objectWeight(in.object.size()), probeWeight(576);
                FrameStep step;
                step.model = {c.size, c.modes, in.rows, in.cols, how, nullptr};
                step.object = in.object.data(), step.probe = in.probe.data();
                step.measured.pixels = in.amplitudes.data(), step.places = in.places.data();
                step.frames = order;
                step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
                step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
                step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
                ops.frameStep(step);
                ops.finishProbeSum(step.model, probeSum.data());
                std::vector<double> all(flat(objectSum).begin(), flat(objectSum).end());
                all.insert(all.end(), flat(probeSum).begin(), flat(probeSum).end());
                all.insert(all.end(), objectWeight.begin(), objectWeight.end());
                all.insert(all.end(), probeWeight.begin(), probeWeight.end());
                if (reference.empty()) reference = all;
                EXPECT_EQ(all, reference) << "threads " << threads;
            }
    }
}

/// Counts give the bits of their roots, on every device and build of the loops, for all pairs of size, field, update.
TEST(PtychoOpsDeterminism, CountsAreTheirRoots) {
    for (Subject& subject : subjects())
        for (const ExitUpdate update : {ExitUpdate::pie, ExitUpdate::projections})
            for (const int size : {24, 20, 33}) {
                const bool near = (size == 20) != (update == ExitUpdate::projections);
                SCOPED_TRACE(subject.name + (near ? ", near field, " : ", far field, ") + std::to_string(size));
                const Case c{size, 2, Interpolation::bilinear, near, update};
                Input in(c);
                std::mt19937 random(9);
                std::vector<std::uint8_t> narrow(in.amplitudes.size());
                for (std::uint8_t& counts : narrow)
                    counts = random() % 9 == 0 ? kernels::kMasked8 : static_cast<std::uint8_t>(random() % 5);
                narrow[3] = 254, narrow[5] = 0;
                std::vector<std::uint16_t> wide(narrow.begin(), narrow.end());
                for (std::uint16_t& counts : wide)
                    if (counts == kernels::kMasked8) counts = kernels::kMasked16;
                for (std::size_t i = 0; i < narrow.size(); ++i)
                    in.amplitudes[i] =
                        narrow[i] == kernels::kMasked8 ? -1.0F : std::sqrt(static_cast<float>(narrow[i]));
                const Output roots = run(*subject.queue, subject.ops(), c, in);
                Input counts = in;
                counts.type = kernels::FrameType::counts8;
                counts.bytes.assign(narrow.begin(), narrow.end());
                expectSameBits(run(*subject.queue, subject.ops(), c, counts), roots);
                counts.type = kernels::FrameType::counts16;
                const auto* first = reinterpret_cast<const std::uint8_t*>(wide.data());
                counts.bytes.assign(first, first + 2 * wide.size());
                expectSameBits(run(*subject.queue, subject.ops(), c, counts), roots);
                for (const std::size_t i : {std::size_t{3}, std::size_t{7}}) wide[i] = i == 3 ? 65534 : 256;
                counts.bytes.assign(first, first + 2 * wide.size());
                in.amplitudes[3] = std::sqrt(65534.0F), in.amplitudes[7] = 16;
                expectSameBits(run(*subject.queue, subject.ops(), c, counts),
                               run(*subject.queue, subject.ops(), c, in));
            }
}

/// The fused step gives the bits of the separate operations, whichever frames a batch has and however the threads
/// share.
TEST(PtychoOpsDeterminism, FusedUpdateIsTheSeparateOnes) {
    for (const Interpolation how : {Interpolation::nearest, Interpolation::bilinear, Interpolation::fourierShift})
        for (Subject& subject : subjects())
            for (const std::vector<int>& frames : {std::vector<int>{4}, std::vector<int>{6, 0},
                                                   std::vector<int>{6, 2, 4, 0, 5, 1, 3}, std::vector<int>(40, 5)}) {
                SCOPED_TRACE(subject.name + ", frames " + std::to_string(frames.size()));
                const Case c{24, 2, how, false, ExitUpdate::pie};
                const Input in(c);
                std::vector<std::vector<Cf>> objects;
                std::vector<std::vector<Cd>> probeSums;
                for (const bool fused : {false, true}) {
                    Queue& queue = *subject.queue;
                    PtychoOps& ops = subject.ops();
                    Buffer<Cf> object(queue, std::span<const Cf>(in.object));
                    Buffer<Cf> probe(queue, std::span<const Cf>(in.probe));
                    Buffer<float> amplitudes(queue, std::span<const float>(in.amplitudes));
                    Buffer<Cd> objectSum(queue, in.object.size()), probeSum(queue, in.probe.size());
                    Buffer<double> objectWeight(queue, in.object.size()), probeWeight(queue, 576);
                    FrameStep step;
                    step.model = {c.size, c.modes, in.rows, in.cols, how, nullptr};
                    step.object = object.data(), step.probe = probe.data();
                    step.measured.pixels = amplitudes.data(), step.places = in.places.data();
                    step.frames = frames;
                    step.grids = {anchorFor(100), anchorFor(100), anchorFor(100), anchorFor(100)};
                    step.objectSum = objectSum.data(), step.objectWeight = objectWeight.data();
                    step.probeSum = probeSum.data(), step.probeWeight = probeWeight.data();
                    const Region whole{0, 0, in.rows, in.cols};
                    if (fused) {
                        ops.frameStepAndUpdate(step, object.data(), whole, {0.3F, 0.7F});
                    } else {
                        ops.frameStep(step);
                        ops.pieUpdate(object.data(), objectSum.data(), objectWeight.data(), 1, in.rows, in.cols, whole,
                                      {0.3F, 0.7F});
                    }
                    objects.push_back(object.toHost()), probeSums.push_back(probeSum.toHost());
                    for (const double left : objectWeight.toHost()) EXPECT_EQ(left, 0);
                }
                EXPECT_GT(distance(objects[0], in.object), 1e-3) << "nothing was updated";
                EXPECT_TRUE(std::ranges::equal(flat(objects[0]), flat(objects[1])));
                EXPECT_TRUE(std::ranges::equal(flat(probeSums[0]), flat(probeSums[1])));
            }
}

} // namespace
} // namespace ewald::compute
