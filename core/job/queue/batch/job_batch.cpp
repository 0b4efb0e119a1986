// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/batch/job_batch.h"

#include "base/ascii_text.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"
#include "io/frame_stack.h"
#include "io/images/mask_file.h"
#include "io/integration_file.h"
#include "io/output_guard.h"
#include "io/own_file.h"
#include "io/result_file.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_patterns.h"
#include "io/stack/names/name_order.h"
#include "job/document/job_kind.h"
#include "job/queue/batch/name_expression.h"
#include "job/queue/batch/value_table.h"
#include "job/queue/store/sweep.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <random>
#include <set>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

bool isJobDocument(const fs::path& file) { return file.extension() == ".json"; }

/// A name that is too long, or in a folder that cannot be read, is for whatever writes there to explain.
bool isThere(const fs::path& file) {
    std::error_code failed;
    return fs::exists(file, failed);
}

/// A file that exists has to be one that a job could read, by its name or its first bytes: the error of a job that
/// runs at night comes too late. One that does not exist yet is for validateJob(). \throws JobError
void requireInput(const fs::path& file) {
    std::error_code failed;
    if (!fs::exists(file, failed) || fs::is_directory(file, failed)) return;
    const bool regular = fs::is_regular_file(file, failed);
    if (regular &&
        (isJobDocument(file) || io::isNamedLikeFrames(file) || io::isHdf5File(file) || io::isStackFile(file)))
        return;
    throw JobError("is no job document and no file with frames", file.string(),
                   "give a job document (.json) or a scan: HDF5, TIFF, EDF, CBF, NPY, MIB, SPE, GE, mar345, Bruker, "
                   "SMV or R-AXIS");
}

using ImageShape = std::array<std::size_t, 2>; ///< rows, columns

