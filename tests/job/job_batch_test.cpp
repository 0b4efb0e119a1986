// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/batch/job_batch.h"

#include "io/hdf5/hdf5.h"
#include "io/images/image_export.h"
#include "io/images/mask_file.h"
#include "io/result_layout.h"
#include "io/temporary_folder.h"
#include "job/document/job_kind.h"
#include "job/queue/batch/name_expression.h"
#include "job/queue/batch/value_table.h"
#include "job/queue/store/sweep.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

class JobBatch : public testing::Test {
protected:
    fs::path make(const std::string& name, const std::string& text = "x") const {
        const fs::path file = m_folder.path() / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
        return file;
    }
    [[nodiscard]] BatchRequest request() const {
        BatchRequest made;
        made.common = findJobKind("ptycho")->newDocument();
        return made;
    }
    [[nodiscard]] fs::path in(const std::string& name) const { return m_folder.path() / name; }
    /// What `act` throws, as one line.
    template <class Act>
    static std::string errorOf(const Act& act) {
        try {
            act();
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    }

    io::TemporaryFolder m_folder;
};

void expectPart(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text << "\nis expected to hold: " << part;
}

TEST_F(JobBatch, AFolderGivesItsScansInTheOrderOfTheirNumbers) {
    for (const char* name : {"scan_10.cxi", "scan_2.cxi", "a_master.h5", "a_data_000001.h5", "old_ewald.h5",
                             "old_ewald_2.h5", "notes.txt", "job.json", "mask.npy", ".hidden.h5", "deeper/scan_3.cxi"})
        make(name);
    BatchRequest wanted = request();
    wanted.inputs = {m_folder.path()};
    EXPECT_EQ(filesOf(wanted), (std::vector<fs::path>{in("a_master.h5"), in("scan_2.cxi"), in("scan_10.cxi")}));
    wanted.recursive = true;
    EXPECT_EQ(filesOf(wanted).size(), 4U);
    wanted.recursive = false;
    wanted.folderPattern = "*.txt";
    EXPECT_EQ(filesOf(wanted), std::vector<fs::path>{in("notes.txt")});
    wanted.folderPattern = "*.edf";
    expectPart(errorOf([&] { static_cast<void>(filesOf(wanted)); }), m_folder.path().string());
    wanted.inputs = {in("scan_#.cxi")};
    EXPECT_EQ(filesOf(wanted), (std::vector<fs::path>{in("scan_2.cxi"), in("scan_10.cxi")}));
    wanted.inputs = {in("a_*.h5")};
    EXPECT_EQ(filesOf(wanted), std::vector<fs::path>{in("a_master.h5")}) << "a master leads to its files of data";
    wanted.inputs = {in("a_data_*.h5")};
    EXPECT_EQ(filesOf(wanted), std::vector<fs::path>{in("a_data_000001.h5")});
    wanted.inputs = {in("scan_#.cxi")};
    wanted.patternsAreStacks = true;
    EXPECT_EQ(filesOf(wanted), wanted.inputs) << "the frames of one job";
}

TEST_F(JobBatch, AFolderGivesItsScansInTheOrderOfDecimalsAndSigns) {
    std::vector<fs::path> inOrder;
    for (const char* name : {"T_-10.cxi", "T_-5.cxi", "T_0.cxi", "T_5.cxi", "d_0.1.cxi", "d_0.15.cxi", "d_0.2.cxi"}) {
        make(name);
        inOrder.push_back(in(name));
    }
    BatchRequest wanted = request();
    wanted.inputs = {m_folder.path()};
    EXPECT_EQ(filesOf(wanted), inOrder);
    wanted.inputs = {in("T_*.cxi"), in("d_*.cxi")};
    EXPECT_EQ(filesOf(wanted), inOrder);
}

TEST_F(JobBatch, FramesOfAllFormatsAreKnownByTheirNames) {
    const std::vector<std::string> frames{"a.GE5",  "a.TIF", "a.cbf", "a.edf",  "a.ge",      "a.ge2",
                                          "a.gfrm", "a.h5",  "a.IMG", "a.mar",  "a.mar2300", "a.mar3450",
                                          "a.mccd", "a.mib", "a.osc", "a.sfrm", "a.spe",     "a.NXS"};
    for (const std::string& name : frames) make(name);
    for (const char* name : {"a.md", "a.mark", "a.gen", "a.ge6", "a.npy", "a.poni", "a.json", "a", "a.", "ge"})
        make(name);
    BatchRequest wanted = request();
    wanted.inputs = {m_folder.path()};
    std::vector<std::string> found;
    for (const fs::path& file : filesOf(wanted)) found.push_back(file.filename().string());
    std::ranges::sort(found);
    std::vector<std::string> expected = frames;
    std::ranges::sort(expected);
    EXPECT_EQ(found, expected);
}

TEST_F(JobBatch, NamesAreMadeOfExpressions) {
    const JobDocument document = request().common;
    const NameParts parts{"/data/scan_0042.cxi", "", 7, 120, "Au/C", "", &document};
    EXPECT_EQ(expandName("{folder}/{name}_{scan}_{number}_{sample}.h5", parts, ""), "/data/scan_0042_0042_007_Au_C.h5");
    EXPECT_EQ(expandName("{engine}-{iterations}-{batch_size}-{kind}", parts, ""),
              document.pipeline[0].engine + "-" + std::to_string(document.pipeline[0].iterations) + "-" +
                  toText(document.stageValue(0, "batch_size")) + "-ptycho");
    EXPECT_EQ(expandName("{date}", parts, "").size(), 10U);
    expectPart(errorOf([&] { static_cast<void>(expandName("{nothing}", parts, "--output")); }), "{nothing}");
    expectPart(errorOf([&] { static_cast<void>(expandName("{name", parts, "--output")); }), "not closed");
}

TEST_F(JobBatch, ValuesComeFromTheScanItself) {
    io::h5::File file = io::h5::File::create(in("scan.h5"));
    file.write("/entry/sample/name", "Au/C");
    file.write("/entry/distance", 1.25);
    file.close();
    BatchRequest wanted = request();
    wanted.inputs = {in("scan.h5")};
    wanted.output = "{folder}/{/entry/sample/name}_{/entry/distance}.h5";
    wanted.sample = "@/entry/sample/name";
    wanted.settings = {"distance_m=@/entry/distance"};
    const std::vector<NewJob> jobs = makeJobs(wanted, {});
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_EQ(jobs[0].sample, "Au/C");
    EXPECT_EQ(jobs[0].document.outputFile, in("Au_C_1.25.h5"));
    EXPECT_EQ(jobs[0].document.real("distance_m"), 1.25);
    wanted.sample = "@/entry/nothing";
    expectPart(errorOf([&] { static_cast<void>(makeJobs(wanted, {})); }), "scan.h5:/entry/nothing");
}

TEST_F(JobBatch, ValuesOfTheScanComeInTheUnitOfTheirParameter) {
    struct Case {
        const char *unit, *key;
        std::vector<double> stored;
        double wanted; ///< 0: refused
    };
    for (const Case& c :
         {Case{"mm", "distance_m", {120}, 0.12}, Case{"", "distance_m", {1.5}, 1.5},
          Case{"eV", "energy_keV", {900}, 0.9}, Case{"keV", "energy_keV", {8, 8, 8}, 8},
          Case{"um", "pixel_size_m", {75}, 75e-6}, Case{"rad", "position_rotation_deg", {0.5}, 28.6478897565},
          Case{"pixel", "centre_col", {32}, 32}, Case{"keV", "energy_keV", {8, 9}, 0}, Case{"mm", "energy_keV", {8}, 0},
          Case{"eV", "energy_keV", {NAN}, 0}}) {
        SCOPED_TRACE(std::string(c.key) + " in " + c.unit);
        io::h5::File file = io::h5::File::create(in("scan.h5"));
        file.write<double>("/entry/value", c.stored, {c.stored.size()});
        if (*c.unit != 0) file.setAttribute("/entry/value", "units", c.unit);
        file.close();
        BatchRequest wanted = request();
        wanted.inputs = {in("scan.h5")};
        wanted.settings = {std::string(c.key) + "=@/entry/value"};
        const std::vector<PlannedJob> planned = planJobs(wanted, {});
        ASSERT_EQ(planned.size(), 1U);
        ASSERT_EQ(planned[0].problem.has_value(), c.wanted == 0);
        if (c.wanted == 0)
            expectPart(planned[0].problem->what(), std::isnan(c.stored[0]) ? c.key : "scan.h5:/entry/value");
        else
            EXPECT_NEAR(planned[0].job.document.real(c.key), c.wanted, 1e-10 * c.wanted);
    }
}

TEST_F(JobBatch, ANameThatIsTooLongIsExplained) {
    make("a.cxi");
    BatchRequest wanted = request();
    wanted.inputs = {in("a.cxi")};
    wanted.output = "{folder}/" + std::string(300, 'x') + ".h5";
    ASSERT_TRUE(planJobs(wanted, {})[0].problem);
    expectPart(planJobs(wanted, {})[0].problem->what(), "choose a shorter name");
}

TEST_F(JobBatch, ResultsGetFreeNames) {
    make("a/scan.cxi");
    make("b/scan.cxi");
    make("out/scan.h5");
    BatchRequest wanted = request();
    wanted.inputs = {in("a/scan.cxi"), in("b/scan.cxi")};
    wanted.output = in("out").string() + "/{name}.h5";
    const std::vector<NewJob> jobs = makeJobs(wanted, {in("out/scan_2.h5")});
    ASSERT_EQ(jobs.size(), 2U);
    EXPECT_EQ(jobs[0].document.outputFile, in("out/scan_3.h5")) << "one is there, one will be";
    EXPECT_EQ(jobs[1].document.outputFile, in("out/scan_4.h5"));
    EXPECT_EQ(jobs[1].document.inputFile, in("b/scan.cxi"));
    EXPECT_EQ(jobs[1].name, "scan");
}

TEST_F(JobBatch, AnOutputOfTheQueueIsLeftToItInWords) {
    make("scan.cxi");
    BatchRequest wanted = request();
    wanted.inputs = {in("scan.cxi")};
    wanted.output = in("").string() + "{name}.h5";
    const std::vector<PlannedJob> planned = planJobs(wanted, {in("scan.h5")});
    EXPECT_EQ(planned[0].job.document.outputFile, in("scan_2.h5"));
    expectPart(planned[0].remark, "a job of the queue has the result");
    EXPECT_TRUE(planJobs(wanted, {})[0].remark.empty());
    JobDocument document = planned[0].job.document;
    document.outputFile = in("scan.h5");
    writeJob(in("job.json"), document, true);
    wanted.inputs = {in("job.json")};
    ASSERT_TRUE(planJobs(wanted, {in("scan.h5")})[0].problem);
    expectPart(planJobs(wanted, {in("scan.h5")})[0].problem->what(), "when it is tried again");
    EXPECT_FALSE(planJobs(wanted, {})[0].problem);
}

TEST_F(JobBatch, ARangeIsAListOfValues) {
    EXPECT_EQ(parseSweep("object_step=0.5,1,2").values, (std::vector<std::string>{"0.5", "1", "2"}));
    EXPECT_EQ(parseSweep("object_step=0.1:0.5:0.1").values,
              (std::vector<std::string>{"0.1", "0.2", "0.3", "0.4", "0.5"}));
    EXPECT_EQ(parseSweep("object_step=1:0:-0.5").values, (std::vector<std::string>{"1", "0.5", "0"}));
    EXPECT_EQ(parseSweep("object_step=0.001:1:log4").values, (std::vector<std::string>{"0.001", "0.01", "0.1", "1"}));
    EXPECT_EQ(parseSweep("batch_size=1,8:32:8").values, (std::vector<std::string>{"1", "8", "16", "24", "32"}));
    EXPECT_EQ(parseSweep("devices=cuda:0,cuda:1;cpu:2").values, (std::vector<std::string>{"cuda:0,cuda:1", "cpu:2"}));
    EXPECT_EQ(parseSweep("engine=rpie,dm").key, "engine");
    EXPECT_EQ(parseSweep("object_step=0.1,0.10,1e-1,0.1:0.2:0.1").values, (std::vector<std::string>{"0.1", "0.2"}))
        << "equal values make one job";
    for (const char* wrong :
         {"object_step", "=1", "object_step=", "object_step=1,,2", "object_step=1:2:-1", "object_step=1:2:0",
          "object_step=0:1:log3", "object_step=1:2:log1", "object_step=0:1:1e-9"})
        expectPart(errorOf([&] { static_cast<void>(parseSweep(wrong)); }), "sweep");
    expectPart(errorOf([] { static_cast<void>(parseSweep("batchsize=1")); }), "did you mean batch_size?");
    expectPart(errorOf([] { static_cast<void>(combinationsOf({{"seed", {"1"}}, {"seed", {"2"}}})); }), "seed");
}

TEST_F(JobBatch, ASweepMakesAllCombinationsOfEveryScan) {
    make("a.cxi");
    make("b.cxi");
    BatchRequest wanted = request();
    wanted.inputs = {in("a.cxi"), in("b.cxi")};
    wanted.sweeps = {"batch_size=8,16", "iterations=5,6"};
    const std::vector<NewJob> jobs = makeJobs(wanted, {});
    ASSERT_EQ(jobs.size(), 8U);
    EXPECT_EQ(jobs[1].varied, (std::vector<std::string>{"batch_size=8", "iterations=6"}));
    EXPECT_EQ(std::get<long long>(jobs[1].document.stageValue(0, "batch_size")), 8);
    EXPECT_EQ(jobs[1].document.pipeline[0].iterations, 6U);
    EXPECT_EQ(jobs[1].name, "a batch_size=8 iterations=6");
    EXPECT_EQ(jobs[1].document.outputFile, in("a_ewald_batch_size-8_iterations-6.h5"));
    EXPECT_EQ(jobs[0].sweep, jobs[3].sweep);
    EXPECT_NE(jobs[0].sweep, jobs[4].sweep) << "each scan has a table of its own";
    wanted.output = "{folder}/{name}_{batch_size}.h5";
    EXPECT_EQ(makeJobs(wanted, {})[2].document.outputFile, in("a_16_iterations-5.h5"));
    wanted.sweeps = {"batch_size=8,none"};
    expectPart(errorOf([&] { static_cast<void>(makeJobs(wanted, {})); }), "batch_size");
}

TEST_F(JobBatch, ATableHasARowForEachJob) {
    make("scans/a.cxi");
    make("scans/b.cxi");
    const fs::path table = make("scans/table.csv", "# made by hand\n"
                                                   "file;name;sample;batch_size;priority;output\r\n"
                                                   "a.cxi;first;\"Au; on \"\"C\"\"\";7;3;\r\n"
                                                   "\n"
                                                   "b.cxi;;;;;out_{name}.h5\n");
    BatchRequest wanted = request();
    wanted.sample = "common";
    wanted.table = table;
    const std::vector<NewJob> jobs = makeJobs(wanted, {});
    ASSERT_EQ(jobs.size(), 2U);
    EXPECT_EQ(jobs[0].document.inputFile, in("scans/a.cxi"));
    EXPECT_EQ(jobs[0].name, "first");
    EXPECT_EQ(jobs[0].sample, "Au; on \"C\"");
    EXPECT_EQ(jobs[0].priority, 3);
    EXPECT_EQ(std::get<long long>(jobs[0].document.stageValue(0, "batch_size")), 7);
    EXPECT_EQ(jobs[0].document.outputFile, in("scans/first_ewald.h5"));
    EXPECT_EQ(jobs[1].sample, "common") << "an empty cell says nothing";
    EXPECT_EQ(jobs[1].document.outputFile, in("scans/out_b.h5"));
}

TEST_F(JobBatch, ErrorsOfATableSayWhereTheyAre) {
    make("a.cxi");
    const auto errorFor = [&](const std::string& text) {
        BatchRequest wanted = request();
        wanted.table = make("table.csv", text);
        return errorOf([&] { static_cast<void>(makeJobs(wanted, {})); });
    };
    const std::string file = in("table.csv").string();
    expectPart(errorFor("file,batch_size\na.cxi,16\na.cxi,many\n"), file + ", line 3, column batch_size");
    expectPart(errorFor("file,priority\na.cxi,high\n"), file + ", line 2, column priority");
    expectPart(errorFor("file,batchsize\na.cxi,16\n"), "did you mean batch_size?");
    expectPart(errorFor("file,sampel\na.cxi,16\n"), "did you mean sample?");
    expectPart(errorFor("name\na\n"), "no column \"file\"");
    expectPart(errorFor("file,sample\na.cxi\n"), "1 cell instead of 2");
    expectPart(errorFor("file\n\"a.cxi\n"), "not closed");
    expectPart(errorFor("file\n\"a\"b\n"), "closing quote");
    expectPart(errorFor("file,file\na,b\n"), "two columns");
    expectPart(errorFor("file,\na,b\n"), "no name");
    expectPart(errorFor("file\n"), "no row");
    expectPart(errorFor(""), "empty");
    expectPart(errorFor("file\nmissing.cxi\n"), "missing.cxi");
}

TEST_F(JobBatch, APlanNamesTheProblemsOfSingleJobs) {
    make("a.cxi");
    BatchRequest wanted = request();
    wanted.inputs = {in("a.cxi"), in("missing.cxi"), in("a.cxi")};
    const std::vector<PlannedJob> planned = planJobs(wanted, {});
    ASSERT_EQ(planned.size(), 3U);
    EXPECT_FALSE(planned[0].problem);
    ASSERT_TRUE(planned[1].problem);
    expectPart(planned[1].problem->what(), "missing.cxi");
    EXPECT_FALSE(planned[2].problem);
    EXPECT_EQ(planned[2].job.document.outputFile, in("a_ewald_2.h5"));
    EXPECT_FALSE(planJobs(wanted, {}, false)[1].problem) << "no file is looked at";
    EXPECT_EQ(planJobs(wanted, {}, false)[1].job.document.outputFile, in("missing_ewald.h5"));
}

TEST_F(JobBatch, AMaskOfAnotherShapeIsNamedBeforeTheJobRuns) {
    const auto makeFrames = [&](const std::string& name, std::uint64_t rows, std::uint64_t cols) {
        io::h5::File file = io::h5::File::create(in(name));
        file.write<std::uint16_t>("/entry/data/data", std::vector<std::uint16_t>(2 * rows * cols, 1), {2, rows, cols});
        file.close();
    };
    makeFrames("small.h5", 8, 10);
    makeFrames("large.h5", 16, 20);
    io::writeMaskFile(in("mask.npy"), Array<std::uint8_t, 2>({8, 10}, 0), false);
    BatchRequest wanted = request();
    wanted.common = findJobKind("integrate")->newDocument();
    wanted.common.set("mask_file", in("mask.npy").string());
    wanted.common.set("poni_file", make("a.poni", "poni_version: 2\nDetector: Detector\nDetector_config: {\"pixel1\": "
                                                  "1e-4, \"pixel2\": 1e-4}\nDistance: 0.1\nPoni1: 0\nPoni2: 0\n"
                                                  "Rot1: 0\nRot2: 0\nRot3: 0\nWavelength: 1e-10\n")
                                       .string());
    wanted.inputs = {in("small.h5"), in("large.h5"), make("later.h5", "\x89HDF\r\n\x1a\n, not yet all of it")};
    const std::vector<PlannedJob> planned = planJobs(wanted, {});
    ASSERT_EQ(planned.size(), 3U);
    EXPECT_FALSE(planned[0].problem) << planned[0].problem->what();
    ASSERT_TRUE(planned[1].problem);
    expectPart(planned[1].problem->what(), "the mask has 8 × 10 pixels, the frames have 16 × 20");
    expectPart(planned[1].problem->what(), in("mask.npy").string());
    EXPECT_FALSE(planned[2].problem) << "it may be complete when the job runs";
    wanted.common.set("mask_file", std::string());
    EXPECT_FALSE(planJobs(wanted, {})[1].problem);
}

TEST_F(JobBatch, AResultIsWhereTheNextJobStarts) {
    make("a.cxi");
    make("b.cxi");
    make("c.cxi");
    BatchRequest wanted = request();
    wanted.inputs = {in("a.cxi"), in("b.cxi"), in("c.cxi")};
    wanted.inOrder = true;
    wanted.startWithProbe = true;
    wanted.after = 12;
    wanted.startFrom = in("earlier.h5");
    const std::vector<NewJob> jobs = makeJobs(wanted, {});
    EXPECT_EQ(jobs[0].document.text("initial_probe"), in("earlier.h5").string());
    EXPECT_EQ(jobs[1].document.text("initial_probe"), in("a_ewald.h5").string());
    EXPECT_EQ(jobs[2].document.text("initial_probe"), in("b_ewald.h5").string());
    EXPECT_EQ(jobs[2].document.text("initial_object"), request().common.text("initial_object"));
    QueueStore store(m_folder.path() / "queue");
    EXPECT_EQ(store.add(jobs), (std::vector<long long>{1, 2, 3}));
    EXPECT_EQ(store.find(1)->after, 12);
    EXPECT_EQ(store.find(2)->after, 1);
    EXPECT_EQ(store.find(3)->after, 2);
}

TEST_F(JobBatch, JobsThatAnotherProgramWasFasterWithArePlannedAgain) {
    make("scan.cxi");
    BatchRequest wanted = request();
    wanted.inputs = {in("scan.cxi")};
    QueueStore store(in("queue")), other(in("queue"));
    int planned = 0;
    const auto plan = [&](const std::vector<fs::path>& taken) {
        std::vector<NewJob> jobs = makeJobs(wanted, taken);
        if (++planned == 1) static_cast<void>(other.add(makeJobs(wanted, other.plannedResults())));
        return jobs;
    };
    EXPECT_EQ(addPlanned(store, plan).size(), 1U);
    ASSERT_EQ(store.jobs().size(), 2U);
    EXPECT_EQ(store.jobs()[0].result, in("scan_ewald.h5"));
    EXPECT_EQ(store.jobs()[1].result, in("scan_ewald_2.h5"));
}

TEST_F(JobBatch, WhatThisProgramHasWrittenIsNoScan) {
    io::writeTiff(in("a_amplitude.tif"), Array<float, 2>({4, 4}, std::vector<float>(16, 1.0F)), false, {});
    io::h5::File result = io::h5::File::create(in("any_name.h5"));
    result.write(std::string(io::layout::kProcess) + "/program", io::layout::kProgram);
    result.createGroup(io::layout::kObject);
    result.close();
    io::h5::File checkpoint = io::h5::File::create(in("other_name.h5"));
    checkpoint.write("/checkpoint/job_fingerprint", "x");
    checkpoint.write("/checkpoint/iteration", std::int64_t{3});
    checkpoint.close();
    io::h5::File scan = io::h5::File::create(in("scan.h5"));
    scan.write("/entry/title", "of ewald");
    scan.close();
    make("frame.tif", std::string("II*\0\x08\0\0\0 by another program", 30));
    for (const char* pattern : {"", "*"}) {
        BatchRequest wanted = request();
        wanted.inputs = {m_folder.path()};
        wanted.folderPattern = pattern;
        EXPECT_EQ(filesOf(wanted), (std::vector<fs::path>{in("frame.tif"), in("scan.h5")})) << pattern;
    }
}

} // namespace
} // namespace ewald::job::queue
