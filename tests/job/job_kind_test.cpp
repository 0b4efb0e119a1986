// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/job_kind.h"

#include "base/error.h"
#include "io/temporary_folder.h"
#include "job/bench/scaling_bench.h"
#include "job/document/source_files.h"
#include "job/run/output_claim.h"
#include "third_job_kind.h"

#include <fstream>
#include <gtest/gtest.h>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnknown = "{ \"format\": \"ewald-job\", \"version\":1,\n\t\"kind\": \"holography\", \"input\": "
                                 "{\"file\": \"a.h5\", \"planes\": "
                                 "[1, 2.50]},\n  \"remark\": \"\\u00e9\" }\n\n";

struct LineRecorder final : JobObserver {
    void onOutcome(const JobOutcome& o) noexcept override { outcome = o; }
    std::optional<JobOutcome> outcome;
};

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

TEST(JobKinds, PassesCountIterationsModesSlicesAndHalves) {
    JobDocument job;
    job.pipeline = {{"rpie", 100, {}}, {"lsqml", 50, {}}};
    EXPECT_EQ(passesOf(job), 150);
    job.set("probe_modes", "3");
    job.set("slices", "2");
    EXPECT_EQ(passesOf(job), 900);
    // Two runs more, each with half of the frames: as long as the first one.
    job.set("halves", "true");
    EXPECT_EQ(passesOf(job), 1800);
    job.kind = "integrate";
    EXPECT_EQ(passesOf(job), 1);
    job.kind = "holography";
    EXPECT_EQ(passesOf(job), 0);
}

TEST(JobKinds, AreFoundByNameAndListedInOrder) {
    ASSERT_EQ(jobKinds().size(), 2U);
    EXPECT_EQ(jobKindNames(), "ptycho, integrate");
    for (const JobKind* kind : jobKinds()) {
        EXPECT_EQ(findJobKind(kind->name()), kind);
        const JobDocument document = kind->newDocument();
        EXPECT_EQ(&kindOf(document), kind);
        EXPECT_EQ(document.pipeline.empty(), !kind->has(JobFeature::pipeline));
        EXPECT_EQ(parseJob(toJson(document), "new"), document);
        JobDocument changed = document;
        const std::string setting = kind->exampleSetting();
        changed.set(setting.substr(0, setting.find('=')), setting.substr(setting.find('=') + 1));
        EXPECT_NE(changed, document) << setting;
    }
    EXPECT_EQ(findJobKind(""), nullptr);
    EXPECT_EQ(findJobKind("Ptycho"), nullptr);
    EXPECT_EQ(kindOf(JobDocument()).name(), "ptycho");
}

TEST(JobKinds, ADocumentOfAnUnknownKindIsKeptAsItIs) {
    const JobDocument document = parseJob(kUnknown, "u.json");
    EXPECT_EQ(document.kind, "holography");
    EXPECT_EQ(toJson(document), kUnknown);
    EXPECT_EQ(toJson(document, true), kUnknown);
    EXPECT_EQ(parseJob(toJson(document), "again"), document);
    EXPECT_TRUE(inputFilesOf(document).empty());
    EXPECT_TRUE(filesReadBy(kUnknown, "r.h5").empty());

    const io::TemporaryFolder folder;
    const fs::path file = folder.path() / "u.json", copy = folder.path() / "deeper" / "v.json";
    write(file, kUnknown);
    fs::create_directory(copy.parent_path());
    writeJob(copy, readJob(file), false);
    std::ifstream stream(copy);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), kUnknown);
}

