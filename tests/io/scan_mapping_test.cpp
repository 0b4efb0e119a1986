// SPDX-License-Identifier: GPL-3.0-or-later
// Files of unknown layout: import mappings, the guess of one, and the tree of a file.
#include "io/scan.h"

#include "base/units.h"
#include "io/scan_files.h"

#include <fstream>

namespace ewald::io::test {
namespace {

using h5::File;

class ImportMappings : public WithFolder {
protected:
    template <class Fill>
    fs::path make(const std::string& name, const Fill& fill) {
        File file = File::create(at(name));
        fill(file);
        file.close();
        return at(name);
    }
};

/// A beamline's own layout: everything in other units and at other places.
void putOwnLayout(File& file, bool withPositions = true) {
    put(file, "/measurement/eiger/frames", countingFrames(), {kFrames, kRows, kCols});
    if (withPositions) {
        std::vector<double> x;
        std::vector<double> y;
        for (std::size_t f = 0; f < kFrames; ++f) {
            x.push_back(1e6 * xOf(f));
            y.push_back(1e6 * yOf(f));
        }
        put(file, "/measurement/samx", x, {kFrames});
        put(file, "/measurement/samy", y, {kFrames});
    }
    file.write("/instrument/mono_energy", 8000.0);
    file.write("/instrument/det_dist", 1500.0);
    file.write("/instrument/pixel_size", 30.0);
    std::vector<std::uint8_t> mask(kRows * kCols, 0);
    mask[5] = 1;
    put(file, "/measurement/eiger/mask", mask, {kRows, kCols});
}

ImportMapping ownMapping() {
    ImportMapping mapping;
    mapping.frames = "/measurement/eiger/frames";
    mapping.positionX = "/measurement/samx";
    mapping.positionY = "/measurement/samy";
    mapping.positionUnit = "um";
    mapping.mask = "/measurement/eiger/mask";
    mapping.energy = "/instrument/mono_energy";
    mapping.energyUnit = "eV";
    mapping.distance = "/instrument/det_dist";
    mapping.distanceUnit = "mm";
    mapping.pixelSize = "/instrument/pixel_size";
    mapping.pixelSizeUnit = "um";
    return mapping;
}

TEST_F(ImportMappings, AnyFileByMapping) {
    const fs::path path = make("own.h5", [](File& file) { putOwnLayout(file); });
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(path); }), "import mapping"));
    const ImportMapping mapping = ownMapping();
    const Scan scan = openScan(path, &mapping);
    expectCountingFrames(*scan.frames);
    expectPositions(scan);
    EXPECT_NEAR(energyFromWavelength(scan.wavelength_m.value_or(1)), 8.0, 1e-9);
    EXPECT_EQ(scan.distance_m, 1.5);
    EXPECT_NEAR(scan.pixelWidth_m.value_or(0), 30e-6, 1e-15);
    EXPECT_EQ(scan.badPixels.data()[5], 1);
}

TEST_F(ImportMappings, MappingTakesTypedValuesAndPositionsOfAnotherFile) {
    const fs::path path = make("own.h5", [](File& file) { putOwnLayout(file, false); });
    make("motors.h5", [](File& file) {
        std::vector<double> yx;
        for (std::size_t f = 0; f < kFrames; ++f) {
            yx.push_back(1e9 * yOf(f));
            yx.push_back(1e9 * xOf(f));
        }
        put(file, "/pos", yx, {kFrames, 2});
    });
    ImportMapping mapping = ownMapping();
    mapping.positionX = mapping.positionY = "";
    mapping.positions = "/pos";
    mapping.positionOrder = "yx";
    mapping.positionUnit = "nm";
    mapping.positionsFile = "motors.h5"; // beside the scan
    mapping.energy = "";
    mapping.energyUnit = "A";
    mapping.energyValue = 1.54;
    mapping.distance = "";
    mapping.distanceUnit = "m";
    mapping.distanceValue = 2;
    mapping.pixelSize = "";
    mapping.pixelSizeUnit = "um";
    mapping.pixelSizeValue = 75;
    mapping.amplitudes = true;
    mapping.cornerCentred = true;
    const Scan scan = openScan(path, &mapping);
    expectPositions(scan);
    EXPECT_NEAR(scan.wavelength_m.value_or(0), 1.54e-10, 1e-20);
    EXPECT_EQ(scan.distance_m, 2);
    EXPECT_NEAR(scan.pixelHeight_m.value_or(0), 75e-6, 1e-15);
    EXPECT_TRUE(scan.framesAreAmplitudes);
    EXPECT_TRUE(scan.framesAreCornerCentred);
    EXPECT_FALSE(hasNote(scan.notes, "the mapping names the positions"));
    mapping.positionX = "/measurement/samx"; // forgotten there
    const Scan twice = openScan(path, &mapping);
    expectPositions(twice);
    EXPECT_TRUE(
        hasNote(twice.notes, "names the positions as /pos and as /measurement/samx: /pos is used", Severity::warning));
}

