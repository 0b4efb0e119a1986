// SPDX-License-Identifier: GPL-3.0-or-later
// What did not come from the file: said on the card, and never taken to the next file unseen.
#include "azint/poni.h"
#include "buttons.h"
#include "form/by_hand_text.h"
#include "form/field_editors.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "form/path_line.h"
#include "io/result_file.h"
#include "model/scan_parameters.h"
#include "view/image_view.h"
#include "window/frame_page.h"
#include "window/geometry_panel.h"
#include "window/intent_sheet.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/scan_card.h"
#include "window_support.h"

#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextDocumentFragment>

namespace ewald::ui::test {
namespace {

class ByHandTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_window.resize(1360, 860);
        m_window.show();
    }
    [[nodiscard]] Session& session() { return m_window.session(); }
    [[nodiscard]] IntegrationSession& frames() { return session().integration(); }
    void set(const char* key, const job::ParameterValue& value) {
        session().activeJob().setValue(*job::findParameter(key), value);
    }
    void openScan(const QString& name) {
        const QString file = writeScan(smallExperiment(), name);
        m_window.open(file);
        ASSERT_TRUE(waitFor([&] {
            return session().inputFile() == file && session().scan() && session().scan()->complete && !session().busy();
        }));
    }
    void openFrames(const QStringList& files) {
        m_window.openAll(files);
        ASSERT_TRUE(waitFor([&] {
            return session().mode() == Mode::integration && session().inputFile() == files.front() &&
                   !session().busy() && framesAreReady();
        })) << m_window.messageBar().plainText().toStdString();
    }
    [[nodiscard]] bool framesAreReady() {
        return frames().image() && !frames().busy() && !frames().readsOrStoresSoon() && m_window.framePage().isIdle();
    }
    [[nodiscard]] QLabel* line(const char* name) {
        return m_window.findChild<ScanCard*>()->findChild<QLabel*>(QLatin1String(name));
    }
    /// As it is read; empty: it is not shown.
    [[nodiscard]] QString text(const char* name) {
        const QLabel* label = line(name);
        if (label->isHidden()) return {};
        return QTextDocumentFragment::fromHtml(label->text())
            .toPlainText()
            .remove(QChar(0x200b))
            .replace(QChar(0xa0), QLatin1Char(' '));
    }
    /// What an empty field of the form of integrations says.
    [[nodiscard]] QString placeholder(const char* key) {
        for (const ParameterForm* form : m_window.findChildren<ParameterForm*>()) {
            if (form->field("dark_file") == nullptr) continue;
            const auto* edit = qobject_cast<QLineEdit*>(form->field(key)->editor()->inner());
            return edit != nullptr ? edit->placeholderText() : QString();
        }
        return {};
    }
    void press(const char* name, const char* link) { emit line(name)->linkActivated(QLatin1String(link)); }
    /// A copy of a PONI file with other pixels and another shape.
    [[nodiscard]] QString otherPoni(const QString& of, double pixel_m, std::size_t rows, std::size_t cols) {
        azint::Poni poni = azint::readPoni(toPath(of));
        poni.pixel1_m = poni.pixel2_m = pixel_m;
        poni.shape = {rows, cols};
        QFile file(path(QStringLiteral("other.poni")));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(azint::poniFileText(poni)));
        return file.fileName();
    }

    MainWindow m_window;
};

TEST_F(ByHandTest, AnOrientationThatIsKeptIsSaidAndTakenBackWithOneClick) {
    openScan(QStringLiteral("first.cxi"));
    EXPECT_EQ(text("byHand"), QString());
    set("swap_positions", job::ParameterValue(true));
    set("flip_position_y", job::ParameterValue(true));
    set("batch_size", job::ParameterValue(5LL));
    const QString said = QStringLiteral("Not from the file: Flip y, Swap x and y Undo");
    EXPECT_EQ(text("byHand"), said);
    openScan(QStringLiteral("second.cxi"));
    EXPECT_TRUE(session().job().document().flag("swap_positions")) << "the beamline's";
    EXPECT_EQ(text("byHand"), said);
    press("byHand", "undo");
    EXPECT_FALSE(session().job().document().flag("swap_positions"));
    EXPECT_FALSE(session().job().document().flag("flip_position_y"));
    EXPECT_EQ(std::get<long long>(session().job().document().stageValue(0, "batch_size")), 5) << "of the method";
    EXPECT_EQ(text("byHand"), QString());
    session().history().undo();
    EXPECT_EQ(text("byHand"), said) << "one step";
}

