// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/start_page.h"

#include "common/elided_path.h"
#include "common/icon.h"
#include "common/quantity_text.h"
#include "job/queue/stored_run.h"
#include "model/recent_files.h"
#include "model/text.h"
#include "view/elided_label.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace ewald::ui {

using job::queue::UnseenRun;

namespace {

constexpr int kShownRecent = 6;
constexpr std::size_t kShownInterrupted = 3;
constexpr int kRecentWidth = 640;

/// A file of the list, shortened in the middle: its name never decides how wide the window has to be.
class RecentEntry : public QToolButton {
public:
    using QToolButton::QToolButton;
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, QToolButton::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QStylePainter painter(this);
        QStyleOptionToolButton option;
        initStyleOption(&option);
        option.text = elidedAtFolders(text(), fontMetrics(), width() - 16);
        painter.drawComplexControl(QStyle::CC_ToolButton, option);
    }
};

/// A frame that is seen on light and on dark ground: the style's own is a darker shade of the window.
class Card : public QFrame {
public:
    using QFrame::QFrame;

protected:
    void paintEvent(QPaintEvent*) override {
        QColor edge = palette().color(QPalette::WindowText);
        edge.setAlphaF(0.4F);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(edge);
        painter.setBrush(palette().base());
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    }
};

/// "2 minutes ago". \param seconds before now
QString agoText(qint64 seconds) {
    constexpr qint64 kMinute = 60;
    constexpr qint64 kHour = 60 * kMinute;
    constexpr qint64 kDay = 24 * kHour;
    if (seconds < kMinute) return StartPage::tr("a moment ago");
    if (seconds < kHour) return StartPage::tr("%1 min ago").arg(seconds / kMinute);
    if (seconds < kDay) return StartPage::tr("%1 h ago").arg(seconds / kHour);
    return StartPage::tr("%1 days ago").arg(seconds / kDay);
}

void clear(QLayout& layout) {
    while (QLayoutItem* item = layout.takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
}

QLabel* textLabel(const QString& text, double size, bool bold, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setBold(bold);
    label->setFont(font);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    return label;
}

QPushButton* bigButton(const QString& iconName, const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new QPushButton(icon(iconName), text, parent);
    button->setToolTip(tip);
    button->setIconSize(QSize(22, 22));
    button->setMinimumSize(180, 42);
    return button;
}

} // namespace

StartPage::StartPage(RecentFiles& recent, QWidget* parent)
    : QWidget(parent), m_recent(recent), m_recentBox(new QWidget(this)), m_recentList(new QVBoxLayout),
      m_interruptedBox(new QWidget(this)), m_interruptedList(new QVBoxLayout(m_interruptedBox)) {
    auto* open = bigButton(QStringLiteral("open"), tr("Open…"),
                           tr("A scan, frames, a geometry, a job document or a result (Ctrl+O)"), this);
    open->setDefault(true);
    auto* example = bigButton(QStringLiteral("example"), tr("Ptychography example"),
                              tr("A simulated scan to try everything with (Ctrl+E)"), this);
    auto* powder = bigButton(QStringLiteral("rings"), tr("Powder rings"),
                             tr("Simulated frames of a powder to try integration with (Ctrl+Shift+P)"), this);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(12);
    buttons->addStretch();
    buttons->addWidget(open);
    buttons->addWidget(example);
    buttons->addWidget(powder);
    buttons->addStretch();

    m_recentList->setSpacing(0);
    auto* box = new QVBoxLayout(m_recentBox);
    box->setContentsMargins(0, 0, 0, 0);
    auto* title = textLabel(tr("Recent files"), 1, true, m_recentBox);
    box->addWidget(title);
    box->addLayout(m_recentList);

    auto* column = new QVBoxLayout(this);
    column->setSpacing(14);
    column->setContentsMargins(40, 20, 40, 20);
    column->addStretch(3);
    m_interruptedList->setContentsMargins(0, 0, 0, 0);
    m_interruptedBox->setMaximumWidth(kRecentWidth + 120);
    m_interruptedBox->hide();
    auto* interruptedRow = new QHBoxLayout;
    interruptedRow->addStretch(1);
    interruptedRow->addWidget(m_interruptedBox, 100);
    interruptedRow->addStretch(1);
    column->addLayout(interruptedRow);
    column->addWidget(textLabel(tr("Drop a scan, frames or a result here"), 1.8, false, this));
    auto* formats =
        textLabel(tr("Ptychography: CXI, NeXus, ptychodus, PtyPy, HXN or any other HDF5 file\n"
                     "Integration: Eiger, LImA, Lambda or any other HDF5 stack, images (TIFF, EDF, CBF, "
                     "mar345 …), several files or a folder, a PONI file\nJob documents and results of earlier runs"),
                  1, false, this);
    formats->setEnabled(false);
    column->addWidget(formats);
    column->addLayout(buttons);
    column->addSpacing(18);
    m_recentBox->setMaximumWidth(kRecentWidth);
    auto* recentRow = new QHBoxLayout;
    recentRow->addStretch(1);
    recentRow->addWidget(m_recentBox, 100);
    recentRow->addStretch(1);
    column->addLayout(recentRow);
    column->addStretch(4);

    connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
    connect(example, &QPushButton::clicked, this, &StartPage::exampleWanted);
    connect(powder, &QPushButton::clicked, this, &StartPage::powderExampleWanted);
    connect(&m_recent, &RecentFiles::changed, this, &StartPage::showRecent);
    showRecent();
}

