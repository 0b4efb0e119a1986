// SPDX-License-Identifier: GPL-3.0-or-later
// Datasets whose last axes are not rows and columns.
#include "io/frame_stack.h"
#include "stack_files.h"

#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace ewald::io::test {
namespace {

class FrameAxes : public WithFolder {
protected:
    std::string refusal(const h5::Shape& shape, const h5::Shape& chunk = {}) {
        std::size_t elements = 1;
        for (const std::size_t extent : shape) elements *= extent;
        h5::File file = h5::File::create(at("a.h5"));
        put(file, "/entry/data/data", std::vector<std::uint8_t>(elements), shape, {chunk, 0, false});
        file.close();
        return dataErrorOf([&] { (void)openOne(at("a.h5")); });
    }
};

TEST_F(FrameAxes, StacksWhoseNumberComesLastAreRefused) {
    EXPECT_TRUE(contains(refusal({64, 64, 5}), "5 frames of 64 × 64 pixels whose number comes last"));
    EXPECT_TRUE(contains(refusal({40, 50, 20}, {40, 50, 1}), "20 frames of 40 × 50 pixels"));
    EXPECT_EQ(refusal({40, 50, 20}), "");
    EXPECT_EQ(refusal({64, 64, 32}), "") << "as many frames as rows";
    EXPECT_EQ(refusal({500, 64, 1}), "") << "a strip";
    EXPECT_EQ(refusal({5, 64, 64}), "");
}

TEST_F(FrameAxes, AStackOfStripsMayHaveItsNumberLast) {
    const auto warns = [&](const h5::Shape& shape) {
        EXPECT_EQ(refusal(shape), "");
        return hasNote(openOne(at("a.h5"))->notes, "if its last axis counts the frames", Severity::warning);
    };
    EXPECT_TRUE(warns({40, 50, 6}));
    EXPECT_TRUE(warns({40, 50, 20}));
    EXPECT_FALSE(warns({40, 50, 30})) << "more than half of the others";
    EXPECT_FALSE(warns({6, 40, 50}));
    EXPECT_FALSE(warns({500, 64, 1})) << "a column is no number of frames";
    EXPECT_FALSE(warns({60, 4, 6}));
}

/// The same shapes say the same in NPY files.
TEST_F(FrameAxes, OfArraysInNpyFilesAreAskedAsThoseOfDatasets) {
    const auto opened = [&](const h5::Shape& shape) -> std::string {
        std::string extents;
        std::size_t elements = 1;
        for (const std::size_t extent : shape) extents += std::to_string(extent) + ", ", elements *= extent;
        std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (" + extents + "), }";
        while ((10 + header.size() + 1) % 64 != 0) header += ' ';
        header += '\n';
        std::ofstream file(at("a.npy"), std::ios::binary);
        file << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size()) << '\0' << header
             << std::string(elements, '\1');
        file.close();
        std::shared_ptr<const FrameStack> stack;
        const std::string error = dataErrorOf([&] { stack = openOne(at("a.npy")); });
        if (!error.empty()) return error;
        return hasNote(stack->notes, "if its last axis counts the frames", Severity::warning) ? "warns" : "";
    };
    EXPECT_TRUE(contains(opened({64, 64, 5}), "5 frames of 64 × 64 pixels whose number comes last"));
    EXPECT_TRUE(contains(opened({64, 60, 3}), "images of 3 values a pixel"));
    EXPECT_EQ(opened({40, 50, 6}), "warns");
    EXPECT_EQ(opened({6, 40, 50}), "");
    EXPECT_EQ(opened({40, 50, 30}), "");
}

