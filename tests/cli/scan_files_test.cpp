// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scans whose positions or frames are not what they should be, as a user meets them.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/result_file.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kFrames = 24;
constexpr std::size_t kFrameSize = 16;

/// All of a little-endian TIFF of 16 × 16 pixels of 16 bits but the pixels, which follow.
std::string tiffHeader() {
    constexpr std::uint16_t kEntries = 8;
    constexpr std::uint32_t kPixels = 8 + 2 + 12 * kEntries + 4;
    std::string text = "II*";
    const auto put = [&](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFFU);
    };
    put(0, 1), put(8, 4), put(kEntries, 2);
    const auto entry = [&](std::uint32_t tag, std::uint32_t value) {
        put(tag, 2), put(4, 2), put(1, 4), put(value, 4);
    };
    entry(256, kFrameSize), entry(257, kFrameSize), entry(258, 16), entry(259, 1), entry(262, 1), entry(273, kPixels);
    entry(278, kFrameSize), entry(279, 2 * kFrameSize * kFrameSize), put(0, 4);
    return text;
}

/// A made-up scan in one CXI file, and its parts in files of other kinds.
class ScanFiles : public WithFolder<> {
protected:
    void SetUp() override {
        const Finished made = runCli({"simulate", "ptycho", "-o", at("scan.cxi"), "--size", std::to_string(kFrameSize),
                                      "--frames", std::to_string(kFrames)});
        ASSERT_EQ(made.code, 0) << made.errors;
    }
    [[nodiscard]] std::string at(const std::string& name) const { return file(name); }

    [[nodiscard]] std::vector<std::uint16_t> frames() const {
        return io::h5::File::open(at("scan.cxi")).dataset("/entry_1/data_1/data").readAll<std::uint16_t>();
    }
    /// x, y, z of each frame in metres.
    [[nodiscard]] std::vector<double> translation() const {
        return io::h5::File::open(at("scan.cxi")).dataset("/entry_1/data_1/translation").readAll<double>();
    }
    /// A file like the scan with frames of another type or translations of another shape.
    template <class T>
    void writeCxi(const std::string& name, const std::vector<T>& values, const std::vector<double>& positions,
                  const io::h5::Shape& shape) const {
        io::h5::File file = io::h5::File::create(at(name));
        file.write("/cxi_version", std::int64_t{160});
        file.write("/entry_1/instrument_1/source_1/wavelength", 1.24e-9);
        file.write("/entry_1/instrument_1/detector_1/distance", 0.05);
        file.write("/entry_1/instrument_1/detector_1/y_pixel_size", 20e-6);
        file.write("/entry_1/instrument_1/detector_1/x_pixel_size", 20e-6);
        file.write<T>("/entry_1/data_1/data", values, {kFrames, kFrameSize, kFrameSize});
        file.write<double>("/entry_1/data_1/translation", positions, shape);
        file.close();
    }
    [[nodiscard]] std::vector<double> someTranslation() const {
        std::vector<double> values;
        for (std::size_t f = 0; f < kFrames; ++f)
            for (const double v : {1e-6 * static_cast<double>(f % 6), 1e-6 * static_cast<double>(f / 6), 0.0})
                values.push_back(v);
        return values;
    }
    /// Positions as a table: x, y in µm and the number of the frame, in the order of `order`.
    void writeTable(const std::string& name, const std::vector<double>& order) const {
        const std::vector<double> t = translation();
        std::ofstream stream(at(name));
        stream.precision(17);
        stream << "x,y,frame\n";
        for (std::size_t i = 0; i < order.size(); ++i)
            stream << 1e6 * t[3 * i] << "," << 1e6 * t[3 * i + 1] << "," << order[i] << "\n";
    }
    /// A job of a few iterations with this mapping.
    [[nodiscard]] std::string job(const std::string& name, const std::string& scan, const Json& mapping) const {
        Json document{{"format", "ewald-job"},
                      {"version", 1},
                      {"input", {{"file", scan}, {"mapping", mapping}}},
                      {"output", {{"file", name + ".h5"}}},
                      {"pipeline", Json::array({Json{{"engine", "rpie"}, {"iterations", 2}}})}};
        std::ofstream(at(name + ".json")) << document.dump();
        return at(name + ".json");
    }
    [[nodiscard]] Json tableMapping() const {
        return {{"frames", "/entry_1/data_1/data"},
                {"positions_file", "p.csv"},
                {"position_x", "x"},
                {"position_y", "y"},
                {"position_unit", "um"},
                {"energy_value", 1},
                {"distance_value", 0.05},
                {"pixel_size_value", 2e-5},
                {"frame_index", "frame"}};
    }
    [[nodiscard]] std::vector<double> inOrder() const {
        std::vector<double> order(kFrames);
        for (std::size_t i = 0; i < kFrames; ++i) order[i] = static_cast<double>(i);
        return order;
    }
};

