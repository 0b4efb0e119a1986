// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/saved_state.h"
#include "base/units.h"
#include "io/stored_log.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

/// Metrics of one iteration.
struct LossEntry {
    std::size_t iteration = 0; ///< counts from 1 over the whole pipeline
    std::string engine;
    double fourierError = 0; ///< Σ(|ψ̂|−√I)²/ΣI over valid pixels; the last one of a result: of the saved state
    double value = 0;        ///< the engine's own loss
    double llk = 0;        ///< half the Poisson deviance per valid pixel over that of a perfect model: 1 = noise limit
    double time_s = 0;     ///< since the start of the first iteration, pauses excluded
    double noiseFloor = 0; ///< fourierError of a perfect model; 0 = not known
    double step = 1;       ///< factor on the engine's steps: halved each time that the run diverged
    double running = 0;    ///< fourierError as accumulated before each update, of the last iteration, too
    /// The error of the iteration itself, of the last one, too; running is not known in results of early versions.
    [[nodiscard]] double ofIteration() const noexcept { return running > 0 ? running : fourierError; }
    bool operator==(const LossEntry&) const = default;
};

/// A parameter that changed in the middle of a run, or where a run was continued. Values as in a job document.
struct ParameterChange {
    std::size_t iteration = 0; ///< iterations that were done before it took effect
    std::string key;           ///< of the table; "engine", "stage", "iterations" or "seed"
    std::string from;          ///< empty: a stage was added
    std::string to;            ///< empty: a stage was left out
    std::string engine;        ///< of the stage that it belongs to; empty: of the whole job
    bool operator==(const ParameterChange&) const = default;
};

/// What a run decided by itself: its automatic plan, or a step back where it diverged.
struct Decision {
    std::size_t iteration = 0; ///< iterations that were done before it took effect
    std::string text;          ///< one line, a phrase (base/phrase.h)
    bool operator==(const Decision&) const = default;
};

/// A Fourier ring correlation kept with a result: of halves of its scan or of two results.
struct StoredFrc {
    std::vector<double> frequency; ///< cycles per metre; one entry a ring in this and the next three
    std::vector<double> frc;
    std::vector<double> halfBit; ///< threshold
    std::vector<double> oneBit;
    /// Half the period of the first crossing of a threshold.
    struct Resolution {
        std::optional<double> value_m; ///< absent = none can be given; `definition` says why
        bool atMost = false;           ///< the threshold is never crossed: it is a pixel or better
        bool operator==(const Resolution&) const = default;
    };
    Resolution resolution; ///< at the half-bit threshold
    Resolution oneBitResolution;
    std::string of;         ///< what was compared: the names of the two results, or how the scan was divided
    std::string definition; ///< of the resolution, for people
    bool operator==(const StoredFrc&) const = default;
};

/// The content of a result file: what a ptychographic reconstruction gives. Written as DESIGN's /entry layout.
struct PtychoResult {
    Array<Complex, 3> object; ///< [slice][H][W], or [mode][H][W] where objectModes > 1
    /// Incoherent modes of the object, orthogonal, the strongest first; 1: the first axis of `object` counts slices.
    std::size_t objectModes = 1;
    Array<Complex, 4> probe; ///< [opr][mode][n][n], variations of the first mode after the mean probe; DC of real space
                             ///< in the middle of the array
    double objectPixelHeight_m = 0;
    double objectPixelWidth_m = 0;
    /// Steps of a row and of a column of the object in space (x, y, z), metres, z along the beam; of a tilted sample.
    std::optional<std::array<std::array<double, 3>, 2>> objectBasis;
    double objectOriginY_m = 0; ///< position in metres of the centre of object pixel (0, 0), row axis
    double objectOriginX_m = 0;
    std::vector<ScanPosition> positions; ///< as refined, metres, in the file's frame order
    std::vector<ScanPosition> initialPositions;
    /// Of scale, rotation (radians), stretch and shear of all positions, what the search for these has left to be done.
    std::array<double, 4> leftInCommon{};
    std::vector<PixelPosition> pixelPositions; ///< as refined, window corners in object pixels
    std::vector<std::size_t> frameIndex;       ///< which frame of the file each position belongs to
    std::vector<double> frameCounts;           ///< measured in each frame, masked pixels left out; empty: not known
    Array<float, 2> background; ///< [n][n] counts a frame beside the waves, DC in the middle; empty: not fitted
    /// [frame][opr] weights of the probe's variations in each frame, 1 of the first; empty: it has no others.
    Array<double, 2> probeWeights;
    std::vector<double> frameIntensities; ///< of the beam, mean 1; empty: not fitted
    std::vector<LossEntry> loss;
    std::vector<ParameterChange> changes; ///< in their order
    std::vector<Decision> decisions;      ///< in their order
    /// The resolved job document as JSON. Its pipeline is what was done, stage by stage, and then what was planned.
    std::string job;
    std::vector<std::string> devices; ///< one line a rank
    std::string communicator;         ///< what the ranks talked with: "self", "in-process", "MPI (…)"
    std::map<std::string, double> timings_s;
    std::optional<double> energy_J; ///< electrical energy used, where the machine reports it
    double wavelength_m = 0;
    Particle particle = Particle::photon;
    bool nearField = false;            ///< of the geometry of the run, whether file or job said it
    bool complete = true;              ///< false: stopped early by the user
    std::vector<std::string> warnings; ///< of the run, one line each, in their order
    std::vector<StoredLogLine> log;    ///< of the run and of those that it goes on from
    std::string version;               ///< of the program that wrote the file; not written from here
    std::optional<StoredFrc> frc;
    /// What was reached and found, and what would help: lines, each a phrase (base/phrase.h). Of results of early
    /// versions there is none.
    std::vector<std::string> verdict;
    SavedState state; ///< to go on from here with the same bits; read only when asked for
};