TEST_F(FrameAxes, AGuessedRasterIsNamed) {
    const auto says = [&](const h5::Shape& shape, Severity severity) {
        EXPECT_EQ(refusal(shape), "");
        return hasNote(openOne(at("a.h5"))->notes, "points with one frame each", severity);
    };
    EXPECT_TRUE(says({6, 16, 12, 10}, Severity::warning)) << "modules, perhaps";
    EXPECT_TRUE(says({6, 5, 12, 10}, Severity::info));
    EXPECT_FALSE(says({6, 5, 12, 10}, Severity::warning));
    for (const h5::Shape& shape : {h5::Shape{6, 12, 10}, {6, 1, 12, 10}, {1, 16, 12, 10}, {6, 3, 12, 10}})
        for (const Severity severity : {Severity::info, Severity::warning})
            EXPECT_FALSE(says(shape, severity)) << h5::toText(shape);
    for (const bool named : {true, false}) {
        h5::File file = h5::File::create(at("named.h5"));
        put(file, "/entry/data/data", std::vector<std::uint8_t>(std::size_t{6} * 16 * 12 * 10), {6, 16, 12, 10});
        file.setAttribute("/entry/data", "axes",
                          std::vector<std::string>{"sample_y", named ? "sample_x" : ".", ".", "."});
        file.close();
        EXPECT_EQ(hasNote(openOne(at("named.h5"))->notes, "points with one frame each", Severity::warning), !named);
    }
}

/// What integrations have made is no stack of frames.
TEST_F(FrameAxes, PatternsAreNoFrames) {
    const auto opened = [&](const h5::Shape& shape, const std::vector<std::string>& axes) {
        h5::File file = h5::File::create(at("p.h5"));
        std::size_t elements = 1;
        for (const std::size_t extent : shape) elements *= extent;
        put(file, "/entry/data/I", std::vector<float>(elements, 1), shape);
        file.setAttribute("/", "default", "entry");
        file.setAttribute("/entry", "NX_class", "NXentry");
        file.setAttribute("/entry", "default", "data");
        file.setAttribute("/entry/data", "NX_class", "NXdata");
        file.setAttribute("/entry/data", "signal", "I");
        file.setAttribute("/entry/data", "axes", axes);
        file.close();
        return dataErrorOf([&] { (void)openOne(at("p.h5")); });
    };
    // As NXazint1d and NXazint2d, pyFAI and this program write them.
    EXPECT_TRUE(contains(opened({40, 50}, {".", "radial_axis"}), "holds patterns and no frames"));
    EXPECT_TRUE(contains(opened({6, 36, 50}, {".", "azimuthal_axis", "radial_axis"}), "\"radial_axis\""));
    EXPECT_TRUE(contains(opened({6, 36, 50}, {"t", "chi", "q"}), "holds patterns and no frames"));
    EXPECT_TRUE(contains(opened({6, 36, 50}, {".", "chi", "2th_deg"}), "holds patterns and no frames"));
    EXPECT_TRUE(contains(opened({6, 36, 50}, {"frame", "azimuthal", "radial"}), "holds patterns and no frames"));
    EXPECT_EQ(opened({6, 36, 50}, {"q", "y", "x"}), "") << "frames at several places of a monochromator";
    EXPECT_EQ(opened({6, 36, 50}, {".", ".", "."}), "");
}

/// A raster of few columns whose axes have names is none of thresholds.
TEST_F(FrameAxes, NamedAxesSayWhetherFramesAreARaster) {
    const auto framesOf = [&](const h5::Shape& shape, const std::vector<std::string>& axes) {
        h5::File file = h5::File::create(at("n.h5"));
        std::size_t elements = 1;
        for (const std::size_t extent : shape) elements *= extent;
        put(file, "/entry/data/data", std::vector<std::uint8_t>(elements), shape);
        if (!axes.empty()) file.setAttribute("/entry/data", "axes", axes);
        file.close();
        return openOne(at("n.h5"))->frameCount();
    };
    EXPECT_EQ(framesOf({5, 3, 12, 10}, {"sample_y", "sample_x", ".", "."}), 15U);
    EXPECT_EQ(framesOf({5, 3, 12, 10}, {"frame", "threshold", "y", "x"}), 5U);
    EXPECT_EQ(framesOf({5, 3, 12, 10}, {"frame", ".", "y", "x"}), 5U);
    EXPECT_EQ(framesOf({5, 3, 12, 10}, {}), 5U);
    EXPECT_EQ(framesOf({1, 5, 6, 12, 10}, {}), 30U) << "a first axis of length 1 is none";
}

