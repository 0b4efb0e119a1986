// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ewald::job::queue {

/// Whether a result that a job has written is its whole one: a job that is stopped writes what it has, too. Reads the
/// file. A file of an unknown kind counts as whole.
[[nodiscard]] bool isCompleteResult(const std::filesystem::path& file);

} // namespace ewald::job::queue
