// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/decisions_panel.h"

#include "common/quantity_text.h"
#include "model/manual.h"
#include "view/loss_chart.h"

#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace ewald::ui {

DecisionsPanel::DecisionsPanel(view::LossChart& chart, QTabWidget& tabs)
    : OptionalPage(tabs, tr("Decisions"), tr("What the run decided by itself: the numbered flags in the loss chart")),
      m_chart(chart), m_list(new QListWidget(this)) {
    setManualPlace(*this, QStringLiteral("loss#flags"));
    m_list->setWordWrap(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setAlternatingRowColors(true);
    m_list->setAccessibleName(tr("What the run decided by itself"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2, 2, 2, 2);
    column->addWidget(m_list);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        const QListWidgetItem* item = m_list->item(row);
        m_chart.pointTo(item ? std::optional<std::size_t>(item->data(Qt::UserRole).toUInt()) : std::nullopt);
    });
}

bool DecisionsPanel::hasContent() const { return m_list->count() > 0; }

void DecisionsPanel::follow() {
    const QSignalBlocker quiet(m_list);
    const int chosen = m_list->currentRow();
    m_list->clear();
    for (std::size_t flag = 0; flag < m_chart.flags().size(); ++flag) {
        const view::LossFlag& shown = m_chart.flags()[flag];
        for (const QString& decision : shown.decisions) {
            const QString number = QString::number(m_list->count() + 1);
            auto* item = new QListWidgetItem(
                shown.iteration > 0
                    ? tr("%1. After iteration %2: %3").arg(number, numberText(shown.iteration, 7), decision)
                    : tr("%1. Before the first iteration: %2").arg(number, decision),
                m_list);
            item->setData(Qt::UserRole, static_cast<uint>(flag));
        }
    }
    m_list->setCurrentRow(chosen < m_list->count() ? chosen : -1);
    followContent();
}

} // namespace ewald::ui
