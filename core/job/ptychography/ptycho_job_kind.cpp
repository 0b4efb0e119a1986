// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/ptycho_job_kind.h"

#include "base/error.h"
#include "base/phrase.h"
#include "job/document/settings.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "job/ptychography/setup/open_job_scan.h"

namespace ewald::job {
namespace {

/// What objects of several slices do not go with.
void validateSlices(const JobDocument& job) {
    constexpr const char* kKey = "slices";
    if (!(job.real("slice_spacing_m") > 0))
        throw JobError("several slices need a distance between them", "slice_spacing_m",
                       "give it in metres: a few depths of field, 5 px^2/wavelength");
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage) {
        const std::string& name = job.pipeline[stage].engine;
        if (const auto* engine = ptycho::findEngineKind(name); engine && !engine->severalSlices)
            throw JobError(phrase("%1 does not reconstruct several slices", name), kKey,
                           phrase("use another engine, or set %1 to 1", kKey));
        const ptycho::StageSettings settings = stageSettingsOf(job, stage);
        if (settings.refinePositions)
            throw JobError("positions are not refined with several slices", "refine_positions",
                           "refine them with one slice first, or leave refine_positions out");
        if (settings.variableProbeModes > 0)
            throw JobError("a probe that varies from frame to frame is not fitted with several slices",
                           "variable_probe_modes", "set variable_probe_modes to 0, or slices to 1");
    }
}

/// The parameter that limits the values of the object; null where none does.
const char* limitOfObject(const ptycho::StageSettings& s) {
    return s.objectL1 > 0                                ? "object_l1"
           : s.objectPurePhase > 0                       ? "object_pure_phase"
           : s.objectAmplitudeMin > 0                    ? "object_amplitude_min"
           : s.objectAmplitudeMax > 0                    ? "object_amplitude_max"
           : s.objectPhaseMin_rad < s.objectPhaseMax_rad ? "object_phase_max"
                                                         : nullptr;
}

/// What objects of several modes do not go with.
void validateObjectModes(const JobDocument& job) {
    if (job.integer("slices") > 1)
        throw JobError("an object of several modes has one slice only", "object_modes",
                       "set object_modes to 1, or slices to 1");
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage) {
        const ptycho::StageSettings settings = stageSettingsOf(job, stage);
        if (const char* key = limitOfObject(settings)) // each mode but the first is what the others lack
            throw JobError("the values of an object's modes have no limits: only their sum of intensities is measured",
                           key, "leave it out, or set object_modes to 1");
        if (settings.variableProbeModes > 0)
            throw JobError("a probe that varies from frame to frame is not fitted with several modes of the object",
                           "variable_probe_modes", "set variable_probe_modes to 0, or object_modes to 1");
    }
}

/// What a known part of the object does not go with.
void validateKnownRegion(const JobDocument& job) {
    constexpr const char* kKey = "known_region";
    for (const char* key : {"slices", "object_modes"})
        if (job.integer(key) > 1)
            throw JobError("a known region belongs to an object of one slice and one mode", kKey,
                           phrase("leave known_region out, or set %1 to 1", key));
    for (const Stage& stage : job.pipeline)
        if (const auto* engine = ptycho::findEngineKind(stage.engine); engine && !engine->knownRegion)
            throw JobError(phrase("%1 keeps what leads away from a known region", stage.engine), kKey,
                           "use another engine, or leave known_region out");
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage)
        if (stageSettingsOf(job, stage).fixProbePower)
            throw JobError("the object's scale follows from a known region or from the probe's power, not from both",
                           "fix_probe_power", "leave known_region out, or set fix_probe_power to false");
}

/// What an image of one frame does not go with.
void validateSingleFrame(const JobDocument& job, const std::string& engine) {
    if (job.flag("halves"))
        throw JobError(phrase("%1 makes an image of one frame, which has no halves", engine), "halves",
                       "leave halves out");
    if (job.integer("fly_points") > 1)
        throw JobError(phrase("%1 makes an image of one frame, which has no path", engine), "fly_points",
                       "set fly_points to 1");
    if (job.flag("fit_point_spread"))
        throw JobError(phrase("%1: one frame is not enough for a point spread", engine), "fit_point_spread",
                       "set fit_point_spread to false");
    if (job.integer("object_modes") > 1)
        throw JobError(phrase("%1 makes an image of one frame, which does not tell states of the object apart", engine),
                       "object_modes", "set object_modes to 1");
    if (job.integer("probe_modes") > 1)
        throw JobError(phrase("%1 takes the probe with all the modes that it has", engine), "probe_modes",
                       "set probe_modes to 1");
    const std::string probe = job.text("initial_probe");
    if (probe == "mean_pattern" || probe == "gaussian" || probe == "disk")
        throw JobError(phrase("%1 cannot find the probe: it has to be known", engine), "initial_probe",
                       "give the result of a scan with the same beam");
}

/// Angles that a geometry does not have.
void validateAngles(const JobDocument& job) {
    const ptycho::SampleGeometry sample = sampleGeometryOf(job);
    const auto refuse = [](const char* key, const char* problem) {
        throw JobError(problem, key, phrase("set %1 to 0, or geometry to bragg", key));
    };
    if (sample.kind != ptycho::SampleKind::bragg && sample.tilt_deg != 0)
        refuse("sample_tilt_deg", translatable("the tilt of the sample is given by its geometry"));
    if (sample.kind == ptycho::SampleKind::transmission && sample.detectorAngle_deg != 0)
        refuse("detector_angle_deg", translatable("the detector of a sample in transmission is in the beam"));
}

