// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/pixel_type.h"
#include "codec/bitshuffle.h"
#include "io/scan.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

/// One frame in the form in which it is cheapest to go on with.
struct StoredFrame {
    std::span<const std::byte> bytes; ///< a chunk as it lies in the file, or pixels in the byte order of this machine
    /// Set: `bytes` is one bitshuffle chunk that holds exactly this frame, to be decoded block by block.
    /// Absent: `bytes` are rows × cols decoded pixels.
    std::optional<codec::BitshuffleFormat> bitshuffle;
    /// Owns `bytes`, unless they lie where the caller wanted them: no later read changes them while this is held.
    /// Frames of one chunk share it. To be released by the thread that reads.
    std::shared_ptr<const void> memory;
};

/// What is stored and decoded together: frames with equal units lie in the same chunks.
struct FrameUnit {
    const void* source = nullptr;
    std::size_t number = 0;
    bool operator==(const FrameUnit&) const = default;
};

/// Reads frames of a stack for one thread; it owns the buffers.
class FrameReader {
public:
    virtual ~FrameReader() = default;
    /// \throws DataError naming file, dataset and frame index; the reader stays usable for other frames
    [[nodiscard]] virtual StoredFrame read(std::size_t frame) = 0;
    /// As read(), but a frame that is one bitshuffle chunk lies in `place` afterwards when that is large enough; it
    /// then has no memory of its own.
    [[nodiscard]] virtual StoredFrame readInto(std::size_t frame, std::span<std::byte> place) = 0;
    /// The frame decoded, rows × cols pixels in C order; the bytes are gone with the next read. \throws DataError
    [[nodiscard]] virtual std::span<const std::byte> readPixels(std::size_t frame) = 0;
    /// The frame as numbers. \param out rows × cols values \throws DataError
    virtual void readNumbers(std::size_t frame, std::span<float> out) = 0;
    /// Seconds spent reading from disk since the reader was made, and bytes read (as stored).
    [[nodiscard]] virtual double readSeconds() const noexcept = 0;
    [[nodiscard]] virtual std::uint64_t readBytes() const noexcept = 0;
};

/// What files say about the experiment beside the frames; absent where they do not.
struct StackGeometry {
    std::optional<double> wavelength_m;
    std::optional<double> distance_m;    ///< sample to detector
    std::optional<double> beamCentreRow; ///< pixels from the outer corner of pixel (0, 0)
    std::optional<double> beamCentreCol;
    double tilt_deg = 0; ///< between the detector's normal and the beam; the distance is that to the beam centre then
    double tiltDirection_deg = 0; ///< of the way from the point of normal incidence to the centre, columns to rows
    double turn_deg = 0;          ///< of the tilted image around the beam, as rot3 of a PONI
    std::optional<double> pixelHeight_m;
    std::optional<double> pixelWidth_m;
    std::string detector; ///< description, as written
    /// A file that says where each pixel is (readDetectorFile()), of modules in several planes; distance and beam
    /// centre are absent then. Empty: none.
    std::filesystem::path panels;
    double panelsDistance_m = 0; ///< from the sample to the plane from which that file counts
};

/// The numbers of pixels without a measurement.
struct NotMeasured {
    float number = std::numeric_limits<float>::quiet_NaN(); ///< none
    float within = 0;                                       ///< those as near to it are such, too
    [[nodiscard]] bool contains(float value) const noexcept { return std::abs(value - number) <= within; }
};

/// What a file says that its frames have been corrected with already: the dataset, attribute or line of a header that
/// says so; empty: it does not.
struct AppliedCorrections {
    std::string flat; ///< divided by a flat field
    std::string dark; ///< a dark image taken off
};

/// Frames of one shape and type, from one or many files, in order; read piece by piece, never as a whole.
///
/// Everything but the readers is fixed once open; all const functions may be called from any thread.
class FrameStack {
public:
    virtual ~FrameStack() = default;