TEST_F(ByHandTest, ProbeAndObjectOfAnotherSampleStayBehindAndAreOffered) {
    openScan(QStringLiteral("first.cxi"));
    session().startFrom(path(QStringLiteral("gold.h5")));
    EXPECT_EQ(text("byHand"), QStringLiteral("Not from the file: Initial probe gold.h5, Initial object gold.h5 Undo"));
    openScan(QStringLiteral("second.cxi"));
    EXPECT_FALSE(session().job().document().input.contains("initial_probe"));
    EXPECT_FALSE(session().job().document().input.contains("initial_object"));
    EXPECT_EQ(text("byHand"), QString());
    const QString offer = m_window.messageBar().plainText();
    EXPECT_TRUE(offer.contains(QStringLiteral("first.cxi")) && offer.contains(QStringLiteral("gold.h5")))
        << offer.toStdString();
    QAbstractButton* use = buttonWith(m_window.messageBar(), QStringLiteral("Use for this scan"));
    ASSERT_NE(use, nullptr);
    use->click();
    EXPECT_EQ(session().job().document().text("initial_object"), path(QStringLiteral("gold.h5")).toStdString());
    EXPECT_FALSE(text("byHand").isEmpty());
}

TEST_F(ByHandTest, ManyJobsSayWhatTheyGetOfTheForm) {
    openScan(QStringLiteral("first.cxi"));
    set("swap_positions", job::ParameterValue(true));
    set("crop_size", job::ParameterValue(24LL));
    const job::JobDocument& form = session().job().document();
    EXPECT_EQ(byHandTexts(scanParameters(form)), QStringList{QStringLiteral("Crop to 24 px")});
    m_window.openAll(
        {writeScan(smallExperiment(), QStringLiteral("a.cxi")), writeScan(smallExperiment(), QStringLiteral("b.cxi"))});
    ASSERT_TRUE(waitFor([this] { return m_window.intentSheet() != nullptr; }));
    const auto* kept = m_window.intentSheet()->findChild<QLabel*>(QStringLiteral("kept"));
    ASSERT_NE(kept, nullptr);
    EXPECT_EQ(kept->text(), QStringLiteral("As set by hand, for all of them: Swap x and y"));
}

TEST_F(ByHandTest, GeometryOfTheFramesBeforeIsKeptAndSaidAndTheirChoiceOfFramesIsNot) {
    const PowderNames powder = writePowder();
    openFrames({powder.frames, powder.poni});
    EXPECT_EQ(text("byHand"), QStringLiteral("Not from the file: PONI file powder.poni Undo"));
    set("first_frame", job::ParameterValue(5LL));
    ASSERT_TRUE(QFile::copy(powder.frames, path(QStringLiteral("next.h5"))));
    openFrames({path(QStringLiteral("next.h5"))});
    EXPECT_EQ(frames().document().text("poni_file"), powder.poni.toStdString());
    EXPECT_EQ(frames().document().integer("first_frame"), 0);
    EXPECT_EQ(text("byHand"), QStringLiteral("Not from the file: PONI file powder.poni Undo"));
    EXPECT_NE(buttonWith(m_window.messageBar(), QStringLiteral("Use for these frames")), nullptr);
    press("byHand", "undo");
    EXPECT_EQ(frames().document().text("poni_file"), "");
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_EQ(text("byHand"), QString());
    EXPECT_TRUE(frames().geometryKnown()) << "by the file";
}

/// A geometry that was typed or nudged is kept in a file whose name says nothing to people.
TEST_F(ByHandTest, AGeometryThatIsChangedInTheWindowIsCalledSo) {
    openFrames({writePowder().frames});
    m_window.framePage().geometryPanel()->box(GeometryPanel::Field::energy_keV)->setValue(0);
    ASSERT_TRUE(waitFor([this] { return framesAreReady() && !text("byHand").isEmpty(); }));
    EXPECT_EQ(text("byHand"), QStringLiteral("Not from the file: Geometry, changed in the window Undo"));
    EXPECT_EQ(placeholder("energy_keV"), QStringLiteral("not in the geometry"));
    press("byHand", "undo");
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_EQ(text("byHand"), QString());
    EXPECT_TRUE(placeholder("energy_keV").endsWith(QStringLiteral(" keV (file)")));
}

