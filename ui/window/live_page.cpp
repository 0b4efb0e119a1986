// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/live_page.h"
#include "window/background_panel.h"
#include "window/decisions_panel.h"
#include "window/image_limits.h"
#include "window/intensities_panel.h"
#include "window/loss_points.h"
#include "window/manual_window.h"
#include "window/measuring.h"
#include "window/positions_panel.h"

#include "common/icon.h"
#include "model/job_model.h"
#include "model/session.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "view/image_view.h"
#include "view/loss_chart.h"
#include "view/pattern_view.h"

#include <QCheckBox>
#include <QDataStream>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSlider>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

constexpr Mode kMode = Mode::ptychography; ///< whose runs this page shows

const QString kRampKey = QStringLiteral("live/rampRemoved");

const QString kLitKey = QStringLiteral("live/litOnly");
const QString kHistogramKey = QStringLiteral("live/histogram");

} // namespace

LivePage::LivePage(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
    buildViews();
    m_stepTimer.setInterval(0);
    connect(&m_stepTimer, &QTimer::timeout, this, [this] {
        if (m_steps.empty()) {
            m_stepTimer.stop();
            return;
        }
        const auto step = std::move(m_steps.front());
        m_steps.erase(m_steps.begin());
        step();
    });
    auto* limits = new ImageLimits(this, [this] { return m_session.shown().file(); });
    connect(&m_session, &Session::shownChanged, limits, &ImageLimits::follow);
    connect(&m_session, &Session::resultChanged, limits, &ImageLimits::follow);
    JobController& controller = m_session.controller();
    connect(&controller, &JobController::runningChanged, this, [this](bool running) {
        if (running) startRun();
    });
    connect(&controller, &JobController::finished, this, &LivePage::runEnded);
    connect(&controller, &JobController::stateChanged, this, [this] {
        if (m_showsRun && m_session.controller().running() && !m_request.raw) m_object->clear(waitingText());
    });
    connect(&controller, &JobController::lossesAdded, this, [this](const std::vector<io::LossEntry>& entries) {
        m_runLosses.insert(m_runLosses.end(), entries.begin(), entries.end());
        if (m_showsRun) addLosses(entries);
    });
    connect(&controller, &JobController::changesMade, this, [this](const std::vector<io::ParameterChange>& changes) {
        m_runChanges.insert(m_runChanges.end(), changes.begin(), changes.end());
        if (m_showsRun) addHistory(changes);
    });
    connect(&controller, &JobController::decisionsMade, this, [this](const std::vector<io::Decision>& decisions) {
        m_runDecisions.insert(m_runDecisions.end(), decisions.begin(), decisions.end());
        if (m_showsRun) addHistory(decisions);
    });
    connect(m_loss, &view::LossChart::flagChosen, this, &LivePage::offerToGoBack);
    connect(&controller, &JobController::previewReady, this,
            [this](const std::shared_ptr<const job::Preview>& preview) {
                m_runPreview = m_showsRun ? nullptr : preview;
                if (m_showsRun) showPreview(preview);
            });
    connect(&controller, &JobController::planned, this, [this](const job::JobPlan& plan) {
        m_runFrames = plan.frames;
        if (m_showsRun) setFrameCount(plan.frames);
    });
    connect(&m_session, &Session::shownChanged, this, &LivePage::followShown);
    connect(&m_session, &Session::scanChanged, this, &LivePage::followShown);
    connect(&m_session, &Session::resultChanged, this, [this] {
        if (m_session.result()) {
            showResult(m_session.result());
        } else if (m_session.shown().what == Shown::What::nothing) {
            clearCurves();
            m_showsRun = false;
            clearAll(tr("No reconstruction yet. Press Start (F5)."));
        }
    });
    connect(m_pattern, &view::PatternView::frameSelected, &controller, &JobController::setPreviewFrame);
    clearAll(tr("No reconstruction yet. Open a scan and press Start (F5)."));
}

LivePage::~LivePage() = default;

