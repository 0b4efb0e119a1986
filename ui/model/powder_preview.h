// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/calibrant.h"
#include "azint/geometry.h"
#include "base/array.h"

#include <QPointF>
#include <QString>

#include <memory>
#include <vector>

namespace ewald::ui {

/// A frame made small enough to be integrated again with every nudge of the geometry: each pixel is the mean of
/// factor × factor pixels that are not masked.
struct CoarseFrame {
    std::size_t rows = 0; ///< of the whole frame
    std::size_t cols = 0;
    std::size_t factor = 1;
    Array<float, 2> values;      ///< 0 where masked
    Array<std::uint8_t, 2> mask; ///< 1 = nothing there
};
/// \param image NaN = masked; \param mask further masked pixels, may be empty. Any thread.
[[nodiscard]] CoarseFrame coarsen(const Array<float, 2>& image, const Array<std::uint8_t, 2>& mask);

/// A substance whose rings are drawn.
struct RingSource {
    QString name;  ///< of a built-in calibrant, or the absolute path of a file
    QString label; ///< for people
    std::shared_ptr<const azint::Calibrant> rings;
    double spacingRatio = 1; ///< what their spacings are multiplied with, see RingSubstance
    std::size_t colour = 0;  ///< view::markColour()
    bool moves = false;      ///< its cell follows conditions that may be changed now
};

/// What is to be seen of a geometry.
struct PowderPreviewRequest {
    azint::Poni poni;
    bool flipRows = false;
    bool flipCols = false;
    std::shared_ptr<const CoarseFrame> frame; ///< null: rings only
    std::size_t rows = 0;                     ///< of the whole frame
    std::size_t cols = 0;
    azint::Unit unit = azint::Unit::qPerNm; ///< 2θ instead where the wavelength is missing
    std::vector<RingSource> substances;     ///< whose rings are wanted
    bool solidAngle = true;
    unsigned long long serial = 0; ///< comes back with the answer
};

/// A powder ring as it lies on the frame.
struct RingPath {
    double twoTheta = 0; ///< radians
    double value = 0;    ///< in the unit of the preview
    /// Where the value differs around the ring (r on a tilted detector): at every degree of χ from −180°, not a number
    /// where the ring does not meet the detector's plane. Else empty.
    std::vector<double> valueOfChi;
    QString name;                             ///< "1 1 1"
    double intensity = 0;                     ///< 100 for the strongest of the substance; 0 = not known
    std::vector<std::vector<QPointF>> pieces; ///< (column, row), inside the frame
    QString substance;                        ///< label; empty where all rings are of one
    std::size_t colour = 0;                   ///< view::markColour()
    bool moves = false;                       ///< RingSource::moves of its substance
};

/// The answer: rings, and pattern and cake of the shown frame.
struct PowderPreview {
    azint::Unit unit = azint::Unit::qPerNm;
    std::vector<double> radial;   ///< bin centres
    std::vector<float> intensity; ///< NaN = no pixel
    Array<float, 2> cake;         ///< [azimuth][radial], NaN = no pixel
    double azimuthFirst_deg = 0;  ///< centre of the first row
    double azimuthStep_deg = 0;
    std::vector<RingPath> rings;
    QString problem; ///< why there is no pattern, one line; empty = all well
    double milliseconds = 0;
    unsigned long long serial = 0;
};

/// Rings, pattern and cake: some tens of milliseconds. Any thread, never throws.
[[nodiscard]] PowderPreview makePowderPreview(const PowderPreviewRequest& request);

/// The rings of substances that meet the frame, of one after the other, each in order of their angle; without those
/// that are known to have less than 0.5 % of the strongest of their substance. Any thread.
[[nodiscard]] std::vector<RingPath> ringsOnFrame(const azint::Geometry& geometry,
                                                 const std::vector<RingSource>& substances, azint::Unit unit);

/// The ring that passes nearest to an image point (column, row), four pixels away at most; null: none does.
[[nodiscard]] const RingPath* ringAt(const std::vector<RingPath>& rings, const azint::Geometry& geometry,
                                     QPointF point);

} // namespace ewald::ui
