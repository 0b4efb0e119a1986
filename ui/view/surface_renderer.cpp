// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/surface_renderer.h"

#include "base/units.h"
#include "view/colour_map.h"

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkLookupTable.h>
#include <vtkMatrix4x4.h>
#include <vtkNew.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkOutlineSource.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

namespace ewald::view {

namespace {

constexpr double kViewAngle = 30; ///< degrees, VTK's default
constexpr double kSteepest = 88;  ///< degrees: at the pole "up" is no direction any more

Point3 minus(const Point3& a, const Point3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double length(const Point3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

void apply(const CameraPose& pose, vtkCamera* camera) {
    camera->SetViewAngle(kViewAngle);
    camera->SetFocalPoint(pose.focus.data());
    camera->SetPosition(pose.position.data());
    camera->SetViewUp(0, 0, 1);
    camera->SetWindowCenter(0, -pose.lift);
}

} // namespace

CameraPose CameraPose::fitted(const std::array<double, 6>& bounds) {
    CameraPose pose;
    const Point3 direction = minus(pose.position, pose.focus);
    pose.focus = {(bounds[0] + bounds[1]) / 2, (bounds[2] + bounds[3]) / 2, (bounds[4] + bounds[5]) / 2};
    const double radius = length({bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4]}) / 2;
    // The ball around the box fits into the view at 1/sin; the box is flatter than the ball, numbers need some room.
    const double distance = radius / std::sin(kViewAngle * kPi / 360) / 1.15;
    const double scale = distance / length(direction);
    for (std::size_t k = 0; k < 3; ++k) pose.position[k] = pose.focus[k] + direction[k] * scale;
    return pose;
}

void CameraPose::turn(double azimuth, double elevation) {
    const Point3 d = minus(position, focus);
    const double distance = length(d);
    const double limit = kSteepest * kPi / 180;
    const double around = std::atan2(d[1], d[0]) + azimuth * kPi / 180;
    const double above =
        std::clamp(std::asin(std::clamp(d[2] / distance, -1.0, 1.0)) + elevation * kPi / 180, -limit, limit);
    position = {focus[0] + distance * std::cos(above) * std::cos(around),
                focus[1] + distance * std::cos(above) * std::sin(around), focus[2] + distance * std::sin(above)};
}

void CameraPose::approach(double factor) {
    const Point3 d = minus(position, focus);
    const double distance = length(d);
    const double scale = std::clamp(distance / factor, 0.05, 50.0) / distance;
    for (std::size_t k = 0; k < 3; ++k) position[k] = focus[k] + d[k] * scale;
}

void CameraPose::shift(double right, double up) {
    const Point3 d = minus(position, focus);
    const double distance = length(d);
    const double height = 2 * distance * std::tan(kViewAngle * kPi / 360);
    const double flat = std::hypot(d[0], d[1]);
    const Point3 sideways{-d[1] / flat, d[0] / flat, 0};
    const Point3 upward{-d[0] / flat * d[2] / distance, -d[1] / flat * d[2] / distance, flat / distance};
    for (std::size_t k = 0; k < 3; ++k) {
        const double step = height * (right * sideways[k] + up * upward[k]);
        position[k] += step;
        focus[k] += step;
    }
}

std::array<double, 2> CameraPose::project(const Point3& world, double width, double height) const {
    vtkNew<vtkCamera> camera;
    apply(*this, camera);
    vtkMatrix4x4* matrix = camera->GetCompositeProjectionTransformMatrix(width / std::max(1.0, height), -1, 1);
    const double in[4] = {world[0], world[1], world[2], 1};
    double out[4];
    matrix->MultiplyPoint(in, out);
    const double w = std::abs(out[3]) > 1e-12 ? out[3] : 1e-12;
    return {(out[0] / w + 1) / 2 * width, (1 - out[1] / w) / 2 * height};
}

class SurfaceRenderer::Private {
public:
    QOpenGLContext context;
    vtkNew<vtkGenericOpenGLRenderWindow> window;
    vtkNew<vtkRenderer> renderer;
    vtkNew<vtkPolyDataMapper> mapper;
    vtkNew<vtkActor> actor;
    vtkNew<vtkLookupTable> table;
    vtkNew<vtkOutlineSource> outline;
    vtkNew<vtkActor> outlineActor;

