// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace ewald::view {

/// One line of plain text that is shortened in the middle, or at its end, where it does not fit; a tool tip then shows
/// all of it. Its text never decides how wide a window has to be.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    explicit ElidedLabel(const QString& text, QWidget* parent = nullptr);

    /// Shown instead of the text itself when all of it fits; otherwise below the whole text. May be empty.
    void setDetails(const QString& details);
    /// Shortens at the end: of a text with numbers, what is left of one is not taken for another.
    void setElidedAtEnd() { m_isElidedAtEnd = true; }
    /// The text as it is painted now.
    [[nodiscard]] QString shownText() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString m_details;
    bool m_isElidedAtEnd = false;
};

} // namespace ewald::view
