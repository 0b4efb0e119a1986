// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/about_dialog.h"

#include "base/version.h"
#include "common/icon.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>
#include <utility>

namespace ewald::ui {

namespace {

/// What the program is built on, with the licence of each.
constexpr std::array kLibraries{
    std::pair{"Qt 6, Qt Charts", "LGPL-3.0, GPL-3.0"},
    std::pair{"VTK", "BSD-3-Clause"},
    std::pair{"HDF5", "BSD-3-Clause (HDF Group)"},
    std::pair{"FFTW", "GPL-2.0-or-later"},
    std::pair{"oneTBB", "Apache-2.0"},
    std::pair{"LZ4, zstd", "BSD-2-Clause, BSD-3-Clause"},
    std::pair{"c-blosc", "BSD-3-Clause"},
    std::pair{"zlib, libpng", "zlib, libpng licences"},
    std::pair{"libtiff", "libtiff licence"},
    std::pair{"nlohmann/json", "MIT"},
};
/// Modules, loaded where they are installed, and the commands.
constexpr std::array kOptional{
    std::pair{"CUDA runtime, cuFFT (GPUs)", "NVIDIA CUDA Toolkit licence"},
    std::pair{"NCCL (several GPUs)", "BSD-3-Clause"},
    std::pair{"Open MPI (several machines)", "BSD-3-Clause"},
    std::pair{"CLI11 (ewald-cli)", "BSD-3-Clause"},
};

template <std::size_t Count>
QString tableOf(const std::array<std::pair<const char*, const char*>, Count>& libraries) {
    QString rows;
    for (const auto& [name, licence] : libraries) {
        rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(QLatin1String(name), QLatin1String(licence));
    }
    return QStringLiteral("<table>%1</table>").arg(rows);
}

QPushButton* closeButton(QDialog* dialog) {
    auto* button = new QPushButton(AboutDialog::tr("Close"), dialog);
    button->setDefault(true);
    QObject::connect(button, &QPushButton::clicked, dialog, &QDialog::accept);
    return button;
}

} // namespace

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("About Ewald"));
    auto* picture = new QLabel(this);
    picture->setPixmap(icon(QStringLiteral("ewald")).pixmap(72, 72));
    auto* text = new QLabel(this);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setText(
        QStringLiteral("<h2>Ewald %1</h2><p>%2</p><p>%3</p><p>%4</p>%5<p>%6</p>%7")
            .arg(QLatin1String(version()),
                 tr("Ptychography and azimuthal integration for synchrotron beamlines, on the GPUs of the machine or "
                    "on its processor."),
                 tr("Free software under the GNU General Public License, version 3 or later. It comes without any "
                    "warranty."),
                 tr("Built on:"), tableOf(kLibraries), tr("Used where they are installed:"), tableOf(kOptional)));
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    row->addWidget(picture, 0, Qt::AlignTop);
    row->addWidget(text, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(closeButton(this));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(18, 14, 18, 12);
    column->addLayout(row);
    column->addLayout(buttons);
    setMinimumWidth(520);
}

ShortcutsDialog::ShortcutsDialog(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keyboard and mouse"));
    resize(680, 640);
    auto* list = new QTreeWidget(this);
    list->setHeaderLabels({tr("Key or gesture"), tr("What it does")});
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list->setWordWrap(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setRootIsDecorated(false);
    list->setAlternatingRowColors(true);
    list->setSelectionMode(QAbstractItemView::NoSelection);
    const auto group = [list](const QString& title) {
        auto* item = new QTreeWidgetItem(list, {title});
        QFont font = list->font();
        font.setBold(true);
        item->setFont(0, font);
        item->setFirstColumnSpanned(true);
        return item;
    };
    const auto add = [](QTreeWidgetItem* parentItem, const QString& keys, const QString& what) {
        new QTreeWidgetItem(parentItem, {keys, what}); // owned by its parent
    };
    QTreeWidgetItem* run = group(tr("Run"));
    add(run, QStringLiteral("F5"), tr("Start"));
    add(run, QStringLiteral("Shift+F5"), tr("Continue the open result"));
    add(run, QStringLiteral("F6"), tr("Pause and resume"));
    add(run, QStringLiteral("F7"), tr("Stop and keep the result"));
    add(run, QStringLiteral("Shift+F7"), tr("Abort"));
    add(run, QStringLiteral("Ctrl+Return"), tr("Apply changed parameters to the running job"));
    add(run, QStringLiteral("Ctrl+D"), tr("Devices and scaling"));
    QTreeWidgetItem* files = group(tr("Files"));
    add(files, QStringLiteral("Ctrl+O"), tr("Open a scan, frames, a job or a result; or drop it on the window"));
    add(files, QStringLiteral("Ctrl+E"), tr("Open the example"));
    add(files, QStringLiteral("Ctrl+I"), tr("Assign datasets"));
    add(files, QStringLiteral("Ctrl+Shift+O, Ctrl+S"), tr("Open and save a job"));
    add(files, QStringLiteral("Ctrl+Shift+E"), tr("Export"));
    add(files, tr("Drop a result on the parameters"), tr("Start the next run from it"));
    QTreeWidgetItem* images = group(tr("Images"));
    add(images, tr("Wheel, drag, double click"), tr("Zoom, move, fit"));
    add(images, QStringLiteral("F, 1, +, −"), tr("Fit, actual size, zoom in, zoom out"));
    add(images, QStringLiteral("L, R, C"), tr("Logarithmic, range, next colour map"));
    add(images, QStringLiteral("M"), tr("Measure a distance and a line profile by dragging"));
    add(images, QStringLiteral("P"), tr("Show the scan positions"));
    add(images, QStringLiteral("Ctrl+C"), tr("Copy the figure"));
    QTreeWidgetItem* masks = group(tr("Masks and centre"));
    add(masks, QStringLiteral("B, X, G"), tr("Paint the mask with a brush, a rectangle, a polygon"));
    add(masks, QStringLiteral("E"), tr("Erase instead of masking"));
    add(masks, QStringLiteral("Ctrl+Z, Ctrl+Shift+Z"), tr("Undo and redo a change of the mask"));
    add(masks, QStringLiteral("H"), tr("Show or hide the mask"));
    add(masks, QStringLiteral("T"), tr("Set the centre by a click"));
    QTreeWidgetItem* patterns = group(tr("Powder patterns"));
    add(patterns, tr("Shift+drag"), tr("Choose a range of the pattern for the map"));
    add(patterns, QStringLiteral("Home"), tr("Show the whole pattern"));
    QTreeWidgetItem* window = group(tr("Window"));
    add(window, QStringLiteral("Esc"), tr("Close the message, or put the tool away"));
    add(window, QStringLiteral("Ctrl+1 … Ctrl+4"), tr("Data, reconstruction, 3-D phase, report"));
    add(window, QStringLiteral("Ctrl+F"), tr("Find a parameter"));
    add(window, QStringLiteral("Ctrl+B"), tr("Show or hide the parameters"));
    add(window, QStringLiteral("F11"), tr("Full screen"));
    list->expandAll();
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(closeButton(this));
    auto* column = new QVBoxLayout(this);
    column->addWidget(list, 1);
    column->addLayout(buttons);
}

} // namespace ewald::ui
