// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/drawn_substances_list.h"

#include "common/icon.h"
#include "model/drawn_substances.h"
#include "view/mark_colour.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPixmap>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace ewald::ui {

DrawnSubstancesList::DrawnSubstancesList(DrawnSubstances& drawn, RingSubstance& chosen, QWidget* parent)
    : QWidget(parent), m_drawn(drawn), m_chosen(chosen) {
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(1);
    connect(&m_drawn, &DrawnSubstances::changed, this, &DrawnSubstancesList::showRows);
    hide();
    showRows();
}

QWidget* DrawnSubstancesList::makeRow(const Row& row) {
    constexpr int kWidest = 240, kSwatch = 12; // pixels
    auto* widget = new QWidget(this);
    auto* name = new QToolButton(widget);
    QPixmap swatch(kSwatch, kSwatch);
    swatch.fill(view::markColour(row.colour, palette()));
    name->setIcon(QIcon(swatch));
    name->setText(fontMetrics().elidedText(row.label, Qt::ElideMiddle, kWidest).replace(u'&', QStringLiteral("&&")));
    name->setAccessibleName(row.label);
    name->setToolTip(tr("Chooses %1: its pressure, temperature or scale can then be changed")
                         .arg(QFileInfo(row.name).isAbsolute() ? row.name : row.label));
    name->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    name->setCheckable(true);
    name->setChecked(row.chosen);
    name->setAutoRaise(true);
    auto* remove = new QToolButton(widget);
    remove->setIcon(icon(QStringLiteral("close")));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Takes the rings of %1 away").arg(row.label));
    remove->setAccessibleName(remove->toolTip());
    auto* layout = new QHBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(name);
    layout->addStretch();
    layout->addWidget(remove);
    connect(name, &QToolButton::clicked, this, [this, id = row.name, name] {
        name->setChecked(true); // one is chosen, also after a second click
        m_drawn.choose(id);
    });
    connect(remove, &QToolButton::clicked, this, [this, id = row.name] { m_drawn.remove(id); });
    return widget;
}

void DrawnSubstancesList::showRows() {
    std::vector<Row> rows;
    if (m_drawn.keepsAny())
        for (const RingSource& source : m_drawn.all())
            rows.push_back({source.name, source.label, source.colour, source.name == m_chosen.name()});
    if (rows == m_shown) return; // as with each step of a pressure
    while (QLayoutItem* const item = m_layout->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // it may be that of the button that was clicked
        delete item;
    }
    for (const Row& row : rows) m_layout->addWidget(makeRow(row));
    setVisible(!rows.empty());
    m_shown = std::move(rows);
}

void DrawnSubstancesList::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    m_shown.clear(); // with other colours
    showRows();
}

} // namespace ewald::ui
