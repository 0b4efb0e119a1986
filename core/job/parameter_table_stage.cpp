// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/parameter_table.h"

// The name that Qt's lupdate looks for: the window translates these texts, the core does not depend on Qt.
#define QT_TRANSLATE_NOOP(context, text) text

namespace ewald::job {
namespace {

constexpr auto kStage = ParameterSection::stage;
constexpr auto kBasic = ParameterLevel::basic;
constexpr auto kAdvanced = ParameterLevel::advanced;
constexpr auto kLive = ChangeEffect::live;
constexpr auto kContinued = ChangeEffect::continued;

std::vector<ParameterDef> pieParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Engine");
    return {
        {.key = "batch_size",
         .type = ParameterType::integer,
         .unit = "frames",
         .defaultValue = 32LL,
         .minimum = 1,
         .maximum = 1e6,
         .section = kStage,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Batch size"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Frames whose updates are summed before they are applied. 1 is the "
                                                 "classic sequential engine; larger batches use more cores and "
                                                 "devices, smaller ones converge in fewer iterations. Below 16 "
                                                 "frames rPIE shortens its steps and raises its regularisation."),
         .engines = {"epie", "rpie"},
         .engineDefaults = {{"epie", 1LL}},
         .effect = kLive},
        {.key = "object_step",
         .type = ParameterType::real,
         .defaultValue = 1.0,
         .minimum = 0.001,
         .maximum = 2,
         .section = kStage,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Object step"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Factor on the object update. Lower it when the loss jumps up and "
                                                 "down or the object turns grainy."),
         .engines = {"epie", "rpie"},
         .engineDefaults = {{"epie", 0.5}},
         .effect = kLive},
        {.key = "probe_step",
         .type = ParameterType::real,
         .defaultValue = 1.0,
         .minimum = 0.001,
         .maximum = 2,
         .section = kStage,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Probe step"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Factor on the probe update. Lower it when the probe takes over "
                                                 "features of the object."),
         .engines = {"epie", "rpie"},
         .engineDefaults = {{"epie", 0.5}},
         .effect = kLive},
        {.key = "object_alpha",
         .type = ParameterType::real,
         .defaultValue = 0.1,
         .minimum = 0.001,
         .maximum = 1,
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Object regularisation"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Fraction of the brightest illumination in the denominator of the object "
                                             "update. Smaller reaches weakly lit areas sooner, larger is steadier; "
                                             "1 is ePIE."),
         .engines = {"rpie"},
         .effect = kLive},
        {.key = "probe_alpha",
         .type = ParameterType::real,
         .defaultValue = 0.1,
         .minimum = 0.001,
         .maximum = 1,
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Probe regularisation"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Fraction of the brightest object in the denominator of the probe "
                                                 "update; 1 is ePIE."),
         .engines = {"rpie"},
         .effect = kLive},
        {.key = "momentum",
         .type = ParameterType::real,
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 0.99,
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Momentum"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Fraction of the previous updates that is carried into the next one; 0 "
                                             "is off. 0.5 to 0.9 shortens long runs on clean data and may "
                                             "overshoot on noisy ones."),
         .engines = {"rpie"},
         .effect = kLive},
    };
}

std::vector<ParameterDef> dmParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Engine");
    return {
        {.key = "dm_relaxation",
         .type = ParameterType::real,
         .defaultValue = 0.7,
         .minimum = 0.01,
         .maximum = 2,
         .section = kStage,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Relaxation"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Length of a difference-map step. 1 explores; 0.5 to 0.8 settles "
                                                 "earlier on noisy data."),
         .engines = {"dm"},
         .effect = kLive},
        {.key = "dm_regularisation",
         .type = ParameterType::real,
         .defaultValue = 0.01,
         .minimum = 1e-6,
         .maximum = 1,
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Overlap inertia"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Weight of the previous object and probe in the overlap fit, as a "
                                                 "fraction of the largest overlap. Larger calms badly lit edges."),
         .engines = {"dm"},
         .effect = kLive},
    };
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

std::vector<ParameterDef> constraintParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Constraints");
    return {
        {.key = "orthogonalise_every",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 1LL,
         .minimum = 0,
         .maximum = 1e6,
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
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Probe support"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Diameter of a disk outside which the probe is zero, as a fraction of "
                                                 "the window; 0 is off. 0.7 to 0.9 keeps noise out of the corners."),
         .effect = kLive},
        {.key = "centre_probe_every",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 1e6,
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
        {.key = "object_amplitude_min",
         .type = ParameterType::real,
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 100,
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
         .section = kStage,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Largest object amplitude"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Cuts larger amplitudes of the object to this value; 0 is off. 1 to "
                                                 "1.2 suppresses bright spots at the edge of the scan."),
         .effect = kLive},
    };
}

} // namespace

std::vector<ParameterDef> stageParameters() {
    std::vector<ParameterDef> table;
    for (auto&& part : {pieParameters(), dmParameters(), updateParameters(), constraintParameters()})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

std::vector<ParameterDef> jobParameters() {
    const std::string compute = QT_TRANSLATE_NOOP("Parameters", "Compute");
    const std::string output = QT_TRANSLATE_NOOP("Parameters", "Output");
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
                                                 "object when a whole one does not fit."),
         .effect = kContinued},
        {.key = "memory_limit_gb",
         .type = ParameterType::real,
         .unit = "GB",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1e6,
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
        {.key = "checkpoint_every",
         .type = ParameterType::integer,
         .unit = "iterations",
         .defaultValue = 10LL,
         .minimum = 0,
         .maximum = 1e6,
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

} // namespace ewald::job
