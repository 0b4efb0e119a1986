// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/surface_page.h"

#include "form/icon.h"
#include "view/surface_view.h"
#include "window/live_page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

namespace ewald::ui {

namespace {

constexpr int kHeightSteps = 100;
constexpr int kUsualHeight = 25;

} // namespace

SurfacePage::SurfacePage(const LivePage& live, QWidget* parent)
    : QWidget(parent), m_live(live), m_surface(new view::SurfaceView(this)),
      m_unwrap(new QCheckBox(tr("Unwrap the phase"), this)), m_height(new QSlider(Qt::Horizontal, this)) {
    m_surface->setValueLabel(tr("Phase"), tr("rad"));
    m_unwrap->setToolTip(tr("Removes the jumps of 2π between neighbouring pixels"));
    m_height->setRange(1, kHeightSteps);
    m_height->setValue(kUsualHeight);
    m_height->setMaximumWidth(220);
    m_height->setToolTip(tr("How high the surface is drawn, compared with its width"));
    m_height->setAccessibleName(tr("Height"));
    auto* home = new QToolButton(this);
    home->setIcon(icon(QStringLiteral("reset")));
    home->setText(tr("Reset view"));
    home->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    home->setToolTip(tr("Shows the whole surface again (Home)"));
    auto* hint = new QLabel(tr("Drag turns, wheel zooms, Shift and drag moves."), this);
    hint->setEnabled(false);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(m_unwrap);
    row->addSpacing(10);
    row->addWidget(new QLabel(tr("Height"), this));
    row->addWidget(m_height);
    row->addWidget(home);
    row->addStretch();
    row->addWidget(hint);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addLayout(row);
    column->addWidget(m_surface, 1);
    connect(m_unwrap, &QCheckBox::toggled, m_surface, &view::SurfaceView::setUnwrapped);
    connect(m_height, &QSlider::valueChanged, this,
            [this](int value) { m_surface->setExaggeration(value / static_cast<double>(kHeightSteps)); });
    connect(home, &QToolButton::clicked, m_surface, &view::SurfaceView::resetView);
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
    m_shown = object;
    if (!object) {
        m_surface->clear();
        return;
    }
    m_surface->setPixelSize(m_live.pixel_m(), m_live.pixel_m());
    m_surface->setPhaseOf(object);
}

} // namespace ewald::ui
