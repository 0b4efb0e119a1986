// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptycho_job_kind.h"

#include "base/phrase.h"
#include "job/ptycho_runner.h"
#include "job/settings.h"

namespace ewald::job {
namespace {

class PtychoJobKind final : public JobKind {
public:
    [[nodiscard]] const std::string& name() const noexcept override {
        static const std::string name = "ptycho";
        return name;
    }
    [[nodiscard]] const char* summary() const noexcept override { return "Reconstruct a ptychographic scan"; }
    [[nodiscard]] const char* exampleSetting() const noexcept override { return "probe_modes=3"; }
    [[nodiscard]] bool worksFrameByFrame() const noexcept override { return false; }

    [[nodiscard]] std::optional<Refusal> refuses(JobFeature feature) const override {
        if (feature != JobFeature::severalFiles) return std::nullopt;
        return Refusal{translatable("only an integration takes several files"), translatable("use \"file\"")};
    }

    void validate(const JobDocument& job) const override {
        validatePipeline(job);
        static_cast<void>(preprocessingOf(job)); // its texts are checked on the way
    }

    [[nodiscard]] std::shared_ptr<const io::FrameStack> openFrames(const JobDocument& job) const override {
        return openJobScan(job).frames;
    }

    JobOutcome run(const JobDocument& job, JobObserver& observer, RunControl& control,
                   const RunOptions& options) const override {
        return runPtycho(job, observer, control, options);
    }
};

} // namespace

const JobKind& ptychoJobKind() noexcept {
    static const PtychoJobKind kind;
    return kind;
}

} // namespace ewald::job
