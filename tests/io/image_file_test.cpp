// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/image_file.h"

#include "io/images/mask_file.h"
#include "stack_files.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

class ImageFile : public WithFolder {
protected:
    static std::string bytesOfHex(const std::string& hex) {
        std::string bytes;
        for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
            bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
        return bytes;
    }
    /// A NPY file of unsigned bytes as numpy.save writes it.
    static std::string npyOf(const std::string& shape, const std::vector<std::uint8_t>& values) {
        std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': " + shape + ", }";
        while ((10 + header.size() + 1) % 64 != 0) header += ' ';
        header += '\n';
        std::string file("\x93NUMPY\x01\x00", 8);
        file += static_cast<char>(header.size());
        file += '\0';
        return file + header + std::string(values.begin(), values.end());
    }
    static std::vector<float> numbersOf(const Array<float, 2>& image) { return {image.begin(), image.end()}; }
};

TEST_F(ImageFile, ImagesOfAStackAreAveraged) {
    const std::vector<std::uint8_t> two{1, 2, 3, 4, 5, 6, 3, 2, 1, 0, 5, 10}; // two images of 2 x 3
    const std::vector<float> mean{2, 2, 2, 2, 5, 8};
    writeBytes(at("two.npy"), npyOf("(2, 2, 3)", two));
    EXPECT_EQ(numbersOf(readImage(at("two.npy"))), mean);
    writeBytes(at("one.npy"), npyOf("(1, 2, 3)", {1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(numbersOf(readImage(at("one.npy"))), (std::vector<float>{1, 2, 3, 4, 5, 6}));
    h5::File file = h5::File::create(at("two.h5"));
    file.write<std::uint8_t>("/entry/data", two, {2, 2, 3});
    file.close();
    EXPECT_EQ(numbersOf(readImage(at("two.h5"))), mean);
    // A mean of masks is none.
    EXPECT_NE(dataErrorOf([&] { (void)readMaskFile(at("two.npy")); }).find("(2, 2, 3"), std::string::npos);
    EXPECT_NE(dataErrorOf([&] { (void)readMaskFile(at("two.h5")); }), "");
    for (const char* shape : {"(4, 1, 2, 3)", "(12,)", "()", "(0, 2, 3)", "(2, x)"}) {
        writeBytes(at("odd.npy"), npyOf(shape, two));
        EXPECT_NE(dataErrorOf([&] { (void)readImage(at("odd.npy")); }), "") << shape;
    }
}

TEST_F(ImageFile, DarksAndFlatsHaveTheMarkersOfTheirType) {
    const auto expectMarked = [&]<class T>(const std::string& name, T most, T marker) {
        h5::File file = h5::File::create(at(name));
        file.write<T>("/dark", std::vector<T>{1, most, marker, 2, 1, 2}, {1, 2, 3});
        file.close();
        for (const ImagePurpose purpose : {ImagePurpose::dark, ImagePurpose::flat}) {
            const Array<float, 2> image = readImage(at(name), "/dark", purpose);
            EXPECT_EQ(image(0, 1), static_cast<float>(most)) << name;
            EXPECT_TRUE(std::isnan(image(0, 2))) << name;
        }
        EXPECT_EQ(readImage(at(name), "/dark")(0, 2), static_cast<float>(marker)) << "an image is what it is";
    };
    expectMarked("u1.h5", std::uint8_t{254}, std::uint8_t{255});
    expectMarked("u2.h5", std::uint16_t{65533}, std::uint16_t{65534});
    expectMarked("u4.h5", std::uint32_t{4294967293U}, std::uint32_t{4294967294U});
    expectMarked("i2.h5", std::int16_t{32766}, std::int16_t{32767});
    expectMarked("i4.h5", std::int32_t{2147483645}, std::int32_t{2147483646});
    writeBytes(at("u1.npy"), npyOf("(2, 2)", {1, 254, 255, 2}));
    const Array<float, 2> dark = readImage(at("u1.npy"), "", ImagePurpose::dark);
    EXPECT_EQ(dark(0, 1), 254);
    EXPECT_TRUE(std::isnan(dark(1, 0)));
}

TEST_F(ImageFile, GapsOfADarkAreNoCounts) {
    const auto darkOf = [&](const std::vector<std::int32_t>& values) {
        h5::File file = h5::File::create(at("gaps.h5"));
        file.write<std::int32_t>("/dark", values, {values.size() / 6, 2, 3});
        file.close();
        const Array<float, 2> image = readImage(at("gaps.h5"), "/dark", ImagePurpose::dark);
        std::vector<float> numbers; // -99: none
        for (const float value : image) numbers.push_back(std::isfinite(value) ? value : -99);
        return numbers;
    };
    EXPECT_EQ(darkOf({0, -1, 3, -1, -2, 1}), (std::vector<float>{0, -99, 3, -99, -99, 1}));
    EXPECT_EQ(darkOf({0, -1, 3, -1, -3, 1}), (std::vector<float>{0, -1, 3, -1, -3, 1})) << "differences of counts";
    EXPECT_EQ(darkOf({0, -1, 3, 4, 0, 1}), (std::vector<float>{0, -1, 3, 4, 0, 1})) << "a single one";
    // In a series gaps are the same in all images.
    EXPECT_EQ(darkOf({0, -1, -1, -1, -2, -3, 2, -1, 3, -1, -2, 1}), (std::vector<float>{1, -99, 1, -99, -99, -1}));
    h5::File file = h5::File::create(at("image.h5"));
    file.write<std::int32_t>("/image", std::vector<std::int32_t>{-1, -1, 1, 1}, {2, 2});
    file.close();
    EXPECT_EQ(numbersOf(readImage(at("image.h5"), "/image")), (std::vector<float>{-1, -1, 1, 1})) << "no dark";
}

TEST_F(ImageFile, AnImageWithoutCountsAmongOthersIsNotAveraged) {
    const auto problemOf = [&](const std::vector<std::uint16_t>& levels, ImagePurpose purpose) {
        std::vector<std::uint16_t> values;
        for (const std::uint16_t level : levels) values.insert(values.end(), 12, level);
        h5::File file = h5::File::create(at("dark.h5"));
        put(file, "/dark", values, {levels.size(), 3, 4});
        file.close();
        return dataErrorOf([&] { static_cast<void>(readImage(at("dark.h5"), "", purpose)); });
    };
    for (const ImagePurpose purpose : {ImagePurpose::dark, ImagePurpose::flat}) {
        EXPECT_NE(problemOf({100, 100, 0, 0}, purpose).find("2 of 4 images hold"), std::string::npos);
        EXPECT_NE(problemOf({0, 9}, purpose).find("first: image 0"), std::string::npos); // 108 counts
    }
    // Few counts: it may be empty by chance. No counts at all: there were none.
    EXPECT_EQ(problemOf({0, 8}, ImagePurpose::dark), ""); // 96 counts
    EXPECT_EQ(problemOf({0, 0}, ImagePurpose::dark), "");
}

TEST_F(ImageFile, NumbersThatNoDetectorCountsAreNoDark) {
    h5::File file = h5::File::create(at("dark.h5"));
    put(file, "/dark", std::vector<float>{3, -1e30F, std::numeric_limits<float>::max(), -2}, {2, 2});
    file.close();
    const Array<float, 2> dark = readImage(at("dark.h5"), "", ImagePurpose::dark);
    EXPECT_EQ(dark(0, 0), 3.0F);
    EXPECT_TRUE(std::isnan(dark(0, 1)));
    EXPECT_TRUE(std::isnan(dark(1, 0)));
    EXPECT_EQ(dark(1, 1), -2.0F); // darks may have been taken off each other
}

TEST_F(ImageFile, WhatWasNeverWrittenIsNotAveraged) {
    // Of four images of 2 x 3 the second and the fourth were written: 4 and 8 counts.
    h5::File file = h5::File::create(at("part.h5"));
    file.close();
    {
        const h5::Handle open(H5Fopen(at("part.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
        const hsize_t extents[] = {4, 2, 3}, chunk[] = {1, 2, 3};
        const h5::Handle space(H5Screate_simple(3, extents, nullptr)), one(H5Screate_simple(3, chunk, nullptr));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        H5Pset_chunk(properties.id(), 3, chunk);
        for (const char* name : {"dark", "never"}) {
            const h5::Handle made(
                H5Dcreate2(open.id(), name, H5T_NATIVE_UINT16, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
            for (const hsize_t image : {hsize_t{1}, hsize_t{3}}) {
                if (std::string(name) == "never") break;
                const hsize_t start[] = {image, 0, 0};
                H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start, nullptr, chunk, nullptr);
                const std::vector<std::uint16_t> values(6, static_cast<std::uint16_t>(image == 1 ? 4 : 8));
                ASSERT_GE(H5Dwrite(made.id(), H5T_NATIVE_UINT16, one.id(), space.id(), H5P_DEFAULT, values.data()), 0);
            }
            H5Sselect_all(space.id());
        }
    }
    EXPECT_EQ(numbersOf(readImage(at("part.h5"), "/dark", ImagePurpose::dark)), std::vector<float>(6, 6));
    const std::string error = dataErrorOf([&] { (void)readImage(at("part.h5"), "/never", ImagePurpose::dark); });
    EXPECT_NE(error.find("was never written"), std::string::npos) << error;
}

TEST_F(ImageFile, StacksOfFourAxesAreAveragedToo) {
    h5::File file = h5::File::create(at("four.h5"));
    file.write<std::uint8_t>("/dark", std::vector<std::uint8_t>{1, 2, 3, 4, 3, 4, 5, 6}, {2, 1, 2, 2});
    file.close();
    EXPECT_EQ(numbersOf(readImage(at("four.h5"), "", ImagePurpose::dark)), (std::vector<float>{2, 3, 4, 5}));
}

TEST_F(ImageFile, NumbersThatStandForOthersAreRefused) {
    for (const char* name : {"scale_factor", "add_offset"}) {
        h5::File file = h5::File::create(at("packed.h5"));
        file.write<std::uint8_t>("/dark", std::vector<std::uint8_t>{1, 2, 3, 4}, {2, 2});
        file.setAttribute("/dark", name, 0.5);
        file.close();
        const std::string error = dataErrorOf([&] { (void)readImage(at("packed.h5"), "", ImagePurpose::dark); });
        EXPECT_NE(error.find(std::string(name) + " = 0.5"), std::string::npos) << error;
    }
}

TEST_F(ImageFile, TheDummyOfAnEdfHeaderIsNoNumberOfADark) {
    std::string text =
        "{\nByteOrder = LowByteFirst ;\nDataType = FloatValue ;\nDim_1 = 3 ;\nDim_2 = 1 ;\nDummy = -10 ;\n"
        "DDummy = 2 ;\n";
    text.resize(510, ' ');
    const float values[] = {4, -10, -11.5F};
    writeBytes(at("dark.edf"), text + "}\n" + std::string(reinterpret_cast<const char*>(values), sizeof values));
    const Array<float, 2> dark = readImage(at("dark.edf"), "", ImagePurpose::dark);
    EXPECT_EQ(dark(0, 0), 4);
    EXPECT_TRUE(std::isnan(dark(0, 1)));
    EXPECT_TRUE(std::isnan(dark(0, 2)));
}

TEST_F(ImageFile, TheNameOfADatasetSaysWhatItIsFor) {
    h5::File file = h5::File::create(at("scan.h5"));
    file.write<std::uint8_t>("/exchange/data", std::vector<std::uint8_t>(12, 9), {1, 3, 4});
    file.write<std::uint8_t>("/exchange/data_dark", std::vector<std::uint8_t>(24, 2), {2, 3, 4});
    file.write<std::uint8_t>("/exchange/data_white", std::vector<std::uint8_t>(24, 5), {2, 3, 4});
    file.close();
    EXPECT_EQ(readImage(at("scan.h5"), "", ImagePurpose::dark)(0, 0), 2);
    EXPECT_EQ(readImage(at("scan.h5"), "", ImagePurpose::flat)(2, 3), 5);
    EXPECT_EQ(readImage(at("scan.h5"), "/exchange/data", ImagePurpose::dark)(0, 0), 9);
    EXPECT_NE(dataErrorOf([&] { (void)readImage(at("scan.h5")); }).find("several images"), std::string::npos);
}

/// A file that NeXus or LImA has written names its frames twice.
TEST_F(ImageFile, AnotherNameOfADatasetIsNoSecondImage) {
    h5::File file = h5::File::create(at("dark.h5"));
    file.write<std::uint8_t>("/entry/instrument/detector/data", std::vector<std::uint8_t>(24, 3), {2, 3, 4});
    file.softLink("/entry/data/data", "/entry/instrument/detector/data");
    file.softLink("/entry/dark", "/entry/instrument/detector/data");
    file.close();
    for (const ImagePurpose purpose : {ImagePurpose::dark, ImagePurpose::flat, ImagePurpose::image})
        EXPECT_EQ(readImage(at("dark.h5"), "", purpose)(2, 3), 3);
    h5::File two = h5::File::create(at("two.h5"));
    two.write<std::uint8_t>("/entry/data/data", std::vector<std::uint8_t>(24, 3), {2, 3, 4});
    two.write<std::uint8_t>("/entry/more/data", std::vector<std::uint8_t>(24, 3), {2, 3, 4});
    two.close();
    EXPECT_NE(dataErrorOf([&] { (void)readImage(at("two.h5")); }).find("several images"), std::string::npos);
}

TEST_F(ImageFile, MasksOfFit2d) {
    // fabio 2026.6.0: Fit2dMaskImage(data=m).write() of a mask of 3 x 37 with the pixels (0,0), (1,5), (1,36), (2,31)
    // and (2,32): 1024 bytes of header, then two words a row.
    std::string bytes = bytesOfHex("4d00000041000000530000004b00000025000000030000000100000000000000") +
                        std::string(992, '\0') + bytesOfHex("010000000000000020000000100000000000008001000000");
    writeBytes(at("m.msk"), bytes);
    const Array<std::uint8_t, 2> mask = readMaskFile(at("m.msk"));
    ASSERT_EQ(mask.shape(), (std::array<std::size_t, 2>{3, 37}));
    std::vector<std::pair<std::size_t, std::size_t>> masked;
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t col = 0; col < 37; ++col)
            if (mask(row, col) != 0) masked.emplace_back(row, col);
    EXPECT_EQ(masked, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 0}, {1, 5}, {1, 36}, {2, 31}, {2, 32}}));
    for (const std::size_t length : {20UL, 1000UL, 1024UL, 1047UL}) {
        writeBytes(at("cut.msk"), bytes.substr(0, length));
        EXPECT_NE(dataErrorOf([&] { (void)readMaskFile(at("cut.msk")); }).find("truncated"), std::string::npos);
    }
    bytes.replace(16, 8, 8, '\xff');
    writeBytes(at("absurd.msk"), bytes);
    EXPECT_NE(dataErrorOf([&] { (void)readMaskFile(at("absurd.msk")); }).find("absurd"), std::string::npos);
}

TEST_F(ImageFile, ArraysOfNpzArchives) {
    // numpy 2.4.6: savez(a = m) and savez_compressed(mask = m, other = …) of m = [[0, 1, 0], [1, 1, 0]] as bytes.
    const std::string plain = bytesOfHex(
        "504b03042d0000000000000021005182476bffffffffffffffff05001400612e6e70790100100086000000000000008600000000000000"
        "934e554d5059010076007b276465736372273a20277c7531272c2027666f727472616e5f6f72646572273a2046616c73652c2027736861"
        "7065273a2028322c2033292c207d2020202020202020202020202020202020202020202020202020202020202020202020202020202020"
        "20202020202020202020202020202020200a000100010100"
        "504b01022d032d0000000000000021005182476b8600000086000000050000000000000000000000800100000000612e6e7079504b0506"
        "000000000100010033000000bd0000000000");
    const std::string packed = bytesOfHex(
        "504b03042d0000000800000021005182476bffffffffffffffff080014006d61736b2e6e70790100100086000000000000004c00000000"
        "0000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a05e536aa8aea3a09e965f54529498179f5f94920a12774bcc294e058a176724"
        "16a402f91a463a0ac69a3a0ab50a64032e06460646460600504b03042d000000080000002100ca937003ffffffffffffffff090014006f"
        "746865722e6e707901001000a0000000000000004f000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a1aea3"
        "a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a263a9a3a0ab50a14002e0614f0c11eca7080501c0e00"
        "504b01022d032d0000000800000021005182476b4c000000860000000800000000000000000000008001000000006d61736b2e6e707950"
        "4b01022d032d000000080000002100ca9370034f000000a00000000900000000000000000000008001860000006f746865722e6e707950"
        "4b050600000000020002006d000000100100000000");
    const std::vector<std::uint8_t> expected{0, 1, 0, 1, 1, 0};
    for (const std::string& bytes : {plain, packed}) {
        writeBytes(at("m.npz"), bytes);
        const Array<std::uint8_t, 2> mask = readMaskFile(at("m.npz"));
        ASSERT_EQ(mask.shape(), (std::array<std::size_t, 2>{2, 3}));
        EXPECT_TRUE(std::ranges::equal(mask, expected));
    }
    const std::string unknown = dataErrorOf([&] { (void)readMaskFile(at("m.npz"), "nothing"); });
    EXPECT_NE(unknown.find("mask, other"), std::string::npos) << unknown;
    // A mask is no dark, no flat field and no other image.
    for (const ImagePurpose purpose : {ImagePurpose::dark, ImagePurpose::flat, ImagePurpose::image}) {
        const std::string several = dataErrorOf([&] { (void)readImage(at("m.npz"), "", purpose); });
        EXPECT_NE(several.find("mask, other"), std::string::npos) << several;
    }
    EXPECT_EQ(readImage(at("m.npz"), "mask", ImagePurpose::dark).extent(0), 2U);
    // Also where it is cut behind the first array, at 134, or the last one, at 272: "mask" would be there.
    for (std::size_t length = 4; length < packed.size(); ++length) {
        writeBytes(at("cut.npz"), packed.substr(0, length));
        const std::string what = dataErrorOf([&] { (void)readMaskFile(at("cut.npz"), "mask"); });
        EXPECT_TRUE(what.find("the NPZ archive is") != std::string::npos) << length << what;
        if (length == 134 || length == 272) {
            EXPECT_TRUE(contains(what, "is cut off") && contains(what, "cut.npz") && contains(what, "copy it again"))
                << what;
        }
    }
    writeBytes(at("less.npz"), packed.substr(0, 134) + packed.substr(272));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readMaskFile(at("less.npz")); }), "1 of its 2 files"));
}

