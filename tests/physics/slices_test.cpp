// SPDX-License-Identifier: GPL-3.0-or-later
//
// An object of several slices: each is found where one slice cannot describe the frames, by every engine without stored
// waves, the same on any number of ranks.
#include "physics/recover.h"
#include "physics/same_bits.h"
#include "ptycho/model/memory_need.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;
using ptycho::Subpixel;

/// λΔz/px² = 40 in pixels of the object, and steps of 6 of them.
sim::PtychoExperiment thick(std::size_t slices, std::size_t frames) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.photonsPerFrame = 1e6;
    constexpr double kStep_px = 6;
    sim::PtychoExperiment trial = e;
    trial.frames = 4;
    trial.positionJitter = 0;
    const sim::PtychoDataset data = sim::simulatePtycho(trial);
    const double step = data.pixelPositions[1].col - data.pixelPositions[0].col;
    e.overlap = 1 - (1 - trial.overlap) * kStep_px / step;
    e.frames = frames;
    e.slices = slices;
    e.sliceSpacing_m = slices > 1 ? 40 * data.objectPixel_m * data.objectPixel_m / data.wavelength_m : 0;
    return e;
}

Array<Complex, 2> sliceOf(const Experiment& x, const Array<Complex, 2>& object, std::size_t slice) {
    const std::size_t rows = x.problem.objectRows, pixels = rows * x.problem.objectCols;
    const auto first = object.begin() + static_cast<std::ptrdiff_t>(slice * pixels);
    return Array<Complex, 2>({rows, x.problem.objectCols}, {first, first + static_cast<std::ptrdiff_t>(pixels)});
}

/// ‖c O e^{iramp} − T‖ / ‖T − mean T‖ in the scanned area: 1 of an empty object.
double contrastError(const Array<Complex, 2>& object, const Array<Complex, 2>& truth, std::size_t border) {
    const std::size_t rows = truth.extent(0), cols = truth.extent(1);
    const auto ratio = [&](std::size_t r, std::size_t c) {
        return std::complex<double>(truth(r, c)) * std::conj(std::complex<double>(object(r, c)));
    };
    std::complex<double> stepRow = 0, stepCol = 0;
    for (std::size_t r = border; r + border + 1 < rows; ++r)
        for (std::size_t c = border; c + border + 1 < cols; ++c) {
            stepRow += ratio(r + 1, c) * std::conj(ratio(r, c));
            stepCol += ratio(r, c + 1) * std::conj(ratio(r, c));
        }
    const auto flat = [&](std::size_t r, std::size_t c) {
        return std::complex<double>(object(r, c)) *
               std::polar(1.0, std::arg(stepRow) * static_cast<double>(r) + std::arg(stepCol) * static_cast<double>(c));
    };
    std::complex<double> product = 0, mean = 0;
    double power = 0, count = 0;
    for (std::size_t r = border; r + border < rows; ++r)
        for (std::size_t c = border; c + border < cols; ++c) {
            product += std::conj(flat(r, c)) * std::complex<double>(truth(r, c));
            power += std::norm(flat(r, c));
            mean += std::complex<double>(truth(r, c));
            ++count;
        }
    mean /= count;
    double difference = 0, contrast = 0;
    for (std::size_t r = border; r + border < rows; ++r)
        for (std::size_t c = border; c + border < cols; ++c) {
            difference += std::norm(product / power * flat(r, c) - std::complex<double>(truth(r, c)));
            contrast += std::norm(std::complex<double>(truth(r, c)) - mean);
        }
    return std::sqrt(difference / contrast);
}

struct Setup {
    std::string engine;
    bool freeProbe;
    std::size_t iterations;
    double bound; ///< of the error of each slice
    bool withOne; ///< is compared with a run of one slice
};

class TwoSlices : public testing::TestWithParam<Setup> {};

TEST_P(TwoSlices, AreEachFound) {
    const auto& [engine, freeProbe, iterations, bound, withOne] = GetParam();
    const Experiment x = makeExperiment(thick(2, 100));
    StageSettings s = stageOf(engine, iterations, {{"batch_size", engine == "epie" ? 1 : 10}});
    s.updateProbe = freeProbe;
    ptycho::Estimate start = roughStart(x, 1);
    if (!freeProbe) start.probe = x.data.probe;
    const Outcome both = reconstruct(x, start, exactModel(), {s});
    constexpr std::size_t kBorder = 34;
    double errors[2];
    for (std::size_t slice = 0; slice < 2; ++slice) {
        const Array<Complex, 2> truth = sliceOf(x, x.data.object, slice);
        errors[slice] = contrastError(sliceOf(x, both.estimate.object, slice), truth, kBorder);
    }
    std::printf("%s, %s probe: errors of the slices %.3f and %.3f; fourier_error %.5f (floor %.5f)\n", engine.c_str(),
                freeProbe ? "free" : "known", errors[0], errors[1], both.figures.fourierError, both.figures.noiseFloor);
    for (const double error : errors) EXPECT_LT(error, bound);
    if (!withOne) return;
    Experiment thin = x;
    thin.problem.slices = 1;
    start.object = roughStart(thin, 1).object;
    const Outcome one = reconstruct(thin, start, exactModel(), {s});
    std::printf("one slice: %.5f\n", one.figures.fourierError);
    EXPECT_GT(one.figures.fourierError, 20 * both.figures.fourierError);
}

