// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/geometry_panel.h"

#include "azint/detector.h"
#include "base/error.h"
#include "base/units.h"
#include "common/icon.h"
#include "form/collapsible_section.h"
#include "form/eliding_combo.h"
#include "form/undo_keys.h"
#include "form/unit_box.h"
#include "model/integration_session.h"
#include "model/text.h"
#include "view/save_dialog.h"
#include "window/drawn_substances_list.h"
#include "window/ring_calibration_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::ui {

namespace {

const QString kFolderKey = QStringLiteral("files/geometryFolder");
const QString kPhaseFolderKey = QStringLiteral("files/phaseFolder");

/// The rows of all blocks of fields, whose labels are of one width so that the fields begin at the same place.
enum class Row : std::size_t { beamRow, beamColumn, arrowStep, detector, distance, energy, tilt, pixel, phase, scale };
constexpr std::array kRowLabels{
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Beam row"),
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Beam column"),
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Arrow step"),
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Detector"),
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Distance"),
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Energy, λ"),
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Tilt, direction"),
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Pixel h × w"),
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Phase at"),
    QT_TRANSLATE_NOOP("ewald::ui::GeometryPanel", "Cell scale"),
};
static_assert(kRowLabels.size() == static_cast<std::size_t>(Row::scale) + 1);

QString labelOf(Row row) { return GeometryPanel::tr(kRowLabels[static_cast<std::size_t>(row)]); }

} // namespace

GeometryPanel::GeometryPanel(IntegrationSession& session, QWidget* parent) : QWidget(parent), m_session(session) {
    build();
    connect(&m_session, &IntegrationSession::geometryChanged, this, &GeometryPanel::show);
    connect(&m_session, &IntegrationSession::stackChanged, this, [this] {
        showDetectors();
        show();
    });
    connect(&m_session.job(), &JobModel::changed, this, &GeometryPanel::showDetectors);
    connect(&m_session.job(), &JobModel::changed, this, &GeometryPanel::showProblem);
    const auto showSubstance = [this] {
        showSubstances();
        m_ringPanel->setCalibrant(m_session.substance().name(), m_session.substance().conditions());
        showRings();
        showPhase();
    };
    connect(&m_session.drawnSubstances(), &DrawnSubstances::changed, this, showSubstance);
    showSubstance();
    show();
}

void GeometryPanel::build() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(6);
    column->addWidget(buildFiles());
    column->addWidget(new DrawnSubstancesList(m_session.drawnSubstances(), m_session.substance(), content));
    column->addWidget(buildPhase());
    m_ringPanel = new RingCalibrationPanel(m_session, content);
    column->addWidget(m_ringPanel);
    m_values = new QWidget(content);
    auto* values = new QVBoxLayout(m_values);
    values->setContentsMargins(0, 0, 0, 0);
    values->setSpacing(6);
    m_nudge = buildNudge();
    values->addWidget(m_nudge);
    values->addWidget(buildNumbers());
    column->addWidget(m_values);
    column->addWidget(m_ringPanel->verdict()); // below the fields, which stay where they are
    column->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(scroll, 1);
    all->addWidget(buildMessages());
    connect(m_ringPanel, &RingCalibrationPanel::calibrantTaken, this,
            [this](const QString& name) { m_calibrant->setCurrentIndex(m_calibrant->findData(name)); });
    connect(m_ringPanel->headline(), &QLabel::linkActivated, scroll,
            [this, scroll] { scroll->ensureWidgetVisible(m_ringPanel->verdict(), 0, 0); });
}

