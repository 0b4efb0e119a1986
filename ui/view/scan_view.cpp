// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/scan_view.h"

#include "common/icon.h"
#include "common/quantity_text.h"
#include "view/axis_ticks.h"
#include "view/colour_bar.h"
#include "view/scan_view_private.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolBar>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::view {

namespace {

constexpr qsizetype kMostSegments = 5000; ///< a longer path in the view would be a solid patch

} // namespace

PlotFrame ScanView::Private::frameFor(QSizeF size, const QFontMetricsF& metrics) const {
    PlotFrame plot;
    plot.area = QRectF(QPointF(0, 0), size).marginsRemoved(plotMargins(metrics));
    plot.area.setSize(plot.area.size().expandedTo(QSizeF(10, 10)));
    double scale = metresPerPixel;
    ScanPosition middle = centre;
    if (!(scale > 0)) {
        middle = {(low.y + high.y) / 2, (low.x + high.x) / 2};
        const double pad = 1.08;
        scale = std::max((high.x - low.x) * pad / plot.area.width(), (high.y - low.y) * pad / plot.area.height());
        if (!(scale > 0)) scale = 1e-9;
    }
    plot.left = middle.x - scale * plot.area.width() / 2;
    plot.right = middle.x + scale * plot.area.width() / 2;
    plot.top = middle.y - scale * plot.area.height() / 2;
    plot.bottom = middle.y + scale * plot.area.height() / 2;
    return plot;
}

ScanView::ScanView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    d->canvas = new PlotCanvas(this);
    d->canvas->setMouseTracking(true);
    d->canvas->setFocusPolicy(Qt::StrongFocus);
    d->canvas->setMinimumSize(160, 140);
    d->canvas->installEventFilter(this);
    d->canvas->paint = [this](QPainter& painter) {
        d->paint(painter, d->frame(), palette(), d->canvas->devicePixelRatioF());
    };
    d->bar = new ColourBar(this);
    d->bar->setToolTip(tr("What the colours of the points mean"));
    d->canvas->setToolTip(tr("Scan positions. Solid circle: the frame that is shown; dashed circle: its window"));
    d->tools = new QToolBar(this);
    d->tools->setIconSize(QSize(16, 16));
    d->colourBox = new QComboBox;
    d->colourBox->addItems({tr("Colour: order"), tr("Colour: counts")});
    d->colourBox->setToolTip(
        tr("What the colours of the points mean: order in the scan, or total counts of the frame"));
    d->tools->addWidget(d->colourBox);
    d->pathAction = d->tools->addAction(ui::icon(QStringLiteral("scan")), tr("Path"));
    d->pathAction->setCheckable(true);
    d->pathAction->setChecked(true);
    d->pathAction->setShortcut(Qt::Key_P);
    d->pathAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    d->pathAction->setToolTip(tr("Connect the positions in the order of the scan (P)"));
    d->fitAction = d->tools->addAction(ui::icon(QStringLiteral("fit")), tr("Fit"));
    d->fitAction->setShortcut(Qt::Key_F);
    d->fitAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    d->fitAction->setToolTip(tr("Show the whole scan (F)"));
    addActions({d->pathAction, d->fitAction});
    d->makeSelectTools();
    d->makeMovesTool();
    d->readout = new QLabel(QStringLiteral(" "), this);
    d->readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

    auto* top = new QHBoxLayout;
    top->addStretch(1);
    top->addWidget(d->tools);
    auto* middle = new QHBoxLayout;
    middle->addWidget(d->canvas, 1);
    auto* beside = new QVBoxLayout;
    beside->addWidget(d->bar);
    // As high as the plot, which has its numbers below it.
    beside->setContentsMargins(0, 0, 0, static_cast<int>(plotMargins(QFontMetricsF(font())).bottom() * 0.75));
    middle->addLayout(beside);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    layout->addLayout(top);
    layout->addLayout(middle, 1);
    layout->addWidget(d->readout);

    connect(d->colourBox, &QComboBox::currentIndexChanged, this,
            [this](int index) { setColouring(index == 0 ? ScanColour::order : ScanColour::counts); });
    connect(d->pathAction, &QAction::toggled, this, [this] { d->changed(); });
    connect(d->fitAction, &QAction::triggered, this, &ScanView::fit);
    d->updateColours();
}

