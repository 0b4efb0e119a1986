// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands say of input that is damaged, foreign or unusual: the cause and the cure.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/images/mask_file.h"
#include "io/result_file.h"
#include "test_paths.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class MessagesCli : public WithSuiteFolder<MessagesCli> {
public:
    static void makeFiles() {
        const Finished made = runCli({"simulate", "ptycho", "-o", scan(), "--size", "32", "--frames", "40"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }

protected:
    static std::string scan() { return suiteFile("scan.cxi"); }
    static Json infoOf(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"info", "--json"});
        const Finished finished = runCli(std::move(arguments));
        EXPECT_EQ(finished.code, 0) << finished.errors;
        return Json::parse(finished.output, nullptr, false);
    }
};
/// A TIFF of 8-bit pixels whose directory stands before them; they begin at byte 200.
std::string tiffOf(std::uint16_t rows, std::uint16_t cols) {
    std::string bytes("II*\0\x08\0\0\0", 8);
    const auto put16 = [&](unsigned value) {
        bytes += static_cast<char>(value & 255U);
        bytes += static_cast<char>(value >> 8U);
    };
    const std::vector<std::pair<unsigned, unsigned>> tags{
        {256, cols}, {257, rows}, {258, 8}, {259, 1}, {262, 1}, {273, 200}, {277, 1}, {278, rows}, {279, rows * cols}};
    put16(static_cast<unsigned>(tags.size()));
    for (const auto& [tag, value] : tags) {
        for (const unsigned part : {tag, 3U, 1U, 0U, value, 0U}) put16(part); // tag, SHORT, one value, the value
    }
    bytes += std::string(4, '\0');
    bytes.resize(200);
    return bytes + std::string(std::size_t{rows} * cols, '\x07');
}

TEST_F(MessagesCli, InfoSaysOfImagesWhatIntegrateSays) {
    const Array<std::uint8_t, 2> image({60, 50}, std::vector<std::uint8_t>(3000, 1));
    for (const char* name : {"good.edf", "good.tif"}) {
        io::writeMaskFile(file(name), image, false);
        const Json good = infoOf({file(name)});
        EXPECT_EQ(good["kind"], "stack");
        for (const Json& note : good["notes"]) EXPECT_EQ(note["severity"], "note") << note;
    }
    fs::copy_file(file("good.edf"), file("header.edf"));
    fs::resize_file(file("header.edf"), 100);
    fs::copy_file(file("good.edf"), file("pixels.edf"));
    fs::resize_file(file("pixels.edf"), 600);
    std::ofstream(file("frame.mib")) << "MQ1,000001,00384,01,0256,0256,U16";
    std::ofstream(file("start.tif")) << "II*";
    std::ofstream(file("empty.edf"));
    for (const char* name : {"header.edf", "pixels.edf", "frame.mib", "start.tif", "empty.edf"}) {
        const Finished info = runCli({"info", file(name)});
        const Finished integrate = runCli({"integrate", file(name), "-o", file("r.h5")});
        expectError(info, 3, file(name));
        EXPECT_EQ(info.errors, integrate.errors);
        EXPECT_EQ(info.errors.find("HDF5 file (.h5"), std::string::npos) << info.errors;
    }
    // The pixels of a TIFF are looked at, too: this one ends after half of them.
    std::ofstream(file("cut.tif"), std::ios::binary) << tiffOf(60, 50).substr(0, 200 + 1500);
    const Finished cut = runCli({"info", file("cut.tif")});
    EXPECT_EQ(cut.code, 0) << cut.errors;
    EXPECT_NE(cut.output.find("warning: frame 0 cannot be read"), std::string::npos) << cut.output;
    std::ofstream(file("whole.tif"), std::ios::binary) << tiffOf(60, 50);
    EXPECT_EQ(runCli({"info", file("whole.tif")}).output.find("warning"), std::string::npos);
}

