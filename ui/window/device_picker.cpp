// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/device_picker.h"

#include "common/icon.h"
#include "common/whole_box.h"
#include "form/collapsible_section.h"
#include "job/devices/device_line.h"
#include "model/device_text.h"
#include "model/job_model.h"
#include "model/text.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

namespace {

constexpr int kMostWorkers = 64;

const job::ParameterDef& devicesDefinition() { return *job::findParameter("devices"); }

} // namespace

DevicePicker::DevicePicker(JobModel& model, QWidget* parent)
    : QWidget(parent), m_model(model),
      m_section(new CollapsibleSection(QStringLiteral("Devices"), tr("Devices"), false, this)),
      m_automatic(new QCheckBox(tr("Choose automatically"), this)), m_details(new QToolButton(this)),
      m_list(new QVBoxLayout) {
    m_automatic->setToolTip(tr("Takes every GPU that is free, or the CPU when there is none. The numbers do not depend "
                               "on the devices."));
    m_list->setContentsMargins(0, 0, 0, 0);
    m_list->setSpacing(2);
    m_details->setText(tr("Check…"));
    m_details->setIcon(icon(QStringLiteral("device")));
    m_details->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_details->setAutoRaise(true);
    m_details->setToolTip(tr("All about the devices, a check of them, and what more workers bring (Ctrl+D)"));
    connect(m_details, &QToolButton::clicked, this, &DevicePicker::detailsWanted);
    auto* top = new QHBoxLayout;
    top->addWidget(m_automatic, 1);
    top->addWidget(m_details);
    m_section->body()->addLayout(top);
    m_section->body()->addLayout(m_list);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_section);
    connect(m_automatic, &QCheckBox::toggled, this, &DevicePicker::store);
    connect(&m_model, &JobModel::documentReplaced, this, &DevicePicker::showModel);
    connect(&m_model, &JobModel::valueChanged, this, [this](const QString& key) {
        if (key == QStringLiteral("devices")) showModel();
    });
    m_survey.start<DeviceOverview>([](TaskContext&) { return surveyDevices(); },
                                   [this](const DeviceOverview& overview) { setOverview(overview); },
                                   [this](const Error& error) { addRefusal(tr("Devices"), coreText(error.what())); });
    showModel();
}

