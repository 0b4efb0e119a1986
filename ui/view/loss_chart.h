// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ewald::view {

enum class LossMetric { fourierError, loss, llk };
inline constexpr std::size_t kLossMetrics = 3;

/// The metrics of one iteration; NaN = not known.
struct LossPoint {
    double iteration = 0; ///< from 1 over the whole run
    double time_s = 0;
    double fourierError = 0;
    double loss = 0;       ///< the engine's own
    double llk = 0;        ///< 1 = noise limit
    double noiseFloor = 0; ///< fourierError of a perfect model; 0 = not known
};

/// Of the state that a run has saved. While an iteration goes on each frame counts as it was before its update, so that
/// these lie below the last point of the curve: a mark of their own, and no dip.
struct SavedFigures {
    double fourierError = 0;
    double llk = 0;
};

/// What a perfect model would have: a dashed line.
struct NoiseLine {
    LossMetric metric = LossMetric::fourierError;
    double value = 0;
    std::optional<double> y;  ///< coordinate of canvas(); nothing where it lies outside of the axes
    QString label;            ///< "noise limit 0.0068", with an arrow where the line lies outside
    std::optional<int> curve; ///< that it is of, where others have another limit
    QRectF box;               ///< of the label, coordinates of canvas(): over no curve
};

/// What happened in the middle of a run.
struct LossFlag {
    double iteration = 0;  ///< iterations that were done before it
    QStringList lines;     ///< what changed
    QStringList decisions; ///< what the run decided by itself; numbered from 1 over all flags
};

/// Loss curves of one or several runs, growing while they run. UI thread.
///
/// A curve is what has one colour and one line in the legend: a stage of a pipeline or a whole earlier run. Thousands
/// of points are thinned for display (minimum and maximum of each screen column stay). Drag zooms into a rectangle,
/// wheel zooms, double click or Home shows everything.
class LossChart : public QWidget {
    Q_OBJECT
public:
    explicit LossChart(QWidget* parent = nullptr);
    ~LossChart() override;

    void clear();
    /// Starts a new curve ("rpie", "scan 12 · dm") and returns its number, from 0.
    int addCurve(const QString& name);
    void append(int curve, const LossPoint& point);
    void append(int curve, std::span<const LossPoint> points);
    /// Marks the figures of the saved state beside the last point of a curve, until more points follow.
    void setSaved(int curve, const SavedFigures& saved);
    [[nodiscard]] std::optional<SavedFigures> saved(int curve) const;
    [[nodiscard]] int curveCount() const;
    [[nodiscard]] std::span<const LossPoint> points(int curve) const;

    /// Flags upon the curves, by ascending iteration: the lines of one are shown under the mouse, and in the menu of
    /// the tool that lists them. Flags that are too close hang one below the other, and where there is no room they are
    /// one.
    void setFlags(std::vector<LossFlag> flags);
    [[nodiscard]] const std::vector<LossFlag>& flags() const;
    /// Upper left corner of the flag, in coordinates of canvas(); nothing where it is not to be seen.
    [[nodiscard]] std::optional<QPointF> flagPlace(std::size_t flag) const;
    /// What is written on the flags, from left to right: "1", "2–4"; nothing on those of changes.
    [[nodiscard]] QStringList flagLabels() const;
    /// Shows what a flag says, as if the mouse were upon it; nothing: hides that.
    void pointTo(std::optional<std::size_t> flag);
    /// What the flag under the mouse says; empty where there is none.
    [[nodiscard]] QStringList flagText() const;
    [[nodiscard]] QWidget* canvas() const;
    /// The limits of the metrics that are shown. They widen the axes by a little at most.
    [[nodiscard]] std::vector<NoiseLine> noiseLines() const;
    void setMetricVisible(LossMetric metric, bool visible);
    [[nodiscard]] bool isMetricVisible(LossMetric metric) const;
    void setLogScale(bool log);
    [[nodiscard]] bool isLogScale() const;
    /// Seconds on x instead of iterations.
    void setTimeAxis(bool seconds);
    [[nodiscard]] bool isTimeAxis() const;
    /// The ranges on the axes now: {x low, x high}, {y low, y high}.
    [[nodiscard]] std::pair<double, double> xRange() const;
    [[nodiscard]] std::pair<double, double> yRange() const;
    /// Number of points that are really drawn in all curves (after thinning).
    [[nodiscard]] std::size_t drawnPoints() const;

    [[nodiscard]] QImage figure(int scale = 2) const;
    /// One line a point: curve, iteration, time_s, fourier_error, loss, llk, noise_floor.
    [[nodiscard]] QByteArray csv() const;

signals:
    /// A flag was clicked, or chosen in the menu. \param place on the screen
    void flagChosen(std::size_t flag, QPoint place);

public slots:
    void resetZoom();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace ewald::view