/// Absent for a mask or frames that cannot be read: that is for the job to explain, whose files may still be written.
std::optional<ImageShape> shapeOfMask(const JobDocument& document) {
    try {
        return io::readMaskFile(document.text("mask_file"), document.text("mask_path")).shape();
    } catch (const Error&) {
        return std::nullopt;
    }
}
std::optional<ImageShape> shapeOfFrames(const JobDocument& document) {
    try {
        const std::shared_ptr<const io::FrameStack> frames = kindOf(document).openFrames(document);
        return frames ? std::optional(ImageShape{frames->rows(), frames->cols()}) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string randomName() {
    std::random_device random;
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%08x%08x", random(), random());
    return text.data();
}

/// Names of results, each given once.
class FreeNames {
public:
    explicit FreeNames(const std::vector<fs::path>& taken)
        : m_ofQueue(taken.begin(), taken.end()), m_taken(taken.begin(), taken.end()) {}
    [[nodiscard]] bool isTaken(const fs::path& name) const { return m_taken.contains(name); }
    /// By a job that is in the queue already.
    [[nodiscard]] bool isOfQueue(const fs::path& name) const { return m_ofQueue.contains(name); }
    void take(const fs::path& name) { m_taken.insert(name); }
    /// The wanted name, or the same one with a number.
    fs::path free(const fs::path& wanted) {
        int& number = m_numbers.try_emplace(wanted, 1).first->second;
        return freeName(
            wanted, [this](const fs::path& name) { return isTaken(name) || isThere(name); }, &number);
    }

private:
    std::set<fs::path> m_ofQueue;
    std::set<fs::path> m_taken;
    std::map<fs::path, int> m_numbers; ///< the last one that was tried, so that thousands do not begin from 2
};

/// What is known of a job before its document is made.
struct Draft {
    fs::path input;
    std::vector<std::string> settings;
    std::vector<std::string> settingPlaces; ///< where in a table each stands; empty: not from a table
    std::string name;
    std::string output; ///< empty: that of the request
    std::string outputPlace;
    std::string sample, comment, operatorName, devices;
    int priority = 0;
};

Draft draftOf(const BatchRequest& request, const fs::path& input) {
    Draft draft;
    if (!input.empty()) draft.input = fs::absolute(input).lexically_normal();
    draft.settings = request.settings;
    draft.settingPlaces.resize(draft.settings.size());
    draft.sample = request.sample;
    draft.comment = request.comment;
    draft.operatorName = request.operatorName;
    draft.devices = request.devices;
    draft.priority = request.priority;
    return draft;
}

int wholeNumber(const std::string& text, const std::string& where) {
    int number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc{} || end != text.data() + text.size())
        throw JobError(phrase("\"%1\" is not a whole number", text.substr(0, 40)), where);
    return number;
}

void checkColumns(const ValueTable& table) {
    static const std::vector<std::string> known{"file",     "name",   "sample",   "comment",
                                                "operator", "output", "priority", "devices"};
    for (const std::string& column : table.columns) {
        if (isSettingKey(column) || std::find(known.begin(), known.end(), column) != known.end()) continue;
        auto near = suggestWord(column, known);
        if (!near) near = suggestKey(column);
        throw JobError(phrase("unknown column \"%1\"", column.substr(0, 80)), table.file.string(),
                       near ? phrase("did you mean %1?", *near)
                            : phrase("columns are file, name, sample, comment, operator, output, priority, devices and "
                                     "parameters"));
    }
    if (std::find(table.columns.begin(), table.columns.end(), "file") == table.columns.end())
        throw JobError("the table has no column \"file\"", table.file.string(), "it names the scan of each row");
}

Draft draftOf(const BatchRequest& request, const ValueTable& table, const ValueTable::Row& row) {
    const fs::path folder = fs::absolute(table.file).parent_path();
    Draft draft = draftOf(request, {});
    const std::map<std::string, std::string*> texts{{"name", &draft.name},
                                                    {"sample", &draft.sample},
                                                    {"comment", &draft.comment},
                                                    {"operator", &draft.operatorName},
                                                    {"devices", &draft.devices}};
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const std::string& column = table.columns[i];
        const std::string& cell = row.cells[i];
        const std::string where = table.where(row, column);
        if (column == "file") {
            if (cell.empty()) throw JobError("no file is given", where, "name the scan");
            draft.input = (folder / cell).lexically_normal();
        } else if (cell.empty()) {
            continue;
        } else if (column == "output") {
            draft.output = cell.front() == '{' ? cell : (folder / cell).lexically_normal().string();
            draft.outputPlace = where;
        } else if (column == "priority") {
            draft.priority = wholeNumber(cell, where);
        } else if (const auto text = texts.find(column); text != texts.end()) {
            *text->second = cell;
        } else {
            draft.settings.push_back(column + "=" + cell);
            draft.settingPlaces.push_back(where);
        }
    }
    return draft;
}

/// "distance_m=@/entry/instrument/detector/distance" with what the file holds there.
std::string withValue(const std::string& setting, const fs::path& file) {
    const std::size_t at = setting.find("=@/");
    if (at == std::string::npos) return setting;
    const std::string dataset = setting.substr(at + 2);
    const ParameterDef* parameter = findParameter(setting.substr(0, at));
    return setting.substr(0, at + 1) +
           (parameter ? valueInFile(file, dataset, *parameter) : valueInFile(file, dataset));
}

/// For names of what comes of it: a result that is named by a pattern could be taken for one.
fs::path withoutWildcards(const fs::path& input) {
    std::error_code failed;
    if (!io::isPattern(input.filename().string()) || fs::exists(input, failed)) return input;
    std::string name;
    for (const char letter : input.stem().string()) {
        if (!io::isPattern(std::string_view(&letter, 1)))
            name += letter;
        else
            name.erase(name.find_last_not_of(" _.-") + 1); // "img_#" is "img"
    }
    if (name.empty()) name = input.parent_path().filename().string();
    return input.parent_path() / (name + input.extension().string());
}

/// Makes the jobs of drafts one by one.
class Planner {
public:
    Planner(const BatchRequest& request, const std::vector<fs::path>& taken, std::size_t count, bool check)
        : m_request(request), m_names(taken), m_count(count), m_check(check), m_previous(request.startFrom) {}

