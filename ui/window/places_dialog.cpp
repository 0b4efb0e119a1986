// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/places_dialog.h"

#include "form/eliding_combo.h"
#include "io/file_address.h"
#include "model/text.h"
#include "window/import_source_row.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace ewald::ui {

namespace {

/// Numbers of frames: no pictures, no text, no single value.
bool mayBePlaces(const io::FileNode& node) {
    if (node.isGroup || !node.problem.empty() || node.shape.empty() || node.shape.size() > 2) return false;
    std::size_t values = 1;
    for (const std::size_t extent : node.shape) values *= extent;
    const bool isNumber =
        node.type.starts_with("float") || node.type.starts_with("int") || node.type.starts_with("uint");
    return isNumber && values > 1;
}

void select(QComboBox& box, const std::string& name) {
    const int found = box.findData(QString::fromStdString(name));
    box.setCurrentIndex(name.empty() ? -1 : found);
}

} // namespace

PlacesDialog::PlacesDialog(std::vector<std::filesystem::path> files, const job::FrameChoice& rows,
                           const job::PlacesRequest& before, QWidget* parent)
    : QDialog(parent), m_files(std::move(files)), m_rows(rows) {
    setWindowTitle(tr("Where the frames were taken"));
    setMinimumWidth(520);
    build(before);
    readFile();
}

void PlacesDialog::build(const job::PlacesRequest& before) {
    auto* about = new QLabel(tr("One number a frame along x and along y: two columns of a table (CSV, columns, SPEC), "
                                "or two datasets of the frames' file or of another HDF5 file."),
                             this);
    about->setWordWrap(true);
    const QString first = m_files.empty() ? QString() : toQString(io::splitAddress(m_files.front()).file);
    m_file = new ImportSourceRow(QFileInfo(first).absolutePath(), tr("File of the positions"), false, this);
    m_x = new ElidingCombo(this);
    m_y = new ElidingCombo(this);
    for (const auto& [box, name] : {std::pair(m_x, tr("Numbers along x")), std::pair(m_y, tr("Numbers along y"))}) {
        box->setAccessibleName(name);
        box->setMinimumContentsLength(30);
        connect(box, &QComboBox::currentIndexChanged, this, &PlacesDialog::showState);
    }
    m_unit = new QComboBox(this);
    m_unit->addItem(tr("as the file says"), QString());
    for (const char* unit : {"m", "mm", "um", "nm"})
        m_unit->addItem(unit == std::string_view("um") ? QStringLiteral("µm") : QString::fromLatin1(unit),
                        QString::fromLatin1(unit));
    m_unit->setAccessibleName(tr("Unit of both"));
    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_use = buttons->addButton(tr("Use"), QDialogButtonBox::AcceptRole);
    auto* form = new QFormLayout;
    form->addRow(tr("File"), m_file);
    form->addRow(tr("x"), m_x);
    form->addRow(tr("y"), m_y);
    form->addRow(tr("Unit"), m_unit);
    auto* column = new QVBoxLayout(this);
    column->addWidget(about);
    column->addLayout(form);
    column->addWidget(m_problem);
    column->addStretch();
    column->addWidget(buttons);

    const io::FileAddress address = io::splitAddress(before.x);
    m_file->setFile(before.table.empty() ? address.path.empty() ? std::filesystem::path() : address.file : before.table,
                    before.scan ? std::optional(static_cast<double>(*before.scan)) : std::nullopt);
    m_unit->setCurrentIndex(std::max(0, m_unit->findData(QString::fromStdString(before.unit))));
    const auto nameIn = [&](const std::string& name) {
        const io::FileAddress of = io::splitAddress(name);
        return before.table.empty() && !of.path.empty() ? of.path : name;
    };
    m_x->setProperty("wanted", QString::fromStdString(nameIn(before.x)));
    m_y->setProperty("wanted", QString::fromStdString(nameIn(before.y)));
    connect(m_file, &ImportSourceRow::changed, this, &PlacesDialog::readFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, &PlacesDialog::use);
    connect(&m_worker, &Worker::busyChanged, this, &PlacesDialog::showState);
}

