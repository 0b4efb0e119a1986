// SPDX-License-Identifier: GPL-3.0-or-later
// The form that is made of the parameter table: every parameter goes from the form into the document and back.
#include "form/eliding_combo.h"
#include "form/field_editors.h"
#include "form/help_label.h"
#include "form/number_text.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "form/pipeline_editor.h"
#include "form/unit_box.h"
#include "model/job_model.h"
#include "model/text.h"
#include "window/sweep_editor.h"
#include "window_support.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>

namespace ewald::ui::test {
namespace {

using job::ParameterDef;
using job::ParameterType;
using job::ParameterValue;

class FormTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_form = std::make_unique<ParameterForm>(m_model, std::vector<std::string>{});
        m_form->show();
    }
    /// The first engine that a parameter applies to becomes the only stage.
    void showEngineOf(const ParameterDef& def) {
        if (!def.engines.empty()) m_model.setEngine(0, def.engines.front());
    }
    template <class T>
    [[nodiscard]] T* inner(const std::string& key) const {
        return qobject_cast<T*>(m_form->field(key)->editor()->inner());
    }
    /// Types as a person does: key by key, then leaves the field.
    void type(QLineEdit* line, const QString& text) {
        line->selectAll();
        QTest::keyClick(line, Qt::Key_Delete);
        for (const QChar c : text) {
            // Not keyClicks(): that knows ASCII only.
            QKeyEvent press(QEvent::KeyPress, Qt::Key_unknown, Qt::NoModifier, QString(c));
            QApplication::sendEvent(line, &press);
        }
        QTest::keyClick(line, Qt::Key_Return);
    }

    JobModel m_model;
    std::unique_ptr<ParameterForm> m_form;
};

/// A valid value that is not the default.
ParameterValue otherValue(const ParameterDef& def, const ParameterValue& normal) {
    switch (def.type) {
    case ParameterType::boolean: return !std::get<bool>(normal);
    case ParameterType::integer: {
        const long long value = std::get<long long>(normal) + 3;
        return std::min(value, static_cast<long long>(def.maximum));
    }
    case ParameterType::real: return def.minimum + (def.maximum - def.minimum) * 0.3125;
    case ParameterType::choice:
        if (def.choices.size() > 1)
            return def.choices[1] == std::get<std::string>(normal) ? def.choices[0] : def.choices[1];
        return std::string("/tmp/earlier.h5");
    case ParameterType::text:
        if (def.key == "bad_pixels") return std::string("12,40; 13,40");
        if (def.key == "devices") return std::string("cpu:2");
        if (def.key == "excluded_frames" || def.key == "included_frames") return std::string("3, 5-7");
        return std::string("/entry/mask");
    case ParameterType::path: return std::string("/data/mask.tif");
    }
    return normal;
}

TEST_F(FormTest, EveryParameterOfTheTableHasAField) {
    for (const ParameterDef& def : job::parameterTable())
        EXPECT_EQ(m_form->field(def.key) != nullptr, def.isOfKind("ptycho")) << def.key;
    EXPECT_NE(m_form->field("seed"), nullptr);
}

