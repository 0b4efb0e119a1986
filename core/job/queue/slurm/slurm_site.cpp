// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/slurm/slurm_site.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "job/queue/folder/text_parts.h"
#include "job/queue/slurm/cluster_time.h"
#include "job/queue/slurm/command.h"
#include "job/queue/slurm/slurm_templates.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <utility>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOptions = "#SBATCH";
constexpr std::string_view kSettings = "#EWALD";
/// Places that Ewald fills by itself.
constexpr std::array<std::string_view, 6> kOwnPlaces{"job_name", "token", "job_folder", "log", "launcher", "command"};
/// Places that all the shipped templates have: known ones for errors.
constexpr std::string_view kUsualPlaces = "job_name token job_folder log launcher command partition account qos "
                                          "constraint gpus nodes tasks cpus memory time save_before";

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

bool isComment(const std::string& line) { return line.starts_with('#') && !line.starts_with(kOptions); }

bool isPlaceLetter(char letter) { return (letter >= 'a' && letter <= 'z') || letter == '_'; }

/// Calls `fill` for each place of a line, "{name}", and puts what it gives there. "${name}" belongs to the shell.
std::string filled(const std::string& line, const std::function<std::string(const std::string&)>& fill) {
    std::string text;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at + 1;
        while (end < line.size() && isPlaceLetter(line[end])) ++end;
        const bool isPlace = line[at] == '{' && end > at + 1 && end < line.size() && line[end] == '}' &&
                             (at == 0 || line[at - 1] != '$');
        text += isPlace ? fill(line.substr(at + 1, end - at - 1)) : std::string(1, line[at]);
        at = isPlace ? end + 1 : at + 1;
    }
    return text;
}

bool hasPlace(const std::string& line, std::string_view place) {
    bool found = false;
    static_cast<void>(filled(line, [&](const std::string& name) {
        found = found || name == place;
        return std::string();
    }));
    return found;
}

/// As sbatch reads it in a line of options: a name of a file, where % and blanks have a meaning.
std::string optionQuoted(const std::string& name) {
    std::string quoted = "\"";
    for (const char letter : name) {
        if (letter == '%') quoted += '%';
        if (letter == '"' || letter == '\\') quoted += '\\';
        quoted += letter;
    }
    return quoted + "\"";
}

double positiveNumber(const std::string& key, const std::string& text, const std::string& where) {
    double value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size() || !(value > 0))
        throw JobError(phrase("%1 is no positive number: %2", key, text), where);
    return value;
}

/// \return whether it was a setting of the site, and no value for a place
bool applySetting(SlurmSite& site, const std::string& key, const std::string& value, const std::string& where) {
    if (key == "submit_host") {
        // A host name, which does not become an option of ssh.
        if (value.starts_with('-')) throw JobError(phrase("%1 is no name of a host", value), where);
        site.submitHost = value;
    } else if (key == "program") {
        site.program = value;
    } else if (key == "poll_s") {
        site.poll_s = positiveNumber(key, value, where);
    } else if (key == "patience_s") {
        site.patience_s = positiveNumber(key, value, where);
    } else if (key == "most_jobs") {
        site.mostJobs = static_cast<std::size_t>(std::max(1.0, positiveNumber(key, value, where)));
    } else if (key == "array_at_once") {
        site.arrayAtOnce = static_cast<std::size_t>(positiveNumber(key, value, where));
    } else if (key == "path") {
        const std::size_t arrow = value.find("->");
        const std::string_view text = value;
        const std::string here(trimmed(text.substr(0, arrow)));
        const std::string there(arrow == std::string::npos ? std::string_view() : trimmed(text.substr(arrow + 2)));
        if (!here.starts_with('/') || !there.starts_with('/'))
            throw JobError(phrase("not of the form path = /here -> /there: %1", value), where);
        site.paths.emplace_back(here, there);
    } else {
        return false;
    }
    return true;
}

