// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/result_file.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "io/hdf5/hdf5.h"
#include "io/hdf5/hdf5_process.h"
#include "io/temporary_folder.h"
#include "small_disk.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

class ResultFile : public testing::Test {
protected:
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(m_folder)) found.push_back(entry.path().filename().string());
        return found;
    }
    const TemporaryFolder m_temporary;
    const fs::path m_folder = m_temporary.path();
};

/// Two slices of 3 × 4 pixels, one variation of two modes of 2 × 2.
PtychoResult example(std::size_t slices = 2) {
    PtychoResult result;
    result.object = Array<Complex, 3>({slices, 3, 4});
    for (std::size_t i = 0; i < result.object.size(); ++i)
        result.object.data()[i] = std::polar(1.0F + static_cast<float>(i), 0.1F * static_cast<float>(i));
    result.probe = Array<Complex, 4>({1, 2, 2, 2});
    for (std::size_t i = 0; i < 4; ++i) result.probe.data()[i] = {3.0F, 0}; // power 36
    for (std::size_t i = 4; i < 8; ++i) result.probe.data()[i] = {0, 1.0F}; // power 4
    result.objectPixelHeight_m = 2e-9;
    result.objectPixelWidth_m = 3e-9;
    result.objectOriginY_m = -1e-6;
    result.objectOriginX_m = 5e-6;
    result.positions = {{1e-6, 2e-6}, {3e-6, 4e-6}};
    result.leftInCommon = {1e-3, 0, -2e-4, 3e-5};
    result.initialPositions = {{1.5e-6, 2.5e-6}, {3.5e-6, 4.5e-6}};
    result.pixelPositions = {{0.25, 1.5}, {1, 2}};
    result.frameIndex = {7, 9};
    result.frameCounts = {1000, 1234.5};
    result.loss = {{1, "dm", 0.5, 0.4, 1.5, 0.1}, {2, "rpie", 0.25, 0.2, 1.25, 0.3}};
    result.changes = {{1, "batch_size", "32", "16", "rpie"}};
    result.warnings = {"3 frames are left out", "the error has risen"};
    result.log = {{LogLevel::info, "2026-11-27T01:02:03Z", phrase("%1 frames are used", 7)},
                  {LogLevel::warning, "2026-11-27T01:02:04Z", "the error has risen"}};
    result.decisions = {{0, "begins"}, {1, phrase("%1 from here on: %2", "rpie", phrase("after %1 iterations", 1))}};
    result.job = "{\"format\": \"ewald-job\"}";
    result.devices = {"cpu (2 cores)", "cpu (2 cores)"};
    result.timings_s = {{"reading", 0.5}, {"iterations", 12.0}};
    result.energy_J = 100.5;
    result.wavelength_m = 1.5e-10;
    result.nearField = true;
    result.complete = false;
    return result;
}

void expectEqual(const PtychoResult& a, const PtychoResult& b) {
    EXPECT_EQ(a.object, b.object);
    EXPECT_EQ(a.probe, b.probe);
    EXPECT_DOUBLE_EQ(a.objectPixelHeight_m, b.objectPixelHeight_m);
    EXPECT_DOUBLE_EQ(a.objectPixelWidth_m, b.objectPixelWidth_m);
    EXPECT_DOUBLE_EQ(a.objectOriginY_m, b.objectOriginY_m);
    EXPECT_DOUBLE_EQ(a.objectOriginX_m, b.objectOriginX_m);
    EXPECT_EQ(a.positions, b.positions);
    EXPECT_EQ(a.leftInCommon, b.leftInCommon);
    EXPECT_EQ(a.initialPositions, b.initialPositions);
    EXPECT_EQ(a.pixelPositions, b.pixelPositions);
    EXPECT_EQ(a.frameIndex, b.frameIndex);
    EXPECT_EQ(a.frameCounts, b.frameCounts);
    EXPECT_EQ(a.loss, b.loss);
    EXPECT_EQ(a.changes, b.changes);
    EXPECT_EQ(a.decisions, b.decisions);
    EXPECT_EQ(a.warnings, b.warnings);
    EXPECT_EQ(a.log, b.log);
    EXPECT_EQ(a.job, b.job);
    EXPECT_EQ(a.devices, b.devices);
    EXPECT_EQ(a.timings_s, b.timings_s);
    EXPECT_EQ(a.energy_J, b.energy_J);
    EXPECT_EQ(a.wavelength_m, b.wavelength_m);
    EXPECT_EQ(a.nearField, b.nearField);
    EXPECT_EQ(a.complete, b.complete);
}

