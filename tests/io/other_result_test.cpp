// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/other_result.h"

#include "stack_files.h"

namespace ewald::io::test {
namespace {

class OtherResults : public WithFolder {};

/// Every value tells where it is: mode · 100 + row · 10 + column, and its negative as the imaginary part.
Complex valueAt(std::size_t mode, std::size_t row, std::size_t col) {
    const auto value = static_cast<float>(100 * mode + 10 * row + col);
    return {value, -value};
}

std::vector<Complex> modesOf(std::size_t modes, std::size_t rows, std::size_t cols) {
    std::vector<Complex> values;
    for (std::size_t m = 0; m < modes; ++m)
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < cols; ++c) values.push_back(valueAt(m, r, c));
    return values;
}

void expectStack(const Array<Complex, 3>& stack, std::size_t modes, std::size_t rows, std::size_t cols) {
    ASSERT_EQ(stack.shape(), (Array<Complex, 3>::Shape{modes, rows, cols}));
    for (std::size_t m = 0; m < modes; ++m)
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < cols; ++c) ASSERT_EQ(stack(m, r, c), valueAt(m, r, c)) << m << r << c;
}

TEST_F(OtherResults, PtyPyKeepsStoragesInContainers) {
    h5::File file = h5::File::create(at("a.ptyr"));
    put(file, "/content/probe/S00G00/data", modesOf(2, 8, 8), {2, 8, 8});
    put(file, "/content/probe/S00G00/_psize", std::vector<double>{3e-8, 2e-8}, {2});
    put(file, "/content/probe/S01G00/data", std::vector<Complex>(64), {1, 8, 8}); // of another scan
    put(file, "/content/obj/S00G00/data", modesOf(2, 5, 7), {2, 5, 7});
    put(file, "/content/obj/S00G00/_psize", std::vector<double>{3e-8, 2e-8}, {2});
    file.write("/content/pars/label", "made up");
    file.close();
    const auto result = readOtherResult(at("a.ptyr"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->format, "PtyPy (.ptyr)");
    expectStack(result->probe, 2, 8, 8);
    ASSERT_EQ(result->object.shape(), (Array<Complex, 2>::Shape{5, 7}));
    EXPECT_EQ(result->object(3, 6), valueAt(0, 3, 6));
    EXPECT_DOUBLE_EQ(result->objectPixel_m, 2e-8);
    // To be opened as a scan it says what it is good for.
    const std::string error = dataErrorOf([&] { static_cast<void>(openScan(at("a.ptyr"))); });
    EXPECT_TRUE(contains(error, "PtyPy") && contains(error, "initial probe")) << error;
}

/// A variable of MATLAB: complex numbers as pairs real, imag; axes in the opposite order.
void putMatlab(hid_t file, const char* name, std::size_t modes, std::size_t rows, std::size_t cols) {
    struct Pair {
        double real;
        double imag;
    };
    std::vector<Pair> values;
    for (std::size_t m = 0; m < modes; ++m)
        for (std::size_t c = 0; c < cols; ++c)
            for (std::size_t r = 0; r < rows; ++r) values.push_back({valueAt(m, r, c).real(), valueAt(m, r, c).imag()});
    const h5::Handle type(H5Tcreate(H5T_COMPOUND, sizeof(Pair)));
    H5Tinsert(type.id(), "real", offsetof(Pair, real), H5T_NATIVE_DOUBLE);
    H5Tinsert(type.id(), "imag", offsetof(Pair, imag), H5T_NATIVE_DOUBLE);
    const hsize_t extents[] = {modes, cols, rows};
    const bool flat = modes == 1; // MATLAB drops axes of one
    const h5::Handle space(H5Screate_simple(flat ? 2 : 3, flat ? extents + 1 : extents, nullptr));
    const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
    H5Pset_chunk(properties.id(), flat ? 2 : 3, flat ? extents + 1 : extents);
    H5Pset_deflate(properties.id(), 3);
    const h5::Handle made(H5Dcreate2(file, name, type.id(), space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
    ASSERT_TRUE(made);
    ASSERT_GE(H5Dwrite(made.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
}

/// Puts MATLAB's header of 512 bytes before a file.
void addMatlabHeader(const fs::path& file) {
    std::string header =
        "MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Sun Nov 22 10:00:00 2026 HDF5 schema 1.00 .";
    header.resize(512);
    writeBytes(file, header + bytesOfFile(file));
}

TEST_F(OtherResults, MatlabFilesHaveAHeaderAndTheOtherOrderOfAxes) {
    h5::File::create(at("m.mat")).close();
    {
        const h5::Handle file(H5Fopen(at("m.mat").c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
        putMatlab(file.id(), "probe", 3, 6, 8);
        putMatlab(file.id(), "object", 1, 5, 9);
    }
    addMatlabHeader(at("m.mat"));
    const auto result = readOtherResult(at("m.mat"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->format, "MATLAB 7.3");
    expectStack(result->probe, 3, 6, 8);
    ASSERT_EQ(result->object.shape(), (Array<Complex, 2>::Shape{5, 9}));
    EXPECT_EQ(result->object(4, 8), valueAt(0, 4, 8));
    EXPECT_EQ(result->objectPixel_m, 0);
}

TEST_F(OtherResults, MatlabFilesOfPtychoShelvesSayHowLargeAPixelIs) {
    const auto pixelOf = [&](const std::vector<double>& values) {
        h5::File made = h5::File::create(at("p.mat"));
        made.write<double>("/p/dx_spec", values, {values.size(), 1});
        made.close();
        {
            const h5::Handle file(H5Fopen(at("p.mat").c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
            putMatlab(file.id(), "probe", 1, 6, 8);
        }
        addMatlabHeader(at("p.mat"));
        const auto result = readOtherResult(at("p.mat"));
        return result ? result->objectPixel_m : -1;
    };
    EXPECT_DOUBLE_EQ(pixelOf({2.5e-8, 2.5e-8}), 2.5e-8);
    EXPECT_EQ(pixelOf({std::nan(""), 1}), 0);
    EXPECT_EQ(pixelOf({0}), 0);
}

TEST_F(OtherResults, WhatIsMissingOrOddIsSaid) {
    h5::File empty = h5::File::create(at("e.mat"));
    empty.write("/something", 1.0);
    empty.close();
    addMatlabHeader(at("e.mat"));
    const std::string none = dataErrorOf([&] { static_cast<void>(readOtherResult(at("e.mat"))); });
    EXPECT_TRUE(contains(none, "neither a variable probe nor")) << none;

    h5::File text = h5::File::create(at("t.ptyr"));
    text.write("/content/probe/S00G00/data", "no numbers");
    text.close();
    const std::string odd = dataErrorOf([&] { static_cast<void>(readOtherResult(at("t.ptyr"))); });
    EXPECT_TRUE(contains(odd, "holds string") && contains(odd, "/content/probe/S00G00/data")) << odd;

    h5::File other = h5::File::create(at("o.h5"));
    putCxi(other);
    other.close();
    EXPECT_FALSE(readOtherResult(at("o.h5")));
}

} // namespace
} // namespace ewald::io::test
