// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/vtk_widget.h"

#include <QElapsedTimer>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QOpenGLFunctions>

#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ewald::view {

QSurfaceFormat requestedFormat() {
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setVersion(3, 2);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setSwapBehavior(QSurfaceFormat::DoubleBuffer);
    format.setRedBufferSize(8);
    format.setGreenBufferSize(8);
    format.setBlueBufferSize(8);
    format.setDepthBufferSize(24);
    format.setSamples(0); // VTK has its own framebuffer; samples in Qt's would only cost a resolve
    return format;
}

const QString& openGlRenderer() {
    static const QString kName = [] {
        QOpenGLContext context;
        context.setFormat(requestedFormat());
        QOffscreenSurface surface;
        surface.setFormat(requestedFormat());
        surface.create();
        if (!context.create() || !context.makeCurrent(&surface)) return QString();
        const auto* name = reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
        // VTK needs OpenGL 3.2; less is as good as nothing.
        const bool enough = context.format().version() >= std::pair(3, 2);
        const QString result = name != nullptr && enough ? QString::fromUtf8(name) : QString();
        context.doneCurrent();
        return result;
    }();
    return kName;
}

namespace {

std::optional<ImageRenderer> chosenRenderer; // NOLINT: one decision a program

ImageRenderer findRenderer() {
    const QString wish = qEnvironmentVariable("EWALD_RENDERER").toLower();
    if (wish == QStringLiteral("opengl")) return ImageRenderer::opengl;
    if (wish == QStringLiteral("software")) return ImageRenderer::raster;
    const QString name = openGlRenderer().toLower();
    if (name.isEmpty()) return ImageRenderer::raster;
    for (const char* emulated : {"llvmpipe", "softpipe", "swrast", "swr", "software", "gdi generic", "basic render"}) {
        if (name.contains(QLatin1String(emulated))) return ImageRenderer::raster;
    }
    return ImageRenderer::opengl;
}

} // namespace

ImageRenderer imageRenderer() {
    if (!chosenRenderer.has_value()) chosenRenderer = findRenderer();
    return *chosenRenderer;
}

void setImageRenderer(ImageRenderer renderer) { chosenRenderer = renderer; }

VtkWidget::VtkWidget(QWidget* parent)
    : QOpenGLWidget(parent), m_window(vtkSmartPointer<vtkGenericOpenGLRenderWindow>::New()),
      m_renderer(vtkSmartPointer<vtkRenderer>::New()) {
    setFormat(requestedFormat());
    setMinimumSize(64, 64);
    m_window->SetReadyForRendering(false);
    m_window->SetOwnContext(false);
    m_window->SetFrameBlitModeToNoBlit();
    m_window->SetMultiSamples(0);
    m_window->AddRenderer(m_renderer);
    // VTK may free textures at any time; that has to happen in our context. Inside paintGL it is current already, and
    // makeCurrent() would bind Qt's framebuffer under VTK's feet.
    m_window->AddObserver(vtkCommand::WindowMakeCurrentEvent, this, &VtkWidget::makeContextCurrent);
}

VtkWidget::~VtkWidget() {
    disconnect(m_contextConnection);
    releaseContext();
}

vtkGenericOpenGLRenderWindow* VtkWidget::renderWindow() const { return m_window; }
vtkRenderer* VtkWidget::renderer() const { return m_renderer; }

void VtkWidget::makeContextCurrent() {
    if (context() != nullptr && QOpenGLContext::currentContext() != context()) makeCurrent();
}

void VtkWidget::initializeGL() {
    disconnect(m_contextConnection);
    // The context goes when the widget moves to another top-level window, and initializeGL is called again there.
    m_contextConnection = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &VtkWidget::releaseContext);
    m_window->SetReadyForRendering(true);
    m_window->SetMapped(true);
    m_window->SetIsCurrent(true);
    m_window->InitializeFromCurrentContext();
    m_ready = true;
}

void VtkWidget::releaseContext() {
    if (!m_ready || context() == nullptr) return;
    makeCurrent();
    m_window->Finalize();
    m_window->SetReadyForRendering(false);
    m_ready = false;
    doneCurrent();
}

void VtkWidget::resizeGL(int width, int height) {
    const double ratio = devicePixelRatioF();
    const int w = std::max(1, static_cast<int>(std::lround(width * ratio)));
    const int h = std::max(1, static_cast<int>(std::lround(height * ratio)));
    m_window->SetSize(w, h);
}

void VtkWidget::paintGL() {
    if (!m_ready) return;
    QElapsedTimer timer;
    timer.start();
    // The screen's pixel ratio may change without a resize (another monitor).
    resizeGL(width(), height());
    m_window->SetScreenSize(m_window->GetSize());
    m_window->SetDPI(std::max(1, static_cast<int>(std::lround(72 * devicePixelRatioF()))));

    // Qt has used the context since the last frame: what VTK remembers of its state is void.
    vtkOpenGLState* state = m_window->GetState();
    state->Reset();
    state->Push();
    // Qt's compositor leaves scissor and blending as it likes.
    state->vtkglDisable(GL_SCISSOR_TEST);
    m_window->Render();
    state->Pop();

    QOpenGLExtraFunctions* gl = context()->extraFunctions();
    vtkOpenGLFramebufferObject* source = m_window->GetDisplayFramebuffer();
    if (source != nullptr && source->GetFBOIndex() != 0) {
        const int* size = m_window->GetSize();
        gl->glDisable(GL_SCISSOR_TEST);
        gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, source->GetFBOIndex());
        gl->glReadBuffer(GL_COLOR_ATTACHMENT0);
        gl->glBindFramebuffer(GL_DRAW_FRAMEBUFFER, defaultFramebufferObject());
        gl->glBlitFramebuffer(0, 0, size[0], size[1], 0, 0, size[0], size[1], GL_COLOR_BUFFER_BIT, GL_NEAREST);
        gl->glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
        // Translucent lines leave an alpha below 1, through which Qt would mix in what lies behind the widget.
        gl->glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
        gl->glClearColor(0, 0, 0, 1);
        gl->glClear(GL_COLOR_BUFFER_BIT);
        gl->glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    }
    emit rendered(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
}

} // namespace ewald::view
