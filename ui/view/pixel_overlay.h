// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRect>
#include <QWidget>

#include <vector>

namespace ewald::view {

class ImageView;

/// Pixels of an image in one colour.
struct ColouredPixels {
    std::vector<QRect> areas; ///< x = column, y = row
    QColor colour;
    bool operator==(const ColouredPixels&) const = default;
};

/// Lies over the image of a view and lays pixels in colours over it, each large enough to be seen. The mouse goes
/// through it; figures of the image are without it. Belongs to the canvas of the view. UI thread.
class PixelOverlay : public QWidget {
    Q_OBJECT

public:
    explicit PixelOverlay(ImageView& image);

    void setPixels(std::vector<ColouredPixels> pixels);
    [[nodiscard]] const std::vector<ColouredPixels>& pixels() const noexcept { return m_pixels; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ImageView& m_image;
    std::vector<ColouredPixels> m_pixels;
};

} // namespace ewald::view
