// SPDX-License-Identifier: GPL-3.0-or-later
// From points to curves: thinning, axes with readable ticks, colours, zoom, read-out.
#include "view/icons.h"
#include "view/loss_chart_private.h"
#include "view/plot_axes.h"
#include "view/units_format.h"

#include <QAction>
#include <QCategoryAxis>
#include <QGraphicsLayout>
#include <QLegendMarker>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::view {

namespace {

// Okabe and Ito's colours, which people with any colour vision tell apart; darker on paper, lighter on dark.
constexpr std::array<QRgb, 7> kOnLight{0xff0072b2, 0xffd55e00, 0xff009e73, 0xffaa4499,
                                       0xff997700, 0xff3c91c8, 0xff555555};
constexpr std::array<QRgb, 7> kOnDark{0xff56b4e9, 0xffff8c42, 0xff2ec99a, 0xffe08cc4,
                                      0xfff0e442, 0xff8fb8ff, 0xffc0c0c0};

bool isDark(const QPalette& palette) { return palette.color(QPalette::Base).lightness() < 128; }

/// Shape at the end of a curve: circle, square, triangle, diamond, and again.
void paintMarker(QPainter& painter, QPointF p, std::size_t shape, double size) {
    switch (shape % 4) {
    case 0: painter.drawEllipse(p, size, size); break;
    case 1: painter.drawRect(QRectF(p.x() - size * 0.9, p.y() - size * 0.9, size * 1.8, size * 1.8)); break;
    case 2:
        painter.drawPolygon(QPolygonF{p + QPointF(0, -size * 1.2), p + QPointF(size * 1.1, size * 0.8),
                                      p + QPointF(-size * 1.1, size * 0.8)});
        break;
    default:
        painter.drawPolygon(QPolygonF{p + QPointF(0, -size * 1.3), p + QPointF(size * 1.3, 0),
                                      p + QPointF(0, size * 1.3), p + QPointF(-size * 1.3, 0)});
    }
}

} // namespace

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

LossCanvas::LossCanvas(QChart* chart, QWidget* parent) : QChartView(chart, parent) {
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    // Marker and read-out are painted over everything, so everything has to be painted.
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
}

void LossCanvas::drawForeground(QPainter* painter, const QRectF&) {
    if (paintOver) paintOver(*painter);
}

QColor LossChart::Private::colour(std::size_t curve) const {
    const auto& colours = isDark(theme) ? kOnDark : kOnLight;
    return QColor(colours[curve % colours.size()]);
}

void LossChart::Private::applyTheme(const QPalette& palette) {
    theme = palette;
    const QColor text = palette.color(QPalette::WindowText);
    chart->setBackgroundBrush(palette.color(QPalette::Base));
    chart->setPlotAreaBackgroundVisible(false);
    canvas->setBackgroundBrush(palette.color(QPalette::Base));
    chart->legend()->setLabelBrush(text);
    chart->legend()->setFont(q->font());
    for (QCategoryAxis* axis : {xAxis, yAxis}) {
        axis->setLabelsBrush(text);
        axis->setTitleBrush(text);
        axis->setLinePen(QPen(text, 1));
        axis->setGridLinePen(QPen(gridColour(palette), 1));
        axis->setLabelsFont(q->font());
        axis->setTitleFont(q->font());
        axis->setShadesVisible(false);
    }
    constexpr Qt::PenStyle kStyles[kLossMetrics] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine};
    for (std::size_t i = 0; i < curves.size(); ++i) {
        for (std::size_t k = 0; k < kLossMetrics; ++k) curves[i].series[k]->setPen(QPen(colour(i), 2, kStyles[k]));
    }
}

QList<QPointF> LossChart::Private::drawable(const Curve& curve, LossMetric metric) const {
    QList<QPointF> result;
    result.reserve(static_cast<qsizetype>(curve.points.size()));
    for (const LossPoint& p : curve.points) {
        const double x = seconds ? p.time_s : p.iteration;
        double y = metricValue(p, metric);
        if (!std::isfinite(x) || !std::isfinite(y) || (log && y <= 0)) continue;
        if (log) y = std::log10(y);
        result.emplace_back(x, y);
    }
    return result;
}

