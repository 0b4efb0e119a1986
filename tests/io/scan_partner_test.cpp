// SPDX-License-Identifier: GPL-3.0-or-later
// Scans as other programs write them: which frame a position belongs to, which file goes with which, which mask counts.
#include "io/scan.h"

#include "scan_files.h"
#include "stack_files.h"

#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

using h5::File;

class ScanPartners : public WithFolder {
protected:
    template <class Fill>
    fs::path make(const std::string& name, const Fill& fill) {
        File file = File::create(at(name));
        fill(file);
        file.close();
        return at(name);
    }
};

/// The counting frames.
void putPartnerFrames(File& file) { put(file, "/dp", countingFrames(kFrames, kRows, kRows), {kFrames, kRows, kRows}); }

/// Their positions in another order, with the frames that they belong to.
void putPositions(File& file) {
    const std::vector<std::int64_t> frames{3, 0, 1, 2, 5, 4};
    std::vector<double> x, y;
    for (const std::int64_t frame : frames) {
        x.push_back(xOf(static_cast<std::size_t>(frame)));
        y.push_back(yOf(static_cast<std::size_t>(frame)));
    }
    put(file, "/probe_position_indexes", frames, {kFrames});
    put(file, "/probe_position_x_m", x, {kFrames});
    put(file, "/probe_position_y_m", y, {kFrames});
}

TEST_F(ScanPartners, DiffractionIsFoundBesideAProduct) {
    make("diffraction.h5", putPartnerFrames);
    const fs::path product = make("product.h5", putPositions);
    expectPositions(openScan(product));
}

TEST_F(ScanPartners, OtherNumbersInTheNamesAreSaid) {
    struct Pair {
        const char* frames;
        const char* product;
        bool isSaid;
    };
    for (const Pair& pair : {Pair{"scan_001.h5", "product_002.h5", true},
                             {"scan_005_dp.hdf5", "scan_007_para.hdf5", true},
                             {"s1_005_dp.h5", "s1_007_para.h5", true},
                             {"scan_001.h5", "product_1.h5", false},
                             {"fly_20240105_012_dp.h5", "fly12_para.h5", false},
                             {"scan_001.h5", "product-in.h5", false},
                             {"diffraction.h5", "product_002.h5", false},
                             {"scan_005_dp.h5", "scan_005_para.h5", false}}) {
        const fs::path frames = make(pair.frames, putPartnerFrames), product = make(pair.product, putPositions);
        const std::string text = std::string("the numbers in the names ") + pair.frames + " and " + pair.product;
        std::vector<fs::path> given{frames};
        if (std::string(pair.frames).find("scan_001") == std::string::npos) given.push_back(product);
        for (const fs::path& file : given) {
            const Scan scan = openScan(file);
            expectPositions(scan);
            EXPECT_EQ(hasNote(scan.notes, text, Severity::warning), pair.isSaid) << file;
        }
        fs::remove(frames);
        fs::remove(product);
    }
}

TEST_F(ScanPartners, OfSeveralTheOneWithoutOtherNumbersIsTaken) {
    const fs::path frames = make("scan_001.h5", putPartnerFrames);
    make("product_002.h5", [](File& file) { put<double>(file, "/probe_position_x_m", {0}, {1}); });
    make("product_003.h5", putPositions);
    make("product_01.h5", putPositions);
    const Scan scan = openScan(frames);
    EXPECT_TRUE(hasNote(scan.notes, "positions and probe from product_01.h5"));
    EXPECT_FALSE(hasNote(scan.notes, "the numbers in the names"));
}

TEST_F(ScanPartners, FramesOfMatlabAreNamed) {
    make("m_para.h5", putPositions);
    for (const bool ofMatlab : {false, true}) {
        const fs::path frames = make("m_dp.h5", [&](File& file) {
            putPartnerFrames(file);
            if (ofMatlab) file.setAttribute("/dp", "MATLAB_class", "uint16");
        });
        EXPECT_EQ(hasNote(openScan(frames).notes, "written by MATLAB", Severity::warning), ofMatlab);
        EXPECT_EQ(hasNote(openOne(frames)->notes, "written by MATLAB", Severity::warning), ofMatlab);
    }
}

