// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/file_saver.h"

#include "common/phrase_text.h"
#include "view/image_figure.h"
#include "view/save_dialog.h"

#include <QMetaMethod>
#include <QWidget>

#include <utility>

namespace ewald::view {

FileSaver::FileSaver(QWidget* parent) : QObject(parent), m_parent(parent) {}

void FileSaver::ask(const QString& title, const QString& what, const QString& filter, const QByteArray& text) {
    m_title = title;
    askWhereToSave(m_parent, {title, what, {filter}}, [this, text](const QString& file) { write(file, text); });
}

void FileSaver::write(const QString& file, const QByteArray& text) {
    start(file, [file, text] { saveText(text, file); });
}

void FileSaver::write(const QString& file, const QImage& picture) {
    start(file, [file, picture] { savePng(picture, file); });
}

void FileSaver::start(const QString& file, std::function<void()> write) {
    ++m_open;
    m_writer.start(
        std::move(write),
        [this, file] {
            --m_open;
            emit saved(file);
        },
        [this](const Error& error) {
            --m_open;
            emit failed(ui::phraseText(error.what()));
            if (!isSignalConnected(QMetaMethod::fromSignal(&FileSaver::failed)))
                warnNotSaved(m_parent, m_title.isEmpty() ? m_parent->windowTitle() : m_title, error);
        });
}

} // namespace ewald::view
