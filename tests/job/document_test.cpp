// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document.h"

#include "base/error.h"
#include "io/temporary_folder.h"
#include "job/document/document_format.h"
#include "job/document/settings.h"
#include "job/integration/integrate_job_kind.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <unistd.h>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string problemOf(const std::string& json) {
    try {
        static_cast<void>(parseJob(json, "job.json"));
    } catch (const JobError& error) {
        return error.what();
    } catch (const std::exception& error) {
        return std::string("wrong exception: ") + error.what();
    }
    return "accepted";
}

/// A document with `rest` added.
std::string document(const std::string& rest) {
    return R"({"format": "ewald-job", "version": 1)" + (rest.empty() ? "" : ", " + rest) + "}";
}

using io::TemporaryFolder;

TEST(JobDocument, NamesThatAreNoUtf8ComeBack) {
    const TemporaryFolder folder;
    const std::string odd = folder.path().string() + "/a \xff\xfe%25 \xc3\xa9";
    for (const bool integration : {false, true}) {
        JobDocument job = integration ? integrateJobKind().newDocument() : JobDocument();
        job.inputFile = odd + ".h5";
        job.outputFile = odd + ".out.h5";
        job.set("mask_file", odd + ".npy");
        if (integration) {
            job.inputFiles = {odd + "1", folder.path() / "plain é", odd + "2"};
            job.inputFile.clear();
        } else {
            job.set("initial_probe", odd + ".ptyr");
            job.mapping = io::ImportMapping{};
            job.mapping->positionsFile = odd + ".csv";
        }
        const std::string text = toJson(job);
        EXPECT_TRUE(Json::accept(text));
        EXPECT_NE(text.find("file:///"), std::string::npos) << text;
        EXPECT_EQ(parseJob(text, "job.json"), job);
        writeJob(folder.path() / "job.json", job, true);
        EXPECT_EQ(readJob(folder.path() / "job.json"), job);
    }
    EXPECT_NE(problemOf(document(R"("input": {"file": "file:///a%00b"})")).find("zero byte"), std::string::npos);
    EXPECT_EQ(parseJob(document(R"("input": {"file": "file:///a%2"})"), "j").inputFile, "/a%2");
}

JobDocument fullDocument() {
    JobDocument job;
    job.inputFile = "/data/scan.cxi";
    job.mapping = io::ImportMapping{};
    job.mapping->frames = "/entry/frames";
    job.mapping->positionUnit = "A";
    job.mapping->energyValue = 8.5;
    job.mapping->amplitudes = true;
    job.mapping->positionsFile = "/data/positions.spec";
    job.mapping->positionsScan = 12;
    job.mapping->framesFile = "/data/img_*.tif";
    job.mapping->frameIndex = "frame";
    job.mapping->monitor = "I0";
    job.pipeline = {{"dm", 50, {}}, {"rpie", 200, {}}};
    job.outputFile = "/data/result.h5";
    job.seed = 18446744073709551615ULL;
    job.set("probe_modes", "3");
    job.set("batch_size", "16");
    job.set("energy_keV", "8.0001");
    job.set("devices", "cpu:2");
    job.set("checkpoint_every", "0");
    job.set("initial_probe", "/data/night.h5");
    return job;
}

TEST(JobDocument, KnowsWhichUnitsOfAMappingItStates) {
    const std::string text = document(R"("input": {"mapping": {"distance": "/z", "distance_unit": "m"}})");
    const JobDocument job = parseJob(text, "job.json");
    EXPECT_EQ(job.mapping->unstatedUnits, (io::UnstatedUnits{true, true, false, true}));
    EXPECT_EQ(job.mapping->energyUnit, "keV");
    const std::string written = toJson(job);
    EXPECT_NE(written.find("distance_unit"), std::string::npos) << written; // although it is the usual one
    EXPECT_EQ(written.find("energy_unit"), std::string::npos) << written;
    EXPECT_EQ(parseJob(written, "job.json"), job);
}

TEST(JobDocument, SurvivesJson) {
    const JobDocument job = fullDocument();
    EXPECT_EQ(parseJob(toJson(job), "job"), job);
    // Writing defaults out changes no value.
    const JobDocument resolved = parseJob(toJson(job, true), "job");
    for (const ParameterDef& def : parameterTable()) {
        if (def.section == ParameterSection::stage) {
            for (std::size_t i = 0; i < 2; ++i) {
                if (!def.appliesTo(job.pipeline[i].engine)) continue;
                EXPECT_EQ(resolved.stageValue(i, def.key), job.stageValue(i, def.key)) << def.key;
            }
        } else {
            EXPECT_EQ(resolved.value(def.key), job.value(def.key)) << def.key;
        }
    }
    EXPECT_EQ(toJson(resolved, true), toJson(job, true));
}

TEST(JobDocument, SetGoesToTheStagesThatKnowTheParameter) {
    const JobDocument job = fullDocument();
    EXPECT_FALSE(job.pipeline[0].parameters.contains("batch_size")); // dm has no batches
    EXPECT_EQ(std::get<long long>(job.stageValue(1, "batch_size")), 16);
    EXPECT_EQ(std::get<long long>(job.value("probe_modes")), 3);
    EXPECT_TRUE(ineffectiveParameters(job).empty());

    JobDocument onlyDm;
    onlyDm.pipeline = {{"dm", 10, {}}};
    onlyDm.set("batch_size", "16"); // kept for the day when the engine is changed, with a warning
    ASSERT_EQ(ineffectiveParameters(onlyDm).size(), 1U);
    EXPECT_EQ(ineffectiveParameters(onlyDm)[0], "batch_size has no effect on dm");
}

TEST(JobDocument, DefaultsDependOnTheEngine) {
    JobDocument job;
    job.pipeline = {{"epie", 10, {}}, {"rpie", 10, {}}};
    const auto stages = stageSettingsOf(job);
    EXPECT_EQ(stages[0].value("batch_size"), 1);
    EXPECT_DOUBLE_EQ(stages[0].value("object_step"),
                     std::get<double>(findParameter("object_step")->defaultFor("epie")));
    EXPECT_NE(stages[0].value("object_step"), stages[1].value("object_step"));
    EXPECT_EQ(stages[1].value("batch_size"), 32);
    EXPECT_DOUBLE_EQ(stages[1].value("object_step"), 1.0);
}

TEST(JobDocument, UnknownKeysAreRefusedWithASuggestion) {
    JobDocument job;
    try {
        job.set("prob_modes", "2");
        FAIL() << "accepted";
    } catch (const JobError& error) {
        EXPECT_STREQ(error.what(), "unknown parameter: prob_modes; did you mean probe_modes?");
    }
    EXPECT_EQ(problemOf(document(R"("input": {"prob_modes": 2})")),
              "unknown key \"prob_modes\": job.json: input; did you mean probe_modes?");
    EXPECT_EQ(problemOf(document(R"("pipelines": [])")),
              "unknown key \"pipelines\": job.json: top level; did you mean pipeline?");
    EXPECT_EQ(problemOf(document(R"("pipeline": [{"parameters": {"batchsize": 2}}])")),
              "unknown key \"batchsize\": job.json: pipeline[0].parameters; did you mean batch_size?");
    EXPECT_EQ(problemOf(document(R"("input": {"mapping": {"frame": "/x"}})")),
              "unknown key \"frame\": job.json: input.mapping; did you mean frames?");
    EXPECT_EQ(problemOf(document(R"("pipeline": [{"engine": "rpei"}])")),
              "unknown engine \"rpei\": job.json: pipeline[0].engine; did you mean rpie?");
}

TEST(JobDocument, BadValuesAreRefusedWithTheirPlace) {
    EXPECT_EQ(problemOf(document(R"("input": {"distance_m": -1})")),
              "value -1 m is out of range: job.json: input.distance_m; allowed: 0 to 1000 m");
    EXPECT_EQ(problemOf(document(R"("pipeline": [{}, {"parameters": {"batch_size": 2.5}}])")),
              "value is not a whole number: job.json: pipeline[1].parameters.batch_size");
    for (const char* bad : {
             R"("input": {"distance_m": "1"})",
             R"("input": {"distance_m": [1]})",
             R"("input": {"distance_m": null})",
             R"("input": {"distance_m": true})",
             R"("input": {"probe_modes": 1e300})",
             R"("input": [])",
             R"("input": {"flip_rows": 1})",
             R"("input": {"initial_probe": 3})",
             R"("input": {"file": 3})",
             R"("input": {"file": "a\u0000b"})",
             R"("input": {"mapping": 3})",
             R"("pipeline": [])",
             R"("input": {"mapping": {"energy_value": -1}})",
             R"("input": {"mapping": {"position_unit": "inch"}})",
             R"("pipeline": {})",
             R"("pipeline": [3])",
             R"("pipeline": [{"iterations": 0}])",
             R"("pipeline": [{"iterations": -5}])",
             R"("pipeline": [{"iterations": 1e12}])",
             R"("seed": -1)",
             R"("seed": 1.5)",
             R"("kind": "integrate", "pipeline": [{}])",
             R"("kind": "integrate", "pipeline": [])",
             R"("kind": "integrate", "input": {"probe_modes": 2})",
             R"("kind": "integrate", "parameters": {"batch_size": 2})",
             R"("kind": "integrate", "input": {"files": "a.h5"})",
             R"("kind": "integrate", "input": {"files": []})",
             R"("kind": "integrate", "input": {"files": ["a.h5", 3]})",
             R"("kind": "integrate", "input": {"file": "a.h5", "files": ["b.h5"]})",
             R"("kind": "integrate", "input": {"mapping": {}})",
             R"("kind": "integrate", "input": {"polarization_factor": "strong"})",
             R"("kind": "integrate", "input": {"polarization_factor": 1.5})",
             R"("kind": "integrate", "input": {"radial_range": [1, 2, 3]})",
             R"("kind": "integrate", "input": {"npt": 0})",
             R"("input": {"files": ["a.cxi"]})",
             R"("input": {"npt": 100})",
             R"("kind": 1)",
             R"("compute": {"devices": 1})",
             R"("parameters": {"distance_m": NaN})",
             R"("parameters": {"distance_m": 1e999})",
             R"("parameters": {"distance_m": 1, "distance_m": 2})",
             R"("input": {"probe_modes": 2}, "parameters": {"probe_modes": 3})",
         }) {
        const std::string problem = problemOf(document(bad));
        EXPECT_NE(problem, "accepted") << bad;
        EXPECT_EQ(problem.find("wrong exception"), std::string::npos) << bad << ": " << problem;
        EXPECT_NE(problem.find("job.json"), std::string::npos) << bad << ": " << problem;
        EXPECT_EQ(problem.find('\n'), std::string::npos) << bad;
    }
}

TEST(JobDocument, BrokenTextIsRefused) {
    for (const char* bad : {"", "{", "[]", "3", "null", "{\"format\": \"ewald-job\"}", "{\"version\": 1}",
                            "{\"format\": \"other\", \"version\": 1}", "\xff\xfe", "{\"format\": \"ewald-job\", "}) {
        const std::string problem = problemOf(bad);
        EXPECT_NE(problem, "accepted") << bad;
        EXPECT_EQ(problem.find("wrong exception"), std::string::npos) << bad << ": " << problem;
    }
    // Deep nesting must not overflow the stack.
    EXPECT_NE(problemOf(document("\"input\": " + std::string(200000, '['))), "accepted");
    EXPECT_NE(problemOf(document("\"input\": " + std::string(200000, '[') + std::string(200000, ']'))), "accepted");
}

TEST(JobDocument, DamagedTextNeverDoesMoreThanThrow) {
    const std::string good = toJson(fullDocument(), true);
    std::mt19937 random(1);                     // the same mutations in every run
    const auto below = [&](std::size_t limit) { // a text may have been cut down to nothing
        return limit > 0 ? static_cast<std::size_t>(random()) % limit : 0;
    };
    const std::string pieces[] = {"null",    "-1", "1e999", "{}", "[]", "\"", "true", "99999999999999999999",
                                  "\\u0000", ","};
    std::size_t accepted = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        std::string text = good;
        for (std::size_t change = 0; change <= below(3); ++change) {
            const std::size_t place = below(text.size());
            switch (below(4)) {
            case 0: text[place] = static_cast<char>(random()); break;
            case 1: text.erase(place, 1 + below(20)); break;
            case 2: text.insert(place, pieces[below(std::size(pieces))]); break;
            default: text.resize(place + 1); break;
            }
        }
        try {
            const JobDocument job = parseJob(text, "job.json");
            // What is accepted is a document that can be written and read again.
            EXPECT_EQ(parseJob(toJson(job), "again"), job);
            ++accepted;
        } catch (const JobError& error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        }
    }
    EXPECT_GT(accepted, 10U); // a changed letter in a file name is a document still
}

TEST(JobDocument, ParametersMayStandWhereTheyAreLookedFor) {
    const JobDocument job = parseJob(document(R"("pipeline": [{"engine": "dm", "iterations": 5},
        {"engine": "rpie", "iterations": 6, "batch_size": 8,
         "parameters": {"probe_modes": 2, "checkpoint_every": 3, "object_alpha": 0.5}}],
        "parameters": {"batch_size": 64, "object_alpha": 0.2, "update_probe_after": 4, "flip_position_x": true})"),
                                     "job");
    EXPECT_EQ(job.integer("probe_modes"), 2);
    EXPECT_EQ(job.integer("checkpoint_every"), 3);
    EXPECT_TRUE(job.flag("flip_position_x"));
    EXPECT_EQ(std::get<long long>(job.stageValue(0, "update_probe_after")), 4);
    EXPECT_EQ(std::get<long long>(job.stageValue(1, "update_probe_after")), 4);
    // The stage's own values are nearer.
    EXPECT_EQ(std::get<long long>(job.stageValue(1, "batch_size")), 8);
    EXPECT_DOUBLE_EQ(std::get<double>(job.stageValue(1, "object_alpha")), 0.5);
    EXPECT_FALSE(job.pipeline[0].parameters.contains("batch_size"));
}

TEST(JobDocument, MigratesOneStepAVersion) {
    // Version 1 → 2 renames a key, 2 → 3 doubles a value: only in this order does the value arrive.
    const std::vector<format::Migration> steps{
        [](Json& document) {
            document["new"] = document["old"];
            document.erase("old");
        },
        [](Json& document) { document["new"] = document["new"].get<int>() * 2; },
    };
    Json old{{"version", 1}, {"old", 21}};
    format::migrate(old, steps, "job.json");
    EXPECT_EQ(old["new"], 42);
    EXPECT_EQ(old["version"], 3);
    Json middle{{"version", 2}, {"new", 4}};
    format::migrate(middle, steps, "job.json");
    EXPECT_EQ(middle["new"], 8);
    for (const Json& bad : {Json{{"version", 4}}, Json{{"version", 0}}, Json{{"version", "1"}}, Json::object()}) {
        Json copy = bad;
        EXPECT_THROW(format::migrate(copy, steps, "job.json"), JobError) << bad;
    }
    EXPECT_EQ(static_cast<long long>(format::migrations().size()) + 1, format::kVersion);
}

TEST(JobDocument, PathsAreSeenFromTheDocument) {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "job.json")
        << document(R"("input": {"file": "scan.cxi", "mask_file": "../mask.npy", "initial_probe": "./old",
                       "initial_object": "ones"}, "output": {"file": "out/result.h5"})");
    const JobDocument job = readJob(folder.path() / "job.json");
    EXPECT_EQ(job.inputFile, folder.path() / "scan.cxi");
    EXPECT_EQ(job.outputFile, folder.path() / "out/result.h5");
    EXPECT_EQ(job.text("mask_file"), (folder.path().parent_path() / "mask.npy").string());
    EXPECT_EQ(job.text("initial_probe"), (folder.path() / "old").string());
    EXPECT_EQ(job.text("initial_object"), "ones"); // a choice, not a file
    JobDocument other = job;
    other.set("mask_file", "silx:masks/m.h5?path=/entry/mask");
    resolvePaths(other, folder.path());
    EXPECT_EQ(other.text("mask_file"), (folder.path() / "masks/m.h5").string() + "::/entry/mask");
    // Writing it elsewhere in the folder and reading it back gives the same job; the text has no absolute input path.
    writeJob(folder.path() / "copy.json", job, false);
    EXPECT_EQ(readJob(folder.path() / "copy.json"), job);
    std::ifstream stream(folder.path() / "copy.json");
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_EQ(text.find((folder.path() / "scan.cxi").string()), std::string::npos);
    EXPECT_THROW(writeJob(folder.path() / "copy.json", job, false), DataError);
    EXPECT_NO_THROW(writeJob(folder.path() / "copy.json", job, true));
}

TEST(ValidateJob, ChecksThePartsAgainstEachOther) {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "scan.cxi") << "x";
    JobDocument good;
    good.inputFile = folder.path() / "scan.cxi";
    good.outputFile = folder.path() / "result.h5";
    EXPECT_NO_THROW(validateJob(good));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1); // the check leaves nothing behind

    const auto problem = [&](auto change) -> std::string {
        JobDocument bad = good;
        change(bad);
        try {
            validateJob(bad);
        } catch (const Error& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_NE(problem([](JobDocument& j) { j.inputFile.clear(); }).find("no input"), std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.outputFile.clear(); }).find("no output"), std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.outputFile = j.inputFile; }).find("same file"), std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.inputFile += ".no"; }).find("no such file"), std::string::npos);
    EXPECT_NE(problem([&](JobDocument& j) { j.outputFile = folder.path(); }).find("folder"), std::string::npos);
    EXPECT_NE(problem([&](JobDocument& j) { j.outputFile = folder.path() / "no/r.h5"; }).find("cannot write"),
              std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.pipeline.clear(); }).find("no stage"), std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.pipeline[0].engine = "nosuch"; }).find("unknown engine"),
              std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.input["bad_pixels"] = std::string("1;2"); }).find("row,column"),
              std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) {
                  j.set("object_amplitude_min", "2");
                  j.set("object_amplitude_max", "1");
              }).find("larger"),
              std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.set("object_phase_min", "1"); }).find("below"), std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) {
                  j.set("object_phase_min", "1");
                  j.set("object_phase_max", "1");
              }).find("below"),
              std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) {
                  j.set("variable_probe_modes", "1");
                  j.set("fly_points", "5");
              }).find("along the path of a fly scan"),
              std::string::npos);
    for (const char* engine : {"dm", "raar", "ap"})
        EXPECT_NE(problem([&](JobDocument& j) {
                      j.pipeline[0].engine = engine;
                      j.set("variable_probe_modes", "1");
                  }).find("one probe for all frames"),
                  std::string::npos)
            << engine;
}

