// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/probe_page.h"

#include "common/icon.h"
#include "common/quantity_text.h"
#include "model/session.h"
#include "model/shown_object.h"
#include "model/text.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/compare_probes.h"
#include "window/image_limits.h"
#include "window/live_page.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSlider>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

/// While a run goes on its probe is looked at so often: the cores are for the run.
constexpr int kPause_ms = 10000;
constexpr int kPlaneSteps = 1000;

} // namespace

ProbePage::ProbePage(Session& session, const LivePage& live, QWidget* parent)
    : QWidget(parent), m_session(session), m_live(live),
      m_propagator(
          [](const std::pair<ProbeRequest, double>& asked) {
              const ProbeRequest& of = asked.first;
              return std::make_shared<const Array<float, 2>>(
                  ptycho::intensityAt(*of.modes, asked.second, of.wavelength_m, of.pixelHeight_m, of.pixelWidth_m));
          },
          [this](std::shared_ptr<const Array<float, 2>>&& intensity) { m_beam->setImage(std::move(intensity)); }) {
    build();
    m_later.setSingleShot(true);
    m_later.setInterval(kPause_ms);
    connect(&m_later, &QTimer::timeout, this, &ProbePage::refresh);
    auto* limits = new ImageLimits(this, [this] { return m_session.shown().file(); });
    connect(&m_session, &Session::shownChanged, limits, &ImageLimits::follow);
    connect(&m_session.controller(), &JobController::runningChanged, this, [this](bool running) {
        if (running) return;
        m_later.stop();
        refresh();
    });
    connect(&m_live, &LivePage::objectChanged, this, [this] {
        if (!m_live.probeModes()) clearAll(tr("No probe yet"));
        if (isVisible() && !m_later.isActive()) refresh();
    });
    clearAll(tr("No probe yet"));
}

