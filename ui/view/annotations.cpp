// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/annotations.h"

#include "base/units.h"
#include "common/quantity_text.h"
#include "view/axis_ticks.h"
#include "view/plot_axes.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ewald::view {

namespace {

const QColor kPlate(0, 0, 0, 150);

/// Text on a plate; `corner` is the top left of the plate. Returns the plate.
QRectF paintPlate(QPainter& painter, QPointF corner, const QString& text, const QColor& colour = Qt::white) {
    const QFontMetricsF metrics(painter.font());
    const double pad = metrics.height() * 0.25;
    const QRectF plate(corner, QSizeF(metrics.horizontalAdvance(text) + 2 * pad, metrics.height() + pad));
    painter.setPen(Qt::NoPen);
    painter.setBrush(kPlate);
    painter.drawRoundedRect(plate, pad, pad);
    painter.setPen(colour);
    painter.drawText(plate, Qt::AlignCenter, text);
    return plate;
}

void paintScaleBar(QPainter& painter, const QRectF& area, double metresPerPixel) {
    const QFontMetricsF metrics(painter.font());
    const double em = metrics.height();
    const ScaleBar bar = scaleBar(metresPerPixel, std::min(area.width() * 0.3, em * 12));
    if (!(bar.length_m > 0)) return;
    const double width = std::max(bar.pixels, metrics.horizontalAdvance(bar.label)) + em;
    const QRectF plate(area.left() + em * 0.6, area.bottom() - em * 2.5, width, em * 1.9);
    painter.setPen(Qt::NoPen);
    painter.setBrush(kPlate);
    painter.drawRoundedRect(plate, em * 0.25, em * 0.25);
    painter.setBrush(Qt::white);
    const double thickness = std::max(2.0, em * 0.2);
    painter.drawRect(
        QRectF(plate.center().x() - bar.pixels / 2, plate.bottom() - em * 0.3 - thickness, bar.pixels, thickness));
    painter.setPen(Qt::white);
    painter.drawText(QRectF(plate.left(), plate.top() + em * 0.12, plate.width(), em * 1.1), Qt::AlignCenter,
                     bar.label);
}

void paintMaskLegend(QPainter& painter, const QRectF& area, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    const double em = metrics.height();
    const double width = metrics.horizontalAdvance(text) + em * 2.3;
    const QRectF plate(area.right() - em * 0.6 - width, area.bottom() - em * 1.9, width, em * 1.3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(kPlate);
    painter.drawRoundedRect(plate, em * 0.25, em * 0.25);
    const QRectF swatch(plate.left() + em * 0.35, plate.center().y() - em * 0.4, em * 1.1, em * 0.8);
    painter.fillRect(swatch, QColor(kMaskedDark.r, kMaskedDark.g, kMaskedDark.b));
    painter.fillRect(swatch, QBrush(QColor(kMaskedLight.r, kMaskedLight.g, kMaskedLight.b), Qt::BDiagPattern));
    painter.setPen(Qt::white);
    painter.drawText(QRectF(swatch.right() + em * 0.35, plate.top(), plate.width(), plate.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, text);
}

/// Lines with their labels; only the runs that come near the area are drawn.
/// \param besideAxis numbers stand along the left edge, which labels would be under
void paintPaths(QPainter& painter, const QRectF& area, const std::vector<ImagePath>& paths, bool besideAxis,
                const ToScreen& toScreen) {
    const double em = QFontMetricsF(painter.font()).height();
    const QRectF near = area.adjusted(-em, -em, em, em);
    const QRectF labelled = area.adjusted((besideAxis ? 3.2 : 1) * em, em, -3 * em, -2 * em);
    painter.setBrush(Qt::NoBrush);
    struct Label {
        QPointF place;
        QString text;
        QColor colour;
    };
    std::vector<Label> labels;
    for (const ImagePath& path : paths) {
        const QColor own = path.colour.isValid() ? path.colour : QColor(90, 235, 255);
        QPolygonF run;
        std::optional<QPointF> place;
        const auto draw = [&] {
            if (run.size() < 2) return;
            const bool clear = path.strong || path.outline;
            const double width = clear ? 1.8 : 1.0;
            painter.setPen(QPen(QColor(0, 0, 0, clear ? 190 : 120), width + 1.6));
            painter.drawPolyline(run);
            painter.setPen(QPen(path.strong ? QColor(255, 217, 64) : own, width));
            painter.drawPolyline(run);
        };
        QPointF before;
        for (std::size_t i = 0; i < path.points.size(); ++i) {
            const QPointF here = toScreen(path.points[i]);
            const bool seen = near.contains(here) || (i > 0 && near.intersects(QRectF(before, here).normalized()));
            if (seen) {
                if (run.isEmpty() && i > 0) run << before;
                run << here;
                if (!place && labelled.contains(here)) place = here;
            } else if (!run.isEmpty()) {
                draw();
                run.clear();
            }
            before = here;
        }
        draw();
        if (place && !path.label.isEmpty())
            labels.push_back({*place, path.label, path.colour.isValid() ? path.colour : QColor(Qt::white)});
    }
    std::vector<QRectF> taken;
    for (const auto& [place, text, colour] : labels) {
        const QRectF plate(place, QSizeF(QFontMetricsF(painter.font()).horizontalAdvance(text) + em, em * 1.4));
        // Rings that lie close together would cover each other's names.
        if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(plate); })) continue;
        taken.push_back(paintPlate(painter, place, text, colour));
    }
}