TEST_F(FormTest, EveryParameterGoesFromTheFormIntoTheDocumentAndBack) {
    for (const ParameterDef& def : job::parameterTable()) {
        if (!def.isOfKind("ptycho")) continue;
        SCOPED_TRACE(def.key);
        m_model.setDocument({});
        showEngineOf(def);
        const ParameterValue normal = m_model.defaultValue(def);
        const ParameterValue wanted = otherValue(def, normal);
        ASSERT_NE(wanted, normal);
        // The form shows what the document says …
        m_model.setValue(def, wanted);
        EXPECT_TRUE(m_form->field(def.key)->isChanged());
        // … its editor gives the same value back when somebody edits it …
        FieldEditor* editor = m_form->field(def.key)->editor();
        ParameterValue given = normal;
        const auto connection =
            QObject::connect(editor, &FieldEditor::edited, editor, [&](const ParameterValue& value) { given = value; });
        if (auto* box = qobject_cast<QCheckBox*>(editor->inner())) {
            EXPECT_EQ(box->isChecked(), std::get<bool>(wanted));
            box->click();
            box->click();
        } else if (auto* spin = qobject_cast<QSpinBox*>(editor->inner())) {
            EXPECT_EQ(spin->value(), std::get<long long>(wanted));
            // Away from the value and back.
            spin->setValue(spin->value() == spin->maximum() ? spin->value() - 1 : spin->value() + 1);
            spin->setValue(static_cast<int>(std::get<long long>(wanted)));
        } else if (auto* combo = qobject_cast<QComboBox*>(editor->inner())) {
            EXPECT_EQ(combo->currentData().toString().toStdString(), std::get<std::string>(wanted));
            emit combo->activated(combo->currentIndex());
        } else {
            auto* line = qobject_cast<QLineEdit*>(editor->inner());
            ASSERT_NE(line, nullptr);
            const QString text = line->text();
            type(line, text);
        }
        QObject::disconnect(connection);
        EXPECT_EQ(given, wanted);
        EXPECT_EQ(m_model.value(def), wanted);
        // … and the document survives being written and read.
        job::JobDocument document = m_model.document();
        document.inputFile = "/data/scan.cxi";
        EXPECT_EQ(job::parseJob(job::toJson(document), "test"), document);
        // Reset takes it out of the document again.
        m_form->field(def.key)->resetWanted();
        EXPECT_EQ(m_model.value(def), normal);
        EXPECT_FALSE(m_form->field(def.key)->isChanged());
    }
}

TEST_F(FormTest, LengthsAreShownWithTheirPrefixAndReadWithAny) {
    const ParameterDef& pixel = *job::findParameter("pixel_size_m");
    m_model.setValue(pixel, ParameterValue(7.5e-5));
    auto* line = inner<QLineEdit>("pixel_size_m");
    EXPECT_EQ(line->text(), QStringLiteral("75 µm"));
    for (const auto& [text, value] :
         {std::pair{"172um", 172e-6}, std::pair{"0.055 mm", 55e-6}, std::pair{"13,5 µm", 13.5e-6},
          std::pair{"7.5e-05", 7.5e-5}, std::pair{"48000 nm", 48e-6}}) {
        type(line, QString::fromUtf8(text));
        // Bit for bit: decimal prefixes are exponents, not factors.
        EXPECT_EQ(std::get<double>(m_model.value(pixel)), value) << text;
        EXPECT_TRUE(m_form->field("pixel_size_m")->isValid()) << text;
    }
    type(line, QString());
    EXPECT_TRUE(m_model.isDefault(pixel)); // empty: from the file
}

TEST_F(FormTest, FieldTextReadsBackExactly) {
    for (const double value : {1.92, 2.0, 7.5e-5, 3.65e-3, 1e-12, 0.1, 123.456, 28.178e-9, 1.0 / 3.0, 999.9995}) {
        for (const char* unit : {"m", "keV", ""}) {
            const auto number = plainNumber(fieldText(value, unit), unit);
            ASSERT_TRUE(number) << value << unit;
            EXPECT_EQ(QString::fromStdString(*number).toDouble(), value) << fieldText(value, unit).toStdString();
        }
    }
    EXPECT_EQ(plainNumber(QStringLiteral("190 cm"), "m"), "190e-2");
    EXPECT_EQ(plainNumber(QString::fromUtf8("1.55 Å"), "m"), "1.55e-10");
    EXPECT_EQ(plainNumber(QStringLiteral("8000 eV"), "keV"), "8000e-3");
    EXPECT_EQ(plainNumber(QStringLiteral("0,05 MeV"), "keV"), "0.05e3");
    EXPECT_FALSE(plainNumber(QStringLiteral("12 kg"), "m"));
    EXPECT_FALSE(plainNumber(QStringLiteral("1e"), "m"));
    EXPECT_FALSE(plainNumber(QString(), ""));
}