TEST(Settings, BadPixelsAreParsed) {
    JobDocument job;
    job.set("bad_pixels", " 12,40 ;13 , 41; ");
    const std::vector<std::array<std::size_t, 2>> expected{{12, 40}, {13, 41}};
    EXPECT_EQ(preprocessingOf(job).badPixels, expected);
    for (const char* bad : {"1", "1,", ",1", "1,2,3", "a,b", "-1,2", "1,2;;3,4", "1,99999999999999999999"}) {
        job.input["bad_pixels"] = std::string(bad);
        EXPECT_THROW(static_cast<void>(preprocessingOf(job)), JobError) << bad;
    }
}

TEST(Settings, EveryInputParameterArrives) {
    JobDocument job;
    for (const auto& [key, value] : std::map<std::string, std::string>{{"crop_size", "64"},
                                                                       {"centre_row", "1.5"},
                                                                       {"centre_col", "2.5"},
                                                                       {"auto_centre", "true"},
                                                                       {"binning", "2"},
                                                                       {"flip_rows", "true"},
                                                                       {"flip_cols", "true"},
                                                                       {"transpose", "true"},
                                                                       {"count_threshold", "3"},
                                                                       {"saturation", "4"},
                                                                       {"mask_file", "m.npy"},
                                                                       {"mask_path", "/m"},
                                                                       {"bad_pixels", "5,6"},
                                                                       {"first_frame", "7"},
                                                                       {"frame_step", "8"},
                                                                       {"max_frames", "9"}})
        job.set(key, value);
    io::Preprocessing expected;
    expected.cropSize = 64;
    expected.centreRow = 1.5;
    expected.centreCol = 2.5;
    expected.autoCentre = expected.flipRows = expected.flipCols = expected.transpose = true;
    expected.binning = 2;
    expected.countThreshold = 3;
    expected.saturation = 4;
    expected.maskFile = "m.npy";
    expected.maskPath = "/m";
    expected.badPixels = {{5, 6}};
    expected.firstFrame = 7;
    expected.frameStep = 8;
    expected.maxFrames = 9;
    EXPECT_EQ(preprocessingOf(job), expected);
    EXPECT_EQ(preprocessingOf(JobDocument{}), io::Preprocessing{});

    job.set("flip_position_x", "true");
    job.set("position_scale_y", "1.5");
    const auto options = positionOptionsOf(job, io::Scan{});
    EXPECT_TRUE(options.flipCol);
    EXPECT_FALSE(options.flipRow);
    EXPECT_DOUBLE_EQ(options.scaleRow, 1.5);
    EXPECT_DOUBLE_EQ(options.scaleCol, 1.0);
}

