// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/chart_base.h"

#include "view/axis_ticks.h"
#include "view/plot_axes.h"

#include <QCategoryAxis>
#include <QGraphicsLayout>
#include <QLegend>
#include <QMouseEvent>
#include <QPainter>
#include <QRubberBand>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ewald::view {

namespace {

constexpr int kRefreshInterval_ms = 50; ///< the eye does not see more than twenty pictures a second

// Darker on paper, lighter on dark.
constexpr std::array<QRgb, 7> kOnLight{0xff0072b2, 0xffd55e00, 0xff009e73, 0xffaa4499,
                                       0xff997700, 0xff3c91c8, 0xff555555};
constexpr std::array<QRgb, 7> kOnDark{0xff56b4e9, 0xffff8c42, 0xff2ec99a, 0xffe08cc4,
                                      0xfff0e442, 0xff8fb8ff, 0xffc0c0c0};

/// The line in pieces that are no wider, cut between words.
QStringList wrapped(const QString& line, const QFontMetricsF& metrics, double widest) {
    QStringList pieces;
    for (const QString& word : line.split(u' ')) {
        const QString longer = pieces.isEmpty() ? word : pieces.back() + u' ' + word;
        if (!pieces.isEmpty() && metrics.horizontalAdvance(longer) <= widest)
            pieces.back() = longer;
        else
            pieces << word;
    }
    return pieces;
}

bool isDark(const QPalette& palette) { return palette.color(QPalette::Base).lightness() < 128; }

} // namespace

QColor curveColour(std::size_t curve, const QPalette& palette) {
    const auto& colours = isDark(palette) ? kOnDark : kOnLight;
    return QColor(colours[curve % colours.size()]);
}

QList<QPointF> thinned(const QList<QPointF>& points, double low, double high, std::size_t columns) {
    if (static_cast<std::size_t>(points.size()) <= 4 * columns || !(high > low)) return points;
    QList<QPointF> result;
    const auto column = [&](double x) { return std::floor((x - low) / (high - low) * static_cast<double>(columns)); };
    for (qsizetype i = 0; i < points.size();) {
        const double here = column(points[i].x());
        qsizetype lowest = i;
        qsizetype highest = i;
        qsizetype end = i;
        for (; end < points.size() && column(points[end].x()) == here; ++end) {
            if (points[end].y() < points[lowest].y()) lowest = end;
            if (points[end].y() > points[highest].y()) highest = end;
        }
        std::array<qsizetype, 4> keep{i, std::min(lowest, highest), std::max(lowest, highest), end - 1};
        for (std::size_t k = 0; k < keep.size(); ++k) {
            if (k == 0 || keep[k] != keep[k - 1]) result.push_back(points[keep[k]]);
        }
        i = end;
    }
    return result;
}

ChartCanvas::ChartCanvas(QChart* chart, QWidget* parent) : QChartView(chart, parent) {
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    // Marker and read-out are painted over everything, so everything has to be painted.
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
}

void ChartCanvas::drawForeground(QPainter* painter, const QRectF&) {
    if (paintOver) paintOver(*painter);
}

void ChartCanvas::mousePressEvent(QMouseEvent* event) {
    // QChartView takes it for granted that the chart lies there. A second button may go down beyond the edge.
    if (itemAt(event->position().toPoint()) != nullptr) QChartView::mousePressEvent(event);
}

ChartBase::ChartBase(QWidget* widget) : owner(widget), saver(widget) {
    chart = new QChart;
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->setMargins(QMargins(2, 2, 6, 2));
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setBackgroundRoundness(0);
    chart->legend()->setAlignment(Qt::AlignTop);
    chart->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    xAxis = new QCategoryAxis;
    yAxis = new QCategoryAxis;
    for (QCategoryAxis* axis : {xAxis, yAxis}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }
    chart->addAxis(xAxis, Qt::AlignBottom);
    chart->addAxis(yAxis, Qt::AlignLeft);
    canvas = new ChartCanvas(chart, owner);
    canvas->setMinimumSize(200, 112); // a message below the page of a low window needs some of it
    canvas->viewport()->setMouseTracking(true);
    canvas->setFocusPolicy(Qt::StrongFocus);
    rubber = new QRubberBand(QRubberBand::Rectangle, canvas->viewport());
    timer.setSingleShot(true);
    timer.setInterval(kRefreshInterval_ms);
    QObject::connect(&timer, &QTimer::timeout, owner, [this] { refresh(); });
    // Ticks and titles are chosen by the height, which a legend changes as well.
    QObject::connect(chart, &QChart::plotAreaChanged, owner, [this](const QRectF& area) {
        if (std::abs(area.height() - std::exchange(m_plotHeight, area.height())) > 0.5) schedule();
    });
}

