// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/report/report.h"

namespace ewald::ui {

/// The language of the window, for the pages (HTML) that it shows and writes. Any thread.
[[nodiscard]] job::report::Language pageLanguage();

} // namespace ewald::ui