TEST_F(ResultFile, ComesBackAsItWasWritten) {
    const fs::path file = m_folder / "result.h5";
    writeResult(file, example(), false);
    expectEqual(readResult(file), example());
    EXPECT_TRUE(isResultFile(file));
    EXPECT_EQ(names(), std::vector<std::string>{"result.h5"}); // no temporary file is left
}

/// The mean probe comes first, and the powers are its own.
TEST_F(ResultFile, AVariableProbeHasOneAxisMore) {
    PtychoResult result = example();
    const Array<Complex, 4> mean = result.probe;
    result.probe = Array<Complex, 4>({3, 2, 2, 2});
    std::ranges::copy(mean, result.probe.begin());
    result.probe(1, 0, 0, 1) = {50, 0};
    result.probe(2, 0, 1, 1) = {0, 70};
    result.probeWeights = Array<double, 2>({2, 3}, {1, 0.5, -0.25, 1, -0.5, 0.125});
    const fs::path path = m_folder / "variable.h5";
    writeResult(path, result, false);
    const PtychoResult read = readResult(path);
    EXPECT_EQ(read.probe, result.probe);
    EXPECT_EQ(read.probeWeights, result.probeWeights);
    const h5::File file = h5::File::open(path);
    EXPECT_EQ(file.dataset("/entry/probe/data").shape(), (h5::Shape{3, 2, 2, 2}));
    const auto power = file.dataset("/entry/probe/mode_power").readAll<double>();
    ASSERT_EQ(power.size(), 2U);
    EXPECT_DOUBLE_EQ(power[0], 0.9);
}

TEST_F(ResultFile, AnEmptyHistoryIsAResultToo) {
    PtychoResult result = example(1);
    result.loss.clear();
    result.changes.clear();
    result.decisions.clear();
    result.devices.clear();
    result.timings_s.clear();
    result.energy_J.reset();
    result.pixelPositions.clear();
    result.frameIndex.clear();
    writeResult(m_folder / "r.h5", result, false);
    expectEqual(readResult(m_folder / "r.h5"), result);
}

TEST_F(ResultFile, HasTheLayoutThatViewersOpenWithAPlot) {
    writeResult(m_folder / "r.h5", example(1), false);
    const h5::File file = h5::File::open(m_folder / "r.h5");
    EXPECT_EQ(file.attributeText("/", "default"), "entry");
    EXPECT_EQ(file.attributeText("/entry", "NX_class"), "NXentry");
    EXPECT_EQ(file.attributeText("/entry", "default"), "object");
    for (const char* group : {"/entry/object", "/entry/probe", "/entry/loss", "/entry/positions"}) {
        EXPECT_EQ(file.attributeText(group, "NX_class"), "NXdata") << group;
        const auto signal = file.attributeText(group, "signal");
        ASSERT_TRUE(signal.has_value()) << group;
        EXPECT_TRUE(file.hasDataset(std::string(group) + "/" + *signal)) << group;
    }
    EXPECT_EQ(file.attributeText("/entry/process", "NX_class"), "NXprocess");
    EXPECT_EQ(file.attributeText("/entry/object/data", "interpretation"), "image");

    const h5::Dataset object = file.dataset("/entry/object/data");
    EXPECT_EQ(object.shape(), (h5::Shape{3, 4})); // a single slice has no axis of its own
    EXPECT_EQ(object.info().type.name, "complex64");
    EXPECT_EQ(file.dataset("/entry/probe/data").shape(), (h5::Shape{2, 2, 2}));
    // By hand: pixel 5 is 6·exp(0.5i), the probe's powers are 36 and 4 of 40.
    const auto amplitude = file.dataset("/entry/object/amplitude").readAll<float>();
    const auto phase = file.dataset("/entry/object/phase").readAll<float>();
    EXPECT_FLOAT_EQ(amplitude[5], 6.0F);
    EXPECT_FLOAT_EQ(phase[5], 0.5F);
    const auto power = file.dataset("/entry/probe/mode_power").readAll<double>();
    EXPECT_DOUBLE_EQ(power[0], 0.9);
    EXPECT_DOUBLE_EQ(power[1], 0.1);
    EXPECT_DOUBLE_EQ(file.dataset("/entry/object/y").readAll<double>()[2], -1e-6 + 4e-9);
    EXPECT_EQ(file.attributeText("/entry/object/x", "units"), "m");
    EXPECT_EQ(file.text("/entry/process/program"), "ewald");
    EXPECT_EQ(file.dataset("/entry/loss/fourier_error").readAll<double>().back(), 0.25);
}

