// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"
#include "model/scan_data.h"
#include "model/worker.h"

#include <QObject>
#include <QString>

namespace ewald::ui {

/// A reconstruction as the window shows it: of a file or just made.
struct LoadedResult {
    QString file;
    io::PtychoResult result;
    std::shared_ptr<const Array<Complex, 2>> object; ///< first slice
    std::shared_ptr<const Array<Complex, 3>> probe;  ///< modes of the first OPR mode
    std::vector<double> modePower;                   ///< fractions
    std::optional<job::JobDocument> job;             ///< what made it, when the file tells
};
using LoadedResultPtr = std::shared_ptr<const LoadedResult>;

/// Reads a result file and takes it apart for display. \throws DataError
[[nodiscard]] LoadedResultPtr loadResult(const QString& file);

/// Opens whatever a person gives to the window (a scan, a job document, a result), away from the UI thread.
///
/// Only the newest request counts: opening again, or cancel(), forgets the older one. Lives in the UI thread.
class FileOpener : public QObject {
    Q_OBJECT

public:
    explicit FileOpener(QObject* parent = nullptr);

    /// Finds out what `file` is. A scan is opened with the parameters of `base` (file and mapping are replaced).
    void open(const QString& file, const job::JobDocument& base);
    /// Opens the scan of a job, for instance again because its pre-processing changed: the mean pattern of `before` is
    /// kept where the same frames are prepared in the same way.
    void openScan(const job::JobDocument& job, const ScanDataPtr& before = {});
    void cancel();
    [[nodiscard]] bool busy() const noexcept { return m_worker.busy(); }
    [[nodiscard]] QString file() const { return m_file; }

signals:
    void busyChanged(bool busy);
    void progressed(qulonglong done, qulonglong total);
    /// The scan with its first impression of the mean pattern; scanLoaded() follows.
    void scanUnderstood(const ewald::ui::ScanDataPtr& data);
    void scanLoaded(const ewald::ui::ScanDataPtr& data);
    void jobOpened(const QString& file, const ewald::job::JobDocument& job);
    void resultOpened(const ewald::ui::LoadedResultPtr& result);
    /// No reader knows the layout and no saved one fits: ask which dataset is what.
    void mappingNeeded(const QString& file, const QString& reason);
    void failed(const QString& file, const ewald::Error& error);

private:
    struct Opened;
    [[nodiscard]] static Opened openAny(const QString& file, const job::JobDocument& base, TaskContext& context,
                                        const std::function<void(ScanDataPtr)>& understood);
    void startWork(std::function<Opened(TaskContext&)> work);
    void deliver(Opened opened);

    Worker m_worker;
    QString m_file;
};

} // namespace ewald::ui