JobDocument integration() {
    JobDocument job = integrateJobKind().newDocument();
    job.inputFiles = {"/data/night_1.h5", "/data/night_2.h5"};
    job.outputFile = "/data/patterns.h5";
    job.set("npt", "1500");
    job.set("unit", "2th_deg");
    job.set("polarization_factor", "0.99");
    job.set("radial_range", "5, 60");
    job.set("devices", "cpu:2");
    return job;
}

TEST(IntegrationDocument, GoesThroughJsonAndBack) {
    JobDocument job = integration();
    EXPECT_EQ(parseJob(toJson(job), "job.json"), job);
    const Json plain = Json::parse(toJson(job));
    EXPECT_EQ(plain["kind"], "integrate");
    EXPECT_EQ(plain["input"]["files"], Json::parse(R"(["/data/night_1.h5", "/data/night_2.h5"])"));
    EXPECT_FALSE(plain.contains("pipeline"));
    EXPECT_FALSE(plain.contains("seed"));
    // One file has the name that it has in other jobs.
    job.inputFiles.clear();
    job.inputFile = "/data/night.h5";
    EXPECT_EQ(parseJob(toJson(job), "job.json"), job);
    EXPECT_EQ(job.files(), std::vector<fs::path>{"/data/night.h5"});
    // With every default written down it still means the same.
    const JobDocument resolved = parseJob(toJson(job, true), "job.json");
    for (const ParameterDef& def : parameterTable()) {
        if (def.isOfKind("integrate") && def.section != ParameterSection::stage) {
            EXPECT_EQ(resolved.value(def.key), job.value(def.key)) << def.key;
        }
    }
    const Json all = Json::parse(toJson(job, true));
    EXPECT_EQ(all["input"]["dummy"], "none");
    EXPECT_EQ(all["input"]["npt"], 1500);
    EXPECT_FALSE(all["input"].contains("probe_modes"));
}

