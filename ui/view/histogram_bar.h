// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/histogram.h"

#include <QWidget>

#include <optional>
#include <string>

namespace ewald::view {

/// The histogram of an image, values upwards, counts to the left on a logarithmic scale, each bin in the colour that
/// its values have in the image. The two limits of the colour range are dragged; between them, both are moved at once.
/// A double click asks for the automatic range. UI thread.
class HistogramBar : public QWidget {
    Q_OBJECT
public:
    explicit HistogramBar(QWidget* parent = nullptr);

    void setHistogram(Histogram histogram);
    [[nodiscard]] const Histogram& histogram() const { return m_histogram; }
    /// The colour range now. While a limit is dragged, the dragged one is shown.
    void setRange(const Range& range);
    [[nodiscard]] const Range& range() const { return m_range; }
    void setColourMap(const std::string& id);
    /// The lower limit is fixed: brightness starts at 0.
    void setLowFixed(bool fixed);
    /// Where a value lies, in pixels from the top.
    [[nodiscard]] double place(double value) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {sizeHint().width(), 60}; }

signals:
    void rangeChosen(const ewald::view::Range& range);
    void automaticWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    enum class Grip { none, low, high, both };
    [[nodiscard]] QRectF area() const;
    [[nodiscard]] Grip gripAt(QPointF position) const;
    void endDrag();
    [[nodiscard]] double fractionAt(double y) const;
    void paintLimit(QPainter& painter, double value, bool upper) const;

    Histogram m_histogram;
    std::optional<Histogram> m_newest; ///< came while a limit was dragged
    Range m_range;
    std::string m_map = "gray";
    bool m_lowFixed = false;
    Grip m_grip = Grip::none;
    double m_grabbed = 0; ///< fraction of the axis under the cursor when the button went down …
    Range m_before;       ///< … and the range then
};

} // namespace ewald::view
