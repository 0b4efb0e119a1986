// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "io/result_file.h"

// Inside of result files and checkpoints, shared by the files that write and read them.
namespace ewald::io {

namespace layout {
inline constexpr const char* kProgram = "ewald";
inline constexpr const char* kEntry = "/entry";
inline constexpr const char* kObject = "/entry/object";
inline constexpr const char* kPixelHeight = "/entry/object/y_pixel_size";
inline constexpr const char* kPixelWidth = "/entry/object/x_pixel_size";
inline constexpr const char* kObjectModes = "/entry/object/incoherent_modes";
inline constexpr const char* kObjectBasis = "/entry/object/basis_vectors";
inline constexpr const char* kProbe = "/entry/probe";
inline constexpr const char* kIntegration = "/entry/result";
inline constexpr const char* kFirstPeak = "/entry/peak_1";
inline constexpr const char* kPositions = "/entry/positions";
inline constexpr const char* kLoss = "/entry/loss";
inline constexpr const char* kFrc = "/entry/frc";
inline constexpr const char* kBackground = "/entry/background";
inline constexpr const char* kFrameIntensities = "/entry/frame_intensities";
inline constexpr const char* kProbeWeights = "/entry/probe_weights";
inline constexpr const char* kProcess = "/entry/process";
inline constexpr const char* kChanges = "/entry/process/changes";
inline constexpr const char* kDecisions = "/entry/process/decisions";
inline constexpr const char* kLog = "/entry/process/log";
inline constexpr const char* kVerdict = "/entry/process/verdict";
inline constexpr const char* kNearField = "/entry/process/near_field"; ///< 1; not there: the far field
inline constexpr const char* kState = "/entry/process/state";
inline constexpr const char* kWavelength = "/entry/instrument/beam/incident_wavelength";
inline constexpr const char* kBeamProbe = "/entry/instrument/source/probe";
} // namespace layout

/// How a result was made.
struct ProcessRecord {
    const std::string& job; ///< the resolved job document as JSON
    const std::vector<std::string>& devices;
    const std::string& communicator;
    const std::map<std::string, double>& timings_s;
    std::optional<double> energy_J;
    bool complete = true;
    const std::vector<std::string>& warnings; ///< of the run, one line each
    const std::vector<StoredLogLine>& log;
};
/// The same, as read.
struct StoredProcess {
    std::string job;
    std::vector<std::string> devices;
    std::string communicator;
    std::map<std::string, double> timings_s;
    std::optional<double> energy_J;
    bool complete = true;
    std::vector<std::string> warnings;
    std::vector<StoredLogLine> log;
    std::string version;
};
[[nodiscard]] StoredProcess readProcess(const h5::File& file);
/// Empty for files of early versions.
[[nodiscard]] std::vector<StoredLogLine> readLog(const h5::File& file);
/// Lines, and beside them what makes phrases of them.
void writePhrases(h5::File& file, const std::string& path, const std::vector<std::string>& lines);
/// The lines, with what is known of them remembered.
[[nodiscard]] std::vector<std::string> readPhrases(const h5::File& file, const std::string& path);
/// Whether /entry/process/program is this program.
[[nodiscard]] bool isMadeByEwald(const h5::File& file);
/// Root attributes and /entry; `shown` is the group of /entry that opens by itself.
void writeEntry(h5::File& file, const char* shown, const char* title);
/// /entry/process with who has written the file, and when: what readStamp() reads.
void beginProcess(h5::File& file);
/// The same with all that is known of the run.
void writeProcess(h5::File& file, const ProcessRecord& record);
/// /entry/instrument: the wavelength, and what the beam consists of ("x-ray" or "electron", as NeXus has it).
void writeBeam(h5::File& file, double wavelength_m, Particle particle);
/// What writeBeam() has written; photons where a file does not say it.
[[nodiscard]] Particle readParticle(const h5::File& file);
/// A group with its NeXus class.
void createGroup(h5::File& file, const std::string& path, const char* nexusClass);

/// A checkpoint leaves out what can be computed from the rest: it is written often and read once.
enum class ResultParts { complete, stateOnly };

void writeParts(h5::File& file, const PtychoResult& result, ResultParts parts);
[[nodiscard]] PtychoResult readParts(const h5::File& file, ResultContent content);

/// Leading axes of extent one removed, as long as more than `kept` are there.
[[nodiscard]] h5::Shape squeezed(h5::Shape shape, std::size_t kept);

} // namespace ewald::io