void ChartBase::watch() { canvas->viewport()->installEventFilter(owner); }

void ChartBase::schedule() {
    if (!timer.isActive()) timer.start();
}

void ChartBase::ownerChanged(const QEvent& event) {
    if (!m_themed || (event.type() != QEvent::PaletteChange && event.type() != QEvent::StyleChange)) return;
    applyTheme(owner->palette());
    refresh();
}

void ChartBase::applyTheme(const QPalette& palette) {
    m_themed = true;
    theme = palette;
    const QColor text = palette.color(QPalette::WindowText);
    chart->setBackgroundBrush(palette.color(QPalette::Base));
    chart->setPlotAreaBackgroundVisible(false);
    canvas->setBackgroundBrush(palette.color(QPalette::Base));
    chart->legend()->setLabelBrush(text);
    chart->legend()->setFont(owner->font());
    for (QCategoryAxis* axis : {xAxis, yAxis}) {
        axis->setLabelsBrush(text);
        axis->setTitleBrush(text);
        axis->setLinePen(QPen(text, 1));
        axis->setGridLinePen(QPen(gridColour(palette), 1));
        axis->setLabelsFont(owner->font());
        axis->setTitleFont(owner->font());
        axis->setShadesVisible(false);
    }
    applyCurveColours();
}

void ChartBase::fillAxis(QCategoryAxis* axis, double low, double high, bool logarithmic, int count) {
    for (const QString& label : axis->categoriesLabels()) axis->remove(label);
    std::vector<double> ticks;
    if (logarithmic) {
        ticks = logTicks(std::pow(10.0, low), std::pow(10.0, high), count);
    } else {
        ticks = linearTicks(low, high, count);
    }
    if (wholeX && axis == xAxis) std::erase_if(ticks, [](double v) { return std::abs(v - std::round(v)) > 1e-6; });
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : high - low;
    axis->setRange(low, high);
    axis->setStartValue(low);
    for (const double v : ticks) axis->append(tickLabel(v, step, logarithmic), logarithmic ? std::log10(v) : v);
}

void ChartBase::setAxes(const QRectF& bounds, const QString& xTitle, const QString& yTitle) {
    axes = bounds;
    const double em = QFontMetricsF(owner->font()).height();
    const QRectF plot = chart->plotArea();
    const int across = std::clamp(static_cast<int>(plot.width() / (em * 5)), 2, 12);
    const int down = std::clamp(static_cast<int>(plot.height() / (em * 2.2)), 2, 10);
    fillAxis(xAxis, axes.left(), axes.right(), false, across);
    fillAxis(yAxis, axes.top(), axes.bottom(), log, down);
    xAxis->setTitleText(xTitle);
    constexpr double kEdges = 2; // of the item that Qt draws it in
    const QString title = fittingTitle(yTitle, QFontMetricsF(owner->font()), plot.height() - kEdges, 2);
    yAxis->setTitleText(QString(title).replace(u'\n', QStringLiteral("<br>")));
    minorTicks.clear();
    if (log && axes.height() > 0.2 && axes.height() < 8) {
        for (int e = static_cast<int>(std::floor(axes.top())); e <= axes.bottom(); ++e) {
            for (int m = 1; m < 10; ++m) minorTicks.push_back(e + std::log10(m));
        }
    }
}

void ChartBase::showAxes(bool some) {
    if (xAxis->labelsVisible() == some) return;
    for (QCategoryAxis* axis : {xAxis, yAxis}) {
        axis->setLabelsVisible(some);
        axis->setLineVisible(some);
        axis->setGridLineVisible(some);
        axis->setTitleVisible(some);
    }
    schedule(); // the plot has another size, and place for other ticks
}

QPointF ChartBase::toData(QPointF position) const {
    const QRectF plot = chart->plotArea();
    return {axes.left() + (position.x() - plot.left()) / plot.width() * axes.width(),
            axes.top() + (plot.bottom() - position.y()) / plot.height() * axes.height()};
}

QPointF ChartBase::toScreen(QPointF data) const {
    const QRectF plot = chart->plotArea();
    return {plot.left() + (data.x() - axes.left()) / axes.width() * plot.width(),
            plot.bottom() - (data.y() - axes.top()) / axes.height() * plot.height()};
}

void ChartBase::zoom(QPointF position, double factor) {
    const QPointF fixed = toData(position);
    const QPointF low = fixed - (fixed - axes.topLeft()) / factor;
    const QPointF high = fixed + (axes.bottomRight() - fixed) / factor;
    const QRectF all = dataBounds();
    zoomed = QRectF(low, high);
    // Zoomed out beyond everything is the same as everything.
    if (zoomed->width() >= all.width() && zoomed->height() >= all.height()) zoomed.reset();
    if (zoomed && zoomed->width() < all.width() * 1e-6) return;
    refresh();
}