ScanView::~ScanView() = default;

void ScanView::Private::updateColours() {
    const bool byCounts = colouring == ScanColour::counts && counts.size() == positions.size() && !counts.empty();
    const ColourMap& map = ColourMap::byId(byCounts ? "inferno" : "viridis");
    ColourBarSpec spec;
    spec.map = map.id();
    if (byCounts) {
        const std::vector<float> values(counts.begin(), counts.end());
        spec.range = resolveRange(values, {});
        spec.label = ScanView::tr("Counts of the frame");
    } else {
        std::size_t last = std::max<std::size_t>(positions.size(), 2) - 1;
        for (const std::size_t number : numbers) last = std::max(last, number); // of frames that are used
        spec.range = {0, static_cast<double>(last), false};
        spec.label = ScanView::tr("Frame number");
    }
    colours.resize(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        colours[i] = map.at(spec.range.fraction(byCounts ? counts[i] : static_cast<double>(numberOf(i))));
    }
    bar->setSpec(spec);
    bar->setVisible(!positions.empty());
    colourBox->setEnabled(!counts.empty());
    changed();
}

void ScanView::setPositions(std::vector<ScanPosition> positions) {
    d->positions = std::move(positions);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    d->low = {kInfinity, kInfinity};
    d->high = {-kInfinity, -kInfinity};
    for (const ScanPosition& p : d->positions) {
        if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
        d->low = {std::min(d->low.y, p.y), std::min(d->low.x, p.x)};
        d->high = {std::max(d->high.y, p.y), std::max(d->high.x, p.x)};
    }
    if (!(d->high.x >= d->low.x)) d->low = d->high = {0, 0};
    if (d->current.has_value() && *d->current >= d->positions.size()) d->current.reset();
    d->leaveOutAction->setEnabled(d->current.has_value());
    d->metresPerPixel = 0;
    d->updateColours();
}

void ScanView::setCounts(std::vector<double> counts) {
    d->counts = std::move(counts);
    d->updateColours();
}

void ScanView::setColouring(ScanColour colouring) {
    d->colouring = colouring;
    d->colourBox->setCurrentIndex(colouring == ScanColour::order ? 0 : 1);
    d->updateColours();
}
ScanColour ScanView::colouring() const { return d->colouring; }

void ScanView::setProbeSize(double diameter_m) {
    d->probeSize = diameter_m > 0 && std::isfinite(diameter_m) ? diameter_m : 0;
    d->canvas->update();
}

void ScanView::setPathVisible(bool visible) { d->pathAction->setChecked(visible); }

void ScanView::clear() {
    d->current.reset();
    d->counts.clear();
    d->numbers.clear();
    setLeftOut({});
    setMoves({}, 0);
    setPositions({});
}

std::optional<std::size_t> ScanView::currentFrame() const { return d->current; }
QWidget* ScanView::canvas() const { return d->canvas; }
QPointF ScanView::toCanvas(ScanPosition p) const { return d->frame().toScreen(p.x, p.y); }

std::optional<std::size_t> ScanView::frameAt(QPointF position) const {
    const PlotFrame plot = d->frame();
    double best = kClickRadius * kClickRadius;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < d->positions.size(); ++i) {
        const QPointF delta = plot.toScreen(d->positions[i].x, d->positions[i].y) - position;
        const double distance = QPointF::dotProduct(delta, delta);
        if (distance <= best) {
            best = distance;
            found = i;
        }
    }
    return found;
}

