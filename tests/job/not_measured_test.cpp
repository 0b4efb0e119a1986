// SPDX-License-Identifier: GPL-3.0-or-later
//
// What files say is not measured, or said otherwise than the first file: the level of the frames is known, so that each
// value that does not belong to it shows.
#include "base/pixels/negative_marks.h"
#include "io/images/mask_file.h"
#include "io/result_file.h"
#include "job/integration_files.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>

namespace ewald::job {
namespace {

using namespace test;

constexpr std::size_t kFew = 4; // frames
constexpr double kLevel = 7;    // counts of each pixel
constexpr std::size_t kPixels = kRows * kCols;

class NotMeasured : public IntegrateFixture {
protected:
    template <class T>
    static std::vector<T> level(std::size_t frames = kFew) {
        return std::vector<T>(frames * kPixels, static_cast<T>(kLevel));
    }
    /// Every 50th pixel of the first frame and of the last one, other pixels in each.
    template <class T>
    static void putHere(std::vector<T>& values, T value) {
        for (std::size_t i = 10; i < kPixels; i += 50) values[i] = values[values.size() - kPixels + i + 3] = value;
    }
    template <class T>
    fs::path put(const std::string& name, const std::vector<T>& values,
                 const std::function<void(io::h5::File&)>& more = {}) const {
        const fs::path file = m_folder / name;
        io::h5::File open = io::h5::File::create(file);
        open.write<T>("/entry/data/data", values, {values.size() / kPixels, kRows, kCols});
        if (more) more(open);
        open.close();
        return file;
    }
    /// Every bin of every frame has the level of all pixels.
    void expectLevel(const JobDocument& job, double expected = kLevel) {
        m_recorder.log.clear();
        ASSERT_EQ(run(job).state, JobState::done) << m_recorder.log;
        std::size_t bins = 0;
        for (const double value : numbers(job.outputFile, "intensity")) {
            if (std::isnan(value)) continue; // without a pixel
            ASSERT_NEAR(value, expected, 1e-4 * std::abs(expected)) << m_recorder.log;
            ++bins;
        }
        EXPECT_GT(bins, 20U);
    }
    JobDocument plain(const fs::path& file) const {
        JobDocument job = document(file);
        job.set("solid_angle", "false");
        return job;
    }
    [[nodiscard]] bool says(const std::string& text) const { return m_recorder.log.find(text) != std::string::npos; }
};

template <class T>
class NotMeasuredOf : public NotMeasured {};
using Integers = testing::Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t>;
TYPED_TEST_SUITE(NotMeasuredOf, Integers);

TYPED_TEST(NotMeasuredOf, TheLargestValueOfTheTypeIsLeftOutInItsFrame) {
    auto values = this->template level<TypeParam>();
    this->putHere(values, std::numeric_limits<TypeParam>::max());
    JobDocument job = this->plain(this->put("marked.h5", values));
    this->expectLevel(job);
    EXPECT_TRUE(this->says("are saturated")) << this->m_recorder.log;
    job.set("saturation", "1e11"); // beyond what the type can hold
    this->expectLevel(job);
}

TYPED_TEST(NotMeasuredOf, TheValueBelowTheLargestIsLeftOutWhereItIsAMarker) {
    constexpr TypeParam kBelow = std::numeric_limits<TypeParam>::max() - 1;
    auto values = this->template level<TypeParam>();
    this->putHere(values, kBelow);
    const JobDocument job = this->plain(this->put("below.h5", values));
    if (sizeof(TypeParam) > (std::is_unsigned_v<TypeParam> ? 1 : 2)) return this->expectLevel(job);
    ASSERT_EQ(this->run(job).state, JobState::done);
    const std::vector<double> found = this->numbers(job.outputFile, "intensity");
    EXPECT_TRUE(std::ranges::any_of(found, [](double value) { return value > 1.1 * kLevel; })) << "it is a count";
}

TYPED_TEST(NotMeasuredOf, TheLowestValueOfASignedTypeIsLeftOutInItsFrame) {
    if constexpr (std::is_signed_v<TypeParam> && sizeof(TypeParam) > 1) {
        auto values = this->template level<TypeParam>();
        values[kPixels + 7] = std::numeric_limits<TypeParam>::lowest(); // one pixel, in the second of the frames
        JobDocument job = this->plain(this->put("lowest.h5", values));
        this->expectLevel(job);
        EXPECT_FALSE(this->says("mask them")) << this->m_recorder.log;
        job.set("lowest_counts", "-1e15"); // below what the type can hold
        this->expectLevel(job);
        job.set("file_mask", "false"); // they are counted as they stand there
        ASSERT_EQ(this->run(job).state, JobState::done);
        EXPECT_TRUE(
            std::ranges::any_of(this->numbers(job.outputFile, "intensity"), [](double one) { return one < 0; }));
    } else {
        EXPECT_FALSE(lowestCountsOf(PixelType::uint32) || lowestCountsOf(PixelType::int8) ||
                     lowestCountsOf(PixelType::float32));
    }
}

TEST_F(NotMeasured, SaturationOfTheFileCountsUnlessAnotherIsGiven) {
    auto values = level<std::uint16_t>();
    putHere<std::uint16_t>(values, 4095);
    const fs::path file = put("saturated.h5", values, [](io::h5::File& open) {
        open.write<std::int32_t>("/entry/instrument/detector/saturation_value", std::vector<std::int32_t>{4095}, {1});
    });
    expectLevel(plain(file));
    JobDocument higher = plain(file);
    higher.set("saturation", "5000");
    ASSERT_EQ(run(higher).state, JobState::done);
    double largest = 0;
    for (const double value : numbers(higher.outputFile, "intensity"))
        if (value > largest) largest = value;
    EXPECT_GT(largest, 2 * kLevel);
}

TEST_F(NotMeasured, MarkersOfAnotherTypeAreLeftOut) {
    const auto gaps = [](auto values, auto value) {
        for (std::size_t f = 0; f < values.size() / kPixels; ++f)
            for (std::size_t col = 0; col < kCols; ++col) values[f * kPixels + 20 * kCols + col] = value;
        return values;
    };
    expectLevel(plain(put("f4.h5", gaps(level<float>(), 4294967295.0F))));
    expectLevel(plain(put("f8.h5", gaps(level<double>(), 4294967295.0))));
    expectLevel(plain(put("f4_max.h5", gaps(level<float>(), std::numeric_limits<float>::max()))));
    expectLevel(plain(put("u4.h5", gaps(level<std::uint32_t>(), 65535U))));
    expectLevel(plain(put("i8.h5", gaps(level<std::int64_t>(), std::int64_t{4294967295}))));
    expectLevel(plain(put("one.h5", gaps(level<float>(1), -1.0F)))); // all that is negative is the same
    m_recorder.log.clear();
    // A single frame of counts may have 65535 of them.
    ASSERT_EQ(run(plain(put("one_u4.h5", gaps(level<std::uint32_t>(1), 65535U)))).state, JobState::done);
    EXPECT_FALSE(says("left out")) << m_recorder.log;
}

TEST_F(NotMeasured, DarksAndFlatsHaveMarkersToo) {
    const fs::path frames = put("frames.h5", level<std::uint16_t>());
    std::vector<std::uint32_t> darks(3 * kPixels, 2);
    for (std::size_t col = 0; col < kCols; ++col) darks[kPixels + 5 * kCols + col] = 4294967295U;
    JobDocument job = plain(frames);
    job.set("dark_file", put("dark.h5", darks).string());
    expectLevel(job, kLevel - 2);
    std::vector<std::uint8_t> narrow(kPixels, 2);
    for (std::size_t col = 0; col < kCols; ++col) narrow[5 * kCols + col] = 255;
    job.set("dark_file", put("narrow.h5", narrow).string());
    expectLevel(job, kLevel - 2);
    std::vector<std::uint16_t> flat(kPixels, 2);
    for (std::size_t col = 0; col < kCols; ++col) flat[5 * kCols + col] = 65535;
    job = plain(frames);
    job.set("flat_file", put("flat.h5", flat).string());
    expectLevel(job, kLevel / 2);
    std::vector<float> negative(kPixels, 2);
    for (std::size_t col = 0; col < kCols; ++col) negative[5 * kCols + col] = -1;
    job.set("flat_file", put("negative.h5", negative).string());
    expectLevel(job, kLevel / 2);
}

TEST_F(NotMeasured, AMaskOfMoreThanHalfIsWarnedOf) {
    const fs::path frames = put("frames.h5", level<std::uint16_t>());
    const auto warnsOf = [&](std::size_t masked) {
        Array<std::uint8_t, 2> mask({kRows, kCols});
        for (std::size_t i = 0; i < masked; ++i) mask.data()[i] = 1;
        const fs::path file = m_folder / ("mask" + std::to_string(masked) + ".npy");
        io::writeMaskFile(file, mask, true);
        JobDocument job = plain(frames);
        job.set("mask_file", file.string());
        m_recorder.log.clear();
        EXPECT_EQ(run(job).state, JobState::done);
        return says("more than half of the pixels are masked");
    };
    EXPECT_FALSE(warnsOf(kPixels / 2));
    EXPECT_TRUE(warnsOf(kPixels / 2 + 1));
    EXPECT_TRUE(warnsOf(kPixels * 7 / 10));
}

TEST_F(NotMeasured, MasksOfFramesAndOfFilesAreUnited) {
    const auto putMasked = [&](const std::string& name, std::size_t row, std::size_t frames) {
        auto values = level<std::uint16_t>();
        std::vector<std::uint32_t> mask(frames * kPixels);
        for (std::size_t f = 0; f < kFew; ++f)
            for (std::size_t col = 0; col < kCols; ++col) {
                const std::size_t at = (row + (frames > 1 ? 3 * f : 0)) * kCols + col;
                values[f * kPixels + at] = 9999;
                mask[(frames > 1 ? f : 0) * kPixels + at] = 1;
            }
        return put(name, values, [&](io::h5::File& open) {
            const io::h5::Shape shape = frames > 1 ? io::h5::Shape{frames, kRows, kCols} : io::h5::Shape{kRows, kCols};
            open.write<std::uint32_t>("/entry/instrument/detector/pixel_mask", mask, shape);
        });
    };
    expectLevel(plain(putMasked("frames.h5", 10, kFew)));
    EXPECT_TRUE(says("a mask for each frame")) << m_recorder.log;
    m_recorder.log.clear();
    expectLevel(plain(putMasked("aborted.h5", 10, kFew + 5)));
    EXPECT_TRUE(says("a mask for each frame")) << m_recorder.log;
    JobDocument both = plain(putMasked("a.h5", 10, 1));
    both.inputFiles = {both.inputFile, putMasked("b.h5", 30, 1)};
    expectLevel(both);
    EXPECT_TRUE(says("b.h5 has another mask")) << m_recorder.log;
}

TEST_F(NotMeasured, GeometryOfOtherFilesAndOfScannedArmsIsNotTakenUnseen) {
    const auto putAt = [&](const std::string& name, double distance_m, const std::vector<double>& arm) {
        return put(name, level<std::uint16_t>(), [&](io::h5::File& open) {
            const auto number = [&](const char* where, double value) {
                open.write<double>(std::string("/entry/instrument/detector/") + where, std::vector<double>{value}, {1});
            };
            number("detector_distance", distance_m);
            number("x_pixel_size", 2e-4), number("y_pixel_size", 2e-4);
            number("beam_center_x", 20), number("beam_center_y", 30);
            if (!arm.empty()) open.write<double>("/entry/instrument/detector/polar_angle", arm, {arm.size()});
        });
    };
    JobDocument job = plain(putAt("a.h5", 0.05, {}));
    job.set("poni_file", "");
    job.set("energy_keV", "12");
    const fs::path first = job.inputFile;
    job.inputFiles = {first, putAt("b.h5", 0.08, {})};
    ASSERT_EQ(run(job).state, JobState::done) << m_recorder.log;
    EXPECT_TRUE(says("b.h5 has another distance than the first file (0.08, 0.05)")) << m_recorder.log;
    job.inputFiles = {putAt("arm.h5", 0.05, {0, 10, 20, 30})}; // begins at its zero
    EXPECT_NE(run(job).state, JobState::done) << "the distance of the file is not used";
    EXPECT_TRUE(says("turns the detector by 30 degrees")) << m_recorder.log;
}

TEST_F(NotMeasured, AnnouncedFramesAndNumbersOfASeriesAreCompared) {
    ASSERT_EQ(run(plain(put("few.h5", level<std::uint16_t>(),
                            [](io::h5::File& open) {
                                open.write<std::int32_t>("/entry/instrument/detector/detectorSpecific/nimages",
                                                         std::vector<std::int32_t>{9}, {1});
                            })))
                  .state,
              JobState::done);
    EXPECT_TRUE(says("was told to take 9 frames")) << m_recorder.log;
    JobDocument series = plain(put("s_0001.h5", level<std::uint16_t>(1)));
    series.inputFiles = {series.inputFile, put("s_0002.h5", level<std::uint16_t>(1)),
                         put("s_0005.h5", level<std::uint16_t>(1))};
    expectLevel(series);
    EXPECT_TRUE(says("2 files of the series are not there (first: number 3)")) << m_recorder.log;
}

TEST_F(NotMeasured, ManyFilesThatDifferAreCountedNotListed) {
    std::vector<fs::path> files;
    for (int i = 0; i < 6; ++i)
        files.push_back(put("d" + std::to_string(i) + ".h5", level<std::uint16_t>(1), [&](io::h5::File& open) {
            open.write<double>("/entry/instrument/detector/detector_distance", std::vector<double>{0.05 * (i + 1)},
                               {1});
        }));
    JobDocument job = plain(files.front());
    job.inputFiles = files;
    expectLevel(job);
    EXPECT_TRUE(says("2 more files of the list differ from the first one")) << m_recorder.log;
    EXPECT_FALSE(says("d4.h5 has another distance")) << m_recorder.log;
}

TEST_F(NotMeasured, FramesThatWereNeverWrittenAreMissing) {
    const fs::path file = m_folder / "gaps.h5";
    {
        io::h5::File open = io::h5::File::create(file);
        auto dataset = open.createDataset("/entry/data/data", io::h5::Number::uint16, {4, kRows, kCols},
                                          {{1, kRows, kCols}, 0, false});
        const std::vector<std::uint16_t> frame = level<std::uint16_t>(1);
        for (const std::size_t written : {0U, 1U, 3U})
            dataset.writeBlock<std::uint16_t>({written, 0, 0}, {1, kRows, kCols}, frame);
    }
    const JobDocument job = plain(file);
    expectLevel(job); // not a frame of zeros
    EXPECT_TRUE(says("1 frame of " + file.string() + ":/entry/data/data was never written")) << m_recorder.log;
    ASSERT_EQ(m_recorder.failed.size(), 1U);
    EXPECT_EQ(m_recorder.failed[0].first, 2U);
    const std::vector<double> all = numbers(job.outputFile, "intensity");
    const auto bins = static_cast<std::ptrdiff_t>(all.size() / kFew);
    EXPECT_TRUE(std::all_of(all.begin() + 2 * bins, all.begin() + 3 * bins, [](double v) { return std::isnan(v); }));
}

TEST_F(NotMeasured, TheFillValueOfTheFileIsLeftOut) {
    const auto filled = [&]<class T>(T value, const char* name) {
        auto values = level<T>();
        putHere<T>(values, value); // in single frames
        for (std::size_t f = 0; f < kFew; ++f)
            for (std::size_t col = 0; col < kCols; ++col) values[f * kPixels + 20 * kCols + col] = value;
        return plain(put("filled.h5", values, [&](io::h5::File& open) {
            open.setAttribute("/entry/data/data", name, static_cast<double>(value));
        }));
    };
    expectLevel(filled(-999.0F, "_FillValue"));
    EXPECT_TRUE(says("pixels of -999 are not measured (_FillValue of")) << m_recorder.log;
    EXPECT_TRUE(says("hold the number that the file gives to pixels without a measurement")) << m_recorder.log;
    expectLevel(filled(9.96921e36F, "missing_value"));
    expectLevel(filled(std::uint32_t{65000}, "_FillValue"));
    expectLevel(filled(std::int16_t{-32768}, "_FillValue"));
    JobDocument unheeded = filled(-999.0F, "_FillValue");
    unheeded.set("file_mask", "false");
    ASSERT_EQ(run(unheeded).state, JobState::done);
    EXPECT_TRUE(std::ranges::any_of(numbers(unheeded.outputFile, "intensity"), [](double v) { return v < 0; }));
    // 0 is a count as well.
    ASSERT_EQ(run(filled(std::uint16_t{0}, "_FillValue")).state, JobState::done);
    EXPECT_TRUE(says("is 0, which is a count as well")) << m_recorder.log;
}

TEST_F(NotMeasured, DarksAndFlatFieldsHaveSuchNumbersAsWell) {
    const auto image = [&](const std::string& name, float value, float notMeasured) {
        std::vector<float> pixels(kPixels, value);
        for (std::size_t i = 10; i < kPixels; i += 50) pixels[i] = notMeasured;
        const fs::path file = m_folder / name;
        io::h5::File open = io::h5::File::create(file);
        open.write<float>("/image", pixels, {kRows, kCols});
        open.setAttribute("/image", "_FillValue", static_cast<double>(notMeasured));
        open.close();
        return file.string();
    };
    JobDocument job = plain(put("frames.h5", level<std::uint16_t>()));
    job.set("dark_file", image("dark.h5", 2, -99.1F));
    expectLevel(job, kLevel - 2);
    job.set("flat_file", image("flat.h5", 0.5F, 9.96921e36F));
    expectLevel(job, (kLevel - 2) / 0.5);
}

TEST_F(NotMeasured, SuchANumberOfALaterFileCounts) {
    const auto file = [&](const std::string& name, std::optional<double> stated) {
        auto values = level<std::int32_t>();
        if (stated) putHere<std::int32_t>(values, static_cast<std::int32_t>(*stated));
        return put(name, values, [&](io::h5::File& open) {
            if (stated) open.setAttribute("/entry/data/data", "_FillValue", *stated);
        });
    };
    JobDocument job = plain(file("1.h5", std::nullopt));
    job.inputFiles = {job.inputFile, file("2.h5", 70000)};
    expectLevel(job);
    EXPECT_FALSE(says("has another value")) << m_recorder.log;
    EXPECT_TRUE(says("pixels of 70,000 are not measured by 2.h5, and files before it do not say so")) << m_recorder.log;
    job.inputFiles.push_back(file("3.h5", 80000));
    ASSERT_EQ(run(job).state, JobState::done);
    EXPECT_TRUE(says("3.h5 has another value of pixels that are not measured than the first file (80,000, 70,000)"))
        << m_recorder.log;
}

TEST_F(NotMeasured, TheLowestSaturationOfAListCounts) {
    const auto file = [&](const std::string& name, std::optional<double> limit, bool isSaturated) {
        auto values = level<std::uint32_t>();
        if (isSaturated) putHere<std::uint32_t>(values, 60);
        return put(name, values, [&](io::h5::File& open) {
            if (limit)
                open.write<double>("/entry/instrument/detector/saturation_value", std::vector<double>{*limit}, {1});
        });
    };
    for (const auto& first : {std::optional<double>(), std::optional(90.0)}) {
        JobDocument job = plain(file("1.h5", first, false));
        job.inputFiles = {job.inputFile, file("2.h5", 60, true), file("3.h5", std::nullopt, false)};
        expectLevel(job);
        EXPECT_TRUE(says("2.h5 calls pixels of 60 counts saturated")) << m_recorder.log;
        EXPECT_FALSE(says("3.h5 calls")) << m_recorder.log;
        job.inputFiles = {file("2.h5", 60, true), file("4.h5", 60, true)};
        expectLevel(job);
        EXPECT_FALSE(says("and not all files the same")) << m_recorder.log;
    }
}

TEST_F(NotMeasured, AFlatFieldOfSomeFilesIsNamed) {
    const auto file = [&](const std::string& name, bool withFlat) {
        return put(name, level<std::uint16_t>(), [&](io::h5::File& open) {
            if (withFlat)
                open.write<float>("/entry/instrument/detector/flatfield", std::vector<float>(kPixels, 2),
                                  {kRows, kCols});
        });
    };
    const char* const some = "have a flat field to be divided by and others, such as without.h5, have none";
    JobDocument job = plain(file("with.h5", true));
    const fs::path with = job.inputFile, without = file("without.h5", false);
    expectLevel(job);
    EXPECT_TRUE(says("is not used: file_flat=true divides by it")) << m_recorder.log;
    job.set("file_flat", "true");
    for (const auto& files : {std::vector{with, without}, {without, with}}) {
        job.inputFiles = files;
        expectLevel(job, kLevel / 2);
        EXPECT_TRUE(says(some)) << m_recorder.log;
    }
    job.inputFiles = {with, file("also.h5", true)};
    expectLevel(job, kLevel / 2);
    EXPECT_FALSE(says("have none")) << m_recorder.log;
    EXPECT_FALSE(says("is not used")) << m_recorder.log;
    io::writeTiff(m_folder / "flat.tif", Array<float, 2>({kRows, kCols}, 2.0F), true);
    EXPECT_NE(problemOf(job, {{"flat_file", (m_folder / "flat.tif").string()}}).find("two flat fields are named"),
              std::string::npos);
    EXPECT_EQ(problemOf(job, {{"flat_file", (m_folder / "flat.tif").string()}, {"file_flat", "false"}}), "done");
}

TEST_F(NotMeasured, FilesOfAListThatAreThereTwiceOrOutOfOrderAreNamed) {
    const auto file = [&](const std::string& name) { return put(name, level<std::uint16_t>(1)); };
    const fs::path one = file("s_1.h5"), two = file("s_2.h5"), ten = file("s_10.h5"), linked = m_folder / "t.h5";
    fs::create_symlink(two, linked);
    JobDocument job = plain(one);
    job.inputFiles = {one, ten, two}; // as a shell lists them
    expectLevel(job);
    EXPECT_TRUE(says("not in the order of their numbers (s_2.h5 stands behind s_10.h5)")) << m_recorder.log;
    EXPECT_FALSE(says("once more")) << m_recorder.log;
    job.inputFiles = {file("0001_s.h5"), file("0002_s.h5"), file("0004_s.h5")}; // numbers in front
    expectLevel(job);
    EXPECT_TRUE(says("1 file of the series is not there (first: number 3)")) << m_recorder.log;
    job.inputFiles = {one, two, linked};
    expectLevel(job);
    EXPECT_TRUE(says("1 file is in the list once more (first: t.h5)")) << m_recorder.log;
    job.inputFiles = {one, two, ten};
    expectLevel(job);
    EXPECT_FALSE(says("not in the order")) << m_recorder.log;
    EXPECT_FALSE(says("once more")) << m_recorder.log;
}

TEST_F(NotMeasured, FramesWithoutACountAreNamed) {
    auto values = level<std::uint16_t>();
    std::fill(values.begin() + kPixels, values.begin() + 3 * kPixels, std::uint16_t{0});
    ASSERT_EQ(run(plain(put("dark.h5", values))).state, JobState::done);
    EXPECT_TRUE(says("2 frames hold no counts at all (first: frame 1)")) << m_recorder.log;
    m_recorder.log.clear();
    values[2 * kPixels + 5 * kCols + 7] = 1; // a single one is a measurement
    ASSERT_EQ(run(plain(put("dim.h5", values))).state, JobState::done);
    EXPECT_TRUE(says("1 frame holds no counts at all (first: frame 1)")) << m_recorder.log;
    m_recorder.log.clear();
    expectLevel(plain(put("level.h5", level<std::uint16_t>())));
    EXPECT_FALSE(says("no counts at all")) << m_recorder.log;
}

TEST_F(NotMeasured, APoniInAnotherUnitIsNamed) {
    const auto saysOf = [&](const char* distance, const char* poni1, const char* words) {
        std::ofstream(m_folder / "unit.poni")
            << "PixelSize1: 0.0002\nPixelSize2: 0.0002\nDistance: " << distance << "\nPoni1: " << poni1
            << "\nPoni2: 0.0049\nRot1: 0\nRot2: 0\nRot3: 0\nWavelength: 1e-10\n";
        JobDocument job = plain(put("unit.h5", level<std::uint16_t>()));
        job.set("poni_file", (m_folder / "unit.poni").string());
        m_recorder.log.clear();
        EXPECT_EQ(run(job).state, JobState::done) << m_recorder.log;
        return says(words);
    };
    const char* const far = "the detector is 100 m away by Distance: check its unit";
    const char* const aside = "away from the middle of the detector: Poni1 and Poni2 are lengths in metres";
    EXPECT_TRUE(saysOf("100", "0.0057", far));
    EXPECT_FALSE(saysOf("0.1", "0.0057", "check its unit"));
    EXPECT_TRUE(saysOf("0.1", "5.7", aside));
    EXPECT_FALSE(saysOf("0.1", "0.0057", aside));
    EXPECT_FALSE(saysOf("30", "5.7", aside)) << "at small angles";
}

TEST_F(NotMeasured, CountsOutsideOfTheRangeOfTheFileAreLeftOut) {
    const auto withTwo = [&](int low, int high) {
        auto values = level<std::int32_t>();
        putHere(values, static_cast<std::int32_t>(low));
        for (std::size_t i = 20; i < kPixels; i += 50) values[i] = high;
        return values;
    };
    const std::string detector = "/entry/instrument/detector";
    const auto underload = [&](double least) {
        return put("least.h5", withTwo(2, static_cast<int>(kLevel)), [&](io::h5::File& open) {
            open.write<double>(detector + "/underload_value", std::vector<double>{least}, {1});
        });
    };
    expectLevel(plain(underload(3)));
    EXPECT_TRUE(says("counts below 3 are not measured (/entry/instrument/detector/underload_value)"));
    EXPECT_TRUE(says("the lower threshold 3 takes")) << m_recorder.log;
    JobDocument all = plain(underload(3));
    all.set("file_mask", "false");
    ASSERT_EQ(run(all).state, JobState::done);
    EXPECT_LT(numbers(all.outputFile, "sum_signal")[0] / numbers(all.outputFile, "count")[0], kLevel) << "counted";
    expectLevel(plain(put("valid.h5", withTwo(2, 900), [&](io::h5::File& open) {
        open.setAttribute("/entry/data/data", "valid_min", 7.0);
        open.setAttribute("/entry/data/data", "valid_max", 7.0);
    })));
    EXPECT_TRUE(says("counts above 7 are not measured (/entry/data/data/valid_max)")) << m_recorder.log;
    // Below zero as well, and beside a number that single precision rounds to it.
    constexpr int kLowest = std::numeric_limits<std::int32_t>::min();
    for (const double least : {-1.0, -1000.0, kLowest + 1.0}) {
        expectLevel(plain(put("least.h5", withTwo(kLowest, static_cast<int>(kLevel)), [&](io::h5::File& open) {
            open.write<double>(detector + "/underload_value", std::vector<double>{least}, {1});
        })));
        EXPECT_TRUE(says("underload_value")) << m_recorder.log;
    }
}

TEST_F(NotMeasured, FramesAreNoDarkOfThemselves) {
    const fs::path frames = put("frames.h5", level<std::uint16_t>(), [&](io::h5::File& open) {
        open.write<std::uint16_t>("/entry/dark", std::vector<std::uint16_t>(kPixels, 2), {kRows, kCols});
    });
    const auto errorOf = [](const JobDocument& job) -> std::string {
        try {
            const auto stack = openJobStack(job);
            static_cast<void>(correctionsOf(job, *stack, poniOf(job, *stack)));
            return {};
        } catch (const JobError& error) {
            return error.what();
        }
    };
    const auto refusal = [&](const char* key, const std::string& file) {
        JobDocument job = plain(frames);
        job.set(key, file);
        return errorOf(job);
    };
    const char* const same = " is the file of the frames themselves";
    fs::create_symlink("frames.h5", m_folder / "link.h5");
    for (const char* key : {"dark_file", "flat_file"}) {
        EXPECT_NE(refusal(key, frames.string() + "::/entry/data/data").find(key + std::string(same)),
                  std::string::npos);
        EXPECT_NE(refusal(key, (m_folder / "link.h5").string() + "::/entry/data/data").find(same), std::string::npos);
    }
    JobDocument job = plain(frames); // another dataset of the same file, by its name
    job.set("dark_file", frames.string());
    expectLevel(job, kLevel - 2);
    job.set("flat_file", frames.string() + "::/entry/dark");
    job.set("dark_file", frames.string() + "::/entry/dark");
    EXPECT_NE(errorOf(job).find("one image is the dark and the flat field"), std::string::npos);
}

TEST_F(NotMeasured, ADarkThatIsBrighterThanTheFramesIsNamed) {
    const auto run9 = [&](std::uint16_t dark) {
        JobDocument job = plain(put("frames.h5", level<std::uint16_t>()));
        job.set("dark_file", put("dark.h5", std::vector<std::uint16_t>(kPixels, dark)).string());
        expectLevel(job, kLevel - static_cast<double>(dark));
        return says("so that the patterns are negative");
    };
    EXPECT_FALSE(run9(6));
    EXPECT_TRUE(run9(14));
    // 61 x 47 pixels of 14 and of 7 counts.
    EXPECT_TRUE(says("the dark holds 40,138 counts and the first frame 20,069")) << m_recorder.log;
}

TEST_F(NotMeasured, NumbersThatArePackedAreSaidOrRefused) {
    const auto putPacked = [&](double scale, double offset) {
        return put("packed.h5", level<std::int16_t>(), [&](io::h5::File& open) {
            open.setAttribute("/entry/data/data", "scale_factor", scale);
            open.setAttribute("/entry/data/data", "add_offset", offset);
        });
    };
    expectLevel(plain(putPacked(1, 0)));
    EXPECT_FALSE(says("scale_factor")) << m_recorder.log;
    expectLevel(plain(putPacked(0.5, 0)));
    EXPECT_TRUE(says("scale_factor = 0.5, which is not applied")) << m_recorder.log;
    const JobOutcome refused = run(plain(putPacked(0.5, 100)));
    EXPECT_EQ(refused.state, JobState::failed);
    ASSERT_TRUE(refused.error);
    EXPECT_NE(std::string(refused.error->what()).find("add_offset = 100"), std::string::npos) << refused.error->what();
}

TEST_F(NotMeasured, TheSignalOfTheFileIsTaken) {
    const fs::path file = put("signal.h5", std::vector<std::uint16_t>(2 * kFew * kPixels, 99), [](io::h5::File& open) {
        open.write<std::uint16_t>("/entry/data/counts", level<std::uint16_t>(), {kFew, kRows, kCols});
        open.setAttribute("/entry/data", "signal", std::string("counts"));
    });
    expectLevel(plain(file));
    EXPECT_EQ(numbers(m_folder / "out.h5", "frame").size(), kFew);
}

} // namespace
} // namespace ewald::job
