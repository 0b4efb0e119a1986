// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/geometry_file.h"

#include "azint/instrument/ge_distortion.h"
#include "azint/instrument/poni_entries.h"
#include "azint/pixel_corners.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/frame_stack.h"
#include "io/images/detector_file.h"
#include "io/scan_progress.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace ewald::job {
namespace {

/// pyFAI's description of a detector, or HEXRD's, or the modules of a NeXus file. \param shape of the frames, for these
std::shared_ptr<const azint::PixelMap> readDetector(const std::filesystem::path& file,
                                                    std::optional<std::array<std::size_t, 2>> shape) {
    if (!io::isHdf5File(file) && azint::looksLikeInstrument(file))
        return std::make_shared<const azint::GeDistortion>(azint::readGeDistortion(file));
    io::DetectorFile found = io::readDetectorFile(file, shape);
    return std::make_shared<const azint::PixelCorners>(
        azint::PixelCorners::Description{.source = file,
                                         .shape = found.shape,
                                         .pixelSize_m = found.pixelSize_m,
                                         .corners = found.corners,
                                         .depths = found.depths,
                                         .areasCount = found.areasCount,
                                         .mask = std::move(found.mask),
                                         .hasOwnCorrections = found.hasFlatField || found.hasDark});
}

std::shared_ptr<const azint::PixelMap> detectorOf(const std::filesystem::path& file,
                                                  std::optional<std::array<std::size_t, 2>> shape) {
    static std::mutex mutex;
    static std::map<std::string, std::weak_ptr<const azint::PixelMap>> known;
    std::string version = file.string() + '\n' + io::fileVersion(file);
    if (shape) version += '\n' + shapeText((*shape)[0], (*shape)[1]);
    {
        const std::lock_guard lock(mutex);
        if (const auto found = known.find(version); found != known.end())
            if (std::shared_ptr<const azint::PixelMap> map = found->second.lock()) return map;
    }
    std::shared_ptr<const azint::PixelMap> map = readDetector(file, shape); // may take seconds
    const std::lock_guard lock(mutex);
    std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
    known[version] = map;
    return map;
}

} // namespace

std::shared_ptr<const azint::PixelMap> panelsIn(const std::filesystem::path& file, std::array<std::size_t, 2> shape) {
    return detectorOf(file, shape);
}

azint::PoniFiles poniFiles() {
    return {.detector = [](const std::filesystem::path& file) { return detectorOf(file, std::nullopt); }};
}

GeometryFile readGeometryFile(const std::filesystem::path& file) {
    const std::string text = azint::readPoniText(file);
    if (azint::isGoniometerText(text)) return {std::nullopt, azint::parseGoniometer(text, file.string())};
    return {azint::parsePoni(text, file.string(), poniFiles()), std::nullopt};
}

} // namespace ewald::job
