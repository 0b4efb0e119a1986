// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace ewald::ui {

/// A line for a path. While nobody types in it, a long one is shortened at its folders, so that the name is seen; of a
/// file whose name says nothing to people, what it is stands there instead.
class PathLine : public QLineEdit {
public:
    using QLineEdit::QLineEdit;
    /// What is painted now.
    [[nodiscard]] QString shownText() const;
    /// What the file is; empty: its name says it.
    void setMeaning(const QString& meaning);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect room() const;

    QString m_meaning;
};

} // namespace ewald::ui
