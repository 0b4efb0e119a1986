// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace ewald::cli {

/// The engines of a reconstruction in few words: --engine dm,rpie --iterations 50,200.
struct PipelineArguments {
    std::vector<std::string> engines;
    std::vector<std::string> iterations;
};
void addPipelineOptions(CLI::App& command, PipelineArguments& arguments);
/// The stages that were asked for; what was not asked for stays. \throws JobError for words that are none, and for a
/// kind of job that has no engines
void applyPipeline(job::JobDocument& document, const PipelineArguments& arguments);

} // namespace ewald::cli
