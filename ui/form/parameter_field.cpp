// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/parameter_field.h"

#include "common/icon.h"
#include "form/by_hand_text.h"
#include "form/field_editors.h"
#include "form/number_text.h"
#include "form/undo_keys.h"
#include "job/document/job_kind.h"
#include "model/manual.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace ewald::ui {

namespace {

QString translated(const std::string& source) {
    return source.empty() ? QString() : QCoreApplication::translate("Parameters", source.c_str());
}

constexpr int kSign_px = 14;

/// When a change takes effect, and the name of the icon that says so.
std::pair<QString, QString> effectText(job::ChangeEffect effect) {
    switch (effect) {
    case job::ChangeEffect::live:
        return {QStringLiteral("live"), ParameterField::tr("While a job runs: takes effect at the next iteration.")};
    case job::ChangeEffect::continued:
        return {QStringLiteral("again"),
                ParameterField::tr("While a job runs: takes effect with Apply, which stops, saves "
                                   "and goes on in the same file.")};
    case job::ChangeEffect::newRun: break;
    }
    return {QStringLiteral("next"), ParameterField::tr("While a job runs: takes effect in a new run.")};
}

} // namespace

ParameterField::ParameterField(const job::ParameterDef& def, QWidget* parent)
    : QWidget(parent), m_def(def), m_label(new QLabel(translated(def.label), this)), m_sign(new QLabel(this)),
      m_editor(makeEditor(def, this)), m_reset(new QToolButton(this)), m_problem(new QLabel(this)) {
    setObjectName(QStringLiteral("field_") + QString::fromStdString(def.key));
    m_label->setWordWrap(true);
    m_label->setBuddy(m_editor->inner());
    if (job::findParameter(def.key) == &def) // not of another table
        setManualPlace(*this, QStringLiteral("parameters#") + QString::fromStdString(def.key));
    m_label->setToolTip(helpText(true));
    m_editor->setToolTip(helpText(true));
    m_editor->inner()->setAccessibleName(translated(def.label));
    m_editor->inner()->setAccessibleDescription(parameterHelp(def));
    m_reset->setIcon(icon(QStringLiteral("reset")));
    m_reset->setIconSize(QSize(14, 14));
    m_reset->setAutoRaise(true);
    QSizePolicy keepsRoom = m_reset->sizePolicy();
    keepsRoom.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keepsRoom);
    m_reset->hide();
    m_sign->setFixedSize(kSign_px, kSign_px);
    m_sign->setObjectName(QStringLiteral("effect"));
    m_problem->setWordWrap(true);
    m_problem->setStyleSheet(QStringLiteral("color: #d64545;"));
    m_problem->hide();

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 1, 0, 1);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(1);
    grid->addWidget(m_label, 0, 0);
    grid->addWidget(m_sign, 0, 1);
    grid->addWidget(m_editor, 0, 2);
    grid->addWidget(m_reset, 0, 3);
    grid->addWidget(m_problem, 1, 2, 1, 2);
    grid->setColumnStretch(0, 10);
    grid->setColumnStretch(2, 11);
    m_label->setMinimumWidth(40);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_editor->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

    connect(m_editor, &FieldEditor::edited, this, [this](const job::ParameterValue& value) {
        complain({});
        emit edited(value);
    });
    connect(m_editor, &FieldEditor::rejected, this, &ParameterField::complain);
    connect(m_editor, &FieldEditor::wentBack, this, &ParameterField::remark);
    connect(m_editor, &FieldEditor::typing, this, &ParameterField::typing);
    connect(m_reset, &QToolButton::clicked, this, &ParameterField::resetWanted);
    m_editor->inner()->installEventFilter(this);
    m_editor->inner()->setFocusPolicy(Qt::StrongFocus);
}

void ParameterField::showValue(const job::ParameterValue& value, const job::ParameterValue& defaultValue) {
    m_editor->setValue(value);
    complain({});
    markChanged(value, defaultValue);
}

void ParameterField::markChanged(const job::ParameterValue& value, const job::ParameterValue& defaultValue) {
    m_value = value;
    m_changed = value != defaultValue;
    QFont font = m_label->font();
    font.setBold(m_changed);
    m_label->setFont(font);
    m_reset->setVisible(m_changed || !isValid());
    const bool isSpecial = !m_placeholder.isEmpty() && !specialText(m_def).isEmpty();
    m_reset->setToolTip(tr("Back to the default: %1").arg(isSpecial ? m_placeholder : valueText(m_def, defaultValue)));
    m_reset->setAccessibleName(m_reset->toolTip());
}

