// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/integrate_job_kind.h"

#include "base/phrase.h"
#include "job/absolute/absolute_scale.h"
#include "job/integration/integrate_runner.h"

namespace ewald::job {
namespace {

class IntegrateJobKind final : public JobKind {
public:
    [[nodiscard]] const std::string& name() const noexcept override {
        static const std::string name = "integrate";
        return name;
    }
    [[nodiscard]] const char* summary() const noexcept override {
        return "Turn detector frames into powder patterns or cakes";
    }
    [[nodiscard]] const char* exampleSetting() const noexcept override { return "npt=2000"; }
    [[nodiscard]] bool worksFrameByFrame() const noexcept override { return true; }

    [[nodiscard]] std::optional<Refusal> refuses(JobFeature feature) const override {
        switch (feature) {
        case JobFeature::severalFiles: return std::nullopt;
        case JobFeature::pipeline:
            return Refusal{translatable("an integration has no pipeline"), translatable("leave it out")};
        case JobFeature::mapping: return Refusal{translatable("a mapping belongs to jobs of the kind ptycho")};
        case JobFeature::liveChanges: return Refusal{translatable("an integration takes over nothing while it runs")};
        case JobFeature::continuation: return Refusal{translatable("an integration cannot be continued")};
        case JobFeature::scalingReport: break;
        }
        return Refusal{translatable("the scaling report is of ptychography jobs, this one integrates")};
    }

    void validate(const JobDocument& job) const override {
        static_cast<void>(integrationSettingsOf(job)); // its texts are checked on the way
        static_cast<void>(absoluteFactorsOf(job));
    }

    [[nodiscard]] std::shared_ptr<const io::FrameStack> openFrames(const JobDocument& job) const override {
        return openJobStack(job);
    }

    JobOutcome run(const JobDocument& job, JobObserver& observer, RunControl& control,
                   const RunOptions& options) const override {
        return runIntegrate(job, observer, control, options);
    }
};

} // namespace

const JobKind& integrateJobKind() noexcept {
    static const IntegrateJobKind kind;
    return kind;
}

} // namespace ewald::job
