// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/integration_session.h"

#include "azint/detector.h"
#include "common/counted_text.h"
#include "io/atomic_file.h"
#include "io/images/mask_file.h"
#include "job/integration/integrate_job_kind.h"
#include "job/integration/poni_check.h"
#include "model/mask_edit.h"
#include "model/scan_parameters.h"
#include "model/stored_geometry.h"
#include "model/text.h"

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

constexpr int kSetupDelay_ms = 300;
constexpr int kStoreDelay_ms = 700;
/// What a stored geometry file replaces.
constexpr std::array kTypedGeometry{"wavelength_m",    "energy_keV",      "distance_m", "pixel_size_m",
                                    "beam_centre_row", "beam_centre_col", "tilt_deg",   "tilt_direction_deg"};
/// What decides which frames are read and how.
constexpr std::array kFrameKeys{"dataset", "channel", "monitor"};
/// … and which images they are.
constexpr std::array kImageKeys{"dataset", "channel"};
/// What decides geometry, mask and dummies.
constexpr std::array kSetupKeys{"poni_file",  "arm_position", "detector",        "flip_rows",     "flip_cols",
                                "mask_file",  "mask_path",    "file_mask",       "dummy",         "delta_dummy",
                                "dark_file",  "flat_file",    "absorption_file", "variance_file", "first_frame",
                                "frame_step", "max_frames",   "particle"};

bool sameValues(const job::JobDocument& a, const job::JobDocument& b, std::span<const char* const> keys) {
    return std::ranges::all_of(keys, [&](const char* key) { return a.value(key) == b.value(key); });
}

} // namespace

IntegrationSession::IntegrationSession(QObject* parent) : QObject(parent) {
    connect(&m_substance, &RingSubstance::failed, this, &IntegrationSession::message);
    connect(&m_drawn, &DrawnSubstances::failed, this, &IntegrationSession::message);
    connect(&m_substance, &RingSubstance::remarked, this, &IntegrationSession::message);
    connect(&m_substance, &RingSubstance::refusalOver, this, &IntegrationSession::problemOver);
    connect(&m_substance, &RingSubstance::conditionsReplaced, this, [this] { m_history.forget(kSubstanceSteps); });
    m_job.setDocument(job::integrateJobKind().newDocument());
    m_history.forget();
    m_setupTimer.setSingleShot(true);
    m_setupTimer.setInterval(kSetupDelay_ms);
    m_storeTimer.setSingleShot(true);
    m_storeTimer.setInterval(kStoreDelay_ms);
    connect(&m_job, &JobModel::changed, this, &IntegrationSession::documentChanged);
    // When everything is set back, what the file names stays: without it the gaps would count as measured.
    connect(&m_job, &JobModel::documentReplaced, this, [this] {
        const auto isReset = [this] { return m_stack && !m_taking && document().input.empty(); };
        if (m_recognisedDetector.empty() || !isReset()) return;
        QMetaObject::invokeMethod(
            this,
            [this, isReset] {
                if (m_recognisedDetector.empty() || !isReset()) return;
                const JobHistory::Quiet quiet(m_history);
                m_job.setValue(*job::findParameter("detector"), job::ParameterValue(m_recognisedDetector));
            },
            Qt::QueuedConnection);
    });
    connect(&m_setupTimer, &QTimer::timeout, this, &IntegrationSession::readSetup);
    connect(&m_storeTimer, &QTimer::timeout, this, &IntegrationSession::startStoring);
}

QString IntegrationSession::stem() const {
    const std::vector<std::filesystem::path> files = document().files();
    return files.empty() ? QStringLiteral("frames") : toQString(files.front().stem());
}

// ---- frames ----

bool IntegrationSession::framesOutdated() const {
    if (document().files().empty()) return false;
    return !m_stack || document().files() != m_opened.files() || !sameValues(document(), m_opened, kFrameKeys);
}

void IntegrationSession::putForm(const job::JobDocument& document) {
    m_taking = true;
    m_job.setDocument(document);
    m_taking = false;
}

void IntegrationSession::takeJob(const job::JobDocument& document, bool opens) {
    putForm(document);
    if (m_stack && document.files() != m_opened.files()) close();
    m_closed = !opens && !m_stack;
    documentChanged();
}

