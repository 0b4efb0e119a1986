// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file_opener.h"

#include "model/layout_store.h"
#include "model/text.h"

#include "ptycho/probe_algebra.h"

#include <QFileInfo>

#include <variant>

namespace ewald::ui {

namespace {

/// First impression of a long scan: enough frames for a mean pattern that is worth looking at.
constexpr std::size_t kFirstFrames = 48;
/// Below this nobody has really recognised the layout.
constexpr double kSureEnough = 0.2;

template <std::size_t Rank>
std::array<std::size_t, Rank - 1> tail(const std::array<std::size_t, Rank>& shape) {
    std::array<std::size_t, Rank - 1> rest{};
    std::copy(shape.begin() + 1, shape.end(), rest.begin());
    return rest;
}

/// Frames of the same file prepared in the same way need no second look.
bool sameFrames(const ScanData& a, const ScanData& b) {
    return a.complete && a.job.inputFile == b.job.inputFile && a.job.mapping == b.job.mapping &&
           a.preprocessing == b.preprocessing;
}

ScanDataPtr readScan(const job::JobDocument& job, const ScanDataPtr& before, TaskContext& context,
                     const std::function<void(ScanDataPtr)>& understood) {
    ScanData described = describeScan(job);
    if (before && sameFrames(*before, described)) {
        described.takeMean(*before);
        return std::make_shared<const ScanData>(std::move(described));
    }
    const std::size_t sample =
        sampleFrames(described.layout, described.scan.frames->rows() * described.scan.frames->cols());
    if (sample > 4 * kFirstFrames) {
        auto first = std::make_shared<ScanData>(described);
        readMean(*first, kFirstFrames, context.control, {});
        context.post([understood, first] { understood(first); });
    }
    auto all = std::make_shared<ScanData>(std::move(described));
    readMean(*all, sample, context.control, context.progress);
    all->complete = true;
    return all;
}

} // namespace

struct FileOpener::Opened {
    struct Job {
        QString file;
        job::JobDocument document;
    };
    struct NeedsMapping {
        QString file;
        QString reason;
    };
    std::variant<ScanDataPtr, Job, LoadedResultPtr, NeedsMapping> what;
};

LoadedResultPtr loadResult(const QString& file) {
    auto loaded = std::make_shared<LoadedResult>();
    loaded->file = file;
    loaded->result = io::readResult(toPath(file));
    const io::PtychoResult& result = loaded->result;
    if (result.object.empty() || result.probe.empty()) {
        throw DataError("the result file has no object or no probe", file.toStdString(),
                        "was its writing interrupted?");
    }
    const auto object = result.object.slab(0);
    loaded->object = std::make_shared<const Array<Complex, 2>>(tail(result.object.shape()),
                                                               std::vector<Complex>(object.begin(), object.end()));
    const auto modes = result.probe.slab(0);
    Array<Complex, 3> probe(tail(result.probe.shape()), std::vector<Complex>(modes.begin(), modes.end()));
    loaded->modePower = ptycho::orthogonalise(probe);
    loaded->probe = std::make_shared<const Array<Complex, 3>>(std::move(probe));
    try {
        loaded->job = job::parseJob(result.job, file.toStdString());
    } catch (const Error&) {
        loaded->job.reset(); // the images are worth showing without it; the report says that the job is missing
    }
    return loaded;
}

FileOpener::FileOpener(QObject* parent) : QObject(parent) {
    connect(&m_worker, &Worker::busyChanged, this, &FileOpener::busyChanged);
    connect(&m_worker, &Worker::progressed, this, &FileOpener::progressed);
}

FileOpener::Opened FileOpener::openAny(const QString& file, const job::JobDocument& base, TaskContext& context,
                                       const std::function<void(ScanDataPtr)>& understood) {
    const std::filesystem::path path = toPath(file);
    if (QFileInfo(file).isDir()) {
        throw DataError("this is a folder, not a file", file.toStdString(), "open the scan's HDF5 file");
    }
    if (QFileInfo(file).suffix().toLower() == QStringLiteral("json")) {
        return {Opened::Job{file, job::readJob(path)}};
    }
    if (io::isResultFile(path)) return {loadResult(file)};
    const std::vector<io::Probed> formats = io::probeScan(path);
    job::JobDocument job = base;
    job.inputFile = path;
    job.mapping.reset();
    if (formats.empty() || formats.front().confidence < kSureEnough) {
        const auto layout = LayoutStore().fitting(path);
        if (!layout) {
            const QString reason = formats.empty() ? QString() : QString::fromStdString(formats.front().reason);
            return {Opened::NeedsMapping{file, reason}};
        }
        job.mapping = layout->second;
    }
    return {readScan(job, {}, context, understood)};
}

void FileOpener::open(const QString& file, const job::JobDocument& base) {
    m_file = QFileInfo(file).absoluteFilePath();
    startWork([this, path = m_file, base](TaskContext& context) {
        return openAny(path, base, context, [this](const ScanDataPtr& data) { emit scanUnderstood(data); });
    });
}

void FileOpener::openScan(const job::JobDocument& job, const ScanDataPtr& before) {
    m_file = toQString(job.inputFile);
    startWork([this, job, before](TaskContext& context) {
        return Opened{readScan(job, before, context, [this](const ScanDataPtr& data) { emit scanUnderstood(data); })};
    });
}

void FileOpener::startWork(std::function<Opened(TaskContext&)> work) {
    m_worker.start<Opened>(
        std::move(work), [this](Opened opened) { deliver(std::move(opened)); },
        [this, file = m_file](const Error& error) { emit failed(file, error); });
}

void FileOpener::cancel() { m_worker.cancel(); }

void FileOpener::deliver(Opened opened) {
    if (const auto* scan = std::get_if<ScanDataPtr>(&opened.what)) {
        emit scanLoaded(*scan);
    } else if (const auto* job = std::get_if<Opened::Job>(&opened.what)) {
        emit jobOpened(job->file, job->document);
    } else if (const auto* result = std::get_if<LoadedResultPtr>(&opened.what)) {
        emit resultOpened(*result);
    } else if (const auto* unknown = std::get_if<Opened::NeedsMapping>(&opened.what)) {
        emit mappingNeeded(unknown->file, unknown->reason);
    }
}

} // namespace ewald::ui
