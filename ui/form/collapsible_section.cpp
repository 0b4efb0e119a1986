// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/collapsible_section.h"

#include "common/icon.h"

#include <QSettings>
#include <QVBoxLayout>

namespace ewald::ui {

CollapsibleSection::CollapsibleSection(const QString& id, const QString& title, bool open, QWidget* parent)
    : QWidget(parent), m_id(QStringLiteral("sections/") + id), m_title(title), m_header(new QToolButton(this)),
      m_content(new QWidget(this)), m_body(new QVBoxLayout(m_content)), m_open(QSettings().value(m_id, open).toBool()) {
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setIconSize(QSize(12, 12));
    m_header->setAutoRaise(true);
    m_header->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont font = m_header->font();
    font.setBold(true);
    m_header->setFont(font);
    m_body->setContentsMargins(8, 0, 0, 4);
    m_body->setSpacing(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_content);
    connect(m_header, &QToolButton::clicked, this, [this] { setOpen(!m_open); });
    update();
}

void CollapsibleSection::setTitle(const QString& title) {
    m_title = title;
    update();
}

void CollapsibleSection::setRemark(const QString& remark) {
    if (m_remark == remark) return;
    m_remark = remark;
    update();
}

void CollapsibleSection::setOpen(bool open) {
    m_open = open;
    QSettings().setValue(m_id, open);
    update();
    emit opened(open);
}

void CollapsibleSection::setForcedOpen(bool forced) {
    if (m_forced == forced) return;
    m_forced = forced;
    update();
}

void CollapsibleSection::update() {
    const bool open = m_open || m_forced;
    m_header->setIcon(icon(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
    m_header->setText(m_remark.isEmpty() ? m_title : m_title + QStringLiteral("  ·  ") + m_remark);
    m_content->setVisible(open);
}

} // namespace ewald::ui