TEST_F(MessagesCli, ElectronsHaveTheirOwnWavelength) {
    const double distance = infoOf({scan()})["distance_m"].get<double>();
    const double wavelength = infoOf({scan()})["wavelength_m"].get<double>();
    constexpr double kOf300keV = 1.96875e-12; // Williams & Carter, Transmission Electron Microscopy, table 1.2
    const Json asPhotons = infoOf({scan(), "--set", "energy_keV=300"});
    EXPECT_NEAR(asPhotons["wavelength_m"].get<double>(), 4.1328e-12, 1e-16);
    // As far away as gives the object pixels of the photons.
    const std::string far = "distance_m=" + std::to_string(distance * wavelength / kOf300keV);
    const std::vector<std::string> electrons{"--set", "particle=electron", "--set", "energy_keV=300", "--set", far};
    std::vector<std::string> arguments{scan()};
    arguments.insert(arguments.end(), electrons.begin(), electrons.end());
    const Json info = infoOf(arguments);
    EXPECT_NEAR(info["wavelength_m"].get<double>(), kOf300keV, 1e-16);
    EXPECT_NEAR(info["energy_keV"].get<double>(), 300, 1e-9);
    EXPECT_EQ(info["particle"], "electron");
    // An energy of the file is that of electrons, too.
    std::vector<std::string> run{"ptycho", scan(), "-o", file("r.h5"), "--iterations", "2"};
    run.insert(run.end(), electrons.begin(), electrons.end());
    const Finished finished = runCli(run);
    ASSERT_EQ(finished.code, 0) << finished.errors;
    EXPECT_NEAR(io::readResult(file("r.h5")).wavelength_m, kOf300keV, 1e-16);
    const Finished shown = runCli({"info", file("r.h5")});
    EXPECT_NE(shown.output.find("electron energy    300 keV"), std::string::npos) << shown.output;
    const Finished photons = runCli({"info", scan()});
    EXPECT_NE(photons.output.find("photon energy"), std::string::npos) << photons.output;
    expectError(runCli({"info", scan(), "--set", "particle=neutron"}), 2, "particle");
}

TEST_F(MessagesCli, AResultOfPtyPyIsAStart) {
    ASSERT_EQ(runCli({"ptycho", scan(), "-o", file("r.h5"), "--iterations", "10"}).code, 0);
    const io::PtychoResult result = io::readResult(file("r.h5"));
    io::h5::File made = io::h5::File::create(file("p.ptyr"));
    const auto& probe = result.probe.shape();
    const auto& object = result.object.shape();
    made.write<Complex>("/content/probe/S00G00/data", result.probe.slab(0), {probe[1], probe[2], probe[3]});
    made.write<Complex>("/content/obj/S00G00/data", result.object.slab(0), {1, object[1], object[2]});
    made.close();
    const auto errorOf = [&](const std::string& start) {
        const Finished finished = runCli({"ptycho", scan(), "-o", file("s.h5"), "--iterations", "1", "--overwrite",
                                          "--set", "initial_probe=" + start, "--set", "initial_object=" + start});
        EXPECT_EQ(finished.code, 0) << finished.errors;
        return io::readResult(file("s.h5")).loss.front().fourierError;
    };
    // The first iteration begins where the other program has ended: as from Ewald's own result.
    const double own = errorOf(file("r.h5"));
    EXPECT_NEAR(errorOf(file("p.ptyr")), own, 1e-3 * own);
    io::h5::File empty = io::h5::File::create(file("o.ptyr"));
    empty.write<Complex>("/content/obj/S00G00/data", result.object.slab(0), {1, object[1], object[2]});
    empty.close();
    expectError(runCli({"ptycho", scan(), "-o", file("t.h5"), "--set", "initial_probe=" + file("o.ptyr")}), 3,
                "there is no probe in the file");
}

/// Memory that does not suffice is said to be that, at whichever place it runs out.
TEST_F(MessagesCli, ALackOfMemoryIsALackOfMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer takes more memory than any of these limits";
#endif
    const Finished made = runCli({"simulate", "ptycho", "-o", file("large.cxi"), "--size", "128", "--frames", "300"});
    ASSERT_EQ(made.code, 0) << made.errors;
    std::size_t lacking = 0;
    for (const int megabytes : {60, 80, 100, 120, 150, 200, 400}) {
        Process process({"-c", "ulimit -v " + std::to_string(megabytes << 10) + "; exec " + std::string(EWALD_CLI) +
                                   " ptycho " + file("large.cxi") +
                                   " -q --overwrite --set initial_probe=gaussian --iterations 1 -o " + file("r.h5")},
                        "/bin/sh");
        const Finished finished = finish(process);
        if (finished.code == 0 || finished.errors.find("loading shared libraries") != std::string::npos) continue;
        ++lacking;
        expectError(finished, 4, "memory");
        EXPECT_EQ(finished.errors.find("damaged"), std::string::npos) << megabytes << " MB: " << finished.errors;
        EXPECT_EQ(finished.errors.find("report this"), std::string::npos) << megabytes << " MB: " << finished.errors;
    }
    EXPECT_GT(lacking, 0U);
}

} // namespace
} // namespace ewald::cli
