// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/translate.h"
#include "job/document/parameter_table.h"
#include "kernels/variable_probe_bodies.h"

#include <algorithm>

namespace ewald::job {
namespace {

constexpr auto kStage = ParameterSection::stage;
constexpr auto kBasic = ParameterLevel::basic;
constexpr auto kAdvanced = ParameterLevel::advanced;
constexpr auto kLive = ChangeEffect::live;
constexpr auto kContinued = ChangeEffect::continued;

ParameterDef definitionOf(const ptycho::EngineParameter& parameter) {
    using Type = ptycho::EngineParameter::Type;
    ParameterDef def{.key = parameter.key,
                     .type = ParameterType::real,
                     .unit = parameter.unit,
                     .defaultValue = valueOf(parameter, parameter.defaultValue),
                     .minimum = parameter.minimum,
                     .maximum = parameter.maximum,
                     .special = parameter.special,
                     .minimumMeans = parameter.minimumMeans,
                     .choices = parameter.choices,
                     .section = kStage,
                     .group = QT_TRANSLATE_NOOP("Parameters", "Engine"),
                     .level = parameter.advanced ? kAdvanced : kBasic,
                     .label = parameter.label,
                     .help = parameter.help,
                     .effect = parameter.live ? kLive : ChangeEffect::newRun};
    if (parameter.plain) def.plain = valueOf(parameter, *parameter.plain);
    if (parameter.type == Type::whole) def.type = ParameterType::integer;
    if (parameter.type == Type::flag) def.type = ParameterType::boolean;
    if (parameter.type == Type::choice) def.type = ParameterType::choice;
    return def;
}

/// Those of the engines. What several have is one entry, with the default of the first.
std::vector<ParameterDef> engineParameters() {
    std::vector<ParameterDef> table;
    for (const ptycho::EngineKind* kind : ptycho::engineKinds())
        for (const ptycho::EngineParameter& parameter : kind->parameters) {
            ParameterDef def = definitionOf(parameter);
            auto entry = std::ranges::find(table, def.key, &ParameterDef::key);
            if (entry == table.end()) entry = table.insert(entry, def);
            if (entry->type != def.type || entry->minimum != def.minimum || entry->maximum != def.maximum ||
                entry->choices != def.choices || entry->special != def.special ||
                entry->minimumMeans != def.minimumMeans || entry->help != def.help)
                throw InternalError("two engines declare one parameter differently", def.key);
            entry->engines.push_back(kind->name);
            if (entry->defaultValue != def.defaultValue) entry->engineDefaults[kind->name] = def.defaultValue;
        }
    return table;
}

std::vector<ParameterDef> updateParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Updates");
    return {
        {.key = "update_probe_after",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 1LL,
         .minimum = 0,
         .maximum = 1e6,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "at once"),
         .section = kStage,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Free the probe after"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Iterations before the probe is refined, counted over the whole "
                                                 "pipeline. A few more help when the initial probe is good."),
         .effect = kLive},
        {.key = "update_object_after",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 1e6,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "at once"),
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Free the object after"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Iterations before the object is refined, counted over the whole "
                                                 "pipeline; use it when the object is known better than the probe."),
         .effect = kLive},
        {.key = "update_probe",
         .type = ParameterType::boolean,
         .defaultValue = true,
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Refine the probe"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Off keeps the probe as it is in this stage, for a probe known from a "
                                                 "test pattern."),
         .effect = kLive},
        {.key = "update_object",
         .type = ParameterType::boolean,
         .defaultValue = true,
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Refine the object"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Off keeps the object as it is in this stage, to find the probe with "
                                                 "a known object."),
         .effect = kLive},
    };
}

std::vector<ParameterDef> refinementParameters() {
    const std::string positions = QT_TRANSLATE_NOOP("Parameters", "Position refinement");
    return {
        {.key = "refine_positions",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .section = kStage,
         .group = positions,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Refine the positions"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Moves each frame's position to where it fits the object best, by up to a pixel an "
                                   "iteration. Use it when the object is blurred or doubled although the error no "
                                   "longer falls. The result holds the refined positions beside those of the file."),
         .plain = false,
         .effect = kLive},
        {.key = "position_start",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 5LL,
         .minimum = 0,
         .maximum = 1e6,
         .section = kStage,
         .group = positions,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Refine positions after"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Iterations, counted over the whole pipeline, before positions move: "
                                                 "the object has to show something first."),
         .effect = kLive},
        {.key = "position_method",
         .type = ParameterType::choice,
         .defaultValue = std::string("gradient"),
         .choices = {"gradient", "search", "both"},
         .section = kStage,
         .group = positions,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "How positions are found"),
         .help = QT_TRANSLATE_NOOP(
             "Parameters", "gradient: from how the pattern changes with the position; precise, for errors of up "
                           "to about two pixels. search: tries places around each position, up to the largest "
                           "move away at first; for larger errors, slower. both: searches first."),
         .effect = kLive},
        {.key = "position_limit",
         .type = ParameterType::real,
         .unit = "px",
         .defaultValue = 5.0,
         .minimum = 0.1,
         .maximum = 100,
         .section = kStage,
         .group = positions,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Largest move"),
         .help = QT_TRANSLATE_NOOP("Parameters", "How far a position may go from that of the file, in pixels of the "
                                                 "object along each axis."),
         .effect = ChangeEffect::newRun},
    };
}

