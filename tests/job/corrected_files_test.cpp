// SPDX-License-Identifier: GPL-3.0-or-later
//
// What files say of their frames that planning does not see in the frames themselves: corrections that have been
// applied already, and marks of gaps in frames that nobody has looked at. The level of all pixels is known.
#include "job/integration/poni_check.h"
#include "job/integration_files.h"

#include <functional>

namespace ewald::job {
namespace {

using namespace test;

constexpr std::size_t kPixels = kRows * kCols;
constexpr std::size_t kMany = 9; // frames; the first, the fifth and the last are looked at
constexpr const char* kDetector = "/entry/instrument/detector";

class CorrectedFiles : public IntegrateFixture {
protected:
    template <class T>
    fs::path put(const std::string& name, const std::vector<T>& values, bool bitshuffle = false,
                 const std::function<void(io::h5::File&)>& more = {}) const {
        const fs::path file = m_folder / name;
        io::h5::File open = io::h5::File::create(file);
        io::h5::StorageOptions options;
        options.chunk = {1, kRows, kCols};
        options.bitshuffleLz4 = bitshuffle;
        open.write<T>("/entry/data/data", values, {values.size() / kPixels, kRows, kCols}, options);
        if (more) more(open);
        open.close();
        return file;
    }
    /// What the run says of frames that hold the values.
    template <class T>
    std::string logOf(const std::vector<T>& values, bool bitshuffle,
                      const std::map<std::string, std::string>& settings = {}) {
        JobDocument job = document(put("marks.h5", values, bitshuffle));
        job.set("solid_angle", "false");
        for (const auto& [key, value] : settings) job.set(key, value);
        m_recorder.log.clear();
        EXPECT_EQ(run(job).state, JobState::done) << m_recorder.log;
        return m_recorder.log;
    }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

template <class T>
class UnseenMarks : public CorrectedFiles {};
using Signed = testing::Types<std::int16_t, std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(UnseenMarks, Signed);

TYPED_TEST(UnseenMarks, OfFramesThatAreNotLookedAtAreNamed) {
    const auto frames = [](auto&& valueOf) {
        std::vector<TypeParam> values(kMany * kPixels, TypeParam{7});
        for (std::size_t i = 0; i < 20; ++i)
            for (std::size_t f : {std::size_t{2}, std::size_t{6}}) values[f * kPixels + 100 * i + 5] = valueOf(i, f);
        return values;
    };
    const char* const words = "2 frames hold -1 in up to 20 pixels that count, and no other negative number (first: "
                              "frame 2)";
    const auto gaps = frames([](std::size_t, std::size_t) { return TypeParam{-1}; });
    for (const bool bitshuffle : {false, true}) {
        EXPECT_TRUE(has(this->logOf(gaps, bitshuffle), words)) << bitshuffle << this->m_recorder.log;
        EXPECT_TRUE(has(this->logOf(gaps, bitshuffle, {{"rejection", "sigma_clip"}}), words)) << this->m_recorder.log;
        // Whoever asks for what marks pixels to be counted, leaves it out by another rule, or masks it, knows.
        EXPECT_FALSE(has(this->logOf(gaps, bitshuffle, {{"file_mask", "false"}}), "that count"));
        EXPECT_FALSE(has(this->logOf(gaps, bitshuffle, {{"dummy", "-1"}}), "that count"));
        EXPECT_FALSE(has(this->logOf(gaps, bitshuffle, {{"lowest_counts", "0"}}), "that count"));
        const auto gapsAndDead =
            frames([](std::size_t i, std::size_t) { return static_cast<TypeParam>(i % 2 == 0 ? -1 : -2); });
        EXPECT_TRUE(has(this->logOf(gapsAndDead, bitshuffle), "hold -1 and -2 in up to 20 pixels"))
            << this->m_recorder.log;
        // Differences of counts, and a single pixel, mark nothing.
        const auto differences =
            frames([](std::size_t i, std::size_t) { return static_cast<TypeParam>(-static_cast<int>(i % 5)); });
        EXPECT_FALSE(has(this->logOf(differences, bitshuffle), "that count")) << this->m_recorder.log;
        const auto single = frames([](std::size_t i, std::size_t) { return static_cast<TypeParam>(i == 3 ? -1 : 7); });
        EXPECT_FALSE(has(this->logOf(single, bitshuffle), "that count")) << this->m_recorder.log;
    }
}

/// Frames of 7 in every pixel: divided by a flat field of 2 they are 3.5.
TEST_F(CorrectedFiles, ACorrectionThatIsAppliedOnceMoreIsNamed) {
    const std::vector<std::uint16_t> level(2 * kPixels, 7);
    {
        io::h5::File open = io::h5::File::create(m_folder / "image.h5");
        open.write<float>("/image", std::vector<float>(kPixels, 2), {kRows, kCols});
        open.close();
    }
    const auto saysOf = [&](const std::function<void(io::h5::File&)>& describe, const char* key) {
        JobDocument job = document(put("level.h5", level, false, [&](io::h5::File& file) {
            file.createGroup(kDetector);
            file.setAttribute(kDetector, "NX_class", "NXdetector");
            describe(file);
        }));
        job.set("solid_angle", "false");
        if (key != nullptr) job.set(key, (m_folder / "image.h5").string());
        const auto stack = openJobStack(job);
        m_recorder.log.clear();
        EXPECT_EQ(run(job).state, JobState::done) << m_recorder.log;
        const std::string said = correctedTwice(job, *stack);
        EXPECT_EQ(correctedTwice(job, *stack->select(std::vector<std::size_t>{1})), said) << "of some frames as well";
        EXPECT_TRUE(said.empty() || has(m_recorder.log, said)) << "the card and the log say the same";
        return said;
    };
    const std::string group = kDetector;
    for (const char* name : {"flatfield_applied", "flatfield_correction_applied", "flat_field_applied"}) {
        const auto applied = [&](io::h5::File& file) { file.write(group + "/" + name, std::int64_t{1}); };
        EXPECT_EQ(saysOf(applied, "flat_file"), "the frames are divided by a flat field already (" + group + "/" +
                                                    name + "): flat_file divides them once more");
        EXPECT_EQ(saysOf(applied, "dark_file"), "") << "which is another correction";
        EXPECT_EQ(saysOf(applied, nullptr), "");
        EXPECT_EQ(saysOf([&](io::h5::File& file) { file.write(group + "/" + name, std::int64_t{0}); }, "flat_file"),
                  "");
    }
    EXPECT_EQ(saysOf([](io::h5::File&) {}, "flat_file"), "");
    EXPECT_NE(saysOf([&](io::h5::File& file) { file.setAttribute(group, "flatfield_applied", std::int64_t{1}); },
                     "flat_file"),
              "");
    EXPECT_NE(saysOf([&](io::h5::File& file) { file.write(group + "/flatfield_applied", "true"); }, "flat_file"), "");
    EXPECT_EQ(saysOf([&](io::h5::File& file) { file.write(group + "/flatfield_applied", "false"); }, "flat_file"), "");
    EXPECT_EQ(saysOf([&](io::h5::File& file) { file.write(group + "/dark_correction_applied", std::int64_t{1}); },
                     "dark_file"),
              "a dark image is taken off the frames already (" + group +
                  "/dark_correction_applied): dark_file takes one off once more");
}

/// A dark of 10 s and frames of 1 s; or of the same time in another unit, or without one.
TEST_F(CorrectedFiles, ADarkOfAnotherExposureIsNamed) {
    const auto withTime = [](const std::string& path, double value, const char* unit) {
        return [=](io::h5::File& file) {
            file.createGroup(kDetector);
            file.setAttribute(kDetector, "NX_class", "NXdetector");
            if (value > 0) file.write(kDetector + path, value);
            if (value > 0 && unit != nullptr) file.setAttribute(kDetector + path, "units", unit);
        };
    };
    const auto saysOf = [&](const std::function<void(io::h5::File&)>& dark) {
        JobDocument job = document(
            put("frames.h5", std::vector<std::uint16_t>(2 * kPixels, 7), false, withTime("/count_time", 1, "s")));
        job.set("solid_angle", "false");
        job.set("dark_file", put("dark.h5", std::vector<std::uint16_t>(2 * kPixels, 3), false, dark).string());
        m_recorder.log.clear();
        EXPECT_EQ(run(job).state, JobState::done) << m_recorder.log;
        return has(m_recorder.log, "the dark was exposed for 10 s and the frames for 1 s");
    };
    EXPECT_TRUE(saysOf(withTime("/count_time", 10, "s"))) << m_recorder.log;
    EXPECT_TRUE(saysOf(withTime("/acquisition/exposure_time", 10, nullptr))) << m_recorder.log;
    EXPECT_TRUE(saysOf(withTime("/exposure_time", 10000, "ms"))) << m_recorder.log;
    for (const auto& same : {withTime("/count_time", 1000, "ms"), withTime("/count_time", 0, "s")}) {
        EXPECT_FALSE(saysOf(same));
        EXPECT_FALSE(has(m_recorder.log, "was exposed")) << m_recorder.log;
    }
}

} // namespace
} // namespace ewald::job