void IntegrationSession::openFrames() {
    m_closed = false;
    if (framesOutdated()) emit framesWanted();
}

/// Nothing is left of the frames, nor of what was to be read or stored for them.
void IntegrationSession::close() {
    for (Worker* worker : {&m_setupWorker, &m_imageWorker, &m_maskWorker, &m_orientationWorker}) worker->cancel();
    m_setupTimer.stop();
    m_storeTimer.stop();
    m_storeWorker.cancel();
    m_then = {}; // it waits for what was to be stored for them
    m_poniEdited = m_maskEdited = m_known = m_pixelGuessed = false;
    m_problem.clear();
    m_contradiction.clear();
    m_stack.reset();
    m_image.reset();
    m_imageTitle.clear();
    m_fileMask.reset();
    m_wholeMask.reset();
    m_history.forget(kMaskSteps);
    emit stackChanged(false);
}

void IntegrationSession::takeStack(const job::JobDocument& document, const StackPtr& stack, bool fromJob) {
    // Of another dataset of the same files, geometry and mask are the same where its frames have the same size.
    const bool again = m_stack && document.files() == m_opened.files() && stack->rows() == m_stack->rows() &&
                       stack->cols() == m_stack->cols();
    const bool sameImages = again && sameValues(document, m_opened, kImageKeys);
    const StackPtr before = std::exchange(m_stack, stack);
    m_opened = document;
    if (!sameImages) {
        // What is shown, and what is still being read or found, is of the frames before.
        for (Worker* worker : {&m_imageWorker, &m_maskWorker, &m_orientationWorker}) worker->cancel();
        m_image.reset();
        m_imageTitle.clear();
    }
    if (!again) {
        m_history.forget(kMaskSteps);
        m_mask = FrameMask(stack->rows(), stack->cols());
        m_maskFile.clear();
        m_maskEdited = false;
        m_poniEdited = false;
        m_beforeLoading.reset();
        m_storeTimer.stop();
        m_storeWorker.cancel();
        m_then = {}; // it waits for what was to be stored for the frames before
        m_fileMask.reset();
        m_wholeMask.reset();
        m_dummy.reset();
        m_dark.reset();
        m_view = stack->frameCount() > 1 ? StackView::mean : StackView::frame;
        m_frame = 0;
        m_poni = guessedPoni();
        m_known = false;
        m_pixelGuessed = guessesPixelSize();
        m_problem.clear();
        m_contradiction.clear();
        m_checkedPoni.clear();
    }
    m_closed = false;
    m_taking = true;
    const JobHistory::Quiet quiet(m_history); // what comes and goes with frames is no step of those that are open now
    if (this->document().files() != document.files()) m_job.setInputFiles(document.files());
    if (!fromJob && !again && before) forgetMisfits(*before);
    for (const char* key : kFrameKeys) m_job.setValue(*job::findParameter(key), document.value(key));
    if (!again) nameDetector(fromJob);
    // A geometry that came together with the frames.
    const std::string poni = document.text("poni_file");
    if (!fromJob && !poni.empty() && poni != this->document().text("poni_file")) loadPoni(QString::fromStdString(poni));
    m_taking = false;
    m_maskNamed = this->document().text("mask_file");
    m_frame = std::min(m_frame, std::max<std::size_t>(1, stack->frameCount()) - 1);
    emit stackChanged(again);
    readSetup();
}

/// Names the detector that makes frames of this shape with pixels of the size that the file states: its gaps and what
/// it writes there are no counts. Where sister types fit, the first will do when all have the same gaps between modules
/// and dummies (some with two crystals a module have a seam as well: who has one names it). To use
/// the gaps, clear the name in the form.
void IntegrationSession::nameDetector(bool fromJob) {
    const std::string before = std::exchange(m_recognisedDetector, {});
    if (fromJob) return;
    if (!before.empty() && document().text("detector") == before) m_job.reset(*job::findParameter("detector"));
    if (!document().text("detector").empty() || !m_stack->geometry.pixelHeight_m) return;
    const double size_m = *m_stack->geometry.pixelHeight_m;
    const auto known = azint::detectorsOfShape(m_stack->rows(), m_stack->cols());
    const auto fits = [&](const azint::Detector* detector) {
        const azint::Detector& first = *known.front();
        return detector->rows == m_stack->rows() && std::abs(detector->pixelHeight_m - size_m) < 0.01 * size_m &&
               detector->module == first.module && detector->gap == first.gap && detector->chips == first.chips &&
               detector->isRound == first.isRound && detector->edges_m == first.edges_m &&
               detector->dummy == first.dummy;
    };
    if (known.empty() || !std::ranges::all_of(known, fits)) return;
    m_recognisedDetector = known.front()->name;
    m_job.setValue(*job::findParameter("detector"), job::ParameterValue(m_recognisedDetector));
}

