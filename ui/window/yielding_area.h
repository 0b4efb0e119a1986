// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace ewald::ui {

/// As high as what is in it, where there is room, else with a scroll bar: what stands above it in a column keeps its
/// own least height.
class YieldingArea : public QScrollArea {
public:
    /// \param content becomes its child \param least height that it never goes below, pixels
    YieldingArea(QWidget* content, int least, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int m_least;
    int m_width = -1; ///< when it was laid out last
};

} // namespace ewald::ui