void LivePage::buildViews() {
    m_object = new view::ImageView(this);
    m_object->setTitle(tr("Object"));
    m_object->setPointsVisible(false);
    // The phase says most on a first look, in grey tones over the range that it really has.
    m_object->setComplexMode(view::ComplexMode::phase);
    m_object->setColourMap("gray");
    m_object->setPhaseUnwrapper(unwrappedPhase);
    m_object->setRange({});
    m_probe = new view::ImageView(this);
    m_probe->setTitle(tr("Probe"));
    m_probe->setComplexMode(view::ComplexMode::colour);
    m_loss = new view::LossChart(this);
    m_pattern = new view::PatternView(this);
    m_lower = new QTabWidget(this);
    m_lower->setDocumentMode(true);
    m_lower->addTab(m_pattern, tr("Patterns"));
    m_lower->setTabToolTip(0, tr("Measured and modelled pattern of one frame"));
    m_measuring = new Measuring(*m_lower, {m_object, m_probe});
    m_positions = new PositionsPanel(m_session, *m_lower);
    m_background = new BackgroundPanel(m_session, *m_lower);
    m_intensities = new IntensitiesPanel(m_session, *m_lower);
    m_decisions = new DecisionsPanel(*m_loss, *m_lower);

    m_top = new QSplitter(Qt::Horizontal, this);
    m_top->addWidget(m_object);
    m_top->addWidget(m_probe);
    m_top->setStretchFactor(0, 3);
    m_top->setStretchFactor(1, 2);
    m_bottom = new QSplitter(Qt::Horizontal, this);
    m_bottom->addWidget(m_loss);
    m_bottom->addWidget(m_lower);
    m_bottom->setStretchFactor(0, 1);
    m_bottom->setStretchFactor(1, 1);
    m_rows = new QSplitter(Qt::Vertical, this);
    m_rows->addWidget(m_top);
    m_rows->addWidget(m_bottom);
    m_rows->setStretchFactor(0, 3);
    m_rows->setStretchFactor(1, 2);
    for (QSplitter* splitter : {m_top, m_bottom, m_rows}) splitter->setChildrenCollapsible(false);
    m_top->setSizes({580, 420});
    m_bottom->setSizes({530, 470});
    m_rows->setSizes({560, 440});
    m_ramp = new QCheckBox(tr("Remove the phase ramp"), this);
    m_ramp->setToolTip(
        tr("Shows the object without its linear phase ramp and mean phase, which a reconstruction cannot determine"));
    m_ramp->setChecked(QSettings().value(kRampKey, true).toBool());
    m_lit = new QCheckBox(tr("Lit area only"), this);
    m_lit->setToolTip(tr("Shows the object only where the scan has brought light: its range is found there, and "
                         "figures show nothing else"));
    m_lit->setChecked(QSettings().value(kLitKey, true).toBool());
    m_object->setHistogramVisible(QSettings().value(kHistogramKey, true).toBool());
    m_back = new QPushButton(tr("Show the running reconstruction"), this);
    m_back->setObjectName(QStringLiteral("showRun"));
    m_back->hide();
    connect(m_back, &QPushButton::clicked, &m_session, &Session::showRun);
    auto* line = new QHBoxLayout;
    buildSummary(*line);
    line->addWidget(m_back);
    line->addStretch();
    buildLayers(*line);
    line->addWidget(m_lit);
    line->addWidget(m_ramp);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(4);
    column->addLayout(line);
    column->addWidget(m_rows, 1);
    connect(m_ramp, &QCheckBox::toggled, this, &LivePage::setRampRemoved);
    connect(m_lit, &QCheckBox::toggled, this, [this](bool on) {
        QSettings().setValue(kLitKey, on);
        showFlattened();
    });
    connect(m_measuring, &Measuring::message, this, &LivePage::message);
    connect(m_measuring, &Measuring::flatChanged, this, [this](const std::optional<view::ImageRegion>& region) {
        m_request.flat = {};
        if (region) {
            m_request.flat = [flat = *region](std::size_t rows, std::size_t cols) {
                return view::maskOf(flat, rows, cols);
            };
        }
        showFlattened();
    });
    connect(m_object, &view::ImageView::histogramVisibleChanged, this,
            [](bool on) { QSettings().setValue(kHistogramKey, on); });

    for (view::ImageView* image : {m_object, m_probe, m_background->image()}) {
        connect(image, &view::ImageView::copied, this,
                [this] { emit message(tr("The figure is on the clipboard"), {}); });
        connect(image, &view::ImageView::figureSaved, this,
                [this](const QString& file) { emit message(tr("The figure is saved"), file); });
        connect(image, &view::ImageView::figureFailed, this,
                [this](const QString& reason) { emit message(tr("The figure could not be saved"), reason); });
    }
}