/// A window of another language, and of another process, says them in its own.
TEST_F(ResultFile, DecisionsAreKeptWithTheirParts) {
    writeResult(m_folder / "r.h5", example(), false);
    const h5::File file = h5::File::open(m_folder / "r.h5");
    const std::vector<std::string> text = file.dataset("/entry/process/decisions/text").readText();
    const std::vector<std::string> parts = file.dataset("/entry/process/decisions/text_parts").readText();
    EXPECT_EQ(text, (std::vector<std::string>{"begins", "rpie from here on: after 1 iterations"}));
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0], "begins") << "it has none";
    EXPECT_EQ(parts[1], withParts(text[1]));
    EXPECT_NE(parts[1].find("%1 from here on: %2"), std::string::npos) << parts[1];
    EXPECT_NE(parts[1].find("after %1 iterations"), std::string::npos) << parts[1];
}

TEST_F(ResultFile, NothingIsOverwrittenWithoutBeingToldTo) {
    const fs::path file = m_folder / "r.h5";
    writeResult(file, example(), false);
    PtychoResult other = example();
    other.job = "other";
    EXPECT_THROW(writeResult(file, other, false), DataError);
    EXPECT_EQ(readResult(file).job, example().job);
    writeResult(file, other, true);
    EXPECT_EQ(readResult(file).job, "other");
    EXPECT_EQ(names(), std::vector<std::string>{"r.h5"});
}

TEST_F(ResultFile, ImpossibleFoldersAreNamed) {
    try {
        writeResult(m_folder / "no" / "r.h5", example(), false);
        FAIL() << "written";
    } catch (const DataError& error) {
        EXPECT_NE(std::string(error.what()).find("no/r.h5"), std::string::npos) << error.what();
    }
    std::ofstream(m_folder / "file") << "x";
    EXPECT_THROW(writeResult(m_folder / "file" / "r.h5", example(), false), DataError);
    EXPECT_THROW(writeResult(m_folder, example(), true), DataError);
    EXPECT_THROW(checkWritable("/proc/r.h5"), DataError);
    EXPECT_NO_THROW(checkWritable(m_folder / "r.h5"));
    EXPECT_EQ(names(), std::vector<std::string>{"file"});
}

TEST_F(ResultFile, AFullDiskLeavesNothingBehind) {
    const test::SmallDisk mounted(m_folder, "256k");
    if (!mounted.refusal().empty()) GTEST_SKIP() << "mounting a small file system: " << mounted.refusal();
    h5::detail::ServerProcess::instance().useProgram({}); // one that was started before does not see the disk
    PtychoResult large = example();
    large.object = Array<Complex, 3>({1, 300, 300}); // 720 kB
    for (const bool overwrite : {false, true}) {
        try {
            writeResult(m_folder / "r.h5", large, overwrite);
            FAIL() << "written";
        } catch (const DataError& error) {
            const std::string line = error.what();
            EXPECT_NE(line.find("r.h5"), std::string::npos) << line;
            EXPECT_EQ(line.find(".part"), std::string::npos) << line;
            EXPECT_NE(line.find("space"), std::string::npos) << line;
            EXPECT_EQ(line.find('\n'), std::string::npos) << line;
        }
        EXPECT_TRUE(names().empty());
    }
    EXPECT_THROW(writeTiff(m_folder / "a.tiff", Array<float, 2>({300, 300}), false), DataError);
    EXPECT_THROW(writeTextFile(m_folder / "a.txt", std::string(1 << 20, 'x'), false), DataError);
    EXPECT_TRUE(names().empty());
    // A good file that is there already survives the attempt to replace it.
    writeResult(m_folder / "r.h5", example(), false);
    EXPECT_THROW(writeResult(m_folder / "r.h5", large, true), DataError);
    expectEqual(readResult(m_folder / "r.h5"), example());
}

