// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/kept_field.h"

#include <algorithm>

namespace ewald::ptycho {

std::size_t countOf(const std::vector<KeptField>& fields, std::initializer_list<KeptLike> shapes) {
    std::size_t count = 0;
    for (const KeptField& field : fields)
        if (std::ranges::find(shapes, field.like) != shapes.end()) count += std::max<std::size_t>(1, field.list);
    return count;
}

} // namespace ewald::ptycho
