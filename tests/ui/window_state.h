// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "buttons.h"
#include "view/loss_chart.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/status_panel.h"
#include "window_support.h"

#include <QAction>
#include <QPushButton>

#include <algorithm>

namespace ewald::ui::test {

using job::JobState;

/// A window, scans that are opened in it, and runs.
class StateTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
    }
    [[nodiscard]] Session& session() { return m_window->session(); }
    [[nodiscard]] LivePage& live() { return m_window->livePage(); }
    [[nodiscard]] bool ended() { return !session().controller().running(); }
    void open(const QString& file) {
        m_window->open(file);
        ASSERT_TRUE(waitFor([&] {
            return session().scan() && session().scan()->complete && toQString(session().scan()->job.inputFile) == file;
        })) << m_window->messageBar().plainText().toStdString();
    }
    void set(const char* key, const job::ParameterValue& value) {
        session().job().setValue(*job::findParameter(key), value);
    }
    void run(std::size_t iterations) {
        session().job().setIterations(0, iterations);
        m_window->startRun();
        ASSERT_TRUE(waitFor([this] { return ended() && live().objectImage() && session().result(); }));
        ASSERT_EQ(session().controller().state(), JobState::done);
    }
    void runAndStop(std::size_t after) {
        session().job().setIterations(0, 100000);
        m_window->startRun();
        const auto iterations = [this] {
            const view::LossChart* chart = live().loss();
            return chart->curveCount() == 0 ? 0U : chart->points(chart->curveCount() - 1).size();
        };
        ASSERT_TRUE(waitFor([&] { return iterations() >= after; }));
        m_window->runActions().stop->trigger();
        ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    }
    [[nodiscard]] bool offers(const QString& button) { return buttonWith(m_window->messageBar(), button) != nullptr; }
    /// Starts a run that does not end by itself, and waits for its object.
    void startLongRun() {
        session().job().setIterations(0, 100000);
        m_window->startRun();
        ASSERT_TRUE(waitFor([this] { return live().objectImage() != nullptr; }));
    }
    [[nodiscard]] std::string statusText() { return m_window->statusPanel().text().toStdString(); }
    void stopRun() {
        m_window->runActions().stop->trigger();
        ASSERT_TRUE(waitFor([this] { return ended(); }));
    }
    /// Shows every page of the mode, one after the other. \param check is called with the page's title
    void onEveryPage(const std::function<void(const std::string&)>& check) {
        for (int tab = 0; tab < m_window->tabs().count(); ++tab) {
            if (!m_window->tabs().isTabVisible(tab)) continue;
            m_window->tabs().setCurrentIndex(tab);
            settleAll();
            check(m_window->tabs().tabText(tab).toStdString());
        }
    }
    /// The same in both modes; the frames of the scan that is open are those of the integration.
    void onEveryPageOfBothModes(const std::function<void(const std::string&)>& check) {
        for (const Mode mode : {Mode::ptychography, Mode::integration}) {
            session().setMode(mode);
            ASSERT_TRUE(
                waitFor([&] { return mode == Mode::ptychography || session().integration().stack() != nullptr; }));
            onEveryPage(check);
        }
    }
    /// Presses a button of the message.
    void press(const QString& text) {
        QAbstractButton* button = buttonWith(m_window->messageBar(), text);
        ASSERT_NE(button, nullptr) << text.toStdString() << " in " << m_window->messageBar().plainText().toStdString();
        button->click();
    }

    std::unique_ptr<MainWindow> m_window;
};

} // namespace ewald::ui::test
