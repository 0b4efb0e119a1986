// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/powder_page.h"

#include "base/error.h"
#include "common/counted_text.h"
#include "common/icon.h"
#include "job/integration/sector_mean.h"
#include "model/text.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/frame_chooser.h"
#include "window/frame_page.h"
#include "window/image_limits.h"
#include "window/peak_series_view.h"
#include "window/peaks_panel.h"
#include "window/powder_map_panel.h"
#include "window/ring_marks.h"
#include "window/shared_axis.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::ui {

namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t kMostKept = 6;
/// More failed frames than this are counted, not listed.
constexpr int kMostFailures = 1000;

} // namespace

PowderPage::PowderPage(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session),
      m_patternTask(readPattern, [this](Pattern&& pattern) { showPattern(pattern); }),
      m_ringsTask(findRings, [this](std::vector<RingPath>&& rings) { takeRings(std::move(rings)); }) {
    m_rowsSplit = new QSplitter(Qt::Vertical, this);
    m_rowsSplit->setChildrenCollapsible(false);
    m_rowsSplit->addWidget(buildTop());
    m_views = new QTabWidget(m_rowsSplit);
    m_views->setDocumentMode(true);
    m_waterfall = heatMap(tr("All patterns"), m_views);
    m_cake = heatMap(tr("Cake"), m_views);
    m_cake->setColourMap("inferno");
    m_cake->setLogScale(true); // as the cake of the geometry page
    m_mapPanel = new PowderMapPanel(m_views);
    m_peaks = new PeaksPanel(m_views);
    for (view::ImageView* view : {m_waterfall, m_cake}) view->setValueLabel(tr("Intensity"), {});
    m_failures = new QListWidget(m_views);
    m_failures->setWordWrap(true);
    m_failures->setAccessibleName(tr("Frames that failed"));
    m_views->addTab(m_waterfall, tr("All patterns"));
    m_views->addTab(m_cake, tr("Cake"));
    m_views->addTab(m_mapPanel, tr("Map"));
    m_views->addTab(m_peaks, tr("Peaks"));
    m_views->addTab(m_failures, tr("Failed frames"));
    m_views->setTabToolTip(0, tr("Every pattern as a row of colours; a click shows its frame"));
    m_views->setTabToolTip(1, tr("Intensity against angle and azimuth, where azimuthal bins are asked for"));
    m_views->setTabToolTip(2,
                           tr("Intensity in a range of the pattern over the scan; drag over the pattern to choose it"));
    m_views->setTabToolTip(3, tr("Peaks that are fitted to the pattern, and to all patterns"));
    m_views->setTabToolTip(4, tr("Frames that could not be read, and why"));
    m_rowsSplit->addWidget(m_views);
    m_rowsSplit->setSizes({400, 360});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_rowsSplit);

    m_axis = new SharedAxis(*m_pattern, {m_waterfall, m_cake}, this);
    new LineDrag(
        *m_pattern, m_session.integration(), [this] { return lineAxis(); }, this);
    connect(m_views, &QTabWidget::currentChanged, this, [this] {
        showChoosing();
        m_axis->align();
    });
    connect(m_waterfall, &view::ImageView::clicked, this, [this](QPointF pixel) {
        if (m_waterfallRows)
            showRow(static_cast<std::size_t>(std::max(0.0, pixel.y())) * m_waterfallRows->framesPerRow);
    });
    connectMap();
    connectPeaks();
    JobController& controller = m_session.controller();
    auto* limits = new ImageLimits(this, [this] { return m_session.shown(Mode::integration).file(); });
    connect(&m_session.integration().drawnSubstances(), &DrawnSubstances::changed, this, &PowderPage::showMarks);
    connect(&m_session, &Session::shownChanged, limits, &ImageLimits::follow);
    connect(&m_session, &Session::integrationResultChanged, limits, &ImageLimits::follow);
    connect(&controller, &JobController::runningChanged, this, [this](bool running) {
        if (running && m_session.startedMode() == Mode::integration) startRun();
    });
    connect(&controller, &JobController::finished, this, [this](const job::JobOutcome& outcome) {
        if (m_session.startedMode() == Mode::integration) runEnded(outcome);
    });
    connect(&controller, &JobController::integrationReady, this, &PowderPage::showPreview);
    connect(&controller, &JobController::progressed, this, [this](const job::Progress& progress) {
        m_progress = progress;
        if (m_preview) showSummary();
    });
    connect(&controller, &JobController::frameFailed, this, &PowderPage::addFailure);
    connect(&m_session, &Session::integrationResultChanged, this, &PowderPage::showResult);
    setRows({});
    const QString nothing = tr("No patterns yet: press Start");
    m_pattern->clear(nothing);
    for (view::ImageView* view : {m_waterfall, m_cake}) view->clear(nothing);
    m_mapPanel->clear(nothing);
}

