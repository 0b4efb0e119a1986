// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/calibrant.h"
#include "common/worker.h"
#include "model/settled_files.h"
#include "model/user_message.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ewald::ui {

/// What was read of a file of a substance, and of which version of it (io::fileVersion()).
struct SubstanceFile {
    std::string version;
    azint::Calibrant calibrant;
};

/// Any thread. \throws DataError, JobError
[[nodiscard]] SubstanceFile readSubstance(const QString& file);

/// The substance whose powder rings are drawn: a calibrant that is built in, or one of a file (CIF, JCPDS, a list of
/// d-spacings), which is read again when it changes. The choice and the last files are kept across starts. UI thread;
/// files are looked at and read in another one.
class RingSubstance : public QObject {
    Q_OBJECT

public:
    struct Choice {
        QString name; ///< of a built-in calibrant, or the absolute path of a file
        QString label;
    };

    /// \param interval_ms how often the file is looked at
    explicit RingSubstance(QObject* parent = nullptr, int interval_ms = 2000);

    /// Calibrants that are built in, then the last files, the latest first.
    [[nodiscard]] std::vector<Choice> choices() const;
    /// Of the choice; empty: none.
    [[nodiscard]] const QString& name() const noexcept { return m_name; }
    /// \param name of one of the choices; empty: none
    void choose(const QString& name);
    /// Reads a file and chooses it; where it cannot be read the choice stays, and failed() says why. Later, when the
    /// file has changed, it is read again: then the rings stay where it cannot be read, and where it is gone.
    void open(const QString& file) { open(QStringList{file}); }
    /// The same of the first of several; the others become choices, which are read when they are chosen. What is drawn,
    /// and of how many, is said.
    void open(const QStringList& files);
    /// As they are given. Null: none is chosen, or its file is still being read.
    [[nodiscard]] const std::shared_ptr<const azint::Calibrant>& rings() const noexcept { return m_rings; }

    /// Pressure and temperature of the sample, or the scale of its cell. Each substance keeps its own until the program
    /// ends.
    [[nodiscard]] const crystal::Conditions& conditions() const noexcept { return m_conditions; }
    /// What the spacings of rings() are multiplied with under them.
    [[nodiscard]] double spacingRatio() const noexcept { return m_ratio; }
    /// Which conditions there are: those that a JCPDS file has constants for; of another file the scale.
    [[nodiscard]] bool takesPressure() const { return m_rings && m_rings->state.knowsPressure(); }
    [[nodiscard]] bool takesTemperature() const { return m_rings && m_rings->state.knowsTemperature(); }
    [[nodiscard]] bool takesScale() const;
    /// Whether there are any.
    [[nodiscard]] bool takesConditions() const { return takesPressure() || takesTemperature() || takesScale(); }
    /// Where the substance has no cell under such conditions those before stay, and failed() says why.
    /// \returns whether they were taken
    bool setConditions(const crystal::Conditions& conditions);

    [[nodiscard]] bool busy() const noexcept { return m_worker.busy(); }

signals:
    /// The choice, its rings, its conditions, or what there is to choose from.
    void changed();
    /// The conditions are those of another substance now, or the file says no longer how its cell follows them.
    void conditionsReplaced();
    void failed(const ewald::ui::UserMessage& message);
    /// What failed() said of conditions is of the past.
    void refusalOver(const ewald::ui::UserMessage& message);
    /// What the file says of itself that may make its lines wrong; which of several files is drawn.
    void remarked(const ewald::ui::UserMessage& message);

private:
    void take(const QString& file, SubstanceFile read);
    void addChoices(const QStringList& files); ///< changed() has to follow
    void sayChosen(const QStringList& files);
    void show(const QString& file, SubstanceFile read);
    void keepChoice();
    void endRefusal();
    /// Takes the conditions back that were set for the substance of the choice.
    void recallConditions();
    [[nodiscard]] bool isFile() const { return m_files.contains(m_name); }
    void readAgain();
    void endLooking();

    QString m_name;
    QStringList m_files; ///< the latest first
    std::shared_ptr<const azint::Calibrant> m_rings;
    std::map<QString, crystal::Conditions> m_allConditions; ///< by the name of the substance
    std::optional<UserMessage> m_refusal;                   ///< of conditions, the last time
    crystal::Conditions m_conditions;
    QString m_conditionsOf; ///< the substance that they are of
    double m_ratio = 1;
    SettledFiles m_settled; ///< the file of the choice
    Worker m_worker;
    Worker m_againWorker;
};

} // namespace ewald::ui
