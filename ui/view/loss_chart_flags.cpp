// SPDX-License-Identifier: GPL-3.0-or-later
// What happened in the middle of a run, as flags upon the curves.
#include "common/icon.h"
#include "common/quantity_text.h"
#include "view/loss_chart_private.h"

#include <QAction>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ewald::view {

namespace {

constexpr double kPennantWidth = 11; ///< of changes; screen pixels
constexpr double kPennantHeight = 12;
constexpr double kGap = 2;           ///< between two flags
constexpr std::size_t kMostRows = 3; ///< of flags that are too close for one
constexpr double kMostHeight = 0.4;  ///< of the chart, for all rows
const QColor kChanged(230, 150, 30);

} // namespace

double LossChart::Private::flagHeight() const {
    return std::max(kPennantHeight, QFontMetricsF(owner->font()).height());
}

std::size_t LossChart::Private::numberOf(std::size_t flag) const {
    std::size_t number = 1;
    for (std::size_t i = 0; i < flag; ++i) number += static_cast<std::size_t>(flags[i].decisions.size());
    return number;
}

QString LossChart::Private::flagLabel(std::size_t first, std::size_t last) const {
    const std::size_t from = numberOf(first);
    const std::size_t to = numberOf(last) + static_cast<std::size_t>(flags[last].decisions.size());
    if (to == from) return {};
    return to == from + 1 ? QString::number(from) : QStringLiteral("%1–%2").arg(from).arg(to - 1);
}

std::optional<double> LossChart::Private::flagX(std::size_t flag) const {
    if (flag >= flags.size()) return std::nullopt;
    double x = flags[flag].iteration;
    if (seconds) { // of the latest iteration that was done before
        x = 0;
        for (const Curve& curve : curves)
            for (const LossPoint& p : curve.points)
                if (p.iteration <= flags[flag].iteration) x = std::max(x, p.time_s);
    }
    if (x < axes.left() || x > axes.right()) return std::nullopt;
    return toScreen({x, axes.top()}).x();
}

std::vector<LossChart::Private::FlagMark> LossChart::Private::flagMarks() const {
    const QRectF plot = chart->plotArea();
    const QFontMetricsF metrics(owner->font());
    const double height = flagHeight();
    const auto sizeOf = [&](const QString& label) {
        return label.isEmpty() ? QSizeF(kPennantWidth, kPennantHeight)
                               : QSizeF(std::max(kPennantWidth, metrics.horizontalAdvance(label) + 6), height);
    };
    const auto place = [&](double x, std::size_t row, const QString& label) {
        QRectF box(QPointF(x, plot.top() + static_cast<double>(row) * (height + kGap)), sizeOf(label));
        if (box.right() > plot.right()) box.moveRight(std::max(x, plot.left() + box.width()));
        return box;
    };
    const auto room = static_cast<std::size_t>(std::max(1.0, plot.height() * kMostHeight / (height + kGap)));
    std::array<double, kMostRows> ends{};
    ends.fill(-std::numeric_limits<double>::infinity());
    std::vector<FlagMark> marks;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        const auto x = flagX(i);
        if (!x) continue;
        const QString label = flagLabel(i, i);
        std::optional<FlagMark> own;
        for (std::size_t row = 0; row < std::min(kMostRows, room) && !own; ++row)
            if (const QRectF box = place(*x, row, label); box.left() >= ends[row] + kGap)
                own = FlagMark{box, {i}, label, row};
        if (own) {
            marks.push_back(std::move(*own));
        } else { // there is a mark in every row
            FlagMark& last = marks.back();
            last.flags.push_back(i);
            last.label = flagLabel(last.flags.front(), i);
            last.box = place(*flagX(last.flags.front()), last.row, last.label);
        }
        ends[marks.back().row] = std::max(ends[marks.back().row], marks.back().box.right());
    }
    return marks;
}

