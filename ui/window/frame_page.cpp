// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame_page.h"

#include "base/units.h"
#include "common/icon.h"
#include "model/text.h"
#include "view/image_view.h"
#include "view/mark_colour.h"
#include "view/pattern_chart.h"
#include "window/frame_chooser.h"
#include "window/geometry_panel.h"
#include "window/image_limits.h"
#include "window/image_orientation_dialog.h"
#include "window/line_drag.h"
#include "window/mask_panel.h"
#include "window/mask_proposal_panel.h"
#include "window/ring_calibration_panel.h"
#include "window/ring_marks.h"
#include "window/segment_button.h"
#include "window/shared_axis.h"

#include <QAction>
#include <QButtonGroup>
#include <QDataStream>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <limits>
#include <utility>

namespace ewald::ui {

QString unitTitle(azint::Unit unit) {
    const azint::UnitInfo& about = azint::info(unit);
    return QStringLiteral("%1 (%2)").arg(QString::fromUtf8(about.symbol), QString::fromUtf8(about.label));
}

QString placeInAllUnits(const azint::Geometry& geometry, QPointF pixel, PlaceWords words) {
    using azint::Unit;
    const azint::ImagePoint point{pixel.y(), pixel.x()};
    const auto value = [&](Unit unit, int digits) { return numberText(geometry.radial(unit, point), digits); };
    QStringList parts{QStringLiteral("2θ %1°").arg(value(Unit::twoThetaDegree, 6)),
                      QStringLiteral("χ %1°").arg(numberText(geometry.chi(point) * 180 / kPi, 5))};
    if (words < PlaceWords::withoutRadius) parts << QStringLiteral("r %1 mm").arg(value(Unit::rMillimetre, 5));
    if (geometry.wavelength_m() > 0) {
        QString q = QStringLiteral("q %1 nm⁻¹").arg(value(Unit::qPerNm, 6));
        if (words < PlaceWords::withoutPerAngstrom) q += QStringLiteral(" = %1 Å⁻¹").arg(value(Unit::qPerAngstrom, 6));
        parts << q << QStringLiteral("d %1 Å").arg(value(Unit::dAngstrom, 6));
    }
    return parts.join(words < PlaceWords::close ? QStringLiteral("   ") : QStringLiteral("  "));
}

FramePage::FramePage(IntegrationSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_prepare(prepare,
                                                     [this](Prepared&& prepared) {
                                                         m_image->setImage(prepared.shown);
                                                         m_coarse = prepared.coarse;
                                                         updatePreview();
                                                     }),
      m_previewTask(makePowderPreview, [this](PowderPreview&& preview) { showPreview(std::move(preview)); }) {
    m_columns = new QSplitter(Qt::Horizontal, this);
    m_columns->setChildrenCollapsible(false);
    m_columns->addWidget(buildImage());
    m_columns->addWidget(buildRight());
    m_columns->setSizes({600, 420});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_columns);
    auto* limits = new ImageLimits(this, [this] {
        const auto files = m_session.document().files();
        return files.empty() ? QString() : toQString(files.front());
    });
    connect(&m_session, &IntegrationSession::stackChanged, limits, &ImageLimits::follow);
    connect(&m_session, &IntegrationSession::stackChanged, this, &FramePage::showStack);
    connect(&m_session, &IntegrationSession::imageChanged, this, &FramePage::showImage);
    connect(&m_session, &IntegrationSession::maskChanged, this, &FramePage::showImage);
    connect(&m_session, &IntegrationSession::geometryChanged, this, &FramePage::updatePreview);
    connect(&m_session, &IntegrationSession::imageFailed, this, [this](const QString& why) {
        m_image->clear(why);
        m_coarse.reset();
        updatePreview();
    });
    // Unit and solid angle of the preview are those of the job.
    connect(&m_session.job(), &JobModel::changed, this, &FramePage::updatePreview);
    connect(&m_session.drawnSubstances(), &DrawnSubstances::changed, this, &FramePage::updatePreview);
    connect(m_geometry, &GeometryPanel::orientationWanted, this, &FramePage::findOrientation);
    connect(&m_mask->proposals().proposals(), &MaskProposals::changed, this, [this] {
        std::vector<view::ColouredPixels> chosen;
        if (const auto& answer = m_mask->proposals().proposals().answer())
            for (const MaskProposals::Kind& kind : answer->kinds)
                if (kind.chosen) chosen.push_back({kind.areas, MaskProposalPanel::colourOf(kind.why)});
        m_image->setColouredPixels(std::move(chosen));
    });
    showStack(false);
}

FramePage::~FramePage() = default;

ImageOrientationDialog* FramePage::orientationDialog() const { return m_orientation; }

void FramePage::findOrientation() {
    if (!m_session.stack()) return;
    if (!m_orientation) {
        m_orientation = new ImageOrientationDialog(m_session, this);
        m_orientation->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_orientation, &ImageOrientationDialog::applied, this, &FramePage::imageTurned);
        m_orientation->show();
        m_orientation->find();
    }
    m_orientation->raise();
    m_orientation->activateWindow();
}

