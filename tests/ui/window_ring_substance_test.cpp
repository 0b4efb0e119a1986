// SPDX-License-Identifier: GPL-3.0-or-later
// Rings of phases that are read from files.
#include "base/long_call.h"
#include "model/ring_substance.h"
#include "powder_window.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/geometry_panel.h"
#include "window/intent_sheet.h"
#include "window/powder_page.h"
#include "window/ring_marks.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QListWidget>
#include <QSignalSpy>

#include <cmath>

namespace ewald::ui::test {
namespace {

class RingSubstanceTest : public PowderWindowTest {
protected:
    /// Cubic, 8 Å: 1 1 1 at 4.619 Å has all the light, 2 0 0 at 4 Å a quarter of it, 2 2 0 at 2.828 Å next to none.
    QString writePhase(const QString& name = QStringLiteral("cubes.jcpds")) {
        return write(name, "VERSION: 4\nCOMMENT: cubes\nSYMMETRY: CUBIC\nA: 8\nDIHKL: 4.6188 100 1 1 1\n"
                           "DIHKL: 4 25 2 0 0\nDIHKL: 2.8284 0.3 2 2 0\n");
    }
    QString write(const QString& name, const QByteArray& text) {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    }
    [[nodiscard]] QComboBox& box() { return *page().geometryPanel()->calibrantBox(); }
    void open(const QString& file) {
        m_window->openAll({file});
        ASSERT_TRUE(waitFor([this] { return !m_window->session().busy() && !frames().substance().busy(); }));
    }
};

TEST_F(RingSubstanceTest, AFileThatIsDroppedTogetherWithFramesAndGeometryIsDrawn) {
    const PowderNames files = writePowder();
    m_window->openAll({files.frames, writePhase(), files.poni});
    ASSERT_TRUE(waitFor([this] { return frames().stack() != nullptr && page().preview().rings.size() == 2; }));
    EXPECT_EQ(box().currentText(), QStringLiteral("cubes.jcpds"));
    EXPECT_EQ(page().preview().rings[0].name, QStringLiteral("1 1 1"));
    EXPECT_TRUE(frames().geometryKnown());
    EXPECT_EQ(frames().document().files().size(), 1U);
}

TEST_F(RingSubstanceTest, OfSeveralFilesTheFirstIsDrawnAndAllAreChoices) {
    openPowder();
    const QString first = writePhase(), second = writePhase(QStringLiteral("more.jcpds")),
                  third = writePhase(QStringLiteral("third.jcpds"));
    m_window->openAll({first, second, third});
    ASSERT_TRUE(waitFor([&] { return frames().substance().name() == first; }));
    EXPECT_EQ(box().currentText(), QStringLiteral("cubes.jcpds"));
    for (const QString& file : {first, second, third}) EXPECT_GT(box().findData(file), 0) << file.toStdString();
    EXPECT_TRUE(m_window->messageBar().message().what.startsWith(QStringLiteral("3 substances are given")))
        << m_window->messageBar().plainText().toStdString();
    box().setCurrentIndex(box().findData(third));
    ASSERT_TRUE(waitFor([&] { return frames().substance().name() == third; }));
    EXPECT_TRUE(frames().substance().rings());
}

TEST_F(RingSubstanceTest, AFileBesideScansIsAChoiceToo) {
    const QString phase = writePhase();
    const QStringList scans{writeScan(), writeScan(smallExperiment(9), QStringLiteral("other.cxi"))};
    m_window->openAll({scans[0], phase, scans[1]});
    ASSERT_TRUE(waitFor([&] { return m_window->intentSheet() != nullptr && frames().substance().name() == phase; }));
    EXPECT_EQ(m_window->intentSheet()->list()->count(), 2) << "a substance is no scan";
}

TEST_F(RingSubstanceTest, AFileInAFolderIsDrawnAndNoFrame) {
    const PowderNames names = writePowder();
    ASSERT_TRUE(QDir().mkpath(path(QStringLiteral("night"))));
    ASSERT_TRUE(QFile::copy(names.frames, path(QStringLiteral("night/a.h5"))));
    // A CIF begins as some CBF files do.
    const QString phase = write(QStringLiteral("night/salt.cif"),
                                "data_salt\n_cell_length_a 5.64\n_cell_length_b 5.64\n_cell_length_c 5.64\n"
                                "_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 90\n"
                                "_symmetry_space_group_name_H-M 'F m -3 m'\nloop_\n_atom_site_type_symbol\n"
                                "_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\nNa 0 0 0\nCl 0.5 0 0\n");
    m_window->open(path(QStringLiteral("night")));
    ASSERT_TRUE(waitFor([&] { return frames().substance().name() == phase && !m_window->session().busy(); }))
        << m_window->messageBar().plainText().toStdString();
    if (IntentSheet* sheet = m_window->intentSheet()) {
        EXPECT_EQ(sheet->list()->count(), 1);
    } else {
        ASSERT_TRUE(frames().stack());
        EXPECT_EQ(frames().document().files().size(), 1U);
    }
}

TEST_F(RingSubstanceTest, OfSeveralGeometriesNoneIsTakenAndThatIsSaid) {
    const PowderNames names = writePowder();
    const QString other = path(QStringLiteral("other.poni"));
    ASSERT_TRUE(QFile::copy(names.poni, other));
    m_window->openAll({names.frames, names.poni, other});
    ASSERT_TRUE(waitFor([this] { return frames().stack() != nullptr && m_window->messageBar().isShown(); }));
    EXPECT_TRUE(m_window->messageBar().message().what.startsWith(QStringLiteral("2 PONI files are there")))
        << m_window->messageBar().plainText().toStdString();
    EXPECT_TRUE(frames().document().text("poni_file").empty());
}

TEST_F(RingSubstanceTest, AGeometryOpenedByItselfIsUsedAndNotLeftOut) {
    const PowderNames names = writePowder();
    openFiles({names.frames});
    m_window->open(names.poni);
    ASSERT_TRUE(waitFor([&] { return frames().document().text("poni_file") == names.poni.toStdString(); }));
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_FALSE(m_window->messageBar().message().what.contains(QStringLiteral("none of them")))
        << m_window->messageBar().plainText().toStdString();
}

TEST_F(RingSubstanceTest, AFolderMayHoldSeveralGeometries) {
    const PowderNames names = writePowder();
    ASSERT_TRUE(QDir().mkpath(path(QStringLiteral("night"))));
    ASSERT_TRUE(QFile::copy(names.frames, path(QStringLiteral("night/a.h5"))));
    for (const char* geometry : {"night/LaB6.poni", "night/CeO2.poni"})
        ASSERT_TRUE(QFile::copy(names.poni, path(QLatin1String(geometry))));
    m_window->open(path(QStringLiteral("night")));
    ASSERT_TRUE(waitFor([&] { return m_window->messageBar().isShown(); }));
    EXPECT_TRUE(m_window->messageBar().message().what.startsWith(QStringLiteral("2 PONI files are there")))
        << m_window->messageBar().plainText().toStdString();
    EXPECT_TRUE(waitFor([&] { return frames().stack() != nullptr; }));
    EXPECT_TRUE(frames().document().text("poni_file").empty());
}

TEST_F(RingSubstanceTest, AFileThatIsDroppedIsDrawnWhereBraggHasIt) {
    openPowder();
    set("unit", job::ParameterValue(std::string("2th_deg")));
    const QString file = writePhase();
    open(file);
    EXPECT_EQ(box().currentText(), QStringLiteral("cubes.jcpds"));
    ASSERT_TRUE(waitFor([this] { return page().preview().rings.size() == 2; })) << "the third has 0.3 %";
    const std::vector<RingPath>& rings = page().preview().rings;
    const double halfWave_A = 0.35;
    EXPECT_EQ(rings[0].name, QStringLiteral("1 1 1"));
    EXPECT_NEAR(rings[0].twoTheta, 2 * std::asin(halfWave_A * std::sqrt(3.0) / 8), 1e-9);
    EXPECT_NEAR(rings[1].twoTheta, 2 * std::asin(halfWave_A * 2 / 8), 1e-9);
    // The ring 2 0 0 below the beam (row 95, column 130) at 0.1 m · tan 2θ / 0.2 mm = 88 rows from it.
    const double rows = 500 * std::tan(2 * std::asin(halfWave_A / 4));
    emit page().image()->cursorMoved(QPointF(130, 95 + rows + 2));
    EXPECT_TRUE(page().cursorText().endsWith(QStringLiteral("(2 0 0)"))) << page().cursorText().toStdString();
    emit page().image()->cursorMoved(QPointF(130, 95 + rows + 6));
    EXPECT_FALSE(page().cursorText().contains(u'(')) << page().cursorText().toStdString();
    const std::vector<view::PatternMark> marks = marksOf(rings);
    ASSERT_EQ(marks.size(), 2U);
    EXPECT_DOUBLE_EQ(marks[0].height, 1);
    EXPECT_DOUBLE_EQ(marks[1].height, 0.5); // the root of a quarter
}

TEST_F(RingSubstanceTest, TheChoiceIsThereAfterARestart) {
    const QString file = writePhase();
    open(file);
    openWindow();
    ASSERT_TRUE(waitFor([this] { return !frames().substance().busy(); }));
    EXPECT_EQ(box().currentText(), QStringLiteral("cubes.jcpds"));
    ASSERT_TRUE(frames().substance().rings());
    EXPECT_EQ(frames().substance().rings()->reflections.size(), 3U);
    // Another one and back: it is read again.
    box().setCurrentIndex(0);
    EXPECT_FALSE(frames().substance().rings());
    box().setCurrentIndex(box().findData(file));
    ASSERT_TRUE(waitFor([this] { return frames().substance().rings() != nullptr; }));
    ASSERT_TRUE(QFile::remove(file));
    openWindow();
    EXPECT_EQ(box().currentIndex(), 0) << "a file that is gone is no choice";
    EXPECT_LT(box().findData(file), 0);
}

TEST_F(RingSubstanceTest, AFileThatCannotBeReadLeavesTheChoice) {
    openPowder();
    const int ceria = box().findText(QStringLiteral("CeO"), Qt::MatchStartsWith);
    ASSERT_GT(ceria, 0);
    box().setCurrentIndex(ceria);
    open(write(QStringLiteral("broken.cif"), "data_x\n_cell_length_a 4\n"));
    EXPECT_TRUE(m_window->messageBar().isShown());
    EXPECT_EQ(box().currentIndex(), ceria);
    ASSERT_TRUE(frames().substance().rings());
    EXPECT_LT(box().findText(QStringLiteral("broken.cif")), 0);
}

TEST_F(RingSubstanceTest, AFileThatChangesIsReadAgain) {
    m_window.reset(); // what it does in this thread does not count
    const QString name = QStringLiteral("cubes.jcpds"), file = writePhase(name);
    RingSubstance substance(nullptr, 1);
    const QSignalSpy failed(&substance, &RingSubstance::failed);
    const LongCalls counted; // of this thread
    substance.open(file);
    const auto has = [&](std::size_t rings) {
        return [&substance, rings] { return substance.rings() && substance.rings()->reflections.size() == rings; };
    };
    ASSERT_TRUE(waitFor(has(3)));
    write(name, "VERSION: 4\nCOMMENT: larger cubes\nSYMMETRY: CUBIC\nA: 9\nDIHKL: 5.1962 100 1 1 1\n"
                "DIHKL: 4.5 25 2 0 0\n");
    ASSERT_TRUE(waitFor(has(2)));
    EXPECT_DOUBLE_EQ(substance.rings()->reflections[1].d_A, 4.5);
    EXPECT_EQ(substance.name(), file);
    EXPECT_EQ(failed.count(), 0);
    // What cannot be read is said once and leaves the rings, as does a file that is gone.
    write(name, "VERSION: 4\n");
    ASSERT_TRUE(waitFor([&] { return failed.count() > 0; }));
    ASSERT_TRUE(substance.rings());
    EXPECT_EQ(substance.rings()->reflections.size(), 2U);
    ASSERT_TRUE(QFile::remove(file));
    writePhase(name);
    ASSERT_TRUE(waitFor(has(3)));
    EXPECT_EQ(failed.count(), 1);
    EXPECT_EQ(counted.seen().size(), 0U) << "begins with " << counted.seen().begin()->first;
    substance.choose({});
    EXPECT_FALSE(substance.rings());
}

/// Patterns keep the rings of the geometry that they were made with; another substance is drawn at once.
TEST_F(RingSubstanceTest, PatternsOfAResultHaveTheRingsOfTheSubstance) {
    openPowder();
    set("unit", job::ParameterValue(std::string("2th_deg")));
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] {
        return !m_window->session().controller().running() && m_window->session().integrationResult() != nullptr;
    }));
    PowderPage& patterns = m_window->powderPage();
    ASSERT_TRUE(waitFor([&] { return !patterns.pattern()->curves().empty(); }));
    EXPECT_TRUE(patterns.pattern()->marks().empty());
    open(writePhase());
    ASSERT_TRUE(waitFor([&] { return patterns.pattern()->marks().size() == 2; }));
    EXPECT_NEAR(patterns.pattern()->marks()[0].x, 2 * std::asin(0.35 * std::sqrt(3.0) / 8) * 180 / std::acos(-1.0),
                1e-6);
}

} // namespace
} // namespace ewald::ui::test
