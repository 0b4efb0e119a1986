// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "io/hdf5/hdf5_atomic.h"
#include "io/result_file.h"
#include "io/result_layout.h"

#include <algorithm>
#include <exception>
#include <system_error>

namespace ewald::io {
namespace {

constexpr const char* kFingerprint = "/checkpoint/job_fingerprint";
constexpr const char* kIteration = "/checkpoint/iteration";
constexpr const char* kAskedFor = "/checkpoint/iterations_asked_for";
constexpr const char* kFormat = "/checkpoint/format";
// Raised when a checkpoint of an earlier version would not be continued exactly.
constexpr int kCurrentFormat = 2;

/// Not a link.
bool isFile(const std::filesystem::path& file) {
    std::error_code failed;
    return std::filesystem::is_regular_file(std::filesystem::symlink_status(file, failed));
}

} // namespace

void writeCheckpoint(const std::filesystem::path& file, const Checkpoint& checkpoint) {
    if (isFile(file) && !checkpointIteration(file))
        throw DataError("the name of the checkpoint belongs to a file that is none", file.string(), "move that file");
    const auto write = [&](h5::File& open) {
        writeParts(open, checkpoint.result, ResultParts::stateOnly);
        open.createGroup("/checkpoint");
        open.write(kFingerprint, checkpoint.jobFingerprint);
        open.write(kIteration, static_cast<std::int64_t>(checkpoint.iteration));
        open.write(kAskedFor, static_cast<std::int64_t>(checkpoint.iterationsAskedFor));
        open.write(kFormat, static_cast<std::int64_t>(kCurrentFormat));
    };
    writeHdf5Atomically(file, true, write, AtomicFile::Links::replaced);
}

void removeCheckpoint(const std::filesystem::path& file) noexcept {
    std::error_code ignored;
    if (isFile(file) && checkpointIteration(file)) std::filesystem::remove(file, ignored);
}

std::optional<std::size_t> checkpointIteration(const std::filesystem::path& file) noexcept try {
    std::error_code failed;
    if (!std::filesystem::exists(file, failed)) return std::nullopt;
    const auto iteration = h5::File::open(file).number(kIteration);
    if (!iteration || *iteration < 0) return std::nullopt;
    return static_cast<std::size_t>(*iteration);
} catch (const std::exception&) {
    return std::nullopt;
}

std::optional<Checkpoint> readCheckpoint(const std::filesystem::path& file, std::string* why) {
    std::error_code failed;
    if (!std::filesystem::exists(file, failed)) return std::nullopt;
    try {
        const h5::File open = h5::File::open(file);
        Checkpoint checkpoint;
        checkpoint.jobFingerprint = open.text(kFingerprint).value_or("");
        const auto iteration = open.number(kIteration);
        if (checkpoint.jobFingerprint.empty() || !iteration || *iteration < 0)
            throw DataError("not a checkpoint of Ewald", file.string());
        checkpoint.iteration = static_cast<std::size_t>(*iteration);
        checkpoint.iterationsAskedFor = static_cast<std::size_t>(std::max(0.0, open.number(kAskedFor).value_or(0)));
        if (open.number(kFormat).value_or(1) != kCurrentFormat)
            throw DataError("a checkpoint of another version of Ewald", file.string());
        checkpoint.result = readParts(open, ResultContent::withState);
        return checkpoint;
    } catch (...) {
        if (why) *why = std::string(currentError().what());
        return std::nullopt;
    }
}

} // namespace ewald::io
