// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <random>
#include <string>
#include <vector>

// Stacks of frames in all the ways in which HDF5 may cut them into chunks. Every pixel is a function of its place, so
// that a test finds a frame, a row or a tile that is taken for another one.
namespace ewald::test {

struct ChunkLayout {
    io::h5::Shape lead; ///< {frames}, or {lines, columns} of a raster
    std::size_t rows = 0;
    std::size_t cols = 0;
    io::h5::Shape chunk; ///< empty: contiguous
    enum class Filter { none, gzip, shuffleGzip, bitshuffleLz4, lz4, checksumGzip, shuffle };
    Filter filter = Filter::none;
    bool plainEdges = false; ///< chunks that reach over the edge are stored without the filter
    hid_t type = H5T_STD_U16LE;
    std::string typeName = "uint16";

    [[nodiscard]] std::size_t frames() const {
        std::size_t count = 1;
        for (const std::size_t extent : lead) count *= extent;
        return count;
    }
    [[nodiscard]] io::h5::Shape shape() const {
        io::h5::Shape all = lead;
        all.push_back(rows);
        all.push_back(cols);
        return all;
    }
    [[nodiscard]] std::string text() const {
        constexpr std::array<const char*, 7> kNames{"none", "gzip",           "shuffle, gzip", "bitshuffle-LZ4",
                                                    "LZ4",  "gzip, checksum", "shuffle"};
        return io::h5::toText(shape()) + " " + typeName + " in chunks of " + io::h5::toText(chunk) + ", " +
               kNames.at(static_cast<std::size_t>(filter)) + (plainEdges ? ", not at the edges" : "");
    }
    /// Numbers up to 239, which every type holds, without any pattern along an axis.
    [[nodiscard]] static std::uint8_t pixel(std::size_t frame, std::size_t row, std::size_t col) {
        std::uint64_t mixed = frame * 0x9E3779B97F4A7C15U + row * 0xC2B2AE3D27D4EB4FU + col * 0x165667B19E3779F9U + 1;
        mixed = (mixed ^ (mixed >> 29U)) * 0xBF58476D1CE4E5B9U;
        return static_cast<std::uint8_t>((mixed >> 40U) % 240);
    }
};

/// Any layout: chunks of 1 to 7 frames or many, whole frames or parts of them, edges that are not full.
inline ChunkLayout randomLayout(std::mt19937& random, bool rasters) {
    const auto upTo = [&](std::size_t most) { return random() % most + 1; };
    ChunkLayout layout;
    layout.lead = {upTo(40)};
    if (rasters && random() % 4 == 0) layout.lead = {upTo(6), upTo(7)};
    layout.rows = 8 + upTo(30);
    layout.cols = 8 + upTo(30);
    struct Type {
        hid_t id;
        const char* name;
    };
    const std::array<Type, 7> types{{{H5T_STD_U16LE, "uint16"},
                                     {H5T_STD_U32LE, "uint32"},
                                     {H5T_STD_U8LE, "uint8"},
                                     {H5T_STD_I32LE, "int32"},
                                     {H5T_IEEE_F32LE, "float32"},
                                     {H5T_STD_U16BE, "big-endian uint16"},
                                     {H5T_IEEE_F64LE, "float64"}}};
    const Type type = types.at(random() % types.size());
    layout.type = type.id;
    layout.typeName = type.name;
    if (random() % 12 == 0) return layout;
    for (const std::size_t extent : layout.lead)
        layout.chunk.push_back(std::min(extent, random() % 4 == 0 ? upTo(20) : upTo(7)));
    const bool whole = random() % 2 == 0;
    layout.chunk.push_back(whole ? layout.rows : upTo(layout.rows));
    layout.chunk.push_back(whole ? layout.cols : upTo(layout.cols));
    layout.filter = static_cast<ChunkLayout::Filter>(random() % 7);
    layout.plainEdges = random() % 4 == 0;
    return layout;
}

/// Writes the stack, the groups on the way included, into a new file or, with `into`, into one that is there.
inline void putLayout(const std::filesystem::path& path, const std::string& dataset, const ChunkLayout& layout,
                      bool into = false) {
    using io::h5::Handle;
    using Filter = ChunkLayout::Filter;
    if (!into) io::h5::File::create(path).close();
    const Handle access(H5Pcreate(H5P_FILE_ACCESS));
    if (layout.plainEdges) H5Pset_libver_bounds(access.id(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, access.id()));
    const Handle links(H5Pcreate(H5P_LINK_CREATE));
    H5Pset_create_intermediate_group(links.id(), 1);
    const Handle properties(H5Pcreate(H5P_DATASET_CREATE));
    if (!layout.chunk.empty()) {
        const std::vector<hsize_t> chunk(layout.chunk.begin(), layout.chunk.end());
        H5Pset_chunk(properties.id(), static_cast<int>(chunk.size()), chunk.data());
        if (layout.plainEdges) H5Pset_chunk_opts(properties.id(), H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS);
        const std::array<unsigned, 2> bitshuffle{0, 2};
        const unsigned lz4 = 512; // bytes a block: several in a chunk
        if (layout.filter == Filter::bitshuffleLz4)
            H5Pset_filter(properties.id(), 32008, H5Z_FLAG_MANDATORY, bitshuffle.size(), bitshuffle.data());
        if (layout.filter == Filter::lz4) H5Pset_filter(properties.id(), 32004, H5Z_FLAG_MANDATORY, 1, &lz4);
        if (layout.filter == Filter::shuffleGzip || layout.filter == Filter::shuffle) H5Pset_shuffle(properties.id());
        if (layout.filter == Filter::gzip || layout.filter == Filter::shuffleGzip ||
            layout.filter == Filter::checksumGzip)
            H5Pset_deflate(properties.id(), 1);
        if (layout.filter == Filter::checksumGzip) H5Pset_fletcher32(properties.id());
    }
    const io::h5::Shape shape = layout.shape();
    const std::vector<hsize_t> extents(shape.begin(), shape.end());
    const Handle space(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr));
    const Handle made(
        H5Dcreate2(file.id(), dataset.c_str(), layout.type, space.id(), links.id(), properties.id(), H5P_DEFAULT));
    std::vector<std::uint8_t> values;
    for (std::size_t f = 0; f < layout.frames(); ++f)
        for (std::size_t r = 0; r < layout.rows; ++r)
            for (std::size_t c = 0; c < layout.cols; ++c) values.push_back(ChunkLayout::pixel(f, r, c));
    ASSERT_GE(H5Dwrite(made.id(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
}

} // namespace ewald::test
