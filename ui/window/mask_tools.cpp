// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/mask_tools.h"

#include "common/icon.h"
#include "common/whole_box.h"
#include "model/job_history.h"
#include "view/image_view.h"

#include <QAction>
#include <QActionGroup>
#include <QLayout>
#include <QToolButton>

#include <utility>

namespace ewald::ui {

MaskTools::MaskTools(view::ImageView& image, QWidget& page) : QToolBar(&page), m_image(image), m_page(page) {
    setIconSize(QSize(16, 16));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_group = new QActionGroup(this);
    m_group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    buildActions();
    connect(&m_image, &view::ImageView::drawn, this, &MaskTools::draw);
    connect(&m_image, &view::ImageView::drawingClosed, this, &MaskTools::closePolygon);
    connect(&m_image, &view::ImageView::cursorMoved, this, &MaskTools::follow);
    connect(&m_image, &view::ImageView::clicked, this, [this](QPointF pixel) {
        if (m_tool != Tool::centre) return;
        setTool(Tool::none);
        emit centreChosen(pixel);
    });
}

QAction* MaskTools::add(const QString& name, const QString& text, const QString& tip, const QKeySequence& key) {
    QAction* action = addAction(icon(name), text);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(key.isEmpty() ? tip
                                     : QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    m_page.addAction(action);
    return action;
}

void MaskTools::addTool(const QString& name, const QString& text, const QString& tip, const QKeySequence& key,
                        Tool tool) {
    QAction* action = add(name, text, tip, key);
    action->setCheckable(true);
    m_group->addAction(action);
    connect(action, &QAction::toggled, this, [this, tool](bool on) {
        if (on) m_tool = tool;
        if (!on && m_tool == tool) m_tool = Tool::none;
        toolChanged();
    });
}

void MaskTools::buildActions() {
    addTool(QStringLiteral("brush"), tr("Paint mask"), tr("Drag over the image to mask what lies below the brush"),
            Qt::Key_B, Tool::brush);
    m_brush = new WholeBox(this);
    m_brush->setRange(1, 512);
    m_brush->setValue(8);
    m_brush->setPrefix(QStringLiteral("⌀ "));
    m_brush->setSuffix(QStringLiteral(" px"));
    m_brush->setToolTip(tr("Diameter of the brush in pixels of the image"));
    m_brush->setAccessibleName(tr("Diameter of the brush"));
    addWidget(m_brush);
    addTool(QStringLiteral("rectangle"), tr("Rectangle"), tr("Drag a rectangle to mask"), Qt::Key_X, Tool::rectangle);
    addTool(QStringLiteral("polygon"), tr("Polygon"),
            tr("Click corner after corner; a double click closes the polygon and masks it, Esc cancels it"), Qt::Key_G,
            Tool::polygon);
    m_erase = add(QStringLiteral("eraser"), tr("Erase"), tr("The tools take the mask away instead"), Qt::Key_E);
    m_erase->setCheckable(true);
    m_undo = add(QStringLiteral("undo"), tr("Undo"), {}, {});
    m_redo = add(QStringLiteral("redo"), tr("Redo"), {}, {});
    m_showMask =
        add(QStringLiteral("mask"), tr("Show mask"), tr("Hatches masked pixels; off: shows what is below"), Qt::Key_H);
    m_showMask->setCheckable(true);
    m_showMask->setChecked(true);
    addSeparator();
    addTool(QStringLiteral("target"), tr("Set centre"), tr("Click on the image where the direct beam is"), Qt::Key_T,
            Tool::centre);
    // The pictures of the others say enough.
    m_words = {m_group->actions().front(), m_group->actions().back()};
    for (QAction* action : actions())
        if (auto* button = qobject_cast<QToolButton*>(widgetForAction(action)); button && !m_words.contains(action))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    setWordy(true);
    connect(m_showMask, &QAction::toggled, this, &MaskTools::maskShownChanged);
}

void MaskTools::allowCentre(bool allowed) {
    if (!allowed && m_tool == Tool::centre) setTool(Tool::none);
    m_group->actions().back()->setEnabled(allowed);
}

void MaskTools::setWordy(bool wordy) {
    m_wordy = wordy;
    for (QAction* action : std::as_const(m_words))
        if (auto* button = qobject_cast<QToolButton*>(widgetForAction(action)))
            button->setToolButtonStyle(wordy ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    layout()->invalidate(); // also for those behind the arrow at the end
}

/// All tools are to be seen: their words go before one of them does.
void MaskTools::fitWords() {
    const int now = sizeHint().width();
    const bool fits = now + (m_wordy ? 0 : m_wordsWidth) <= width();
    if (fits == m_wordy) return;
    setWordy(fits);
    if (!fits) m_wordsWidth = now - sizeHint().width();
}

void MaskTools::resizeEvent(QResizeEvent* event) {
    QToolBar::resizeEvent(event);
    fitWords();
}

void MaskTools::setTool(Tool tool) {
    const QList<QAction*> tools = m_group->actions();
    for (QAction* action : tools) action->setChecked(false);
    if (tool == Tool::none) {
        m_erase->setChecked(false); // the next tool masks
    } else {
        tools.at(static_cast<int>(tool) - 1)->setChecked(true);
    }
}

bool MaskTools::erases() const { return m_erase->isChecked(); }

void MaskTools::setHistory(JobHistory& history) {
    const auto show = [this, &history] {
        // The keys are those of the menu.
        const auto describe = [](QAction* action, bool can, const QString& text, QKeySequence::StandardKey key) {
            action->setEnabled(can);
            action->setToolTip(
                QStringLiteral("%1 (%2)").arg(text, QKeySequence(key).toString(QKeySequence::NativeText)));
        };
        describe(m_undo, history.canUndo(), tr("Takes the last change back: %1").arg(history.undoText()),
                 QKeySequence::Undo);
        describe(m_redo, history.canRedo(), tr("Makes it again: %1").arg(history.redoText()), QKeySequence::Redo);
    };
    connect(&history, &JobHistory::changed, this, show);
    connect(m_undo, &QAction::triggered, &history, &JobHistory::undo);
    connect(m_redo, &QAction::triggered, &history, &JobHistory::redo);
    show();
}

void MaskTools::toolChanged() {
    m_corners.clear();
    showOutline({});
    m_image.setDrawing(m_tool == Tool::brush || m_tool == Tool::rectangle || m_tool == Tool::polygon);
    m_image.canvas()->setCursor(m_tool == Tool::none ? Qt::ArrowCursor : Qt::CrossCursor);
}

void MaskTools::showOutline(const QPolygonF& outline) {
    if (outline.isEmpty() && !m_outlined) return;
    m_outlined = !outline.isEmpty();
    emit outlineChanged(outline);
}

void MaskTools::report(bool begins, const std::function<void(FrameMask&, bool)>& draw) { emit drawn(begins, draw); }

void MaskTools::draw(QPointF from, QPointF to, bool finished) {
    if (m_tool == Tool::brush) {
        const bool starts = from == to && !finished;
        const QPointF start = starts ? to : m_strokeEnd;
        m_strokeEnd = to;
        const double radius = m_brush->value() / 2.0;
        report(starts, [=](FrameMask& mask, bool bad) { mask.stroke(start, to, radius, bad); });
    } else if (m_tool == Tool::rectangle) {
        const QRectF box = QRectF(from, to).normalized();
        showOutline(finished ? QPolygonF() : QPolygonF(box));
        if (!finished || box.width() < 0.5 || box.height() < 0.5) return;
        report(true, [=](FrameMask& mask, bool bad) { mask.rectangle(box, bad); });
    } else if (m_tool == Tool::polygon && finished) {
        m_corners << to;
        showOutline(m_corners);
    }
}

void MaskTools::closePolygon() {
    if (m_tool != Tool::polygon) return;
    const QPolygonF outline = std::exchange(m_corners, {});
    showOutline({});
    if (outline.size() < 3) return;
    report(true, [=](FrameMask& mask, bool bad) { mask.polygon(outline, bad); });
}

void MaskTools::follow(QPointF pixel) {
    if (m_tool != Tool::polygon || m_corners.isEmpty()) return;
    QPolygonF outline = m_corners;
    outline << pixel << m_corners.first();
    showOutline(outline);
}

} // namespace ewald::ui
