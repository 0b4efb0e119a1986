// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/save_dialog.h"

#include "common/phrase_text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>
#include <QStandardPaths>
#include <QVariant>
#include <QWidget>

namespace ewald::view {

namespace {

constexpr const char* kPlace = "savePlace";
constexpr const char* kChosen = "saveFolder"; ///< chosen for this place
const QString kFolderKey = QStringLiteral("files/saveFolder");

bool canHoldFiles(const QString& folder) {
    const QFileInfo info(folder);
    return !folder.isEmpty() && info.isDir() && info.isWritable();
}

/// The nearest widget upwards that has a place; null where none has.
template <class Widget>
Widget* ownerOfPlace(Widget* widget) {
    while (widget != nullptr && widget->property(kPlace).toString().isEmpty()) widget = widget->parentWidget();
    return widget;
}

QString folderFor(const QWidget* owner) {
    QStringList folders;
    if (owner != nullptr)
        folders << owner->property(kChosen).toString() << QFileInfo(owner->property(kPlace).toString()).absolutePath();
    folders << QSettings().value(kFolderKey).toString()
            << QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    for (const QString& folder : folders)
        if (canHoldFiles(folder)) return folder;
    return QDir::homePath();
}

/// The first ending of a filter: "csv" of "Table (*.csv)".
QString endingOf(const QString& filter) {
    const QString pattern = filter.section(QStringLiteral("*."), 1, 1);
    return pattern.left(pattern.indexOf(QLatin1Char(pattern.contains(u' ') ? ' ' : ')')));
}

/// Another kind of file: its name gets the ending of that kind.
void takeFilter(QFileDialog& dialog, const QString& filter) {
    const QString ending = endingOf(filter);
    if (ending.isEmpty()) return;
    const QString earlier = QStringLiteral(".") + dialog.defaultSuffix();
    dialog.setDefaultSuffix(ending);
    const QString file = dialog.selectedFiles().value(0);
    if (file.endsWith(earlier)) dialog.selectFile(QFileInfo(file.chopped(earlier.size())).fileName() + u'.' + ending);
}

} // namespace

void setSavePlace(QWidget& widget, const QString& file) {
    if (widget.property(kPlace).toString() == file) return;
    widget.setProperty(kPlace, file);
    widget.setProperty(kChosen, {});
}

QString proposedSaveName(const QWidget* widget, const QString& what) {
    const QWidget* owner = ownerOfPlace(widget);
    QString name = what;
    // A proposal that fits into a name: the longest ones have 255 bytes.
    if (owner != nullptr)
        name = QFileInfo(owner->property(kPlace).toString()).completeBaseName().left(120) + u'_' + what;
    return QDir(folderFor(owner)).filePath(name);
}

QFileDialog* askWhereToSave(QWidget* parent, const SaveQuestion& question,
                            const std::function<void(const QString& file)>& save) {
    const QFileInfo proposed(proposedSaveName(parent, question.what));
    auto* dialog = new QFileDialog(parent, question.title, proposed.absolutePath());
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(question.filters);
    dialog->setDefaultSuffix(proposed.suffix());
    dialog->selectFile(proposed.fileName());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog,
                     [dialog](const QString& filter) { takeFilter(*dialog, filter); });
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, [parent, save](const QString& file) {
        const QString folder = QFileInfo(file).absolutePath();
        QSettings().setValue(kFolderKey, folder);
        if (QWidget* owner = ownerOfPlace(parent)) owner->setProperty(kChosen, folder);
        save(file);
    });
    dialog->open();
    return dialog;
}

void warnNotSaved(QWidget* parent, const QString& title, const Error& error) {
    auto* box = new QMessageBox(QMessageBox::Warning, title, ui::phraseText(error.what()), QMessageBox::Ok, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace ewald::view
