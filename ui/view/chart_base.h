// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/file_saver.h"

#include <QChart>
#include <QChartView>
#include <QColor>
#include <QPalette>
#include <QPointF>
#include <QRectF>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

class QCategoryAxis;
class QRubberBand;

namespace ewald::view {

/// Reduces a curve to at most about 4 points a screen column: first, lowest, highest, last. x must not decrease.
[[nodiscard]] QList<QPointF> thinned(const QList<QPointF>& points, double low, double high, std::size_t columns);

/// The n-th colour of a curve: Okabe and Ito's, which can be told apart with any colour vision.
[[nodiscard]] QColor curveColour(std::size_t curve, const QPalette& palette);

/// A QChartView that lets its owner draw over the chart.
class ChartCanvas : public QChartView {
public:
    ChartCanvas(QChart* chart, QWidget* parent);
    std::function<void(QPainter&)> paintOver;

protected:
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void mousePressEvent(QMouseEvent* event) override;
};

/// What the charts of this program have in common: two axes with readable ticks, linear or logarithmic upwards, colours
/// of the theme, zoom by wheel and by dragging a rectangle, a figure for a logbook. UI thread.
///
/// Axis coordinates are the values, or their log10 where `log` is set (y only). A refresh is made at most 20 times a
/// second.
class ChartBase {
public:
    explicit ChartBase(QWidget* owner);
    virtual ~ChartBase() = default;
    ChartBase(const ChartBase&) = delete;
    ChartBase& operator=(const ChartBase&) = delete;

    /// What is shown when nothing is zoomed, in axis coordinates.
    [[nodiscard]] virtual QRectF dataBounds() const = 0;
    /// Brings axes and series up to date.
    virtual void refresh() = 0;
    virtual void findHovered(QPointF position) = 0;
    virtual void endHover() = 0;
    /// Pens of the curves, beside the axes.
    virtual void applyCurveColours() = 0;

    /// Lets the owner see the events of the canvas, for handle(). Not before its constructor's body: the owner's filter
    /// looks at members.
    void watch();
    void schedule();
    void applyTheme(const QPalette& palette);
    /// The owner's changeEvent(): takes over a new palette or style.
    void ownerChanged(const QEvent& event);
    /// Sets ranges, ticks and titles.
    void setAxes(const QRectF& bounds, const QString& xTitle, const QString& yTitle);
    /// Without a curve there is nothing to be read off: no axis is drawn then.
    void showAxes(bool some);
    [[nodiscard]] QPointF toData(QPointF position) const;
    [[nodiscard]] QPointF toScreen(QPointF data) const;
    void zoom(QPointF position, double factor);
    void zoomInto(const QRectF& rubber);
    void resetZoom();
    void paintMinorTicks(QPainter& painter) const;
    /// Lines of text in a box beside a point, wrapped where they are long, with a ring around the point; or below a
    /// place without one.
    void paintHoverBox(QPainter& painter, QPointF data, const QStringList& lines, const QColor& colour) const;
    void paintBoxBelow(QPainter& painter, QPointF place, const QStringList& lines, const QColor& colour) const;
    /// Mouse, wheel and resize of the canvas. \returns whether the event is done with
    [[nodiscard]] bool handle(QEvent* event);
    [[nodiscard]] QImage figure(int scale);

    QWidget* owner;
    QChart* chart = nullptr;
    ChartCanvas* canvas = nullptr;
    QCategoryAxis* xAxis = nullptr;
    QCategoryAxis* yAxis = nullptr;
    QRubberBand* rubber = nullptr;
    QTimer timer;
    bool log = true;
    bool wholeX = false;          ///< only whole numbers have a tick on x: it counts something
    std::optional<QRectF> zoomed; ///< axis coordinates
    QRectF axes;                  ///< what the axes show now
    QPalette theme;
    std::vector<double> minorTicks; ///< log10(y)
    QPoint pressed;
    FileSaver saver;

private:
    bool m_themed = false;    ///< applyTheme() was called: tools and curves exist
    double m_plotHeight = -1; ///< pixels
    /// A box beside or below `p`, all on the screen.
    void paintBox(QPainter& painter, QPointF p, bool below, const QStringList& lines, const QColor& colour) const;
    void fillAxis(QCategoryAxis* axis, double low, double high, bool logarithmic, int count);
};

} // namespace ewald::view