void ProbePage::build() {
    m_modes = new view::ImageView(this);
    m_modes->setTitle(tr("Modes"));
    m_modes->setToolTip(tr("The modes of the probe at the sample, with their shares of the power"));
    m_modes->setComplexMode(view::ComplexMode::colour);
    m_beam = new view::ImageView(this);
    m_beam->setColourMap("inferno");
    // A focus is a few pixels: percentiles alone would show it as one white spot, and linear colours up to its
    // brightest pixel nothing but that one.
    m_beam->setRange({.lowPercentile = 50, .highPercentile = 100, .log = true});
    m_beam->setValueLabel(tr("Intensity"), {});
    m_wavefront = new view::ImageView(this);
    m_wavefront->setTitle(tr("Wavefront"));
    m_wavefront->setToolTip(
        tr("The strongest mode where it comes from, without tilt, defocus and astigmatism: its phase is "
           "the error of the wavefront"));
    m_wavefront->setPhaseUnwrapper(unwrappedPhase);
    m_wavefront->setComplexMode(view::ComplexMode::colour);
    m_causticX = new view::ImageView(this);
    m_causticX->setTitle(tr("Along the beam, x"));
    m_causticY = new view::ImageView(this);
    m_causticY->setTitle(tr("Along the beam, y"));
    for (view::ImageView* view : {m_causticX, m_causticY}) {
        view->setColourMap("inferno");
        view->setValueLabel(tr("Intensity"), {});
        view->setToolTip(tr("Click: show the beam in this plane"));
        connect(view, &view::ImageView::clicked, this, [this](QPointF pixel) {
            if (!m_analysis) return;
            const auto& at = m_analysis->caustic.distance_m;
            const auto plane = static_cast<std::size_t>(std::clamp(pixel.x(), 0.0, static_cast<double>(at.size() - 1)));
            setDistance(at[plane]);
        });
    }
    // Small pictures: their tools are in the menu, and bars would take the room of the beam.
    for (view::ImageView* view : {m_beam, m_causticX, m_causticY}) view->setToolStripVisible(false);
    for (view::ImageView* view : {m_modes, m_beam, m_causticX, m_causticY}) view->setColourBarVisible(false);
    m_sizes = new view::PatternChart(this);
    m_sizes->setStyle(view::PatternChart::Style::curves);
    m_sizes->setToolTip(tr("Width of the beam against the distance z from the sample: full width at half maximum, and "
                           "r.m.s."));
    m_range = new QComboBox(this);
    m_range->addItems({tr("As far as the pixels allow"), tr("Around the focus")});
    m_range->setToolTip(tr("How far the beam is followed along its direction"));
    connect(m_range, &QComboBox::currentIndexChanged, this, &ProbePage::analyse);
    m_plane = new QSlider(Qt::Horizontal, this);
    m_plane->setRange(0, kPlaneSteps);
    m_plane->setToolTip(tr("The plane in which the beam is shown"));
    m_plane->setAccessibleName(m_plane->toolTip());
    connect(m_plane, &QSlider::valueChanged, this, [this](int step) {
        if (!m_analysis) return;
        const auto& at = m_analysis->caustic.distance_m;
        m_distance_m = at.front() + (at.back() - at.front()) * step / kPlaneSteps;
        showPlane();
    });
    m_focus = new QToolButton(this);
    m_focus->setText(tr("Focus"));
    m_focus->setIcon(icon(QStringLiteral("target")));
    m_focus->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_focus->setToolTip(tr("Show the beam in its best focus"));
    connect(m_focus, &QToolButton::clicked, this, [this] {
        if (m_analysis) setDistance(m_analysis->caustic.focus_m);
    });
    m_planeText = new QLabel(this);
    m_text = new QLabel(this);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    for (view::ImageView* view : {m_modes, m_beam, m_wavefront, m_causticX, m_causticY}) {
        connect(view, &view::ImageView::copied, this,
                [this] { emit message(tr("The figure is on the clipboard"), {}); });
        connect(view, &view::ImageView::figureSaved, this,
                [this](const QString& file) { emit message(tr("The figure is saved"), file); });
        connect(view, &view::ImageView::figureFailed, this,
                [this](const QString& why) { emit message(tr("The figure could not be saved"), why); });
    }
    auto* tools = new QHBoxLayout;
    auto* rangeName = new QLabel(tr("&Range"), this);
    rangeName->setBuddy(m_range);
    auto* planeName = new QLabel(tr("&Plane"), this);
    planeName->setBuddy(m_plane);
    tools->addWidget(rangeName);
    tools->addWidget(m_range);
    tools->addSpacing(12);
    tools->addWidget(planeName);
    tools->addWidget(m_plane, 1);
    tools->addWidget(m_planeText);
    tools->addWidget(m_focus);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(6, 6, 6, 6);
    grid->setSpacing(4);
    grid->addWidget(m_text, 0, 0, 1, 6);
    grid->addWidget(m_modes, 1, 0, 1, 2);
    grid->addWidget(m_beam, 1, 2, 1, 2);
    grid->addWidget(m_wavefront, 1, 4, 1, 2);
    grid->addLayout(tools, 2, 0, 1, 6);
    grid->addWidget(m_causticX, 3, 0, 1, 2);
    grid->addWidget(m_causticY, 3, 2, 1, 2);
    grid->addWidget(m_sizes, 3, 4, 1, 2);
    grid->setRowStretch(1, 1);
    grid->setRowStretch(3, 1);
    for (int column = 0; column < 6; ++column) grid->setColumnStretch(column, 1);
}

void ProbePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

double ProbePage::wavelength() const {
    const Shown& shown = m_session.shown();
    if (shown.what == Shown::What::result && m_session.result()) return m_session.result()->result.wavelength_m;
    const ScanDataPtr& scan = m_session.scan();
    const bool ofOpenScan = scan && !m_session.showsOtherScan();
    return ofOpenScan && scan->geometry ? scan->geometry->wavelength_m : 0;
}

void ProbePage::refresh() {
    const auto& modes = m_live.probeModes();
    if (!isVisible() || modes == m_shown || m_worker.busy()) return;
    if (!m_shown || !modes || modes->shape() != m_shown->shape()) m_modes->setLabels({}); // else until the new ones
    m_shown = modes;
    if (!modes) return;
    if (m_session.controller().running()) m_later.start();
    m_modes->setPixelSize(m_live.pixelHeight_m(), m_live.pixelWidth_m());
    m_modes->setComplexImage(std::make_shared<const Array<Complex, 2>>(view::mosaic(*modes)), m_modes->complexMode());
    analyse();
}

