// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/parameters.h"

namespace ewald::job {

// The parts of the table, each in the order of the form; joined by parameterTable().
[[nodiscard]] std::vector<ParameterDef> inputParameters();
[[nodiscard]] std::vector<ParameterDef> guessParameters(); ///< a part of inputParameters(): probe and object
[[nodiscard]] std::vector<ParameterDef> stageParameters();
[[nodiscard]] std::vector<ParameterDef> absoluteParameters();  ///< of them, those of absolute intensities
[[nodiscard]] std::vector<ParameterDef> integrateParameters(); ///< of integrations only, all sections
[[nodiscard]] std::vector<ParameterDef> seriesParameters();    ///< a part of integrateParameters(): frames
[[nodiscard]] std::vector<ParameterDef> jobParameters();       ///< sections compute and output

} // namespace ewald::job