fs::path configurationFolder() {
    const char* configured = std::getenv("XDG_CONFIG_HOME");
    if (configured != nullptr && *configured == '/') return fs::path(configured) / "ewald" / "slurm";
    const char* home = std::getenv("HOME");
    return fs::path(home == nullptr ? "/nonexistent" : home) / ".config" / "ewald" / "slurm";
}

/// Which job this is: that of the number of an array.
std::string folderLines(const std::vector<std::string>& folders) {
    if (folders.size() == 1) return "ewald_folder=" + shellQuoted(folders.front());
    std::string lines = "case $SLURM_ARRAY_TASK_ID in\n";
    for (std::size_t i = 0; i < folders.size(); ++i)
        lines += std::to_string(i) + ") ewald_folder=" + shellQuoted(folders[i]) + " ;;\n";
    return lines + "esac";
}

/// What comes before the first command of a template. USR1 announces the time limit, and may come at any time: a
/// process that does not listen yet is ended by it. TERM reaches the command by itself.
constexpr const char* kBeforeCommands = R"sh(ewald_process=
ewald_warned=
ewald_listens() { # the command has been started, and catches USR1 (bit 9) or blocks it, but not all signals
    local name mask
    [ "/proc/$ewald_process/exe" -ef "/proc/$$/exe" ] && return 1
    while read -r name mask; do
        case $name in
        SigBlk:) [ $((0x$mask >> 9 & 3)) -ne 1 ] || return 0 ;;
        SigCgt:) [ $((0x$mask >> 9 & 1)) -ne 1 ] || return 0 ;;
        esac
    done 2>/dev/null <"/proc/$ewald_process/status"
    return 1
}
ewald_warn() {
    local tries=100
    while kill -0 "$ewald_process" 2>/dev/null && ! ewald_listens && [ $((tries--)) -gt 0 ]; do sleep 0.1; done
    kill -USR1 "$ewald_process" 2>/dev/null || :
}
trap 'if [ -z "$ewald_process" ]; then ewald_warned=1; else ewald_warn; fi' USR1
)sh";

/// What a template does before its command is started, and after it has ended.
std::string around(const std::vector<std::string>& folders, const std::string& launch) {
    const std::string text = R"sh(
FOLDER
if ! [ -r "$ewald_folder/job.json" ]; then
    echo "the folder of the job is not visible on $(hostname): $ewald_folder" >&2
    exit NO_FOLDER
fi
LOG
unset SLURM_EXPORT_ENV
trap : TERM
LAUNCH >>"$ewald_folder/events.jsonl" 2>>"$ewald_folder/errors.txt" &
ewald_process=$!
[ -z "$ewald_warned" ] || ewald_warn
wait "$ewald_process"
ewald_code=$?
while kill -0 "$ewald_process" 2>/dev/null; do
    wait "$ewald_process"
    ewald_code=$?
done
# A wait that a signal has ended says nothing about the command.
[ "$ewald_code" -le 128 ] || { wait "$ewald_process"; ewald_code=$?; }
printf '{"external": "%s", "exit_code": %d, "restarts": %d, "host": "%s", "time": %s}\n' \
    "${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_}${SLURM_ARRAY_TASK_ID:-$SLURM_JOB_ID}" "$ewald_code" \
    "${SLURM_RESTART_COUNT:-0}" "$(hostname)" "$(date +%s)" >"$ewald_folder/batch.json.new" &&
    mv -f "$ewald_folder/batch.json.new" "$ewald_folder/batch.json"
if [ "$ewald_code" -eq LATER ]; then scontrol requeue "$SLURM_JOB_ID"; fi
exit "$ewald_code")sh";
    std::string script;
    for (const std::string& line : linesOf(text.substr(1))) {
        std::string changed = line;
        const auto replace = [&](std::string_view word, const std::string& by) {
            if (const std::size_t at = changed.find(word); at != std::string::npos)
                changed.replace(at, word.size(), by);
        };
        if (line == "FOLDER") replace("FOLDER", folderLines(folders));
        // All jobs of an array have one log, for what Slurm itself writes.
        if (line == "LOG") replace("LOG", folders.size() == 1 ? "" : "exec >>\"$ewald_folder/cluster.log\" 2>&1");
        if (line.starts_with("    exit NO_FOLDER")) replace("NO_FOLDER", std::to_string(kNoFolderExitCode));
        if (line.starts_with("LAUNCH ")) replace("LAUNCH", launch);
        if (line.starts_with("if [ \"$ewald_code\"")) replace("LATER", std::to_string(kLaterExitCode));
        script += changed + "\n";
    }
    return script;
}