/// The numbers of an axis that have room, and the step between them. One number gives no scale: there are more where
/// those at the ends have no room.
template <class HasRoom, class Apart>
std::pair<std::vector<double>, double> chooseTicks(const ImageAxis& axis, double low, double high, int count,
                                                   const HasRoom& hasRoom, const Apart& apart) {
    std::pair<std::vector<double>, double> chosen{{}, high - low};
    for (const int more : {1, 2, 3}) {
        auto ticks = linearTicks(low, high, count * more);
        // An axis without a unit and with whole steps counts things: there is no frame 0.2.
        if (axis.unit.isEmpty() && axis.step == std::floor(axis.step))
            std::erase_if(ticks, [](double tick) { return std::abs(tick - std::round(tick)) > 1e-6; });
        const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : high - low;
        std::erase_if(ticks, [&](double tick) { return !hasRoom(tick, step); });
        if (more == 1 || (ticks.size() > 1 && apart(ticks.front(), step))) chosen = {std::move(ticks), step};
        if (chosen.first.size() > 1) break;
    }
    return chosen;
}

/// Numbers along the lower or the left edge, on a plate inside the image.
void paintAxis(QPainter& painter, const QRectF& area, const ImageAxis& axis, bool horizontal,
               const ToScreen& toScreen) {
    const QFontMetricsF metrics(painter.font());
    const double em = metrics.height();
    const QPointF origin = toScreen({0.5, 0.5});
    const QPointF next = toScreen({1.5, 1.5});
    const double start = horizontal ? origin.x() : origin.y();
    const double perPixel = horizontal ? next.x() - origin.x() : next.y() - origin.y();
    if (!(perPixel > 0) || axis.step == 0) return;
    const auto valueAt = [&](double screen) { return axis.first + (screen - start) / perPixel * axis.step; };
    const auto screenAt = [&](double value) { return start + (value - axis.first) / axis.step * perPixel; };
    const double low = valueAt(horizontal ? area.left() : area.top());
    const double high = valueAt(horizontal ? area.right() : area.bottom());
    const double length = horizontal ? area.width() : area.height();
    const int count = std::clamp(static_cast<int>(length / (em * (horizontal ? 3.6 : 3))), 2, 10);
    const QString title = axis.unit.isEmpty() ? axis.name : axis.name + QStringLiteral(" (") + axis.unit + u')';
    const auto labelWidth = [&](double tick, double step) {
        return metrics.horizontalAdvance(tickLabel(tick, step, false)) + em * 0.5;
    };
    // Not over the title of this axis, nor over the numbers of the other one at the left.
    const auto hasRoom = [&](double tick, double step) {
        const double at = screenAt(tick), half = horizontal ? labelWidth(tick, step) / 2 : em;
        const double first = horizontal ? area.left() + em * 3.2 : area.top() + em * 1.8;
        const double last =
            horizontal ? area.right() - metrics.horizontalAdvance(title) - em * 1.6 : area.bottom() - em * 1.8;
        return at - half >= first && at + half <= last;
    };
    const auto apart = [&](double tick, double step) {
        return std::abs(screenAt(tick + step) - screenAt(tick)) >
               (horizontal ? labelWidth(tick, step) + em * 0.3 : em * 1.5);
    };
    const auto [ticks, step] = chooseTicks(axis, std::min(low, high), std::max(low, high), count, hasRoom, apart);
    painter.setPen(QPen(Qt::white, 1));
    for (const double tick : ticks) {
        const double at = screenAt(tick);
        const QString text = tickLabel(tick, step, false);
        if (horizontal) {
            paintPlate(painter, QPointF(at - labelWidth(tick, step) / 2, area.bottom() - em * 1.75), text);
            painter.setPen(QPen(Qt::white, 1));
            painter.drawLine(QPointF(at, area.bottom()), QPointF(at, area.bottom() - em * 0.4));
        } else {
            paintPlate(painter, QPointF(area.left() + em * 0.5, at - em * 0.62), text);
            painter.setPen(QPen(Qt::white, 1));
            painter.drawLine(QPointF(area.left(), at), QPointF(area.left() + em * 0.4, at));
        }
    }
    if (horizontal) {
        const QPointF corner(area.right() - metrics.horizontalAdvance(title) - em, area.bottom() - em * 1.75);
        paintPlate(painter, corner, title);
    } else {
        paintPlate(painter, area.topLeft() + QPointF(em * 0.5, em * 0.4), title);
    }
}

