// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/job_kind.h"

#include <QString>

#include <span>

namespace ewald::ui {

/// What the window is used for at the moment: the pages of one kind of job are shown.
enum class Mode { ptychography, integration };

/// What the window does with one kind of job, beside what the kind says of itself (job::JobKind). The pages are made
/// by the main window, and each says of which mode it is.
struct JobKindUi {
    Mode mode;
    const job::JobKind* kind;
    const char* icon;
    // English texts of the context "JobKind"; see jobKindText().
    const char* title;        ///< "Integration"
    const char* tip;          ///< of the switch of modes
    const char* running;      ///< the state while it runs; empty: as of any job
    const char* isRunning;    ///< a sentence, asked before the window closes
    const char* nothingSaved; ///< a run was stopped too early for a result
};

/// One entry a mode, in the order of Mode.
[[nodiscard]] std::span<const JobKindUi> jobKindUis();
[[nodiscard]] const JobKindUi& uiOf(Mode mode);
/// Null for a kind that the window has no pages for.
[[nodiscard]] const JobKindUi* uiOf(const job::JobDocument& job);
/// A text of an entry in the language of the window.
[[nodiscard]] QString jobKindText(const char* english);

} // namespace ewald::ui
