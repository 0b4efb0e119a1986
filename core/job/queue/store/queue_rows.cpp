// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/store/queue_rows.h"

#include "base/phrase.h"
#include "job/queue/folder/text_parts.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ewald::job::queue {
namespace {

constexpr const char* kTables = R"(
CREATE TABLE jobs(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, result TEXT NOT NULL, state TEXT NOT NULL,
  priority INTEGER NOT NULL, after INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
  stop_wanted INTEGER NOT NULL DEFAULT 0, owner TEXT NOT NULL DEFAULT '', added REAL NOT NULL,
  started REAL NOT NULL DEFAULT 0, ended REAL NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '', error_where TEXT NOT NULL DEFAULT '', error_hint TEXT NOT NULL DEFAULT '');
CREATE INDEX jobs_by_turn ON jobs(state, priority DESC, id);
)";

constexpr const char* kToVersion2 = R"(
ALTER TABLE jobs ADD COLUMN position REAL NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN wish TEXT NOT NULL DEFAULT 'none';
ALTER TABLE jobs ADD COLUMN waits_for TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN waits_where TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN waits_hint TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN sample TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN comment TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN operator TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN devices TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN document_devices TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN runs_on TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN backend TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN external TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN sweep TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN varied TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN source TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN source_seen TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN data_pending INTEGER NOT NULL DEFAULT 0;
UPDATE jobs SET position=id, wish=CASE stop_wanted WHEN 0 THEN 'none' ELSE 'stop' END;
ALTER TABLE jobs DROP COLUMN stop_wanted;
DROP INDEX jobs_by_turn;
CREATE INDEX jobs_by_turn ON jobs(state, priority DESC, position, id);
CREATE INDEX jobs_by_order ON jobs(priority DESC, position, id);
CREATE INDEX jobs_by_result ON jobs(result);
CREATE INDEX active_jobs ON jobs(owner) WHERE owner<>'';
CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE sources(source TEXT PRIMARY KEY, id INTEGER NOT NULL);
CREATE TABLE counters(name TEXT PRIMARY KEY, value INTEGER NOT NULL);
INSERT INTO counters SELECT 'last_id', COALESCE(MAX(id),0) FROM jobs;
)";

constexpr const char* kToVersion3 = R"(
ALTER TABLE jobs ADD COLUMN fourier_error REAL NOT NULL DEFAULT -1;
ALTER TABLE jobs ADD COLUMN resolution_m REAL NOT NULL DEFAULT -1;
)";

constexpr const char* kToVersion4 = R"(
ALTER TABLE jobs ADD COLUMN is_saved INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN error_is_high INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN pixels_of_frames REAL NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN passes REAL NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN data TEXT NOT NULL DEFAULT '';
)";

constexpr const char* kToVersion5 = "ALTER TABLE jobs ADD COLUMN no_resolution TEXT NOT NULL DEFAULT '';";

constexpr char kBetween = '\n'; // of the parameters that a sweep varies

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : std::string(1, kBetween)) + part;
    return text;
}

} // namespace

const char* stepFrom(int version) noexcept {
    constexpr std::array<const char*, kStoreVersion> kSteps{kTables, kToVersion2, kToVersion3, kToVersion4,
                                                            kToVersion5};
    return kSteps[static_cast<std::size_t>(version)];
}

const char* const kSelectJobs =
    "SELECT id,name,kind,result,state,priority,position,after,attempts,wish,owner,added,started,ended,error,"
    "error_where,error_hint,waits_for,waits_where,waits_hint,sample,comment,operator,devices,document_devices,"
    "runs_on,backend,external,sweep,varied,source,data_pending,fourier_error,resolution_m,is_saved,error_is_high,"
    "pixels_of_frames,no_resolution,passes,data FROM jobs ";

const char* const kByTurn = "ORDER BY priority DESC, position, id ";

QueueJob jobOf(const Statement& row) {
    QueueJob job;
    int column = 0;
    const auto text = [&] { return row.text(column++); };
    const auto number = [&] { return row.integer(column++); };
    const auto real = [&] { return row.real(column++); };
    const auto sentence = [&] { return unkept(row.text(column++)); };
    job.id = number();
    job.name = text();
    job.kind = text();
    job.result = text();
    job.state = stateFromName(text());
    job.priority = static_cast<int>(number());
    job.position = real();
    job.after = number();
    job.attempts = static_cast<int>(number());
    job.wish = wishFromName(text());
    job.owner = text();
    job.added = real();
    job.started = real();
    job.ended = real();
    for (JobFailure* failure : {&job.error, &job.waitsFor})
        for (std::string JobFailure::*part : {&JobFailure::what, &JobFailure::where, &JobFailure::hint})
            failure->*part = sentence();
    job.sample = text();
    job.comment = text();
    job.operatorName = text();
    job.devices = text();
    job.documentDevices = text();
    job.runsOn = text();
    job.backend = text();
    job.external = text();
    job.sweep = text();
    if (const std::string varied = text(); !varied.empty()) job.varied = split(varied, kBetween);
    job.source = text();
    job.dataPending = number() != 0;
    // One after the other, within braces.
    job.figures = {real(), real(), number() != 0, number() != 0, real(), sentence()};
    job.passes = real();
    job.data = text();
    return job;
}

JobInsertion::JobInsertion(Database& database)
    : m_job(database.prepare(
          "INSERT INTO jobs(id,name,kind,result,state,priority,position,after,added,started,ended,error,"
          "error_where,error_hint,waits_for,waits_where,waits_hint,sample,comment,operator,devices,"
          "document_devices,backend,external,sweep,varied,source,data_pending,fourier_error,resolution_m,"
          "is_saved,error_is_high,pixels_of_frames,no_resolution,passes,data) "
          "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")),
      m_source(database.prepare("INSERT OR IGNORE INTO sources(source,id) VALUES(?,?)")) {}

void JobInsertion::add(const QueueJob& job) {
    m_job.again()
        .bind(job.id, job.name, job.kind, job.result.string(), std::string(toString(job.state)), job.priority,
              job.position, job.after, job.added, job.started, job.ended, kept(job.error.what), kept(job.error.where),
              kept(job.error.hint), kept(job.waitsFor.what), kept(job.waitsFor.where), kept(job.waitsFor.hint),
              job.sample, job.comment, job.operatorName, job.devices, job.documentDevices, job.backend, job.external,
              job.sweep, joined(job.varied), job.source.string(), job.dataPending, job.figures.fourierError,
              job.figures.resolution_m, job.figures.isSaved, job.figures.errorIsHigh, job.figures.pixelsOfFrames,
              kept(job.figures.noResolution), job.passes, job.data)
        .run();
    m_job.again(); // no statement of a transaction may be open at its end
    if (job.source.empty()) return;
    m_source.again().bind(job.source.string(), job.id).run();
    m_source.again();
}

std::string kept(const std::string& text) { return withParts(text); }
std::string unkept(const std::string& text) { return takeParts(text); }

std::string folderName(long long id) {
    std::string digits = std::to_string(id);
    return digits.size() < 6 ? std::string(6 - digits.size(), '0') + digits : digits;
}

} // namespace ewald::job::queue
