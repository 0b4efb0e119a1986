// SPDX-License-Identifier: GPL-3.0-or-later
// The German translation is complete: every text of the sources and of the parameter table.
#include "form/parameter_form.h"
#include "job/parameters.h"
#include "model/text.h"
#include "window/language.h"
#include "window/main_window.h"
#include "window_support.h"

#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QTabWidget>
#include <QTranslator>
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
    const QString m_file = QStringLiteral(EWALD_SOURCE_DIR "/translations/ewald_de.ts");
};

TEST_F(TranslationTest, NothingIsUnfinishedAndNoPlaceIsLost) {
    const std::vector<Message> messages = readMessages(m_file);
    EXPECT_GT(messages.size(), 300U);
    for (const Message& message : messages) {
        const std::string what = message.context.toStdString() + ": " + message.source.toStdString();
        EXPECT_TRUE(message.type.isEmpty()) << message.type.toStdString() << " " << what;
        EXPECT_FALSE(message.translation.isEmpty()) << what;
        EXPECT_EQ(places(message.source), places(message.translation)) << what;
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
    if (!QFile::exists(tool)) GTEST_SKIP() << "lupdate is not installed";
    const QString fresh = path("fresh.ts");
    QProcess lupdate;
    lupdate.start(tool, {"-silent", "-locations", "none", EWALD_SOURCE_DIR "/ui", EWALD_SOURCE_DIR "/app/window",
                         EWALD_SOURCE_DIR "/core/job", "-ts", fresh});
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

TEST_F(TranslationTest, TheWindowSpeaksGerman) {
    const QList<QTranslator*> before = QCoreApplication::instance()->findChildren<QTranslator*>();
    EXPECT_TRUE(languages().contains(QStringLiteral("de")));
    EXPECT_EQ(installLanguage(QStringLiteral("de")), QStringLiteral("de"));
    {
        MainWindow window;
        EXPECT_EQ(window.menuBar()->actions().first()->text(), QStringLiteral("&Datei"));
        EXPECT_EQ(window.tabs().tabText(0), QStringLiteral("Daten"));
        EXPECT_NE(tableText("Probe modes"), QStringLiteral("Probe modes"));
        EXPECT_NE(stateText(job::JobState::running), QStringLiteral("Reconstructing"));
    }
    for (QTranslator* translator : QCoreApplication::instance()->findChildren<QTranslator*>()) {
        if (before.contains(translator)) continue;
        QCoreApplication::removeTranslator(translator);
        delete translator;
    }
    QLocale::setDefault(QLocale(QStringLiteral("en")));
    EXPECT_EQ(installLanguage(QStringLiteral("xx")), QStringLiteral("en"));
    QLocale::setDefault(QLocale(QStringLiteral("en")));
}

} // namespace
} // namespace ewald::ui::test