void ProbePage::showPowers(const std::vector<double>& power) {
    const std::vector<QPointF> corners = view::mosaicCorners(*m_shown);
    std::vector<view::ImageLabel> labels;
    for (std::size_t mode = 0; mode < power.size(); ++mode) {
        const auto percent = [&](int decimals) {
            return tr("%1 %").arg(QLocale().toString(100 * power[mode], 'f', decimals));
        };
        labels.push_back({corners[mode], percent(1), percent(0), static_cast<double>(m_shown->extent(2))});
    }
    m_modes->setLabels(std::move(labels));
}

void ProbePage::analyse() {
    if (!m_shown) return;
    m_worker.start<ProbeAnalysisPtr>(
        [this, request = ProbeRequest{m_shown, wavelength(), m_live.pixelHeight_m(), m_live.pixelWidth_m(),
                                      m_range->currentIndex() == 1}](TaskContext& context) {
            return analyseProbe(request, context.control, [&](const ptycho::Coherence& coherence) {
                context.post([this, power = coherence.power] { showPowers(power); });
            });
        },
        [this](const ProbeAnalysisPtr& analysis) {
            show(analysis);
            if (!m_later.isActive()) refresh(); // another probe came meanwhile
        },
        [this](const Error& error) { clearAll(coreText(error.problem())); });
}

void ProbePage::clearAll(const QString& why) {
    m_worker.cancel();
    m_propagator.cancel();
    m_analysis.reset();
    m_distance_m = 0;
    if (!m_live.probeModes()) {
        m_later.stop(); // the next one is of another run or result
        m_shown.reset();
        m_modes->clear(why);
        m_modes->setLabels({});
    }
    for (view::ImageView* view : {m_beam, m_wavefront, m_causticX, m_causticY}) view->clear(why);
    m_beam->setTitle(tr("Beam"));
    m_sizes->clear(why);
    m_text->clear();
    m_planeText->clear();
    m_plane->setEnabled(false);
    m_focus->setEnabled(false);
    m_range->setEnabled(m_shown != nullptr);
}

void ProbePage::show(const ProbeAnalysisPtr& analysis) {
    m_analysis = analysis;
    m_range->setEnabled(true);
    m_plane->setEnabled(true);
    m_focus->setEnabled(analysis->caustic.focusInside);
    showCaustic(*m_causticX, analysis->alongX, tr("x"));
    showCaustic(*m_causticY, analysis->alongY, tr("y"));
    const ptycho::Wavefront& wavefront = analysis->wavefront;
    // Frequencies as angles: λ·f in radians, shown in milliradians.
    const auto axis = [&](const QString& name, double step_per_m, std::size_t count) {
        const double step_mrad = analysis->of.wavelength_m * step_per_m * 1e3;
        return view::ImageAxis{name, tr("mrad"), -step_mrad * static_cast<double>(count / 2), step_mrad};
    };
    m_wavefront->setAxes(axis(tr("y"), wavefront.stepY_per_m, wavefront.pupil.extent(0)),
                         axis(tr("x"), wavefront.stepX_per_m, wavefront.pupil.extent(1)), view::AxesFit::keepShape);
    m_wavefront->setComplexImage(std::shared_ptr<const Array<Complex, 2>>(analysis, &wavefront.pupil),
                                 m_wavefront->complexMode());
    showSizes();
    describe();
    const auto& at = analysis->caustic.distance_m;
    setDistance(std::clamp(m_distance_m, at.front(), at.back()));
}

void ProbePage::showCaustic(view::ImageView& view, const std::shared_ptr<const Array<float, 2>>& picture,
                            const QString& axis) {
    const auto& at = m_analysis->caustic.distance_m;
    const LengthUnit along = lengthUnit(std::max(std::abs(at.front()), std::abs(at.back())));
    const ProbeRequest& of = m_analysis->of;
    const double pixel_m = &view == m_causticX ? of.pixelWidth_m : of.pixelHeight_m;
    const double rows = static_cast<double>(picture->extent(0));
    const LengthUnit across = lengthUnit(rows * pixel_m / 2);
    view.setAxes(view::ImageAxis{axis, unitName(across), -std::floor(rows / 2) * pixel_m / across.metres,
                                 pixel_m / across.metres},
                 view::ImageAxis{tr("z"), unitName(along), at.front() / along.metres, (at[1] - at[0]) / along.metres});
    view.setImage(picture);
}

