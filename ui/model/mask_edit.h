// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scan_data.h"

#include <QString>

namespace ewald::ui {

/// A mask painted on the prepared mean pattern, held in the stored frame's own pixels, so that it stays
/// right when crop, binning or flips change. A value type; any thread.
class MaskEdit {
public:
    MaskEdit() = default;
    /// Starts from the job's mask file where it has one. \throws DataError when that cannot be read
    explicit MaskEdit(const ScanData& data);

    /// Marks (or unmarks) all stored pixels below a disk around a point of the prepared pattern.
    /// \param row, col, radius in prepared pixels; a radius of 0.5 is one pixel
    void paintDisk(const ScanData& data, double row, double col, double radius, bool bad);
    /// Marks pixels of the mean pattern that stand out from their eight neighbours. \returns how many
    std::size_t markHotPixels(const ScanData& data);
    void clear();

    [[nodiscard]] bool empty() const noexcept;
    /// 1 where a prepared pixel is hidden by this mask; n × n.
    [[nodiscard]] Array<std::uint8_t, 2> prepared(const ScanData& data) const;
    [[nodiscard]] const Array<std::uint8_t, 2>& stored() const noexcept { return m_mask; }

    /// Writes the mask into `folder` under a name made of `stem` and its content, so that a name always means the same
    /// mask. \returns the file. \throws DataError
    [[nodiscard]] QString save(const QString& folder, const QString& stem) const;

private:
    Array<std::uint8_t, 2> m_mask; ///< stored rows × cols
};

/// Writes a mask (not zero = bad) as TIFF into `folder` under a name made of `stem` and its content, so that a name
/// always means the same mask. Any thread. \returns the file. \throws DataError
[[nodiscard]] QString storeMask(const Array<std::uint8_t, 2>& mask, const QString& folder, const QString& stem);

/// Where painted masks are kept: in the user's data folder, so that results can name them for good.
[[nodiscard]] QString masksFolder();

/// Pixels of an image (NaN = masked) that are far above their eight neighbours: row, column.
[[nodiscard]] std::vector<std::array<std::size_t, 2>> findHotPixels(const Array<float, 2>& image);

/// The place in the stored frame, after flips and transposition, of a point of the prepared pattern: what the
/// parameters centre_row and centre_col mean. Rounded to whole pixels.
[[nodiscard]] std::array<double, 2> storedPlace(const ScanData& data, double row, double col);

} // namespace ewald::ui
