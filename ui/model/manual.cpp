// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/manual.h"

#include "job/document/parameters.h"
#include "model/job_kind_ui.h"
#include "model/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace ewald::ui {

namespace {

constexpr const char* kPlace = "manualPlace"; ///< name of the property

QString read(const QString& file) {
    QFile source(file);
    return source.open(QIODevice::ReadOnly) ? QString::fromUtf8(source.readAll()) : QString();
}

/// Markdown as plain words: what a reader sees.
QString plainText(QString markdown) {
    static const QRegularExpression kLink(QStringLiteral("\\[([^\\]]*)\\]\\([^)]*\\)"));
    static const QRegularExpression kMarks(QStringLiteral("[*`|#]+|-{3,}"));
    static const QRegularExpression kSpace(QStringLiteral("\\s+"));
    return markdown.replace(kLink, QStringLiteral("\\1")).remove(kMarks).replace(kSpace, QStringLiteral(" ")).trimmed();
}

struct Section {
    QString heading;
    QString text;
};

/// The page cut at its headings.
std::vector<Section> sectionsOf(const ManualPage& page) {
    std::vector<Section> sections;
    static const QRegularExpression kHeading(QStringLiteral("^#{1,4} (.*)$"));
    for (const QString& line : page.text.split(u'\n')) {
        const auto match = kHeading.match(line);
        if (match.hasMatch()) {
            sections.push_back({match.captured(1), {}});
        } else if (!sections.empty()) {
            sections.back().text += line + u'\n';
        }
    }
    return sections;
}

QStringList anchorsOf(const QString& text) {
    QStringList anchors;
    for (const Section& section : sectionsOf({{}, text})) anchors << manualAnchor(section.heading);
    return anchors;
}

QString excerptAround(const QString& text, const QString& word) {
    constexpr qsizetype kBefore = 40;
    constexpr qsizetype kLength = 140;
    const qsizetype found = std::max<qsizetype>(0, text.indexOf(word, 0, Qt::CaseInsensitive));
    const qsizetype first = found <= kBefore ? 0 : text.indexOf(u' ', found - kBefore) + 1;
    const QString part = text.mid(first, kLength);
    return (first > 0 ? QStringLiteral("… ") : QString()) + part +
           (first + kLength < text.size() ? QStringLiteral(" …") : QString());
}

QString rangeOf(const job::ParameterDef& def) {
    using job::ParameterType;
    if (def.type == ParameterType::choice) {
        QStringList words;
        for (const std::string& choice : def.choices) words += u'`' + QString::fromStdString(choice) + u'`';
        return words.join(QStringLiteral(", "));
    }
    if (def.type != ParameterType::integer && def.type != ParameterType::real) return {};
    return QCoreApplication::translate("Manual", "%1 to %2").arg(def.minimum).arg(def.maximum);
}

QString entryOf(const job::ParameterDef& def) {
    QStringList facts;
    const auto fact = [&facts](const QString& name, const QString& value) {
        if (!value.isEmpty()) facts += name.arg(value);
    };
    fact(QCoreApplication::translate("Manual", "unit: %1"), QString::fromStdString(def.unit));
    fact(QCoreApplication::translate("Manual", "default: %1"), QString::fromStdString(job::toText(def.defaultValue)));
    fact(QCoreApplication::translate("Manual", "allowed: %1"), rangeOf(def));
    QStringList engines;
    for (const std::string& engine : def.engines) engines += QString::fromStdString(engine);
    fact(QCoreApplication::translate("Manual", "engines: %1"), engines.join(QStringLiteral(", ")));
    return QStringLiteral("### %1 (%2)\n\n%3\n\n*%4*\n\n")
        .arg(tableText(def.label), QString::fromStdString(def.key), tableText(def.help),
             facts.join(QStringLiteral(" · ")));
}

} // namespace

QString ManualPage::title() const {
    const QString first = text.section(u'\n', 0, 0);
    return first.startsWith(QStringLiteral("# ")) ? first.mid(2) : id;
}

