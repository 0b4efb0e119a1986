// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/icon.h"

#include "common/svg_path.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPalette>
#include <QXmlStreamReader>

// Resources of a static library are not registered by themselves; the macro has to stand outside of any namespace.
static void registerEwaldResources() { Q_INIT_RESOURCE(ewald); }

namespace ewald::ui {

namespace {

/// Fill and stroke as inherited from the root element.
struct Style {
    QString fill = QStringLiteral("black");
    QString stroke = QStringLiteral("none");
    double width = 1;

    void read(const QXmlStreamAttributes& attributes) {
        const auto take = [&](const char* name, QString& value) {
            const auto text = attributes.value(QLatin1String(name));
            if (!text.isEmpty()) value = text.toString();
        };
        take("fill", fill);
        take("stroke", stroke);
        const auto text = attributes.value(QLatin1String("stroke-width"));
        if (!text.isEmpty()) width = text.toDouble();
    }
};

QColor colourOf(const QString& text, const QColor& ink) {
    if (text == QStringLiteral("none")) return Qt::transparent;
    if (text == QStringLiteral("currentColor")) return ink;
    QColor colour(text);
    colour.setAlpha(ink.alpha());
    return colour;
}

QPainterPath shapeOf(QStringView element, const QXmlStreamAttributes& attributes) {
    const auto number = [&](const char* name) { return attributes.value(QLatin1String(name)).toDouble(); };
    QPainterPath path;
    if (element == QStringLiteral("path")) return parseSvgPath(attributes.value(QLatin1String("d")).toString());
    if (element == QStringLiteral("circle")) {
        path.addEllipse(QPointF(number("cx"), number("cy")), number("r"), number("r"));
    } else if (element == QStringLiteral("rect")) {
        path.addRoundedRect(QRectF(number("x"), number("y"), number("width"), number("height")), number("rx"),
                            number("rx"));
    }
    return path;
}

class SvgIconEngine : public QIconEngine {
public:
    explicit SvgIconEngine(QByteArray svg) : m_svg(std::move(svg)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::WindowText;
        QColor ink = QGuiApplication::palette().color(group, role);
        if (mode == QIcon::Disabled) ink.setAlpha(110);
        paintSvg(*painter, QRectF(rect), m_svg, ink);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        if (size.isEmpty()) return {}; // of a button that the layout has left no room
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new SvgIconEngine(m_svg); }

private:
    QByteArray m_svg;
};

} // namespace

void paintSvg(QPainter& painter, const QRectF& target, const QByteArray& svg, const QColor& ink) {
    QXmlStreamReader xml(svg);
    Style root;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const QXmlStreamAttributes attributes = xml.attributes();
        if (xml.name() == QStringLiteral("svg")) {
            root.read(attributes);
            const auto box = attributes.value(QLatin1String("viewBox")).toString().split(u' ');
            if (box.size() != 4) break;
            const double scale = std::min(target.width() / box[2].toDouble(), target.height() / box[3].toDouble());
            painter.translate(target.center());
            painter.scale(scale, scale);
            painter.translate(-box[2].toDouble() / 2, -box[3].toDouble() / 2);
            continue;
        }
        Style style = root;
        style.read(attributes);
        const QColor stroke = colourOf(style.stroke, ink);
        painter.setPen(stroke.alpha() == 0 ? QPen(Qt::NoPen)
                                           : QPen(stroke, style.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(colourOf(style.fill, ink));
        painter.drawPath(shapeOf(xml.name(), attributes));
    }
    painter.restore();
}

QIcon icon(const QString& name) {
    [[maybe_unused]] static const bool kRegistered = [] {
        registerEwaldResources();
        return true;
    }();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QIcon(new SvgIconEngine(file.readAll())); // QIcon owns its engine
}

} // namespace ewald::ui