QString PlacesDialog::problem() const { return m_problem->text(); }

void PlacesDialog::readFile() {
    offer({});
    m_problem->clear();
    const std::filesystem::path own = m_file->file();
    m_worker.start<ImportSource>(
        [own, files = m_files, scan = m_file->scan()](TaskContext&) {
            if (!own.empty()) return readPositionSource(own, scan);
            return files.empty() ? ImportSource() : readFrameSource(io::splitAddress(files.front()).file);
        },
        [this](const ImportSource& source) {
            offer(source);
            if (m_x->count() > 0) return;
            m_problem->setText(source.kind == ImportSource::Kind::images
                                   ? tr("Images hold no positions: choose a table or an HDF5 file.")
                               : !source.scans.empty() ? tr("Choose the scan of the SPEC file.")
                                                       : tr("This file has no list of numbers."));
        },
        [this](const Error& error) {
            m_problem->setText(asSentence(coreText(error.problem())));
            m_file->offerScans({});
        });
}

void PlacesDialog::offer(const ImportSource& source) {
    m_source = source;
    m_file->offerScans(source.scans);
    std::vector<io::FileNode> places;
    std::ranges::copy_if(source.nodes, std::back_inserter(places), mayBePlaces);
    auto [x, y] = guessColumns(places);
    for (auto [box, guess] : {std::pair(m_x, x), std::pair(m_y, y)}) {
        const QSignalBlocker quiet(box);
        box->clear();
        for (const io::FileNode& node : places) {
            const QString name = QString::fromStdString(node.path);
            box->addItem(node.units.empty() ? name
                                            : QStringLiteral("%1 (%2)").arg(name, QString::fromStdString(node.units)),
                         name);
        }
        // What was chosen before, where this file has it as well.
        const std::string wanted = box->property("wanted").toString().toStdString();
        const bool isThere = box->findData(QString::fromStdString(wanted)) >= 0;
        select(*box, isThere ? wanted : guess);
    }
    showState();
}

void PlacesDialog::showState() {
    const bool some = m_x->currentIndex() >= 0 && m_y->currentIndex() >= 0;
    m_use->setEnabled(some && !m_worker.busy());
    for (QComboBox* box : {m_x, m_y}) box->setEnabled(box->count() > 0);
}

job::PlacesRequest PlacesDialog::request() const {
    job::PlacesRequest asked;
    const std::filesystem::path own = m_file->file();
    asked.x = m_x->currentData().toString().toStdString();
    asked.y = m_y->currentData().toString().toStdString();
    asked.unit = m_unit->currentData().toString().toStdString();
    if (m_source.kind == ImportSource::Kind::columns) {
        asked.table = own;
        if (m_file->scan()) asked.scan = static_cast<std::size_t>(*m_file->scan());
    } else if (!own.empty()) {
        asked.x = own.string() + "::" + asked.x;
        asked.y = own.string() + "::" + asked.y;
    }
    return asked;
}

/// What cannot be read, or is no place of each frame, is said here and not where the dialog has gone.
void PlacesDialog::use() {
    const job::PlacesRequest asked = request();
    m_x->setProperty("wanted", m_x->currentData());
    m_y->setProperty("wanted", m_y->currentData());
    m_problem->clear();
    m_worker.start<FoundPlaces>(
        [files = m_files, rows = m_rows, asked](TaskContext& context) {
            return readPlaces(files, rows, asked, context.control);
        },
        [this, asked](const FoundPlaces& found) {
            if (!found.grid) {
                m_problem->setText(found.problem);
                return;
            }
            emit chosen(asked, found);
            accept();
        },
        [this](const Error& error) { m_problem->setText(asSentence(coreText(error.problem()))); });
}

} // namespace ewald::ui
