// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/import_dialog.h"

#include "base/error.h"
#include "common/icon.h"
#include "io/layout_fit.h"
#include "io/mapping_unit.h"
#include "io/stack/file_kind.h"
#include "job/document/layouts.h"
#include "model/text.h"
#include "window/import_source_row.h"

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
#include <map>
#include <utility>

namespace ewald::ui {

namespace {

constexpr int kCheckDelay_ms = 200;
constexpr int kPathRole = Qt::UserRole;

QString shapeText(const io::FileNode& node) {
    QStringList sizes;
    for (const std::size_t extent : node.shape) sizes << QString::number(extent);
    return sizes.join(QStringLiteral(" × "));
}

/// The unit that a number has by its size where the file says none; empty where that says nothing.
std::string likelyUnit(ImportRole role, const io::FileNode& node) {
    bool isNumber = false;
    const double value = QString::fromStdString(node.value).toDouble(&isNumber);
    const QString name = QString::fromStdString(node.path).toLower();
    if (!isNumber) return {};
    if (role == ImportRole::distance) return io::unitBySize(io::SizedQuantity::distance, value);
    if (role == ImportRole::pixelSize) return io::unitBySize(io::SizedQuantity::pixelSize, value);
    const bool wave = name.contains(QStringLiteral("wavelength")) || name.contains(QStringLiteral("lambda"));
    return role == ImportRole::energy && !wave ? io::unitBySize(io::SizedQuantity::energy, value) : std::string();
}

} // namespace

ImportDialog::ImportDialog(const QString& file, const QString& reason, const std::optional<io::ImportMapping>& start,
                           QWidget* parent)
    : QDialog(parent), m_file(file) {
    setMinimumWidth(640);
    setWindowTitle(tr("Assign datasets: %1").arg(QFileInfo(file).fileName()));
    resize(1100, 720);
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

    m_layoutNote =
        new QLabel(tr("The files of frames and positions are not remembered: they belong to this scan."), this);
    m_layoutNote->setWordWrap(true);
    m_layoutNote->hide();
    QLayout* buttons = buildButtons();
    auto* column = new QVBoxLayout(this);
    column->addWidget(intro);
    column->addWidget(split, 1);
    column->addLayout(checkRow);
    column->addWidget(m_layoutNote);
    column->addLayout(buttons);

    m_checkTimer.setSingleShot(true);
    m_checkTimer.setInterval(kCheckDelay_ms);
    connect(&m_checkTimer, &QTimer::timeout, this, &ImportDialog::check);
    readFile(start);
}

ImportDialog::~ImportDialog() = default;

QLayout* ImportDialog::buildButtons() {
    m_remember = new QCheckBox(tr("Remember for files of this layout, as"), this);
    m_remember->setToolTip(tr("The next file with these datasets opens without a question"));
    m_name = new QLineEdit(this);
    m_name->setPlaceholderText(tr("name of the beamline"));
    m_name->setAccessibleName(m_name->placeholderText());
    m_name->setMaximumWidth(240);
    m_name->setEnabled(false);
    m_open = new QPushButton(icon(QStringLiteral("open")), tr("Open"), this);
    m_open->setDefault(true);
    m_open->setEnabled(false);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* integrate = new QPushButton(icon(QStringLiteral("rings")), tr("Integrate the frames"), this);
    m_integrate = integrate;
    integrate->setToolTip(tr("This is no scan for ptychography: makes powder patterns of its frames"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_remember);
    buttons->addWidget(m_name);
    buttons->addStretch();
    integrate->setVisible(QFileInfo::exists(m_file)); // files of a pattern are open for that already
    buttons->addWidget(integrate);
    buttons->addWidget(cancel);
    buttons->addWidget(m_open);
    connect(m_remember, &QCheckBox::toggled, m_name, &QWidget::setEnabled);
    connect(m_remember, &QCheckBox::clicked, m_name, [this](bool on) {
        if (on) m_name->setFocus();
    });
    connect(m_remember, &QCheckBox::toggled, this, &ImportDialog::showLayoutNote);
    connect(m_open, &QPushButton::clicked, this, &ImportDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &ImportDialog::reject);
    connect(integrate, &QPushButton::clicked, this, [this] {
        emit integrateWanted();
        reject();
    });
    return buttons;
}

void ImportDialog::readFile(const std::optional<io::ImportMapping>& start) {
    struct Listing {
        ImportSource source;
        io::ImportMapping mapping;
        bool isTable = false;
    };
    m_checkText->setText(tr("Reading the file…"));
    m_lister.start<Listing>(
        [path = toPath(m_file), start](TaskContext&) {
            if (isPositionTable(path)) return Listing{{}, {}, true};
            Listing listing{readFrameSource(path), {}};
            const bool datasets = listing.source.kind == ImportSource::Kind::datasets;
            if (datasets && std::ranges::all_of(listing.source.nodes, &io::FileNode::isGroup))
                throw DataError("holds no datasets", path.string(),
                                "the file may be damaged: copy it again from its source");
            if (start) {
                listing.mapping = *start;
            } else if (io::fileKind(path) == io::FileKind::hdf5) {
                listing.mapping = io::guessMapping(path);
            }
            return listing;
        },
        [this](const Listing& listing) {
            m_source = listing.source;
            m_isTable = listing.isTable;
            m_listed = true;
            for (const Part& part : m_parts) part.row->setEnabled(true);
            showTree(m_source.nodes);
            setMapping(listing.mapping);
            if (!m_isTable) return;
            m_integrate->hide();
            partAt(ImportPart::positions).row->choose({m_file});
            if (!m_proposed.isEmpty()) partAt(ImportPart::frames).row->choose({m_proposed});
        },
        [this](const Error& error) { showProblem(error); });
}

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
            startFrom(layout);
            setLayoutName(own ? m_known->itemText(index) : QString());
        } catch (const Error& error) {
            showProblem(error);
        }
    });
    for (const RoleTexts& texts : importRoles()) {
        if (texts.role == ImportRole::frames) addSource(grid, line++, ImportPart::frames);
        if (texts.role == ImportRole::positions) addSource(grid, line++, ImportPart::positions);
        addRow(grid, line++, texts.role, tr(texts.label), tr(texts.help));
    }
    buildExtras(grid, line);
    grid->setRowStretch(line + 2, 1);
    return panel;
}