PowderPage::~PowderPage() = default;

QWidget* PowderPage::buildTop() {
    auto* panel = new QWidget(this);
    m_summary = new QLabel(QStringLiteral(" "), panel);
    m_summary->setTextFormat(Qt::RichText);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_newest = new QToolButton(panel);
    m_newest->setText(tr("Follow newest"));
    m_newest->setCheckable(true);
    m_newest->setChecked(true);
    m_newest->setToolTip(tr("Shows the newest pattern while a job runs"));
    m_chooser = new FrameChooser(tr("Which frame's pattern is shown"), panel);
    m_keep = new QToolButton(panel);
    m_keep->setIcon(icon(QStringLiteral("add")));
    m_keep->setText(tr("Keep"));
    m_keep->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_keep->setToolTip(tr("Keeps this pattern in the chart, to compare others with it"));
    m_fitPeaks = new QToolButton(panel);
    m_fitPeaks->setText(tr("Fit peaks…"));
    m_fitPeaks->setToolTip(tr("Positions, widths and areas of peaks, of this pattern and of all patterns"));
    m_forget = new QToolButton(panel);
    m_forget->setIcon(icon(QStringLiteral("remove")));
    m_forget->setToolTip(tr("Takes the kept patterns out of the chart"));
    m_forget->setAccessibleName(m_forget->toolTip());
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_newest);
    row->addWidget(m_chooser, 1);
    row->addSpacing(10);
    row->addWidget(m_keep);
    row->addWidget(m_forget);
    row->addWidget(m_fitPeaks);
    m_pattern = new view::PatternChart(panel);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addWidget(m_summary);
    column->addLayout(row);
    column->addWidget(m_pattern, 1);
    connect(m_chooser, &FrameChooser::chosen, this, &PowderPage::showRow);
    connect(m_newest, &QToolButton::toggled, this, [this](bool on) { m_follow = on; });
    connect(m_keep, &QToolButton::clicked, this, &PowderPage::keepPattern);
    connect(m_forget, &QToolButton::clicked, this, [this] {
        m_kept.clear();
        showCurves();
    });
    connect(m_fitPeaks, &QToolButton::clicked, this, [this] { m_views->setCurrentWidget(m_peaks); });
    connect(m_pattern, &view::PatternChart::rangeChosen, this, &PowderPage::takeRange);
    return panel;
}

// ---- what there is to show ----

void PowderPage::startRun() {
    m_preview.reset();
    m_peaks->fitting().setResult(nullptr);
    m_waterfallRows.reset();
    m_mapPanel->forgetPlaces();
    m_failures->clear();
    m_views->setTabText(m_views->indexOf(m_failures), tr("Failed frames"));
    m_follow = true;
    m_newest->setChecked(true);
    m_progress = {};
    setRows({});
    clearAll(tr("Waiting for the first patterns…"));
}

void PowderPage::clearAll(const QString& why) {
    m_patternTask.cancel();
    m_shown = {};
    m_peaks->fitting().setPattern(nullptr);
    m_pattern->clear(why);
    m_marked.reset();
    m_made.reset();
    m_ringsTask.cancel();
    takeRings({});
    for (view::ImageView* view : {m_waterfall, m_cake}) view->clear(why);
    m_mapPanel->clear(why);
    m_summary->setText(QStringLiteral(" "));
}

