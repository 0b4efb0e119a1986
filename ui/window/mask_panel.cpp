// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/mask_panel.h"

#include "common/icon.h"
#include "form/number_text.h"
#include "model/integration_session.h"
#include "model/text.h"
#include "view/save_dialog.h"
#include "window/mask_proposal_panel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QVBoxLayout>

#include <limits>

namespace ewald::ui {

namespace {

const QString kFolderKey = QStringLiteral("files/maskFolder");

/// What was typed, or `empty` where nothing was. Nothing for nonsense.
std::optional<double> typed(const QLineEdit& line, double empty) {
    const QString text = line.text().trimmed();
    if (text.isEmpty()) return empty;
    const auto plain = plainNumber(text, {});
    if (!plain) return {};
    return QString::fromStdString(*plain).toDouble();
}

QLineEdit* numberLine(const QString& placeholder, const QString& tip, QWidget* parent) {
    auto* line = new QLineEdit(parent);
    line->setPlaceholderText(placeholder);
    line->setToolTip(tip);
    line->setAccessibleName(tip);
    line->setMinimumWidth(50);
    return line;
}

QPushButton* button(const QString& iconName, const QString& text, const QString& tip, QWidget* parent) {
    auto* made = new QPushButton(icon(iconName), text, parent);
    made->setToolTip(tip);
    return made;
}

} // namespace

MaskPanel::MaskPanel(IntegrationSession& session, QWidget* parent) : QWidget(parent), m_session(session) {
    m_count = new QLabel(this);
    m_count->setWordWrap(true);
    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto* load = button(QStringLiteral("open"), tr("Load…"),
                        tr("Reads a mask: EDF, TIFF, NPY or HDF5; not zero = masked"), this);
    auto* save =
        button(QStringLiteral("save"), tr("Save…"), tr("Writes the drawn mask as EDF, TIFF, NPY or HDF5"), this);
    auto* invert = button(QStringLiteral("reset"), tr("Invert"), tr("Swaps what is masked and what is not"), this);
    auto* clear = button(QStringLiteral("remove"), tr("Clear"),
                         tr("Takes the drawn mask away; the mask of the frames' file stays"), this);
    auto* files = new QHBoxLayout;
    files->setSpacing(4);
    for (QPushButton* each : {load, save, invert, clear}) files->addWidget(each);
    m_proposals = new MaskProposalPanel(m_session, this);
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(8);
    column->addLayout(files);
    column->addWidget(buildThresholds());
    column->addWidget(buildRing());
    column->addWidget(m_proposals);
    column->addWidget(m_problem);
    column->addWidget(m_count);
    column->addStretch();
    auto* scroll = new QScrollArea(this); // proposals come and go, and make the window no higher
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(content->minimumSizeHint().width());
    scroll->setWidget(content);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);
    connect(load, &QPushButton::clicked, this, &MaskPanel::askLoad);
    connect(save, &QPushButton::clicked, this, &MaskPanel::askSave);
    connect(invert, &QPushButton::clicked, this, [this] {
        m_session.editMask([](FrameMask& mask) {
            mask.begin();
            mask.invert();
        });
    });
    connect(clear, &QPushButton::clicked, this, [this] {
        m_session.editMask([](FrameMask& mask) {
            mask.begin();
            mask.clear();
        });
    });
    const auto follow = [this] {
        setEnabled(m_session.stack() != nullptr);
        showCount();
    };
    connect(&m_session, &IntegrationSession::stackChanged, this, follow);
    connect(&m_session, &IntegrationSession::maskChanged, this, follow);
    follow();
}

QWidget* MaskPanel::buildThresholds() {
    auto* panel = new QWidget(this);
    m_low = numberLine(tr("from"), tr("Counts below this are masked; empty: none"), panel);
    m_high = numberLine(tr("to"), tr("Counts above this are masked; empty: none"), panel);
    auto* apply = button(QStringLiteral("brush"), tr("Mask outside"),
                         tr("Masks the pixels of the shown image whose value is not between these two"), panel);
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(new QLabel(tr("Counts"), panel), 0, 0);
    grid->addWidget(m_low, 0, 1);
    grid->addWidget(m_high, 0, 2);
    grid->addWidget(apply, 0, 3);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    connect(apply, &QPushButton::clicked, this, &MaskPanel::maskThresholds);
    return panel;
}