    [[nodiscard]] virtual std::size_t frameCount() const noexcept = 0;
    [[nodiscard]] virtual std::size_t rows() const noexcept = 0;
    [[nodiscard]] virtual std::size_t cols() const noexcept = 0;
    [[nodiscard]] virtual PixelType pixelType() const noexcept = 0;
    /// "scan_data_000002.h5:/entry/data/data frame 17", for messages and for the result.
    [[nodiscard]] virtual std::string where(std::size_t frame) const = 0;
    [[nodiscard]] virtual std::unique_ptr<FrameReader> makeReader() const = 0;
    /// Some of the frames in another order. Of what belongs to all of them only what names them (format, path) and what
    /// their counts mean (type, saturation, corrections): no mask, flat field, geometry, monitor, notes. \throws
    /// InternalError
    [[nodiscard]] virtual std::shared_ptr<const FrameStack> select(std::span<const std::size_t> frames) const = 0;
    /// Counts from which on a pixel says nothing in its frame: what the file calls saturated, or the marker of the
    /// type (base/pixel_type.h).
    [[nodiscard]] std::optional<double> saturationValue() const;
    /// `notMeasured`, in the precision of the numbers that a reader gives.
    [[nodiscard]] NotMeasured notMeasuredNumbers() const noexcept {
        if (!notMeasured) return {};
        return {static_cast<float>(*notMeasured), static_cast<float>(notMeasuredWithin)};
    }
    /// How many frames are stored and decoded together, at most: reading them one after the other with one reader
    /// decodes them once.
    [[nodiscard]] virtual std::size_t chunkFrames() const noexcept { return 1; }
    /// What the frame is decoded with. A reader keeps the unit of its last frame.
    [[nodiscard]] virtual FrameUnit unitOf(std::size_t frame) const { return {this, frame}; }
    /// Frames without those at the end of which is known that they are not there.
    [[nodiscard]] virtual std::size_t framesThere() const { return frameCount(); }
    /// Those of which is not known that they cannot be read, rising.
    [[nodiscard]] virtual std::vector<std::size_t> readableFrames() const;

    std::string format;            ///< "Eiger master (NXmx)", "LImA", "Lambda modules", "TIFF", "EDF", "CBF", "HDF5"
    std::string framesPath;        ///< dataset path, for people and messages; empty outside HDF5
    std::string compression;       ///< "bitshuffle-LZ4", "gzip", "none"
    std::uint64_t storedBytes = 0; ///< of all frames as they lie in the files, 0 = unknown
    StackGeometry geometry;
    Array<std::uint8_t, 2> mask;        ///< not zero = do not use; from the file's pixel_mask; empty = none
    Array<float, 2> flat;               ///< from the file, empty = none
    std::vector<double> monitor;        ///< one a frame, empty = none asked for
    std::vector<std::size_t> scanShape; ///< of a raster the file knows of (a 5-D stack, or 4-D y,x): empty = none
    /// Frames that files announce and do not hold because they are cut off; they come after the others and are not
    /// counted by frameCount(). A measurement that was aborted leaves a sound file: its frames are not among them.
    std::size_t cutOff = 0;
    /// Frames that a series of files of equally many misses between those that it has, by their places among all,
    /// rising.
    std::vector<std::size_t> missing;
    std::optional<double> saturation; ///< counts from which on the file calls a pixel saturated; absent: it does not
    /// Counts below which the file says that a pixel was not measured; absent: it does not.
    std::optional<double> lowest;
    /// The number that the file gives to pixels without a measurement; absent: none but those of their type.
    std::optional<double> notMeasured;
    double notMeasuredWithin = 0; ///< numbers as near to that one are such, too
    AppliedCorrections applied;
    std::optional<double> exposure_s; ///< of a frame of the first file; absent: it says none, or several
    std::vector<Note> notes;
    std::vector<std::filesystem::path> sourceFiles; ///< that hold the frames, behind links and virtual datasets
};

/// How files are to be understood.
struct StackOptions {
    std::string dataset;     ///< HDF5 path of the frames; empty = the reader finds it
    std::size_t channel = 0; ///< threshold or channel of a four-dimensional [n, channel, y, x] dataset
    std::string monitor;     ///< HDF5 path of one number a frame; empty = none
};

/// Opens one stack from files of any kind, in the order given: HDF5 (Eiger/NXmx masters with their links and virtual
/// datasets resolved to their sources, BLISS/LImA, Lambda modules, plain), TIFF, EDF, CBF, NPY, MIB, SPE, GE, mar345,
/// Bruker, R-AXIS. A name may hold the wildcards
/// * and ? and # (digits); what it finds is sorted by the numbers in the names.
/// \throws DataError naming the file: not there, none found, not understood, frames of another shape or type
[[nodiscard]] std::shared_ptr<const FrameStack> openStack(std::span<const std::filesystem::path> files,
                                                          const StackOptions& options = {});

/// Reads frames to find out whether they can be read: all of image files, up to `most` spread evenly; of HDF5 files,
/// whose chunks were looked for when they were opened, the first and the last. \returns a line for what is damaged
[[nodiscard]] std::vector<Note> checkFrames(const FrameStack& stack, std::size_t most = 1000);

/// Whether a file begins as HDF5 files do (perhaps behind a block of another program). Never throws.
[[nodiscard]] bool isHdf5File(const std::filesystem::path& file) noexcept;

/// Whether a file is likely to hold frames that openStack() understands, by its first bytes. Never throws.
[[nodiscard]] bool isStackFile(const std::filesystem::path& file) noexcept;

/// One 2-D image of numbers, from any format that openStack() or readMaskFile() understands, as float; for dark, flat
/// and variance. `path` is a dataset of an HDF5 file, empty: the only image of it. \throws DataError
[[nodiscard]] Array<float, 2> readImage(const std::filesystem::path& file, const std::string& path = {});

} // namespace ewald::io
