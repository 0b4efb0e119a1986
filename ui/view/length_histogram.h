// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

namespace ewald::view {

/// How many positions have moved how far: bars over pixels of the object, with lines at the median and where 95 % lie
/// below. The tool tip of a bar has its numbers in pixels and metres. UI thread.
class LengthHistogram : public QWidget {
    Q_OBJECT
public:
    explicit LengthHistogram(QWidget* parent = nullptr);

    /// \param lengths_m rising, not negative \param most_m 95 % are below \param pixel_m of the object
    void setLengths(const std::vector<double>& lengths_m, double median_m, double most_m, double pixel_m);
    void clear();
    /// Lengths in each bar, from 0 on.
    [[nodiscard]] const std::vector<std::size_t>& counts() const noexcept { return m_counts; }
    /// Width of a bar in pixels of the object.
    [[nodiscard]] double binWidth() const noexcept { return m_width; }
    /// "0.4 to 0.5 px (4 to 5 nm): 23 frames"; empty beside the bars.
    [[nodiscard]] QString textAt(QPointF position) const;
    /// The middle of a bar's foot.
    [[nodiscard]] QPointF footOf(std::size_t bar) const;
    [[nodiscard]] QSize sizeHint() const override { return {260, 200}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {150, 110}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] struct PlotFrame frame() const;

    std::vector<std::size_t> m_counts;
    double m_width = 0;
    double m_pixel = 0;  ///< metres
    double m_median = 0; ///< pixels
    double m_most = 0;
};

} // namespace ewald::view