/// Shows a layout with the numbers that its paths have in this file; the files of frames and positions stay.
void ImportDialog::startFrom(io::ImportMapping layout) {
    const io::ImportMapping now = mapping();
    layout = io::fitLayout(layout, m_source.nodes).value_or(layout);
    layout.framesFile = now.framesFile;
    if (!now.framesFile.empty()) layout.frames = now.frames;
    layout.positionsFile = now.positionsFile;
    layout.positionsScan = now.positionsScan;
    setMapping(layout);
}

void ImportDialog::addSource(QGridLayout* grid, int line, ImportPart part) {
    const QString label = part == ImportPart::frames ? tr("File of the frames") : tr("File of the positions");
    auto* made =
        new ImportSourceRow(QFileInfo(m_file).absolutePath(), label, part == ImportPart::frames, grid->parentWidget());
    made->setEnabled(false); // until the mapping of the file itself is shown
    partAt(part).row = made;
    auto* name = new QLabel(label, grid->parentWidget());
    name->setBuddy(made);
    grid->addWidget(name, line, 0);
    grid->addWidget(made, line, 1, 1, 3);
    connect(made, &ImportSourceRow::changed, this, [this, part] { readSource(part, true); });
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
    connect(made.dataset, &QComboBox::activated, this, [this, role] { takeUnit(role); });
    const RoleSlot slot = slotOf(role);
    if (slot.value != nullptr) {
        made.value = new QLineEdit(grid->parentWidget());
        made.value->setPlaceholderText(tr("or a number"));
        made.value->setMaximumWidth(110);
        made.value->setToolTip(tr("Used where no dataset is chosen"));
        made.value->setAccessibleName(tr("%1 by hand").arg(label));
        connect(made.value, &QLineEdit::textChanged, this, &ImportDialog::changed);
        connect(made.value, &QLineEdit::editingFinished, this, [this, role] { takeTypedUnit(role); });
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
            if (!node.problem.empty()) value = coreText(node.problem);
            texts << shapeText(node) << QString::fromStdString(node.type) << value;
        }
        auto* item = new QTreeWidgetItem(texts);
        item->setData(0, kPathRole, path);
        item->setIcon(0, icon(!node.problem.empty() ? QStringLiteral("warning")
                              : node.isGroup        ? QStringLiteral("folder")
                                                    : QStringLiteral("dataset")));
        QString tip = path;
        if (!node.filters.empty()) tip += u'\n' + QString::fromStdString(node.filters);
        if (!node.problem.empty()) tip += u'\n' + coreText(node.problem);
        item->setToolTip(0, tip);
        const auto parent = groups.find(folder);
        if (parent == groups.end()) {
            m_tree->addTopLevelItem(item);
        } else {
            parent->second->addChild(item);
        }
        if (node.isGroup) groups[path] = item;
    }
    m_tree->setVisible(!nodes.empty()); // images have none
    m_tree->expandToDepth(3);
    for (int column = 0; column < 3; ++column) m_tree->resizeColumnToContents(column);
    for (const Row& each : m_rows) fillChoices(each, false);
}

