// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events/events.h"

#include <filesystem>
#include <memory>

namespace ewald::job {

/// What a preview file holds: one of the two, or nothing.
struct StoredPreview {
    std::shared_ptr<const Preview> pictures;
    std::shared_ptr<const IntegrationPreview> patterns;
};

/// Hands a preview to another process of a computer of the same kind, as the bytes that are in memory: a file that is
/// absent or complete, and that nothing waits for to reach the disk. One writer at a time; any thread.
/// \throws DataError
void writePreview(const std::filesystem::path& file, const Preview& preview);
void writePreview(const std::filesystem::path& file, const IntegrationPreview& preview);
/// Holds nothing where there is no such file, or one that another version of the program wrote.
[[nodiscard]] StoredPreview readPreview(const std::filesystem::path& file);

} // namespace ewald::job
