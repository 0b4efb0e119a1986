// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"
#include "job/document/parameters.h"

#include <concepts>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ewald::job {

/// Values by parameter key; keys that are absent have their default.
using ParameterMap = std::map<std::string, ParameterValue>;

/// The engine of a stage that names none: the one that is recommended (ptycho::EngineKind).
[[nodiscard]] const std::string& defaultEngine();
/// That a stage may have.
inline constexpr std::size_t kMostIterations = 1'000'000;
/// Iterations of a stage that names none (ptycho::EngineKind::iterations); 100 for an unknown engine.
[[nodiscard]] std::size_t defaultIterations(std::string_view engine);
/// Another default for as long as this lives, for tests.
class OtherDefaultEngine {
public:
    explicit OtherDefaultEngine(std::string name);
    ~OtherDefaultEngine();
    OtherDefaultEngine(const OtherDefaultEngine&) = delete;
    OtherDefaultEngine& operator=(const OtherDefaultEngine&) = delete;

private:
    std::string m_before;
};

/// One engine of the pipeline.
struct Stage {
    std::string engine = defaultEngine();
    std::size_t iterations = defaultIterations(engine);
    ParameterMap parameters{}; ///< section stage
    bool operator==(const Stage&) const = default;
};

/// Gives a stage another engine. Its iterations follow where they are the default of the one before.
void changeEngine(Stage& stage, const std::string& engine);

/// A job as a document: everything that is needed to do it again. A value type; JSON outside.
///
/// JSON: {"format":"ewald-job","version":1,"kind":"ptycho","input":{"file":…,"mapping":{…},<input parameters>},
/// "pipeline":[{"engine","iterations","parameters":{…}}],"compute":{…},"output":{"file":…,…},"seed":0}
/// Parameters may also stand where their section is not: in a stage's "parameters" (job-wide ones are moved to where
/// they belong) and in a "parameters" object of the document (applied like set(); a stage's own value wins).
///
/// Which of these parts a document has, its kind says (job_kind.h): an integration has no pipeline and no mapping; its
/// frames may come from several files: "input":{"files":[…],<input parameters>}.
struct JobDocument {
    std::string kind = "ptycho";
    std::filesystem::path inputFile;
    /// More than one file, of an integration: frames in this order; names may hold * ? # as openStack() defines them.
    std::vector<std::filesystem::path> inputFiles;
    std::optional<io::ImportMapping> mapping;
    ParameterMap input;
    std::vector<Stage> pipeline{Stage{}};
    ParameterMap compute;
    std::filesystem::path outputFile;
    ParameterMap output;
    unsigned long long seed = 0;
    /// The whole text of a document of a kind that this program does not know (see kindOf()), and nothing else of it is
    /// in here; else empty. It is written again as it is.
    std::string unknown{};

    bool operator==(const JobDocument&) const = default;

    /// inputFiles, or else inputFile as the only one.
    [[nodiscard]] std::vector<std::filesystem::path> files() const;

    /// Sets a parameter wherever its section is (stage parameters: in every stage it applies to).
    /// \throws JobError for an unknown key (with a suggestion) or a value out of range
    void setText(std::string_view key, std::string_view text);
    template <class Text>
    requires std::convertible_to<const Text&, std::string_view>
    void set(std::string_view key, const Text& text) { setText(key, text); }
    void set(std::string_view key, const ParameterValue& value, std::optional<std::size_t> stage = {});

    /// Value of an input/compute/output parameter, or its default.
    [[nodiscard]] ParameterValue value(std::string_view key) const;
    [[nodiscard]] ParameterValue stageValue(std::size_t stage, std::string_view key) const;
    [[nodiscard]] bool flag(std::string_view key) const { return std::get<bool>(value(key)); }
    [[nodiscard]] long long integer(std::string_view key) const { return std::get<long long>(value(key)); }
    [[nodiscard]] double real(std::string_view key) const { return std::get<double>(value(key)); }
    /// Of a parameter with a word for "not given": absent when it is not.
    [[nodiscard]] std::optional<double> optionalReal(std::string_view key) const;
    [[nodiscard]] std::string text(std::string_view key) const { return std::get<std::string>(value(key)); }
};

/// Parses and validates; `where` names the document in errors. Unknown keys are errors with a suggestion; a document of
/// an unknown kind is kept as it is. Older versions are migrated one step a version. \throws JobError
[[nodiscard]] JobDocument parseJob(const std::string& json, const std::string& where);
[[nodiscard]] JobDocument readJob(const std::filesystem::path& file);
/// `resolved`: with every default written out. Pretty-printed, stable key order.
[[nodiscard]] std::string toJson(const JobDocument& job, bool resolved = false);
void writeJob(const std::filesystem::path& file, const JobDocument& job, bool overwrite);
/// Checks the kind, and the parts against each other (engine names, ranges, input and output given and not the same
/// file, output folder writable). Reads and writes no data. \param writable folders that have been found so, and need
/// no look; gets those that are \throws JobError; DataError for files and folders
void validateJob(const JobDocument& job, std::set<std::filesystem::path>* writable = nullptr);
/// Checks the stages and their parameters alone, and those of the output. \throws JobError
void validatePipeline(const JobDocument& job);
/// What the job says without effect, one line each ("batch_size has no effect on dm"): worth a warning, not an error,
/// because a person who changes the engine does not want to lose the parameters of the other.
[[nodiscard]] std::vector<std::string> ineffectiveParameters(const JobDocument& job);
/// Makes the paths of a document absolute, seen from `folder`.
void resolvePaths(JobDocument& job, const std::filesystem::path& folder);
/// Every file that a job reads, as it names them: scan, mapped files, mask, initial probe and object, geometry.
[[nodiscard]] std::vector<std::filesystem::path> inputFilesOf(const JobDocument& job);
/// Where a job keeps its checkpoint: "result.h5" → "result.h5.checkpoint.h5".
[[nodiscard]] std::filesystem::path checkpointFile(const std::filesystem::path& output);
/// JSON schema (draft 2020-12) of a job document, made of the parameter table.
[[nodiscard]] std::string jobSchema();

} // namespace ewald::job