std::vector<ParameterDef> detectorFitParameters() {
    const std::string detector = QT_TRANSLATE_NOOP("Parameters", "Background and beam");
    return {
        {.key = "background",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .section = kStage,
         .group = detector,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Fit the background"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Fits the counts that every frame has beside the waves, pixel by pixel: scatter of "
                                   "air and windows, fluorescence, noise of the detector. Counts are never subtracted "
                                   "from the data. The result holds it as /entry/background."),
         .plain = false,
         .effect = kLive},
        {.key = "frame_intensities",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .section = kStage,
         .group = detector,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Fit the beam of each frame"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Fits how intense the beam was in each frame: for a beam that flickers or decays. "
                                   "What rises or falls evenly over the scan goes to the object, which data cannot "
                                   "tell from it. The result holds them as /entry/frame_intensities."),
         .plain = false,
         .effect = kLive},
    };
}

std::vector<ParameterDef> variableProbeParameters() {
    const std::string detector = QT_TRANSLATE_NOOP("Parameters", "Background and beam");
    return {
        {.key = "variable_probe_modes",
         .type = ParameterType::integer,
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = kernels::kMostVariableModes,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .section = kStage,
         .group = detector,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Variable probe"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Modes by which the probe may change from frame to frame, each with a weight of its "
                                   "own in every frame (OPR); 0 is off. For a beam whose shape drifts or shakes. It "
                                   "always lowers the error: keep it only where half scans agree better as well."),
         .plain = 0LL,
         .effect = kLive},
        {.key = "variable_probe_start",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 10LL,
         .minimum = 0,
         .maximum = 1e6,
         .section = kStage,
         .group = detector,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Probe varies after"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Iterations, counted over the whole pipeline, before the probe may "
                                                 "change from frame to frame: until then it would take up what the "
                                                 "object does not show yet."),
         .effect = kLive},
        {.key = "variable_probe_smoothing",
         .type = ParameterType::integer,
         .unit = "frames",
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 1e6,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .section = kStage,
         .group = detector,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Smooth its weights over"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Frames of a running median of the weights in the order of the scan, "
                                                 "for a beam that changes slowly; 0 is off."),
         .effect = kLive},
    };
}

std::vector<ParameterDef> probeParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Constraints");
    return {
        {.key = "orthogonalise_every",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 1LL,
         .minimum = 0,
         .maximum = 1e6,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "at the end"),
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Orthogonalise modes every"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Makes the probe modes orthogonal every so many iterations; 0 does it "
                                                 "for display and the result only."),
         .effect = kLive},
        {.key = "probe_support",
         .type = ParameterType::real,
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Probe support"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Diameter of a disk outside which the probe is zero, as a fraction of "
                                                 "the window; 0 is off. 0.7 to 0.9 keeps noise out of the corners."),
         .effect = kLive},
        {.key = "probe_pupil",
         .type = ParameterType::real,
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1.5,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Probe pupil"),
         .help = QT_TRANSLATE_NOOP(
             "Parameters", "Diameter of a disk outside which the probe's spectrum is zero, as a fraction of the "
                           "detector's side; 0 is off. A little more than the bright disk of a frame without "
                           "sample keeps noise out of the probe."),
         .effect = kLive},
        {.key = "centre_probe_every",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 1e6,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Centre the probe every"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Moves the probe's centre of mass back to the middle (and the object "
                                                 "with it) every so many iterations; 0 is off. Use it when the probe "
                                                 "wanders."),
         .effect = kLive},
        {.key = "fix_probe_power",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Fix the probe power"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Keeps the probe at the photons of the mean pattern, so that the "
                                                 "object amplitude is 1 where the sample is empty."),
         .effect = kLive},
    };
}