std::string arrayLine(const SlurmSite& site, std::size_t jobs) {
    const std::string atOnce = site.arrayAtOnce > 0 ? "%" + std::to_string(site.arrayAtOnce) : "";
    return "#SBATCH --array=0-" + std::to_string(jobs - 1) + atOnce + "\n";
}

std::string launcherOf(const ClusterValues& values) {
    const auto several = [&](const char* key) {
        const auto found = values.find(key);
        return found != values.end() && !found->second.empty() && found->second != "1";
    };
    if (!several("nodes") && !several("tasks")) return {};
    // Without --kill-on-bad-exit the others would wait for a lost process until collective_timeout_s.
    return "srun --mpi=pmix --export=ALL --kill-on-bad-exit=1";
}

std::string jobNameOf(const std::string& name) {
    std::string safe = "ewald-";
    for (const char letter : name.substr(0, 60))
        safe += std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '-' ? letter : '_';
    return safe;
}

constexpr const char* kFolderVariable = "\"$ewald_folder\"";

std::string commandOf(const SlurmSite& site, const BatchJob& job) {
    std::string command = shellQuoted(site.program.empty() ? site.there(job.program) : site.program);
    command += " queue work --batch " + shellQuoted(job.token);
    for (const auto& [here, there] : site.paths) {
        std::string pair = here;
        pair.append("=").append(there);
        command.append(" --path ").append(shellQuoted(pair));
    }
    return command + " " + kFolderVariable;
}

} // namespace

BackendChoice parseBackend(const std::string& text) {
    BackendChoice choice;
    std::istringstream words(text);
    std::string first;
    words >> first;
    const std::size_t colon = first.find(':');
    choice.name = first.substr(0, colon);
    if (colon != std::string::npos) choice.site = first.substr(colon + 1);
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0)
            throw JobError(phrase("not of the form key=value: %1", word), text);
        const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
        choice.values[key] = key == "time" ? slurmTime(value) : value;
    }
    return choice;
}

std::string toString(const BackendChoice& choice) {
    std::string text = choice.name;
    if (!choice.site.empty()) text.append(":").append(choice.site);
    for (const auto& [key, value] : choice.values) {
        const bool plain = !value.empty() && std::all_of(value.begin(), value.end(), [](char letter) {
            return letter > ' ' && letter < 127 && letter != '\'' && letter != '"' && letter != '\\';
        });
        if (!plain)
            throw JobError(phrase("\"%1\" cannot stand in a batch script", value), key,
                           "use letters, digits and signs, without blanks and quotation marks");
        text.append(" ").append(key).append("=").append(value);
    }
    return text;
}

std::string SlurmSite::there(const fs::path& here) const { return mapped(paths, here.string()); }

std::vector<std::string> SlurmSite::places() const {
    std::vector<std::string> found;
    for (const std::string& line : linesOf(text)) {
        if (isComment(line)) continue;
        static_cast<void>(filled(line, [&](const std::string& place) {
            if (std::find(kOwnPlaces.begin(), kOwnPlaces.end(), place) == kOwnPlaces.end() &&
                std::find(found.begin(), found.end(), place) == found.end())
                found.push_back(place);
            return std::string();
        }));
    }
    return found;
}

