// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export_dialog.h"

#include "form/icon.h"
#include "model/result_export.h"
#include "model/text.h"
#include "view/image_view.h"
#include "view/loss_chart.h"
#include "window/live_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace ewald::ui {

namespace {

const QString kKindKey = QStringLiteral("export/kind");
const QString kRampKey = QStringLiteral("export/withoutRamp");

} // namespace

ExportDialog::ExportDialog(const LoadedResultPtr& result, const LivePage& live, QWidget* parent)
    : QDialog(parent), m_result(result), m_live(live), m_kind(new QComboBox(this)), m_file(new QLineEdit(this)),
      m_ramp(new QCheckBox(tr("Remove the phase ramp"), this)), m_names(new QLabel(this)),
      m_export(new QPushButton(icon(QStringLiteral("export")), tr("Export"), this)) {
    setWindowTitle(tr("Export"));
    setMinimumWidth(560);
    m_kind->addItem(tr("Amplitude and phase as TIFF, 32-bit float"), static_cast<int>(Kind::tiff));
    m_kind->addItem(tr("The whole result as HDF5"), static_cast<int>(Kind::hdf5));
    m_kind->addItem(tr("Figure of the object as PNG"), static_cast<int>(Kind::objectFigure));
    m_kind->addItem(tr("Figure of the probe as PNG"), static_cast<int>(Kind::probeFigure));
    m_kind->addItem(tr("Loss curves as PNG"), static_cast<int>(Kind::lossFigure));
    m_kind->setToolTip(tr("Figures are what the Reconstruction page shows, with scale bar and colour bar"));
    m_ramp->setToolTip(tr("Takes the linear phase ramp and the mean phase out, which no reconstruction can know"));
    m_ramp->setChecked(QSettings().value(kRampKey, true).toBool());
    m_names->setWordWrap(true);
    auto* browseButton = new QToolButton(this);
    browseButton->setIcon(icon(QStringLiteral("folder")));
    browseButton->setToolTip(tr("Choose a file name"));
    browseButton->setAccessibleName(browseButton->toolTip());
    auto* fileRow = new QHBoxLayout;
    fileRow->addWidget(m_file, 1);
    fileRow->addWidget(browseButton);
    auto* form = new QFormLayout;
    form->addRow(tr("What"), m_kind);
    form->addRow(tr("File"), fileRow);
    form->addRow(QString(), m_ramp);
    form->addRow(QString(), m_names);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    m_export->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_export);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addStretch();
    column->addLayout(buttons);

    connect(m_kind, &QComboBox::currentIndexChanged, this, &ExportDialog::propose);
    connect(m_file, &QLineEdit::textChanged, this, &ExportDialog::showState);
    connect(&m_worker, &Worker::busyChanged, this, &ExportDialog::showState);
    connect(browseButton, &QToolButton::clicked, this, &ExportDialog::browse);
    connect(cancel, &QPushButton::clicked, this, &ExportDialog::reject);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::write);
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(QSettings().value(kKindKey, 0))));
    propose();
}

ExportDialog::Kind ExportDialog::kind() const { return static_cast<Kind>(m_kind->currentData().toInt()); }
void ExportDialog::setKind(Kind kind) { m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(kind))); }
void ExportDialog::setFile(const QString& file) { m_file->setText(file); }

QString ExportDialog::suffix() const {
    switch (kind()) {
    case Kind::tiff: return QStringLiteral(".tif");
    case Kind::hdf5: return QStringLiteral(".h5");
    default: return QStringLiteral(".png");
    }
}

void ExportDialog::propose() {
    static const std::array kEndings{"", "_copy", "_object", "_probe", "_loss"};
    const QFileInfo source(m_result->file);
    const QString stem = source.completeBaseName() + QLatin1String(kEndings[static_cast<std::size_t>(kind())]);
    m_file->setText(QDir::toNativeSeparators(source.dir().filePath(stem + suffix())));
    m_ramp->setVisible(kind() == Kind::tiff);
    showState();
}

QStringList ExportDialog::files() const {
    const QString file = m_file->text().trimmed();
    if (file.isEmpty()) return {};
    if (kind() != Kind::tiff) return {file};
    const QString base = file.endsWith(QStringLiteral(".tif"), Qt::CaseInsensitive) ? file.chopped(4) : file;
    return tiffNames(base);
}

void ExportDialog::showState() {
    QStringList lines;
    bool replaces = false;
    for (const QString& file : files()) {
        const bool exists = QFileInfo::exists(file);
        replaces = replaces || exists;
        const QString name = QFileInfo(file).fileName();
        lines << (exists ? tr("%1 exists and will be replaced").arg(name) : tr("writes %1").arg(name));
    }
    m_names->setText(lines.join(u'\n'));
    m_export->setText(m_worker.busy() ? tr("Writing…") : replaces ? tr("Replace") : tr("Export"));
    m_export->setEnabled(!m_worker.busy() && !lines.isEmpty());
}

void ExportDialog::browse() {
    auto* dialog = new QFileDialog(this, tr("Choose a file name"), QFileInfo(m_file->text()).absolutePath());
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // said below the name
    dialog->setDefaultSuffix(suffix().mid(1));
    dialog->selectFile(QFileInfo(m_file->text()).fileName());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    dialog->open();
}

void ExportDialog::write() {
    QSettings().setValue(kKindKey, static_cast<int>(kind()));
    QSettings().setValue(kRampKey, m_ramp->isChecked());
    QImage picture;
    if (kind() == Kind::objectFigure) picture = m_live.object()->figure();
    if (kind() == Kind::probeFigure) picture = m_live.probe()->figure();
    if (kind() == Kind::lossFigure) picture = m_live.loss()->figure();
    // The button said "Replace" where a file exists.
    m_worker.start<QStringList>(
        [result = m_result, what = kind(), names = files(), ramp = m_ramp->isChecked(), picture](TaskContext&) {
            if (what == Kind::hdf5) {
                exportHdf5(*result, names.first(), true);
            } else if (what == Kind::tiff) {
                exportTiff(*result, names.first().chopped(QStringLiteral("_amplitude.tif").size()), ramp, true);
            } else {
                exportPng(picture, names.first(), true);
            }
            return names;
        },
        [this](const QStringList& names) {
            emit done(names);
            accept();
        },
        [this](const Error& error) {
            emit failed(toMessage(error));
            reject();
        });
}

} // namespace ewald::ui
