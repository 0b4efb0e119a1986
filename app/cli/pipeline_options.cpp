// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline_options.h"

#include "base/error.h"
#include "job/document/job_kind.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

namespace ewald::cli {
namespace {

/// The items between commas, of all occurrences of an option. A comma too many is an error.
std::vector<std::string> itemsOf(const std::vector<std::string>& lists, const char* option) {
    std::vector<std::string> items;
    for (const std::string& list : lists)
        for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
            end = list.find(',', begin);
            items.push_back(list.substr(begin, end == std::string::npos ? end : end - begin));
            if (items.back().empty())
                throw JobError("an item of the list \"" + list.substr(0, 60) + "\" is empty", option,
                               "remove the comma that has nothing beside it");
        }
    return items;
}

std::size_t iterationsOf(const std::string& text) {
    std::size_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || stop != end)
        throw JobError("\"" + text.substr(0, 40) + "\" is no number of iterations", "--iterations",
                       "allowed: 1 to 1000000");
    return number;
}

} // namespace

void addPipelineOptions(CLI::App& command, PipelineArguments& arguments) {
    command
        .add_option("--engine", arguments.engines, "engines in order: " + job::engineList() + "; several as dm,rpie")
        ->allow_extra_args(false)
        ->option_text("NAME[,NAME,...]");
    command
        .add_option("--iterations", arguments.iterations,
                    "iterations, one number or one for each engine [100; auto: at most 200]")
        ->allow_extra_args(false)
        ->option_text("N[,N,...]");
}

void applyPipeline(job::JobDocument& document, const PipelineArguments& arguments) {
    const std::vector<std::string> engines = itemsOf(arguments.engines, "--engine");
    const std::vector<std::string> iterations = itemsOf(arguments.iterations, "--iterations");
    if (engines.empty() && iterations.empty()) return;
    const char* option = engines.empty() ? "--iterations" : "--engine";
    if (const auto refusal = job::kindOf(document).refuses(job::JobFeature::pipeline))
        throw JobError(refusal->problem, option, refusal->hint);
    if (!engines.empty()) {
        document.pipeline.clear();
        for (const std::string& engine : engines) document.pipeline.push_back(job::Stage{.engine = engine});
    }
    const std::size_t stages = document.pipeline.size();
    if (iterations.size() > stages || (iterations.size() > 1 && iterations.size() < stages))
        throw JobError(std::to_string(stages) + " engines but " + std::to_string(iterations.size()) +
                           " numbers of iterations",
                       "--iterations", "give one number, or one for each engine: --engine dm,rpie --iterations 50,200");
    if (iterations.empty()) return;
    for (std::size_t i = 0; i < stages; ++i)
        document.pipeline[i].iterations = iterationsOf(iterations[std::min(i, iterations.size() - 1)]);
}

} // namespace ewald::cli
