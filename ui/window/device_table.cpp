// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/device_table.h"

#include "common/icon.h"
#include "common/whole_box.h"
#include "job/devices/device_line.h"
#include "model/device_text.h"
#include "model/text.h"
#include "window/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace ewald::ui {

namespace {

constexpr int kMostTableWorkers = 64;
/// Of an automatic choice on a machine without a GPU: a single worker exchanges nothing.
constexpr std::size_t kCpuWorkers = 2;
constexpr int kWidest = 520; ///< of a column in pixels; longer texts are whole in the tooltip

QString idOf(const QTreeWidgetItem& item) { return item.data(DeviceTable::device, Qt::UserRole).toString(); }

} // namespace

DeviceTable::DeviceTable(QWidget* parent)
    : QTreeWidget(parent), m_copy(new QAction(icon(QStringLiteral("copy")), tr("&Copy UUID"), this)) {
    setHeaderLabels({tr("Device"), tr("Workers"), tr("Name"), tr("Memory free"), tr("State"), tr("Capability"),
                     tr("Driver / runtime"), tr("Load"), tr("Used by"), tr("UUID")});
    const auto explain = [this](Column column, const QString& tip) { headerItem()->setToolTip(column, tip); };
    explain(device, tr("What --devices and job documents call it. Ticked devices are checked."));
    explain(workers, tr("How many workers share the device during a check"));
    explain(memory, tr("Free memory of all there is"));
    explain(state, tr("Whether jobs can run on it, and why not"));
    explain(capability, tr("Compute capability of a CUDA device"));
    explain(driver, tr("Versions of the driver and of the library that was built in"));
    explain(activity, tr("Load, temperature and power at the moment of the last refresh"));
    explain(users, tr("Other processes that compute on it, with their memory on it"));
    explain(uuid, tr("The same after every restart; --devices takes its beginning, as in cuda:GPU-8a5e"));
    setAlternatingRowColors(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setAccessibleName(tr("Devices"));
    header()->setStretchLastSection(true);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    m_copy->setToolTip(tr("Copy the UUID of the selected device (%1)")
                           .arg(QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText)));
    addAction(m_copy);
    connect(m_copy, &QAction::triggered, this,
            [this] { QApplication::clipboard()->setText(currentItem()->text(uuid)); });
    connect(this, &QTreeWidget::currentItemChanged, this, &DeviceTable::updateCopy);
    connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        if (column != device) return;
        if (QWidget* box = itemWidget(item, workers)) box->setEnabled(item->checkState(device) == Qt::Checked);
        emit selectionEdited();
    });
    updateCopy();
}

void DeviceTable::showFigures(const DeviceOverview& overview) {
    m_overview = overview;
    for (const compute::DeviceInfo& info : overview.devices) {
        QTreeWidgetItem* item = row(QString::fromStdString(info.id));
        item->setText(memory, memoryText(info));
        item->setText(activity, activityText(info));
        showUsers(*item, info);
    }
    for (const Column column : {memory, activity, users})
        if (sizeHintForColumn(column) > columnWidth(column)) resizeColumnToContents(column);
}

void DeviceTable::showUsers(QTreeWidgetItem& item, const compute::DeviceInfo& info) {
    item.setText(users, usersText(info));
    item.setToolTip(users, item.text(users));
    if (!info.users.empty()) setColumnHidden(users, false);
}

void DeviceTable::setOverview(const DeviceOverview& overview) {
    if (topLevelItemCount() > 0 && sameDevices(overview, m_overview)) {
        showFigures(overview);
        return;
    }
    const DeviceSelection before = selection();
    const QString current = currentItem() != nullptr ? idOf(*currentItem()) : QString();
    const QSignalBlocker block(this);
    clear();
    m_overview = overview;
    for (const compute::DeviceInfo& info : overview.devices) addDevice(info);
    for (const compute::RefusedModule& module : overview.refused) {
        auto* item = new QTreeWidgetItem(this); // owned by its parent
        item->setText(device, QString::fromStdString(module.name));
        item->setData(device, Qt::UserRole, item->text(device));
        item->setText(state, tr("not available: %1").arg(coreText(module.reason)));
        item->setToolTip(state, module.path.empty() ? coreText(module.reason) : QString::fromStdString(module.path));
    }
    for (int column = 0; column < columns; ++column) {
        bool known = column == device || column == state;
        for (QTreeWidgetItemIterator item(this); *item && !known; ++item)
            known = !(*item)->text(column).isEmpty() || itemWidget(*item, column) != nullptr;
        setColumnHidden(column, !known);
    }
    bool slices = false;
    for (const compute::DeviceInfo& info : overview.devices) slices = slices || !info.slices.empty();
    setRootIsDecorated(slices);
    expandAll();
    choose(before);
    fitColumns();
    setMaximumHeight(header()->sizeHint().height() + rowsHeight() + 2 * frameWidth() +
                     horizontalScrollBar()->sizeHint().height());
    if (QTreeWidgetItem* same = row(current)) setCurrentItem(same);
    updateCopy();
}

