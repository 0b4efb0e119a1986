// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/crash_dialog.h"

#include "common/icon.h"
#include "model/crash_report.h"
#include "view/file_saver.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ewald::ui {

CrashDialog::CrashDialog(const QString& folder, QWidget* parent)
    : QDialog(parent), m_text(new QPlainTextEdit(this)), m_saver(new view::FileSaver(this)) {
    setWindowTitle(tr("Report of a fault"));
    resize(720, 480);
    auto* about =
        new QLabel(tr("This is all that was kept: nothing is sent anywhere. It names the open file and the last "
                      "lines of the log."),
                   this);
    about->setWordWrap(true);
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setAccessibleName(windowTitle());
    if (const auto report = newestCrashReport(folder)) m_text->setPlainText(report->text);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    auto* save = buttons->addButton(tr("&Save…"), QDialogButtonBox::ActionRole);
    save->setIcon(icon(QStringLiteral("save")));
    save->setToolTip(tr("Save the report as a text file, to send it to those who look after Ewald"));
    auto* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copy->setIcon(icon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy the whole report"));
    auto* forget = buttons->addButton(tr("&Forget"), QDialogButtonBox::DestructiveRole);
    forget->setToolTip(tr("Remove the report"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(about);
    column->addWidget(m_text, 1);
    column->addWidget(buttons);
    connect(save, &QPushButton::clicked, this, [this] {
        m_saver->ask(tr("Save the report"), QStringLiteral("ewald_fault.txt"), tr("Texts (*.txt)"),
                     m_text->toPlainText().toUtf8());
    });
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_text->toPlainText()); });
    connect(forget, &QPushButton::clicked, this, [this, folder] {
        forgetCrashReports(folder);
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QPushButton* button : findChildren<QPushButton*>()) button->setAutoDefault(false); // Return forgets nothing
}

void CrashDialog::save(const QString& file) { m_saver->write(file, m_text->toPlainText().toUtf8()); }

} // namespace ewald::ui
