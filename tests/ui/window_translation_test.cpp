// SPDX-License-Identifier: GPL-3.0-or-later
// The German translation is complete: every text of the sources and of the parameter table.
#include "base/phrase.h"
#include "form/parameter_form.h"
#include "german.h"
#include "io/hdf5/hdf5.h"
#include "io/scan.h"
#include "job/document/parameters.h"
#include "model/probe_analysis.h"
#include "model/scan_data.h"
#include "model/text.h"
#include "model/user_message.h"
#include "model/user_settings.h"
#include "ptycho/model/engine_kind.h"
#include "test_paths.h"
#include "view/image_figure.h"
#include "view/range_dialog.h"
#include "window/data_page.h"
#include "window/language.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/probe_page.h"
#include "window/report_page.h"
#include "window/run_panel.h"
#include "window/settings_dialog.h"
#include "window_support.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QToolButton>
#include <QXmlStreamReader>

#include <map>
#include <set>

namespace ewald::ui::test {
namespace {

struct Message {
    QString context;
    QString source;
    QString translation;
    QString type; ///< "", "unfinished", "vanished"
};

std::vector<Message> readMessages(const QString& name) {
    std::vector<Message> messages;
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) return messages;
    QXmlStreamReader xml(&file);
    QString context;
    Message message;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("name")) context = xml.readElementText();
        if (xml.name() == QLatin1String("message")) {
            message = {};
            message.context = context;
        }
        if (xml.name() == QLatin1String("source")) message.source = xml.readElementText();
        if (xml.name() == QLatin1String("translation")) {
            message.type = xml.attributes().value(QLatin1String("type")).toString();
            message.translation = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            messages.push_back(message);
        }
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    return messages;
}

QStringList places(const QString& text) {
    QStringList found;
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == u'%' && (text[i + 1].isDigit() || text[i + 1] == u'n')) found << text.mid(i, 2);
    }
    found.sort();
    return found;
}

class TranslationTest : public WindowTest {
protected:
    const QString m_sources = QString::fromUtf8(EWALD_SOURCE_DIR);
    const QString m_file = m_sources + QStringLiteral("/translations/ewald_de.ts");
};

TEST_F(TranslationTest, NothingIsUnfinishedAndNoPlaceIsLost) {
    const std::vector<Message> messages = readMessages(m_file);
    EXPECT_GT(messages.size(), 300U);
    for (const Message& message : messages) {
        const std::string what = message.context.toStdString() + ": " + message.source.toStdString();
        EXPECT_TRUE(message.type.isEmpty()) << message.type.toStdString() << " " << what;
        EXPECT_FALSE(message.translation.isEmpty()) << what;
        EXPECT_EQ(places(message.source), places(message.translation)) << what;
        // What a tool leaves that makes a translation of that of a similar text: "(Ctrl+4) {5)?}", "&falschenamp;".
        static const QRegularExpression part(QStringLiteral(R"(\{[^|{}]*\}|\wamp;)"));
        for (auto found = part.globalMatch(message.translation); found.hasNext();)
            EXPECT_TRUE(message.source.contains(found.next().captured())) << message.translation.toStdString();
    }
}

TEST_F(TranslationTest, EveryTextOfTheParameterTableIsThere) {
    std::set<QString> known;
    for (const Message& message : readMessages(m_file)) {
        if (message.context == QStringLiteral("Parameters")) known.insert(message.source);
    }
    for (const job::ParameterDef& def : job::parameterTable()) {
        for (const std::string& text : {def.label, def.help, def.group}) {
            EXPECT_TRUE(known.contains(QString::fromStdString(text))) << def.key << ": " << text;
        }
    }
}

