// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QWidget>

namespace ewald::view::test {

/// Paper that counts what is drawn upon it, and keeps nothing: the effort of a paint without a clock.
class CountingPaper : public QPaintDevice {
public:
    /// \param widget is painted upon it, with what lies inside
    explicit CountingPaper(QWidget& widget) : m_size(widget.size()) { widget.render(this); }

    /// Lines, rectangles, ellipses, points, polygons, paths, texts and images.
    [[nodiscard]] int shapes() const noexcept { return m_engine.shapes; }
    [[nodiscard]] int lines() const noexcept { return m_engine.lines; }

    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric what) const override {
        constexpr int kDotsPerInch = 96;
        switch (what) {
        case PdmWidth: return m_size.width();
        case PdmHeight: return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return kDotsPerInch;
        case PdmWidthMM: return m_size.width() * 254 / (10 * kDotsPerInch);
        case PdmHeightMM: return m_size.height() * 254 / (10 * kDotsPerInch);
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
        case PdmDepth: return 32;
        case PdmNumColors: return 1 << 24;
        default: return QPaintDevice::metric(what);
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        Engine() : QPaintEngine(AllFeatures) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState&) override {}
        [[nodiscard]] Type type() const override { return User; }
        void drawRects(const QRect*, int count) override { shapes += count; }
        void drawRects(const QRectF*, int count) override { shapes += count; }
        void drawLines(const QLine*, int count) override { addLines(count); }
        void drawLines(const QLineF*, int count) override { addLines(count); }
        void drawPoints(const QPoint*, int count) override { shapes += count; }
        void drawPoints(const QPointF*, int count) override { shapes += count; }
        void drawEllipse(const QRect&) override { ++shapes; }
        void drawEllipse(const QRectF&) override { ++shapes; }
        void drawPath(const QPainterPath&) override { ++shapes; }
        void drawPolygon(const QPoint*, int, PolygonDrawMode) override { ++shapes; }
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override { ++shapes; }
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { ++shapes; }
        void drawTiledPixmap(const QRectF&, const QPixmap&, const QPointF&) override { ++shapes; }
        void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override { ++shapes; }
        void drawTextItem(const QPointF&, const QTextItem&) override { ++shapes; }

        int shapes = 0;
        int lines = 0;

    private:
        void addLines(int count) {
            lines += count;
            shapes += count;
        }
    };

    QSize m_size;
    mutable Engine m_engine;
};

} // namespace ewald::view::test
