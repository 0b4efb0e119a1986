// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/queue_details_view.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "common/quantity_text.h"
#include "form/by_hand_text.h"
#include "model/scan_parameters.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "window/yielding_area.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

QueueDetailsView::QueueDetailsView(QWidget* parent)
    : QWidget(parent), m_title(new view::ElidedLabel(this)), m_state(new QLabel(this)), m_notes(new QLabel(this)),
      m_byHand(new QLabel(this)), m_box(new QFrame(this)), m_message(new QLabel(m_box)), m_cure(new QPushButton(this)),
      m_result(new QPushButton(icon(QStringLiteral("open")), tr("Open result"), this)),
      m_folder(new QPushButton(icon(QStringLiteral("folder")), tr("Folder"), this)),
      m_editNotes(new QPushButton(icon(QStringLiteral("notes")), {}, this)), m_picture(new QLabel(this)),
      m_log(new QPlainTextEdit(this)) {
    setObjectName(QStringLiteral("queueDetails"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::RichText);
    m_notes->setObjectName(QStringLiteral("notes"));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::RichText);
    m_byHand->setObjectName(QStringLiteral("byHand"));
    m_byHand->setWordWrap(true);
    m_byHand->setTextFormat(Qt::RichText);
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::RichText);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_box->setFrameShape(QFrame::StyledPanel);
    auto* box = new QVBoxLayout(m_box);
    box->setContentsMargins(8, 4, 8, 4);
    box->addWidget(m_message);
    m_result->setToolTip(tr("Shows the result in the window (Return)"));
    m_folder->setToolTip(tr("Shows the folder of the result (F)"));
    m_editNotes->setAccessibleName(tr("Notes"));
    m_editNotes->setToolTip(tr("Changes name, sample, operator, comment, priority, and what the job waits for (N)"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_cure); // below the message that it is about
    buttons->addWidget(m_result);
    buttons->addWidget(m_folder);
    buttons->addWidget(m_editNotes);
    buttons->addStretch();
    m_picture->setAlignment(Qt::AlignTop | Qt::AlignRight);
    m_picture->setAccessibleName(tr("Picture of the result"));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(4);
    for (QLabel* text : {m_state, m_notes, m_byHand}) texts->addWidget(text);
    texts->addStretch();
    auto* upper = new QWidget; // what is long is scrolled; buttons and log keep their place
    auto* upperColumn = new QVBoxLayout(upper);
    upperColumn->setContentsMargins(0, 0, 0, 0);
    upperColumn->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->addLayout(texts, 1);
    head->addWidget(m_picture);
    m_log->setReadOnly(true);
    m_log->setPlaceholderText(tr("The log of the job"));
    m_log->setAccessibleName(tr("Log of the job"));
    constexpr int kLogLines = 4;
    m_log->setMinimumHeight(kLogLines * m_log->fontMetrics().lineSpacing());
    m_log->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // the rest of the height
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 0, 0, 0);
    column->setSpacing(4);
    upperColumn->addWidget(m_title);
    upperColumn->addWidget(m_box); // why it has failed comes first, whatever picture there is
    upperColumn->addLayout(head);
    m_upper = new YieldingArea(upper, 4 * fontMetrics().lineSpacing(), this);
    column->addWidget(m_upper);
    column->addLayout(buttons);
    column->addWidget(m_log, 1);
    connect(m_cure, &QPushButton::clicked, this, [this] { emit cureWanted(m_help); });
    connect(m_result, &QPushButton::clicked, this, &QueueDetailsView::resultWanted);
    connect(m_folder, &QPushButton::clicked, this, &QueueDetailsView::folderWanted);
    connect(m_editNotes, &QPushButton::clicked, this, &QueueDetailsView::notesWanted);
    showJob(nullptr, nullptr);
}

QString QueueDetailsView::messageText() const { return m_box->isHidden() ? QString() : m_message->text(); }

QPixmap QueueDetailsView::picture() const { return m_picture->pixmap(); }

void QueueDetailsView::showJobs(std::size_t count, const QueueSums& sums) {
    showJob(nullptr, nullptr);
    m_title->setText(countedText(tr("%1 jobs are selected"), {count}));
    QStringList lines{sumsText(sums), timeLeftText(sums)};
    lines.removeAll({});
    m_state->setText(lines.join(QStringLiteral("<br>")));
}

