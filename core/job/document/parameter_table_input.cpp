// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/translate.h"
#include "job/document/parameter_table.h"

namespace ewald::job {
namespace {

constexpr auto kScan = ParameterScope::scan;
constexpr auto kMeasurement = ParameterScope::measurement;
constexpr auto kBeamline = ParameterScope::beamline;
constexpr auto kMethod = ParameterScope::method;
constexpr auto kBasic = ParameterLevel::basic;
constexpr auto kAdvanced = ParameterLevel::advanced;

std::vector<ParameterDef> detectorParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Detector");
    return {
        {.key = "crop_size",
         .type = ParameterType::integer,
         .unit = "px",
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 65536,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "largest square"),
         .scope = kMeasurement,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Crop to"),
         .help = QT_TRANSLATE_NOOP(
             "Parameters",
             "Side of the square that is cut out of each frame around the centre, in stored pixels; 0 "
             "takes the largest square. A smaller square is faster and gives larger object pixels; of a larger "
             "one, up to twice the longer side, what lies beside the frame is not measured.")},
        {.key = "centre_row",
         .type = ParameterType::real,
         .unit = "px",
         .defaultValue = -1.0,
         .minimum = -1,
         .maximum = 65536,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "automatic"),
         .scope = kMeasurement,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Centre row"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Row of the direct beam in stored pixels, after flips; -1 is the "
                                                 "middle of the frame, or what the automatic centre finds.")},
        {.key = "centre_col",
         .type = ParameterType::real,
         .unit = "px",
         .defaultValue = -1.0,
         .minimum = -1,
         .maximum = 65536,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "automatic"),
         .scope = kMeasurement,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Centre column"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Column of the direct beam in stored pixels, after flips; -1 is the "
                                                 "middle of the frame, or what the automatic centre finds.")},
        {.key = "auto_centre",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Find centre"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Takes the centre of mass of the mean pattern as the direct beam. Use "
                                                 "it when the beam does not hit the middle of the frames.")},
        {.key = "binning",
         .type = ParameterType::integer,
         .unit = "px",
         .defaultValue = 1LL,
         .minimum = 1,
         .maximum = 64,
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Binning"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Sums blocks of this many pixels a side. The probe window shrinks by "
                                                 "the same factor, so bin only when the patterns are oversampled.")},
    };
}

std::vector<ParameterDef> orientationParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Detector");
    return {
        {.key = "flip_rows",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Flip frames up-down"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Reverses the rows of each frame. Use it when the detector was read "
                                                 "out upside down relative to the scan axes."),
         .kind = "*"},
        {.key = "flip_cols",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Flip frames left-right"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Reverses the columns of each frame. Use it when the detector was "
                                                 "read out mirrored relative to the scan axes."),
         .kind = "*"},
        {.key = "transpose",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Transpose frames"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Swaps rows and columns of each frame, after the flips. Use it when "
                                                 "the detector is mounted turned by 90 degrees.")},
    };
}

std::vector<ParameterDef> countParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Detector");
    return {
        {.key = "count_threshold",
         .type = ParameterType::real,
         .unit = "counts",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1e9,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Count threshold"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Smaller counts are set to zero, after binning. Removes the noise "
                                                 "floor of integrating detectors; leave 0 for photon counters.")},
        {.key = "saturation",
         .type = ParameterType::real,
         .unit = "counts",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1e12,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "automatic"),
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Saturation"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Pixels with this many counts or more are saturated in their frame; 0: "
                                             "as the file says (saturation_value), else the largest value of its "
                                             "type, or the one below it."),
         .kind = "*"},
        {.key = "saturated_pixels",
         .type = ParameterType::choice,
         .defaultValue = std::string("ignored"),
         .choices = {"ignored", "at_least"},
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Saturated pixels"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "ignored: they are masked in their frame. at_least: they have as many counts as the "
                                   "saturation says, or more, and pull the model up where it has fewer: for frames "
                                   "whose bright middle is saturated. Needs the saturation and no binning.")},
    };
}