/// Writes to a temporary name beside `file`, flushes to disk and renames: the file is either absent or complete.
/// Never replaces an existing file unless `overwrite`.
/// \throws DataError (unwritable folder, full disk, exists)
void writeResult(const std::filesystem::path& file, const PtychoResult& result, bool overwrite);

/// What is read of a result.
enum class ResultContent {
    results,  ///< all but `state`, which may be larger than all the rest
    withState ///< everything: to go on from there
};
/// Reads a result that Ewald wrote. \throws DataError
[[nodiscard]] PtychoResult readResult(const std::filesystem::path& file,
                                      ResultContent content = ResultContent::results);
/// True when the file looks like a reconstruction of Ewald (has /entry/object, and program "ewald").
[[nodiscard]] bool isResultFile(const std::filesystem::path& file) noexcept;

/// State of a run in the middle, enough to continue as if it had not been interrupted.
struct Checkpoint {
    std::string jobFingerprint; ///< of everything that decides the numbers; a checkpoint of another job is not used
    std::size_t iteration = 0;  ///< iterations done over the whole pipeline
    std::size_t iterationsAskedFor = 0; ///< of the job of the fingerprint; 0: as in the job of the result
    PtychoResult result;                ///< with its `state`
};
/// Atomic like writeResult; replaces the previous checkpoint, or a symbolic link of that name, which is not followed.
/// \throws DataError as writeResult does, and where the name belongs to a file that is no checkpoint
void writeCheckpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);
/// Removes a checkpoint; a symbolic link and a file that is no checkpoint stay.
void removeCheckpoint(const std::filesystem::path& file) noexcept;
/// Iterations that a checkpoint holds, without reading the rest; nothing where it is no checkpoint.
[[nodiscard]] std::optional<std::size_t> checkpointIteration(const std::filesystem::path& file) noexcept;
/// Absent when there is no such file or it is unreadable (then `why` says so).
[[nodiscard]] std::optional<Checkpoint> readCheckpoint(const std::filesystem::path& file, std::string* why = nullptr);

// ---- export ---------------------------------------------------------------------------------------------------

/// Photons that all frames together brought to each object pixel, largest = 1: where the object is worth looking at.
/// Empty when the result has no pixel positions.
[[nodiscard]] Array<float, 2> illumination(const PtychoResult& result);
/// The same of a probe [mode][n][n] and the places of its windows in an object of rows × cols pixels.
[[nodiscard]] Array<float, 2> illumination(const Array<Complex, 3>& probe, std::span<const PixelPosition> positions,
                                           std::size_t rows, std::size_t cols);
/// 1 where an object got a good part of the light that the middle of the scan got: a fifth of the 90th percentile of
/// all lit pixels, so that a few bright ones (the middle of a spiral) do not decide. Empty for an empty illumination().
[[nodiscard]] Array<std::uint8_t, 2> litArea(const Array<float, 2>& light);

/// Removes the best-fitting linear phase ramp and the mean phase.
/// \param weight one a pixel, usually illumination(); empty: the amplitude, without the pixels that still have the
/// value
///        of the corner (no frame reached them)
void removePhaseRamp(Array<Complex, 2>& object, std::span<const float> weight = {});

/// 32-bit float TIFF, one plane, C order. Atomic. \throws DataError
void writeTiff(const std::filesystem::path& file, const Array<float, 2>& image, bool overwrite);
/// 8-bit TIFF, one plane, C order. Atomic. \throws DataError
void writeTiff(const std::filesystem::path& file, const Array<std::uint8_t, 2>& image, bool overwrite);
/// 8-bit RGB PNG from width × height × 3 bytes. Atomic. \throws DataError
void writePng(const std::filesystem::path& file, std::size_t width, std::size_t height,
              std::span<const std::uint8_t> rgb, bool overwrite);

} // namespace ewald::io
