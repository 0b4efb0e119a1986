// SPDX-License-Identifier: GPL-3.0-or-later
// Frames whose numbers stand for others.
#include "io/frame_stack.h"
#include "stack_files.h"

#include <functional>
#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

class PackedFrames : public WithFolder {};

TEST_F(PackedFrames, AFactorIsSaidAndAnOffsetRefused) {
    const auto open = [&](const std::function<void(h5::File&)>& more) {
        h5::File file = h5::File::create(at("a.h5"));
        put(file, "/entry/data/data", countingFrames(2), {2, kRows, kCols});
        file.setAttribute("/entry/data", "NX_class", "NXdata");
        more(file);
        file.close();
        return openOne(at("a.h5"));
    };
    EXPECT_FALSE(hasNote(open([](h5::File& file) {
                             file.write("/entry/data/data_scaling_factor", 1.0);
                             file.write("/entry/data/data_offset", 0.0);
                         })->notes,
                         "packed"));
    for (const char* name : {"/entry/data/scaling_factor", "/entry/data/data_scaling_factor"})
        EXPECT_TRUE(hasNote(open([&](h5::File& file) { file.write(name, 0.25); })->notes,
                            std::string(name) + " = 0.25, which is not applied", Severity::warning))
            << name;
    EXPECT_TRUE(
        hasNote(open([&](h5::File& file) { file.setAttribute("/entry/data/data", "scaling_factor", 2.0); })->notes,
                "scaling_factor = 2, which is not applied", Severity::warning));
    for (const char* name : {"/entry/data/offset", "/entry/data/data_offset"})
        EXPECT_TRUE(contains(dataErrorOf([&] { (void)open([&](h5::File& file) { file.write(name, -7.0); }); }), "= -7"))
            << name;
    // Another group than NXdata may have an offset that means something else.
    EXPECT_FALSE(hasNote(open([](h5::File& file) {
                             file.setAttribute("/entry/data", "NX_class", "NXdetector");
                             file.write("/entry/data/offset", -7.0);
                         })->notes,
                         "packed"));
}

/// Of an NXdata group scaling_factor and offset belong to its signal, and to nothing else in it.
TEST_F(PackedFrames, TheFactorOfAGroupIsThatOfItsSignal) {
    const auto positionsOf = [&](const std::function<void(h5::File&)>& more) {
        h5::File file = h5::File::create(at("a.h5"));
        put(file, "/entry/data/data", countingFrames(), {kFrames, kRows, kCols});
        file.setAttribute("/entry/data", "NX_class", "NXdata");
        std::vector<double> x, y;
        for (std::size_t frame = 0; frame < kFrames; ++frame) x.push_back(xOf(frame)), y.push_back(yOf(frame));
        put(file, "/entry/data/x", x, {kFrames});
        put(file, "/entry/data/y", y, {kFrames});
        file.write("/entry/data/scaling_factor", 0.25);
        more(file);
        file.close();
        ImportMapping mapping;
        mapping.frames = "/entry/data/data";
        mapping.positionX = "/entry/data/x";
        mapping.positionY = "/entry/data/y";
        mapping.positionUnit = "m";
        return openScan(at("a.h5"), &mapping).positions.front();
    };
    EXPECT_DOUBLE_EQ(positionsOf([](h5::File&) {}).x, xOf(0));
    EXPECT_DOUBLE_EQ(positionsOf([](h5::File& file) { file.setAttribute("/entry/data", "signal", "data"); }).y, yOf(0));
    // A factor of its own, and that of a group whose signal it is.
    EXPECT_DOUBLE_EQ(positionsOf([](h5::File& file) { file.write("/entry/data/x_scaling_factor", 3.0); }).x,
                     3 * xOf(0));
    EXPECT_DOUBLE_EQ(positionsOf([](h5::File& file) { file.setAttribute("/entry/data", "signal", "x"); }).x,
                     0.25 * xOf(0));
}

/// Rows of time and value, read one after the other, would divide a frame by a time.
TEST_F(PackedFrames, AMonitorOfSeveralColumnsIsRefused) {
    h5::File file = h5::File::create(at("m.h5"));
    put(file, "/entry/data/data", countingFrames(4), {4, kRows, kCols});
    put(file, "/rows", std::vector<double>{1e9, 1, 1e9, 2, 1e9, 3, 1e9, 4}, {4, 2});
    put(file, "/columns", std::vector<double>{1e9, 1e9, 1e9, 1e9, 1, 2, 3, 4}, {2, 4});
    put(file, "/raster", std::vector<double>{1, 2, 3, 4}, {2, 2});
    put(file, "/tall", std::vector<double>{1, 2, 3, 4}, {4, 1});
    file.close();
    const auto open = [&](const char* monitor) {
        return openOne(at("m.h5"), {.dataset = "/entry/data/data", .channel = 0, .monitor = monitor})->monitor;
    };
    for (const char* bad : {"/rows", "/columns"})
        EXPECT_NE(dataErrorOf([&] { static_cast<void>(open(bad)); }).find("not one number a frame"), std::string::npos);
    for (const char* good : {"/raster", "/tall"}) EXPECT_EQ(open(good), (std::vector<double>{1, 2, 3, 4})) << good;
}

TEST_F(PackedFrames, AMonitorIsUnpacked) {
    h5::File file = h5::File::create(at("m.h5"));
    put(file, "/entry/data/data", countingFrames(2), {2, kRows, kCols});
    put(file, "/monitor", std::vector<std::int32_t>{10, 30}, {2});
    file.setAttribute("/monitor", "scale_factor", 0.5);
    file.setAttribute("/monitor", "add_offset", 1.0);
    file.close();
    EXPECT_EQ(openOne(at("m.h5"), {.dataset = {}, .channel = 0, .monitor = "/monitor"})->monitor,
              (std::vector<double>{6, 16}));
}

} // namespace
} // namespace ewald::io::test
