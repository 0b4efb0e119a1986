// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/unit.h"
#include "base/translate.h"
#include "job/document/parameter_table.h"

namespace ewald::job {
namespace {

constexpr auto kMeasurement = ParameterScope::measurement;
constexpr auto kBeamline = ParameterScope::beamline;
constexpr auto kMethod = ParameterScope::method;
constexpr auto kBasic = ParameterLevel::basic;
constexpr auto kAdvanced = ParameterLevel::advanced;
/// "Not given" of numbers that may be anything that makes sense.
constexpr double kNotGiven = -1e30;

std::vector<std::string> unitNames() {
    std::vector<std::string> names;
    for (const azint::UnitInfo& unit : azint::units()) names.emplace_back(unit.name);
    return names;
}

std::vector<ParameterDef> patternParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Pattern");
    return {
        {.key = "npt",
         .type = ParameterType::integer,
         .unit = "bins",
         .defaultValue = 1000LL,
         .minimum = 1,
         .maximum = 1e6,
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Radial bins"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Bins of a pattern from the beam outwards. About as many as the "
                                                 "detector has pixels from the beam to its farthest corner; more show "
                                                 "no more.")},
        {.key = "npt_azim",
         .type = ParameterType::integer,
         .unit = "bins",
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 100000,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "no cake"),
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Azimuthal bins"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Sectors of a cake, to see texture, strain or a wrong geometry; 0 "
                                                 "averages over the azimuth and gives a pattern.")},
        {.key = "unit",
         .type = ParameterType::choice,
         .defaultValue = std::string("q_nm^-1"),
         .choices = unitNames(),
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Radial axis"),
         .help = QT_TRANSLATE_NOOP("Parameters", "What the bins divide evenly: scattering vector, angle, distance on "
                                                 "the detector, d-spacing, or a logarithm. All but angle and distance "
                                                 "need the wavelength.")},
        {.key = "split",
         .type = ParameterType::choice,
         .defaultValue = std::string("full"),
         .choices = {"no", "bbox", "full"},
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Pixel splitting"),
         .help = QT_TRANSLATE_NOOP("Parameters", "How a pixel is shared between bins: \"full\" by its exact area "
                                                 "(smoothest), \"bbox\" by its bounding box, \"no\" gives it to one "
                                                 "bin (neighbouring bins stay independent: best for errors).")},
        {.key = "radial_range",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "whole range"),
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Radial range"),
         .help = QT_TRANSLATE_NOOP("Parameters", "First and last value of the radial axis in its unit, such as "
                                                 "\"0.5, 40\"; empty takes all that the detector sees.")},
        {.key = "azimuth_range_deg",
         .type = ParameterType::text,
         .unit = "deg",
         .defaultValue = std::string(),
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "all azimuths"),
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Azimuthal range"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Sector to integrate, such as \"-30, 30\"; 0 points along the rows, "
                                                 "90 towards higher rows, and \"170, 190\" crosses 180. Empty takes "
                                                 "the whole circle.")},
    };
}

std::vector<ParameterDef> binParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Pattern");
    return {
        {.key = "edges",
         .type = ParameterType::choice,
         .defaultValue = std::string("exact"),
         .choices = {"exact", "pyfai"},
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Pixels on the edge of a range"),
         .help = QT_TRANSLATE_NOOP("Parameters", "\"exact\" counts the part of a pixel that lies inside the range; "
                                                 "\"pyfai\" puts the whole pixel into the outermost bin, to compare "
                                                 "with pyFAI.")},
        {.key = "error_model",
         .type = ParameterType::choice,
         .defaultValue = std::string("none"),
         .choices = {"none", "poisson", "azimuthal", "azimuthal_shares", "variance"},
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Errors"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Where errors come from: counting statistics (\"poisson\"), the "
                                                 "scatter of the pixels of a bin (\"azimuthal\", or "
                                                 "\"azimuthal_shares\" as newer pyFAI), or an image of variances.")},
        {.key = "error_kind",
         .type = ParameterType::choice,
         .defaultValue = std::string("sem"),
         .choices = {"sem", "std"},
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Kind of error"),
         .help = QT_TRANSLATE_NOOP("Parameters", "\"sem\" is the error of the mean of a bin, what plots and fits want; "
                                                 "\"std\" is the spread of a single pixel.")},
    };
}

std::vector<ParameterDef> poniParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Geometry");
    return {
        {.key = "poni_file",
         .type = ParameterType::path,
         .defaultValue = std::string(),
         .scope = kBeamline,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "PONI file"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Calibrated geometry as pyFAI and Dioptas write it. What is typed "
                                                 "below replaces its values; without one, the frames' file or the "
                                                 "typed values give the geometry.")},
        {.key = "arm_position",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .scope = kMeasurement,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Position of the detector arm"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Where the arm is that a goniometer file of pyFAI describes, which may "
                                             "stand for the PONI file: numbers in the order of its names, such as "
                                             "\"30, 0.5\", or paths of datasets in the frames' file, such as "
                                             "/1.1/instrument/positioners/tth.")},
        {.key = "detector",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "from the geometry"),
         .scope = kBeamline,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Detector"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Name from the catalogue, such as \"Pilatus 1M\": gives the pixel "
                                                 "size, masks the gaps between modules, and knows the value of pixels "
                                                 "without a measurement.")},
        {.key = "wavelength_m",
         .type = ParameterType::real,
         .unit = "m",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1e-6,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "from the geometry"),
         .scope = kMeasurement,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Wavelength"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Wavelength, instead of the photon energy; 0 takes the value of the "
                                                 "PONI file or of the frames' file.")},
    };
}

