// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/choose_file_dialog.h"

#include "common/icon.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace ewald::ui {

ChooseFileDialog::ChooseFileDialog(const SeveralFiles& files, QWidget* parent)
    : QDialog(parent), m_list(new QListWidget(this)),
      m_open(new QPushButton(icon(QStringLiteral("open")), tr("Open the selected file"), this)) {
    setObjectName(QStringLiteral("chooseFile"));
    setWindowTitle(tr("Which file is to be opened?"));
    resize(620, 360);
    const bool mixed = !files.scans.isEmpty() && !files.results.isEmpty();
    auto* text = new QLabel(mixed ? tr("These are scans and results. One can be open at a time.")
                            : files.results.isEmpty()
                                ? tr("These are several scans. One can be open at a time.")
                                : tr("These are several results. One can be open at a time, or two be compared."),
                            this);
    text->setWordWrap(true);
    for (const QString& file : files.files) {
        auto* item = new QListWidgetItem(
            icon(files.results.contains(file) ? QStringLiteral("object") : QStringLiteral("pattern")),
            QFileInfo(file).fileName(), m_list);
        item->setToolTip(QDir::toNativeSeparators(file));
        item->setData(Qt::UserRole, file);
    }
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setCurrentRow(0);
    m_list->setAccessibleName(tr("Files"));
    m_open->setDefault(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* buttons = new QHBoxLayout;
    if (files.stackable) {
        m_stack = new QPushButton(icon(QStringLiteral("rings")), tr("Integrate the frames of all"), this);
        m_stack->setToolTip(tr("Reads all files as one stack of frames and makes powder patterns of them"));
        buttons->addWidget(m_stack);
        connect(m_stack, &QPushButton::clicked, this, [this, all = files.files] {
            accept();
            emit stackChosen(all);
        });
    }
    if (files.results.size() >= 2) {
        addCompare(files);
        buttons->addWidget(m_compare);
    }
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_open);
    auto* column = new QVBoxLayout(this);
    column->addWidget(text);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);
    const auto open = [this] {
        if (m_list->currentItem() == nullptr) return;
        const QString file = m_list->currentItem()->data(Qt::UserRole).toString();
        accept();
        emit fileChosen(file);
    };
    connect(m_open, &QPushButton::clicked, this, open);
    connect(m_list, &QListWidget::itemDoubleClicked, this, open);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

void ChooseFileDialog::addCompare(const SeveralFiles& files) {
    m_results = files.results;
    m_compare = new QPushButton(icon(QStringLiteral("object")), tr("Compare the two results"), this);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    const auto update = [this] {
        m_compare->setEnabled(!pair().isEmpty());
        m_compare->setToolTip(pair().isEmpty() ? tr("Select two results first: Ctrl and click")
                                               : tr("Shows both beside each other, with their difference"));
    };
    connect(m_list, &QListWidget::itemSelectionChanged, this, update);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        const QStringList chosen = pair();
        accept();
        emit compareChosen(chosen[0], chosen[1]);
    });
    update();
}

QStringList ChooseFileDialog::pair() const {
    QStringList chosen;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem* item = m_list->item(row);
        const QString file = item->data(Qt::UserRole).toString();
        if (item->isSelected() && m_results.contains(file)) chosen << file;
    }
    if (chosen.size() < 2 && m_results.size() == 2) chosen = m_results;
    return chosen.size() < 2 ? QStringList() : chosen.first(2);
}

} // namespace ewald::ui
