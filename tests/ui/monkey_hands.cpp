// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse and the keyboard of the monkey.
#include "monkey.h"

#include <QApplication>
#include <QPointer>
#include <QTest>
#include <QWheelEvent>
#include <QWindow>

namespace ewald::ui::test {

namespace {

/// A place in a window: mostly within one of its widgets, so that small ones are met as often as large ones.
QPoint placeIn(QWidget& window, Draw& draw) {
    QList<QWidget*> parts;
    for (QWidget* part : window.findChildren<QWidget*>()) {
        if (part->window() == &window && part->isVisible() && part->isEnabled() && !part->visibleRegion().isEmpty())
            parts << part;
    }
    const QRect all = window.rect();
    if (parts.isEmpty() || draw.chance(15))
        return {draw.between(0, all.width() - 1), draw.between(0, all.height() - 1)};
    QWidget* part = draw.of(parts);
    const QRect seen = part->visibleRegion().boundingRect();
    const QPoint inside(draw.between(seen.left(), seen.right()), draw.between(seen.top(), seen.bottom()));
    const QPoint place = part->mapTo(&window, inside);
    return {std::clamp(place.x(), 0, all.width() - 1), std::clamp(place.y(), 0, all.height() - 1)};
}

QString nameOf(const QWidget& window, QPoint place) {
    const QWidget* part = window.childAt(place);
    if (part == nullptr) part = &window;
    const QString text = part->property("text").toString().left(30);
    return QStringLiteral("%1%2 at %3, %4 of %5")
        .arg(QLatin1String(part->metaObject()->className()), text.isEmpty() ? text : QStringLiteral(" “%1”").arg(text))
        .arg(place.x())
        .arg(place.y())
        .arg(QLatin1String(window.metaObject()->className()));
}

/// The window may have become smaller since the place was chosen.
QPoint within(const QWindow& window, QPoint place) {
    return {std::clamp(place.x(), 0, std::max(0, window.width() - 1)),
            std::clamp(place.y(), 0, std::max(0, window.height() - 1))};
}

Qt::KeyboardModifiers modifiers(Draw& draw) {
    if (draw.chance(85)) return Qt::NoModifier;
    return draw.of(std::vector<Qt::KeyboardModifiers>{Qt::ShiftModifier, Qt::ControlModifier});
}

/// Presses and releases a key. Each of the two may close the window; QTest::keyClick() would then release the modifiers
/// in a window that is gone.
void press(const QPointer<QWindow>& window, Qt::Key key, const QString& text, Qt::KeyboardModifiers keys = {}) {
    for (const bool down : {true, false})
        if (window) QTest::simulateEvent(window, down, key, keys, text, false);
}

void press(const QPointer<QWindow>& window, Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    const char text = QTest::keyToAscii(key);
    press(window, key, text == 0 ? QString() : QString(QLatin1Char(text)), keys);
}

} // namespace

void Monkey::click(Draw& draw) {
    QWidget* window = front(draw);
    if (window->windowHandle() == nullptr) return;
    const QPoint place = placeIn(*window, draw);
    const Qt::MouseButton button = draw.chance(12) ? Qt::RightButton : Qt::LeftButton;
    const bool twice = button == Qt::LeftButton && draw.chance(10);
    note(QStringLiteral("%1 %2").arg(twice                       ? QStringLiteral("double click")
                                     : button == Qt::RightButton ? QStringLiteral("right click")
                                                                 : QStringLiteral("click"),
                                     nameOf(*window, place)));
    const QPointer<QWindow> handle = window->windowHandle();
    const Qt::KeyboardModifiers keys = modifiers(draw);
    if (handle) QTest::mouseMove(handle, within(*handle, place));
    if (handle) QTest::mousePress(handle, button, keys, within(*handle, place));
    if (handle) QTest::mouseRelease(handle, button, keys, within(*handle, place));
    if (handle && twice) QTest::mouseDClick(handle, button, keys, within(*handle, place));
}

void Monkey::drag(Draw& draw) {
    QWidget* window = front(draw);
    if (window->windowHandle() == nullptr) return;
    const QPoint from = placeIn(*window, draw);
    const QRect all = window->rect();
    const QPoint to = draw.chance(50) ? placeIn(*window, draw)
                                      : QPoint(std::clamp(from.x() + draw.between(-80, 80), 0, all.width() - 1),
                                               std::clamp(from.y() + draw.between(-80, 80), 0, all.height() - 1));
    note(QStringLiteral("drag %1 to %2, %3").arg(nameOf(*window, from)).arg(to.x()).arg(to.y()));
    const QPointer<QWindow> handle = window->windowHandle();
    const Qt::KeyboardModifiers keys = modifiers(draw);
    const int steps = draw.between(2, 6);
    if (handle) QTest::mouseMove(handle, within(*handle, from));
    if (handle) QTest::mousePress(handle, Qt::LeftButton, keys, within(*handle, from));
    for (int i = 1; i <= steps && handle; ++i)
        if (handle) QTest::mouseMove(handle, within(*handle, from + (to - from) * i / steps));
    if (handle) QTest::mouseRelease(handle, Qt::LeftButton, keys, within(*handle, to));
}

void Monkey::wheel(Draw& draw) {
    QWidget* window = front(draw);
    const QPoint place = placeIn(*window, draw);
    QWidget* part = window->childAt(place);
    if (part == nullptr) part = window;
    note(QStringLiteral("wheel on ") + nameOf(*window, place));
    const QPoint angle(0, draw.chance(50) ? 120 : -120);
    for (int i = draw.between(1, 5); i > 0; --i) {
        QWheelEvent event(part->mapFrom(window, place), window->mapToGlobal(place), {}, angle, Qt::NoButton,
                          modifiers(draw), Qt::NoScrollPhase, false);
        QApplication::sendEvent(part, &event);
    }
}

void Monkey::key(Draw& draw) {
    static const std::vector<Qt::Key> plain{
        Qt::Key_F,      Qt::Key_1,     Qt::Key_L,    Qt::Key_R,      Qt::Key_C,        Qt::Key_M,      Qt::Key_Plus,
        Qt::Key_Minus,  Qt::Key_Tab,   Qt::Key_Tab,  Qt::Key_Return, Qt::Key_Space,    Qt::Key_Up,     Qt::Key_Down,
        Qt::Key_Left,   Qt::Key_Right, Qt::Key_Home, Qt::Key_End,    Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Delete,
        Qt::Key_Escape, Qt::Key_F1,    Qt::Key_F5,   Qt::Key_F6,     Qt::Key_F7,       Qt::Key_F11,    Qt::Key_B,
        Qt::Key_G,      Qt::Key_Z,     Qt::Key_Menu, Qt::Key_F10};
    static const std::vector<Qt::Key> withControl{Qt::Key_1, Qt::Key_2,      Qt::Key_3, Qt::Key_4, Qt::Key_Z,
                                                  Qt::Key_Y, Qt::Key_C,      Qt::Key_V, Qt::Key_A, Qt::Key_D,
                                                  Qt::Key_B, Qt::Key_Return, Qt::Key_I, Qt::Key_F, Qt::Key_E};
    QWidget* window = front(draw);
    const bool control = draw.chance(30);
    const Qt::Key chosen = draw.of(control ? withControl : plain);
    Qt::KeyboardModifiers keys = control ? Qt::ControlModifier : Qt::NoModifier;
    if (draw.chance(15)) keys |= Qt::ShiftModifier;
    note(QStringLiteral("key %1").arg(QKeySequence(QKeyCombination(keys, chosen)).toString()));
    press(window->windowHandle(), chosen, keys);
}

void Monkey::type(Draw& draw) {
    static const QStringList texts{"0.5", "7", "1e-3", "-1", "abc", "ü", "", "128", "3", "10"};
    QWidget* window = front(draw);
    if (window->windowHandle() == nullptr) return;
    const QString text = draw.of(texts);
    note(QStringLiteral("type “%1”").arg(text));
    const QPointer<QWindow> handle = window->windowHandle();
    if (draw.chance(60)) press(handle, Qt::Key_A, Qt::ControlModifier);
    for (const QChar letter : text) press(handle, static_cast<Qt::Key>(letter.toUpper().unicode()), QString(letter));
    if (handle && draw.chance(50)) press(handle, draw.chance(50) ? Qt::Key_Return : Qt::Key_Tab);
}

void Monkey::closeFront(Draw& draw) {
    QWidget* window = front(draw);
    if (window == m_window.get() && draw.chance(70)) return;
    note(QStringLiteral("close %1").arg(QLatin1String(window->metaObject()->className())));
    window->close();
}

} // namespace ewald::ui::test