std::optional<LossChart::Private::FlagMark> LossChart::Private::markOf(std::size_t flag) const {
    std::vector<FlagMark> marks = flagMarks();
    const auto found = std::ranges::find_if(
        marks, [&](const FlagMark& mark) { return std::ranges::find(mark.flags, flag) != mark.flags.end(); });
    return found == marks.end() ? std::nullopt : std::optional(std::move(*found));
}

std::optional<std::size_t> LossChart::Private::flagAt(QPointF position) const {
    constexpr double kReach = 4;
    const auto distance = [&](std::size_t flag) {
        const auto x = flagX(flag);
        return x ? std::abs(position.x() - *x) : std::numeric_limits<double>::infinity();
    };
    for (const FlagMark& mark : flagMarks())
        if (mark.box.adjusted(-1, 0, 1, 1).contains(position))
            return *std::ranges::min_element(mark.flags, {}, distance);
    if (!chart->plotArea().contains(position)) return std::nullopt;
    std::optional<std::size_t> nearest;
    for (std::size_t i = 0; i < flags.size(); ++i)
        if (distance(i) <= kReach && (!nearest || distance(i) <= distance(*nearest))) nearest = i;
    return nearest;
}

QStringList LossChart::Private::decisionLines(std::size_t flag) const {
    QStringList lines;
    for (qsizetype i = 0; i < flags[flag].decisions.size(); ++i)
        lines
            << QStringLiteral("%1. %2").arg(numberOf(flag) + static_cast<std::size_t>(i)).arg(flags[flag].decisions[i]);
    return lines;
}

QStringList LossChart::Private::flagText() const {
    if (!hoveredFlag) return {};
    QStringList lines;
    const auto mark = markOf(*hoveredFlag);
    for (const std::size_t i : mark ? mark->flags : std::vector<std::size_t>()) {
        const LossFlag& flag = flags[i];
        const QString iteration = ui::numberText(flag.iteration, 7);
        const bool begun = flag.iteration > 0;
        if (!flag.lines.isEmpty())
            lines << (begun ? LossChart::tr("changed after iteration %1").arg(iteration)
                            : LossChart::tr("changed before the first iteration"))
                  << flag.lines;
        if (!flag.decisions.isEmpty())
            lines << (begun ? LossChart::tr("decided after iteration %1").arg(iteration)
                            : LossChart::tr("decided before the first iteration"))
                  << decisionLines(i);
    }
    return lines;
}

/// Thin lines through the chart with flags at their top.
void LossChart::Private::paintFlags(QPainter& painter) const {
    const QRectF plot = chart->plotArea();
    const std::vector<FlagMark> marks = flagMarks();
    QColor decided = theme.color(QPalette::Highlight);
    const auto isHovered = [&](const FlagMark& mark) {
        return hoveredFlag && std::ranges::find(mark.flags, *hoveredFlag) != mark.flags.end();
    };
    for (const FlagMark& mark : marks)
        for (const std::size_t i : mark.flags) {
            const double x = std::floor(*flagX(i)) + 0.5; // not smeared over two pixels
            const bool own = !flags[i].decisions.isEmpty();
            const Qt::PenStyle style = own || hoveredFlag == i ? Qt::SolidLine : Qt::DotLine;
            painter.setPen(QPen(own ? decided : theme.color(QPalette::WindowText), hoveredFlag == i ? 2 : 1, style));
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        }
    painter.setFont(owner->font());
    for (const FlagMark& mark : marks) {
        const bool changed = std::ranges::any_of(mark.flags, [&](std::size_t i) { return !flags[i].lines.isEmpty(); });
        painter.setPen(QPen(theme.color(QPalette::Base), 1));
        if (mark.label.isEmpty()) {
            const QPointF top = mark.box.topLeft();
            painter.setBrush(isHovered(mark) ? theme.color(QPalette::Highlight) : kChanged);
            painter.drawPolygon(
                QPolygonF{top, top + QPointF(kPennantWidth, kPennantHeight / 2), top + QPointF(0, kPennantHeight)});
            continue;
        }
        painter.setBrush(changed ? kChanged : decided);
        painter.drawRect(mark.box);
        painter.setPen(changed ? QColor(Qt::black) : theme.color(QPalette::HighlightedText));
        painter.drawText(mark.box, Qt::AlignCenter, mark.label);
    }
    const QStringList lines = flagText();
    if (lines.isEmpty()) return;
    double bottom = plot.top(); // of all flags: none is covered
    for (const FlagMark& mark : marks) bottom = std::max(bottom, mark.box.bottom());
    paintBoxBelow(painter, {*flagX(*hoveredFlag), bottom + 2 * kGap}, lines,
                  flags[*hoveredFlag].decisions.isEmpty() ? kChanged : decided);
}

