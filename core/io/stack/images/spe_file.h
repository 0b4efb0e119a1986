// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace ewald::io {

/// Bytes of the header of an SPE file.
inline constexpr std::size_t kSpeHeaderBytes = 4100;

/// Whether these are the first bytes of a file of WinView or LightField (Princeton Instruments): their header ends
/// with a fixed number.
[[nodiscard]] bool isSpeHeader(std::span<const std::byte> bytes) noexcept;

/// All frames of an SPE file, version 2 or 3. (Princeton Instruments, SPE 3.0 File Format Specification.)
/// \throws DataError: damaged, or several regions of the sensor in a frame
[[nodiscard]] StackContents openSpeStack(const std::filesystem::path& file,
                                         const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