    PlannedJob plan(Draft draft, const std::vector<std::string>& varied, const std::string& sweep) {
        ++m_number;
        PlannedJob planned;
        NewJob& job = planned.job;
        job.name = draft.name.empty() ? withoutWildcards(draft.input).stem().string() : draft.name;
        job.priority = draft.priority;
        job.after = m_request.after;
        job.sample = draft.sample;
        job.comment = draft.comment;
        job.operatorName = draft.operatorName;
        job.devices = draft.devices;
        job.backend = m_request.backend;
        job.held = m_request.held;
        job.sweep = sweep;
        job.varied = varied;
        if (m_request.inOrder && m_number > 1) job.afterNew = m_number - 1;
        try {
            if (draft.sample.starts_with("@/"))
                job.sample = draft.sample = valueInFile(draft.input, draft.sample.substr(1));
            finish(draft, job, planned.remark);
        } catch (const Error& error) {
            planned.problem = error;
        }
        if (m_request.inOrder) m_previous = job.document.outputFile;
        return planned;
    }

private:
    void finish(const Draft& draft, NewJob& job, std::string& remark) {
        JobDocument& document = job.document;
        if (m_check) requireInput(draft.input);
        if (isJobDocument(draft.input)) {
            if (!m_request.ofScansOnly.empty())
                throw JobError(
                    phrase("a job document is added as it is: %1 would have no effect", m_request.ofScansOnly),
                    draft.input.string(), "leave it out, or change the document's parameters with --set");
            document = documentFrom(draft.input);
        } else {
            document = m_request.common;
            document.inputFile = draft.input;
            document.inputFiles.clear();
            document.outputFile.clear();
        }
        for (std::size_t i = 0; i < draft.settings.size(); ++i) {
            try {
                applySetting(document, withValue(draft.settings[i], draft.input));
            } catch (const Error& error) {
                if (draft.settingPlaces[i].empty()) throw;
                raise(Error(error.kind(), error.problem(), draft.settingPlaces[i], error.hint()));
            }
        }
        for (const std::string& setting : job.varied) applySetting(document, setting);
        startFromPrevious(document);
        resolvePaths(document, fs::current_path());
        nameIt(draft, job, remark);
        if (!m_check) return;
        validateJob(document, &m_writable);
        if (!document.text("mask_file").empty()) requireMaskFits(document);
    }

    /// \throws DataError
    void requireMaskFits(const JobDocument& document) {
        const std::string named = document.text("mask_file"), key = named + '\n' + document.text("mask_path");
        const auto [mask, isOtherMask] = m_masks.try_emplace(key);
        if (isOtherMask) mask->second = shapeOfMask(document);
        if (std::pair now(document.files(), document.input); m_framesOf != now) { // many jobs of a sweep have the same
            m_framesOf = std::move(now);
            m_frames = shapeOfFrames(document);
        }
        if (mask->second && m_frames) io::requireMaskShape(*mask->second, *m_frames, named);
    }

    void startFromPrevious(JobDocument& document) const {
        if (m_previous.empty()) return;
        if (m_request.startWithProbe) document.set("initial_probe", m_previous.string());
        if (m_request.startWithObject) document.set("initial_object", m_previous.string());
    }

