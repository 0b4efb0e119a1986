// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "io/result_file.h"
#include "model/loaded_integration.h"
#include "model/scan_data.h"
#include "model/stack_image.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>

namespace ewald::ui {

/// A reconstruction as the window shows it: of a file or just made.
struct LoadedResult {
    QString file;
    io::PtychoResult result;
    std::shared_ptr<const Array<Complex, 2>> object; ///< of several slices their product
    std::shared_ptr<const Array<Complex, 3>> probe;  ///< modes of the first OPR mode
    std::vector<double> modePower;                   ///< fractions
    std::optional<job::JobDocument> job;             ///< the job that made it, where the file holds it
    QString movedFrom; ///< where its input was, if that lies beside it now (moved_files.h)
    QDateTime date;    ///< writtenDate()
};
using LoadedResultPtr = std::shared_ptr<const LoadedResult>;

/// Reads a result file and takes it apart for display. \throws DataError
[[nodiscard]] LoadedResultPtr loadResult(const QString& file);

/// Files to be opened, and what with.
struct OpenRequest {
    QStringList files;       ///< or folders
    job::JobDocument scan;   ///< parameters for a scan; file and mapping are replaced
    job::JobDocument frames; ///< parameters for frames that are integrated; the files are replaced
    /// What a file that can be both is opened as: what it is (a scan, where a reader recognises one), or frames in any
    /// case.
    enum class As { whatItIs, frames };
    As as = As::whatItIs;
    bool integrating = false; ///< frames of an unknown layout are integrated without asking for positions
    bool together = false;    ///< several files make one stack, also where each is a scan of its own
};

/// Several files of which each could be opened on its own.
struct SeveralFiles {
    QStringList files;
    QStringList scans;
    QStringList results;
    QStringList documents;  ///< of jobs
    QStringList frames;     ///< files of frames that are no scan
    QString folder;         ///< that they were found in, where that was given instead of them
    QString geometry;       ///< of a stack of them: a PONI file beside them; may be empty
    bool stackable = false; ///< they can be read as one stack of frames
};

/// Opens any file that the window is given (a scan, frames, a geometry, a job document, a result), away from the UI
/// thread.
///
/// Only the newest request counts: opening again, or cancel(), forgets the older one. Lives in the UI thread.
class FileOpener : public QObject {
    Q_OBJECT

public:
    explicit FileOpener(QObject* parent = nullptr);

    /// Finds out what the files are.
    void open(const OpenRequest& request);
    /// Opens the frames of an integration.
    void openStack(const job::JobDocument& job);
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
    /// Frames with the document that they were opened by; `fromJob`: by openStack(), not as files of their own.
    void stackOpened(const ewald::job::JobDocument& job, const ewald::ui::StackPtr& stack, bool fromJob);
    /// A PONI file.
    void geometryOpened(const QString& file);
    /// CIF or JCPDS files: given, or lying in the folder that was given. \param alone there is nothing else
    void phasesOpened(const QStringList& files, bool alone);
    /// Several PONI files beside what was opened: nobody knows which one is meant.
    void geometriesLeftOut(const QStringList& files);
    void integrationOpened(const ewald::ui::LoadedIntegrationPtr& result);
    void jobOpened(const QString& file, const ewald::job::JobDocument& job);
    void resultOpened(const ewald::ui::LoadedResultPtr& result);
    /// Several scans or results, of which one at a time can be open.
    void severalFound(const ewald::ui::SeveralFiles& files);
    /// No reader recognises the layout and no saved one fits: an import mapping is needed.
    void mappingNeeded(const QString& file, const QString& reason);
    /// \param mappable its content can be listed, so that datasets can be chosen of it
    void failed(const QString& file, const ewald::Error& error, bool mappable);

private:
    struct Opened;
    struct GivenFiles;
    [[nodiscard]] static GivenFiles sortOut(const QStringList& all);
    [[nodiscard]] static Opened openAny(const OpenRequest& request, TaskContext& context,
                                        const std::function<void(ScanDataPtr)>& understood);
    [[nodiscard]] static Opened openSorted(const OpenRequest& request, const GivenFiles& given, TaskContext& context,
                                           const std::function<void(ScanDataPtr)>& understood);
    [[nodiscard]] static Opened openFrames(const OpenRequest& request, const QString& file,
                                           const std::function<Opened()>& frames, TaskContext& context,
                                           const std::function<void(ScanDataPtr)>& understood);
    void startWork(std::function<Opened(TaskContext&)> work);
    void deliver(Opened opened);

    Worker m_worker;
    QString m_file;
};

} // namespace ewald::ui