std::vector<ParameterDef> beamParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Geometry");
    return {
        {.key = "beam_centre_row",
         .type = ParameterType::real,
         .unit = "px",
         .defaultValue = kNotGiven,
         .minimum = kNotGiven,
         .maximum = 1e6,
         .special = "none",
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "from the geometry"),
         .scope = kMeasurement,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Beam row"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Row of the direct beam on the stored frame, from the outer edge of "
                                                 "the first row: the middle of the first row is at 0.5. It may lie "
                                                 "beside the detector.")},
        {.key = "beam_centre_col",
         .type = ParameterType::real,
         .unit = "px",
         .defaultValue = kNotGiven,
         .minimum = kNotGiven,
         .maximum = 1e6,
         .special = "none",
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "from the geometry"),
         .scope = kMeasurement,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Beam column"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Column of the direct beam on the stored frame, from the outer edge "
                                                 "of the first column: the middle of the first column is at 0.5. It "
                                                 "may lie beside the detector.")},
        {.key = "tilt_deg",
         .type = ParameterType::real,
         .unit = "deg",
         .defaultValue = kNotGiven,
         .minimum = kNotGiven,
         .maximum = 89,
         .special = "none",
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "from the geometry"),
         .scope = kMeasurement,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Tilt"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Angle between the detector's normal and the beam, as Fit2D writes "
                                   "it; without one the tilt of the PONI file or of the frames holds, or none.")},
        {.key = "tilt_direction_deg",
         .type = ParameterType::real,
         .unit = "deg",
         .defaultValue = 0.0,
         .minimum = -360,
         .maximum = 360,
         .scope = kMeasurement,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Direction of the tilt"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Direction of the tilt in the plane of the detector, from the columns' "
                                             "axis towards the rows'. Counts only together with a tilt.")},
    };
}

std::vector<ParameterDef> correctionParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Corrections");
    return {
        {.key = "solid_angle",
         .type = ParameterType::boolean,
         .defaultValue = true,
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Solid angle"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Divides by the solid angle that a pixel covers, relative to one that "
                                                 "faces the sample. Switch it off for data that have it already.")},
        {.key = "polarization_factor",
         .type = ParameterType::real,
         .defaultValue = -2.0,
         .minimum = -2,
         .maximum = 1,
         .special = "off",
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Polarization"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Corrects for the polarization of the beam: 1 is horizontal (0.99 at "
                                                 "most synchrotrons), -1 vertical, 0 an unpolarised tube; \"off\" "
                                                 "corrects nothing.")},
        {.key = "polarization_axis_deg",
         .type = ParameterType::real,
         .unit = "deg",
         .defaultValue = 0.0,
         .minimum = -360,
         .maximum = 360,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Axis of polarization"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Angle added to the azimuth for the polarization, for a detector that "
                                                 "is mounted turned around the beam.")},
        {.key = "dark_file",
         .type = ParameterType::path,
         .defaultValue = std::string(),
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Dark image"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Image that is subtracted from every frame (HDF5, TIFF, EDF, CBF, "
                                                 "NPY), of the stored frame's shape. Of several images, also those of "
                                                 "all files that fit a name such as dark_*.cbf, the mean.")},
        {.key = "flat_file",
         .type = ParameterType::path,
         .defaultValue = std::string(),
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Flat field"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Image of the pixels' efficiencies by which frames are divided, of "
                                                 "the stored frame's shape; pixels of zero efficiency are left out. Of "
                                                 "several images, also of files that fit a name with *, the mean.")},
        {.key = "file_flat",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Flat field in the data file"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Divides by the flat field that is stored beside the frames. Most "
                                                 "detectors have applied it already when they write.")},
        {.key = "absorption_file",
         .type = ParameterType::path,
         .defaultValue = std::string(),
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Absorption image"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Further factor a pixel by which frames are divided: transmission of "
                                                 "a sample environment, efficiency of the sensor.")},
    };
}

std::vector<ParameterDef> sensorAndVarianceParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Corrections");
    return {
        {.key = "sensor_material",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Sensor"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Material of the detector's sensor, such as Si or CdTe, for the two "
                                                 "corrections below; empty takes what the PONI file says.")},
        {.key = "sensor_thickness_m",
         .type = ParameterType::real,
         .unit = "m",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 0.1,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Thickness of the sensor"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Thickness of the sensor named above, for example 0.00045 m; 0 takes "
                                                 "what the PONI file says.")},
        {.key = "sensor_efficiency",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Efficiency of the sensor"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Corrects for slanted rays, which have a longer way in the sensor and "
                                                 "are counted more often. Matters for hard X-rays in thin silicon.")},
        {.key = "parallax",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Parallax"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Corrects for slanted rays being counted further out than where they "
                                                 "enter the sensor. A PONI file may ask for it, too.")},
        {.key = "variance_file",
         .type = ParameterType::path,
         .defaultValue = std::string(),
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Image of variances"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Variance of every pixel, for the error model \"variance\", of the "
                                                 "stored frame's shape.")},
    };
}