/// What belonged to the frames before, and masks and images of another shape, which can only be wrong.
void IntegrationSession::forgetMisfits(const io::FrameStack& before) {
    for (const auto& entry : scanParameters(document())) m_job.reset(*job::findParameter(entry.first));
    if (before.rows() == m_stack->rows() && before.cols() == m_stack->cols()) return;
    for (const char* key :
         {"mask_file", "mask_path", "dark_file", "flat_file", "absorption_file", "variance_file", "detector"}) {
        m_job.reset(*job::findParameter(key));
    }
}

void IntegrationSession::documentChanged() {
    if (m_taking) return;
    if (framesOutdated()) {
        if (!m_closed) emit framesWanted();
        return;
    }
    if (!m_stack) return;
    emit framesAreOpen();
    dropOtherDrawing();
    const auto relevant = [&](const job::ParameterMap& input) {
        job::ParameterMap kept;
        for (const auto& [key, value] : input) {
            if (std::ranges::find(kSetupKeys, key) != kSetupKeys.end() ||
                std::ranges::find(kTypedGeometry, key) != kTypedGeometry.end()) {
                kept.emplace(key, value);
            }
        }
        return kept;
    };
    if (relevant(document().input) == relevant(m_setupInput)) return;
    const bool flipped = document().input.contains("flip_rows") != m_setupInput.contains("flip_rows") ||
                         document().input.contains("flip_cols") != m_setupInput.contains("flip_cols");
    m_setupTimer.start();
    if (flipped) emit geometryChanged();
}

/// Where another mask is named, what was drawn upon the one before and is not stored yet has had its day.
void IntegrationSession::dropOtherDrawing() {
    const std::string before = std::exchange(m_maskNamed, document().text("mask_file"));
    if (m_maskNamed == before) return;
    m_maskEdited = m_storesMask = false;
    if (!m_poniEdited) m_storeTimer.stop();
}

void IntegrationSession::readSetup() {
    m_setupTimer.stop();
    if (!m_stack) return;
    m_setupInput = document().input;
    const bool withMask = document().text("mask_file") != m_maskFile;
    m_setupWorker.start<StackSetup>([document = document(), stack = m_stack,
                                     withMask](TaskContext&) { return readStackSetup(document, *stack, withMask); },
                                    [this](StackSetup setup) { takeSetup(std::move(setup)); },
                                    [this](const Error& error) { sayProblem(toMessage(error)); });
}

void IntegrationSession::takeSetup(StackSetup setup) {
    if (m_storeWorker.busy()) return m_setupTimer.start(); // the document names in a moment what is being stored
    const bool otherDark = (setup.dark != nullptr) != (m_dark != nullptr) || document().text("dark_file") != m_darkFile;
    const bool otherImage = setup.dummy != m_dummy || otherDark;
    m_dummy = setup.dummy;
    m_dark = setup.dark;
    m_darkFile = document().text("dark_file");
    m_fileMask = setup.fileMask;
    m_wholeMask.reset();
    if (setup.drawnRead && !m_maskEdited) {
        m_maskFile = document().text("mask_file");
        m_mask = setup.drawn.empty() ? FrameMask(m_stack->rows(), m_stack->cols()) : FrameMask(setup.drawn);
        m_history.forget(kMaskSteps); // they are of the mask before
    }
    // What was typed meanwhile is newer than what the document said.
    if (!m_poniEdited) {
        if (setup.poni) {
            m_poni = *setup.poni;
            m_pixelGuessed = setup.pixelGuessed;
        } else if (document().text("poni_file").empty()) {
            m_poni = guessedPoni(); // and not what a file said that is not the geometry any more
            m_pixelGuessed = guessesPixelSize();
        }
        m_known = setup.poni.has_value();
        m_contradiction = setup.contradiction;
        m_problem = m_known || !setup.problem ? QString() : coreText(setup.problem->what());
        if (m_beforeLoading) addGeometryStep(*m_beforeLoading, tr("Geometry file"), {});
        m_beforeLoading.reset();
        emit geometryChanged();
    }
    emit maskChanged();
    if (!m_image || otherImage) show(m_view, m_frame);
    checkOrientation();
    // That no geometry is known yet is no fault: the page says so where it is typed.
    if (setup.problem && (m_known || !document().text("poni_file").empty()))
        sayProblem(toMessage(*setup.problem));
    else if (setup.fileProblem)
        sayProblem(toMessage(*setup.fileProblem));
    else
        sayProblem({});
}

