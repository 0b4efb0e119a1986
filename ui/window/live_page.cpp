// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/live_page.h"

#include "form/icon.h"
#include "model/job_model.h"
#include "model/session.h"
#include "model/text.h"
#include "view/image_view.h"
#include "view/line_profile_view.h"
#include "view/loss_chart.h"
#include "view/pattern_view.h"

#include <QDataStream>
#include <QFileInfo>
#include <QLocale>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

view::LossPoint toPoint(const io::LossEntry& entry) {
    return {static_cast<double>(entry.iteration), entry.time_s, entry.fourierError, entry.value, entry.llk};
}

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
    JobController& controller = m_session.controller();
    connect(&controller, &JobController::runningChanged, this, [this](bool running) {
        if (running) startRun();
    });
    connect(&controller, &JobController::lossesAdded, this, &LivePage::addLosses);
    connect(&controller, &JobController::previewReady, this, &LivePage::showPreview);
    connect(&controller, &JobController::planned, this, [this](const job::JobPlan& plan) {
        m_pattern->setFrameCount(plan.frames);
        m_pattern->setFrame(std::min(m_session.controller().previewFrame(), plan.frames == 0 ? 0 : plan.frames - 1));
    });
    connect(&m_session, &Session::resultChanged, this, [this] {
        if (m_session.result()) showResult(m_session.result());
    });
    connect(m_pattern, &view::PatternView::frameSelected, &controller, &JobController::setPreviewFrame);
    clearAll(tr("No reconstruction yet. Open a scan and press Start (F5)."));
}

LivePage::~LivePage() = default;

void LivePage::buildViews() {
    m_object = new view::ImageView(this);
    m_object->setTitle(tr("Object"));
    m_object->setPointsVisible(false);
    m_probe = new view::ImageView(this);
    m_probe->setTitle(tr("Probe"));
    m_loss = new view::LossChart(this);
    m_pattern = new view::PatternView(this);
    m_profile = new view::LineProfileView(this);
    m_lower = new QTabWidget(this);
    m_lower->setDocumentMode(true);
    m_lower->addTab(m_pattern, tr("Patterns"));
    m_lower->addTab(m_profile, tr("Line profile"));
    m_lower->setTabToolTip(0, tr("Measured and modelled pattern of one frame"));
    m_lower->setTabToolTip(1, tr("Values along the line measured last (M, then drag on an image)"));

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
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_rows);

    for (view::ImageView* image : {m_object, m_probe}) {
        connect(image, &view::ImageView::lineMeasured, this, [this](const view::LineProfile& profile) {
            m_profile->setProfile(profile);
            m_lower->setCurrentWidget(m_profile);
        });
    }
}

void LivePage::startRun() {
    m_loss->clear();
    m_curve = -1;
    m_engine.clear();
    m_lastIteration = 0;
    clearAll(tr("The first image comes with the first iteration."));
}

void LivePage::clearAll(const QString& why) {
    m_steps.clear();
    m_objectImage.reset();
    m_object->clear(why);
    m_probe->clear({});
    m_pattern->clear();
    emit objectChanged();
}

void LivePage::queue(std::function<void()> step) {
    m_steps.push_back(std::move(step));
    m_stepTimer.start();
}

void LivePage::showPreview(const std::shared_ptr<const job::Preview>& preview) {
    m_steps.clear(); // of an older preview
    m_pixel_m = preview->objectPixel_m;
    // Aliasing pointers: the views share the preview's own arrays.
    const QString title = tr("Object, iteration %1").arg(preview->iteration);
    queue([this, preview, title] {
        showObject({preview, &preview->object}, title);
        showPositions(preview->positions, preview->windowPixels);
    });
    queue([this, preview] { showProbe({preview, &preview->probe}, preview->modePower); });
    queue([this, preview] {
        if (preview->measured.empty()) return;
        std::shared_ptr<const Array<float, 2>> modelled;
        if (!preview->modelled.empty()) modelled = {preview, &preview->modelled};
        m_pattern->setPatterns({preview, &preview->measured}, modelled);
        m_pattern->setFrame(preview->frame);
    });
}