    bool start(QOffscreenSurface* surface);
    void describe(const SurfaceScene& scene);
    [[nodiscard]] QImage read(const QSize& pixels);
};

QSurfaceFormat surfaceFormat() {
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setVersion(3, 2);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    format.setSamples(0); // VTK has its own framebuffer
    return format;
}

SurfaceRenderer::SurfaceRenderer(QOffscreenSurface* surface) : m_surface(surface) {}
SurfaceRenderer::~SurfaceRenderer() = default;

bool SurfaceRenderer::Private::start(QOffscreenSurface* surface) {
    context.setFormat(surfaceFormat());
    if (!context.create() || context.format().version() < std::pair(3, 2) || !context.makeCurrent(surface))
        return false;
    window->SetOwnContext(false);
    window->SetFrameBlitModeToNoBlit();
    window->SetMultiSamples(0);
    window->SetMapped(true);
    window->SetIsCurrent(true);
    window->SetReadyForRendering(true);
    window->InitializeFromCurrentContext();
    window->AddRenderer(renderer);
    renderer->SetBackgroundAlpha(1);
    table->SetNumberOfTableValues(static_cast<vtkIdType>(ColourMap::kSize));
    mapper->SetLookupTable(table);
    mapper->UseLookupTableScalarRangeOn();
    mapper->InterpolateScalarsBeforeMappingOn();
    actor->SetMapper(mapper);
    actor->GetProperty()->SetAmbient(0.35);
    actor->GetProperty()->SetDiffuse(0.75);
    actor->GetProperty()->SetSpecular(0.05);
    vtkNew<vtkPolyDataMapper> outlineMapper;
    outlineMapper->SetInputConnection(outline->GetOutputPort());
    outlineActor->SetMapper(outlineMapper);
    outlineActor->GetProperty()->LightingOff();
    renderer->AddActor(actor);
    renderer->AddActor(outlineActor);
    return true;
}

void SurfaceRenderer::Private::describe(const SurfaceScene& scene) {
    const ColourMap& colours = ColourMap::byId(scene.map);
    for (std::size_t i = 0; i < ColourMap::kSize; ++i) {
        const Rgb c = colours.table()[i];
        table->SetTableValue(static_cast<vtkIdType>(i), c.r / 255.0, c.g / 255.0, c.b / 255.0, 1);
    }
    table->SetRange(scene.low, scene.high);
    mapper->SetInputData(scene.mesh);
    // The floor alone: upper edges would lie over the surface.
    const double floor[6] = {scene.bounds[0], scene.bounds[1], scene.bounds[2],
                             scene.bounds[3], scene.bounds[4], scene.bounds[4]};
    outline->SetBounds(floor);
    outlineActor->GetProperty()->SetColor(scene.line.redF(), scene.line.greenF(), scene.line.blueF());
    renderer->SetBackground(scene.background.redF(), scene.background.greenF(), scene.background.blueF());
    apply(scene.camera, renderer->GetActiveCamera());
    renderer->ResetCameraClippingRange();
    window->SetSize(scene.pixels.width(), scene.pixels.height());
}

QImage SurfaceRenderer::Private::read(const QSize& pixels) {
    vtkOpenGLFramebufferObject* source = window->GetDisplayFramebuffer();
    if (source == nullptr) return {};
    QImage image(pixels, QImage::Format_RGBX8888);
    QOpenGLExtraFunctions* gl = context.extraFunctions();
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, source->GetFBOIndex());
    gl->glReadBuffer(GL_COLOR_ATTACHMENT0);
    gl->glPixelStorei(GL_PACK_ALIGNMENT, 4);
    gl->glReadPixels(0, 0, pixels.width(), pixels.height(), GL_RGBA, GL_UNSIGNED_BYTE, image.bits());
    // OpenGL counts rows from below; the screen takes RGB32 as it is.
    return image.mirrored().convertToFormat(QImage::Format_RGB32);
}

SurfaceImage SurfaceRenderer::render(const SurfaceScene& scene) {
    SurfaceImage result{{}, true, scene.camera, scene.pixels};
    if (scene.mesh == nullptr || scene.pixels.isEmpty()) return result;
    if (d == nullptr) {
        auto fresh = std::make_unique<Private>();
        result.supported = fresh->start(m_surface);
        if (!result.supported) return result;
        d = std::move(fresh);
    }
    if (!d->context.makeCurrent(m_surface)) return result;
    d->describe(scene);
    vtkOpenGLState* state = d->window->GetState();
    state->Reset();
    state->Push();
    d->window->Render();
    state->Pop();
    result.image = d->read(scene.pixels);
    d->context.doneCurrent();
    return result;
}

void SurfaceRenderer::release() {
    if (d == nullptr) return;
    d->context.makeCurrent(m_surface);
    d->window->Finalize();
    d->window->SetReadyForRendering(false);
    d->context.doneCurrent();
    d.reset();
}

} // namespace ewald::view
