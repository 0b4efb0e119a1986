// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/ordered_tasks.h"

#include <QByteArray>
#include <QObject>

class QImage;
class QWidget;

namespace ewald::view {

/// Asks for a file name and writes a text or a picture there, away from the UI thread. Lives in the UI thread.
class FileSaver : public QObject {
    Q_OBJECT
public:
    explicit FileSaver(QWidget* parent);
    /// \param title of the dialog \param what the file holds ("profile.csv") \param filter of names; see SaveQuestion
    void ask(const QString& title, const QString& what, const QString& filter, const QByteArray& text);
    /// The same without asking. An existing file is replaced.
    void write(const QString& file, const QByteArray& text);
    /// … as PNG.
    void write(const QString& file, const QImage& picture);
    [[nodiscard]] bool busy() const noexcept { return m_open > 0; }

signals:
    void saved(const QString& file);
    /// Where this is connected to nothing, a message box says it.
    void failed(const QString& reason);

private:
    void start(const QString& file, std::function<void()> write);

    QWidget* m_parent;
    QString m_title;
    std::size_t m_open = 0; ///< files that are being written, one after the other
    ui::OrderedTasks m_writer;
};

} // namespace ewald::view
