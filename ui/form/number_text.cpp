// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/number_text.h"

#include "common/quantity_text.h"
#include "model/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QHash>
#include <QLocale>
#include <QRegularExpression>

#include <array>
#include <charconv>
#include <cmath>

namespace ewald::ui {

namespace {

QString localised(QString number) { return number.replace(u'.', QLocale().decimalPoint()); }

/// The shortest digits that read back as `value`, times ten to an exponent: 7.5e-05 → "75", −6.
std::pair<QString, int> digitsAndExponent(double value) {
    std::array<char, 40> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
    const QString text = QString::fromLatin1(buffer.data(), static_cast<qsizetype>(end - buffer.data()));
    const qsizetype e = text.indexOf(u'e');
    QString digits = text.left(e);
    int exponent = text.mid(e + 1).toInt();
    if (const qsizetype point = digits.indexOf(u'.'); point >= 0) {
        exponent -= static_cast<int>(digits.size() - point - 1);
        digits.remove(point, 1);
    }
    return {digits, exponent};
}

/// Digits times ten to an exponent in plain notation: "75", −1 → "7.5".
QString plainDecimal(const QString& digits, int exponent) {
    const bool negative = digits.startsWith(u'-');
    QString text = negative ? digits.mid(1) : digits;
    if (exponent >= 0) {
        text += QString(exponent, u'0');
    } else {
        while (text.size() <= -exponent) text.prepend(u'0');
        text.insert(text.size() + exponent, u'.');
        while (text.endsWith(u'0')) text.chop(1);
        if (text.endsWith(u'.')) text.chop(1);
    }
    return negative ? u'-' + text : text;
}

QString lengthField(double value) {
    if (value == 0) return QStringLiteral("0 m");
    const auto [digits, exponent] = digitsAndExponent(value);
    if (std::abs(value) >= 1e6 || std::abs(value) < 1e-15)
        return QString::fromStdString(exactText(value)) + QStringLiteral(" m");
    const LengthUnit unit = lengthUnit(value);
    return plainDecimal(digits, exponent - unit.exponent) + u' ' + unitName(unit);
}

std::optional<int> lengthExponent(QString unit) {
    unit.replace(u'u', u'µ').replace(QChar(0x03bc), u'µ'); // micro typed as u, or as the Greek letter
    for (const double metres : {1.0, 1e-3, 1e-6, 1e-9, 1e-12}) {
        const LengthUnit known = lengthUnit(metres);
        if (unit == unitName(known)) return known.exponent;
    }
    if (unit == QStringLiteral("cm")) return -2;
    if (unit == QString(QChar(0xc5)) || unit == QString(QChar(0x212b))) return -10; // Å, and the sign for it
    return {};
}

/// The power of ten of a unit of energy in keV.
std::optional<int> energyExponent(const QString& unit) {
    if (unit == QStringLiteral("eV")) return -3;
    if (unit == QStringLiteral("MeV")) return 3;
    return {};
}

/// A unit of memory in GB, as a factor and a power of ten: "MB", "mb", "MiB"; nothing where it is none.
std::optional<std::pair<double, int>> gigabytesOf(const QString& unit) {
    static const QString kPrefixes = QStringLiteral("kmgt");
    const QString small = unit.toLower();
    constexpr int kGiga = 9;
    if (small == QStringLiteral("b") || small == QStringLiteral("byte") || small == QStringLiteral("bytes"))
        return std::pair(1.0, -kGiga);
    const int power = small.isEmpty() ? 0 : static_cast<int>(kPrefixes.indexOf(small.front())) + 1;
    const QString rest = small.mid(1);
    if (power == 0) return {};
    if (rest.isEmpty() || rest == QStringLiteral("b")) return std::pair(1.0, 3 * power - kGiga);
    if (rest == QStringLiteral("i") || rest == QStringLiteral("ib")) return std::pair(std::pow(1024.0, power), -kGiga);
    return {};
}

} // namespace

QString unitText(const std::string& unit, double of) {
    const bool one = of == 1;
    if (unit == "deg") return QStringLiteral("°");
    if (unit == "frames")
        return one ? QCoreApplication::translate("Units", "frame") : QCoreApplication::translate("Units", "frames");
    if (unit == "counts")
        return one ? QCoreApplication::translate("Units", "count") : QCoreApplication::translate("Units", "counts");
    if (unit == "bins")
        return one ? QCoreApplication::translate("Units", "bin") : QCoreApplication::translate("Units", "bins");
    if (unit == "iterations")
        return one ? QCoreApplication::translate("Units", "iteration")
                   : QCoreApplication::translate("Units", "iterations");
    return QString::fromStdString(unit);
}

QString fieldText(double value, const std::string& unit) {
    if (unit == "m") return localised(lengthField(value));
    const QString number = localised(QString::fromStdString(exactText(value)));
    return unit.empty() ? number : number + u' ' + unitText(unit, value);
}

std::optional<std::string> plainNumber(const QString& typed, const std::string& unit) {
    static const QRegularExpression kNumber(
        QStringLiteral("^([-+]?(?:\\d+[.,]?\\d*|[.,]\\d+))(?:[eE]([-+]?\\d{1,4}))?\\s*(\\D*)$"));
    const auto match = kNumber.match(typed.trimmed());
    if (!match.hasMatch()) return {};
    QString digits = match.captured(1);
    digits.replace(u',', u'.');
    int exponent = match.captured(2).toInt();
    const QString suffix = match.captured(3).trimmed();
    if (const auto memory = unit == "GB" ? gigabytesOf(suffix) : std::nullopt) {
        if (memory->first != 1) digits = QString::fromStdString(exactText(digits.toDouble() * memory->first));
        if (const qsizetype e = digits.indexOf(u'e'); e >= 0) {
            exponent += digits.mid(e + 1).toInt();
            digits.truncate(e);
        }
        exponent += memory->second;
    } else if (!suffix.isEmpty()) {
        const auto prefix = unit == "m"     ? lengthExponent(suffix)
                            : unit == "keV" ? energyExponent(suffix)
                                            : std::nullopt;
        if (prefix) {
            exponent += *prefix;
        } else if (suffix != unitText(unit) && suffix != unitText(unit, 1) && suffix != QString::fromStdString(unit)) {
            return {};
        }
    }
    if (exponent != 0) digits += u'e' + QString::number(exponent);
    return digits.toStdString();
}

QString rangeText(const job::ParameterDef& def) {
    if (def.type == job::ParameterType::integer) {
        const QString unit = def.unit.empty() ? QString() : u' ' + unitText(def.unit);
        return QCoreApplication::translate("Form", "%1 to %2")
            .arg(QLocale().toString(static_cast<qlonglong>(def.minimum)),
                 QLocale().toString(static_cast<qlonglong>(def.maximum)) + unit);
    }
    if (def.unit == "m") {
        return QCoreApplication::translate("Form", "%1 to %2")
            .arg(fieldText(def.minimum, def.unit), fieldText(def.maximum, def.unit));
    }
    if (!def.special.empty() && def.minimum < -1e20) {
        // The smallest value stands for "not given": no range worth telling.
        return QCoreApplication::translate("Form", "up to %1").arg(fieldText(def.maximum, def.unit));
    }
    return QCoreApplication::translate("Form", "%1 to %2")
        .arg(fieldText(def.minimum, {}), fieldText(def.maximum, def.unit));
}

QString valueText(const job::ParameterDef& def, const job::ParameterValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? QCoreApplication::translate("Form", "on") : QCoreApplication::translate("Form", "off");
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        if (text->empty()) return QCoreApplication::translate("Form", "none");
        if (job::namesFile(def, value)) return QFileInfo(QString::fromStdString(*text)).fileName();
        return def.type == job::ParameterType::choice ? choiceTitle(*text) : QString::fromStdString(*text);
    }
    const auto* whole = std::get_if<long long>(&value);
    const double number = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
    QString special = specialText(def);
    if (!special.isEmpty() && number == def.minimum) return special;
    if (whole == nullptr) return fieldText(number, def.unit);
    return QLocale().toString(*whole) + (def.unit.empty() ? QString() : u' ' + unitText(def.unit, number));
}