std::vector<ParameterDef> amplitudeParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Constraints");
    return {
        {.key = "object_amplitude_min",
         .type = ParameterType::real,
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 100,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Smallest object amplitude"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Raises smaller amplitudes of the object to this value; 0 is off."),
         .effect = kLive},
        {.key = "object_amplitude_max",
         .type = ParameterType::real,
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 100,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Largest object amplitude"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Cuts larger amplitudes of the object to this value; 0 is off. 1 to "
                                                 "1.2 suppresses bright spots at the edge of the scan."),
         .effect = kLive},
    };
}

/// Of the object, beside its amplitudes' limits.
std::vector<ParameterDef> objectParameters() {
    const auto entry = [](const char* key, double most, const char* label, const char* help) {
        return ParameterDef{.key = key,
                            .type = ParameterType::real,
                            .defaultValue = 0.0,
                            .minimum = 0,
                            .maximum = most,
                            .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
                            .section = kStage,
                            .group = QT_TRANSLATE_NOOP("Parameters", "Constraints"),
                            .level = kAdvanced,
                            .label = label,
                            .help = help,
                            .effect = kLive};
    };
    std::vector<ParameterDef> table = {
        entry("object_tv", 10, QT_TRANSLATE_NOOP("Parameters", "Total variation"),
              QT_TRANSLATE_NOOP("Parameters",
                                "Weight of the total variation: flattens noise in the object and keeps edges. 1 is "
                                "about the noise that the photons of the scan leave in a pixel, 0 is off. 0.05 to 0.2 "
                                "help when photons are few or frames hardly overlap; smooth objects get steps.")),
        entry("object_l1", 10, QT_TRANSLATE_NOOP("Parameters", "Sparse object"),
              QT_TRANSLATE_NOOP("Parameters",
                                "Draws each pixel of the object towards 1, by so much of the noise that the photons "
                                "leave in it in every iteration (soft threshold of O - 1); 0 is off. For few "
                                "particles in an empty field.")),
        entry("object_smoothing", 0.125, QT_TRANSLATE_NOOP("Parameters", "Smoothing"),
              QT_TRANSLATE_NOOP("Parameters",
                                "Part of each pixel of the object that goes to each of its eight neighbours in every "
                                "iteration; 0 is off. 0.001 to 0.01 calms noise, and blurs edges, too.")),
        entry("object_pure_phase", 1, QT_TRANSLATE_NOOP("Parameters", "Pure phase object"),
              QT_TRANSLATE_NOOP("Parameters",
                                "Part of the way to 1 that each amplitude of the object goes in every iteration, for "
                                "samples that absorb nothing; 0 is off, 1 keeps the phases alone.")),
    };
    for (const bool low : {true, false}) {
        ParameterDef def = entry(
            low ? "object_phase_min" : "object_phase_max", 3.1416,
            low ? QT_TRANSLATE_NOOP("Parameters", "Smallest object phase")
                : QT_TRANSLATE_NOOP("Parameters", "Largest object phase"),
            low ? QT_TRANSLATE_NOOP("Parameters",
                                    "Raises smaller phases of the object to this value; empty places have about 0. "
                                    "Both limits 0 is off; for phases that do not wrap.")
                : QT_TRANSLATE_NOOP("Parameters", "Lowers larger phases of the object to this value. Both limits 0 is "
                                                  "off."));
        def.unit = "rad";
        def.minimum = -3.1416;
        def.minimumMeans.clear();
        table.push_back(def);
    }
    return table;
}

std::vector<ParameterDef> computeParameters() {
    const std::string compute = QT_TRANSLATE_NOOP("Parameters", "Compute");
    return {
        {.key = "devices",
         .type = ParameterType::text,
         .defaultValue = std::string("auto"),
         .section = ParameterSection::compute,
         .group = compute,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Devices"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Where to compute: \"auto\", \"cpu\", \"cpu:4\" (four workers on the "
                                                 "CPU), \"cuda:0,cuda:2\", \"cuda:0x3\" (three workers share a GPU). "
                                                 "The numbers do not depend on it."),
         .kind = "*",
         .effect = kContinued},
        {.key = "partition",
         .type = ParameterType::choice,
         .defaultValue = std::string("auto"),
         .choices = {"auto", "interleaved", "stripes", "tiles", "clusters"},
         .section = ParameterSection::compute,
         .group = compute,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Frames to workers"),
         .help = QT_TRANSLATE_NOOP("Parameters", "How frames are dealt out among workers: in turns, in stripes, in "
                                                 "boxes or in clusters of the scan. The numbers do not depend on it; "
                                                 "\"auto\" takes turns, or boxes when the object is cut into tiles."),
         .effect = kContinued},
        {.key = "object_storage",
         .type = ParameterType::choice,
         .defaultValue = std::string("auto"),
         .choices = {"auto", "replicated", "tiled"},
         .section = ParameterSection::compute,
         .group = compute,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Object on workers"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Whether each worker holds the whole object or only the part that its "
                                                 "frames touch. The numbers do not depend on it; \"auto\" cuts the "
                                                 "object when a whole one does not fit, or where that should be "
                                                 "faster on several GPUs."),
         .effect = kContinued},
        {.key = "memory_limit_gb",
         .type = ParameterType::real,
         .unit = "GB",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1e6,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "all that is free"),
         .section = ParameterSection::compute,
         .group = compute,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Memory limit"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Memory that the job may use on each device and in the computer, when "
                                             "others need the rest; 0 is all that is free. What does not fit is cut "
                                             "into tiles, sent batch by batch, or kept in a file beside the "
                                             "result."),
         .effect = kContinued},
    };
}