/// At once, and not when it has been stored a moment later; nowhere is it said to be that of the PONI.
TEST_F(ByHandTest, ANudgedGeometryIsNoLongerThatOfThePoni) {
    const PowderNames powder = writePowder();
    openFrames({powder.frames, powder.poni});
    const auto shown = [this] {
        const ParameterField* field = m_window.integrationForm().field("poni_file");
        return dynamic_cast<const PathLine&>(*field->editor()->inner()).shownText();
    };
    const auto elided = [](const QString& whole, const QString& shown) {
        return shown == whole || (shown.endsWith(u'…') && whole.startsWith(shown.chopped(1)));
    };
    m_window.integrationForm().setShowAll(true);
    settleAll();
    EXPECT_TRUE(shown().endsWith(QStringLiteral("powder.poni"))) << shown().toStdString();
    EXPECT_EQ(placeholder("distance_m"), QStringLiteral("100 mm (PONI)"));
    m_window.framePage().geometryPanel()->nudge(1, 0);
    const auto expectChanged = [&](const char* when) {
        EXPECT_TRUE(elided(QStringLiteral("Geometry, changed in the window"), shown()))
            << when << ": " << shown().toStdString();
        EXPECT_EQ(text("byHand"), QStringLiteral("Not from the file: Geometry, changed in the window Undo")) << when;
        EXPECT_EQ(placeholder("distance_m"), QStringLiteral("100 mm (geometry)")) << when;
    };
    ASSERT_TRUE(frames().geometryEdited());
    expectChanged("at once");
    ASSERT_TRUE(waitFor(
        [&] { return frames().document().text("poni_file") != powder.poni.toStdString() && framesAreReady(); }));
    EXPECT_FALSE(frames().geometryEdited());
    expectChanged("once it is stored");
    frames().history().undo();
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_TRUE(shown().endsWith(QStringLiteral("powder.poni"))) << shown().toStdString();
    EXPECT_EQ(placeholder("distance_m"), QStringLiteral("100 mm (PONI)"));
}

/// So is a mask that was painted.
TEST_F(ByHandTest, AMaskThatIsDrawnInTheWindowIsCalledSo) {
    openFrames({writePowder().frames});
    view::ImageView* const image = m_window.framePage().image();
    m_window.framePage().setTool(FramePage::Tool::rectangle);
    emit image->drawn(QPointF(10, 20), QPointF(10, 20), false);
    emit image->drawn(QPointF(10, 20), QPointF(30, 60), true);
    EXPECT_EQ(frames().drawnMask().maskedPixels(), 800U); // 20 × 40
    ASSERT_TRUE(waitFor([this] { return framesAreReady() && !text("byHand").isEmpty(); }));
    EXPECT_EQ(text("byHand"), QStringLiteral("Not from the file: Mask drawn in the window, 800 pixels Undo"));
}

TEST_F(ByHandTest, APoniOfOtherFramesIsOneLineWithCures) {
    const PowderNames powder = writePowder();
    openFrames({powder.frames});
    const azint::Poni ofFile = frames().poni();
    EXPECT_EQ(text("contradiction"), QString());
    // Of other pixels, and of another detector altogether, which makes no geometry here: said at once, not at Start.
    frames().loadPoni(otherPoni(powder.poni, 296e-6, 200, 240));
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_EQ(text("contradiction").section(QLatin1Char('.'), 0, 0),
              QStringLiteral("⚠ This PONI is for 296 µm pixels, the file says 200 µm"));
    EXPECT_EQ(placeholder("pixel_size_m"), QStringLiteral("296 µm (PONI)"));
    EXPECT_TRUE(text("contradiction").contains(QStringLiteral("Load…")));
    EXPECT_TRUE(text("contradiction").contains(QStringLiteral("Use the file's geometry")));
    frames().loadPoni({});
    frames().loadPoni(otherPoni(powder.poni, 200e-6, 500, 500));
    ASSERT_TRUE(waitFor([this] { return framesAreReady() && !frames().contradiction().empty(); }));
    EXPECT_TRUE(text("contradiction").contains(QStringLiteral("frames of 500 x 500, the file says 200 x 240")))
        << text("contradiction").toStdString();
    press("contradiction", "file");
    ASSERT_TRUE(waitFor([this] { return framesAreReady() && frames().contradiction().empty(); }));
    EXPECT_EQ(text("contradiction"), QString());
    EXPECT_NEAR(frames().poni().dist_m, ofFile.dist_m, 1e-9);
    EXPECT_DOUBLE_EQ(frames().poni().pixel1_m, ofFile.pixel1_m);
    frames().history().undo();
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_FALSE(text("contradiction").isEmpty()) << "what is taken back is said again";
}

