// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "base/run_control.h"
#include "io/preprocess/preprocess.h"
#include "job/document/document.h"
#include "ptycho/analysis/scan_map.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ewald::job {

/// What single frames say about the sample, before any reconstruction. All maps are on `grid`, [row][col] along the
/// rows and columns of the object as the job orients it; NaN where no frame was taken.
struct QuickLook {
    ptycho::ScanGrid grid;
    std::size_t frames = 0;
    double vacuum = 0;            ///< counts of a frame without absorption: the 95th percentile
    Array<float, 2> transmission; ///< STXM: counts of a frame over `vacuum`; of the monitor, too, where there is one
    Array<float, 2> absorption;   ///< −ln(transmission)
    Array<float, 2> darkField;    ///< fraction of the counts outside the bright field
    /// Centre of mass along rows and columns of the detector, (binned) pixels, from that of the median frame.
    Array<float, 2> centreRow;
    Array<float, 2> centreCol;
    /// Differential phase contrast: slope of the object's phase along rows and columns, averaged over the probe,
    /// radians per metre. Far field: 2π · centre of mass/(n · object pixel). Near field: 2π · centre · object pixel/(λ
    /// z_eff).
    Array<float, 2> slopeY;
    Array<float, 2> slopeX;
    Array<float, 2> phase; ///< its integral, radians, mean 0, up to a ramp (ptycho::integrateSlopes)
};

/// Reads every frame once, a few at a time and with all cores, as the job prepares them (crop, binning, mask…), and
/// maps what it finds. The bright field is where the mean of at most 64 frames has more than a tenth of its 99th
/// percentile. Blocks; call it from a worker thread. \param progress any thread, must not block
/// \param log the remarks on the scan and its frames
/// \throws DataError, JobError; StoppedError when `control` asks for a stop
[[nodiscard]] QuickLook quickLook(const JobDocument& job, const RunControl& control,
                                  const io::ReadProgress& progress = {}, const LogSink& log = {});

/// One map of a quick look, for files and lists.
struct QuickLookMap {
    std::string name;  ///< "absorption", of a dataset or file
    std::string title; ///< English
    std::string unit;  ///< empty = a ratio
    const Array<float, 2>* values;
};
[[nodiscard]] std::vector<QuickLookMap> mapsOf(const QuickLook& look);
/// HDF5 file, one NXdata group a map, opens with the phase. Atomic. \throws DataError
void writeQuickLook(const std::filesystem::path& file, const QuickLook& look, bool overwrite);

} // namespace ewald::job
