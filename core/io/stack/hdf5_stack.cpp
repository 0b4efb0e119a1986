// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/hdf5_stack.h"

#include "io/hdf5.h"
#include "io/scan.h"
#include "io/stack/hdf5_segment.h"

#include <algorithm>

namespace ewald::io {
namespace {

/// The dataset that looks most like a stack of frames: the one with the most pixels.
std::string biggestStack(const std::filesystem::path& path) {
    std::string found;
    double most = 0;
    for (const FileNode& node : listFile(path)) {
        const std::size_t rank = node.shape.size();
        if (node.isGroup || rank < 2 ||
            (!node.type.starts_with("int") && !node.type.starts_with("uint") && !node.type.starts_with("float") &&
             node.type != "bool"))
            continue;
        if (node.shape[rank - 1] < 2 || node.shape[rank - 2] < 2) continue;
        double pixels = rank >= 3 ? 1e6 : 1; // any stack before any single image
        for (const std::size_t extent : node.shape) pixels *= static_cast<double>(extent);
        if (pixels > most) {
            most = pixels;
            found = node.path;
        }
    }
    return found;
}

} // namespace

StackContents openHdf5Stack(const std::filesystem::path& path, const StackOptions& options,
                            const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const h5::File>(h5::File::open(path, h5::Soundness::whatThereIs));
    StackContents contents;
    contents.format = "HDF5";
    contents.framesPath = options.dataset.empty() ? biggestStack(path) : options.dataset;
    if (contents.framesPath.empty())
        throw DataError("holds no frames", path.string(), "name the dataset of the frames");
    h5::Dataset dataset = file->dataset(contents.framesPath);
    const h5::Shape shape = dataset.shape();
    const Hdf5Frames frames = openHdf5Segment(file, std::move(dataset), pool);
    if (shape.size() == 4) {
        if (options.channel >= shape[1])
            throw DataError("there is no channel " + std::to_string(options.channel) + " in " + h5::toText(shape),
                            file->where(contents.framesPath), "channels are counted from 0");
        const std::size_t count =
            frames.complete > options.channel ? (frames.complete - options.channel - 1) / shape[1] + 1 : 0;
        contents.frames.append(frames.segment, options.channel, count, shape[1]);
    } else {
        contents.frames.append(frames.segment, 0, frames.complete);
    }
    const std::size_t announced = shape.size() == 4 ? shape[0] : frames.segment->frameCount();
    if (contents.frames.empty())
        throw DataError("no frame has been written yet", file->where(contents.framesPath),
                        "the measurement may have been aborted before the first frame");
    if (contents.frames.size() < announced)
        contents.note(Severity::warning, "of " + std::to_string(announced) + " frames announced, " +
                                             std::to_string(contents.frames.size()) +
                                             " are complete: " + file->where(contents.framesPath));
    return contents;
}

} // namespace ewald::io