QString specialText(const job::ParameterDef& def) {
    return def.minimumMeans.empty() ? QString() : tableText(def.minimumMeans);
}

QString choiceTitle(const std::string& choice) {
    static const QHash<QString, const char*> kTitles{
        {QStringLiteral("auto"), QT_TRANSLATE_NOOP("Form", "Automatic")},
        {QStringLiteral("photon"), QT_TRANSLATE_NOOP("Form", "Photons")},
        {QStringLiteral("electron"), QT_TRANSLATE_NOOP("Form", "Electrons")},
        {QStringLiteral("file"), QT_TRANSLATE_NOOP("Form", "From the data file")},
        {QStringLiteral("mean_pattern"), QT_TRANSLATE_NOOP("Form", "From the mean pattern")},
        {QStringLiteral("ignored"), QT_TRANSLATE_NOOP("Form", "Ignored")},
        {QStringLiteral("at_least"), QT_TRANSLATE_NOOP("Form", "At least that many counts")},
        {QStringLiteral("gaussian"), QT_TRANSLATE_NOOP("Form", "Gaussian")},
        {QStringLiteral("lorentzian"), QT_TRANSLATE_NOOP("Form", "Lorentzian")},
        {QStringLiteral("pseudo_voigt"), QT_TRANSLATE_NOOP("Form", "Pseudo-Voigt")},
        {QStringLiteral("split_pseudo_voigt"), QT_TRANSLATE_NOOP("Form", "Split pseudo-Voigt")},
        {QStringLiteral("disk"), QT_TRANSLATE_NOOP("Form", "Disk")},
        {QStringLiteral("ones"), QT_TRANSLATE_NOOP("Form", "Empty")},
        {QStringLiteral("nearest"), QT_TRANSLATE_NOOP("Form", "Nearest pixel")},
        {QStringLiteral("bilinear"), QT_TRANSLATE_NOOP("Form", "Bilinear")},
        {QStringLiteral("fourier"), QT_TRANSLATE_NOOP("Form", "Fourier (exact)")},
        {QStringLiteral("no"), QT_TRANSLATE_NOOP("Form", "None")},
        {QStringLiteral("none"), QT_TRANSLATE_NOOP("Form", "None")},
        {QStringLiteral("bbox"), QT_TRANSLATE_NOOP("Form", "Bounding box")},
        {QStringLiteral("full"), QT_TRANSLATE_NOOP("Form", "Exact area")},
        {QStringLiteral("exact"), QT_TRANSLATE_NOOP("Form", "Exact")},
        {QStringLiteral("pyfai"), QT_TRANSLATE_NOOP("Form", "As pyFAI")},
        {QStringLiteral("poisson"), QT_TRANSLATE_NOOP("Form", "Poisson")},
        {QStringLiteral("azimuthal"), QT_TRANSLATE_NOOP("Form", "Azimuthal")},
        {QStringLiteral("azimuthal_shares"), QT_TRANSLATE_NOOP("Form", "Azimuthal, with shares")},
        {QStringLiteral("variance"), QT_TRANSLATE_NOOP("Form", "Variance image")},
        {QStringLiteral("sem"), QT_TRANSLATE_NOOP("Form", "Error of the mean")},
        {QStringLiteral("std"), QT_TRANSLATE_NOOP("Form", "Spread of a pixel")},
        {QStringLiteral("all"), QT_TRANSLATE_NOOP("Form", "All frames")},
        {QStringLiteral("first"), QT_TRANSLATE_NOOP("Form", "First random half")},
        {QStringLiteral("second"), QT_TRANSLATE_NOOP("Form", "Second random half")},
        {QStringLiteral("amplitude"), QT_TRANSLATE_NOOP("Form", "Amplitude")},
        {QStringLiteral("intensity"), QT_TRANSLATE_NOOP("Form", "Intensity")},
        {QStringLiteral("gradient"), QT_TRANSLATE_NOOP("Form", "Gradient")},
        {QStringLiteral("search"), QT_TRANSLATE_NOOP("Form", "Search")},
        {QStringLiteral("both"), QT_TRANSLATE_NOOP("Form", "Search, then gradient")},
        {QStringLiteral("per_frame"), QT_TRANSLATE_NOOP("Form", "Of each frame")},
        {QStringLiteral("pooled"), QT_TRANSLATE_NOOP("Form", "Of a batch")},
        {QStringLiteral("q_nm^-1"), "q (nm⁻¹)"},
        {QStringLiteral("q_A^-1"), "q (Å⁻¹)"},
        {QStringLiteral("2th_deg"), "2θ (°)"},
        {QStringLiteral("2th_rad"), "2θ (rad)"},
        {QStringLiteral("r_mm"), "r (mm)"},
        {QStringLiteral("r_m"), "r (m)"},
        {QStringLiteral("d_nm"), "d (nm)"},
        {QStringLiteral("d_A"), "d (Å)"},
        {QStringLiteral("d*2_A^-2"), "d*² (Å⁻²)"},
        {QStringLiteral("d*2_nm^-2"), "d*² (nm⁻²)"},
        {QStringLiteral("log10(q.m)"), "log₁₀(q·m)"},
        {QStringLiteral("log(q.nm)"), "ln(q·nm)"},
        {QStringLiteral("log(1+q.nm)"), "ln(1 + q·nm)"},
        {QStringLiteral("log(1+q.A)"), "ln(1 + q·Å)"},
        {QStringLiteral("arcsinh(q.nm)"), "arsinh(q·nm)"},
        {QStringLiteral("arcsinh(q.A)"), "arsinh(q·Å)"},
    };
    const QString name = QString::fromStdString(choice);
    const char* title = kTitles.value(name, nullptr);
    return title == nullptr ? QString(name).replace(u'_', u' ') : QCoreApplication::translate("Form", title);
}

QString parameterHelp(const job::ParameterDef& def) {
    QString text = tableText(def.help);
    for (const std::string& choice : def.choices) {
        const QString key = QRegularExpression::escape(QString::fromStdString(choice));
        text.replace(QRegularExpression(QStringLiteral("([\"“„])%1(?=[\"“”])").arg(key)),
                     QStringLiteral("\\1") + choiceTitle(choice));
    }
    return text;
}

} // namespace ewald::ui