/// Two images of an EDF file that is cut within the second one: the mean of fewer is another dark.
TEST_F(ImageFile, ADarkThatIsCutOffIsRefused) {
    const std::string header = "{\nHeaderID = EH:000001:000000:000000 ;\nByteOrder = LowByteFirst ;\nDataType = "
                               "UnsignedByte ;\nDim_1 = 3 ;\nDim_2 = 2 ;\nSize = 6 ;\n}\n";
    const std::string two = header + std::string(6, '\2') + header + std::string(6, '\4');
    writeBytes(at("two.edf"), two);
    EXPECT_EQ(readImage(at("two.edf"), "", ImagePurpose::dark)(1, 2), 3);
    writeBytes(at("cut.edf"), two.substr(0, two.size() - 1));
    const std::string what = dataErrorOf([&] { (void)readImage(at("cut.edf"), "", ImagePurpose::dark); });
    EXPECT_TRUE(contains(what, "1 of 2 images are not there") && contains(what, "cut.edf")) << what;
}

/// Files of one image each, as most detectors write darks, and one of two: the mean of all images.
TEST_F(ImageFile, ADarkMayBeSeveralFilesWhoseNamesFit) {
    writeBytes(at("dark_2.npy"), npyOf("(2, 3)", {2, 2, 2, 2, 2, 2}));
    writeBytes(at("dark_10.npy"), npyOf("(2, 3)", {5, 5, 5, 5, 5, 8}));
    writeBytes(at("dark_11.npy"), npyOf("(2, 2, 3)", {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}));
    writeBytes(at("other_3.npy"), npyOf("(2, 3)", {9, 9, 9, 9, 9, 9}));
    for (const char* name : {"dark_*.npy", "dark_#.npy"})
        for (const ImagePurpose purpose : {ImagePurpose::dark, ImagePurpose::flat, ImagePurpose::variance}) {
            const MeanOfImages mean = readMeanImage(at(name), "", purpose);
            EXPECT_EQ(mean.images, 4U);
            EXPECT_EQ(numbersOf(mean.pixels), (std::vector<float>{2, 2, 2, 2, 2, 3})) << name;
        }
    EXPECT_EQ(filesOfImage(at("dark_#.npy")),
              (std::vector<std::filesystem::path>{at("dark_2.npy"), at("dark_10.npy"), at("dark_11.npy")}));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readImage(at("no_*.npy"), "", ImagePurpose::dark); }), "no_*.npy"));
    EXPECT_NE(dataErrorOf([&] { (void)readMaskFile(at("dark_*.npy")); }), "") << "a mean of masks is none";
    // A file of that name is itself.
    writeBytes(at("dark_#.npy"), npyOf("(2, 3)", {7, 7, 7, 7, 7, 7}));
    EXPECT_EQ(readImage(at("dark_#.npy"), "", ImagePurpose::dark)(0, 0), 7);
    writeBytes(at("dark_12.npy"), npyOf("(3, 2)", {1, 1, 1, 1, 1, 1}));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readImage(at("dark_*.npy"), "", ImagePurpose::dark); }), "no mean"));
}

