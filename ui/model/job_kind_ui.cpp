// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job_kind_ui.h"

#include "job/integration/integrate_job_kind.h"
#include "job/ptychography/ptycho_job_kind.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ewald::ui {

std::span<const JobKindUi> jobKindUis() {
    static const std::array<JobKindUi, 2> table{{
        {.mode = Mode::ptychography,
         .kind = &job::ptychoJobKind(),
         .icon = "object",
         .title = QT_TRANSLATE_NOOP("JobKind", "Ptychography"),
         .tip = QT_TRANSLATE_NOOP(
             "JobKind",
             "Object and probe from overlapping patterns; opens the file at hand as a scan where it can be one"),
         .running = "",
         .isRunning = QT_TRANSLATE_NOOP("JobKind", "A reconstruction is running"),
         .nothingSaved = QT_TRANSLATE_NOOP("JobKind", "Stopped before the first iteration; there is nothing to save.")},
        {.mode = Mode::integration,
         .kind = &job::integrateJobKind(),
         .icon = "rings",
         .title = QT_TRANSLATE_NOOP("JobKind", "Integration"),
         .tip = QT_TRANSLATE_NOOP("JobKind",
                                  "Powder patterns, cakes and maps from frames; opens the frames of the file at hand"),
         .running = QT_TRANSLATE_NOOP("JobKind", "Integrating"),
         .isRunning = QT_TRANSLATE_NOOP("JobKind", "An integration is running"),
         .nothingSaved = QT_TRANSLATE_NOOP("JobKind", "Stopped before the first frame; there is nothing to save.")},
    }};
    return table;
}

const JobKindUi& uiOf(Mode mode) { return jobKindUis()[static_cast<std::size_t>(mode)]; }

const JobKindUi* uiOf(const job::JobDocument& job) {
    const auto entry = std::ranges::find(jobKindUis(), job::findJobKind(job.kind), &JobKindUi::kind);
    return entry == jobKindUis().end() ? nullptr : &*entry;
}

QString jobKindText(const char* english) { return QCoreApplication::translate("JobKind", english); }

} // namespace ewald::ui
