// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>
#include <QString>

#include <optional>

namespace ewald::ui {

/// A whole number with arrows. QSpinBox drops the keys that make no number of its range, and separators of groups of
/// digits: "1.5" became 15, and "5000" 500 where 1000 is the most. Here such a text stays while it is typed, nothing is
/// taken over before the box is left or confirmed, and then it goes back to its value, and a tool tip says why. "1e3"
/// is 1000. UI thread.
class WholeBox : public QSpinBox {
    Q_OBJECT

public:
    explicit WholeBox(QWidget* parent = nullptr);

    /// The value without prefix and suffix, or the words that stand for the least one.
    [[nodiscard]] QString valueText() const;
    /// Off where the owner of the box says why it goes back.
    void setTellsWhy(bool on) { m_tellsWhy = on; }
    /// Why what stands in the box cannot be taken; empty where it can.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QValidator::State validate(QString& text, int& position) const override;
    [[nodiscard]] int valueFromText(const QString& text) const override;
    void fixup(QString& text) const override;

signals:
    /// The box goes back to its value. \param whole what was typed is a whole number, beyond the range
    void refused(bool whole) const;

private:
    [[nodiscard]] QString bare(const QString& text) const;
    [[nodiscard]] std::optional<double> numberOf(const QString& text) const;
    [[nodiscard]] bool isInRange(double number) const { return number >= minimum() && number <= maximum(); }
    [[nodiscard]] QString reason(bool whole) const;

    bool m_tellsWhy = true;
};

} // namespace ewald::ui