void LivePage::startRun() {
    if (m_session.startedMode().value_or(kMode) != kMode) return;
    m_runLosses.clear();
    m_runChanges.clear();
    m_runDecisions.clear();
    m_runPreview.reset();
    m_runFrames = 0;
    m_showsRun = true;
    // One curve for the whole life of a reconstruction: what goes on from a result continues its curve.
    if (!m_session.continuesResult()) m_engine.clear();
    if (!m_session.goesOn()) {
        clearCurves();
        m_earlierTime_s = 0;
    } else if (!m_session.continuesResult()) {
        m_earlierTime_s += m_lastTime_s;
    }
    if (!m_session.continuesResult()) {
        m_lastIteration = 0;
        m_lastTime_s = 0;
    }
    clearAll(waitingText());
}

/// What the run does before there is anything to be seen of it.
QString LivePage::waitingText() const {
    const job::JobState state = m_session.controller().state();
    const bool runs = state == job::JobState::running || state == job::JobState::paused;
    return runs ? tr("Waiting for the first iteration…") : tr("%1…").arg(stateText(state));
}

void LivePage::setFrameCount(std::size_t frames) {
    const ScanDataPtr& scan = m_session.scan();
    const bool ofRun = scan && m_session.startedJob() && scan->job.inputFile == m_session.startedJob()->inputFile;
    m_pattern->setFrameNumbers(ofRun ? scan->layout.frameIndex : std::vector<std::size_t>());
    m_pattern->setFrameCount(frames);
    m_pattern->setFrame(std::min(m_session.controller().previewFrame(), frames == 0 ? 0 : frames - 1));
}

void LivePage::followShown() {
    m_back->setVisible(m_session.hidesRun());
    if (m_session.shown().what == Shown::What::run && !m_showsRun && m_session.controller().running()) {
        m_showsRun = true;
        clearCurves();
        m_engine.clear();
        m_lastIteration = 0;
        m_earlierTime_s = 0;
        clearAll(waitingText());
        setFrameCount(m_runFrames);
        addLosses(m_runLosses);
        addHistory(m_runChanges);
        addHistory(m_runDecisions);
        if (const auto preview = std::exchange(m_runPreview, nullptr)) showPreview(preview);
    }
    m_object->setTitle(title(m_objectImage ? m_shownIteration : std::nullopt));
}

void LivePage::runEnded(const job::JobOutcome& outcome) {
    if (m_session.startedMode().value_or(kMode) != kMode) return;
    m_back->hide();
    m_runPreview.reset();
    if (!m_showsRun || m_request.raw || !outcome.resultFile.empty()) return;
    // Nothing is on its way any more; what the search for the probe showed is no result.
    m_steps.clear();
    m_probe->clear({});
    const bool failed =
        outcome.state == job::JobState::failed && outcome.error && outcome.error->kind() != ErrorKind::stopped;
    m_object->clear(failed ? tr("The run failed before the first image: %1").arg(coreText(outcome.error->problem()))
                           : tr("The run ended before the first image."));
}

void LivePage::clearAll(const QString& why) {
    m_steps.clear();
    m_waitingPreview.reset();
    m_waitingPattern.reset();
    m_flattener.cancel();
    m_request = {};
    m_layer->hide();
    m_layerName->hide();
    m_objectImage.reset();
    m_litObject.reset();
    m_litArea.reset();
    m_modelledFrame.reset();
    m_rawIteration.reset();
    m_shownIteration.reset();
    m_summary->clear();
    m_explain->hide();
    m_object->clear(why);
    m_object->setTitle(title({}));
    m_object->setPoints({});
    m_probe->clear({});
    m_probe->setLabels({});
    m_pattern->clear();
    m_pattern->setFrameCount(0);
    m_measuring->clear();
    m_errors.clear();
    emit objectChanged();
}

