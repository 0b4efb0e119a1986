// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/page_language.h"

#include "common/phrase_text.h"
#include "model/text.h"

#include <QCoreApplication>

namespace ewald::ui {

job::report::Language pageLanguage() {
    //: the code of the language of the translation: "de" for German
    const std::string code = QCoreApplication::translate("PageLanguage", "en").toStdString();
    if (code == "en") return {};
    return {code, [](const std::string& text) { return withLocalNumbers(coreText(text)).toStdString(); }};
}

} // namespace ewald::ui
