// SPDX-License-Identifier: GPL-3.0-or-later
// Files in which more than one stack could be meant.
#include "io/frame_stack.h"
#include "stack_files.h"

#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

class SeveralStacks : public WithFolder {
protected:
    /// Data files of four, four and two frames.
    void putParts() {
        putFrames(at("scan_data_000001.h5"), "/entry/data/data", 0, 4);
        putFrames(at("scan_data_000002.h5"), "/entry/data/data", 4, 4);
        putFrames(at("scan_data_000003.h5"), "/entry/data/data", 8, 2);
    }
};

/// Which stack is taken where several could be meant is said, unless the file says it itself.
TEST_F(SeveralStacks, OtherStacksAreNamed) {
    const char* const several = "the file holds frames in 2 places; ";
    const auto open = [&](const std::string& group, const char* preferred) {
        h5::File file = h5::File::create(at("a.h5"));
        for (const std::string entry : {"/e1", "/e2"}) {
            put(file, entry + group + "/data", countingFrames(2), {2, kRows, kCols});
            put(file, entry + "/spectra/data", countingFrames(2), {2, 1, kRows * kCols}); // no images
            file.setAttribute(entry, "NX_class", "NXentry");
            for (const std::string& data : {group, std::string("/spectra")}) {
                file.setAttribute(entry + data, "NX_class", "NXdata");
                file.setAttribute(entry + data, "signal", "data");
            }
            file.setAttribute(entry, "default", group.substr(1));
        }
        if (preferred != nullptr) file.setAttribute("/", "default", preferred);
        file.close();
        return openOne(at("a.h5"));
    };
    for (const std::string group : {"/data", "/image"}) {
        const auto guessed = open(group, nullptr);
        EXPECT_EQ(guessed->framesPath, "/e1" + group + "/data");
        EXPECT_TRUE(hasNote(guessed->notes, several + ("/e1" + group) + "/data is taken, others are /e2" + group,
                            Severity::warning));
        for (const char* preferred : {"e2", "/e2"}) {
            const auto told = open(group, preferred);
            EXPECT_EQ(told->framesPath, "/e2" + group + "/data") << preferred;
            EXPECT_FALSE(hasNote(told->notes, several)) << preferred;
        }
    }
    // Of the entry that is meant, another group than the usual one.
    h5::File both = h5::File::create(at("c.h5"));
    put(both, "/entry/data/data", countingFrames(2), {2, kRows, kCols});
    put(both, "/entry/saxs/data", countingFrames(3), {3, kRows, kCols});
    both.setAttribute("/", "default", "entry");
    both.setAttribute("/entry", "default", "saxs");
    both.setAttribute("/entry/saxs", "signal", "data");
    both.close();
    EXPECT_TRUE(hasNote(openOne(at("c.h5"))->notes,
                        several + std::string("/entry/data/data is taken, others are "
                                              "/entry/saxs/data"),
                        Severity::warning));
    // The same frames under another name are no others.
    h5::File file = h5::File::create(at("b.h5"));
    put(file, "/entry/data/data", countingFrames(2), {2, kRows, kCols});
    file.softLink("/entry_copy", "/entry");
    file.close();
    EXPECT_FALSE(hasNote(openOne(at("b.h5"))->notes, several));
}

TEST_F(SeveralStacks, LostEntriesOfLimaAreSaid) {
    const auto saysLost = [&](std::initializer_list<const char*> entries) {
        h5::File file = h5::File::create(at("lima.h5"));
        for (const std::string entry : entries)
            put(file, "/" + entry + "/measurement/data", countingFrames(2), {2, kRows, kCols});
        file.close();
        const auto stack = openOne(at("lima.h5"));
        EXPECT_EQ(stack->frameCount(), 2 * entries.size());
        return hasNote(stack->notes, "2 entries of the series are not there (first: number 1)", Severity::warning);
    };
    EXPECT_TRUE(saysLost({"entry_0000", "entry_0003"}));
    EXPECT_FALSE(saysLost({"entry_0000", "entry_0001"}));
    EXPECT_FALSE(saysLost({"entry_0002"}));
}

