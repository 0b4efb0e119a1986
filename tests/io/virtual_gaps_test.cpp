// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual datasets of modules with pixels between them that no source holds.
#include "io/frame_stack.h"
#include "stack_files.h"

#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

/// A part of a source (all of its frames from row and column 0 on) and where it lies.
struct Module {
    hsize_t frame, row, col, frames, rows, cols;
};

class VirtualGaps : public WithFolder {
protected:
    static constexpr hsize_t kWide = 20, kHigh = 12;

    /// \param together all modules in one entry of the list
    void write(const std::string& name, const std::vector<Module>& modules, bool together = false) {
        if (!fs::exists(at("source.h5"))) putFrames(at("source.h5"), "/data", 0, 3);
        h5::File file = h5::File::create(at(name));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t extents[] = {3, kHigh, kWide}, sourceExtents[] = {3, kRows, kCols};
        const h5::Handle here(H5Screate_simple(3, extents, nullptr)),
            there(H5Screate_simple(3, sourceExtents, nullptr));
        H5Sselect_none(here.id());
        H5Sselect_none(there.id());
        for (const Module& module : modules) {
            const hsize_t start[] = {module.frame, module.row, module.col};
            const hsize_t count[] = {module.frames, module.rows, module.cols};
            const hsize_t zero[] = {0, together ? module.row : 0, together ? module.col : 0};
            const H5S_seloper_t how = together ? H5S_SELECT_OR : H5S_SELECT_SET;
            H5Sselect_hyperslab(here.id(), how, start, nullptr, count, nullptr);
            H5Sselect_hyperslab(there.id(), how, zero, nullptr, count, nullptr);
            if (!together) H5Pset_virtual(properties.id(), here.id(), "source.h5", "/data", there.id());
        }
        if (together) H5Pset_virtual(properties.id(), here.id(), "source.h5", "/data", there.id());
        file.createGroup("/entry/data");
        const h5::Handle made(H5Dcreate2(file.id(), "/entry/data/data", H5T_NATIVE_UINT16, here.id(), H5P_DEFAULT,
                                         properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(made);
        std::vector<std::uint32_t> mask(kHigh * kWide);
        mask[0] = 2; // dead, in a module
        put(file, "/entry/instrument/detector/pixel_mask", mask, {kHigh, kWide});
        file.close();
    }
    static void expectMasked(const FrameStack& stack, const std::vector<Module>& modules) {
        ASSERT_EQ(stack.mask.size(), kHigh * kWide);
        std::size_t gaps = 0;
        for (hsize_t row = 0; row < kHigh; ++row)
            for (hsize_t col = 0; col < kWide; ++col) {
                const bool there = std::ranges::any_of(modules, [&](const Module& m) {
                    return row >= m.row && row < m.row + m.rows && col >= m.col && col < m.col + m.cols;
                });
                gaps += there ? 0 : 1;
                EXPECT_EQ(stack.mask.data()[row * kWide + col] != 0, !there || row + col == 0) << row << " " << col;
            }
        EXPECT_EQ(hasNote(stack.notes, "holds " + std::to_string(gaps) + " pixels, which are left out"), gaps > 0);
    }
};

TEST_F(VirtualGaps, AreMasked) {
    const std::vector<Module> modules{{0, 0, 0, 3, 5, 8}, {0, 0, 11, 3, 5, 9}, {0, 6, 2, 3, 6, 12}};
    write("a.h5", modules);
    expectMasked(*openOne(at("a.h5")), modules);
}

TEST_F(VirtualGaps, OfAnyFormAreMasked) {
    const std::vector<Module> modules{{0, 0, 0, 3, 4, 5}, {0, 5, 3, 3, 3, 7}};
    write("a.h5", modules, true);
    expectMasked(*openOne(at("a.h5")), modules);
}

TEST_F(VirtualGaps, ThatOneFrameFillsAreNone) {
    const std::vector<Module> modules{
        {0, 0, 0, 3, 6, 12}, {0, 6, 0, 3, 6, 12}, {1, 0, 12, 1, 6, 8}, {2, 6, 12, 1, 6, 8}};
    write("a.h5", modules);
    expectMasked(*openOne(at("a.h5")), modules);
}

TEST_F(VirtualGaps, OfASourceAreItsMastersToo) {
    const std::vector<Module> modules{{0, 0, 0, 3, 10, 8}, {0, 0, 11, 3, 10, 9}};
    write("inner.h5", modules);
    h5::File file = h5::File::create(at("outer.h5"));
    const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
    const hsize_t extents[] = {3, kHigh, kWide};
    const h5::Handle space(H5Screate_simple(3, extents, nullptr));
    H5Pset_virtual(properties.id(), space.id(), "inner.h5", "/entry/data/data", space.id());
    file.createGroup("/entry/data");
    {
        const h5::Handle made(H5Dcreate2(file.id(), "/entry/data/data", H5T_NATIVE_UINT16, space.id(), H5P_DEFAULT,
                                         properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(made);
    }
    file.close();
    const auto stack = openOne(at("outer.h5"));
    EXPECT_EQ(std::count(stack->mask.begin(), stack->mask.end(), 1), kHigh * kWide - 170);
}

/// The library finds a source beside its master also where the name has the folder of another machine.
TEST_F(VirtualGaps, OfASourceThatWasMovedAreMasked) {
    write("inner.h5", {{0, 0, 0, 3, 10, 8}, {0, 0, 11, 3, 10, 9}});
    {
        h5::File file = h5::File::create(at("outer.h5"));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t extents[] = {3, kHigh, kWide};
        const h5::Handle space(H5Screate_simple(3, extents, nullptr));
        H5Pset_virtual(properties.id(), space.id(), "/beamline/of/before/inner.h5", "/entry/data/data", space.id());
        file.createGroup("/entry/data");
        const h5::Handle made(H5Dcreate2(file.id(), "/entry/data/data", H5T_NATIVE_UINT16, space.id(), H5P_DEFAULT,
                                         properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(made);
    }
    const auto stack = openOne(at("outer.h5"));
    EXPECT_EQ(std::count(stack->mask.begin(), stack->mask.end(), 1), kHigh * kWide - 170);
}

/// A reconstruction leaves out what an integration does.
TEST_F(VirtualGaps, OfAScanAreMasked) {
    write("a.h5", {{0, 0, 0, 3, 10, 8}, {0, 0, 11, 3, 10, 9}});
    {
        h5::File file = h5::File::create(at("positions.h5"));
        put(file, "/xy", translations(3, 2, false), {3, 2});
    }
    ImportMapping mapping;
    mapping.frames = "/entry/data/data";
    mapping.positions = "/xy";
    mapping.positionsFile = "positions.h5";
    const Scan scan = openScan(at("a.h5"), &mapping);
    ASSERT_EQ(scan.badPixels.size(), kHigh * kWide);
    const auto bad = std::count(scan.badPixels.begin(), scan.badPixels.end(), 1);
    EXPECT_EQ(bad, kHigh * kWide - 170 + 1) << "and the dead pixel of the detector's mask";
    EXPECT_TRUE(hasNote(scan.notes, "70 pixels, which are left out"));
}

TEST_F(VirtualGaps, WhatOneModuleLacksIsNamed) {
    // Two modules of kRows rows, one below the other; of the second, chunks of one frame were written as listed.
    const auto open = [&](const std::vector<hsize_t>& written) {
        putFrames(at("upper.h5"), "/data", 0, 3);
        const hsize_t extents[] = {3, kRows, kCols}, chunk[] = {1, kRows, kCols}, both[] = {3, 2 * kRows, kCols};
        const h5::Handle space(H5Screate_simple(3, extents, nullptr)), one(H5Screate_simple(3, chunk, nullptr));
        {
            const h5::Handle file(H5Fcreate(at("lower.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
            const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
            H5Pset_chunk(properties.id(), 3, chunk);
            const h5::Handle made(H5Dcreate2(file.id(), "data", H5T_NATIVE_UINT16, space.id(), H5P_DEFAULT,
                                             properties.id(), H5P_DEFAULT));
            const h5::Handle place(H5Scopy(space.id()));
            const std::vector<std::uint16_t> values(kRows * kCols, 7);
            for (const hsize_t frame : written) {
                const hsize_t start[] = {frame, 0, 0};
                H5Sselect_hyperslab(place.id(), H5S_SELECT_SET, start, nullptr, chunk, nullptr);
                EXPECT_GE(H5Dwrite(made.id(), H5T_NATIVE_UINT16, one.id(), place.id(), H5P_DEFAULT, values.data()), 0);
            }
        }
        h5::File file = h5::File::create(at("modules.h5"));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE)), here(H5Screate_simple(3, both, nullptr));
        for (const auto& [name, row] : {std::pair("upper.h5", hsize_t{0}), {"lower.h5", hsize_t{kRows}}}) {
            const hsize_t start[] = {0, row, 0};
            H5Sselect_hyperslab(here.id(), H5S_SELECT_SET, start, nullptr, extents, nullptr);
            H5Pset_virtual(properties.id(), here.id(), name, "/data", space.id());
        }
        H5Sselect_all(here.id());
        file.createGroup("/entry/data");
        const h5::Handle made(H5Dcreate2(file.id(), "/entry/data/data", H5T_NATIVE_UINT16, here.id(), H5P_DEFAULT,
                                         properties.id(), H5P_DEFAULT));
        EXPECT_TRUE(made);
        file.close();
        return openOne(at("modules.h5"));
    };
    EXPECT_TRUE(hasNote(open({0, 2})->notes, "1 frame of ", Severity::warning));
    EXPECT_TRUE(hasNote(open({0, 2})->notes, "such pixels have the fill value", Severity::warning));
    EXPECT_TRUE(
        hasNote(open({0, 1})->notes, "of 3 frames of /data (lower.h5) the first 2 were written", Severity::warning));
    EXPECT_FALSE(hasNote(open({0, 1, 2})->notes, "fill value"));
}

/// What the sources of a virtual dataset say of their counts holds for it.
TEST_F(VirtualGaps, SourcesSayWhichNumbersAreNotMeasured) {
    putFrames(at("source.h5"), "/data", 0, 3);
    for (const bool says : {false, true}) {
        if (says) {
            const h5::Handle source(H5Fopen(at("source.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
            const h5::Handle scalar(H5Screate(H5S_SCALAR));
            const h5::Handle data(H5Dopen2(source.id(), "/data", H5P_DEFAULT));
            const auto putNumber = [&](const char* name, std::int32_t value) {
                const h5::Handle made(
                    H5Acreate2(data.id(), name, H5T_NATIVE_INT32, scalar.id(), H5P_DEFAULT, H5P_DEFAULT));
                H5Awrite(made.id(), H5T_NATIVE_INT32, &value);
            };
            putNumber("_FillValue", 5000);
            putNumber("valid_max", 6000);
        }
        write("said.h5", {{0, 0, 0, 3, kRows, kCols}}, false);
        const auto stack = openOne(at("said.h5"));
        EXPECT_EQ(stack->notMeasured, says ? std::optional(5000.0) : std::nullopt);
        EXPECT_EQ(stack->saturation.has_value(), says);
    }
}

} // namespace
} // namespace ewald::io::test