void LivePage::showResult(const LoadedResultPtr& result) {
    m_steps.clear();
    m_pixel_m = result->result.objectPixelHeight_m;
    const bool fromThisRun = m_session.startedJob() && toPath(result->file) == m_session.startedJob()->outputFile;
    if (!fromThisRun) {
        // A file that was opened: its curves replace those of the last run, and there is no pattern to compare.
        m_loss->clear();
        m_curve = -1;
        m_engine.clear();
        m_lastIteration = 0;
        addLosses(result->result.loss);
        m_pattern->clear();
        m_pattern->setFrameCount(0);
    }
    queue([this, result, fromThisRun] {
        showObject(result->object, fromThisRun ? tr("Object") : tr("Object of %1").arg(QFileInfo(result->file).fileName()));
        showPositions(result->result.pixelPositions, result->probe->extent(1));
    });
    queue([this, result] { showProbe(result->probe, result->modePower); });
}

void LivePage::showObject(std::shared_ptr<const Array<Complex, 2>> object, const QString& title) {
    m_objectImage = object;
    m_object->setPixelSize(m_pixel_m, m_pixel_m);
    m_object->setTitle(title);
    // The phase says most on a first look; afterwards it stays as the person set it.
    const auto mode = std::exchange(m_objectShown, true) ? m_object->complexMode() : view::ComplexMode::phase;
    m_object->setComplexImage(std::move(object), mode);
    emit objectChanged();
}

void LivePage::showPositions(const std::vector<PixelPosition>& positions, std::size_t window) {
    std::vector<QPointF> centres;
    centres.reserve(positions.size());
    const double half = static_cast<double>(window) / 2;
    for (const PixelPosition& place : positions) centres.emplace_back(place.col + half, place.row + half);
    m_object->setPoints(std::move(centres));
}

void LivePage::showProbe(const std::shared_ptr<const Array<Complex, 3>>& probe, const std::vector<double>& power) {
    if (probe->empty()) return;
    m_probe->setPixelSize(m_pixel_m, m_pixel_m);
    const std::size_t modes = probe->extent(0);
    m_probe->setTitle(modes == 1 ? tr("Probe") : tr("Probe, %n mode(s)", nullptr, static_cast<int>(modes)));
    std::vector<view::ImageLabel> labels;
    const std::vector<QPointF> corners = view::mosaicCorners(*probe);
    for (std::size_t mode = 0; mode < modes && modes > 1; ++mode) {
        const double percent = mode < power.size() ? 100 * power[mode] : 0;
        labels.push_back({corners[mode], tr("mode %1 · %2 %").arg(mode + 1).arg(QLocale().toString(percent, 'f', 1))});
    }
    const auto mode = std::exchange(m_probeShown, true) ? m_probe->complexMode() : view::ComplexMode::colour;
    m_probe->setComplexImage(std::make_shared<const Array<Complex, 2>>(view::mosaic(*probe)), mode);
    m_probe->setLabels(std::move(labels));
}

void LivePage::addLosses(const std::vector<io::LossEntry>& entries) {
    std::vector<view::LossPoint> points;
    const auto flush = [&] {
        if (!points.empty()) m_loss->append(m_curve, points);
        points.clear();
    };
    for (const io::LossEntry& entry : entries) {
        // Another engine, or a run that began anew.
        if (m_curve < 0 || entry.engine != m_engine || entry.iteration <= m_lastIteration) {
            flush();
            m_engine = entry.engine;
            m_curve = m_loss->addCurve(engineTitle(m_engine));
        }
        m_lastIteration = entry.iteration;
        points.push_back(toPoint(entry));
    }
    flush();
}

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
