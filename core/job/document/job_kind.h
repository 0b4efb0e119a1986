// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "io/frame_stack.h"
#include "job/document/document.h"
#include "job/events/events.h"
#include "job/events/run_options.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::job {

/// What a job of one kind has and that of another may lack.
enum class JobFeature {
    pipeline,      ///< engines one after the other, and a seed; progress counts their iterations
    mapping,       ///< its one file may be of a layout that the document explains
    severalFiles,  ///< frames from several files, whose names may hold * ? #
    liveChanges,   ///< takes over parameters while it runs (LiveChanges)
    continuation,  ///< checkpoints beside its result, and results that it can go on from
    scalingReport, ///< benchScaling()
};

/// Why a document or a caller cannot have a feature.
struct Refusal {
    std::string problem;
    std::string hint{};
};

/// One kind of job: everything that depends on "kind" in a document. Stateless; one object a kind, in the table of
/// jobKinds(); any thread.
///
/// The parameters of a kind are those of the parameter table that name it (ParameterDef::isOfKind).
class JobKind {
public:
    virtual ~JobKind() = default;

    /// As in a document, and as the command that runs it: "ptycho".
    [[nodiscard]] virtual const std::string& name() const noexcept = 0;
    /// What it does, for the help of the commands: "Reconstruct a ptychographic scan".
    [[nodiscard]] virtual const char* summary() const noexcept = 0;
    /// A parameter with a value, for messages: "probe_modes=3".
    [[nodiscard]] virtual const char* exampleSetting() const noexcept = 0;
    /// Frames pass through, each with a result of its own: progress counts frames.
    [[nodiscard]] virtual bool worksFrameByFrame() const noexcept = 0;
    /// \returns nothing for a feature that it has
    [[nodiscard]] virtual std::optional<Refusal> refuses(JobFeature feature) const = 0;
    [[nodiscard]] bool has(JobFeature feature) const { return !refuses(feature); }

    /// What validateJob() does not check by the table: the parts against each other. Opens no data. \throws Error
    virtual void validate(const JobDocument& job) const = 0;
    /// Opens what the job reads; null where it reads no frames. \throws JobError, DataError
    [[nodiscard]] virtual std::shared_ptr<const io::FrameStack> openFrames(const JobDocument& job) const = 0;
    /// See runJob().
    virtual JobOutcome run(const JobDocument& job, JobObserver& observer, RunControl& control,
                           const RunOptions& options) const = 0;

    /// A document of this kind with nothing in it but defaults.
    [[nodiscard]] JobDocument newDocument() const;
};

/// All kinds, in the order in which they are offered.
[[nodiscard]] const std::vector<const JobKind*>& jobKinds() noexcept;
/// Their names, "ptycho, integrate".
[[nodiscard]] std::string jobKindNames();
/// Null for a name that this program does not know.
[[nodiscard]] const JobKind* findJobKind(std::string_view name) noexcept;
/// The kind of a document. \param where names the document in the error, if given
/// \throws JobError for one that this program does not know
[[nodiscard]] const JobKind& kindOf(const JobDocument& job, const std::string& where = {});

/// How often a job has each pixel of its frames worked on: its iterations, for each mode and slice of the model, and
/// the same again where halves of the scan follow (each has half of the frames); once without a pipeline. 0 for a kind
/// that this program does not know.
[[nodiscard]] double passesOf(const JobDocument& job);

/// What jobKinds() and AddedJobKind are made of: defined in core/job/job_kinds.cpp, above all kinds.
[[nodiscard]] std::vector<const JobKind*>& jobKindTable() noexcept;

/// Makes a kind one of jobKinds() for as long as this exists. To be made and removed while no other thread uses the
/// table.
class AddedJobKind {
public:
    explicit AddedJobKind(const JobKind& kind);
    ~AddedJobKind();
    AddedJobKind(const AddedJobKind&) = delete;
    AddedJobKind& operator=(const AddedJobKind&) = delete;

private:
    const JobKind& m_kind;
};

/// Runs a job of any kind from files to result file. Blocks; call it from a worker thread.
///
/// Never throws: errors end in the outcome, which is also reported through the observer. Stop requests in `control`
/// are honoured within the smallest piece of work (abort) or after an iteration or group of frames (graceful, which
/// saves what is done). The observer is not called any more once this has returned. Of several processes only the first
/// one's is called, and the outcome of the others has no result file.
JobOutcome runJob(const JobDocument& job, JobObserver& observer, RunControl& control, const RunOptions& options = {});

} // namespace ewald::job
