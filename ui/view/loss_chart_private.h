// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/chart_base.h"
#include "view/loss_chart.h"

#include <array>
#include <optional>

class QAction;
class QLineSeries;
class QMenu;
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

    // loss_chart_noise.cpp
    /// Values and curves of the lines, without places.
    [[nodiscard]] std::vector<NoiseLine> noiseLimits() const;
    [[nodiscard]] std::vector<NoiseLine> noiseLines() const;
    /// The low end of the axis, for the limit to be seen where that costs little.
    [[nodiscard]] double lowWithNoise(double low, double high) const;
    void paintNoise(QPainter& painter) const;

    void paintFlags(QPainter& painter) const;
    [[nodiscard]] std::optional<QPointF> flagPlace(std::size_t flag) const;
    [[nodiscard]] std::optional<std::size_t> flagAt(QPointF position) const;
    void makeFlagMenu();
    bool handleFlags(QEvent* event);
    void findHovered(QPointF position) override;
    void endHover() override;

    LossChart* q;
    QToolBar* tools = nullptr;
    std::array<QToolButton*, kLossMetrics> metricButtons{};
    QToolButton* logButton = nullptr;
    QToolButton* timeButton = nullptr;
    QAction* flagAction = nullptr; ///< of the button that lists the flags
    QMenu* flagMenu = nullptr;
    QAction* homeAction = nullptr;
    QAction* saveAction = nullptr;

    std::vector<Curve> curves;
    std::array<bool, kLossMetrics> shown{true, false, false};
    bool seconds = false;
    std::size_t drawn = 0;
    std::vector<LossFlag> flags;
    std::optional<std::size_t> hoveredFlag;
    std::optional<std::size_t> pressedFlag;
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