SlurmSite parseSlurmSite(const std::string& name, const std::string& text, const std::string& where) {
    SlurmSite site;
    site.name = name;
    std::vector<std::pair<std::string, std::string>> values;
    std::size_t commands = 0;
    for (const std::string& line : linesOf(text)) {
        if (line.starts_with(kSettings)) {
            const std::size_t equals = line.find('=');
            if (equals == std::string::npos)
                throw JobError(phrase("not of the form #EWALD key = value: %1", line), where);
            const std::string key(trimmed(std::string_view(line).substr(kSettings.size(), equals - kSettings.size())));
            const std::string value(trimmed(std::string_view(line).substr(equals + 1)));
            if (!applySetting(site, key, value, where)) values.emplace_back(key, value);
            continue;
        }
        if (!isComment(line) && hasPlace(line, "command")) ++commands;
        site.text += line + "\n";
    }
    if (commands != 1)
        throw JobError("a template of batch scripts needs {command} in exactly one line", where,
                       "ewald-cli queue sites --show plain prints a complete one");
    if (!hasPlace(site.text, "token"))
        throw JobError("the template has no {token}, by which its jobs are known again", where,
                       "add the line #SBATCH --comment={token}");
    const std::vector<std::string> places = site.places();
    for (const auto& [key, value] : values) {
        if (std::find(places.begin(), places.end(), key) == places.end())
            throw JobError(phrase("#EWALD gives a value for \"%1\", which the template has no place for", key), where,
                           "known settings: submit_host, path, program, poll_s, patience_s, most_jobs, array_at_once");
        site.defaults[key] = value;
    }
    // A place that is spelt wrong would never be filled.
    for (const std::string& place : places)
        if (!site.defaults.contains(place) &&
            (" " + std::string(kUsualPlaces) + " ").find(" " + place + " ") == std::string::npos)
            throw JobError(phrase("the template has an unknown place {%1}", place), where,
                           phrase("give it a value by a line #EWALD %1 = …, or use one of: %2", place, kUsualPlaces));
    return site;
}

namespace {

/// The templates of the person, by name.
std::vector<fs::path> ownTemplates() {
    std::vector<fs::path> own;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(configurationFolder(), ignored))
        if (entry.path().extension() == ".sbatch") own.push_back(entry.path());
    std::sort(own.begin(), own.end());
    return own;
}

SlurmSite siteOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw DataError("cannot read the template of batch scripts", file.string());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    SlurmSite site = parseSlurmSite(file.stem().string(), text, file.string());
    site.file = file;
    return site;
}

/// A person with one site of their own means that one.
std::string usualName(const std::vector<fs::path>& own) {
    return own.size() == 1 ? own.front().stem().string() : "plain";
}

} // namespace

SlurmSites slurmSites() {
    const std::vector<fs::path> own = ownTemplates();
    SlurmSites all;
    std::vector<std::string> names;
    for (const fs::path& file : own) {
        names.push_back(file.stem().string());
        try {
            all.sound.push_back(siteOf(file));
        } catch (const Error& error) {
            all.problems.push_back(error);
        }
    }
    for (const ShippedTemplate& shipped : shippedSlurmTemplates())
        if (std::find(names.begin(), names.end(), shipped.name) == names.end())
            all.sound.push_back(parseSlurmSite(shipped.name, shipped.text, shipped.name));
    const std::string usual = usualName(own);
    std::stable_partition(all.sound.begin(), all.sound.end(), [&](const SlurmSite& s) { return s.name == usual; });
    return all;
}