TEST_F(SeveralStacks, LinksThatHoldMoreThanWhatIsTakenAreSaid) {
    putParts();
    const auto open = [&](std::size_t frames, std::initializer_list<int> links) {
        h5::File file = h5::File::create(at("a_master.h5"));
        file.createGroup("/entry/data");
        file.setAttribute("/", "default", "entry");
        file.setAttribute("/entry", "default", "data");
        file.setAttribute("/entry/data", "signal", "data_000001");
        put(file, "/entry/data/data", countingFrames(frames), {frames, kRows, kCols});
        for (const int link : links)
            file.externalLink("/entry/data/data_00000" + std::to_string(link),
                              "scan_data_00000" + std::to_string(link) + ".h5", "/entry/data/data");
        file.close();
        return openOne(at("a_master.h5"))->notes;
    };
    // Four, four and two frames.
    EXPECT_TRUE(
        hasNote(open(1, {1, 2, 3}), "/entry/data/data with 1 frame is taken; the data files", Severity::warning));
    EXPECT_TRUE(hasNote(open(8, {1, 2, 3}), "hold 10", Severity::warning));
    EXPECT_TRUE(open(10, {1, 2, 3}).empty());
    fs::remove(at("scan_data_000003.h5")); // of a copy that is not complete
    EXPECT_TRUE(open(10, {1, 2, 3}).empty());
}

TEST_F(SeveralStacks, AFileThatIsLinkedTwiceIsSaid) {
    putParts();
    h5::File file = h5::File::create(at("twice.h5"));
    file.externalLink("/entry/data/data_000001", "scan_data_000001.h5", "/entry/data/data");
    file.externalLink("/entry/data/data_000002", "scan_data_000001.h5", "/entry/data/data");
    file.close();
    EXPECT_TRUE(
        hasNote(openOne(at("twice.h5"))->notes, "lead to the same frames, which are there twice", Severity::warning));
    expectCountingStack(*openOne(at("scan_data_00000#.h5")), 10);
}

/// Data Exchange of the APS: there may be more darks than frames.
/// Each is the master of both, as files of two detectors that are written alike: one of them counts.
TEST_F(SeveralStacks, FilesThatLeadToEachOtherAreOne) {
    const std::vector<std::string> names{"a.h5", "b.h5"};
    for (const std::string& name : names) {
        h5::File file = h5::File::create(at(name));
        put(file, "/raw", countingFrames(2), {2, kRows, kCols});
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t extents[] = {4, kRows, kCols}, part[] = {2, kRows, kCols};
        const h5::Handle here(H5Screate_simple(3, extents, nullptr)), there(H5Screate_simple(3, part, nullptr));
        for (hsize_t i = 0; i < 2; ++i) {
            const hsize_t start[] = {2 * i, 0, 0};
            H5Sselect_hyperslab(here.id(), H5S_SELECT_SET, start, nullptr, part, nullptr);
            H5Pset_virtual(properties.id(), here.id(), names[i].c_str(), "/raw", there.id());
        }
        file.createGroup("/entry/data");
        const h5::Handle made(H5Dcreate2(file.id(), "/entry/data/data", H5T_NATIVE_UINT16, here.id(), H5P_DEFAULT,
                                         properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(made);
    }
    const std::vector<fs::path> both{at("a.h5"), at("b.h5")};
    const auto stack = openStack(both, {.dataset = "/entry/data/data"});
    EXPECT_EQ(stack->frameCount(), 4U);
    EXPECT_TRUE(hasNote(stack->notes, "1 file of the list holds frames that others of it (a.h5) lead to"));
}

TEST_F(SeveralStacks, DarksBesideTheFramesAreNone) {
    h5::File file = h5::File::create(at("exchange.h5"));
    put(file, "/exchange/data", countingFrames(2), {2, kRows, kCols});
    put(file, "/exchange/data_dark", std::vector<std::uint16_t>(9 * kRows * kCols), {9, kRows, kCols});
    file.close();
    const auto stack = openOne(at("exchange.h5"));
    EXPECT_EQ(stack->framesPath, "/exchange/data");
    expectCountingStack(*stack, 2);
}

} // namespace
} // namespace ewald::io::test
