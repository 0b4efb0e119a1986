// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/image_scene.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace ewald::view {

namespace {

/// Segments of a path that are drawn at most: more would be a solid patch and slow.
constexpr std::size_t kMostSegments = 5000;
constexpr Rgb kPointColour{255, 217, 64};

QRgb packed(const std::uint8_t* texel, QRgb background) {
    return texel[3] != 0 ? qRgb(texel[0], texel[1], texel[2]) : background;
}

/// For each of `count` screen pixels the texel that it shows, or −1 outside: nearest neighbour at pixel centres.
/// Screen pixel p shows image pixel `first + (p + 0.5) / scale`; `texels` texels cover image pixels [low, high).
std::vector<int> texelOf(int count, double first, double scale, std::size_t low, std::size_t high, std::size_t texels) {
    std::vector<int> index(static_cast<std::size_t>(count), -1);
    const double perPixel = static_cast<double>(texels) / static_cast<double>(high - low);
    for (int p = 0; p < count; ++p) {
        const double texel = std::floor((first + (p + 0.5) / scale - static_cast<double>(low)) * perPixel);
        if (texel >= 0 && texel < static_cast<double>(texels))
            index[static_cast<std::size_t>(p)] = static_cast<int>(texel);
    }
    return index;
}

} // namespace

void ImageScene::setBackground(const QColor& colour) {
    m_background = colour;
    update();
}

void ImageScene::setDetail(Tile tile) {
    m_detail = std::move(tile);
    update();
}

void ImageScene::setPoints(const std::vector<QPointF>& points, bool connect) {
    m_points = points;
    m_connect = connect;
    update();
}

void ImageScene::setPointsVisible(bool visible) {
    m_pointsVisible = visible;
    update();
}

void ImageScene::look(QPointF centre, double scale) {
    m_centre = centre;
    m_scale = scale;
    update();
}

void ImageScene::update() {
    m_frame = {};
    m_canvas->update();
}

QImage ImageScene::grab() {
    QImage image = frame();
    image.setDevicePixelRatio(1);
    return image;
}

void ImageScene::blit(const Tile& tile, QImage& out) const {
    if (tile.rgba.empty()) return;
    const double sx = m_scale * m_canvas->devicePixelRatioF();
    const double sy = sx * m_aspect;
    const auto cols =
        texelOf(out.width(), m_centre.x() - out.width() / (2 * sx), sx, tile.rect.left, tile.rect.right, tile.width);
    const auto rows =
        texelOf(out.height(), m_centre.y() - out.height() / (2 * sy), sy, tile.rect.top, tile.rect.bottom, tile.height);
    const auto inside = [](int index) { return index >= 0; };
    const auto first = std::find_if(cols.begin(), cols.end(), inside) - cols.begin();
    const auto last = std::find_if(cols.rbegin(), cols.rend(), inside).base() - cols.begin();
    const QRgb background = m_background.rgb();
    for (int y = 0; y < out.height(); ++y) {
        const int row = rows[static_cast<std::size_t>(y)];
        if (row < 0) continue;
        auto* line = reinterpret_cast<QRgb*>(out.scanLine(y));
        if (y > 0 && row == rows[static_cast<std::size_t>(y - 1)]) {
            // An enlarged pixel: the line above again.
            const auto* above = reinterpret_cast<const QRgb*>(out.constScanLine(y - 1));
            std::copy(above + first, above + last, line + first);
            continue;
        }
        const std::uint8_t* texels = tile.rgba.data() + static_cast<std::size_t>(row) * tile.width * 4;
        for (auto x = first; x < last; ++x)
            line[x] = packed(texels + 4 * cols[static_cast<std::size_t>(x)], background);
    }
}

void ImageScene::drawPoints(QImage& out) const {
    const double ratio = m_canvas->devicePixelRatioF();
    const double scale = m_scale * ratio;
    if (m_connect) {
        QPainter painter(&out);
        painter.setPen(QPen(QColor(kPointColour.r, kPointColour.g, kPointColour.b, 64), 0));
        QList<QLineF> lines;
        const QRectF area(out.rect());
        for (std::size_t i = 1; i < m_points.size() && static_cast<std::size_t>(lines.size()) <= kMostSegments; ++i) {
            const QLineF line(toFrame(m_points[i - 1], out, scale), toFrame(m_points[i], out, scale));
            const bool seen = area.contains(line.p1()) || area.contains(line.p2());
            if (seen && std::isfinite(line.dx()) && std::isfinite(line.dy())) lines.push_back(line);
        }
        if (static_cast<std::size_t>(lines.size()) <= kMostSegments) painter.drawLines(lines);
    }
    const int radius = std::max(1, static_cast<int>(std::lround(ratio)));
    const QRgb colour = qRgb(kPointColour.r, kPointColour.g, kPointColour.b);
    for (const QPointF& point : m_points) {
        const QPointF p = toFrame(point, out, scale);
        if (!(p.x() >= 0 && p.y() >= 0 && p.x() < out.width() && p.y() < out.height())) continue;
        const int cx = static_cast<int>(p.x());
        const int cy = static_cast<int>(p.y());
        for (int y = std::max(0, cy - radius); y <= std::min(out.height() - 1, cy + radius); ++y) {
            auto* line = reinterpret_cast<QRgb*>(out.scanLine(y));
            std::fill(line + std::max(0, cx - radius), line + std::min(out.width(), cx + radius + 1), colour);
        }
    }
}

const QImage& ImageScene::frame() {
    const double ratio = m_canvas->devicePixelRatioF();
    const QSize size = (QSizeF(m_canvas->size()) * ratio).toSize().expandedTo(QSize(1, 1));
    if (m_frame.size() == size) return m_frame;
    QImage fresh(size, QImage::Format_RGB32);
    fresh.fill(m_background);
    // The fine tile lies over the coarse one.
    blit(m_overview, fresh);
    blit(m_detail, fresh);
    if (m_pointsVisible && !m_points.empty()) drawPoints(fresh);
    fresh.setDevicePixelRatio(ratio);
    m_frame = std::move(fresh);
    return m_frame;
}

} // namespace ewald::view
