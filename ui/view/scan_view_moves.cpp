// SPDX-License-Identifier: GPL-3.0-or-later
// Where refinement has moved the positions: arrows, drawn larger than they are by a factor that the legend names.
#include "common/icon.h"
#include "common/quantity_text.h"
#include "view/scan_view_private.h"

#include <QAction>
#include <QToolBar>

#include <algorithm>
#include <cmath>

namespace ewald::view {

namespace {

constexpr std::size_t kMostArrows = 2500; ///< more in the view would be a solid patch

double lengthOf(const PositionMove& move) { return std::hypot(move.to.x - move.from.x, move.to.y - move.from.y); }

/// The largest of 1, 2, 3, 5, 10, … that is not above the value; at least 1.
double niceFactor(double value) {
    if (!(value > 1) || !std::isfinite(value)) return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
    for (const double step : {5.0, 3.0, 2.0})
        if (step * decade <= value * (1 + 1e-9)) return step * decade;
    return decade;
}

} // namespace

void ScanView::Private::makeMovesTool() {
    movesAction = new QAction(ui::icon(QStringLiteral("moves")), ScanView::tr("Moves"), q);
    movesAction->setObjectName(QStringLiteral("showMoves"));
    movesAction->setCheckable(true);
    movesAction->setChecked(true);
    movesAction->setEnabled(false);
    movesAction->setShortcut(Qt::Key_M);
    movesAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    movesAction->setToolTip(ScanView::tr("Show with arrows how far, and where to, refinement has moved the positions; "
                                         "they are drawn longer by the factor in the legend (M)"));
    q->addAction(movesAction);
    tools->insertAction(fitAction, movesAction);
    QObject::connect(movesAction, &QAction::toggled, q, [this] { changed(); });
}

void ScanView::setMoves(std::vector<PositionMove> moves, double pixel_m) {
    std::erase_if(moves, [](const PositionMove& move) { return !std::isfinite(lengthOf(move)); });
    d->moves = std::move(moves);
    d->movePixel = pixel_m;
    std::vector<double> lengths;
    lengths.reserve(d->moves.size());
    for (const PositionMove& move : d->moves) lengths.push_back(lengthOf(move));
    d->longestMove = d->usualMove = 0;
    if (!lengths.empty()) {
        d->longestMove = *std::ranges::max_element(lengths);
        const auto most = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() * 95 / 100);
        std::ranges::nth_element(lengths, most);
        // One frame that went far must not make points of all other arrows, nor lie across the whole scan.
        d->usualMove = std::max(*most, d->longestMove / 4);
    }
    d->movesAction->setEnabled(!d->moves.empty());
    d->changed();
}

QAction* ScanView::movesAction() const { return d->movesAction; }

QString ScanView::movesLegend() const { return d->showsMoves() ? d->movesText(d->arrowsFor(d->frame())) : QString(); }

bool ScanView::Private::showsMoves() const { return !moves.empty() && movesAction->isChecked(); }

ScanView::Private::Arrows ScanView::Private::arrowsFor(const PlotFrame& plot) const {
    constexpr double kShortest = 14, kLongest = 60; // screen pixels
    const double width = high.x - low.x, height = high.y - low.y;
    const auto count = static_cast<double>(std::max<std::size_t>(moves.size(), 1));
    const double spacing = std::max(std::sqrt(width * height / count), std::max(width, height) / count);
    const double scale = (plot.right - plot.left) / plot.area.width();
    Arrows arrows;
    const double wanted = std::clamp(spacing / scale, kShortest, kLongest) * scale;
    if (usualMove > 0) arrows.factor = niceFactor(wanted / usualMove);
    const auto seen = static_cast<std::size_t>(std::ranges::count_if(
        moves, [&](const PositionMove& move) { return plot.area.contains(plot.toScreen(move.from.x, move.from.y)); }));
    arrows.every = std::max<std::size_t>(1, (seen + kMostArrows - 1) / kMostArrows);
    return arrows;
}

QString ScanView::Private::movesText(const Arrows& arrows) const {
    QString text = ScanView::tr("arrows ×%1, longest %2")
                       .arg(ui::countText(static_cast<std::size_t>(arrows.factor)), moveText(longestMove));
    if (arrows.every > 1) text += ScanView::tr(", 1 of %1 frames").arg(ui::countText(arrows.every));
    return text;
}

/// "1.3 px (12 nm)"
QString ScanView::Private::moveText(double length_m) const {
    const QString metres = ui::lengthText(length_m, 2);
    return movePixel > 0 ? ScanView::tr("%1 px (%2)").arg(ui::numberText(length_m / movePixel, 2), metres) : metres;
}

QString ScanView::Private::moveOf(std::size_t number) const {
    if (!showsMoves()) return {};
    const auto move = std::ranges::find(moves, number, &PositionMove::frame);
    return move == moves.end() ? QString() : ScanView::tr("   moved by %1").arg(moveText(lengthOf(*move)));
}

void ScanView::Private::paintMoves(QPainter& painter, const PlotFrame& plot, const QPalette& palette) const {
    if (!showsMoves()) return;
    const Arrows arrows = arrowsFor(plot);
    QList<QLineF> shafts;
    QList<QLineF> heads;
    const auto add = [&](QPointF from, QPointF to) {
        const QPointF along = to - from;
        const double length = std::hypot(along.x(), along.y());
        if (!(length > 1)) return;
        shafts << QLineF(from, to);
        const double head = std::clamp(length * 0.4, 2.0, 5.0);
        const QPointF back = along * (head / length);
        const QPointF side(-back.y() * 0.55, back.x() * 0.55);
        heads << QLineF(to, to - back + side) << QLineF(to, to - back - side);
    };
    std::size_t seen = 0;
    for (const PositionMove& move : moves) {
        const QPointF from = plot.toScreen(move.from.x, move.from.y);
        if (!plot.area.contains(from) || seen++ % arrows.every != 0) continue;
        add(from, plot.toScreen(move.from.x + arrows.factor * (move.to.x - move.from.x),
                                move.from.y + arrows.factor * (move.to.y - move.from.y)));
    }
    // A rim in the colour of the ground: readable upon points of any colour.
    const auto draw = [&](const QColor& colour, double width) {
        painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
        painter.drawLines(shafts);
        painter.drawLines(heads);
    };
    draw(palette.color(QPalette::Base), 2.6);
    draw(palette.color(QPalette::WindowText), 1.3);

    // In several lines where the map is narrow.
    constexpr double kBorder = 6, kSample = 30;
    const QFontMetricsF metrics(painter.font());
    const QString text = movesText(arrows);
    const QRectF needed = metrics.boundingRect(
        QRectF(0, 0, std::max(40.0, plot.area.width() - 2 * kBorder - kSample - 6), 1e4), Qt::TextWordWrap, text);
    const QRectF box(plot.area.left() + kBorder, plot.area.bottom() - kBorder - needed.height() - 4,
                     needed.width() + kSample + 6, needed.height() + 4);
    QColor ground = palette.color(QPalette::Base);
    ground.setAlpha(225);
    painter.fillRect(box, ground);
    shafts.clear();
    heads.clear();
    const double middle = box.top() + 2 + metrics.height() / 2;
    add({box.left() + 6, middle}, {box.left() + 24, middle});
    draw(palette.color(QPalette::WindowText), 1.3);
    painter.drawText(box.adjusted(kSample, 2, 0, 0), Qt::TextWordWrap, text);
}

} // namespace ewald::view
