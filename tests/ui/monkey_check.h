// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

namespace ewald::ui::test {

/// Where title, status, report, pictures, curves and buttons of a window say something else than the session that they
/// belong to, one line each; empty where all is well. To be called between two turns of the event loop.
/// \param words the first words of the names of all files: a text that holds one of them speaks of that file
/// \param plan of the run that goes on or ran last
[[nodiscard]] QStringList contradictions(MainWindow& window, const QStringList& words,
                                         const std::optional<job::JobPlan>& plan);

/// Nothing is being opened, computed or drawn, and what belongs on the screen is there.
[[nodiscard]] bool isSettled(MainWindow& window);

} // namespace ewald::ui::test
