// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QOpenGLWidget>
#include <QString>
#include <QSurfaceFormat>

#include <vtkSmartPointer.h>

class vtkGenericOpenGLRenderWindow;
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
/// (expose, resize, update()). Mouse and keys are left to parents and event filters. Survives moving to another window
/// (dock widgets): the graphics resources are released with the old context and made again in the new one. UI thread
/// only.
class VtkWidget : public QOpenGLWidget {
    Q_OBJECT
public:
    explicit VtkWidget(QWidget* parent = nullptr);
    ~VtkWidget() override;

    [[nodiscard]] vtkGenericOpenGLRenderWindow* renderWindow() const;
    /// The one renderer, which fills the window.
    [[nodiscard]] vtkRenderer* renderer() const;

signals:
    /// After each render; `milliseconds` is the time the UI thread spent in it.
    void rendered(double milliseconds);

protected:
    void initializeGL() override;
    void resizeGL(int width, int height) override;
    void paintGL() override;

private:
    void releaseContext();
    void makeContextCurrent();

    vtkSmartPointer<vtkGenericOpenGLRenderWindow> m_window;
    vtkSmartPointer<vtkRenderer> m_renderer;
    QMetaObject::Connection m_contextConnection;
    bool m_ready = false;
};

} // namespace ewald::view
