// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/units.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

enum class Severity { info, warning, error };

/// One remark of a reader, for the person who opens the file: what was understood, guessed or found odd.
struct Note {
    Severity severity = Severity::info;
    std::string text; ///< one line: what, where, what to do
    bool operator==(const Note&) const = default;
};

class FrameStack;

/// What a reader understood of a ptychography file. Positions are in metres, frames have their centre in the middle.
struct Scan {
    std::string format; ///< "CXI", "NeXus NXcxi_ptycho", "PtyPy ptyd", …
    std::filesystem::path file;
    std::string title; ///< from the file, may be empty
    std::shared_ptr<const FrameStack> frames;
    bool framesAreAmplitudes = false;    ///< HXN "diffamp": stored values are √I
    bool framesAreCornerCentred = false; ///< DC in the corner of the stored frame (HXN), otherwise in the middle
    std::string framesPath;              ///< dataset path, for people and messages
    std::string positionsPath;
    std::vector<ScanPosition> positions; ///< one a frame, metres
    std::vector<double> alongBeam_m;     ///< the third coordinate of these where the file has it, else empty
    /// Rows of the detector's basis vectors (row step, column step) as x, y, z in metres, when the file has them.
    std::optional<std::array<std::array<double, 3>, 2>> basisVectors;
    Particle particle = Particle::photon; ///< what the frames were taken with; files do not say it
    std::optional<double> wavelength_m;
    bool wavelengthFromEnergy = false; ///< the file gives an energy, which was taken for that of photons
    std::optional<double> distance_m;  ///< sample to detector
    std::optional<double> pixelHeight_m;
    std::optional<double> pixelWidth_m;
    std::optional<double> beamCentreRow; ///< pixels from the outer corner of the stored pixel (0, 0)
    std::optional<double> beamCentreCol;
    std::optional<double> focusToSample_m; ///< near field, rarely in a file
    Array<std::uint8_t, 2> badPixels;      ///< 1 = do not use; empty = no mask in the file
    Array<std::uint8_t, 2> withoutSource;  ///< likewise, those that a virtual dataset takes from no source
    Array<Complex, 3> probe;               ///< [mode][row][col], empty when the file has none
    Array<Complex, 2> object;              ///< empty when the file has none
    std::vector<double> frameIntensity;    ///< incident intensity a frame (relative), empty when unknown
    std::vector<Note> notes;
    std::vector<Note> pairing; ///< those of them that say how positions were taken for those of frames
    /// Where each quantity came from: "energy" → "/entry_1/instrument_1/source_1/energy [J]". For people.
    std::map<std::string, std::string> origin;
};

/// Units that a mapping does not state: those that the files give hold, and the mapping's where they give none.
struct UnstatedUnits {
    bool position = false;
    bool energy = false;
    bool distance = false;
    bool pixelSize = false;

    bool operator==(const UnstatedUnits&) const = default;
};

/// Which dataset is what in a file of unknown layout, in which unit. Held by a job document under input.mapping,
/// written by the import dialog. Paths are absolute HDF5 paths; an empty path means "not in this file".
struct ImportMapping {
    std::string frames;    ///< 3-D (N,H,W) or 4-D (ny,nx,H,W); empty in `framesFile`: they are found
    std::string positions; ///< one dataset (N,2|3) or (2|3,N); or empty when x and y are apart
    std::string positionX; ///< datasets, or the names or numbers (from 1 on) of columns of a text table
    std::string positionY;
    std::string frameIndex;           ///< which frame each position belongs to, counted from 0; empty: in order
    std::string monitor;              ///< incident intensity at each position
    std::string positionUnit = "m";   ///< m, mm, um, nm, A, px (of the object, from whole frames)
    std::string positionOrder = "xy"; ///< order of the columns of `positions`: xy or yx
    std::string mask;
    std::string probe;
    std::string energy;             ///< dataset of the photon energy or wavelength
    std::string energyUnit = "keV"; ///< keV, eV, J, m, nm, A
    std::string distance;
    std::string distanceUnit = "m";
    std::string pixelSize;
    std::string pixelSizeUnit = "m";
    UnstatedUnits unstatedUnits;       ///< those above that nobody chose
    std::optional<double> energyValue; ///< typed by hand, in energyUnit; used where the dataset is empty
    std::optional<double> distanceValue;
    std::optional<double> pixelSizeValue;
    bool amplitudes = false;    ///< stored values are √I
    bool cornerCentred = false; ///< DC in the corner
    /// Frames in other files: HDF5, TIFF, EDF …, a name or a pattern (* ? #), relative to the folder of the scan's
    /// file; empty: in that one.
    std::filesystem::path framesFile;
    /// Positions, their frame indices and the monitor in another HDF5 file or a text table (CSV, columns, SPEC); empty:
    /// in the scan's file.
    std::filesystem::path positionsFile;
    std::optional<double> positionsScan; ///< number of the scan (#S) in a SPEC file of several

    bool operator==(const ImportMapping&) const = default;
};

/// How sure a reader is that a file is of its format.
struct Probed {
    std::string format;
    double confidence = 0; ///< 0 = not mine, 1 = certain
    std::string reason;    ///< one line
};

/// All formats that may fit, best first. \throws DataError for no such file, no file of frames, truncated file.
[[nodiscard]] std::vector<Probed> probeScan(const std::filesystem::path& file);

/// Opens a scan with the reader that is surest of it, or by `mapping`. Frames are not read yet.
/// \throws DataError one line: what, file and dataset path, what to do
[[nodiscard]] Scan openScan(const std::filesystem::path& file, const ImportMapping* mapping = nullptr);

/// One entry of a file's tree, for the import dialog.
struct FileNode {
    std::string path; ///< absolute HDF5 path
    bool isGroup = false;
    std::vector<std::size_t> shape; ///< of a dataset; empty for a scalar
    std::string type;               ///< "uint16", "float64", "string", "complex64"
    std::string filters;            ///< "gzip", "bitshuffle+lz4", "unknown filter 32099", empty
    std::string units;              ///< the units attribute, if any
    std::string value;              ///< of a scalar, for people
    std::string problem;            ///< dangling link, unsupported filter; empty when sound
};
/// The whole tree of an HDF5 file in path order, links resolved one level. \throws DataError
[[nodiscard]] std::vector<FileNode> listFile(const std::filesystem::path& file);

/// Proposes a mapping for a file of unknown layout from names, shapes and units attributes. \throws DataError
[[nodiscard]] ImportMapping guessMapping(const std::filesystem::path& file);

/// The unit guard: remarks on a scan that cannot be right, each saying what to change.
///
/// Warns when the object would exceed 20,000 pixels a side, positions are all equal, the energy is outside
/// 0.05–500 keV (of electrons: 1–3000 keV), the median step is larger than the probe window, some frames or positions
/// have no partner; errors when most have none, wavelength, distance or pixel size are missing, zero, negative or not
/// finite.
/// \param windowPixels side of the (cropped, binned) frame; objectPixel_m its pixel at the sample
[[nodiscard]] std::vector<Note> checkScan(const Scan& scan, std::size_t windowPixels, double objectPixel_m);

} // namespace ewald::io