void DeviceTable::addDevice(const compute::DeviceInfo& info) {
    auto* item = new QTreeWidgetItem(this);
    item->setText(device, shortId(info.id));
    item->setData(device, Qt::UserRole, QString::fromStdString(info.id));
    item->setToolTip(device, QString::fromStdString(info.id));
    item->setText(name, coreText(job::deviceLine(info.name)));
    item->setText(memory, memoryText(info));
    item->setText(state, stateText(info));
    item->setText(capability, QString::fromStdString(info.capability));
    item->setText(driver, driverText(info));
    item->setText(activity, activityText(info));
    showUsers(*item, info);
    item->setText(uuid, QString::fromStdString(info.uuid));
    for (const Column column : {name, state, uuid}) item->setToolTip(column, item->text(column));
    if (info.usable) addWorkers(item);
    for (const compute::DeviceSlice& slice : info.slices) {
        auto* part = new QTreeWidgetItem(item);
        part->setText(device, tr("slice"));
        part->setText(name, QString::fromStdString(slice.name));
        if (slice.memoryTotal > 0) part->setText(memory, bytesText(static_cast<double>(slice.memoryTotal)));
        part->setText(state, sliceText(slice, m_overview));
        part->setText(uuid, QString::fromStdString(slice.uuid));
        for (const Column column : {name, state, uuid}) part->setToolTip(column, part->text(column));
    }
}

void DeviceTable::addWorkers(QTreeWidgetItem* item) {
    item->setCheckState(device, Qt::Unchecked);
    auto* box = new WholeBox(this);
    box->setRange(1, kMostTableWorkers);
    box->setEnabled(false);
    box->setFocusPolicy(Qt::StrongFocus);
    box->setToolTip(tr("How many workers share this device during a check"));
    box->setAccessibleName(tr("Workers on %1").arg(item->text(device)));
    setItemWidget(item, workers, box);
    connect(box, &QSpinBox::valueChanged, this, &DeviceTable::selectionEdited);
}

void DeviceTable::choose(const DeviceSelection& selection) {
    DeviceSelection chosen = selection.resolved(m_overview.devices);
    if (chosen.automatic) {
        chosen.workers.clear();
        for (const compute::DeviceInfo& info : m_overview.devices)
            if (info.usable && info.backend != "cpu") chosen.workers[info.id] = 1;
        if (chosen.workers.empty()) chosen.workers["cpu"] = kCpuWorkers;
    }
    const QSignalBlocker block(this);
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = topLevelItem(i);
        auto* box = qobject_cast<QSpinBox*>(itemWidget(item, workers));
        if (box == nullptr) continue;
        const QSignalBlocker quiet(box);
        const auto found = chosen.workers.find(idOf(*item).toStdString());
        const bool on = found != chosen.workers.end();
        item->setCheckState(device, on ? Qt::Checked : Qt::Unchecked);
        box->setEnabled(on);
        box->setValue(on ? static_cast<int>(std::min<std::size_t>(found->second, kMostTableWorkers)) : 1);
    }
    viewport()->update();
}

DeviceSelection DeviceTable::selection() const {
    DeviceSelection chosen;
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = topLevelItem(i);
        const auto* box = qobject_cast<QSpinBox*>(itemWidget(item, workers));
        if (box == nullptr || item->checkState(device) != Qt::Checked) continue;
        chosen.automatic = false;
        chosen.workers[idOf(*item).toStdString()] = static_cast<std::size_t>(box->value());
    }
    return chosen;
}

QSpinBox* DeviceTable::workersBox(const QString& id) const {
    QTreeWidgetItem* item = row(id);
    return item == nullptr ? nullptr : qobject_cast<QSpinBox*>(itemWidget(item, workers));
}

QTreeWidgetItem* DeviceTable::row(const QString& id) const {
    for (int i = 0; i < topLevelItemCount(); ++i)
        if (idOf(*topLevelItem(i)) == id) return topLevelItem(i);
    return nullptr;
}

void DeviceTable::fitColumns() {
    for (int column = 0; column < columns; ++column) {
        if (isColumnHidden(column)) continue;
        resizeColumnToContents(column);
        setColumnWidth(column, std::min(columnWidth(column), kWidest));
    }
}

int DeviceTable::rowsHeight() const {
    int height = 0;
    for (QTreeWidgetItemIterator item(const_cast<DeviceTable*>(this)); *item; ++item)
        height += rowHeight(indexFromItem(*item));
    return height;
}

void DeviceTable::changeEvent(QEvent* event) {
    QTreeWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::StyleChange) return;
    // The style frames boxes in a darker shade of the window: on the dark ground of a table they would be invisible.
    const QColor window = QApplication::palette().color(QPalette::Window);
    const QColor edge = themeIsDark() ? window.lighter(280) : window;
    if (palette().color(QPalette::Window) == edge) return;
    QPalette own;
    own.setColor(QPalette::Window, edge);
    setPalette(own);
}

void DeviceTable::updateCopy() { m_copy->setEnabled(currentItem() != nullptr && !currentItem()->text(uuid).isEmpty()); }

} // namespace ewald::ui