void IntegrationSession::sayProblem(const std::optional<UserMessage>& problem) {
    if (const auto said = std::exchange(m_said, problem)) emit problemOver(*said);
    if (problem) emit message(*problem);
}

// ---- rings ----

void IntegrationSession::setSubstanceConditions(const crystal::Conditions& conditions) {
    const crystal::Conditions before = m_substance.conditions();
    if (conditions == before || !m_substance.setConditions(conditions)) return;
    const QString what = conditions.pressure_GPa != before.pressure_GPa     ? tr("Pressure")
                         : conditions.temperature_K != before.temperature_K ? tr("Temperature")
                                                                            : tr("Cell scale");
    m_history.add({what, QStringLiteral("substance/") + what, [this, before] { m_substance.setConditions(before); },
                   [this, conditions] { m_substance.setConditions(conditions); }, kSubstanceSteps});
}

// ---- image ----

void IntegrationSession::show(StackView what, std::size_t frame) {
    if (!m_stack || m_stack->frameCount() == 0) return;
    m_view = what;
    if (what == StackView::frame) m_frame = std::min(frame, m_stack->frameCount() - 1);
    const std::size_t sample = stackSample(*m_stack);
    const std::size_t used = std::min(sample, m_stack->frameCount());
    QString title;
    switch (what) {
    case StackView::frame: title = tr("Frame %1").arg(m_frame); break;
    case StackView::mean:
        title = used == m_stack->frameCount() ? tr("Mean of all frames")
                                              : countedText(tr("Mean of %1 {frame|frames}"), {used});
        break;
    case StackView::maximum:
        title = used == m_stack->frameCount() ? tr("Maximum of all frames")
                                              : countedText(tr("Maximum of %1 {frame|frames}"), {used});
        break;
    }
    m_imageWorker.start<ImagePtr>(
        [stack = m_stack, what, index = m_frame, sample, dummy = m_dummy, dark = m_dark](TaskContext& context) {
            const ImagePtr image =
                readStackImage(*stack, what, index, sample, dummy, context.control, context.progress);
            return dark ? withoutDark(image, *dark) : image;
        },
        [this, title](const ImagePtr& image) {
            m_image = image;
            m_imageTitle = title;
            emit imageChanged();
            checkOrientation();
        },
        [this](const Error& error) { emit imageFailed(coreText(error.what())); });
}

// ---- geometry ----

/// Once for each file that comes from elsewhere: rings tell whether the image is mirrored against it.
void IntegrationSession::checkOrientation() {
    const std::string file = document().text("poni_file");
    if (file.empty() || file == m_checkedPoni || !m_image || !m_known || m_poniEdited || m_setupTimer.isActive())
        return;
    m_checkedPoni = file;
    m_orientationWorker.start<azint::ImageOrientationAnswer>(
        [image = m_image, mask = wholeMask(), poni = m_poni](TaskContext& context) {
            return azint::findImageOrientation(*image, *mask, poni, context.control);
        },
        [this, poni = m_poni](const azint::ImageOrientationAnswer& answer) {
            const azint::ImageOrientation now{false, flipRows(), flipCols()};
            if (poni == m_poni && answer.clear() && answer.trials.front().orientation != now)
                emit otherOrientationFits(answer);
        });
}

