// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/pattern_fit.h"
#include "view/pattern_mark.h"

#include <QImage>
#include <QRectF>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ewald::view {

/// One curve: y against x, with or without errors. Not a number = nothing there.
struct PatternCurve {
    QString name;
    std::vector<double> x; ///< monotonic
    std::vector<float> y;
    std::vector<float> error; ///< one sigma; empty = not known
};

/// Intensity against angle, or whatever else is measured at a few places: the pattern of the moment, its error band,
/// patterns kept for comparison, calibrant lines, and a range of x that is chosen with the mouse. UI thread.
///
/// Drag zooms into a rectangle (or chooses a range while that is on, or with Shift), with Ctrl drags a mark that moves;
/// wheel zooms, double click or Home shows everything, L switches the logarithmic axis.
class PatternChart : public QWidget {
    Q_OBJECT
public:
    enum class Style {
        pattern,      ///< a curve with an error band, which may reach beyond the axes
        measurements, ///< a few points with error bars at whole numbers; all of them and zero are on the axes
        curves,       ///< linear axes, neither errors nor a range to choose
        series,       ///< numbers of a series with error bars, or a band where they have no room; a click names one
    };
    explicit PatternChart(QWidget* parent = nullptr);
    ~PatternChart() override;

    /// Titles of the axes with units: "q (nm⁻¹)".
    void setTitles(const QString& x, const QString& y);
    /// The first curve is the one of the moment; others are for comparison. Zoom stays while x covers the same range.
    void setCurves(std::vector<PatternCurve> curves);
    [[nodiscard]] const std::vector<PatternCurve>& curves() const;
    void clear(const QString& text = {});
    /// `pattern` unless set. The others have neither a range to choose nor a logarithmic axis.
    void setStyle(Style style);
    /// x counts something: only whole numbers have a tick.
    void setCounting(bool on);
    void setMarks(std::vector<PatternMark> marks);
    [[nodiscard]] const std::vector<PatternMark>& marks() const;
    /// Parts of the pattern and what was fitted to them, drawn over the curves.
    void setFits(std::vector<PatternFit> fits);
    [[nodiscard]] const std::vector<PatternFit>& fits() const;
    void setLogScale(bool log);
    [[nodiscard]] bool isLogScale() const;
    void setErrorsVisible(bool visible);
    /// Whether dragging chooses a range instead of zooming.
    void setChoosing(bool on);
    [[nodiscard]] bool isChoosing() const;
    /// The chosen range of x; does not emit rangeChosen.
    void setRange(std::optional<std::pair<double, double>> range);
    [[nodiscard]] std::optional<std::pair<double, double>> range() const;
    [[nodiscard]] std::pair<double, double> xRange() const;
    [[nodiscard]] std::pair<double, double> yRange() const;
    /// Zooms x only; rangeless values show everything. Emits no xRangeChanged().
    void setXRange(double low, double high);
    /// What x covers where nothing is zoomed: the outer edges of the bins. Nothing: from the first value to the last.
    void setEdges(std::optional<std::pair<double, double>> edges);
    /// Where the plot lies, in coordinates of this widget, and where it shall end, as well as its numbers allow.
    [[nodiscard]] QRectF plotRect() const;
    void setPlotRight(double right);
    /// A line at a value that is looked at elsewhere.
    void setCursorLine(std::optional<double> x);
    [[nodiscard]] std::optional<double> cursorLine() const;
    /// The place on the canvas() of a value, for tests.
    [[nodiscard]] QPointF toCanvas(double x, double y) const;
    [[nodiscard]] QWidget* canvas() const;
    [[nodiscard]] QImage figure(int scale = 2) const;
    /// Brings the screen up to date at once instead of within 50 ms.
    void refreshNow();

public slots:
    void resetZoom();

signals:
    /// A range of x was chosen by dragging (low, high).
    void rangeChosen(double low, double high);
    void choosingChanged(bool on);
    /// A mark that moves, at this x, is about to be dragged: with Ctrl.
    void markGrabbed(double at);
    /// It is dragged to this x. Marks stay where they are until others are set.
    void markDragged(double to);
    /// The plot of a series was clicked at this x.
    void clickedAt(double x);
    /// Another part of x is shown, by the mouse or as there are other curves.
    void xRangeChanged(double low, double high);
    /// The plot has another place in the widget.
    void plotMoved();
    /// The value under the mouse; nothing: it is not over the plot.
    void hoveredAt(std::optional<double> x);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace ewald::view
