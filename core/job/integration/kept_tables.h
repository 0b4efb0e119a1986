// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "base/checksum.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace ewald::job {

/// What the tables of an integration depend on: every number of geometry, settings and corrections, and the sources and
/// the compiler that the tables are made with.
[[nodiscard]] Checksum tablesKey(const azint::Geometry& geometry, const azint::IntegrationSettings& settings,
                                 const azint::Corrections& corrections);

/// Tables of integrations, kept by geometry in a folder from run to run: reading them takes a fraction of the time of
/// making them. One file each, with a checksum; the ones that were not used for longest go when the folder is full. The
/// folder may be deleted at any time. Several programs may use it at once.
class KeptTables {
public:
    static constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30U;
    /// Smaller tables are made as fast as they are read.
    static constexpr std::size_t kWorthKeeping_bytes = std::size_t{8} << 20U;

    /// \param folder    made when the first tables are kept; see tablesFolder()
    /// \param mostBytes of all files together
    explicit KeptTables(std::filesystem::path folder, std::uintmax_t mostBytes = kMostBytes)
        : m_folder(std::move(folder)), m_mostBytes(mostBytes) {}

    /// The tables of a key, with every bit that they were kept with. Absent when there are none, or the file is not
    /// this user's or damaged (then it is removed).
    /// \param threads 0 = all that the machine has
    [[nodiscard]] std::optional<azint::IntegratorTables> find(const Checksum& key, unsigned threads = 0) const noexcept;
    /// Writes tables, in place of those that have not been used for longest. Returns false when that was not possible
    /// (no space, not writable, more than a quarter of the room) or was stopped: then nothing is left behind.
    bool keep(const Checksum& key, const azint::IntegratorTables& tables,
              const std::function<bool()>& stopped = {}) const noexcept;

private:
    [[nodiscard]] std::filesystem::path fileOf(const Checksum& key) const;
    void makeRoom(std::uintmax_t bytes) const;
    void write(const Checksum& key, const azint::IntegratorTables& tables, const std::function<bool()>& stopped) const;

    std::filesystem::path m_folder;
    std::uintmax_t m_mostBytes;
};

/// ewald/tables in the user's folder for caches ($XDG_CACHE_HOME, else ~/.cache); empty where there is none.
[[nodiscard]] std::filesystem::path tablesFolder();

} // namespace ewald::job
