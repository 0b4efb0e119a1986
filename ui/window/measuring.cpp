// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/measuring.h"

#include "view/image_view.h"
#include "view/line_profile_view.h"
#include "view/region_table.h"

#include <QTabWidget>

namespace ewald::ui {

using view::ImageView;
using view::LineProfileView;
using view::RegionTable;

Measuring::Measuring(QTabWidget& tabs, std::vector<ImageView*> images)
    : QObject(&tabs), m_tabs(tabs), m_images(std::move(images)), m_profile(new LineProfileView(&tabs)),
      m_regions(new RegionTable(*m_images.front(), &tabs)) {
    m_images.front()->setRegionsEnabled(true);
    m_tabs.addTab(m_profile, tr("Line profile"));
    m_tabs.setTabToolTip(m_tabs.indexOf(m_profile),
                         tr("Values along the line measured last (M, then drag on an image)"));
    m_tabs.addTab(m_regions, tr("Regions"));
    m_tabs.setTabToolTip(m_tabs.indexOf(m_regions),
                         tr("Mean, deviation and area of regions of the object (A or O, then drag on it)"));
    // Room for the others.
    for (QWidget* page : {static_cast<QWidget*>(m_profile), static_cast<QWidget*>(m_regions)}) offer(*page, false);
    for (ImageView* image : m_images) {
        connect(image, &ImageView::lineMeasured, this,
                [this, image](const view::LineProfile& profile) { show(*image, profile); });
        connect(image, &ImageView::lineRemoved, this, [this, image] {
            if (image == m_measured) clear();
        });
        connect(m_profile, &LineProfileView::widthChosen, image, &ImageView::setLineWidth);
    }
    connect(m_profile, &LineProfileView::cursorsMoved, this, [this](QPointF first, QPointF second) {
        if (m_measured != nullptr) m_measured->setLineMarks(first, second);
    });
    connect(m_images.front(), &ImageView::regionsMeasured, this,
            [this](const std::vector<view::RegionStatistics>& found) {
                offer(*m_regions, !found.empty());
                if (found.size() > m_regionCount) m_tabs.setCurrentWidget(m_regions);
                m_regionCount = found.size();
            });
    connect(m_regions, &RegionTable::flatChanged, this, [this] { emit flatChanged(m_regions->flatRegion()); });
    connect(m_profile, &LineProfileView::message, this, &Measuring::message);
    connect(m_regions, &RegionTable::message, this, &Measuring::message);
}

void Measuring::show(ImageView& image, const view::LineProfile& profile) {
    const std::pair line(profile.from, profile.to);
    const bool drawn = m_measured == nullptr || line != m_line;
    // The other image has a line of its own, and only its values have changed.
    if (m_measured != &image && m_measured != nullptr && !image.isMeasuring()) return;
    m_measured = &image;
    m_line = line;
    m_profile->setProfile(profile);
    offer(*m_profile, true);
    if (drawn) m_tabs.setCurrentWidget(m_profile);
}

void Measuring::clear() {
    m_measured = nullptr;
    m_profile->clear();
    offer(*m_profile, false);
}

void Measuring::offer(QWidget& page, bool something) { m_tabs.setTabVisible(m_tabs.indexOf(&page), something); }

void Measuring::setSource(const QStringList& lines) {
    m_profile->setSource(lines);
    m_regions->setSource(lines);
}

bool Measuring::leaveTools() {
    bool any = false;
    for (ImageView* image : m_images) any = image->leaveTool() || any;
    return any;
}

} // namespace ewald::ui
