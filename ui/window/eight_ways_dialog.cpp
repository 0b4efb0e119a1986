// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/eight_ways_dialog.h"

#include "model/manual.h"
#include "model/text.h"
#include "window/manual_window.h"

#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace ewald::ui {

EightWaysDialog::EightWaysDialog(const Texts& texts, QWidget* parent) : QDialog(parent) {
    setWindowTitle(texts.title);
    setManualPlace(*this, texts.manual);
    auto* intro = new QLabel(texts.intro, this);
    intro->setWordWrap(true);
    m_verdict = new QLabel(this);
    m_verdict->setWordWrap(true);
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setMinimumHeight(3 * fontMetrics().lineSpacing());
    auto* column = new QVBoxLayout(this);
    column->addWidget(intro);
    column->addWidget(buildTiles(texts.names), 1);
    column->addWidget(m_verdict);
    column->addWidget(buildButtons(texts));
    connect(&m_finder, &Worker::progressed, this, [this](qulonglong done, qulonglong total) {
        m_progress->setRange(0, static_cast<int>(total));
        m_progress->setValue(static_cast<int>(done));
    });
    connect(&m_finder, &Worker::busyChanged, this, [this] { updateButtons(); });
}

EightWaysDialog::~EightWaysDialog() {
    m_finder.disconnect(this);
    m_finder.cancel();
}

QWidget* EightWaysDialog::buildTiles(const std::array<QString, 8>& names) {
    auto* panel = new QWidget(this);
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(0, 0, 0, 0);
    for (std::size_t i = 0; i < names.size(); ++i) {
        m_tiles[i] = new OrientationTile(names[i], panel);
        grid->addWidget(m_tiles[i], static_cast<int>(i / 4), static_cast<int>(i % 4));
        connect(m_tiles[i], &QAbstractButton::clicked, this, [this, i] { apply(i); });
    }
    return panel;
}

QWidget* EightWaysDialog::buildButtons(const Texts& texts) {
    auto* panel = new QWidget(this);
    m_progress = new QProgressBar(panel);
    m_progress->setFormat(tr("%v of %m tried"));
    m_progress->setRange(0, static_cast<int>(m_tiles.size()));
    m_find = new QPushButton(panel);
    m_apply = new QPushButton(tr("Apply the best"), panel);
    m_apply->setToolTip(texts.applyTip);
    m_apply->setDefault(true);
    auto* close = new QPushButton(tr("Close"), panel);
    close->setToolTip(tr("Close and change nothing"));
    for (QPushButton* button : {m_find, close}) button->setAutoDefault(false);
    m_buttons = new QHBoxLayout(panel);
    m_buttons->setContentsMargins(0, 0, 0, 0);
    m_buttons->addWidget(m_progress, 1);
    m_buttons->addWidget(m_find);
    m_buttons->addWidget(m_apply);
    m_buttons->addWidget(close);
    m_buttons->addWidget(manualButton(texts.manual, texts.manualTip, panel));
    connect(m_apply, &QPushButton::clicked, this, [this] { applyBest(); });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return panel;
}

void EightWaysDialog::clearTiles(const QString& why) {
    for (OrientationTile* tile : m_tiles) tile->clear();
    m_verdict->setText(why);
}

void EightWaysDialog::markCurrent(std::size_t index) {
    for (std::size_t i = 0; i < m_tiles.size(); ++i) m_tiles[i]->setCurrent(i == index);
}

void EightWaysDialog::fail(const Error& error) {
    m_verdict->setText(coreText(error.what()));
    updateButtons();
}

QString EightWaysDialog::verdict() const { return m_verdict->text(); }

} // namespace ewald::ui
