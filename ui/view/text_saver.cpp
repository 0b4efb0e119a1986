// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/text_saver.h"

#include "common/phrase_text.h"
#include "view/image_figure.h"
#include "view/save_dialog.h"

namespace ewald::view {

TextSaver::TextSaver(QWidget* parent) : QObject(parent), m_parent(parent) {}

void TextSaver::ask(const QString& title, const QString& what, const QString& filter, const QByteArray& text) {
    askWhereToSave(m_parent, {title, what, {filter}}, [this, text](const QString& file) { write(file, text); });
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
