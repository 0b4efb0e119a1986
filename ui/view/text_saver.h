// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"

#include <QByteArray>
#include <QObject>
#include <QString>

class QWidget;

namespace ewald::view {

/// Asks for a file name and writes a text there, away from the UI thread. Lives in the UI thread.
class TextSaver : public QObject {
    Q_OBJECT
public:
    explicit TextSaver(QWidget* parent);
    /// \param title of the dialog \param what the file holds ("profile.csv") \param filter of names; see SaveQuestion
    void ask(const QString& title, const QString& what, const QString& filter, const QByteArray& text);
    /// The same without asking. An existing file is replaced.
    void write(const QString& file, const QByteArray& text);

signals:
    void saved(const QString& file);
    void failed(const QString& reason);

private:
    QWidget* m_parent;
    ui::Worker m_writer;
};

} // namespace ewald::view
