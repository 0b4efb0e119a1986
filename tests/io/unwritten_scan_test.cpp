// SPDX-License-Identifier: GPL-3.0-or-later
// Scans that were not written to their end, positions included.
#include "io/scan.h"
#include "stack_files.h"

#include <array>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <hdf5.h>

namespace ewald::io::test {
namespace {

class UnwrittenScans : public WithFolder {
protected:
    /// A dataset in chunks, of which the first `written` entries of its first axis are written.
    template <class T>
    void putPart(const std::string& path, const std::vector<T>& values, const std::vector<hsize_t>& shape,
                 const std::vector<hsize_t>& chunk, hsize_t written, hsize_t from = 0) {
        const h5::Handle file(H5Fopen(m_path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
        const h5::Handle links(H5Pcreate(H5P_LINK_CREATE));
        H5Pset_create_intermediate_group(links.id(), 1);
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        const int rank = static_cast<int>(shape.size());
        H5Pset_chunk(properties.id(), rank, chunk.data());
        const h5::Handle space(H5Screate_simple(rank, shape.data(), nullptr));
        const hid_t type = sizeof(T) == 2 ? H5T_NATIVE_UINT16 : H5T_NATIVE_DOUBLE;
        const h5::Handle made(
            H5Dcreate2(file.id(), path.c_str(), type, space.id(), links.id(), properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(made);
        if (written == 0) return;
        std::vector<hsize_t> start(shape.size(), 0), count = shape;
        start[0] = from, count[0] = written;
        const h5::Handle memory(H5Screate_simple(rank, count.data(), nullptr));
        H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
        const std::size_t each = values.size() / shape[0];
        ASSERT_GE(H5Dwrite(made.id(), type, memory.id(), space.id(), H5P_DEFAULT, values.data() + from * each), 0);
    }
    void putFile(const char* name, const std::function<void(h5::File&)>& fill) {
        m_path = at(name);
        h5::File file = h5::File::create(m_path);
        fill(file);
        file.close();
    }
    void putCxiWithoutData(const char* name) {
        putFile(name, [](h5::File& file) {
            file.write("/cxi_version", std::int64_t{160});
            putGeometry(file);
        });
    }
    static constexpr const char* kFramesPath = "/entry_1/data_1/data";
    static constexpr const char* kPositionsPath = "/entry_1/data_1/translation";
    fs::path m_path;
};

TEST_F(UnwrittenScans, FramesAtTheEndAreMissingNotEmpty) {
    putCxiWithoutData("a.cxi");
    putPart(kFramesPath, countingFrames(), {kFrames, kRows, kCols}, {1, kRows, kCols}, 4);
    putPart(kPositionsPath, translations(kFrames, 3, false), {kFrames, 3}, {kFrames, 3}, kFrames);
    const Scan scan = openScan(m_path);
    expectCountingFrames(*scan.frames, 4);
    expectPositions(scan, 4);
    EXPECT_EQ(scan.alongBeam_m.size(), 4U);
    EXPECT_TRUE(hasNote(scan.notes, "of 6 frames announced, the first 4 are complete and used", Severity::warning));
    EXPECT_TRUE(hasNote(scan.notes, "4 frames of"));
    // None at all.
    putCxiWithoutData("none.cxi");
    putPart(kFramesPath, countingFrames(), {kFrames, kRows, kCols}, {1, kRows, kCols}, 0);
    putPart(kPositionsPath, translations(kFrames, 3, false), {kFrames, 3}, {kFrames, 3}, kFrames);
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(m_path); }), "no frame has been written yet"));
}

TEST_F(UnwrittenScans, AnAbortedRasterKeepsTheAxesOfTheWhole) {
    // Two lines of three points, of which the second was not begun; x for each column, y for each line.
    putFile("raster.nxs", [](h5::File& file) {
        file.write("/entry/definition", "NXptycho");
        put<double>(file, "/entry/data/x", {1e-6, 2e-6, 3e-6}, {3});
        put<double>(file, "/entry/data/y", {5e-6, 7e-6}, {2});
        put<double>(file, "/entry/instrument/monitor/data", {2, 4, 6, 0, 0, 0}, {6});
        file.setAttribute("/entry/instrument/monitor", "NX_class", "NXmonitor");
    });
    putPart("/entry/data/data", countingFrames(), {2, 3, kRows, kCols}, {1, 1, kRows, kCols}, 1);
    const Scan scan = openScan(m_path);
    expectCountingFrames(*scan.frames, 3);
    ASSERT_EQ(scan.positions.size(), 3U);
    EXPECT_EQ(scan.positions[2].x, 3e-6);
    EXPECT_EQ(scan.positions[2].y, 5e-6);
    ASSERT_EQ(scan.frameIntensity.size(), 3U);
    for (std::size_t f = 0; f < 3; ++f) EXPECT_NEAR(scan.frameIntensity[f], 0.5 * static_cast<double>(f + 1), 1e-12);
    EXPECT_TRUE(hasNote(scan.notes, "of 6 frames announced, the first 3 are complete and used", Severity::warning));
}

TEST_F(UnwrittenScans, PositionsThatWereNeverWrittenAreNone) {
    // Rows 2 and 3 lie in the only chunk that is written.
    putCxiWithoutData("a.cxi");
    putPart(kFramesPath, countingFrames(), {kFrames, kRows, kCols}, {1, kRows, kCols}, kFrames);
    putPart(kPositionsPath, translations(kFrames, 3, false), {kFrames, 3}, {2, 2}, 2, 2);
    const Scan scan = openScan(m_path);
    ASSERT_EQ(scan.positions.size(), kFrames);
    for (std::size_t f = 0; f < kFrames; ++f) {
        EXPECT_EQ(std::isnan(scan.positions[f].x), f < 2 || f > 3) << f;
        EXPECT_EQ(std::isnan(scan.positions[f].y), f < 2 || f > 3) << f;
    }
    EXPECT_NEAR(scan.positions[3].x, xOf(3), 1e-15);
    EXPECT_TRUE(
        hasNote(scan.notes, "12 of 18 numbers of /entry_1/data_1/translation were never written", Severity::warning));
    // One axis of a scan along a line may be the fill value.
    putCxiWithoutData("line.cxi");
    putPart(kFramesPath, countingFrames(), {kFrames, kRows, kCols}, {1, kRows, kCols}, kFrames);
    putPart(kPositionsPath, translations(kFrames, 3, false), {kFrames, 3}, {2, 3}, 0);
    const Scan line = openScan(m_path);
    EXPECT_EQ(line.positions[5].x, 0);
    EXPECT_TRUE(hasNote(line.notes, "was never written: all of its positions are 0", Severity::warning));
}

TEST_F(UnwrittenScans, PackedPositionsAreUnpacked) {
    // Stored as micrometres with an offset, in the ways of netCDF and of NeXus.
    const auto open = [&](bool netCdf) {
        putFile("packed.cxi", [&](h5::File& file) {
            file.write("/cxi_version", std::int64_t{160});
            putGeometry(file);
            put(file, kFramesPath, countingFrames(), {kFrames, kRows, kCols});
            std::vector<double> stored = translations(kFrames, 3, false);
            for (double& value : stored) value = value * 1e6 - (netCdf ? 0 : 3);
            put(file, kPositionsPath, stored, {kFrames, 3});
            if (netCdf) {
                file.setAttribute(kPositionsPath, "scale_factor", 1e-6);
            } else {
                file.write(std::string(kPositionsPath) + "_scaling_factor", 1e-6);
                file.write(std::string(kPositionsPath) + "_offset", 3.0);
            }
        });
        return openScan(m_path);
    };
    for (const bool netCdf : {true, false}) {
        const Scan scan = open(netCdf);
        expectPositions(scan);
        EXPECT_TRUE(hasNote(scan.notes, "are unpacked")) << netCdf;
    }
}

TEST_F(UnwrittenScans, TheFillValueOfTheFileIsKnownToTheScan) {
    putFile("fill.cxi", [](h5::File& file) {
        putCxi(file);
        file.setAttribute("/entry_1/instrument_1/detector_1/data", "_FillValue", std::int64_t{1234});
    });
    const Scan scan = openScan(m_path);
    EXPECT_EQ(scan.frames->notMeasured, 1234);
    EXPECT_EQ(scan.frames->select(std::vector<std::size_t>{1, 2})->notMeasured, 1234);
    EXPECT_TRUE(hasNote(scan.notes, "pixels of 1234 are not measured (_FillValue of"));
}

/// Filters that only the HDF5 library knows.
TEST_F(UnwrittenScans, HolesInFramesThatOnlyTheLibraryReads) {
    m_path = at("library.h5");
    {
        const h5::Handle file(H5Fcreate(m_path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        const std::array<hsize_t, 3> extents{6, 4, 4}, chunk{1, 4, 4};
        const h5::Handle space(H5Screate_simple(3, extents.data(), nullptr));
        H5Pset_chunk(properties.id(), 3, chunk.data());
        ASSERT_GE(H5Pset_scaleoffset(properties.id(), H5Z_SO_INT, H5Z_SO_INT_MINBITS_DEFAULT), 0);
        const h5::Handle made(
            H5Dcreate2(file.id(), "data", H5T_STD_U16LE, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
        const h5::Handle memory(H5Screate_simple(3, chunk.data(), nullptr));
        for (const hsize_t frame : {0, 2, 4}) {
            const std::array<hsize_t, 3> start{frame, 0, 0};
            H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, chunk.data(), nullptr);
            std::vector<std::uint16_t> values(16, static_cast<std::uint16_t>(frame + 1));
            values[0] = 1000;
            ASSERT_GE(H5Dwrite(made.id(), H5T_NATIVE_UINT16, memory.id(), space.id(), H5P_DEFAULT, values.data()), 0);
        }
    }
    const auto stack = openOne(m_path);
    ASSERT_EQ(stack->frameCount(), 5U);
    const auto reader = stack->makeReader();
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 2)[1], 3);
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 4)[1], 5);
    for (const std::size_t hole : {1U, 3U}) EXPECT_TRUE(contains(readError(*reader, hole), "never written")) << hole;
    EXPECT_TRUE(
        hasNote(stack->notes, "2 frames of " + m_path.string() + ":/data were never written", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "of 6 frames announced, the first 5 are complete", Severity::warning));
}

} // namespace
} // namespace ewald::io::test