TEST_F(FormTest, MemoryIsTypedInItsUnits) {
    for (const auto& [text, value] :
         {std::pair{"40 MB", 0.04}, std::pair{"35mb", 0.035}, std::pair{"1,5 TB", 1500.0}, std::pair{"2 GB", 2.0},
          std::pair{"16", 16.0}, std::pair{"500000 kB", 0.5}, std::pair{"4 GiB", 4.294967296},
          std::pair{"256MiB", 0.268435456}, std::pair{"1e9 B", 1.0}, std::pair{"8 g", 8.0}}) {
        const auto number = plainNumber(QString::fromUtf8(text), "GB");
        ASSERT_TRUE(number) << text;
        EXPECT_DOUBLE_EQ(std::stod(*number), value) << text;
    }
    for (const char* text : {"40 mm", "40 xB", "40 MBit", "B", "MB"}) EXPECT_FALSE(plainNumber(text, "GB")) << text;
    EXPECT_FALSE(plainNumber(QStringLiteral("40 MB"), "m"));
}

TEST_F(FormTest, AFieldStaysWhileItIsTypedInThoughItsValueIsTheDefaultMeanwhile) {
    m_form->setShowAll(false);
    const ParameterDef& limit = *job::findParameter("memory_limit_gb");
    m_model.setValue(limit, ParameterValue(3.0));
    auto* line = inner<QLineEdit>("memory_limit_gb");
    activate(*m_form); // without, no field ever loses the keyboard
    m_form->showField("memory_limit_gb");
    settleAll();
    line->selectAll();
    QTest::keyClick(line, Qt::Key_0); // the default: all that is free
    EXPECT_TRUE(m_model.isDefault(limit));
    EXPECT_TRUE(m_form->isShown("memory_limit_gb"));
    EXPECT_TRUE(m_form->field("memory_limit_gb")->isVisibleTo(m_form.get()));
    QTest::keyClicks(line, QStringLiteral(".04"));
    EXPECT_EQ(std::get<double>(m_model.value(limit)), 0.04);
    line->selectAll();
    QTest::keyClick(line, Qt::Key_0);
    inner<QSpinBox>("probe_modes")->setFocus();
    settleAll();
    EXPECT_FALSE(m_form->isShown("memory_limit_gb"));
    EXPECT_FALSE(m_form->field("memory_limit_gb")->isVisibleTo(m_form.get()));
}

TEST_F(FormTest, NonsenseStaysInTheFieldAndOutOfTheDocument) {
    const ParameterDef& step = *job::findParameter("object_step");
    auto* line = inner<QLineEdit>("object_step");
    for (const char* text : {"abc", "-1", "1e99", "nan", "", "0x10", "٣", "1 2 3", "--", "1e400"}) {
        type(line, QString::fromUtf8(text));
        EXPECT_FALSE(m_form->field("object_step")->isValid()) << text;
        EXPECT_EQ(line->text(), QString::fromUtf8(text));
        EXPECT_TRUE(m_model.isDefault(step)) << text;
    }
    EXPECT_EQ(m_form->invalidFields().size(), 1U);
    m_form->field("object_step")->resetWanted();
    EXPECT_TRUE(m_form->invalidFields().empty());
    EXPECT_EQ(line->text(), QStringLiteral("1"));
    auto* pixels = inner<QLineEdit>("bad_pixels");
    type(pixels, QStringLiteral("12,40; x"));
    EXPECT_FALSE(m_form->field("bad_pixels")->isValid());
    type(pixels, QStringLiteral("12,40"));
    EXPECT_TRUE(m_form->field("bad_pixels")->isValid());
}

TEST_F(FormTest, APieceOfNonsenseIsNoValue) {
    const ParameterDef& step = *job::findParameter("object_step");
    auto* line = inner<QLineEdit>("object_step");
    m_model.setValue(step, ParameterValue(0.7));
    type(line, QStringLiteral("0.5e9")); // 0.5 is allowed
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_FALSE(m_form->field("object_step")->isValid());
    EXPECT_EQ(line->text(), QStringLiteral("0.5e9"));
    EXPECT_EQ(std::get<double>(m_model.value(step)), 0.7);
    type(line, QStringLiteral("0.6"));
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_TRUE(m_form->field("object_step")->isValid());
    EXPECT_EQ(std::get<double>(m_model.value(step)), 0.6);
}

