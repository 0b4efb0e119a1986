// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text_table.h"

#include "scan_files.h"

#include <fstream>
#include <sys/stat.h>

namespace ewald::io::test {
namespace {

class TextTables : public WithFolder {
protected:
    [[nodiscard]] TextTable read(const std::string& text, std::optional<std::size_t> scan = {}) const {
        std::ofstream(at("t.txt"), std::ios::binary) << text;
        return readTextTable(at("t.txt"), scan);
    }
    [[nodiscard]] std::string problem(const std::string& text, std::optional<std::size_t> scan = {}) const {
        return dataErrorOf([&] { static_cast<void>(read(text, scan)); });
    }
};

using Column = std::vector<double>;

TEST_F(TextTables, EveryUsualSeparatorIsUnderstood) {
    for (const std::string text :
         {"x,y,i0\n1,-2.5,3e4\n+4,5,6\n", "x;y;i0\r\n1;-2,5;3e4\r\n+4;5;6\r\n", "x\ty\ti0\n1\t-2.5\t3e4\n+4\t5\t6",
          "# made by hand\n# x y i0\n 1  -2.5 3e4 \n\n 4 5 6\n", "\"x\", \"y\", \"i0\"\n1, -2.5, 3e4,\n4, 5, 6,\n"}) {
        const TextTable table = read(text);
        EXPECT_EQ(table.rows(), 2U) << text;
        EXPECT_EQ(table.column("x"), (Column{1, 4})) << text;
        EXPECT_EQ(table.column("y"), (Column{-2.5, 5})) << text;
        EXPECT_EQ(table.column("3"), (Column{3e4, 6})) << text;
    }
    const TextTable bare = read("1 2\n3 4\n");
    EXPECT_TRUE(bare.names.empty());
    EXPECT_EQ(bare.column("2"), (Column{2, 4}));
    EXPECT_EQ(read("# a long remark of many words\n1 2\n").names.size(), 0U);
}

TEST_F(TextTables, AColumnWhoseNameAnotherOneHasIsNoneByName) {
    const TextTable table = read("x,x,y\n1,2,3\n4,5,6\n");
    const std::string error = dataErrorOf([&] { static_cast<void>(table.column("x")); });
    EXPECT_NE(error.find("several columns \"x\""), std::string::npos) << error;
    EXPECT_EQ(table.column("2"), (Column{2, 5}));
    EXPECT_EQ(table.column("y"), (Column{3, 6}));
}

const std::string kSpec = "#F run.spec\n#E 1700000000\n#O0 Theta  Two Theta  Chi\n\n"
                          "#S 4 ascan  samx 0 1 1 0.1\n#N 4\n#L samx  Two Theta  Epoch  I0\n"
                          "0.5 10 1 100\n@A 0 1 2\\\n@A 3 4\n1.5 11 2 200\n#C aborted\n\n"
                          "#S 7 mesh  samx 0 1 1 samy 0 1 1 0.1\n#N 2\n#L samx  samy\n7 8\n";

TEST_F(TextTables, SpectraOverSeveralLinesAreNoRows) {
    // The default of SPEC, "#@MCA %16C", writes 16 channels a line; here the last line has as many as there are
    // columns.
    const std::string head = "#S 1 ascan  samx 0 1 1 0.1\n#N 2\n#@MCA %4C\n#L samx  I0\n";
    const TextTable table = read(head + "0.5 100\n@A 1 2 3 4\\\n5 6 7 8\\\n9 10\n1.5 200\n@A 1 2\n2.5 300\n");
    EXPECT_EQ(table.column("samx"), (Column{0.5, 1.5, 2.5}));
    EXPECT_EQ(table.column("I0"), (Column{100, 200, 300}));
    // Cut off within a spectrum.
    EXPECT_EQ(read(head + "0.5 100\n@A 1 2 3 4\\\n").column("I0"), (Column{100}));
}

TEST_F(TextTables, AByteOrderMarkIsSkippedAndAFifoRefused) {
    EXPECT_EQ(read("\xEF\xBB\xBFx,y\n1,2\n3,4\n").column("x"), (Column{1, 3}));
    ASSERT_EQ(mkfifo(at("fifo.csv").c_str(), 0600), 0);
    const std::string error = dataErrorOf([&] { static_cast<void>(readTextTable(at("fifo.csv"), {})); });
    EXPECT_NE(error.find("is not a regular file"), std::string::npos) << error;
}

TEST_F(TextTables, AScanOfASpecFile) {
    const TextTable four = read(kSpec, 4);
    EXPECT_EQ(four.names, (std::vector<std::string>{"samx", "Two Theta", "Epoch", "I0"}));
    EXPECT_EQ(four.column("Two Theta"), (Column{10, 11}));
    EXPECT_EQ(four.column("I0"), (Column{100, 200}));
    EXPECT_EQ(read(kSpec, 7).column("samy"), (Column{8}));
    EXPECT_TRUE(contains(problem(kSpec), "2 scans, 4 to 7"));
    EXPECT_TRUE(contains(problem(kSpec, 5), "no scan 5"));
    EXPECT_TRUE(contains(problem("1 2\n", 5), "no SPEC file"));
}

TEST_F(TextTables, PointsThatACommandOfSpecAsksFor) {
    const auto announced = [&](const std::string& command) {
        return read("#S 1 " + command + "\n#L a  b\n1 2\n3 4\n").announced;
    };
    EXPECT_EQ(announced("ascan  samx 0 1 20 0.1"), 21U); // intervals, and one more
    EXPECT_EQ(announced("dscan samx -1 1 4 0.1"), 5U);
    EXPECT_EQ(announced("lup  samx -1 1 4 0.1"), 5U);
    EXPECT_EQ(announced("a2scan  samx 0 1 samy 2 3 20 0.1"), 21U);
    EXPECT_EQ(announced("d3scan  x 0 1 y 2 3 z 4 5 7 0.1"), 8U);
    EXPECT_EQ(announced("mesh  samx 0 1 4 samy 0 1 9 0.1"), 50U); // 5 × 10
    EXPECT_EQ(announced("dmesh  samx 0 1 4 samy 0 1 9 0.1"), 50U);
    for (const char* unknown : {"", "ascan", "ascan  samx 0 1", "ascan  samx 0 1 many 0.1", "loopscan 20 0.1",
                                "fscan  samx 0 1 20 0.1", "mesh  samx 0 1 4"})
        EXPECT_EQ(announced(unknown), 0U) << unknown;
    EXPECT_EQ(read("1 2\n3 4\n").announced, 0U);
}

TEST_F(TextTables, ErrorsNameTheLineAndTheColumns) {
    EXPECT_TRUE(contains(problem("x,y\n1,2\n3\n"), "line 3"));
    EXPECT_TRUE(contains(problem("x,y\n1,2\n3,none\n"), "a row holds \"none\" in column 2"));
    EXPECT_TRUE(contains(problem("x,y\n1,2\n---,---\n"), "write nan where a number is missing"));
    EXPECT_TRUE(contains(problem("x,y\n"), "no numbers"));
    EXPECT_TRUE(contains(problem(""), "no numbers"));
    EXPECT_TRUE(contains(problem(std::string("\0\1\2\n", 4)), "neither an HDF5 file nor a table"));
    const TextTable table = read("x,y\n1,2\n");
    EXPECT_TRUE(contains(dataErrorOf([&] { static_cast<void>(table.column("z")); }), "x, y"));
    EXPECT_TRUE(contains(dataErrorOf([&] { static_cast<void>(table.column("3")); }), "x, y"));
    EXPECT_TRUE(contains(dataErrorOf([&] { static_cast<void>(readTextTable(at("none.txt"))); }), "none.txt"));
}

TEST_F(TextTables, DecimalCommasBetweenTabsAreUnderstood) {
    for (const std::string text : {"1,5\t-2,25\n4\t5\n", "x\ty\n1,5\t-2,25\n4\t5\n"}) {
        const TextTable table = read(text);
        EXPECT_EQ(table.column("1"), (Column{1.5, 4})) << text;
        EXPECT_EQ(table.column("2"), (Column{-2.25, 5})) << text;
    }
    EXPECT_EQ(read("1,\t2\n3,\t4\n").column("2"), (Column{2, 4})) << "a comma and a tab separate numbers";
}

TEST_F(TextTables, CommasThatAreBothAreRefused) {
    EXPECT_TRUE(contains(problem("1,25, 3,5\n2,25, 4,5\n"), "its commas separate numbers and their decimals"));
    EXPECT_EQ(read("1,2, 3\n4,5, 6\n").columns.size(), 3U);
    EXPECT_EQ(read("1.5,2.5, 3.5,4.5\n").columns.size(), 4U);
    // Without blanks: told by the names, or by second halves of as many digits, some with a zero at the front.
    const char* const what = "its commas separate numbers and their decimals";
    EXPECT_TRUE(contains(problem("x,y\n0,55,0,5549\n"), what));
    const std::string rows = "0,553200,0,554948\n0,053200,0,654948\n0,153200,0,754948\n1,253200,0,854948\n";
    EXPECT_TRUE(contains(problem(rows + "1,353200,0,954948\n"), what));
    // Whole numbers are no decimals.
    EXPECT_EQ(read("a,b,c,d\n0,12,1,34\n").columns.size(), 4U);
    EXPECT_EQ(read("1,12,1,34\n1,13,2,35\n1,14,3,36\n1,15,4,37\n1,16,5,38\n").columns.size(), 4U);
    EXPECT_EQ(read("1,0\n1,1\n1,2\n1,3\n1,4\n1,5\n").columns.size(), 2U);
}

/// numpy writes names into a comment in front of the rows; what stands between or behind them is a remark.
TEST_F(TextTables, OnlyACommentInFrontOfTheRowsNamesColumns) {
    EXPECT_EQ(read("# x y\n1 2\n3 4\n").names, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(read("# x y\n1 2\n3 4\n# y x\n").names, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(read("# x y\n1 2\n# line done\n3 4\n# end of scan\n").names, (std::vector<std::string>{"x", "y"}));
}

TEST_F(TextTables, ColumnsThatAreExchangedInAScanAreRefused) {
    const std::string first = "#S 4 a2scan x 0 1 y 0 1 3 0.1\n#L x  y\n1 2\n";
    EXPECT_EQ(read(first + "#L x  y\n3 4\n").column("x"), (Column{1, 3}));
    EXPECT_TRUE(contains(problem(first + "#L y  x\n4 3\n"), "the columns have other names from here on"));
}

} // namespace
} // namespace ewald::io::test
