// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5.h"
#include "io/scan.h"

#include <filesystem>
#include <span>

// The one interface behind which every file format sits; only the readers and scan.cpp include it.
namespace ewald::io {

/// One format of ptychography files.
struct ScanReader {
    /// Looks at names and attributes only. Never throws for a sound HDF5 file.
    Probed (*probe)(const h5::File& file);
    /// \throws DataError saying what is missing, where, and what to do
    Scan (*open)(const h5::File& file);
};

Probed probeCxi(const h5::File& file);
Scan openCxi(const h5::File& file);
Probed probeNexus(const h5::File& file);
Scan openNexus(const h5::File& file);
Probed probePtychodus(const h5::File& file);
Scan openPtychodus(const h5::File& file);
Probed probePtyd(const h5::File& file);
Scan openPtyd(const h5::File& file);
Probed probeHxn(const h5::File& file);
Scan openHxn(const h5::File& file);

/// Opens any file of frames by a mapping. \throws DataError
Scan openMapped(const std::filesystem::path& file, const ImportMapping& mapping);

/// All readers of known formats.
[[nodiscard]] std::span<const ScanReader> scanReaders();

} // namespace ewald::io
