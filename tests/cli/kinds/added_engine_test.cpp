// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that no other source names: one declaration, and commands, schema, documents, errors, memory plan, runs and
// benchmark have it.
#include "io/result_file.h"
#include "job/document/document.h"
#include "job/document/settings.h"
#include "job/run/live_changes.h"
#include "program.h"
#include "ptycho/iteration/engine.h"
#include "ptycho/model/memory_need.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Type = ptycho::EngineParameter::Type;

/// Looks at all frames and changes nothing.
class Onlooker final : public ptycho::Engine {
public:
    std::optional<ptycho::StepSums> iterate(ptycho::EngineContext& state, const ptycho::IterationContext&) override {
        return state.evaluate();
    }
    /// What it was told, as its loss.
    [[nodiscard]] double loss(const ptycho::StepSums&) const override { return m_told; }
    void change(ptycho::EngineContext&, const ptycho::StageSettings& settings) override {
        m_told = settings.value("patience") + 10 * settings.value("looks") + 1000 * settings.value("both_eyes") +
                 10000 * settings.value("mood");
    }
    void restart(ptycho::EngineContext&, double) override {}

private:
    double m_told = 0;
};

const ptycho::EngineKind& onlooker() {
    static const ptycho::EngineKind kind{
        .name = "onlooker",
        .title = "Onlooker",
        .help = "Looks at all frames and changes nothing.",
        .paper = "Nobody 2026",
        .parameters = {{.key = "patience", .defaultValue = 0.5, .minimum = 0, .maximum = 1, .label = "Patience"},
                       {.key = "looks", .type = Type::whole, .defaultValue = 3, .minimum = 1, .maximum = 9},
                       {.key = "both_eyes", .type = Type::flag, .defaultValue = 1},
                       {.key = "mood", .type = Type::choice, .choices = {"calm", "curious"}},
                       {.key = "batch_size",
                        .type = Type::whole,
                        .unit = "frames",
                        .defaultValue = 5,
                        .minimum = 0,
                        .maximum = 1e6,
                        .special = "auto",
                        .minimumMeans = "automatic",
                        .label = "Batch size",
                        .help = ptycho::engineKinds().front()->parameters.front().help}},
        .wavesPerFrame = 4,
        .objectCopies = [](const ptycho::StageSettings& s) { return static_cast<std::size_t>(s.value("looks")); },
        .refuses = [](const ptycho::StageSettings& s) -> std::string {
            return s.value("looks") > 7 && s.value("both_eyes") == 0 ? "eight looks need both eyes" : "";
        },
        .make = [](ptycho::EngineContext& state,
                   const ptycho::StageSettings& settings) -> std::unique_ptr<ptycho::Engine> {
            auto engine = std::make_unique<Onlooker>();
            engine->change(state, settings);
            return engine;
        }};
    return kind;
}

// Before the first look at the table of parameters, and for this whole program.
const ptycho::AddedEngineKind kAdded(onlooker());

class AddedEngine : public Program {
protected:
    AddedEngine() {
        EXPECT_EQ(run({"simulate", "ptycho", "-o", file("scan.cxi"), "--size", "16", "--frames", "9"}), 0) << m_errors;
    }
    int reconstruct(std::vector<std::string> options) {
        options.insert(options.begin(), {"ptycho", file("scan.cxi"), "-o", file("r.h5"), "--iterations", "2",
                                         "--devices", "cpu:2", "--overwrite"});
        return run(options);
    }
};

