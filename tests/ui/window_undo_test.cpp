// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo of parameters, presets, the user's own defaults.
#include "form/field_editors.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "model/job_history.h"
#include "model/job_model.h"
#include "model/presets.h"
#include "window/edit_menu.h"
#include "window/main_window.h"
#include "window_support.h"

#include <QTest>

#include <random>

namespace ewald::ui::test {
namespace {

const job::ParameterDef& def(const char* key) { return *job::findParameter(key); }

class UndoTest : public WindowTest {
protected:
    static long long batch(const JobModel& model) { return std::get<long long>(model.value(def("batch_size"))); }
};

TEST_F(UndoTest, TakesBackAndMakesAgain) {
    JobModel model;
    model.setDocument({});
    JobHistory history(model);
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
    JobHistory history(model);
    for (const long long typed : {1LL, 12LL, 128LL}) model.setValue(def("batch_size"), typed);
    model.setValue(def("probe_modes"), 3LL);
    history.undo();
    EXPECT_EQ(batch(model), 128);
    history.undo();
    EXPECT_EQ(batch(model), 32);
    EXPECT_FALSE(history.canUndo());
}

TEST_F(UndoTest, AnotherFileForgetsTheSteps) {
    JobModel model;
    model.setDocument({});
    JobHistory history(model);
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
    JobHistory history(model);
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
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    ParameterField* field = window.form().field("batch_size");
    ASSERT_NE(field, nullptr);
    window.form().showField("batch_size");
    window.session().job().setValue(def("batch_size"), 8LL);
    ASSERT_TRUE(QTest::qWaitFor([&] { return QApplication::focusWidget() != nullptr; }));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(batch(window.session().job()), 32);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(batch(window.session().job()), 8);
}

} // namespace
} // namespace ewald::ui::test