void PowderPage::runEnded(const job::JobOutcome& outcome) {
    // What was shown before is shown again.
    if (m_preview || !outcome.resultFile.empty() || m_session.integrationResult()) return;
    const bool failed = outcome.error && outcome.error->kind() != ErrorKind::stopped;
    clearAll(failed ? tr("The run failed before the first pattern: %1").arg(coreText(outcome.error->problem()))
                    : tr("The run ended before the first pattern."));
}

std::size_t PowderPage::frame() const { return m_chooser->numberOf(m_row); }

QString PowderPage::frameName(std::size_t row) const { return tr("Frame %1").arg(m_chooser->numberOf(row)); }

void PowderPage::setRows(const Rows& rows) {
    m_rows = rows;
    m_chooser->setFrames(rows.count, rows.firstFrame, rows.frameStep);
    for (QToolButton* button : {m_keep, m_forget, m_fitPeaks}) button->setEnabled(rows.count > 0);
    const QSignalBlocker quietColumns(m_mapPanel->columnsBox());
    // The scan's own shape, else about a square.
    std::vector<std::size_t> shape;
    if (!m_preview && m_session.integrationResult()) shape = m_session.integrationResult()->result->axes().scanShape;
    const StackPtr& stack = m_session.integration().stack();
    if (shape.empty() && stack && stack->frameCount() == rows.count) shape = stack->scanShape;
    const auto square = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(rows.count))));
    std::size_t columns = shape.empty() ? square : shape.back();
    if (shape.empty()) {
        // A divisor near the root is likelier to be right than the root.
        for (std::size_t c = square; c > 1 && c * 2 > square; --c) {
            if (rows.count % c == 0) {
                columns = rows.count / c;
                break;
            }
        }
    }
    if (m_typedColumns && m_typedColumns->frames == rows.count && m_typedColumns->stack.lock() == stack)
        columns = static_cast<std::size_t>(m_typedColumns->columns);
    m_mapPanel->columnsBox()->setValue(static_cast<int>(std::max<std::size_t>(1, columns)));
}

void PowderPage::setAxes(const std::string& unit, const std::vector<double>& radial,
                         const std::vector<double>& azimuthal_deg, const std::string& intensityUnit) {
    const bool other = unit != m_unit || radial != m_radial || intensityUnit != m_intensityUnit;
    const AxisGeometry geometry = other ? axisGeometry() : m_axisGeometry;
    if (other) keepRanges(unit, radial, geometry);
    m_axisGeometry = geometry;
    m_unit = unit;
    m_intensityUnit = intensityUnit;
    m_radial = radial;
    m_azimuthal_deg = azimuthal_deg;
    if (other) {
        m_kept.clear();
        showRange();
        m_pattern->setTitles(unitTitle(azint::unitFromName(unit)),
                             intensityUnit == "cm^-1" ? tr("Cross section (cm⁻¹)") : tr("Intensity"));
        if (radial.size() > 1) m_axis->setBins(radial.size(), radial[0], radial[1]);
    }
    m_peaks->setAxis(unit, radial);
    if (other) takeRings({}); // they are of the axes before
}

/// Of a result that does not say what it was made with: that of the frames.
void PowderPage::markAsOf(const LoadedIntegration& loaded) {
    m_marked.reset();
    m_made.reset();
    PatternGeometry made;
    made.poni = loaded.result->axes().poni;
    made.file = loaded.file.toStdString();
    if (made.poni.empty()) {
        m_marked = m_session.integration().geometry();
        return;
    }
    if (const StackPtr& stack = m_session.integration().stack()) {
        made.rows = stack->rows();
        made.cols = stack->cols();
    }
    made.flipRows = loaded.job && loaded.job->flag("flip_rows");
    made.flipCols = loaded.job && loaded.job->flag("flip_cols");
    m_made = std::move(made);
}

/// The rings of the substances that the geometry page shows.
void PowderPage::showMarks() {
    const std::vector<RingSource>& substances = m_session.integration().drawnSubstances().all();
    if (!substances.empty() && (m_marked || m_made) && !m_unit.empty()) {
        m_ringsTask.submit({m_marked, m_made.value_or(PatternGeometry()), substances, azint::unitFromName(m_unit)});
        return;
    }
    m_ringsTask.cancel();
    takeRings({});
}