TEST_F(FrameAxes, AnAxisTooManyIsRefused) {
    EXPECT_TRUE(contains(refusal({3, 40, 50, 1}), "frames of 40 × 50 pixels with one axis of length 1 too many"));
    EXPECT_EQ(refusal({3, 5, 50, 1}), "") << "a raster of strips";
    EXPECT_EQ(refusal({3, 1, 40, 50}), "");
}

TEST_F(FrameAxes, DeclaredAxesThatAreNoRowsAndColumnsAreRefused) {
    const auto declared = [&](const h5::Shape& shape, const std::vector<std::string>& axes, std::size_t times) {
        h5::File file = h5::File::create(at("b.h5"));
        std::size_t elements = 1;
        for (const std::size_t extent : shape) elements *= extent;
        put(file, "/entry/data/data", std::vector<std::uint8_t>(elements), shape);
        if (times > 0) put(file, "/entry/data/time", std::vector<double>(times), {times});
        if (axes.size() == 1)
            file.setAttribute("/entry/data/data", "axes", axes[0]);
        else
            file.setAttribute("/entry/data", "axes", axes);
        file.close();
        return dataErrorOf([&] { (void)openOne(at("b.h5")); });
    };
    const std::string words = "(40, 50, 12), whose axis 3 counts frames and no pixels by its name \"time\"";
    EXPECT_TRUE(contains(declared({40, 50, 12}, {"y", "x", "time"}, 12), words));
    EXPECT_TRUE(contains(declared({40, 50, 12}, {"y", "x", "time"}, 0), words));
    EXPECT_TRUE(contains(declared({40, 50, 12}, {"y:x:time"}, 12), words));
    EXPECT_TRUE(contains(declared({40, 12, 50, 3}, {"x", "y", "Frame", "."}, 0), "axis 3 counts frames"));
    EXPECT_EQ(declared({12, 40, 50}, {"time", "y", "x"}, 12), "");
    EXPECT_EQ(declared({12, 40, 50}, {"y", "x", "time"}, 12), "") << "listed the other way round";
    EXPECT_EQ(declared({12, 40, 50}, {"frame", "y", "time"}, 50), "") << "a streak camera";
    EXPECT_EQ(declared({3, 4, 40, 50}, {"y", "x", ".", "."}, 0), "") << "a raster";
}

TEST_F(FrameAxes, ColoursAreRefused) {
    EXPECT_TRUE(contains(refusal({40, 50, 3}), "images of 3 values a pixel"));
    EXPECT_TRUE(contains(refusal({2, 40, 50, 3}), "images of 3 values a pixel"));
    EXPECT_TRUE(contains(refusal({2, 40, 50, 4}), "images of 4 values a pixel"));
    EXPECT_EQ(refusal({2, 3, 40, 50}), "");
}

TEST_F(FrameAxes, AnAxisOfAnotherLengthIsNamed) {
    const auto open = [&](std::size_t values) {
        h5::File file = h5::File::create(at("c.h5"));
        put(file, "/entry/data/data", std::vector<std::uint8_t>(3 * 40 * 50), {3, 40, 50});
        put(file, "/entry/data/phi", std::vector<double>(values), {values});
        file.setAttribute("/entry/data", "axes", std::vector<std::string>{"phi", "y", "x"});
        file.close();
        return openOne(at("c.h5"));
    };
    EXPECT_TRUE(hasNote(open(7)->notes, "/entry/data/phi holds 7 values for 3 frames", Severity::warning));
    EXPECT_TRUE(hasNote(open(2)->notes, "holds 2 values for 3 frames", Severity::warning));
    for (const std::size_t values : {1U, 3U, 4U}) // one for all, one each, edges
        EXPECT_FALSE(hasNote(open(values)->notes, "values for")) << values;
}

} // namespace
} // namespace ewald::io::test