TEST_F(TranslationTest, TheFileIsUpToDateWithTheSources) {
    // Where Qt's tool is not installed beside its libraries there is nothing to compare with.
    const QString tool = QStringLiteral("/usr/lib/qt6/bin/lupdate");
    if (!QFile::exists(tool)) {
        EXPECT_FALSE(qEnvironmentVariableIsSet("CI")) << "lupdate is not installed";
        GTEST_SKIP() << "lupdate is not installed";
    }
    // The texts of the core, and errors of the window; it fails where one is put together with +.
    QProcess extract;
    QStringList arguments{path("core.cpp")};
    for (const char* layer : {"azint", "base", "codec", "compute", "io", "job", "ptycho"})
        arguments << m_sources + QStringLiteral("/core/") + QLatin1String(layer);
    arguments << m_sources + QStringLiteral("/ui"); // its errors
    extract.start(QString::fromUtf8(EWALD_EXTRACT_PHRASES), arguments);
    ASSERT_TRUE(extract.waitForFinished(120000));
    ASSERT_EQ(extract.exitCode(), 0) << extract.readAllStandardError().toStdString();
    const QString fresh = path("fresh.ts");
    QProcess lupdate;
    lupdate.start(tool, {"-silent", "-locations", "none", m_sources + "/ui", m_sources + "/app/window",
                         m_sources + "/core/job", path("core.cpp"), "-ts", fresh});
    ASSERT_TRUE(lupdate.waitForFinished(120000));
    std::set<std::pair<QString, QString>> known;
    for (const Message& message : readMessages(m_file)) known.insert({message.context, message.source});
    const std::vector<Message> now = readMessages(fresh);
    EXPECT_GT(now.size(), 300U);
    for (const Message& message : now) {
        EXPECT_TRUE(known.contains({message.context, message.source}))
            << message.context.toStdString() << ": " << message.source.toStdString() << "  (ninja translations)";
    }
}

/// What the window says of an error that `work` throws.
UserMessage errorOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return toMessage(error);
    }
    ADD_FAILURE() << "no error";
    return {};
}

TEST_F(TranslationTest, ErrorsOfTheCoreAreGerman) {
    const German german;
    QFile text(path("text.h5"));
    ASSERT_TRUE(text.open(QIODevice::WriteOnly));
    text.write("this is no HDF5 file");
    text.close();
    const auto open = [](const QString& file) {
        return errorOf([&] { static_cast<void>(io::openScan(toPath(file))); });
    };
    EXPECT_EQ(open(path("text.h5")).what, QStringLiteral("die Datei ist keine HDF5-Datei"));
    EXPECT_TRUE(open(path("text.h5")).hint.startsWith(QStringLiteral("eine HDF5-Datei wählen")));
    EXPECT_EQ(open(path("text.h5")).where, path("text.h5")) << "names are not translated";
    // Over the border of the process that reads.
    const QString scan = writeScan();
    const UserMessage missing =
        errorOf([&] { static_cast<void>(io::h5::File::open(toPath(scan)).dataset("/entry_1/nothing")); });
    EXPECT_EQ(missing.what, QStringLiteral("ein Datensatz fehlt"));
    EXPECT_TRUE(missing.hint.startsWith(QStringLiteral("es gibt kein /entry_1/nothing (/entry_1 enthält ")))
        << missing.hint.toStdString();
    // Values, units and keys in it.
    const UserMessage range =
        errorOf([] { static_cast<void>(job::parseValue(*job::findParameter("energy_keV"), "1e9")); });
    EXPECT_TRUE(range.what.startsWith(QStringLiteral("Wert "))) << range.what.toStdString();
    EXPECT_TRUE(range.what.endsWith(QStringLiteral(" liegt außerhalb des Bereichs"))) << range.what.toStdString();
    EXPECT_TRUE(range.hint.startsWith(QStringLiteral("erlaubt: "))) << range.hint.toStdString();
    EXPECT_EQ(coreText(phrase("set energy_keV")),
              QStringLiteral("„%1“ setzen").arg(tableText(job::findParameter("energy_keV")->label)));
    // Titles of engines in it.
    for (const ptycho::EngineKind* kind : ptycho::engineKinds())
        EXPECT_EQ(coreText(phrase("automatic plan: %1 from here on: %2", kind->title, "")),
                  QStringLiteral("automatischer Plan: ab hier %1: ").arg(engineTitle(kind->name)));
    EXPECT_NE(engineTitle("ml"), QStringLiteral("Maximum likelihood"));
    // Numbers with the signs of the language, wherever they come from; names are no numbers.
    EXPECT_EQ(coreText(phrase("%1 are free in the computer", "9.9 MB")).section(u' ', 0, 1), QStringLiteral("9,9 MB"));
    EXPECT_TRUE(coreText(phrase("the mask %1 leaves out %2 {pixel|pixels} (%3 %)%4", "2.5.h5", 1, "0.2441", ""))
                    .contains(QStringLiteral("(0,2441 %)")));
    EXPECT_TRUE(coreText(phrase("the mask %1 leaves out %2 {pixel|pixels} (%3 %)%4", "2.5.h5", 1, "0.2441", ""))
                    .contains(QStringLiteral("2.5.h5")));
    EXPECT_EQ(durationText(0.3), QStringLiteral("0,3 s"));
    MainWindow window;
    window.open(path("text.h5"));
    ASSERT_TRUE(waitFor([&] { return window.messageBar().isShown(); }));
    EXPECT_TRUE(window.messageBar().plainText().startsWith(QStringLiteral("Die Datei ist keine HDF5-Datei")))
        << window.messageBar().plainText().toStdString();
}

