// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/about_dialog.h"

#include "base/version.h"
#include "common/icon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
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
    std::pair{"Eigen", "MPL-2.0"},
    std::pair{"gemmi", "MPL-2.0"},
    std::pair{"PEGTL", "MIT"},
    std::pair{"LZ4, zstd", "BSD-2-Clause, BSD-3-Clause"},
    std::pair{"c-blosc", "BSD-3-Clause"},
    std::pair{"zlib, libdeflate, libpng", "zlib, MIT, libpng licences"},
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
    // As high as the text needs at this width: a rich text wraps otherwise where it is too late.
    constexpr int kWidth = 560;
    setMinimumWidth(kWidth);
    ensurePolished();
    resize(kWidth, column->heightForWidth(kWidth));
}

} // namespace ewald::ui
