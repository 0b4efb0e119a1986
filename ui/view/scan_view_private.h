// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/colour_map.h"
#include "view/plot_axes.h"
#include "view/scan_view.h"

#include <QPainter>
#include <QPolygonF>

#include <functional>

class QAction;
class QComboBox;
class QLabel;
class QToolBar;

namespace ewald::view {

class ColourBar;

inline constexpr double kClickRadius = 12; ///< screen pixels

/// A widget that leaves painting and events to its owner.
class PlotCanvas : public QWidget {
public:
    using QWidget::QWidget;
    std::function<void(QPainter&)> paint;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        if (paint) paint(painter);
    }
};

class ScanView::Private {
public:
    explicit Private(ScanView* view) : q(view) {}

    [[nodiscard]] PlotFrame frameFor(QSizeF size, const QFontMetricsF& metrics) const;
    [[nodiscard]] PlotFrame frame() const { return frameFor(canvas->size(), QFontMetricsF(canvas->font())); }
    void paint(QPainter& painter, const PlotFrame& plot, const QPalette& palette, double ratio) const;
    [[nodiscard]] QImage dots(const PlotFrame& plot, double ratio) const;
    void paintPath(QPainter& painter, const PlotFrame& plot, const QPalette& palette) const;
    void paintCurrent(QPainter& painter, const PlotFrame& plot) const;
    void paintLeftOut(QPainter& painter, const PlotFrame& plot, const QPalette& palette) const;
    void updateColours();
    void updateReadout(QPointF position);
    void changed() { canvas->update(); }
    void take(const PlotFrame& plot);
    void zoom(QPointF position, double factor);
    void move(QPointF position);
    void release(QPointF position, Qt::KeyboardModifiers modifiers);

    // scan_view_select.cpp
    void makeSelectTools();
    /// Index of the red dot at a place of the plot area.
    [[nodiscard]] std::optional<std::size_t> leftOutAt(QPointF position) const;
    [[nodiscard]] std::size_t numberOf(std::size_t index) const;
    /// "Frame 12", "Frame 12, left out: excluded by hand"; empty where there is none.
    [[nodiscard]] QString textAt(QPointF position) const;
    void toggleAt(QPointF position);
    void takeLasso(bool putBack);
    void paintLasso(QPainter& painter) const;

    // scan_view_moves.cpp
    struct Arrows {
        double factor = 1;     ///< by which they are longer than the moves
        std::size_t every = 1; ///< of so many frames in the view one has an arrow
    };
    void makeMovesTool();
    [[nodiscard]] bool showsMoves() const;
    [[nodiscard]] Arrows arrowsFor(const PlotFrame& plot) const;
    [[nodiscard]] QString movesText(const Arrows& arrows) const;
    [[nodiscard]] QString moveText(double length_m) const;
    /// For the read-out of a frame, by its number; empty where none is shown.
    [[nodiscard]] QString moveOf(std::size_t number) const;
    void paintMoves(QPainter& painter, const PlotFrame& plot, const QPalette& palette) const;

    ScanView* q;
    PlotCanvas* canvas = nullptr;
    ColourBar* bar = nullptr;
    QToolBar* tools = nullptr;
    QComboBox* colourBox = nullptr;
    QAction* pathAction = nullptr;
    QAction* fitAction = nullptr;
    QLabel* readout = nullptr;

    std::vector<ScanPosition> positions;
    std::vector<std::size_t> numbers; ///< of the frames; empty: as they are counted
    std::vector<LeftOutFrame> leftOut;
    QAction* selectAction = nullptr;
    QAction* leaveOutAction = nullptr;
    QAction* putAllBackAction = nullptr;
    QPolygonF lasso; ///< in screen coordinates, while it is drawn
    std::vector<PositionMove> moves;
    QAction* movesAction = nullptr;
    double movePixel = 0;   ///< metres
    double longestMove = 0; ///< metres
    double usualMove = 0;   ///< what the length of the arrows goes by
    std::vector<double> counts;
    std::vector<Rgb> colours;
    ScanColour colouring = ScanColour::order;
    double probeSize = 0;
    std::optional<std::size_t> current;
    ScanPosition low, high; ///< what a fitted view shows
    ScanPosition centre;
    double metresPerPixel = 0; ///< 0 = fitted
    QPointF pressed, last;
    bool panning = false;
    bool down = false;
};

} // namespace ewald::view