void ScanView::setCurrentFrame(std::size_t frame) {
    d->current = frame < d->positions.size() ? std::optional(frame) : std::nullopt;
    d->leaveOutAction->setEnabled(d->current.has_value());
    d->canvas->update();
}

void ScanView::fit() {
    d->metresPerPixel = 0;
    d->changed();
}

QImage ScanView::Private::dots(const PlotFrame& plot, double ratio) const {
    // Points go straight into an image: 100,000 of them take a few milliseconds, as ellipses a second.
    QImage image((plot.area.size() * ratio).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const double spacing =
        std::sqrt(plot.area.width() * plot.area.height() / std::max<double>(1, static_cast<double>(positions.size())));
    const int radius = static_cast<int>(std::clamp(spacing * ratio * 0.18, 1.6 * ratio, 4.0 * ratio));
    auto* bits = reinterpret_cast<QRgb*>(image.bits());
    const int width = image.width();
    const int height = image.height();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const QPointF p = (plot.toScreen(positions[i].x, positions[i].y) - plot.area.topLeft()) * ratio;
        if (!(p.x() > -radius && p.y() > -radius && p.x() < width + radius && p.y() < height + radius)) continue;
        const QRgb colour = qRgb(colours[i].r, colours[i].g, colours[i].b);
        const int cx = static_cast<int>(p.x());
        const int cy = static_cast<int>(p.y());
        for (int y = std::max(0, cy - radius); y <= std::min(height - 1, cy + radius); ++y) {
            for (int x = std::max(0, cx - radius); x <= std::min(width - 1, cx + radius); ++x) {
                const int distance = (x - cx) * (x - cx) + (y - cy) * (y - cy);
                if (distance <= radius * radius + radius / 2) bits[y * width + x] = colour;
            }
        }
    }
    return image;
}

void ScanView::Private::paintPath(QPainter& painter, const PlotFrame& plot, const QPalette& palette) const {
    QColor colour = palette.color(QPalette::WindowText);
    // Fainter where points are dense: the path must not hide them.
    const double spacing =
        std::sqrt(plot.area.width() * plot.area.height() / std::max<double>(1, static_cast<double>(positions.size())));
    // Nor be taken for arrows.
    colour.setAlpha(std::clamp(static_cast<int>(spacing * 4), 12, 45) / (showsMoves() ? 2 : 1));
    painter.setPen(QPen(colour, 0));
    QList<QLineF> lines;
    for (std::size_t i = 1; i < positions.size() && lines.size() <= kMostSegments; ++i) {
        const QLineF line(plot.toScreen(positions[i - 1].x, positions[i - 1].y),
                          plot.toScreen(positions[i].x, positions[i].y));
        const bool seen = plot.area.contains(line.p1()) || plot.area.contains(line.p2());
        if (seen && std::isfinite(line.dx()) && std::isfinite(line.dy())) lines.push_back(line);
    }
    if (lines.size() <= kMostSegments) painter.drawLines(lines);
}

void ScanView::Private::paintCurrent(QPainter& painter, const PlotFrame& plot) const {
    if (!current.has_value()) return;
    const std::size_t index = *current;
    const QPointF p = plot.toScreen(positions[index].x, positions[index].y);
    if (!std::isfinite(p.x()) || !std::isfinite(p.y())) return;
    painter.setBrush(Qt::NoBrush);
    const auto ring = [&](double radius, Qt::PenStyle style) {
        painter.setPen(QPen(Qt::white, 4, style));
        painter.drawEllipse(p, radius, radius);
        painter.setPen(QPen(QColor(214, 39, 40), 2, style));
        painter.drawEllipse(p, radius, radius);
    };
    ring(7, Qt::SolidLine);
    if (probeSize > 0) ring(probeSize / 2 / (plot.right - plot.left) * plot.area.width(), Qt::DashLine);
}

