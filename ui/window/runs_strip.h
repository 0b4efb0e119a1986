// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/ordered_tasks.h"
#include "window/run_summary.h"

#include <QAbstractListModel>
#include <QIcon>
#include <QPersistentModelIndex>
#include <QSet>
#include <QWidget>

#include <atomic>
#include <memory>
#include <vector>

class QAction;
class QLabel;
class QListView;

namespace ewald::ui {

/// Results as small pictures with what was changed from each to the next, oldest first. Reads them one by one away from
/// the UI thread, and drags their files. Those of a folder have their places at once and are read there: what one aims
/// at stays where it is.
class RunList : public QAbstractListModel {
    Q_OBJECT

public:
    explicit RunList(QObject* parent = nullptr);
    ~RunList() override;

    /// Adds a result; one that is there and was written again is read again.
    void add(const QString& file);
    /// Adds the newest results of a folder.
    void addFolder(const QString& folder);
    [[nodiscard]] const RunSummary* runAt(const QModelIndex& index) const;
    /// What was changed against the run before it.
    [[nodiscard]] QStringList changesOf(const QModelIndex& index) const;
    /// Waits until all that was asked for is read; for tests.
    void finish() { m_reader.finish(); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    [[nodiscard]] Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

private:
    struct Entry {
        RunSummary run;
        QIcon picture;
        QStringList changes;
        QString caption;  ///< the shortest that tells it from the one before
        bool read = true; ///< else only file and time are known
    };
    /// A result that will be read.
    struct Expected {
        QString file;
        QDateTime time;
    };
    [[nodiscard]] static std::vector<Expected> resultsIn(const QString& folder);
    [[nodiscard]] std::vector<Entry>::iterator find(const QString& file);
    void expect(const std::vector<Expected>& files);
    void take(RunSummary run);
    void insert(Entry entry);
    void noteChanges(std::size_t row);

    std::vector<Entry> m_runs;
    QSet<QString> m_folders;
    std::shared_ptr<std::atomic<bool>> m_ending = std::make_shared<std::atomic<bool>>(false);
    OrderedTasks m_reader;
};

/// Every run since the window was opened and those of the folders of their results: a click shows one, two can be
/// compared, and one that is dropped on the form is what the next run starts from.
class RunsStrip : public QWidget {
    Q_OBJECT

public:
    explicit RunsStrip(QWidget* parent = nullptr);

    /// A result, and those of its folder. Nothing is read while the strip is hidden.
    void add(const QString& file);

    [[nodiscard]] RunList& runs() noexcept { return m_runs; }
    [[nodiscard]] QListView& list() const noexcept { return *m_list; }
    [[nodiscard]] QAction* compareAction() const noexcept { return m_compare; }
    [[nodiscard]] QAction* startFromAction() const noexcept { return m_startFrom; }
    [[nodiscard]] QAction* useAction() const noexcept { return m_use; }

signals:
    void shown(const QString& file);
    void compareWanted(const QString& fileA, const QString& fileB);
    void startFromWanted(const QString& file);
    /// The parameters of a run are to be those of the form.
    void useWanted(const ewald::job::JobDocument& document);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildActions();
    void fitPictures();
    void keepPlaces();
    void updateActions();
    [[nodiscard]] QStringList selected() const;
    [[nodiscard]] const RunSummary* only() const;

    RunList m_runs;
    QStringList m_waiting; ///< to be read when the strip is shown
    QListView* m_list;
    QPersistentModelIndex m_anchor; ///< the leftmost tile to be seen while others are inserted …
    int m_anchorLeft = 0;           ///< … and where it is
    QLabel* m_empty;
    QAction* m_compare = nullptr;
    QAction* m_startFrom = nullptr;
    QAction* m_use = nullptr;
};

} // namespace ewald::ui
