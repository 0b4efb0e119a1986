// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include "base/json_text.h"
#include "base/phrase.h"
#include "job/document/document_format.h"
#include "job/document/job_kind.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ewald::job {
namespace {

using Json = nlohmann::ordered_json;

/// Walks a document and remembers where it is, so that every error names its place.
class Parser {
public:
    explicit Parser(std::string where) : m_where(std::move(where)) {}

    JobDocument parse(const std::string& text) {
        Json document = read(text);
        if (!document.is_object()) fail("a job document is a JSON object", "");
        if (!document.contains("format") || document["format"] != format::kFormat)
            fail("not a job document of Ewald", "format", "it has \"format\": \"ewald-job\"");
        format::migrate(document, format::migrations(), m_where);
        JobDocument job;
        job.pipeline.clear();
        if (document.contains("kind")) job.kind = this->text(document["kind"], "kind");
        m_kind = findJobKind(job.kind); // first: it decides what the rest may hold
        if (!m_kind) {
            job.unknown = text;
            return job;
        }
        for (const auto& [key, value] : document.items()) topLevel(job, key, value);
        if (!document.contains("pipeline") && m_kind->has(JobFeature::pipeline)) job.pipeline.push_back(Stage{});
        for (const auto& [stage, path, key, value] : m_stageValues) stageParameter(job, stage, path, key, value);
        if (document.contains("parameters")) commonParameters(job, document["parameters"]);
        return job;
    }

private:
    struct StageValue {
        std::size_t stage;
        std::string path;
        std::string key;
        const Json* value;
    };

    [[noreturn]] void fail(const std::string& what, const std::string& path, const std::string& hint = {}) const {
        throw JobError(what, path.empty() ? m_where : m_where + ": " + path, hint);
    }

    [[noreturn]] void failUnknown(const std::string& key, const std::string& path,
                                  std::vector<std::string> known) const {
        for (const ParameterDef& def : parameterTable())
            if (def.isOfKind(m_kind->name())) known.push_back(def.key);
        const auto near = suggestWord(key, known);
        fail(phrase("unknown key \"%1\"", key.substr(0, 80)), path,
             near ? phrase("did you mean %1?", *near) : std::string());
    }

    /// Parses the text. A key that is given twice in one object is an error, because one of them would be lost; so is a
    /// value of too many levels (parseJson()).
    Json read(const std::string& text) const {
        std::vector<std::set<std::string>> open;
        const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
            if (depth > kMostJsonLevels)
                fail(phrase("has more than %1 levels of objects and lists", kMostJsonLevels), "");
            if (event == Json::parse_event_t::object_start) open.emplace_back();
            if (event == Json::parse_event_t::object_end) open.pop_back();
            if (event == Json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
                fail(phrase("key \"%1\" is given twice in one object", value.get<std::string>().substr(0, 80)), "");
            return true;
        };
        try {
            return Json::parse(text, watch);
        } catch (const nlohmann::json::exception& error) {
            std::string reason = error.what();
            if (const auto end = reason.find("] "); end != std::string::npos) reason.erase(0, end + 2);
            // Not what was read: the one who sends a name may not be one who may read the file.
            reason.erase(std::min(reason.find("; last read"), reason.size()));
            fail(phrase("not valid JSON (%1)", reason.substr(0, 200)), "");
        }
    }

    void topLevel(JobDocument& job, const std::string& key, const Json& value) {
        if (key == "format" || key == "version" || key == "parameters" || key == "kind") return;
        if (key == "input")
            input(job, value);
        else if (key == "pipeline")
            pipeline(job, value);
        else if (key == "compute")
            section(job, value, ParameterSection::compute);
        else if (key == "output")
            section(job, value, ParameterSection::output);
        else if (key == "seed") {
            if (!value.is_number_unsigned()) fail("seed is not a whole number from 0 up", key);
            job.seed = value.get<unsigned long long>();
        } else
            failUnknown(key, "top level",
                        {"format", "version", "kind", "input", "pipeline", "compute", "output", "seed", "parameters"});
    }

    void require(JobFeature feature, const std::string& path) const {
        if (const auto refusal = m_kind->refuses(feature)) fail(refusal->problem, path, refusal->hint);
    }

    void input(JobDocument& job, const Json& value) {
        object(value, "input");
        section(job, value, ParameterSection::input);
        if (!job.inputFile.empty() && !job.inputFiles.empty()) fail("both file and files are given", "input");
        if (!value.contains("mapping")) return;
        require(JobFeature::mapping, "input.mapping");
        mapping(job, value["mapping"]);
    }

    void files(JobDocument& job, const Json& value, const std::string& path) {
        require(JobFeature::severalFiles, path);
        if (!value.is_array() || value.empty()) fail("files is not a list of names", path, "[\"a.h5\", \"b.h5\"]");
        for (const Json& name : value) job.inputFiles.push_back(file(name, path));
    }

