// SPDX-License-Identifier: GPL-3.0-or-later
// The page about a result, in the window.
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/version.h"
#include "german.h"
#include "job/report/report.h"
#include "model/page_language.h"
#include "model/user_settings.h"
#include "view/elided_label.h"
#include "window/report_page.h"
#include "window/report_view.h"
#include "window/status_panel.h"
#include "window_state.h"

#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollBar>
#include <QTabWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextImageFormat>
#include <QTreeWidget>
#include <QUrl>

#include <algorithm>

namespace ewald::ui::test {
namespace {

class ReportWindow : public StateTest {
protected:
    [[nodiscard]] ReportView& page() { return m_window->reportPage().page(); }
    void look() {
        m_window->tabs().setCurrentWidget(&m_window->reportPage());
        auto* tabs = m_window->reportPage().findChild<QTabWidget*>();
        tabs->setCurrentWidget(&page());
    }
    /// Pictures of the page that can be drawn.
    [[nodiscard]] int pictures() {
        const QTextDocument* document = page().findChild<QTextBrowser*>()->document();
        int found = 0;
        for (QTextBlock block = document->begin(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                const QTextImageFormat format = it.fragment().charFormat().toImageFormat();
                if (!format.isValid()) continue;
                const QVariant data = document->resource(QTextDocument::ImageResource, QUrl(format.name()));
                const QImage image = data.canConvert<QImage>() && !data.value<QImage>().isNull()
                                         ? data.value<QImage>()
                                         : QImage::fromData(data.toByteArray());
                found += image.isNull() ? 0 : 1;
            }
        return found;
    }
};

TEST_F(ReportWindow, ShowsThePageOfTheOpenResult) {
    open(writeScan());
    run(3);
    EXPECT_FALSE(page().text().contains(QStringLiteral("Fourier error"))) << "nothing is made before it is seen";
    look();
    ASSERT_TRUE(waitFor([&] { return page().isIdle() && page().text().contains(QStringLiteral("Fourier error")); }))
        << page().text().toStdString();
    EXPECT_TRUE(page().text().contains(QStringLiteral("scan.cxi")));
    EXPECT_TRUE(page().text().contains(QStringLiteral("What was assumed")));
    EXPECT_EQ(pictures(), 5);
    // Another run: its page, not that of the result before.
    startLongRun();
    EXPECT_FALSE(page().text().contains(QStringLiteral("Fourier error")));
    stopRun();
    look();
    ASSERT_TRUE(waitFor([&] { return page().isIdle() && page().text().contains(QStringLiteral("Fourier error")); }));
    EXPECT_TRUE(page().text().contains(QStringLiteral("stopped early")));
}

TEST_F(ReportWindow, TheJobOfAResultGoesWithIt) {
    open(writeScan());
    run(3);
    const auto texts = m_window->reportPage().findChildren<QPlainTextEdit*>();
    const auto job = std::ranges::find(texts, QStringLiteral("Job document"), &QWidget::accessibleName);
    ASSERT_NE(job, texts.end());
    EXPECT_TRUE((*job)->toPlainText().contains(QStringLiteral("scan.cxi")));
    session().setMode(Mode::integration); // which has no result
    EXPECT_EQ((*job)->toPlainText(), QString());
    ASSERT_TRUE(waitFor([this] { return session().integration().stack() != nullptr; })); // the frames of the scan
    session().setMode(Mode::ptychography);
    EXPECT_TRUE((*job)->toPlainText().contains(QStringLiteral("scan.cxi")));
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    EXPECT_EQ((*job)->toPlainText(), QString()) << "that of another scan";
}

TEST_F(ReportWindow, ThePageIsInTheLanguageOfTheWindow) {
    open(writeScan());
    session().job().setValue(*job::findParameter("preview_interval_s"), job::ParameterValue(2.5)); // not the default
    run(3);
    const std::filesystem::path file = toPath(session().result()->file);
    const auto pageOf = [&file] {
        job::report::ReportSource source;
        source.result = file;
        return QString::fromStdString(toHtml(job::report::makeReport(source), pageLanguage()));
    };
    const QString english = pageOf();
    const German german;
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->open(toQString(file));
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    look();
    ASSERT_TRUE(waitFor([&] { return page().isIdle() && page().text().contains(QStringLiteral("Fourier-Fehler")); }))
        << page().text().toStdString();
    // The page that is saved.
    const QString saved = pageOf();
    EXPECT_TRUE(saved.contains(QStringLiteral("<html lang=\"de\">")));
    EXPECT_TRUE(english.contains(QStringLiteral("<html lang=\"en\">")));
    for (const char* const title : {"Was angenommen wurde", "Abweichungen von den Vorgaben", "Wie es lief", "Bilder"})
        EXPECT_TRUE(saved.contains(QString::fromUtf8(title))) << title;
    for (const char* const text : {"What was assumed", "Other than the defaults", "How it ran", ", default ", "Timings",
                                   "brightness: amplitude", "frames</span>", "Iterations done"}) {
        EXPECT_FALSE(saved.contains(QLatin1String(text))) << text;
        EXPECT_TRUE(english.contains(QLatin1String(text))) << text;
    }
    // Words in the names of devices, which the result keeps in English.
    const QRegularExpression cores(QStringLiteral("[0-9] cores?\\b"));
    EXPECT_TRUE(english.contains(cores));
    EXPECT_FALSE(saved.contains(cores));
    EXPECT_TRUE(saved.contains(QRegularExpression(QStringLiteral("[0-9] Kerne?\\b"))));
    // Numbers have the signs of the language: the object pixel, for instance.
    const std::string pixel = ewald::lengthText(session().result()->result.objectPixelWidth_m);
    EXPECT_TRUE(english.contains(QString::fromStdString(" of " + pixel))) << pixel;
    EXPECT_TRUE(saved.contains(QString::fromStdString(" von " + pixel).replace(u'.', u','))) << pixel;
    // And the one that is left beside the result of a job, of a process of its own and of this one.
    const auto again = qScopeGuard([] { settings::setSeparateRuns(true); });
    for (const bool separate : {true, false}) {
        settings::setSeparateRuns(separate);
        open(writeScan(smallExperiment(), separate ? QStringLiteral("separate.cxi") : QStringLiteral("here.cxi")));
        run(3);
        QFile left(toQString(job::report::reportBeside(toPath(session().result()->file))));
        ASSERT_TRUE(left.open(QIODevice::ReadOnly)) << left.fileName().toStdString();
        EXPECT_TRUE(left.readAll().contains("<html lang=\"de\">")) << left.fileName().toStdString();
    }
}

TEST_F(ReportWindow, TheLogOfARunThatGoesOnIsWhole) {
    open(writeScan());
    runAndStop(2);
    const QString first = m_window->reportPage().logText();
    ASSERT_FALSE(first.isEmpty());
    const QString line = first.section(u'\n', 0, 0);
    ASSERT_TRUE(session().continueFor(2));
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    const QString both = m_window->reportPage().logText();
    EXPECT_TRUE(both.startsWith(line)) << both.toStdString();
    EXPECT_GT(both.size(), first.size());
    run(1); // and this is another one
    EXPECT_LT(m_window->reportPage().logText().size(), both.size());
    EXPECT_EQ(m_window->reportPage().logText().count(line.section(QStringLiteral("  "), 1)), 1);
}

/// Lines of a log without their times.
QStringList saidIn(const QString& log) {
    QStringList lines = log.split(u'\n');
    for (QString& line : lines) line = line.section(QStringLiteral("  "), 1);
    return lines;
}

/// What the table says of a quantity: in the first group of this name, or under any.
QString valueOf(const QTreeWidget& facts, const QString& quantity) {
    for (int group = 0; group < facts.topLevelItemCount(); ++group)
        for (int row = 0; row < facts.topLevelItem(group)->childCount(); ++row)
            if (facts.topLevelItem(group)->child(row)->text(0) == quantity)
                return facts.topLevelItem(group)->child(row)->text(1);
    return {};
}

QStringList groupsOf(const QTreeWidget& facts) {
    QStringList titles;
    for (int group = 0; group < facts.topLevelItemCount(); ++group) titles << facts.topLevelItem(group)->text(0);
    return titles;
}

/// What was planned is said in words: no keys of engines and units.
TEST_F(ReportWindow, ThePlanOfARunIsInWords) {
    open(writeScan());
    job::JobPlan plan;
    plan.engineSummary = "1000 bins of q_nm^-1, splitting full";
    plan.bins = 360;
    const std::string fitted = phrase("fitted into memory: %1", "frames are kept in a file beside the result");
    plan.memorySummary = phrase("%1; %2 for the largest worker", fitted, "10 MB");
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return session().controller().running(); }));
    emit session().controller().planned(plan); // what is looked at below is of this one
    const auto* facts = m_window->reportPage().findChild<QTreeWidget*>();
    const auto rows = [&](const QString& words) {
        return facts->findItems(words, Qt::MatchContains | Qt::MatchRecursive, 1).size();
    };
    EXPECT_EQ(rows(QStringLiteral("q_nm")), 0);
    EXPECT_EQ(rows(QStringLiteral("360")), 1);
    QStringList tips;
    for (const QLabel* label : m_window->findChild<StatusPanel*>()->findChildren<QLabel*>()) tips << label->toolTip();
    EXPECT_TRUE(tips.join(u' ').contains(QStringLiteral("frames are kept in a file"))) << "how the data were fitted";
    const auto* place = m_window->findChild<view::ElidedLabel*>(QStringLiteral("place"));
    EXPECT_EQ(place->text(), QStringLiteral("Fitted into memory: frames are kept in a file beside the result"));
    EXPECT_TRUE(m_window->findChild<StatusPanel*>()->text().contains(place->text()));
    EXPECT_TRUE(waitFor([this] { return !session().controller().running(); }));
}