TEST_F(ScanFiles, NumbersOfFramesThatAreNoneAreRefused) {
    struct Case {
        double value;
        const char* message;
    };
    for (const Case& c :
         {Case{3.5, "frame number 3.5 of position 5 is not a whole number"},
          Case{-2, "frame number -2 of position 5 is negative"}, Case{std::nan(""), "of position 5 is not finite"}}) {
        std::vector<double> order = inOrder();
        order[5] = c.value;
        writeTable("p.csv", order);
        const Finished run = runCli({"run", job("r", "scan.cxi", tableMapping()), "-q"});
        expectError(run, 3, c.message);
        EXPECT_NE(run.errors.find("p.csv:frame"), std::string::npos) << run.errors;
        EXPECT_FALSE(fs::exists(at("r.h5")));
    }
}

TEST_F(ScanFiles, APositionOfAFrameThatIsNotThereIsLeftOut) {
    std::vector<double> order = inOrder();
    order[23] = 24;
    writeTable("p.csv", order);
    const Finished run = runCli({"run", job("r", "scan.cxi", tableMapping()), "-q"});
    EXPECT_EQ(run.code, 0) << run.errors;
    EXPECT_NE(run.errors.find("warning: 1 position belongs to a frame that is not there and is left out (first: number "
                              "24)"),
              std::string::npos)
        << run.errors;
}

