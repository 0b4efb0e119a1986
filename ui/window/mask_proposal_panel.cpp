// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/mask_proposal_panel.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "model/text.h"
#include "view/mark_colour.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPixmap>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

namespace {

using azint::Suspicion;

constexpr std::array kOrder{Suspicion::hot, Suspicion::dead, Suspicion::beamStop, Suspicion::spot};

std::size_t placeOf(Suspicion why) {
    return static_cast<std::size_t>(std::ranges::find(kOrder, why) - kOrder.begin()) % kOrder.size();
}

QIcon swatch(const QColor& colour) {
    QPixmap picture(12, 12);
    picture.fill(colour);
    return {picture};
}

QString tipOf(Suspicion why) {
    switch (why) {
    case Suspicion::hot:
        return MaskProposalPanel::tr("Far above the others of their ring in most frames, alone or with one neighbour");
    case Suspicion::dead: return MaskProposalPanel::tr("Far below the others of their ring in all frames");
    case Suspicion::beamStop:
        return MaskProposalPanel::tr("The shadow around the beam with its arm, and two pixels around it");
    default:
        return MaskProposalPanel::tr("Spots of single crystals in the frame that was shown; a mask is for all frames");
    }
}

QString sentenceOf(const UserMessage& message) {
    QString text = message.what;
    if (!message.where.isEmpty()) text += QStringLiteral(" (%1)").arg(message.where);
    if (!message.hint.isEmpty()) text += QStringLiteral("; %1").arg(message.hint);
    return text + u'.';
}

QString textOf(Suspicion why, std::size_t pixels, std::optional<std::size_t> frame) {
    switch (why) {
    case Suspicion::hot: return MaskProposalPanel::tr("Hot: %1").arg(countText(pixels));
    case Suspicion::dead: return MaskProposalPanel::tr("Dead: %1").arg(countText(pixels));
    case Suspicion::beamStop: return MaskProposalPanel::tr("Beam stop: %1").arg(countText(pixels));
    default: return MaskProposalPanel::tr("Spots of frame %1: %2").arg(frame.value_or(0)).arg(countText(pixels));
    }
}

} // namespace

QColor MaskProposalPanel::colourOf(Suspicion why) {
    // Orange, blue-green, violet, lime.
    constexpr std::array<std::size_t, 4> kColours{4, 0, 3, 2};
    return view::markColourOnImage(kColours[placeOf(why)]);
}

MaskProposalPanel::MaskProposalPanel(IntegrationSession& session, QWidget* parent)
    : QWidget(parent), m_proposals(session),
      m_find(new QPushButton(icon(QStringLiteral("mask")), tr("Propose a mask"), this)),
      m_stop(new QPushButton(tr("Stop"), this)), m_progress(new QProgressBar(this)), m_text(new QLabel(this)),
      m_found(new QWidget(this)), m_apply(new QPushButton(tr("Apply"), m_found)),
      m_discard(new QPushButton(tr("Discard"), m_found)) {
    m_stop->setToolTip(tr("Ends the search; the mask stays as it is"));
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Frames that were looked at"));
    m_text->setWordWrap(true);
    m_apply->setToolTip(tr("Masks the pixels of the kinds that are ticked; undo takes it back"));
    m_discard->setToolTip(tr("Forgets the proposal; the mask stays as it is"));
    buildKinds();
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_find);
    row->addWidget(m_stop);
    row->addWidget(m_progress, 1);
    row->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_text);
    column->addWidget(m_found);
    connect(m_find, &QPushButton::clicked, &m_proposals, &MaskProposals::start);
    connect(m_stop, &QPushButton::clicked, &m_proposals, &MaskProposals::forget);
    connect(m_apply, &QPushButton::clicked, &m_proposals, &MaskProposals::apply);
    connect(m_discard, &QPushButton::clicked, &m_proposals, &MaskProposals::forget);
    connect(&m_proposals, &MaskProposals::changed, this, &MaskProposalPanel::showState);
    connect(&m_proposals, &MaskProposals::progressed, this, [this](qulonglong done, qulonglong total) {
        m_progress->setRange(0, static_cast<int>(total));
        m_progress->setValue(static_cast<int>(done));
    });
    showState();
}

void MaskProposalPanel::buildKinds() {
    auto* grid = new QGridLayout(m_found);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        m_kinds[i] = new QCheckBox(m_found);
        m_kinds[i]->setIcon(swatch(colourOf(kOrder[i])));
        m_kinds[i]->setToolTip(tipOf(kOrder[i]));
        grid->addWidget(m_kinds[i], static_cast<int>(i / 2), static_cast<int>(i % 2));
        connect(m_kinds[i], &QCheckBox::toggled, this, [this, i](bool on) { m_proposals.choose(kOrder[i], on); });
    }
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_apply);
    buttons->addWidget(m_discard);
    buttons->addStretch();
    grid->addLayout(buttons, 2, 0, 1, 3);
    grid->setColumnStretch(2, 1);
}

QCheckBox* MaskProposalPanel::kindBox(Suspicion why) const { return m_kinds.at(placeOf(why)); }

void MaskProposalPanel::showState() {
    const bool busy = m_proposals.busy();
    const QString missing = m_proposals.missing();
    m_find->setVisible(!busy);
    m_find->setEnabled(missing.isEmpty());
    m_find->setToolTip(missing.isEmpty()
                           ? tr("Looks for hot and dead pixels and the shadow of the beam stop in up to 20 frames, and "
                                "for spots in the frame that is shown; nothing is masked before it is applied")
                           : missing);
    m_stop->setVisible(busy);
    m_progress->setVisible(busy);
    if (!busy) m_progress->setRange(0, 0);
    const std::optional<MaskProposals::Answer>& answer = m_proposals.answer();
    m_found->setVisible(answer.has_value());
    QString text;
    if (m_proposals.failure()) text = sentenceOf(*m_proposals.failure());
    if (answer) {
        text = countedText(tr("Proposed after a look at %1 {frame|frames}; not in the mask yet:"), {answer->frames});
        for (QCheckBox* box : m_kinds) box->hide();
        for (const MaskProposals::Kind& kind : answer->kinds) {
            QCheckBox& box = *kindBox(kind.why);
            const QSignalBlocker quiet(&box);
            box.setText(textOf(kind.why, kind.pixels.size(), answer->of));
            box.setChecked(kind.chosen && !kind.pixels.empty());
            box.setEnabled(!kind.pixels.empty());
            box.show();
        }
        m_apply->setEnabled(m_proposals.chosenPixels() > 0);
    }
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
}

} // namespace ewald::ui
