// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>

#include <array>
#include <cmath>

namespace ewald::ui {

namespace {

const QString kNoValue = QStringLiteral("–");

} // namespace

QString numberText(double value, int digits) {
    if (!std::isfinite(value)) return kNoValue;
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::OmitLeadingZeroInExponent);
    return locale.toString(value, 'g', digits);
}

QString countText(std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); }

QString lengthText(double metres, int digits) {
    if (!std::isfinite(metres)) return kNoValue;
    struct Unit {
        double scale;
        const char* name;
    };
    static constexpr std::array kUnits{Unit{1, "m"}, Unit{1e-3, "mm"}, Unit{1e-6, "µm"}, Unit{1e-9, "nm"}};
    const double size = std::abs(metres);
    Unit chosen = kUnits.back();
    for (const Unit unit : kUnits) {
        // A rounded 999.6 nm reads better as 1 µm: switch just below the unit.
        if (size >= unit.scale * 0.9995) {
            chosen = unit;
            break;
        }
    }
    if (size == 0) chosen = kUnits.front();
    if (size > 0 && size < 1e-12) return numberText(metres, digits) + QStringLiteral(" m");
    double value = metres / chosen.scale;
    const int integerDigits = std::abs(value) >= 1 ? static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1 : 1;
    const int decimals = std::max(0, digits - integerDigits);
    QLocale locale;
    QString text = locale.toString(value, 'f', decimals);
    return text + QStringLiteral(" ") + QString::fromUtf8(chosen.name);
}

QString bytesText(double bytes) {
    if (!(bytes >= 0)) return kNoValue;
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), bytes >= 1e9 ? 1 : 0, QLocale::DataSizeSIFormat);
}

QString durationText(double seconds) {
    if (!(seconds >= 0)) return kNoValue;
    const auto whole = static_cast<long long>(std::llround(seconds));
    if (whole < 60) return QStringLiteral("%1 s").arg(whole);
    if (whole < 3600) return QStringLiteral("%1:%2 min").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
    return QStringLiteral("%1:%2 h").arg(whole / 3600).arg(whole / 60 % 60, 2, 10, QLatin1Char('0'));
}

QString stateText(job::JobState state) {
    using job::JobState;
    switch (state) {
    case JobState::preparing: return QCoreApplication::translate("JobState", "Preparing");
    case JobState::reading: return QCoreApplication::translate("JobState", "Reading frames");
    case JobState::initialising: return QCoreApplication::translate("JobState", "Initialising");
    case JobState::running: return QCoreApplication::translate("JobState", "Reconstructing");
    case JobState::paused: return QCoreApplication::translate("JobState", "Paused");
    case JobState::saving: return QCoreApplication::translate("JobState", "Saving");
    case JobState::done: return QCoreApplication::translate("JobState", "Done");
    case JobState::stopped: return QCoreApplication::translate("JobState", "Stopped");
    case JobState::failed: return QCoreApplication::translate("JobState", "Failed");
    }
    return {};
}

QString tableText(const std::string& source) {
    if (source.empty()) return {};
    return QCoreApplication::translate("Parameters", source.c_str());
}

QString toQString(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

std::filesystem::path toPath(const QString& path) { return std::filesystem::path(path.toStdString()); }

QString shortPath(const QString& path, int characters) {
    QString shown = QDir::toNativeSeparators(path);
    const QString home = QDir::homePath();
    if (home.size() > 1 && shown.startsWith(home + QDir::separator())) {
        shown = QStringLiteral("~") + shown.mid(home.size());
    }
    while (shown.size() > characters) {
        const auto start = shown.startsWith(QStringLiteral("…")) ? 2 : 1;
        const auto cut = shown.indexOf(QDir::separator(), start);
        if (cut < 0) break;
        shown = QStringLiteral("…") + shown.mid(cut);
    }
    return shown;
}

} // namespace ewald::ui