void IntegrationSession::confirmPixelSize() {
    if (!pixelSizeGuessed()) return;
    const GeometryState before = geometryState();
    m_pixelGuessed = false;
    if (m_known) {
        m_poniEdited = true;
        m_storeTimer.start();
    }
    addGeometryStep(before, tr("Pixel size"), {});
    emit geometryChanged();
}

void IntegrationSession::setPoni(const azint::Poni& poni, const QString& what) {
    if (!m_stack || (m_known && poni == m_poni)) return;
    const GeometryState before = geometryState();
    if (poni.pixel1_m != m_poni.pixel1_m || poni.pixel2_m != m_poni.pixel2_m) m_pixelGuessed = false;
    m_poni = poni;
    m_known = true;
    m_problem.clear();
    m_contradiction = job::poniContradiction(m_poni, document(), *m_stack, job::GeometrySource::typed);
    m_poniEdited = true;
    m_beforeLoading.reset();
    m_storeTimer.start();
    const QString text = what.isEmpty() ? tr("Geometry") : what;
    addGeometryStep(before, text, what);
    emit geometryChanged();
}

void IntegrationSession::orient(const azint::OrientedPoni& by, bool withPoni) {
    const job::ParameterMap wanted{{"flip_rows", job::ParameterValue(by.flipRows)},
                                   {"flip_cols", job::ParameterValue(by.flipCols)}};
    if (!withPoni) {
        m_job.setValues(wanted);
        return;
    }
    const GeometryState before = geometryState();
    const job::ParameterMap flips{{"flip_rows", job::ParameterValue(flipRows())},
                                  {"flip_cols", job::ParameterValue(flipCols())}};
    {
        const JobHistory::Quiet quiet(m_history);
        m_job.setValues(wanted);
        setPoni(by.poni);
    }
    const auto restore = [this](const job::ParameterMap& to, const GeometryState& geometry) {
        m_job.setValues(to);
        restoreGeometry(geometry);
    };
    m_history.add({tr("Orientation of the image"),
                   {},
                   [=] { restore(flips, before); },
                   [=, after = geometryState()] { restore(wanted, after); }});
}

IntegrationSession::GeometryState IntegrationSession::geometryState() const {
    GeometryState state{m_poni, m_known, m_poniEdited, m_pixelGuessed, m_problem, m_contradiction, {}};
    const auto keep = [&](const char* key) {
        const auto found = document().input.find(key);
        if (found != document().input.end()) state.keys.insert(*found);
    };
    keep("poni_file");
    for (const char* key : kTypedGeometry) keep(key);
    return state;
}

void IntegrationSession::addGeometryStep(const GeometryState& before, const QString& text, const QString& key) {
    m_history.add({text, key.isEmpty() ? QString() : QStringLiteral("geometry/") + key,
                   [this, before] { restoreGeometry(before); },
                   [this, after = geometryState()] { restoreGeometry(after); }});
}

void IntegrationSession::restoreGeometry(const GeometryState& state) {
    m_poni = state.poni;
    m_known = state.known;
    m_pixelGuessed = state.pixelGuessed;
    m_problem = state.problem;
    m_contradiction = state.contradiction;
    m_beforeLoading.reset();
    m_poniEdited = state.edited;
    if (state.edited)
        m_storeTimer.start();
    else
        setGeometryKeys(state.keys);
    emit geometryChanged();
}

void IntegrationSession::setGeometryKeys(const job::ParameterMap& keys) {
    const JobHistory::Quiet quiet(m_history);
    job::ParameterMap wanted;
    for (const char* key : kTypedGeometry) wanted.emplace(key, job::findParameter(key)->defaultValue);
    wanted.emplace("poni_file", job::ParameterValue(std::string()));
    for (const auto& [key, value] : keys) wanted.insert_or_assign(key, value);
    for (const auto& [key, value] : wanted) {
        if (keys.contains(key))
            m_setupInput.insert_or_assign(key, value);
        else
            m_setupInput.erase(key);
    }
    m_checkedPoni = std::get<std::string>(wanted.at("poni_file"));
    m_job.setValues(wanted);
    if (m_setupWorker.busy()) readSetup(); // it reads what the document said before
}