    /// Sections input, compute and output: their parameters beside "file" and "mapping".
    void section(JobDocument& job, const Json& value, ParameterSection which) {
        const std::string name = format::sectionName(which);
        object(value, name);
        for (const auto& [key, item] : value.items()) {
            const std::string path = name + "." + key;
            if (key == "mapping" && which == ParameterSection::input) continue;
            if (key == "file" && which == ParameterSection::input)
                job.inputFile = file(item, path);
            else if (key == "files" && which == ParameterSection::input)
                files(job, item, path);
            else if (key == "file" && which == ParameterSection::output)
                job.outputFile = file(item, path);
            else {
                const ParameterDef* def = findParameter(key);
                if (!def || def->section == ParameterSection::stage)
                    failUnknown(key, name, {"file", "files", "mapping"});
                jobParameter(job, *def, path, item);
            }
        }
    }

    void mapping(JobDocument& job, const Json& value) {
        object(value, "input.mapping");
        io::ImportMapping mapping;
        for (const auto& field : format::mappingTexts())
            if (field.unstated != nullptr) mapping.unstatedUnits.*field.unstated = true;
        for (const auto& [key, item] : value.items())
            if (!mappingField(mapping, key, item)) failUnknown(key, "input.mapping", mappingKeys());
        job.mapping = mapping;
    }

    bool mappingField(io::ImportMapping& mapping, const std::string& key, const Json& item) {
        const std::string path = "input.mapping." + key;
        for (const auto& field : format::mappingTexts())
            if (key == field.key) {
                mapping.*field.member = text(item, path);
                oneOf(mapping.*field.member, field.choices, path);
                if (field.unstated != nullptr) mapping.unstatedUnits.*field.unstated = false;
                return true;
            }
        for (const auto& field : format::mappingNumbers())
            if (key == field.key) {
                if (!item.is_number() || !std::isfinite(item.get<double>()) || !(item.get<double>() > 0))
                    fail("value is not a number above 0", path);
                mapping.*field.member = item.get<double>();
                return true;
            }
        for (const auto& field : format::mappingFlags())
            if (key == field.key) {
                if (!item.is_boolean()) fail("value is not true or false", path);
                mapping.*field.member = item.get<bool>();
                return true;
            }
        for (const auto& field : format::mappingFiles())
            if (key == field.key) {
                mapping.*field.member = file(item, path);
                return true;
            }
        return false;
    }

    void oneOf(const std::string& value, const std::vector<std::string>& choices, const std::string& path) const {
        if (choices.empty()) return;
        std::string all;
        for (const std::string& choice : choices) {
            if (choice == value) return;
            all += (all.empty() ? "" : ", ") + choice;
        }
        fail(phrase("value \"%1\" is not one of %2", value.substr(0, 40), all), path);
    }

    static std::vector<std::string> mappingKeys() {
        std::vector<std::string> keys;
        for (const auto& field : format::mappingTexts()) keys.emplace_back(field.key);
        for (const auto& field : format::mappingNumbers()) keys.emplace_back(field.key);
        for (const auto& field : format::mappingFlags()) keys.emplace_back(field.key);
        for (const auto& field : format::mappingFiles()) keys.emplace_back(field.key);
        return keys;
    }

    void pipeline(JobDocument& job, const Json& value) {
        require(JobFeature::pipeline, "pipeline");
        if (!value.is_array())
            fail("pipeline is not a list", "pipeline", "[{\"engine\": \"rpie\", \"iterations\": 100}]");
        if (value.empty()) fail("the pipeline has no stage", "pipeline");
        for (std::size_t i = 0; i < value.size(); ++i) {
            const std::string path = "pipeline[" + std::to_string(i) + "]";
            object(value[i], path);
            job.pipeline.emplace_back();
            Stage& stage = job.pipeline.back();
            for (const auto& [key, item] : value[i].items()) stageField(stage, i, path, key, item);
            if (!value[i].contains("iterations")) stage.iterations = defaultIterations(stage.engine);
        }
    }

    void stageField(Stage& stage, std::size_t index, const std::string& path, const std::string& key,
                    const Json& item) {
        if (key == "engine") {
            stage.engine = text(item, path + ".engine");
            static_cast<void>(engineOf(stage.engine, m_where + ": " + path + ".engine"));
        } else if (key == "iterations") {
            if (!item.is_number_unsigned() || item.get<unsigned long long>() < 1 ||
                item.get<unsigned long long>() > kMostIterations)
                fail("iterations is not a whole number from 1 to 1000000", path + ".iterations");
            stage.iterations = item.get<std::size_t>();
        } else if (key == "parameters") {
            object(item, path + ".parameters");
            for (const auto& [name, value] : item.items())
                m_stageValues.push_back({index, path + ".parameters", name, &value});
        } else if (const ParameterDef* def = findParameter(key); def && def->isOfKind(m_kind->name()))
            m_stageValues.push_back({index, path, key, &item});
        else
            failUnknown(key, path, {"engine", "iterations", "parameters"});
    }

