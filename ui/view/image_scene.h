// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_render.h"

#include <QColor>
#include <QPointF>

#include <vtkSmartPointer.h>

#include <vector>

class vtkActor;
class vtkImageData;
class vtkPlaneSource;
class vtkPolyData;
class vtkRenderer;
class vtkTexture;

namespace ewald::view {

/// The VTK side of an image: two textured planes (a coarse one of everything, a fine one of what is in the view) and the
/// scan positions, seen by a parallel camera. World x = column, world y = −row · aspect. UI thread.
class ImageScene {
public:
    explicit ImageScene(vtkRenderer* renderer);
    ~ImageScene();

    void setBackground(const QColor& colour);
    /// Height of an image pixel divided by its width.
    void setAspect(double aspect);
    /// Takes over the colours and keeps them as long as they are shown. An empty tile hides the plane.
    void setOverview(Tile tile) { setTile(m_overview, std::move(tile)); }
    void setDetail(Tile tile) { setTile(m_detail, std::move(tile)); }
    /// Points in image pixels (column, row).
    void setPoints(const std::vector<QPointF>& points, bool connect);
    void setPointsVisible(bool visible);
    void setPointSize(double pixels);
    /// Looks at `centre` (image pixels); the view is `rows` image pixels high.
    void look(QPointF centre, double rows);

private:
    struct Plane {
        vtkSmartPointer<vtkPlaneSource> source;
        vtkSmartPointer<vtkTexture> texture;
        vtkSmartPointer<vtkImageData> image;
        vtkSmartPointer<vtkActor> actor;
        Tile tile;
        double depth = 0;
    };
    void addPlane(Plane& plane, double depth);
    void setTile(Plane& plane, Tile tile);
    void place(Plane& plane);

    vtkSmartPointer<vtkRenderer> m_renderer;
    Plane m_overview;
    Plane m_detail;
    vtkSmartPointer<vtkPolyData> m_path;
    vtkSmartPointer<vtkActor> m_pathActor;
    vtkSmartPointer<vtkActor> m_pointsActor;
    bool m_pointsVisible = true;
    double m_aspect = 1;
    std::vector<QPointF> m_points;
    bool m_connect = true;
};

} // namespace ewald::view
