// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/surface_mesh.h"

#include <QColor>
#include <QImage>
#include <QSize>
#include <QSurfaceFormat>

#include <array>
#include <memory>
#include <string>

class QOffscreenSurface;

namespace ewald::view {

using Point3 = std::array<double, 3>;

/// Where a surface is looked at from. A value; world coordinates of makeSurface().
struct CameraPose {
    Point3 position{-0.7, -1.5, 1.3};
    Point3 focus{0, 0, 0};
    double lift = 0.12; ///< how far the focus stands above the middle of the view, in half heights

    /// Looks at the whole of a box from the front left above. \param bounds x, x, y, y, z, z
    [[nodiscard]] static CameraPose fitted(const std::array<double, 6>& bounds);
    /// Turns around the focus, z staying up; degrees. Never over the pole.
    void turn(double azimuth, double elevation);
    /// Comes nearer (factor > 1) or goes away.
    void approach(double factor);
    /// Moves sideways and up, in heights of the view.
    void shift(double right, double up);
    /// A point of the world in a view of this size, pixels from the top left.
    [[nodiscard]] std::array<double, 2> project(const Point3& world, double width, double height) const;
    bool operator==(const CameraPose&) const = default;
};

/// A surface, how it is coloured, and from where it is seen. A cheap value.
struct SurfaceScene {
    vtkSmartPointer<vtkPolyData> mesh; ///< not changed any more
    double low = 0;
    double high = 1;
    std::string map;
    std::array<double, 6> bounds{}; ///< of the box around it
    CameraPose camera;
    QSize pixels; ///< device pixels
    QColor background;
    QColor line;
};

struct SurfaceImage {
    QImage image;          ///< null where OpenGL failed
    bool supported = true; ///< false where the display has no OpenGL 3.2
    CameraPose camera;
    QSize pixels;
};

/// What VTK needs: an OpenGL 3.2 core profile.
[[nodiscard]] QSurfaceFormat surfaceFormat();

/// Renders surfaces with VTK into pictures, in an OpenGL context of its own. All calls of render() and release() on one
/// thread, which need not be the user interface's: where OpenGL is emulated a picture takes some 100 ms.
class SurfaceRenderer {
public:
    /// \param surface made and destroyed by the user interface's thread, outlives this object's release()
    explicit SurfaceRenderer(QOffscreenSurface* surface);
    ~SurfaceRenderer();

    [[nodiscard]] SurfaceImage render(const SurfaceScene& scene);
    /// Gives the graphics resources back.
    void release();

private:
    class Private;
    std::unique_ptr<Private> d;
    QOffscreenSurface* m_surface;
};

} // namespace ewald::view
