// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/translate.h"
#include "job/document/parameter_table.h"

namespace ewald::job {
namespace {

constexpr auto kScan = ParameterScope::scan;
constexpr auto kBeamline = ParameterScope::beamline;
constexpr auto kAdvanced = ParameterLevel::advanced;
constexpr double kLeastTransmission = 1e-6;

std::vector<ParameterDef> emptyParameters(const std::string& group) {
    return {
        {.key = "empty_file",
         .type = ParameterType::path,
         .defaultValue = std::string(),
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Measurement without sample"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Result of an integration of the empty cell, with the same bins and "
                                                 "corrections: the mean of its patterns is subtracted from every "
                                                 "pattern.")},
        {.key = "empty_scale",
         .type = ParameterType::real,
         .defaultValue = 1.0,
         .minimum = 0,
         .maximum = 1e6,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Scale of the empty"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Factor of the pattern without sample, where no monitor makes both "
                                                 "alike: the ratio of exposure times, for example.")},
        {.key = "empty_transmission",
         .type = ParameterType::real,
         .defaultValue = 1.0,
         .minimum = kLeastTransmission,
         .maximum = 1,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Transmission of the empty"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Part of the beam that crosses the empty cell, by which its pattern "
                                                 "is divided; 1 where the monitor stands behind it.")},
    };
}

std::vector<ParameterDef> sampleParameters(const std::string& group) {
    return {
        {.key = "sample_transmission",
         .type = ParameterType::real,
         .defaultValue = 1.0,
         .minimum = kLeastTransmission,
         .maximum = 1,
         .scope = kScan,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Transmission of the sample"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Part of the beam that crosses the sample with its cell, by which "
                                                 "patterns are divided; 1 where the monitor stands behind it.")},
        {.key = "sample_thickness_m",
         .type = ParameterType::real,
         .unit = "m",
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1,
         .scope = kScan,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Thickness of the sample"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Way of the beam in the sample, without the walls of its cell, for "
                                                 "an intensity in 1/cm.")},
        {.key = "absolute_factor",
         .type = ParameterType::real,
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1e30,
         .special = "off",
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Calibration factor"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Makes the intensity a scattering cross section in 1/cm: the factor "
                                                 "that ewald-cli absolute finds with a standard, such as glassy "
                                                 "carbon. Needs the thickness.")},
        {.key = "absolute_factor_sigma",
         .type = ParameterType::real,
         .defaultValue = 0.0,
         .minimum = 0,
         .maximum = 1e30,
         .scope = kBeamline,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Error of the factor"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Standard deviation of the calibration factor. It is written beside "
                                                 "the patterns and not added to their errors, as it moves all bins "
                                                 "together.")},
    };
}

} // namespace

std::vector<ParameterDef> absoluteParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Absolute intensity");
    std::vector<ParameterDef> table = emptyParameters(group);
    const std::vector<ParameterDef> sample = sampleParameters(group);
    table.insert(table.end(), sample.begin(), sample.end());
    return table;
}

} // namespace ewald::job