void LivePage::queue(std::function<void()> step) {
    m_steps.push_back(std::move(step));
    m_stepTimer.start();
}

void LivePage::showPreview(const std::shared_ptr<const job::Preview>& preview) {
    m_steps.clear(); // of an older preview
    m_pixelHeight_m = preview->objectPixelHeight_m;
    m_pixelWidth_m = preview->objectPixelWidth_m;
    m_objectOrigin_m = {preview->objectOriginX_m, preview->objectOriginY_m};
    if (preview->object.empty()) { // a trial of the initial probe
        m_object->clear(tr("Finding the probe…"));
        queue([this, preview] { showProbe({preview, &preview->probe}, preview->modePower); });
        return;
    }
    // Aliasing pointers: the views share the preview's own arrays.
    queue([this, preview, iteration = m_session.earlierIterations() + preview->iteration] {
        std::shared_ptr<const Array<Complex, 3>> layers;
        if (!preview->layers.empty()) layers = {preview, &preview->layers};
        m_objectModes = preview->objectModes;
        showObject({preview, &preview->object}, layers, {preview, &preview->probe}, preview->positions, iteration);
    });
    // Other pages show the object too; the rest waits until this page is shown.
    m_waitingPreview = preview;
    if (!preview->modelled.empty()) m_waitingPattern = preview;
    if (isVisible()) queueWaiting();
}

void LivePage::queueWaiting() {
    if (const auto preview = m_waitingPreview)
        queue([this, preview] { showProbe({preview, &preview->probe}, preview->modePower); });
    queueWaitingPatterns();
}

/// What has not had its turn when a result drops the steps before it waits still: a result has no patterns.
void LivePage::queueWaitingPatterns() {
    queue([this] {
        for (const auto& preview : {std::exchange(m_waitingPattern, nullptr), std::exchange(m_waitingPreview, nullptr)})
            if (preview) showPattern(preview);
    });
}

void LivePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    queueWaiting();
}

void LivePage::showPattern(const std::shared_ptr<const job::Preview>& preview) {
    // The last preview of a run has no model; the one before stays to be looked at.
    if (preview->measured.empty() || (preview->modelled.empty() && m_modelledFrame == preview->frame)) return;
    std::shared_ptr<const Array<float, 2>> modelled;
    if (!preview->modelled.empty()) {
        modelled = {preview, &preview->modelled};
        m_modelledFrame = preview->frame;
    }
    m_pattern->setPatterns({preview, &preview->measured}, modelled);
    m_pattern->setFrame(preview->frame);
}

void LivePage::showResult(const LoadedResultPtr& result) {
    m_steps.clear();
    m_pixelHeight_m = result->result.objectPixelHeight_m;
    m_pixelWidth_m = result->result.objectPixelWidth_m;
    m_objectOrigin_m = {result->result.objectOriginX_m, result->result.objectOriginY_m};
    // The views hold what the run has shown so far.
    const bool fromThisRun = m_session.shown().ofRun && m_showsRun;
    m_showsRun = false;
    if (fromThisRun) queueWaitingPatterns();
    if (!fromThisRun) {
        clearAll(tr("Reading…"));
        m_pattern->clear(tr("A result has no patterns: those of a run are shown"));
        m_earlierTime_s = 0;
        // A file that was opened: its curves replace those of the last run, and there is no pattern to compare.
        clearCurves();
        m_engine.clear();
        m_lastIteration = 0;
        addLosses(result->result.loss);
        addHistory(result->result.changes);
        addHistory(result->result.decisions);
    } else if (!result->result.loss.empty()) {
        // The errors of what is saved, as in the report: those of the run were found while it still changed.
        m_errors.clear();
        for (const io::LossEntry& entry : result->result.loss) m_errors[entry.iteration] = entry.fourierError;
        if (const auto saved = savedFigures(result->result.loss.back())) m_loss->setSaved(m_curve, *saved);
        m_lastIteration = result->result.loss.back().iteration;
        showSummary(result->result.loss.back(), m_session.earlierIterations());
        nameSource();
    }
    queue([this, result] {
        m_litArea.reset(); // that of a preview's probe
        std::shared_ptr<const Array<Complex, 3>> layers;
        if (result->result.object.extent(0) > 1) layers = {result, &result->result.object};
        m_objectModes = result->result.objectModes;
        showObject(result->object, layers, result->probe, result->result.pixelPositions, std::nullopt);
    });
    queue([this, result] { showProbe(result->probe, result->modePower); });
}

