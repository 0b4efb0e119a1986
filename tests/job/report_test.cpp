// SPDX-License-Identifier: GPL-3.0-or-later
// The page about a job: what it says, that it is well-formed, that nothing of a name gets into its markup.
#include "job/report/report.h"

#include "base/error.h"
#include "integration_files.h"
#include "job/report/chart.h"
#include "job/report/pictures.h"

#include <algorithm>
#include <barrier>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace ewald::job::report {
namespace {

namespace fs = std::filesystem;

std::string readAll(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// Why a page is not well-formed: tags that do not match, or a sign that has to be an entity. Empty: it is.
std::string fault(const std::string& html) {
    std::vector<std::string> open;
    for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
        const std::size_t end = html.find('>', at);
        if (end == std::string::npos) return "a tag has no end";
        std::string tag = html.substr(at + 1, end - at - 1);
        if (tag.find('<') != std::string::npos) return "< in a tag: " + tag.substr(0, 60);
        const bool closes = tag.starts_with('/');
        const std::string name = tag.substr(closes ? 1 : 0, tag.find_first_of(" \n", 1) - (closes ? 1 : 0));
        if (name == "!DOCTYPE" || name == "meta" || name == "img" || name == "br") continue;
        if (!closes) {
            open.push_back(name);
            continue;
        }
        if (open.empty() || open.back() != name) return "</" + name + "> closes nothing";
        open.pop_back();
    }
    for (std::size_t at = html.find('&'); at != std::string::npos; at = html.find('&', at + 1)) {
        const std::size_t end = html.find(';', at);
        if (end == std::string::npos || end > at + 8) return "& that is no entity: " + html.substr(at, 20);
    }
    return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

/// The text of a page without its tags and pictures, with the entities resolved.
std::string plain(const std::string& html) {
    std::string text;
    bool inTag = false;
    for (const char letter : html) {
        if (letter == '<') inTag = true;
        if (!inTag) text += letter;
        if (letter == '>') inTag = false;
    }
    for (const auto& [entity, letter] : {std::pair<std::string, std::string>{"&#8203;", ""},
                                         {"&lt;", "<"},
                                         {"&gt;", ">"},
                                         {"&quot;", "\""},
                                         {"&#39;", "'"},
                                         {"&amp;", "&"}})
        for (std::size_t at = text.find(entity); at != std::string::npos; at = text.find(entity, at + letter.size()))
            text.replace(at, entity.size(), letter);
    return text;
}

std::vector<std::string> titles(const Report& report) {
    std::vector<std::string> found;
    for (const Section& section : report.sections) found.push_back(section.title);
    return found;
}

class ReportTest : public test::IntegrateFixture {
protected:
    /// A reconstruction of 9 frames with an object of `side` pixels of noise.
    [[nodiscard]] fs::path writePtycho(const std::string& name, std::size_t side) const {
        io::PtychoResult result;
        std::mt19937 random(5);
        std::normal_distribution<float> noise(0, 0.3F);
        result.object = Array<Complex, 3>({1, side, side});
        for (Complex& value : result.object) value = std::polar(1 + noise(random), noise(random));
        const std::size_t n = side / 2;
        result.probe = Array<Complex, 4>({1, 3, n, n}, Complex(1, 0.5F));
        for (std::size_t i = 0; i < 9; ++i) {
            const double x = static_cast<double>(i % 3), y = static_cast<double>(i / 3);
            result.positions.push_back({y * 1e-7, x * 1e-7});
            result.initialPositions.push_back({y * 1.1e-7, x * 1e-7});
            const double step = static_cast<double>(side - n) / 2;
            result.pixelPositions.push_back({y * step, x * step});
            result.frameIndex.push_back(i);
        }
        for (std::size_t i = 1; i <= 20; ++i)
            result.loss.push_back({i, "rpie", 1.0 / static_cast<double>(i), 1, 3, 0.1 * static_cast<double>(i), 0.02});
        result.changes.push_back({12, "batch_size", "32", "16", "rpie"});
        result.decisions = {{0, "begins with <one>"}, {15, "goes on & ends"}};
        result.verdict = {"ends at <1.2> × the noise limit", "two modes"};
        result.objectPixelHeight_m = result.objectPixelWidth_m = 2e-8;
        result.wavelength_m = 1.24e-10;
        result.devices = {"cpu: some <processor>, 2 threads"};
        result.communicator = "self";
        result.timings_s = {{"initial_guess", 3.6e-7}, {"iterations", 12.5}, {"reading", 0.25}};
        result.energy_J = 321.5;
        JobDocument job;
        job.inputFile = m_folder / "scan <1> & \"two\".cxi";
        job.outputFile = m_folder / name;
        job.pipeline = {{"rpie", 20, {}}};
        job.set("probe_modes", "3");
        job.set("object_step", "0.5");
        job.seed = 7;
        result.job = toJson(job, true);
        io::writeResult(job.outputFile, result, true);
        return job.outputFile;
    }
};

TEST_F(ReportTest, SaysEverythingAboutAReconstruction) {
    ReportSource source;
    source.result = writePtycho("result & 'quoted' <x>.h5", 64);
    source.name = "night \"3\"";
    source.state = "done";
    source.sample = "gold <balls> & star";
    source.comment = "beam was low; see logbook";
    source.operatorName = "A. Person";
    source.host = "workstation-7";
    source.started = 1.7e9;
    source.ended = 1.7e9 + 100;
    source.warnings = {"2 of 9 frames have saturated pixels"};
    const Report report = makeReport(source);
    EXPECT_EQ(titles(report),
              (std::vector<std::string>{"Note", "Pictures", "Verdict", "Result", "Other than the defaults",
                                        "Changed while it ran", "Decided while it ran", "What was assumed", "Warnings",
                                        "How it ran"}));
    const std::string html = toHtml(report, {});
    EXPECT_EQ(fault(html), "");
    const std::string text = plain(html);
    for (const char* wanted : {"night \"3\" – scan <1> & \"two\".cxi",
                               "gold <balls> & star",
                               "beam was low; see logbook",
                               "A. Person",
                               "ends at <1.2> × the noise limit",
                               "workstation-7",
                               "result & 'quoted' <x>.h5",
                               "2 of 9 frames have saturated pixels",
                               "cpu: some <processor>, 2 threads",
                               "321.5 J",
                               "initial guess < 0.01 s, iterations 12.5 s, reading 0.25 s",
                               "rpie 20",
                               "9.99873 keV",
                               "64 × 64 pixels of 20 nm",
                               "3 modes",
                               "0.05, noise limit 0.02",
                               "Probe modes (probe_modes)",
                               "3, default 1",
                               "Object step (object_step)",
                               "0.5, default 1",
                               "7, default 0",
                               "After iteration 12",
                               "Batch size: 32 → 16",
                               "Before the first iteration",
                               "begins with <one>",
                               "After iteration 15",
                               "goes on & ends",
                               "a parameter changed, or the run decided something",
                               "The input cannot be read any more",
                               "2023-11-1",
                               "Ewald "})
        EXPECT_NE(text.find(wanted), std::string::npos) << wanted;
    EXPECT_EQ(text.find("checkpoint"), std::string::npos) << "what is as usual is left out";
    // Pictures, in the page itself; nothing is fetched from elsewhere.
    for (const char* picture : {"Object, phase", "Object, amplitude", "Probe, mode 1 of 3", "Error", "Positions"})
        EXPECT_NE(text.find(picture), std::string::npos) << picture;
    EXPECT_EQ(html.find("http"), std::string::npos);
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_NE(html.find("data:image/png;base64,iVBORw0KGgo"), std::string::npos);
}

TEST_F(ReportTest, IsSmallHoweverLargeTheObjectIs) {
    ReportSource source;
    source.result = writePtycho("large.h5", 1400);
    const Report report = makeReport(source);
    EXPECT_LT(toHtml(report, {}).size(), 1'000'000U);
    for (const Section& section : report.sections)
        for (const Picture& picture : section.pictures) {
            EXPECT_LE(picture.width, 640) << picture.title;
            EXPECT_LE(picture.height, 440) << picture.title;
        }
}

TEST_F(ReportTest, SaysEverythingAboutAnIntegration) {
    JobDocument job = document(m_folder / "stack.h5");
    test::putStack(*job.files().begin(), test::levelFrames(test::kFrames, 2));
    job.set("error_model", "poisson");
    const JobOutcome outcome = run(job);
    ASSERT_FALSE(outcome.error) << outcome.error->what();
    ReportSource source;
    source.result = outcome.resultFile;
    const Report report = makeReport(source);
    EXPECT_EQ(titles(report), (std::vector<std::string>{"Pictures", "Result", "Other than the defaults",
                                                        "What was assumed", "How it ran"}));
    const std::string html = toHtml(report, {});
    EXPECT_EQ(fault(html), "");
    const std::string text = plain(html);
    for (const char* wanted :
         {"stack.h5", "Mean pattern", "All patterns", "First patterns", "25 of q", "37", "error_model",
          "poisson, default none", "integrate", "50.0125 mm", "row 23.4991, column 21.9999 (pixels)", "1.28°"})
        EXPECT_NE(text.find(wanted), std::string::npos) << wanted;
    EXPECT_LT(html.size(), 300'000U);
}

TEST_F(ReportTest, AFailureIsSaidInWords) {
    ReportSource source;
    source.result = m_folder / "never written.h5";
    source.document = JobDocument();
    source.document->inputFile = m_folder / "scan.cxi";
    source.state = "failed";
    source.failed = "the detector's <file> vanished: /data/scan.cxi; copy it again";
    const Report report = makeReport(source);
    ASSERT_FALSE(report.sections.empty());
    EXPECT_EQ(report.sections.front().title, "Failure");
    const std::string html = toHtml(report, {});
    EXPECT_EQ(fault(html), "");
    EXPECT_NE(plain(html).find(source.failed), std::string::npos);
    EXPECT_NE(plain(html).find("failed"), std::string::npos);
}

TEST_F(ReportTest, WhatIsNoResultIsAnErrorInOneLine) {
    ReportSource source;
    source.result = m_folder / "nothing.h5";
    EXPECT_THROW(static_cast<void>(makeReport(source)), DataError);
    std::ofstream(m_folder / "text.h5") << "no HDF5 file";
    source.result = m_folder / "text.h5";
    EXPECT_THROW(static_cast<void>(makeReport(source)), DataError);
    const fs::path whole = writePtycho("whole.h5", 32);
    fs::copy_file(whole, m_folder / "cut.h5");
    fs::resize_file(m_folder / "cut.h5", fs::file_size(whole) / 2);
    source.result = m_folder / "cut.h5";
    EXPECT_THROW(static_cast<void>(makeReport(source)), DataError);
    EXPECT_THROW(static_cast<void>(makeReport({})), JobError);
}

TEST_F(ReportTest, OnlyAReportIsReplaced) {
    ReportSource source;
    source.result = writePtycho("result.h5", 32);
    const Report report = makeReport(source);
    const fs::path file = reportBeside(source.result);
    EXPECT_EQ(file.filename(), "result_report.html");
    write(file, report, {}, false);
    EXPECT_EQ(readAll(file), toHtml(report, {}));
    source.comment = "second";
    write(file, makeReport(source), {}, false);
    EXPECT_NE(readAll(file).find("second"), std::string::npos);
    std::ofstream(file) << "<p>my own notes</p>";
    EXPECT_THROW(write(file, report, {}, false), DataError);
    EXPECT_EQ(readAll(file), "<p>my own notes</p>");
    write(file, report, {}, true);
    EXPECT_EQ(readAll(file), toHtml(report, {}));
}

/// What `count` threads get that write the same page at once, each its own text.
std::vector<std::string> problemsOfWriters(const fs::path& file, std::size_t count) {
    std::vector<std::string> problems(count);
    std::barrier together(static_cast<std::ptrdiff_t>(count));
    std::vector<std::thread> writers;
    for (std::size_t i = 0; i < count; ++i)
        writers.emplace_back([&, i] {
            const Report report{"page", {{"Note", {}, {}, std::string(20000, static_cast<char>('a' + i))}}};
            together.arrive_and_wait();
            try {
                write(file, report, {}, false);
            } catch (const Error& error) {
                problems[i] = error.what();
            }
        });
    for (std::thread& writer : writers) writer.join();
    return problems;
}

TEST_F(ReportTest, WhoeverWritesThePageOfAJobAtOnceSucceeds) {
    // The process of a job and the runner of the queue do. In each round all begin without a page.
    constexpr std::size_t kWriters = 8;
    for (int round = 0; round < 20; ++round) {
        const fs::path file = m_folder / ("page" + std::to_string(round) + ".html");
        EXPECT_EQ(problemsOfWriters(file, kWriters), std::vector<std::string>(kWriters));
        const std::string html = readAll(file);
        EXPECT_EQ(fault(html), "");
        // "…<p>aaaa…</p>": of one of them, as a whole.
        const std::string text = html.substr(html.find("<p>") + 3, 20000);
        EXPECT_EQ(text, std::string(20000, text.front()));
    }
}

TEST_F(ReportTest, ThePageIsInTheLanguageThatIsAskedFor) {
    ReportSource source;
    source.result = writePtycho("result.h5", 32);
    source.sample = "stars of gold";
    const fs::path file = reportBeside(source.result);
    const Report report = makeReport(source);
    write(file, report, {}, false);
    const std::string english = readAll(file);
    std::vector<std::string> asked;
    const Language language{"xx", [&](const std::string& text) {
                                asked.push_back(text);
                                return "x" + text;
                            }};
    write(file, report, language, false); // it is a report in any language
    const std::string other = readAll(file);
    EXPECT_EQ(toHtml(report, {}), english) << "the language of one page is that of no other";
    write(file, report, {}, false);
    EXPECT_EQ(readAll(file), english);
    EXPECT_EQ(fault(other), "");
    EXPECT_NE(other.find("<html lang=\"xx\">"), std::string::npos);
    EXPECT_NE(english.find("<html lang=\"en\">"), std::string::npos);
    for (const Section& section : report.sections) {
        EXPECT_NE(other.find("<h2>x" + section.title), std::string::npos) << section.title;
        for (const Fact& fact : section.facts) {
            EXPECT_NE(std::ranges::find(asked, fact.name), asked.end()) << fact.name;
            EXPECT_EQ(std::ranges::find(asked, fact.value) == asked.end(), fact.verbatim) << fact.value;
        }
        for (const Picture& picture : section.pictures)
            EXPECT_NE(std::ranges::find(asked, picture.title), asked.end()) << picture.title;
    }
    // Of what was made of several parts, these are known: a window can say them in its language.
    const auto parts = partsOf("3, default 1");
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->text, "%1, default %2");
    EXPECT_NE(plain(other).find("xProbe modes (probe_modes)"), std::string::npos) << "keys stay as they are";
}

TEST_F(ReportTest, NoneOfManyWritersReplacesAnotherFile) {
    const fs::path file = m_folder / "page.html";
    std::ofstream(file) << "<p>my own notes</p>";
    for (const std::string& problem : problemsOfWriters(file, 8)) EXPECT_NE(problem.find("exists"), std::string::npos);
    EXPECT_EQ(readAll(file), "<p>my own notes</p>");
}

TEST(ReportChart, NumbersAreRound) {
    EXPECT_EQ(roundNumbers(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(roundNumbers(3, 4.4, 3).front(), 3.0);
    EXPECT_TRUE(roundNumbers(1, 1, 5).empty());
    EXPECT_TRUE(roundNumbers(0, NAN, 5).empty());
}

TEST(ReportChart, WhatLiesBetweenPeaksIsSeenInTheHeatMap) {
    // A tenth of the height is halfway between a hundredth and all of it.
    Array<float, 2> map({40, 10});
    for (std::size_t r = 0; r < 40; ++r)
        for (std::size_t c = 0; c < 10; ++c) map(r, c) = c == 0 ? 1 : c == 9 ? 100 : 10;
    map(39, 5) = std::numeric_limits<float>::quiet_NaN();
    const Canvas canvas = heatMap(map);
    const int wide = canvas.width() / 10, tall = canvas.height() / 40;
    const auto grey = [&](int row, int col) {
        return int{canvas.at(col * wide + wide / 2, row * tall + tall / 2).red};
    };
    EXPECT_EQ(grey(0, 0), 0);
    EXPECT_NEAR(grey(0, 5), 127, 2);
    EXPECT_EQ(grey(0, 9), 255);
    EXPECT_EQ(grey(39, 5), 255) << "nothing was measured";
    // Without anything above zero there is nothing to take the logarithm of.
    EXPECT_GT(heatMap(Array<float, 2>({3, 4})).width(), 0);
}

/// A comma has the same width as a point here, and another form.
TEST(ReportChart, NumbersAreInTheLanguageOfThePage) {
    Chart chart;
    chart.curves.push_back({{0, 1}, {0.25, 0.75}, kBlack});
    const auto bytes = [&] {
        const Canvas canvas = drawChart(chart);
        std::vector<int> all;
        for (int y = 0; y < canvas.height(); ++y)
            for (int x = 0; x < canvas.width(); ++x) all.push_back(canvas.at(x, y).red);
        return all;
    };
    const std::vector<int> english = bytes();
    std::set<std::string> asked;
    chart.translate = [&](const std::string& text) { return *asked.insert(text).first; };
    EXPECT_EQ(bytes(), english);
    EXPECT_TRUE(asked.contains("0.2")) << "of an axis";
    chart.translate = [](std::string text) {
        std::ranges::replace(text, '.', ',');
        return text;
    };
    EXPECT_NE(bytes(), english);
}

TEST(ReportChart, MarksAreSeenAtHalfTheSize) {
    Chart chart;
    chart.curves.push_back({{0, 100}, {0, 1}, kBlack});
    const Canvas without = drawChart(chart);
    chart.marks = {24, 72};
    const Canvas with = drawChart(chart);
    const auto isGrey = [](const Colour& colour) { return colour.red == kGrey.red && colour.blue == kGrey.blue; };
    // A page that shows every other column, whichever, has both.
    const int middle = with.height() / 2;
    for (const int first : {0, 1}) {
        int marks = 0;
        bool before = false;
        for (int x = first; x < with.width(); x += 2) {
            const bool marked = isGrey(with.at(x, middle)) && !isGrey(without.at(x, middle));
            marks += marked && !before ? 1 : 0;
            before = marked;
        }
        EXPECT_EQ(marks, 2) << first;
    }
}

TEST(ReportChart, ACurveIsWhereItsNumbersAre) {
    Chart chart;
    chart.curves.push_back({{0, 10}, {1, 1}, {255, 0, 0}});
    chart.curves.push_back({{0, 10}, {0, 2}, {0, 0, 255}});
    const Canvas canvas = drawChart(chart);
    const auto isRed = [&](int x, int y) { return canvas.at(x, y).red == 255 && canvas.at(x, y).green == 0; };
    // A level line, in one row from the left axis to the right edge; the other one rises.
    int rows = 0;
    for (int y = 0; y < canvas.height(); ++y) rows += isRed(canvas.width() / 4, y) ? 1 : 0;
    EXPECT_GE(rows, 1);
    EXPECT_LE(rows, 4);
    const auto blueRow = [&](int x) {
        for (int y = 0; y < canvas.height(); ++y)
            if (canvas.at(x, y).blue == 255 && canvas.at(x, y).red == 0) return y;
        return -1;
    };
    EXPECT_GT(blueRow(200), blueRow(600)) << "y grows upwards";
    Chart log;
    log.logarithmic = true;
    log.curves.push_back({{1, 2, 3}, {-1, 0, NAN}, kBlack});
    EXPECT_GT(drawChart(log).width(), 0) << "nothing that can be shown";
}

TEST(ReportCanvas, DrawsNothingOutside) {
    Canvas canvas(20, 10);
    canvas.rectangle(-5, -5, 100, 8, {1, 2, 3});
    canvas.line(-1e6, 4, 1e6, 4, kBlack);
    canvas.disk(NAN, 3, 2, kBlack);
    canvas.text(15, 5, "µm 12.5", kBlack, 3);
    EXPECT_EQ(canvas.at(0, 0).green, 2);
    EXPECT_EQ(canvas.at(100, 100).green, 255);
    EXPECT_EQ(Canvas::textWidth("µm"), 11) << "two letters, whatever their bytes";
    EXPECT_GT(canvas.png().size(), 50U);
}

} // namespace
} // namespace ewald::job::report
