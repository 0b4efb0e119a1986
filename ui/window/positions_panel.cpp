// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/positions_panel.h"

#include "common/counted_text.h"
#include "job/ptychography/results/position_moves.h"
#include "job/ptychography/results/position_words.h"
#include "model/manual.h"
#include "model/session.h"
#include "model/shown_refinement.h"
#include "model/text.h"
#include "view/length_histogram.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>

#include <string>
#include <utility>

namespace ewald::ui {

struct PositionsPanel::Found {
    job::MoveFigures figures;
    std::vector<std::string> words;
    double pixel_m = 0;
};

PositionsPanel::PositionsPanel(Session& session, QTabWidget& tabs)
    : OptionalPage(tabs, tr("Positions"),
                   tr("How far refinement has moved the positions, and what the moves have in common; the "
                      "page Data shows them as arrows")),
      m_session(session), m_histogram(new view::LengthHistogram(this)), m_text(new QLabel) {
    setManualPlace(*this, QStringLiteral("positions#refined-positions"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_text->setContentsMargins(4, 4, 4, 4);
    m_text->setAccessibleName(tr("What refinement did to the positions"));
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_text);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2, 2, 2, 2);
    row->addWidget(m_histogram, 1);
    row->addWidget(scroll, 1);
    connect(&m_session.refinement(), &ShownRefinement::changed, this, [this] {
        if (!isVisible()) clearContent(); // nothing old is seen while the new is being found
        followContent();
    });
}

PositionsPanel::~PositionsPanel() { m_worker.cancel(); }

QString PositionsPanel::text() const { return m_text->text().replace(QChar::Nbsp, u' '); }

bool PositionsPanel::hasContent() const { return m_session.refinement().moves() != nullptr; }

void PositionsPanel::clearContent() {
    m_worker.cancel();
    m_histogram->clear();
    m_text->clear();
}

void PositionsPanel::showContent() {
    const PositionMovesPtr moves = m_session.refinement().moves();
    // Previews may come faster than a large scan is fitted.
    m_worker.submit<Found>(
        [moves](TaskContext&) {
            std::vector<ScanPosition> from, to;
            for (const PositionMove& move : moves->moves) {
                from.push_back(move.from);
                to.push_back(move.to);
            }
            return Found{job::moveFigures(moves->moves),
                         job::describePositions(from, to, moves->pixel_m, moves->timesLimit, moves->left),
                         moves->pixel_m};
        },
        [this](const Found& found) { show(found); });
}

void PositionsPanel::show(const Found& found) {
    const job::MoveFigures& figures = found.figures;
    m_histogram->setLengths(figures.lengths_m, figures.median_m, figures.percentile95_m, found.pixel_m);
    const auto length = [&](double metres) {
        return tr("%1 px (%2)").arg(numberText(metres / found.pixel_m, 2), lengthText(metres, 2));
    };
    QStringList lines{tr("Median of the moves: %1").arg(length(figures.median_m)),
                      tr("95 % moved less than %1").arg(length(figures.percentile95_m)),
                      tr("Longest: %1").arg(length(figures.longest_m))};
    QString text = lines.join(u'\n');
    for (const std::string& line : found.words) {
        QString words = coreText(line);
        words[0] = words[0].toUpper();
        text += QStringLiteral("\n\n") + words + u'.';
    }
    // No unit on a line of its own.
    m_text->setText(text.replace(QRegularExpression(QStringLiteral("(\\d) (\\S)")), QStringLiteral("\\1\u00a0\\2")));
}

} // namespace ewald::ui