void QueueDetailsView::showJob(const job::queue::QueueJob* job, const job::queue::JobProgress* progress,
                               const std::string& parameter) {
    const long long id = job == nullptr ? 0 : job->id;
    if (id != m_id) {
        m_log->clear();
        m_picture->clear();
        m_upper->verticalScrollBar()->setValue(0); // what another job was scrolled to hides the reason of this one
        m_byHand->hide();
        m_notes->hide();
    }
    m_id = id;
    m_result->setEnabled(job != nullptr && job->hasResult());
    m_folder->setEnabled(job != nullptr);
    m_result->setVisible(job != nullptr);
    m_folder->setVisible(job != nullptr);
    m_editNotes->setVisible(job != nullptr);
    m_log->setVisible(job != nullptr);
    if (job == nullptr) {
        m_title->setText(tr("No job is selected"));
        m_title->setDetails({});
        m_state->clear();
        m_box->hide();
        m_cure->hide();
        m_help = {};
        return;
    }
    m_title->setText(QString::fromStdString(job->name));
    m_title->setDetails(jobToolTip(*job));
    QStringList parts{jobStateText(*job, progress)};
    if (progress != nullptr && progress->part.half > 0)
        parts << (progress->part.half == 1 ? tr("first half of the frames") : tr("second half of the frames"));
    if (progress != nullptr && progress->total > 0)
        parts << tr("%1 of %2")
                     .arg(countText(static_cast<std::size_t>(progress->done)),
                          countText(static_cast<std::size_t>(progress->total)));
    if (job->state == job::queue::QueueState::done && job->ended > job->started)
        parts << tr("took %1").arg(durationText(job->ended - job->started));
    parts << breakableHtml(withShortNames(toQString(job->result.filename())));
    m_state->setText(QStringLiteral("<span style='color:%1'>●</span>&nbsp;%2")
                         .arg(QLatin1String(jobColour(*job)), parts.join(QStringLiteral(" · "))));
    const QString notes = notesText(*job);
    m_notes->setText(breakableHtml(withShortNames(notes)));
    m_notes->setToolTip(notes);
    m_notes->setVisible(!notes.isEmpty());
    const UserMessage said = failureMessage(*job);
    m_help = cureOf(*job, parameter);
    QStringList lines;
    if (!said.what.isEmpty())
        lines << QStringLiteral("<b>%1</b>").arg(breakableHtml(withShortNames(asSentence(said.what))));
    if (!said.where.isEmpty()) lines << breakableHtml(withShortNames(said.where));
    if (!said.hint.isEmpty())
        lines << QStringLiteral("<i>%1</i>").arg(breakableHtml(withShortNames(asSentence(said.hint))));
    m_message->setText(lines.join(QStringLiteral("<br>")));
    m_message->setVisible(!lines.isEmpty());
    m_message->setToolTip(QStringList{said.what, said.where, said.hint}.join(u'\n').trimmed());
    m_cure->setText(m_help.button);
    m_cure->setToolTip(m_help.tip);
    m_cure->setVisible(m_help.what != QueueCure::What::none);
    m_box->setVisible(!lines.isEmpty());
}

void QueueDetailsView::showDocument(const job::JobDocument& document) {
    const QStringList all = byHandTexts(byHand(document));
    m_byHand->setVisible(!all.isEmpty());
    m_byHand->setText(tr("Not from the file: %1").arg(breakableHtml(withShortNames(all.join(QStringLiteral(", "))))));
}

void QueueDetailsView::addToLog(const QStringList& lines) {
    if (lines.isEmpty()) return;
    QScrollBar* bar = m_log->verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum() - 1;
    m_log->appendPlainText(lines.join(u'\n'));
    if (atEnd) bar->setValue(bar->maximum());
}

void QueueDetailsView::showPicture(const QImage& picture) {
    constexpr int kSide = 84;
    m_picture->setPixmap(picture.isNull() ? QPixmap()
                                          : QPixmap::fromImage(picture.scaled(kSide, kSide, Qt::KeepAspectRatio,
                                                                              Qt::SmoothTransformation)));
}

} // namespace ewald::ui
