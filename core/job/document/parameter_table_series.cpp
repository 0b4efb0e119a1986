// SPDX-License-Identifier: GPL-3.0-or-later
// Which frames an integration reads, and how.
#include "base/translate.h"
#include "job/document/parameter_table.h"

namespace ewald::job {
namespace {

constexpr auto kScan = ParameterScope::scan;
constexpr auto kMethod = ParameterScope::method;
constexpr auto kBasic = ParameterLevel::basic;
constexpr auto kAdvanced = ParameterLevel::advanced;

} // namespace

std::vector<ParameterDef> seriesParameters() {
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Frames");
    return {
        {.key = "dataset",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .scope = kScan,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Dataset"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Path of the frames in an HDF5 file, such as /entry/data/data; empty "
                                                 "lets the reader find them.")},
        {.key = "channel",
         .type = ParameterType::integer,
         .defaultValue = 0LL,
         .minimum = 0,
         .maximum = 1000,
         .scope = kScan,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Channel"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Energy threshold or channel of a detector that stores several images "
                                                 "a frame. Counts from 0.")},
        {.key = "monitor",
         .type = ParameterType::text,
         .defaultValue = std::string(),
         .scope = kScan,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Monitor dataset"),
         .help = QT_TRANSLATE_NOOP("Parameters", "HDF5 path of one number a frame (beam intensity, exposure) by which "
                                                 "patterns are divided, such as /1.1/measurement/ic0; empty divides "
                                                 "by nothing.")},
        {.key = "stop_on_bad_frame",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Stop at a bad frame"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Ends the job with an error at the first frame that cannot be read. "
                                                 "Otherwise such frames are reported, their patterns are not a "
                                                 "number, and the rest goes on.")},
        {.key = "follow",
         .type = ParameterType::boolean,
         .defaultValue = false,
         .scope = kMethod,
         .group = group,
         .level = kBasic,
         .label = QT_TRANSLATE_NOOP("Parameters", "Follow the file"),
         .help = QT_TRANSLATE_NOOP("Parameters", "While the scan is still running: frames are integrated as they are "
                                                 "written, until the writer closes the file. Files that are complete "
                                                 "are integrated as without it.")},
        {.key = "follow_patience_s",
         .type = ParameterType::real,
         .unit = "s",
         .defaultValue = 60.0,
         .minimum = 0.1,
         .maximum = 86400,
         .scope = kMethod,
         .group = group,
         .level = kAdvanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "End without frames after"),
         .help = QT_TRANSLATE_NOOP("Parameters", "A file that is followed is taken for complete when no frame has come "
                                                 "for so long: single images and old HDF5 files do not say that they "
                                                 "are closed, and writers crash. Longer than the scan pauses.")},
    };
}

} // namespace ewald::job