std::vector<ParameterDef> maskParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Mask");
    return {
        {.key = "file_mask",
         .type = ParameterType::boolean,
         .defaultValue = true,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Mask in the data file"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Leaves out the pixels that the data file marks as bad, beside those "
                                                 "of the mask file and the detector's gaps.")},
        {.key = "lowest_counts",
         .type = ParameterType::real,
         .defaultValue = kNotGiven,
         .minimum = kNotGiven,
         .maximum = 1e30,
         .special = "none",
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Lower threshold"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Pixels with fewer counts are left out, frame by frame.")},
        {.key = "dummy",
         .type = ParameterType::real,
         .defaultValue = kNotGiven,
         .minimum = kNotGiven,
         .maximum = 1e30,
         .special = "none",
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "of the detector"),
         .scope = kBeamline,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Dummy value"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Value of pixels without a measurement; they are left out frame by "
                                                 "frame. Negative values count down from the largest in unsigned "
                                                 "data: -1 is 4294967295. None: what the named detector writes.")},
        {.key = "delta_dummy",
         .type = ParameterType::real,
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1e30,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Tolerance of the dummy"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Values nearer to the dummy than this are dummies too: -2 with 1.5 "
                                                 "takes -3 to -1.")},
    };
}

std::vector<ParameterDef> rejectionParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Outliers");
    return {
        {.key = "rejection",
         .type = ParameterType::choice,
         .defaultValue = std::string("none"),
         .choices = {"none", "sigma_clip", "median", "quantile"},
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Leave out outliers"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Keeps spots of single crystals, cosmic rays and ice out of a bin: "
                                                 "\"sigma_clip\" leaves out what is far from its mean, \"median\" "
                                                 "and \"quantile\" keep the middle. Slower; needs no splitting to "
                                                 "be exact.")},
        {.key = "rejection_threshold",
         .type = ParameterType::real,
         .defaultValue = 5.0,
         .minimum = 0,
         .maximum = 1000,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Threshold"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Of sigma clipping: pixels further than this many standard deviations "
                                             "from the mean of their bin go, but never so near that noise would go.")},
        {.key = "rejection_iterations",
         .type = ParameterType::integer,
         .defaultValue = 5LL,
         .minimum = 1,
         .maximum = 1000,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Rounds of clipping"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Clips at most this often; fewer when nothing goes any more. Many "
                                                 "strong spots in a bin need more rounds.")},
        {.key = "quantile_low",
         .type = ParameterType::real,
         .defaultValue = 0.1,
         .minimum = 0,
         .maximum = 1,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Lower quantile"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Of the quantile filter: the smallest pixels of a bin, up to this part "
                                             "of it, are left out.")},
        {.key = "quantile_high",
         .type = ParameterType::real,
         .defaultValue = 0.9,
         .minimum = 0,
         .maximum = 1,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Upper quantile"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Of the quantile filter: the largest pixels of a bin, from this part "
                                                 "of it on, are left out.")},
    };
}

std::vector<ParameterDef> workerParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Compute");
    return {
        {.key = "workers",
         .type = ParameterType::integer,
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 1024,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "automatic"),
         .section = ParameterSection::compute,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Workers"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Threads that read, decode and integrate side by side; 0 takes one "
                                                 "for every core of the chosen devices. The numbers do not depend on "
                                                 "it.")},
        {.key = "batch",
         .type = ParameterType::integer,
         .unit = "frames",
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 4096,
         .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "automatic"),
         .section = ParameterSection::compute,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Frames at a time"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Frames that a worker takes at a time; 0 chooses by the size of the "
                                                 "frames and how they are stored. The numbers do not depend on it.")},
        {.key = "keep_table",
         .type = ParameterType::boolean,
         .defaultValue = true,
         .section = ParameterSection::compute,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Keep the pixel table"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Keeps the table of a large detector in the user's cache folder "
                                                 "(ewald/tables, at most 1 GB, safe to delete): the next run with the "
                                                 "same geometry, mask and bins starts at once. The numbers do not "
                                                 "depend on it.")},
    };
}

} // namespace

std::vector<ParameterDef> integrateParameters() {
    std::vector<ParameterDef> table;
    for (auto&& part : {patternParameters(), binParameters(), poniParameters(), beamParameters(), seriesParameters(),
                        correctionParameters(), sensorAndVarianceParameters(), absoluteParameters(), maskParameters(),
                        rejectionParameters(), workerParameters()})
        table.insert(table.end(), part.begin(), part.end());
    for (ParameterDef& def : table) def.kind = "integrate";
    return table;
}

} // namespace ewald::job