QWidget* FramePage::buildImage() {
    auto* panel = new QWidget(this);
    auto* group = new QButtonGroup(panel);
    m_meanButton = segmentButton(tr("Mean"), tr("The mean of frames spread over the stack"), group, panel);
    m_maxButton = segmentButton(tr("Maximum"),
                                tr("The largest value of each pixel in frames spread over the stack: shows "
                                   "spots and hot pixels"),
                                group, panel);
    m_frameButton = segmentButton(tr("Frame"), tr("One frame as it is stored"), group, panel);
    m_meanButton->setChecked(true);
    m_chooser = new FrameChooser(tr("Which frame is shown"), panel);
    auto* chooser = new QHBoxLayout;
    chooser->setSpacing(0);
    chooser->addWidget(m_meanButton);
    chooser->addWidget(m_maxButton);
    chooser->addWidget(m_frameButton);
    chooser->addSpacing(10);
    chooser->addWidget(m_chooser, 1);
    m_image = new view::ImageView(panel);
    m_image->setLogScale(true);
    m_image->setColourMap("inferno");
    m_image->setValueLabel(tr("Intensity"), tr("counts"));
    m_cursor = new QLabel(QStringLiteral(" "), panel);
    m_cursor->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_cursor->setToolTip(tr("Place under the cursor in every unit"));
    m_tools = new MaskTools(*m_image, *this);
    m_tools->brushBox()->setValue(12);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(chooser);
    column->addWidget(m_image, 1);
    column->addWidget(m_cursor);
    column->addWidget(m_tools);
    connect(m_meanButton, &QToolButton::clicked, this, [this] { m_session.show(StackView::mean); });
    connect(m_maxButton, &QToolButton::clicked, this, [this] { m_session.show(StackView::maximum); });
    connect(m_frameButton, &QToolButton::clicked, this,
            [this] { m_session.show(StackView::frame, m_chooser->index()); });
    connect(m_chooser, &FrameChooser::chosen, this, [this](std::size_t frame) {
        m_frameButton->setChecked(true);
        m_session.show(StackView::frame, frame);
    });
    connect(m_image, &view::ImageView::cursorMoved, this, &FramePage::showCursor);
    connect(m_tools, &MaskTools::drawn, this, [this](bool begins, const MaskTools::Draw& draw) {
        m_session.editMask([&](FrameMask& mask) {
            if (begins) mask.begin();
            draw(mask, !m_tools->erases());
        });
    });
    m_tools->setHistory(m_session.history());
    connect(&m_session, &IntegrationSession::geometryChanged, m_tools,
            [this] { m_tools->allowCentre(m_session.poni().distortion.isFlat()); });
    connect(m_tools, &MaskTools::maskShownChanged, this, &FramePage::showImage);
    connect(m_tools, &MaskTools::outlineChanged, this, &FramePage::showDrawing);
    connect(m_tools, &MaskTools::centreChosen, this, [this](QPointF pixel) {
        const auto geometry = m_session.geometry();
        const azint::ImagePoint shown{pixel.y(), pixel.x()};
        const azint::ImagePoint place = geometry ? geometry->corrected(shown) : shown;
        m_geometry->setCentre(place.row, place.col);
    });
    return panel;
}

