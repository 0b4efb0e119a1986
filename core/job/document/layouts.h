// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// Which dataset is what in the files of a beamline.
struct Layout {
    std::string name;
    io::ImportMapping mapping;
};

/// The layouts that come with the program (resources/layouts.json). Some name no positions: they are a start for an
/// import mapping. Any thread.
[[nodiscard]] const std::vector<Layout>& shippedLayouts();
/// The first of them that fits a file and names its positions, with the paths of this file; nothing where none does, or
/// where the file is no HDF5 file. Any thread.
[[nodiscard]] std::optional<Layout> shippedLayoutOf(const std::filesystem::path& file);

} // namespace ewald::job
