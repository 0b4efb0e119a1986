// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/report/chart.h"

#include "base/quantity_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ewald::job::report {

namespace {

constexpr Colour kGrid{225, 225, 225};
constexpr int kLetters = 2; ///< scale of the numbers
constexpr int kLeft = 112;
constexpr int kRight = 16;
constexpr int kTop = 12;
constexpr int kBottom = 34;
constexpr int kGap = 8; ///< between numbers and axis
/// A page shows a chart at about half its size, maybe without smoothing: thinner lines would be left out by that.
constexpr int kGridWidth = 2;
constexpr int kMarkWidth = 3;

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool some() const { return low <= high; }
    void widen(double share) {
        const double by = high > low ? share * (high - low) : std::max(std::abs(low) * 0.1, 0.5);
        low -= by;
        high += by;
    }
};

/// A chart with its ranges: from values to pixels.
class Drawing {
public:
    explicit Drawing(const Chart& chart) : m_chart(chart), m_canvas(chart.width, chart.height) {
        for (const Chart::Curve& curve : chart.curves)
            for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
                if (!shown(curve.x[i], curve.y[i])) continue;
                m_x.add(curve.x[i]);
                m_y.add(scaled(curve.y[i]));
            }
        if (m_x.some() && m_x.low == m_x.high) m_x.widen(0);
        if (m_y.some()) m_y.widen(0.05);
    }

    Canvas draw() {
        if (m_x.some()) {
            drawGrid();
            for (const double mark : m_chart.marks)
                m_canvas.line(placeX(mark), kTop, placeX(mark), m_chart.height - kBottom, kGrey, kMarkWidth);
            for (const Chart::Curve& curve : m_chart.curves) drawCurve(curve);
        }
        drawFrame();
        return std::move(m_canvas);
    }

private:
    [[nodiscard]] double scaled(double y) const { return m_chart.logarithmic ? std::log10(y) : y; }
    [[nodiscard]] bool shown(double x, double y) const {
        return std::isfinite(x) && std::isfinite(y) && (!m_chart.logarithmic || y > 0);
    }
    [[nodiscard]] double placeX(double x) const {
        return kLeft + (x - m_x.low) / (m_x.high - m_x.low) * (m_chart.width - kLeft - kRight);
    }
    /// \param y scaled
    [[nodiscard]] double placeY(double y) const {
        return m_chart.height - kBottom - (y - m_y.low) / (m_y.high - m_y.low) * (m_chart.height - kTop - kBottom);
    }

    /// Round numbers of the vertical axis, scaled.
    [[nodiscard]] std::vector<double> ticksY() const {
        if (!m_chart.logarithmic) return roundNumbers(m_y.low, m_y.high, 5);
        std::vector<double> ticks;
        const bool decades = m_y.high - m_y.low > 2.5;
        for (int e = static_cast<int>(std::floor(m_y.low)); e <= m_y.high; ++e)
            for (const double factor : {1.0, 2.0, 5.0}) {
                const double at = e + std::log10(factor);
                if (at >= m_y.low && at <= m_y.high && (factor == 1 || !decades)) ticks.push_back(at);
            }
        if (ticks.size() < 2) { // less than from 2 to 5
            ticks.clear();
            for (const double y : roundNumbers(std::pow(10, m_y.low), std::pow(10, m_y.high), 5))
                ticks.push_back(std::log10(y));
        }
        return ticks;
    }

    [[nodiscard]] std::string label(double value) const {
        const std::string english = numberText(value, 4);
        return m_chart.translate ? m_chart.translate(english) : english;
    }

    void drawGrid() {
        int end = std::numeric_limits<int>::min(); // of the number before
        for (const double x : roundNumbers(m_x.low, m_x.high, 7)) {
            const std::string text = label(x);
            const int place = static_cast<int>(std::lround(placeX(x)));
            m_canvas.line(place, kTop, place, m_chart.height - kBottom, kGrid, kGridWidth);
            const int left = std::min(place - Canvas::textWidth(text, kLetters) / 2,
                                      m_chart.width - Canvas::textWidth(text, kLetters));
            if (left <= end + 2 * kGap) continue;
            m_canvas.text(left, m_chart.height - kBottom + kGap, text, kBlack, kLetters);
            end = left + Canvas::textWidth(text, kLetters);
        }
        for (const double y : ticksY()) {
            const std::string text = label(m_chart.logarithmic ? std::pow(10, y) : y);
            const int place = static_cast<int>(std::lround(placeY(y)));
            m_canvas.line(kLeft, place, m_chart.width - kRight, place, kGrid, kGridWidth);
            m_canvas.text(kLeft - kGap - Canvas::textWidth(text, kLetters), place - Canvas::kTextHeight * kLetters / 2,
                          text, kBlack, kLetters);
        }
    }

    void drawFrame() {
        const int right = m_chart.width - kRight, bottom = m_chart.height - kBottom;
        m_canvas.line(kLeft, kTop, kLeft, bottom, kBlack);
        m_canvas.line(kLeft, bottom, right, bottom, kBlack);
    }

    void drawCurve(const Chart::Curve& curve) {
        double lastX = 0, lastY = 0;
        bool open = false;
        for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
            if (!shown(curve.x[i], curve.y[i])) {
                open = false;
                continue;
            }
            const double x = placeX(curve.x[i]), y = placeY(scaled(curve.y[i]));
            m_canvas.line(open ? lastX : x, open ? lastY : y, x, y, curve.colour, 3);
            lastX = x;
            lastY = y;
            open = true;
        }
    }

    const Chart& m_chart;
    Canvas m_canvas;
    Range m_x;
    Range m_y;
};

} // namespace

std::vector<double> roundNumbers(double low, double high, int count) {
    std::vector<double> numbers;
    if (!std::isfinite(low) || !std::isfinite(high) || !(high > low) || count < 1) return numbers;
    const double rough = (high - low) / count;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double factor = rough / power;
    const double step = power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
    for (double k = std::ceil(low / step); k * step <= high; ++k) numbers.push_back(k * step);
    return numbers;
}

Colour curveColour(std::size_t curve) noexcept {
    static constexpr std::array kColours{Colour{0, 114, 178},   Colour{213, 94, 0},  Colour{0, 158, 115},
                                         Colour{204, 121, 167}, Colour{230, 159, 0}, Colour{86, 180, 233}};
    return kColours[curve % kColours.size()];
}

Canvas drawChart(const Chart& chart) { return Drawing(chart).draw(); }

} // namespace ewald::job::report