TEST_F(FormTest, BasicHidesTheRareOnesUnlessTheyWereChanged) {
    m_form->setShowAll(false);
    EXPECT_TRUE(m_form->isShown("probe_modes"));
    EXPECT_FALSE(m_form->isShown("position_rotation_deg"));
    const ParameterDef& rotation = *job::findParameter("position_rotation_deg");
    m_model.setValue(rotation, ParameterValue(12.0));
    EXPECT_TRUE(m_form->isShown("position_rotation_deg")); // nothing in effect is hidden
    m_model.reset(rotation);
    EXPECT_FALSE(m_form->isShown("position_rotation_deg"));
    m_form->setShowAll(true);
    EXPECT_TRUE(m_form->isShown("position_rotation_deg"));
}

TEST_F(FormTest, SearchFindsByLabelKeyAndHelpAmongAll) {
    m_form->setShowAll(false);
    m_form->setSearch(QStringLiteral("MODES"));
    EXPECT_TRUE(m_form->isShown("probe_modes"));
    EXPECT_FALSE(m_form->isShown("energy_keV"));
    m_form->setSearch(QStringLiteral("position_rotation"));
    EXPECT_TRUE(m_form->isShown("position_rotation_deg")); // advanced, and found all the same
    m_form->setSearch(QStringLiteral("counter-clockwise"));
    EXPECT_TRUE(m_form->isShown("position_rotation_deg")); // a word of its help
    m_form->setSearch(QStringLiteral("zzz"));
    for (const ParameterDef& def : job::parameterTable())
        EXPECT_FALSE(def.isOfKind("ptycho") && m_form->isShown(def.key)) << def.key;
    m_form->setSearch({});
    EXPECT_TRUE(m_form->isShown("energy_keV"));
}

TEST_F(FormTest, EveryEngineOfTheTableIsOffered) {
    const QComboBox* box = m_form->pipeline()->engineBox(0);
    ASSERT_EQ(static_cast<std::size_t>(box->count()), ptycho::engineKinds().size());
    m_form->setShowAll(true);
    for (int row = 0; row < box->count(); ++row) {
        const ptycho::EngineKind& kind = *ptycho::engineKinds()[static_cast<std::size_t>(row)];
        EXPECT_EQ(box->itemData(row).toString().toStdString(), kind.name);
        EXPECT_EQ(box->itemText(row).toStdString(), kind.title);
        EXPECT_EQ(box->itemData(row, Qt::ToolTipRole).toString().toStdString(), kind.help + " (" + kind.paper + ")");
        m_model.setEngine(0, kind.name);
        for (const ptycho::EngineParameter& parameter : kind.parameters)
            EXPECT_TRUE(m_form->isShown(parameter.key)) << kind.name << ": " << parameter.key;
    }
}

TEST_F(FormTest, ASingleEngineLinesUpWithTheFields) {
    m_form->resize(368, 700);
    m_form->show();
    settleAll();
    const auto right = [this](const QWidget* widget) {
        return widget->mapTo(m_form.get(), widget->rect().bottomRight()).x();
    };
    const ParameterField* field = m_form->field("probe_modes");
    ASSERT_NE(field, nullptr);
    EXPECT_NEAR(right(m_form->pipeline()->iterationsBox(0)), right(field->editor()), 2);
}

TEST_F(FormTest, OnlyTheParametersOfTheChosenEngineAreShown) {
    m_form->setShowAll(true);
    EXPECT_TRUE(m_form->isShown("momentum"));
    EXPECT_FALSE(m_form->isShown("dm_relaxation"));
    m_model.setEngine(0, "dm");
    EXPECT_FALSE(m_form->isShown("momentum"));
    EXPECT_TRUE(m_form->isShown("dm_relaxation"));
}

