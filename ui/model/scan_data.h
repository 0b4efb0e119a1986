// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/preprocess/preprocess.h"
#include "job/document/document.h"
#include "ptycho/model/problem.h"

#include <memory>
#include <optional>
#include <vector>

namespace ewald::ui {

/// Everything the window shows of a scan that was opened. Immutable once it is shared; any thread.
struct ScanData {
    job::JobDocument job; ///< what it was opened with: file, mapping, input parameters
    io::Scan scan;
    io::Preprocessing preprocessing;
    io::PreparedLayout layout;
    std::optional<ptycho::Geometry> geometry; ///< absent where the file and the job do not give enough
    std::vector<ScanPosition> positions;      ///< of the used frames, metres
    std::size_t objectRows = 0;               ///< 0 when not known
    std::size_t objectCols = 0;
    std::shared_ptr<const Array<float, 2>> mean; ///< prepared mean pattern, DC in the middle, NaN = masked
    io::FrameStatistics statistics;
    bool complete = false;       ///< statistics and mean are of all sampled frames, not of a first few
    std::vector<io::Note> notes; ///< of the reader, the pre-processing, the unit guard and the frames

    std::string layoutName; ///< of the layout that it was opened by; empty where a reader recognised it

    /// The counts in `statistics` were found with another mask than this one's.
    bool otherMask = false;

    /// Takes over mean pattern and statistics, and their remarks, of the same frames prepared in the same way, or with
    /// fewer pixels masked.
    void takeMean(const ScanData& other);
    /// The mean pattern of `other` holds every pixel of this one's: only the mask differs, and it masks more.
    [[nodiscard]] bool masksMoreThan(const ScanData& other) const;
    /// No remark says that it cannot work.
    [[nodiscard]] bool usable() const noexcept;
    [[nodiscard]] io::Severity worstNote() const noexcept;
    /// Extent of the scan in metres (vertical, horizontal).
    [[nodiscard]] std::pair<double, double> extent() const noexcept;
};
using ScanDataPtr = std::shared_ptr<const ScanData>;

/// How many frames are looked at for mean pattern and statistics when a file is opened, so that it takes about two
/// seconds whatever the size of the file.
[[nodiscard]] std::size_t sampleFrames(const io::PreparedLayout& layout, std::size_t storedPixels);

/// Opens the scan of a job and plans its pre-processing; no frame is read. \throws Error
[[nodiscard]] ScanData describeScan(const job::JobDocument& job);
/// Reads up to `maxFrames` frames (evenly spaced) and adds mean pattern, statistics and their remarks.
/// \throws DataError, StoppedError
void readMean(ScanData& data, std::size_t maxFrames, const RunControl& control, const io::ReadProgress& progress);

} // namespace ewald::ui
