// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <filesystem>
#include <memory>
#include <string_view>

namespace ewald::io {

/// Whether this is the beginning of an SMV file (ADSC, Rigaku): its header begins like that of EDF, and says how long
/// it is.
[[nodiscard]] bool isSmvHeader(std::string_view text) noexcept;

/// The image of an SMV file: whole or floating-point numbers that are not compressed. Its beam centre is left out, with
/// a remark: programs count it from different corners. (Keys as those of ADSC's detectors and of d*TREK.)
/// \throws DataError: damaged, or numbers that stand for others
[[nodiscard]] StackContents openSmvStack(const std::filesystem::path& file,
                                         const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
