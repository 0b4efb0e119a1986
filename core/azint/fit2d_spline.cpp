// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/fit2d_spline.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/files/input_file.h"
#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace ewald::azint {

namespace {

constexpr std::size_t kOrder = 4; ///< of cubic splines
constexpr std::size_t kMostKnots = 1000;
constexpr std::size_t kMostBytes = 32U << 20U;

/// The B-splines that are not zero at a place, and the first of them. (de Boor's recurrence.)
struct Basis {
    std::size_t first = 0;
    std::array<double, kOrder> values{};
};

Basis basisAt(const std::vector<double>& knots, double place) noexcept {
    const std::size_t last = knots.size() - kOrder; // the end of the last interval
    const double x = std::clamp(place, knots[kOrder - 1], knots[last]);
    const auto above = std::upper_bound(knots.begin() + kOrder, knots.begin() + static_cast<std::ptrdiff_t>(last), x);
    const auto interval = static_cast<std::size_t>(above - knots.begin()) - 1;
    Basis basis;
    basis.first = interval - (kOrder - 1);
    basis.values[0] = 1;
    for (std::size_t degree = 1; degree < kOrder; ++degree) {
        double carried = 0;
        for (std::size_t i = 0; i < degree; ++i) {
            const double right = knots[interval + i + 1], left = knots[interval + i + 1 - degree];
            const double part = right > left ? basis.values[i] / (right - left) : 0;
            basis.values[i] = carried + (right - x) * part;
            carried = (x - left) * part;
        }
        basis.values[degree] = carried;
    }
    return basis;
}

std::optional<double> numberOf(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isOne = error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
    return isOne ? std::optional(number) : std::nullopt;
}

/// Absent where one of the words of a line is no number.
std::optional<std::vector<double>> wordsOf(std::string_view line) {
    std::vector<double> numbers;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const std::string_view word = line.substr(0, line.find_first_of(" \t"));
        const std::optional<double> number = numberOf(word);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
        line.remove_prefix(word.size());
    }
    return numbers;
}

/// The lines of a spline file, from the front.
class Lines {
public:
    Lines(std::string_view text, std::string where) : m_where(std::move(where)), m_endsWithLine(text.ends_with('\n')) {
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            std::string_view line = text.substr(0, end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            m_lines.emplace_back(line);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
    }

    /// Goes behind the line with this title. \throws DataError
    void seek(const std::string& title) {
        const std::string lower = lowerAscii(title);
        const auto isTitle = [&](const std::string& line) { return lowerAscii(trimmed(line)).starts_with(lower); };
        const auto found = std::ranges::find_if(m_lines, isTitle);
        if (found == m_lines.end())
            fail(phrase("the spline file has no section \"%1\"", title), "is this a spline file of Fit2D?");
        m_next = static_cast<std::size_t>(found - m_lines.begin()) + 1;
        m_title = title;
    }
    /// The numbers of the next lines, which they fill. \throws DataError
    [[nodiscard]] std::vector<double> take(std::size_t count) {
        std::vector<double> numbers;
        bool fillColumns = false; // the lines before
        for (const std::size_t first = m_next; numbers.size() < count; ++m_next) {
            if (m_next == m_lines.size() || trimmed(m_lines[m_next]).empty()) failCut();
            const bool fillsColumns = trimmedEnd(m_lines[m_next]).size() % kColumns == 0;
            // The last of its digits are gone with the end of the line: it would be another number.
            if (fillColumns && !fillsColumns && m_next + 1 == m_lines.size() && !m_endsWithLine) failCut();
            fillColumns = fillsColumns && (fillColumns || m_next == first);
            takeLine(m_lines[m_next], numbers);
        }
        if (numbers.size() > count)
            fail(phrase("the section \"%1\" of the spline file has too many numbers", m_title), "write it again");
        return numbers;
    }
    [[noreturn]] void fail(const std::string& what, const std::string& hint) const {
        throw DataError(what, m_where, hint);
    }
    [[nodiscard]] const std::string& title() const noexcept { return m_title; }

private:
    static constexpr std::size_t kColumns = 14; ///< of a number, as Fit2D writes it

    [[noreturn]] void failCut() const {
        fail(phrase("the section \"%1\" of the spline file is cut off", m_title), "copy the file again");
    }
    /// Numbers with blanks between them, or of 14 columns each, which need none.
    void takeLine(std::string_view line, std::vector<double>& numbers) const {
        if (std::optional<std::vector<double>> words = wordsOf(line)) {
            numbers.insert(numbers.end(), words->begin(), words->end());
            return;
        }
        for (line = trimmedEnd(line); !line.empty(); line.remove_prefix(std::min(line.size(), kColumns))) {
            const std::string_view field = trimmed(line.substr(0, kColumns));
            const std::optional<double> number = numberOf(field);
            if (!number)
                fail(
                    phrase("\"%1\" in the section \"%2\" of the spline file is no number", std::string(field), m_title),
                    "write it again");
            numbers.push_back(*number);
        }
    }

    std::string m_where;
    bool m_endsWithLine; ///< and not within a line
    std::vector<std::string> m_lines;
    std::size_t m_next = 0;
    std::string m_title;
};

std::size_t knotCount(double number, const Lines& lines) {
    if (number >= 2 * kOrder && number <= kMostKnots && number == std::floor(number))
        return static_cast<std::size_t>(number);
    lines.fail(phrase("the section \"%1\" of the spline file has %2 knots, expected %3 to %4", lines.title(),
                      numberText(number), 2 * kOrder, kMostKnots),
               "write it again");
}

CubicSurface surfaceOf(Lines& lines, const std::string& title) {
    lines.seek(title);
    const std::vector<double> counts = lines.take(2);
    CubicSurface surface;
    surface.knotsX = lines.take(knotCount(counts[0], lines));
    surface.knotsY = lines.take(knotCount(counts[1], lines));
    for (const std::vector<double>* knots : {&surface.knotsX, &surface.knotsY})
        if (!std::ranges::is_sorted(*knots) || !((*knots)[knots->size() - kOrder] > (*knots)[kOrder - 1]))
            lines.fail(phrase("the knots in the section \"%1\" of the spline file do not rise", title),
                       "write it again");
    surface.coefficients = lines.take((surface.knotsX.size() - kOrder) * (surface.knotsY.size() - kOrder));
    return surface;
}

} // namespace