TEST_F(ReportWindow, TheMemoryOfARunIsNotThatOfOtherFrames) {
    open(writeScan());
    run(2);
    job::Progress progress;
    progress.memory_bytes = 5000000;
    emit session().controller().progressed(progress);
    const auto text = [this] { return m_window->findChild<StatusPanel*>()->text(); };
    EXPECT_TRUE(text().contains(QStringLiteral("5 MB memory"))) << text().toStdString();
    session().setMode(Mode::integration);
    EXPECT_FALSE(text().contains(QStringLiteral("memory"))) << text().toStdString();
}

TEST_F(ReportWindow, ThePageIsNoWiderThanItsPane) {
    open(writeScan());
    run(2);
    look();
    ASSERT_TRUE(waitFor([&] { return page().isIdle() && page().text().contains(QStringLiteral("Fourier error")); }));
    const QScrollBar& bar = *page().findChild<QTextBrowser*>()->horizontalScrollBar();
    const auto height = [this] { return page().findChild<QTextBrowser*>()->document()->size().height(); };
    for (const QSize size : {QSize(1360, 860), QSize(1900, 1000)}) {
        m_window->resize(size);
        settleAll();
        EXPECT_EQ(bar.maximum(), 0) << size.width();
    }
    const double wide = height();
    m_window->resize(1100, 860);
    settleAll();
    EXPECT_GT(height(), wide) << "fewer pictures beside each other";
}

