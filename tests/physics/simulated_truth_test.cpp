// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the simulator does to a scan is found again by a run on its file.
#include "base/units.h"
#include "io/result_file.h"
#include "io/temporary_folder.h"
#include "job/ptychography/results/position_words.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "physics/recover.h"
#include "ptycho/analysis/coherence.h"
#include "ptycho/model/positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <regex>

namespace ewald::physics {
namespace {

struct Log : job::JobObserver {
    void onLog(LogLevel, const std::string& line) noexcept override {
        const std::lock_guard lock(mutex);
        text += line + "\n";
    }
    std::mutex mutex;
    std::string text;
};

class SimulatedTruth : public testing::Test {
protected:
    static sim::PtychoExperiment experiment() {
        sim::PtychoExperiment e;
        e.size = 64;
        e.frames = 120;
        return e;
    }
    void simulate(const sim::PtychoExperiment& e) {
        m_data = sim::simulatePtycho(e);
        sim::writeCxi(m_folder.path() / "scan.cxi", m_data, true);
    }
    /// From the mean pattern, on the file.
    io::PtychoResult run(const std::string& engine, std::size_t iterations,
                         const std::vector<std::pair<std::string, std::string>>& settings) {
        job::JobDocument document;
        document.inputFile = m_folder.path() / "scan.cxi";
        document.outputFile = m_folder.path() / "result.h5";
        document.pipeline = {{engine, iterations, {}}};
        document.setText("devices", "cpu:2");
        document.setText("subpixel", "fourier");
        for (const auto& [key, value] : settings) document.setText(key, value);
        RunControl control;
        job::RunOptions options;
        options.overwrite = true;
        const job::JobOutcome outcome = job::runPtycho(document, m_log, control, options);
        EXPECT_EQ(outcome.state, job::JobState::done) << m_log.text;
        return io::readResult(m_folder.path() / "result.h5");
    }
    /// A number in a line of the log.
    [[nodiscard]] double said(const std::string& pattern) const {
        std::smatch match;
        return std::regex_search(m_log.text, match, std::regex(pattern)) ? std::stod(match[1]) : std::nan("");
    }
    /// Where frames are in pixels of the object, but for a shift of all.
    [[nodiscard]] std::vector<PixelPosition> inPixels(const std::vector<ScanPosition>& positions) const {
        return physics::inPixels(positions, m_data.objectPixel_m);
    }