TEST_F(ImportMappings, MappingErrorsNameTheDatasetAndTheKey) {
    const fs::path path = make("own.h5", [](File& file) { putOwnLayout(file); });
    ImportMapping mapping = ownMapping();
    mapping.frames = "/measurement/eiger/frame";
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(path, &mapping); }), "/measurement/eiger/frame"));
    mapping = ownMapping();
    mapping.positionUnit = "furlong";
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(path, &mapping); }), "furlong"));
    mapping = ownMapping();
    mapping.positionY = "";
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(path, &mapping); }), "positionX and positionY"));
    mapping = ownMapping();
    mapping.energy = "/measurement/samx"; // the middle of many numbers is taken: an unlikely but sound choice
    mapping.probe = "/measurement/samx";
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(path, &mapping); }), "no probe"));
}

TEST_F(ImportMappings, FramesInANumberedSeriesOfLinkedFiles) {
    make("s_data_000001.h5", [](File& file) { put(file, "/entry/data/data", countingFrames(4), {4, kRows, kCols}); });
    make("s_data_000002.h5", [](File& file) {
        std::vector<std::uint16_t> all = countingFrames(6);
        all.erase(all.begin(), all.begin() + 4 * kRows * kCols);
        put(file, "/entry/data/data", all, {2, kRows, kCols});
    });
    const fs::path path = make("s_master.h5", [](File& file) {
        file.externalLink("/entry/data/data_000001", "s_data_000001.h5", "/entry/data/data");
        file.externalLink("/entry/data/data_000002", "s_data_000002.h5", "/entry/data/data");
        put(file, "/positions", translations(kFrames, 2, false), {kFrames, 2});
    });
    ImportMapping mapping;
    mapping.frames = "/entry/data";
    mapping.positions = "/positions";
    const Scan scan = openScan(path, &mapping);
    expectCountingFrames(*scan.frames);
    EXPECT_EQ(numbersOf(*scan.frames, 4)[0], 4000);
    fs::remove(at("s_data_000002.h5"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(path, &mapping); }), "s_data_000002.h5"));
}

TEST_F(ImportMappings, AFileThatTheMasterDoesNotLinkKeepsItsPlace) {
    const fs::path path = make("gap_master.h5", [](File& file) {
        const std::vector<std::uint16_t> all = countingFrames(6);
        const auto half = static_cast<std::ptrdiff_t>(2 * kRows * kCols);
        put(file, "/entry/data/data_000001", std::vector(all.begin(), all.begin() + half), {2, kRows, kCols});
        put(file, "/entry/data/data_000003", std::vector(all.end() - half, all.end()), {2, kRows, kCols});
        put(file, "/positions", translations(kFrames, 2, false), {kFrames, 2});
    });
    ImportMapping mapping;
    mapping.frames = "/entry/data";
    mapping.positions = "/positions";
    const Scan scan = openScan(path, &mapping);
    ASSERT_EQ(scan.frames->frameCount(), kFrames);
    expectPositions(scan);
    EXPECT_EQ(numbersOf(*scan.frames, 1)[0], 1000);
    EXPECT_EQ(numbersOf(*scan.frames, 4)[0], 4000); // and not at the place of frame 2
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)numbersOf(*scan.frames, 3); }), "/entry/data/data_000002"));
    EXPECT_TRUE(
        hasNote(scan.notes, "frames 2 to 3 are not there: there is no /entry/data/data_000002", Severity::warning));
}

