// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

class QObject;

namespace ewald::ui {

/// A page of the manual, in Markdown. Its first line is the title ("# Engines").
struct ManualPage {
    QString id; ///< "engines": the name of its file without the ending
    QString text;
    /// Of a translated page: the anchors of the headings of the English one, in their order, so that a link leads to
    /// the same section in every language. Empty where the pages are not built alike.
    QStringList anchors{};

    [[nodiscard]] QString title() const;
};

/// A section that holds all words of a search.
struct ManualHit {
    QString place;   ///< "engines.md#rpie"
    QString title;   ///< "Engines › rPIE"
    QString excerpt; ///< the text around the first word
};

/// The pages of docs/manual, which are part of the program, and those that are made of its tables. Immutable once
/// built.
class Manual {
public:
    /// \param language "de"; pages that are missing in it are English
    explicit Manual(const QString& language);

    [[nodiscard]] const std::vector<ManualPage>& pages() const noexcept { return m_pages; }
    /// Null where there is no such page. \param name "engines" or "engines.md"
    [[nodiscard]] const ManualPage* page(const QString& name) const;
    /// Sections in which every word of `words` occurs (case does not matter), those with a word in the title first.
    [[nodiscard]] std::vector<ManualHit> search(const QString& words) const;

private:
    std::vector<ManualPage> m_pages;
};

/// The anchor of a heading: what stands in parentheses at its end ("Batch size (batch_size)" → "batch_size"), otherwise
/// its words in lower case joined by hyphens ("Probe modes" → "probe-modes").
[[nodiscard]] QString manualAnchor(const QString& heading);

/// All parameters with unit, range, default, key and help, from the parameter table, as a page of the manual.
[[nodiscard]] ManualPage parameterPage();

/// Keys and mouse gestures of the window, as a page of the manual.
[[nodiscard]] ManualPage keysPage();

/// Names the place of the manual that F1 opens while `widget` or a part of it has the focus ("loss#llk").
void setManualPlace(QObject& widget, const QString& place);
/// The place of the nearest object from `widget` upwards that has one; empty: none.
[[nodiscard]] QString manualPlaceOf(const QObject* widget);

} // namespace ewald::ui
