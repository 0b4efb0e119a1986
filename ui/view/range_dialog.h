// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/colour_map.h"

#include <QDialog>

class QCheckBox;
class QDoubleSpinBox;
class QLineEdit;
class QRadioButton;

namespace ewald::view {

/// Asks for a range by percentile or by hand. Not modal; every change is told at once, so that its effect is seen.
class RangeDialog : public QDialog {
    Q_OBJECT
public:
    /// \param shown the range on the screen: what the numbers start from
    RangeDialog(const RangeChoice& choice, const Range& shown, bool logPossible, QWidget* parent);
    [[nodiscard]] RangeChoice choice() const;
    void setChoice(const RangeChoice& choice, const Range& shown);

signals:
    void changed(const ewald::view::RangeChoice& choice);

private:
    void report();
    void enableFields();

    QRadioButton* m_percentile = nullptr;
    QRadioButton* m_manual = nullptr;
    QDoubleSpinBox* m_lowPercent = nullptr;
    QDoubleSpinBox* m_highPercent = nullptr;
    QLineEdit* m_low = nullptr;
    QLineEdit* m_high = nullptr;
    QCheckBox* m_log = nullptr;
    bool m_filling = false;
};

} // namespace ewald::view
