// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/import_source.h"

#include "io/frame_stack.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_patterns.h"
#include "io/text_table.h"
#include "model/text.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <span>

namespace ewald::ui {

namespace {

const QRegularExpression& digits() {
    static const QRegularExpression expression(QStringLiteral("[0-9]+"));
    return expression;
}

std::vector<io::FileNode> columnsOf(const io::TextTable& table) {
    std::vector<io::FileNode> columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        io::FileNode column;
        column.path = std::to_string(i + 1);
        if (!table.names.empty()) {
            const std::string& name = table.names[i];
            if (!name.empty() && std::ranges::count(table.names, name) == 1) column.path = name;
        }
        column.shape = {table.columns[i].size()};
        column.type = "float64";
        columns.push_back(std::move(column));
    }
    return columns;
}

/// Runs of digits in a name: where they begin and how long they are.
std::vector<std::pair<qsizetype, qsizetype>> numbersIn(const QString& name) {
    std::vector<std::pair<qsizetype, qsizetype>> found;
    for (auto match = digits().globalMatch(name); match.hasNext();) {
        const QRegularExpressionMatch number = match.next();
        found.emplace_back(number.capturedStart(), number.capturedLength());
    }
    return found;
}

/// The pattern of a numbered series of images in which a file stands; its own name where it stands alone.
QString seriesOf(const QFileInfo& file) {
    const std::vector<std::pair<qsizetype, qsizetype>> numbers = numbersIn(file.completeBaseName());
    const QStringList names = file.dir().entryList(QDir::Files);
    for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
        QString pattern = file.fileName();
        pattern.replace(number->first, number->second, QStringLiteral("#"));
        const std::string wanted = pattern.toStdString();
        const auto fitting = std::ranges::count_if(
            names, [&](const QString& name) { return io::matchesPattern(name.toStdString(), wanted); });
        if (fitting > 1) return pattern;
    }
    return file.fileName();
}

/// The pattern that all names fit: # for numbers that differ; else * for all that is not at both ends of each.
QString commonPattern(const QStringList& names) {
    const auto skeleton = [](QString name) { return name.replace(digits(), QStringLiteral("#")); };
    const QString& first = names.front();
    if (std::ranges::all_of(names, [&](const QString& name) { return skeleton(name) == skeleton(first); })) {
        QString pattern = first;
        const auto numbers = numbersIn(first);
        for (std::size_t i = numbers.size(); i-- > 0;) {
            const QString here = first.mid(numbers[i].first, numbers[i].second);
            const bool same = std::ranges::all_of(names, [&](const QString& name) {
                const auto [at, length] = numbersIn(name)[i];
                return name.mid(at, length) == here;
            });
            if (!same) pattern.replace(numbers[i].first, numbers[i].second, QStringLiteral("#"));
        }
        return pattern;
    }
    qsizetype head = first.size();
    qsizetype tail = first.size();
    qsizetype shortest = first.size();
    for (const QString& name : names) {
        const auto same = std::ranges::mismatch(first, name).in1 - first.begin();
        const auto back = std::mismatch(first.rbegin(), first.rend(), name.rbegin(), name.rend()).first;
        head = std::min<qsizetype>(head, same);
        tail = std::min<qsizetype>(tail, back - first.rbegin());
        shortest = std::min(shortest, name.size());
    }
    tail = std::min(tail, shortest - head);
    return first.left(head) + u'*' + first.right(tail);
}

} // namespace

ImportSource readFrameSource(const std::filesystem::path& file) {
    const std::filesystem::path first = io::expandPatterns(std::span(&file, 1)).front();
    ImportSource source;
    if (io::holdsImages(io::fileKind(first)))
        source.kind = ImportSource::Kind::images;
    else
        source.nodes = io::listFile(first); // says what is wrong with a file of another kind
    return source;
}

ImportSource readPositionSource(const std::filesystem::path& file, std::optional<double> scan) {
    if (io::fileKind(file) == io::FileKind::hdf5) return readFrameSource(file);
    ImportSource source;
    source.kind = ImportSource::Kind::columns;
    source.scans = io::scanNumbers(file);
    if (source.scans.size() < 2) source.scans.clear();
    if (!source.scans.empty() && !scan) return source;
    std::optional<std::size_t> number;
    if (scan) number = static_cast<std::size_t>(std::max(0.0, *scan));
    source.nodes = columnsOf(io::readTextTable(file, number));
    return source;
}

bool isPositionTable(const std::filesystem::path& file) noexcept {
    try {
        if (!std::filesystem::is_regular_file(file) || io::isStackFile(file)) return false;
        if (!io::scanNumbers(file).empty()) return true;
        const io::TextTable table = io::readTextTable(file);
        return table.columns.size() >= 2 && table.rows() > 1;
    } catch (...) { // says nothing of what it is
        return false;
    }
}

std::pair<std::string, std::string> guessColumns(const std::vector<io::FileNode>& columns) {
    if (columns.size() == 2 && columns[0].path == "1") return {"1", "2"};
    const auto named = [&](QChar axis) {
        std::vector<std::string> found;
        for (const io::FileNode& column : columns) {
            QString name = QString::fromStdString(column.path).toLower();
            static const QRegularExpression kUnit(QStringLiteral("\\s*[(\\[][^)\\]]*[)\\]]$"));
            name.remove(kUnit);
            // x, pos_x, samx, x_um, samx (um)
            const bool alone = name.size() == 1 || !name[1].isLetter();
            if ((name.startsWith(axis) && alone) || name.endsWith(axis)) found.push_back(column.path);
        }
        return found.size() == 1 ? found.front() : std::string();
    };
    std::pair<std::string, std::string> guess{named(u'x'), named(u'y')};
    return guess.first.empty() || guess.second.empty() ? std::pair<std::string, std::string>{} : guess;
}

QString patternOf(const QStringList& files) {
    if (files.isEmpty()) return {};
    const QFileInfo first(files.front());
    QString name = first.fileName();
    if (files.size() == 1) {
        if (io::holdsImages(io::fileKind(toPath(files.front())))) name = seriesOf(first);
    } else {
        QStringList names;
        for (const QString& file : files) names << QFileInfo(file).fileName();
        name = commonPattern(names);
    }
    return first.absoluteDir().filePath(name);
}

io::ImportMapping withoutFiles(io::ImportMapping mapping) {
    if (!mapping.framesFile.empty()) mapping.frames.clear();
    mapping.framesFile.clear();
    if (!mapping.positionsFile.empty()) {
        for (std::string* name :
             {&mapping.positions, &mapping.positionX, &mapping.positionY, &mapping.frameIndex, &mapping.monitor})
            if (name->starts_with('/')) name->clear();
    }
    mapping.positionsFile.clear();
    mapping.positionsScan.reset();
    return mapping;
}

} // namespace ewald::ui