void IntegrationSession::loadPoni(const QString& file) {
    // Values typed before must not win over the file that was just chosen.
    const job::ParameterMap input = document().input;
    const GeometryState before = geometryState();
    m_poniEdited = false;
    const JobHistory::Quiet quiet(m_history);
    for (const char* key : kTypedGeometry) m_job.reset(*job::findParameter(key));
    m_job.setValue(*job::findParameter("poni_file"), job::ParameterValue(file.toStdString()));
    if (m_taking) return;
    const bool other = document().input != input;
    if (other || before.edited) m_beforeLoading = before;
    if (!other && before.edited) readSetup(); // the same file again, without what was changed by hand
}

void IntegrationSession::savePoni(const QString& file) {
    m_saveWorker.start<bool>(
        [file, poni = m_poni](TaskContext&) {
            io::writeTextFile(toPath(file), azint::poniFileText(poni), true);
            return true;
        },
        [this, file, stack = m_stack](bool) {
            if (stack == m_stack) loadPoni(file);
            emit message({io::Severity::info, tr("The geometry is saved"), file, {}, {}});
        },
        [this](const Error& error) { emit message(toMessage(error)); });
}

// ---- storing ----

void IntegrationSession::storeThen(const std::function<void()>& then) {
    if (!hasUnstoredEdits() && !m_storeWorker.busy()) {
        then();
        return;
    }
    m_then = then;
    startStoring();
}

void IntegrationSession::startStoring() {
    m_storeTimer.stop();
    if (!m_stack || m_storeWorker.busy()) return; // its end begins anew
    // A geometry counts as edited until the document names it: steps of undo and what is read meanwhile depend on it.
    const bool poni = m_poniEdited, mask = std::exchange(m_maskEdited, false), guess = pixelSizeGuessed();
    m_storesMask = mask;
    using Files = std::pair<QString, QString>;
    m_storeWorker.start<Files>(
        [poni, mask, geometry = m_poni, guess, drawn = m_mask.mask(), empty = m_mask.empty(), stem = stem(),
         before = QString::fromStdString(document().text("poni_file"))](TaskContext&) {
            Files files;
            if (poni) files.first = storePoni(geometry, geometriesFolder(), stem, guess, before);
            if (mask) files.second = empty ? QStringLiteral("-") : storeMask(drawn, masksFolder(), stem);
            return files;
        },
        [this, poni, geometry = m_poni, guess](const Files& files) {
            // Of a geometry that was changed or taken back meanwhile nothing is left.
            const bool isStill = poni && m_poniEdited && geometry == m_poni && guess == pixelSizeGuessed();
            stored(isStill ? files.first : QString(), m_storesMask ? files.second : QString());
        },
        [this, mask](const Error& error) {
            // A run with what the document has from before would be another one than what is seen.
            m_maskEdited = m_maskEdited || (mask && m_storesMask);
            m_then = {};
            emit message(toMessage(error));
        });
}

void IntegrationSession::stored(const QString& poniFile, const QString& maskFile) {
    // What the files say is what is here already: no need to read them again.
    const JobHistory::Quiet quiet(m_history);
    if (!poniFile.isEmpty()) {
        m_poniEdited = false;
        setGeometryKeys({{"poni_file", job::ParameterValue(poniFile.toStdString())}});
    }
    if (!maskFile.isEmpty()) {
        m_maskFile = maskFile == QStringLiteral("-") ? std::string() : maskFile.toStdString();
        m_setupInput.erase("mask_path");
        m_job.reset(*job::findParameter("mask_path"));
        if (m_maskFile.empty())
            m_setupInput.erase("mask_file");
        else
            m_setupInput.insert_or_assign("mask_file", job::ParameterValue(m_maskFile));
        m_maskNamed = m_maskFile;
        m_job.setValue(*job::findParameter("mask_file"), job::ParameterValue(m_maskFile));
        if (m_setupWorker.busy()) readSetup(); // it reads the mask that the document named before
    }
    if (hasUnstoredEdits()) {
        startStoring();
        return;
    }
    if (const auto then = std::exchange(m_then, {})) then();
}

} // namespace ewald::ui
