// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual datasets of numbered sources ("part_%b.h5"), which the HDF5 library ends at the first that is not there.
#include "io/frame_stack.h"
#include "io/stack/linked_files.h"
#include "stack_files.h"

#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

class NumberedSources : public WithFolder {
protected:
    static constexpr std::size_t kEach = 3; ///< frames of a source

    /// /entry/data/data of a file: kEach frames of each source, one after the other.
    void putNumbered(const std::string& name, const std::string& source, const std::string& dataset) {
        const h5::Handle file(source == "." ? H5Fopen(at(name).c_str(), H5F_ACC_RDWR, H5P_DEFAULT)
                                            : H5Fcreate(at(name).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
        const h5::Handle properties(H5Pcreate(H5P_DATASET_CREATE)), links(H5Pcreate(H5P_LINK_CREATE));
        H5Pset_create_intermediate_group(links.id(), 1);
        const hsize_t extents[] = {0, kRows, kCols}, largest[] = {H5S_UNLIMITED, kRows, kCols};
        const hsize_t start[] = {0, 0, 0}, step[] = {kEach, kRows, kCols}, count[] = {H5S_UNLIMITED, 1, 1};
        const h5::Handle here(H5Screate_simple(3, extents, largest)), there(H5Screate_simple(3, step, nullptr));
        ASSERT_GE(H5Sselect_hyperslab(here.id(), H5S_SELECT_SET, start, step, count, step), 0);
        ASSERT_GE(H5Pset_virtual(properties.id(), here.id(), source.c_str(), dataset.c_str(), there.id()), 0);
        const h5::Handle made(H5Dcreate2(file.id(), "/entry/data/data", H5T_NATIVE_UINT16, here.id(), links.id(),
                                         properties.id(), H5P_DEFAULT));
        ASSERT_TRUE(made);
    }
    /// part_0.h5 … with frames 0 to 2, 3 to 5 … of the counting frames.
    void putParts(const std::vector<std::size_t>& numbers) {
        for (const std::size_t number : numbers)
            putFrames(at("part_" + std::to_string(number) + ".h5"), "/data", number * kEach, kEach);
    }
    static std::size_t warnings(const FrameStack& stack) {
        return static_cast<std::size_t>(
            std::ranges::count(stack.notes, Severity::warning, [](const Note& note) { return note.severity; }));
    }
};

TEST_F(NumberedSources, ThatAreAllThereAreReadWithoutAWord) {
    putParts({0, 1, 2});
    putFrames(at("part_007.h5"), "/data", 0, kEach); // names of others: the library writes no zeros before a number
    putFrames(at("part_8.h5.old"), "/data", 0, kEach);
    putFrames(at("apart_9.h5"), "/data", 0, kEach);
    putNumbered("all.h5", "part_%b.h5", "/data");
    const auto stack = openOne(at("all.h5"));
    expectCountingStack(*stack, 9);
    EXPECT_EQ(warnings(*stack), 0U);
}

TEST_F(NumberedSources, BehindOneThatIsMissingAreNamed) {
    putParts({0, 1, 3, 4, 11}); // 2 is missing: 3 later files of 3 frames are left out
    putNumbered("all.h5", "part_%b.h5", "/data");
    const auto stack = openOne(at("all.h5"));
    expectCountingStack(*stack, 6);
    EXPECT_TRUE(hasNote(stack->notes, "the source file part_2.h5 is not there", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "3 later sources are there (first: part_3.h5): 9 frames are left out",
                        Severity::warning));
    EXPECT_EQ(warnings(*stack), 1U);
}

TEST_F(NumberedSources, WithoutTheFirstAreRefusedWithItsName) {
    putParts({1, 2});
    putNumbered("all.h5", "part_%b.h5", "/data");
    const std::string error = dataErrorOf([&] { (void)openOne(at("all.h5")); });
    EXPECT_TRUE(contains(error, "part_0.h5 is not there") && contains(error, "6 frames are left out")) << error;
}

TEST_F(NumberedSources, InNumberedFoldersAreNamedToo) {
    for (const char* folder : {"run%1_0", "run%1_2"}) fs::create_directories(at(folder));
    putFrames(at("run%1_0/a.h5"), "/data", 0, kEach);
    putFrames(at("run%1_2/a.h5"), "/data", 6, kEach);
    putNumbered("all.h5", "run%%1_%b/a.h5", "/data");
    const auto stack = openOne(at("all.h5"));
    expectCountingStack(*stack, 3);
    EXPECT_TRUE(hasNote(stack->notes, "run%1_1/a.h5 is not there", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "1 later source is there (first: run%1_2/a.h5): 3 frames are left out"));
}

TEST_F(NumberedSources, ThatAreDatasetsOfOneFileAreNamedToo) {
    h5::File file = h5::File::create(at("own.h5"));
    for (const std::size_t number : {0, 1, 3, 5}) {
        const std::vector<std::uint16_t> all = countingFrames((number + 1) * kEach);
        put(file, "/parts/d" + std::to_string(number),
            std::vector<std::uint16_t>(all.end() - kEach * kRows * kCols, all.end()), {kEach, kRows, kCols});
    }
    file.close();
    putNumbered("own.h5", ".", "/parts/d%b");
    const auto stack = openOne(at("own.h5"));
    expectCountingStack(*stack, 6);
    EXPECT_TRUE(hasNote(stack->notes, "2 later sources are there (first: /parts/d3): 6 frames are left out",
                        Severity::warning));
}

TEST_F(NumberedSources, BesideTheListInsteadOfTheirFolderAreNamedToo) {
    putParts({0, 1, 3});
    putNumbered("all.h5", (m_folder / "gone" / "part_%b.h5").string(), "/data");
    const auto stack = openOne(at("all.h5"));
    expectCountingStack(*stack, 6);
    EXPECT_TRUE(hasNote(stack->notes, "part_2.h5 is not there", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "3 frames are left out", Severity::warning));
}

TEST_F(NumberedSources, WithoutTheirDatasetEndTheListAndSaySo) {
    putParts({0, 2});
    putFrames(at("part_1.h5"), "/other", 0, kEach); // aborted before its frames
    putNumbered("all.h5", "part_%b.h5", "/data");
    const auto stack = openOne(at("all.h5"));
    expectCountingStack(*stack, 3);
    EXPECT_TRUE(
        hasNote(stack->notes, "1 later source is there (first: part_2.h5): 3 frames are left out", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "part_1.h5", Severity::warning));
}

TEST(LostNumbers, AreWrittenAsTheOthers) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(withLostNumbers({"data_1", "data_2", "data_9", "data_11"}),
              (Names{"data_1", "data_2", "data_3", "data_4", "data_5", "data_6", "data_7", "data_8", "data_9",
                     "data_10", "data_11"}));
    EXPECT_EQ(withLostNumbers({"data_08", "data_10"}).at(8), "data_09");
    EXPECT_EQ(withLostNumbers({"data_000001", "data_000003"}).at(1), "data_000002");
}

} // namespace
} // namespace ewald::io::test
