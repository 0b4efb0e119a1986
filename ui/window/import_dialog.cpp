// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/import_dialog.h"

#include "base/error.h"
#include "common/icon.h"
#include "form/number_text.h"
#include "io/layout_fit.h"
#include "io/readers/reader_tools.h"
#include "job/layouts.h"
#include "model/text.h"
#include "window/scan_card.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace ewald::ui {

namespace {

constexpr int kCheckDelay_ms = 200;
constexpr int kPathRole = Qt::UserRole;
constexpr double kWidestPixel_m = 0.01;
constexpr double kFarthest_m = 1000;

struct RoleTexts {
    ImportRole role;
    const char* label;
    const char* help;
};
constexpr std::array kRoles{
    RoleTexts{ImportRole::frames, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Frames"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog",
                                "The detector images: (frame, row, column), or a raster (line, point, row, column)")},
    RoleTexts{
        ImportRole::positions, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Positions"),
        QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Both coordinates in one dataset, (frame, 2) or (2, frame)")},
    RoleTexts{ImportRole::positionX, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "or x positions"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Horizontal positions, one a frame")},
    RoleTexts{ImportRole::positionY, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "and y positions"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Vertical positions, one a frame")},
    RoleTexts{ImportRole::energy, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Energy or wavelength"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "From a dataset, or typed by hand")},
    RoleTexts{ImportRole::distance, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Sample to detector"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "From a dataset, or typed by hand")},
    RoleTexts{ImportRole::pixelSize, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Detector pixel"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "From a dataset, or typed by hand")},
    RoleTexts{ImportRole::mask, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Mask"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Bad pixels of the detector, where the file has them")},
    RoleTexts{ImportRole::probe, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Probe"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "A complex probe to start from, where the file has one")},
};

QStringList unitsOf(ImportRole role) {
    switch (role) {
    case ImportRole::positions: return {"m", "mm", "um", "nm", "A", "px"};
    case ImportRole::distance:
    case ImportRole::pixelSize: return {"m", "mm", "um", "nm", "A"};
    case ImportRole::energy: return {"keV", "eV", "J", "m", "nm", "A"};
    default: return {};
    }
}

QString unitTitle(const QString& unit) {
    if (unit == QStringLiteral("um")) return QStringLiteral("µm");
    if (unit == QStringLiteral("A")) return QStringLiteral("Å");
    return unit;
}

QString shapeText(const io::FileNode& node) {
    QStringList sizes;
    for (const std::size_t extent : node.shape) sizes << QString::number(extent);
    return sizes.join(QStringLiteral(" × "));
}

/// The dataset, unit and typed value of a role in a mapping; null members where the role has none.
struct Slot {
    std::string io::ImportMapping::*dataset;
    std::string io::ImportMapping::*unit;
    std::optional<double> io::ImportMapping::*value;
};
Slot slotOf(ImportRole role) {
    using M = io::ImportMapping;
    switch (role) {
    case ImportRole::frames: return {&M::frames, nullptr, nullptr};
    case ImportRole::positions: return {&M::positions, &M::positionUnit, nullptr};
    case ImportRole::positionX: return {&M::positionX, nullptr, nullptr};
    case ImportRole::positionY: return {&M::positionY, nullptr, nullptr};
    case ImportRole::mask: return {&M::mask, nullptr, nullptr};
    case ImportRole::probe: return {&M::probe, nullptr, nullptr};
    case ImportRole::energy: return {&M::energy, &M::energyUnit, &M::energyValue};
    case ImportRole::distance: return {&M::distance, &M::distanceUnit, &M::distanceValue};
    case ImportRole::pixelSize: break;
    }
    return {&M::pixelSize, &M::pixelSizeUnit, &M::pixelSizeValue};
}

} // namespace

bool suits(const io::FileNode& node, ImportRole role) {
    if (!node.problem.empty() || node.type == "string") return false;
    const auto dims = static_cast<std::ptrdiff_t>(node.shape.size()) -
                      std::ranges::count(node.shape, std::size_t{1}); // without axes of one
    const auto size = [&] {
        std::size_t n = 1;
        for (const std::size_t extent : node.shape) n *= extent;
        return n;
    }();
    const bool isComplex = node.type.find("complex") != std::string::npos;
    if (node.isGroup) return false;
    switch (role) {
    case ImportRole::frames: return !isComplex && (node.shape.size() == 3 || node.shape.size() == 4);
    case ImportRole::positions:
        return !isComplex && node.shape.size() == 2 &&
               std::ranges::any_of(node.shape, [](std::size_t extent) { return extent == 2 || extent == 3; });
    case ImportRole::positionX:
    case ImportRole::positionY: return !isComplex && size > 1 && (dims == 1 || dims == 2);
    case ImportRole::mask: return !isComplex && dims == 2;
    case ImportRole::probe: return isComplex && dims >= 2;
    case ImportRole::energy:
    case ImportRole::distance: return !isComplex && dims <= 1;
    case ImportRole::pixelSize: break;
    }
    return !isComplex && size <= 3;
}

ImportDialog::ImportDialog(const QString& file, const QString& reason, QWidget* parent)
    : QDialog(parent), m_file(file) {
    setMinimumWidth(640);
    setWindowTitle(tr("Assign datasets: %1").arg(QFileInfo(file).fileName()));
    resize(1080, 640);
    auto* intro = new QLabel(
        reason.isEmpty() ? tr("Choose the dataset for each quantity. The line below updates as you go.")
                         : tr("The layout of this file is not known (%1). Choose the dataset for each quantity. "
                              "The line below updates as you go.")
                               .arg(reason),
        this);
    intro->setWordWrap(true);
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->setChildrenCollapsible(false);
    split->addWidget(buildTree());
    split->addWidget(buildRoles());
    split->setStretchFactor(0, 5);
    split->setStretchFactor(1, 6);

    m_checkIcon = new QLabel(this);
    m_checkText = new QLabel(this);
    m_checkText->setWordWrap(true);
    m_checkText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_checkText->setMinimumHeight(3 * fontMetrics().lineSpacing());
    auto* checkRow = new QHBoxLayout;
    checkRow->addWidget(m_checkIcon, 0, Qt::AlignTop);
    checkRow->addWidget(m_checkText, 1);

    m_remember = new QCheckBox(tr("Remember for files of this layout, as"), this);
    m_remember->setToolTip(tr("The next file with these datasets opens without a question"));
    m_name = new QLineEdit(this);
    m_name->setPlaceholderText(tr("name of the beamline"));
    m_name->setMaximumWidth(240);
    m_name->setEnabled(false);
    m_open = new QPushButton(icon(QStringLiteral("open")), tr("Open"), this);
    m_open->setDefault(true);
    m_open->setEnabled(false);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* integrate = new QPushButton(icon(QStringLiteral("rings")), tr("Integrate the frames"), this);
    integrate->setToolTip(tr("This is no scan for ptychography: makes powder patterns of its frames"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_remember);
    buttons->addWidget(m_name);
    buttons->addStretch();
    buttons->addWidget(integrate);
    buttons->addWidget(cancel);
    buttons->addWidget(m_open);

    auto* column = new QVBoxLayout(this);
    column->addWidget(intro);
    column->addWidget(split, 1);
    column->addLayout(checkRow);
    column->addLayout(buttons);
    connect(m_remember, &QCheckBox::toggled, m_name, &QWidget::setEnabled);
    connect(m_open, &QPushButton::clicked, this, &ImportDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &ImportDialog::reject);
    connect(integrate, &QPushButton::clicked, this, [this] {
        emit integrateWanted();
        reject();
    });

    m_checkTimer.setSingleShot(true);
    m_checkTimer.setInterval(kCheckDelay_ms);
    connect(&m_checkTimer, &QTimer::timeout, this, &ImportDialog::check);
    struct Listing {
        std::vector<io::FileNode> nodes;
        io::ImportMapping guess;
    };
    m_checkText->setText(tr("Reading the file…"));
    m_lister.start<Listing>(
        [path = toPath(file)](TaskContext&) {
            Listing listing{io::listFile(path), io::guessMapping(path)};
            if (std::ranges::all_of(listing.nodes, &io::FileNode::isGroup))
                throw DataError("holds no datasets", path.string(),
                                "the file may be damaged: copy it again from its source");
            return listing;
        },
        [this](const Listing& listing) {
            showTree(listing.nodes);
            setMapping(listing.guess);
        },
        [this](const Error& error) { showProblem(error); });
}

ImportDialog::~ImportDialog() = default;

QWidget* ImportDialog::buildTree() {
    m_tree = new QTreeWidget(this);
    m_tree->setHeaderLabels({tr("Name"), tr("Shape"), tr("Type"), tr("Value, unit")});
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setToolTip(tr("Right click on a dataset to assign it"));
    m_tree->setAccessibleName(tr("Datasets of the file"));
    connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &ImportDialog::showTreeMenu);
    return m_tree;
}

QWidget* ImportDialog::buildRoles() {
    auto* panel = new QWidget(this);
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(6, 0, 0, 0);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(1, 1);
    int line = 0;
    m_known = new QComboBox(panel);
    m_known->addItem(tr("as guessed from the names"));
    m_known->addItems(m_layouts.names());
    const int saved = m_known->count();
    for (const job::Layout& layout : job::shippedLayouts()) m_known->addItem(QString::fromStdString(layout.name));
    m_known->setToolTip(tr("Layouts that were remembered, and those of beamlines"));
    auto* knownLabel = new QLabel(tr("Start from"), panel);
    grid->addWidget(knownLabel, line, 0);
    grid->addWidget(m_known, line++, 1, 1, 3);
    connect(m_known, &QComboBox::activated, this, [this, saved](int index) {
        if (index == 0) return;
        try {
            const bool own = index < saved;
            const io::ImportMapping layout =
                own ? m_layouts.load(m_known->itemText(index))
                    : job::shippedLayouts()[static_cast<std::size_t>(index - saved)].mapping;
            // With the numbers that the paths have in this file.
            setMapping(io::fitLayout(layout, m_nodes).value_or(layout));
            setLayoutName(own ? m_known->itemText(index) : QString());
        } catch (const Error& error) {
            showProblem(error);
        }
    });
    for (const RoleTexts& texts : kRoles) addRow(grid, line++, texts.role, tr(texts.label), tr(texts.help));
    buildExtras(grid, line);
    grid->setRowStretch(line + 2, 1);
    return panel;
}

void ImportDialog::addRow(QGridLayout* grid, int line, ImportRole role, const QString& label, const QString& help) {
    Row made;
    made.role = role;
    made.dataset = new QComboBox(grid->parentWidget());
    made.dataset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    made.dataset->setMinimumContentsLength(18);
    made.dataset->setToolTip(help);
    made.dataset->setAccessibleName(label);
    auto* name = new QLabel(label, grid->parentWidget());
    name->setToolTip(help);
    name->setBuddy(made.dataset);
    grid->addWidget(name, line, 0);
    connect(made.dataset, &QComboBox::currentIndexChanged, this, &ImportDialog::changed);
    const Slot slot = slotOf(role);
    if (slot.value != nullptr) {
        made.value = new QLineEdit(grid->parentWidget());
        made.value->setPlaceholderText(tr("or a number"));
        made.value->setMaximumWidth(110);
        made.value->setToolTip(tr("Used where no dataset is chosen"));
        made.value->setAccessibleName(tr("%1 by hand").arg(label));
        connect(made.value, &QLineEdit::textChanged, this, &ImportDialog::changed);
        grid->addWidget(made.dataset, line, 1);
        grid->addWidget(made.value, line, 2);
    } else {
        grid->addWidget(made.dataset, line, 1, 1, 2);
    }
    const QStringList units = unitsOf(role);
    if (!units.isEmpty()) {
        made.unit = new QComboBox(grid->parentWidget());
        for (const QString& unit : units) made.unit->addItem(unitTitle(unit), unit);
        made.unit->setToolTip(tr("The unit of the numbers"));
        made.unit->setAccessibleName(tr("Unit of %1").arg(label));
        connect(made.unit, &QComboBox::currentIndexChanged, this, &ImportDialog::changed);
        grid->addWidget(made.unit, line, 3);
    }
    m_rows.push_back(made);
}

void ImportDialog::buildExtras(QGridLayout* grid, int line) {
    QWidget* panel = grid->parentWidget();
    m_order = new QComboBox(panel);
    m_order->addItem(tr("x, then y"), QStringLiteral("xy"));
    m_order->addItem(tr("y, then x"), QStringLiteral("yx"));
    m_order->setToolTip(tr("The order of the two columns of the positions"));
    m_order->setAccessibleName(m_order->toolTip());
    connect(m_order, &QComboBox::currentIndexChanged, this, &ImportDialog::changed);
    grid->addWidget(new QLabel(tr("Order of the columns"), panel), line, 0);
    grid->addWidget(m_order, line, 1, 1, 2);
    m_amplitudes = new QCheckBox(tr("Frames hold amplitudes (√ of the photons)"), panel);
    m_corner = new QCheckBox(tr("Direct beam in the corner of the frames"), panel);
    m_amplitudes->setToolTip(tr("Some programs store the square root of the counts"));
    m_corner->setToolTip(tr("Some programs store frames as the Fourier transform orders them"));
    for (QCheckBox* box : {m_amplitudes, m_corner}) connect(box, &QCheckBox::toggled, this, &ImportDialog::changed);
    auto* boxes = new QVBoxLayout;
    boxes->addWidget(m_amplitudes);
    boxes->addWidget(m_corner);
    grid->addLayout(boxes, line + 1, 1, 1, 3);
}

// ---- the file ----

void ImportDialog::showTree(const std::vector<io::FileNode>& nodes) {
    m_nodes = nodes;
    m_tree->clear();
    std::map<QString, QTreeWidgetItem*> groups;
    for (const io::FileNode& node : nodes) {
        const QString path = QString::fromStdString(node.path);
        if (path == QStringLiteral("/")) continue;
        const QString folder = path.left(path.lastIndexOf(u'/'));
        QStringList texts{path.mid(path.lastIndexOf(u'/') + 1)};
        if (!node.isGroup) {
            QString value = QString::fromStdString(node.value);
            if (!node.units.empty())
                value += (value.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(node.units);
            if (!node.problem.empty()) value = QString::fromStdString(node.problem);
            texts << shapeText(node) << QString::fromStdString(node.type) << value;
        }
        auto* item = new QTreeWidgetItem(texts);
        item->setData(0, kPathRole, path);
        item->setIcon(0, icon(!node.problem.empty() ? QStringLiteral("warning")
                              : node.isGroup        ? QStringLiteral("folder")
                                                    : QStringLiteral("dataset")));
        QString tip = path;
        if (!node.filters.empty()) tip += u'\n' + QString::fromStdString(node.filters);
        if (!node.problem.empty()) tip += u'\n' + QString::fromStdString(node.problem);
        item->setToolTip(0, tip);
        const auto parent = groups.find(folder);
        if (parent == groups.end()) {
            m_tree->addTopLevelItem(item);
        } else {
            parent->second->addChild(item);
        }
        if (node.isGroup) groups[path] = item;
    }
    m_tree->expandToDepth(3);
    for (int column = 0; column < 3; ++column) m_tree->resizeColumnToContents(column);
    fillChoices();
}

void ImportDialog::fillChoices() {
    m_filling = true;
    for (const Row& each : m_rows) {
        each.dataset->clear();
        each.dataset->addItem(tr("– not in the file –"), QString());
        for (const io::FileNode& node : m_nodes) {
            if (!suits(node, each.role)) continue;
            const QString path = QString::fromStdString(node.path);
            const QString shape = node.shape.empty() ? QString::fromStdString(node.value) : shapeText(node);
            each.dataset->addItem(path + QStringLiteral("   ") + shape, path);
            each.dataset->setItemData(each.dataset->count() - 1, path, Qt::ToolTipRole);
        }
    }
    m_filling = false;
}

QString ImportDialog::useText(ImportRole role, const QString& label) {
    if (role == ImportRole::positionX) return tr("Use as x positions");
    if (role == ImportRole::positionY) return tr("Use as y positions");
    return tr("Use as: %1").arg(label);
}

void ImportDialog::showTreeMenu(const QPoint& position) {
    const QTreeWidgetItem* item = m_tree->itemAt(position);
    if (item == nullptr) return;
    const QString path = item->data(0, kPathRole).toString();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const RoleTexts& texts : kRoles) {
        if (row(texts.role).dataset->findData(path) < 0) continue;
        connect(menu->addAction(useText(texts.role, tr(texts.label))), &QAction::triggered, this,
                [this, path, role = texts.role] { assign(path, role); });
    }
    if (menu->isEmpty()) menu->addAction(tr("Suits no quantity"))->setEnabled(false);
    menu->popup(m_tree->viewport()->mapToGlobal(position));
}

void ImportDialog::assign(const QString& path, ImportRole role) {
    const Row& target = row(role);
    target.dataset->setCurrentIndex(std::max(0, target.dataset->findData(path)));
    // One dataset for both coordinates excludes two, and the other way round.
    if (role == ImportRole::positions) {
        row(ImportRole::positionX).dataset->setCurrentIndex(0);
        row(ImportRole::positionY).dataset->setCurrentIndex(0);
    } else if (role == ImportRole::positionX || role == ImportRole::positionY) {
        row(ImportRole::positions).dataset->setCurrentIndex(0);
    }
}

const ImportDialog::Row& ImportDialog::row(ImportRole role) const {
    return *std::ranges::find(m_rows, role, &Row::role);
}
QComboBox* ImportDialog::datasetBox(ImportRole role) const { return row(role).dataset; }
QComboBox* ImportDialog::unitBox(ImportRole role) const { return row(role).unit; }

// ---- the mapping ----

io::ImportMapping ImportDialog::mapping() const {
    io::ImportMapping made;
    for (const Row& each : m_rows) {
        const Slot slot = slotOf(each.role);
        made.*slot.dataset = each.dataset->currentData().toString().toStdString();
        if (slot.unit != nullptr) made.*slot.unit = each.unit->currentData().toString().toStdString();
        if (slot.value == nullptr) continue;
        const auto number = plainNumber(each.value->text(), {});
        if (number) made.*slot.value = QString::fromStdString(*number).toDouble();
    }
    made.positionOrder = m_order->currentData().toString().toStdString();
    made.amplitudes = m_amplitudes->isChecked();
    made.cornerCentred = m_corner->isChecked();
    return made;
}

void ImportDialog::setMapping(const io::ImportMapping& mapping) {
    m_filling = true;
    for (const Row& each : m_rows) {
        const Slot slot = slotOf(each.role);
        const QString path = QString::fromStdString(mapping.*slot.dataset);
        int index = path.isEmpty() ? 0 : each.dataset->findData(path);
        if (index < 0) {
            // A group of datasets, or a dataset that this file lacks: the check says what is the matter with it.
            each.dataset->addItem(path, path);
            index = each.dataset->count() - 1;
        }
        each.dataset->setCurrentIndex(index);
        if (slot.unit != nullptr) {
            each.unit->setCurrentIndex(std::max(0, each.unit->findData(QString::fromStdString(mapping.*slot.unit))));
        }
        if (slot.value != nullptr) {
            const std::optional<double>& value = mapping.*slot.value;
            each.value->setText(value ? fieldText(*value, {}) : QString());
        }
    }
    m_order->setCurrentIndex(mapping.positionOrder == "yx" ? 1 : 0);
    m_amplitudes->setChecked(mapping.amplitudes);
    m_corner->setChecked(mapping.cornerCentred);
    m_filling = false;
    changed();
}

void ImportDialog::setLayoutName(const QString& name) {
    m_remember->setChecked(!name.isEmpty());
    m_name->setText(name);
}

void ImportDialog::changed() {
    if (m_filling) return;
    m_works = false;
    m_open->setEnabled(false);
    m_checkTimer.start();
}

/// What no detector is like, said at once and not when all else is chosen; empty when nothing is.
QString ImportDialog::oddLength(const io::ImportMapping& mapping) const {
    const auto metres = [&](const std::string& path, const std::optional<double>& typed, const std::string& unit) {
        const auto node = std::ranges::find(m_nodes, path, &io::FileNode::path);
        double number = typed.value_or(0); // used where no dataset is chosen
        if (node != m_nodes.end()) number = std::strtod(node->value.c_str(), nullptr);
        return number * io::metresPer(unit).value_or(0);
    };
    const double pixel = metres(mapping.pixelSize, mapping.pixelSizeValue, mapping.pixelSizeUnit);
    if (pixel > kWidestPixel_m) return tr("A detector pixel of %1: is its unit right?").arg(lengthText(pixel));
    const double distance = metres(mapping.distance, mapping.distanceValue, mapping.distanceUnit);
    if (distance > kFarthest_m) return tr("%1 from sample to detector: is the unit right?").arg(lengthText(distance));
    return {};
}

void ImportDialog::check() {
    if (m_nodes.empty()) return;
    job::JobDocument document;
    document.inputFile = toPath(m_file);
    document.mapping = mapping();
    if (const QString odd = oddLength(*document.mapping); !odd.isEmpty()) {
        m_checkIcon->setPixmap(icon(QStringLiteral("warning")).pixmap(20, 20));
        m_checkText->setText(odd);
        return;
    }
    if (document.mapping->frames.empty()) {
        m_checkIcon->setPixmap(icon(QStringLiteral("info")).pixmap(20, 20));
        m_checkText->setText(tr("Choose the dataset of the frames first."));
        return;
    }
    const io::ImportMapping& chosen = *document.mapping;
    if (chosen.positions.empty() && chosen.positionsFile.empty() &&
        (chosen.positionX.empty() || chosen.positionY.empty())) {
        m_checkIcon->setPixmap(icon(QStringLiteral("info")).pixmap(20, 20));
        m_checkText->setText(tr("Choose a dataset for the positions: one for both axes, or one each for x and y."));
        return;
    }
    m_checker.start<ScanDataPtr>(
        [document](TaskContext&) { return std::make_shared<const ScanData>(describeScan(document)); },
        [this](const ScanDataPtr& data) { showCheck(*data); }, [this](const Error& error) { showProblem(error); });
}

void ImportDialog::showCheck(const ScanData& data) {
    QStringList lines{scanFacts(data).join(QStringLiteral(" · "))};
    if (data.objectRows > 0) {
        lines.first() += QStringLiteral(" · ") + tr("object %1 × %2 pixels").arg(data.objectRows).arg(data.objectCols);
    }
    const io::Severity worst = data.worstNote();
    for (const io::Note& note : data.notes) {
        if (note.severity == worst && worst != io::Severity::info) lines << coreText(note.text);
    }
    m_checkIcon->setPixmap(icon(worst == io::Severity::error     ? QStringLiteral("error")
                                : worst == io::Severity::warning ? QStringLiteral("warning")
                                                                 : QStringLiteral("ok"))
                               .pixmap(20, 20));
    m_checkText->setText(lines.mid(0, 4).join(u'\n'));
    m_works = true;
    m_open->setEnabled(true);
}

void ImportDialog::showProblem(const Error& error) {
    m_checkIcon->setPixmap(icon(QStringLiteral("error")).pixmap(20, 20));
    m_checkText->setText(coreText(error.what()));
    m_works = false;
    m_open->setEnabled(false);
}

QString ImportDialog::checkText() const { return m_checkText->text(); }

void ImportDialog::accept() {
    if (!m_works) return;
    if (m_remember->isChecked() && !m_name->text().trimmed().isEmpty()) {
        try {
            m_layouts.save(m_name->text(), mapping());
        } catch (const Error& error) {
            emit failed(toMessage(error));
        }
    }
    emit chosen(mapping());
    QDialog::accept();
}

} // namespace ewald::ui
