// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5_message.h"
#include "io/hdf5/hdf5_server.h"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace ewald::io::h5::detail {

/// Answers requests about one file with the HDF5 library of this process.
class Answers {
public:
    explicit Answers(const ServerOptions& options) : m_options(options) {}

    /// Never throws but for what nothing can be done about: an error is an answer.
    [[nodiscard]] std::pair<Reply, Bytes> to(Request request, std::span<const std::byte> payload);

private:
    Bytes answer(Request request, Unpacker& in);
    Bytes open(Unpacker& in);
    Bytes aboutPath(Request request, Unpacker& in);
    Bytes aboutDataset(Request request, Unpacker& in);
    [[nodiscard]] Bytes read(const Dataset& dataset, Unpacker& in) const;
    [[nodiscard]] const File& file() const;

    const ServerOptions& m_options;
    std::optional<File> m_file;
    std::map<std::uint64_t, Dataset> m_datasets;
    std::uint64_t m_next = 0;
};

/// The largest block of a dataset that is asked for at once.
inline constexpr std::size_t kLargestBlock = std::size_t{256} << 20U;

} // namespace ewald::io::h5::detail
