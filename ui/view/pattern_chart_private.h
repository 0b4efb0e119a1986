// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/chart_base.h"
#include "view/pattern_chart.h"

#include <optional>
#include <utility>
#include <vector>

class QAction;
class QAreaSeries;
class QLineSeries;
class QToolBar;

namespace ewald::view {

class PatternChart::Private : public ChartBase {
public:
    explicit Private(PatternChart* view) : ChartBase(view), q(view) { log = false; }

    // pattern_chart.cpp
    void applyCurveColours() override;
    void makeTools();
    void saveAs();
    void matchLines(std::vector<QLineSeries*>& lines, std::size_t count);
    void matchSubstances();

    // pattern_chart_draw.cpp
    [[nodiscard]] QRectF dataBounds() const override;
    void refresh() override;
    [[nodiscard]] QList<QPointF> drawable(const PatternCurve& curve, double sigmas) const;
    void paintOver(QPainter& painter) const;
    void paintBars(QPainter& painter) const;
    void paintHover(QPainter& painter) const;
    [[nodiscard]] bool hasBars() const;
    [[nodiscard]] QRectF measurementBounds() const;
    [[nodiscard]] QRectF seriesBounds() const;

    // pattern_chart_mouse.cpp
    void findHovered(QPointF position) override;
    void endHover() override;
    /// Whether a mark is near enough to a place of the screen to be meant, from left to right.
    [[nodiscard]] bool isNear(const PatternMark& mark, double screenX) const;
    /// The nearest mark that moves, near enough to be meant.
    [[nodiscard]] const PatternMark* movableAt(QPointF position) const;
    void showPointer(QPointF position, Qt::KeyboardModifiers keys);
    [[nodiscard]] double insideX(QPointF position) const;
    void choose(QPointF position, bool finished);
    [[nodiscard]] bool press(const QMouseEvent& mouse);

    PatternChart* q;
    std::vector<PatternCurve> curves;
    std::vector<QLineSeries*> series;
    QAreaSeries* band = nullptr;
    std::vector<PatternMark> marks;
    std::vector<QLineSeries*> substances; ///< of the marks, in the legend
    std::vector<PatternFit> fits;
    QString xTitle;
    QString yTitle;
    QString message;
    Style style = Style::pattern;
    bool errors = true;
    bool choosing = false;
    enum class Drag { none, range, mark } drag = Drag::none;
    double dragFrom = 0; ///< of a range its first end; of a mark how far beside it the mouse is
    std::optional<std::pair<double, double>> range;
    std::optional<std::pair<double, double>> rangeBefore; ///< what is dragged now
    std::optional<std::pair<double, double>> edges;
    std::optional<double> cursorLine;
    std::pair<double, double> told;                         ///< the range of x that was last emitted
    int rightRoom = 6;                                      ///< beside the plot
    std::optional<std::pair<std::size_t, QPointF>> hovered; ///< curve, axis coordinates
    double hoveredValue = 0;
    double hoveredError = 0;
    QToolBar* tools = nullptr;
    QAction* logAction = nullptr;
    QAction* errorAction = nullptr;
    QAction* rangeAction = nullptr;
    QAction* homeAction = nullptr;
    QAction* saveAction = nullptr;
};

} // namespace ewald::view
