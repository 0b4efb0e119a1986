// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/calibrant.h"
#include "common/worker.h"
#include "model/user_message.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <vector>

namespace ewald::ui {

/// The substance whose powder rings are drawn: a calibrant that is built in, or one of a file (CIF, JCPDS, a list of
/// d-spacings). The choice and the last files are kept across starts. UI thread; files are read in another one.
class RingSubstance : public QObject {
    Q_OBJECT

public:
    struct Choice {
        QString name; ///< of a built-in calibrant, or the absolute path of a file
        QString label;
    };

    explicit RingSubstance(QObject* parent = nullptr);

    /// Calibrants that are built in, then the last files, the latest first.
    [[nodiscard]] std::vector<Choice> choices() const;
    /// Of the choice; empty: none.
    [[nodiscard]] const QString& name() const noexcept { return m_name; }
    /// \param name of one of the choices; empty: none
    void choose(const QString& name);
    /// Reads a file and chooses it; where it cannot be read the choice stays, and failed() says why.
    void open(const QString& file);
    /// Null: none is chosen, or its file is still being read.
    [[nodiscard]] const std::shared_ptr<const azint::Calibrant>& rings() const noexcept { return m_rings; }
    [[nodiscard]] bool busy() const noexcept { return m_worker.busy(); }

signals:
    /// The choice, or its rings.
    void changed();
    void choicesChanged();
    void failed(const ewald::ui::UserMessage& message);
    /// What the file says of itself that may make its lines wrong.
    void remarked(const ewald::ui::UserMessage& message);

private:
    void take(const QString& file, azint::Calibrant read);
    void keepChoice();

    QString m_name;
    QStringList m_files; ///< the latest first
    std::shared_ptr<const azint::Calibrant> m_rings;
    Worker m_worker;
};

} // namespace ewald::ui
