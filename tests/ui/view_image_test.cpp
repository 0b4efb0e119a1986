// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/image_canvas.h"
#include "view/image_view.h"
#include "view_support.h"

#include <QOpenGLWidget>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace ewald::view {
namespace {

using test::waitFor;

/// A view on the screen with an image that is drawn.
struct Shown {
    ImageView view;
    ImageCanvas* canvas = qobject_cast<ImageCanvas*>(view.canvas());

    explicit Shown(QSize size = {500, 460}) {
        view.resize(size);
        view.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
    }
    void settle() {
        EXPECT_TRUE(waitFor([this] { return view.isIdle(); }));
        QTest::qWait(50);
    }
    /// The colour at a place of the image (column, row), read back from the graphics card.
    QColor drawn(QPointF pixel) {
        const QImage image = canvas->grabFramebuffer();
        const QPointF p = view.toCanvas(pixel) * canvas->devicePixelRatioF();
        return image.pixelColor(p.toPoint());
    }
};

std::shared_ptr<const Array<float, 2>> quadrants() {
    // 1 2
    // 3 NaN
    return std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{2, 2}, std::vector<float>{1, 2, 3, NAN});
}

TEST(ImageView, DrawsEveryPixelWhereItBelongs) {
    Shown shown;
    RangeChoice range;
    range.manual = true;
    range.low = 1;
    range.high = 3;
    shown.view.setColourMap("gray");
    shown.view.setRange(range);
    shown.view.setImage(quadrants());
    shown.settle();
    // Gray map, 1…3: 1 is black, 2 is the middle, 3 is white; row 0 is at the top.
    EXPECT_EQ(shown.drawn({0.5, 0.5}), QColor(0, 0, 0));
    EXPECT_NEAR(shown.drawn({1.5, 0.5}).red(), 128, 1);
    EXPECT_EQ(shown.drawn({0.5, 1.5}), QColor(255, 255, 255));
    const QColor masked = shown.drawn({1.5, 1.5});
    EXPECT_TRUE(masked == QColor(kMaskedDark.r, kMaskedDark.g, kMaskedDark.b) ||
                masked == QColor(kMaskedLight.r, kMaskedLight.g, kMaskedLight.b));
    // Nearest neighbour: still pure right beside the border between two pixels.
    EXPECT_EQ(shown.drawn({0.97, 0.5}), QColor(0, 0, 0));
}

} // namespace
} // namespace ewald::view
