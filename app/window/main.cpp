// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/version.h"
#include "model/crash_report.h"
#include "model/user_settings.h"
#include "window/language.h"
#include "window/main_window.h"
#include "window/screenshot_tour.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextStream>

#include <clocale>
#include <csignal>
#include <memory>
#include <optional>
#include <unistd.h>

namespace {

constexpr int kBadArguments = 2;
constexpr int kNoDisplay = 4;
constexpr int kBug = 70;

/// The language has to be known before the parser's own texts are made. An argument holds for this start only.
QString languageArgument(const QStringList& arguments) {
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        if (arguments[i] == QStringLiteral("--lang") && i + 1 < arguments.size()) return arguments[i + 1];
        if (arguments[i].startsWith(QStringLiteral("--lang="))) return arguments[i].mid(7);
    }
    // Pictures of the window do not depend on what its user has chosen.
    return arguments.contains(QStringLiteral("--screenshots")) ? QString() : ewald::ui::settings::language();
}

struct Options {
    QCommandLineOption language{QStringLiteral("lang"),
                                QCoreApplication::translate("Options", "Language of the window: %1.")
                                    .arg(ewald::ui::languages().join(QStringLiteral(", "))),
                                QStringLiteral("locale")};
    QCommandLineOption theme{QStringLiteral("theme"),
                             QCoreApplication::translate("Options", "Colours: system, light or dark."),
                             QStringLiteral("name")};
    QCommandLineOption size{QStringLiteral("size"),
                            QCoreApplication::translate("Options", "Size of the window, as in 1280x800."),
                            QStringLiteral("WxH")};
    QCommandLineOption example{QStringLiteral("example"),
                               QCoreApplication::translate("Options", "Open the example, a simulated scan.")};
    QCommandLineOption screenshots{
        QStringLiteral("screenshots"),
        QCoreApplication::translate("Options",
                                    "Open the example, run it, save pictures of the window in this folder and quit."),
        QStringLiteral("folder")};
};

/// The command line: what it may hold, for people and for the parser.
class CommandLine {
public:
    CommandLine() {
        m_parser.setApplicationDescription(QCoreApplication::translate(
            "Options", "Ptychography and azimuthal integration for synchrotron beamlines: the window."));
        m_help = std::make_unique<QCommandLineOption>(m_parser.addHelpOption());
        m_version = std::make_unique<QCommandLineOption>(m_parser.addVersionOption());
        m_parser.addOptions({options.language, options.theme, options.size, options.example, options.screenshots});
        m_parser.addPositionalArgument(
            QStringLiteral("file"),
            QCoreApplication::translate("Options", "A scan, frames, a geometry, a job document or a result."),
            QStringLiteral("[file…]"));
    }
    /// \returns what is wrong with the arguments; empty when nothing is
    QString parse(const QStringList& arguments) { return m_parser.parse(arguments) ? QString() : m_parser.errorText(); }
    [[nodiscard]] bool wantsHelp() const { return m_parser.isSet(*m_help); }
    [[nodiscard]] bool wantsVersion() const { return m_parser.isSet(*m_version); }
    [[nodiscard]] QString helpText() const { return m_parser.helpText(); }
    [[nodiscard]] bool isSet(const QCommandLineOption& option) const { return m_parser.isSet(option); }
    [[nodiscard]] QString value(const QCommandLineOption& option) const { return m_parser.value(option); }
    [[nodiscard]] QStringList files() const { return m_parser.positionalArguments(); }

    const Options options;

private:
    QCommandLineParser m_parser;
    std::unique_ptr<QCommandLineOption> m_help;
    std::unique_ptr<QCommandLineOption> m_version;
};

void nameApplication() {
    QCoreApplication::setOrganizationName(QStringLiteral("ewald"));
    QCoreApplication::setApplicationName(QStringLiteral("ewald"));
    QCoreApplication::setApplicationVersion(QLatin1String(ewald::version()));
}

/// Answers what needs neither window nor display. \returns whether that was all
bool answerWithoutWindow(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    nameApplication();
    ewald::ui::installLanguage(languageArgument(QCoreApplication::arguments()));
    CommandLine line;
    line.parse(QCoreApplication::arguments()); // options of Qt itself are unknown as yet
    if (line.wantsHelp())
        QTextStream(stdout) << line.helpText();
    else if (line.wantsVersion())
        QTextStream(stdout) << QCoreApplication::applicationName() << ' ' << QCoreApplication::applicationVersion()
                            << Qt::endl;
    return line.wantsHelp() || line.wantsVersion();
}

