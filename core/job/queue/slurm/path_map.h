// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ewald::job::queue {

/// Folders of this computer, and what they are called on another one that sees them, too.
using PathMap = std::vector<std::pair<std::string, std::string>>;

/// A file in one of the folders as it is called there; others stay.
[[nodiscard]] std::string mapped(const PathMap& paths, const std::string& name);
/// The same for every text in a JSON document that is such a name.
[[nodiscard]] std::string mappedJson(const PathMap& paths, const std::string& json);
/// "/here=/there" each. \throws JobError
[[nodiscard]] PathMap parsePathMap(const std::vector<std::string>& pairs);

} // namespace ewald::job::queue
