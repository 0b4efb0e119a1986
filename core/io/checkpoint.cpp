// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "io/hdf5_atomic.h"
#include "io/result_file.h"
#include "io/result_layout.h"

#include <algorithm>
#include <exception>
#include <system_error>

namespace ewald::io {
namespace {

constexpr const char* kFingerprint = "/checkpoint/job_fingerprint";
constexpr const char* kIteration = "/checkpoint/iteration";
constexpr const char* kEngineState = "/checkpoint/engine_state";

} // namespace

void writeCheckpoint(const std::filesystem::path& file, const Checkpoint& checkpoint) {
    writeHdf5Atomically(file, true, [&](h5::File& open) {
        writeParts(open, checkpoint.result, ResultParts::stateOnly);
        open.createGroup("/checkpoint");
        open.write(kFingerprint, checkpoint.jobFingerprint);
        open.write(kIteration, static_cast<std::int64_t>(checkpoint.iteration));
        open.createGroup(kEngineState);
        for (const auto& [name, values] : checkpoint.engineState) {
            if (name.empty() || name.find('/') != std::string::npos)
                throw InternalError("not a name for a part of an engine's state", name);
            open.write<Complex>(std::string(kEngineState) + "/" + name, values, {values.size()});
        }
    });
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
        checkpoint.result = readParts(open);
        const std::size_t most = std::filesystem::file_size(file) / sizeof(Complex);
        for (const std::string& name : open.children(kEngineState))
            checkpoint.engineState[name] = open.dataset(std::string(kEngineState) + "/" + name).readAll<Complex>(most);
        return checkpoint;
    } catch (const std::exception& error) {
        if (why) *why = error.what();
        return std::nullopt;
    }
}

} // namespace ewald::io