QWidget* FramePage::buildRight() {
    m_right = new QSplitter(Qt::Vertical, this);
    m_right->setChildrenCollapsible(false);
    m_panels = new QTabWidget(m_right);
    m_panels->setDocumentMode(true);
    m_geometry = new GeometryPanel(m_session, m_panels);
    m_mask = new MaskPanel(m_session, m_panels);
    m_panels->addTab(m_geometry, tr("Geometry"));
    m_panels->addTab(m_mask, tr("Mask"));
    m_panels->setTabToolTip(0, tr("Where the detector is, and the rings of a calibrant"));
    m_panels->setTabToolTip(
        1, tr("Thresholds, rings, proposals and files of the mask; the mouse tools are below the image"));
    m_cake = new view::ImageView(m_right);
    m_cake->setTitle(tr("Cake"));
    m_cake->setToolTip(tr("Cake of the shown image"));
    m_cake->setColourMap("inferno");
    m_cake->setScaleBarVisible(false);
    m_cake->setValueLabel(tr("Intensity"), tr("counts"));
    m_cake->setLogScale(true);
    auto* below = new QWidget(m_right);
    m_pattern = new view::PatternChart(below);
    m_timing = new QLabel(QStringLiteral(" "), below);
    m_timing->setEnabled(false);
    m_timing->setToolTip(tr("How long rings, cake and pattern took, with pixels put together to be quick"));
    auto* column = new QVBoxLayout(below);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_pattern, 1);
    column->addWidget(m_timing);
    m_right->addWidget(m_panels);
    m_right->addWidget(m_cake);
    m_right->addWidget(below);
    m_right->setSizes({330, 220, 220});
    m_axis = new SharedAxis(*m_pattern, {m_cake}, this);
    new LineDrag(
        *m_pattern, m_session,
        [this] {
            const azint::Poni& poni = m_session.poni();
            return std::optional(LineDrag::Axis{m_shown.unit, poni.wavelength_m.value_or(0), poni.dist_m});
        },
        this);
    return m_right;
}

void FramePage::showStack(bool again) {
    const StackPtr& stack = m_session.stack();
    m_tools->setEnabled(stack != nullptr);
    for (QToolButton* button : {m_meanButton, m_maxButton, m_frameButton}) button->setEnabled(stack != nullptr);
    m_chooser->setFrames(stack ? stack->frameCount() : 0);
    if (!stack || !again) m_chooser->setIndex(0);
    if (!m_session.image()) forgetFrames(stack ? tr("Reading…") : tr("No frames open"));
    if (!stack) return;
    const StackView view = m_session.shownView();
    (view == StackView::frame     ? m_frameButton
     : view == StackView::maximum ? m_maxButton
                                  : m_meanButton)
        ->setChecked(true);
}

/// Nothing of the frames before stays, nor comes of what is being computed for them.
void FramePage::forgetFrames(const QString& why) {
    m_prepare.cancel();
    m_previewTask.cancel();
    m_coarse.reset();
    m_shown = {};
    m_place.reset();
    showRings();
    m_cursor->setText(QStringLiteral(" "));
    m_timing->setText(QStringLiteral(" "));
    m_image->setTitle({});
    m_image->clear(why);
    m_cake->clear();
    m_axis->setLines(*m_cake, {});
    m_pattern->clear();
    m_pattern->setMarks({});
}

FramePage::Prepared FramePage::prepare(const PrepareRequest& request) {
    Prepared prepared;
    const bool masked = request.mask && request.mask->shape() == request.image->shape();
    prepared.coarse =
        std::make_shared<const CoarseFrame>(coarsen(*request.image, masked ? *request.mask : Array<std::uint8_t, 2>()));
    prepared.shown = request.image;
    if (!masked || !request.showMask) return prepared;
    auto shown = std::make_shared<Array<float, 2>>(*request.image);
    for (std::size_t i = 0; i < shown->size(); ++i) {
        if (request.mask->data()[i] != 0) shown->data()[i] = std::numeric_limits<float>::quiet_NaN();
    }
    prepared.shown = std::move(shown);
    return prepared;
}

void FramePage::showImage() {
    if (!m_session.image()) return;
    m_image->setTitle(m_session.imageTitle());
    m_prepare.submit({m_session.image(), m_session.wholeMask(), m_tools->maskShownAction()->isChecked()});
}

void FramePage::updatePreview() {
    const StackPtr& stack = m_session.stack();
    if (!stack) return;
    const azint::Poni& poni = m_session.poni();
    const bool sized = m_session.geometryKnown() || stack->geometry.pixelHeight_m;
    m_image->setPixelSize(sized ? poni.pixel1_m : 0, sized ? poni.pixel2_m : 0);
    PowderPreviewRequest request;
    request.poni = poni;
    request.flipRows = m_session.flipRows();
    request.flipCols = m_session.flipCols();
    request.frame = m_coarse;
    request.rows = stack->rows();
    request.cols = stack->cols();
    request.unit = azint::unitFromName(m_session.document().text("unit"));
    request.substances = m_session.drawnSubstances().all();
    request.solidAngle = m_session.document().flag("solid_angle");
    request.serial = ++m_serial;
    m_previewTask.submit(std::move(request));
}

