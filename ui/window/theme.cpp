// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/theme.h"

#include "common/icon.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QFontInfo>
#include <QLabel>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTextDocument>
#include <QToolBar>
#include <QToolButton>

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

constexpr auto kStyleName = "ewald";

/// Fusion, with buttons that are checked in the colour of the highlight: in dark colours its own shade cannot be seen.
class EwaldStyle : public QProxyStyle {
public:
    EwaldStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {
        setObjectName(QLatin1String(kStyleName));
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (element == PE_Frame) {
            drawFrame(*option, *painter);
            return;
        }
        const bool button = element == PE_PanelButtonTool || element == PE_PanelButtonCommand;
        if (!button || !option->state.testFlag(State_On)) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            if (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck)
                drawEdge(*option, option->rect, *painter);
            if (element == PE_FrameLineEdit && !inSpinBox(widget)) drawEdge(*option, option->rect, *painter);
            return;
        }
        const QColor highlight = option->palette.color(QPalette::Highlight);
        QColor fill = highlight;
        fill.setAlpha(130);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(highlight, 1));
        painter->setBrush(fill);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter->restore();
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        if (control == CC_SpinBox && spin != nullptr && spin->frame) drawEdge(*option, option->rect, *painter);
    }

    static bool inSpinBox(const QWidget* widget) {
        return widget != nullptr && qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) != nullptr;
    }

    /// Fusion's edges of boxes and fields are darker than they are, which nothing shows on a dark window.
    static void drawEdge(const QStyleOption& option, const QRect& rect, QPainter& painter) {
        if (option.palette.color(QPalette::Window).lightness() >= 128 || option.state.testFlag(State_HasFocus)) return;
        QColor line = option.palette.color(QPalette::WindowText);
        line.setAlpha(option.state.testFlag(State_Enabled) ? 110 : 60);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(line, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.restore();
    }

    /// Fusion's frame is darker than the window, which nothing shows in dark colours; and it does not show the focus.
    static void drawFrame(const QStyleOption& option, QPainter& painter) {
        QColor line = option.palette.color(QPalette::WindowText);
        line.setAlpha(70);
        if (option.state.testFlag(State_HasFocus)) line = option.palette.color(QPalette::Highlight);
        painter.save();
        painter.setPen(line);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
        painter.restore();
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* more) const override {
        // A light copy beside disabled text looks like a relief on light ground; on dark ground each letter is there
        // twice.
        return hint == SH_EtchDisabledText ? 0 : QProxyStyle::styleHint(hint, option, widget, more);
    }

    using QProxyStyle::polish;
    void polish(QWidget* widget) override {
        QProxyStyle::polish(widget);
        // Qt leaves the buttons of tool bars to the mouse.
        const auto* bar = qobject_cast<const QToolBar*>(widget->parentWidget());
        if (bar == nullptr || qobject_cast<QToolButton*>(widget) == nullptr) return;
        widget->setFocusPolicy(Qt::TabFocus);
        if (widget->inherits("QToolBarExtension"))
            widget->setAccessibleName(QCoreApplication::translate("ewald::ui::Theme", "More buttons"));
    }

    QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override {
        // Fusion's is black on any ground.
        if (which == SP_ToolBarHorizontalExtensionButton) return icon(QStringLiteral("more"));
        return QProxyStyle::standardIcon(which, option, widget);
    }
};

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
    if (QApplication::style()->objectName() != QLatin1String(kStyleName)) QApplication::setStyle(new EwaldStyle);
    QApplication::setPalette(themePalette(dark));
    // A label takes the colour of its links when it gets its text.
    for (QWidget* widget : QApplication::allWidgets()) {
        auto* label = qobject_cast<QLabel*>(widget);
        if (label == nullptr || !Qt::mightBeRichText(label->text())) continue;
        const QString text = label->text();
        label->setText({});
        label->setText(text);
    }
}

void applyTextSize(int percent) {
    static const QFont kDesktop = QApplication::font();
    static const qreal kPoints = kDesktop.pointSizeF() > 0 ? kDesktop.pointSizeF() : QFontInfo(kDesktop).pointSizeF();
    QFont font = kDesktop;
    font.setPointSizeF(kPoints * percent / 100);
    if (font != QApplication::font()) QApplication::setFont(font);
}

bool themeIsDark() { return QApplication::palette().color(QPalette::Window).lightness() < 128; }

} // namespace ewald::ui
