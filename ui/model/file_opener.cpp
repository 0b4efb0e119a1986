// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file_opener.h"

#include "azint/instrument/goniometer.h"
#include "base/phrase.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_patterns.h"
#include "io/stack/lambda_modules.h"
#include "job/document/job_kind.h"
#include "job/integration/geometry_file.h"
#include "job/integration/integrate_runner.h"
#include "model/import_source.h"
#include "model/known_scan.h"
#include "model/moved_files.h"
#include "model/text.h"
#include "model/written_date.h"

#include "ptycho/model/initial_guess.h"
#include "ptycho/model/probe_algebra.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <array>
#include <functional>
#include <variant>

namespace ewald::ui {

namespace {

/// First impression of a long scan: enough frames for a mean pattern that is worth looking at.
constexpr std::size_t kFirstFrames = 48;

template <std::size_t Rank>
std::array<std::size_t, Rank - 1> tail(const std::array<std::size_t, Rank>& shape) {
    std::array<std::size_t, Rank - 1> rest{};
    std::copy(shape.begin() + 1, shape.end(), rest.begin());
    return rest;
}

/// Frames of the same file prepared in the same way, or with more pixels masked, need no second look.
bool sameFrames(const ScanData& a, const ScanData& b) {
    return a.complete && a.job.inputFile == b.job.inputFile && a.job.mapping == b.job.mapping &&
           (a.preprocessing == b.preprocessing || b.masksMoreThan(a));
}

ScanDataPtr readScan(const job::JobDocument& job, const ScanDataPtr& before, TaskContext& context,
                     const std::function<void(ScanDataPtr)>& understood, const std::string& layout = {}) {
    ScanData described = describeScan(job);
    described.layoutName = layout;
    if (before && before->job.mapping == job.mapping) described.layoutName = before->layoutName;
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
    struct Frames {
        job::JobDocument document;
        StackPtr stack;
        bool fromJob = false;
    };
    struct Geometry {
        QString file;
    };
    struct Phases { ///< and nothing else
    };
    struct Failed { ///< of a file that can be listed
        Error error;
    };
    std::variant<ScanDataPtr, Job, LoadedResultPtr, NeedsMapping, Frames, Geometry, Phases, LoadedIntegrationPtr,
                 SeveralFiles, Failed>
        what;
    QStringList phases{};     ///< files of substances that were given, or lie in the folder
    QStringList geometries{}; ///< several PONI files, of which none was taken
};

LoadedResultPtr loadResult(const QString& file) {
    auto loaded = std::make_shared<LoadedResult>();
    loaded->file = file;
    loaded->date = writtenDate(file);
    loaded->result = io::readResult(toPath(file));
    const io::PtychoResult& result = loaded->result;
    if (result.object.empty() || result.probe.empty()) {
        throw DataError("the result file has no object or no probe", file.toStdString(),
                        "was its writing interrupted?");
    }
    loaded->object = std::make_shared<const Array<Complex, 2>>(ptycho::objectOf(result.object, result.objectModes));
    const auto modes = result.probe.slab(0);
    Array<Complex, 3> probe(tail(result.probe.shape()), std::vector<Complex>(modes.begin(), modes.end()));
    loaded->modePower = ptycho::orthogonalise(probe);
    loaded->probe = std::make_shared<const Array<Complex, 3>>(std::move(probe));
    try {
        loaded->job = job::parseJob(result.job, file.toStdString());
        loaded->movedFrom = takeFromBeside(*loaded->job, file, result.positions.size(), result.frameIndex);
    } catch (const Error&) {
        loaded->job.reset(); // the images are worth showing without it; the report says that the job is missing
    }
    return loaded;
}

FileOpener::FileOpener(QObject* parent) : QObject(parent) {
    connect(&m_worker, &Worker::busyChanged, this, &FileOpener::busyChanged);
    connect(&m_worker, &Worker::progressed, this, &FileOpener::progressed);
}

namespace {

bool hasSuffix(const QString& file, const char* suffix) {
    return QFileInfo(file).suffix().compare(QLatin1String(suffix), Qt::CaseInsensitive) == 0;
}

/// PONI files, and goniometer files among those of JSON.
bool isGeometry(const QString& file) {
    return hasSuffix(file, "poni") || (hasSuffix(file, "json") && azint::isGeometryJson(toPath(file)));
}

/// CIF and JCPDS files.
bool isPhase(const QString& file) { return hasSuffix(file, "cif") || hasSuffix(file, "jcpds"); }

/// What of a folder is opened: the master file of a detector that writes one, else all its frames in the order of their
/// numbers; arrays of numpy, which masks and dark images are as well, where there is nothing else. \throws DataError
/// when there is nothing \param files that lie in it
QStringList framesOfFolder(const QString& folder, QStringList files) {
    sortByNumber(files);
    QStringList frames, arrays, masters;
    for (const QString& file : files) {
        const io::FileKind kind = io::fileKind(toPath(file));
        const bool isHdf5 = kind == io::FileKind::hdf5;
        if (isHdf5 ? io::isIntegrationFile(toPath(file)) : !io::holdsImages(kind)) continue;
        (kind == io::FileKind::npy ? arrays : frames) << file;
        if (QFileInfo(file).fileName().contains(QStringLiteral("_master."))) masters << file;
    }
    if (masters.size() == 1) return masters;
    if (frames.isEmpty()) frames = arrays;
    if (!frames.isEmpty()) return frames;
    throw DataError("this is a folder without frames", folder.toStdString(), "open a scan's file, or frames");
}

/// Whether a file of unknown layout holds something beside its frames that may be scan positions: another dataset with
/// as many entries as there are frames.
bool mayBeScan(const std::filesystem::path& file) {
    std::vector<io::FileNode> tree;
    try {
        tree = io::listFile(file);
    } catch (const DataError&) {
        return false; // no HDF5 file
    }
    std::size_t frames = 0;
    for (const io::FileNode& node : tree) {
        if (node.shape.size() == 3) frames = std::max(frames, node.shape[0]);
    }
    return frames > 1 && std::ranges::any_of(tree, [&](const io::FileNode& node) {
               if (node.isGroup || node.type == "string") return false;
               if (node.shape.size() == 1) return node.shape[0] == frames;
               return node.shape.size() == 2 && ((node.shape[0] == frames && node.shape[1] <= 3) ||
                                                 (node.shape[1] == frames && node.shape[0] <= 3));
           });
}

bool isHdf5(const std::filesystem::path& path) { return io::fileKind(path) == io::FileKind::hdf5; }

/// What the window says of a file that it cannot open: all that it can, where HDF5 was not meant.
DataError toOpen(const DataError& error, const std::filesystem::path& path) {
    static const QStringList kHdf5{"h5", "hdf5", "hdf", "nxs", "cxi", "ptyd", "ptyr", "mat"};
    if (kHdf5.contains(QFileInfo(toQString(path)).suffix(), Qt::CaseInsensitive) ||
        io::fileKind(path) != io::FileKind::other)
        return error;
    return DataError(
        "Ewald does not know this kind of file", path.string(),
        "open a scan or frames (HDF5, TIFF, EDF, CBF …), positions (CSV, columns, SPEC), a geometry (.poni), a "
        "job document (.json) or a result");
}

/// Whether there are datasets to choose from; a result has its own.
bool canBeMapped(const std::filesystem::path& file) {
    try {
        return std::filesystem::is_regular_file(file) && isHdf5(file) && !io::isResultFile(file) &&
               !io::isIntegrationFile(file) && !io::listFile(file).empty();
    } catch (const Error&) {
        return false; // truncated or damaged
    }
}

/// Without modules of a Lambda detector that are found beside the first of their part: "…_m1_part00000.nxs" stands for
/// all of "…_m#_part00000.nxs".
QStringList withoutOtherModules(const QStringList& files) {
    static const QRegularExpression kModule(QStringLiteral("_m\\d+(?=[_.])"));
    QStringList left;
    QSet<QString> parts;
    for (const QString& file : files) {
        const QFileInfo info(file);
        const QString part = info.dir().filePath(info.fileName().remove(kModule));
        const bool module = info.fileName().contains(kModule) && io::isLambdaModule(toPath(file));
        if (module && parts.contains(part)) continue;
        if (module) parts.insert(part);
        left << file;
    }
    return left;
}

/// A pattern ("scan_m1_part#.nxs") in the place of parts of one scan of a Lambda detector: they are no scans of their
/// own.
QStringList partsTogether(const QStringList& files) {
    static const QRegularExpression kPart(QStringLiteral("_part\\d+(?=\\.)"));
    const auto patternOf = [](const QString& file) {
        const QFileInfo info(file);
        return info.dir().filePath(info.fileName().replace(kPart, QStringLiteral("_part#")));
    };
    QHash<QString, int> parts;
    for (const QString& file : files)
        if (const QString pattern = patternOf(file); pattern != file && io::isLambdaModule(toPath(file)))
            ++parts[pattern];
    QStringList left;
    for (const QString& file : files) {
        const QString pattern = patternOf(file);
        const QString listed = parts.value(pattern) > 1 ? pattern : file;
        if (!left.contains(listed)) left << listed;
    }
    return left;
}

/// Stands for files, and is none itself.
bool isPatternOfFiles(const QString& file) {
    return io::isPattern(QFileInfo(file).fileName().toStdString()) && !QFileInfo::exists(file);
}

/// What a file may be opened as.
struct MayBe {
    bool scan = false;
    bool frames = false;
};

/// Probes the file once.
MayBe mayBe(const std::filesystem::path& file) {
    MayBe found;
    bool readable = true;
    try {
        found.scan = isRecognised(io::probeScan(file));
    } catch (const DataError&) { // an image file, for instance
        readable = false;
    }
    // Of an HDF5 file that cannot be opened, as one that is cut off, nobody can tell what it was to be.
    const io::FileKind kind = io::fileKind(file);
    found.frames = io::holdsImages(kind) || (readable && kind == io::FileKind::hdf5);
    return found;
}

/// Which of several files are scans or results of their own. Looks at no more than it takes to know.
SeveralFiles sortFiles(const QStringList& all, const RunControl& control) {
    SeveralFiles several;
    const QStringList files = partsTogether(withoutOtherModules(all));
    several.files = files;
    several.stackable = true;
    for (const QString& file : files) {
        if (control.stopRequested()) throw StoppedError();
        const std::filesystem::path path = toPath(file);
        if (hasSuffix(file, "json")) {
            several.documents << file;
            several.stackable = false;
            continue;
        }
        const bool result = io::isIntegrationFile(path) || io::isResultFile(path);
        const MayBe likely = result ? MayBe{} : isPatternOfFiles(file) ? MayBe{.frames = true} : mayBe(path);
        const bool scan = likely.scan, frames = likely.frames;
        if (result) several.results << file;
        if (scan) several.scans << file;
        if (frames && !scan) several.frames << file;
        several.stackable = several.stackable && frames;
    }
    return several;
}

std::vector<std::filesystem::path> toPaths(const QStringList& files) {
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files) paths.push_back(toPath(file));
    return paths;
}

} // namespace

/// What is given, by what it is for.
struct FileOpener::GivenFiles {
    QStringList files; ///< neither geometries nor phases; of a folder what lies in it
    QString folder;
    QStringList geometries;
    QString geometry; ///< the only one, where it is given together with files, or lies in the folder
    QStringList phases;
};

FileOpener::GivenFiles FileOpener::sortOut(const QStringList& all) {
    GivenFiles given;
    const bool isFolder = all.size() == 1 && QFileInfo(all.first()).isDir();
    if (isFolder) given.folder = all.first();
    for (const QString& name : isFolder ? QDir(given.folder).entryList(QDir::Files) : all) {
        const QString file = isFolder ? QDir(given.folder).filePath(name) : name;
        if (isGeometry(file))
            given.geometries << file;
        else if (isPhase(file))
            given.phases << file;
        else
            given.files << file;
    }
    if (given.geometries.size() != 1) return given;
    if (!isFolder && given.files.isEmpty())
        given.files = given.geometries; // is what is to be opened
    else
        given.geometry = given.geometries.first();
    return given;
}

FileOpener::Opened FileOpener::openAny(const OpenRequest& request, TaskContext& context,
                                       const std::function<void(ScanDataPtr)>& understood) {
    GivenFiles given = sortOut(request.files);
    const bool isNothingElse = given.files.isEmpty() && given.folder.isEmpty();
    if (isNothingElse && given.geometries.size() > 1)
        throw DataError(phrase("%1 PONI files are given", static_cast<std::size_t>(given.geometries.size())), {},
                        "open one of them");
    Opened opened = isNothingElse ? Opened{Opened::Phases{}} : openSorted(request, given, context, understood);
    opened.phases = std::move(given.phases);
    // One that was opened by itself is used.
    if (given.geometry.isEmpty() && given.files != given.geometries) opened.geometries = std::move(given.geometries);
    return opened;
}

/// What is to be opened of the files that are given.
FileOpener::Opened FileOpener::openSorted(const OpenRequest& request, const GivenFiles& given, TaskContext& context,
                                          const std::function<void(ScanDataPtr)>& understood) {
    const QString& folder = given.folder;
    const QString& geometry = given.geometry;
    const QStringList files = folder.isEmpty() ? given.files : framesOfFolder(folder, given.files);
    const auto frames = [&] {
        job::JobDocument document = request.frames;
        const auto paths = toPaths(files);
        document.inputFile = paths.size() == 1 ? paths.front() : std::filesystem::path();
        document.inputFiles = paths.size() == 1 ? std::vector<std::filesystem::path>() : paths;
        if (!geometry.isEmpty()) document.input.insert_or_assign("poni_file", geometry.toStdString());
        StackPtr stack = job::openJobStack(document);
        return Opened{Opened::Frames{std::move(document), std::move(stack)}};
    };
    if (files.size() != 1) {
        SeveralFiles several = request.together ? SeveralFiles{} : sortFiles(files, context.control);
        several.folder = folder;
        several.geometry = geometry;
        // A folder may be meant for a stack, or for a job each: nothing is guessed.
        const bool asks = !folder.isEmpty() && !request.together && !several.frames.isEmpty();
        if (asks || !several.scans.isEmpty() || !several.results.isEmpty() || !several.documents.isEmpty())
            return Opened{std::move(several)};
        return frames();
    }
    const QString file = files.first();
    const std::filesystem::path path = toPath(file);
    if (isPatternOfFiles(file)) return frames();
    if (!folder.isEmpty() && !request.together) {
        SeveralFiles one = sortFiles(files, context.control);
        one.folder = folder;
        one.geometry = geometry;
        if (!one.scans.isEmpty()) return Opened{std::move(one)}; // the first of those that the folder may get
    }
    if (isGeometry(file)) {
        static_cast<void>(job::readGeometryFile(path)); // says what is wrong with it
        return {Opened::Geometry{file}};
    }
    if (hasSuffix(file, "json")) {
        job::JobDocument document = job::readJob(path);
        static_cast<void>(job::kindOf(document, path.string())); // an unknown one ends here
        return {Opened::Job{file, std::move(document)}};
    }
    if (isPositionTable(path)) return {Opened::NeedsMapping{file, {}}};
    if (io::isIntegrationFile(path)) return {loadIntegration(file, context.control)};
    if (io::isResultFile(path)) return {loadResult(file)};
    return openFrames(request, file, frames, context, understood);
}

/// One file of frames: a scan where a reader recognises one, else frames to be integrated, else an import mapping is
/// asked for.
FileOpener::Opened FileOpener::openFrames(const OpenRequest& request, const QString& file,
                                          const std::function<Opened()>& frames, TaskContext& context,
                                          const std::function<void(ScanDataPtr)>& understood) {
    const std::filesystem::path path = toPath(file);
    const bool isStack = io::isStackFile(path);
    std::vector<io::Probed> formats;
    std::optional<Error> noScan;
    try {
        formats = io::probeScan(path);
    } catch (const DataError& error) {
        if (!isStack) throw toOpen(error, path);
        noScan = error; // an image file is no HDF5 file, and does not have to be
    }
    const bool isScan = isRecognised(formats);
    const auto layout = isScan || noScan ? std::nullopt : layoutOf(path);
    const bool asFrames = request.as == OpenRequest::As::frames;
    if (isStack && (asFrames || (!isScan && !layout))) {
        try {
            Opened opened = frames();
            // Frames of an unknown layout with something like positions beside them: ask, unless that was answered.
            const bool plain = std::get<Opened::Frames>(opened.what).stack->format == "HDF5";
            if (asFrames || request.integrating || !plain || !mayBeScan(path)) return opened;
        } catch (const DataError&) {
            // An HDF5 file that holds no frames of its own may still be a scan of an unknown layout.
            // What keeps the file from being read at all says more than that it has no frames.
            if (noScan && isHdf5(path)) throw *noScan;
            if (noScan || asFrames) throw;
        }
    }
    job::JobDocument job = request.scan;
    job.inputFile = path;
    job.mapping.reset();
    if (!isScan) {
        if (!layout) {
            const QString reason = formats.empty() ? QString() : QString::fromStdString(formats.front().reason);
            return {Opened::NeedsMapping{file, reason}};
        }
        job.mapping = layout->second;
    }
    return {readScan(job, {}, context, understood, layout ? layout->first.toStdString() : std::string())};
}

void FileOpener::open(const OpenRequest& request) {
    OpenRequest whole = request;
    for (QString& file : whole.files) file = QFileInfo(file).absoluteFilePath();
    m_file = whole.files.value(0);
    startWork([this, whole](TaskContext& context) {
        return openAny(whole, context, [this](const ScanDataPtr& data) { emit scanUnderstood(data); });
    });
}

void FileOpener::openStack(const job::JobDocument& job) {
    m_file = toQString(job.files().front());
    startWork([job](TaskContext&) { return Opened{Opened::Frames{job, job::openJobStack(job), true}}; });
}

void FileOpener::openScan(const job::JobDocument& job, const ScanDataPtr& before) {
    m_file = toQString(job.inputFile);
    startWork([this, job, before](TaskContext& context) {
        return Opened{readScan(job, before, context, [this](const ScanDataPtr& data) { emit scanUnderstood(data); })};
    });
}

void FileOpener::startWork(std::function<Opened(TaskContext&)> work) {
    m_worker.start<Opened>(
        [work = std::move(work), file = m_file](TaskContext& context) {
            try {
                return work(context);
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::stopped || !canBeMapped(toPath(file))) throw;
                return Opened{Opened::Failed{error}};
            }
        },
        [this](Opened opened) { deliver(std::move(opened)); },
        [this, file = m_file](const Error& error) { emit failed(file, error, false); });
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
    } else if (const auto* frames = std::get_if<Opened::Frames>(&opened.what)) {
        emit stackOpened(frames->document, frames->stack, frames->fromJob);
    } else if (const auto* geometry = std::get_if<Opened::Geometry>(&opened.what)) {
        emit geometryOpened(geometry->file);
    } else if (const auto* several = std::get_if<SeveralFiles>(&opened.what)) {
        emit severalFound(*several);
    } else if (const auto* integration = std::get_if<LoadedIntegrationPtr>(&opened.what)) {
        emit integrationOpened(*integration);
    } else if (const auto* failure = std::get_if<Opened::Failed>(&opened.what)) {
        emit failed(m_file, failure->error, true);
    }
    if (!opened.phases.isEmpty()) emit phasesOpened(opened.phases, std::holds_alternative<Opened::Phases>(opened.what));
    if (!opened.geometries.isEmpty()) emit geometriesLeftOut(opened.geometries);
}

} // namespace ewald::ui