    void nameIt(const Draft& draft, NewJob& job, std::string& remark) {
        JobDocument& document = job.document;
        const NameParts parts{
            withoutWildcards(draft.input), draft.name, m_number, m_count, draft.sample, draft.operatorName, &document};
        std::string wanted = draft.output.empty() ? m_request.output : draft.output;
        std::string marks; // what a sweep changes is seen in the names
        for (const std::string& varied : job.varied) {
            const std::string key = varied.substr(0, varied.find('='));
            if (!usesKey(wanted, key)) marks += "_" + key + "-" + fileNamePart(varied.substr(key.size() + 1));
        }
        job.name = expandName(m_request.name, parts, "name");
        if (wanted.empty())
            throw JobError("the output has no name", "output",
                           "give a name, or leave it to the queue: {folder}/{name}.h5");
        for (const std::string& varied : job.varied)
            if (!usesKey(m_request.name, varied.substr(0, varied.find('=')))) job.name += " " + varied;
        const bool given = isJobDocument(draft.input) && !document.outputFile.empty();
        fs::path output =
            given && draft.output.empty()
                ? document.outputFile
                : fs::absolute(expandName(wanted, parts, draft.outputPlace.empty() ? "output" : draft.outputPlace))
                      .lexically_normal();
        job.sharesResult = io::isNullDevice(output);
        if (job.sharesResult) {
            document.outputFile = output;
            return;
        }
        if (std::error_code failed; fs::is_directory(output, failed))
            throw JobError("the output is a folder", output.string(), "name a file: {folder}/{name}.h5");
        for (const fs::path& input : document.files()) io::requireOtherFile(output, input);
        if (std::error_code failed; fs::exists(output, failed) && !fs::is_regular_file(output, failed))
            throw JobError("the output is no file", output.string(), "name a file: {folder}/{name}.h5");
        if (!marks.empty())
            output = output.parent_path() / (output.stem().string() + marks + output.extension().string());
        const bool numbered = !given && draft.output.empty();
        document.outputFile = numbered ? m_names.free(output) : output;
        if (numbered && m_names.isOfQueue(output))
            remark = phrase("a job of the queue has the result %1: this one gets %2", output.string(),
                            document.outputFile.string());
        if (m_names.isOfQueue(document.outputFile))
            throw JobError("a job of the queue writes this file, or will when it is tried again",
                           document.outputFile.string(),
                           "give another output; removing a stopped job sets its output free");
        if (m_names.isTaken(document.outputFile))
            throw JobError("two jobs would write this file", document.outputFile.string(), "give one another output");
        if (!numbered && m_check && isThere(document.outputFile))
            throw JobError("the result exists already", document.outputFile.string(),
                           "remove it, or choose another output");
        m_names.take(document.outputFile);
    }

    const BatchRequest& m_request;
    FreeNames m_names;
    std::map<std::string, std::optional<ImageShape>> m_masks;  ///< by file and dataset
    std::pair<std::vector<fs::path>, ParameterMap> m_framesOf; ///< what m_frames is the shape of
    std::optional<ImageShape> m_frames;
    std::set<fs::path> m_writable; ///< folders, so that thousands of jobs do not try each one again
    std::size_t m_count;
    bool m_check;
    fs::path m_previous; ///< result that the next job starts from
    std::size_t m_number = 0;
};

void addFolder(const BatchRequest& request, const fs::path& folder, std::vector<fs::path>& files) {
    std::vector<fs::path> found;
    std::error_code failed;
    const auto take = [&](const fs::directory_entry& entry) {
        std::error_code ignored;
        if (entry.is_regular_file(ignored) && looksLikeScan(entry.path(), request.folderPattern) &&
            !io::isOwnFile(entry.path()))
            found.push_back(entry.path());
    };
    const auto walk = [&](auto entry) {
        for (const decltype(entry) end; !failed && entry != end; entry.increment(failed)) take(*entry);
    };
    if (request.recursive)
        walk(fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, failed));
    else
        walk(fs::directory_iterator(folder, failed));
    if (failed) throw DataError(phrase("cannot read the folder (%1)", systemReason(failed)), folder.string());
    if (found.empty())
        throw DataError("the folder holds no file that looks like a scan", folder.string(),
                        "say which files, for example \"*.h5\"");
    io::sortByNumbers(found);
    files.insert(files.end(), found.begin(), found.end());
}

} // namespace

bool looksLikeScan(const fs::path& file, const std::string& pattern) {
    const std::string name = file.filename().string();
    if (name.starts_with(".")) return false;
    const bool isPart = io::matchesPattern(name, "*_data_######.h5"); // an Eiger master leads to it
    if (!pattern.empty())
        return io::matchesPattern(name, pattern) && (!isPart || pattern.find("_data_") != std::string::npos);
    // Arrays of numpy are masks and dark images as often as frames: they are asked for by a pattern.
    if (!io::isNamedLikeFrames(file) || lowerAscii(file.extension().string()) == ".npy") return false;
    // Results have these names as long as no other is wanted.
    return !isPart && !io::matchesPattern(name, "*_ewald.h5") && !io::matchesPattern(name, "*_ewald_*.h5");
}