TEST_F(ScanPartners, CxiOfPtychodusSaysWhichFrameAPositionBelongsTo) {
    const fs::path path = make("combined.cxi", [](File& file) {
        putCxi(file);
        put<std::int64_t>(file, "/entry_1/ptychodus/probe_position_indexes", {0, 1, 2, 4, 3, 5}, {kFrames});
    });
    const Scan scan = openScan(path);
    ASSERT_EQ(scan.positions.size(), kFrames);
    for (std::size_t f = 0; f < kFrames; ++f)
        EXPECT_NEAR(scan.positions[f].x, xOf(f == 3 ? 4 : f == 4 ? 3 : f), 1e-15) << f;
}

TEST_F(ScanPartners, PartsOfPtyPyMayHaveMasksOfTheirOwn) {
    const auto scanOf = [&](std::size_t badInLast, std::size_t chunks = 2) {
        return openScan(make("masks.ptyd", [&](File& file) {
            file.write("/meta/energy", 8.0);
            for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
                const std::string group = "/chunks/" + std::to_string(chunk);
                put(file, group + "/data", std::vector<std::uint16_t>(2 * kRows * kCols, 3), {2, kRows, kCols});
                put<double>(file, group + "/positions", {1e-6, 2e-6, 3e-6, 4e-6}, {2, 2});
                std::vector<std::uint8_t> weights(kRows * kCols, 1);
                weights[chunk == 0 || chunk == 2 ? 9 : badInLast] = 0;
                put(file, group + "/weights", weights, {kRows, kCols});
            }
        }));
    };
    const Scan differ = scanOf(5), same = scanOf(9);
    for (const std::size_t bad : {5U, 9U}) EXPECT_EQ(differ.badPixels.data()[bad], 1) << bad;
    EXPECT_TRUE(hasNote(differ.notes, "/chunks/0 and /chunks/1 differ", Severity::warning));
    EXPECT_EQ(same.badPixels.data()[5], 0);
    EXPECT_FALSE(hasNote(same.notes, "differ"));
    // Of three parts the one in the middle is the one of another mask.
    EXPECT_TRUE(hasNote(scanOf(5, 3).notes, "/chunks/1/weights leaves out pixels that the first and the last chunk use",
                        Severity::warning));
    EXPECT_FALSE(hasNote(scanOf(9, 3).notes, "leaves out pixels that"));
}

TEST_F(ScanPartners, AUnitOfThePositionsOfAProductCounts) {
    make("u_dp.h5", putPartnerFrames);
    expectPositions(openScan(make("u_para.h5", [](File& file) {
        putPositions(file);
        for (const char* path : {"/probe_position_x_m", "/probe_position_y_m"}) file.setAttribute(path, "units", "m");
    })));
    const Scan scan = openScan(make("u_para.h5", [](File& file) {
        putPositions(file);
        for (const char* path : {"/probe_position_x_m", "/probe_position_y_m"}) file.setAttribute(path, "units", "mm");
    }));
    EXPECT_NEAR(scan.positions.at(2).x, 1e-3 * xOf(2), 1e-18);
}

/// Positions that are read several times during each exposure.
TEST_F(ScanPartners, SeveralPositionsForEachFrameAreNamed) {
    make("t_dp.h5", putPartnerFrames);
    const fs::path product = make("t_para.h5", [](File& file) {
        put(file, "/probe_position_x_m", std::vector<double>(3 * kFrames, 1e-6), {3 * kFrames});
        put(file, "/probe_position_y_m", std::vector<double>(3 * kFrames, 1e-6), {3 * kFrames});
    });
    const std::vector<Note> notes = checkScan(openScan(product), kRows, 1e-8);
    EXPECT_TRUE(hasNote(notes, "there are 3 positions for each frame", Severity::warning));
}

} // namespace
} // namespace ewald::io::test
