// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/images/detector_file.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/hdf5/hdf5.h"
#include "io/readers/module_corners.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <utility>

namespace ewald::io {
namespace {

constexpr const char* kAsPyFai = translatable("write the detector with pyFAI (NexusDetector.save)");

bool isDetector(const h5::File& file, const std::string& group) {
    if (file.attributeText(group, "NX_class").value_or("") != "NXdetector") return false;
    return file.hasDataset(group + "/pixel_corners") || file.hasDataset(group + "/pixel_size") ||
           std::ranges::any_of(file.children(group), [&](const std::string& name) {
               return file.hasDataset(group + "/" + name + "/fast_pixel_direction");
           });
}

/// The shape of the frames that the detector has, or as far as its modules go.
std::array<std::size_t, 2> shapeOfModules(const h5::File& file, const std::string& detector,
                                          std::span<const ModulePlace> modules) {
    if (const std::string data = detector + "/data"; file.hasDataset(data))
        if (const h5::Shape shape = file.dataset(data).shape(); shape.size() >= 2)
            return {shape[shape.size() - 2], shape.back()};
    std::array<std::size_t, 2> shape{};
    for (const ModulePlace& module : modules)
        for (std::size_t axis = 0; axis < 2; ++axis)
            shape[axis] =
                std::max(shape[axis], static_cast<std::size_t>(module.dataOrigin[axis]) + module.dataSize[axis]);
    return shape;
}

} // namespace

/// Entry, pyFAI, detector: groups lie no deeper than that, but for one to spare. The first with corners, else the
/// first.
std::string describedDetector(const h5::File& file) {
    constexpr std::size_t kDeepest = 4, kMostGroups = 1000;
    std::string found;
    std::deque<std::pair<std::string, std::size_t>> groups{{"", 0}};
    for (std::size_t looked = 0; !groups.empty() && looked < kMostGroups; ++looked) {
        const auto [group, depth] = groups.front();
        groups.pop_front();
        if (depth > 0 && isDetector(file, group)) {
            if (file.hasDataset(group + "/pixel_corners")) return group;
            if (found.empty()) found = group;
        }
        if (depth == kDeepest) continue;
        for (const std::string& name : file.children(group.empty() ? "/" : group))
            if (const std::string path = group + "/" + name; file.hasGroup(path)) groups.emplace_back(path, depth + 1);
    }
    return found;
}

namespace {

class DetectorReader {
public:
    explicit DetectorReader(const std::filesystem::path& file) : m_file(h5::File::open(file)) {
        m_found.path = describedDetector(m_file);
        if (m_found.path.empty())
            throw DataError("the file describes no detector: it has no NXdetector group with pixel_corners, pixel_size "
                            "or modules",
                            file.string(), kAsPyFai);
    }

    DetectorFile read(const std::optional<std::array<std::size_t, 2>>& frames) && {
        if (!dataset("pixel_corners"))
            if (const std::vector<ModulePlace> modules = modulePlaces(m_file, m_found.path); !modules.empty())
                return ofModules(modules, frames.value_or(shapeOfModules(m_file, m_found.path, modules)));
        refuseTurned();
        readMask();
        findShape();
        readCorners();
        findPixelSize();
        m_found.hasFlatField = m_file.hasDataset(m_found.path + "/flatfield");
        m_found.hasDark = m_file.hasDataset(m_found.path + "/darkcurrent");
        return std::move(m_found);
    }

private:
    [[nodiscard]] std::optional<h5::Dataset> dataset(const char* name) const {
        const std::string path = m_found.path + "/" + name;
        return m_file.hasDataset(path) ? std::optional(m_file.dataset(path)) : std::nullopt;
    }
    [[noreturn]] void fail(const std::string& problem, const char* name, const char* cure = kAsPyFai) const {
        throw DataError(problem, m_file.where(m_found.path + "/" + name), cure);
    }

    [[nodiscard]] DetectorFile ofModules(std::span<const ModulePlace> modules,
                                         const std::array<std::size_t, 2>& shape) const {
        const auto refuse = [this](const std::string& problem) {
            throw DataError(problem, m_file.where(m_found.path), "give a file that describes each pixel's corners");
        };
        for (const ModulePlace& module : modules) {
            if (!module.problem.empty()) refuse(module.problem);
            if (module.turnsDuringScan || !module.travelsBy.empty())
                refuse(phrase("%1 moves during the scan", module.path));
        }
        if (shape[0] == 0 || shape[1] == 0) refuse("the modules have no pixels");
        constexpr std::size_t kMostPixels = std::size_t{1} << 27;
        if (shape[0] > kMostPixels / shape[1]) refuse("it is absurdly large");
        if (const std::string problem = problemOfParts(modules, shape); !problem.empty()) refuse(problem);
        DetectorFile found = detectorOfModules(modules, shape);
        found.path = m_found.path;
        for (const double side : found.pixelSize_m)
            if (!(side >= kSmallestPixel_m && side <= kLargestPixel_m))
                refuse(phrase("a pixel of %1 m is impossible", numberText(side)));
        return found;
    }

