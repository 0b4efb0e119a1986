// SPDX-License-Identifier: GPL-3.0-or-later
// Where files go: the name of a result while another window writes, and what the save dialogs propose.
#include "io/output_guard.h"
#include "view/image_view.h"
#include "view/loss_chart.h"
#include "window/data_page.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window_support.h"

#include <QAction>
#include <QFileDialog>

namespace ewald::ui::test {
namespace {

class OutputTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QObject::connect(&session(), &Session::message, m_window.get(),
                         [this](const UserMessage& message) { m_messages.push_back(message); });
        m_window->open(writeScan());
        ASSERT_TRUE(waitFor([this] { return session().scan() && session().scan()->complete; }));
        session().job().setIterations(0, 2);
    }
    [[nodiscard]] Session& session() { return m_window->session(); }
    void run() {
        m_window->runActions().start->trigger();
        ASSERT_TRUE(waitFor([this] { return session().controller().running(); }));
        ASSERT_TRUE(waitFor([this] { return !session().controller().running(); }));
    }
    [[nodiscard]] QString said() const {
        QStringList all;
        for (const UserMessage& message : m_messages) all << message.what;
        return all.join(u'\n');
    }
    /// The file that a dialog of this widget proposes; `answer`: what is chosen in it.
    [[nodiscard]] QString proposed(QWidget& widget, const QString& action, const QString& answer = {}) {
        for (QAction* each : widget.findChildren<QAction*>())
            if (each->text().remove(u'&') == action) each->trigger();
        auto* dialog = widget.findChild<QFileDialog*>();
        if (dialog == nullptr) return {};
        const QString file = dialog->selectedFiles().value(0);
        if (!answer.isEmpty()) emit dialog->fileSelected(answer);
        delete dialog;
        return file;
    }

    std::vector<UserMessage> m_messages;
    std::unique_ptr<MainWindow> m_window;
};

TEST_F(OutputTest, ANameThatAnotherRunTookMeanwhileIsCountedOn) {
    ASSERT_EQ(session().outputFile(), path("scan_ewald.h5"));
    const io::OutputLock other(toPath(path("scan_ewald.h5")));
    run();
    EXPECT_EQ(session().controller().state(), job::JobState::done) << qPrintable(said());
    EXPECT_EQ(toQString(session().startedJob()->outputFile), path("scan_ewald_2.h5"));
    EXPECT_TRUE(QFile::exists(path("scan_ewald_2.h5")));
    EXPECT_TRUE(said().contains(QStringLiteral("scan_ewald.h5 was taken meanwhile"))) << qPrintable(said());
    EXPECT_TRUE(said().contains(QStringLiteral("scan_ewald_2.h5"))) << qPrintable(said());
    // As it is shown before Start, nothing has to be said.
    m_messages.clear();
    EXPECT_EQ(session().outputFile(), path("scan_ewald_3.h5"));
    run();
    EXPECT_TRUE(QFile::exists(path("scan_ewald_3.h5")));
    EXPECT_FALSE(said().contains(QStringLiteral("taken"))) << qPrintable(said());
}

TEST_F(OutputTest, AChosenNameThatAnotherRunWritesIsAnError) {
    session().setOutputFile(path("mine.h5"), false);
    const io::OutputLock other(toPath(path("mine.h5")));
    run();
    EXPECT_EQ(session().controller().state(), job::JobState::failed);
    EXPECT_TRUE(said().contains(QStringLiteral("another run is writing this file"))) << qPrintable(said());
    EXPECT_FALSE(QFile::exists(path("mine_2.h5")));
}

TEST_F(OutputTest, FilesAreSavedBesideTheResultAndNamedAfterIt) {
    const QString figure = QStringLiteral("Save figure as PNG…");
    view::ImageView* pattern = nullptr;
    ASSERT_TRUE(waitFor([&] {
        for (auto* view : m_window->dataPage().findChildren<view::ImageView*>())
            if (!view->figure(1).isNull()) pattern = view;
        return pattern != nullptr;
    }));
    EXPECT_EQ(proposed(*pattern, figure), path("scan_figure.png"));
    run();
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    view::ImageView& object = *m_window->livePage().object();
    ASSERT_TRUE(waitFor([&] { return !object.figure(1).isNull(); }));
    EXPECT_EQ(proposed(*m_window->livePage().loss(), QStringLiteral("Save…")), path("scan_ewald_loss.png"));
    // Where the last one of this result was put is where the next one goes …
    const QString folder = path("figures");
    ASSERT_TRUE(QDir().mkpath(folder));
    EXPECT_EQ(proposed(object, figure, folder + QStringLiteral("/a.png")), path("scan_ewald_object.png"));
    EXPECT_EQ(proposed(object, figure), folder + QStringLiteral("/scan_ewald_object.png"));
    // … and another scan begins beside itself.
    ASSERT_TRUE(QDir().mkpath(path("other")));
    m_window->open(writeScan(smallExperiment(), QStringLiteral("other/second.cxi")));
    ASSERT_TRUE(waitFor([this] { return session().inputFile() == path("other/second.cxi"); }));
    EXPECT_EQ(proposed(*pattern, figure), path("other/second_figure.png"));
}

} // namespace
} // namespace ewald::ui::test
