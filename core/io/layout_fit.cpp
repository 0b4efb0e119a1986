// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/layout_fit.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace ewald::io {
namespace {

using Parts = std::vector<std::string>;

Parts split(const std::string& path) {
    Parts parts;
    std::size_t begin = 1;
    while (begin < path.size()) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        parts.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::string joined(const Parts& parts) {
    std::string path;
    for (const std::string& part : parts) path += "/" + part;
    return path;
}

/// A name with '#' for every number: "entry0042" and "entry0044" are the same.
std::string pattern(const std::string& name) {
    std::string made;
    for (const char c : name) {
        const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
        if (!digit) made += c;
        if (digit && (made.empty() || made.back() != '#')) made += '#';
    }
    return made;
}

bool sound(const FileNode& node, bool frames) {
    if (!node.problem.empty()) return false;
    // Frames may be a group of numbered datasets, as DECTRIS detectors write them.
    if (frames) return node.isGroup || node.shape.size() == 3 || node.shape.size() == 4;
    return !node.isGroup;
}

/// The datasets of one mapping in one file.
class Fit {
public:
    Fit(const std::vector<FileNode>& tree, const std::string& mapped, const std::string& found)
        : m_tree(tree), m_mapped(split(mapped)), m_found(split(found)) {}

    /// Replaces a path by that of the same dataset in this file. \return false when there is none, or more than one
    [[nodiscard]] bool place(std::string& path) const {
        if (path.empty()) return true;
        // Groups that it shares with the frames have the numbers that they have there.
        Parts parts = split(path);
        std::size_t shared = 0;
        for (; shared < std::min(parts.size(), m_mapped.size()) && parts[shared] == m_mapped[shared]; ++shared)
            parts[shared] = m_found[shared];
        path = joined(parts);
        const std::string group = joined({parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(shared)}) + "/";
        const auto usable = [&](const FileNode& node) { return sound(node, false); };
        if (std::ranges::any_of(m_tree, [&](const FileNode& node) { return node.path == path && usable(node); }))
            return true;
        const FileNode* other = nullptr;
        const std::string wanted = pattern(path);
        for (const FileNode& node : m_tree) {
            if (!usable(node) || pattern(node.path) != wanted || !node.path.starts_with(group)) continue;
            if (other != nullptr) return false;
            other = &node;
        }
        if (other == nullptr) return false;
        path = other->path;
        return true;
    }

private:
    const std::vector<FileNode>& m_tree;
    Parts m_mapped;
    Parts m_found;
};

std::optional<ImportMapping> fitAt(const ImportMapping& layout, const std::vector<FileNode>& tree,
                                   const std::string& frames) {
    ImportMapping mapping = layout;
    mapping.frames = frames;
    const Fit fit(tree, layout.frames, frames);
    for (std::string* path : {&mapping.mask, &mapping.probe, &mapping.energy, &mapping.distance, &mapping.pixelSize})
        if (!fit.place(*path)) return std::nullopt;
    if (!mapping.positionsFile.empty()) return mapping; // their names are of that file
    for (std::string* path :
         {&mapping.positions, &mapping.positionX, &mapping.positionY, &mapping.frameIndex, &mapping.monitor})
        if (!fit.place(*path)) return std::nullopt;
    return mapping;
}

} // namespace

std::optional<ImportMapping> fitLayout(const ImportMapping& layout, const std::vector<FileNode>& tree) {
    if (layout.frames.empty() || !layout.framesFile.empty()) return std::nullopt;
    const std::string wanted = pattern(layout.frames);
    // As it was mapped, where that is there; else in the order of the file.
    for (const bool exact : {true, false}) {
        for (const FileNode& node : tree) {
            if ((node.path == layout.frames) != exact || pattern(node.path) != wanted || !sound(node, true)) continue;
            if (auto fitted = fitAt(layout, tree, node.path)) return fitted;
        }
    }
    return std::nullopt;
}

} // namespace ewald::io
