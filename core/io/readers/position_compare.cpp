// SPDX-License-Identifier: GPL-3.0-or-later
// Positions that a file says several times, and not alike.
#include "base/error.h"
#include "base/median.h"

#include "base/phrase.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <cmath>

namespace ewald::io {
namespace {

using Positions = std::vector<ScanPosition>;

bool isFinite(const ScanPosition& position) { return std::isfinite(position.y) && std::isfinite(position.x); }

/// Both lists where both have a position, each around its mean.
std::pair<Positions, Positions> centred(const Positions& first, const Positions& second) {
    std::pair<Positions, Positions> lists;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (!isFinite(first[i]) || !isFinite(second[i])) continue;
        lists.first.push_back(first[i]);
        lists.second.push_back(second[i]);
    }
    for (Positions* list : {&lists.first, &lists.second}) {
        ScanPosition mean;
        for (const ScanPosition& position : *list) mean.y += position.y, mean.x += position.x;
        for (ScanPosition& position : *list) {
            position.y -= mean.y / static_cast<double>(list->size());
            position.x -= mean.x / static_cast<double>(list->size());
        }
    }
    return lists;
}

/// The larger of the ranges of y and x.
double extentOf(const Positions& positions) {
    const auto [lowY, highY] = std::ranges::minmax(positions, {}, &ScanPosition::y);
    const auto [lowX, highX] = std::ranges::minmax(positions, {}, &ScanPosition::x);
    return std::max(highY.y - lowY.y, highX.x - lowX.x);
}

/// The median distance between the positions of one list and those of another times `sign`.
double distanceBetween(const Positions& first, const Positions& second, double sign) {
    std::vector<double> distances;
    for (std::size_t i = 0; i < first.size(); ++i)
        distances.push_back(std::hypot(first[i].y - sign * second[i].y, first[i].x - sign * second[i].x));
    return medianOf(std::move(distances));
}

/// As a list of its own; empty when it is not there, or cannot be read.
Positions readSource(const h5::File& file, const PositionSource& source, std::size_t count) {
    if (firstNumeric(file, {source.path}).empty()) return {};
    try {
        Scan other;
        const std::size_t elements = file.dataset(source.path).info().elements();
        if (source.pathY.empty()) {
            if (elements != 2 * count && elements != 3 * count) return {};
            readPositions(file, other, source.path, count, positionFactor(file, other, source.path, "m"));
        } else {
            if (elements != count || firstNumeric(file, {source.pathY}).empty()) return {};
            readPositionsXY(file, other, source.path, source.pathY, count, {},
                            positionFactor(file, other, source.path, "m"),
                            positionFactor(file, other, source.pathY, "m"));
        }
        return std::move(other.positions);
    } catch (const DataError&) {
        return {};
    }
}

} // namespace

void comparePositions(const h5::File& file, Scan& scan, const std::vector<PositionSource>& others) {
    constexpr double kTolerance = 0.02; // of the extent: what is asked of a stage and what it does differ
    for (const PositionSource& source : others) {
        if (source.path == scan.positionsPath || file.identity(source.path) == file.identity(scan.positionsPath))
            continue;
        const Positions read = readSource(file, source, scan.positions.size());
        if (read.size() != scan.positions.size()) continue;
        const auto [own, other] = centred(scan.positions, read);
        if (own.size() < 3 || !(extentOf(own) > 0) || !(extentOf(other) > 0)) continue;
        double distance = distanceBetween(own, other, 1);
        if (source.mayBeReversed) distance = std::min(distance, distanceBetween(own, other, -1));
        if (!(distance > kTolerance * extentOf(own))) continue;
        const std::string name = source.pathY.empty() ? source.path : source.path + ", " + source.pathY;
        addNote(scan, Severity::warning,
                phrase("%1 and %2 give positions that contradict each other (they differ by %3 and more for half of "
                       "the frames): those of %1 are used; choose otherwise with an import mapping",
                       scan.positionsPath, name, lengthText(distance)));
        return;
    }
}

} // namespace ewald::io
