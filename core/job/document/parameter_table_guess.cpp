// SPDX-License-Identifier: GPL-3.0-or-later
// What a reconstruction begins with, and what its model consists of.
#include "job/document/parameter_table.h"

#include "base/translate.h"
#include "ptycho/model/detector_state.h"

namespace ewald::job {
namespace {

constexpr auto kScan = ParameterScope::scan;
constexpr auto kMethod = ParameterScope::method;
constexpr auto kBasic = ParameterLevel::basic;
constexpr auto kAdvanced = ParameterLevel::advanced;

std::vector<ParameterDef> probeParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Probe");
    return {
        {.key = "probe_modes",
         .type = ParameterType::integer,
         .defaultValue = 1LL,
         .minimum = 1,
         .maximum = 64,
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Probe modes"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Mutually incoherent probe modes. Use 2 to 5 for a partially coherent "
                                                 "or vibrating beam or a fly scan; time grows in proportion."),
         .plain = 1LL,
         .effect = ChangeEffect::continued},
        {.key = "initial_probe",
         .type = ParameterType::choice,
         .defaultValue = std::string("auto"),
         .choices = {"auto", "file", "mean_pattern", "gaussian", "disk"},
         .choiceOrPath = true,
         .scope = kScan,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Initial probe"),
         .help = QT_TRANSLATE_NOOP("Parameters", "What the probe starts from: the data file's probe, the mean pattern "
                                                 "propagated back, a Gaussian, a disk, or another file (an earlier "
                                                 "result). \"auto\" takes the file's probe where there is one.")},
        {.key = "initial_probe_size",
         .type = ParameterType::real,
         .unit = "px",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 65536,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "automatic"),
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Initial probe size"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Full width at half maximum of the Gaussian or diameter of the disk "
                                                 "in object pixels; 0 is a quarter of the window.")},
        {.key = "extra_mode_power",
         .type = ParameterType::real,
         .defaultValue = 0.1,
         .minimum = 1e-6,
         .maximum = 1,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Power of extra modes"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Initial power of each further mode relative to the first. More lets "
                                                 "weakly coherent beams converge faster. The automatic plan begins "
                                                 "with a fifth of it, and keeps the modes that grow."),
         .effect = ChangeEffect::continued},
    };
}

std::vector<ParameterDef> exposureParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Probe");
    return {
        {.key = "oversampling",
         .type = ParameterType::integer,
         .defaultValue = 1LL,
         .minimum = 1,
         .maximum = 8,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Oversampling"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Makes the probe's window so many times larger than a frame has pixels, with object "
                                   "pixels of the same size: 2 for a probe that is larger than half the window, or a "
                                   "detector with coarse pixels. Memory grows with its square, time by more. Far field "
                                   "only, and not for engines that store waves.")},
        {.key = "fly_points",
         .type = ParameterType::integer,
         .defaultValue = 1LL,
         .minimum = 1,
         .maximum = 64,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Points of a fly scan"),
         .help = QT_TRANSLATE_NOOP(
             "Parameters", "For frames that are exposed while the beam moves on: places along the path of each "
                           "frame, halfway from and to its neighbours, that are computed and summed up. 5 to 11, "
                           "a quarter of the probe's features apart; time grows by more than in proportion. Not for "
                           "engines that store waves.")},
        {.key = "point_spread_px",
         .type = ParameterType::real,
         .unit = "px",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = ptycho::kWidestPointSpread_px,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Point spread"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Sigma of a Gaussian, in pixels of the detector before they are binned, over which "
                                   "the light of each is counted: of a scintillator, charge that is shared, or a "
                                   "source of a finite size. Take it where it is known, 0.3 to 2, or fit it. Frames "
                                   "stay as they are; time grows. Not for engines that store waves.")},
        {.key = "fit_point_spread",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Fit the point spread"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Fits the sigma of the point spread beside object and probe, from the given one on: "
                                   "0.5 is a good start. More probe modes than the beam has take up what belongs to "
                                   "it. The log and the result say what was found.")},
    };
}

