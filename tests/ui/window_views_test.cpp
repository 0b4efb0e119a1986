// SPDX-License-Identifier: GPL-3.0-or-later
// What the reconstruction page shows of an object: the lit area, what is measured on it, where it is exported to.
#include "io/stack/tiff_file.h"
#include "model/result_export.h"
#include "view/image_view.h"
#include "window_state.h"

#include <QCheckBox>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <cmath>

namespace ewald::ui {
namespace {

class ViewsTest : public test::StateTest {
protected:
    [[nodiscard]] QCheckBox* box(const QString& text) {
        for (QCheckBox* each : live().findChildren<QCheckBox*>()) {
            if (each->text() == text) return each;
        }
        return nullptr;
    }
};

TEST_F(ViewsTest, ShowTheLitAreaOnly) {
    open(writeScan());
    run(3);
    ASSERT_TRUE(test::waitFor([this] { return live().objectImage() == live().litObject(); }));
    const auto& object = *live().objectImage();
    const std::size_t middle = object.extent(0) / 2;
    EXPECT_TRUE(std::isinf(object(0, 0).real())) << "no frame's light reaches the corner";
    EXPECT_TRUE(std::isfinite(object(middle, middle).real()));
    box(QStringLiteral("Lit area only"))->setChecked(false);
    ASSERT_TRUE(test::waitFor([this] { return std::isfinite((*live().objectImage())(0, 0).real()); }));
    EXPECT_TRUE(std::isinf((*live().litObject())(0, 0).real())) << "the surface stays that of the lit area";

    const QStringList files = exportTiff(*session().result(), path(QStringLiteral("object")), true, true, true);
    const io::TiffPage page = io::openTiff(toPath(files[1])).pages.at(0);
    Array<float, 2> phase({page.shape.rows, page.shape.cols});
    io::readTiffPage(toPath(files[1]), page, std::as_writable_bytes(phase.span()));
    EXPECT_TRUE(std::isnan(phase(0, 0)));
    EXPECT_TRUE(std::isfinite(phase(middle, middle)));
}

} // namespace
} // namespace ewald::ui