QWidget* MaskPanel::buildRing() {
    auto* panel = new QWidget(this);
    m_unit = new QComboBox(panel);
    for (const azint::Unit unit :
         {azint::Unit::twoThetaDegree, azint::Unit::qPerNm, azint::Unit::qPerAngstrom, azint::Unit::rMillimetre}) {
        const azint::UnitInfo& about = azint::info(unit);
        m_unit->addItem(QStringLiteral("%1 (%2)").arg(QString::fromUtf8(about.symbol), QString::fromUtf8(about.label)),
                        static_cast<int>(unit));
    }
    m_unit->setToolTip(tr("What the ring is measured in"));
    m_unit->setAccessibleName(m_unit->toolTip());
    m_ringLow = numberLine(tr("from"), tr("Inner edge of the ring; empty: the beam"), panel);
    m_ringHigh = numberLine(tr("to"), tr("Outer edge of the ring; empty: the corner of the detector"), panel);
    auto* mask = button(QStringLiteral("brush"), tr("Mask ring"), tr("Masks all pixels of the ring"), panel);
    auto* free = button(QStringLiteral("eraser"), tr("Erase ring"), tr("Takes the drawn mask away in the ring"), panel);
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(m_unit, 0, 0);
    grid->addWidget(m_ringLow, 0, 1);
    grid->addWidget(m_ringHigh, 0, 2);
    grid->addWidget(mask, 0, 3);
    grid->addWidget(free, 1, 3);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    connect(mask, &QPushButton::clicked, this, [this] { maskRing(true); });
    connect(free, &QPushButton::clicked, this, [this] { maskRing(false); });
    return panel;
}

void MaskPanel::maskThresholds() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto low = typed(*m_low, -kInfinity);
    const auto high = typed(*m_high, kInfinity);
    m_problem->setVisible(!low || !high || *low > *high);
    if (m_problem->isVisibleTo(this)) {
        m_problem->setText(tr("The counts make no range: two numbers, the smaller one first."));
        return;
    }
    m_session.maskOutside(*low, *high, true);
}

void MaskPanel::maskRing(bool bad) {
    const auto low = typed(*m_ringLow, 0);
    const auto high = typed(*m_ringHigh, std::numeric_limits<double>::infinity());
    const bool everything = m_ringLow->text().trimmed().isEmpty() && m_ringHigh->text().trimmed().isEmpty();
    m_problem->setVisible(everything || !low || !high || *low > *high);
    if (m_problem->isVisibleTo(this)) {
        m_problem->setText(tr("The ring makes no range: two numbers, the smaller one first."));
        return;
    }
    m_session.maskRing(static_cast<azint::Unit>(m_unit->currentData().toInt()), *low, *high, bad);
}

void MaskPanel::showCount() {
    if (!m_session.stack()) {
        m_count->clear();
        return;
    }
    const std::size_t all = m_session.stack()->rows() * m_session.stack()->cols();
    const std::size_t drawn = m_session.drawnMask().maskedPixels();
    QString text = tr("Drawn: %1 of %2 pixels (%3 %)")
                       .arg(countText(drawn), countText(all),
                            numberText(100 * static_cast<double>(drawn) / static_cast<double>(all)));
    if (m_session.fileMask()) text += u'\n' + tr("The frames' file or the detector masks pixels as well.");
    m_count->setText(text);
}

void MaskPanel::askLoad() {
    auto* dialog = new QFileDialog(this, tr("Load a mask"), QSettings().value(kFolderKey).toString());
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Masks (*.edf *.tif *.tiff *.npy *.h5 *.hdf5 *.nxs *.mask *.msk)"), tr("All files (*)")});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        QSettings().setValue(kFolderKey, QFileInfo(file).absolutePath());
        m_session.loadMask(file);
    });
    dialog->open();
}

void MaskPanel::askSave() {
    view::askWhereToSave(this,
                         {tr("Save the mask"),
                          QStringLiteral("mask.edf"),
                          {tr("EDF (*.edf)"), tr("TIFF (*.tif)"), tr("NumPy (*.npy)"), tr("HDF5 (*.h5)")}},
                         [this](const QString& file) {
                             QSettings().setValue(kFolderKey, QFileInfo(file).absolutePath());
                             m_session.saveMask(file);
                         });
}

} // namespace ewald::ui
