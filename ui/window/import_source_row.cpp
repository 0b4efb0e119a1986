// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/import_source_row.h"

#include "common/icon.h"
#include "model/import_source.h"
#include "model/text.h"

#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>

namespace ewald::ui {

ImportSourceRow::ImportSourceRow(const QString& folder, const QString& what, bool patterns, QWidget* parent)
    : QWidget(parent), m_folder(folder), m_patterns(patterns), m_line(new QLineEdit(this)),
      m_scans(new QComboBox(this)),
      m_browse(new QPushButton(icon(QStringLiteral("folder")), tr("Choose file…"), this)) {
    setAcceptDrops(true);
    m_line->setAcceptDrops(false); // the whole row takes files; a link dropped into the line would be its URL
    m_line->setPlaceholderText(tr("in this file"));
    m_line->setClearButtonEnabled(true);
    m_line->setMinimumWidth(80);
    m_line->setAccessibleName(what);
    m_line->setToolTip(patterns ? tr("A file or a pattern (# for the number); empty: in the file itself")
                                : tr("An HDF5 file or a table (CSV, columns, SPEC); empty: in the file itself"));
    m_browse->setToolTip(patterns
                             ? tr("One file or several; an image of a numbered series stands for all. Files can be "
                                  "dropped here.")
                             : tr("A file can be dropped here as well."));
    m_scans->setToolTip(tr("The scan of the SPEC file"));
    m_scans->setAccessibleName(m_scans->toolTip());
    m_scans->hide();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_line, 1);
    row->addWidget(m_scans);
    row->addWidget(m_browse);
    setFocusProxy(m_line);
    connect(m_browse, &QPushButton::clicked, this, &ImportSourceRow::browse);
    connect(m_line, &QLineEdit::editingFinished, this, &ImportSourceRow::edited);
    connect(m_line, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty()) edited(); // by the button that clears
    });
    connect(m_scans, &QComboBox::activated, this, [this](int index) {
        const QVariant number = m_scans->itemData(index);
        m_scan = number.isValid() ? std::optional(number.toDouble()) : std::nullopt;
        emit changed();
    });
}

std::filesystem::path ImportSourceRow::file() const {
    const QString text = m_line->text().trimmed();
    return text.isEmpty() ? std::filesystem::path() : toPath(QDir::cleanPath(QDir(m_folder).absoluteFilePath(text)));
}

void ImportSourceRow::setFile(const std::filesystem::path& file, std::optional<double> scan) {
    const QString name = toQString(file);
    const bool beside = QFileInfo(name).absolutePath() == QDir(m_folder).absolutePath();
    const QSignalBlocker quiet(m_line);
    m_line->setText(beside && !name.isEmpty() ? QFileInfo(name).fileName() : name);
    m_line->setCursorPosition(0);
    m_shown = this->file();
    m_scan = scan;
}

void ImportSourceRow::choose(const QStringList& files) {
    if (files.isEmpty()) return;
    setFile(toPath(m_patterns ? patternOf(files) : files.front()), std::nullopt);
    emit changed();
}

void ImportSourceRow::edited() {
    if (file() == m_shown) return;
    m_shown = file();
    m_scan.reset();
    emit changed();
}

void ImportSourceRow::offerScans(const std::vector<std::size_t>& numbers) {
    m_scans->clear();
    m_scans->setVisible(!numbers.empty());
    m_scans->addItem(tr("choose the scan"));
    for (const std::size_t number : numbers) m_scans->addItem(tr("scan %1").arg(number), static_cast<double>(number));
    m_scans->setCurrentIndex(m_scan ? std::max(0, m_scans->findData(*m_scan)) : 0);
}

void ImportSourceRow::browse() {
    const std::filesystem::path current = file();
    auto* dialog = new QFileDialog(this, tr("Choose file"),
                                   current.empty() ? m_folder : QFileInfo(toQString(current)).absolutePath());
    dialog->setFileMode(m_patterns ? QFileDialog::ExistingFiles : QFileDialog::ExistingFile);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filesSelected, this, &ImportSourceRow::choose);
    dialog->open();
}

void ImportSourceRow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void ImportSourceRow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    choose(localFiles(event->mimeData()));
}

QStringList localFiles(const QMimeData* data) {
    QStringList files;
    const QList<QUrl> urls = data->urls();
    for (const QUrl& url : urls) {
        if (url.isLocalFile()) files << url.toLocalFile();
    }
    return files;
}

} // namespace ewald::ui