void ScanView::Private::paintLeftOut(QPainter& painter, const PlotFrame& plot, const QPalette& palette) const {
    if (leftOut.empty()) return;
    constexpr double kRadius = 3.5;
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(214, 39, 40));
    for (const LeftOutFrame& frame : leftOut) {
        const QPointF p = plot.toScreen(frame.position.x, frame.position.y);
        if (plot.area.contains(p)) painter.drawEllipse(p, kRadius, kRadius);
    }
    const QString text = ScanView::tr("left out: %1").arg(ui::countText(leftOut.size()));
    const QFontMetricsF metrics(painter.font());
    const QRectF box(plot.area.left() + 6, plot.area.top() + 6, metrics.horizontalAdvance(text) + 24,
                     metrics.height() + 4);
    QColor ground = palette.color(QPalette::Base);
    ground.setAlpha(210);
    painter.fillRect(box, ground);
    painter.drawEllipse(QPointF(box.left() + 9, box.center().y()), kRadius, kRadius);
    painter.setPen(palette.color(QPalette::WindowText));
    painter.drawText(box.adjusted(18, 0, 0, 0), Qt::AlignVCenter, text);
}

void ScanView::Private::paint(QPainter& painter, const PlotFrame& plot, const QPalette& palette, double ratio) const {
    painter.fillRect(plot.area, palette.color(QPalette::Base));
    const LengthUnit unit =
        lengthUnit(std::max(std::abs(plot.right - plot.left), std::abs(plot.top - plot.bottom)) / 2);
    PlotFrame inUnits = plot;
    for (double* edge : {&inUnits.left, &inUnits.right, &inUnits.top, &inUnits.bottom}) *edge /= unit.metres;
    if (positions.empty()) {
        painter.setPen(palette.color(QPalette::Disabled, QPalette::WindowText));
        painter.drawText(plot.area, Qt::AlignCenter | Qt::TextWordWrap, ScanView::tr("No scan positions yet"));
        return;
    }
    paintAxes(painter, inUnits, QStringLiteral("x (%1)").arg(ui::unitName(unit)),
              QStringLiteral("y (%1)").arg(ui::unitName(unit)), palette);
    painter.save();
    painter.setClipRect(plot.area.adjusted(1, 1, 0, 0));
    if (pathAction->isChecked()) paintPath(painter, plot, palette);
    painter.setRenderHint(QPainter::Antialiasing);
    paintMoves(painter, plot, palette); // below the dots, which stay to be seen at the ends of short arrows
    painter.drawImage(plot.area, dots(plot, ratio));
    paintLeftOut(painter, plot, palette);
    paintCurrent(painter, plot);
    paintLasso(painter);
    painter.restore();
}

void ScanView::Private::updateReadout(QPointF position) {
    const PlotFrame plot = frame();
    if (positions.empty() || !plot.area.contains(position)) {
        readout->setText(QStringLiteral(" "));
        return;
    }
    const auto index = q->frameAt(position);
    const QPointF place = plot.toData(position);
    const double x = index ? positions[*index].x : place.x();
    const double y = index ? positions[*index].y : place.y();
    const LengthUnit unit =
        lengthUnit(std::max(std::abs(plot.right - plot.left), std::abs(plot.top - plot.bottom)) / 2);
    const auto number = [&](double v) { return ui::fixedText(v / unit.metres, 3); };
    QString text = QStringLiteral("x %1  y %2 %3").arg(number(x), number(y), ui::unitName(unit));
    if (index) {
        text = ScanView::tr("frame %1   ").arg(numberOf(*index)) + text;
        if (counts.size() == positions.size())
            text += ScanView::tr("   %1 counts").arg(ui::numberText(counts[*index], 5));
        text += moveOf(numberOf(*index));
    }
    if (leftOutAt(position)) text = textAt(position);
    readout->setText(text);
}