    /// Other orders of rows and columns than pyFAI's own, 3.
    void refuseTurned() const {
        const std::optional<double> orientation = m_file.number(m_found.path + "/orientation");
        if (orientation && *orientation != 0 && *orientation != 3)
            fail(phrase("the detector has the orientation %1", numberText(*orientation)), "orientation",
                 "save it with orientation 3, which is what is read");
    }

    void readMask() {
        const std::optional<h5::Dataset> mask = dataset("mask");
        if (!mask) return;
        if (mask->shape().size() != 2 || !mask->info().type.isReal()) fail("the mask is no image", "mask");
        const std::vector<double> values = mask->readAll<double>();
        m_found.mask = Array<std::uint8_t, 2>({mask->shape()[0], mask->shape()[1]});
        std::ranges::transform(values, m_found.mask.begin(),
                               [](double value) { return static_cast<std::uint8_t>(value != 0 ? 1 : 0); });
    }

    void findShape() {
        for (const char* name : {"pixel_corners", "shape", "max_shape", "mask"}) {
            const std::optional<h5::Dataset> found = dataset(name);
            if (!found) continue;
            h5::Shape shape = found->shape();
            if (const bool says = std::string(name).ends_with("shape"); says) {
                if (found->info().elements() != 2 || !found->info().type.isReal()) fail("it is no shape", name);
                const std::vector<double> numbers = found->readAll<double>();
                constexpr double kMost = 1e6;
                for (const double number : numbers)
                    if (!(number >= 1 && number <= kMost)) fail("it is no shape", name);
                shape = {static_cast<std::size_t>(numbers[0]), static_cast<std::size_t>(numbers[1])};
            }
            if (shape.size() < 2 || shape[0] == 0 || shape[1] == 0) fail("it has no rows and columns of pixels", name);
            m_found.shape = {shape[0], shape[1]};
            return;
        }
        fail("it is not said how many pixels the detector has", "shape");
    }

    /// Row after row: all numbers of a large detector are some hundred megabytes.
    void readCorners() {
        const std::optional<h5::Dataset> corners = dataset("pixel_corners");
        if (!corners) return;
        const h5::Shape& shape = corners->shape();
        if (shape.size() == 4 && shape[2] != 4)
            fail(phrase("the pixels have %1 corners", shape[2]), "pixel_corners", "only quadrilaterals are supported");
        if (shape.size() != 4 || shape[3] != 3 || !corners->info().type.isReal())
            fail(phrase("corners of pixels have the shape %1, expected (rows, columns, 4, 3)", h5::toText(shape)),
                 "pixel_corners");
        constexpr std::size_t kMostPixels = std::size_t{1} << 27;
        const auto [rows, cols] = m_found.shape;
        if (rows > kMostPixels / cols) fail("it is absurdly large", "pixel_corners");
        m_found.corners.reserve(rows * cols * 8);
        m_found.depths.reserve(rows * cols * 4);
        std::vector<float> row(cols * 12);
        float lowest = INFINITY, highest = -INFINITY;
        for (std::size_t r = 0; r < rows; ++r) {
            corners->readBlock<float>({r, 0, 0, 0}, {1, cols, 4, 3}, row);
            for (std::size_t i = 0; i < row.size(); i += 3) { // z, y, x
                lowest = std::min(lowest, row[i]), highest = std::max(highest, row[i]);
                m_found.depths.push_back(row[i]);
                m_found.corners.push_back(row[i + 1]);
                m_found.corners.push_back(row[i + 2]);
            }
        }
        constexpr float kFlat_m =
            1e-6F; // a pixel's place along the beam changes angles by less than 1e-4 of themselves
        if (lowest >= -kFlat_m && highest <= kFlat_m) m_found.depths = {};
    }

    void findPixelSize() {
        if (const std::optional<h5::Dataset> size = dataset("pixel_size")) {
            if (size->info().elements() != 2 || !size->info().type.isReal())
                fail("it is no size of a pixel", "pixel_size");
            const std::vector<double> numbers = size->readAll<double>();
            m_found.pixelSize_m = {numbers[0], numbers[1]};
        } else { // as pyFAI: of the means
            const auto [rows, cols] = m_found.shape;
            const float* const first = m_found.corners.data();
            const float* const last = first + m_found.corners.size() - 8; // of the last pixel; C is its third corner
            m_found.pixelSize_m = {static_cast<double>(last[4] - first[0]) / static_cast<double>(rows),
                                   static_cast<double>(last[5] - first[1]) / static_cast<double>(cols)};
        }
        for (const double side : m_found.pixelSize_m)
            if (!(side >= kSmallestPixel_m && side <= kLargestPixel_m))
                fail(phrase("a pixel of %1 m is impossible", numberText(side)), "pixel_size");
    }

    h5::File m_file;
    DetectorFile m_found;
};

} // namespace

DetectorFile readDetectorFile(const std::filesystem::path& file, std::optional<std::array<std::size_t, 2>> shape) {
    return DetectorReader(file).read(shape);
}

} // namespace ewald::io
