// SPDX-License-Identifier: GPL-3.0-or-later
// The order of files by decimal numbers and signs in their names, and of those whose numbers only look like them.
#include "io/stack/names/name_order.h"

#include "io/stack/file_patterns.h"
#include "io/stack/file_series.h"
#include "stack_files.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

using Names = std::vector<std::string>;

/// The names, which are given in another order, as they are sorted.
Names sorted(Names names) {
    std::ranges::reverse(names);
    std::vector<fs::path> files(names.begin(), names.end());
    sortByNumbers(files);
    Names found;
    for (const fs::path& file : files) found.push_back(file.string());
    return found;
}

void expectOrder(const Names& names) { EXPECT_EQ(sorted(names), names) << names.front(); }

std::vector<Note> notesOf(const Names& names) {
    const std::vector<fs::path> files(names.begin(), names.end());
    std::vector<Note> notes;
    (void)findGaps(files, notes);
    noteOrder(files, notes);
    noteNumbers(files, notes);
    return notes;
}

TEST(NameOrder, DecimalsAreTakenByTheirValues) {
    const std::vector<Names> all{
        {"P_1.05GPa.tif", "P_1.2GPa.tif", "P_1.25GPa.tif", "P_1.3GPa.tif"},
        {"d_0.1.tif", "d_0.15.tif", "d_0.2.tif", "d_0.25.tif"},
        {"d_0,1.tif", "d_0,15.tif", "d_0,2.tif", "d_0,25.tif"},
        {"T_1.tif", "T_1.1.tif", "T_1.2.tif", "T_2.tif", "T_10.5.tif"},
        {"E_9.9.tif", "E_9.95.tif", "E_10.tif", "E_10.05.tif"},
        {"s_0.1", "s_0.15", "s_0.2"},
    };
    for (const Names& names : all) {
        expectOrder(names);
        const std::vector<Note> notes = notesOf(names);
        EXPECT_TRUE(hasNote(notes, "with their decimals and signs: the order is " + names.front(), Severity::info))
            << names.front();
        EXPECT_EQ(notes.size(), 1U) << "gaps are none: " << names.front();
    }
}

TEST(NameOrder, SignsAreTakenWithTheirNumbers) {
    for (const Names& names :
         {Names{"T_-10.tif", "T_-5.tif", "T_0.tif", "T_5.tif"}, Names{"T-10.tif", "T-5.tif", "T0.tif", "T5.tif"},
          Names{"T_-10.tif", "T_-5.tif"}, Names{"z_-0.5.tif", "z_-0.25.tif", "z_0.tif", "z_+0.25.tif", "z_+10.tif"}}) {
        expectOrder(names);
        EXPECT_TRUE(hasNote(notesOf(names), "with their decimals and signs", Severity::info)) << names.front();
        EXPECT_EQ(notesOf(names).size(), 1U) << names.front();
    }
    // Marks between numbers and words are none.
    expectOrder({"scan-1.tif", "scan-2.tif", "scan-10.tif"});
    expectOrder({"2024-01-05.tif", "2024-01-12.tif", "2024-02-01.tif"});
    EXPECT_TRUE(notesOf({"scan-1.tif", "scan-2.tif", "scan-3.tif"}).empty());
}

/// As numberedBefore() has them, which reads whole numbers only.
TEST(NameOrder, CountersBehindPointsStayWholeNumbers) {
    const std::vector<Names> all{
        {"scan_0001.0001.tif", "scan_0001.0002.tif", "scan_0001.0010.tif", "scan_0002.0001.tif"},
        {"img_1.1.tif", "img_1.2.tif", "img_1.10.tif", "img_1.11.tif", "img_2.1.tif"},
        {"img_1.8.tif", "img_1.9.tif", "img_1.11.tif", "img_1.12.tif"},
        {"v1.2.9.tif", "v1.2.10.tif", "v1.10.1.tif"},
        {"a.9998", "a.9999", "a.10000"},
        {"a_1.h5", "a_2.h5", "a_10.h5"},
        {"1.1.h5", "2.1.h5", "10.1.h5"},
    };
    for (const Names& names : all) {
        expectOrder(names);
        EXPECT_TRUE(std::ranges::is_sorted(names, numberedBefore)) << names.front();
    }
    EXPECT_TRUE(hasNote(notesOf({"scan_0001.0001.tif", "scan_0001.0002.tif", "scan_0001.0004.tif"}),
                        "1 file of the series is not there (first: number 3)", Severity::warning));
    EXPECT_FALSE(hasNote(notesOf(all[1]), "the order is")) << "1.10 follows 1.9";
    EXPECT_TRUE(hasNote(notesOf({"x_1.5.tif", "x_1.10.tif", "x_1.30.tif"}),
                        "taken for whole ones, which may be decimals: the order is x_1.5.tif, x_1.10.tif"));
}

TEST(NameOrder, GapsAreLookedForBesideMeasuredNumbers) {
    const std::vector<Note> notes = notesOf({"T_-5.5_1.tif", "T_-5.5_2.tif", "T_-5.5_4.tif"});
    EXPECT_TRUE(hasNote(notes, "1 file of the series is not there (first: number 3)", Severity::warning));
    EXPECT_TRUE(notesOf({"d_0.10.tif", "d_0.15.tif", "d_0.25.tif"}).empty());
    EXPECT_TRUE(hasNote(notesOf({"d_0.1.tif", "d_0.25.tif", "d_0.2.tif"}), "d_0.2.tif stands behind d_0.25.tif",
                        Severity::warning));
}

class NamesInFolders : public WithFolder {};

TEST_F(NamesInFolders, PatternsGiveTheOrderOfDecimals) {
    std::uint8_t value = 1;
    for (const char* name : {"P_1.05GPa.edf", "P_1.2GPa.edf", "P_1.25GPa.edf", "P_1.3GPa.edf"})
        writeBytes(at(name), "{\nByteOrder = LowByteFirst ;\nDataType = UnsignedByte ;\nDim_1 = 2 ;\nDim_2 = 1 ;\n}\n" +
                                 std::string(2, static_cast<char>(value++)));
    const auto stack = openOne(at("P_*GPa.edf"));
    ASSERT_EQ(stack->frameCount(), 4U);
    const auto reader = stack->makeReader();
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(pixelsOf<std::uint8_t>(*reader, i)[0], i + 1);
    EXPECT_TRUE(hasNote(stack->notes, "the order is P_1.05GPa.edf, P_1.2GPa.edf", Severity::info));
}

} // namespace
} // namespace ewald::io::test