/// Points between digits, where the language has commas: not in what is typed as it stands, or names a version.
TEST_F(TranslationTest, NumbersInTextsHaveTheSignsOfTheLanguage) {
    static const QRegularExpression kPoint(QStringLiteral("\\d\\.\\d"));
    static const QRegularExpression kAsTyped(
        QStringLiteral("[\"„“][^\"“”]*[\"“”]|/\\S+|MATLAB \\S+|OpenGL \\S+|-v\\d\\S*|\\w+=\\S+|(\\d+\\.){3}\\d+"));
    for (Message message : readMessages(m_file)) {
        const QString text = QString(message.translation).remove(kAsTyped);
        EXPECT_FALSE(kPoint.match(text).hasMatch()) << message.translation.toStdString();
    }
}

TEST_F(TranslationTest, TheChecksOfAScanAreGermanThroughout) {
    const German german;
    // 76.749 has a sign between its thousands.
    static const QRegularExpression kPoint(QStringLiteral("\\d\\.\\d(?!\\d\\d(\\D|$))"));
    const auto check = [](const QString& file) {
        job::JobDocument document;
        document.inputFile = toPath(file);
        ScanData data = describeScan(document);
        readMean(data, 8, RunControl(), {});
        EXPECT_FALSE(data.notes.empty());
        for (const io::Note& note : data.notes) {
            const QString text = coreText(note.text).remove(file);
            EXPECT_FALSE(kPoint.match(text).hasMatch()) << text.toStdString();
        }
        EXPECT_FALSE(kPoint.match(statisticsText(data)).hasMatch()) << statisticsText(data).toStdString();
    };
    check(writeScan());
    const QString shared = QString::fromUtf8(EWALD_SHARED_DIR) + QStringLiteral("/data/ptycho/");
    for (const char* name :
         {"gold_balls/gold_balls_simulated_2mode.cxi", "nxptycho_structure/example_nxptycho_cxi_compatible.nxs",
          "nxptycho_structure/example_nxptycho_cxi_compatible_raster.nxs",
          "petra3_nearfield/PETRAIII_P25_Near_Field_Ptycho.cxi", "siemens_star/siemens_star.cxi"})
        if (QFile::exists(shared + QLatin1String(name))) check(shared + QLatin1String(name));
}

TEST_F(TranslationTest, AnotherLanguageInTheMiddleOfARunChangesNoText) {
    MainWindow window;
    window.show();
    window.open(writeScan());
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    window.session().job().setIterations(0, 100000);
    window.startRun();
    ASSERT_TRUE(waitFor([&] { return window.livePage().objectImage() != nullptr; }));
    window.showSettings();
    auto* dialog = window.findChild<SettingsDialog*>();
    ASSERT_NE(dialog, nullptr);
    for (QComboBox* box : dialog->findChildren<QComboBox*>())
        if (const int german = box->findData(QStringLiteral("de")); german >= 0) box->setCurrentIndex(german);
    EXPECT_EQ(settings::language(), QStringLiteral("de"));
    dialog->close();
    // Chosen for the next start; the same with the translation in this one, as a second window would have it.
    const auto texts = [&] {
        QStringList found{window.windowTitle()};
        for (const QAction* menu : window.menuBar()->actions()) found << menu->text();
        for (const QAction* action : {window.runActions().start, window.runActions().stop, window.runActions().apply})
            found << action->text();
        for (int tab = 0; tab < window.tabs().count(); ++tab) found << window.tabs().tabText(tab);
        return found.join(u'|').toStdString();
    };
    const std::string before = texts();
    {
        const German german;
        settle();
        EXPECT_EQ(texts(), before);
        for (int tab = 0; tab < window.tabs().count(); ++tab)
            if (window.tabs().isTabVisible(tab)) window.tabs().setCurrentIndex(tab);
        EXPECT_TRUE(window.session().controller().running());
    }
    settle();
    EXPECT_EQ(texts(), before);
    window.runActions().stop->trigger();
    ASSERT_TRUE(waitFor([&] { return !window.session().controller().running() && window.session().result(); }));
}

