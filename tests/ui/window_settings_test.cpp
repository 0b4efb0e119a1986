// SPDX-License-Identifier: GPL-3.0-or-later
// What a window remembers, colours, and that everything can be reached and understood.
#include "common/icon.h"
#include "form/parameter_form.h"
#include "window/about_dialog.h"
#include "window/device_picker.h"
#include "window/main_window.h"
#include "window/theme.h"
#include "window_support.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>

#include <set>

namespace ewald::ui::test {
namespace {

class SettingsTest : public WindowTest {};

TEST_F(SettingsTest, SizeColoursAndLevelAreRemembered) {
    {
        MainWindow window;
        window.resize(1111, 777);
        window.show();
        window.setTheme(Theme::dark);
        window.form().setShowAll(true);
        window.session().recentFiles().add(path("scan.cxi"));
        window.close();
    }
    applyTheme(Theme::light);
    MainWindow window;
    EXPECT_EQ(window.size(), QSize(1111, 777));
    EXPECT_TRUE(themeIsDark());
    EXPECT_TRUE(window.form().showsAll());
    EXPECT_EQ(window.session().recentFiles().files(), QStringList{path("scan.cxi")});
    applyTheme(Theme::light);
}

TEST_F(SettingsTest, BothPalettesCanBeRead) {
    for (const bool dark : {false, true}) {
        const QPalette palette = themePalette(dark);
        for (const auto& [text, ground] :
             {std::pair{QPalette::WindowText, QPalette::Window}, std::pair{QPalette::Text, QPalette::Base},
              std::pair{QPalette::ButtonText, QPalette::Button},
              std::pair{QPalette::HighlightedText, QPalette::Highlight}}) {
            const auto luminance = [](const QColor& colour) {
                const auto linear = [](double v) {
                    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
                };
                return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
                       0.0722 * linear(colour.blueF());
            };
            const double a = luminance(palette.color(text));
            const double b = luminance(palette.color(ground));
            // WCAG's contrast for text is 4.5; large bold white on the accent colour needs 3.
            const double least = text == QPalette::HighlightedText ? 3 : 4.5;
            EXPECT_GT((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05), least) << dark << int(text);
        }
    }
}

TEST_F(SettingsTest, KeysAreUniqueAndEveryButtonSaysWhatItIs) {
    MainWindow window;
    window.show();
    std::set<QString> keys;
    const QList<QAction*> actions = window.findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QAction* action : actions) {
        if (action->shortcut().isEmpty()) continue;
        EXPECT_TRUE(keys.insert(action->shortcut().toString()).second) << action->shortcut().toString().toStdString();
    }
    for (const char* key : {"Ctrl+O", "F5", "F6", "F7", "Shift+F7", "Ctrl+Shift+E"})
        EXPECT_TRUE(keys.count(QLatin1String(key)) == 1) << key;
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
        // Qt's own parts (scroll buttons of tab bars, clear buttons of line edits, dock handles) are theirs to name.
        if (button->objectName().startsWith(QStringLiteral("qt_")) ||
            button->objectName() == QStringLiteral("ScrollLeftButton") ||
            button->objectName() == QStringLiteral("ScrollRightButton") || button->inherits("QLineEditIconButton")) {
            continue;
        }
        if (!button->isVisible()) continue;
        EXPECT_FALSE(button->text().isEmpty() && button->toolTip().isEmpty() && button->accessibleName().isEmpty())
            << button->metaObject()->className() << ' ' << button->parentWidget()->metaObject()->className();
    }
}

TEST_F(SettingsTest, EveryIconOfTheResourcesIsDrawn) {
    static_cast<void>(icon(QStringLiteral("open"))); // registers the resources
    const QStringList files = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
    EXPECT_GT(files.size(), 20);
    for (const QString& file : files) {
        const QImage image = icon(file.chopped(4)).pixmap(24, 24).toImage();
        int inked = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) inked += qAlpha(image.pixel(x, y)) > 64 ? 1 : 0;
        }
        EXPECT_GT(inked, 20) << file.toStdString();
    }
    EXPECT_TRUE(icon(QStringLiteral("no such icon")).isNull());
}

TEST_F(SettingsTest, DevicesAreChosenByBoxes) {
    JobModel model;
    DevicePicker picker(model);
    compute::DeviceInfo cpu;
    cpu.id = "cpu";
    cpu.name = "some CPU, 2 cores";
    compute::DeviceInfo gpu;
    gpu.id = "cuda:0";
    gpu.name = "some GPU";
    compute::DeviceInfo broken = gpu;
    broken.id = "cuda:1";
    broken.usable = false;
    broken.reason = "driver too old";
    picker.setOverview({{cpu, gpu, broken}, {{"NCCL", "", "library not found"}}});
    const auto text = [&] { return std::get<std::string>(model.value(*job::findParameter("devices"))); };
    EXPECT_EQ(text(), "auto");
    EXPECT_FALSE(picker.deviceBox("cpu")->isEnabled());
    picker.automaticBox()->click();
    EXPECT_EQ(text(), "cuda:0") << "what was taken automatically";
    picker.deviceBox("cpu")->click();
    EXPECT_EQ(text(), "cpu,cuda:0");
    picker.workersBox("cpu")->setValue(3);
    EXPECT_EQ(text(), "cpu:3,cuda:0");
    EXPECT_FALSE(picker.deviceBox("cuda:1")->isEnabled());
    picker.deviceBox("cpu")->click();
    EXPECT_EQ(text(), "cuda:0");
    picker.automaticBox()->click();
    EXPECT_EQ(text(), "auto");
    model.setValue(*job::findParameter("devices"), job::ParameterValue(std::string("cpu:2")));
    EXPECT_EQ(picker.workersBox("cpu")->value(), 2);
    EXPECT_TRUE(picker.deviceBox("cpu")->isChecked());
}

/// One of four GPUs is a colleague's: two clicks.
TEST_F(SettingsTest, AllGpusButOneAreTwoClicks) {
    JobModel model;
    DevicePicker picker(model);
    DeviceOverview overview;
    for (const char* id : {"cpu", "cuda:0", "cuda:1", "cuda:2", "cuda:3"}) {
        overview.devices.emplace_back();
        overview.devices.back().id = id;
    }
    picker.setOverview(overview);
    picker.automaticBox()->click();
    picker.deviceBox("cuda:2")->click();
    const auto text = [&] { return std::get<std::string>(model.value(*job::findParameter("devices"))); };
    EXPECT_EQ(text(), "cuda:0,cuda:1,cuda:3");
    picker.automaticBox()->click();
    overview.devices.resize(1);
    picker.setOverview(overview);
    picker.automaticBox()->click();
    EXPECT_EQ(text(), "cpu") << "without GPUs";
}

} // namespace
} // namespace ewald::ui::test