TEST_F(ScanFiles, AFrameThatIsNamedTwiceIsAWarning) {
    std::vector<double> order = inOrder();
    order[5] = 4;
    writeTable("p.csv", order);
    const Finished run = runCli({"run", job("r", "scan.cxi", tableMapping()), "-q"});
    EXPECT_EQ(run.code, 0) << run.errors;
    EXPECT_NE(run.errors.find("ewald-cli: warning: 1 position belongs"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("p.csv:frame names frame 4 several times"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("1 of 24 frames have no position"), std::string::npos) << run.errors;
    EXPECT_EQ(run.output, "");
}

TEST_F(ScanFiles, OneListForBothCoordinatesIsAWarning) {
    writeTable("p.csv", inOrder());
    Json mapping = tableMapping();
    mapping["position_y"] = "1"; // the column x by its number
    const Finished run = runCli({"run", job("r", "scan.cxi", mapping), "-q"});
    EXPECT_NE(run.errors.find("warning: x and y of the positions are both taken from column x"), std::string::npos)
        << run.errors;
}

TEST_F(ScanFiles, NumbersTooLargeToComputeWithAreRefused) {
    for (const float value : {1e38F, 3.4e38F}) {
        std::vector<float> values(kFrames * kFrameSize * kFrameSize, 5.0F);
        values[7 * kFrameSize * kFrameSize + 40] = value;
        writeCxi("big.cxi", values, someTranslation(), {kFrames, 3});
        const Finished run = runCli({"ptycho", at("big.cxi"), "-o", at("r.h5"), "--iterations", "3"});
        expectError(run, 3, "too many to compute with");
        EXPECT_NE(run.errors.find("frame 7"), std::string::npos) << run.errors;
        EXPECT_NE(run.errors.find("big.cxi"), std::string::npos) << run.errors;
        EXPECT_FALSE(fs::exists(at("r.h5")));
    }
    // The largest that is accepted can be computed with.
    std::vector<float> values(kFrames * kFrameSize * kFrameSize, 1e27F);
    writeCxi("big.cxi", values, someTranslation(), {kFrames, 3});
    const Finished run = runCli({"ptycho", at("big.cxi"), "-o", at("r.h5"), "--iterations", "3"});
    EXPECT_EQ(run.code, 0) << run.errors;
    EXPECT_EQ(run.output.find("nan"), std::string::npos) << run.output;
}

/// What an aborted scan leaves: it reconstructs without the frames that have no position, and says how many those are.
TEST_F(ScanFiles, AbortedScansReconstruct) {
    constexpr std::size_t kAll = 516;
    const std::vector<std::uint16_t> values(kAll * kFrameSize * kFrameSize, 5);
    const auto expectLeft = [&](std::vector<double> positions, std::size_t used, const char* remark) {
        io::h5::File file = io::h5::File::create(at("aborted.cxi"));
        file.write("/cxi_version", std::int64_t{160});
        file.write("/entry_1/instrument_1/source_1/wavelength", 1.24e-9);
        file.write("/entry_1/instrument_1/detector_1/distance", 0.05);
        file.write("/entry_1/instrument_1/detector_1/y_pixel_size", 20e-6);
        file.write("/entry_1/instrument_1/detector_1/x_pixel_size", 20e-6);
        file.write<std::uint16_t>("/entry_1/data_1/data", values, {kAll, kFrameSize, kFrameSize});
        file.write<double>("/entry_1/data_1/translation", positions, {positions.size() / 3, 3});
        file.close();
        fs::remove(at("r.h5"));
        const Finished run = runCli({"ptycho", at("aborted.cxi"), "-o", at("r.h5"), "--iterations", "2"});
        EXPECT_EQ(run.code, 0) << run.errors;
        EXPECT_NE((run.output + run.errors).find(remark), std::string::npos) << run.output << run.errors;
        EXPECT_EQ(io::readResult(at("r.h5")).positions.size(), used);
        // The size of the scan is that of the positions that there are.
        const Finished info = runCli({"info", at("aborted.cxi")});
        EXPECT_EQ(info.code, 0) << info.errors;
        EXPECT_EQ(info.output.find("nan"), std::string::npos) << info.output;
    };
    std::vector<double> positions;
    for (std::size_t f = 0; f < kAll; ++f)
        for (const double v : {1e-6 * static_cast<double>(f % 24), 1e-6 * static_cast<double>(f / 24), 0.0})
            positions.push_back(v);
    std::vector<double> gaps = positions;
    gaps[3 * 100] = gaps[3 * 300 + 1] = std::nan("");
    expectLeft(gaps, kAll - 2, "2 frames have no finite position (first: 100)");
    positions.resize(3 * 500);
    expectLeft(positions, 500, "The last 16 frames without a position are ignored");
}

TEST_F(ScanFiles, PositionsThatAreNoneAreDescribed) {
    const std::vector<std::uint16_t> values(kFrames * kFrameSize * kFrameSize, 5);
    writeCxi("one.cxi", values, {1e-6, 2e-6, 0}, {1, 3});
    expectError(runCli({"ptycho", at("one.cxi"), "-o", at("r.h5")}), 3,
                "/entry_1/data_1/translation (1, 3) holds one position for 24 frames");
    {
        io::h5::File file = io::h5::File::create(at("text.cxi"));
        file.write("/cxi_version", std::int64_t{160});
        file.write<std::uint16_t>("/entry_1/data_1/data", values, {kFrames, kFrameSize, kFrameSize});
        file.write("/entry_1/data_1/translation", std::string("1 2 3"));
        file.close();
    }
    expectError(runCli({"ptycho", at("text.cxi"), "-o", at("r.h5")}), 3,
                "/entry_1/data_1/translation is of the type string");
}

TEST_F(ScanFiles, SeveralEnginesAreOneListAsTheHelpSays) {
    const Finished help = runCli({"ptycho", "--help"});
    EXPECT_NE(help.output.find("--engine NAME[,NAME,...]"), std::string::npos) << help.output;
    EXPECT_NE(help.output.find("--iterations N[,N,...]"), std::string::npos) << help.output;
    EXPECT_EQ(runCli({"ptycho", at("scan.cxi"), "-o", at("r.h5"), "--engine", "dm,rpie", "--iterations", "2,3"}).code,
              0);
    expectError(runCli({"ptycho", at("scan.cxi"), "-o", at("r.h5"), "--engine", "dm", "rpie"}), 2, "rpie");
}

/// Frames as TIFF images, EDF images and a second HDF5 file, positions from a table, a SPEC file and a PandA HDF5 file,
/// in the order of the frames or by frame_index: all give the bits of the one CXI file.
TEST_F(ScanFiles, ScansOfSeveralFilesGiveTheBitsOfOne) {
    const std::vector<std::uint16_t> values = frames();
    const std::vector<double> t = translation();
    fs::create_directory(m_folder / "img");
    for (std::size_t f = 0; f < kFrames; ++f) {
        std::string pixels;
        for (std::size_t i = 0; i < kFrameSize * kFrameSize; ++i) {
            const std::uint16_t value = values[f * kFrameSize * kFrameSize + i];
            pixels += static_cast<char>(value & 0xFFU);
            pixels += static_cast<char>(value >> 8U);
        }
        std::ofstream(at("img/t_" + std::to_string(f + 7) + ".tif"), std::ios::binary) << tiffHeader() << pixels;
        std::string header = "{\nByteOrder = LowByteFirst ;\nDataType = UnsignedShort ;\nDim_1 = 16 ;\nDim_2 = 16 ;\n";
        header.resize(510, ' ');
        std::ofstream(at("img/e_" + std::to_string(f + 7) + ".edf"), std::ios::binary) << header << "}\n" << pixels;
    }
    {
        io::h5::File file = io::h5::File::create(at("frames.h5"));
        file.write<std::uint16_t>("/counts", values, {kFrames, kFrameSize, kFrameSize});
        file.close();
    }
    // Every position has its frame's number; the table is in another order.
    std::vector<double> x, y, number;
    std::ofstream csv(at("p.csv"));
    std::ofstream spec(at("p.spec"));
    csv.precision(17), spec.precision(17);
    csv << "x,y,frame\n";
    spec << "#S 3 ascan\n#L samx  samy  n\n9 9 9\n\n#S 4 mesh\n#L samx  samy  n\n";
    for (std::size_t i = 0; i < kFrames; ++i) {
        const std::size_t f = (7 * i + 3) % kFrames; // 7 and 24 have no common factor
        x.push_back(1e6 * t[3 * f]), y.push_back(1e6 * t[3 * f + 1]), number.push_back(static_cast<double>(f));
        csv << x.back() << "," << y.back() << "," << f << "\n";
        spec << x.back() << " " << y.back() << " " << f << "\n";
    }
    csv.close(), spec.close();
    {
        io::h5::File file = io::h5::File::create(at("panda.h5"));
        file.write<double>("/INENC1.VAL.Mean", x, {kFrames});
        file.write<double>("/INENC2.VAL.Mean", y, {kFrames});
        file.write<double>("/COUNTER1.OUT.Value", number, {kFrames});
        file.close();
    }
    const Json table{{"positions_file", "p.csv"}, {"position_x", "x"}, {"position_y", "y"}, {"frame_index", "frame"}};
    const Json ofSpec{{"positions_file", "p.spec"},
                      {"position_x", "samx"},
                      {"position_y", "samy"},
                      {"frame_index", "n"},
                      {"positions_scan", 4}};
    const Json panda{{"positions_file", "panda.h5"},
                     {"position_x", "/INENC1.VAL.Mean"},
                     {"position_y", "/INENC2.VAL.Mean"},
                     {"frame_index", "/COUNTER1.OUT.Value"}};
    std::optional<io::PtychoResult> first;
    int count = 0;
    const auto check = [&](const std::string& scan, Json mapping, const Json& positions) {
        const Json units = tableMapping();
        for (const auto& [key, value] : units.items())
            if (key.ends_with("_unit") || key.ends_with("_value")) mapping[key] = value;
        mapping.update(positions);
        const std::string name = "r" + std::to_string(++count);
        SCOPED_TRACE(scan + " " + mapping.dump());
        const Finished run = runCli({"run", job(name, scan, mapping)});
        ASSERT_EQ(run.code, 0) << run.errors;
        EXPECT_EQ(run.errors, "");
        const io::PtychoResult result = io::readResult(at(name + ".h5"));
        if (!first) first = result;
        EXPECT_EQ(result.object, first->object);
        EXPECT_EQ(result.probe, first->probe);
    };
    const Json own{{"frames", "/entry_1/data_1/data"}};
    for (const Json& positions : {table, ofSpec, panda}) {
        check("scan.cxi", own, positions);
        check("img/t_*.tif", Json::object(), positions);
        check("img/e_*.edf", Json::object(), positions);
        check("scan.cxi", {{"frames_file", "frames.h5"}, {"frames", "/counts"}}, positions);
        check("scan.cxi", {{"frames_file", "img/t_*.tif"}}, positions);
        check("panda.h5", {{"frames_file", "img/e_*.edf"}}, positions);
    }
}

/// Memory is planned for what a few frames suggest: others that need more than there is make the plan smaller.
TEST_F(ScanFiles, BrighterFramesThanExpectedMakeThePlanSmaller) {
    constexpr std::size_t kMany = 300;
    {
        io::h5::File file = io::h5::File::create(at("bright.cxi"));
        file.write("/cxi_version", std::int64_t{160});
        file.write("/entry_1/instrument_1/source_1/wavelength", 1.24e-9);
        file.write("/entry_1/instrument_1/detector_1/distance", 0.05);
        file.write("/entry_1/instrument_1/detector_1/y_pixel_size", 20e-6);
        file.write("/entry_1/instrument_1/detector_1/x_pixel_size", 20e-6);
        std::vector<std::uint32_t> values(kMany * 32 * 32);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint32_t>(i * i % 60);
        values[1024 + 528] = 100000; // in the second frame, which is not among those that are looked at
        std::vector<double> positions;
        for (std::size_t f = 0; f < kMany; ++f)
            for (const double v : {4e-7 * static_cast<double>(f % 20), 4e-7 * static_cast<double>(f / 20), 0.0})
                positions.push_back(v);
        file.write<std::uint32_t>("/entry_1/data_1/data", values, {kMany, 32, 32});
        file.write<double>("/entry_1/data_1/translation", positions, {kMany, 3});
        file.close();
    }
    const auto run = [&](const std::string& result, double megabytes) {
        return runCli({"ptycho", at("bright.cxi"), "-o", at(result), "--overwrite", "--devices", "cpu:1",
                       "--iterations", "1", "--set", "memory_limit_gb=" + std::to_string(megabytes / 1000), "--set",
                       "initial_probe=gaussian"});
    };
    const auto plansMemory = [](const Finished& finished) {
        const auto line = finished.output.find("memory: each worker holds the whole object, all frames are in memory");
        return finished.code == 0 && line != std::string::npos;
    };
    double least = 0.1, enough = 20; // megabytes
    while (enough - least > 0.05) {
        const double middle = (least + enough) / 2;
        (plansMemory(run("r.h5", middle)) ? enough : least) = middle;
    }
    const Finished tight = run("tight.h5", enough);
    ASSERT_EQ(tight.code, 0) << tight.errors;
    EXPECT_TRUE(plansMemory(tight)) << tight.output;
    EXPECT_NE(tight.errors.find("trying a smaller plan"), std::string::npos) << tight.errors;
    const Finished ample = run("ample.h5", 1000);
    ASSERT_EQ(ample.code, 0) << ample.errors;
    EXPECT_EQ(ample.errors.find("smaller plan"), std::string::npos) << ample.errors;
    EXPECT_NE(ample.output.find("1.2 MB as single-precision amplitudes"), std::string::npos) << ample.output;
    EXPECT_EQ(io::readResult(at("tight.h5")).object, io::readResult(at("ample.h5")).object);
}

TEST_F(ScanFiles, QuietKeepsWarnings) {
    // Two rows fewer than frames.
    std::vector<double> positions = someTranslation();
    positions.resize(3 * (kFrames - 2));
    writeCxi("cut.cxi", frames(), positions, {kFrames - 2, 3});
    const Finished run = runCli({"ptycho", at("cut.cxi"), "-o", at("r.h5"), "--iterations", "1", "-q"});
    EXPECT_EQ(run.code, 0) << run.errors;
    EXPECT_EQ(run.output, "");
    EXPECT_NE(run.errors.find("ewald-cli: warning: there are 24 frames"), std::string::npos) << run.errors;
}

} // namespace
} // namespace ewald::cli
