// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "io/frame_stack.h"
#include "io/hdf5/hdf5.h"
#include "io/scan.h"
#include "io/temporary_folder.h"

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

// What the tests of the readers share: a folder that goes away, small made-up scans, and ways to look at results.
namespace ewald::io::test {

namespace fs = std::filesystem;

/// A test with a folder of its own.
class WithFolder : public testing::Test {
protected:
    [[nodiscard]] fs::path at(const std::string& name) const { return m_folder / name; }

    const TemporaryFolder m_temporary;
    const fs::path m_folder = m_temporary.path();
};

inline constexpr std::size_t kFrames = 6;
inline constexpr std::size_t kRows = 10;
inline constexpr std::size_t kCols = 12;

/// Every pixel tells where it is: frame · 1000 + row · 20 + column.
inline std::vector<std::uint16_t> countingFrames(std::size_t frames = kFrames, std::size_t rows = kRows,
                                                 std::size_t cols = kCols) {
    std::vector<std::uint16_t> values;
    for (std::size_t f = 0; f < frames; ++f)
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < cols; ++c) values.push_back(static_cast<std::uint16_t>(f * 1000 + r * 20 + c));
    return values;
}

/// x = 1, 2, 3 … µm, y = −0.5, −1 … µm, z = 0.1, 0.2 … µm: they cannot be mixed up.
inline double xOf(std::size_t frame) { return 1e-6 * static_cast<double>(frame + 1); }
inline double yOf(std::size_t frame) { return -0.5e-6 * static_cast<double>(frame + 1); }
inline double zOf(std::size_t frame) { return 0.1e-6 * static_cast<double>(frame + 1); }

/// N × `columns` with x, y, z, or its transpose.
inline std::vector<double> translations(std::size_t frames, std::size_t columns, bool transposed, double unit = 1.0) {
    std::vector<double> values(frames * columns);
    for (std::size_t f = 0; f < frames; ++f)
        for (std::size_t c = 0; c < columns; ++c) {
            const double value = c == 0 ? xOf(f) / unit : c == 1 ? yOf(f) / unit : zOf(f) / unit;
            values[transposed ? c * frames + f : f * columns + c] = value;
        }
    return values;
}

template <class T>
void put(h5::File& file, const std::string& path, const std::vector<T>& values, const h5::Shape& shape,
         const h5::StorageOptions& options = {}) {
    file.write<T>(path, std::span<const T>(values), shape, options);
}

/// Detector geometry of a CXI file: 1.24 nm, 1.5 m, 20 µm × 30 µm (height × width).
inline void putGeometry(h5::File& file, const std::string& instrument = "/entry_1/instrument_1") {
    file.write(instrument + "/source_1/wavelength", 1.24e-9);
    file.write(instrument + "/detector_1/distance", 1.5);
    file.write(instrument + "/detector_1/y_pixel_size", 20e-6);
    file.write(instrument + "/detector_1/x_pixel_size", 30e-6);
}

/// Beam of 8 keV and detector geometry of a NeXus file; the ring's energy, beside them, is none of photons.
inline void putNexusBeam(h5::File& file) {
    file.write("/entry_1/instrument_1/source_1/energy", 3.0);
    file.setAttribute("/entry_1/instrument_1/source_1/energy", "units", "GeV");
    file.write("/entry_1/instrument_1/beam_1/energy", 8.0);
    file.setAttribute("/entry_1/instrument_1/beam_1/energy", "units", "keV");
    file.write("/entry_1/instrument_1/detector_1/distance", 1500.0);
    file.setAttribute("/entry_1/instrument_1/detector_1/distance", "units", "mm");
    file.write("/entry_1/instrument_1/detector_1/x_pixel_size", 30.0);
    file.setAttribute("/entry_1/instrument_1/detector_1/x_pixel_size", "units", "um");
    file.write("/entry_1/instrument_1/detector_1/y_pixel_size", 20e-6);
}

/// A sound CXI file in the specification's layout.
inline void putCxi(h5::File& file) {
    file.write("/cxi_version", std::int64_t{160});
    putGeometry(file);
    put(file, "/entry_1/instrument_1/detector_1/data", countingFrames(), {kFrames, kRows, kCols});
    put(file, "/entry_1/sample_1/geometry_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    file.softLink("/entry_1/data_1/data", "/entry_1/instrument_1/detector_1/data");
    file.softLink("/entry_1/data_1/translation", "/entry_1/sample_1/geometry_1/translation");
}

inline void expectPositions(const Scan& scan, std::size_t frames = kFrames) {
    ASSERT_EQ(scan.positions.size(), frames);
    for (std::size_t f = 0; f < frames; ++f) {
        EXPECT_NEAR(scan.positions[f].x, xOf(f), 1e-15);
        EXPECT_NEAR(scan.positions[f].y, yOf(f), 1e-15);
    }
}

/// The scan's frame as numbers.
inline std::vector<float> numbersOf(const FrameStack& stack, std::size_t frame) {
    std::vector<float> numbers(stack.rows() * stack.cols());
    stack.makeReader()->readNumbers(frame, numbers);
    return numbers;
}

/// The stack gives the counting frames, one after the other and alone.
inline void expectCountingFrames(const FrameStack& stack, std::size_t frames = kFrames) {
    ASSERT_EQ(stack.frameCount(), frames);
    ASSERT_EQ(stack.rows(), kRows);
    ASSERT_EQ(stack.cols(), kCols);
    const std::vector<std::uint16_t> expected = countingFrames(frames);
    const auto reader = stack.makeReader();
    std::vector<float> numbers(kRows * kCols);
    for (std::size_t f = 0; f < frames; ++f) {
        reader->readNumbers(f, numbers);
        EXPECT_TRUE(std::equal(numbers.begin(), numbers.end(),
                               expected.begin() + static_cast<std::ptrdiff_t>(f * numbers.size())));
    }
    EXPECT_EQ(numbersOf(stack, frames - 1)[0], static_cast<float>(1000 * (frames - 1)));
}

/// True when a note of at least this severity holds the text.
inline bool hasNote(const std::vector<Note>& notes, const std::string& text, Severity least = Severity::info) {
    for (const Note& note : notes)
        if (note.severity >= least && note.text.find(text) != std::string::npos) return true;
    return false;
}

/// What a DataError says, whole; empty when nothing is thrown.
template <class Action>
std::string dataErrorOf(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        EXPECT_FALSE(error.hint().empty()) << error.what();
        return error.what();
    }
    return {};
}

/// Of this process so far, in seconds: other work on the machine does not count.
inline double processorTime_s() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace ewald::io::test
