// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo of parameters, presets, the user's own defaults.
#include "form/field_editors.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "model/job_history.h"
#include "model/job_model.h"
#include "model/presets.h"
#include "view/image_view.h"
#include "window/edit_menu.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window_support.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QTabWidget>
#include <QTest>

#include <random>

namespace ewald::ui::test {
namespace {

const job::ParameterDef& def(const char* key) { return *job::findParameter(key); }

/// In which no time passes: steps are those that actions make.
class TimelessHistory : public JobHistory {
public:
    explicit TimelessHistory(JobModel& model) : JobHistory(model) {
        setClock([] { return std::chrono::steady_clock::time_point(); });
    }
};

class UndoTest : public WindowTest {
protected:
    static long long batch(const JobModel& model) { return std::get<long long>(model.value(def("batch_size"))); }
};

TEST_F(UndoTest, TakesBackAndMakesAgain) {
    JobModel model;
    model.setDocument({});
    TimelessHistory history(model);
    EXPECT_FALSE(history.canUndo());
    model.setValue(def("batch_size"), 8LL);
    model.setIterations(0, 7);
    EXPECT_EQ(history.undoText(), QStringLiteral("Pipeline"));
    history.undo();
    EXPECT_EQ(model.document().pipeline[0].iterations, 100U);
    EXPECT_EQ(batch(model), 8);
    EXPECT_EQ(history.undoText(), QStringLiteral("Batch size"));
    history.undo();
    EXPECT_EQ(batch(model), 32);
    EXPECT_FALSE(history.canUndo());
    history.redo();
    history.redo();
    EXPECT_EQ(batch(model), 8);
    EXPECT_EQ(model.document().pipeline[0].iterations, 7U);
    EXPECT_FALSE(history.canRedo());
}

TEST_F(UndoTest, TypingInOneFieldIsOneStep) {
    JobModel model;
    model.setDocument({});
    TimelessHistory history(model);
    for (const long long typed : {1LL, 12LL, 128LL}) model.setValue(def("batch_size"), typed);
    model.setValue(def("probe_modes"), 3LL);
    history.undo();
    EXPECT_EQ(batch(model), 128);
    history.undo();
    EXPECT_EQ(batch(model), 32);
    EXPECT_FALSE(history.canUndo());
}

TEST_F(UndoTest, ChangesOfOneFieldASecondApartAreTwoSteps) {
    JobModel model;
    model.setDocument({});
    JobHistory history(model);
    std::chrono::steady_clock::time_point now;
    history.setClock([&now] { return now; });
    model.setValue(def("batch_size"), 1LL);
    now += std::chrono::milliseconds(999);
    model.setValue(def("batch_size"), 12LL);
    now += std::chrono::milliseconds(1000);
    model.setValue(def("batch_size"), 128LL);
    history.undo();
    EXPECT_EQ(batch(model), 12);
    history.undo();
    EXPECT_EQ(batch(model), 32);
    EXPECT_FALSE(history.canUndo());
}

TEST_F(UndoTest, DifferentActionsOnOneFieldAreStepsOfTheirOwn) {
    JobModel model;
    model.setDocument({});
    TimelessHistory history(model);
    model.setValue(def("batch_size"), 8LL);
    model.reset(def("batch_size"));
    model.setValue(def("batch_size"), 16LL);
    model.closeStep();
    model.setValue(def("batch_size"), 64LL);
    model.setValue(def("batch_size"), 640LL);
    std::vector<long long> back;
    while (history.canUndo()) {
        history.undo();
        back.push_back(batch(model));
    }
    EXPECT_EQ(back, (std::vector<long long>{16, 32, 8, 32}));
}

TEST_F(UndoTest, WhatIsTypedAndTakenAwayAgainIsNoStep) {
    JobModel model;
    model.setDocument({});
    TimelessHistory history(model);
    model.setValue(def("probe_modes"), 3LL);
    model.setValue(def("batch_size"), 8LL);
    model.setValue(def("batch_size"), 32LL);
    EXPECT_EQ(history.undoText(), tableText(def("probe_modes").label));
    model.setValue(def("batch_size"), 16LL);
    history.undo();
    EXPECT_EQ(batch(model), 32);
    EXPECT_EQ(std::get<long long>(model.value(def("probe_modes"))), 3);
}

TEST_F(UndoTest, ClicksAndFocusCloseAStep) {
    MainWindow window;
    window.show();
    window.form().setShowAll(true);
    JobHistory& history = window.session().history();
    history.setClock([] { return std::chrono::steady_clock::time_point(); });
    auto* box = qobject_cast<QAbstractButton*>(window.form().field("flip_rows")->editor()->inner());
    ASSERT_NE(box, nullptr);
    box->click();
    box->click();
    history.undo();
    EXPECT_TRUE(window.session().job().document().flag("flip_rows")) << "two clicks are two steps";
    history.undo();
    ASSERT_FALSE(history.canUndo());
    auto* line = qobject_cast<QLineEdit*>(window.form().field("object_step")->editor()->inner());
    const auto type = [&](const char* text) {
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        emit qApp->focusChanged(line, nullptr); // what Qt does where a window manager gives windows the focus
    };
    type("0.5");
    type("0.7");
    history.undo();
    EXPECT_EQ(window.session().job().value(def("object_step")), job::ParameterValue(0.5));
    history.undo();
    EXPECT_FALSE(history.canUndo());
}

TEST_F(UndoTest, WhatAMaskHasForgottenIsNotOffered) {
    JobModel model;
    model.setDocument({});
    TimelessHistory history(model);
    const QString group = QStringLiteral("mask");
    FrameMask mask(4200, 4000); // more pixels than all steps together may hold
    const std::function<void(const std::function<void()>&)> edit = [&](const std::function<void()>& draw) {
        const std::size_t before = mask.stepsMade();
        draw();
        if (mask.stepsMade() != before)
            history.add({group, {}, [&] { edit([&] { mask.undo(); }); }, [&] { edit([&] { mask.redo(); }); }, group});
        history.keepNewest(group, mask.stepsKept());
    };
    const auto disk = [&](double at, bool bad) {
        edit([&] {
            mask.begin();
            mask.disk({at, at}, 5, bad);
        });
    };
    disk(100, true);
    model.setValue(def("probe_modes"), 3LL);
    edit([&] {
        mask.begin();
        mask.invert();
    });
    disk(100, true);
    disk(300, false);
    const std::size_t masked = mask.maskedPixels();
    // The first disk and the inversion are too much; what is left is offered, and does what it says.
    history.undo();
    EXPECT_EQ(mask.stepsKept(), 1U);
    EXPECT_EQ(history.undoText(), group);
    history.redo();
    EXPECT_EQ(mask.maskedPixels(), masked);
    history.undo();
    history.undo();
    EXPECT_EQ(mask.stepsKept(), 0U);
    EXPECT_EQ(history.undoText(), tableText(def("probe_modes").label)) << "no step that takes nothing back";
    history.undo();
    EXPECT_FALSE(history.canUndo());
    history.redo();
    history.redo();
    history.redo();
    EXPECT_EQ(mask.maskedPixels(), masked);
}

TEST_F(UndoTest, AnotherFileForgetsTheSteps) {
    JobModel model;
    model.setDocument({});
    TimelessHistory history(model);
    model.setValue(def("batch_size"), 8LL);
    model.setInputFile("other.cxi");
    EXPECT_FALSE(history.canUndo());
    model.setValue(def("batch_size"), 16LL);
    history.undo();
    EXPECT_EQ(batch(model), 8);
    EXPECT_EQ(model.document().inputFile, "other.cxi");
}

/// Any sequence of changes, taken back and made again, passes through the same documents in both directions.
TEST_F(UndoTest, EveryStepGoesBackToItsDocument) {
    std::mt19937 random(7);
    JobModel model;
    model.setDocument({});
    TimelessHistory history(model);
    std::vector<std::string> states{job::toJson(model.document())};
    const auto change = [&] {
        switch (random() % 6) {
        case 0: model.setValue(def("object_margin"), static_cast<long long>(1 + random() % 100)); break;
        case 1: model.setValue(def("probe_modes"), static_cast<long long>(1 + random() % 8)); break;
        case 2: model.setValue(def("flip_rows"), random() % 2 == 0); break;
        case 3: model.addStage(random() % model.stageCount(), random() % 2 == 0 ? "dm" : "epie"); break;
        case 4: model.removeStage(random() % model.stageCount()); break;
        default: model.setIterations(random() % model.stageCount(), 1 + random() % 500);
        }
    };
    for (int i = 0; i < 60; ++i) {
        change();
        // A change of the same field at once belongs to the step before.
        model.setSeed(static_cast<unsigned long long>(i) + 1);
        const std::string now = job::toJson(model.document());
        if (now != states.back()) states.push_back(now);
    }
    std::vector<std::string> back{job::toJson(model.document())};
    while (history.canUndo()) {
        history.undo();
        back.push_back(job::toJson(model.document()));
    }
    EXPECT_EQ(back.back(), states.front());
    EXPECT_GE(back.size(), states.size());
    for (const std::string& state : states) EXPECT_NE(std::ranges::find(back, state), back.end());
    while (history.canRedo()) history.redo();
    EXPECT_EQ(job::toJson(model.document()), states.back());
}

TEST_F(UndoTest, PresetsLeaveTheScanAlone) {
    const Presets presets(m_folder.filePath("presets"));
    JobModel model;
    model.setDocument({});
    model.setInputFile("a.cxi");
    model.setValue(def("batch_size"), 8LL);
    model.setValue(def("distance_m"), 1.5);
    presets.save(QStringLiteral("P06: 3 modes"), model.document());
    ASSERT_EQ(presets.names("ptycho").size(), 1);
    EXPECT_TRUE(presets.names("integrate").isEmpty());
    const job::JobDocument preset = presets.load(presets.names("ptycho").front());
    EXPECT_TRUE(preset.inputFile.empty());
    EXPECT_FALSE(preset.input.contains("distance_m"));

    JobModel other;
    other.setDocument({});
    other.setInputFile("b.cxi");
    other.setValue(def("distance_m"), 2.5);
    other.setDocument(withPreset(other.document(), preset));
    EXPECT_EQ(batch(other), 8);
    EXPECT_EQ(std::get<double>(other.value(def("distance_m"))), 2.5);
    EXPECT_EQ(other.document().inputFile, "b.cxi");
    presets.remove(presets.names("ptycho").front());
    EXPECT_TRUE(presets.names("ptycho").isEmpty());
}

TEST_F(UndoTest, AWindowStartsWithTheUsersDefaults) {
    const auto menu = [](MainWindow& window) { return window.findChild<EditMenu*>(); };
    {
        MainWindow window;
        window.session().job().setValue(def("probe_modes"), 4LL);
        menu(window)->saveDefaults();
    }
    {
        MainWindow window;
        EXPECT_EQ(std::get<long long>(window.session().job().value(def("probe_modes"))), 4);
        EXPECT_FALSE(menu(window)->undoAction()->isEnabled());
        menu(window)->forgetDefaults();
    }
    MainWindow window;
    EXPECT_EQ(std::get<long long>(window.session().job().value(def("probe_modes"))), 1);
}

TEST_F(UndoTest, TheKeyTakesBackWhereTheParametersAre) {
    MainWindow window;
    activate(window);
    ParameterField* field = window.form().field("batch_size");
    ASSERT_NE(field, nullptr);
    window.form().showField("batch_size");
    window.session().job().setValue(def("batch_size"), 8LL);
    ASSERT_TRUE(waitFor([&] { return QApplication::focusWidget() != nullptr; }));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(batch(window.session().job()), 32);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(batch(window.session().job()), 8);
}

TEST_F(UndoTest, TheKeyTakesRegionsBackWhereTheImageIs) {
    MainWindow window;
    activate(window);
    window.tabs().setCurrentWidget(&window.livePage());
    view::ImageView& image = *window.livePage().object();
    QWidget* canvas = image.canvas();
    canvas->setFocus();
    window.session().job().setValue(def("batch_size"), 8LL);
    image.setRegions({{view::ImageRegion::Shape::rectangle, QRectF(2, 2, 4, 4), 1}});
    ASSERT_TRUE(waitFor([&] { return QApplication::focusWidget() == canvas; }));
    QTest::keyClick(canvas, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(image.regions().empty());
    EXPECT_EQ(batch(window.session().job()), 8);
    QTest::keyClick(canvas, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(image.regions().size(), 1U);
    QTest::keyClick(canvas, Qt::Key_Z, Qt::ControlModifier);
    // No region is left to take back: the parameters.
    QTest::keyClick(canvas, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(batch(window.session().job()), 32);
}

TEST_F(UndoTest, WhatIsTypedAndNotTakenOverIsTheFieldsOwn) {
    MainWindow window;
    activate(window);
    std::chrono::steady_clock::time_point now;
    window.session().history().setClock([&now] { return now; });
    JobModel& job = window.session().job();
    job.setValue(def("batch_size"), 8LL);
    window.form().showField("batch_size");
    ASSERT_TRUE(waitFor([&] { return window.form().field("batch_size")->isAncestorOf(QApplication::focusWidget()); }));
    QWidget* box = QApplication::focusWidget();
    auto* line = box->findChild<QLineEdit*>();
    ASSERT_NE(line, nullptr);
    const QString before = line->text();
    QTest::keyClick(box, Qt::Key_Home);
    QTest::keyClick(box, Qt::Key_1);
    ASSERT_NE(line->text(), before);
    EXPECT_EQ(batch(job), 8) << "typed, not taken over";
    QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(line->text(), before);
    EXPECT_EQ(batch(job), 8);
    now += std::chrono::seconds(2); // another step than that of the 8
    // Taken over: the key takes the change of the job back, and not the text alone.
    QTest::keyClick(box, Qt::Key_Home);
    QTest::keyClick(box, Qt::Key_1);
    QTest::keyClick(box, Qt::Key_Return);
    ASSERT_EQ(batch(job), 18);
    QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(batch(job), 8);
    EXPECT_EQ(line->text(), before);
    // A number that is taken over while it is typed: no step is lost, none is repeated.
    window.form().showField("distance_m");
    QWidget* distance = window.form().field("distance_m")->findChild<QLineEdit*>();
    ASSERT_NE(distance, nullptr);
    distance->setFocus();
    QTest::keyClicks(distance, QStringLiteral("2.5"));
    ASSERT_EQ(std::get<double>(job.value(def("distance_m"))), 2.5);
    now += std::chrono::seconds(2);
    QTest::keyClicks(distance, QStringLiteral("x"));
    EXPECT_EQ(std::get<double>(job.value(def("distance_m"))), 2.5) << "it makes no sense";
    // First what makes no sense is given up, then the number is taken back, and then nothing comes again.
    for (int presses = 0; presses < 4; ++presses) {
        QTest::keyClick(distance, Qt::Key_Z, Qt::ControlModifier);
        EXPECT_EQ(job.isDefault(def("distance_m")), presses > 0) << "press " << presses;
        EXPECT_TRUE(window.form().invalidFields().empty()) << "press " << presses;
    }
}

/// Steps of something else, mixed with those of parameters.
TEST_F(UndoTest, OtherThingsAreTakenBackInTheOrderInWhichTheyWereDone) {
    JobModel model;
    model.setDocument({});
    TimelessHistory history(model);
    int value = 0;
    const auto set = [&](int now, const QString& key) {
        const int before = std::exchange(value, now);
        history.add(
            {QStringLiteral("Thing"), key, [&value, before] { value = before; }, [&value, now] { value = now; }});
    };
    set(1, {});
    model.setValue(def("batch_size"), 8LL);
    set(2, {});
    EXPECT_EQ(history.undoText(), QStringLiteral("Thing"));
    history.undo();
    EXPECT_EQ(value, 1);
    EXPECT_EQ(batch(model), 8);
    EXPECT_EQ(history.undoText(), QStringLiteral("Batch size"));
    history.undo();
    EXPECT_EQ(batch(model), 32);
    history.undo();
    EXPECT_EQ(value, 0);
    EXPECT_FALSE(history.canUndo());
    while (history.canRedo()) history.redo();
    EXPECT_EQ(value, 2);
    EXPECT_EQ(batch(model), 8);
    // An arrow that is held down is one step.
    for (int i = 3; i < 10; ++i) set(i, QStringLiteral("arrow"));
    history.undo();
    EXPECT_EQ(value, 2);
    history.redo();
    EXPECT_EQ(value, 9);
    // What follows from a step is none.
    {
        const JobHistory::Quiet quiet(history);
        model.setValue(def("batch_size"), 64LL);
    }
    EXPECT_EQ(history.undoText(), QStringLiteral("Thing"));
}

} // namespace
} // namespace ewald::ui::test
