// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/loss_chart.h"

#include <QChart>
#include <QChartView>
#include <QColor>
#include <QPalette>
#include <QPointF>
#include <QRectF>
#include <QTimer>

#include <array>
#include <functional>
#include <optional>

class QAction;
class QCategoryAxis;
class QComboBox;
class QLineSeries;
class QRubberBand;
class QToolBar;
class QToolButton;

namespace ewald::view {

/// Reduces a curve to at most about 4 points a screen column: first, lowest, highest, last. x must not decrease.
[[nodiscard]] QList<QPointF> thinned(const QList<QPointF>& points, double low, double high, std::size_t columns);

/// A QChartView that draws markers, minor ticks and the read-out over the chart.
class LossCanvas : public QChartView {
public:
    LossCanvas(QChart* chart, QWidget* parent);
    std::function<void(QPainter&)> paintOver;

protected:
    void drawForeground(QPainter* painter, const QRectF& rect) override;
};

class LossChart::Private {
public:
    explicit Private(LossChart* view) : q(view) {}

    struct Curve {
        QString name;
        std::vector<LossPoint> points;
        std::array<QLineSeries*, kLossMetrics> series{};
    };

    // loss_chart.cpp
    void makeTools();
    void schedule();
    void applyTheme(const QPalette& palette);
    void updateIcons();
    void saveAs();

    // loss_chart_draw.cpp
    void refresh();
    [[nodiscard]] QList<QPointF> drawable(const Curve& curve, LossMetric metric) const;
    [[nodiscard]] QRectF dataBounds() const;
    void setAxes(const QRectF& bounds);
    void fillAxis(QCategoryAxis* axis, double low, double high, bool log, int count);
    void paintOver(QPainter& painter) const;
    void paintHover(QPainter& painter) const;
    void findHovered(QPointF position);
    [[nodiscard]] QPointF toData(QPointF position) const;
    [[nodiscard]] QPointF toScreen(QPointF data) const;
    [[nodiscard]] QColor colour(std::size_t curve) const;
    void zoom(QPointF position, double factor);
    void zoomInto(const QRectF& rubber);

    LossChart* q;
    QChart* chart = nullptr;
    LossCanvas* canvas = nullptr;
    QCategoryAxis* xAxis = nullptr;
    QCategoryAxis* yAxis = nullptr;
    QToolBar* tools = nullptr;
    std::array<QToolButton*, kLossMetrics> metricButtons{};
    QToolButton* logButton = nullptr;
    QComboBox* xBox = nullptr;
    QAction* homeAction = nullptr;
    QAction* saveAction = nullptr;
    QRubberBand* rubber = nullptr;
    QTimer timer;

    std::vector<Curve> curves;
    std::array<bool, kLossMetrics> shown{true, false, false};
    bool log = true;
    bool seconds = false;
    std::optional<QRectF> zoomed; ///< axis coordinates: x, and y or log10(y)
    QRectF axes;                  ///< what the axes show now, same coordinates
    std::size_t drawn = 0;
    QPalette theme;
    std::vector<double> minorTicks; ///< log10(y)
    struct Hovered {
        std::size_t curve = 0;
        LossMetric metric = LossMetric::fourierError;
        LossPoint point;
        QPointF data; ///< axis coordinates
    };
    std::optional<Hovered> hovered;
    QPoint pressed;
};

[[nodiscard]] double metricValue(const LossPoint& point, LossMetric metric);
[[nodiscard]] QString metricName(LossMetric metric);

} // namespace ewald::view