/// Below what is scrolled, so that no field moves when one comes or goes.
QWidget* GeometryPanel::buildMessages() {
    auto* messages = new QWidget(this);
    auto* column = new QVBoxLayout(messages);
    column->setContentsMargins(6, 3, 6, 3);
    column->setSpacing(3);
    column->addWidget(m_ringPanel->headline());
    for (auto [label, name] : {std::pair(&m_problem, "geometryProblem"), std::pair(&m_guess, "guessedPixel"),
                               std::pair(&m_noRings, "noRings")}) {
        *label = new QLabel(messages);
        (*label)->setObjectName(QLatin1String(name));
        (*label)->setWordWrap(true);
        (*label)->hide();
        column->addWidget(*label);
    }
    m_guess->setTextFormat(Qt::RichText);
    connect(m_guess, &QLabel::linkActivated, &m_session, &IntegrationSession::confirmPixelSize);
    m_noRings->setText(tr("Rings are drawn once the photon energy is known."));
    return messages;
}

QWidget* GeometryPanel::buildFiles() {
    auto* row = new QWidget;
    auto* load = new QPushButton(icon(QStringLiteral("open")), tr("Load PONI…"), row);
    load->setToolTip(tr("Reads a calibrated geometry; dropping the file on the window does the same"));
    m_save = new QToolButton(row); // without a word, whose room the calibrant needs
    m_save->setIcon(icon(QStringLiteral("save")));
    m_save->setAccessibleName(tr("Save the geometry"));
    m_save->setObjectName(QStringLiteral("saveGeometry"));
    m_save->setToolTip(tr("Writes the geometry as a PONI file that pyFAI, Dioptas and Ewald read"));
    m_calibrant = new ElidingCombo(row);
    m_calibrant->setToolTip(
        tr("Draws the rings of a substance over the image: where they meet, the geometry is right"));
    m_calibrant->setAccessibleName(tr("Calibrant"));
    m_calibrant->setMinimumContentsLength(5);
    auto* phase = new QToolButton(row);
    phase->setIcon(icon(QStringLiteral("open")));
    phase->setObjectName(QStringLiteral("openPhase"));
    phase->setAccessibleName(tr("Rings of a phase"));
    phase->setToolTip(tr("Draws the rings of a phase: a CIF or JCPDS file, or a list of d-spacings in Å; dropping the "
                         "file on the window does the same"));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(load);
    layout->addWidget(m_save);
    layout->addWidget(m_calibrant, 1);
    m_keep = new QToolButton(row);
    m_keep->setIcon(icon(QStringLiteral("add")));
    m_keep->setObjectName(QStringLiteral("keepPhase"));
    m_keep->setAccessibleName(tr("Keep these rings"));
    layout->addWidget(phase);
    layout->addWidget(m_keep);
    connect(m_keep, &QToolButton::clicked, &m_session.drawnSubstances(), &DrawnSubstances::keepChosen);
    connect(load, &QPushButton::clicked, this, &GeometryPanel::askLoad);
    connect(m_save, &QToolButton::clicked, this, &GeometryPanel::askSave);
    connect(phase, &QToolButton::clicked, this, &GeometryPanel::askSubstance);
    connect(m_calibrant, &QComboBox::currentIndexChanged, this,
            [this] { m_session.substance().choose(m_calibrant->currentData().toString()); });
    return row;
}

QDoubleSpinBox* GeometryPanel::addBox(Field field, const QString& unit, int decimals, double low, double high,
                                      double step, const QString& tip) {
    auto* made = new UnitBox(unit, this);
    made->setDecimals(decimals);
    made->setRange(low, high);
    made->setSingleStep(step);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setMinimumWidth(70);
    shareUndoKeys(made);
    m_boxes.emplace(field, made);
    connect(made, &QDoubleSpinBox::valueChanged, this, [this, field](double value) { edited(field, value); });
    return made;
}

