// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/provenance.h"

#include "base/version.h"
#include "common/quantity_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace ewald::ui {

QString Provenance::caption() const {
    const auto tr = [](const char* text) { return QCoreApplication::translate("ewald::ui::Provenance", text); };
    QStringList parts;
    if (!scan.isEmpty()) parts << scan;
    if (!result.isEmpty()) parts << result;
    if (!engine.isEmpty()) parts << engine;
    if (iterations) {
        parts << (*iterations == 1
                      ? tr(QT_TRANSLATE_NOOP("ewald::ui::Provenance", "1 iteration"))
                      : tr(QT_TRANSLATE_NOOP("ewald::ui::Provenance", "%1 iterations")).arg(countText(*iterations)));
    }
    if (fourierError > 0)
        parts << tr(QT_TRANSLATE_NOOP("ewald::ui::Provenance", "Fourier error %1")).arg(numberText(fourierError));
    if (pixel_m > 0) parts << tr(QT_TRANSLATE_NOOP("ewald::ui::Provenance", "pixel %1")).arg(lengthText(pixel_m));
    if (date.isValid()) parts << QLocale().toString(date, QLocale::ShortFormat);
    return parts.join(QStringLiteral(" · "));
}

QStringList Provenance::lines() const {
    QStringList text{QStringLiteral("program: Ewald %1").arg(QLatin1String(version()))};
    if (!scan.isEmpty()) text << QStringLiteral("scan: ") + scan;
    if (!result.isEmpty()) text << QStringLiteral("result: ") + result;
    if (!engine.isEmpty()) text << QStringLiteral("engine: ") + engine;
    if (iterations) text << QStringLiteral("iterations: %1").arg(*iterations);
    if (fourierError > 0) text << QStringLiteral("fourier_error: %1").arg(fourierError, 0, 'g', 6);
    if (pixel_m > 0) text << QStringLiteral("pixel_size_m: %1").arg(pixel_m, 0, 'g', 9);
    if (date.isValid()) text << QStringLiteral("date: ") + date.toString(Qt::ISODate);
    return text;
}

} // namespace ewald::ui
