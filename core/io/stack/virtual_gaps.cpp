// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/virtual_gaps.h"

#include "base/phrase.h"
#include "io/hdf5/hdf5_virtual.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace ewald::io {
namespace {

/// What mappedPixels() says of a dataset, or of the first source of one that takes whole frames. Empty: nothing is
/// known to be left out.
std::vector<std::uint8_t> mappedPixels(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                       const std::string& path, FrameShape shape, int depth) {
    constexpr int kDeepest = 4;
    const Hdf5Object object = resolver.follow(file, path);
    if (object.kind != h5::NodeKind::dataset || depth > kDeepest) return {};
    const h5::Dataset dataset = object.file->dataset(object.path);
    const h5::Shape& extents = dataset.shape();
    if (!dataset.info().isVirtual || extents.size() < 2 || extents[extents.size() - 2] != shape.rows ||
        extents.back() != shape.cols)
        return {};
    if (std::vector<std::uint8_t> mapped = h5::mappedPixels(dataset); !mapped.empty()) return mapped;
    for (const auto& [name, source] : h5::virtualSources(dataset)) {
        if (name == ".") return mappedPixels(resolver, object.file, source, shape, depth + 1);
        const std::filesystem::path beside = object.file->file().parent_path() / name;
        std::error_code failed;
        if (std::filesystem::exists(beside, failed))
            return mappedPixels(resolver, resolver.open(beside), source, shape, depth + 1);
    }
    return {};
}

} // namespace

void maskVirtualGaps(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file, const std::string& path,
                     StackContents& contents) {
    const FrameShape shape = contents.frames.shape();
    std::vector<std::uint8_t> mapped;
    try {
        mapped = mappedPixels(resolver, file, path, shape, 0);
    } catch (const DataError&) { // the frames have been found, whatever their list says besides
    }
    if (mapped.size() != shape.pixels()) return;
    if (contents.mask.empty()) contents.mask = Array<std::uint8_t, 2>({shape.rows, shape.cols});
    for (std::size_t i = 0; i < mapped.size(); ++i)
        if (mapped[i] == 0) contents.mask.data()[i] = 1;
    const auto gaps = static_cast<std::size_t>(std::ranges::count(mapped, 0));
    contents.note(2 * gaps > mapped.size() ? Severity::warning : Severity::info,
                  phrase("no source of the virtual dataset %1 holds %2 {pixel, which is|pixels, which are} left out",
                         path, gaps));
}

} // namespace ewald::io