QRectF LossChart::Private::dataBounds() const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double left = kInfinity, right = -kInfinity, low = kInfinity, high = -kInfinity;
    for (const Curve& curve : curves) {
        for (std::size_t k = 0; k < kLossMetrics; ++k) {
            if (!shown[k]) continue;
            for (const QPointF& p : drawable(curve, static_cast<LossMetric>(k))) {
                left = std::min(left, p.x());
                right = std::max(right, p.x());
                low = std::min(low, p.y());
                high = std::max(high, p.y());
            }
        }
    }
    if (!(right >= left)) return log ? QRectF(0, -2, 10, 2) : QRectF(0, 0, 10, 1);
    if (!(right > left)) right = left + 1;
    left = std::min(left, 0.0);
    const double pad = std::max((high - low) * 0.06, log ? 0.03 : std::max(std::abs(high) * 0.02, 1e-12));
    // A linear axis of errors starts at 0: heights can then be compared.
    const double bottom = !log && low >= 0 ? 0 : low - pad;
    return {QPointF(left, bottom), QPointF(right + (right - left) * 0.02, high + pad)};
}

void LossChart::Private::fillAxis(QCategoryAxis* axis, double low, double high, bool logarithmic, int count) {
    for (const QString& label : axis->categoriesLabels()) axis->remove(label);
    std::vector<double> ticks;
    if (logarithmic) {
        ticks = logTicks(std::pow(10.0, low), std::pow(10.0, high), count);
    } else {
        ticks = linearTicks(low, high, count);
    }
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : high - low;
    axis->setRange(low, high);
    axis->setStartValue(low);
    for (const double v : ticks) axis->append(tickLabel(v, step, logarithmic), logarithmic ? std::log10(v) : v);
}

void LossChart::Private::setAxes(const QRectF& bounds) {
    axes = bounds;
    const double em = QFontMetricsF(q->font()).height();
    const QRectF plot = chart->plotArea();
    const int across = std::clamp(static_cast<int>(plot.width() / (em * 5)), 2, 12);
    const int down = std::clamp(static_cast<int>(plot.height() / (em * 2.2)), 2, 10);
    fillAxis(xAxis, axes.left(), axes.right(), false, across);
    fillAxis(yAxis, axes.top(), axes.bottom(), log, down);
    xAxis->setTitleText(seconds ? LossChart::tr("Time (s)") : LossChart::tr("Iteration"));
    QStringList names;
    for (std::size_t k = 0; k < kLossMetrics; ++k) {
        if (shown[k]) names << metricName(static_cast<LossMetric>(k));
    }
    yAxis->setTitleText(names.join(QStringLiteral(", ")));
    minorTicks.clear();
    if (log && axes.height() > 0.2 && axes.height() < 8) {
        for (int e = static_cast<int>(std::floor(axes.top())); e <= axes.bottom(); ++e) {
            for (int m = 1; m < 10; ++m) minorTicks.push_back(e + std::log10(m));
        }
    }
}

void LossChart::Private::refresh() {
    timer.stop();
    setAxes(zoomed.value_or(dataBounds()));
    const auto columns = static_cast<std::size_t>(std::max(50.0, chart->plotArea().width()));
    const bool several = std::count(shown.begin(), shown.end(), true) > 1;
    drawn = 0;
    for (Curve& curve : curves) {
        for (std::size_t k = 0; k < kLossMetrics; ++k) {
            QLineSeries* series = curve.series[k];
            const auto metric = static_cast<LossMetric>(k);
            const QList<QPointF> points =
                shown[k] ? thinned(drawable(curve, metric), axes.left(), axes.right(), columns / 2) : QList<QPointF>{};
            drawn += static_cast<std::size_t>(points.size());
            series->replace(points);
            series->setVisible(shown[k] && !points.isEmpty());
            series->setName(several ? curve.name + QStringLiteral(" · ") + metricName(metric) : curve.name);
            for (QLegendMarker* marker : chart->legend()->markers(series)) marker->setVisible(series->isVisible());
        }
    }
    chart->legend()->setVisible(drawn > 0);
    canvas->viewport()->update();
}

QPointF LossChart::Private::toData(QPointF position) const {
    const QRectF plot = chart->plotArea();
    return {axes.left() + (position.x() - plot.left()) / plot.width() * axes.width(),
            axes.top() + (plot.bottom() - position.y()) / plot.height() * axes.height()};
}

QPointF LossChart::Private::toScreen(QPointF data) const {
    const QRectF plot = chart->plotArea();
    return {plot.left() + (data.x() - axes.left()) / axes.width() * plot.width(),
            plot.bottom() - (data.y() - axes.top()) / axes.height() * plot.height()};
}