void LivePage::setRampRemoved(bool removed) {
    m_ramp->setChecked(removed);
    QSettings().setValue(kRampKey, removed);
    showFlattened();
}

void LivePage::showProbe(const std::shared_ptr<const Array<Complex, 3>>& probe, const std::vector<double>& powers) {
    if (probe->empty()) return;
    m_probe->setPixelSize(m_pixelHeight_m, m_pixelWidth_m);
    const std::size_t modes = probe->extent(0);
    std::vector<view::ImageLabel> labels;
    const std::vector<QPointF> corners = view::mosaicCorners(*probe);
    for (std::size_t mode = 0; mode < modes && modes > 1; ++mode) {
        const double percent = mode < powers.size() ? 100 * powers[mode] : 0;
        const QString power = QLocale().toString(percent, 'f', 1);
        labels.push_back({corners[mode], tr("mode %1 · %2 %").arg(mode + 1).arg(power), tr("%1 %").arg(power),
                          static_cast<double>(probe->extent(2))});
    }
    m_probe->setComplexImage(std::make_shared<const Array<Complex, 2>>(view::mosaic(*probe)), m_probe->complexMode());
    m_probe->setLabels(std::move(labels));
}

void LivePage::addLosses(const std::vector<io::LossEntry>& entries) {
    // Those of a file count from its own first one.
    const std::size_t earlier = m_showsRun ? m_session.earlierIterations() : 0;
    std::vector<view::LossPoint> points;
    const auto flush = [&] {
        if (!points.empty()) m_loss->append(m_curve, points);
        points.clear();
    };
    for (const io::LossEntry& entry : entries) {
        // A run that continues a result reports its iterations again.
        if (m_session.continuesResult() && m_showsRun && entry.iteration <= m_lastIteration) continue;
        // Another engine, or a run that began anew.
        if (m_curve < 0 || entry.engine != m_engine || entry.iteration <= m_lastIteration) {
            flush();
            m_engine = entry.engine;
            m_curve = m_loss->addCurve(engineTitle(m_engine));
        }
        m_lastIteration = entry.iteration;
        m_lastTime_s = entry.time_s;
        view::LossPoint point = toPoint(entry);
        point.iteration += static_cast<double>(earlier);
        point.time_s += m_earlierTime_s;
        m_errors[earlier + entry.iteration] = entry.fourierError;
        points.push_back(point);
    }
    flush();
    if (entries.empty()) return;
    if (const auto saved = savedFigures(entries.back())) m_loss->setSaved(m_curve, *saved);
    showSummary(entries.back(), earlier);
    nameSource();
}

view::LineProfileView* LivePage::profile() const noexcept { return m_measuring->profile(); }

Provenance LivePage::provenance() const {
    const Shown& shown = m_session.shown();
    Provenance of;
    of.scan = QFileInfo(shown.scan).fileName();
    of.engine = engineTitle(m_engine);
    of.pixelHeight_m = m_pixelHeight_m;
    of.pixelWidth_m = m_pixelWidth_m;
    of.date = QDateTime::currentDateTime();
    if (shown.what == Shown::What::result) {
        of.result = QFileInfo(shown.result).fileName();
        of.date = shown.date;
    }
    of.iterations = m_shownIteration;
    if (!of.iterations && m_lastIteration > 0)
        of.iterations = m_lastIteration + (m_showsRun ? m_session.earlierIterations() : 0);
    const auto error = m_errors.find(of.iterations.value_or(0));
    if (error != m_errors.end()) of.fourierError = error->second;
    return of;
}

