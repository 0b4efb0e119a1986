// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/image_figure.h"

#include "base/error.h"
#include "base/phrase.h"

#include <QBuffer>
#include <QSaveFile>

#include <algorithm>
#include <cmath>

namespace ewald::view {

namespace {

constexpr int kLargestSide = 8000;
constexpr int kCaption = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

/// What a PNG of it says: its facts as text chunks, and the size at which it is printed. The size of a pixel in the
/// sample is one of the texts: as the size on paper it would make the picture vanish in a document.
void describe(QImage& figure, const FigureSpec& spec, int factor) {
    constexpr double kInch_m = 0.0254, kScreen_dpi = 96;
    figure.setDotsPerMeterX(static_cast<int>(std::lround(kScreen_dpi * factor / kInch_m)));
    figure.setDotsPerMeterY(figure.dotsPerMeterX());
    if (!spec.caption.isEmpty()) figure.setText(QStringLiteral("Description"), spec.caption);
    for (const QString& fact : spec.facts) {
        const qsizetype colon = fact.indexOf(QStringLiteral(": "));
        if (colon > 0) figure.setText(fact.left(colon), fact.mid(colon + 2));
    }
    if (spec.annotations.metresPerScreenPixel > 0) {
        figure.setText(QStringLiteral("figure_pixel_m"),
                       QString::number(spec.annotations.metresPerScreenPixel / factor, 'g', 6));
    }
}

/// Draws the visible part of the image into `area`.
void paintImage(QPainter& painter, const QRectF& area, const FigureSpec& spec, int scale) {
    const double cols = static_cast<double>(spec.image.cols());
    const double rows = static_cast<double>(spec.image.rows());
    const QRectF part = spec.view.intersected(QRectF(0, 0, cols, rows));
    if (part.isEmpty()) return;
    const PixelRect rect{static_cast<std::size_t>(part.left()), static_cast<std::size_t>(part.top()),
                         static_cast<std::size_t>(std::min(cols, std::ceil(part.right()))),
                         static_cast<std::size_t>(std::min(rows, std::ceil(part.bottom())))};
    const double sx = area.width() / spec.view.width();
    const double sy = area.height() / spec.view.height();
    const auto texels = [&](std::size_t pixels, double perPixel) {
        const double wanted = static_cast<double>(pixels) * std::min(1.0, perPixel * scale);
        return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(wanted)));
    };
    const Tile tile = renderTile(spec.image, rect, texels(rect.width(), sx), texels(rect.height(), sy), spec.range,
                                 ColourMap::byId(spec.bar.map));
    const QImage colours(tile.rgba.data(), static_cast<int>(tile.width), static_cast<int>(tile.height),
                         static_cast<qsizetype>(tile.width * 4), QImage::Format_RGBA8888);
    const QRectF target(area.left() + (static_cast<double>(rect.left) - spec.view.left()) * sx,
                        area.top() + (static_cast<double>(rect.top) - spec.view.top()) * sy,
                        static_cast<double>(rect.width()) * sx, static_cast<double>(rect.height()) * sy);
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(target, colours);
    painter.restore();
}

void paintPoints(QPainter& painter, const QRectF& area, const FigureSpec& spec, const ToScreen& toScreen) {
    if (spec.points.empty()) return;
    painter.save();
    painter.setClipRect(area);
    QPolygonF polygon;
    polygon.reserve(static_cast<qsizetype>(spec.points.size()));
    for (const QPointF& p : spec.points) polygon << toScreen(p);
    if (spec.connectPoints) {
        painter.setPen(QPen(QColor(255, 217, 64, 90), 1));
        painter.drawPolyline(polygon);
    }
    painter.setPen(QPen(QColor(255, 217, 64), 3, Qt::SolidLine, Qt::RoundCap));
    painter.drawPoints(polygon);
    painter.restore();
}

} // namespace

QImage paintFigure(const FigureSpec& spec, int scale) {
    const QFontMetricsF metrics(spec.font);
    const double em = metrics.height();
    const double pad = std::round(em * 0.6);
    const double titleHeight = spec.title.isEmpty() ? 0 : std::round(em * 1.5);
    const double captionSpace = spec.caption.isEmpty() ? 0 : std::round(em * 0.4);
    const double barWidth = spec.showBar ? std::ceil(colourBarWidth(metrics, spec.bar)) + pad : 0;
    const double inner = spec.size.width() + barWidth;
    const double captionHeight =
        spec.caption.isEmpty()
            ? 0
            : std::ceil(metrics.boundingRect(QRectF(0, 0, inner, 1e4), kCaption, spec.caption).height()) + captionSpace;
    const QSizeF size(inner + 2 * pad, spec.size.height() + titleHeight + captionHeight + 2 * pad);
    const int factor =
        std::clamp(scale, 1, std::max(1, static_cast<int>(kLargestSide / std::max(size.width(), size.height()))));

    QImage figure((size * factor).toSize(), QImage::Format_RGB32);
    figure.fill(Qt::white);
    figure.setDevicePixelRatio(factor);
    QPainter painter(&figure);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(spec.font);
    const QRectF area(pad, pad + titleHeight, spec.size.width(), spec.size.height());
    if (!spec.title.isEmpty()) {
        QFont bold = spec.font;
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(Qt::black);
        painter.drawText(QRectF(pad, pad, size.width() - 2 * pad, titleHeight), Qt::AlignLeft | Qt::AlignTop,
                         QFontMetricsF(bold).elidedText(spec.title, Qt::ElideRight, size.width() - 2 * pad));
        painter.setFont(spec.font);
    }
    const ToScreen toScreen = [&](QPointF pixel) {
        return QPointF(area.left() + (pixel.x() - spec.view.left()) * area.width() / spec.view.width(),
                       area.top() + (pixel.y() - spec.view.top()) * area.height() / spec.view.height());
    };
    paintImage(painter, area, spec, factor);
    paintPoints(painter, area, spec, toScreen);
    paintAnnotations(painter, area, spec.annotations, toScreen);
    if (spec.showBar) {
        const QRectF bar(area.right() + pad, area.top(), barWidth - pad, area.height());
        paintColourBar(painter, bar, spec.bar, Qt::black);
    }
    if (!spec.caption.isEmpty()) {
        painter.setPen(Qt::black);
        painter.drawText(QRectF(pad, area.bottom() + captionSpace, inner, captionHeight), kCaption, spec.caption);
    }
    painter.end();
    describe(figure, spec, factor);
    // Independent of the screen, for the programs that it is pasted into.
    figure.setDevicePixelRatio(1);
    return figure;
}

namespace {

void saveBytes(const QByteArray& bytes, const QString& file) {
    QSaveFile out(file);
    const bool done = out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit();
    if (!done) {
        throw DataError(phrase("cannot write the file: %1", out.errorString().toStdString()), file.toStdString(),
                        "choose a folder that you may write to and that has room");
    }
}

} // namespace

void savePng(const QImage& image, const QString& file) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (image.isNull() || !buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG")) {
        throw DataError("there is no picture to write", file.toStdString(), "show an image first");
    }
    saveBytes(bytes, file);
}

void saveText(const QByteArray& text, const QString& file) { saveBytes(text, file); }

} // namespace ewald::view