    /// A parameter that was found in a stage: its own, or one of the whole job that is moved to where it belongs.
    void stageParameter(JobDocument& job, std::size_t stage, const std::string& path, const std::string& key,
                        const Json* value) {
        const ParameterDef* def = findParameter(key);
        if (!def) failUnknown(key, path, {});
        const std::string full = path + "." + key;
        if (def->section == ParameterSection::stage)
            job.pipeline[stage].parameters[key] = parameter(*def, full, *value);
        else
            jobParameter(job, *def, full, *value);
    }

    void jobParameter(JobDocument& job, const ParameterDef& def, const std::string& path, const Json& value) {
        ParameterMap& map = def.section == ParameterSection::compute  ? job.compute
                            : def.section == ParameterSection::output ? job.output
                                                                      : job.input;
        const ParameterValue parsed = parameter(def, path, value);
        const auto [found, isNew] = map.emplace(def.key, parsed);
        if (!isNew && found->second != parsed) fail("given a second time with another value", path);
    }

    void commonParameters(JobDocument& job, const Json& value) {
        object(value, "parameters");
        for (const auto& [key, item] : value.items()) {
            const std::string path = "parameters." + key;
            const ParameterDef* def = findParameter(key);
            if (!def) failUnknown(key, "parameters", {});
            if (def->section != ParameterSection::stage) {
                jobParameter(job, *def, path, item);
                continue;
            }
            const ParameterValue parsed = parameter(*def, path, item);
            JobDocument asked = job;
            asked.set(key, parsed);
            // What a stage says of itself is nearer than what the document says of all stages.
            for (std::size_t i = 0; i < job.pipeline.size(); ++i)
                if (asked.pipeline[i].parameters.contains(key)) job.pipeline[i].parameters.emplace(key, parsed);
        }
    }

    /// "[1, 6]" for "1, 6": a range as programs write it.
    static bool isNumberPair(const ParameterDef& def, const Json& value) {
        return def.type == ParameterType::text && value.is_array() && value.size() == 2 && value[0].is_number() &&
               value[1].is_number();
    }

    ParameterValue parameter(const ParameterDef& def, const std::string& path, const Json& value) const {
        if (!def.isOfKind(m_kind->name()))
            fail(phrase("parameter belongs to jobs of the kind %1, not %2", def.kind, m_kind->name()), path);
        ParameterValue parsed;
        if (isNumberPair(def, value))
            parsed = jsonText(value[0]) + ", " + jsonText(value[1]);
        else if (!def.special.empty() && (value.is_null() || value.is_string()) &&
                 (def.type == ParameterType::real || value.is_string()))
            parsed = special(def, path, value);
        else if (value.is_boolean())
            parsed = value.get<bool>();
        else if (value.is_string())
            parsed = value.get<std::string>();
        else if (value.is_number() && def.type == ParameterType::real)
            parsed = value.get<double>();
        else if (value.is_number())
            parsed = wholeNumber(value, path);
        else
            fail("value is neither a number, a text, true nor false", path);
        if (value.is_string() && namesFile(def, parsed)) parsed = file(value, path).string();
        try {
            checkValue(def, parsed);
        } catch (const JobError& error) {
            fail(error.problem(), path, error.hint());
        }
        return parsed;
    }

    ParameterValue special(const ParameterDef& def, const std::string& path, const Json& value) const {
        try {
            return parseValue(def, value.is_null() ? std::string() : value.get<std::string>());
        } catch (const JobError& error) {
            fail(error.problem(), path, error.hint());
        }
    }

    long long wholeNumber(const Json& value, const std::string& path) const {
        const double number = value.get<double>();
        // Beyond 2^53 a double does not hold every whole number, and no parameter reaches that far.
        if (number != std::floor(number) || std::abs(number) > 9e15) fail("value is not a whole number", path);
        return static_cast<long long>(number);
    }

    std::string text(const Json& value, const std::string& path) const {
        if (!value.is_string()) fail("value is not a text", path);
        auto result = value.get<std::string>();
        if (result.find('\0') != std::string::npos) fail("text contains a zero byte", path);
        return result;
    }

    std::filesystem::path file(const Json& value, const std::string& path) const {
        std::filesystem::path name = format::pathOfText(text(value, path));
        if (name.string().find('\0') != std::string::npos) fail("text contains a zero byte", path);
        return name;
    }

    void object(const Json& value, const std::string& path) const {
        if (!value.is_object()) fail("value is not an object { … }", path);
    }

    std::string m_where;
    const JobKind* m_kind = nullptr;
    std::vector<StageValue> m_stageValues; ///< applied last: hoisting needs to know what stands in the sections
};

} // namespace

JobDocument parseJob(const std::string& json, const std::string& where) { return Parser(where).parse(json); }

} // namespace ewald::job
