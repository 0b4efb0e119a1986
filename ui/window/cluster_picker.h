// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/queue/slurm/cluster_list.h"

#include <QWidget>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLayout;
class QLineEdit;

namespace ewald::ui {

class Session;

/// Where jobs run: on this computer, or on one of the clusters that are found, to which Start and Add to queue then
/// submit. Says why one cannot be had, and whether the cluster takes what is asked for. Files are read and commands
/// called by workers.
class ClusterPicker : public QWidget {
    Q_OBJECT

public:
    explicit ClusterPicker(Session& session, QWidget* parent = nullptr);
    ~ClusterPicker() override;

    void setEntries(std::vector<job::queue::ClusterEntry> entries);
    /// This computer first, then the clusters.
    [[nodiscard]] QComboBox* places() const noexcept { return m_places; }
    /// The field of what jobs mostly ask for: "time", "partition", "gpus", "memory", "account"; hidden where the
    /// template has no place for it.
    [[nodiscard]] QLineEdit* field(const QString& key) const;
    /// What else is asked for there: "qos=long nodes=2".
    [[nodiscard]] QLineEdit* values() const noexcept { return m_values; }
    /// What the cluster, or this program, says of it.
    [[nodiscard]] QString verdict() const;

signals:
    /// The name of the cluster that is chosen; empty: this computer.
    void placeChanged(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void addEntry(const job::queue::ClusterEntry& entry);
    void choose(int index);
    QLayout* buildFields();
    void takeValues();
    [[nodiscard]] QString typedValues() const;
    void showFields(const job::queue::ClusterEntry& entry, const std::string& values);
    void showChoice();
    void ask();
    void say(const QString& text, bool bad = false, const QString& details = {});
    /// Null: this computer, or a cluster that is not listed.
    [[nodiscard]] const job::queue::ClusterEntry* chosen() const;

    Session& m_session;
    QComboBox* m_places;
    QWidget* m_more; ///< of the chosen one
    /// One of what jobs mostly ask for.
    struct Field {
        const char* key; ///< the template's place
        QLabel* label;
        QLineEdit* edit;
    };
    std::vector<Field> m_fields;
    QLabel* m_also;
    QLineEdit* m_values;
    QLabel* m_verdict;
    std::vector<job::queue::ClusterEntry> m_entries; ///< as they are listed
    std::string m_asked;                             ///< what the verdict is about
    std::shared_ptr<std::atomic<bool>> m_abandon;    ///< ends the question that is under way
    Worker m_survey;
    Worker m_check;
};

} // namespace ewald::ui
