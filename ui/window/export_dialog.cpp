// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export_dialog.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "job/integration/pattern_export.h"
#include "model/result_export.h"
#include "model/text.h"
#include "view/image_view.h"
#include "view/loss_chart.h"
#include "view/pattern_chart.h"
#include "window/live_page.h"
#include "window/powder_map_panel.h"
#include "window/powder_page.h"

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
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace ewald::ui {

namespace {

const QString kKindKey = QStringLiteral("export/kind");
const QString kPatternKindKey = QStringLiteral("export/patternKind");
const QString kRampKey = QStringLiteral("export/withoutRamp");
const QString kLitKey = QStringLiteral("export/litOnly");

/// \param possible else it is shown why not
void addKind(QComboBox& kinds, ExportDialog::Kind kind, const QString& text, bool possible = true) {
    kinds.addItem(possible ? text : ExportDialog::tr("%1: not for cakes").arg(text), static_cast<int>(kind));
    if (possible) return;
    auto* items = qobject_cast<QStandardItemModel*>(kinds.model());
    if (items != nullptr) items->item(kinds.count() - 1)->setEnabled(false);
}

void addPatternKinds(QComboBox& kinds, const io::IntegrationResult& result) {
    using Kind = ExportDialog::Kind;
    const auto add = [&kinds](Kind kind, const QString& text, bool possible = true) {
        addKind(kinds, kind, text, possible);
    };
    const bool cake = !result.axes().azimuthal_deg.empty();
    const bool errors = result.hasErrors() && !cake; // a cake has a column a sector, of intensities
    add(Kind::patternXy, ExportDialog::tr("Pattern of this frame as .xy"));
    add(Kind::patternDat, errors ? ExportDialog::tr("Pattern of this frame as .dat, with errors")
                                 : ExportDialog::tr("Pattern of this frame as .dat"));
    add(Kind::patternChi, ExportDialog::tr("Pattern of this frame as .chi (Fit2D)"), !cake);
    add(Kind::patternFxye,
        errors && job::hasErrorsOfMeans(result)
            ? ExportDialog::tr("Pattern of this frame as .fxye (GSAS), with errors")
            : ExportDialog::tr("Pattern of this frame as .fxye (GSAS), without errors"),
        !cake);
    add(Kind::patternCsv, ExportDialog::tr("Pattern of this frame as .csv"));
    add(Kind::allXy, ExportDialog::tr("All patterns as .xy, a file each"));
    add(Kind::table, ExportDialog::tr("All patterns as one table, .csv"), !cake);
    if (cake) add(Kind::cakeTiff, ExportDialog::tr("Cake of this frame as TIFF, 32-bit float"));
    add(Kind::heatMapTiff, ExportDialog::tr("Heat map of all patterns as TIFF, 32-bit float"));
    add(Kind::mapTiff, ExportDialog::tr("Map that is shown as TIFF, 32-bit float"));
    add(Kind::mapPng, ExportDialog::tr("Map that is shown as PNG, a pixel a point"));
    add(Kind::mapHdf5, ExportDialog::tr("Map that is shown and what it is made of as HDF5"));
    add(Kind::mapTable, ExportDialog::tr("Map that is shown as a table of frames, .csv"));
    add(Kind::patternFigure, ExportDialog::tr("Figure of the pattern as PNG"));
    add(Kind::resultCopy, ExportDialog::tr("The whole result as HDF5"));
}

} // namespace

ExportDialog::ExportDialog(const LoadedResultPtr& result, const LivePage& live, QWidget* parent)
    : QDialog(parent), m_result(result), m_live(&live) {
    build();
}

ExportDialog::ExportDialog(const LoadedIntegrationPtr& result, const PowderPage& page, QWidget* parent)
    : QDialog(parent), m_integration(result), m_powder(&page) {
    build();
}

void ExportDialog::build() {
    m_kind = new QComboBox(this);
    m_file = new QLineEdit(this);
    m_file->setAccessibleName(tr("File"));
    m_ramp = new QCheckBox(tr("Remove the phase ramp"), this);
    m_lit = new QCheckBox(tr("Lit area only"), this);
    m_names = new QLabel(this);
    m_export = new QPushButton(icon(QStringLiteral("export")), tr("Export"), this);
    setWindowTitle(tr("Export"));
    setMinimumWidth(560);
    if (m_result) {
        addKind(*m_kind, Kind::tiff, tr("Amplitude and phase as TIFF, 32-bit float"));
        addKind(*m_kind, Kind::hdf5, tr("The whole result as HDF5"));
        addKind(*m_kind, Kind::objectFigure, tr("Figure of the object as PNG"));
        addKind(*m_kind, Kind::probeFigure, tr("Figure of the probe as PNG"));
        addKind(*m_kind, Kind::lossFigure, tr("Loss curves as PNG"));
    } else {
        addPatternKinds(*m_kind, *m_integration->result);
    }
    m_kind->setToolTip(tr("Figures are what the Reconstruction page shows, with scale bar and colour bar"));
    m_ramp->setToolTip(
        tr("Takes the linear phase ramp and the mean phase out, which a reconstruction cannot determine"));
    m_ramp->setChecked(QSettings().value(kRampKey, true).toBool());
    m_lit->setToolTip(tr("Pixels that the scan has brought no light to become \"not a number\""));
    m_lit->setChecked(QSettings().value(kLitKey, true).toBool());
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
    form->addRow(QString(), m_lit);
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
    const int last = m_kind->findData(QSettings().value(m_result ? kKindKey : kPatternKindKey, 0));
    const bool possible = last >= 0 && (m_kind->model()->flags(m_kind->model()->index(last, 0)) & Qt::ItemIsEnabled);
    m_kind->setCurrentIndex(possible ? last : 0);
    propose();
}

ExportDialog::Kind ExportDialog::kind() const { return static_cast<Kind>(m_kind->currentData().toInt()); }
void ExportDialog::setKind(Kind kind) { m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(kind))); }
void ExportDialog::setFile(const QString& file) { m_file->setText(file); }

