// SPDX-License-Identifier: GPL-3.0-or-later
// What files say that was measured, against what is there: numbers of files and frames, acquisitions in several files.
#include "io/stack/file_series.h"

#include "io/images/image_export.h"
#include "stack_files.h"

#include <functional>
#include <gtest/gtest.h>
#include <numeric>

namespace ewald::io::test {
namespace {

class FileSeries : public WithFolder {
protected:
    /// What findGaps() says of files s_0001.tif …; the places that it knows.
    std::vector<std::size_t> gapsOf(const std::vector<unsigned>& numbers) {
        std::vector<fs::path> files;
        for (const unsigned number : numbers) files.push_back("s_" + std::to_string(number) + ".tif");
        m_notes.clear();
        return findGaps(files, m_notes);
    }
    [[nodiscard]] bool isSaid(const std::string& text) const { return hasNote(m_notes, text, Severity::warning); }

    /// As LImA: `frames` of an acquisition of `announced`.
    fs::path putLima(const std::string& name, std::size_t first, std::size_t frames, int announced) {
        const std::vector<std::uint16_t> all = countingFrames(first + frames);
        h5::File file = h5::File::create(at(name));
        const std::string detector = "/entry_0000/instrument/eiger";
        file.write<std::uint16_t>(
            detector + "/data",
            std::vector<std::uint16_t>(all.begin() + static_cast<std::ptrdiff_t>(first * kRows * kCols), all.end()),
            {frames, kRows, kCols});
        file.setAttribute(detector, "NX_class", "NXdetector");
        file.write<std::int32_t>(detector + "/acquisition/nb_frames", std::vector<std::int32_t>{announced}, {1});
        file.createGroup("/entry_0000/measurement");
        file.softLink("/entry_0000/measurement/data", detector + "/data");
        file.close();
        return at(name);
    }
    /// An EDF file of one frame of 2 x 2 pixels.
    fs::path putEdf(const std::string& name, const std::string& more) {
        std::string text =
            "{\nByteOrder = LowByteFirst ;\nDataType = UnsignedShort ;\nDim_1 = 2 ;\nDim_2 = 2 ;\n" + more + "}\n";
        writeBytes(at(name), text + std::string(8, '\1'));
        return at(name);
    }
    /// Five frames and what `more` writes beside them.
    std::shared_ptr<const FrameStack> openFive(const std::function<void(h5::File&)>& more,
                                               const std::string& path = "/entry/data/data") {
        h5::File file = h5::File::create(at("five.h5"));
        file.write<std::uint16_t>(path, countingFrames(5), {5, kRows, kCols});
        file.createGroup("/entry/instrument/detector");
        file.setAttribute("/entry/instrument/detector", "NX_class", "NXdetector");
        more(file);
        file.close();
        return openOne(at("five.h5"));
    }
    std::vector<Note> m_notes;
};

TEST_F(FileSeries, AGapBetweenTwoFilesIsSaid) {
    EXPECT_EQ(gapsOf({1, 2, 4}), std::vector<std::size_t>{2}) << "the third of four";
    EXPECT_TRUE(isSaid("1 file of the series is not there (first: number 3)"));
    for (const std::vector<unsigned>& numbers : {std::vector<unsigned>{1, 3}, {1, 3, 5}, {1, 5, 8}}) {
        EXPECT_TRUE(gapsOf(numbers).empty()) << "nothing says whether they are counted by ones";
        EXPECT_TRUE(isSaid("s_1.tif is followed by s_" + std::to_string(numbers[1]) + ".tif")) << numbers.size();
    }
    // Temperatures, and one after the other.
    for (const std::vector<unsigned>& numbers : {std::vector<unsigned>{100, 200, 300}, {1, 2, 3}, {7}}) {
        EXPECT_TRUE(gapsOf(numbers).empty());
        EXPECT_TRUE(m_notes.empty()) << numbers.front();
    }
}

TEST_F(FileSeries, GapsOfSeveralSeriesAreSaidOfEach) {
    const auto gapsIn = [&](const std::vector<fs::path>& files) {
        m_notes.clear();
        return findGaps(files, m_notes);
    };
    // a_3, b_8 and b_9 are missing; nothing of c, whose numbers may be anything.
    EXPECT_TRUE(
        gapsIn({"a_1.tif", "a_2.tif", "a_4.tif", "b_6.tif", "b_7.tif", "b_10.tif", "c_1.tif", "c_5.tif"}).empty());
    EXPECT_TRUE(isSaid("1 file of the series a_… is not there (first: number 3)"));
    EXPECT_TRUE(isSaid("2 files of the series b_… are not there (first: number 8)"));
    EXPECT_EQ(m_notes.size(), 2U);
    EXPECT_TRUE(gapsIn({"a_1.tif", "dark.tif", "a_2.tif", "x.tif"}).empty());
    EXPECT_TRUE(m_notes.empty());
}

TEST_F(FileSeries, FilesOfTheSameNumberAreSaid) {
    const auto notesOf = [&](const std::vector<fs::path>& files) {
        m_notes.clear();
        (void)findGaps(files, m_notes);
        return m_notes.size();
    };
    notesOf({"s_1.tif", "s_01.tif", "s_2.tif"});
    EXPECT_TRUE(isSaid("1 file has the number of another one of the series (first: s_1.tif and s_01.tif)"));
    notesOf({"s_1.cbf", "s_1.tif", "s_2.cbf", "s_2.tif", "s_4.tif"});
    EXPECT_TRUE(isSaid("2 files have the number of another one of the series (first: s_1.cbf and s_1.tif)"));
    EXPECT_TRUE(isSaid("1 file of the series is not there (first: number 3)"));
    EXPECT_EQ(notesOf({"s_1.tif", "t_1.tif", "u/s_1.tif"}), 0U) << "other series";
    EXPECT_EQ(notesOf({"s_1.tif", "s_1.tif"}), 0U) << "said otherwise";
}

TEST_F(FileSeries, AFileBetweenOthersWithFewerFramesIsSaid) {
    const auto isSaidOf = [&](const std::vector<std::size_t>& frames) {
        std::vector<fs::path> files;
        for (std::size_t i = 0; i < frames.size(); ++i) files.push_back("s_" + std::to_string(i) + ".h5");
        m_notes.clear();
        noteShortFiles(files, frames, m_notes);
        return isSaid("s_1.h5 holds " + std::to_string(frames[1]) + " frame");
    };
    EXPECT_TRUE(isSaidOf({3, 1, 3, 3}));
    EXPECT_FALSE(isSaidOf({3, 3, 3, 1})) << "where the measurement ends";
    EXPECT_FALSE(isSaidOf({3, 1, 4, 2})) << "scans of any length";
    EXPECT_FALSE(isSaidOf({1, 2, 1, 1})) << "one with more";
}

TEST_F(FileSeries, AFileThatIsThereTwiceIsSaidByWhateverName) {
    writeBytes(at("a.tif"), "1");
    writeBytes(at("b.tif"), "1");
    fs::create_symlink("a.tif", at("link.tif"));
    fs::create_hard_link(at("b.tif"), at("hard.tif"));
    noteRepeated(std::vector<fs::path>{at("a.tif"), at("b.tif")}, m_notes);
    EXPECT_TRUE(m_notes.empty());
    noteRepeated(std::vector<fs::path>{at("a.tif"), at("link.tif"), at("b.tif"), at("hard.tif")}, m_notes);
    EXPECT_TRUE(isSaid("2 files are in the list once more (first: link.tif)"));
}

TEST_F(FileSeries, AnAcquisitionThatGoesOnInOtherFilesIsNamed) {
    const std::vector<fs::path> parts{putLima("s_0000.h5", 0, 3, 6), putLima("s_0001.h5", 3, 3, 6)};
    const auto part = openOne(parts[0]);
    EXPECT_TRUE(hasNote(part->notes,
                        "/entry_0000/instrument/eiger/acquisition/nb_frames says that the acquisition has 6 frames, 3 "
                        "are there",
                        Severity::warning));
    const auto whole = openMany(parts);
    expectCountingStack(*whole, 6);
    EXPECT_FALSE(hasNote(whole->notes, "acquisition"));
    // Two whole acquisitions of the same name.
    const auto two = openMany({putLima("t_0000.h5", 0, 3, 3), putLima("t_0001.h5", 3, 3, 3)});
    EXPECT_FALSE(hasNote(two->notes, "acquisition"));
}

TEST_F(FileSeries, AnAcquisitionOfEdfFilesIsCounted) {
    std::vector<fs::path> files;
    for (const char* name : {"e_0000.edf", "e_0001.edf", "e_0002.edf"})
        files.push_back(putEdf(name, "acq_nb_frames = 3 ;\n"));
    EXPECT_FALSE(hasNote(openMany(files)->notes, "acquisition"));
    files.pop_back();
    const char* const said = "the EDF header (acq_nb_frames) says that the acquisition has 3 frames, ";
    EXPECT_TRUE(hasNote(openMany(files)->notes, said + std::string("2 are there"), Severity::warning));
    EXPECT_TRUE(hasNote(openOne(files[0])->notes, said + std::string("1 is there"), Severity::info)) << "looked at";
}

TEST_F(FileSeries, FilesOfAnotherExposureOrDetectorAreNamed) {
    const auto open = [&](const std::string& first, const std::string& second) {
        return openMany({putEdf("x_0001.edf", first), putEdf("x_0002.edf", second)});
    };
    const std::string one = "ExposureTime = 0.5 ;\nDetectorName = Pilatus ;\n";
    EXPECT_TRUE(open(one, one)->notes.empty());
    EXPECT_TRUE(open(one, "ExposureTime = 0.502 ;\n")->notes.empty()) << "a clock scatters";
    EXPECT_TRUE(hasNote(open(one, "ExposureTime = 2 ;\n")->notes,
                        "x_0002.edf was exposed for 2 s and the first file for 0.5 s", Severity::warning));
    EXPECT_TRUE(hasNote(open(one, "DetectorName = Eiger ;\n")->notes,
                        "x_0002.edf is of the detector Eiger, and the first file of Pilatus", Severity::warning));
}

TEST_F(FileSeries, ExposuresThatDifferBetweenFramesAreNamed) {
    const auto open = [&](const std::vector<double>& times, const char* unit) {
        return openFive([&](h5::File& file) {
            const std::string path = "/entry/instrument/detector/count_time";
            file.write<double>(path, times, {5});
            file.setAttribute(path, "units", unit);
        });
    };
    EXPECT_TRUE(hasNote(open({100, 100, 500, 100, 100}, "ms")->notes, "exposed for 0.1 to 0.5 s", Severity::warning));
    EXPECT_FALSE(hasNote(open({1, 1.001, 1.002, 1, 0.999}, "s")->notes, "exposed")) << "a clock scatters";
    EXPECT_FALSE(hasNote(open({1, 1, 1, 1, 1}, "s")->notes, "exposed"));
}

TEST_F(FileSeries, NumbersOfFramesShowWhatIsLost) {
    const auto numbered = [&](const std::string& path, const std::vector<std::int32_t>& numbers) {
        return openFive([&](h5::File& file) { file.write<std::int32_t>(path, numbers, {5}); });
    };
    const std::string detector = "/entry/instrument/detector/sequence_number";
    const std::string attributes = "/entry/instrument/NDAttributes/NDArrayUniqueId";
    for (const std::string& path : {detector, attributes}) {
        EXPECT_TRUE(hasNote(numbered(path, {1, 2, 4, 5, 6})->notes,
                            "frame 2 has the number 4 and the one before it 2 by " + path + ": frames may be lost",
                            Severity::warning));
        EXPECT_TRUE(hasNote(numbered(path, {0, 1, 1, 2, 3})->notes, "frame 2 has the number 1 and the one before it 1",
                            Severity::warning));
        for (const std::vector<std::int32_t>& sound : {std::vector<std::int32_t>{7, 8, 9, 10, 11}, {0, 2, 4, 6, 8}})
            EXPECT_FALSE(hasNote(numbered(path, sound)->notes, "has the number"));
    }
}

TEST_F(FileSeries, ListsOfAnotherLengthAreNamed) {
    const auto with = [&](const std::string& frames, const std::string& list, std::size_t length) {
        return openFive([&](h5::File& file) { file.write<double>(list, std::vector<double>(length, 1), {length}); },
                        frames);
    };
    for (const auto& [frames, list] : {std::pair("/entry/data/data", "/entry/instrument/detector/count_time"),
                                       {"/exchange/data", "/exchange/theta"},
                                       {"/1.1/measurement/eiger", "/1.1/measurement/mon"}}) {
        EXPECT_TRUE(hasNote(with(frames, list, 8)->notes, std::string(list) + " holds 8 values for 5 frames",
                            Severity::warning));
        EXPECT_FALSE(hasNote(with(frames, list, 5)->notes, "values for 5 frames")) << list;
    }
}

TEST_F(FileSeries, TiffFilesSayHowManyImagesAndRowsThereAre) {
    // One page of 2 x 3 bytes. \param length of the image, whose strip holds 6 bytes
    const auto put = [&](const std::string& description, std::uint32_t length) {
        std::string bytes("II*\0\x0e\0\0\0", 8);
        bytes += "\1\2\3\4\5\6";
        const auto tag = [](std::uint16_t name, std::uint16_t type, std::uint32_t count, std::uint32_t value) {
            std::string text(12, '\0');
            std::memcpy(text.data(), &name, 2);
            std::memcpy(text.data() + 2, &type, 2);
            std::memcpy(text.data() + 4, &count, 4);
            std::memcpy(text.data() + 8, &value, 4);
            return text;
        };
        const std::uint32_t behind = 14 + 2 + 9 * 12 + 4;
        bytes += std::string("\x09\0", 2) + tag(256, 4, 1, 3) + tag(257, 4, 1, length) + tag(258, 3, 1, 8) +
                 tag(259, 3, 1, 1) + tag(262, 3, 1, 1) +
                 tag(270, 2, static_cast<std::uint32_t>(description.size() + 1), behind) + tag(273, 4, 1, 8) +
                 tag(278, 4, 1, length) + tag(279, 4, 1, 6) + std::string(4, '\0') + description + '\0';
        writeBytes(at("a.tif"), bytes);
        return openOne(at("a.tif"));
    };
    EXPECT_TRUE(put("plain text", 2)->notes.empty());
    EXPECT_TRUE(
        hasNote(put("plain text", 1)->notes, "6 bytes of pixels, of which its 1 rows take 3", Severity::warning));
    const std::string ome = "<?xml?><OME><Image><Pixels ID=\"P\" SizeC=\"1\" SizeT=\"4\" SizeX=\"3\" SizeY=\"2\" "
                            "SizeZ=\"";
    EXPECT_TRUE(hasNote(put(ome + "2\"/></Image></OME>", 2)->notes, "of 8 frames announced, the first 1 are complete",
                        Severity::warning));
}

} // namespace
} // namespace ewald::io::test