/// As many positions as frames that are there: theirs.
TEST_F(ImportMappings, PositionsOfTheFramesThatAreThere) {
    const std::vector<std::uint16_t> all = countingFrames(6);
    const auto half = static_cast<std::ptrdiff_t>(2 * kRows * kCols);
    const auto half1 = std::vector(all.begin(), all.begin() + half), half2 = std::vector(all.end() - half, all.end());
    const auto open = [&](const char* name, std::size_t positions, const char* one, const char* other) {
        const fs::path path = make(name, [&](File& file) {
            put(file, one, half1, {2, kRows, kCols});
            put(file, other, half2, {2, kRows, kCols});
            put(file, "/positions", translations(positions, 2, false), {positions, 2});
            put(file, "/monitor", std::vector<double>{1, 3, 5, 7}, {4});
        });
        ImportMapping mapping;
        mapping.frames = "/entry/data";
        mapping.positions = "/positions";
        mapping.monitor = "/monitor";
        return openScan(path, &mapping);
    };
    const Scan scan = open("there_master.h5", 4, "/entry/data/data_000001", "/entry/data/data_000003");
    ASSERT_EQ(scan.frames->frameCount(), 4U);
    ASSERT_EQ(scan.positions.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(numbersOf(*scan.frames, i)[0], i < 2 ? 1000 * i : 1000 * (i + 2));
    EXPECT_TRUE(hasNote(scan.notes, "2 frames are not there; the positions are as many", Severity::warning));
    EXPECT_EQ(scan.frameIntensity, (std::vector<double>{0.25, 0.75, 1.25, 1.75}));
    // Before the first one: all frames have their places where there are as many positions.
    const Scan whole = open("later_master.h5", 6, "/entry/data/data_000002", "/entry/data/data_000003");
    ASSERT_EQ(whole.frames->frameCount(), 6U);
    expectPositions(whole);
    EXPECT_EQ(numbersOf(*whole.frames, 2)[0], 0); // the first one that was written
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)numbersOf(*whole.frames, 1); }), "/entry/data/data_000001"));
    EXPECT_EQ(open("part_master.h5", 4, "/entry/data/data_000002", "/entry/data/data_000003").frames->frameCount(), 4U);
}

TEST_F(ImportMappings, GuessFindsWhatIsWhat) {
    const fs::path path = make("own.h5", [](File& file) {
        putOwnLayout(file);
        file.setAttribute("/measurement/samx", "units", "um");
        file.setAttribute("/instrument/det_dist", "units", "mm");
        file.setAttribute("/instrument/pixel_size", "units", "um");
        put(file, "/measurement/dark", std::vector<float>(kRows * kCols, 0), {1, kRows, kCols});
    });
    EXPECT_EQ(guessMapping(path), ownMapping());
}

// ---- the tree of a file --------------------------------------------------------------------------------------------

TEST_F(ImportMappings, TreeShowsShapesUnitsValuesAndProblems) {
    const fs::path path = make("tree.h5", [](File& file) {
        put(file, "/a/frames", countingFrames(), {kFrames, kRows, kCols}, {.chunk = {1, kRows, kCols}, .deflate = 1});
        file.write("/a/energy", 8.5);
        file.setAttribute("/a/energy", "units", "keV");
        file.write("/a/name", "star");
        file.softLink("/b", "/a");     // shown, and opened one level deep
        file.softLink("/a/self", "/"); // a circle
        file.externalLink("/c", "gone.h5", "/x");
    });
    const std::vector<FileNode> nodes = listFile(path);
    const auto find = [&](const std::string& wanted) -> const FileNode& {
        static const FileNode none;
        for (const FileNode& node : nodes)
            if (node.path == wanted) return node;
        ADD_FAILURE() << wanted << " is not in the tree";
        return none;
    };
    EXPECT_LT(nodes.size(), 30U); // the circle ends
    EXPECT_TRUE(find("/a").isGroup);
    EXPECT_EQ(find("/a/frames").shape, (std::vector<std::size_t>{kFrames, kRows, kCols}));
    EXPECT_EQ(find("/a/frames").type, "uint16");
    EXPECT_EQ(find("/a/frames").filters, "shuffle, gzip");
    EXPECT_EQ(find("/a/energy").value, "8.5");
    EXPECT_EQ(find("/a/energy").units, "keV");
    EXPECT_EQ(find("/a/name").value, "star");
    EXPECT_EQ(find("/b/energy").value, "8.5");
    EXPECT_TRUE(contains(find("/c").problem, "gone.h5"));
    EXPECT_EQ(find("/a/frames").problem, "");
}

