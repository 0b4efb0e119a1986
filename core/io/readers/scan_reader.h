// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "io/scan.h"

#include <filesystem>
#include <optional>
#include <span>

// The one interface behind which every file format sits; only the readers and scan.cpp include it.
namespace ewald::io {

/// What a person has named as a scan: a file of any kind or a pattern of names, and a mapping or none. An HDF5 file is
/// opened once for all readers.
class ScanSource {
public:
    /// \throws DataError when the path is neither a file of frames, nor a pattern of such, nor a sound HDF5 file
    explicit ScanSource(std::filesystem::path path, const ImportMapping* mapping = nullptr);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    [[nodiscard]] const ImportMapping* mapping() const noexcept { return m_mapping; }
    /// Null for files of other kinds.
    [[nodiscard]] const h5::File* hdf5() const noexcept { return m_file ? &*m_file : nullptr; }

private:
    std::filesystem::path m_path;
    const ImportMapping* m_mapping;
    std::optional<h5::File> m_file;
};

/// One way to understand a scan.
struct ScanReader {
    /// Looks at names and attributes only. Never throws for a sound file.
    Probed (*probe)(const ScanSource& source);
    /// \throws DataError saying what is missing, where, and what to do
    Scan (*open)(const ScanSource& source);
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

/// Frames of any kind and positions from anywhere, by a mapping.
Probed probeMapped(const ScanSource& source);
Scan openMapped(const ScanSource& source);

/// All readers.
[[nodiscard]] std::span<const ScanReader> scanReaders();

} // namespace ewald::io
