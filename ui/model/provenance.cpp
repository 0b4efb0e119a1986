// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/provenance.h"

#include "base/version.h"
#include "common/counted_text.h"
#include "common/quantity_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace ewald::ui {

QString Provenance::caption() const {
    QStringList parts;
    if (!scan.isEmpty()) parts << scan;
    if (!result.isEmpty()) parts << result;
    if (!engine.isEmpty()) parts << engine;
    if (iterations) {
        parts << countedText(QCoreApplication::translate("ewald::ui::Provenance", "%1 {iteration|iterations}"),
                             {*iterations});
    }
    if (fourierError > 0)
        parts << QCoreApplication::translate("ewald::ui::Provenance", "Fourier error %1").arg(numberText(fourierError));
    if (pixelHeight_m > 0) {
        QString size = lengthText(pixelHeight_m);
        if (lengthText(pixelWidth_m) != size) size += QStringLiteral(" × ") + lengthText(pixelWidth_m);
        parts << QCoreApplication::translate("ewald::ui::Provenance", "pixel %1").arg(size);
    }
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
    if (pixelHeight_m > 0) text << QStringLiteral("pixel_size_m: %1").arg(pixelHeight_m, 0, 'g', 9);
    if (pixelWidth_m != pixelHeight_m) text << QStringLiteral("pixel_width_m: %1").arg(pixelWidth_m, 0, 'g', 9);
    if (date.isValid()) text << QStringLiteral("date: ") + date.toString(Qt::ISODate);
    return text;
}

} // namespace ewald::ui
