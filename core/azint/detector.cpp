// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/detector.h"

#include "azint/catalogue_name.h"
#include "azint/resources.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/phrase.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ewald::azint {
namespace {

using nlohmann::json;

constexpr double kMetrePerMicrometre = 1e-6;

std::vector<Strip> stripsIn(const json& entry, const char* key) {
    std::vector<Strip> strips;
    for (const json& strip : entry.value(key, json::array())) strips.push_back({strip.at(0), strip.at(1)});
    return strips;
}

/// Where rows or columns begin and the last one ends. Those at a joint of modules are `border` times as large; the
/// space between modules belongs to the last pixel before it, which such detectors do not use.
std::vector<double> edgesOf(std::size_t count, std::size_t module, double pixel_m, double border, double space_m) {
    std::vector<double> edges(count + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const bool begins = i > 0 && i % module == 0;
        const bool ends = i + 1 < count && (i + 1) % module == 0;
        edges[i + 1] = edges[i] + pixel_m * (begins || ends ? border : 1) + (ends ? space_m : 0);
    }
    return edges;
}

void readEdges(const json& entry, Detector& detector) {
    const auto border = entry.value("border", std::array{1.0, 1.0});
    const auto space = entry.value("module_gap_um", std::array{0.0, 0.0});
    const std::array shape = {detector.rows, detector.cols};
    const std::array pixel = {detector.pixelHeight_m, detector.pixelWidth_m};
    for (std::size_t axis = 0; axis < 2; ++axis)
        if (border[axis] != 1 || space[axis] != 0)
            detector.edges_m[axis] = edgesOf(shape[axis], detector.module[axis], pixel[axis], border[axis],
                                             space[axis] * kMetrePerMicrometre);
}

void readReadouts(const json& entry, Detector& detector) {
    detector.readouts.push_back({detector.rows, detector.cols, detector.pixelHeight_m, detector.pixelWidth_m});
    for (const json& binned : entry.value("binnings", json::array())) {
        const std::size_t binning = binned.at(0);
        const double pixel_m = binned.at(1).get<double>() * kMetrePerMicrometre;
        detector.readouts.push_back({detector.rows / binning, detector.cols / binning, pixel_m, pixel_m, binning});
    }
    for (const json& other : entry.value("readouts", json::array())) {
        const double pixel_m = other.at(2).get<double>() * kMetrePerMicrometre;
        detector.readouts.push_back({other.at(0), other.at(1), pixel_m, pixel_m, 0});
    }
}

Detector fromJson(const json& entry) {
    Detector detector;
    detector.name = entry.at("name");
    detector.aliases = entry.value("aliases", std::vector<std::string>{});
    detector.maker = entry.value("maker", std::string());
    detector.rows = entry.at("shape").at(0);
    detector.cols = entry.at("shape").at(1);
    detector.pixelHeight_m = entry.at("pixel_um").at(0).get<double>() * kMetrePerMicrometre;
    detector.pixelWidth_m = entry.at("pixel_um").at(1).get<double>() * kMetrePerMicrometre;
    if (entry.contains("module")) {
        detector.module = entry.at("module");
        detector.gap = entry.at("gap");
    }
    detector.dead = {stripsIn(entry, "dead_rows"), stripsIn(entry, "dead_cols")};
    detector.chips = entry.value("chips", std::vector<std::array<std::size_t, 2>>{});
    detector.isRound = entry.value("round", false);
    detector.radius_m = entry.value("radius_m", 0.0);
    readEdges(entry, detector);
    if (entry.contains("dummy")) detector.dummy = entry.at("dummy").get<double>();
    detector.deltaDummy = entry.value("delta_dummy", 0.0);
    readReadouts(entry, detector);
    if (const std::string why = entry.value("unsupported", std::string()); why == "hexagonal")
        detector.unsupported = translatable("its pixels are hexagons");
    else if (!why.empty())
        detector.unsupported = translatable("its modules lie around the sample, not in a plane");
    return detector;
}

std::vector<Detector> readCatalogue() {
    std::vector<Detector> catalogue;
    try {
        for (const json& entry : parseOwnJson<json>(detectorsJson(), "the detector catalogue"))
            catalogue.push_back(fromJson(entry));
    } catch (const json::exception& error) {
        throw InternalError(std::string("the detector catalogue is damaged: ") + error.what());
    }
    return catalogue;
}

/// Of rows or columns, unbinned: 1 where all of it is insensitive.
std::vector<std::uint8_t> deadLines(const Detector& detector, std::size_t axis) {
    std::vector<std::uint8_t> dead(axis == 0 ? detector.rows : detector.cols, 0);
    const std::size_t module = detector.module[axis];
    if (module == 0) return dead;
    for (std::size_t i = 0; i < dead.size(); ++i) {
        const std::size_t within = i % (module + detector.gap[axis]);
        const auto holds = [within](const Strip& strip) {
            return within >= strip.first && within - strip.first < strip.count;
        };
        dead[i] = within >= module || std::ranges::any_of(detector.dead[axis], holds) ? 1 : 0;
    }
    return dead;
}

/// 1 for insensitive pixels of unbinned frames; empty where there are none.
Array<std::uint8_t, 2> unbinnedMask(const Detector& detector) {
    Array<std::uint8_t, 2> mask({detector.rows, detector.cols});
    if (!detector.chips.empty()) {
        std::ranges::fill(mask, std::uint8_t{1});
        for (const auto& [row, col] : detector.chips) {
            const std::size_t count = std::min(detector.module[1], detector.cols - col); // the last ones reach beyond
            for (std::size_t r = row; r < std::min(row + detector.module[0], detector.rows); ++r)
                std::fill_n(mask.slab(r).begin() + static_cast<std::ptrdiff_t>(col), count, std::uint8_t{0});
        }
        return mask;
    }
    const std::vector<std::uint8_t> rows = deadLines(detector, 0);
    const std::vector<std::uint8_t> cols = deadLines(detector, 1);
    const auto isDead = [](std::uint8_t value) { return value != 0; };
    if (std::ranges::none_of(rows, isDead) && std::ranges::none_of(cols, isDead)) return {};
    for (std::size_t row = 0; row < detector.rows; ++row) {
        if (rows[row] != 0)
            std::ranges::fill(mask.slab(row), std::uint8_t{1});
        else
            std::ranges::copy(cols, mask.slab(row).begin());
    }
    return mask;
}

/// 1 for pixels whose centre is outside the largest circle about the middle.
Array<std::uint8_t, 2> circleMask(std::size_t rows, std::size_t cols) {
    Array<std::uint8_t, 2> mask({rows, cols});
    const std::size_t halfRows = rows / 2, halfCols = cols / 2;
    const auto middleRow = static_cast<double>(halfRows), middleCol = static_cast<double>(halfCols);
    for (std::size_t row = 0; row < rows; ++row) {
        const double y = static_cast<double>(row) + 0.5 - middleRow;
        for (std::size_t col = 0; col < cols; ++col) {
            const double x = static_cast<double>(col) + 0.5 - middleCol;
            mask(row, col) = y * y + x * x > middleRow * middleRow ? 1 : 0;
        }
    }
    return mask;
}

} // namespace