SlurmSite findSlurmSite(const std::string& name) {
    const std::vector<fs::path> own = ownTemplates();
    const std::string wanted = name.empty() ? usualName(own) : name;
    std::vector<std::string> names;
    for (const fs::path& file : own) {
        if (file.stem() == wanted) return siteOf(file);
        names.push_back(file.stem().string());
    }
    for (const ShippedTemplate& shipped : shippedSlurmTemplates()) {
        if (shipped.name == wanted) return parseSlurmSite(shipped.name, shipped.text, shipped.name);
        if (std::find(names.begin(), names.end(), shipped.name) == names.end()) names.push_back(shipped.name);
    }
    std::string known;
    for (const std::string& found : names) known += (known.empty() ? "" : ", ") + found;
    throw JobError(phrase("there is no site \"%1\"", wanted), {},
                   phrase("known: %1; others are made in %2", known, configurationFolder().string()));
}

bool SlurmSite::takesArrays() const {
    for (const std::string& line : linesOf(text))
        if (!isComment(line) && !line.starts_with(kOptions) && !hasPlace(line, "command") &&
            (hasPlace(line, "job_folder") || hasPlace(line, "log")))
            return false;
    return text.find("--array") == std::string::npos;
}

std::string batchScript(const SlurmSite& site, const BatchJob& job) {
    const std::vector<std::string> places = site.places();
    ClusterValues values = site.defaults;
    ClusterValues quoted; // a value that a command names is one word of the shell
    for (const auto& [key, value] : job.values) {
        if (std::find(places.begin(), places.end(), key) == places.end())
            throw JobError(phrase("the template of site \"%1\" has no place for \"%2\"", site.name, key),
                           site.file.string(), "leave it out, or add it to the template");
        values[key] = value;
        quoted[key] = shellQuoted(value);
    }
    std::vector<std::string> folders{site.there(job.folder)};
    for (const fs::path& folder : job.others) folders.push_back(site.there(folder));
    const bool isArray = folders.size() > 1;
    values["job_name"] = jobNameOf(job.name);
    values["token"] = job.token;
    values["job_folder"] = folders.front();
    values["log"] = folders.front() + "/cluster.log";
    for (const char* key : {"job_folder", "log"}) quoted[key] = shellQuoted(values[key]);
    values["launcher"] = launcherOf(values);
    values["command"] = commandOf(site, job);
    std::string script;
    bool inCommands = false;
    for (const std::string& line : linesOf(site.text)) {
        if (isComment(line)) {
            script += line + "\n";
            continue;
        }
        const bool isOption = line.starts_with(kOptions);
        const bool isLaunch = hasPlace(line, "command");
        bool missing = false;
        const std::string text = filled(line, [&](const std::string& place) {
            const std::string& value = values[place];
            if (value.empty()) missing = true;
            if (value.empty() && !isOption && place != "launcher")
                throw JobError(phrase("site \"%1\" needs a value for \"%2\"", site.name, place), site.file.string(),
                               phrase("name it: --cluster %1=…", place));
            if (isOption && (place == "log" || place == "job_folder")) return optionQuoted(value);
            if (isLaunch && place == "job_folder") return std::string(kFolderVariable);
            return isOption || !quoted.contains(place) ? value : quoted[place];
        });
        if (isOption && missing) continue;
        if (!isOption && !trimmed(line).empty() && !std::exchange(inCommands, true)) script += kBeforeCommands;
        script += isLaunch ? around(folders, std::string(trimmed(text))) : text + "\n";
    }
    if (isArray) script.insert(script.find('\n') + 1, arrayLine(site, folders.size()));
    return script;
}

std::pair<SlurmSite, std::string> trialOf(const BackendChoice& choice, const fs::path& program) {
    if (choice.name != "slurm")
        throw JobError(phrase("jobs cannot run on \"%1\"", choice.name), "backend", "known: slurm");
    SlurmSite site = findSlurmSite(choice.site);
    std::string script = batchScript(site, {"test", "ewald-test", "/", program, choice.values});
    return {std::move(site), std::move(script)};
}

void requireKnownBackend(const std::string& backend) {
    if (const BackendChoice choice = parseBackend(backend); !choice.name.empty())
        static_cast<void>(trialOf(choice, "/ewald-cli"));
}

} // namespace ewald::job::queue
