// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/start_page.h"

#include "common/icon.h"
#include "model/recent_files.h"
#include "model/text.h"

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

namespace {

constexpr int kShownRecent = 6;
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
        option.text = fontMetrics().elidedText(text(), Qt::ElideMiddle, width() - 16);
        painter.drawComplexControl(QStyle::CC_ToolButton, option);
    }
};

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
    : QWidget(parent), m_recent(recent), m_recentBox(new QWidget(this)), m_recentList(new QVBoxLayout) {
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
    column->addWidget(textLabel(tr("Drop a scan, frames or a result here"), 1.8, false, this));
    auto* formats =
        textLabel(tr("Ptychography: CXI, NeXus, ptychodus, PtyPy, HXN or any other HDF5 file\n"
                     "Integration: Eiger, LImA, Lambda or any other HDF5 stack, TIFF, EDF, CBF, several files or a "
                     "folder, a PONI file\nJob documents and results of earlier runs"),
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

void StartPage::showRecent() {
    while (QLayoutItem* item = m_recentList->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
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
