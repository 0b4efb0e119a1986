// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/frame_mask.h"

#include <QToolBar>

#include <functional>

class QAction;
class QActionGroup;
class QSpinBox;

namespace ewald::view {
class ImageView;
} // namespace ewald::view

namespace ewald::ui {

class JobHistory;

/// The strip of mouse tools below an image: paint a mask by dragging a brush, as a rectangle or a polygon, erase, undo,
/// and set the centre. The same on every page; what is drawn is reported in pixels of the image.
class MaskTools : public QToolBar {
    Q_OBJECT

public:
    enum class Tool { none, brush, rectangle, polygon, centre };
    /// Draws on a mask of the shape of the image.
    using Draw = std::function<void(FrameMask& mask, bool bad)>;

    /// \param page its keys work while the focus is in it
    MaskTools(view::ImageView& image, QWidget& page);

    void setTool(Tool tool);
    [[nodiscard]] Tool tool() const noexcept { return m_tool; }
    /// The tools take away instead of masking.
    [[nodiscard]] bool erases() const;
    /// Off where a click says too little of where the centre is.
    void allowCentre(bool allowed);
    /// Undo and redo are those of the window, in which the mask is one thing of several.
    void setHistory(JobHistory& history);
    [[nodiscard]] QAction* undoAction() const noexcept { return m_undo; }
    [[nodiscard]] QAction* redoAction() const noexcept { return m_redo; }
    [[nodiscard]] QAction* eraseAction() const noexcept { return m_erase; }
    [[nodiscard]] QAction* maskShownAction() const noexcept { return m_showMask; }
    [[nodiscard]] QSpinBox* brushBox() const noexcept { return m_brush; }

signals:
    /// Something was drawn. `begins`: it is what the next undo takes back, not a part of the stroke before.
    void drawn(bool begins, const ewald::ui::MaskTools::Draw& draw);
    void maskShownChanged(bool shown);
    void centreChosen(QPointF pixel);
    /// What is being drawn at the moment, to be shown over the image; empty: nothing.
    void outlineChanged(const QPolygonF& outline);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitWords();
    void setWordy(bool wordy);
    QAction* add(const QString& name, const QString& text, const QString& tip, const QKeySequence& key);
    void addTool(const QString& name, const QString& text, const QString& tip, const QKeySequence& key, Tool tool);
    void buildActions();
    void toolChanged();
    void draw(QPointF from, QPointF to, bool finished);
    void closePolygon();
    void follow(QPointF pixel);
    void report(bool begins, const std::function<void(FrameMask&, bool)>& draw);
    void showOutline(const QPolygonF& outline);

    view::ImageView& m_image;
    QWidget& m_page;
    Tool m_tool = Tool::none;
    QPolygonF m_corners; ///< of the polygon in the making
    bool m_outlined = false;
    QPointF m_strokeEnd;
    QActionGroup* m_group = nullptr;
    QSpinBox* m_brush = nullptr;
    QAction* m_erase = nullptr;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
    QAction* m_showMask = nullptr;
    QList<QAction*> m_words; ///< have a text beside their picture where it fits
    bool m_wordy = false;
    int m_wordsWidth = 0; ///< that these texts take, once it was measured
};

} // namespace ewald::ui