void LivePage::nameSource() {
    const Provenance of = provenance();
    m_measuring->setSource(of.lines());
    m_object->setFigureText(of.caption(), of.lines(), QStringLiteral("object"));
    m_probe->setFigureText(of.caption(), of.lines(), QStringLiteral("probe"));
    m_background->image()->setFigureText(of.caption(), of.lines(), QStringLiteral("background"));
}

void LivePage::clearCurves() {
    m_loss->clear();
    m_curve = -1;
    m_history = {};
    showFlags();
}

template <class Entry>
void LivePage::addHistory(const std::vector<Entry>& entries) {
    if (entries.empty()) return;
    m_history.add(entries, m_showsRun ? m_session.earlierIterations() : 0);
    showFlags();
}

void LivePage::showFlags() {
    m_loss->setFlags(m_history.flags());
    m_decisions->follow();
}

void LivePage::offerToGoBack(std::size_t flag, QPoint place) {
    const view::LossFlag& chosen = m_loss->flags().at(flag);
    const auto iteration = static_cast<std::size_t>(chosen.iteration);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("goBack"));
    const auto say = [menu](const QStringList& lines) {
        for (const QString& line : lines)
            menu->addAction(QString(line).replace(u'&', QStringLiteral("&&")))->setEnabled(false);
    };
    if (!chosen.decisions.isEmpty()) {
        menu->addSection(iteration == 0 ? tr("Decided before the first iteration")
                                        : tr("Decided after iteration %1").arg(iteration));
        say(chosen.decisions);
    }
    if (chosen.lines.isEmpty()) { // no state is kept of it
        menu->popup(place);
        return;
    }
    menu->addSection(iteration == 0 ? tr("Changed before the first iteration")
                                    : tr("Changed after iteration %1").arg(iteration));
    say(chosen.lines);
    menu->addSeparator();
    const bool possible = m_session.canGoBack(iteration);
    QAction* back = menu->addAction(icon(QStringLiteral("undo")),
                                    possible ? tr("Go back to iteration %1, in a new file").arg(iteration)
                                             : tr("The state of iteration %1 is not kept").arg(iteration));
    back->setEnabled(possible);
    connect(back, &QAction::triggered, &m_session, [this, iteration] { m_session.goBack(iteration); });
    menu->popup(place);
}

void LivePage::buildSummary(QHBoxLayout& line) {
    m_summary = new view::ElidedLabel(this);
    m_explain = manualButton(QStringLiteral("loss"), tr("What Fourier error and LLK mean"), this);
    m_explain->setObjectName(QStringLiteral("explainLoss"));
    m_explain->hide(); // until there is something to explain
    line.addWidget(m_summary);
    line.addWidget(m_explain);
}

void LivePage::showSummary(const io::LossEntry& entry, std::size_t earlier) {
    const QString iteration = countText(earlier + entry.iteration);
    const QString error = numberText(entry.fourierError), llk = numberText(entry.llk);
    m_summary->setText(
        entry.noiseFloor > 0
            ? tr("Iteration %1 · Fourier error %2 = %3 × noise limit · LLK %4")
                  .arg(iteration, error, numberText(entry.fourierError / entry.noiseFloor), llk)
            : tr("Iteration %1 · Fourier error %2 · LLK %3 (1 = noise limit)").arg(iteration, error, llk));
    m_explain->show();
}

QString LivePage::summary() const { return m_summary->text(); }

QByteArray LivePage::saveLayout() const {
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << m_rows->saveState() << m_top->saveState() << m_bottom->saveState();
    return state;
}

void LivePage::restoreLayout(const QByteArray& state) {
    QDataStream stream(state);
    for (QSplitter* splitter : {m_rows, m_top, m_bottom}) {
        QByteArray part;
        stream >> part;
        splitter->restoreState(part);
    }
}

} // namespace ewald::ui
