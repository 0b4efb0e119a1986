// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::structure {

/// A folder within a layer, and those of the same layer that it may include besides itself.
struct Room {
    std::string folder;
    std::set<std::string, std::less<>> below;
};

/// The rooms of core/compute, core/ptycho and core/job. Each comes after all that it may include, so that there is no
/// circle. A layer that has no room here is not divided.
[[nodiscard]] const std::vector<Room>& rooms();

/// Why a file may not include another one of the same layer; empty when it may. Paths as in the tree.
[[nodiscard]] std::string refusalOfRoom(std::string_view from, std::string_view target);

} // namespace ewald::structure