void paintOutlined(QPainter& painter, const std::function<void()>& draw, double width) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(0, 0, 0, 170), width + 2));
    draw();
    painter.setPen(QPen(QColor(255, 217, 64), width));
    draw();
}

/// The pixels that a line's values are averaged over.
void paintStrip(QPainter& painter, const ImageAnnotations& what, const ToScreen& toScreen) {
    const QPointF from = what.line->first, to = what.line->second;
    const QPointF delta = to - from;
    const double length = std::hypot(delta.x(), delta.y());
    if (!(what.lineWidth_px > 1) || !(length > 0)) return;
    const QPointF across = QPointF(-delta.y(), delta.x()) * (what.lineWidth_px / 2 / length);
    const QPolygonF strip{toScreen(from + across), toScreen(to + across), toScreen(to - across),
                          toScreen(from - across)};
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(255, 217, 64, 50));
    painter.drawPolygon(strip);
    paintOutlined(
        painter, [&] { painter.drawPolygon(strip); }, 0.8);
}

/// The measured line with its length, and bars across it where the cursors of its profile stand.
void paintLine(QPainter& painter, const QRectF& area, const ImageAnnotations& what, const ToScreen& toScreen) {
    const QFontMetricsF metrics(painter.font());
    const double em = metrics.height();
    const QPointF from = toScreen(what.line->first), to = toScreen(what.line->second);
    paintOutlined(
        painter, [&] { painter.drawLine(from, to); }, 1.5);
    for (const QPointF& end : {from, to}) {
        paintOutlined(
            painter, [&] { painter.drawEllipse(end, em * 0.25, em * 0.25); }, 1.5);
    }
    QPointF corner = to + QPointF(em * 0.6, em * 0.4);
    corner.setX(std::min(corner.x(), area.right() - metrics.horizontalAdvance(what.lineText) - em));
    corner.setY(std::min(corner.y(), area.bottom() - em * 1.6));
    if (!what.lineText.isEmpty()) paintPlate(painter, corner, what.lineText);
    const QPointF delta = to - from;
    const double length = std::hypot(delta.x(), delta.y());
    if (!what.lineMarks || !(length > 0)) return;
    const QPointF across = QPointF(-delta.y(), delta.x()) * (em * 0.45 / length);
    for (const auto& [place, name] : {std::pair(what.lineMarks->first, "A"), std::pair(what.lineMarks->second, "B")}) {
        const QPointF at = toScreen(place);
        paintOutlined(
            painter, [&] { painter.drawLine(at - across, at + across); }, 1.5);
        paintPlate(painter, at + QPointF(em * 0.3, -em * 1.6), QLatin1String(name));
    }
}

} // namespace