const std::vector<Detector>& detectors() {
    static const std::vector<Detector> catalogue = readCatalogue();
    return catalogue;
}

const Detector* findDetector(std::string_view name) {
    const std::string wanted = catalogueName(name);
    for (const Detector& detector : detectors()) {
        if (catalogueName(detector.name) == wanted) return &detector;
        if (std::ranges::any_of(detector.aliases,
                                [&](const std::string& alias) { return catalogueName(alias) == wanted; })) {
            return &detector;
        }
    }
    return nullptr;
}

std::vector<const Detector*> detectorsOfShape(std::size_t rows, std::size_t cols) {
    std::vector<const Detector*> unbinned;
    std::vector<const Detector*> binned;
    for (const Detector& detector : detectors()) {
        const std::optional<Readout> readout = readoutOf(detector, rows, cols);
        if (detector.unsupported || detector.radius_m > 0 || !readout || !readout->listed) continue;
        (readout->binning == 1 ? unbinned : binned).push_back(&detector);
    }
    unbinned.insert(unbinned.end(), binned.begin(), binned.end());
    return unbinned;
}

std::optional<Readout> readoutOf(const Detector& detector, std::size_t rows, std::size_t cols) {
    for (const Readout& readout : detector.readouts)
        if (readout.rows == rows && readout.cols == cols) return readout;
    if (rows == 0 || cols == 0) return {};
    const std::size_t binning = detector.rows / rows;
    if (binning < 2 || rows * binning != detector.rows || cols * binning != detector.cols) return {};
    const auto factor = static_cast<double>(binning);
    return Readout{rows, cols, detector.pixelHeight_m * factor, detector.pixelWidth_m * factor, binning, false};
}

Array<std::uint8_t, 2> gapMask(const Detector& detector, std::size_t rows, std::size_t cols) {
    const std::optional<Readout> readout = readoutOf(detector, rows, cols);
    if (!readout) return {};
    if (detector.isRound) return circleMask(rows, cols);
    Array<std::uint8_t, 2> fine = unbinnedMask(detector);
    if (readout->binning <= 1 || fine.empty()) return fine;
    Array<std::uint8_t, 2> mask({rows, cols});
    for (std::size_t row = 0; row < rows * readout->binning; ++row)
        for (std::size_t col = 0; col < cols * readout->binning; ++col)
            mask(row / readout->binning, col / readout->binning) |= fine(row, col);
    return mask;
}

double PixelAxis::place_m(double index) const noexcept {
    if (isEven()) return index * m_pixel_m;
    const auto last = static_cast<double>(m_edges_m.size() - 2);
    const double pixel = std::clamp(std::floor(index), 0.0, last);
    const auto at = static_cast<std::size_t>(pixel);
    return m_edges_m[at] + (index - pixel) * (m_edges_m[at + 1] - m_edges_m[at]);
}

double PixelAxis::index(double place_m) const noexcept {
    if (isEven()) return place_m / m_pixel_m;
    // The first edge beyond the place ends its pixel.
    const auto beyond = std::upper_bound(m_edges_m.begin() + 1, m_edges_m.end() - 1, place_m);
    const auto at = static_cast<std::size_t>(beyond - m_edges_m.begin()) - 1;
    return static_cast<double>(at) + (place_m - m_edges_m[at]) / (m_edges_m[at + 1] - m_edges_m[at]);
}

} // namespace ewald::azint