void LossChart::Private::zoom(QPointF position, double factor) {
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

void LossChart::Private::zoomInto(const QRectF& rectangle) {
    const QRectF inside = rectangle.intersected(chart->plotArea());
    if (inside.width() < 6 || inside.height() < 6) return;
    zoomed = QRectF(toData(inside.bottomLeft()), toData(inside.topRight()));
    refresh();
}

void LossChart::Private::findHovered(QPointF position) {
    // Mostly the iteration counts: above or below a curve is near enough.
    constexpr double kReach = 40;
    constexpr double kHeightWeight = 0.1;
    double best = kReach * kReach;
    std::optional<Hovered> found;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        for (std::size_t k = 0; k < kLossMetrics; ++k) {
            if (!shown[k]) continue;
            for (const LossPoint& p : curves[i].points) {
                const double value = metricValue(p, static_cast<LossMetric>(k));
                if (!std::isfinite(value) || (log && value <= 0)) continue;
                const QPointF data(seconds ? p.time_s : p.iteration, log ? std::log10(value) : value);
                const QPointF delta = toScreen(data) - position;
                const double distance = delta.x() * delta.x() + kHeightWeight * delta.y() * delta.y();
                if (distance >= best || !axes.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(data)) continue;
                best = distance;
                found = Hovered{i, static_cast<LossMetric>(k), p, data};
            }
        }
    }
    hovered = found;
    canvas->viewport()->update();
}

void LossChart::Private::paintHover(QPainter& painter) const {
    const QPointF p = toScreen(hovered->data);
    const QFontMetricsF metrics(q->font());
    const double em = metrics.height();
    const QStringList lines{curves[hovered->curve].name,
                            LossChart::tr("iteration %1, %2 s")
                                .arg(formatNumber(hovered->point.iteration, 7), formatNumber(hovered->point.time_s, 4)),
                            QStringLiteral("%1 %2").arg(metricName(hovered->metric),
                                                        formatNumber(metricValue(hovered->point, hovered->metric), 4))};
    double width = 0;
    for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
    QRectF box(p + QPointF(em, -em * 4.4), QSizeF(width + em, em * 3.6));
    const QRectF plot = chart->plotArea();
    if (box.right() > plot.right()) box.moveRight(p.x() - em);
    if (box.top() < plot.top()) box.moveTop(p.y() + em);
    painter.setPen(QPen(colour(hovered->curve), 1));
    painter.setBrush(theme.color(QPalette::Base));
    painter.drawRoundedRect(box, 4, 4);
    painter.drawEllipse(p, 4, 4);
    painter.setPen(theme.color(QPalette::WindowText));
    painter.setFont(q->font());
    painter.drawText(box.adjusted(em * 0.5, em * 0.2, 0, 0), Qt::AlignLeft | Qt::AlignTop, lines.join(u'\n'));
}

void LossChart::Private::paintOver(QPainter& painter) const {
    const QRectF plot = chart->plotArea();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(QPalette::WindowText), 1));
    for (const double tick : minorTicks) {
        if (tick < axes.top() || tick > axes.bottom()) continue;
        const double y = toScreen({axes.left(), tick}).y();
        painter.drawLine(QPointF(plot.left() - 3, y), QPointF(plot.left(), y));
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        for (std::size_t k = 0; k < kLossMetrics; ++k) {
            const QLineSeries* series = curves[i].series[k];
            if (!series->isVisible() || series->count() == 0) continue;
            const QPointF end = series->at(series->count() - 1);
            if (!axes.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(end)) continue;
            painter.setPen(QPen(theme.color(QPalette::Base), 1));
            painter.setBrush(colour(i));
            paintMarker(painter, toScreen(end), i, 4);
        }
    }
    if (hovered.has_value() && hovered->curve < curves.size()) paintHover(painter);
    painter.restore();
}

QImage LossChart::figure(int scale) const {
    const int factor = std::clamp(scale, 1, 8);
    QImage image(d->canvas->viewport()->size() * factor, QImage::Format_RGB32);
    image.fill(Qt::white);
    // Black on white for the time of the picture, without the read-out.
    d->hovered.reset();
    d->applyTheme(paperPalette());
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    d->canvas->render(&painter, QRectF(image.rect()), d->canvas->viewport()->rect());
    painter.end();
    d->applyTheme(palette());
    return image;
}

} // namespace ewald::view