std::vector<ParameterDef> maskParameters() {
    const std::string mask = QT_TRANSLATE_NOOP("Parameters", "Mask");
    return {
        {.key = "mask_file",
         .type = ParameterType::path,
         .defaultValue = std::string(),
         .scope = kMeasurement,
         .group = mask,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Mask file"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Extra mask (HDF5, NPY or TIFF) of the stored frame's shape, added to "
                                                 "the mask in the data file; a value other than zero marks a bad "
                                                 "pixel."),
         .kind = "*"},
        {.key = "mask_path",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .scope = kMeasurement,
         .group = mask,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Mask dataset"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Dataset inside an HDF5 mask file, such as /entry/mask; empty takes "
                                                 "the only two-dimensional dataset."),
         .kind = "*"},
        {.key = "bad_pixels",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .scope = kMeasurement,
         .group = mask,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Bad pixels"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Single pixels to ignore as row,column pairs of the stored frame: "
                                                 "\"12,40; 13,40\".")},
    };
}

std::vector<ParameterDef> frameParameters() {
    const std::string frames = QT_TRANSLATE_NOOP("Parameters", "Frames");
    return {
        {.key = "first_frame",
         .type = ParameterType::integer,
         .unit = "frames",
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 1e9,
         .scope = kScan,
         .group = frames,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Skip frames before"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Leaves out the frames before this one, for example those taken "
                                                 "before the shutter was open. Counts from 0."),
         .kind = "*"},
        {.key = "frame_step",
         .type = ParameterType::integer,
         .unit = "frames",
         .defaultValue = 1LL,
         .minimum = 1,
         .maximum = 1e6,
         .scope = kScan,
         .group = frames,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Use every n-th frame"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Uses only every n-th frame: a quick look at a large scan."),
         .kind = "*"},
        {.key = "max_frames",
         .type = ParameterType::integer,
         .unit = "frames",
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 1e9,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "all"),
         .scope = kScan,
         .group = frames,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Maximum number of frames"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Uses at most this many frames; 0 uses all."),
         .kind = "*"},
        {.key = "scan_half",
         .type = ParameterType::choice,
         .defaultValue = std::string("all"),
         .choices = {"all", "first", "second"},
         .scope = kScan,
         .group = frames,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Half of the scan"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Uses a half of the frames, drawn at random but always the same ones: what both "
                                   "halves show alike is no noise. \"Resolution by halves\" reconstructs both.")},
        {.key = "excluded_frames",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .scope = kScan,
         .group = frames,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Excluded frames"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Numbers of the frames that are left out, counted from 0: \"3, 17-20\". "
                                             "They are chosen in the scan map, too.")},
        {.key = "included_frames",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .scope = kScan,
         .group = frames,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Frames kept in"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Numbers of frames that are used although they are empty or mostly saturated and "
                                   "would be left out by themselves, counted from 0: \"3, 17-20\".")},
    };
}

std::vector<ParameterDef> geometryParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Geometry");
    return {
        {.key = "energy_keV",
         .type = ParameterType::real,
         .unit = "keV",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 3000,
         .minimumMeans = kOfFile,
         .scope = kMeasurement,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Energy"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Energy of the photons or electrons; 0 takes the value of the file. "
                                                 "Set it when the file has none or a wrong one."),
         .kind = "*"},
        {.key = "particle",
         .type = ParameterType::choice,
         .defaultValue = std::string("photon"),
         .choices = {"photon", "electron"},
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Particle"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "What the frames were taken with. It decides which wavelength an energy has: the "
                                   "energy of electrons is the accelerating voltage in kV, and their wavelength "
                                   "follows relativistically. A wavelength that the file gives is taken as it is."),
         .kind = "*"},
        {.key = "distance_m",
         .type = ParameterType::real,
         .unit = "m",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1000,
         .minimumMeans = kOfFile,
         .scope = kMeasurement,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Sample to detector"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Distance from the sample to the detector; 0 takes the value of the file. It "
                                   "scales the pixels of an object and the angles of a pattern."),
         .kind = "*"},
        {.key = "pixel_size_m",
         .type = ParameterType::real,
         .unit = "m",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 0.01,
         .minimumMeans = kOfFile,
         .scope = kMeasurement,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Detector pixel"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Side of a stored detector pixel, before binning; 0 takes the value "
                                                 "of the file."),
         .kind = "*"},
        {.key = "focus_to_sample_m",
         .type = ParameterType::real,
         .unit = "m",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1000,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "far field"),
         .scope = kMeasurement,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Focus to sample (near field)"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Distance from the focus to the sample of a near-field (cone beam) "
                                                 "experiment; it sets the magnification. 0 means far field.")},
    };
}

