// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/optional_page.h"

#include <QTabWidget>

namespace ewald::ui {

OptionalPage::OptionalPage(QTabWidget& tabs, const QString& title, const QString& toolTip)
    : QWidget(&tabs), m_tabs(tabs) {
    const int index = m_tabs.addTab(this, title);
    m_tabs.setTabToolTip(index, toolTip);
    m_tabs.setTabVisible(index, false);
}

bool OptionalPage::isShown() const { return m_tabs.isTabVisible(m_tabs.indexOf(this)); }

void OptionalPage::reveal() { m_tabs.setCurrentWidget(this); }

void OptionalPage::followContent() {
    const bool something = hasContent();
    m_outdated = something;
    const bool wasLookedAt = m_tabs.currentWidget() == this;
    const bool returns = something && !isShown();
    m_tabs.setTabVisible(m_tabs.indexOf(this), something);
    if (!something) clearContent();
    if (!something && wasLookedAt) {
        // Who looks at the substitute of another page has chosen that one.
        bool isChosen = true;
        for (OptionalPage* page : m_tabs.findChildren<OptionalPage*>()) {
            if (page->m_substitute != this) continue;
            page->m_substitute = m_tabs.currentWidget();
            isChosen = false;
        }
        if (isChosen) m_substitute = m_tabs.currentWidget();
    }
    if (returns) {
        // The run goes on: who has not chosen another page meanwhile looks at this one again.
        if (m_substitute != nullptr && m_tabs.currentWidget() == m_substitute) reveal();
        m_substitute = nullptr;
    }
    if (!something || !isVisible()) return;
    m_outdated = false;
    showContent();
}

void OptionalPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    // A page that goes away shows its neighbour, whose content may be gone as well.
    if (!m_outdated || !hasContent()) return;
    m_outdated = false;
    showContent();
}

} // namespace ewald::ui
