// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/theme.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <vector>

namespace ewald::ui {

class MainWindow;

/// Opens the examples, runs a short reconstruction and saves pictures of the window on the way: for the README and for
/// machines without a screen. Emits finished() with an empty text, or with what went wrong.
class ScreenshotTour : public QObject {
    Q_OBJECT

public:
    /// \param themes each picture is taken in each of these; their names begin the names of the files
    ScreenshotTour(MainWindow& window, const QString& folder, std::vector<Theme> themes, QObject* parent = nullptr);
    void start();
    [[nodiscard]] const QStringList& files() const noexcept { return m_files; }

signals:
    void finished(const QString& problem);

private:
    struct Step {
        std::function<bool()> ready; ///< polled until true
        std::function<void()> act;
    };
    void plan();
    void planQueue();
    void planDevices();
    void planIntegration();
    void planPhases(); ///< on the image
    void planPeaks();  ///< of the patterns of the integration
    void poll();
    void addStep(std::function<bool()> ready, std::function<void()> act);
    /// \param of what to take a picture of; the main window when empty
    void addPicture(std::function<bool()> ready, const QString& name, std::function<QWidget*()> of = {});
    void grab(QWidget& widget, const QString& name);
    void fail(const QString& why);
    [[nodiscard]] bool viewsIdle() const;

    MainWindow& m_window;
    QString m_folder;
    std::vector<Theme> m_themes;
    QStringList m_files;
    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    std::size_t m_iteration = 0;
    int m_waited = 0;
    int m_settled = 0;
    QTimer m_timer;
};

} // namespace ewald::ui
