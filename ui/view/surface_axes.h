// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/surface_renderer.h"

#include <QColor>
#include <QPointF>
#include <QSizeF>
#include <QString>

#include <array>

class QPainter;

namespace ewald::view {

/// Numbers and titles around a box in three dimensions, painted with Qt's fonts (VTK's own axes support neither µ nor
/// the window's font). They stand at the outer edges of the box as the camera sees it. A value.
class SurfaceAxes {
public:
    /// One side of the box: world coordinates and what they stand for.
    struct Axis {
        double worldLow = 0;
        double worldHigh = 1;
        double low = 0;
        double high = 1;
        QString title;
    };

    SurfaceAxes() = default;
    explicit SurfaceAxes(const std::array<Axis, 3>& axes) : m_axes(axes) {}

    void paint(QPainter& painter, QSizeF size, const CameraPose& camera, const QColor& colour) const;

private:
    struct View {
        QSizeF size;
        CameraPose camera;
        [[nodiscard]] QPointF operator()(const Point3& world) const;
    };
    [[nodiscard]] Point3 corner(int x, int y, int z) const;
    void paintAxis(QPainter& painter, const View& project, std::size_t axis, const Point3& from, const Point3& to,
                   QPointF centre) const;

    std::array<Axis, 3> m_axes;
};

} // namespace ewald::view
