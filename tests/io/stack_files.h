// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/bitshuffle.h"
#include "io/frame_stack.h"
#include "scan_files.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <hdf5.h>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

// What the tests of frame stacks share: files of all kinds with the counting frames, and ways to look at a stack.
namespace ewald::io::test {

inline std::shared_ptr<const FrameStack> openOne(const fs::path& file, const StackOptions& options = {}) {
    return openStack(std::span<const fs::path>(&file, 1), options);
}

inline std::shared_ptr<const FrameStack> openMany(const std::vector<fs::path>& files,
                                                  const StackOptions& options = {}) {
    return openStack(files, options);
}

/// A frame as numbers.
template <class T>
std::vector<T> pixelsOf(FrameReader& reader, std::size_t frame) {
    const std::span<const std::byte> bytes = reader.readPixels(frame);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

/// The last of so many counting frames.
inline std::vector<std::uint16_t> countingFrame(std::size_t frame) {
    const std::vector<std::uint16_t> all = countingFrames(frame + 1);
    return {all.end() - static_cast<std::ptrdiff_t>(kRows * kCols), all.end()};
}

/// The stack gives the counting frames of uint16, forwards and backwards.
inline void expectCountingStack(const FrameStack& stack, std::size_t frames = kFrames) {
    ASSERT_EQ(stack.frameCount(), frames);
    ASSERT_EQ(stack.rows(), kRows);
    ASSERT_EQ(stack.cols(), kCols);
    ASSERT_EQ(stack.pixelType(), PixelType::uint16);
    const std::vector<std::uint16_t> expected = countingFrames(frames);
    const auto reader = stack.makeReader();
    const auto check = [&](std::size_t f) {
        const std::vector<std::uint16_t> pixels = pixelsOf<std::uint16_t>(*reader, f);
        ASSERT_EQ(pixels.size(), kRows * kCols);
        EXPECT_TRUE(
            std::equal(pixels.begin(), pixels.end(), expected.begin() + static_cast<std::ptrdiff_t>(f * kRows * kCols)))
            << stack.where(f);
    };
    for (std::size_t f = 0; f < frames; ++f) check(f);
    for (std::size_t f = frames; f-- > 0;) check(f);
}

/// Writes a dataset with the bitshuffle-LZ4 filter, as a detector does.
template <class T>
void putBitshuffle(const fs::path& path, const std::string& dataset, const std::vector<T>& values,
                   const h5::Shape& shape, const h5::Shape& chunk, bool newFile = true) {
    if (newFile) h5::File::create(path).close();
    const h5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
    const h5::Handle links(H5Pcreate(H5P_LINK_CREATE));
    H5Pset_create_intermediate_group(links.id(), 1);
    const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
    const std::vector<hsize_t> extents(shape.begin(), shape.end());
    const std::vector<hsize_t> chunks(chunk.begin(), chunk.end());
    H5Pset_chunk(properties.id(), static_cast<int>(chunks.size()), chunks.data());
    const unsigned parameters[] = {0, 2}; // default block size, LZ4
    H5Pset_filter(properties.id(), 32008, H5Z_FLAG_MANDATORY, 2, parameters);
    const h5::Handle space(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr));
    const hid_t type = sizeof(T) == 4 ? H5T_NATIVE_UINT32 : H5T_NATIVE_UINT16;
    const h5::Handle made(
        H5Dcreate2(file.id(), dataset.c_str(), type, space.id(), links.id(), properties.id(), H5P_DEFAULT));
    ASSERT_TRUE(made);
    ASSERT_GE(H5Dwrite(made.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
}

/// A dataset of the counting frames, [frames, kRows, kCols] uint16, one chunk a frame.
inline void putFrames(const fs::path& path, const std::string& dataset, std::size_t firstFrame, std::size_t frames) {
    const std::vector<std::uint16_t> all = countingFrames(firstFrame + frames);
    const std::vector<std::uint16_t> values(all.begin() + static_cast<std::ptrdiff_t>(firstFrame * kRows * kCols),
                                            all.end());
    h5::File file = h5::File::create(path);
    put(file, dataset, values, {frames, kRows, kCols}, {{1, kRows, kCols}, 1, false});
    file.close();
}

/// One source of a virtual dataset: `count` frames from `first` on appear from `at` on.
struct VirtualPart {
    std::string file;
    std::string dataset;
    std::size_t sourceFrames = 0;
    std::size_t first = 0;
    std::size_t count = 0;
    std::size_t at = 0;
    std::size_t step = 1; ///< between frames of the virtual dataset
};

/// A virtual dataset of shape [frames, kRows, kCols] (or [frames, channels, …], frames then counting both).
inline void putVirtual(h5::File& file, const std::string& path, const h5::Shape& shape,
                       const std::vector<VirtualPart>& parts) {
    const h5::Handle links(H5Pcreate(H5P_LINK_CREATE));
    H5Pset_create_intermediate_group(links.id(), 1);
    const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
    const std::vector<hsize_t> extents(shape.begin(), shape.end());
    const h5::Handle space(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr));
    for (const VirtualPart& part : parts) {
        const h5::Handle here(H5Scopy(space.id()));
        const hsize_t start[] = {part.at, 0, 0};
        const hsize_t stride[] = {part.step, kRows, kCols};
        const hsize_t count[] = {part.count, 1, 1};
        const hsize_t block[] = {1, kRows, kCols};
        H5Sselect_hyperslab(here.id(), H5S_SELECT_SET, start, stride, count, block);
        const hsize_t sourceExtents[] = {part.sourceFrames, kRows, kCols};
        const h5::Handle there(H5Screate_simple(3, sourceExtents, nullptr));
        const hsize_t sourceStart[] = {part.first, 0, 0};
        const hsize_t sourceStride[] = {1, kRows, kCols};
        H5Sselect_hyperslab(there.id(), H5S_SELECT_SET, sourceStart, sourceStride, count, block);
        ASSERT_GE(H5Pset_virtual(properties.id(), here.id(), part.file.c_str(), part.dataset.c_str(), there.id()), 0);
    }
    const h5::Handle made(
        H5Dcreate2(file.id(), path.c_str(), H5T_NATIVE_UINT16, space.id(), links.id(), properties.id(), H5P_DEFAULT));
    ASSERT_TRUE(made);
}

/// The bytes of a file; and writing them.
inline std::string bytesOfFile(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}
inline void writeBytes(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// Peak memory of this process in MB since the last reset.
inline double peakMegabytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
    ADD_FAILURE() << "no VmHWM";
    return 0;
}

/// What a DataError of reading a frame says; empty when it can be read.
inline std::string readError(FrameReader& reader, std::size_t frame) {
    return dataErrorOf([&] { (void)reader.readPixels(frame); });
}

} // namespace ewald::io::test
