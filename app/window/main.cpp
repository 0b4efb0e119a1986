// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/version.h"
#include "view/vtk_widget.h"
#include "window/language.h"
#include "window/main_window.h"
#include "window/screenshot_tour.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QStandardPaths>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTextStream>

#include <clocale>

namespace {

constexpr int kBadArguments = 2;
constexpr int kBug = 70;

/// The language has to be known before the parser's own texts are made.
QString languageArgument(const QStringList& arguments) {
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        if (arguments[i] == QStringLiteral("--lang") && i + 1 < arguments.size()) return arguments[i + 1];
        if (arguments[i].startsWith(QStringLiteral("--lang="))) return arguments[i].mid(7);
    }
    return {};
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

int fail(const QString& text) {
    QTextStream(stderr) << "ewald: " << text << Qt::endl;
    return kBadArguments;
}

bool setSize(QWidget& window, const QString& text) {
    const QStringList parts = text.split(u'x');
    if (parts.size() != 2 || parts[0].toInt() < 640 || parts[1].toInt() < 400) return false;
    window.resize(parts[0].toInt(), parts[1].toInt());
    return true;
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
    QSurfaceFormat::setDefaultFormat(ewald::view::requestedFormat());
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("ewald"));
    QApplication::setApplicationName(QStringLiteral("ewald"));
    QApplication::setApplicationVersion(QLatin1String(ewald::version()));
    QApplication::setDesktopFileName(QStringLiteral("ewald"));
    // QApplication takes over the locale of the system; numbers in files have a point whatever it is.
    std::setlocale(LC_NUMERIC, "C");
    ewald::ui::installLanguage(languageArgument(QApplication::arguments()));

    const Options options;
    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate(
        "Options", "Ptychography and azimuthal integration for synchrotron beamlines: the window."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({options.language, options.theme, options.size, options.example, options.screenshots});
    parser.addPositionalArgument(
        QStringLiteral("file"),
        QCoreApplication::translate("Options", "A scan, frames, a geometry, a job document or a result."),
        QStringLiteral("[file…]"));
    parser.process(application);
    const QStringList files = parser.positionalArguments();
    const QTemporaryDir fresh;
    if (parser.isSet(options.screenshots)) {
        // Pictures must neither depend on the settings of the user nor change them.
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, fresh.path());
    }

    ewald::ui::MainWindow window;
    if (parser.isSet(options.theme)) window.setTheme(ewald::ui::themeFromName(parser.value(options.theme)));
    if (parser.isSet(options.size) && !setSize(window, parser.value(options.size))) {
        return fail(QCoreApplication::translate("Options", "--size wants width x height, as in 1280x800"));
    }
    window.show();
    if (parser.isSet(options.screenshots)) {
        return tour(application, window, parser.value(options.screenshots), parser.value(options.theme));
    }
    if (parser.isSet(options.example)) window.session().openExample();
    window.openAll(files);
    return QApplication::exec();
}
