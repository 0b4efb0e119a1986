// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>

namespace ewald::view {

class VtkWidget;

/// Numbers and titles around a box in three dimensions, painted over a VtkWidget with Qt's fonts (VTK's own axes know
/// neither µ nor the window's font). They stand at the outer edges of the box as the camera sees it.
class SurfaceAxes : public QWidget {
    Q_OBJECT
public:
    /// One side of the box: world coordinates and what they stand for.
    struct Axis {
        double worldLow = 0;
        double worldHigh = 1;
        double low = 0;
        double high = 1;
        QString title;
    };

    explicit SurfaceAxes(VtkWidget* canvas);
    void setAxes(const std::array<Axis, 3>& axes);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using Point = std::array<double, 3>;
    [[nodiscard]] QPointF project(const Point& world) const;
    [[nodiscard]] Point corner(int x, int y, int z) const;
    void paintAxis(QPainter& painter, std::size_t axis, const Point& from, const Point& to, QPointF centre) const;

    VtkWidget* m_canvas;
    std::array<Axis, 3> m_axes;
    bool m_some = false;
};

} // namespace ewald::view
