// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/integration_session.h"
#include "model/powder_preview.h"
#include "window/mask_tools.h"

#include <QPointer>
#include <QPolygonF>
#include <QWidget>

#include <optional>

class QLabel;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace ewald::view {
class ImageView;
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

class FrameChooser;
class GeometryPanel;
class ImageOrientationDialog;
class MaskPanel;

class SharedAxis;

/// The frames before they are integrated: image with rings and mask, geometry, and a live cake and pattern that follow
/// every nudge.
class FramePage : public QWidget {
    Q_OBJECT

public:
    explicit FramePage(IntegrationSession& session, QWidget* parent = nullptr);
    ~FramePage() override;

    /// What the mouse does on the image.
    using Tool = MaskTools::Tool;
    void setTool(Tool tool) { m_tools->setTool(tool); }
    [[nodiscard]] Tool tool() const noexcept { return m_tools->tool(); }
    [[nodiscard]] MaskTools& tools() const noexcept { return *m_tools; }
    [[nodiscard]] view::ImageView* image() const noexcept { return m_image; }
    [[nodiscard]] view::ImageView* cake() const noexcept { return m_cake; }
    [[nodiscard]] view::PatternChart* pattern() const noexcept { return m_pattern; }
    [[nodiscard]] GeometryPanel* geometryPanel() const noexcept { return m_geometry; }
    [[nodiscard]] MaskPanel* maskPanel() const noexcept { return m_mask; }
    [[nodiscard]] QTabWidget* panels() const noexcept { return m_panels; }
    [[nodiscard]] QString cursorText() const;
    /// What is shown of the geometry now.
    [[nodiscard]] const PowderPreview& preview() const noexcept { return m_shown; }
    /// Nothing is being computed or drawn.
    [[nodiscard]] bool isIdle() const;
    /// Opens the search for how the image lies to the geometry.
    void findOrientation();
    /// Null while it is closed.
    [[nodiscard]] ImageOrientationDialog* orientationDialog() const;
    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& state);

signals:
    /// The image was turned as the search had found. \param how in words
    void imageTurned(const QString& how);

private:
    /// An image with a mask on it, for the screen and for the preview.
    struct Prepared {
        ImagePtr shown;
        std::shared_ptr<const CoarseFrame> coarse;
    };
    struct PrepareRequest {
        ImagePtr image;
        MaskPtr mask;
        bool showMask = true;
    };
    [[nodiscard]] static Prepared prepare(const PrepareRequest& request);

    QWidget* buildImage();
    QWidget* buildRight();
    void showStack(bool again);
    void forgetFrames(const QString& why);
    void showImage();
    void updatePreview();
    void showPreview(PowderPreview&& preview);
    void showRings();
    void showCursor(QPointF pixel);
    void showDrawing(const QPolygonF& outline);

    IntegrationSession& m_session;
    LatestResult<PrepareRequest, Prepared> m_prepare;
    LatestResult<PowderPreviewRequest, PowderPreview> m_previewTask;
    std::shared_ptr<const CoarseFrame> m_coarse;
    PowderPreview m_shown;
    unsigned long long m_serial = 0;
    QPolygonF m_drawing; ///< shown over the image

    view::ImageView* m_image = nullptr;
    view::ImageView* m_cake = nullptr;
    view::PatternChart* m_pattern = nullptr;
    SharedAxis* m_axis = nullptr; ///< of cake and pattern
    GeometryPanel* m_geometry = nullptr;
    MaskPanel* m_mask = nullptr;
    QPointer<ImageOrientationDialog> m_orientation;
    QToolButton* m_meanButton = nullptr;
    QToolButton* m_maxButton = nullptr;
    QToolButton* m_frameButton = nullptr;
    FrameChooser* m_chooser = nullptr;
    MaskTools* m_tools = nullptr;
    QLabel* m_cursor = nullptr;
    std::optional<QPointF> m_place; ///< that m_cursor is about
    QLabel* m_timing = nullptr;
    QTabWidget* m_panels = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_right = nullptr;
};

/// "2θ (°)": how a unit stands at an axis.
[[nodiscard]] QString unitTitle(azint::Unit unit);
/// What a line about a place leaves out where there is little room, each with what is before it.
enum class PlaceWords { all, withoutPerAngstrom, withoutRadius, close };
/// The value of a place in every unit, one line.
[[nodiscard]] QString placeInAllUnits(const azint::Geometry& geometry, QPointF pixel,
                                      PlaceWords words = PlaceWords::all);

} // namespace ewald::ui