double CubicSurface::at(double x, double y) const noexcept {
    const Basis alongX = basisAt(knotsX, x), alongY = basisAt(knotsY, y);
    const std::size_t stride = knotsY.size() - kOrder;
    double value = 0;
    for (std::size_t i = 0; i < kOrder; ++i) {
        const double* const row = coefficients.data() + (alongX.first + i) * stride + alongY.first;
        double sum = 0;
        for (std::size_t j = 0; j < kOrder; ++j) sum += alongY.values[j] * row[j];
        value += alongX.values[i] * sum;
    }
    return value;
}

std::array<std::size_t, 2> Fit2dSpline::shape() const noexcept {
    return {static_cast<std::size_t>(lastRow - firstRow), static_cast<std::size_t>(lastCol - firstCol)};
}

Fit2dSpline parseFit2dSpline(std::string_view text, const std::string& where) {
    constexpr double kMostPixels = 1e5;
    Lines lines(text, where);
    Fit2dSpline spline;
    lines.seek("VALID REGION");
    const std::vector<double> region = lines.take(4);
    spline.firstCol = region[0], spline.firstRow = region[1], spline.lastCol = region[2], spline.lastRow = region[3];
    const double width = spline.lastCol - spline.firstCol, height = spline.lastRow - spline.firstRow;
    if (!(width >= 1 && width <= kMostPixels && height >= 1 && height <= kMostPixels))
        lines.fail(
            phrase("the valid region of the spline file has %1 x %2 pixels", numberText(height), numberText(width)),
            "write it again");
    lines.seek("GRID SPACING");
    const std::vector<double> sizes = lines.take(3); // the first is of the grid that it was measured with
    constexpr double kMicron_m = 1e-6, kLargest_um = 1e5;
    if (!(sizes[1] > 0 && sizes[1] <= kLargest_um && sizes[2] > 0 && sizes[2] <= kLargest_um))
        lines.fail(phrase("the pixels of the spline file have %1 x %2 um", numberText(sizes[2]), numberText(sizes[1])),
                   "write it again");
    spline.pixelWidth_m = sizes[1] * kMicron_m;
    spline.pixelHeight_m = sizes[2] * kMicron_m;
    spline.colShift = surfaceOf(lines, "X-DISTORTION");
    spline.rowShift = surfaceOf(lines, "Y-DISTORTION");
    spline.file = where;
    spline.sumUp();
    return spline;
}

Fit2dSpline readFit2dSpline(const std::filesystem::path& file) {
    const std::string text = readSmallFile(file, kMostBytes, "choose a spline file of Fit2D");
    if (text.find('\0') != std::string::npos)
        throw DataError("this is no spline file", file.string(), "choose a spline file of Fit2D, which is a text");
    return parseFit2dSpline(text, file.string());
}

ImagePoint Fit2dSpline::corrected(ImagePoint shown) const noexcept {
    return {shown.row + rowShift.at(shown.col, shown.row), shown.col + colShift.at(shown.col, shown.row)};
}

double Fit2dSpline::areaOf(ImagePoint first, double side) const noexcept {
    const double middleRow = first.row + side / 2, middleCol = first.col + side / 2;
    const double height = 1 + (rowShift.at(middleCol, first.row + side) - rowShift.at(middleCol, first.row)) / side;
    const double width = 1 + (colShift.at(first.col + side, middleRow) - colShift.at(first.col, middleRow)) / side;
    return height * width;
}

const Array<std::uint8_t, 2>& Fit2dSpline::mask() const noexcept {
    static const Array<std::uint8_t, 2> none;
    return none;
}

void Fit2dSpline::sumUp() {
    const auto bytes = [](const std::vector<double>& numbers) { return std::as_bytes(std::span(numbers)); };
    sum = numbersWith({bytes(rowShift.knotsX), bytes(rowShift.knotsY), bytes(rowShift.coefficients),
                       bytes(colShift.knotsX), bytes(colShift.knotsY), bytes(colShift.coefficients)});
}

} // namespace ewald::azint
