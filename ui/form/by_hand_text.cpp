// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/by_hand_text.h"

#include "common/counted_text.h"
#include "form/number_text.h"
#include "model/mask_edit.h"
#include "model/scan_parameters.h"
#include "model/stored_geometry.h"
#include "model/text.h"

#include <QCoreApplication>

namespace ewald::ui {

QString changedGeometryText() {
    //: of the detector: distance, beam centre, …
    return QCoreApplication::translate("Form", "Geometry, changed in the window");
}

QString madeHereText(const std::string& key, const std::string& file) {
    if (key == "poni_file" && isStoredGeometry(file)) return changedGeometryText();
    if (const auto pixels = pixelsOfStoredMask(file))
        return countedText(QCoreApplication::translate("Form", "Mask drawn in the window, %1 {pixel|pixels}"),
                           {static_cast<std::size_t>(*pixels)});
    return {};
}

QStringList byHandTexts(const job::ParameterMap& parameters, bool geometryEdited) {
    constexpr qsizetype kLongest = 32; // of lists of frames and pixels
    QStringList texts;
    for (const job::ParameterDef& def : job::parameterTable()) {
        const auto found = parameters.find(def.key);
        if (found == parameters.end()) continue;
        const bool* flag = std::get_if<bool>(&found->second);
        if (flag != nullptr && *flag) {
            texts << tableText(def.label);
            continue;
        }
        const std::string* file = std::get_if<std::string>(&found->second);
        QString made = file == nullptr ? QString() : madeHereText(def.key, *file);
        if (geometryEdited && def.key == std::string_view("poni_file")) made = changedGeometryText();
        if (!made.isEmpty()) {
            texts << made;
            continue;
        }
        QString value = valueText(def, found->second);
        if (value.size() > kLongest && !job::namesFile(def, found->second)) value = value.left(kLongest) + u'…';
        texts << tableText(def.label) + u' ' + value;
    }
    return texts;
}

QString keptText(const job::JobDocument& form) {
    const QStringList texts = byHandTexts(keptParameters(form));
    if (texts.isEmpty()) return {};
    return QCoreApplication::translate("Form", "As set by hand, for all of them: %1")
        .arg(texts.join(QStringLiteral(", ")));
}

} // namespace ewald::ui
