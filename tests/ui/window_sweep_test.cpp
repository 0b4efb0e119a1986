// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a sweep as the window calls them.
#include "model/job_model.h"
#include "model/text.h"
#include "waiting.h"
#include "window/sweep_editor.h"
#include "window/sweep_window.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QToolButton>

#include <gtest/gtest.h>

namespace ewald::ui::test {
namespace {

class SweepChoices : public testing::Test {
protected:
    void SetUp() override {
        job::JobDocument form;
        form.kind = "ptycho";
        form.pipeline = {{"rpie", 10, {}}};
        m_editor.setForm(form);
        m_editor.show();
    }
    void vary(const char* key) {
        QComboBox& parameter = m_editor.parameter();
        parameter.setCurrentIndex(parameter.findData(QString::fromLatin1(key)));
        ASSERT_EQ(parameter.currentData().toString(), QString::fromLatin1(key));
    }
    [[nodiscard]] QAction* choice(const QString& text) {
        for (QAction* one : m_editor.choices().menu()->actions())
            if (one->text() == text) return one;
        ADD_FAILURE() << text.toStdString();
        return new QAction(&m_editor);
    }
    SweepEditor m_editor{false, nullptr};
};

TEST_F(SweepChoices, EnginesAreTickedByTheirNames) {
    vary("engine");
    ASSERT_NE(engineTitle("rpie"), QStringLiteral("rpie"));
    ASSERT_NE(engineTitle("epie"), QStringLiteral("epie"));
    EXPECT_FALSE(m_editor.values().placeholderText().contains(QStringLiteral("rpie")))
        << m_editor.values().placeholderText().toStdString();
    ASSERT_FALSE(m_editor.choices().isHidden());
    choice(engineTitle("rpie"))->trigger();
    choice(engineTitle("epie"))->trigger();
    EXPECT_EQ(m_editor.sweeps().size(), 1U);
    const std::string both = m_editor.sweeps().front();
    EXPECT_TRUE(both == "engine=rpie,epie" || both == "engine=epie,rpie") << both;
    std::size_t jobs = 0;
    EXPECT_TRUE(m_editor.remark(jobs).contains(engineTitle("epie")));
    EXPECT_EQ(jobs, 2U);
    choice(engineTitle("rpie"))->trigger();
    EXPECT_EQ(m_editor.sweeps(), std::vector<std::string>{"engine=epie"});
}

TEST_F(SweepChoices, NamesAndKeysCanBeTyped) {
    vary("engine");
    m_editor.values().setText(engineTitle("rpie") + QStringLiteral(" , epie"));
    EXPECT_EQ(m_editor.sweeps(), std::vector<std::string>{"engine=rpie,epie"});
    emit m_editor.choices().menu()->aboutToShow();
    EXPECT_TRUE(choice(engineTitle("rpie"))->isChecked());
    EXPECT_FALSE(choice(engineTitle("raar"))->isChecked());
    // A number has nothing to choose from.
    vary("batch_size");
    EXPECT_TRUE(m_editor.choices().isHidden());
    m_editor.values().setText(QStringLiteral("8, 16"));
    EXPECT_EQ(m_editor.sweeps(), std::vector<std::string>{"batch_size=8,16"});
}

TEST(SweepWindowTest, ItsTitleNamesTheScan) {
    const QTemporaryDir folder;
    QueueFeed feed(toPath(folder.path()));
    SweepWindow window(feed);
    const QString none = window.windowTitle();
    job::JobDocument form;
    form.kind = "ptycho";
    form.pipeline = {{"rpie", 10, {}}};
    form.inputFile = "/data/scan_0042.cxi";
    window.setForm(form);
    EXPECT_TRUE(window.windowTitle().contains(QStringLiteral("scan_0042.cxi"))) << window.windowTitle().toStdString();
    form.inputFile.clear();
    window.setForm(form);
    EXPECT_EQ(window.windowTitle(), none);
}

} // namespace
} // namespace ewald::ui::test