const ImportSource& ImportDialog::sourceOf(ImportRole role) const {
    const std::optional<ImportPart> part = partOf(role);
    return part && !partAt(*part).row->file().empty() ? partAt(*part).source : m_source;
}

QString ImportDialog::emptyText(ImportRole role) const {
    const ImportSource& source = sourceOf(role);
    if (role != ImportRole::frames) {
        return source.kind == ImportSource::Kind::columns ? tr("– not in the table –") : tr("– not in the file –");
    }
    if (source.kind == ImportSource::Kind::images) return tr("– all images –");
    return partAt(ImportPart::frames).row->file().empty() ? tr("– not in the file –") : tr("– found by itself –");
}

/// Offers what suits a role; what was chosen stays where it is there, or in any case (`keepUnknown`).
void ImportDialog::fillChoices(const Row& row, bool keepUnknown) {
    const bool filling = std::exchange(m_filling, true);
    const QString chosen = row.dataset->currentData().toString();
    row.dataset->clear();
    row.dataset->addItem(emptyText(row.role), QString());
    for (const io::FileNode& node : sourceOf(row.role).nodes) {
        if (!suits(node, row.role)) continue;
        const QString path = QString::fromStdString(node.path);
        const QString shape = node.shape.empty() ? QString::fromStdString(node.value) : shapeText(node);
        row.dataset->addItem(path + QStringLiteral("   ") + shape, path);
        row.dataset->setItemData(row.dataset->count() - 1, path, Qt::ToolTipRole);
    }
    if (keepUnknown || row.dataset->findData(chosen) >= 0) select(row.dataset, chosen);
    m_filling = filling;
}

void ImportDialog::select(QComboBox* box, const QString& path) {
    int index = path.isEmpty() ? 0 : box->findData(path);
    if (index < 0) {
        // A group of datasets, or a dataset that the file lacks: the check says what is the matter with it.
        box->addItem(path, path);
        index = box->count() - 1;
    }
    box->setCurrentIndex(index);
}