QImage ScanView::figure(int scale) const {
    const int factor = std::clamp(scale, 1, 8);
    const QFontMetricsF metrics(font());
    const double barWidth = d->positions.empty() ? 0 : std::ceil(colourBarWidth(metrics, d->bar->spec()));
    const QSizeF size = QSizeF(d->canvas->size());
    QImage image((QSizeF(size.width() + barWidth, size.height()) * factor).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    image.setDevicePixelRatio(factor);
    QPainter painter(&image);
    painter.setFont(font());
    const PlotFrame plot = d->frameFor(size, metrics);
    d->paint(painter, plot, paperPalette(), factor);
    painter.setRenderHint(QPainter::Antialiasing);
    if (barWidth > 0) {
        paintColourBar(painter, QRectF(size.width(), plot.area.top(), barWidth, plot.area.height()), d->bar->spec(),
                       Qt::black);
    }
    painter.end();
    image.setDevicePixelRatio(1);
    return image;
}

void ScanView::Private::take(const PlotFrame& plot) {
    centre = {(plot.top + plot.bottom) / 2, (plot.left + plot.right) / 2};
    metresPerPixel = (plot.right - plot.left) / plot.area.width();
}

void ScanView::Private::zoom(QPointF position, double factor) {
    const PlotFrame plot = frame();
    const QPointF fixed = plot.toData(position);
    const double span = std::max({high.x - low.x, high.y - low.y, 1e-9}) / plot.area.width();
    take(plot);
    metresPerPixel = std::clamp(metresPerPixel / factor, span * 1e-4, span * 8);
    // The place under the cursor stays under the cursor.
    const QPointF moved = frame().toData(position);
    centre.x += fixed.x() - moved.x();
    centre.y += fixed.y() - moved.y();
    changed();
}

void ScanView::Private::move(QPointF position) {
    if (down && (position - pressed).manhattanLength() >= QApplication::startDragDistance()) panning = true;
    if (down && selectAction->isChecked()) {
        if (panning) lasso << position;
        canvas->update();
    } else if (down && panning) {
        take(frame());
        centre.x -= (position.x() - last.x()) * metresPerPixel;
        centre.y -= (position.y() - last.y()) * metresPerPixel;
        changed();
    }
    last = position;
    updateReadout(position);
}

void ScanView::Private::release(QPointF position, Qt::KeyboardModifiers modifiers) {
    const bool click = down && !panning;
    const bool lassoed = down && panning && selectAction->isChecked();
    down = panning = false;
    if (lassoed) takeLasso(modifiers.testFlag(Qt::ShiftModifier));
    if (!click) return;
    if (selectAction->isChecked()) {
        toggleAt(position);
        return;
    }
    if (const auto frame = q->frameAt(position)) {
        q->setCurrentFrame(*frame);
        emit q->frameSelected(*frame);
    }
}

bool ScanView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != d->canvas) return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::Wheel: {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        d->zoom(wheel->position(), std::pow(1.25, wheel->angleDelta().y() / 120.0));
        return true;
    }
    case QEvent::MouseButtonPress: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        d->down = mouse->button() == Qt::LeftButton;
        d->panning = false;
        d->pressed = d->last = mouse->position();
        d->lasso = QPolygonF{mouse->position()};
        return d->down;
    }
    case QEvent::MouseMove: d->move(static_cast<QMouseEvent*>(event)->position()); return true;
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        d->release(mouse->position(), mouse->modifiers());
        return true;
    }
    case QEvent::MouseButtonDblClick:
        if (!d->selectAction->isChecked()) fit();
        return true;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = d->textAt(help->pos());
        QToolTip::showText(help->globalPos(), text.isEmpty() ? d->canvas->toolTip() : text, d->canvas);
        return true;
    }
    case QEvent::Leave: d->readout->setText(QStringLiteral(" ")); return false;
    default: return QWidget::eventFilter(watched, event);
    }
}

void ScanView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (d->fitAction == nullptr) return;
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) d->changed();
}

} // namespace ewald::view
