// SPDX-License-Identifier: GPL-3.0-or-later
// What is chosen in the import dialog: the mapping, and what comes of it.
#include "base/error.h"
#include "common/icon.h"
#include "form/number_text.h"
#include "io/readers/reader_tools.h"
#include "model/text.h"
#include "window/import_dialog.h"
#include "window/import_source_row.h"
#include "window/scan_card.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>
#include <cstdlib>

namespace ewald::ui {

namespace {

constexpr double kWidestPixel_m = 0.01;
constexpr double kFarthest_m = 1000;

} // namespace

io::ImportMapping ImportDialog::mapping() const {
    io::ImportMapping made = m_set.value_or(io::ImportMapping{});
    made.framesFile = partAt(ImportPart::frames).row->file();
    made.positionsFile = partAt(ImportPart::positions).row->file();
    made.positionsScan = partAt(ImportPart::positions).row->scan();
    for (const Row& each : m_rows) {
        const RoleSlot slot = slotOf(each.role);
        made.*slot.dataset = each.dataset->currentData().toString().toStdString();
        if (slot.unit != nullptr) made.*slot.unit = each.unit->currentData().toString().toStdString();
        if (slot.value == nullptr) continue;
        const TypedNumber typed = typedNumber(each.value->text(), unitsOf(each.role));
        made.*slot.value = typed.value;
        if (!typed.unit.isEmpty()) made.*slot.unit = typed.unit.toStdString();
    }
    made.positionOrder = m_order->currentData().toString().toStdString();
    made.amplitudes = m_amplitudes->isChecked();
    made.cornerCentred = m_corner->isChecked();
    made.unstatedUnits = {}; // what the dialog shows is stated
    return made;
}

QString ImportDialog::scanFile() const {
    return m_isTable ? toQString(partAt(ImportPart::frames).row->file()) : m_file;
}

io::ImportMapping ImportDialog::scanMapping() const {
    io::ImportMapping made = mapping();
    if (m_isTable) made.framesFile.clear(); // the scan's own
    return made;
}

void ImportDialog::setMapping(const io::ImportMapping& mapping) {
    m_filling = true;
    m_set = mapping;
    const auto setFile = [this](ImportPart which, const std::filesystem::path& file, std::optional<double> scan) {
        Part& part = partAt(which);
        const bool other = part.row->scan() != scan || part.row->file() != file;
        part.row->setFile(file, scan);
        return other;
    };
    const bool otherFrames = setFile(ImportPart::frames, mapping.framesFile, std::nullopt);
    const bool otherPositions = setFile(ImportPart::positions, mapping.positionsFile, mapping.positionsScan);
    for (const Row& each : m_rows) {
        const RoleSlot slot = slotOf(each.role);
        const QString path = QString::fromStdString(mapping.*slot.dataset);
        select(each.dataset, path);
        if (slot.unit != nullptr) {
            each.unit->setCurrentIndex(std::max(0, each.unit->findData(QString::fromStdString(mapping.*slot.unit))));
        }
        if (slot.value != nullptr) {
            const std::optional<double>& value = mapping.*slot.value;
            each.value->setText(value ? fieldText(*value, {}) : QString());
        }
    }
    m_order->setCurrentIndex(mapping.positionOrder == "yx" ? 1 : 0);
    m_amplitudes->setChecked(mapping.amplitudes);
    m_corner->setChecked(mapping.cornerCentred);
    m_filling = false;
    if (otherFrames) readSource(ImportPart::frames, false);
    if (otherPositions) readSource(ImportPart::positions, false);
    takeStatedUnits(mapping.unstatedUnits);
    changed();
}

void ImportDialog::takeStatedUnits(const io::UnstatedUnits& unstated) {
    const auto take = [this](bool isUnstated, ImportRole role) {
        const std::string path = row(role).dataset->currentData().toString().toStdString();
        const std::vector<io::FileNode>& nodes = sourceOf(role).nodes;
        const auto node = std::ranges::find(nodes, path, &io::FileNode::path);
        if (isUnstated && node != nodes.end() && !node->units.empty()) takeUnit(role);
    };
    for (const ImportRole role : {ImportRole::positions, ImportRole::positionX}) take(unstated.position, role);
    take(unstated.energy, ImportRole::energy);
    take(unstated.distance, ImportRole::distance);
    take(unstated.pixelSize, ImportRole::pixelSize);
}

/// What a layout cannot hold is said where it is remembered.
void ImportDialog::showLayoutNote() {
    const auto other = [this](ImportPart part) { return !partAt(part).row->file().empty(); };
    m_layoutNote->setVisible(m_remember->isChecked() && (other(ImportPart::frames) || other(ImportPart::positions)));
}

void ImportDialog::setLayoutName(const QString& name) {
    m_remember->setChecked(!name.isEmpty());
    m_name->setText(name);
}

void ImportDialog::changed() {
    if (m_filling) return;
    m_works = false;
    m_open->setEnabled(false);
    m_checkTimer.start();
}

/// A unit typed behind a number becomes the chosen one.
void ImportDialog::takeTypedUnit(ImportRole role) {
    const auto row = std::ranges::find(m_rows, role, &Row::role);
    const TypedNumber typed = typedNumber(row->value->text(), unitsOf(role));
    if (typed.unit.isEmpty()) return;
    row->unit->setCurrentIndex(row->unit->findData(typed.unit));
    row->value->setText(fieldText(*typed.value, {}));
}

/// What is typed and no number, where it would be used; empty when there is nothing.
QString ImportDialog::noNumber() const {
    for (const Row& row : m_rows) {
        if (row.value == nullptr || row.value->text().trimmed().isEmpty()) continue;
        if (!row.dataset->currentData().toString().isEmpty()) continue;
        if (!typedNumber(row.value->text(), unitsOf(row.role)).value)
            return tr("%1: “%2” is no number.").arg(row.dataset->accessibleName(), row.value->text());
    }
    return {};
}

/// What no detector is like, said at once and not when all else is chosen; empty when nothing is.
QString ImportDialog::oddLength(const io::ImportMapping& mapping) const {
    const auto metres = [&](const std::string& path, const std::optional<double>& typed, const std::string& unit) {
        const auto node = std::ranges::find(m_source.nodes, path, &io::FileNode::path);
        double number = typed.value_or(0); // used where no dataset is chosen
        if (node != m_source.nodes.end()) number = std::strtod(node->value.c_str(), nullptr);
        return number * io::metresPer(unit).value_or(0);
    };
    const double pixel = metres(mapping.pixelSize, mapping.pixelSizeValue, mapping.pixelSizeUnit);
    if (pixel > kWidestPixel_m) return tr("A detector pixel of %1: is its unit right?").arg(lengthText(pixel));
    const double distance = metres(mapping.distance, mapping.distanceValue, mapping.distanceUnit);
    if (distance > kFarthest_m) return tr("%1 from sample to detector: is the unit right?").arg(lengthText(distance));
    return {};
}

/// What has to be chosen before anything can be opened; empty when nothing has.
QString ImportDialog::missingChoice(const io::ImportMapping& mapping) const {
    if (m_isTable && mapping.framesFile.empty()) return tr("These are positions. Choose the file of the frames.");
    if (mapping.frames.empty() && mapping.framesFile.empty() && m_source.kind == ImportSource::Kind::datasets) {
        return tr("Choose the dataset of the frames first.");
    }
    const ImportSource& source = sourceOf(ImportRole::positions);
    if (source.kind == ImportSource::Kind::images) return tr("Choose the file of the positions.");
    if (source.kind == ImportSource::Kind::columns) {
        if (!source.scans.empty() && !mapping.positionsScan) return tr("Choose the scan of the SPEC file.");
        const bool onlyTwo = source.nodes.size() == 2 && mapping.positionX.empty() && mapping.positionY.empty();
        if (onlyTwo || (!mapping.positionX.empty() && !mapping.positionY.empty())) return {};
        return tr("Choose the columns of the x and y positions.");
    }
    if (mapping.positions.empty() && (mapping.positionX.empty() || mapping.positionY.empty())) {
        return tr("Choose a dataset for the positions: one for both axes, or one each for x and y.");
    }
    return {};
}

void ImportDialog::showState(const char* name, const QString& text) {
    m_checkIcon->setPixmap(icon(QLatin1String(name)).pixmap(20, 20));
    m_checkText->setText(text);
}

void ImportDialog::check() {
    const bool reading = std::ranges::any_of(m_parts, [](const Part& part) { return part.reader.busy(); });
    if (!m_listed || reading) return; // its end checks
    job::JobDocument document;
    document.inputFile = toPath(scanFile());
    document.mapping = scanMapping();
    if (const QString text = noNumber(); !text.isEmpty()) {
        showState("error", text);
        return;
    }
    if (const QString odd = oddLength(*document.mapping); !odd.isEmpty()) {
        showState("warning", odd);
        return;
    }
    if (const QString missing = missingChoice(mapping()); !missing.isEmpty()) {
        showState("info", missing);
        return;
    }
    m_checker.start<ScanDataPtr>(
        [document](TaskContext&) { return std::make_shared<const ScanData>(describeScan(document)); },
        [this](const ScanDataPtr& data) { showCheck(*data); }, [this](const Error& error) { showProblem(error); });
}

void ImportDialog::showCheck(const ScanData& data) {
    QStringList lines{scanFacts(data).join(QStringLiteral(" · "))};
    if (data.objectRows > 0) {
        lines.first() += QStringLiteral(" · ") + tr("object %1 × %2 pixels").arg(data.objectRows).arg(data.objectCols);
    }
    const io::Severity worst = data.worstNote();
    for (const io::Note& note : data.notes) {
        if (note.severity == worst && worst != io::Severity::info) lines << coreText(note.text);
    }
    showState(worst == io::Severity::error     ? "error"
              : worst == io::Severity::warning ? "warning"
                                               : "ok",
              lines.mid(0, 4).join(u'\n'));
    m_works = true;
    m_open->setEnabled(true);
}

void ImportDialog::showProblem(const Error& error) {
    showState("error", coreText(error.what()));
    m_works = false;
    m_open->setEnabled(false);
}

QString ImportDialog::checkText() const { return m_checkText->text(); }

void ImportDialog::accept() {
    if (!m_works) return;
    if (m_remember->isChecked() && m_name->text().trimmed().isEmpty()) {
        showState("info", tr("Give the layout a name, or do not remember it."));
        m_name->setFocus();
        return;
    }
    if (m_remember->isChecked()) {
        try {
            m_layouts.save(m_name->text(), mapping());
        } catch (const Error& error) {
            emit failed(toMessage(error));
        }
    }
    emit chosen(scanMapping());
    QDialog::accept();
}

} // namespace ewald::ui