TEST(IntegrationDocument, NumbersMayBeAbsent) {
    JobDocument job = integration();
    EXPECT_DOUBLE_EQ(job.optionalReal("polarization_factor").value(), 0.99);
    EXPECT_EQ(job.optionalReal("dummy"), std::nullopt);
    for (const char* off : {"off", "none", "", "No"}) {
        job.set("polarization_factor", off);
        EXPECT_EQ(job.optionalReal("polarization_factor"), std::nullopt) << off;
    }
    job.set("polarization_factor", "0"); // an unpolarised beam, which is not "off"
    EXPECT_DOUBLE_EQ(job.optionalReal("polarization_factor").value(), 0);
    const auto parsed = parseJob(
        document(
            R"("kind": "integrate", "input": {"polarization_factor": null, "dummy": -2, "radial_range": [5, 60]})"),
        "job.json");
    EXPECT_EQ(parsed.optionalReal("polarization_factor"), std::nullopt);
    EXPECT_DOUBLE_EQ(parsed.optionalReal("dummy").value(), -2);
    EXPECT_EQ(parsed.text("radial_range"), "5, 60");
}

TEST(IntegrationDocument, KeepsItsKeysApartFromThoseOfAReconstruction) {
    const auto messageOf = [](JobDocument job, const char* key) {
        try {
            job.set(key, "1");
        } catch (const JobError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_EQ(messageOf(integration(), "npt"), "accepted");
    EXPECT_EQ(messageOf(integration(), "batch_size"),
              "parameter belongs to jobs of the kind ptycho, not integrate: batch_size");
    EXPECT_EQ(messageOf(JobDocument{}, "npt"), "parameter belongs to jobs of the kind integrate, not ptycho: npt");
    EXPECT_NE(messageOf(integration(), "npt_asim").find("did you mean npt_azim?"), std::string::npos);
    EXPECT_EQ(problemOf(document(R"("kind": "integrate", "input": {"polarisation_factor": 1})")),
              "unknown key \"polarisation_factor\": job.json: input; did you mean polarization_factor?");
    // The order of the keys does not matter.
    EXPECT_EQ(problemOf(document(R"("input": {"npt": 5}, "kind": "integrate")")), "accepted");
}

TEST(IntegrationDocument, PathsAreSeenFromTheDocument) {
    const TemporaryFolder folder;
    JobDocument job = integrateJobKind().newDocument();
    job.inputFiles = {"run/a_####.h5", "/elsewhere/b.h5"};
    job.set("poni_file", "calibration.poni");
    resolvePaths(job, folder.path());
    EXPECT_EQ(job.inputFiles[0], folder.path() / "run/a_####.h5");
    EXPECT_EQ(job.inputFiles[1], "/elsewhere/b.h5");
    EXPECT_EQ(job.text("poni_file"), (folder.path() / "calibration.poni").string());
    job.outputFile = folder.path() / "out.h5";
    writeJob(folder.path() / "job.json", job, false);
    std::ifstream stream(folder.path() / "job.json");
    const Json stored = Json::parse(stream);
    EXPECT_EQ(stored["input"]["files"][0], "run/a_####.h5");
    EXPECT_EQ(readJob(folder.path() / "job.json"), job);
}

TEST(IntegrationDocument, IsCheckedBeforeAnythingIsRead) {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "frames.h5") << "frames";
    const auto problem = [&](const std::map<std::string, std::string>& settings) {
        JobDocument job = integrateJobKind().newDocument();
        job.inputFile = folder.path() / "frames.h5";
        job.outputFile = folder.path() / "out.h5";
        try {
            for (const auto& [key, value] : settings) job.set(key, value);
            validateJob(job);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_EQ(problem({}), "accepted");
    EXPECT_EQ(problem({{"radial_range", "0.5,40"}, {"azimuth_range_deg", "[170 190]"}}), "accepted");
    for (const char* bad : {"5", "5,", "a,b", "5,4", "5,5", "1,2,3", "nan,3", "0,inf", "1 mm, 2 mm", "--1,2"})
        EXPECT_NE(problem({{"radial_range", bad}}).find("radial_range"), std::string::npos) << bad;
    EXPECT_NE(problem({{"npt", "1000000"}, {"npt_azim", "100000"}}).find("bins"), std::string::npos);
    EXPECT_NE(problem({{"error_model", "variance"}}).find("variance_file"), std::string::npos);
    EXPECT_NE(problem({{"polarization_factor", "-1.5"}}).find("-1 to 1"), std::string::npos);
    EXPECT_NE(problem({{"unit", "q_nm"}}), "accepted");
    JobDocument job = integrateJobKind().newDocument();
    job.outputFile = folder.path() / "out.h5";
    EXPECT_THROW(validateJob(job), JobError); // no file at all
    job.inputFiles = {folder.path() / "not_there.h5"};
    EXPECT_THROW(validateJob(job), DataError);
    job.inputFiles = {folder.path() / "not_there_*.h5"}; // what a pattern finds is found by the reader
    EXPECT_NO_THROW(validateJob(job));
    job.outputFile = folder.path() / "frames.h5";
    job.inputFiles = {folder.path() / "frames.h5"};
    EXPECT_THROW(validateJob(job), JobError);
}

TEST(Schema, DeclaresEveryParameterOnce) {
    const Json schema = Json::parse(jobSchema());
    EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    const Json& properties = schema["properties"];
    for (const ParameterDef& def : parameterTable()) {
        const Json& section = def.section == ParameterSection::stage
                                  ? properties["pipeline"]["items"]["properties"]["parameters"]["properties"]
                                  : properties[format::sectionName(def.section)]["properties"];
        ASSERT_TRUE(section.contains(def.key)) << def.key;
        const Json& property = section[def.key];
        EXPECT_EQ(property["title"], def.label);
        if (def.type == ParameterType::integer || def.type == ParameterType::real) {
            EXPECT_DOUBLE_EQ(property["minimum"].get<double>(), def.minimum) << def.key;
            EXPECT_DOUBLE_EQ(property["maximum"].get<double>(), def.maximum) << def.key;
        }
    }
    EXPECT_EQ(properties["input"]["additionalProperties"], false);
}

} // namespace
} // namespace ewald::job
