// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/language.h"
#include "window_support.h"

#include <QLocale>

#include <gtest/gtest.h>

namespace ewald::ui::test {

/// Installs German for the time of a test.
class German {
public:
    German() { EXPECT_EQ(installLanguage(QStringLiteral("de")), QStringLiteral("de")); }
    ~German() {
        removeTranslators();
        QLocale::setDefault(QLocale(QStringLiteral("en")));
    }
    German(const German&) = delete;
    German& operator=(const German&) = delete;
};

} // namespace ewald::ui::test