TEST_F(FormTest, StagesHaveParametersOfTheirOwn) {
    const ParameterDef& batch = *job::findParameter("batch_size");
    m_form->pipeline()->addButton()->click();
    ASSERT_EQ(m_model.stageCount(), 2U);
    EXPECT_EQ(m_form->pipeline()->currentStage(), 1U);
    inner<QSpinBox>("batch_size")->setValue(7);
    EXPECT_EQ(std::get<long long>(m_model.value(batch, 1)), 7);
    EXPECT_EQ(std::get<long long>(m_model.value(batch, 0)), 32);
    m_form->pipeline()->setCurrentStage(0);
    EXPECT_EQ(inner<QSpinBox>("batch_size")->value(), 32);
    m_form->pipeline()->iterationsBox(0)->setValue(50);
    EXPECT_EQ(m_model.document().pipeline[0].iterations, 50U);
    // The order can be changed, and the last stage cannot be removed.
    m_model.moveStage(1, 0);
    EXPECT_EQ(std::get<long long>(m_model.value(batch, 0)), 7);
    m_model.removeStage(0);
    m_model.removeStage(0);
    EXPECT_EQ(m_model.stageCount(), 1U);
}

TEST_F(FormTest, TheDefaultFollowsTheEngine) {
    const ParameterDef& batch = *job::findParameter("batch_size");
    m_model.setEngine(0, "epie");
    EXPECT_EQ(inner<QSpinBox>("batch_size")->value(), 1);
    EXPECT_FALSE(m_form->field("batch_size")->isChanged());
    m_model.setValue(batch, ParameterValue(32LL));
    EXPECT_TRUE(m_form->field("batch_size")->isChanged());
}

TEST_F(FormTest, ResetAllKeepsTheEngines) {
    m_model.setEngine(0, "dm");
    EXPECT_FALSE(m_form->findChild<QToolButton*>(QStringLiteral("resetAll"))->isEnabled())
        << "there is nothing to reset";
    m_model.setValue(*job::findParameter("dm_relaxation"), ParameterValue(0.5));
    m_model.setValue(*job::findParameter("probe_modes"), ParameterValue(4LL));
    m_model.setSeed(9);
    m_form->findChild<QToolButton*>(QStringLiteral("resetAll"))->click();
    // One click among others must not lose all that was set: it asks.
    EXPECT_FALSE(m_model.changedKeys().empty());
    auto* question = m_form->findChild<QMessageBox*>(QStringLiteral("resetQuestion"));
    ASSERT_NE(question, nullptr);
    for (QAbstractButton* button : question->buttons()) {
        if (question->buttonRole(button) == QMessageBox::AcceptRole) button->click();
    }
    EXPECT_TRUE(m_model.changedKeys().empty());
    EXPECT_EQ(m_model.document().seed, 0U);
    EXPECT_EQ(m_model.document().pipeline[0].engine, "dm");
}

TEST_F(FormTest, AFileCanBeTheInitialProbe) {
    m_model.setValue(*job::findParameter("initial_probe"), ParameterValue(std::string("/data/last_night.h5")));
    auto* box = inner<QComboBox>("initial_probe");
    EXPECT_EQ(box->currentText(), QStringLiteral("last_night.h5"));
    m_model.reset(*job::findParameter("initial_probe"));
    EXPECT_EQ(box->currentData().toString(), QStringLiteral("auto"));
}

TEST(SweepEditorTest, APartOfOneNameOnlyIsThatName) {
    SweepEditor editor(false, nullptr);
    job::JobDocument form;
    form.kind = "ptycho";
    form.pipeline = {{"rpie", 10, {}}};
    editor.setForm(form);
    QComboBox& parameter = editor.parameter();
    const auto type = [&](const QString& text) {
        parameter.setEditText(text);
        QTest::keyClick(parameter.lineEdit(), Qt::Key_Return);
    };
    type(QStringLiteral("batch siz"));
    EXPECT_EQ(parameter.currentText(), tableText(job::findParameter("batch_size")->label));
    EXPECT_EQ(parameter.currentData().toString(), QStringLiteral("batch_size"));
    type(QStringLiteral("s")); // of many
    EXPECT_EQ(parameter.currentText(), QStringLiteral("s"));
    type(QStringLiteral("there is none like it"));
    EXPECT_EQ(parameter.currentText(), QStringLiteral("there is none like it"));
}

