// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/fill_value.h"

#include "base/phrase.h"
#include "base/quantity_text.h"

#include <cmath>
#include <limits>
#include <type_traits>

namespace ewald::io {

std::optional<double> notMeasuredValue(const h5::File& file, const std::string& path, PixelType type,
                                       std::vector<Note>& notes) {
    for (const char* name : {"_FillValue", "missing_value"}) {
        const std::optional<double> stated = file.attributeNumber(path, name);
        if (!stated || !std::isfinite(*stated)) continue;
        const bool possible = withPixelType(type, [&](auto number) {
            using Number = decltype(number);
            return *stated >= static_cast<double>(std::numeric_limits<Number>::lowest()) &&
                   *stated <= static_cast<double>(std::numeric_limits<Number>::max());
        });
        if (!possible || *stated >= markerOf(type).value_or(std::numeric_limits<double>::infinity())) continue;
        if (*stated == 0) {
            notes.push_back({Severity::warning, phrase("%1 of %2 is 0, which is a count as well: such pixels are not "
                                                       "left out",
                                                       name, file.where(path))});
            continue;
        }
        notes.push_back({Severity::info, phrase("pixels of %1 are not measured (%2 of %3)", numberText(*stated, 10),
                                                name, file.where(path))});
        return stated;
    }
    return std::nullopt;
}

} // namespace ewald::io