Manual::Manual(const QString& language) {
    const QString root = QStringLiteral(":/manual/");
    // The order of the contents: that in which the index names the pages, then the rest.
    const QString index = read(root + QStringLiteral("en/index.md"));
    QStringList names = QDir(root + QStringLiteral("en")).entryList({QStringLiteral("*.md")});
    names += {QStringLiteral("parameters.md"), QStringLiteral("keys.md")};
    std::ranges::stable_sort(names, {}, [&index](const QString& name) {
        if (name == QStringLiteral("index.md")) return qsizetype{-1};
        const qsizetype place = index.indexOf(u'(' + name + u')');
        return place < 0 ? index.size() : place;
    });
    for (const QString& name : names) {
        if (name == QStringLiteral("parameters.md")) {
            m_pages.push_back(parameterPage());
        } else if (name == QStringLiteral("keys.md")) {
            m_pages.push_back(keysPage());
        } else {
            const QString own = read(root + language + u'/' + name);
            const QString english = read(root + QStringLiteral("en/") + name);
            ManualPage page{name.chopped(3), own.isEmpty() ? english : own};
            if (page.text != english) page.anchors = anchorsOf(english);
            if (page.anchors.size() != anchorsOf(page.text).size()) page.anchors.clear();
            m_pages.push_back(std::move(page));
        }
    }
}

const ManualPage* Manual::page(const QString& name) const {
    const QString id = name.endsWith(QStringLiteral(".md")) ? name.chopped(3) : name;
    const auto found = std::ranges::find(m_pages, id, &ManualPage::id);
    return found == m_pages.end() ? nullptr : &*found;
}

std::vector<ManualHit> Manual::search(const QString& words) const {
    const QStringList wanted = words.simplified().split(u' ', Qt::SkipEmptyParts);
    if (wanted.isEmpty()) return {};
    std::vector<ManualHit> inTitle;
    std::vector<ManualHit> inText;
    const auto holdsAll = [&wanted](const QString& text) {
        return std::ranges::all_of(wanted,
                                   [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    };
    for (const ManualPage& each : m_pages) {
        for (const Section& section : sectionsOf(each)) {
            const QString heading = plainText(section.heading);
            const QString text = plainText(section.text);
            if (!holdsAll(heading + u' ' + text)) continue;
            const QString title = heading == each.title() ? heading : each.title() + QStringLiteral(" › ") + heading;
            (holdsAll(heading) ? inTitle : inText)
                .push_back({each.id + QStringLiteral(".md#") + manualAnchor(section.heading), title,
                            excerptAround(text, wanted.first())});
        }
    }
    inTitle.insert(inTitle.end(), inText.begin(), inText.end());
    return inTitle;
}

QString manualAnchor(const QString& heading) {
    static const QRegularExpression kInParentheses(QStringLiteral("\\(([a-z][A-Za-z0-9_]*)\\)$"));
    static const QRegularExpression kOther(QStringLiteral("[^\\w\\s-]"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    const auto match = kInParentheses.match(heading);
    if (match.hasMatch()) return match.captured(1);
    return heading.toLower().remove(kOther).simplified().replace(u' ', u'-');
}

ManualPage parameterPage() {
    QString text = QStringLiteral("# %1\n\n%2\n\n")
                       .arg(QCoreApplication::translate("Manual", "All parameters"),
                            QCoreApplication::translate(
                                "Manual", "The name in parentheses is the key in job documents and commands (--set "
                                          "key=value)."));
    const auto add = [&text](const QString& title, const std::string& kind, bool common) {
        text += QStringLiteral("## %1\n\n").arg(title);
        for (const job::ParameterDef& def : job::parameterTable()) {
            if (common ? def.kind == "*" : def.kind == kind) text += entryOf(def);
        }
    };
    for (const JobKindUi& kind : jobKindUis()) add(jobKindText(kind.title), kind.kind->name(), false);
    add(QCoreApplication::translate("Manual", "Both jobs"), {}, true);
    return {QStringLiteral("parameters"), text};
}

void setManualPlace(QObject& widget, const QString& place) { widget.setProperty(kPlace, place); }

QString manualPlaceOf(const QObject* widget) {
    for (; widget != nullptr; widget = widget->parent()) {
        const QString place = widget->property(kPlace).toString();
        if (!place.isEmpty()) return place;
    }
    return {};
}

} // namespace ewald::ui
