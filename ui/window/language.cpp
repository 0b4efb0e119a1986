// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QTranslator>

namespace ewald::ui {

namespace {

const QString kFolder = QStringLiteral(":/translations");

} // namespace

QStringList languages() {
    QStringList names{QStringLiteral("en")};
    const QStringList files = QDir(kFolder).entryList({QStringLiteral("ewald_*.qm")}, QDir::Files, QDir::Name);
    for (const QString& file : files) names << file.mid(6).chopped(3);
    return names;
}

QString installLanguage(const QString& name) {
    const QLocale locale = name.isEmpty() ? QLocale() : QLocale(name);
    QLocale::setDefault(locale);
    // Parented to the application, which outlives every text.
    auto* own = new QTranslator(QCoreApplication::instance());
    if (!own->load(locale, QStringLiteral("ewald"), QStringLiteral("_"), kFolder)) {
        delete own;
        return QStringLiteral("en");
    }
    auto* qt = new QTranslator(QCoreApplication::instance());
    if (qt->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(qt);
    }
    QCoreApplication::installTranslator(own);
    // Numbers as the texts, whatever another variable of the environment says of either.
    const QLocale texts(own->language());
    QLocale::setDefault(texts.language() == locale.language() ? QLocale(locale.language(), locale.territory()) : texts);
    return own->language().section(u'_', 0, 0);
}

} // namespace ewald::ui
