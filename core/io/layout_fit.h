// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"

#include <optional>
#include <vector>

namespace ewald::io {

/// The mapping of a known layout for a file with this tree, or nothing where a dataset that it names is missing,
/// broken, or of a shape that cannot be meant.
///
/// Numbers in the paths are wildcards: what was mapped as /scan/0042/images is found as /scan/0044/images, /1.1/… as
/// /2.1/…; all datasets are taken from the same group, and the path as it was mapped comes first. Any thread.
[[nodiscard]] std::optional<ImportMapping> fitLayout(const ImportMapping& layout, const std::vector<FileNode>& tree);

} // namespace ewald::io
