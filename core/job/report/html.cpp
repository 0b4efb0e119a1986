// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a report: plain tables, which browsers and Qt's text browser show alike.
#include "base/error.h"
#include "base/files/input_file.h"
#include "io/atomic_file.h"
#include "job/report/report.h"

#include <algorithm>
#include <span>

namespace ewald::job::report {

namespace {

/// RFC 4648.
std::string base64(std::span<const std::uint8_t> bytes) {
    static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) { return i + k < bytes.size() ? std::uint32_t{bytes[i + k]} : 0U; };
        const std::uint32_t three = byte(0) << 16U | byte(1) << 8U | byte(2);
        for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : kLetters[three >> (18 - 6 * k) & 63U];
    }
    return text;
}

constexpr std::string_view kBegin = R"(<!DOCTYPE html>
<html lang=")";

constexpr std::string_view kHead = R"(">
<head>
<meta charset="utf-8">
<meta name="generator" content="Ewald report">
<title>)";

constexpr std::string_view kStyle = R"(</title>
<style>
@page { size: A4; margin: 10mm; }
body { background-color: #ffffff; color: #000000; font-family: sans-serif; font-size: 8.5pt; }
h1 { font-size: 15pt; margin: 2px; }
h2 { font-size: 10pt; margin-top: 6px; margin-bottom: 2px; color: #30506e; }
p { margin: 2px; }
.caption { color: #555555; font-size: 8pt; }
.failure { color: #a00000; }
@media print { body { font-size: 7pt; } .caption { font-size: 6.5pt; } h1 { font-size: 12pt; } h2 { font-size: 8pt; } }
</style>
</head>
<body>
)";

/// Lines may be broken within long names: a path of 200 letters does not widen the page.
std::string breakable(std::string_view text) {
    std::string shown;
    int run = 0;
    for (const char letter : escaped(text)) {
        shown += letter;
        run = letter == ' ' ? 0 : run + 1;
        const bool mayBreak = letter == '/' || letter == '_';
        if (mayBreak || (run >= 60 && letter == ';')) {
            shown += "&#8203;";
            run = 0;
        }
    }
    return shown;
}

/// Texts of a page in its language.
class Words {
public:
    explicit Words(const Language& language) : m_language(language) {}
    [[nodiscard]] std::string operator()(const std::string& text) const {
        return m_language.translate && !text.empty() ? m_language.translate(text) : text;
    }
    [[nodiscard]] const std::string& code() const noexcept { return m_language.code; }

private:
    const Language& m_language;
};

void addPictures(std::string& html, const std::vector<Picture>& pictures, int room, const Words& words) {
    int used = room; // nothing fits any more: a row begins
    for (const Picture& picture : pictures) {
        const int height =
            static_cast<int>(static_cast<long long>(picture.height) * picture.shown / std::max(1, picture.width));
        if (used + picture.shown > room) {
            if (&picture != &pictures.front()) html += "</tr></table>\n";
            html += "<table border=\"0\" cellspacing=\"0\" cellpadding=\"3\"><tr>\n";
            used = 0;
        }
        used += picture.shown;
        const std::string width = std::to_string(picture.shown);
        const std::string title = escaped(words(picture.title));
        html += "<td valign=\"top\" width=\"" + width + "\"><b>" + title + "</b><br><img alt=\"" + title +
                "\" width=\"" + width + "\" height=\"" + std::to_string(height) + "\" src=\"data:image/png;base64," +
                base64(picture.png) + "\"><br><span class=\"caption\">" + escaped(words(picture.caption)) +
                "</span></td>\n";
    }
    if (!pictures.empty()) html += "</tr></table>\n";
}

void addFacts(std::string& html, const std::vector<Fact>& facts, const Words& words) {
    html += "<table border=\"0\" cellspacing=\"0\" cellpadding=\"1\">\n";
    for (const Fact& fact : facts) {
        const std::string key = fact.key.empty() ? std::string() : " (" + fact.key + ")";
        html += "<tr><td valign=\"top\" width=\"190\">" + escaped(fact.stage + words(fact.name) + key) +
                "</td><td valign=\"top\">" + breakable(fact.verbatim ? fact.value : words(fact.value)) + "</td></tr>\n";
    }
    html += "</table>\n";
}

} // namespace

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char letter : text) {
        switch (letter) {
        case '&': safe += "&amp;"; break;
        case '<': safe += "&lt;"; break;
        case '>': safe += "&gt;"; break;
        case '"': safe += "&quot;"; break;
        case '\'': safe += "&#39;"; break;
        default:
            // Control characters are not allowed in HTML.
            if (static_cast<unsigned char>(letter) >= 0x20 || letter == '\n' || letter == '\t') safe += letter;
        }
    }
    return safe;
}

namespace {

/// Whether a file is one of those that write() makes, in any language.
bool isReport(const std::filesystem::path& file) {
    constexpr std::size_t kLongestCode = 16;
    std::string begin(kBegin.size() + kLongestCode + kHead.size(), '\0');
    try {
        const InputFile old(file);
        begin.resize(old.readAt(0, std::as_writable_bytes(std::span(begin))));
        const std::size_t code = begin.find('"', kBegin.size());
        return begin.starts_with(kBegin) && code != std::string::npos &&
               std::string_view(begin).substr(code).starts_with(kHead);
    } catch (const DataError&) { // it does not exist, or cannot be replaced, which the writer says
        return false;
    }
}

} // namespace

void write(const std::filesystem::path& file, const Report& report, const Language& language, bool overwrite) {
    io::writeTextFile(file, toHtml(report, language), overwrite ? io::AtomicFile::MayReplace() : isReport);
}

std::string toHtml(const Report& report, const Language& language, int room) {
    const Words words(language);
    std::string html(kBegin);
    html += escaped(words.code());
    html += kHead;
    html += escaped(report.title);
    html += kStyle;
    html += "<h1>" + breakable(report.title) + "</h1>\n";
    for (const Section& section : report.sections) {
        html += "<h2>" + escaped(words(section.title)) + "</h2>\n";
        if (!section.text.empty())
            html += std::string("<p") + (section.title == kFailure ? " class=\"failure\"" : "") + ">" +
                    breakable(words(section.text)) + "</p>\n";
        if (!section.pictures.empty()) addPictures(html, section.pictures, room, words);
        if (!section.facts.empty()) addFacts(html, section.facts, words);
    }
    html += "</body>\n</html>\n";
    return html;
}

} // namespace ewald::job::report
