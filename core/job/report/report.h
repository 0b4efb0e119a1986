// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "job/document/document.h"
#include "job/report/pictures.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ewald::job::report {

/// Of parts of a run that took less it is only said that they did.
inline constexpr double kShortestTime_s = 0.01;

/// What is known of a job beside its result. Everything may be empty.
struct ReportSource {
    std::filesystem::path result; ///< file; empty or not there: the job left none
    /// Of the job, for one without a result; that of a result says more.
    std::optional<JobDocument> document;
    std::string name;
    std::string state;  ///< "done", "stopped", "failed"
    std::string failed; ///< why, in words: what, where and what to do
    std::string sample;
    std::string comment;
    std::string operatorName;
    std::string host;
    double started = 0; ///< seconds since 1970; 0: not known
    double ended = 0;
    std::vector<std::string> warnings; ///< of the log
};

/// The title of the section that says why a job failed.
inline constexpr const char* kFailure = translatable("Failure");

/// A line of a section. Name and value are phrases (base/phrase.h), or names and numbers.
struct Fact {
    std::string name;
    std::string value;
    std::string stage{};   ///< what stands before the name: "2. rpie: "; may be empty
    std::string key{};     ///< of a parameter, as a document has it; may be empty
    bool verbatim = false; ///< the value is what a person, a file or a computer is called: never translated
};

struct Section {
    std::string title;
    std::vector<Fact> facts;
    std::vector<Picture> pictures;
    std::string text; ///< a paragraph
};

/// One page about a job.
struct Report {
    std::string title;
    std::vector<Section> sections; ///< none is empty
};

/// The language of a page.
struct Language {
    std::string code = "en"; ///< as the attribute `lang` of a page says it
    /// Of a phrase, a name or a quantity as English has it. Any thread. Empty: they stay as they are.
    std::function<std::string(const std::string&)> translate{};
};
/// Reads the result and says what was done; pictures are in the language. Sections, those that have something: Failure,
/// Note, Pictures, Verdict, Result, "Other than the defaults", "Changed while it ran", "Decided while it ran", "What
/// was assumed", Warnings, "How it ran". Any thread. \throws DataError when `result` is a file that is no result, or is
/// damaged; JobError for neither result nor document
[[nodiscard]] Report makeReport(const ReportSource& source, const Language& language = {});

/// The page as HTML that needs no other file: UTF-8, light, of tables and pictures (PNG in the text), without scripts.
/// A browser prints it on one page; the window shows the same. Any thread. \param language that of the window; {} is
/// English, as commands write it \param room width in pixels for pictures beside each other; one that is wider has a
/// row of its own
[[nodiscard]] std::string toHtml(const Report& report, const Language& language, int room = 700);

/// Writes the page. A file that is there is replaced where it is a report in any language, or `overwrite`; atomic.
/// \throws DataError
void write(const std::filesystem::path& file, const Report& report, const Language& language, bool overwrite);

/// "scan_ewald_report.html" beside "scan_ewald.h5".
[[nodiscard]] std::filesystem::path reportBeside(const std::filesystem::path& result);

/// Text for HTML: & < > " ' are written as entities.
[[nodiscard]] std::string escaped(std::string_view text);

} // namespace ewald::job::report
