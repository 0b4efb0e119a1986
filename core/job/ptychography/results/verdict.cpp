// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/verdict.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "job/document/document.h"
#include "job/document/frame_list.h"
#include "job/document/settings.h"
#include "job/ptychography/results/error_course.h"
#include "job/ptychography/results/position_words.h"
#include "job/ptychography/setup/frame_statistics.h"
#include "ptycho/model/common_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>

namespace ewald::job {
namespace {

using Lines = std::vector<std::string>;

/// Over the noise limit: with the right orientation and too simple a model, reconstructions of measured scans end below
/// 3, with a wrong orientation above 5.
constexpr double kFarAbove = 4;
/// A fifth of the error of a perfect model is in the unknowns.
constexpr double kBelowLimit = 0.8;
/// The limit itself is known to a hundredth; above this, something is left that is no noise.
constexpr double kAllThatCountsAllow = 1.05;
/// Of the power. A mode that the data pay for has more (core/ptycho/engines/auto.cpp); below it, one more would
/// explain noise.
constexpr double kStrongMode = 0.04;
constexpr double kShownMode = 0.01; ///< of the power

std::string percentText(double fraction, int digits = 2) { return numberText(100 * fraction, digits); }

std::string errorLine(const io::PtychoResult& result) {
    const io::LossEntry& last = result.loss.back();
    if (const double times = last.fourierError / last.noiseFloor; last.noiseFloor > 0 && std::isfinite(times))
        return phrase("Fourier error %1, %2 × the noise limit", numberText(last.fourierError), numberText(times, 3));
    return phrase("Fourier error %1; there is no noise limit, as the frames are no counts",
                  numberText(last.fourierError));
}

bool isFarAboveLimit(const io::PtychoResult& result) {
    return timesTheLimit(result) > kFarAbove && result.positions.size() > 1;
}

/// Whether the scan of the job can be divided into halves.
bool hasHalves(const io::PtychoResult& result, const std::optional<JobDocument>& job) {
    return result.positions.size() > 1 && job && job->text("scan_half") == "all";
}

void addResolution(const io::PtychoResult& result, const std::optional<JobDocument>& job, Lines& lines) {
    if (!result.frc) {
        if (hasHalves(result, job))
            lines.push_back(translatable("the resolution was not measured: \"How good is it?\" (ewald-cli compare "
                                         "RESULT --halves) finds it with two halves of the frames"));
        return;
    }
    const io::StoredFrc& frc = *result.frc;
    const auto length = [](const io::StoredFrc::Resolution& found) {
        const std::string value = lengthText(found.value_m.value_or(0), 3);
        return found.atMost ? phrase("%1 (a pixel) or better", value) : value;
    };
    if (frc.resolution.value_m && frc.oneBitResolution.value_m)
        lines.push_back(phrase("resolution: %1 (half-bit), %2 (one-bit), by the ring correlation of %3",
                               length(frc.resolution), length(frc.oneBitResolution), frc.of));
    else if (!frc.definition.empty())
        lines.push_back(frc.definition);
}

/// Of each mode of the first variation, rising numbers; sum 1. Empty for a probe without power.
std::vector<double> modePowers(const Array<Complex, 4>& probe) {
    if (probe.empty()) return {};
    const std::size_t modes = probe.extent(1), pixels = probe.extent(2) * probe.extent(3);
    std::vector<double> powers(modes, 0.0);
    for (std::size_t k = 0; k < modes; ++k)
        for (const Complex value : probe.slab(0).subspan(k * pixels, pixels))
            powers[k] += std::norm(std::complex<double>(value));
    const double all = std::accumulate(powers.begin(), powers.end(), 0.0);
    if (!(all > 0) || !std::isfinite(all)) return {};
    for (double& power : powers) power /= all;
    return powers;
}

void addModes(const std::vector<double>& powers, Lines& lines) {
    if (powers.size() < 2) return;
    std::string shown;
    std::size_t count = 0;
    for (const double power : powers) {
        if (!(power > kShownMode)) continue;
        shown += (count++ == 0 ? "" : ", ") + percentText(power);
    }
    lines.push_back(phrase("%1 of %2 probe modes {1:has|have} more than %3 % of the power: %4 %", count, powers.size(),
                           percentText(kShownMode), shown));
}

double pixelOf(const io::PtychoResult& result) {
    return std::sqrt(std::abs(result.objectPixelHeight_m * result.objectPixelWidth_m));
}

/// What else the model took up, where it was asked to.
void addDetectorAndBeam(const io::PtychoResult& result, Lines& lines) {
    const double background = std::accumulate(result.background.begin(), result.background.end(), 0.0);
    const auto frames = static_cast<double>(result.frameCounts.size());
    const double counts = std::accumulate(result.frameCounts.begin(), result.frameCounts.end(), 0.0);
    if (background > 0 && counts > 0)
        lines.push_back(phrase("the background is %1 counts a frame, %2 % of what was measured",
                               numberText(background, 3), percentText(background * frames / counts)));
    if (result.frameIntensities.size() > 1) {
        double square = 0; // their mean is 1
        for (const double value : result.frameIntensities) square += (value - 1) * (value - 1);
        const double variation = std::sqrt(square / static_cast<double>(result.frameIntensities.size()));
        const double ofCounts = counts > 0 ? std::sqrt(frames / counts) : 0; // of a frame with the mean number of them
        constexpr double kReal = 3;                                          // times that, as in the automatic plan
        lines.push_back(variation > kReal * ofCounts
                            ? phrase("the beam varies by %1 % (r.m.s.) from frame to frame", percentText(variation))
                            : phrase("the beam does not vary from frame to frame by more than counts do (%1 % r.m.s., "
                                     "of counts alone %2 %)",
                                     percentText(variation), percentText(ofCounts)));
    }
    if (result.probeWeights.empty() || result.probe.extent(0) < 2) return;
    double varying = 0, all = 0; // powers, the mean of all frames
    for (std::size_t j = 0; j < result.probe.extent(0); ++j) {
        double power = 0, square = 0;
        for (const Complex value : result.probe.slab(j)) power += std::norm(std::complex<double>(value));
        for (std::size_t i = 0; i < result.probeWeights.extent(0); ++i)
            square += result.probeWeights(i, j) * result.probeWeights(i, j);
        power *= square / static_cast<double>(result.probeWeights.extent(0));
        all += power;
        if (j > 0) varying += power;
    }
    if (all > 0)
        lines.push_back(
            phrase("the probe changes from frame to frame by %1 % of its power", percentText(varying / all)));
}

/// Whether the last engine has shifted the probe exactly: "auto" is what the engine wants, in the far field.
bool shiftsExactly(const io::PtychoResult& result, const JobDocument& job) {
    const ptycho::Subpixel subpixel = modelSettingsOf(job).subpixel;
    if (subpixel != ptycho::Subpixel::automatic) return subpixel == ptycho::Subpixel::fourier;
    // Results of early versions do not say it, but their job may.
    const bool nearField = result.nearField || job.real("focus_to_sample_m") > 0;
    return stageSettingsOf(job).back().engine().shiftsExactly && !nearField;
}

/// What an engine is given that makes its steps smaller or its unknowns fewer.
std::string cureOfRise(const std::optional<JobDocument>& job) {
    if (job && !job->pipeline.empty()) {
        const ptycho::StageSettings last = stageSettingsOf(*job).back();
        if (last.variableProbeModes > 0) return translatable("fewer variable_probe_modes, or none, may help");
        if (last.has("projection_softness"))
            return translatable("a larger projection_softness or dm_regularisation, or the engine auto, may help");
        if (last.has("object_step") && !last.engine().recommended)
            return translatable("smaller steps (object_step, probe_step), or the engine auto, may help");
    }
    return translatable("another engine, or a better initial probe, may help");
}

void addOrientation(const io::PtychoResult& result, Lines& lines) {
    if (isFarAboveLimit(result))
        lines.push_back(translatable("far above the noise limit: \"Find orientation\" (ewald-cli orient) tells "
                                     "whether the axes of the positions are right; else check energy and distance"));
}

/// Frames that are no measurements pull on everything.
void addOutlyingFrames(const io::PtychoResult& result, Lines& lines) {
    const std::vector<std::size_t> outliers = outlyingFrames(result.frameCounts);
    if (outliers.empty() || result.frameIndex.size() != result.frameCounts.size()) return;
    std::vector<std::size_t> frames;
    for (const std::size_t place : outliers) frames.push_back(result.frameIndex[place]);
    lines.push_back(phrase("%1 {frame holds|frames hold} far more or fewer counts than the others: excluded_frames=%2 "
                           "leaves {1:it|them} out",
                           frames.size(), frameListWord(frames)));
}

void addHelp(const io::PtychoResult& result, const std::optional<JobDocument>& job, const std::vector<double>& powers,
             bool positionsMoved, Lines& lines) {
    const double times = timesTheLimit(result);
    if (const std::optional<std::string> rise = describeRise(result)) {
        lines.push_back(*rise);
        addOrientation(result, lines);
        return; // of what does not converge nothing else is known
    }
    if (times > kAtNoiseLimit) addOutlyingFrames(result, lines);
    if (stillFalls(result)) {
        const double fall = fallOf(result.loss).value_or(ErrorFall{}).fall;
        lines.push_back(phrase("more iterations would help: the error still falls by %1 % in each", percentText(fall)));
        // What is missing beside them is known when it does not fall any more, unless so many would not be enough.
        constexpr std::size_t kEnoughToTell = 30;
        constexpr double kTimesLonger = 3;
        const double enough = fall > 0 && times > 0 ? std::log(times / kAtNoiseLimit) / fall : 0;
        const auto done = static_cast<double>(result.loss.size());
        if (result.loss.size() >= kEnoughToTell && enough > kTimesLonger * done) addOrientation(result, lines);
        return;
    }
    if (!(times > 0)) return;
    if (times < kBelowLimit) {
        lines.push_back(
            translatable("below the noise limit the model fits noise: fewer unknowns (modes, variations) or "
                         "more overlap would help"));
        return;
    }
    if (times <= kAllThatCountsAllow) {
        lines.push_back(translatable("this is what the counts allow: only more of them would help"));
        return;
    }
    if (times <= kAtNoiseLimit) {
        lines.push_back(translatable("nearly what the counts allow: more of them would help, and a little is left that "
                                     "the model has not: weak modes of the probe (probe_modes), a background, pixels "
                                     "to be masked"));
        return;
    }
    // Engines that interpolate have ended at 1.5 to 45 times the limit on scans whose limit they reach with exact
    // shifts, the farther the more counts there are: this is tried before anything is doubted.
    bool more = job && result.positions.size() > 1 && !shiftsExactly(result, *job);
    if (more)
        lines.push_back(translatable("positions lie between pixels: exact shifts of the probe (subpixel=fourier) may "
                                     "help"));
    addOrientation(result, lines);
    if (!job) return;
    const std::vector<ptycho::StageSettings> stages = stageSettingsOf(*job);
    const auto asks = [&](bool ptycho::StageSettings::*what) { return std::ranges::any_of(stages, what); };
    if (!positionsMoved && result.positions.size() > 1 && !asks(&ptycho::StageSettings::refinePositions)) {
        lines.push_back(translatable("positions that are refined (refine_positions) may help"));
        more = true;
    }
    const auto plans = [](const Stage& stage) {
        const ptycho::EngineKind* kind = ptycho::findEngineKind(stage.engine);
        return kind && kind->plansModel;
    };
    if (std::ranges::any_of(job->pipeline, plans)) {
        if (!more)
            lines.push_back(translatable("the automatic plan has tried positions, modes and a background: what is left "
                                         "may come from energy, distance, or pixels that have to be masked"));
        return;
    }
    if (!powers.empty() && *std::ranges::min_element(powers) > kStrongMode) {
        lines.push_back(phrase("more than %1 probe {mode|modes} (probe_modes) may help", powers.size()));
        more = true;
    }
    if (!more && !asks(&ptycho::StageSettings::background))
        lines.push_back(translatable("a background that is fitted (background), or one to be masked, may help"));
}

std::optional<JobDocument> jobOf(const io::PtychoResult& result) {
    try {
        return parseJob(result.job, "result");
    } catch (const Error&) { // without one, or of another version
        return std::nullopt;
    }
}

} // namespace

std::array<double, 4> leftInCommon(const io::PtychoResult& result) {
    std::array<double, 4> left{};
    const std::optional<ptycho::CommonMotion> motion = ptycho::commonMotionIn(result.state, kSavedPositions);
    const double reach_m = reachOf(result.initialPositions);
    if (!motion || !(reach_m > 0)) return left;
    for (std::size_t part = 0; part < left.size(); ++part)
        if (motion->undetermined[part] == 0 || motion->best[part] != 0)
            left[part] = motion->left_px[part] * pixelOf(result) / reach_m;
    left[2] *= 2, left[3] *= 2; // the difference of two axes, not from their mean
    return left;
}

double timesTheLimit(const io::PtychoResult& result) {
    if (result.loss.empty()) return 0;
    const io::LossEntry& last = result.loss.back();
    const double times = last.noiseFloor > 0 ? last.fourierError / last.noiseFloor : 0;
    return times > 0 && std::isfinite(times) ? times : 0;
}

bool stillFalls(const io::PtychoResult& result) { return fallOf(result.loss).value_or(ErrorFall{}).goesOn(); }

std::optional<std::string> describeRise(const io::PtychoResult& result) {
    const std::optional<ErrorRise> rise = riseOf(result.loss);
    if (!rise) return std::nullopt;
    return phrase("the error has risen: it was %1 in iteration %2, ends at %3 and stays there; %4",
                  numberText(rise->from), rise->iteration, numberText(rise->to), cureOfRise(jobOf(result)));
}

std::vector<std::string> describePositions(const io::PtychoResult& result) {
    return describePositions(result.initialPositions, result.positions, pixelOf(result), timesTheLimit(result),
                             result.leftInCommon);
}

std::vector<std::string> verdictOn(const io::PtychoResult& result) {
    Lines lines;
    if (result.loss.empty()) return lines;
    const std::optional<JobDocument> job = jobOf(result);
    const std::vector<double> powers = modePowers(result.probe);
    const Lines moves = describePositions(result);
    lines.push_back(errorLine(result));
    addResolution(result, job, lines);
    lines.insert(lines.end(), moves.begin(), moves.end());
    addModes(powers, lines);
    addDetectorAndBeam(result, lines);
    addHelp(result, job, powers, !moves.empty(), lines);
    return lines;
}

ResultFigures figuresOf(const io::PtychoResult& result) {
    ResultFigures figures;
    if (!result.loss.empty()) figures.fourierError = result.loss.back().fourierError;
    if (result.frc) figures.resolution_m = result.frc->resolution.value_m.value_or(-1);
    figures.errorIsHigh = isFarAboveLimit(result) && !stillFalls(result);
    figures.pixelsOfFrames =
        static_cast<double>(result.positions.size() * result.probe.extent(2) * result.probe.extent(3));
    return figures;
}

void logVerdict(const std::vector<std::string>& verdict, JobObserver& observer) {
    for (const std::string& line : verdict) observer.onLog(LogLevel::info, phrase("verdict: %1", line));
}

} // namespace ewald::job