TEST(JobKinds, AnUnknownKindIsRefusedInOneLine) {
    JobDocument document = parseJob(kUnknown, "u.json");
    const auto expectRefused = [](const auto& action) {
        try {
            action();
            ADD_FAILURE() << "accepted";
        } catch (const JobError& error) {
            EXPECT_EQ(std::string(error.problem()), "kind \"holography\" is not known to this version");
            EXPECT_EQ(std::string(error.hint()), "known: ptycho, integrate");
        }
    };
    expectRefused([&] { validateJob(document); });
    expectRefused([&] { document.set("devices", "cpu"); });
    expectRefused([&] { requireScalingReport(document, "u.json"); });
    EXPECT_EQ(toJson(document), kUnknown);

    LineRecorder recorder;
    RunControl control;
    const JobOutcome outcome = runJob(document, recorder, control);
    EXPECT_EQ(outcome.state, JobState::failed);
    ASSERT_TRUE(outcome.error && recorder.outcome && recorder.outcome->error);
    EXPECT_EQ(outcome.error->kind(), ErrorKind::job);
    EXPECT_NE(std::string(outcome.error->what()).find("known: ptycho, integrate"), std::string::npos);

    document.kind = "integrat";
    try {
        static_cast<void>(kindOf(document, "x.json"));
        ADD_FAILURE() << "accepted";
    } catch (const JobError& error) {
        EXPECT_EQ(std::string(error.where()), "x.json: kind");
        EXPECT_EQ(std::string(error.hint()), "did you mean integrate?");
    }
}

class ThirdKind : public testing::Test {
protected:
    ThirdKind() {
        m_document = m_kind.newDocument();
        m_document.inputFile = m_folder.path() / "in.txt";
        m_document.outputFile = m_folder.path() / "out.txt";
        write(m_document.inputFile, "seven frames");
    }
    io::TemporaryFolder m_folder;
    CountingJobKind m_kind;
    AddedJobKind m_added{m_kind};
    JobDocument m_document;
};

TEST_F(ThirdKind, IsOfferedOnlyWhileItIsThere) {
    EXPECT_EQ(jobKindNames(), "ptycho, integrate, count");
    EXPECT_NE(jobSchema().find("\"count\""), std::string::npos);
    EXPECT_THROW(AddedJobKind{m_kind}, InternalError) << "twice";
    EXPECT_EQ(jobKindNames(), "ptycho, integrate, count");
    {
        const CountingJobKind other("tally");
        const AddedJobKind added(other);
        EXPECT_NE(findJobKind("tally"), nullptr);
    }
    EXPECT_EQ(findJobKind("tally"), nullptr);
}

TEST_F(ThirdKind, ItsDocumentIsWrittenAndRead) {
    m_document.set("devices", "cpu:2");
    const std::string text = toJson(m_document, true);
    EXPECT_EQ(text.find("pipeline"), std::string::npos);
    EXPECT_EQ(text.find("probe_modes"), std::string::npos);
    EXPECT_EQ(text.find("npt"), std::string::npos);
    JobDocument again = parseJob(toJson(m_document), "count.json");
    EXPECT_EQ(again, m_document);
    EXPECT_THROW(again.set("probe_modes", "2"), JobError);
    const std::string start = R"({"format": "ewald-job", "version": 1, "kind": "count", )";
    for (const char* bad : {R"("pipeline": []})", R"("input": {"files": ["a"]}})", R"("input": {"mapping": {}}})",
                            R"("input": {"npt": 5}})"})
        EXPECT_THROW(static_cast<void>(parseJob(start + bad, "count.json")), JobError) << bad;
}

TEST_F(ThirdKind, RunsLikeTheOthers) {
    EXPECT_NO_THROW(validateJob(m_document));
    EXPECT_EQ(filesReadBy(m_document), std::vector<fs::path>{m_document.inputFile});
    EXPECT_THROW(requireScalingReport(m_document, "count.json"), JobError);
    LineRecorder recorder;
    RunControl control;
    const JobOutcome outcome = runJob(m_document, recorder, control);
    EXPECT_EQ(outcome.state, JobState::done) << (outcome.error ? outcome.error->what() : "");
    ASSERT_TRUE(recorder.outcome);
    EXPECT_EQ(recorder.outcome->resultFile, m_document.outputFile.string());
    EXPECT_EQ(fs::file_size(m_document.outputFile), 2U) << "\"12\"";

    // What is there is protected by its own rule: it has nothing to continue.
    try {
        static_cast<void>(claimOutput(m_document, {.continueResult = true}));
        ADD_FAILURE() << "replaced";
    } catch (const DataError& error) {
        EXPECT_EQ(std::string(error.hint()), "replace it with --overwrite, or choose another name");
    }

    m_document.inputFile = m_document.outputFile;
    EXPECT_THROW(validateJob(m_document), Error);
}

} // namespace
} // namespace ewald::job