QString ExportDialog::suffix() const {
    switch (kind()) {
    case Kind::tiff:
    case Kind::cakeTiff:
    case Kind::heatMapTiff:
    case Kind::mapTiff: return QStringLiteral(".tif");
    case Kind::hdf5:
    case Kind::mapHdf5:
    case Kind::resultCopy: return QStringLiteral(".h5");
    case Kind::patternXy:
    case Kind::allXy: return QStringLiteral(".xy");
    case Kind::patternDat: return QStringLiteral(".dat");
    case Kind::patternChi: return QStringLiteral(".chi");
    case Kind::patternFxye: return QStringLiteral(".fxye");
    case Kind::patternCsv:
    case Kind::mapTable:
    case Kind::table: return QStringLiteral(".csv");
    default: return QStringLiteral(".png");
    }
}

void ExportDialog::propose() {
    static const std::array kEndings{"",          "_copy", "_object", "_probe", "_loss", "",       "",
                                     "",          "",      "",        "",       "",      "_table", "_cake",
                                     "_patterns", "_map",  "_chart",  "_copy",  "_map",  "_map",   "_map"};
    const QFileInfo from(source());
    QString stem = from.completeBaseName() + QLatin1String(kEndings[static_cast<std::size_t>(kind())]);
    const bool oneFrame = (kind() >= Kind::patternXy && kind() <= Kind::patternCsv) || kind() == Kind::cakeTiff;
    if (oneFrame) stem += QStringLiteral("_%1").arg(m_powder->frame(), 5, 10, QLatin1Char('0'));
    m_file->setText(QDir::toNativeSeparators(from.dir().filePath(stem + suffix())));
    m_ramp->setVisible(kind() == Kind::tiff);
    m_lit->setVisible(kind() == Kind::tiff);
    showState();
}

QString ExportDialog::source() const { return m_result ? m_result->file : m_integration->file; }

