// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/devices_dialog.h"

#include "window/devices_page.h"
#include "window/scaling_page.h"

#include <QPushButton>
#include <QScreen>
#include <QTabWidget>
#include <QVBoxLayout>

namespace ewald::ui {

DevicesDialog::DevicesDialog(Session& session, QWidget* parent)
    : QDialog(parent), m_tabs(new QTabWidget(this)), m_devices(new DevicesPage(session, m_tabs)),
      m_scaling(new ScalingPage(session, m_tabs)) {
    setWindowTitle(tr("Devices and scaling"));
    constexpr QSize kLargest{1200, 780};
    resize(kLargest.boundedTo(screen()->availableSize() * 9 / 10));
    m_tabs->addTab(m_devices, tr("Devices"));
    m_tabs->addTab(m_scaling, tr("Scaling"));
    m_tabs->setTabToolTip(0, tr("What can compute here, and a check of it"));
    m_tabs->setTabToolTip(1, tr("What more workers bring to a job, and whether the results agree"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_tabs);
    // Enter in a field must not press the first button there is.
    for (QPushButton* button : findChildren<QPushButton*>()) button->setAutoDefault(false);
    connect(m_devices, &DevicesPage::busyChanged, m_scaling, &ScalingPage::setHeld);
    connect(m_scaling, &ScalingPage::busyChanged, m_devices, &DevicesPage::setHeld);
}

void DevicesDialog::followTheme() {
    m_devices->followTheme();
    m_scaling->followTheme();
}

} // namespace ewald::ui
