// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QOpenGLWidget>
#include <QString>
#include <QSurfaceFormat>

#include <vtkSmartPointer.h>

class vtkGenericOpenGLRenderWindow;
class vtkGenericRenderWindowInteractor;
class vtkRenderer;

namespace ewald::view {

/// The format every VtkWidget needs (OpenGL 3.2 core, depth 24). Call
/// `QSurfaceFormat::setDefaultFormat(requestedFormat())` before the QApplication is made.
[[nodiscard]] QSurfaceFormat requestedFormat();

/// What draws images.
enum class ImageRenderer { opengl, raster };

/// How images are drawn in this program: with VTK where the machine has OpenGL in hardware, with the processor where
/// OpenGL is missing or emulated (a window with an OpenGL widget is then put together by the processor as a whole, some
/// 25 ms a frame). The environment variable EWALD_RENDERER (`opengl` or `software`) overrides. Found on the first call,
/// which needs the QApplication. UI thread.
[[nodiscard]] ImageRenderer imageRenderer();
/// Overrides it for views made from now on.
void setImageRenderer(ImageRenderer renderer);
/// Name of the OpenGL renderer ("NVIDIA …", "llvmpipe …"), empty where there is none. Asked once. UI thread.
[[nodiscard]] const QString& openGlRenderer();

/// A QOpenGLWidget that shows a VTK render window.
///
/// VTK draws into its own framebuffer and the result is copied into Qt's. Renders only when Qt asks for a paint
/// (expose, resize, update()); VTK's own wish to render becomes update(). Survives moving to another window (dock
/// widgets): the graphics resources are released with the old context and made again in the new one. UI thread only.
class VtkWidget : public QOpenGLWidget {
    Q_OBJECT
public:
    /// \param interactive mouse and wheel events go to VTK's interactor (set a style on it); otherwise they are left to
    ///                    subclasses, event filters and parents
    explicit VtkWidget(bool interactive, QWidget* parent = nullptr);
    ~VtkWidget() override;

    [[nodiscard]] vtkGenericOpenGLRenderWindow* renderWindow() const;
    /// The one renderer, which fills the window.
    [[nodiscard]] vtkRenderer* renderer() const;
    /// The interactor; null where the widget is not interactive.
    [[nodiscard]] vtkGenericRenderWindowInteractor* interactor() const;

signals:
    /// After each render; `milliseconds` is the time the UI thread spent in it.
    void rendered(double milliseconds);
    /// VTK's interactor changed something (the camera): what is painted over the widget has to follow.
    void renderRequested();

protected:
    void initializeGL() override;
    void resizeGL(int width, int height) override;
    void paintGL() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void releaseContext();
    void makeContextCurrent();
    void requestUpdate();
    void sendMouse(QMouseEvent* event, unsigned long vtkEvent);

    vtkSmartPointer<vtkGenericOpenGLRenderWindow> m_window;
    vtkSmartPointer<vtkRenderer> m_renderer;
    vtkSmartPointer<vtkGenericRenderWindowInteractor> m_interactor;
    QMetaObject::Connection m_contextConnection;
    bool m_ready = false;
};

} // namespace ewald::view
