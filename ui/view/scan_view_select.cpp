// SPDX-License-Identifier: GPL-3.0-or-later
// Frames out and in: by click, by lasso, by key.
#include "common/icon.h"
#include "view/scan_view_private.h"

#include <QAction>
#include <QToolBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::view {

using Left = LeftOutFrame::Left;

void ScanView::Private::makeSelectTools() {
    selectAction = new QAction(ui::icon(QStringLiteral("leave-out")), ScanView::tr("Leave out"), q);
    selectAction->setObjectName(QStringLiteral("selectFrames"));
    selectAction->setCheckable(true);
    selectAction->setShortcut(Qt::Key_O);
    selectAction->setToolTip(
        ScanView::tr("Leave frames out of the next run, and put them back: click a dot, or draw around "
                     "dots; with Shift a lasso puts red dots back (O)"));
    leaveOutAction = new QAction(ScanView::tr("Leave the shown frame out"), q);
    leaveOutAction->setObjectName(QStringLiteral("leaveOut"));
    leaveOutAction->setShortcut(Qt::Key_Delete);
    leaveOutAction->setEnabled(false);
    putAllBackAction = new QAction(ui::icon(QStringLiteral("reset")), ScanView::tr("Put all back"), q);
    putAllBackAction->setObjectName(QStringLiteral("putAllBack"));
    putAllBackAction->setToolTip(ScanView::tr("Put back all frames that were left out by hand"));
    putAllBackAction->setEnabled(false);
    for (QAction* action : {selectAction, leaveOutAction, putAllBackAction}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        q->addAction(action);
    }
    tools->insertAction(pathAction, selectAction);
    tools->insertAction(pathAction, putAllBackAction);
    QObject::connect(selectAction, &QAction::toggled, q,
                     [this](bool on) { canvas->setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor); });
    QObject::connect(leaveOutAction, &QAction::triggered, q, [this] {
        if (current) emit q->framesChosen({numberOf(*current)}, {});
    });
    QObject::connect(putAllBackAction, &QAction::triggered, q, [this] {
        std::vector<std::size_t> back;
        for (const LeftOutFrame& frame : leftOut)
            if (frame.left == Left::byHand) back.push_back(frame.number);
        emit q->framesChosen({}, back);
    });
}

void ScanView::setLeftOut(std::vector<LeftOutFrame> frames) {
    d->leftOut = std::move(frames);
    d->putAllBackAction->setEnabled(
        std::ranges::any_of(d->leftOut, [](const LeftOutFrame& frame) { return frame.left == Left::byHand; }));
    d->changed();
}

void ScanView::setFrameNumbers(std::vector<std::size_t> numbers) {
    if (numbers == d->numbers) return;
    d->numbers = std::move(numbers);
    d->updateColours();
}

QAction* ScanView::leaveOutAction() const { return d->leaveOutAction; }
QAction* ScanView::selectAction() const { return d->selectAction; }

std::size_t ScanView::Private::numberOf(std::size_t index) const {
    return index < numbers.size() ? numbers[index] : index;
}

std::optional<std::size_t> ScanView::Private::leftOutAt(QPointF position) const {
    const PlotFrame plot = frame();
    double best = kClickRadius * kClickRadius;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < leftOut.size(); ++i) {
        const QPointF delta = plot.toScreen(leftOut[i].position.x, leftOut[i].position.y) - position;
        const double distance = QPointF::dotProduct(delta, delta);
        if (distance > best) continue;
        best = distance;
        found = i;
    }
    if (!found) return found;
    // A dot of a frame that is used may be nearer.
    if (const auto used = q->frameAt(position)) {
        const QPointF delta = plot.toScreen(positions[*used].x, positions[*used].y) - position;
        if (QPointF::dotProduct(delta, delta) < best) return std::nullopt;
    }
    return found;
}

QString ScanView::Private::textAt(QPointF position) const {
    if (const auto index = leftOutAt(position)) {
        const LeftOutFrame& frame = leftOut[*index];
        return ScanView::tr("Frame %1, left out: %2").arg(frame.number).arg(frame.reason);
    }
    const auto index = q->frameAt(position);
    return index ? ScanView::tr("Frame %1").arg(numberOf(*index)) : QString();
}

void ScanView::Private::toggleAt(QPointF position) {
    if (const auto index = leftOutAt(position)) {
        if (leftOut[*index].left != Left::forGood) emit q->framesChosen({}, {leftOut[*index].number});
        return;
    }
    if (const auto index = q->frameAt(position)) emit q->framesChosen({numberOf(*index)}, {});
}

void ScanView::Private::takeLasso(bool putBack) {
    const PlotFrame plot = frame();
    const QPolygonF around = std::exchange(lasso, {});
    canvas->update();
    const auto inside = [&](const ScanPosition& place) {
        const QPointF p = plot.toScreen(place.x, place.y);
        return std::isfinite(p.x()) && std::isfinite(p.y()) && around.containsPoint(p, Qt::OddEvenFill);
    };
    std::vector<std::size_t> out, back, red;
    for (const LeftOutFrame& frame : leftOut) {
        red.push_back(frame.number);
        if (frame.left != Left::forGood && inside(frame.position)) back.push_back(frame.number);
    }
    std::ranges::sort(red);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::size_t number = numberOf(i);
        if (!std::ranges::binary_search(red, number) && inside(positions[i])) out.push_back(number);
    }
    std::ranges::sort(back);
    std::ranges::sort(out);
    // Around red dots alone there is one thing to do.
    if (putBack || out.empty())
        out.clear();
    else
        back.clear();
    if (!out.empty() || !back.empty()) emit q->framesChosen(out, back);
}

void ScanView::Private::paintLasso(QPainter& painter) const {
    if (!down || !panning || !selectAction->isChecked()) return;
    painter.setPen(QPen(QColor(214, 39, 40), 1.5, Qt::DashLine));
    painter.setBrush(QColor(214, 39, 40, 30));
    painter.drawPolygon(lasso);
}

} // namespace ewald::view