std::vector<ParameterDef> tiltParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Geometry");
    const auto angle = [&](const char* key, double most, const char* label, const char* help) {
        return ParameterDef{.key = key,
                            .type = ParameterType::real,
                            .unit = "deg",
                            .defaultValue = 0.0,
                            .minimum = -most,
                            .maximum = most,
                            .scope = kBeamline,
                            .group = group,
                            .level = kAdvanced,
                            .label = label,
                            .help = help};
    };
    return {
        {.key = "geometry",
         .type = ParameterType::choice,
         .defaultValue = std::string("transmission"),
         .choices = {"transmission", "reflection", "bragg"},
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Geometry"),
         .help = QT_TRANSLATE_NOOP(
             "Parameters", "How the sample lies in the beam: perpendicular to it (transmission), as a mirror to the "
                           "detector (reflection), or at angles of its own (bragg). A tilted sample is reconstructed "
                           "in its own plane, and the beam of each frame goes on to where it meets it. Far field "
                           "only, without refined positions, and not for engines that store waves.")},
        angle("sample_tilt_deg", 89, QT_TRANSLATE_NOOP("Parameters", "Tilt of the sample"),
              QT_TRANSLATE_NOOP("Parameters", "Between the normal of the sample and the beam (geometry bragg).")),
        angle("sample_tilt_direction_deg", 360, QT_TRANSLATE_NOOP("Parameters", "Direction of the tilt"),
              QT_TRANSLATE_NOOP("Parameters", "Of the sample's normal around the beam: 0 is towards x, 90 towards y of "
                                              "the file's positions.")),
        angle("detector_angle_deg", 175, QT_TRANSLATE_NOOP("Parameters", "Angle of the detector"),
              QT_TRANSLATE_NOOP("Parameters", "By which the detector is turned around the sample, out of the beam, "
                                              "beyond what its basis vectors in the file say. Geometry reflection or "
                                              "bragg.")),
        angle("detector_direction_deg", 360, QT_TRANSLATE_NOOP("Parameters", "Direction of the detector"),
              QT_TRANSLATE_NOOP("Parameters", "Where it is turned to: 0 is towards x, 90 towards y.")),
    };
}

std::vector<ParameterDef> positionParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Positions");
    return {
        {.key = "flip_position_x",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kBeamline,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Flip x"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Changes the sign of the horizontal positions. Try it when the object "
                                                 "stays scrambled and the Fourier error stops early.")},
        {.key = "flip_position_y",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kBeamline,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Flip y"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Changes the sign of the vertical positions. Try it when the object "
                                                 "stays scrambled and the Fourier error stops early.")},
        {.key = "swap_positions",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kBeamline,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Swap x and y"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Exchanges the two scan axes, for files that store fast and slow axis "
                                                 "instead of x and y.")},
        {.key = "position_scale_x",
         .type = ParameterType::real,
         .defaultValue = 1.0,
         .minimum = 1e-9,
         .maximum = 1e9,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Scale x"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Factor on the horizontal positions: near 1 for a stage that is off "
                                                 "by a few percent, 1e-6 for micrometres taken for metres.")},
        {.key = "position_scale_y",
         .type = ParameterType::real,
         .defaultValue = 1.0,
         .minimum = 1e-9,
         .maximum = 1e9,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Scale y"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Factor on the vertical positions: near 1 for a stage that is off by "
                                                 "a few percent, 1e-6 for micrometres taken for metres.")},
        {.key = "position_rotation_deg",
         .type = ParameterType::real,
         .unit = "deg",
         .defaultValue = 0.0,
         .minimum = -360,
         .maximum = 360,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Rotation"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Turns the positions counter-clockwise, for scan axes that are not "
                                                 "parallel to the rows and columns of the detector.")},
    };
}

} // namespace

std::vector<ParameterDef> inputParameters() {
    std::vector<ParameterDef> table;
    for (auto&& part :
         {geometryParameters(), tiltParameters(), guessParameters(), detectorParameters(), orientationParameters(),
          countParameters(), maskParameters(), frameParameters(), positionParameters()})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

} // namespace ewald::job
