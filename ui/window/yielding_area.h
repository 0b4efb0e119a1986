// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace ewald::ui {

/// As high as what is in it, where there is room, else with a scroll bar: what stands above it in a column keeps its
/// own least height.
class YieldingArea : public QScrollArea {
public:
    /// As a least height: that of what is in it. It is scrolled only where there is not even so much.
    static constexpr int kAsContent = -1;
    /// \param content becomes its child \param least height that it never goes below, pixels
    YieldingArea(QWidget* content, int least, QWidget* parent = nullptr);

    /// What else stands in the parent has so many pixels of its height before this one is higher than its least.
    void yieldTo(int others);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int m_least;
    int m_others = 0;
    int m_width = -1; ///< when it was laid out last
};

} // namespace ewald::ui