/// Lists the file of a part again. \param byHand it was just chosen: what is not in it is no longer chosen
void ImportDialog::readSource(ImportPart which, bool byHand) {
    Part& part = partAt(which);
    m_works = false;
    m_open->setEnabled(false);
    m_checker.cancel();
    const std::filesystem::path file = part.row->file();
    if (file.empty()) {
        part.reader.cancel();
        takeSource(which, {}, byHand);
        return;
    }
    showState("info", tr("Reading the file…"));
    part.reader.start<ImportSource>(
        [file, which, scan = part.row->scan()](TaskContext&) {
            return which == ImportPart::frames ? readFrameSource(file) : readPositionSource(file, scan);
        },
        [this, which, byHand](const ImportSource& source) { takeSource(which, source, byHand); },
        [this, which, byHand](const Error& error) {
            takeSource(which, {}, byHand);
            m_checkTimer.stop();
            showProblem(error);
        });
}

void ImportDialog::takeSource(ImportPart which, const ImportSource& source, bool byHand) {
    Part& part = partAt(which);
    part.source = source;
    part.row->offerScans(source.scans);
    for (const Row& each : m_rows) {
        if (partOf(each.role) == which) fillChoices(each, !byHand);
    }
    if (byHand) guessSource(which);
    showLayoutNote();
    changed();
}

/// Chooses what leaves no doubt in a file that was just chosen.
void ImportDialog::guessSource(ImportPart which) {
    const ImportSource& source = partAt(which).source;
    if (which == ImportPart::frames) {
        QComboBox* box = datasetBox(ImportRole::frames);
        if (box->currentIndex() <= 0 && box->count() == 2) box->setCurrentIndex(1);
        return;
    }
    if (source.kind != ImportSource::Kind::columns) return;
    const auto [x, y] = guessColumns(source.nodes);
    if (x.empty() || datasetBox(ImportRole::positionX)->currentIndex() > 0 ||
        datasetBox(ImportRole::positionY)->currentIndex() > 0) {
        return;
    }
    select(datasetBox(ImportRole::positionX), QString::fromStdString(x));
    select(datasetBox(ImportRole::positionY), QString::fromStdString(y));
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
    for (const RoleTexts& texts : importRoles()) {
        if (&sourceOf(texts.role) != &m_source || row(texts.role).dataset->findData(path) < 0) continue;
        connect(menu->addAction(useText(texts.role, tr(texts.label))), &QAction::triggered, this,
                [this, path, role = texts.role] { assign(path, role); });
    }
    if (menu->isEmpty()) menu->addAction(tr("Suits no quantity"))->setEnabled(false);
    menu->popup(m_tree->viewport()->mapToGlobal(position));
}

void ImportDialog::assign(const QString& path, ImportRole role) {
    const Row& target = row(role);
    target.dataset->setCurrentIndex(std::max(0, target.dataset->findData(path)));
    takeUnit(role);
    // One dataset for both coordinates excludes two, and the other way round.
    if (role == ImportRole::positions) {
        row(ImportRole::positionX).dataset->setCurrentIndex(0);
        row(ImportRole::positionY).dataset->setCurrentIndex(0);
    } else if (role == ImportRole::positionX || role == ImportRole::positionY) {
        row(ImportRole::positions).dataset->setCurrentIndex(0);
    }
}

void ImportDialog::takeUnit(ImportRole role) {
    const std::string path = row(role).dataset->currentData().toString().toStdString();
    const bool axis = role == ImportRole::positionX || role == ImportRole::positionY;
    QComboBox* unit = unitBox(axis ? ImportRole::positions : role);
    const std::vector<io::FileNode>& nodes = sourceOf(role).nodes;
    const auto node = std::ranges::find(nodes, path, &io::FileNode::path);
    if (unit == nullptr || node == nodes.end()) return;
    const int found = unit->findData(QString::fromStdString(io::mappingUnit(*node, likelyUnit(role, *node))));
    if (found >= 0) unit->setCurrentIndex(found);
}

const ImportDialog::Row& ImportDialog::row(ImportRole role) const {
    return *std::ranges::find(m_rows, role, &Row::role);
}
QComboBox* ImportDialog::datasetBox(ImportRole role) const { return row(role).dataset; }
QComboBox* ImportDialog::unitBox(ImportRole role) const { return row(role).unit; }

} // namespace ewald::ui