std::vector<ParameterDef> communicationParameters() {
    const std::string compute = QT_TRANSLATE_NOOP("Parameters", "Compute");
    return {
        {.key = "collective_timeout_s",
         .type = ParameterType::real,
         .unit = "s",
         .defaultValue = 30.0,
         .minimum = 1,
         .maximum = 86400,
         .section = ParameterSection::compute,
         .group = compute,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Time-out between workers"),
         .help = QT_TRANSLATE_NOOP("Parameters", "How long workers wait for each other before the job ends with an "
                                                 "error, and how long a device may keep one of them waiting. Raise "
                                                 "it when a device is shared with another heavy job."),
         .kind = "*",
         .effect = kContinued},
        {.key = "communicator",
         .type = ParameterType::choice,
         .defaultValue = std::string("auto"),
         .choices = {"auto", "nccl", "host"},
         .section = ParameterSection::compute,
         .group = compute,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Sums between GPUs"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "How workers add up what they hold in the memory of GPUs: \"auto\" "
                                   "takes NCCL when every worker has a GPU of its own, else their direct access "
                                   "to each other, else the host; \"nccl\" insists; \"host\" always goes "
                                   "through the host's memory. The numbers do not depend on it."),
         .effect = kContinued},
        {.key = "peer_to_peer",
         .type = ParameterType::boolean,
         .defaultValue = true,
         .section = ParameterSection::compute,
         .group = compute,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Direct access between GPUs"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Off keeps GPUs from reaching each other's memory: slower, but it "
                                   "works on machines where that access is broken and runs hang with all GPUs "
                                   "fully busy."),
         .effect = kContinued},
    };
}

std::vector<ParameterDef> outputParameters() {
    const std::string output = QT_TRANSLATE_NOOP("Parameters", "Output");
    return {
        {.key = "halves",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .section = ParameterSection::output,
         .group = output,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Resolution by halves"),
         .help = QT_TRANSLATE_NOOP(
             "Parameters", "Afterwards reconstructs two random halves of the scan (of each two consecutive "
                           "frames one) in the same way, each by itself, and stores down to which size they "
                           "agree (Fourier ring correlation). Takes about as long as the reconstruction again."),
         .effect = kContinued},
        {.key = "checkpoint_every",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 10LL,
         .minimum = 0,
         .maximum = 1e6,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .section = ParameterSection::output,
         .group = output,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Checkpoint every"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Saves the state beside the result every so many iterations, so that "
                                                 "an interrupted job goes on from there; 0 is off."),
         .effect = kLive},
        {.key = "state_limit_gb",
         .type = ParameterType::real,
         .unit = "GB",
         .defaultValue = 2.0,
         .minimum = 0,
         .maximum = 1e5,
         .section = ParameterSection::output,
         .group = output,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Save waves up to"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "The difference map needs the waves of all frames to be continued exactly. Up to "
                                   "this size checkpoints and results hold them; beyond it an interrupted run begins "
                                   "its stage of the difference map again."),
         .effect = kContinued},
        {.key = "preview_interval_s",
         .type = ParameterType::real,
         .unit = "s",
         .defaultValue = 1.0,
         .minimum = 0,
         .maximum = 3600,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .section = ParameterSection::output,
         .group = output,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Preview every"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Seconds between two pictures of the running job in the window; 0 shows none "
                                   "until the end."),
         .kind = "*",
         .effect = kLive},
    };
}

} // namespace

std::vector<ParameterDef> stageParameters() {
    std::vector<ParameterDef> table;
    for (auto&& part : {engineParameters(), updateParameters(), refinementParameters(), detectorFitParameters(),
                        variableProbeParameters(), probeParameters(), amplitudeParameters(), objectParameters()})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

std::vector<ParameterDef> jobParameters() {
    std::vector<ParameterDef> table;
    for (auto&& part : {computeParameters(), communicationParameters(), outputParameters()})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

} // namespace ewald::job