/// What samples that are not perpendicular to the beam do not go with.
void validateTilt(const JobDocument& job) {
    if (job.real("focus_to_sample_m") > 0)
        throw JobError("a tilted sample is reconstructed in the far field only", "geometry",
                       "set geometry to transmission, or focus_to_sample_m to 0");
    if (const std::string subpixel = job.text("subpixel"); subpixel == "nearest" || subpixel == "bilinear")
        throw JobError("probes go to a tilted sample with exact shifts only", "subpixel",
                       "set subpixel to auto or fourier");
    if (job.integer("slices") > 1)
        throw JobError("a tilted sample has one slice only", "slices", "set slices to 1, or geometry to transmission");
    for (const char* key : {"flip_rows", "flip_cols", "transpose"})
        if (job.flag(key))
            throw JobError("frames of a tilted sample are taken as the detector's axes say", key,
                           phrase("set %1 to false, or geometry to transmission", key));
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage) {
        const std::string& name = job.pipeline[stage].engine;
        if (const auto* engine = ptycho::findEngineKind(name); engine && !engine->severalSlices)
            throw JobError(phrase("%1 does not reconstruct a tilted sample", name), "geometry",
                           "use another engine, or set geometry to transmission");
        const ptycho::StageSettings settings = stageSettingsOf(job, stage);
        if (settings.refinePositions)
            throw JobError("positions are not refined on a tilted sample", "refine_positions",
                           "leave refine_positions out, or set geometry to transmission");
        if (settings.variableProbeModes > 0)
            throw JobError("a probe that varies from frame to frame is not fitted on a tilted sample",
                           "variable_probe_modes", "set variable_probe_modes to 0");
    }
}

/// What engines that store the waves of all frames do not have: a projection of each pixel of a wave by itself.
void validateStoredWaves(const JobDocument& job, const std::string& engine) {
    const auto without = [&](const char* key, const char* plain) {
        throw JobError(phrase("%1 stores the waves of all frames and has no %2", engine, key), key,
                       phrase("use another engine, or set %1 to %2", key, plain));
    };
    for (const char* key : {"oversampling", "fly_points", "object_modes"})
        if (job.integer(key) > 1) without(key, "1");
    if (job.flag("fit_point_spread")) without("fit_point_spread", "false");
    if (job.real("point_spread_px") > 0) without("point_spread_px", "0");
}

class PtychoJobKind final : public JobKind {
public:
    [[nodiscard]] const std::string& name() const noexcept override {
        static const std::string name = "ptycho";
        return name;
    }
    [[nodiscard]] const char* summary() const noexcept override { return "Reconstruct a ptychographic scan"; }
    [[nodiscard]] const char* exampleSetting() const noexcept override { return "probe_modes=3"; }
    [[nodiscard]] bool worksFrameByFrame() const noexcept override { return false; }

    [[nodiscard]] std::optional<Refusal> refuses(JobFeature feature) const override {
        if (feature != JobFeature::severalFiles) return std::nullopt;
        return Refusal{translatable("only an integration takes several files"), translatable("use \"file\"")};
    }

    void validate(const JobDocument& job) const override {
        validatePipeline(job);
        if (job.flag("halves") && job.text("scan_half") != "all")
            throw JobError("a half of the scan is not divided again", "halves",
                           "use all frames (scan_half), or leave halves out");
        for (std::size_t stage = 0; job.integer("fly_points") > 1 && stage < job.pipeline.size(); ++stage)
            if (stageSettingsOf(job, stage).variableProbeModes > 0)
                throw JobError("a probe that varies from frame to frame is not fitted along the path of a fly scan",
                               "variable_probe_modes", "set variable_probe_modes to 0, or fly_points to 1");
        for (const Stage& stage : job.pipeline)
            if (const auto* engine = ptycho::findEngineKind(stage.engine); engine && engine->keepsWaves())
                validateStoredWaves(job, stage.engine);
        if (job.integer("slices") > 1) validateSlices(job);
        if (job.integer("object_modes") > 1) validateObjectModes(job);
        if (checkKnownRegion(job)) validateKnownRegion(job);
        if (job.flag("fit_point_spread") && !(job.real("point_spread_px") > 0))
            throw JobError("the point spread is fitted from a given one on", "fit_point_spread",
                           "set point_spread_px to about 0.5");
        for (const Stage& stage : job.pipeline)
            if (const auto* engine = ptycho::findEngineKind(stage.engine); engine && engine->singleFrame)
                validateSingleFrame(job, stage.engine);
        validateAngles(job);
        if (sampleGeometryOf(job).kind != ptycho::SampleKind::transmission) validateTilt(job);
        static_cast<void>(preprocessingOf(job)); // its texts are checked on the way
    }

    [[nodiscard]] std::shared_ptr<const io::FrameStack> openFrames(const JobDocument& job) const override {
        return openJobScan(job).frames;
    }

    JobOutcome run(const JobDocument& job, JobObserver& observer, RunControl& control,
                   const RunOptions& options) const override {
        return runPtycho(job, observer, control, options);
    }
};

} // namespace

const JobKind& ptychoJobKind() noexcept {
    static const PtychoJobKind kind;
    return kind;
}

} // namespace ewald::job
