// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/live_files.h"

#include "base/json_text.h"
#include "io/atomic_file.h"
#include "io/scan_progress.h"
#include "job/document/json_value.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

namespace ewald::job::queue {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

/// Replaces a file at once, without waiting for the disk: after a loss of power nobody looks at the job.
void replace(const fs::path& file, const std::string& text) {
    io::AtomicFile target(file, true, io::AtomicFile::Links::replaced);
    std::ofstream stream(target.temporary(), std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) throw DataError("cannot write the file", file.string(), "check the free space");
    target.commit(io::AtomicFile::Durability::none);
}

} // namespace

void LiveFiles::writeWatch(const Watch& watch) const {
    replace(watched(), jsonText(Json{{"preview_interval_s", watch.previewInterval_s},
                                     {"preview_frame", watch.previewFrame},
                                     {"machine", watch.machine}}));
}

std::optional<Watch> LiveFiles::readWatch() const {
    std::ifstream stream(watched(), std::ios::binary);
    if (!stream) return std::nullopt;
    const Json json = parseJson<Json>(stream);
    if (!json.is_object()) return std::nullopt;
    return Watch{valueOr(json, "preview_interval_s", 0.0), valueOr(json, "preview_frame", std::size_t{0}),
                 valueOr(json, "machine", false)};
}

void LiveFiles::watchToo(const Watch& watch) const {
    std::error_code failed;
    const auto written = fs::last_write_time(watched(), failed);
    const bool fresh = !failed && fs::file_time_type::clock::now() - written < 2 * kWatchAgain;
    if (!fresh || readWatch() == watch) writeWatch(watch);
}

void LiveFiles::writeWanted(const JobDocument& document) const { replace(wanted(), toJson(document)); }

void LiveFiles::remove() const {
    std::error_code ignored;
    for (const fs::path& file : {preview(), watched(), wanted()}) fs::remove(file, ignored);
}

bool FileWatch::changed() {
    std::string version = io::fileVersion(m_file);
    if (version.empty()) return false;
    return std::exchange(m_version, version) != version;
}

} // namespace ewald::job::queue
