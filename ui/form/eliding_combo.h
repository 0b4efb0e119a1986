// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace ewald::ui {

/// A choice whose text is shortened in the middle where it does not fit; a tool tip then shows all of it, above what
/// its own says.
class ElidingCombo : public QComboBox {
    Q_OBJECT
public:
    explicit ElidingCombo(QWidget* parent = nullptr);
    /// The text of the current item as it is painted now.
    [[nodiscard]] QString shownText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace ewald::ui