std::vector<RingPath> PowderPage::findRings(const RingsRequest& request) {
    if (request.geometry) return ringsOnFrame(*request.geometry, request.substances, request.unit);
    const PatternGeometry& made = request.made;
    try {
        // Rings need no places of pixels, whose file may be gone.
        const azint::Poni poni = azint::parsePoni(made.poni, made.file, {.places = false});
        const auto [rows, cols] = poni.shape.value_or(std::array{made.rows, made.cols});
        if (rows == 0 || cols == 0) return {};
        return ringsOnFrame({poni, rows, cols, made.flipRows, made.flipCols}, request.substances, request.unit);
    } catch (const Error&) {
        return {}; // none are better than those of another geometry
    }
}

void PowderPage::takeRings(std::vector<RingPath>&& rings) {
    m_rings = std::move(rings);
    m_pattern->setMarks(marksOf(m_rings));
    showCakeRings();
}

void PowderPage::showCakeRings() {
    const bool isCake = m_azimuthal_deg.size() > 1 && m_radial.size() > 1;
    m_axis->setLines(*m_cake, isCake && !m_rings.empty() ? cakePathsOf(m_rings, azimuthAxis(), radialAxis(),
                                                                       m_azimuthal_deg.size(), m_radial.size())
                                                         : std::vector<view::ImagePath>());
}

view::ImageAxis PowderPage::azimuthAxis() const {
    return {QStringLiteral("χ"), QStringLiteral("°"), m_azimuthal_deg[0], m_azimuthal_deg[1] - m_azimuthal_deg[0]};
}

view::ImageAxis PowderPage::radialAxis() const {
    const azint::UnitInfo& about = azint::info(azint::unitFromName(m_unit));
    return {QString::fromUtf8(about.symbol), QString::fromUtf8(about.label), m_radial[0], m_radial[1] - m_radial[0]};
}

void PowderPage::showPreview(const std::shared_ptr<const job::IntegrationPreview>& preview) {
    m_preview = preview;
    m_newest->setChecked(m_follow);
    const bool isFirst = !m_marked;
    if (isFirst) m_marked = m_session.integration().geometry();
    setAxes(preview->unit, preview->radial, preview->azimuthal_deg, preview->intensityUnit);
    if (isFirst) showMarks();
    if (const Rows all{preview->frames, preview->firstFrame, preview->frameStep}; all != m_rows) {
        setRows(all);
        findPlaces();
    }
    auto rows = std::make_shared<Waterfall>();
    rows->rows = preview->waterfall;
    rows->framesPerRow = std::max<std::size_t>(1, preview->framesPerRow);
    m_waterfallRows = std::move(rows);
    if (m_follow) {
        m_row = preview->row;
        m_mapPanel->setCurrentRow(m_row);
        showPattern({preview->row, preview->intensity, preview->errors, {}});
    }
    showWaterfall();
    if (m_mapPanel->range()) updateMap();
    showSummary();
}

void PowderPage::showResult() {
    const LoadedIntegrationPtr& loaded = m_session.integrationResult();
    m_preview.reset();
    m_peaks->fitting().setResult(loaded);
    if (!loaded) {
        m_waterfallRows.reset();
        m_failures->clear();
        m_views->setTabText(m_views->indexOf(m_failures), tr("Failed frames"));
        setRows({});
        findPlaces();
        clearAll(tr("No patterns yet: press Start"));
        return;
    }
    const io::IntegrationAxes& axes = loaded->result->axes();
    markAsOf(*loaded); // with the same axes it may be another geometry than before
    setAxes(axes.unit, axes.radial, axes.azimuthal_deg, axes.intensityUnit);
    showMarks();
    setRows({axes.frames, axes.firstFrame, axes.frameStep});
    findPlaces();
    m_waterfallRows = loaded->waterfall;
    showWaterfall();
    m_failures->clear();
    for (const auto& [frame, reason] : loaded->result->end().failedFrames) {
        addFailure(frame, coreText(reason));
    }
    if (m_failures->count() == 0) m_views->setTabText(m_views->indexOf(m_failures), tr("Failed frames"));
    showRow(m_row);
    // All patterns of one frame are a stripe; its cake is what there is to see.
    if (axes.frames == 1 && !axes.azimuthal_deg.empty() && m_views->currentWidget() == m_waterfall)
        m_views->setCurrentWidget(m_cake);
    updateMap();
    showSummary();
}

