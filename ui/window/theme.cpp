// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/theme.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>

namespace ewald::ui {

namespace {

struct Colours {
    const char* window;
    const char* base;
    const char* alternate;
    const char* text;
    const char* muted; ///< disabled text and placeholders
    const char* button;
    const char* highlight;
    const char* link;
    const char* tip;
};
constexpr Colours kLight{"#f3f5f7", "#ffffff", "#f0f3f6", "#1c2530", "#8a95a1",
                         "#fbfcfd", "#2b78c5", "#1f66b0", "#ffffff"};
constexpr Colours kDark{"#20252b", "#181c21", "#252b32", "#e2e7ec", "#7d8894",
                        "#2d343c", "#3a86d0", "#77b7f2", "#2d343c"};

} // namespace

Theme themeFromName(const QString& name) {
    if (name == QStringLiteral("light")) return Theme::light;
    if (name == QStringLiteral("dark")) return Theme::dark;
    return Theme::system;
}

QString themeName(Theme theme) {
    switch (theme) {
    case Theme::light: return QStringLiteral("light");
    case Theme::dark: return QStringLiteral("dark");
    case Theme::system: break;
    }
    return QStringLiteral("system");
}

QPalette themePalette(bool dark) {
    const Colours& c = dark ? kDark : kLight;
    QPalette palette(QColor(c.button), QColor(c.window));
    palette.setColor(QPalette::Window, QColor(c.window));
    palette.setColor(QPalette::Base, QColor(c.base));
    palette.setColor(QPalette::AlternateBase, QColor(c.alternate));
    palette.setColor(QPalette::Button, QColor(c.button));
    palette.setColor(QPalette::ToolTipBase, QColor(c.tip));
    palette.setColor(QPalette::Highlight, QColor(c.highlight));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(c.link));
    palette.setColor(QPalette::LinkVisited, QColor(c.link));
    palette.setColor(QPalette::PlaceholderText, QColor(c.muted));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, QColor(c.text));
        palette.setColor(QPalette::Disabled, role, QColor(c.muted));
    }
    palette.setColor(QPalette::BrightText, QColor(dark ? "#ff8a80" : "#b3261e"));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(c.muted));
    return palette;
}

void applyTheme(Theme theme) {
    static const bool kDesktopIsDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    const bool dark = theme == Theme::dark || (theme == Theme::system && kDesktopIsDark);
    if (QApplication::style()->objectName() != QStringLiteral("fusion")) {
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    }
    QApplication::setPalette(themePalette(dark));
}

bool themeIsDark() { return QApplication::palette().color(QPalette::Window).lightness() < 128; }

} // namespace ewald::ui