std::vector<fs::path> filesOf(const BatchRequest& request) {
    std::vector<fs::path> files;
    for (const fs::path& input : request.inputs) {
        std::error_code failed;
        if (fs::is_directory(input, failed)) {
            addFolder(request, input, files);
        } else if (io::isPattern(input.string()) && !fs::exists(input, failed) && !request.patternsAreStacks) {
            std::vector<fs::path> fitting = io::expandPatterns(std::span(&input, 1));
            const auto isNoScan = [name = input.filename().string()](const fs::path& file) {
                return !looksLikeScan(file, name) || io::isOwnFile(file);
            };
            // Where nothing else fits, they are what is meant.
            if (!std::ranges::all_of(fitting, isNoScan)) std::erase_if(fitting, isNoScan);
            files.insert(files.end(), fitting.begin(), fitting.end());
        } else {
            files.push_back(input);
        }
    }
    return files;
}

std::vector<PlannedJob> planJobs(const BatchRequest& request, const std::vector<fs::path>& taken, bool check) {
    std::vector<Sweep> sweeps;
    for (const std::string& sweep : request.sweeps) sweeps.push_back(parseSweep(sweep));
    const std::vector<std::vector<std::string>> combinations = combinationsOf(sweeps);
    std::vector<Draft> drafts;
    if (!request.table.empty()) {
        if (!request.inputs.empty())
            throw JobError("a table and files are given", request.table.string(), "name the files in the table");
        const ValueTable table = readValueTable(request.table);
        checkColumns(table);
        for (const ValueTable::Row& row : table.rows) drafts.push_back(draftOf(request, table, row));
    } else {
        for (const fs::path& file : filesOf(request)) drafts.push_back(draftOf(request, file));
    }
    if (drafts.empty()) throw JobError("no file is given", {}, "name scans, job documents, a folder or a table");
    const std::string group = randomName();
    std::vector<PlannedJob> planned;
    Planner planner(request, taken, drafts.size() * combinations.size(), check);
    for (std::size_t i = 0; i < drafts.size(); ++i)
        for (const std::vector<std::string>& varied : combinations)
            planned.push_back(
                planner.plan(drafts[i], varied, sweeps.empty() ? "" : group + "-" + std::to_string(i + 1)));
    return planned;
}

std::vector<NewJob> makeJobs(const BatchRequest& request, const std::vector<fs::path>& taken,
                             std::vector<std::string>* remarks) {
    std::vector<NewJob> jobs;
    if (remarks) remarks->clear();
    for (PlannedJob& planned : planJobs(request, taken)) {
        if (planned.problem) raise(*planned.problem);
        if (remarks && !planned.remark.empty()) remarks->push_back(std::move(planned.remark));
        jobs.push_back(std::move(planned.job));
    }
    return jobs;
}

std::vector<long long> addPlanned(QueueStore& store,
                                  const std::function<std::vector<NewJob>(const std::vector<fs::path>&)>& plan) {
    constexpr int kAttempts = 5;
    for (int attempt = 1;; ++attempt) {
        const std::vector<fs::path> taken = store.plannedResults();
        const std::vector<NewJob> jobs = plan(taken);
        try {
            return store.add(jobs);
        } catch (const ResultTaken&) {
            if (attempt == kAttempts) throw;
        }
    }
}

JobDocument documentFrom(const fs::path& file) {
    const auto ofResult = [&](const std::string& text) {
        JobDocument document = parseJob(text, file.string());
        resolvePaths(document, fs::absolute(file).parent_path());
        return document;
    };
    JobDocument document = isJobDocument(file)           ? readJob(file)
                           : io::isIntegrationFile(file) ? ofResult(io::IntegrationResult(file).end().job)
                           : io::isResultFile(file)      ? ofResult(io::readResult(file).job)
                                                         : readJob(file);
    static_cast<void>(kindOf(document, file.string())); // an unknown one ends here
    return document;
}

} // namespace ewald::job::queue