TEST_F(ImportMappings, NamesAndUnitsOfUsualBeamlinesAreGuessed) {
    const fs::path path = make("beamline.h5", [](File& file) {
        put(file, "/scan/0042/images", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/scan/0042/samx", std::vector<double>(kFrames, 1.0), {kFrames});
        put(file, "/scan/0042/samz", std::vector<double>(kFrames, 2.0), {kFrames});
        file.write("/beam/E", 8.0);
        file.write("/beam/detz", 1500.0); // no unit: no detector is 1.5 km away
        file.write("/beam/pixel_size", 75.0);
    });
    const ImportMapping guess = guessMapping(path);
    EXPECT_EQ(guess.positionX, "/scan/0042/samx");
    EXPECT_EQ(guess.positionY, "/scan/0042/samz");
    EXPECT_EQ(guess.energy, "/beam/E");
    EXPECT_EQ(guess.energyUnit, "keV");
    EXPECT_EQ(guess.distance, "/beam/detz");
    EXPECT_EQ(guess.distanceUnit, "mm");
    EXPECT_EQ(guess.pixelSizeUnit, "um");
}

/// The mask of the detector counts where the mapping names none, and belongs to the frames.
TEST_F(ImportMappings, TheMaskOfTheDetectorIsUsed) {
    ImportMapping mapping = ownMapping();
    mapping.frames = "/entry/instrument/detector/data";
    mapping.mask.clear();
    const auto maskOf = [&](const h5::Shape& shape) {
        const fs::path path = make("eiger.h5", [&](File& file) {
            putOwnLayout(file);
            put(file, "/entry/instrument/detector/data", countingFrames(), {kFrames, kRows, kCols});
            file.setAttribute("/entry/instrument/detector", "NX_class", "NXdetector");
            std::vector<std::uint32_t> mask(shape[0] * shape[1]);
            mask[7] = 2;
            put(file, "/entry/instrument/detector/pixel_mask", mask, shape);
        });
        return openScan(path, &mapping).badPixels;
    };
    const auto mask = maskOf({kRows, kCols});
    ASSERT_EQ(mask.size(), kRows * kCols);
    for (std::size_t i = 0; i < mask.size(); ++i) EXPECT_EQ(mask.data()[i], i == 7 ? 1 : 0) << i;
    EXPECT_TRUE(maskOf({kRows + 1, kCols}).empty()) << "of the whole detector, of which the frames are a part";
    mapping.mask = "/measurement/eiger/mask";
    EXPECT_EQ(maskOf({kRows, kCols}).data()[5], 1) << "the mapping chooses another one";
}

/// Files are numbered from 1 on, the first two are not there, and positions are of all.
TEST_F(ImportMappings, PositionsBeforeTheFirstFileAreNamed) {
    const auto scanOf = [&](std::size_t lost) {
        for (std::size_t f = 0; f < kFrames; ++f) {
            const fs::path file = at("f_" + std::to_string(f + 1) + ".npy");
            fs::remove(file);
            if (f < lost) continue;
            std::string header = "{'descr': '<u2', 'fortran_order': False, 'shape': (10, 12), }";
            while ((10 + header.size() + 1) % 64 != 0) header += ' ';
            header += '\n';
            std::ofstream stream(file, std::ios::binary);
            stream << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size()) << '\0' << header
                   << std::string(2 * kRows * kCols, '\1');
        }
        std::ofstream table(at("p.csv"));
        for (std::size_t f = 0; f < kFrames; ++f) table << xOf(f) << "," << yOf(f) << "\n";
        table.close();
        ImportMapping mapping;
        mapping.framesFile = "f_#.npy";
        mapping.positionsFile = "p.csv";
        mapping.positionX = "1";
        mapping.positionY = "2";
        mapping.positionUnit = "m";
        mapping.energyValue = 8.0;
        mapping.distanceValue = 1.5;
        mapping.pixelSizeValue = 30e-6;
        return openScan(at("f_6.npy"), &mapping);
    };
    EXPECT_TRUE(hasNote(scanOf(2).notes, "the series begins with number 3, and there are 2 positions more than frames",
                        Severity::warning));
    EXPECT_FALSE(hasNote(scanOf(0).notes, "the series begins"));
}

} // namespace
} // namespace ewald::io::test
