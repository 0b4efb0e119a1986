// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/units.h"
#include "io/stored_log.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ewald::io {

/// Of intensities that are neither counts nor absolute.
inline constexpr const char* kArbitraryUnits = "arbitrary units";

/// What a result file of an integration says about its axes.
struct IntegrationAxes {
    std::vector<double> radial;        ///< bin centres, in the unit
    std::string radialName;            ///< "q", "2theta", for axes
    std::string radialUnit;            ///< "nm^-1", "deg": NeXus
    std::string unit;                  ///< job key of the unit, "q_nm^-1"
    std::vector<double> azimuthal_deg; ///< bin centres; empty for patterns
    std::size_t frames = 0;
    std::size_t firstFrame = 0;         ///< index in the stack of the first row's frame …
    std::size_t frameStep = 1;          ///< … and from row to row
    std::vector<std::size_t> scanShape; ///< of a raster, empty = none
    std::optional<double> wavelength_m;
    Particle particle = Particle::photon;
    std::string poni;                            ///< text of the geometry as a PONI file
    std::string intensityUnit = kArbitraryUnits; ///< "cm^-1" of a scattering cross section

    [[nodiscard]] std::size_t bins() const noexcept {
        return radial.size() * (azimuthal_deg.empty() ? std::size_t{1} : azimuthal_deg.size());
    }
};

/// One frame's row of every dataset; empty spans are not written. A frame that failed has all rows not a number.
struct IntegrationRow {
    std::span<const float> intensity;
    std::span<const float> errors;
    std::span<const double> sumSignal;
    std::span<const double> sumVariance;
    std::span<const double> sumNormalization;
    std::span<const double> count;
};

/// What is known at the end of a run.
struct IntegrationEnd {
    std::string job; ///< the resolved job document as JSON
    std::vector<std::string> devices;
    std::string communicator; ///< what the processes talked with
    std::map<std::string, double> timings_s;
    std::optional<double> energy_J;
    /// False: stopped early (rows from `frames written` on are not a number), or the input is cut off.
    bool complete = true;
    std::vector<std::string> warnings; ///< of the run, one line each, in their order
    std::vector<StoredLogLine> log;
    std::string version; ///< of the program that wrote the file; not written from here
    /// Frames that could not be read: index and one line why.
    std::vector<std::pair<std::size_t, std::string>> failedFrames;
};

/// How intensities come from what a detector has counted, beyond the sums of a result: for its readers.
struct IntensityScale {
    struct Factor {
        std::string name; ///< lower case
        double value = 0;
        std::string unit; ///< empty: a number
    };
    std::string formula; ///< of the intensity, with the names of the factors
    std::vector<Factor> factors;
    std::string emptyFile; ///< the result whose patterns were subtracted; empty: none
};

/// Writes /entry/result while frames are integrated: memory does not grow with their number. All into a temporary file
/// beside `file`, which is flushed and renamed by finish(); without finish() nothing is left behind.
///
/// Frames that were never written, and those that failed, are not a number. Of axes without frames the result grows: it
/// has as many as rows were written, and its chunks are those of many.
/// Datasets: frame, radial, [azimuthal,] intensity [frame,[azimuthal,]radial], errors, sum_signal, sum_variance,
/// sum_normalization, count. All but the axes have the axes of intensity. In sum_normalization and count the frame axis
/// has one entry where all frames share it, so that they can be multiplied with the others (broadcasting).
///
/// Patterns and cakes over q or 2θ with a known wavelength are also there as the NeXus application definitions
/// NXazint1d and NXazint2d (v2025.11) name them, in the NXsubentry azint1d or azint2d, by links to the same numbers.
/// One thread.
class IntegrationWriter {
public:
    struct Contents {
        bool errors = false;
        bool variance = false;
        bool sums = true;           ///< sum_signal, and the two below
        bool sumsEachFrame = false; ///< sum_normalization and count are not those of all frames
        // Of the intensities:
        bool solidAngle = false;               ///< corrected for it
        bool polarization = false;             ///< corrected for it
        bool monitor = false;                  ///< divided by the monitor of their frame
        std::optional<IntensityScale> scale{}; ///< absent: they are Σ signal / Σ normalisation
    };
    /// \throws DataError (exists and not overwrite, unwritable folder, full disk)
    IntegrationWriter(std::filesystem::path file, IntegrationAxes axes, Contents contents, bool overwrite);
    ~IntegrationWriter();
    IntegrationWriter(const IntegrationWriter&) = delete;
    IntegrationWriter& operator=(const IntegrationWriter&) = delete;

    /// Sums that hold for all frames (without sumsEachFrame). \throws DataError
    void writeStaticSums(std::span<const double> normalization, std::span<const double> count);
    /// Rows may come in any order; a frame that is never written is not a number. \throws DataError
    void writeRow(std::size_t frame, const IntegrationRow& row);
    /// Writes the rest, flushes and renames. \throws DataError
    void finish(const IntegrationEnd& end);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// An integration result that is read row by row. Any thread.
class IntegrationResult {
public:
    /// \throws DataError when the file is no result of an integration
    explicit IntegrationResult(const std::filesystem::path& file);
    ~IntegrationResult();

    [[nodiscard]] const IntegrationAxes& axes() const noexcept;
    [[nodiscard]] const IntegrationEnd& end() const noexcept;
    [[nodiscard]] bool hasErrors() const noexcept;
    /// One frame: bins() values. \throws DataError
    [[nodiscard]] std::vector<float> intensity(std::size_t frame) const;
    [[nodiscard]] std::vector<float> errors(std::size_t frame) const;
    /// Pixels in each bin, with their weights: bins() values; 0 where the intensity means nothing. Empty where the file
    /// does not tell. \throws DataError
    [[nodiscard]] std::vector<float> counts(std::size_t frame) const;
    /// Σ normalisation of each bin, the weights of its intensity in a mean; where the file does not tell, counts().
    /// \throws DataError
    [[nodiscard]] std::vector<float> weights(std::size_t frame) const;
    /// Whether counts() and weights() differ from frame to frame.
    [[nodiscard]] bool countsVary() const noexcept;
    /// Patterns [first, first + count), for heat maps and maps. \throws DataError
    [[nodiscard]] std::vector<float> intensities(std::size_t first, std::size_t count) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// True when the file is an integration result of Ewald (has /entry/result and program "ewald").
[[nodiscard]] bool isIntegrationFile(const std::filesystem::path& file) noexcept;

} // namespace ewald::io