QString fittingLabel(const ImageLabel& label, const QFontMetricsF& metrics, double room) {
    if (!(label.width > 0)) return label.text;
    for (const QString& text : {label.text, label.brief})
        if (metrics.horizontalAdvance(text) + 0.5 * metrics.height() <= room) return text;
    return {};
}

void paintAnnotations(QPainter& painter, const QRectF& area, const ImageAnnotations& what, const ToScreen& toScreen) {
    painter.save();
    painter.setClipRect(area);
    const double em = QFontMetricsF(painter.font()).height();
    paintColouredPixels(painter, area, what.pixels, toScreen);
    paintPaths(painter, area, what.paths, what.verticalAxis.has_value(), toScreen);
    if (what.region.has_value()) {
        const QRectF rect(toScreen(what.region->topLeft()), toScreen(what.region->bottomRight()));
        paintOutlined(
            painter, [&] { painter.drawRect(rect); }, 1.5);
    }
    for (const ImageLabel& label : what.labels) {
        const QPointF corner = toScreen(label.pixel) + QPointF(em * 0.25, em * 0.25);
        if (!area.contains(corner)) continue;
        const double end = toScreen(label.pixel + QPointF(label.width, 0)).x();
        const QString text = fittingLabel(label, QFontMetricsF(painter.font()), end - corner.x());
        if (!text.isEmpty()) paintPlate(painter, corner, text);
    }
    for (const QPointF& corner : what.handles) {
        const QPointF at = toScreen(corner);
        paintOutlined(
            painter, [&] { painter.drawRect(QRectF(at.x() - 3, at.y() - 3, 6, 6)); }, 1.5);
    }
    if (what.line.has_value()) {
        paintStrip(painter, what, toScreen);
        paintLine(painter, area, what, toScreen);
    }
    if (what.metresPerScreenPixel > 0) paintScaleBar(painter, area, what.metresPerScreenPixel);
    // In its corner stands the title of an axis, where there is one.
    if (what.masked && !what.horizontalAxis) paintMaskLegend(painter, area, what.maskedText);
    if (what.horizontalAxis) paintAxis(painter, area, *what.horizontalAxis, true, toScreen);
    if (what.verticalAxis) paintAxis(painter, area, *what.verticalAxis, false, toScreen);
    painter.restore();
}

namespace {

struct Tick {
    double fraction = 0;
    QString text;
};

bool isFullTurn(const Range& range) {
    return !range.log && std::abs(range.low + kPi) < 1e-3 && std::abs(range.high - kPi) < 1e-3;
}

std::vector<Tick> barTicks(const Range& range, int count) {
    if (isFullTurn(range)) {
        return {{0, QStringLiteral("−π")},
                {0.25, QStringLiteral("−π/2")},
                {0.5, QStringLiteral("0")},
                {0.75, QStringLiteral("π/2")},
                {1, QStringLiteral("π")}};
    }
    const auto values = range.log ? logTicks(range.low, range.high, count) : linearTicks(range.low, range.high, count);
    const double step = values.size() > 1 ? values[1] - values[0] : range.high - range.low;
    std::vector<Tick> ticks;
    for (const double v : values) ticks.push_back({range.fraction(v), tickLabel(v, step, range.log)});
    return ticks;
}

double barThickness(double em) { return em * 0.9; }

void paintWheel(QPainter& painter, const QRectF& area, const ColourBarSpec& spec, const QColor& text) {
    const QFontMetricsF metrics(painter.font());
    const double em = metrics.height();
    const double radius = std::min(area.width() / 2 - em * 1.1, area.height() / 2 - em * 1.6);
    if (radius < 4) return;
    const QPointF centre(area.center().x(), area.top() + radius + em * 1.4);
    const int side = static_cast<int>(std::ceil(radius * 2 * painter.device()->devicePixelRatioF()));
    QImage disc(side, side, QImage::Format_ARGB32_Premultiplied);
    disc.fill(Qt::transparent);
    for (int y = 0; y < side; ++y) {
        auto* line = reinterpret_cast<QRgb*>(disc.scanLine(y));
        for (int x = 0; x < side; ++x) {
            const float re = 2.0F * (static_cast<float>(x) + 0.5F) / static_cast<float>(side) - 1.0F;
            const float im = 1.0F - 2.0F * (static_cast<float>(y) + 0.5F) / static_cast<float>(side);
            if (re * re + im * im > 1) continue;
            const Rgb c = complexColour({re, im}, 1);
            line[x] = qRgb(c.r, c.g, c.b);
        }
    }
    painter.drawImage(QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius), disc);
    painter.setPen(text);
    const auto around = [&](double dx, double dy, const QString& word) {
        const QPointF p = centre + QPointF(dx, dy) * (radius + em * 0.65);
        painter.drawText(QRectF(p.x() - em, p.y() - em, 2 * em, 2 * em), Qt::AlignCenter, word);
    };
    around(1, 0, QStringLiteral("0"));
    around(0, -1, QStringLiteral("π/2"));
    around(-1, 0, QStringLiteral("π"));
    around(0, 1, QStringLiteral("−π/2"));
    const double top = centre.y() + radius + em * 1.4;
    painter.drawText(QRectF(area.left(), top, area.width(), em * 1.2), Qt::AlignCenter, spec.label);
    painter.drawText(QRectF(area.left(), top + em * 1.1, area.width(), em * 1.2), Qt::AlignCenter,
                     QStringLiteral("≤ ") + ui::numberText(spec.range.high, 3));
}

} // namespace

