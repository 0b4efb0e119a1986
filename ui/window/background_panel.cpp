// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/background_panel.h"

#include "common/quantity_text.h"
#include "model/manual.h"
#include "model/session.h"
#include "model/shown_refinement.h"
#include "view/image_view.h"

#include <QHBoxLayout>

#include <numeric>

namespace ewald::ui {

BackgroundPanel::BackgroundPanel(Session& session, QTabWidget& tabs)
    : OptionalPage(tabs, tr("Background"),
                   tr("Counts that every frame has beside the waves, for each pixel of the detector")),
      m_session(session), m_image(new view::ImageView(this)) {
    setManualPlace(*this, QStringLiteral("engines#background-and-beam"));
    m_image->setColourMap("inferno");
    m_image->setValueLabel(tr("Background"), tr("counts"));
    auto* column = new QHBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_image);
    clearContent();
    connect(&m_session.refinement(), &ShownRefinement::changed, this, [this] { followContent(); });
}

bool BackgroundPanel::hasContent() const { return m_session.refinement().background() != nullptr; }

void BackgroundPanel::clearContent() {
    m_image->clear(tr("No background yet"));
    m_image->setTitle(tr("Background"));
}

void BackgroundPanel::showContent() {
    const BackgroundPtr background = m_session.refinement().background();
    // Pixels from the zero frequency.
    const auto axis = [&](const QString& name, std::size_t direction) {
        return view::ImageAxis{name, tr("px"), -static_cast<double>(background->extent(direction) / 2), 1};
    };
    m_image->setAxes(axis(tr("y"), 0), axis(tr("x"), 1), view::AxesFit::keepShape);
    m_image->setImage(background);
    const double sum = std::accumulate(background->begin(), background->end(), 0.0);
    m_image->setTitle(tr("Sum: %1").arg(numberText(sum, 3)));
}

} // namespace ewald::ui
