// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/parameters.h"

#include <QString>
#include <QWidget>

#include <optional>

class QLabel;
class QToolButton;

namespace ewald::ui {

class FieldEditor;

/// One parameter of a form: label, editor, a button that sets the default again, and the reason when what is typed
/// makes no sense. A changed value has a bold label.
class ParameterField : public QWidget {
    Q_OBJECT

public:
    /// \param def lives as long as the field (the table's entries live forever)
    ParameterField(const job::ParameterDef& def, QWidget* parent);

    [[nodiscard]] const job::ParameterDef& def() const noexcept { return m_def; }
    /// Shows a value and how it compares with the default. Clears a complaint. Emits nothing.
    void showValue(const job::ParameterValue& value, const job::ParameterValue& defaultValue);
    /// The same while it is being typed in: the text stays as it is.
    void markChanged(const job::ParameterValue& value, const job::ParameterValue& defaultValue);
    void setPlaceholder(const QString& text);
    /// Shown in place of the name of a file; empty: the name, or what the file was made of here.
    void setMeaning(const QString& meaning);
    [[nodiscard]] bool isValid() const noexcept { return m_complaint.isEmpty(); }
    [[nodiscard]] bool isChanged() const noexcept { return m_changed; }
    /// Every word of `search` occurs in label, key, group, unit or help (case does not matter).
    [[nodiscard]] bool matches(const QString& search) const;
    /// What the help line says: rich text; `details` adds range and key.
    [[nodiscard]] QString helpText(bool details) const;
    [[nodiscard]] FieldEditor* editor() const noexcept { return m_editor; }
    void setFocusToEditor();
    /// Whether it is where keys go while its window is used.
    [[nodiscard]] bool hasCursor() const;
    /// Shows by a sign when a change takes effect, while a job runs that may take it over; nothing: no sign.
    void setEffect(std::optional<job::ChangeEffect> effect);
    [[nodiscard]] std::optional<job::ChangeEffect> shownEffect() const noexcept { return m_effect; }

signals:
    /// Something is being typed, or no longer is.
    void typing(bool on);
    void edited(const ewald::job::ParameterValue& value);
    void resetWanted();
    void validityChanged();
    /// The mouse or the keyboard came here.
    void attended();
    /// The keyboard went away.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void drawSign();
    void complain(const QString& reason);
    /// A line below the field; the field is as valid as before.
    void remark(const QString& text);

    const job::ParameterDef& m_def;
    QLabel* m_label;
    QLabel* m_sign; ///< when a change takes effect
    std::optional<job::ChangeEffect> m_effect;
    FieldEditor* m_editor;
    QToolButton* m_reset;
    QLabel* m_problem;
    QString m_complaint;
    QString m_placeholder;       ///< what an empty field stands for, where the open file says it
    job::ParameterValue m_value; ///< of the job
    bool m_changed = false;
};

} // namespace ewald::ui
