// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_view.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <optional>
#include <vector>

namespace ewald::view {
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

/// A pattern and the images below it whose columns are its bins: one axis for all. The plots begin and end at the same
/// places of the screen, zooming one zooms the others, and the place under the mouse is marked in all of them.
class SharedAxis : public QObject {
    Q_OBJECT

public:
    /// The views outlive this.
    SharedAxis(view::PatternChart& pattern, std::vector<view::ImageView*> images, QObject* parent);

    /// The bins: their number, and the values of the first two. Falling ones are not shared: a chart grows to the
    /// right.
    void setBins(std::size_t count, double first, double second);
    /// Lines over one of the images, beside the mark of the place under the mouse.
    void setLines(view::ImageView& image, std::vector<view::ImagePath> lines);
    /// When another image is to be seen, or the room has changed.
    void align();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Of a value in the columns of the images, and back.
    [[nodiscard]] double column(double value) const { return (value - m_first) / m_step + 0.5; }
    [[nodiscard]] double value(double column) const { return m_first + (column - 0.5) * m_step; }
    [[nodiscard]] view::ImageView* visible() const;
    void followPattern();
    void followImage(const view::ImageView& image);
    void mark(std::optional<double> value);
    void showLines(view::ImageView& image);
    void showRange(view::ImageView& image, double low, double high);
    void alignNow();

    view::PatternChart& m_pattern;
    std::vector<view::ImageView*> m_images;
    QTimer m_align;
    std::map<view::ImageView*, std::vector<view::ImagePath>> m_lines;
    std::optional<double> m_marked;
    std::size_t m_count = 0; ///< 0: nothing is shared
    double m_first = 0;
    double m_step = 1;
};

} // namespace ewald::ui
