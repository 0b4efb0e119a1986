// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <QString>

#include <cstddef>
#include <vector>

namespace ewald::ui {

/// A result may have been moved together with what it was made of. Where an input of its job is gone, and one of the
/// same name and with as many frames lies beside the result, the job names that one from here on, and likewise other
/// files that it needs.
/// \param frames of the result \param used numbers of the frames of a scan that are in it; empty: not known
/// \return where the input was; empty: the job is as it was. Any thread; opens the input, throws nothing
[[nodiscard]] QString takeFromBeside(job::JobDocument& job, const QString& result, std::size_t frames,
                                     std::vector<std::size_t> used = {});

} // namespace ewald::ui
