// SPDX-License-Identifier: GPL-3.0-or-later
// Light and dark: nothing keeps the colours of the theme before.
#include "common/icon.h"
#include "form/parameter_field.h"
#include "form/pipeline_editor.h"
#include "model/job_model.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/theme.h"
#include "window_support.h"

#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QStyle>

#include <algorithm>
#include <cstdlib>

namespace ewald::ui::test {
namespace {

class ThemeTest : public WindowTest {
protected:
    void TearDown() override {
        applyTheme(Theme::system);
        WindowTest::TearDown();
    }
};

TEST_F(ThemeTest, ThePipelineFollowsTheThemeWhileAJobRuns) {
    JobModel model;
    model.addStage(0, "dm");
    PipelineEditor editor(model, nullptr);
    editor.setCurrentStage(1);
    editor.show();
    applyTheme(Theme::dark);
    settle();
    editor.setEnabled(false);  // as while a job runs
    model.setIterations(0, 7); // fills the rows again
    applyTheme(Theme::light);
    settle();
    const auto sameAsTheme = [](const QWidget* widget) {
        EXPECT_EQ(widget->palette().color(QPalette::Disabled, QPalette::Button),
                  QApplication::palette().color(QPalette::Disabled, QPalette::Button));
        EXPECT_EQ(widget->palette().color(QPalette::Disabled, QPalette::Base),
                  QApplication::palette().color(QPalette::Disabled, QPalette::Base));
        EXPECT_TRUE(widget->styleSheet().isEmpty());
        EXPECT_TRUE(widget->parentWidget()->styleSheet().isEmpty());
    };
    ASSERT_EQ(editor.findChildren<QComboBox*>().size(), 2);
    for (const QComboBox* engine : editor.findChildren<QComboBox*>()) sameAsTheme(engine);
    for (const QSpinBox* iterations : editor.findChildren<QSpinBox*>()) sameAsTheme(iterations);
}

TEST_F(ThemeTest, TheSignOfAFieldFollowsTheTheme) {
    applyTheme(Theme::dark);
    ParameterField field(*job::findParameter("object_step"), nullptr);
    field.show();
    field.setEffect(job::ChangeEffect::live);
    const auto lightness = [&] {
        settle();
        const QImage sign = field.findChild<QLabel*>(QStringLiteral("effect"))->pixmap().toImage();
        int strongest = 0;
        int found = -1;
        for (int y = 0; y < sign.height(); ++y)
            for (int x = 0; x < sign.width(); ++x)
                if (const QColor pixel = sign.pixelColor(x, y); pixel.alpha() > strongest) {
                    strongest = pixel.alpha();
                    found = pixel.lightness();
                }
        return found;
    };
    EXPECT_GT(lightness(), 150);
    applyTheme(Theme::light);
    EXPECT_LT(lightness(), 100);
    field.setEffect({});
    applyTheme(Theme::dark);
    EXPECT_EQ(lightness(), -1);
}

TEST_F(ThemeTest, LinksFollowTheTheme) {
    applyTheme(Theme::light);
    QLabel label(QStringLiteral("<a href='undo'>■■■■■■■■</a>")); // letters that are filled with the colour
    showNow(label);
    for (const Theme theme : {Theme::dark, Theme::light}) {
        applyTheme(theme);
        settle();
        const QImage drawn = label.grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QRgb wanted = QApplication::palette().color(QPalette::Link).rgb();
        int found = 0;
        for (int y = 0; y < drawn.height(); ++y)
            for (int x = 0; x < drawn.width(); ++x) found += drawn.pixel(x, y) == wanted ? 1 : 0;
        EXPECT_GT(found, 20) << themeName(theme).toStdString(); // of several hundred
        EXPECT_EQ(label.text(), QStringLiteral("<a href='undo'>■■■■■■■■</a>"));
    }
}

TEST_F(ThemeTest, DisabledTextIsDrawnOnce) {
    applyTheme(Theme::dark);
    EXPECT_EQ(QApplication::style()->styleHint(QStyle::SH_EtchDisabledText), 0) << "a light copy beside each letter";
}

TEST_F(ThemeTest, AnIconWithoutRoomIsNothing) {
    static int warnings = 0;
    const QtMessageHandler before =
        qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) { ++warnings; });
    const QIcon reset = icon(QStringLiteral("reset"));
    ASSERT_FALSE(reset.isNull());
    EXPECT_TRUE(reset.pixmap(QSize(0, 20), 1.0).isNull());
    qInstallMessageHandler(before);
    EXPECT_EQ(warnings, 0);
}

TEST_F(ThemeTest, BoxesAndFieldsCanBeSeenInTheDark) {
    QWidget window;
    auto* box = new QCheckBox(&window);
    auto* line = new QLineEdit(&window);
    auto* spin = new QSpinBox(&window);
    int y = 10;
    for (QWidget* widget : {static_cast<QWidget*>(box), static_cast<QWidget*>(line), static_cast<QWidget*>(spin)}) {
        widget->setGeometry(10, y, 120, 24);
        y += 40;
    }
    window.resize(200, 140);
    for (const Theme theme : {Theme::dark, Theme::light}) {
        applyTheme(theme);
        showNow(window);
        window.setFocus();
        for (const QWidget* widget :
             {static_cast<QWidget*>(box), static_cast<QWidget*>(line), static_cast<QWidget*>(spin)}) {
            const QImage image = window.grab(QRect(widget->pos(), QSize(30, 24))).toImage();
            const int ground = window.grab(QRect(0, 0, 1, 1)).toImage().pixelColor(0, 0).lightness();
            int most = 0; // how far the edge stands out, on the way into the widget
            for (int x = 0; x < 6; ++x)
                most = std::max(most, std::abs(image.pixelColor(x, image.height() / 2).lightness() - ground));
            EXPECT_GT(most, 40) << widget->metaObject()->className() << ' ' << themeName(theme).toStdString();
        }
    }
    applyTheme(Theme::light);
}

TEST_F(ThemeTest, AMessageOnTheScreenFollowsTheTheme) {
    MainWindow window;
    window.show();
    window.setTheme(Theme::light);
    MessageBar& bar = window.messageBar();
    bar.show({io::Severity::info, QStringLiteral("Done"), {}, {}, {}});
    const auto ground = [&] {
        settle();
        return window.grab(QRect(bar.mapTo(&window, QPoint(bar.width() / 2, 4)), QSize(1, 1)))
            .toImage()
            .pixelColor(0, 0)
            .lightness();
    };
    EXPECT_GT(ground(), 200);
    window.setTheme(Theme::dark);
    EXPECT_LT(ground(), 100);
    window.setTheme(Theme::light);
    EXPECT_GT(ground(), 200);
}

} // namespace
} // namespace ewald::ui::test
