// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/svg_path.h"

#include <QRegularExpression>
#include <QStringList>
#include <QTransform>

#include <cmath>
#include <numbers>

namespace ewald::ui {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

/// An elliptical arc from the current point (SVG 1.1, appendix F.6.5: from end points to centre).
void arcTo(QPainterPath& path, double radiusX, double radiusY, double rotation, bool large, bool sweep, QPointF end) {
    const QPointF start = path.currentPosition();
    if (start == end || radiusX == 0 || radiusY == 0) {
        path.lineTo(end);
        return;
    }
    const QTransform turn = QTransform().rotate(-rotation);
    const QPointF half = turn.map((start - end) / 2);
    double scale = std::pow(half.x() / radiusX, 2) + std::pow(half.y() / radiusY, 2);
    if (scale > 1) {
        radiusX *= std::sqrt(scale);
        radiusY *= std::sqrt(scale);
        scale = 1;
    }
    const double along = (large == sweep ? -1 : 1) * std::sqrt(std::max(0.0, 1 / scale - 1));
    const QPointF centre(along * radiusX * half.y() / radiusY, -along * radiusY * half.x() / radiusX);
    const double from = std::atan2((half.y() - centre.y()) / radiusY, (half.x() - centre.x()) / radiusX) * kDegrees;
    const double to = std::atan2((-half.y() - centre.y()) / radiusY, (-half.x() - centre.x()) / radiusX) * kDegrees;
    double swept = to - from;
    if (sweep && swept < 0) swept += 360;
    if (!sweep && swept > 0) swept -= 360;
    QPainterPath arc;
    const QRectF box(centre.x() - radiusX, centre.y() - radiusY, 2 * radiusX, 2 * radiusY);
    // Qt's angles run counter-clockwise, SVG's clockwise (y down).
    arc.arcMoveTo(box, -from);
    arc.arcTo(box, -from, -swept);
    const QPointF middle = (start + end) / 2;
    path.connectPath(QTransform().translate(middle.x(), middle.y()).rotate(rotation).map(arc));
}

/// Walks over the tokens of a path.
class Reader {
public:
    explicit Reader(const QString& d) {
        static const QRegularExpression kToken(
            QStringLiteral("[MmLlHhVvCcQqAaZz]|[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?"));
        auto matches = kToken.globalMatch(d);
        while (matches.hasNext()) m_tokens.append(matches.next().captured());
    }
    [[nodiscard]] bool atEnd() const { return m_next >= m_tokens.size(); }
    [[nodiscard]] bool atCommand() const { return !atEnd() && m_tokens[m_next].at(0).isLetter(); }
    QChar command() { return m_tokens[m_next++].at(0); }
    double number() { return atEnd() ? 0 : m_tokens[m_next++].toDouble(); }
    QPointF point(QPointF from) {
        const double x = number();
        return from + QPointF(x, number());
    }

private:
    QStringList m_tokens;
    qsizetype m_next = 0;
};

void step(Reader& reader, QChar command, QPainterPath& path) {
    const QPointF here = path.currentPosition();
    const QPointF from = command.isLower() ? here : QPointF();
    switch (command.toUpper().toLatin1()) {
    case 'M': path.moveTo(reader.point(from)); break;
    case 'L': path.lineTo(reader.point(from)); break;
    case 'H': path.lineTo(from.x() + reader.number(), here.y()); break;
    case 'V': path.lineTo(here.x(), from.y() + reader.number()); break;
    case 'Q': {
        const QPointF control = reader.point(from);
        path.quadTo(control, reader.point(from));
        break;
    }
    case 'C': {
        const QPointF first = reader.point(from);
        const QPointF second = reader.point(from);
        path.cubicTo(first, second, reader.point(from));
        break;
    }
    case 'A': {
        const double radiusX = reader.number();
        const double radiusY = reader.number();
        const double rotation = reader.number();
        const bool large = reader.number() != 0;
        const bool sweep = reader.number() != 0;
        arcTo(path, radiusX, radiusY, rotation, large, sweep, reader.point(from));
        break;
    }
    default: break;
    }
}

} // namespace

QPainterPath parseSvgPath(const QString& d) {
    QPainterPath path;
    Reader reader(d);
    QChar command;
    while (!reader.atEnd()) {
        if (reader.atCommand()) {
            command = reader.command();
        } else if (command.toUpper() == u'M') {
            command = command.isLower() ? u'l' : u'L'; // further points of a move are lines
        }
        if (command.isNull()) return path;
        if (command.toUpper() == u'Z') {
            path.closeSubpath();
            if (!reader.atEnd() && !reader.atCommand()) return path;
            continue;
        }
        step(reader, command, path);
    }
    return path;
}

} // namespace ewald::ui
