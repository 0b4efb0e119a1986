// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/frame_mask.h"
#include "model/scan_data.h"

#include <QString>

#include <functional>
#include <optional>
#include <string>

namespace ewald::ui {

/// A mask painted on the prepared mean pattern, held in the stored frame's own pixels, so that it stays right when
/// crop, binning or flips change. With undo. A value type; any thread.
class MaskEdit {
public:
    /// Draws on a mask of the prepared pattern's shape.
    using Draw = std::function<void(FrameMask& mask, bool bad)>;

    MaskEdit() = default;
    /// Starts from a mask file; an empty name: from nothing, as does a file for another shape of frames.
    /// \throws DataError when the file cannot be read
    MaskEdit(const ScanData& data, const std::string& file, const std::string& path);

    /// Begins what one undo takes back.
    void begin() { m_mask.begin(); }
    /// Marks (or unmarks) all stored pixels below what is drawn on the prepared pattern.
    void draw(const ScanData& data, const Draw& draw, bool bad);
    /// Marks pixels of the mean pattern that stand out from their eight neighbours. \returns how many
    std::size_t markHotPixels(const ScanData& data);
    void clear() { m_mask.clear(); }
    void undo() { m_mask.undo(); }
    void redo() { m_mask.redo(); }
    [[nodiscard]] std::size_t stepsMade() const noexcept { return m_mask.stepsMade(); }
    [[nodiscard]] std::size_t stepsKept() const noexcept { return m_mask.stepsKept(); }

    [[nodiscard]] bool empty() const noexcept { return m_mask.empty(); }
    /// 1 where a prepared pixel is hidden by this mask; n × n.
    [[nodiscard]] Array<std::uint8_t, 2> prepared(const ScanData& data) const;
    [[nodiscard]] const Array<std::uint8_t, 2>& stored() const noexcept { return m_mask.mask(); }

    /// Writes the mask into `folder` under a name made of `stem` and its content, so that a name always means the same
    /// mask. \returns the file. \throws DataError
    [[nodiscard]] QString save(const QString& folder, const QString& stem) const;

private:
    FrameMask m_mask; ///< stored rows × cols
};

/// Writes a mask (not zero = bad) as TIFF into `folder` under a name made of `stem`, the number of its bad pixels and
/// its content, so that a name always means the same mask. Any thread. \returns the file. \throws DataError
[[nodiscard]] QString storeMask(const Array<std::uint8_t, 2>& mask, const QString& folder, const QString& stem);

/// Where painted masks are kept: in the user's data folder, so that results can name them for good.
[[nodiscard]] QString masksFolder();
/// How many pixels a mask in that folder marks, by its name; absent for any other file.
[[nodiscard]] std::optional<qlonglong> pixelsOfStoredMask(const std::string& file);

/// Pixels of an image (NaN = masked) that are far above their eight neighbours: row, column.
[[nodiscard]] std::vector<std::array<std::size_t, 2>> findHotPixels(const Array<float, 2>& image);

/// The place in the stored frame, after flips and transposition, of a point of the prepared pattern: what the
/// parameters centre_row and centre_col mean. Rounded to whole pixels.
[[nodiscard]] std::array<double, 2> storedPlace(const ScanData& data, double row, double col);

} // namespace ewald::ui
