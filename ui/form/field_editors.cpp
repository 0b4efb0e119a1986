// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/field_editors.h"

#include "base/error.h"
#include "common/icon.h"
#include "common/whole_box.h"
#include "form/by_hand_text.h"
#include "form/eliding_combo.h"
#include "form/number_text.h"
#include "form/path_line.h"
#include "form/undo_keys.h"
#include "job/document/frame_list.h"
#include "job/document/settings.h"
#include "model/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <limits>

namespace ewald::ui {

using job::ParameterDef;
using job::ParameterType;
using job::ParameterValue;

namespace {

QHBoxLayout* tightRow(QWidget* owner) {
    auto* row = new QHBoxLayout(owner);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    return row;
}

QString droppedFile(const QMimeData* data) {
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

/// Opens a file dialog that does not block the caller; `chosen` gets the name.
void askForFile(QWidget* parent, const QString& current, const std::function<void(const QString&)>& chosen) {
    auto* dialog = new QFileDialog(parent, FieldEditor::tr("Choose a file"), QFileInfo(current).absolutePath());
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
    dialog->open();
}

/// What is wrong with a text value beyond its type; empty when nothing is.
QString textProblem(const ParameterDef& def, const ParameterValue& value) {
    const bool isFrameList = def.key == "excluded_frames" || def.key == "included_frames";
    try {
        job::checkValue(def, value);
        if (def.key == "bad_pixels") {
            job::JobDocument probe;
            probe.input[def.key] = value;
            static_cast<void>(job::preprocessingOf(probe));
        }
        if (isFrameList) static_cast<void>(job::parseFrameList(std::get<std::string>(value), def.key));
    } catch (const Error& error) {
        if (isFrameList) return FieldEditor::tr("Write numbers and ranges: \"3, 17-20\"");
        return def.key == "bad_pixels" ? FieldEditor::tr("Write pairs of row and column: \"12,40; 13,40\"")
                                       : coreText(error.problem());
    }
    return {};
}

} // namespace

FieldEditor* makeEditor(const ParameterDef& def, QWidget* parent) {
    switch (def.type) {
    case ParameterType::boolean: return new CheckEditor(parent);
    case ParameterType::integer: return new IntegerEditor(def, parent);
    case ParameterType::real: return new RealEditor(def, parent);
    case ParameterType::choice: return new ChoiceEditor(def, parent);
    case ParameterType::text:
    case ParameterType::path: break;
    }
    return new TextEditor(def, parent);
}

// ---- boolean ----

CheckEditor::CheckEditor(QWidget* parent) : FieldEditor(parent), m_box(new QCheckBox(this)) {
    auto* row = tightRow(this);
    row->addWidget(m_box);
    row->addStretch();
    connect(m_box, &QCheckBox::clicked, this, [this](bool on) { emit edited(ParameterValue(on)); });
}

void CheckEditor::setValue(const ParameterValue& value) { m_box->setChecked(std::get<bool>(value)); }
QWidget* CheckEditor::inner() const { return m_box; }

// ---- integer ----

IntegerEditor::IntegerEditor(const ParameterDef& def, QWidget* parent)
    : FieldEditor(parent), m_def(def), m_box(new WholeBox(this)) {
    constexpr double kMost = std::numeric_limits<int>::max();
    m_box->setRange(static_cast<int>(def.minimum), static_cast<int>(std::min(def.maximum, kMost)));
    m_box->setSpecialValueText(specialText(def));
    m_box->setStepType(def.maximum > 1000 ? QSpinBox::AdaptiveDecimalStepType : QSpinBox::DefaultStepType);
    shareUndoKeys(m_box);
    m_box->setMinimumWidth(60);
    m_box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    tightRow(this)->addWidget(m_box);
    connect(m_box, &QSpinBox::valueChanged, this, [this](int value) {
        showUnit();
        emit edited(ParameterValue(static_cast<long long>(value)));
    });
    m_box->setTellsWhy(false); // the field does
    connect(m_box, &WholeBox::refused, this, [this](bool whole) {
        const QString reason = whole ? FieldEditor::tr("Allowed: %1").arg(rangeText(m_def)) : tr("Not a whole number");
        emit wentBack(FieldEditor::tr("%1. %2 stays").arg(reason, m_box->valueText()));
    });
    showUnit();
}

void IntegerEditor::showUnit() {
    if (!m_def.unit.empty()) m_box->setSuffix(u' ' + unitText(m_def.unit, m_box->value()));
}

void IntegerEditor::setValue(const ParameterValue& value) {
    const QSignalBlocker blocker(m_box);
    m_box->setValue(static_cast<int>(std::get<long long>(value)));
    showUnit();
}

void IntegerEditor::setPlaceholder(const QString& text) { m_box->setSpecialValueText(text); }
QWidget* IntegerEditor::inner() const { return m_box; }

// ---- real ----

RealEditor::RealEditor(const ParameterDef& def, QWidget* parent)
    : FieldEditor(parent), m_def(def), m_line(new QLineEdit(this)), m_before(def.defaultValue) {
    m_line->setPlaceholderText(specialText(def));
    m_line->setMinimumWidth(60);
    tightRow(this)->addWidget(m_line);
    connect(m_line, &QLineEdit::textEdited, this, [this] {
        m_typing = true;
        emit typing(true);
        read(false);
    });
    connect(m_line, &QLineEdit::editingFinished, this, [this] {
        m_typing = false;
        read(true);
        emit typing(false);
    });
}

void RealEditor::setValue(const ParameterValue& value) {
    const double number = std::get<double>(value);
    if (!m_typing) m_before = value;
    // The special value is shown by its meaning; typing 0 means the same.
    const bool special = number == m_def.minimum && !m_line->placeholderText().isEmpty();
    const QString text = special ? QString() : fieldText(number, m_def.unit);
    if (m_line->text() == text) return;
    m_line->setText(text);
    m_line->setCursorPosition(0);
}

void RealEditor::setPlaceholder(const QString& text) { m_line->setPlaceholderText(text); }
QWidget* RealEditor::inner() const { return m_line; }

/// Of "1e9", "1" may have been a value, which nobody wanted.
void RealEditor::refuse(const QString& reason, bool finished) {
    if (finished) emit edited(m_before);
    if (!finished) return emit rejected(reason);
    const QString stays = m_def.isSpecial(m_before) || std::get<double>(m_before) == m_def.minimum
                              ? FieldEditor::tr("%1. As before: %2")
                              : FieldEditor::tr("%1. %2 stays");
    emit rejected(stays.arg(reason, valueText(m_def, m_before)));
}

void RealEditor::read(bool finished) {
    const QString typed = m_line->text().trimmed();
    if (typed.isEmpty() && !m_line->placeholderText().isEmpty()) {
        if (finished) m_before = m_def.minimum;
        emit edited(ParameterValue(m_def.minimum));
        return;
    }
    const auto number = plainNumber(typed, m_def.unit);
    if (!number) {
        refuse(m_def.unit.empty() ? tr("Not a number") : tr("Not a number in %1").arg(unitText(m_def.unit)), finished);
        return;
    }
    try {
        const ParameterValue value = job::parseValue(m_def, *number);
        emit edited(value);
        // Tidied up when the field is left, not while it is being typed in.
        if (finished) setValue(value);
    } catch (const Error&) {
        refuse(FieldEditor::tr("Allowed: %1").arg(rangeText(m_def)), finished);
    }
}

// ---- choice ----

ChoiceEditor::ChoiceEditor(const ParameterDef& def, QWidget* parent)
    : FieldEditor(parent), m_def(def), m_box(new ElidingCombo(this)) {
    m_box->setMinimumContentsLength(8);
    m_box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (const std::string& choice : def.choices) m_box->addItem(choiceTitle(choice), QString::fromStdString(choice));
    auto* row = tightRow(this);
    row->addWidget(m_box);
    if (def.choiceOrPath) {
        setAcceptDrops(true);
        auto* button = new QToolButton(this);
        button->setIcon(icon(QStringLiteral("folder")));
        button->setToolTip(tr("Take it from a file, for example an earlier result"));
        button->setAccessibleName(button->toolTip());
        button->setAutoRaise(true);
        row->addWidget(button);
        connect(button, &QToolButton::clicked, this, &ChoiceEditor::browse);
    }
    connect(m_box, &QComboBox::activated, this, &ChoiceEditor::chosen);
}

void ChoiceEditor::setValue(const ParameterValue& value) {
    m_value = std::get<std::string>(value);
    const QString text = QString::fromStdString(m_value);
    const int known = static_cast<int>(m_def.choices.size());
    int index = m_box->findData(text);
    if (index < 0) {
        while (m_box->count() > known) m_box->removeItem(known);
        m_box->addItem(QFileInfo(text).fileName(), text);
        m_box->setItemData(known, text, Qt::ToolTipRole);
        index = known;
    }
    m_box->setCurrentIndex(index);
    m_box->setToolTip(index >= known ? text : QString());
}

QWidget* ChoiceEditor::inner() const { return m_box; }

void ChoiceEditor::chosen(int index) {
    m_value = m_box->itemData(index).toString().toStdString();
    emit edited(ParameterValue(m_value));
}

void ChoiceEditor::browse() {
    askForFile(this, QString::fromStdString(m_value), [this](const QString& file) {
        setValue(ParameterValue(file.toStdString()));
        emit edited(ParameterValue(m_value));
    });
}

void ChoiceEditor::dragEnterEvent(QDragEnterEvent* event) {
    if (m_def.choiceOrPath && !droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void ChoiceEditor::dropEvent(QDropEvent* event) {
    const QString file = droppedFile(event->mimeData());
    if (file.isEmpty()) return;
    event->acceptProposedAction();
    setValue(ParameterValue(file.toStdString()));
    emit edited(ParameterValue(m_value));
}

// ---- text and path ----

TextEditor::TextEditor(const ParameterDef& def, QWidget* parent)
    : FieldEditor(parent), m_def(def), m_line(nullptr),
      m_path(def.type == ParameterType::path ? new PathLine(this) : nullptr) {
    m_line = m_path != nullptr ? m_path : new QLineEdit(this);
    m_line->setMinimumWidth(60);
    m_line->setAcceptDrops(false); // the whole field takes a file; a link dropped into the line would be its URL
    auto* row = tightRow(this);
    row->addWidget(m_line);
    m_line->setPlaceholderText(specialText(def)); // what empty means
    if (def.type == ParameterType::path) {
        setAcceptDrops(true);
        m_line->setPlaceholderText(tr("none"));
        auto* button = new QToolButton(this);
        button->setIcon(icon(QStringLiteral("folder")));
        button->setToolTip(tr("Choose a file"));
        button->setAccessibleName(button->toolTip());
        button->setAutoRaise(true);
        row->addWidget(button);
        connect(button, &QToolButton::clicked, this, &TextEditor::browse);
    }
    connect(m_line, &QLineEdit::textEdited, this, &TextEditor::read);
}

void TextEditor::setValue(const ParameterValue& value) {
    const QString text = QString::fromStdString(std::get<std::string>(value));
    if (m_line->text() != text) m_line->setText(text);
    m_line->setToolTip(m_def.type == ParameterType::path ? text : QString());
    setMeaning(madeHereText(m_def.key, text.toStdString()));
}

void TextEditor::setMeaning(const QString& meaning) {
    if (m_path != nullptr) m_path->setMeaning(meaning);
}

QWidget* TextEditor::inner() const { return m_line; }

void TextEditor::read() {
    const ParameterValue value(m_line->text().trimmed().toStdString());
    const QString problem = textProblem(m_def, value);
    if (problem.isEmpty()) {
        emit edited(value);
    } else {
        emit rejected(problem);
    }
}

void TextEditor::browse() {
    askForFile(this, m_line->text(), [this](const QString& file) {
        m_line->setText(file);
        read();
    });
}

void TextEditor::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void TextEditor::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    m_line->setText(droppedFile(event->mimeData()));
    read();
}

} // namespace ewald::ui