void StartPage::showInterrupted(const std::vector<UnseenRun>& runs) {
    clear(*m_interruptedList);
    for (std::size_t i = 0; i < std::min(runs.size(), kShownInterrupted); ++i) {
        m_interruptedList->addWidget(interruptedCard(runs[i]));
    }
    m_interruptedBox->setVisible(!runs.empty());
}

QString StartPage::whatBecameOf(const UnseenRun& run) {
    const auto now = QDateTime::currentSecsSinceEpoch();
    const QString ago = agoText(now - static_cast<qint64>(run.at));
    if (run.running) return tr("Still running, started %1").arg(agoText(now - static_cast<qint64>(run.job.started)));
    if (run.job.state == job::queue::QueueState::done) return tr("Finished without the window, %1").arg(ago);
    return run.iteration > 0
               ? tr("Interrupted at iteration %1 of %2, %3").arg(countText(run.iteration), countText(run.total), ago)
               : tr("Interrupted before the first checkpoint, %1").arg(ago);
}

QWidget* StartPage::interruptedCard(const UnseenRun& run) {
    auto* card = new Card(m_interruptedBox);
    card->setObjectName(QStringLiteral("interruptedCard"));
    const QString file = run.document.files().empty() ? QString() : toQString(run.document.files().front());
    auto* name = new view::ElidedLabel(QFileInfo(file).fileName(), card);
    QFont bold = name->font();
    bold.setBold(true);
    name->setFont(bold);
    name->setToolTip(QDir::toNativeSeparators(file));
    auto* what = new QLabel(whatBecameOf(run), card);
    what->setToolTip(coreText(run.job.error.what));
    what->setWordWrap(true);
    auto* text = new QVBoxLayout;
    text->setSpacing(2);
    text->addWidget(name);
    text->addWidget(what);
    auto* row = new QHBoxLayout(card);
    row->addLayout(text, 1);
    const auto add = [&](const QString& iconName, const QString& label, const QString& tip, auto slot) {
        auto* button = new QPushButton(icon(iconName), label, card);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, slot);
        row->addWidget(button);
    };
    const qlonglong id = run.job.id;
    const bool done = run.job.state == job::queue::QueueState::done;
    if (!run.running && !done)
        add(QStringLiteral("start"), run.iteration > 0 ? tr("Continue") : tr("Start again"),
            tr("Opens the file and goes on, with the parameters of the run"),
            [this, id] { emit interruptedWanted(id, true); });
    add(QStringLiteral("open"), tr("Show"),
        run.running ? tr("Opens the file and shows the run")
        : done      ? tr("Opens the result")
                    : tr("Opens the file with the parameters of the run and waits"),
        [this, id, running = run.running] { emit interruptedWanted(id, running); });
    add(QStringLiteral("close"), run.running ? tr("Hide") : tr("Forget"),
        run.running || done ? tr("Does not offer this run again")
                            : tr("Does not offer this run again and removes its checkpoint"),
        [this, id] { emit forgetWanted(id); });
    return card;
}

void StartPage::showRecent() {
    clear(*m_recentList);
    const QStringList files = m_recent.files().mid(0, kShownRecent);
    for (const QString& file : files) {
        auto* entry = new RecentEntry(m_recentBox);
        entry->setAutoRaise(true);
        entry->setToolButtonStyle(Qt::ToolButtonTextOnly);
        entry->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        const QFileInfo info(file);
        entry->setText(info.fileName() + QStringLiteral("   ") + shortPath(info.absolutePath(), 40));
        entry->setToolTip(QDir::toNativeSeparators(file));
        entry->setCursor(Qt::PointingHandCursor);
        connect(entry, &QToolButton::clicked, this, [this, file] { emit fileWanted(file); });
        m_recentList->addWidget(entry);
    }
    m_recentBox->setVisible(!files.isEmpty());
}

void StartPage::setDropping(bool dropping) {
    m_dropping = dropping;
    update();
}

void StartPage::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(palette().color(m_dropping ? QPalette::Highlight : QPalette::Mid), m_dropping ? 2.5 : 1.2, Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(14, 14, -14, -14), 10, 10);
}

} // namespace ewald::ui
