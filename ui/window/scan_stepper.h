// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/known_scan.h"
#include "model/user_message.h"

#include <QObject>

class QAction;

namespace ewald::ui {

class Session;

/// Opens the previous and the next scan of the folder of the open one, or the neighbours of the open result where no
/// scan is open. Asks nothing; how pictures are shown stays as it is. UI thread.
class ScanStepper : public QObject {
    Q_OBJECT

public:
    explicit ScanStepper(Session& session, QObject* parent = nullptr);

    [[nodiscard]] QAction* previous() const noexcept { return m_previous; }
    [[nodiscard]] QAction* next() const noexcept { return m_next; }

signals:
    void message(const ewald::ui::UserMessage& message);

private:
    [[nodiscard]] QString file() const;
    void step(int direction);
    void take(const NeighbourSearch& search, const QString& from, int direction);
    [[nodiscard]] static QString refusedText(const NeighbourSearch& search);
    void sayRefused();
    void updateActions();

    Session& m_session;
    Worker m_finder;
    QString m_found;   ///< is being opened
    QString m_refused; ///< is said when it is open
    QAction* m_previous = nullptr;
    QAction* m_next = nullptr;
};

} // namespace ewald::ui
