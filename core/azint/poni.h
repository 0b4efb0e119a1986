// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/detector.h"
#include "azint/distortion.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::azint {

/// The sensor of a detector, where a PONI file of version 3 names it.
struct Sensor {
    std::string material; ///< "Si", "CdTe"
    double thickness_m = 0;
    bool operator==(const Sensor&) const = default;
};

/// The geometry of an experiment as a PONI file holds it (point of normal incidence, as pyFAI defines it).
///
/// Axis 1 runs along the rows index (y), axis 2 along the columns (x), 3 along the beam. The sample is the origin; the
/// detector plane is at `dist_m`, its pixel (0,0) has its outer corner at (−poni1, −poni2); then the detector is turned
/// about axes 1, 2 and 3 (the first two left-handed, the third right-handed).
struct Poni {
    double dist_m = 1;
    double poni1_m = 0;
    double poni2_m = 0;
    double rot1 = 0; ///< radians
    double rot2 = 0;
    double rot3 = 0;
    std::optional<double> wavelength_m;
    double pixel1_m = 0; ///< height of a pixel; 0 = the file does not say
    double pixel2_m = 0; ///< width
    /// 1–4 by where the image's origin lies, seen from the sample: 1 top right, 2 top left, 3 bottom left (pyFAI's
    /// native order, the default), 4 bottom right.
    int orientation = 3;
    std::string detector = "Detector";               ///< as written in the file: "Detector", "Pilatus1M"
    std::optional<std::array<std::size_t, 2>> shape; ///< rows, columns
    bool parallax = false;
    std::optional<Sensor> sensor;
    Distortion distortion;
    /// What pyFAI's settings of an integration say beside the geometry, by their keys: it is not applied.
    std::vector<std::string> leftOut;

    bool operator==(const Poni&) const = default;
};

/// Whether two sizes of pixels, in any unit, are meant to be the same: within 2 %, which no binning reaches.
[[nodiscard]] bool samePixelSize(double size, double other);

/// The axis of the detector's rows (0) or columns (1): for a detector of the catalogue whose pixels are not all alike,
/// with its edges, which takes the shape.
[[nodiscard]] PixelAxis pixelAxis(const Poni& poni, std::size_t axis);

/// The geometry for frames of a shape. Where the PONI names a detector of the catalogue that makes such frames, binned
/// or in another mode, shape and pixel size become theirs; a size that is none of that detector's is kept.
[[nodiscard]] Poni fittedToFrames(Poni poni, std::size_t rows, std::size_t cols);

/// Reads the file that a PONI names as the description of its detector (`filename` of pyFAI's NexusDetector).
/// \throws DataError
using DetectorFileReader = std::function<std::shared_ptr<const PixelMap>(const std::filesystem::path& file)>;

/// What is read of the files that a PONI names. Without that, pixels are where they are shown.
struct PoniFiles {
    bool places = true;            ///< of pixels
    DetectorFileReader detector{}; ///< empty: a PONI that names such a file is refused
};

/// Understands PONI files of version 1, 2, 2.1 and 3: comments, keys in any case, the last occurrence of a key wins.
/// And the geometry of pyFAI's settings of an integration (.azimint.json) of version 0 to 5; see
/// azint/instrument/poni_entries.h. Pixel sizes of named detectors come from the catalogue, as does the radius of those
/// on a cylinder, which a PONI may also give (`radius`). The spline file of Fit2D or
/// the description of the detector that it names is read as well, from beside it where it is not where the PONI says.
/// \param where the file's name, for messages and for files beside it \throws DataError for a missing or senseless
/// value (with the key), a newer version, a detector without pixel size or
///         whose pixels are no rows and columns, one whose pixels a file of another kind describes, a file
///         that cannot be read
[[nodiscard]] Poni parsePoni(std::string_view text, const std::string& where, const PoniFiles& files = {});

/// parsePoni() of a file. \throws DataError also when it cannot be read or is no PONI file
[[nodiscard]] Poni readPoni(const std::filesystem::path& file, const PoniFiles& files = {});

/// The text of a PONI file, in the newest version that all readers accept: 2, or 2.1 when the orientation is not 3
/// (then older readers would be wrong), 3 only for parallax. Numbers keep all their digits.
[[nodiscard]] std::string poniFileText(const Poni& poni);

/// Geometry as people type it, and as Fit2D writes it.
struct BeamGeometry {
    double distance_m = 0; ///< from the sample to the point where the direct beam meets the detector plane
    double centreRow = 0;  ///< that point in pixels from the outer corner of pixel (0,0); a pixel's centre is at ½
    double centreCol = 0;
    double tilt_deg = 0;          ///< between the detector's normal and the beam
    double tiltDirection_deg = 0; ///< direction of the tilt in the detector plane, from axis 2 (columns) towards axis 1

    bool operator==(const BeamGeometry&) const = default;
};

/// Replaces distance, centre and tilt of `base` by those of a BeamGeometry; rot3 becomes zero (it moves nothing in
/// 2θ). \throws JobError for a distance or pixel size that is not positive, a tilt of 90° or more
[[nodiscard]] Poni withBeamGeometry(Poni base, const BeamGeometry& geometry);

/// The inverse: exact up to rot3. \throws DataError when the beam never meets the detector plane
[[nodiscard]] BeamGeometry beamGeometryOf(const Poni& poni);

} // namespace ewald::azint