std::string nameOf(const testing::TestParamInfo<Setup>& info) {
    return info.param.engine + (info.param.freeProbe ? "Free" : "Known");
}

// Measured after 200 iterations (LSQML 100): 0.033 to 0.046 (the goal is 0.15), one slice 29 and 31 times the error;
// after 60: L-BFGS 0.033, Adam 0.17, ePIE 0.19, SGD 0.21 for the star, less for the particles.
const Setup kSetups[] = {{"rpie", false, 200, 0.15, true},  {"rpie", true, 200, 0.15, false},
                         {"lsqml", true, 100, 0.15, false}, {"ml", true, 200, 0.15, true},
                         {"lbfgs", false, 60, 0.3, false},  {"epie", false, 60, 0.3, false},
                         {"adam", false, 60, 0.3, false},   {"sgd", false, 60, 0.4, false}};

INSTANTIATE_TEST_SUITE_P(Engines, TwoSlices, testing::ValuesIn(kSetups), nameOf);

Experiment small(std::size_t flyPoints, std::size_t oversampling) {
    sim::PtychoExperiment e;
    e.size = 24 / oversampling;
    e.frames = 47;
    e.modes = 2;
    e.flyPoints = flyPoints;
    e.oversampling = oversampling;
    e.slices = 3;
    e.sliceSpacing_m = 1e-2;
    return makeExperiment(e);
}

TEST(SlicesInvariance, SameBitsOnAnyNumberOfRanks) {
    struct Kind {
        std::size_t flyPoints, oversampling;
        Subpixel subpixel;
    };
    for (const Kind& kind :
         {Kind{1, 1, Subpixel::bilinear}, Kind{1, 2, Subpixel::fourier}, Kind{2, 1, Subpixel::fourier}})
        for (const std::string engine : {"epie", "rpie", "lsqml", "ml", "lbfgs", "adam", "sgd"}) {
            SCOPED_TRACE(engine + ", points " + std::to_string(kind.flyPoints));
            const Experiment x = small(kind.flyPoints, kind.oversampling);
            const ptycho::Estimate start = roughStart(x, 2);
            ptycho::ModelSettings model;
            model.subpixel = kind.subpixel;
            StageSettings s = stageOf(engine, 7, {{"batch_size", engine == "epie" ? 1 : 7}});
            s.background = true;
            s.frameIntensities = true;
            s.fixProbePower = true;
            s.centreProbeEvery = 3;
            s.objectAmplitudeMax = 1.3;
            if (engine == "rpie" || engine == "adam") s.objectTv = 0.5;
            const Outcome one = reconstruct(x, start, model, {s});
            EXPECT_LT(one.figures.fourierError, one.reports.front().fourierError);
            expectSameHoweverLaidOut(x, start, model, s, one);
        }
}

/// What slices take, beside one, is in the plan.
TEST(SlicesMemory, IsThatOfThePlan) {
    const Experiment three = small(1, 1);
    Experiment thin = three;
    thin.problem.slices = 1;
    const Experiment& one = thin;
    for (const std::string engine : {"rpie", "lsqml", "ml"}) {
        const StageSettings s = stageOf(engine, 2, {{"batch_size", 7}});
        double planned[2], allocated[2];
        std::size_t at = 0;
        for (const Experiment* x : {&one, &three}) {
            allocated[at] =
                static_cast<double>(reconstruct(*x, roughStart(*x, 1), {}, {s}, {.foreign = true}).allocated.front());
            ptycho::Problem problem = x->problem;
            ptycho::partitionProblem(problem, 1, ptycho::Partition::interleaved, false);
            const ptycho::MemoryNeed need = ptycho::memoryNeed(problem, 0, {}, {s});
            planned[at++] = need.object + need.probe;
        }
        // Beside arrays of the object, the transfer function; what an update is made of (12 bytes of a pixel of the
        // object, 80 and more) is allocated by the operations.
        EXPECT_GE(planned[1] - planned[0], 0.97 * (allocated[1] - allocated[0])) << engine;
        EXPECT_LE(planned[1] - planned[0], 1.25 * (allocated[1] - allocated[0])) << engine;
    }
}

} // namespace
} // namespace ewald::physics
