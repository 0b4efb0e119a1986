// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace ewald::job::queue {

struct ShippedTemplate {
    std::string name;
    std::string text;
};
/// The templates of batch scripts that come with the program (resources/slurm), the usual one first.
[[nodiscard]] const std::vector<ShippedTemplate>& shippedSlurmTemplates();

} // namespace ewald::job::queue