    io::TemporaryFolder m_folder;
    sim::PtychoDataset m_data;
    Log m_log;
};

TEST_F(SimulatedTruth, ScaleAndRotationOfPositionsAreFoundAndSaid) {
    sim::PtychoExperiment e = experiment();
    e.photonsPerFrame = 1e7;
    e.positionScale = 1.01;
    e.positionRotation_deg = 0.5;
    simulate(e);
    const io::PtychoResult result = run("lsqml", 100, {{"refine_positions", "true"}});
    const auto fit = ptycho::fitPositions(inPixels(m_data.truePositions), inPixels(result.positions));
    const double scale = said(R"(in common: they are ([0-9.]+) times as far apart as in the file)");
    const double angle = said(R"(in common: they are turned by (-?[0-9.]+)°)");
    std::printf("left: %.4f° and %.5f, %.3f px; said: %.4f°, %.5f\n", fit.rotation_deg, fit.scale, fit.residual, angle,
                scale);
    // Measured with six seeds: 0.010°, 2.3e-4 and 0.019 px at most.
    EXPECT_NEAR(fit.rotation_deg, 0, 0.03);
    EXPECT_NEAR(fit.scale, 1, 5e-4);
    EXPECT_LT(fit.residual, 0.05);
    EXPECT_NEAR(scale, 1 / 1.01, 5e-4);
    EXPECT_NEAR(angle, 0.5, 0.03) << "what position_rotation_deg has to be";
}

/// What the plan leaves of them is as much as it says. Both scans are of those that earlier plans lost or left with a
/// scale 1.3e-3 off: the object was interpolated, and in the second one a first move that was too far ended the search.
TEST_F(SimulatedTruth, TheAutomaticPlanFindsScaleAndRotationAsWellAsItSays) {
    struct Scan {
        std::size_t frames;
        double photons, scale, rotation_deg;
        std::uint64_t seed;
    };
    for (const Scan& scan : {Scan{144, 1e6, 1.01, 0.5, 0}, Scan{420, 5e6, 1.005, 1, 505}}) {
        sim::PtychoExperiment e = experiment();
        e.frames = scan.frames;
        e.photonsPerFrame = scan.photons;
        e.positionScale = scan.scale;
        e.positionRotation_deg = scan.rotation_deg;
        e.seed = scan.seed;
        simulate(e);
        m_log.text.clear();
        const io::PtychoResult result = run("auto", 100, {});
        const auto fit = ptycho::fitPositions(inPixels(m_data.truePositions), inPixels(result.positions));
        const double ofScale = said(R"(times as far apart as in the file \(± ([0-9.e-]+)\))");
        const double ofAngle = said(R"(they are turned by -?[0-9.]+° \(± ([0-9.e-]+)°\))");
        std::printf("left: %.5f ± %.5f, %.4f° ± %.4f°\n", fit.scale - 1, ofScale, fit.rotation_deg, ofAngle);
        // Of 31 scans that the command simulated, errors of 3.3 and 3.1 times what is said were the largest, and 4.6e-4
        // and 0.02° where counts are as many as here (median: 2.2e-4, 0.006°).
        EXPECT_LT(std::abs(fit.scale - 1), 4 * ofScale);
        EXPECT_LT(std::abs(fit.rotation_deg), 4 * ofAngle);
        EXPECT_LT(std::abs(fit.scale - 1), 6e-4);
        EXPECT_LT(std::abs(fit.rotation_deg), 0.03);
        // Beside 0.05 pixels at the farthest frame, which are a part of what is said of small scans (33 and 59 pixels).
        const double reach = job::reachOf(result.initialPositions) / result.objectPixelWidth_m;
        EXPECT_LT(ofScale, std::hypot(6e-4, 0.05 / reach));
        EXPECT_LT(ofAngle, std::hypot(0.03, 0.05 / reach * 180 / kPi));
    }
}

TEST_F(SimulatedTruth, ErrorsOfPositionsAreFound) {
    sim::PtychoExperiment e = experiment();
    e.positionError_px = 1;
    const Experiment x = withPositionsAsTold(makeExperiment(e), 8);
    m_data = x.data;
    ptycho::StageSettings stage = stageOf("lsqml", 80, {{"batch_size", 32}});
    stage.refinePositions = true;
    const Outcome outcome = reconstruct(x, roughStart(x, 1), exactModel(), {stage});
    std::vector<PixelPosition> found;
    const std::vector<double>& saved = outcome.resume.state.numbers.at(kSavedPositions);
    for (std::size_t i = 0; i < e.frames; ++i) found.push_back({saved[4 * i], saved[4 * i + 1]});
    const double before = ptycho::fitPositions(x.data.pixelPositions, inPixels(x.data.positions)).residual;
    const double after = ptycho::fitPositions(x.data.pixelPositions, found).residual;
    std::printf("residual %.3f -> %.3f px, error %.5f, %.3f times the floor\n", before, after, outcome.error(),
                outcome.figures.fourierError / outcome.figures.noiseFloor);
    EXPECT_GT(before, 1.4); // 1.48 times the median of lengths: 1.75 expected
    // Measured with six seeds: 0.037 px at most.
    EXPECT_LT(after, 0.1);
}

TEST_F(SimulatedTruth, BackgroundIsFound) {
    sim::PtychoExperiment e = experiment();
    e.background = 8;
    simulate(e);
    const io::PtychoResult result =
        run("lsqml", 60, {{"background", "true"}, {"loss", "poisson"}, {"batch_size", "16"}});
    ASSERT_EQ(result.background.shape(), m_data.background.shape());
    // Where waves are dark: beyond a third of the window from its middle. There it falls from 8 to 4.
    double found = 0, known = 0, squares = 0, count = 0, rise = 0, slope = 0;
    const auto each = [&](auto&& visit) {
        for (std::size_t r = 0; r < 64; ++r)
            for (std::size_t c = 0; c < 64; ++c)
                if (std::hypot(static_cast<double>(r) - 32, static_cast<double>(c) - 32) >= 21)
                    visit(static_cast<double>(result.background(r, c)), static_cast<double>(m_data.background(r, c)));
    };
    each([&](double b, double truth) { found += b, known += truth, ++count; });
    each([&](double b, double truth) {
        squares += std::pow(b - truth, 2);
        slope += (truth - known / count) * (b - found / count), rise += std::pow(truth - known / count, 2);
    });
    std::printf("mean %.3f of %.3f, rms difference %.3f, slope %.3f\n", found / count, known / count,
                std::sqrt(squares / count), slope / rise);
    // Measured with six seeds: 0.993 at least (0.95 with amplitudes, whose mean is a quarter of a count too low),
    // 0.976, and 0.27 at most, of which √(6.2/120) = 0.23 are noise.
    EXPECT_NEAR(found / known, 1, 0.02);
    EXPECT_NEAR(slope / rise, 1, 0.06) << "its fall with the distance from the middle";
    EXPECT_LT(std::sqrt(squares / count), 0.4);
}

TEST_F(SimulatedTruth, IntensitiesOfFramesAreFound) {
    sim::PtychoExperiment e = experiment();
    e.intensityDrift = 0.2;
    simulate(e);
    const io::PtychoResult result = run("rpie", 60, {{"frame_intensities", "true"}, {"batch_size", "16"}});
    ASSERT_EQ(result.frameIntensities.size(), e.frames);
    // Robust: frames at the rim have parts of the object for themselves, whose amplitude goes with the beam.
    std::vector<double> ratios, off, changes;
    for (std::size_t i = 0; i < e.frames; ++i) {
        ratios.push_back(result.frameIntensities[i] / m_data.frameIntensities[i]);
        changes.push_back(std::abs(m_data.frameIntensities[i] - 1));
    }
    const double middle = medianOf(ratios);
    for (const double ratio : ratios) off.push_back(std::abs(ratio / middle - 1));
    std::printf("off by %.4f of %.4f\n", medianOf(off), medianOf(changes));
    // Measured with six seeds: 0.24 at most. Even slopes of the beam are the object's as well.
    EXPECT_LT(medianOf(off), 0.35 * medianOf(changes));
}

/// A blur of intensities is a source of a finite size. The mutual intensity of its beam is P(x) γ(x − x') P*(x'), γ the
/// transform of the point spread, exp(σ² (cos(2πd/n) − 1)) along each axis, and its degree of coherence
/// Σ |P(x)|² γ² |P(x')|² / (Σ |P|²)².
double degreeOf(const Array<Complex, 3>& probe, double sigma_px) {
    const std::size_t n = probe.extent(1);
    std::vector<double> power, squared(n);
    for (const Complex& value : probe.slab(0)) power.push_back(std::norm(std::complex<double>(value)));
    for (std::size_t d = 0; d < n; ++d)
        squared[d] = std::exp(2 * sigma_px * sigma_px *
                              (std::cos(2 * kPi * static_cast<double>(d) / static_cast<double>(n)) - 1));
    double pairs = 0, all = 0;
    for (std::size_t i = 0; i < n * n; ++i) {
        all += power[i];
        for (std::size_t k = 0; k < n * n; ++k)
            pairs += power[i] * power[k] * squared[(i / n + n - k / n) % n] * squared[(i % n + n - k % n) % n];
    }
    return pairs / (all * all);
}

TEST_F(SimulatedTruth, BlurIsFoundAsModesOfTheProbe) {
    sim::PtychoExperiment e = experiment();
    e.photonsPerFrame = 1e8; // weak modes need them
    e.blur_px = 0.5;
    simulate(e);
    const double expected = degreeOf(m_data.probe, e.blur_px);
    const io::PtychoResult one = run("rpie", 60, {{"probe_modes", "1"}, {"batch_size", "16"}});
    const io::PtychoResult many = run("rpie", 120, {{"probe_modes", "6"}, {"batch_size", "16"}});
    const std::size_t n = many.probe.extent(2);
    const Array<Complex, 3> modes({many.probe.extent(1), n, n}, {many.probe.begin(), many.probe.end()});
    const double found = ptycho::coherenceOf(modes).degree;
    std::printf("degree of coherence %.4f, expected %.4f; error %.5f -> %.5f\n", found, expected,
                one.loss.back().fourierError, many.loss.back().fourierError);
    EXPECT_LT(expected, 0.8) << "else there is nothing to be found";
    // Measured with six seeds: 0.0055 too much, as six modes hold 0.993 of the light; the error falls to a hundredth.
    EXPECT_NEAR(found, expected, 0.015);
    EXPECT_LT(many.loss.back().fourierError, 0.05 * one.loss.back().fourierError);
}

} // namespace
} // namespace ewald::physics
