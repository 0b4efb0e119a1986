// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/frame_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window_support.h"

#include <memory>

namespace ewald::ui::test {

/// A window with frames to be integrated.
class PowderWindowTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        openWindow();
    }
    /// In place of the one before.
    void openWindow() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1360, 860);
        m_window->show();
    }
    [[nodiscard]] IntegrationSession& frames() { return m_window->session().integration(); }
    [[nodiscard]] FramePage& page() { return m_window->framePage(); }
    /// Frames are open, and nothing is read, stored or computed for them.
    [[nodiscard]] bool framesAreReady() {
        return frames().image() && !frames().busy() && !frames().readsOrStoresSoon() && page().isIdle();
    }
    void openFiles(const QStringList& files) {
        m_window->openAll(files);
        ASSERT_TRUE(waitFor([this] { return framesAreReady(); }))
            << m_window->messageBar().message().what.toStdString();
    }
    void openPowder(const sim::PowderExperiment& experiment = smallPowder(2), bool withGeometry = true) {
        const PowderNames names = writePowder(experiment);
        openFiles(withGeometry ? QStringList{names.frames, names.poni} : QStringList{names.frames});
    }
    void set(const char* key, const job::ParameterValue& value) {
        frames().job().setValue(*job::findParameter(key), value);
    }

    std::unique_ptr<MainWindow> m_window;
};

} // namespace ewald::ui::test
