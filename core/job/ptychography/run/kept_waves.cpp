// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/run/kept_waves.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/translate.h"
#include "ptycho/engines/engines.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace ewald::job {
namespace {

/// The waves of all frames that the state of an engine holds, if it keeps any.
double waveBytes(const PtychoSetup& setup) {
    const auto n = static_cast<double>(setup.geometry.size);
    return static_cast<double>(setup.layout.frameIndex.size()) * static_cast<double>(setup.model.probeModes) * n * n *
           sizeof(Complex);
}

} // namespace

bool keepsWaves(const std::string& engine) {
    const ptycho::EngineKind* kind = ptycho::findEngineKind(engine);
    return kind && kind->keepsWaves();
}

bool mayKeepWaves(const JobDocument& job, const PtychoSetup& setup, RunReporter& reporter) {
    const auto keeper = std::ranges::find_if(job.pipeline, keepsWaves, &Stage::engine);
    if (keeper == job.pipeline.end()) return true;
    const double waves = waveBytes(setup);
    const double limit = job.real("state_limit_gb") * 1e9;
    std::error_code failed;
    const auto disk = std::filesystem::space(setup.spoolFolder, failed);
    const auto memory = static_cast<double>(availableMemory());
    std::string why;
    if (waves > limit) why = translatable("more than state_limit_gb allows");
    if (!failed && 2 * waves > static_cast<double>(disk.available))
        why = translatable("too much for the disk of the result");
    if (memory > 0 && 3 * waves > memory) why = translatable("too much for the computer's memory");
    if (why.empty()) return true;
    reporter.log(LogLevel::warning,
                 phrase("the waves of %1 take %2, %3: they are not saved. A run that is interrupted during %1 "
                        "begins that stage again, and a result of %1 is continued without its waves",
                        keeper->engine, bytesText(waves), why));
    return false;
}

} // namespace ewald::job
