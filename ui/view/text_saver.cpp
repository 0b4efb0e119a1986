// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/text_saver.h"

#include "common/phrase_text.h"
#include "view/image_figure.h"

#include <QFileDialog>

namespace ewald::view {

TextSaver::TextSaver(QWidget* parent) : QObject(parent), m_parent(parent) {}

void TextSaver::ask(const QString& what, const QString& name, const QString& suffix, const QByteArray& text) {
    auto* dialog = new QFileDialog(m_parent, what);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(name);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this, text](const QString& file) { write(file, text); });
    dialog->open();
}

void TextSaver::write(const QString& file, const QByteArray& text) {
    m_writer.start<QString>(
        [file, text](ui::TaskContext&) {
            saveText(text, file);
            return file;
        },
        [this](const QString& done) { emit saved(done); },
        [this](const Error& error) { emit failed(ui::phraseText(error.what())); });
}

} // namespace ewald::view
