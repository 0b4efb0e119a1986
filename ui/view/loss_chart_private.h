// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/chart_base.h"
#include "view/loss_chart.h"

#include <array>
#include <optional>

class QAction;
class QLineSeries;
class QToolBar;
class QToolButton;

namespace ewald::view {

class LossChart::Private : public ChartBase {
public:
    explicit Private(LossChart* view) : ChartBase(view), q(view) {}

    struct Curve {
        QString name;
        std::vector<LossPoint> points;
        std::array<QLineSeries*, kLossMetrics> series{};
    };

    // loss_chart.cpp
    void makeTools();
    void saveAs();

    // loss_chart_draw.cpp
    void refresh() override;
    void applyCurveColours() override;
    [[nodiscard]] QList<QPointF> drawable(const Curve& curve, LossMetric metric) const;
    [[nodiscard]] QRectF dataBounds() const override;
    [[nodiscard]] QString yTitle() const;
    void paintOver(QPainter& painter) const;
    void paintHover(QPainter& painter) const;
    void findHovered(QPointF position) override;
    void endHover() override;

    LossChart* q;
    QToolBar* tools = nullptr;
    std::array<QToolButton*, kLossMetrics> metricButtons{};
    QToolButton* logButton = nullptr;
    QToolButton* timeButton = nullptr;
    QAction* homeAction = nullptr;
    QAction* saveAction = nullptr;

    std::vector<Curve> curves;
    std::array<bool, kLossMetrics> shown{true, false, false};
    bool seconds = false;
    std::size_t drawn = 0;
    struct Hovered {
        std::size_t curve = 0;
        LossMetric metric = LossMetric::fourierError;
        LossPoint point;
        QPointF data; ///< axis coordinates
    };
    std::optional<Hovered> hovered;
};

[[nodiscard]] double metricValue(const LossPoint& point, LossMetric metric);
[[nodiscard]] QString metricName(LossMetric metric);

} // namespace ewald::view
