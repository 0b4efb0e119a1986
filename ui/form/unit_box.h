// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>
#include <QString>

#include <optional>

namespace ewald::ui {

/// A number with a unit. Another unit of the same quantity may be typed behind a number: "0.2 m" is 200 where the box
/// counts in mm, "12400 eV" is 12.4 where it counts in keV. What has another unit is not taken: the box goes back to
/// what it was. Words that stand for its least number (specialValueText) are selected by a click, so that a number may
/// be typed over them. UI thread.
class UnitBox final : public QDoubleSpinBox {
    Q_OBJECT
public:
    /// \param unit "mm", "µm", "Å", "keV", "°", "GPa", "K", …; one that is not known has no others; empty: none
    explicit UnitBox(const QString& unit, QWidget* parent = nullptr);

    [[nodiscard]] double valueFromText(const QString& text) const override;
    [[nodiscard]] QValidator::State validate(QString& text, int& position) const override;

protected:
    void focusInEvent(QFocusEvent* event) override;

private:
    /// In the unit of the box; nothing: no number, or another quantity.
    [[nodiscard]] std::optional<double> numberOf(const QString& text) const;

    QString m_unit;
};

} // namespace ewald::ui
