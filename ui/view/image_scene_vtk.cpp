// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/image_scene.h"
#include "view/vtk_widget.h"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPlaneSource.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>

namespace ewald::view {

namespace {

/// Two textured planes and a path, seen by a parallel camera. World x = column, world y = −row · aspect.
class VtkScene : public ImageScene {
public:
    explicit VtkScene(QWidget* canvas);

    void setBackground(const QColor& colour) override;
    void setAspect(double aspect) override;
    void setOverview(Tile tile) override { setTile(m_overview, std::move(tile)); }
    void setDetail(Tile tile) override { setTile(m_detail, std::move(tile)); }
    void setPoints(const std::vector<QPointF>& points, bool connect) override;
    void setPointsVisible(bool visible) override;
    void look(QPointF centre, double scale) override;
    void update() override { m_widget->update(); }
    QImage grab() override { return m_widget->grabFramebuffer(); }
    QWidget* widget() override { return m_widget; }

private:
    struct Plane {
        vtkNew<vtkPlaneSource> source;
        vtkNew<vtkTexture> texture;
        vtkNew<vtkImageData> image;
        vtkNew<vtkActor> actor;
        Tile tile;
        double depth = 0;
    };
    void addPlane(Plane& plane, double depth);
    void setTile(Plane& plane, Tile tile);
    void place(Plane& plane);

    VtkWidget* m_widget; ///< a child of the canvas, which deletes it
    vtkRenderer* m_renderer;
    Plane m_overview;
    Plane m_detail;
    vtkNew<vtkActor> m_pathActor;
    vtkNew<vtkActor> m_pointsActor;
    std::vector<QPointF> m_points;
    bool m_connect = true;
    bool m_pointsVisible = true;
    double m_aspect = 1;
};

VtkScene::VtkScene(QWidget* canvas) : m_widget(new VtkWidget(canvas)), m_renderer(m_widget->renderer()) {
    m_widget->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_widget->setFocusPolicy(Qt::NoFocus);
    addPlane(m_overview, 0);
    addPlane(m_detail, 0.1);
    const double colour[3] = {kPointColour.r / 255.0, kPointColour.g / 255.0, kPointColour.b / 255.0};
    for (vtkActor* actor : {m_pathActor.Get(), m_pointsActor.Get()}) {
        actor->GetProperty()->LightingOff();
        actor->GetProperty()->SetColor(colour[0], colour[1], colour[2]);
        actor->VisibilityOff();
        actor->PickableOff();
        m_renderer->AddActor(actor);
    }
    m_pathActor->GetProperty()->SetOpacity(0.25);
    vtkCamera* camera = m_renderer->GetActiveCamera();
    camera->ParallelProjectionOn();
    camera->SetViewUp(0, 1, 0);
    camera->SetClippingRange(1, 20);
    look({0, 0}, 1);
}

void VtkScene::addPlane(Plane& plane, double depth) {
    plane.depth = depth;
    plane.texture->SetInputData(plane.image);
    plane.texture->SetColorModeToDirectScalars();
    plane.texture->InterpolateOff();
    plane.texture->RepeatOff();
    plane.texture->EdgeClampOn();
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputConnection(plane.source->GetOutputPort());
    plane.actor->SetMapper(mapper);
    plane.actor->SetTexture(plane.texture);
    plane.actor->GetProperty()->LightingOff();
    // Otherwise VTK looks through all texels for a translucent one.
    plane.actor->ForceOpaqueOn();
    plane.actor->VisibilityOff();
    m_renderer->AddActor(plane.actor);
}

void VtkScene::setBackground(const QColor& colour) {
    m_renderer->SetBackground(colour.redF(), colour.greenF(), colour.blueF());
}

void VtkScene::setAspect(double aspect) {
    if (aspect == m_aspect) return;
    m_aspect = aspect;
    place(m_overview);
    place(m_detail);
    setPoints(m_points, m_connect);
}

void VtkScene::setTile(Plane& plane, Tile tile) {
    plane.tile = std::move(tile);
    const bool visible = !plane.tile.rgba.empty();
    plane.actor->SetVisibility(visible);
    if (!visible) {
        plane.image->Initialize();
        return;
    }
    // VTK reads the bytes where they are; plane.tile keeps them alive.
    vtkNew<vtkUnsignedCharArray> colours;
    colours->SetNumberOfComponents(4);
    colours->SetArray(plane.tile.rgba.data(), static_cast<vtkIdType>(plane.tile.rgba.size()), 1);
    plane.image->SetDimensions(static_cast<int>(plane.tile.width), static_cast<int>(plane.tile.height), 1);
    plane.image->GetPointData()->SetScalars(colours);
    plane.image->Modified();
    place(plane);
}

void VtkScene::place(Plane& plane) {
    const auto& rect = plane.tile.rect;
    const double left = static_cast<double>(rect.left);
    const double right = static_cast<double>(rect.right);
    const double top = -static_cast<double>(rect.top) * m_aspect;
    const double bottom = -static_cast<double>(rect.bottom) * m_aspect;
    // Texture row 0 is the top row of the image: the plane's origin is its top left corner.
    plane.source->SetOrigin(left, top, plane.depth);
    plane.source->SetPoint1(right, top, plane.depth);
    plane.source->SetPoint2(left, bottom, plane.depth);
}

void VtkScene::setPoints(const std::vector<QPointF>& points, bool connect) {
    m_points = points;
    m_connect = connect && points.size() > 1 && points.size() <= kMostSegments;
    const auto count = static_cast<vtkIdType>(points.size());
    vtkNew<vtkPoints> places;
    places->SetNumberOfPoints(count);
    vtkNew<vtkCellArray> vertices;
    vtkNew<vtkCellArray> line;
    if (m_connect) line->InsertNextCell(static_cast<int>(count));
    for (vtkIdType i = 0; i < count; ++i) {
        const QPointF& p = points[static_cast<std::size_t>(i)];
        places->SetPoint(i, p.x(), -p.y() * m_aspect, 0.2);
        vertices->InsertNextCell(1, &i);
        if (m_connect) line->InsertCellPoint(i);
    }
    vtkNew<vtkPolyData> dots;
    dots->SetPoints(places);
    dots->SetVerts(vertices);
    vtkNew<vtkPolyDataMapper> dotMapper;
    dotMapper->SetInputData(dots);
    m_pointsActor->SetMapper(dotMapper);
    vtkNew<vtkPolyData> path;
    path->SetPoints(places);
    path->SetLines(line);
    vtkNew<vtkPolyDataMapper> lineMapper;
    lineMapper->SetInputData(path);
    m_pathActor->SetMapper(lineMapper);
    setPointsVisible(m_pointsVisible);
}

void VtkScene::setPointsVisible(bool visible) {
    m_pointsVisible = visible;
    m_pointsActor->SetVisibility(visible && !m_points.empty());
    m_pathActor->SetVisibility(visible && m_connect);
}

void VtkScene::look(QPointF centre, double scale) {
    vtkCamera* camera = m_renderer->GetActiveCamera();
    const double y = -centre.y() * m_aspect;
    camera->SetPosition(centre.x(), y, 10);
    camera->SetFocalPoint(centre.x(), y, 0);
    camera->SetParallelScale(std::max(1, m_widget->height()) / scale / 2);
    m_pointsActor->GetProperty()->SetPointSize(static_cast<float>(3 * m_widget->devicePixelRatioF()));
}

} // namespace

std::unique_ptr<ImageScene> makeVtkScene(QWidget* canvas) { return std::make_unique<VtkScene>(canvas); }

} // namespace ewald::view