/// One of several that was taken with the beam on.
TEST_F(ImageFile, ADarkThatIsNotLikeTheOthersIsNamed) {
    for (int i = 0; i < 4; ++i)
        writeBytes(at("d" + std::to_string(i) + ".npy"),
                   npyOf("(2, 3)", std::vector<std::uint8_t>(6, static_cast<std::uint8_t>(i == 2 ? 200 : 60 + i))));
    const std::string remark = readMeanImage(at("d?.npy"), "", ImagePurpose::dark).remark;
    EXPECT_TRUE(contains(remark, "image 2 of the 4 holds 3.17") && contains(remark, "times the counts")) << remark;
    EXPECT_EQ(readMeanImage(at("d?.npy"), "", ImagePurpose::variance).remark, "");
    writeBytes(at("d2.npy"), npyOf("(2, 3)", std::vector<std::uint8_t>(6, 70)));
    EXPECT_EQ(readMeanImage(at("d?.npy"), "", ImagePurpose::dark).remark, "");
}

/// What only several images tell: marks of gaps and dead pixels, and an image that was never written.
TEST_F(ImageFile, DarksOfSeveralFilesAreCheckedTogether) {
    const auto putDark = [&](const std::string& name, const std::vector<std::int32_t>& values) {
        h5::File file = h5::File::create(at(name));
        put(file, "/entry/dark", values, {1, 2, 3});
        file.close();
    };
    // Differences of counts, −7 and −9, are in each: by itself neither says that its −1 are marks.
    putDark("a1.h5", {-1, -2, 100, 100, -7, -1});
    putDark("a2.h5", {-1, -2, 102, 102, -9, 1});
    for (const char* name : {"a*.h5", "a*.h5::/entry/dark"}) {
        const Array<float, 2> dark = readImage(at(name), "", ImagePurpose::dark);
        EXPECT_TRUE(std::isnan(dark(0, 0)) && std::isnan(dark(0, 1))) << name;
        EXPECT_EQ(dark(0, 2), 101);
        EXPECT_EQ(dark(1, 1), -8);
        EXPECT_EQ(dark(1, 2), 0) << "counts";
    }
    putDark("a3.h5", std::vector<std::int32_t>(6, 0));
    const std::string what = dataErrorOf([&] { (void)readImage(at("a*.h5"), "", ImagePurpose::dark); });
    EXPECT_TRUE(contains(what, "1 of 3 images hold no counts at all (first: image 2)")) << what;
}