void DevicePicker::setOverview(const DeviceOverview& overview) {
    if (!m_rows.empty() && sameDevices(overview, m_known)) {
        m_known = overview;
        for (std::size_t i = 0; i < m_rows.size(); ++i) describe(m_rows[i], overview.devices[i]);
        emit overviewChanged(overview);
        return;
    }
    while (QLayoutItem* item = m_list->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    m_rows.clear();
    m_known = overview;
    for (const compute::DeviceInfo& device : overview.devices) addDevice(device);
    for (const compute::RefusedModule& module : overview.refused) {
        addRefusal(QString::fromStdString(module.name), coreText(module.reason));
    }
    showModel();
    emit overviewChanged(overview);
}

void DevicePicker::addDevice(const compute::DeviceInfo& device) {
    Row row;
    row.id = device.id;
    row.usable = device.usable;
    row.widget = new QWidget(this);
    row.check = new QCheckBox(shortId(device.id), row.widget);
    row.name = new QLabel(row.widget);
    row.name->setWordWrap(true);
    row.name->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    row.workers = new WholeBox(row.widget);
    row.workers->setRange(1, kMostWorkers);
    const auto showUnit = [box = row.workers](int count) {
        box->setSuffix(u' ' + (count == 1 ? tr("worker") : tr("workers")));
    };
    connect(row.workers, &QSpinBox::valueChanged, row.workers, showUnit);
    showUnit(1);
    row.workers->setToolTip(tr("How many workers share this device. More than one is for trying out; the result is the "
                               "same."));
    row.workers->setAccessibleName(tr("Workers on %1").arg(QString::fromStdString(device.id)));
    row.workers->setFocusPolicy(Qt::StrongFocus);
    row.check->setEnabled(device.usable);
    row.name->setEnabled(device.usable);
    describe(row, device);
    auto* line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(row.check);
    line->addWidget(row.name, 1);
    line->addWidget(row.workers);
    m_list->addWidget(row.widget);
    connect(row.check, &QCheckBox::toggled, this, &DevicePicker::store);
    connect(row.workers, &QSpinBox::valueChanged, this, &DevicePicker::store);
    m_rows.push_back(row);
}

void DevicePicker::describe(const Row& row, const compute::DeviceInfo& device) {
    QString text = coreText(job::deviceLine(device.name));
    if (!device.usable) text = tr("%1: %2").arg(text, QString::fromStdString(device.reason));
    const bool isGpu = device.usable && device.backend != "cpu";
    if (const QString load = loadText(device); isGpu && !load.isEmpty()) text += u'\n' + load;
    if (const QString users = usersText(device); isGpu && !users.isEmpty())
        text += u'\n' + tr("also used by %1").arg(users);
    QString details;
    if (device.memoryTotal > 0) {
        details = tr("%1 memory, %2 free")
                      .arg(bytesText(static_cast<double>(device.memoryTotal)),
                           bytesText(static_cast<double>(device.memoryFree)));
    }
    row.name->setText(text);
    row.name->setToolTip(details);
    row.check->setToolTip(details);
}

void DevicePicker::addRefusal(const QString& name, const QString& reason) {
    auto* widget = new QWidget(this);
    auto* picture = new QLabel(widget);
    picture->setPixmap(icon(QStringLiteral("info")).pixmap(16, 16));
    auto* text = new QLabel(tr("%1: %2").arg(name, reason), widget);
    text->setWordWrap(true);
    text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* line = new QHBoxLayout(widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(picture, 0, Qt::AlignTop);
    line->addWidget(text, 1);
    m_list->addWidget(widget);
}

void DevicePicker::addAbove(QWidget* widget) { m_section->body()->insertWidget(0, widget); }

void DevicePicker::setElsewhere(const QString& place) {
    m_elsewhere = place;
    showModel();
}

DeviceSelection DevicePicker::selection() const {
    return DeviceSelection::fromText(std::get<std::string>(m_model.value(devicesDefinition())))
        .resolved(m_known.devices);
}

void DevicePicker::showModel() {
    const DeviceSelection chosen = selection();
    const QSignalBlocker block(m_automatic);
    m_automatic->setChecked(chosen.automatic);
    const bool here = m_elsewhere.isEmpty();
    m_automatic->setVisible(here);
    m_details->setVisible(here);
    for (int i = 0; i < m_list->count(); ++i) m_list->itemAt(i)->widget()->setVisible(here);
    for (const Row& row : m_rows) {
        const QSignalBlocker blockCheck(row.check);
        const QSignalBlocker blockWorkers(row.workers);
        const auto found = chosen.workers.find(row.id);
        const bool on = found != chosen.workers.end();
        row.check->setChecked(on);
        row.check->setEnabled(row.usable && !chosen.automatic);
        row.workers->setEnabled(on && !chosen.automatic);
        row.workers->setVisible(!chosen.automatic);
        if (on) row.workers->setValue(static_cast<int>(std::min<std::size_t>(found->second, kMostWorkers)));
    }
    m_section->setRemark(summary());
}

void DevicePicker::store() {
    DeviceSelection chosen = selection();
    chosen.automatic = m_automatic->isChecked();
    if (!chosen.automatic) {
        // Leaving "automatic" starts from what it takes, all GPUs or else the processor: an empty choice would mean
        // automatic again.
        const bool first = chosen.workers.empty();
        const auto isGpu = [](const Row& row) { return row.usable && !row.id.starts_with("cpu"); };
        const bool hasGpus = std::ranges::any_of(m_rows, isGpu);
        for (const Row& row : m_rows) {
            const bool taken = hasGpus ? isGpu(row) : row.usable && &row == m_rows.data();
            const bool on = row.check->isChecked() || (first && taken);
            if (on) {
                chosen.workers[row.id] = static_cast<std::size_t>(row.workers->value());
            } else {
                chosen.workers.erase(row.id);
            }
        }
        if (chosen.workers.empty()) chosen.automatic = true;
    }
    m_model.setValue(devicesDefinition(), chosen.toText());
    showModel();
}

QString DevicePicker::summary() const {
    if (!m_elsewhere.isEmpty()) return m_elsewhere;
    const DeviceSelection chosen = selection();
    if (!chosen.automatic) return QString::fromStdString(chosen.toText());
    if (m_rows.empty()) return tr("automatic");
    const auto usable = std::ranges::count_if(m_rows, [](const Row& row) { return row.usable; });
    return usable == 1 ? tr("automatic: %1").arg(QString::fromStdString(m_rows.front().id)) : tr("automatic");
}

QCheckBox* DevicePicker::deviceBox(const std::string& id) const {
    const auto row = std::ranges::find(m_rows, id, &Row::id);
    return row == m_rows.end() ? nullptr : row->check;
}

QSpinBox* DevicePicker::workersBox(const std::string& id) const {
    const auto row = std::ranges::find(m_rows, id, &Row::id);
    return row == m_rows.end() ? nullptr : row->workers;
}

} // namespace ewald::ui