void LossChart::Private::makeFlagMenu() {
    auto* button = new QToolButton;
    button->setIcon(ui::icon(QStringLiteral("flag")));
    button->setText(LossChart::tr("Changes and decisions"));
    button->setToolTip(
        LossChart::tr("What changed in the middle of the run, and what it decided by itself; the flags in "
                      "the chart"));
    button->setAccessibleName(button->text());
    button->setPopupMode(QToolButton::InstantPopup);
    flagMenu = new QMenu(button);
    flagMenu->setToolTipsVisible(true);
    button->setMenu(flagMenu);
    flagAction = tools->addWidget(button);
    flagAction->setVisible(false);
}

void LossChart::Private::fillFlagMenu() {
    constexpr int kWidest = 500;
    flagMenu->clear();
    for (std::size_t i = 0; i < flags.size(); ++i) {
        const LossFlag& flag = flags[i];
        const QString text =
            LossChart::tr("Iteration %1: %2")
                .arg(ui::numberText(flag.iteration, 7), (flag.lines + decisionLines(i)).join(QStringLiteral("; ")));
        const QString fitting = q->fontMetrics().elidedText(text, Qt::ElideRight, kWidest);
        QAction* action = flagMenu->addAction(QString(fitting).replace(u'&', QStringLiteral("&&")));
        action->setToolTip(text);
        QObject::connect(action, &QAction::triggered, q, [this, i] { emit q->flagChosen(i, QCursor::pos()); });
    }
    flagAction->setVisible(!flags.empty());
}

bool LossChart::Private::handleFlags(QEvent* event) {
    const auto type = event->type();
    if (type != QEvent::MouseButtonPress && type != QEvent::MouseButtonRelease && type != QEvent::MouseMove)
        return false;
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const auto under = flagAt(mouse->position());
    if (type == QEvent::MouseMove) {
        if (mouse->buttons() == Qt::NoButton)
            canvas->viewport()->setCursor(under ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return pressedFlag.has_value();
    }
    if (mouse->button() != Qt::LeftButton) return false;
    if (type == QEvent::MouseButtonPress) {
        pressedFlag = under;
        return under.has_value();
    }
    const auto pressed = std::exchange(pressedFlag, std::nullopt);
    if (!pressed) return false;
    if (pressed == under) emit q->flagChosen(*pressed, mouse->globalPosition().toPoint());
    return true;
}

void LossChart::setFlags(std::vector<LossFlag> flags) {
    d->flags = std::move(flags);
    d->hoveredFlag.reset();
    d->pressedFlag.reset();
    d->fillFlagMenu();
    d->schedule();
}

const std::vector<LossFlag>& LossChart::flags() const { return d->flags; }

std::optional<QPointF> LossChart::flagPlace(std::size_t flag) const {
    const auto mark = d->markOf(flag);
    return mark ? std::optional(mark->box.topLeft()) : std::nullopt;
}

QStringList LossChart::flagLabels() const {
    QStringList labels;
    for (const Private::FlagMark& mark : d->flagMarks()) labels << mark.label;
    return labels;
}

void LossChart::pointTo(std::optional<std::size_t> flag) {
    d->hoveredFlag = flag && *flag < d->flags.size() ? flag : std::nullopt;
    d->hovered.reset();
    d->canvas->viewport()->update();
}

QStringList LossChart::flagText() const { return d->flagText(); }

} // namespace ewald::view
