// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/change_text.h"

#include "base/plural.h"
#include "job/document/parameters.h"
#include "model/job_model.h"
#include "model/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>

namespace ewald::ui {

namespace {

QString translated(const char* text) { return QCoreApplication::translate("Changes", text); }

/// "dm 20" → "Difference map, 20 iterations"
QString stageText(const std::string& stage) {
    const std::size_t blank = stage.find(' ');
    const std::string count = blank == std::string::npos ? std::string() : stage.substr(blank + 1);
    const std::array<std::string, 2> values{std::string(), count};
    const QString text = QCoreApplication::translate("Changes", "%1, %2 {iteration|iterations}");
    return QString::fromStdString(withPlurals(text.toStdString(), values))
        .arg(engineTitle(stage.substr(0, blank)), QString::fromStdString(count));
}

QString valueText(const std::string& value) {
    if (value == "true") return translated(QT_TRANSLATE_NOOP("Changes", "on"));
    if (value == "false") return translated(QT_TRANSLATE_NOOP("Changes", "off"));
    QString text = QString::fromStdString(value);
    bool isNumber = false;
    static_cast<void>(text.toDouble(&isNumber));
    if (isNumber) text.replace(u'.', QLocale().decimalPoint());
    return value.empty() ? translated(QT_TRANSLATE_NOOP("Changes", "none")) : text;
}

} // namespace

QString changeText(const io::ParameterChange& change) {
    const QString pattern = QStringLiteral("%1: %2 → %3");
    if (change.key == "engine")
        return pattern.arg(translated(QT_TRANSLATE_NOOP("Changes", "Engine")), engineTitle(change.from),
                           engineTitle(change.to));
    if (change.key == "stage") {
        if (change.from.empty()) return translated(QT_TRANSLATE_NOOP("Changes", "Added: %1")).arg(stageText(change.to));
        if (change.to.empty())
            return translated(QT_TRANSLATE_NOOP("Changes", "Left out: %1")).arg(stageText(change.from));
        return pattern.arg(translated(QT_TRANSLATE_NOOP("Changes", "Stage")), stageText(change.from),
                           stageText(change.to));
    }
    QString name = QString::fromStdString(change.key);
    if (change.key == "iterations") name = translated(QT_TRANSLATE_NOOP("Changes", "Iterations"));
    if (change.key == "seed") name = QCoreApplication::translate("Parameters", "Seed");
    const job::ParameterDef* def = job::findParameter(change.key);
    if (def != nullptr) name = tableText(def->label);
    const QString text = pattern.arg(name, valueText(change.from), valueText(change.to));
    return def == nullptr || def->unit.empty() ? text : text + u' ' + QString::fromStdString(def->unit);
}

} // namespace ewald::ui