QWidget* GeometryPanel::buildNudge() {
    auto* panel = new QWidget;
    const QString px = tr("px");
    addBox(Field::centreRow, px, 3, -1e5, 1e5, 0.5,
           tr("Row of the direct beam on the stored image, from the edge of the first row"));
    addBox(Field::centreCol, px, 3, -1e5, 1e5, 0.5,
           tr("Column of the direct beam on the stored image, from the edge of the first column"));
    m_step = new QComboBox(panel);
    for (const double step : {0.1, 0.5, 1.0, 5.0, 20.0}) {
        m_step->addItem(tr("%1 px").arg(numberText(step)), step);
    }
    m_step->setCurrentIndex(1);
    m_step->setToolTip(tr("How far an arrow moves the beam centre"));
    m_step->setAccessibleName(tr("Step of the arrows"));
    connect(m_step, &QComboBox::currentIndexChanged, this, [this] {
        for (const Field field : {Field::centreRow, Field::centreCol}) {
            box(field)->setSingleStep(m_step->currentData().toDouble());
        }
    });
    auto* pad = new QGridLayout;
    pad->setSpacing(1);
    const auto arrow = [&](Qt::ArrowType type, int row, int col, int rows, int cols, const QKeySequence& key,
                           const QString& tip) {
        auto* button = new QToolButton(panel);
        button->setArrowType(type);
        button->setAutoRepeat(true);
        button->setShortcut(key);
        button->setToolTip(QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
        button->setAccessibleName(tip);
        pad->addWidget(button, row, col);
        connect(button, &QToolButton::clicked, this, [this, rows, cols] { nudge(rows, cols); });
    };
    arrow(Qt::UpArrow, 0, 1, -1, 0, Qt::ALT | Qt::Key_Up, tr("Moves the beam centre up"));
    arrow(Qt::LeftArrow, 1, 0, 0, -1, Qt::ALT | Qt::Key_Left, tr("Moves the beam centre to the left"));
    arrow(Qt::RightArrow, 1, 2, 0, 1, Qt::ALT | Qt::Key_Right, tr("Moves the beam centre to the right"));
    arrow(Qt::DownArrow, 2, 1, 1, 0, Qt::ALT | Qt::Key_Down, tr("Moves the beam centre down"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(3);
    grid->addWidget(new QLabel(labelOf(Row::beamRow), panel), 0, 0);
    grid->addWidget(box(Field::centreRow), 0, 1);
    grid->addWidget(new QLabel(labelOf(Row::beamColumn), panel), 1, 0);
    grid->addWidget(box(Field::centreCol), 1, 1);
    grid->addWidget(new QLabel(labelOf(Row::arrowStep), panel), 2, 0);
    grid->addWidget(m_step, 2, 1);
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(0, labelWidth());
    auto* row = new QHBoxLayout(panel);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addLayout(grid, 1);
    row->addLayout(pad);
    return panel;
}

int GeometryPanel::labelWidth() const {
    QLabel label; // which asks for a little more than its letters
    label.setFont(font());
    int width = 0;
    for (const char* text : kRowLabels) {
        label.setText(tr(text));
        width = std::max(width, label.sizeHint().width());
    }
    return width;
}

void GeometryPanel::addRow(QGridLayout* grid, const QString& label, Field first, Field second) {
    const int row = grid->rowCount();
    grid->addWidget(new QLabel(label, this), row, 0);
    grid->addWidget(box(first), row, 1);
    grid->addWidget(box(second), row, 2);
}

QWidget* GeometryPanel::buildNumbers() {
    const QString mm = tr("mm");
    const QString degree = QStringLiteral("°");
    const QString micron = tr("µm");
    const QString unknown = tr("unknown", "energy or wavelength");
    addBox(Field::distance_mm, mm, 4, 0.001, 1e6, 0.5,
           tr("From the sample to where the direct beam meets the detector"));
    addBox(Field::energy_keV, tr("keV"), 5, 0, 1000, 0.01, tr("Photon energy; 0 = not known"))
        ->setSpecialValueText(unknown);
    addBox(Field::wavelength_A, tr("Å"), 7, 0, 1000, 0.001, tr("Wavelength; 0 = not known"))
        ->setSpecialValueText(unknown);
    addBox(Field::tilt_deg, degree, 4, 0, 89, 0.05, tr("Between the detector's normal and the beam"));
    addBox(Field::tiltDirection_deg, degree, 3, -360, 360, 1, tr("Direction of the tilt in the detector's plane"));
    addBox(Field::pixelHeight_um, micron, 4, 0.001, 1e5, 1, tr("Height of a pixel of the stored image"));
    addBox(Field::pixelWidth_um, micron, 4, 0.001, 1e5, 1, tr("Width of a pixel of the stored image"));
    addBox(Field::poni1_mm, mm, 5, -1e5, 1e5, 0.1, tr("Point of normal incidence along the rows index (poni1)"));
    addBox(Field::poni2_mm, mm, 5, -1e5, 1e5, 0.1, tr("Point of normal incidence along the columns index (poni2)"));
    addBox(Field::rot1_deg, degree, 5, -180, 180, 0.05, tr("Rotation about axis 1 (rot1)"));
    addBox(Field::rot2_deg, degree, 5, -180, 180, 0.05, tr("Rotation about axis 2 (rot2)"));
    addBox(Field::rot3_deg, degree, 5, -360, 360, 0.05, tr("Rotation about the beam (rot3)"));
    auto* panel = new QWidget;
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    grid->setColumnMinimumWidth(0, labelWidth());
    m_detector = new ElidingCombo(panel);
    m_detector->setObjectName(QStringLiteral("detector"));
    m_detector->setToolTip(tr("The detector gives the pixel size, masks its gaps, and knows what pixels without a "
                              "measurement are set to; those that fit the frames come first"));
    m_detector->setAccessibleName(tr("Detector"));
    grid->addWidget(new QLabel(labelOf(Row::detector), panel), 0, 0);
    grid->addWidget(m_detector, 0, 1, 1, 2);
    grid->addWidget(new QLabel(labelOf(Row::distance), panel), 1, 0);
    grid->addWidget(box(Field::distance_mm), 1, 1);
    addRow(grid, labelOf(Row::energy), Field::energy_keV, Field::wavelength_A);
    addRow(grid, labelOf(Row::tilt), Field::tilt_deg, Field::tiltDirection_deg);
    addRow(grid, labelOf(Row::pixel), Field::pixelHeight_um, Field::pixelWidth_um);
    auto* flips = new QHBoxLayout;
    for (const auto& [key, text, tip] :
         {std::tuple{"flip_rows", tr("Flip rows"),
                     tr("The image has to be turned upside down before the geometry fits")},
          std::tuple{"flip_cols", tr("Flip columns"), tr("The image has to be mirrored before the geometry fits")}}) {
        auto* check = new QCheckBox(text, panel);
        check->setToolTip(tip);
        const job::ParameterDef& def = *job::findParameter(key);
        connect(check, &QCheckBox::clicked, this,
                [this, &def](bool on) { m_session.job().setValue(def, job::ParameterValue(on)); });
        connect(&m_session.job(), &JobModel::changed, check,
                [this, check, &def] { check->setChecked(std::get<bool>(m_session.job().value(def))); });
        flips->addWidget(check);
    }
    auto* which = new QToolButton(panel);
    which->setObjectName(QStringLiteral("findImageOrientation"));
    which->setText(tr("Find out…"));
    which->setToolTip(tr("Tries the eight ways in which the image may lie to the geometry and shows which one fits"));
    connect(which, &QToolButton::clicked, this, &GeometryPanel::orientationWanted);
    flips->addWidget(which);
    flips->addStretch();
    grid->addLayout(flips, grid->rowCount(), 0, 1, 3);
    auto* exact = new CollapsibleSection(QStringLiteral("integration_poni"), tr("PONI numbers"), false, panel);
    auto* poni = new QGridLayout;
    poni->setHorizontalSpacing(6);
    poni->setVerticalSpacing(3);
    poni->setColumnStretch(1, 1);
    poni->setColumnStretch(2, 1);
    addRow(poni, tr("poni1, poni2"), Field::poni1_mm, Field::poni2_mm);
    addRow(poni, tr("rot1, rot2"), Field::rot1_deg, Field::rot2_deg);
    poni->addWidget(new QLabel(tr("rot3"), panel), poni->rowCount(), 0);
    poni->addWidget(box(Field::rot3_deg), poni->rowCount() - 1, 1);
    exact->body()->addLayout(poni);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(grid);
    column->addWidget(exact);
    connect(m_detector, &QComboBox::activated, this, &GeometryPanel::detectorChosen);
    return panel;
}

void GeometryPanel::showSubstances() {
    const QSignalBlocker quiet(m_calibrant);
    m_calibrant->clear();
    m_calibrant->addItem(tr("No rings"));
    for (const RingSubstance::Choice& choice : m_session.substance().choices()) {
        m_calibrant->addItem(choice.label, choice.name);
        const bool isFile = QFileInfo(choice.name).isAbsolute();
        if (isFile) m_calibrant->setItemData(m_calibrant->count() - 1, choice.name, Qt::ToolTipRole);
    }
    const QString& name = m_session.substance().name();
    m_calibrant->setCurrentIndex(name.isEmpty() ? 0 : std::max(0, m_calibrant->findData(name)));
}

/// A substance that is chosen and not drawn says why.
void GeometryPanel::showRings() {
    const bool known = m_session.poni().wavelength_m.value_or(0) > 0;
    const DrawnSubstances& drawn = m_session.drawnSubstances();
    m_noRings->setVisible(m_session.stack() && !drawn.all().empty() && !known);
    m_keep->setEnabled(drawn.canKeep());
    m_keep->setToolTip(drawn.isFull()
                           ? tr("No more than %1 substances are kept").arg(DrawnSubstances::kMost)
                           : tr("Keeps these rings while you choose another substance: all are drawn, each in a "
                                "colour"));
}

void GeometryPanel::showDetectors() {
    const QSignalBlocker quiet(m_detector);
    m_detector->clear();
    m_detector->addItem(tr("Unknown"));
    // Only a detector of this shape can have made the frames.
    if (const StackPtr& stack = m_session.stack())
        for (const azint::Detector* detector : azint::detectorsOfShape(stack->rows(), stack->cols()))
            m_detector->addItem(QString::fromStdString(detector->name));
    // What the form says is what is used, also by another name, and where it does not fit.
    const std::string named = m_session.document().text("detector");
    if (named.empty()) return;
    const azint::Detector* known = azint::findDetector(named);
    const QString name = QString::fromStdString(known != nullptr ? known->name : named);
    if (m_detector->findText(name) < 0) m_detector->addItem(name);
    m_detector->setCurrentText(name);
}

void GeometryPanel::detectorChosen(int index) {
    const job::ParameterDef& def = *job::findParameter("detector");
    const std::string name = index == 0 ? std::string() : m_detector->itemText(index).toStdString();
    m_session.job().setValue(def, job::ParameterValue(name));
    const azint::Detector* detector = azint::findDetector(name);
    if (detector == nullptr || !m_session.stack()) return;
    const auto readout = azint::readoutOf(*detector, m_session.stack()->rows(), m_session.stack()->cols());
    if (!readout) return;
    edited(Field::pixelHeight_um, readout->pixelHeight_m * 1e6);
    edited(Field::pixelWidth_um, readout->pixelWidth_m * 1e6);
}

/// What is missing, or can hardly be right.
void GeometryPanel::showProblem() {
    const QString problem = m_session.geometryProblem();
    QStringList doubts{m_session.geometryDoubt(), m_session.geometryKnown() ? m_session.energyProblem() : QString()};
    if (!m_session.poni().distortion.isFlat())
        doubts << tr(
            "The detector is not flat: beam centre, distance and tilt cannot be typed; the numbers of the PONI "
            "can.");
    doubts.removeAll(QString());
    const QString doubt = doubts.join(u'\n');
    m_problem->setVisible(m_session.stack() && !(problem.isEmpty() && doubt.isEmpty()));
    m_problem->setText(problem.isEmpty() ? doubt
                                         : tr("No geometry yet: load a PONI file, or type one, starting from a "
                                              "guess. (%1)")
                                               .arg(problem));
}

void GeometryPanel::show() {
    m_values->setEnabled(m_session.stack() != nullptr);
    m_save->setEnabled(m_session.stack() != nullptr);
    const bool isFlat = m_session.poni().distortion.isFlat();
    showProblem();
    const azint::Poni& poni = m_session.poni();
    const QString guess = lengthText(poni.pixel2_m);
    m_guess->setVisible(m_session.pixelSizeGuessed());
    m_guess->setText(
        tr("<b>%1 for a pixel is a guess</b>: the file names no size, and no known detector has this shape. "
           "Distances and angles are wrong by the same factor. Type the size, or <a href='take'>%1 is "
           "right</a>.")
            .arg(guess));
    showRings();
    showPhase();
    if (!m_session.stack()) { // numbers of frames that were closed would be taken for those of the next
        for (auto* number : m_values->findChildren<QDoubleSpinBox*>()) number->clear();
        return;
    }
    // Where the beam misses the detector's plane only the PONI numbers describe it.
    const std::optional<azint::BeamGeometry> meets = storedBeam();
    for (const Field field :
         {Field::centreRow, Field::centreCol, Field::distance_mm, Field::tilt_deg, Field::tiltDirection_deg})
        box(field)->setEnabled(isFlat && meets);
    m_nudge->setEnabled(isFlat && meets);
    const azint::BeamGeometry beam = meets.value_or(azint::BeamGeometry());
    const double wavelength = poni.wavelength_m.value_or(0);
    const std::map<Field, double> values{
        {Field::centreRow, beam.centreRow},
        {Field::centreCol, beam.centreCol},
        {Field::distance_mm, beam.distance_m * 1e3},
        {Field::energy_keV, wavelength > 0 ? energyOf(m_session.particle(), wavelength) : 0},
        {Field::wavelength_A, wavelength * 1e10},
        {Field::tilt_deg, beam.tilt_deg},
        {Field::tiltDirection_deg, beam.tiltDirection_deg},
        {Field::pixelHeight_um, poni.pixel1_m * 1e6},
        {Field::pixelWidth_um, poni.pixel2_m * 1e6},
        {Field::poni1_mm, poni.poni1_m * 1e3},
        {Field::poni2_mm, poni.poni2_m * 1e3},
        {Field::rot1_deg, poni.rot1 / kDegree},
        {Field::rot2_deg, poni.rot2 / kDegree},
        {Field::rot3_deg, poni.rot3 / kDegree}};
    for (const auto& [field, value] : values) {
        const QSignalBlocker quiet(box(field));
        box(field)->setValue(value);
    }
}

void GeometryPanel::askLoad() {
    auto* dialog = new QFileDialog(this, tr("Load a geometry"), QSettings().value(kFolderKey).toString());
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Geometries (*.poni *.json)"), tr("All files (*)")});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        QSettings().setValue(kFolderKey, QFileInfo(file).absolutePath());
        m_session.loadPoni(file);
    });
    dialog->open();
}

void GeometryPanel::askSubstance() {
    auto* dialog = new QFileDialog(this, tr("Rings of a phase"), QSettings().value(kPhaseFolderKey).toString());
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Phases (*.cif *.jcpds)"), tr("All files (*)")});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        QSettings().setValue(kPhaseFolderKey, QFileInfo(file).absolutePath());
        m_session.substance().open(file);
    });
    dialog->open();
}

void GeometryPanel::askSave() {
    view::askWhereToSave(this, {tr("Save the geometry"), QStringLiteral("geometry.poni"), {tr("PONI files (*.poni)")}},
                         [this](const QString& file) {
                             QSettings().setValue(kFolderKey, QFileInfo(file).absolutePath());
                             m_session.savePoni(file);
                         });
}

} // namespace ewald::ui
