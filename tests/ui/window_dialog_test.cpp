// SPDX-License-Identifier: GPL-3.0-or-later
// Every dialog: nothing is cut off, whatever the language and the size of texts; and everything that can be worked with
// is reached by the keyboard and has a name for screen readers.
#include "clip_check.h"
#include "model/user_settings.h"
#include "window/about_dialog.h"
#include "window/compare_window.h"
#include "window/crash_dialog.h"
#include "window/devices_dialog.h"
#include "window/export_dialog.h"
#include "window/import_dialog.h"
#include "window/intent_sheet.h"
#include "window/language.h"
#include "window/manual_window.h"
#include "window/orientation_dialog.h"
#include "window/settings_dialog.h"
#include "window_state.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSlider>
#include <QTabBar>
#include <QTreeWidget>

namespace ewald::ui::test {
namespace {

struct Look {
    const char* language;
    int textPercent;
};

/// Whether a person can do something with it.
bool isControl(const QWidget& widget) {
    // Parts of others: the line of a number, what empties a line, the titles of columns.
    if (qobject_cast<const QHeaderView*>(&widget) || qobject_cast<const QLineEdit*>(widget.parentWidget()) ||
        qobject_cast<const QAbstractSpinBox*>(widget.parentWidget()) ||
        qobject_cast<const QComboBox*>(widget.parentWidget()))
        return false;
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
           qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QLineEdit*>(&widget) ||
           qobject_cast<const QSlider*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget) ||
           qobject_cast<const QPlainTextEdit*>(&widget);
}

QString spokenName(const QWidget& widget, const QWidget& top) {
    if (!widget.accessibleName().isEmpty()) return widget.accessibleName();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget); button && !button->text().isEmpty())
        return button->text();
    for (const QLabel* label : top.findChildren<QLabel*>())
        if (label->buddy() == &widget) return label->text();
    // Where nothing else names a control, Qt gives its tool tip to screen readers.
    return widget.toolTip();
}

/// Controls that no screen reader can name, or that Tab does not reach, one line each.
std::string unreachable(const QWidget& top) {
    QStringList found;
    for (const QWidget* widget : top.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !isControl(*widget) || widget->window() != top.window()) continue;
        const QString what = QStringLiteral("%1 \"%2\" in %3")
                                 .arg(QLatin1String(widget->metaObject()->className()), spokenName(*widget, top),
                                      widget->parentWidget() == nullptr
                                          ? QString()
                                          : QLatin1String(widget->parentWidget()->metaObject()->className()));
        if (spokenName(*widget, top).isEmpty()) found << what + QStringLiteral(": no name");
        const QString type = QLatin1String(widget->metaObject()->className());
        const bool reachedOtherwise =
            // Qt's own: the button of a tool bar that is too long, the scroll buttons of tabs
            type == QStringLiteral("QToolBarExtension") || qobject_cast<const QTabBar*>(widget->parentWidget());
        if (!reachedOtherwise && (widget->focusPolicy() & Qt::TabFocus) == 0)
            found << what + QStringLiteral(": not reached by Tab");
    }
    return found.join(u'\n').toStdString();
}

class DialogTest : public StateTest, public ::testing::WithParamInterface<Look> {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        installLanguage(QString::fromLatin1(GetParam().language));
        settings::setTextPercent(GetParam().textPercent);
        m_window = std::make_unique<MainWindow>();
        m_window->setTheme(Theme::dark);
        m_window->resize(1280, 800);
        m_window->show();
    }
    void TearDown() override {
        m_window.reset();
        applyTextSize(100);
        removeTranslators();
        installLanguage(QStringLiteral("en"));
    }
    void check(QWidget* dialog) {
        ASSERT_NE(dialog, nullptr);
        dialog->show();
        settleAll();
        const std::string name = dialog->metaObject()->className();
        EXPECT_EQ(clipped(*dialog), "") << name;
        EXPECT_EQ(unreachable(*dialog), "") << name;
        EXPECT_LE(dialog->minimumSizeHint().width(), 1280) << name;
        EXPECT_LE(dialog->minimumSizeHint().height(), 800) << name;
        EXPECT_LE(dialog->height(), 1000) << name;
        dialog->close();
    }
};

TEST_P(DialogTest, NothingIsCutOffAndEverythingIsReached) {
    check(std::make_unique<AboutDialog>(nullptr).get());
    check(std::make_unique<SettingsDialog>(session().recentFiles()).get());
    check(std::make_unique<CrashDialog>(path("none")).get());
    const auto manual = std::make_unique<ManualWindow>(nullptr);
    manual->showPlace(QStringLiteral("loss"));
    check(manual.get());
    const QString scan = writeScan(smallExperiment(), kLongName);
    open(scan);
    const auto import = std::make_unique<ImportDialog>(scan, QString(), std::nullopt, m_window.get());
    ASSERT_TRUE(waitFor([&] { return import->tree()->topLevelItemCount() > 0; }));
    check(import.get());
    m_window->showDevices();
    check(m_window->devicesDialog());
    run(2);
    m_window->exportResult();
    check(m_window->findChild<ExportDialog*>());
    const QString file = session().result()->file;
    m_window->compare(file, file);
    ASSERT_TRUE(waitFor([&] { return !m_window->compareWindow()->busy(); }));
    check(m_window->compareWindow());
    m_window->findOrientation();
    check(m_window->orientationDialog());
}

TEST_P(DialogTest, EverythingOnEveryPageIsReached) {
    EXPECT_EQ(unreachable(*m_window), "") << "start page";
    open(writeScan());
    run(2);
    onEveryPageOfBothModes([this](const std::string& page) { EXPECT_EQ(unreachable(*m_window), "") << page; });
}

INSTANTIATE_TEST_SUITE_P(Looks, DialogTest, ::testing::Values(Look{"en", 100}, Look{"de", 100}, Look{"de", 150}));

} // namespace
} // namespace ewald::ui::test
