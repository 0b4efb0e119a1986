// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "view/phase_unwrapper.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <string>

namespace ewald::view {

/// The phase (or any image) as a surface in three dimensions. UI thread.
///
/// The surface is made on a worker thread from at most 256 × 256 points. Drag turns, wheel zooms, Shift+drag moves;
/// Home shows everything again. VTK renders it on a thread of its own, so that it never holds up the window, however
/// slow OpenGL is. Nothing is computed while it is hidden.
class SurfaceView : public QWidget {
    Q_OBJECT
public:
    explicit SurfaceView(QWidget* parent = nullptr);
    ~SurfaceView() override;

    /// Phase of a complex image (row, column) in radians.
    void setPhaseOf(std::shared_ptr<const Array<Complex, 2>> image);
    /// Any real image; NaN leaves a hole.
    void setImage(std::shared_ptr<const Array<float, 2>> image);
    void clear();
    /// Size of a pixel in metres, vertical first; 0 = not known (axes in pixels).
    void setPixelSize(double y_m, double x_m);
    void setValueLabel(const QString& quantity, const QString& unit);
    void setColourMap(const std::string& id);
    /// Height of the value range as a fraction of the larger side (default 0.25).
    void setExaggeration(double fraction);
    /// Makes setUnwrapped() possible.
    void setPhaseUnwrapper(PhaseUnwrapper unwrapper);
    /// Phases without jumps of 2π; off: as they are, −π…π.
    void setUnwrapped(bool on);
    [[nodiscard]] bool isIdle() const;
    /// What is on the screen.
    [[nodiscard]] QImage figure() const;

public slots:
    void resetView();

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

signals:
    /// The display has no OpenGL that would do; said in place of the surface.
    void unsupported();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace ewald::view
