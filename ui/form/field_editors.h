// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/parameters.h"

#include <QWidget>

#include <memory>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace ewald::ui {

class PathLine;
class WholeBox;

/// The part of a field in which a value is typed or chosen; one kind a parameter type.
class FieldEditor : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    /// Shows a value; emits nothing.
    virtual void setValue(const job::ParameterValue& value) = 0;
    /// Grey text in an empty field: what counts when nothing is typed.
    virtual void setPlaceholder(const QString&) {}
    /// Shown in place of the name of a file that says nothing to people; empty: the name.
    virtual void setMeaning(const QString&) {}
    /// The widget that takes the keyboard.
    [[nodiscard]] virtual QWidget* inner() const = 0;

signals:
    void edited(const ewald::job::ParameterValue& value);
    /// Something is being typed, or no longer is.
    void typing(bool on);
    /// What is typed makes no sense; the value is unchanged.
    void rejected(const QString& reason);
    /// What was typed made no sense; the value from before is shown.
    void wentBack(const QString& reason);
};

/// Makes the editor that suits a parameter.
[[nodiscard]] FieldEditor* makeEditor(const job::ParameterDef& def, QWidget* parent);

/// On or off.
class CheckEditor : public FieldEditor {
    Q_OBJECT

public:
    explicit CheckEditor(QWidget* parent);
    void setValue(const job::ParameterValue& value) override;
    [[nodiscard]] QWidget* inner() const override;

private:
    QCheckBox* m_box;
};

/// A whole number with arrows.
class IntegerEditor : public FieldEditor {
    Q_OBJECT

public:
    IntegerEditor(const job::ParameterDef& def, QWidget* parent);
    void setValue(const job::ParameterValue& value) override;
    void setPlaceholder(const QString& text) override;
    [[nodiscard]] QWidget* inner() const override;

private:
    void showUnit();

    const job::ParameterDef& m_def;
    WholeBox* m_box;
};

/// A real number with its unit, as text.
class RealEditor : public FieldEditor {
    Q_OBJECT

public:
    RealEditor(const job::ParameterDef& def, QWidget* parent);
    void setValue(const job::ParameterValue& value) override;
    void setPlaceholder(const QString& text) override;
    [[nodiscard]] QWidget* inner() const override;

private:
    void read(bool finished);
    void refuse(const QString& reason, bool finished);

    const job::ParameterDef& m_def;
    QLineEdit* m_line;
    bool m_typing = false;
    job::ParameterValue m_before; ///< of the document, before what is being typed in
};

/// One of a few words, or a file where the parameter accepts one.
class ChoiceEditor : public FieldEditor {
    Q_OBJECT

public:
    ChoiceEditor(const job::ParameterDef& def, QWidget* parent);
    void setValue(const job::ParameterValue& value) override;
    [[nodiscard]] QWidget* inner() const override;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void chosen(int index);
    void browse();

    const job::ParameterDef& m_def;
    QComboBox* m_box;
    std::string m_value;
};

/// A text or a file name.
class TextEditor : public FieldEditor {
    Q_OBJECT

public:
    TextEditor(const job::ParameterDef& def, QWidget* parent);
    void setValue(const job::ParameterValue& value) override;
    void setMeaning(const QString& meaning) override;
    [[nodiscard]] QWidget* inner() const override;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void read();
    void browse();

    const job::ParameterDef& m_def;
    QLineEdit* m_line;
    PathLine* m_path; ///< the same; null: no path
};

} // namespace ewald::ui
