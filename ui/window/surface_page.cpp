// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/surface_page.h"

#include "view/surface_view.h"
#include "window/live_page.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ewald::ui {

SurfacePage::SurfacePage(const LivePage& live, QWidget* parent)
    : QWidget(parent), m_live(live), m_surface(new view::SurfaceView(this)) {
    m_surface->setValueLabel(tr("Phase"), tr("rad"));
    m_surface->setPhaseUnwrapper(unwrappedPhase);
    auto* hint = new QLabel(tr("Drag to turn, wheel to zoom, Shift+drag to move, Home to see all"), this);
    hint->setEnabled(false);
    hint->setAlignment(Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(4);
    column->addWidget(m_surface, 1);
    column->addWidget(hint);
    connect(m_surface, &view::SurfaceView::unsupported, hint, &QWidget::hide);
    connect(&m_live, &LivePage::objectChanged, this, [this] {
        if (isVisible()) refresh();
    });
}

void SurfacePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void SurfacePage::refresh() {
    const auto& object = m_live.objectImage();
    if (object == m_shown) return;
    m_shown = object; // what is drawn of it has no border that was never scanned
    if (!object) {
        m_surface->clear();
        return;
    }
    m_surface->setPixelSize(m_live.pixelHeight_m(), m_live.pixelWidth_m());
    m_surface->setPhaseOf(m_live.litObject());
}

} // namespace ewald::ui