TEST_F(FormTest, InALowWindowRowsHaveThePlaceOfTheHelp) {
    m_form->show();
    auto* help = m_form->findChild<HelpLabel*>();
    auto* rows = m_form->findChild<QScrollArea*>();
    ASSERT_TRUE(help != nullptr && rows != nullptr);
    m_form->resize(340, 700);
    settleAll();
    EXPECT_TRUE(help->isVisible());
    const int rest = 700 - rows->height();
    m_form->resize(340, 220);
    settleAll();
    EXPECT_FALSE(help->isVisible());
    EXPECT_GE(rows->height(), 220 - rest + help->height());
    m_form->resize(340, 700);
    settleAll();
    EXPECT_TRUE(help->isVisible());
}

TEST_F(FormTest, HelpAndNamesThatDoNotFitEndInAnEllipsis) {
    m_form->resize(340, 700);
    auto* help = m_form->findChild<HelpLabel*>();
    ASSERT_NE(help, nullptr);
    std::size_t shortened = 0;
    for (const ParameterDef& def : job::parameterTable()) {
        if (m_form->field(def.key) == nullptr) continue;
        help->setHelp(m_form->field(def.key)->helpText(false));
        EXPECT_LE(help->heightForWidth(help->width()), help->height()) << def.key;
        EXPECT_TRUE(help->text().contains(QStringLiteral("manual:"))) << def.key;
        EXPECT_EQ(help->toolTip().isEmpty(), !help->text().contains(u'…')) << def.key;
        shortened += help->toolTip().isEmpty() ? 0 : 1;
    }
    EXPECT_GT(shortened, 0U);
    const QString name = QString(150, u'x') + QStringLiteral("_ewald.h5");
    m_model.setValue(*job::findParameter("initial_probe"), ParameterValue("/tmp/" + name.toStdString()));
    const auto* probe = inner<ElidingCombo>("initial_probe");
    ASSERT_NE(probe, nullptr);
    EXPECT_EQ(probe->currentText(), name);
    EXPECT_TRUE(probe->shownText().contains(u'…'));
    EXPECT_TRUE(probe->shownText().endsWith(QStringLiteral(".h5"))) << probe->shownText().toStdString();
    EXPECT_LT(probe->fontMetrics().horizontalAdvance(probe->shownText()), probe->width());
    EXPECT_TRUE(probe->toolTip().contains(name));
}

/// As the fields of the form do: a distance of "0.2 m" is no fifth of a millimetre.
TEST(UnitBoxTest, TakesAnyUnitOfItsQuantity) {
    const auto typedInto = [](UnitBox& box, const QString& text) {
        box.setValue(5);
        box.selectAll();
        QTest::keyClicks(&box, text);
        QTest::keyClick(&box, Qt::Key_Return);
        return box.value();
    };
    UnitBox length(QStringLiteral("mm"));
    length.setDecimals(4);
    length.setRange(0.001, 1e6);
    EXPECT_EQ(typedInto(length, QStringLiteral("0.2 m")), 200);
    EXPECT_EQ(typedInto(length, QStringLiteral("75um")), 0.075);
    EXPECT_EQ(typedInto(length, QStringLiteral("2,5 cm")), 25);
    EXPECT_EQ(typedInto(length, QStringLiteral("12.5")), 12.5);
    EXPECT_EQ(typedInto(length, QStringLiteral("1e2 mm")), 100);
    EXPECT_EQ(length.text(), QStringLiteral("100.0000 mm"));
    for (const char* wrong : {"12 keV", "3 furlong", "1e9 m", "-1", "m", ""})
        EXPECT_EQ(typedInto(length, QString::fromLatin1(wrong)), 5) << wrong;
    UnitBox energy(QStringLiteral("keV"));
    energy.setDecimals(5);
    energy.setRange(0, 1000);
    EXPECT_EQ(typedInto(energy, QStringLiteral("12400 eV")), 12.4);
    UnitBox pressure(QStringLiteral("GPa"));
    pressure.setDecimals(3);
    pressure.setRange(0, 1e4);
    EXPECT_EQ(typedInto(pressure, QStringLiteral("25 kbar")), 2.5);
    EXPECT_EQ(typedInto(pressure, QStringLiteral("1,36 Mbar")), 136);
    EXPECT_EQ(typedInto(pressure, QStringLiteral("300 K")), 5);
    UnitBox temperature(QStringLiteral("K"));
    temperature.setRange(0, 1e4);
    EXPECT_EQ(typedInto(temperature, QStringLiteral("25 °C")), 298.15);
    EXPECT_NEAR(typedInto(temperature, QStringLiteral("-100°C")), 173.15, 1e-9);
    EXPECT_EQ(typedInto(temperature, QStringLiteral("-300 °C")), 5) << "below absolute zero";
    UnitBox pixels(QStringLiteral("px"));
    pixels.setRange(-1e5, 1e5);
    EXPECT_EQ(typedInto(pixels, QStringLiteral("-12.5 px")), -12.5);
    EXPECT_EQ(typedInto(pixels, QStringLiteral("3 mm")), 5);
}

