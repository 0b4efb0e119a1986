// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/phrase.h"
#include "base/stop_scope.h"
#include "io/atomic_file.h"
#include "io/images/mask_file.h"
#include "io/output_guard.h"
#include "job/document/source_files.h"
#include "job/integration/integrate_job_kind.h"
#include "job/masks/propose_mask.h"
#include "map_commands.h"
#include "run_job.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace ewald::cli {
namespace {

using azint::Suspicion;

struct MaskArguments {
    std::vector<std::string> inputs;
    std::string poni;
    std::string output;
    std::vector<std::string> find{"hot", "dead", "stop"};
    std::optional<std::size_t> spots;
    double sigmas = 6;
    std::vector<std::string> settings;
    bool overwrite = false;
};

struct Kind {
    const char* name;
    Suspicion why;
    const char* words;
};
constexpr std::array<Kind, 4> kKinds{{{"hot", Suspicion::hot, "hot: far above their ring in most frames"},
                                      {"dead", Suspicion::dead, "dead: far below their ring in all frames"},
                                      {"stop", Suspicion::beamStop, "in the shadow of the beam stop"},
                                      {"spots", Suspicion::spot, "in spots of frame"}}};

int proposeMaskOf(const MaskArguments& arguments) {
    const std::filesystem::path output = arguments.output;
    if (!arguments.overwrite && io::resolveOutput(output).exists)
        throw DataError("the file exists already", output.string(), "give another name, or --overwrite");
    io::checkWritable(output);
    RunControl control;
    const StopSignals signals(control);
    const StopScope whileFilesAreOpened(control);
    job::JobDocument document = job::integrateJobKind().newDocument();
    setInputs(document, arguments.inputs);
    if (!arguments.poni.empty()) document.set("poni_file", arguments.poni);
    applySettings(document, arguments.settings, arguments.inputs);
    job::resolvePaths(document, std::filesystem::current_path());
    for (const auto& input : job::filesReadBy(document)) io::requireOtherFile(output, input);
    const job::MaskProposal found =
        job::proposeMask(document, {arguments.spots, arguments.sigmas}, control, printWarningOf);
    Array<std::uint8_t, 2> mask(found.suspects.why.shape());
    std::printf("%zu frames looked at, %zu of %zu pixels are left out anyhow\n", found.frames, found.known,
                mask.size());
    for (const Kind& kind : kKinds) {
        const bool isSpots = kind.why == Suspicion::spot;
        const bool isWanted = isSpots ? arguments.spots.has_value()
                                      : std::ranges::find(arguments.find, kind.name) != arguments.find.end();
        if (!isWanted) continue;
        const auto why = static_cast<std::uint8_t>(kind.why);
        std::printf("%8zu %s%s\n", found.suspects.count[why], kind.words,
                    isSpots ? (" " + std::to_string(*arguments.spots)).c_str() : "");
        for (std::size_t i = 0; i < mask.size(); ++i)
            if (found.suspects.why.data()[i] == why) mask.data()[i] = 1;
    }
    io::writeMaskFile(output, mask, arguments.overwrite);
    std::printf("wrote %s: look at it, then use it with --set mask_file=%s\n", output.c_str(), output.c_str());
    return 0;
}

} // namespace

void addMaskCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "mask", "Propose pixels to be masked in powder frames: hot, dead, beam stop, spots of single crystals");
    const auto a = std::make_shared<MaskArguments>();
    command->add_option("FILE", a->inputs, "frames, as for integrate")->required();
    command->add_option("--poni", a->poni, "geometry of the frames [what their file says]");
    command->add_option("-o,--output", a->output, "mask to write: .edf, .tif, .npy, .h5")->required();
    command->add_option("--find", a->find, "what is looked for over the frames")
        ->delimiter(',')
        ->capture_default_str()
        ->check(CLI::IsMember({"hot", "dead", "stop"}));
    command->add_option("--spots", a->spots, "also the spots of this frame, counted from 0; the mask is of it alone");
    command->add_option("--sigmas", a->sigmas, "how many scatters of its ring above it a pixel is hot")
        ->capture_default_str()
        ->check(numberIn(3, 1000));
    command->add_option("--set", a->settings, "a parameter of an integration as key=value; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    command->add_flag("--overwrite", a->overwrite, "replace an existing file");
    command->callback([a, &action] { action = [a] { return proposeMaskOf(*a); }; });
}

} // namespace ewald::cli