TEST_F(TranslationTest, ErrorsOfTheWindowAreGerman) {
    const German german;
    const QString file = path("no/such/folder/figure.png");
    EXPECT_EQ(errorOf([&] { view::savePng({}, file); }).what, QStringLiteral("es gibt kein Bild zum Schreiben"));
    EXPECT_TRUE(errorOf([&] {
                    view::saveText("text", file);
                }).what.startsWith(QStringLiteral("die Datei lässt sich nicht schreiben: ")));
    EXPECT_EQ(
        errorOf([] {
            static_cast<void>(analyseProbe(
                {std::make_shared<Array<Complex, 3>>(Array<Complex, 3>::Shape{1, 8, 8}, Complex(1, 0)), 0, 1e-8, false},
                RunControl()));
        }).what,
        QStringLiteral("die Wellenlänge dieser Sonde ist nicht bekannt"));
}

TEST_F(TranslationTest, TheLogOfARunIsGerman) {
    const German german;
    MainWindow window;
    window.open(writeScan());
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    window.session().job().setIterations(0, 2);
    window.startRun();
    ASSERT_TRUE(waitFor([&] { return !window.session().controller().running() && window.session().result(); }));
    const QString log = window.reportPage().logText();
    EXPECT_TRUE(log.contains(QStringLiteral("Speicher: Jeder Arbeiter hält das ganze Objekt"))) << log.toStdString();
    EXPECT_TRUE(log.contains(QStringLiteral("die Bilder brauchen "))) << log.toStdString();
    EXPECT_FALSE(log.contains(QStringLiteral(" the "))) << log.toStdString();
}

TEST_F(TranslationTest, TheButtonsOfDialogsAreGerman) {
    const German german;
    const auto isEnglish = [](const QWidget& dialog) {
        for (const QAbstractButton* button : dialog.findChildren<QAbstractButton*>()) {
            const QString text = button->text().remove(u'&');
            if (text == QStringLiteral("Close") || text == QStringLiteral("Cancel") || text == QStringLiteral("OK"))
                return true;
        }
        return false;
    };
    EXPECT_FALSE(isEnglish(view::RangeDialog({}, {0, 1, false}, true, nullptr)));
    MainWindow window;
    for (const QToolButton* button : window.probePage().findChildren<QToolButton*>())
        EXPECT_NE(button->text(), QStringLiteral("Focus"));
    window.session().job().setValue(*job::findParameter("batch_size"), job::ParameterValue(5LL));
    auto* reset = window.form().findChild<QToolButton*>(QStringLiteral("resetAll"));
    ASSERT_NE(reset, nullptr);
    reset->click();
    auto* question = window.form().findChild<QMessageBox*>(QStringLiteral("resetQuestion"));
    ASSERT_NE(question, nullptr);
    EXPECT_FALSE(isEnglish(*question));
    question->close();
    auto* save = window.findChild<QAction*>(QStringLiteral("savePreset"));
    ASSERT_NE(save, nullptr);
    save->trigger();
    auto* name = window.findChild<QInputDialog*>();
    ASSERT_NE(name, nullptr);
    EXPECT_FALSE(isEnglish(*name));
    name->close();
}

TEST_F(TranslationTest, TheWindowSpeaksGerman) {
    EXPECT_TRUE(languages().contains(QStringLiteral("de")));
    {
        const German german;
        MainWindow window;
        EXPECT_EQ(window.menuBar()->actions().first()->text(), QStringLiteral("&Datei"));
        EXPECT_EQ(window.tabs().tabText(0), QStringLiteral("Daten"));
        EXPECT_NE(tableText("Probe modes"), QStringLiteral("Probe modes"));
        EXPECT_NE(stateText(job::JobState::running), QStringLiteral("Reconstructing"));
        // Qt's own texts, as those of file dialogs: packaging/debian-packages.txt names their package.
        const QDialogButtonBox buttons(QDialogButtonBox::Cancel);
        EXPECT_EQ(buttons.button(QDialogButtonBox::Cancel)->text().remove(u'&'), QStringLiteral("Abbrechen"));
    }
    EXPECT_EQ(installLanguage(QStringLiteral("xx")), QStringLiteral("en"));
    QLocale::setDefault(QLocale(QStringLiteral("en")));
}

} // namespace
} // namespace ewald::ui::test