void FramePage::showPreview(PowderPreview&& preview) {
    m_shown = std::move(preview);
    showRings();
    if (m_place) showCursor(*m_place); // of the geometry before, with its rings
    m_pattern->setMarks(marksOf(m_shown.rings));
    if (m_shown.radial.size() < 2) {
        m_cake->clear(m_shown.problem);
        m_axis->setLines(*m_cake, {});
        m_pattern->clear(m_shown.problem);
        m_timing->setText(QStringLiteral(" "));
        return;
    }
    const azint::UnitInfo& about = azint::info(m_shown.unit);
    const bool known = m_session.geometryKnown();
    const QString symbol = QString::fromUtf8(about.symbol);
    const view::ImageAxis azimuth{QStringLiteral("χ"), QStringLiteral("°"), m_shown.azimuthFirst_deg,
                                  m_shown.azimuthStep_deg};
    const view::ImageAxis radial{known ? symbol : tr("%1, guess").arg(symbol), QString::fromUtf8(about.label),
                                 m_shown.radial.front(), m_shown.radial[1] - m_shown.radial[0]};
    m_cake->setAxes(azimuth, radial);
    m_cake->setImage(std::make_shared<const Array<float, 2>>(m_shown.cake));
    m_axis->setLines(*m_cake,
                     cakePathsOf(m_shown.rings, azimuth, radial, m_shown.cake.extent(0), m_shown.cake.extent(1)));
    const QString axis = unitTitle(m_shown.unit);
    m_pattern->setTitles(known ? axis : tr("%1, guess").arg(axis), tr("Intensity (counts)"));
    m_axis->setBins(m_shown.radial.size(), m_shown.radial[0], m_shown.radial[1]);
    m_pattern->setCurves({{m_session.imageTitle(), m_shown.radial, m_shown.intensity, {}}});
    m_timing->setText(tr("Preview in %1 ms").arg(std::lround(m_shown.milliseconds)));
}

void FramePage::showRings() {
    std::vector<view::ImagePath> paths;
    for (const RingPath& ring : m_shown.rings) {
        bool first = true;
        for (const std::vector<QPointF>& piece : ring.pieces) {
            paths.push_back({piece, std::exchange(first, false) ? ring.name : QString(), false, false,
                             view::markColourOnImage(ring.colour)});
        }
    }
    if (m_drawing.size() > 1) paths.push_back({{m_drawing.begin(), m_drawing.end()}, {}, true, false, {}});
    m_image->setPaths(std::move(paths));
}

void FramePage::showDrawing(const QPolygonF& outline) {
    if (outline.isEmpty() && m_drawing.isEmpty()) return;
    m_drawing = outline;
    showRings();
}

void FramePage::showCursor(QPointF pixel) {
    m_place = pixel;
    const auto geometry = m_session.geometry();
    if (!geometry) return m_cursor->setText(QStringLiteral(" "));
    const RingPath* const ring = ringAt(m_shown.rings, *geometry, pixel);
    for (const PlaceWords words :
         {PlaceWords::all, PlaceWords::withoutPerAngstrom, PlaceWords::withoutRadius, PlaceWords::close}) {
        QString place = placeInAllUnits(*geometry, pixel, words);
        if (const QString name = ring != nullptr ? nameOf(*ring) : QString(); !name.isEmpty())
            place += QStringLiteral("  (%1)").arg(name);
        m_cursor->setText(m_session.geometryKnown() ? place : tr("Guess: %1").arg(place));
        if (m_cursor->fontMetrics().horizontalAdvance(m_cursor->text()) <= m_cursor->width()) break;
    }
}

QString FramePage::cursorText() const { return m_cursor->text(); }

bool FramePage::isIdle() const {
    return m_prepare.idle() && m_previewTask.idle() && m_image->isIdle() && m_cake->isIdle() && !m_session.busy() &&
           !m_geometry->ringPanel().calibration().busy() && !m_mask->proposals().proposals().busy();
}

QByteArray FramePage::saveLayout() const {
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << m_columns->saveState() << m_right->saveState();
    return state;
}

void FramePage::restoreLayout(const QByteArray& state) {
    QDataStream stream(state);
    for (QSplitter* splitter : {m_columns, m_right}) {
        QByteArray part;
        stream >> part;
        splitter->restoreState(part);
    }
}

} // namespace ewald::ui