void ProbePage::showSizes() {
    const ptycho::Caustic& beam = m_analysis->caustic;
    const LengthUnit along = lengthUnit(std::max(std::abs(beam.distance_m.front()), std::abs(beam.distance_m.back())));
    double widest = 0;
    for (const auto& widths : {beam.alongX, beam.alongY})
        for (const ptycho::BeamWidth& width : widths) widest = std::max({widest, width.fwhm_m, width.rms_m});
    const LengthUnit across = lengthUnit(widest);
    const auto curve = [&](const QString& name, const std::vector<ptycho::BeamWidth>& widths,
                           double ptycho::BeamWidth::*width) {
        view::PatternCurve made{name, {}, {}, {}};
        for (std::size_t i = 0; i < widths.size(); ++i) {
            made.x.push_back(beam.distance_m[i] / along.metres);
            made.y.push_back(static_cast<float>(widths[i].*width / across.metres));
        }
        return made;
    };
    // Short: in a small window the axes are, too.
    m_sizes->setTitles(tr("z (%1)").arg(unitName(along)), tr("Width (%1)").arg(unitName(across)));
    m_sizes->setCurves({curve(tr("x"), beam.alongX, &ptycho::BeamWidth::fwhm_m),
                        curve(tr("y"), beam.alongY, &ptycho::BeamWidth::fwhm_m),
                        curve(tr("x r.m.s."), beam.alongX, &ptycho::BeamWidth::rms_m),
                        curve(tr("y r.m.s."), beam.alongY, &ptycho::BeamWidth::rms_m)});
    m_sizes->refreshNow();
}

void ProbePage::setDistance(double distance_m) {
    if (!m_analysis) return;
    const auto& at = m_analysis->caustic.distance_m;
    m_distance_m = std::clamp(distance_m, at.front(), at.back());
    const QSignalBlocker quiet(m_plane);
    m_plane->setValue(
        static_cast<int>(std::lround((m_distance_m - at.front()) / (at.back() - at.front()) * kPlaneSteps)));
    showPlane();
}

void ProbePage::showPlane() {
    const auto& at = m_analysis->caustic.distance_m;
    const double step = at[1] - at[0];
    const auto columnOf = [&](double z) { return (z - at.front()) / step + 0.5; };
    const double column = columnOf(m_distance_m), focus = columnOf(m_analysis->caustic.focus_m);
    const QString place = std::abs(m_distance_m) < step / 2
                              ? tr("at the sample")
                              : tr("%1 %2").arg(lengthText(std::abs(m_distance_m), 3),
                                                m_distance_m < 0 ? tr("upstream") : tr("downstream"));
    m_planeText->setText(place);
    m_beam->setTitle(tr("Beam %1").arg(place));
    m_beam->setPixelSize(m_analysis->of.pixelHeight_m, m_analysis->of.pixelWidth_m);
    for (view::ImageView* view : {m_causticX, m_causticY}) {
        const double rows = static_cast<double>(m_analysis->alongX->extent(0));
        std::vector<view::ImagePath> paths;
        if (m_analysis->caustic.focusInside) paths.push_back({{{focus, 0}, {focus, rows}}, {}, false});
        paths.push_back({{{column, 0}, {column, rows}}, {}, true});
        view->setPaths(std::move(paths));
    }
    m_propagator.submit({m_analysis->of, m_distance_m});
}

void ProbePage::describe() {
    const ProbeAnalysis& found = *m_analysis;
    const ptycho::Wavefront& front = found.wavefront;
    const auto side = [](double z) { return z < 0 ? tr("upstream") : tr("downstream"); };
    QString text = CompareProbes::beamText(tr("Beam"), found.caustic, found.coherence) + QStringLiteral("<br>") +
                   tr("<b>Wavefront</b> of mode 1: r.m.s. error %1 waves; focus along x %2 %3, along y %4 %5, "
                      "astigmatism %6 at %7°.")
                       .arg(numberText(front.rms_waves, 2), lengthText(std::abs(front.focusX_m), 3),
                            side(front.focusX_m), lengthText(std::abs(front.focusY_m), 3), side(front.focusY_m),
                            lengthText(front.astigmatism_m, 2), numberText(front.axis_rad * 180 / kPi, 2));
    // No unit on a line of its own.
    m_text->setText(text.replace(QRegularExpression(QStringLiteral("(\\d) (\\S)")), QStringLiteral("\\1\u00a0\\2")));
}

QString ProbePage::text() const {
    QTextDocument document;
    document.setHtml(m_text->text());
    return document.toPlainText();
}

} // namespace ewald::ui