TEST_F(ImageFile, AFileThatIsCompressedAsAWholeIsNamedSo) {
    writeBytes(at("a.edf.gz"), bytesOfHex("1f8b0800000000000003") + "rest of it");
    writeBytes(at("a.edf.bz2"), "BZh91AY&SY and so on");
    EXPECT_NE(dataErrorOf([&] { (void)openOne(at("a.edf.gz")); }).find("compressed by gzip"), std::string::npos);
    EXPECT_NE(dataErrorOf([&] { (void)openOne(at("a.edf.bz2")); }).find("compressed by bzip2"), std::string::npos);
}

TEST(MaskFile, AMaskThatHidesAlmostAllIsTheWrongWayRound) {
    Array<std::uint8_t, 2> mask({10, 10}, std::uint8_t{1});
    for (std::size_t i = 0; i < 10; ++i) mask(0, i) = 0;
    EXPECT_FALSE(masksAlmostAll(mask)) << "nine in ten";
    mask(0, 0) = 1;
    EXPECT_TRUE(masksAlmostAll(mask));
    EXPECT_FALSE(masksAlmostAll({}));
}

/// A dark of several files is the mean of all of their images, as the frames of such a master are one stack.
TEST_F(ImageFile, ADarkMayBeInSeveralFilesOfAMaster) {
    for (const int number : {1, 2}) {
        h5::File data = h5::File::create(at("d" + std::to_string(number) + ".h5"));
        const auto level = static_cast<std::uint16_t>(2 * number); // 2 and 4
        data.write<std::uint16_t>("/entry/data/data", std::vector<std::uint16_t>(12, level), {2, 2, 3});
        data.close();
    }
    h5::File master = h5::File::create(at("master.h5"));
    master.createGroup("/entry/data");
    for (const int number : {1, 2})
        master.externalLink("/entry/data/data_00000" + std::to_string(number), "d" + std::to_string(number) + ".h5",
                            "/entry/data/data");
    master.close();
    for (const ImagePurpose purpose : {ImagePurpose::dark, ImagePurpose::flat})
        EXPECT_EQ(numbersOf(readImage(at("master.h5"), "", purpose)), std::vector<float>(6, 3));
    EXPECT_NE(dataErrorOf([&] { (void)readMaskFile(at("master.h5")); }), "") << "a mean of masks is none";
}

} // namespace
} // namespace ewald::io::test