TEST_F(ResultFile, AKilledWritersLeftoversAreRemoved) {
    const fs::path file = m_folder / "r.h5";
    const pid_t child = fork();
    if (child == 0) {
        // A child that dies between creating its temporary file and the end.
        const AtomicFile unfinished(file, false);
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    ASSERT_EQ(names().size(), 1U);
    EXPECT_FALSE(fs::exists(file));
    writeResult(file, example(), false);
    EXPECT_EQ(names(), std::vector<std::string>{"r.h5"});
}

TEST_F(ResultFile, OtherFilesAreRefusedWithOneLine) {
    std::ofstream(m_folder / "text") << "no HDF5";
    h5::File::create(m_folder / "empty.h5").close();
    EXPECT_THROW(static_cast<void>(readResult(m_folder / "no.h5")), DataError);
    EXPECT_THROW(static_cast<void>(readResult(m_folder / "text")), DataError);
    EXPECT_THROW(static_cast<void>(readResult(m_folder / "empty.h5")), DataError);
    EXPECT_FALSE(isResultFile(m_folder / "no.h5"));
    EXPECT_FALSE(isResultFile(m_folder / "text"));
    EXPECT_FALSE(isResultFile(m_folder / "empty.h5"));

    // A result cut in half.
    PtychoResult large = example();
    large.object = Array<Complex, 3>({1, 200, 200});
    writeResult(m_folder / "r.h5", large, false);
    fs::resize_file(m_folder / "r.h5", fs::file_size(m_folder / "r.h5") / 2);
    EXPECT_THROW(static_cast<void>(readResult(m_folder / "r.h5")), DataError);
    EXPECT_FALSE(isResultFile(m_folder / "r.h5"));
}

TEST_F(ResultFile, ShapesThatTheFileCannotHoldAreNotBelieved) {
    h5::File file = h5::File::create(m_folder / "r.h5");
    file.write("/entry/process/program", "ewald");
    // Declared, never written: 7 TB in a file of a few kB.
    file.createDataset("/entry/object/data", h5::Number::complex64, {1000000, 1000000});
    file.close();
    EXPECT_THROW(static_cast<void>(readResult(m_folder / "r.h5")), DataError);
}

Checkpoint exampleCheckpoint() {
    Checkpoint checkpoint;
    checkpoint.jobFingerprint = "0123456789abcdef";
    checkpoint.iteration = 20;
    checkpoint.result = example(1);
    checkpoint.result.state.arrays = {{"object_velocity", {{1, 2}, {3, 4}}}, {"empty", {}}};
    checkpoint.result.state.numbers = {{"stage", {2}}, {"two", {0.1, -1e-300}}};
    return checkpoint;
}

TEST_F(ResultFile, CheckpointsComeBackAndReplaceEachOther) {
    const fs::path file = m_folder / "r.h5.checkpoint.h5";
    EXPECT_FALSE(readCheckpoint(file).has_value());
    writeCheckpoint(file, exampleCheckpoint());
    Checkpoint second = exampleCheckpoint();
    second.iteration = 30;
    writeCheckpoint(file, second);
    std::string why;
    const auto read = readCheckpoint(file, &why);
    ASSERT_TRUE(read.has_value()) << why;
    EXPECT_EQ(read->jobFingerprint, second.jobFingerprint);
    EXPECT_EQ(read->iteration, 30U);
    EXPECT_EQ(read->result.state, second.result.state);
    expectEqual(read->result, second.result);
    EXPECT_EQ(names().size(), 1U);
}

/// Whoever may write into the folder of the output must not choose a file of the person that is replaced.
TEST_F(ResultFile, ACheckpointReplacesALinkAndNoFileOfAnotherKind) {
    const fs::path precious = m_folder / "precious.txt", file = m_folder / "r.h5.checkpoint.h5";
    std::ofstream(precious) << "precious";
    const auto content = [](const fs::path& name) {
        std::ifstream stream(name);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    for (const fs::path& target : {precious, fs::path("precious.txt"), m_folder / "not there", file}) {
        fs::create_symlink(target, file);
        removeCheckpoint(file);
        EXPECT_TRUE(fs::is_symlink(file)) << "it is not ours";
        writeCheckpoint(file, exampleCheckpoint());
        EXPECT_EQ(fs::symlink_status(file).type(), fs::file_type::regular) << target;
        EXPECT_TRUE(readCheckpoint(file).has_value());
        removeCheckpoint(file);
        EXPECT_FALSE(fs::exists(file));
    }
    EXPECT_EQ(content(precious), "precious");
    EXPECT_FALSE(fs::exists(m_folder / "not there"));
    fs::copy_file(precious, file);
    EXPECT_THROW(writeCheckpoint(file, exampleCheckpoint()), DataError);
    removeCheckpoint(file);
    EXPECT_EQ(content(file), "precious");
}

TEST_F(ResultFile, ADamagedCheckpointIsNotUsed) {
    const fs::path file = m_folder / "c.h5";
    writeCheckpoint(file, exampleCheckpoint());
    fs::resize_file(file, fs::file_size(file) / 2);
    std::string why;
    EXPECT_FALSE(readCheckpoint(file, &why).has_value());
    EXPECT_FALSE(why.empty());
    writeResult(m_folder / "r.h5", example(), false);
    why.clear();
    EXPECT_FALSE(readCheckpoint(m_folder / "r.h5", &why).has_value());
    EXPECT_NE(why.find("not a checkpoint"), std::string::npos) << why;
}

} // namespace
} // namespace ewald::io