TEST_F(ReportWindow, AResultBringsItsLogAndTheProgramThatWroteIt) {
    open(writeScan());
    run(2);
    const QString file = session().result()->file;
    const QStringList said = saidIn(m_window->reportPage().logText());
    ASSERT_GT(said.size(), 2);
    m_window = std::make_unique<MainWindow>(); // the next morning
    m_window->show();
    m_window->open(file);
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr && !session().busy(); }));
    EXPECT_EQ(valueOf(*m_window->reportPage().facts(), QStringLiteral("Program")),
              QStringLiteral("Ewald ") + QString::fromLatin1(version()));
    QStringList kept = saidIn(m_window->reportPage().logText());
    // What was reached is in the file beside its log, which was written before.
    for (const std::string& line : session().result()->result.verdict) {
        const qsizetype place = kept.indexOf(QStringLiteral("verdict: ") + coreText(line));
        ASSERT_GE(place, 0) << coreText(line).toStdString();
        kept.removeAt(place);
    }
    // All but what is said when the file is there already.
    ASSERT_GE(kept.size(), 2);
    ASSERT_LE(kept.size(), said.size());
    EXPECT_EQ(kept, said.first(kept.size()));
    // What goes on from it goes on with its log, in the window and in the file.
    ASSERT_TRUE(session().continueFor(1));
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    const QStringList both = saidIn(m_window->reportPage().logText());
    EXPECT_GT(both.size(), kept.size());
    EXPECT_EQ(both.first(kept.size()), kept);
    const std::vector<io::StoredLogLine>& stored = session().result()->result.log;
    ASSERT_GT(stored.size(), static_cast<std::size_t>(kept.size()));
    for (qsizetype i = 0; i < kept.size(); ++i)
        EXPECT_TRUE(kept[i].endsWith(coreText(stored[static_cast<std::size_t>(i)].text))) << kept[i].toStdString();
}

TEST_F(ReportWindow, SaysWhatWasDoneOfWhatWasPlannedOfWhichFileAndWhen) {
    open(writeScan());
    runAndStop(2);
    const std::size_t done = session().result()->result.loss.back().iteration;
    const QTreeWidget& facts = *m_window->reportPage().facts();
    const QString title = QStringLiteral("Engine 1: %1, iterations: %2 of %3")
                              .arg(engineTitle(session().job().document().pipeline.front().engine), countText(done),
                                   countText(std::size_t{100000}));
    EXPECT_TRUE(groupsOf(facts).contains(title)) << groupsOf(facts).join(u'\n').toStdString();
    EXPECT_EQ(valueOf(facts, QStringLiteral("Input")), QStringLiteral("scan.cxi"));
    EXPECT_EQ(valueOf(facts, QStringLiteral("Written")),
              QLocale().toString(session().result()->date, QLocale::ShortFormat));
    // Times that nobody can read are not given to nine decimals.
    for (int group = 0; group < facts.topLevelItemCount(); ++group)
        for (int row = 0; row < facts.topLevelItem(group)->childCount(); ++row)
            EXPECT_FALSE(facts.topLevelItem(group)->child(row)->text(1).contains(QStringLiteral("e−")))
                << facts.topLevelItem(group)->child(row)->text(0).toStdString();
    run(3);
    EXPECT_TRUE(groupsOf(facts).contains(QStringLiteral("Engine 1: %1, iterations: 3")
                                             .arg(engineTitle(session().job().document().pipeline.front().engine))))
        << groupsOf(facts).join(u'\n').toStdString();
}

} // namespace
} // namespace ewald::ui::test