std::vector<ParameterDef> objectParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Object");
    return {
        {.key = "initial_object",
         .type = ParameterType::choice,
         .defaultValue = std::string("ones"),
         .choices = {"ones"},
         .choiceOrPath = true,
         .scope = kScan,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Initial object"),
         .help = QT_TRANSLATE_NOOP("Parameters", "What the object starts from: an empty one, or the object of a file "
                                                 "(an earlier result of the same area).")},
        {.key = "slices",
         .type = ParameterType::integer,
         .defaultValue = 1LL,
         .minimum = 1,
         .maximum = 8,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Slices"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Slices of an object that is thicker than the depth of field, one behind the other. "
                                   "Needs the distance between them, more iterations (100 and more) and good overlap; "
                                   "time and memory grow in proportion. Far field only, without refined positions, "
                                   "and not for engines that store waves."),
         .plain = 1LL},
        {.key = "slice_spacing_m",
         .type = ParameterType::real,
         .unit = "m",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Distance of slices"),
         .help = QT_TRANSLATE_NOOP("Parameters", "From one slice to the next along the beam. Below the depth of field, "
                                                 "about five times the square of the resolution over the wavelength, "
                                                 "slices cannot be told apart."),
         .plain = 0.0},
        {.key = "object_modes",
         .type = ParameterType::integer,
         .defaultValue = 1LL,
         .minimum = 1,
         .maximum = 4,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Object modes"),
         .help = QT_TRANSLATE_NOOP("Parameters", "States of an object that changes while frames are exposed, whose "
                                                 "intensities add up: more modes than states fit noise. Pictures show "
                                                 "the strongest one. Time and memory grow in proportion. Not with "
                                                 "several slices or limits of the object's values, and not for engines "
                                                 "that store waves."),
         .plain = 1LL},
    };
}

std::vector<ParameterDef> knownParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Object");
    return {
        {.key = "known_region",
         .type = ParameterType::text,
         .unit = "µm",
         .defaultValue = std::string(),
         .scope = kScan,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Known region"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "A rectangle without sample that the scan has reached, as ranges of x and y of the "
                                   "object: \"3:8, -2:5\", or \"3:, :\" for all beyond x = 3. There the object is "
                                   "what is known of it, which gives the rest its amplitudes, its phases and no "
                                   "tilt of them. One slice, one mode; not for engines that keep waves or moments."),
         .effect = ChangeEffect::continued},
        {.key = "known_transmission",
         .type = ParameterType::real,
         .defaultValue = 1.0,
         .minimum = 0.01,
         .maximum = 100,
         .scope = kScan,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Amplitude there"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Amplitude of the object in the known region: 1 for vacuum or air, "
                                                 "the root of the transmission for a membrane."),
         .effect = ChangeEffect::continued},
    };
}

std::vector<ParameterDef> objectGridParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Object");
    return {
        {.key = "object_margin",
         .type = ParameterType::integer,
         .unit = "px",
         .defaultValue = 8LL,
         .minimum = 1,
         .maximum = 4096,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Object margin"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Object pixels around the scanned area, room for positions to move "
                                                 "and for sub-pixel shifts.")},
        {.key = "subpixel",
         .type = ParameterType::choice,
         .defaultValue = std::string("auto"),
         .choices = {"auto", "nearest", "bilinear", "fourier"},
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Sub-pixel positions"),
         .help = QT_TRANSLATE_NOOP("Parameters", "How fractions of a pixel enter: \"nearest\" rounds (fastest), "
                                                 "\"bilinear\" interpolates the object, \"fourier\" shifts the probe "
                                                 "exactly at the price of two more FFTs a frame and mode. \"auto\": "
                                                 "the engine Automatic interpolates first and ends with exact shifts "
                                                 "(far field), engines of projections shift exactly there, other "
                                                 "engines interpolate."),
         .effect = ChangeEffect::continued},
    };
}

} // namespace

std::vector<ParameterDef> guessParameters() {
    std::vector<ParameterDef> table;
    for (auto&& part :
         {probeParameters(), exposureParameters(), objectParameters(), knownParameters(), objectGridParameters()})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

} // namespace ewald::job