/// Takes Qt's messages while the connection to the display is made: where it fails, Qt would end the program by a
/// signal. The last warning says why.
void reportDisplay(QtMsgType type, const QMessageLogContext&, const QString& text) {
    static QString reason;
    if (type != QtFatalMsg) {
        if (reason.isEmpty()) reason = text.section(u'\n', 0, 0).trimmed();
        return;
    }
    QTextStream(stderr) << "ewald: the window cannot be opened ("
                        << (reason.isEmpty() ? text.section(u'\n', 0, 0) : reason)
                        << "); log in at a desktop, use ssh -X, or start it by xvfb-run -a ewald; ewald-cli needs no "
                           "display"
                        << Qt::endl;
    _exit(kNoDisplay);
}

int fail(const QString& text) {
    QTextStream(stderr) << "ewald: " << text << Qt::endl;
    return kBadArguments;
}

std::optional<QSize> sizeOf(const QString& text) {
    const QStringList parts = text.split(u'x');
    if (parts.size() != 2 || parts[0].toInt() < 640 || parts[1].toInt() < 400) return {};
    return QSize(parts[0].toInt(), parts[1].toInt());
}

/// Says where the window is larger than it was asked to be: it has a smallest size, which texts and fonts decide.
void reportSize(const QWidget& window, QSize asked) {
    const QSize least = window.minimumSizeHint();
    if (least.boundedTo(asked) == least) return;
    QTextStream(stderr) << QCoreApplication::translate("Options", "ewald: the window is %1x%2: its smallest size")
                               .arg(window.width())
                               .arg(window.height())
                        << Qt::endl;
}

/// Takes the pictures and ends the event loop. \returns the exit code
int tour(QApplication& application, ewald::ui::MainWindow& window, const QString& folder, const QString& theme) {
    using ewald::ui::Theme;
    const std::vector<Theme> themes =
        theme.isEmpty() ? std::vector{Theme::light, Theme::dark} : std::vector{ewald::ui::themeFromName(theme)};
    ewald::ui::ScreenshotTour pictures(window, folder, themes);
    QString problem;
    QObject::connect(&pictures, &ewald::ui::ScreenshotTour::finished, &application, [&](const QString& why) {
        problem = why;
        application.quit();
    });
    pictures.start();
    const int code = QApplication::exec();
    for (const QString& file : pictures.files()) QTextStream(stdout) << file << Qt::endl;
    if (problem.isEmpty()) return code;
    QTextStream(stderr) << "ewald: " << problem << Qt::endl;
    return kBug;
}

} // namespace

int main(int argc, char** argv) {
    // A file that may not grow any more (ulimit -f) is an error like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    if (answerWithoutWindow(argc, argv)) return 0;
    qInstallMessageHandler(reportDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    nameApplication();
    QApplication::setDesktopFileName(QStringLiteral("ewald"));
    // QApplication takes over the locale of the system; numbers in files have a point whatever it is.
    std::setlocale(LC_NUMERIC, "C");
    ewald::ui::installLanguage(languageArgument(QApplication::arguments()));
    ewald::ui::installCrashHandler(ewald::ui::crashFolder());

    CommandLine parser;
    if (const QString problem = parser.parse(QApplication::arguments()); !problem.isEmpty()) return fail(problem);
    const Options& options = parser.options;
    const QStringList files = parser.files();
    const QTemporaryDir fresh;
    if (parser.isSet(options.screenshots)) {
        // Pictures must neither depend on the settings of the user nor change them.
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, fresh.path());
        qputenv("EWALD_QUEUE", fresh.filePath(QStringLiteral("queue")).toUtf8());
    }

    ewald::ui::MainWindow window;
    if (parser.isSet(options.theme)) window.showTheme(ewald::ui::themeFromName(parser.value(options.theme)));
    std::optional<QSize> size;
    if (parser.isSet(options.size)) {
        size = sizeOf(parser.value(options.size));
        if (!size) return fail(QCoreApplication::translate("Options", "--size wants width x height, as in 1280x800"));
        window.resize(*size);
    }
    window.show();
    if (size) reportSize(window, *size);
    if (parser.isSet(options.screenshots)) {
        return tour(application, window, parser.value(options.screenshots), parser.value(options.theme));
    }
    if (parser.isSet(options.example)) window.session().openExample();
    window.openAll(files);
    window.offerCrashReport(ewald::ui::crashFolder());
    return QApplication::exec();
}
