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
        std::optional<SavedFigures> saved;
        std::array<QLineSeries*, kLossMetrics> series{};
    };

    // loss_chart.cpp
    void makeTools();
    void saveAs();

    // loss_chart_draw.cpp
    void refresh() override;
    void applyCurveColours() override;
    [[nodiscard]] QList<QPointF> drawable(const Curve& curve, LossMetric metric) const;
    /// Of the saved state, in axis coordinates.
    [[nodiscard]] std::optional<QPointF> savedPlace(const Curve& curve, LossMetric metric) const;
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
    void placeLabels(std::vector<NoiseLine>& lines) const;
    /// Where a label covers nothing. \param outside right end of the room below the plot
    [[nodiscard]] QRectF noiseBox(const NoiseLine& line, const std::vector<QRectF>& taken, double outside) const;
    /// Neither a curve nor a mark is in it.
    [[nodiscard]] bool isFree(const QRectF& box) const;

    // loss_chart_flags.cpp
    /// What is drawn of one flag, or of several that are too close.
    struct FlagMark {
        QRectF box; ///< on the screen
        std::vector<std::size_t> flags;
        QString label; ///< empty: of changes only
        std::size_t row = 0;
    };
    /// Of a row of flags, on the screen.
    [[nodiscard]] double flagHeight() const;
    [[nodiscard]] std::vector<FlagMark> flagMarks() const;
    [[nodiscard]] std::optional<FlagMark> markOf(std::size_t flag) const;
    /// Where the line of the flag stands on the screen.
    [[nodiscard]] std::optional<double> flagX(std::size_t flag) const;
    [[nodiscard]] QString flagLabel(std::size_t first, std::size_t last) const;
    /// The number of the flag's first decision.
    [[nodiscard]] std::size_t numberOf(std::size_t flag) const;
    [[nodiscard]] QStringList decisionLines(std::size_t flag) const;
    [[nodiscard]] QStringList flagText() const;
    void paintFlags(QPainter& painter) const;
    [[nodiscard]] std::optional<std::size_t> flagAt(QPointF position) const;
    void makeFlagMenu();
    void fillFlagMenu();
    bool handleFlags(QEvent* event);

    // loss_chart_draw.cpp
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