/// What was typed and taken over is a step of the window, which has the keys then.
TEST_F(FormTest, UndoKeysOfIterationsAreThoseOfTheWindow) {
    QSpinBox* box = m_form->pipeline()->iterationsBox(0);
    const auto isForBox = [&] {
        QKeyEvent asked(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        asked.ignore();
        QApplication::sendEvent(box, &asked);
        return asked.isAccepted();
    };
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("50"));
    EXPECT_TRUE(isForBox()) << "while it is typed";
    QTest::keyClick(box, Qt::Key_Return);
    EXPECT_EQ(m_model.document().pipeline[0].iterations, 50U);
    EXPECT_FALSE(isForBox());
}

TEST_F(FormTest, AWholeNumberThatIsNotTakenIsSaid) {
    const ParameterDef& batch = *job::findParameter("batch_size");
    auto* box = inner<QSpinBox>("batch_size");
    const auto remarks = [&] {
        QStringList shown;
        for (const QLabel* label : m_form->field("batch_size")->findChildren<QLabel*>())
            if (label->isVisibleTo(m_form->field("batch_size"))) shown << label->text();
        return shown.join(u' ');
    };
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("1.5"));
    QTest::keyClick(box, Qt::Key_Return);
    EXPECT_TRUE(m_model.isDefault(batch));
    EXPECT_TRUE(remarks().contains(QStringLiteral("Not a whole number. 32 stays"))) << remarks().toStdString();
    EXPECT_TRUE(m_form->invalidFields().empty()); // what is shown is a value
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("16"));
    QTest::keyClick(box, Qt::Key_Return);
    EXPECT_EQ(std::get<long long>(m_model.value(batch)), 16);
    EXPECT_FALSE(remarks().contains(QStringLiteral("stays"))) << remarks().toStdString();
}

/// As in the job of a result whose parameters were changed twice while it ran.
TEST(PipelineEditorTest, StagesOfChangesAreCalledSoAndCanBeMadeOne) {
    JobModel model;
    job::JobDocument document = model.document();
    document.pipeline = {{"rpie", 40, {}},
                         {"rpie", 40, {{"object_step", job::ParameterValue(0.5)}}},
                         {"rpie", 20, {{"object_step", job::ParameterValue(0.25)}}},
                         {"epie", 5, {}}};
    PipelineEditor editor(model, nullptr);
    editor.setChanges({40, 80});
    EXPECT_TRUE(editor.changesLine()->isHidden()) << "there is one stage";
    model.setDocument(document);
    EXPECT_FALSE(editor.changesLine()->isHidden());
    EXPECT_TRUE(editor.changesLine()->text().contains(QStringLiteral("after iteration 40, 80")))
        << editor.changesLine()->text().toStdString();
    editor.setChanges({}); // another result, without changes: the form is still that of this one
    EXPECT_FALSE(editor.changesLine()->isHidden());
    emit editor.changesLine()->linkActivated(QStringLiteral("one"));
    ASSERT_EQ(model.stageCount(), 2U);
    EXPECT_EQ(model.document().pipeline[0].iterations, 100U);
    EXPECT_EQ(model.document().stageValue(0, "object_step"), job::ParameterValue(0.25));
    EXPECT_EQ(model.document().pipeline[1].engine, "epie");
    EXPECT_TRUE(editor.changesLine()->isHidden());
    // The same engine twice, as somebody has put it together.
    editor.setChanges({33});
    model.setDocument(document);
    EXPECT_TRUE(editor.changesLine()->isHidden());
}

} // namespace
} // namespace ewald::ui::test