double colourBarWidth(const QFontMetricsF& metrics, const ColourBarSpec& spec) {
    const double em = metrics.height();
    // A fixed room for the numbers: a bar whose width follows its numbers makes the image jump while it is updated.
    const double numbers = metrics.horizontalAdvance(QStringLiteral("−0.0005"));
    const double bar = barThickness(em) + em * 0.5 + numbers + em * 1.4;
    return spec.wheel ? std::max(bar, metrics.horizontalAdvance(spec.label) + em * 0.4) : bar;
}

void paintColourBar(QPainter& painter, const QRectF& area, const ColourBarSpec& spec, const QColor& text) {
    if (spec.wheel) {
        paintWheel(painter, area, spec, text);
        return;
    }
    if (!spec.channels.empty()) {
        const double height = area.height() / static_cast<double>(spec.channels.size());
        for (std::size_t i = 0; i < spec.channels.size(); ++i)
            paintColourBar(painter,
                           QRectF(area.left(), area.top() + static_cast<double>(i) * height, area.width(), height),
                           spec.channels[i], text);
        return;
    }
    const QFontMetricsF metrics(painter.font());
    const double em = metrics.height();
    const QRectF bar =
        QRectF(area.left() + em * 0.2, area.top() + em * 0.6, barThickness(em), area.height() - em * 1.2);
    if (bar.height() < em) return;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QImage strip = colourStrip(ColourMap::byId(spec.map), static_cast<int>(ColourMap::kSize), 1);
    painter.drawImage(bar, strip.transformed(QTransform().rotate(-90)));
    painter.setPen(QPen(text, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    double widest = 0;
    const int count = std::max(2, static_cast<int>(bar.height() / (em * 2.2)));
    for (const Tick& tick : barTicks(spec.range, count)) {
        const double y = bar.bottom() - tick.fraction * bar.height();
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + em * 0.25, y));
        painter.drawText(QRectF(bar.right() + em * 0.4, y - em * 0.6, area.width(), em * 1.2),
                         Qt::AlignVCenter | Qt::AlignLeft, tick.text);
        widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    }
    const double labelX = std::min(area.right() - em * 1.05, bar.right() + em * 0.6 + widest);
    painter.save();
    painter.translate(labelX + em * 0.5, bar.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-bar.height() / 2, -em * 0.5, bar.height(), em), Qt::AlignCenter,
                     fittingTitle(spec.label, metrics, bar.height()));
    painter.restore();
}

QImage colourStrip(const ColourMap& map, int width, int height) {
    QImage strip(std::max(1, width), std::max(1, height), QImage::Format_RGB32);
    for (int x = 0; x < strip.width(); ++x) {
        const Rgb c = map.at((x + 0.5) / strip.width());
        for (int y = 0; y < strip.height(); ++y) strip.setPixel(x, y, qRgb(c.r, c.g, c.b));
    }
    return strip;
}

} // namespace ewald::view