TEST_F(ByHandTest, AGeometryThatIsTypedIsCalledNoPoni) {
    openFrames({writePowder().frames});
    m_window.framePage().geometryPanel()->box(GeometryPanel::Field::pixelHeight_um)->setValue(296);
    m_window.framePage().geometryPanel()->box(GeometryPanel::Field::pixelWidth_um)->setValue(296);
    const auto isSaid = [this] {
        return text("contradiction")
            .startsWith(QStringLiteral("⚠ The geometry is for 296 µm pixels, the file says 200 µm"));
    };
    EXPECT_TRUE(isSaid()) << text("contradiction").toStdString();
    ASSERT_TRUE(waitFor([this] { return framesAreReady() && !frames().geometryEdited(); }));
    ASSERT_NE(frames().document().text("poni_file"), "") << "it is kept in a file, of which nobody knows";
    set("flip_rows", job::ParameterValue(true)); // which reads that file again
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_TRUE(isSaid()) << text("contradiction").toStdString();
}

/// A detector that is named has its own pixels, whatever the PONI file says.
TEST_F(ByHandTest, TheSizeOfAPixelIsThatWhichCounts) {
    sim::PowderExperiment experiment = smallPowder(1);
    experiment.poni.shape = {1043, 981};
    experiment.poni.pixel1_m = experiment.poni.pixel2_m = 172e-6;
    const PowderNames powder = writePowder(experiment);
    openFrames({powder.frames});
    set("detector", job::ParameterValue(std::string("Pilatus 1M")));
    frames().loadPoni(otherPoni(powder.poni, 75e-6, 1043, 981));
    ASSERT_TRUE(waitFor([this] { return framesAreReady() && !frames().contradiction().empty(); }));
    EXPECT_DOUBLE_EQ(frames().poni().pixel1_m, 172e-6);
    EXPECT_EQ(placeholder("pixel_size_m"), QStringLiteral("172 µm (file)"));
    EXPECT_TRUE(placeholder("distance_m").endsWith(QStringLiteral(" (PONI)")));
}

TEST_F(ByHandTest, ADarkImageIsSubtractedFromWhatIsShown) {
    const PowderNames powder = writePowder();
    openFrames({powder.frames, powder.poni});
    const ImagePtr before = frames().image();
    io::writeTiff(toPath(path(QStringLiteral("dark.tif"))), Array<float, 2>({200, 240}, 3.0F), true);
    set("dark_file", job::ParameterValue(path(QStringLiteral("dark.tif")).toStdString()));
    ASSERT_TRUE(waitFor([&] { return framesAreReady() && frames().image() != before; }));
    for (const std::size_t at : {std::size_t{0}, before->size() / 2, before->size() - 1})
        EXPECT_FLOAT_EQ(frames().image()->data()[at], before->data()[at] - 3.0F) << at;
    // One of another size is said when it is chosen, and nothing is subtracted.
    io::writeTiff(toPath(path(QStringLiteral("small.tif"))), Array<float, 2>({10, 12}, 3.0F), true);
    set("dark_file", job::ParameterValue(path(QStringLiteral("small.tif")).toStdString()));
    ASSERT_TRUE(waitFor([this] { return framesAreReady() && m_window.messageBar().isShown(); }));
    const QString said = m_window.messageBar().plainText();
    EXPECT_TRUE(said.contains(QStringLiteral("10 × 12")) && said.contains(QStringLiteral("small.tif")))
        << said.toStdString();
    EXPECT_FLOAT_EQ(frames().image()->data()[0], before->data()[0]);
    m_window.messageBar().dismiss();
    set("dark_file", job::ParameterValue(std::string()));
    set("flat_file", job::ParameterValue(path(QStringLiteral("small.tif")).toStdString()));
    EXPECT_TRUE(waitFor([this] { return m_window.messageBar().isShown(); }));
}

TEST_F(ByHandTest, AGuessedGeometryIsCalledAGuess) {
    io::writeTiff(toPath(path(QStringLiteral("bare.tif"))), Array<float, 2>({200, 240}, 3.0F), true);
    const auto place = [this] {
        emit m_window.framePage().image()->cursorMoved({100, 100});
        return m_window.framePage().cursorText();
    };
    const QPointF corner(10, 10);
    openFrames({path(QStringLiteral("bare.tif"))});
    EXPECT_TRUE(place().startsWith(QStringLiteral("Guess: "))) << place().toStdString();
    EXPECT_FALSE(m_window.framePage().image()->readout(corner).contains(QStringLiteral("mm")));
    frames().loadPoni(writePowder().poni);
    ASSERT_TRUE(waitFor([this] { return framesAreReady() && frames().geometryKnown(); }));
    EXPECT_FALSE(place().contains(QStringLiteral("Guess"))) << place().toStdString();
}

} // namespace
} // namespace ewald::ui::test
