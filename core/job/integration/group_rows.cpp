// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/group_rows.h"

namespace ewald::job {

GroupStarts divideRows(std::size_t rows, std::size_t wanted, std::size_t most,
                       const std::function<io::FrameUnit(std::size_t row)>& unitOf) {
    GroupStarts starts{0};
    for (std::size_t row = 0; row < rows;) {
        const io::FrameUnit unit = unitOf(row);
        std::size_t end = row + 1;
        while (end < rows && unitOf(end) == unit) ++end;
        if (row > starts.back() && end - starts.back() > wanted) starts.push_back(row);
        while (end - starts.back() > most) starts.push_back(starts.back() + most);
        row = end;
    }
    if (rows > starts.back()) starts.push_back(rows);
    return starts;
}

} // namespace ewald::job
