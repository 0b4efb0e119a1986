// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/output_claim.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "io/frame_stack.h"
#include "io/integration_file.h"
#include "io/own_file.h"
#include "io/result_file.h"
#include "job/document/job_kind.h"

#include <array>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExists = translatable("the result exists already");

std::string existing(const fs::path& file) {
    try {
        if (io::isIntegrationFile(file))
            return io::IntegrationResult(file).end().complete
                       ? kExists
                       : translatable("the result exists already, without some of its frames");
        const io::PtychoResult result = io::readResult(file);
        return result.complete
                   ? std::string(kExists)
                   : phrase("the result exists already, stopped after %1 {iteration|iterations}", result.loss.size());
    } catch (const Error&) {
        return kExists;
    }
}

/// Also of a scan that was simulated, which other outputs may replace.
bool holdsFrames(const fs::path& file) {
    try {
        return io::openStack(std::array{file})->frameCount() > 0;
    } catch (const Error&) {
        return false; // damaged, or something else, which somebody has said to replace
    }
}

} // namespace

void requireReplaceable(const fs::path& file) {
    if (!io::resolveOutput(file).exists || io::isOwnFile(file)) return;
    if (!io::mayBeMeasured(file) && !holdsFrames(file)) return;
    throw DataError("the file may hold measured frames and is no result of Ewald: it is not replaced", file.string(),
                    "choose another name, or remove it");
}

OutputClaim claimOutput(const JobDocument& job, const RunOptions& options) {
    const io::OutputTarget target = io::resolveOutput(job.outputFile);
    if (target.discards) return {{}, true};
    const bool continues = kindOf(job).has(JobFeature::continuation);
    // First, so that a run that is about to end is not taken for a result that is there.
    OutputClaim claim{io::OutputLock(job.outputFile), false};
    if (io::resolveOutput(job.outputFile).exists && !options.overwrite && (!options.continueResult || !continues))
        throw DataError(existing(job.outputFile), job.outputFile.string(),
                        options.queueId != 0
                            ? phrase("move it and try the job again (ewald-cli queue retry %1), or duplicate the job, "
                                     "which gives its result a free name (ewald-cli queue duplicate %1)",
                                     options.queueId)
                        : continues ? "continue it with --resume, replace it with --overwrite, or choose another name"
                                    : "replace it with --overwrite, or choose another name");
    io::removeLeftovers(job.outputFile);
    if (continues) io::removeDerivedLeftovers(checkpointFile(job.outputFile));
    return claim;
}

} // namespace ewald::job