TEST_F(AddedEngine, AllEnginesAreOfferedEverywhere) {
    EXPECT_EQ(job::engineNames(), (std::vector<std::string>{"rpie", "auto", "lsqml", "ml", "lbfgs", "epie", "adam",
                                                            "sgd", "dm", "raar", "ap", "rpi", "onlooker"}));
    ASSERT_EQ(run({"schema"}), 0);
    const auto stage = nlohmann::json::parse(m_output)["properties"]["pipeline"]["items"]["properties"];
    EXPECT_EQ(stage["engine"]["enum"].get<std::vector<std::string>>(), job::engineNames());
    EXPECT_EQ(stage["parameters"]["properties"]["mood"]["enum"], (std::vector<std::string>{"calm", "curious"}));
    EXPECT_EQ(stage["parameters"]["properties"]["looks"]["maximum"], 9);
    EXPECT_EQ(stage["parameters"]["properties"]["both_eyes"]["default"], true);
    const std::string help = stage["engine"]["description"];
    const auto& batch = stage["parameters"]["properties"]["batch_size"];
    EXPECT_EQ(batch["default"], 32);
    EXPECT_EQ(batch["x-engine-defaults"], (nlohmann::json{{"epie", 1}, {"onlooker", 5}}));
    EXPECT_EQ(batch["x-engines"], (std::vector<std::string>{"rpie", "lsqml", "epie", "adam", "sgd", "onlooker"}));
    for (const ptycho::EngineKind* kind : ptycho::engineKinds()) {
        SCOPED_TRACE(kind->name);
        EXPECT_NE(help.find(kind->help), std::string::npos);
        EXPECT_NE(help.find(kind->paper), std::string::npos);
        for (const std::vector<std::string>& command :
             {std::vector<std::string>{"ptycho"}, {"bench", "ptycho"}, {"bench", "devices"}}) {
            std::vector<std::string> words = command;
            words.emplace_back("--help");
            ASSERT_EQ(run(words), 0);
            EXPECT_TRUE(printed(kind->name)) << command.back();
        }
        ASSERT_EQ(run({"ptycho", "--help"}), 0);
        EXPECT_TRUE(printed(kind->help) && printed(kind->paper)) << m_output;
        EXPECT_EQ(reconstruct({"--engine", "zzz"}), 2);
        EXPECT_NE(m_errors.find(kind->name), std::string::npos) << m_errors;
        std::ofstream(file("bad.json")) << R"({"format": "ewald-job", "version": 1, "pipeline": [{"engine": "zzz"}]})";
        EXPECT_EQ(run({"run", file("bad.json")}), 2);
        EXPECT_NE(m_errors.find(kind->name), std::string::npos) << m_errors;
        for (const ptycho::EngineParameter& parameter : kind->parameters) {
            ASSERT_NE(job::findParameter(parameter.key), nullptr) << parameter.key;
            EXPECT_TRUE(job::findParameter(parameter.key)->appliesTo(kind->name)) << parameter.key;
        }
    }
}

TEST_F(AddedEngine, RunsWithItsParameters) {
    ASSERT_EQ(reconstruct({"--engine", "onlooker,rpie", "--set", "mood=curious", "--set", "looks=7", "--set",
                           "both_eyes=off", "--set", "patience=0.25"}),
              0)
        << m_errors;
    const io::PtychoResult result = io::readResult(file("r.h5"));
    ASSERT_EQ(result.loss.size(), 4U);
    EXPECT_EQ(result.loss.front().engine, "onlooker");
    EXPECT_EQ(result.loss.front().value, 0.25 + 10 * 7 + 10000);
    EXPECT_EQ(result.loss.back().engine, "rpie");

    EXPECT_EQ(reconstruct({"--engine", "onlooker", "--set", "looks=8", "--set", "both_eyes=off"}), 2);
    EXPECT_NE(m_errors.find("eight looks need both eyes"), std::string::npos) << m_errors;
    EXPECT_EQ(reconstruct({"--engine", "onlooker", "--set", "looks=10"}), 2);
    EXPECT_NE(m_errors.find("allowed: 1 to 9"), std::string::npos) << m_errors;
    EXPECT_EQ(run({"bench", "ptycho", "--engine", "onlooker", "--size", "16", "--frames", "9", "--iterations", "1"}), 0)
        << m_errors;
}

TEST_F(AddedEngine, ItsMemoryIsPlanned) {
    ptycho::Problem problem;
    problem.geometry.size = 16;
    problem.frames = 9;
    problem.objectRows = problem.objectCols = 40;
    problem.partition.framesOf.resize(1);
    problem.partition.framesOf.front().resize(9);
    const auto needOf = [&](const ptycho::StageSettings& stage) { return ptycho::memoryNeed(problem, 0, {}, {stage}); };
    const ptycho::MemoryNeed plain = needOf(ptycho::StageSettings());
    const ptycho::MemoryNeed mine = needOf(ptycho::StageSettings(onlooker()));
    EXPECT_EQ(mine.waves, 4 * 9 * 16 * 16 * static_cast<double>(sizeof(Complex)));
    EXPECT_EQ(mine.object - plain.object, 3 * 40 * 40 * static_cast<double>(sizeof(Complex)));

    // Nor does a run begin in its middle what no memory was planned for.
    job::JobDocument running, wanted;
    wanted.pipeline.front().engine = "onlooker";
    EXPECT_THROW(job::LiveChanges(running).ask(wanted), JobError);
    EXPECT_NO_THROW(job::LiveChanges(wanted).ask(running));
}

} // namespace
} // namespace ewald::cli