QStringList ExportDialog::files() const {
    const QString file = m_file->text().trimmed();
    if (file.isEmpty()) return {};
    if (kind() == Kind::mapTiff) return mapTiffNames(m_powder->mapPanel()->maps(), file);
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
    if (kind() == Kind::allXy && !lines.isEmpty()) {
        lines = QStringList{
            countedText(tr("writes %1 {file|files} with the number of the frame in {1:its name|their names}; "
                           "existing ones are replaced"),
                        {m_integration->result->axes().frames})};
        replaces = false;
    }
    m_names->setTextFormat(Qt::RichText);
    m_names->setText(breakableHtml(lines.join(u'\n')).replace(u'\n', QStringLiteral("<br>")));
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

namespace {

job::PatternFormat formatOf(ExportDialog::Kind kind) {
    switch (kind) {
    case ExportDialog::Kind::patternDat: return job::PatternFormat::dat;
    case ExportDialog::Kind::patternChi: return job::PatternFormat::chi;
    case ExportDialog::Kind::patternFxye: return job::PatternFormat::fxye;
    case ExportDialog::Kind::patternCsv:
    case ExportDialog::Kind::table: return job::PatternFormat::csv;
    default: return job::PatternFormat::xy;
    }
}

} // namespace

void ExportDialog::writePatterns() {
    QSettings().setValue(kPatternKindKey, static_cast<int>(kind()));
    QImage picture;
    ImagePtr image;
    if (kind() == Kind::patternFigure) picture = m_powder->pattern()->figure();
    if (kind() == Kind::heatMapTiff) image = ImagePtr(m_integration->waterfall, &m_integration->waterfall->rows);
    m_worker.start<QStringList>(
        [result = m_integration, what = kind(), names = files(), typed = m_file->text().trimmed(),
         row = m_powder->row(), picture, image, maps = m_powder->mapPanel()->maps()](TaskContext& context) {
            const QString& file = names.first();
            const io::IntegrationAxes& axes = result->result->axes();
            switch (what) {
            case Kind::allXy: return exportPatterns(*result, formatOf(what), file, true, context.control);
            case Kind::table: exportPatternTable(*result, formatOf(what), file, true); break;
            case Kind::cakeTiff:
                exportImage(
                    Array<float, 2>({axes.azimuthal_deg.size(), axes.radial.size()}, result->result->intensity(row)),
                    file, true);
                break;
            case Kind::heatMapTiff: exportImage(image ? *image : Array<float, 2>(), file, true); break;
            case Kind::mapTiff: exportMapTiff(maps, typed, true); break;
            case Kind::mapPng: exportMapPng(maps, file, true); break;
            case Kind::mapHdf5: exportMapHdf5(maps, file, true); break;
            case Kind::mapTable: exportMapTable(maps, file, true); break;
            case Kind::patternFigure: exportPng(picture, file, true); break;
            case Kind::resultCopy: copyResult(result->file, file, true); break;
            default: exportPattern(*result, row, formatOf(what), file, true); break;
            }
            return names;
        },
        [this](const QStringList& names) {
            emit done(names.size() > 3 ? QStringList{names.first(), QStringLiteral("…"), names.last()} : names);
            accept();
        },
        [this](const Error& error) {
            emit failed(toMessage(error));
            reject();
        });
}

void ExportDialog::write() {
    if (!m_result) {
        writePatterns();
        return;
    }
    QSettings().setValue(kKindKey, static_cast<int>(kind()));
    QSettings().setValue(kRampKey, m_ramp->isChecked());
    QSettings().setValue(kLitKey, m_lit->isChecked());
    QImage picture;
    if (kind() == Kind::objectFigure) picture = m_live->object()->figure();
    if (kind() == Kind::probeFigure) picture = m_live->probe()->figure();
    if (kind() == Kind::lossFigure) picture = m_live->loss()->figure();
    // The button said "Replace" where a file exists.
    m_worker.start<QStringList>(
        [result = m_result, what = kind(), names = files(), ramp = m_ramp->isChecked(), lit = m_lit->isChecked(),
         picture](TaskContext&) {
            if (what == Kind::hdf5) {
                exportHdf5(*result, names.first(), true);
            } else if (what == Kind::tiff) {
                exportTiff(*result, names.first().chopped(QStringLiteral("_amplitude.tif").size()), ramp, lit, true);
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
