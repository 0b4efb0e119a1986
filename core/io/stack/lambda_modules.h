// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <filesystem>
#include <memory>
#include <span>

namespace ewald::io {

/// Whether a file holds one module of a Lambda detector: "…_m2….nxs" with the module's place in it. Never throws.
[[nodiscard]] bool isLambdaModule(const std::filesystem::path& file) noexcept;

/// Stitches the modules of a Lambda detector by the places in their files. `files` may name any of the modules and
/// parts of a scan: the other modules of the parts that are named are found beside them; parts follow in the order
/// given. The frames of a part are paired by the numbers that the files give them, else by their order; a frame that
/// one of the modules lacks cannot be read. \throws DataError: modules that overlap or differ in type, a file that
/// cannot be read
[[nodiscard]] StackContents openLambdaStack(std::span<const std::filesystem::path> files, const StackOptions& options,
                                            const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
