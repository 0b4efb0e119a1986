// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/known_scan.h"

#include "base/error.h"
#include "common/quantity_text.h"
#include "io/integration_file.h"
#include "io/layout_fit.h"
#include "io/result_file.h"
#include "job/document/layouts.h"
#include "model/layout_store.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace ewald::ui {

namespace {

/// Below this no reader has recognised the layout.
constexpr double kSureEnough = 0.2;

/// \param refused gets what looks like a scan and cannot be opened
std::optional<Neighbour> asScan(const QString& file, const std::optional<io::ImportMapping>& mapping,
                                std::vector<std::pair<QString, std::string>>& refused) {
    const std::filesystem::path path = toPath(file);
    std::optional<std::string> problem;
    try {
        if (io::isResultFile(path) || io::isIntegrationFile(path)) return {};
        // Recognised, or of a layout that is found again when it is opened.
        if (isScanFile(path)) {
            try {
                static_cast<void>(io::openScan(path));
                return Neighbour{file, {}};
            } catch (const Error& error) { // datasets that have been assigned may be those that it lacks
                problem = error.problem();
            }
        } else if (layoutOf(path)) {
            return Neighbour{file, {}};
        }
        if (mapping)
            if (auto fitting = io::fitLayout(*mapping, io::listFile(path))) return Neighbour{file, std::move(fitting)};
    } catch (const Error&) { // damaged, or no file that a scan can be in
    }
    if (problem) refused.emplace_back(file, *problem);
    return {};
}

/// The number that begins at `at`, without leading zeros; `at` is moved behind it.
QStringView digitsAt(QStringView name, qsizetype& at) {
    const auto isDigit = [&](qsizetype i) { return i < name.size() && name[i] >= u'0' && name[i] <= u'9'; };
    while (isDigit(at) && name[at] == u'0') ++at;
    const qsizetype first = at;
    while (isDigit(at)) ++at;
    return name.sliced(first, at - first);
}

bool comesBefore(const QString& a, const QString& b) {
    qsizetype i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const bool numbers = a[i] >= u'0' && a[i] <= u'9' && b[j] >= u'0' && b[j] <= u'9';
        if (numbers) {
            const QStringView first = digitsAt(a, i), second = digitsAt(b, j);
            if (first.size() != second.size()) return first.size() < second.size();
            if (const int order = first.compare(second); order != 0) return order < 0;
            continue;
        }
        const QChar first = a[i++].toCaseFolded(), second = b[j++].toCaseFolded();
        if (first != second) return first < second;
    }
    if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
    return a < b; // they differ in zeros or case only
}

} // namespace

void sortByNumber(QStringList& names) { std::sort(names.begin(), names.end(), comesBefore); }

bool isRecognised(const std::vector<io::Probed>& formats) {
    return !formats.empty() && formats.front().confidence >= kSureEnough;
}

bool isScanFile(const std::filesystem::path& file) {
    try {
        return isRecognised(io::probeScan(file));
    } catch (const DataError&) {
        return false; // an image file, for instance
    }
}

std::optional<std::pair<QString, io::ImportMapping>> layoutOf(const std::filesystem::path& file) {
    if (auto saved = LayoutStore().fitting(file)) return saved;
    const std::optional<job::Layout> shipped = job::shippedLayoutOf(file);
    if (!shipped) return {};
    return std::pair{QString::fromStdString(shipped->name), shipped->mapping};
}

NeighbourSearch neighbourOf(const QString& file, int step, const std::optional<io::ImportMapping>& mapping,
                            const RunControl& control) {
    NeighbourSearch search;
    const QFileInfo from(file);
    const QDir folder = from.dir();
    QStringList names = folder.entryList(
        from.suffix().isEmpty() ? QStringList{} : QStringList{QStringLiteral("*.") + from.suffix()}, QDir::Files);
    if (!names.contains(from.fileName())) names << from.fileName(); // removed meanwhile: its place is still known
    sortByNumber(names);
    const bool ofResult = io::isResultFile(toPath(file));
    for (qsizetype i = names.indexOf(from.fileName()) + step; i >= 0 && i < names.size(); i += step) {
        if (control.stopRequested()) throw StoppedError();
        const QString candidate = folder.filePath(names[i]);
        if (ofResult) {
            if (io::isResultFile(toPath(candidate))) search.found = Neighbour{candidate, {}};
        } else {
            search.found = asScan(candidate, mapping, search.refused);
        }
        if (search.found) break;
    }
    return search;
}

} // namespace ewald::ui
