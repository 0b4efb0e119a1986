// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrant_label.h"

#include <QCoreApplication>

namespace ewald::ui {

namespace {

/// Those of resources/calibrants.json that are words.
[[maybe_unused]] constexpr const char* kWords[] = {
    QT_TRANSLATE_NOOP("Calibrants", "silver behenate"),
    QT_TRANSLATE_NOOP("Calibrants", "1-tetradecanol"),
    QT_TRANSLATE_NOOP("Calibrants", "diamond"),
    QT_TRANSLATE_NOOP("Calibrants", "TiO₂ (rutile)"),
    QT_TRANSLATE_NOOP("Calibrants", "TiO₂ (NIST SRM 674b, rutile)"),
    QT_TRANSLATE_NOOP("Calibrants", "SiO₂ (α-quartz)"),
};

} // namespace

QString calibrantLabel(const std::string& label) {
    return QCoreApplication::translate("Calibrants", label.c_str()); // a formula has no translation
}

} // namespace ewald::ui
