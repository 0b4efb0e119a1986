// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/quantity_text.h"
#include "io/hdf5/hdf5.h"
#include "io/readers/raster_axes.h"
#include "io/scan.h"
#include "io/stack/segment.h"

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

// What several readers do alike: units, energies, positions, masks, probes. Included by the readers and the openers of
// stacks.
namespace ewald::io {

/// Metres per unit for m, cm, mm, um (also µm, micron), nm, A, pm, fm, and in words ("micro-metre"), as UTF-8 or
/// Latin-1; absent for an unknown unit.
[[nodiscard]] std::optional<double> metresPer(const std::string& unit);
/// Seconds in one of the unit; absent when it is no time.
[[nodiscard]] std::optional<double> secondsPer(const std::string& unit);
/// Degrees in one of the unit (degrees, radians, milliradians, minutes and seconds of arc); absent when it is no angle.
[[nodiscard]] std::optional<double> degreesPer(const std::string& unit);
/// Joules per unit for J, eV, keV, MeV, GeV, and in words; absent for an unknown unit.
[[nodiscard]] std::optional<double> joulesPer(const std::string& unit);
/// The `units` (or `unit`) attribute of a dataset; empty when there is none.
[[nodiscard]] std::string unitsOf(const h5::File& file, const std::string& path);
/// As unitsOf(); where there is no attribute and the number is a text, what stands behind it ("12.4 keV").
[[nodiscard]] std::string unitOfNumber(const h5::File& file, const std::string& path);
/// "/path [unit]", for Scan::origin.
[[nodiscard]] std::string withUnit(const std::string& path, const std::string& unit);
/// The first of `paths` that is a dataset of numbers; empty when none is.
[[nodiscard]] std::string firstNumeric(const h5::File& file, const std::vector<std::string>& paths);

void addNote(Scan& scan, Severity severity, std::string text);

/// The scalar product of two directions.
[[nodiscard]] inline double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) noexcept {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The number of a dataset; of several (one a frame) the median of the finite ones, with a warning when they differ.
/// Absent when there is none.
[[nodiscard]] std::optional<double> readNumber(const h5::File& file, Scan& scan, const std::string& path);

/// Width and height of a pixel as a dataset holds them.
struct PixelSides {
    double width = 0;
    double height = 0;
};
/// The numbers of a dataset for the sides of a pixel: two or three are those along x, y (and z), with a warning when x
/// and y differ; of others as readNumber().
[[nodiscard]] std::optional<PixelSides> readPixelSides(const h5::File& file, Scan& scan, const std::string& path);

/// A length in metres from `path`, by its units attribute or else in `defaultUnit`. Several values (one a frame) become
/// their median. Records the origin under `name`. Absent when there is no such number. Notes an unknown unit.
[[nodiscard]] std::optional<double> readLength(const h5::File& file, Scan& scan, const std::string& name,
                                               const std::string& path, const std::string& defaultUnit);

/// Whether a length can be one of an experiment: finite and positive.
[[nodiscard]] bool isUsableLength(const std::optional<double>& value_m);
/// Notes that a length is not used: 0 and what is no number stand for one that is not known, and a negative one cannot
/// be. \param by what gives it
void noteUnusable(std::vector<Note>& notes, const std::string& by, double value_m);

/// Sets scan.wavelength_m from a photon energy at `path`. Without units attribute the value is taken in `defaultUnit`;
/// where that is absurd for photons and eV or keV is not, that is used instead and a note says so.
/// \return false when there is no usable number; an energy in GeV is the storage ring's and not used
bool readEnergy(const h5::File& file, Scan& scan, const std::string& path, const std::string& defaultUnit);
/// Sets scan.wavelength_m from a wavelength at `path`. \return false when there is no number
bool readWavelength(const h5::File& file, Scan& scan, const std::string& path, const std::string& defaultUnit);

/// Where a file may say the wavelength or the energy of the beam.
struct WaveSource {
    std::string path;
    bool isEnergy = false;
    const char* unit = "";   ///< where the dataset has no units attribute
    bool lastResort = false; ///< is used where nothing else is there, and never compared
};
/// Sets scan.wavelength_m from the first of the sources that can be used, and notes when another one contradicts it by
/// more than 0.1 %. What is zero, negative or not a number cannot be used, which is noted.
/// \return the energy in keV that belongs to the wavelength for electrons only; absent: there is none
std::optional<double> readWave(const h5::File& file, Scan& scan, const std::vector<WaveSource>& sources);
/// As above, for a scan, which may be one with electrons: says how to reconstruct it.
void readScanWave(const h5::File& file, Scan& scan, const std::vector<WaveSource>& sources);

/// The numbers of a dataset of coordinates, C order: unpacked (io/stack/packing.h), NaN where they were never written,
/// which is noted; those of a dataset of which nothing was written are its fill value, with a warning.
/// \throws DataError when it cannot be read
[[nodiscard]] std::vector<double> readPositionValues(const h5::File& file, Scan& scan, const std::string& path);

/// Positions from one dataset of shape (N,3), (N,2), (3,N), (2,N) or (…,2|3), columns in the order x, y[, z].
/// \param frames number of frames, decides the orientation where the shape alone does not
/// \param factor metres per unit
/// \param yFirst columns in the order y, x
/// \throws DataError for another shape
void readPositions(const h5::File& file, Scan& scan, const std::string& path, std::size_t frames, double factor,
                   bool yFirst = false);
/// Positions from x and y apart, which spreadOverFrames() brings together: one number a frame, or the axes of a raster
/// of frames (slow, fast).
void readPositionsXY(const h5::File& file, Scan& scan, const std::string& pathX, const std::string& pathY,
                     std::size_t frames, const h5::Shape& raster, double factorX, double factorY);
/// As above, of values that are read already. \param where they come from, for messages
/// \throws DataError where there are more of one than of the other
void setPositionsXY(Scan& scan, Coordinates x, Coordinates y, const std::string& where, std::size_t frames,
                    const h5::Shape& raster, double factorX, double factorY);
/// Notes that one list serves as both coordinates. \param name of the list
void warnSameAxis(Scan& scan, const std::string& name);
/// Why none of `candidates` holds the positions of the frames, for an error: what those that are there hold instead.
/// Empty when none is there.
[[nodiscard]] std::string whyNoPositions(const h5::File& file, const std::vector<std::string>& candidates,
                                         std::size_t frames);
/// Metres per unit of positions: by the units attribute or else `defaultUnit`; notes an unknown unit.
[[nodiscard]] double positionFactor(const h5::File& file, Scan& scan, const std::string& path,
                                    const std::string& defaultUnit);

/// Where a file may say the positions: one dataset of vectors, or x and y apart.
struct PositionSource {
    std::string path;           ///< of the vectors, or of x
    std::string pathY;          ///< empty for vectors
    bool mayBeReversed = false; ///< a detector moves against the sample
};
/// Notes when one of `others`, as long as the scan's positions, contradicts them by more than an offset. Lists that do
/// not change during the scan are none of positions.
void comparePositions(const h5::File& file, Scan& scan, const std::vector<PositionSource>& others);

/// What the numbers of a mask mean.
enum class MaskMeaning {
    cxi,           ///< as kCxiMask says
    nonZeroIsBad,  ///< PyNX, NeXus pixel_mask, import mappings
    nonZeroIsGood, ///< PtyPy
};
/// Reads a mask (H,W), or (N,H,W), where a pixel is bad as soon as it is in one frame. The shape is kept as it is:
/// a mask that does not fit is reported by checkScan and planPreprocessing. \throws DataError when unreadable
void readMask(const h5::File& file, Scan& scan, const std::string& path, MaskMeaning meaning);

/// Reads a complex array with modes in front ((h,w), (m,h,w), (…,m,h,w): leading axes beyond the first entry are left
/// out, and a note says so). Returns false when it is not such an array or is absurdly large.
bool readProbe(const h5::File& file, Scan& scan, const std::string& path);
/// Relative incident intensity a frame; a list of another length than `frames` is noted and not used.
void readFrameIntensity(const h5::File& file, Scan& scan, const std::string& path, std::size_t frames);
/// As above, of values that are read already. \param name where they come from
void setFrameIntensity(Scan& scan, std::vector<double> values, const std::string& name, std::size_t frames);
/// Brings frames and positions together: position i belongs to frame index[i], by the numbers in the names of the files
/// where there is one a frame and these fit better, else counted from 0, or from 1 where they are 1 … N of N frames.
/// Frames without a position and positions without a frame are left out, of two positions of a frame the first one
/// counts; what is left out is noted.
/// \param perPosition values beside the positions that are brought into the same order, or nothing
/// \param name dataset or column of the index \param where the same with its file
/// \throws DataError for another number of entries than positions, an entry that is no number of a frame, or where no
/// position has a frame
void pairByIndex(Scan& scan, const std::vector<double>& index, std::vector<double>& perPosition,
                 const std::string& name, const std::string& where);

/// Names of the children of `group` that are `prefix` or `prefix` + number ("entry_2", "detector1"), by number.
[[nodiscard]] std::vector<std::string> numbered(const h5::File& file, const std::string& group,
                                                const std::string& prefix);
/// Paths of the entries of a CXI or NeXus file, the likeliest first: the default of the file, entry_1, entry_2 …,
/// entry, other NXentry groups.
[[nodiscard]] std::vector<std::string> entriesOf(const h5::File& file);
/// The NX_class attribute of a group; empty when there is none.
[[nodiscard]] std::string nexusClass(const h5::File& file, const std::string& group);
/// First child of `group` with the given NX_class; empty when there is none.
[[nodiscard]] std::string childOfClass(const h5::File& file, const std::string& group, const std::string& className);

/// Distance, pixel size and beam centre of a CXI or NeXus detector group, in metres and pixels unless units say
/// otherwise. What the scan has already stays. A distance or size that cannot be is taken only where nothing else says
/// it, so that who needs it can refuse it; one that something else replaces is noted. A negative distance as long as
/// the transformations say is the same one against the direction of an axis.
void readDetectorGeometry(const h5::File& file, Scan& scan, const std::string& detector);
/// Whether it has found no distance but that of the detector's transformations.
[[nodiscard]] bool isByTransformations(const Scan& scan);
/// Basis vectors of a CXI detector, stored (2,3) as the specification says or (3,2) as CDTools writes them.
void readBasisVectors(const h5::File& file, Scan& scan, const std::string& path);
/// Leaves out frames at the end that are not there, with the positions and intensities that belong to them; that they
/// are missing has been noted. \throws DataError when none is there
void leaveOutUnwrittenEnd(Scan& scan);
/// Gives each of several frames at a position that position, with a warning: where the axes of the dataset, or what is
/// in the frames, say which ones these are.
void pairRepeats(Scan& scan);
/// Says that there are dark frames, which are not subtracted: a warning where the scan's frames contain as much.
void noteDark(const h5::File& file, Scan& scan, const std::string& path);
/// Leaves out frames that are known not to be there, before others that are, where there are as many positions as
/// others, with a warning: the positions are taken for those of the others.
void leaveOutGaps(Scan& scan);
/// Leaves out the positions and intensities of frames that a series of files misses, where there are as many as the
/// series would have frames, with a note.
void leaveOutMissing(Scan& scan);
/// The last step of every reader: as above, and notes what a person should know of the scan: frames, positions, energy.
void finishScan(Scan& scan);

/// The tree of a file that is open, as listFile() gives it. \throws DataError
[[nodiscard]] std::vector<FileNode> listFile(const h5::File& file);

/// Frames in one HDF5 dataset of real numbers: (N,H,W), or (ny,nx,H,W), whose first axes are joined.
/// \throws DataError for another shape or type, an empty dataset, a filter that cannot be undone, or a virtual dataset
/// whose sources are not there
/// \param notes frames that were never written, and the like
[[nodiscard]] FrameList scanFrames(const h5::File& file, const std::string& path, std::vector<Note>& notes);
/// Makes these frames the scan's. \param notMeasured, saturation, scanShape see FrameStack \throws DataError naming
/// `where` when there are none
void setFrames(Scan& scan, FrameList frames, const std::string& path, const std::string& where,
               std::optional<double> notMeasured = {}, std::optional<double> saturation = {},
               const h5::Shape& scanShape = {});
/// The frames at `path`, or in a group of datasets data_000001, data_000002 … as DECTRIS detectors write them; records
/// where they came from. \param detector group that says from which counts on they are saturated; empty: none does
/// \throws DataError
void openFrames(const h5::File& file, Scan& scan, const std::string& path, const std::string& detector = {});

} // namespace ewald::io