// ---- one pattern ----

void PowderPage::showRow(std::size_t row) {
    if (m_rows.count == 0) return;
    m_row = std::min(row, m_rows.count - 1);
    m_chooser->setIndex(m_row);
    m_peaks->series().setCurrentRow(m_row);
    m_mapPanel->setCurrentRow(m_row);
    if (m_preview) {
        // The running job keeps no single patterns: the row of the heat map that the frame is in.
        m_newest->setChecked(m_row == m_preview->row);
        const std::size_t line = m_row / m_waterfallRows->framesPerRow;
        if (line >= m_waterfallRows->rows.extent(0)) return;
        const auto values = m_waterfallRows->rows.slab(line);
        showPattern({m_row, std::vector<float>(values.begin(), values.end()), {}, {}});
        return;
    }
    const QSignalBlocker quiet(m_newest); // what follows a run stays as it was chosen
    m_newest->setChecked(m_row + 1 == m_rows.count);
    if (const LoadedIntegrationPtr& loaded = m_session.integrationResult())
        m_patternTask.submit({loaded->result, m_row});
}

PowderPage::Pattern PowderPage::readPattern(const PatternRequest& request) {
    Pattern pattern;
    pattern.row = request.row;
    try {
        pattern.intensity = request.result->intensity(request.row);
        if (request.result->hasErrors()) pattern.errors = request.result->errors(request.row);
        if (!request.result->axes().azimuthal_deg.empty()) pattern.weights = request.result->weights(request.row);
        EmptyBins(*request.result).blank(request.row, pattern.intensity);
    } catch (const Error&) {
        pattern.intensity.clear(); // shown as missing; the file may have been moved away
    }
    return pattern;
}

std::vector<float> PowderPage::overAzimuth(const Pattern& pattern, bool errors) const {
    const std::vector<float>& values = errors ? pattern.errors : pattern.intensity;
    if (m_radial.empty() || values.size() <= m_radial.size()) return values;
    return job::meanOverSectors(values, pattern.weights, m_radial.size(), errors);
}

void PowderPage::showPattern(const Pattern& pattern) {
    m_shown = pattern;
    m_chooser->setIndex(pattern.row);
    showCurves();
    showCake(pattern);
}

void PowderPage::showCurves() {
    std::vector<view::PatternCurve> curves;
    if (m_shown.intensity.size() >= m_radial.size() && !m_radial.empty()) {
        curves.push_back({frameName(m_shown.row), m_radial, overAzimuth(m_shown, false), overAzimuth(m_shown, true)});
        const QString result = m_session.shown(Mode::integration).result;
        for (const Kept& kept : m_kept) {
            const QString name = kept.result == result
                                     ? tr("%1 (kept)").arg(kept.frame)
                                     : tr("%1 of %2").arg(kept.frame, QFileInfo(kept.result).completeBaseName());
            curves.push_back({name, m_radial, kept.intensity, {}});
        }
    }
    m_forget->setEnabled(!m_kept.empty());
    m_peaks->fitting().setPattern(curves.empty() ? nullptr : patternOf(curves.front()));
    m_pattern->setCurves(std::move(curves));
}

void PowderPage::keepPattern() {
    if (m_shown.intensity.empty()) return;
    if (m_kept.size() == kMostKept) m_kept.erase(m_kept.begin());
    m_kept.push_back({frameName(m_shown.row), m_session.shown(Mode::integration).result, overAzimuth(m_shown, false)});
    showCurves();
}

