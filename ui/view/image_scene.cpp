// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/image_scene.h"

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

namespace ewald::view {

ImageScene::ImageScene(vtkRenderer* renderer) : m_renderer(renderer), m_path(vtkSmartPointer<vtkPolyData>::New()) {
    addPlane(m_overview, 0);
    addPlane(m_detail, 0.1);
    m_pathActor = vtkSmartPointer<vtkActor>::New();
    m_pointsActor = vtkSmartPointer<vtkActor>::New();
    for (vtkActor* actor : {m_pathActor.Get(), m_pointsActor.Get()}) {
        actor->GetProperty()->LightingOff();
        actor->VisibilityOff();
        actor->PickableOff();
        m_renderer->AddActor(actor);
    }
    m_pathActor->GetProperty()->SetColor(1.0, 0.85, 0.25);
    m_pathActor->GetProperty()->SetOpacity(0.35);
    m_pointsActor->GetProperty()->SetColor(1.0, 0.85, 0.25);
    m_pointsActor->GetProperty()->SetPointSize(3);

    vtkCamera* camera = m_renderer->GetActiveCamera();
    camera->ParallelProjectionOn();
    camera->SetPosition(0, 0, 10);
    camera->SetFocalPoint(0, 0, 0);
    camera->SetViewUp(0, 1, 0);
    camera->SetClippingRange(1, 20);
}

ImageScene::~ImageScene() = default;

void ImageScene::addPlane(Plane& plane, double depth) {
    plane.depth = depth;
    plane.source = vtkSmartPointer<vtkPlaneSource>::New();
    plane.image = vtkSmartPointer<vtkImageData>::New();
    plane.texture = vtkSmartPointer<vtkTexture>::New();
    plane.texture->SetInputData(plane.image);
    plane.texture->SetColorModeToDirectScalars();
    plane.texture->InterpolateOff();
    plane.texture->RepeatOff();
    plane.texture->EdgeClampOn();
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputConnection(plane.source->GetOutputPort());
    plane.actor = vtkSmartPointer<vtkActor>::New();
    plane.actor->SetMapper(mapper);
    plane.actor->SetTexture(plane.texture);
    plane.actor->GetProperty()->LightingOff();
    // Otherwise VTK looks through all texels for a translucent one.
    plane.actor->ForceOpaqueOn();
    plane.actor->VisibilityOff();
    m_renderer->AddActor(plane.actor);
}

void ImageScene::setBackground(const QColor& colour) {
    m_renderer->SetBackground(colour.redF(), colour.greenF(), colour.blueF());
}

void ImageScene::setAspect(double aspect) {
    if (aspect == m_aspect) return;
    m_aspect = aspect;
    place(m_overview);
    place(m_detail);
    setPoints(m_points, m_connect);
}

void ImageScene::setTile(Plane& plane, Tile tile) {
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

void ImageScene::place(Plane& plane) {
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

void ImageScene::setPoints(const std::vector<QPointF>& points, bool connect) {
    m_points = points;
    m_connect = connect;
    const auto count = static_cast<vtkIdType>(points.size());
    vtkNew<vtkPoints> places;
    places->SetNumberOfPoints(count);
    vtkNew<vtkCellArray> vertices;
    vtkNew<vtkCellArray> line;
    for (vtkIdType i = 0; i < count; ++i) {
        const QPointF& p = points[static_cast<std::size_t>(i)];
        places->SetPoint(i, p.x(), -p.y() * m_aspect, 0.2);
        vertices->InsertNextCell(1, &i);
    }
    if (connect && count > 1) {
        line->InsertNextCell(static_cast<int>(count));
        for (vtkIdType i = 0; i < count; ++i) line->InsertCellPoint(i);
    }
    vtkNew<vtkPolyData> dots;
    dots->SetPoints(places);
    dots->SetVerts(vertices);
    m_path->Initialize();
    m_path->SetPoints(places);
    m_path->SetLines(line);
    vtkNew<vtkPolyDataMapper> dotMapper;
    dotMapper->SetInputData(dots);
    m_pointsActor->SetMapper(dotMapper);
    vtkNew<vtkPolyDataMapper> lineMapper;
    lineMapper->SetInputData(m_path);
    m_pathActor->SetMapper(lineMapper);
    setPointsVisible(m_pointsVisible);
}

void ImageScene::setPointsVisible(bool visible) {
    m_pointsVisible = visible;
    m_pointsActor->SetVisibility(visible && !m_points.empty());
    m_pathActor->SetVisibility(visible && m_connect && m_points.size() > 1);
}

void ImageScene::setPointSize(double pixels) {
    m_pointsActor->GetProperty()->SetPointSize(static_cast<float>(pixels));
}

void ImageScene::look(QPointF centre, double rows) {
    vtkCamera* camera = m_renderer->GetActiveCamera();
    const double y = -centre.y() * m_aspect;
    camera->SetPosition(centre.x(), y, 10);
    camera->SetFocalPoint(centre.x(), y, 0);
    camera->SetParallelScale(rows * m_aspect / 2);
}

} // namespace ewald::view
