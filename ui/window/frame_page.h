// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/integration_session.h"
#include "model/powder_preview.h"

#include <QPolygonF>
#include <QWidget>

class QAction;
class QActionGroup;
class QLabel;
class QSpinBox;
class QSplitter;
class QTabWidget;
class QToolBar;
class QToolButton;

namespace ewald::view {
class ImageView;
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

class FrameChooser;
class GeometryPanel;
class MaskPanel;

/// The frames before they are integrated: image with rings and mask, geometry, and a live cake and pattern that follow
/// every nudge.
class FramePage : public QWidget {
    Q_OBJECT

public:
    explicit FramePage(IntegrationSession& session, QWidget* parent = nullptr);
    ~FramePage() override;

    /// What the mouse does on the image.
    enum class Tool { none, brush, rectangle, polygon, centre };
    void setTool(Tool tool);
    [[nodiscard]] Tool tool() const noexcept { return m_tool; }
    [[nodiscard]] view::ImageView* image() const noexcept { return m_image; }
    [[nodiscard]] view::ImageView* cake() const noexcept { return m_cake; }
    [[nodiscard]] view::PatternChart* pattern() const noexcept { return m_pattern; }
    [[nodiscard]] GeometryPanel* geometryPanel() const noexcept { return m_geometry; }
    [[nodiscard]] MaskPanel* maskPanel() const noexcept { return m_mask; }
    [[nodiscard]] QTabWidget* panels() const noexcept { return m_panels; }
    /// Undo, redo, erase, show mask: for tests and the keyboard.
    [[nodiscard]] QAction* undoAction() const noexcept { return m_undo; }
    [[nodiscard]] QAction* redoAction() const noexcept { return m_redo; }
    [[nodiscard]] QAction* eraseAction() const noexcept { return m_erase; }
    [[nodiscard]] QAction* maskShownAction() const noexcept { return m_showMask; }
    [[nodiscard]] QSpinBox* brushBox() const noexcept { return m_brush; }
    [[nodiscard]] QString cursorText() const;
    /// What is shown of the geometry now.
    [[nodiscard]] const PowderPreview& preview() const noexcept { return m_shown; }
    /// Nothing is being computed or drawn.
    [[nodiscard]] bool isIdle() const;
    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& state);

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
    void buildTools(QToolBar* tools);
    void showStack(bool again);
    void showImage();
    void updatePreview();
    void showPreview(PowderPreview&& preview);
    void showRings();
    void showCursor(QPointF pixel);
    void drawn(QPointF from, QPointF to, bool finished);
    void closePolygon();
    void toolChanged();
    void showDrawing(const QPolygonF& outline);
    void updateActions();

    IntegrationSession& m_session;
    LatestResult<PrepareRequest, Prepared> m_prepare;
    LatestResult<PowderPreviewRequest, PowderPreview> m_previewTask;
    std::shared_ptr<const CoarseFrame> m_coarse;
    PowderPreview m_shown;
    unsigned long long m_serial = 0;
    Tool m_tool = Tool::none;
    QPolygonF m_outline; ///< of the polygon in the making
    QPolygonF m_drawing; ///< shown over the image
    QPointF m_strokeEnd;

    view::ImageView* m_image = nullptr;
    view::ImageView* m_cake = nullptr;
    view::PatternChart* m_pattern = nullptr;
    GeometryPanel* m_geometry = nullptr;
    MaskPanel* m_mask = nullptr;
    QToolButton* m_meanButton = nullptr;
    QToolButton* m_maxButton = nullptr;
    QToolButton* m_frameButton = nullptr;
    FrameChooser* m_chooser = nullptr;
    QToolBar* m_tools = nullptr;
    QActionGroup* m_toolGroup = nullptr;
    QSpinBox* m_brush = nullptr;
    QAction* m_erase = nullptr;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
    QAction* m_showMask = nullptr;
    QLabel* m_cursor = nullptr;
    QLabel* m_timing = nullptr;
    QTabWidget* m_panels = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_right = nullptr;
};

/// "2θ (°)": how a unit stands at an axis.
[[nodiscard]] QString unitTitle(azint::Unit unit);
/// The value of a place in every unit, one line.
[[nodiscard]] QString placeInAllUnits(const azint::Geometry& geometry, QPointF pixel);

} // namespace ewald::ui
