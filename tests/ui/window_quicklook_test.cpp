// SPDX-License-Identifier: GPL-3.0-or-later
// Maps over the open scan of what single frames say: made with it, of its shape, gone with it.
#include "view/image_view.h"
#include "view/scan_view.h"
#include "window/data_page.h"
#include "window/scan_maps.h"
#include "window_state.h"

#include <QComboBox>
#include <QLabel>

namespace ewald::ui::test {
namespace {

constexpr std::size_t kRows = 6, kCols = 9;

class QuicklookTest : public StateTest {
protected:
    /// A raster of `rows` × `cols` frames; those of the right half have half the counts. \param from where it begins, m
    [[nodiscard]] QString writeRaster(std::size_t rows, std::size_t cols, const QString& name,
                                      ScanPosition from = {}) const {
        sim::PtychoExperiment experiment = smallExperiment(rows * cols);
        experiment.photonsPerFrame = 1e5;
        sim::PtychoDataset data = sim::simulatePtycho(experiment);
        const std::size_t pixels = data.frames.extent(1) * data.frames.extent(2);
        const std::vector<float> one(data.frames.data(), data.frames.data() + pixels);
        for (std::size_t i = 0; i < rows * cols; ++i) {
            const std::size_t row = i / cols, col = i % cols;
            data.positions[i] = {from.y + static_cast<double>(row) * 2e-7, from.x + static_cast<double>(col) * 2e-7};
            const float scale = col < (cols + 1) / 2 ? 1.0F : 0.5F;
            for (std::size_t p = 0; p < pixels; ++p) data.frames.data()[i * pixels + p] = std::round(one[p] * scale);
        }
        sim::writeCxi(toPath(path(name)), data, true);
        return path(name);
    }
    [[nodiscard]] ScanMaps& maps() { return m_window->dataPage().maps(); }
    void show(const char* name) {
        const int index = maps().shownBox()->findData(QString::fromLatin1(name));
        ASSERT_GE(index, 0) << name;
        maps().shownBox()->setCurrentIndex(index);
    }
    /// The value that the read-out gives at a pixel of the map.
    [[nodiscard]] std::string readout(double col, double row) {
        view::ImageView* map = maps().map();
        return map->readout(map->toCanvas(QPointF(col + 0.5, row + 0.5))).toStdString();
    }
};

TEST_F(QuicklookTest, MapsHaveTheShapeOfTheScan) {
    open(writeRaster(kRows, kCols, QStringLiteral("a.cxi")));
    // Made with the scan, before any map is asked for.
    ASSERT_TRUE(waitFor([this] { return maps().look() != nullptr; }));
    EXPECT_FALSE(maps().busy());
    EXPECT_TRUE(maps().look()->grid.raster);
    for (const job::QuickLookMap& map : job::mapsOf(*maps().look())) {
        EXPECT_EQ(map.values->extent(0), kRows) << map.name;
        EXPECT_EQ(map.values->extent(1), kCols) << map.name;
        show(map.name.c_str());
        EXPECT_TRUE(maps().map()->emptyText().isEmpty()) << map.name;
        EXPECT_EQ(maps().map()->title(), maps().shownBox()->currentText());
    }
    // Half the counts are half the transmission, at the place of the frame in µm.
    show("transmission");
    settleAll();
    EXPECT_NE(readout(1, 2).find("x 0.2 µm   y 0.4 µm"), std::string::npos) << readout(1, 2);
    EXPECT_NEAR(static_cast<double>(maps().look()->transmission(2, 1)), 1, 0.01);
    EXPECT_NEAR(static_cast<double>(maps().look()->transmission(2, kCols - 1)), 0.5, 0.01);
}

/// As the positions, which are shown in the same place.
TEST_F(QuicklookTest, MapsHaveTheNumbersOfTheStage) {
    open(writeRaster(kRows, kCols, QStringLiteral("a.cxi"), {-3e-6, 5e-6}));
    ASSERT_TRUE(waitFor([this] { return maps().look() != nullptr; }));
    show("transmission");
    settleAll();
    EXPECT_NE(readout(1, 2).find("x 5.2 µm   y −2.6 µm"), std::string::npos) << readout(1, 2);
    set("flip_position_x", job::ParameterValue(true)); // then the object's axes are others
    EXPECT_TRUE(waitFor([this] { return readout(1, 2).find("x 0.2 µm   y 0.4 µm") != std::string::npos; }))
        << readout(1, 2);
}

TEST_F(QuicklookTest, AClickShowsTheFrame) {
    open(writeRaster(kRows, kCols, QStringLiteral("a.cxi")));
    ASSERT_TRUE(waitFor([this] { return maps().look() != nullptr; }));
    show("absorption");
    settleAll();
    view::ImageView* map = maps().map();
    QTest::mouseClick(map->canvas(), Qt::LeftButton, {}, map->toCanvas(QPointF(4.5, 3.5)).toPoint());
    EXPECT_EQ(maps().positions()->currentFrame(), std::optional<std::size_t>(3 * kCols + 4));
    EXPECT_TRUE(waitFor([this] { return m_window->dataPage().pattern()->title().contains(QStringLiteral("31")); }))
        << m_window->dataPage().pattern()->title().toStdString();
}

TEST_F(QuicklookTest, MapsGoWithTheScanAndFollowItsPreparation) {
    open(writeRaster(kRows, kCols, QStringLiteral("a.cxi")));
    show("phase");
    ASSERT_TRUE(waitFor([this] { return maps().look() != nullptr; }));
    const QString other = writeRaster(5, 4, QStringLiteral("b.cxi"));
    m_window->open(other);
    ASSERT_TRUE(waitFor([&] { return toQString(session().scan()->job.inputFile) == other; }));
    EXPECT_TRUE(maps().look() == nullptr || maps().look()->grid.rows == 5U) << "of the scan before";
    // What is shown stays chosen; the map is of the new scan.
    ASSERT_TRUE(waitFor([this] { return maps().look() != nullptr; }));
    EXPECT_EQ(maps().look()->grid.rows, 5U);
    EXPECT_EQ(maps().look()->grid.cols, 4U);
    EXPECT_TRUE(waitFor([this] { return maps().map()->emptyText().isEmpty(); }));
    set("swap_positions", job::ParameterValue(true));
    ASSERT_TRUE(waitFor([this] { return maps().look() != nullptr && maps().look()->grid.rows == 4U; }));
    EXPECT_EQ(maps().look()->grid.cols, 5U);
}

TEST_F(QuicklookTest, WhatCannotBeMappedIsSaid) {
    open(writeRaster(kRows, kCols, QStringLiteral("a.cxi")));
    show("absorption");
    ASSERT_TRUE(waitFor([this] { return maps().look() != nullptr; }));
    set("saturation", job::ParameterValue(1.0)); // every pixel with a photon is masked
    ASSERT_TRUE(waitFor([this] { return maps().look() == nullptr && !maps().busy() && !session().busy(); }));
    EXPECT_FALSE(maps().map()->emptyText().isEmpty());
}

} // namespace
} // namespace ewald::ui::test