void PowderPage::showCake(const Pattern& pattern) {
    const std::size_t npt = m_radial.size();
    if (m_azimuthal_deg.size() < 2 || npt < 2) {
        m_cake->clear(tr("These are patterns, not cakes: set “Azimuthal bins” to get cakes"));
        return;
    }
    if (pattern.intensity.size() != npt * m_azimuthal_deg.size()) {
        m_cake->clear(tr("The cakes of single frames can be looked at when the job has ended"));
        return;
    }
    m_cake->setAxes(azimuthAxis(), radialAxis());
    showCakeRings();
    m_cake->setTitle(tr("Cake of frame %1").arg(m_chooser->numberOf(pattern.row)));
    m_cake->setImage(std::make_shared<const Array<float, 2>>(Array<float, 2>::Shape{m_azimuthal_deg.size(), npt},
                                                             std::vector<float>(pattern.intensity)));
    m_axis->align();
}

// ---- all patterns ----

void PowderPage::showWaterfall() {
    if (!m_waterfallRows || m_waterfallRows->rows.empty() || m_radial.size() < 2) {
        m_waterfall->clear(tr("No patterns yet"));
        return;
    }
    // A row of the map stands for the middle of its frames.
    const auto step = static_cast<double>(m_rows.frameStep);
    const double perRow = static_cast<double>(m_waterfallRows->framesPerRow) * step;
    const double middle = static_cast<double>(m_rows.firstFrame) + (perRow - step) / 2;
    m_waterfall->setAxes(view::ImageAxis{tr("Frame"), {}, middle, perRow}, radialAxis());
    m_waterfall->setTitle(m_waterfallRows->framesPerRow == 1
                              ? tr("All patterns")
                              : tr("All patterns, %1 frames a row").arg(m_waterfallRows->framesPerRow));
    m_waterfall->setImage(std::shared_ptr<const Array<float, 2>>(m_waterfallRows, &m_waterfallRows->rows));
    m_axis->align();
}

void PowderPage::addFailure(std::size_t frame, const QString& reason) {
    if (m_failures->count() < kMostFailures) {
        m_failures->addItem(
            new QListWidgetItem(icon(QStringLiteral("warning")), tr("Frame %1: %2").arg(frame).arg(reason)));
    }
    m_views->setTabText(m_views->indexOf(m_failures), tr("Failed frames (%1)").arg(m_failures->count()));
}

// ---- the line on top ----

void PowderPage::showSummary() {
    QStringList parts;
    if (m_preview) {
        parts << countedText(tr("<b>%1</b> of %2 {frame|frames}"), {m_preview->framesDone, m_preview->frames});
        const bool waits = m_preview->framesDone >= m_preview->frames; // for those that are still to come
        if (m_progress.perSecond > 0 && !waits) parts << tr("%1 frames/s").arg(numberText(m_progress.perSecond));
        if (m_preview->bytesPerSecond > 0 && !waits) parts << tr("%1/s").arg(bytesText(m_preview->bytesPerSecond));
        if (m_progress.secondsLeft > 0) parts << tr("%1 left").arg(durationText(std::ceil(m_progress.secondsLeft)));
    } else if (const LoadedIntegrationPtr& loaded = m_session.integrationResult()) {
        const io::IntegrationEnd& end = loaded->result->end();
        const std::size_t frames = loaded->result->axes().frames;
        parts << countedText(tr("<b>%1</b> {frame|frames}"), {frames});
        const auto total = end.timings_s.find("total");
        if (total != end.timings_s.end() && total->second > 0) {
            parts << tr("in %1").arg(durationText(total->second));
            parts << tr("%1 frames/s").arg(numberText(static_cast<double>(frames) / total->second));
        }
        if (end.energy_J) parts << tr("%1 J").arg(numberText(*end.energy_J));
        if (!end.complete) parts << tr("stopped early");
        if (!end.failedFrames.empty()) parts << countedText(tr("%1 {frame|frames} failed"), {end.failedFrames.size()});
    }
    m_summary->setText(parts.join(QStringLiteral(" · ")));
}

QString PowderPage::summary() const { return m_summary->text(); }

bool PowderPage::isIdle() const {
    return m_patternTask.idle() && m_mapPanel->isIdle() && m_ringsTask.idle() && m_peaks->fitting().idle() &&
           m_waterfall->isIdle() && m_cake->isIdle();
}

QByteArray PowderPage::saveLayout() const { return m_rowsSplit->saveState(); }
void PowderPage::restoreLayout(const QByteArray& state) { m_rowsSplit->restoreState(state); }

} // namespace ewald::ui