void ParameterField::setEffect(std::optional<job::ChangeEffect> effect) {
    if (m_effect == effect) return;
    m_effect = effect;
    if (!effect) {
        m_sign->clear();
        m_sign->setToolTip({});
        m_editor->inner()->setAccessibleDescription(parameterHelp(m_def));
        return;
    }
    const QString text = effectText(*effect).second;
    drawSign();
    m_sign->setToolTip(text);
    m_editor->inner()->setAccessibleDescription(parameterHelp(m_def) + u' ' + text);
}

void ParameterField::drawSign() { m_sign->setPixmap(icon(effectText(*m_effect).first).pixmap(kSign_px, kSign_px)); }

void ParameterField::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_effect) drawSign(); // it has the colour of texts
}

void ParameterField::setMeaning(const QString& meaning) {
    const std::string* file = std::get_if<std::string>(&m_value);
    m_editor->setMeaning(meaning.isEmpty() && file != nullptr ? madeHereText(m_def.key, *file) : meaning);
}

void ParameterField::setPlaceholder(const QString& text) {
    m_placeholder = text;
    m_editor->setPlaceholder(text.isEmpty() ? specialText(m_def) : text);
}

bool ParameterField::matches(const QString& search) const {
    const QString text = QStringList{translated(m_def.label), QString::fromStdString(m_def.key),
                                     translated(m_def.group), QString::fromStdString(m_def.unit), parameterHelp(m_def)}
                             .join(u' ');
    const QStringList words = search.split(u' ', Qt::SkipEmptyParts);
    return std::ranges::all_of(words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

QString ParameterField::helpText(bool details) const {
    const QString text = QStringLiteral("<b>%1</b> – %2")
                             .arg(translated(m_def.label).toHtmlEscaped(), parameterHelp(m_def).toHtmlEscaped());
    if (!details) {
        const QString place = manualPlaceOf(this);
        return place.isEmpty() ? text : text + QStringLiteral(" <a href='manual:%1'>%2</a>").arg(place, tr("Manual"));
    }
    QString range;
    if (m_def.type == job::ParameterType::integer || m_def.type == job::ParameterType::real) {
        range = rangeText(m_def).toHtmlEscaped() + QStringLiteral(" · ");
    }
    const job::JobKind* kind = job::findJobKind(m_def.kind); // null: of several
    const QString when =
        kind && !kind->has(job::JobFeature::liveChanges) ? QString() : u' ' + effectText(m_def.effect).second;
    return text + QStringLiteral("<br><span style='color:gray'>%1%2%3</span>")
                      .arg(range, QString::fromStdString(m_def.key), when.toHtmlEscaped());
}

bool ParameterField::hasCursor() const { return window()->focusWidget() == m_editor->inner(); }

void ParameterField::setFocusToEditor() { m_editor->inner()->setFocus(Qt::OtherFocusReason); }

bool ParameterField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn) {
        if (isValid()) remark({}); // of what was typed before
        emit attended();
    }
    if (event->type() == QEvent::FocusOut) emit left();
    // What makes sense is taken over while it is typed; only the rest is the field's own, and is given up by the key of
    // undo. Boxes with arrows see to themselves (shareUndoKeys()).
    const bool isLine = qobject_cast<QLineEdit*>(m_editor->inner()) != nullptr;
    if (isLine && isUndoKey(*event)) {
        event->setAccepted(!isValid());
        return true;
    }
    if (isLine && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo)) {
        m_editor->setValue(m_value);
        complain({});
        return true;
    }
    // Scrolling through the form must not turn the values that pass under the mouse.
    if (event->type() == QEvent::Wheel && !m_editor->inner()->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ParameterField::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    emit attended();
}

void ParameterField::remark(const QString& text) {
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

void ParameterField::complain(const QString& reason) {
    const bool was = isValid();
    m_complaint = reason;
    remark(reason);
    m_editor->inner()->setStyleSheet(reason.isEmpty() ? QString()
                                                      : QStringLiteral("QLineEdit { border: 1px solid #d64545; "
                                                                       "border-radius: 2px; padding: 2px; }"));
    m_reset->setVisible(m_changed || !reason.isEmpty());
    if (was != isValid()) emit validityChanged();
}

} // namespace ewald::ui