void ChartBase::zoomInto(const QRectF& rectangle) {
    const QRectF inside = rectangle.intersected(chart->plotArea());
    if (inside.width() < 6 || inside.height() < 6) return;
    zoomed = QRectF(toData(inside.bottomLeft()), toData(inside.topRight()));
    refresh();
}

void ChartBase::resetZoom() {
    zoomed.reset();
    refresh();
}

void ChartBase::paintMinorTicks(QPainter& painter) const {
    if (!yAxis->labelsVisible()) return;
    const QRectF plot = chart->plotArea();
    painter.setPen(QPen(theme.color(QPalette::WindowText), 1));
    for (const double tick : minorTicks) {
        if (tick < axes.top() || tick > axes.bottom()) continue;
        const double y = toScreen({axes.left(), tick}).y();
        painter.drawLine(QPointF(plot.left() - 3, y), QPointF(plot.left(), y));
    }
}

void ChartBase::paintHoverBox(QPainter& painter, QPointF data, const QStringList& lines, const QColor& colour) const {
    const QPointF p = toScreen(data);
    paintBox(painter, p, false, lines, colour);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(theme.color(QPalette::Base));
    painter.drawEllipse(p, 4, 4);
}

void ChartBase::paintBoxBelow(QPainter& painter, QPointF place, const QStringList& lines, const QColor& colour) const {
    paintBox(painter, place, true, lines, colour);
}

void ChartBase::paintBox(QPainter& painter, QPointF p, bool below, const QStringList& lines,
                         const QColor& colour) const {
    const QFontMetricsF metrics(owner->font());
    const double em = metrics.height();
    const QRectF plot = chart->plotArea();
    constexpr double kWidest = 0.6; // of the chart
    QStringList shown;
    for (const QString& line : lines) shown << wrapped(line, metrics, kWidest * plot.width());
    const double room = (below ? plot.bottom() - p.y() : plot.height()) / em - 1;
    if (const auto most = static_cast<qsizetype>(std::max(room, 2.0)); shown.size() > most) {
        shown.resize(most);
        shown.back() = QStringLiteral("…");
    }
    double width = 0;
    for (const QString& line : shown) width = std::max(width, metrics.horizontalAdvance(line));
    const double height = em * (static_cast<double>(shown.size()) + 0.6);
    QRectF box(p + QPointF(em, -height - 0.8 * em), QSizeF(width + em, height));
    if (box.right() > plot.right()) box.moveRight(p.x() - em);
    if (box.left() < plot.left()) box.moveLeft(plot.left() + 1);
    if (below)
        box.moveTop(p.y());
    else if (box.top() < plot.top())
        box.moveTop(p.y() + em);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(theme.color(QPalette::Base));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(theme.color(QPalette::WindowText));
    painter.setFont(owner->font());
    painter.drawText(box.adjusted(em * 0.5, em * 0.2, 0, 0), Qt::AlignLeft | Qt::AlignTop, shown.join(u'\n'));
}

bool ChartBase::handle(QEvent* event) {
    const auto mouse = [event] { return static_cast<QMouseEvent*>(event); };
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        if (mouse()->button() != Qt::LeftButton) return false;
        pressed = mouse()->pos();
        rubber->setGeometry(QRect(pressed, QSize()));
        rubber->show();
        return true;
    case QEvent::MouseMove:
        if (rubber->isVisible()) rubber->setGeometry(QRect(pressed, mouse()->pos()).normalized());
        findHovered(mouse()->position());
        return true;
    case QEvent::MouseButtonRelease:
        if (!rubber->isVisible()) return false;
        rubber->hide();
        zoomInto(QRectF(QRect(pressed, mouse()->pos()).normalized()));
        return true;
    case QEvent::MouseButtonDblClick: resetZoom(); return true;
    case QEvent::Wheel: {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        zoom(wheel->position(), std::pow(1.25, wheel->angleDelta().y() / 120.0));
        return true;
    }
    case QEvent::Leave: endHover(); return false;
    case QEvent::Resize: schedule(); return false;
    default: return false;
    }
}

QImage ChartBase::figure(int scale) {
    const int factor = std::clamp(scale, 1, 8);
    QImage image(canvas->viewport()->size() * factor, QImage::Format_RGB32);
    image.fill(Qt::white);
    // Black on white for the time of the picture, without the read-out.
    const QPalette before = theme;
    endHover();
    applyTheme(paperPalette());
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    canvas->render(&painter, QRectF(image.rect()), canvas->viewport()->rect());
    painter.end();
    applyTheme(before);
    return image;
}

} // namespace ewald::view
