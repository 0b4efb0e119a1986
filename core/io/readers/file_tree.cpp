// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of an HDF5 file for the import dialog, and the guess which of its datasets is what.
#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "io/hdf5/hdf5.h"
#include "io/hdf5/hdf5_client.h"
#include "io/mapping_unit.h"
#include "io/readers/reader_tools.h"
#include "io/scan.h"

#include <algorithm>
#include <set>

namespace ewald::io {
namespace {

using Identity = std::pair<std::uint64_t, std::uint64_t>;

/// Walks through a file once. Groups that lead back to themselves are listed and not entered again; a group behind a
/// soft or external link is opened one level deep.
class Walker {
public:
    explicit Walker(const h5::File& file) : m_file(file) {}

    std::vector<FileNode> walk() {
        m_seen.insert(m_file.identity("/").value_or(Identity{}));
        enter("", 0, false);
        return std::move(m_nodes);
    }

private:
    static constexpr std::size_t kMostNodes = 20'000;
    static constexpr int kDeepest = 32;

    void enter(const std::string& group, int depth, bool behindLink) {
        for (const std::string& name : m_file.children(group.empty() ? "/" : group)) {
            if (m_nodes.size() >= kMostNodes) return;
            const std::string path = group + "/" + name;
            const h5::NodeKind kind = m_file.kind(path);
            const bool linked = !m_file.linkTarget(path).empty();
            m_nodes.push_back(describe(path, kind));
            if (kind != h5::NodeKind::group || depth >= kDeepest || behindLink) continue;
            const Identity identity = m_file.identity(path).value_or(Identity{});
            if (linked)
                enter(path, depth + 1, true);
            else if (m_seen.insert(identity).second)
                enter(path, depth + 1, false);
        }
    }

    FileNode describe(const std::string& path, h5::NodeKind kind) const {
        FileNode node;
        node.path = path;
        node.isGroup = kind == h5::NodeKind::group;
        try {
            if (kind == h5::NodeKind::dangling || kind == h5::NodeKind::missing)
                node.problem = m_file.whyMissing(path);
            else if (kind == h5::NodeKind::namedType)
                node.type = "named type";
            else if (kind == h5::NodeKind::dataset)
                describeDataset(node);
        } catch (const Error& error) {
            node.problem = error.problem();
        }
        return node;
    }

    void describeDataset(FileNode& node) const {
        const h5::Dataset dataset = m_file.dataset(node.path);
        const h5::DatasetInfo& info = dataset.info();
        node.shape = info.shape;
        node.type = info.type.name;
        node.filters = info.filterNames();
        node.units = unitsOf(m_file, node.path);
        const std::string filter = info.unavailableFilter();
        if (!filter.empty()) node.problem = phrase("compressed with %1, which Ewald cannot undo", filter);
        const std::vector<std::string> missing = dataset.missingSources();
        if (!missing.empty()) node.problem = phrase("the source file %1 is not there", missing.front());
        if (info.null) {
            node.value = "empty";
        } else if (info.elements() == 1 && node.problem.empty()) {
            if (info.type.kind == h5::ElementType::Kind::text)
                node.value = m_file.text(node.path).value_or("");
            else if (const auto value = m_file.number(node.path))
                node.value = numberText(*value);
        }
    }

    const h5::File& m_file;
    std::vector<FileNode> m_nodes;
    std::set<Identity> m_seen;
};

/// The tree as another process has found it (packTree in hdf5_answers.cpp): one question instead of ten a node.
std::vector<FileNode> takeTree(h5::detail::RemoteFile& file) {
    const auto answer = file.ask(h5::detail::Request::tree);
    h5::detail::Unpacker in(answer, file.where());
    std::vector<FileNode> nodes;
    const std::size_t count = in.takeCount(1);
    for (std::size_t i = 0; i < count; ++i) {
        FileNode node;
        node.path = in.take<std::string>();
        node.isGroup = in.take<bool>();
        node.shape = in.take<std::vector<std::size_t>>();
        for (std::string* text : {&node.type, &node.filters, &node.units, &node.value, &node.problem})
            *text = in.take<std::string>();
        node.problem = takeParts(node.problem);
        nodes.push_back(std::move(node));
    }
    return nodes;
}

std::string lowerName(const std::string& path) { return lowerAscii(path.substr(path.rfind('/') + 1)); }

bool contains(const std::string& text, std::initializer_list<const char*> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const char* part) { return text.find(part) != std::string::npos; });
}

bool isReal(const FileNode& node) {
    return !node.isGroup && (node.type.starts_with("int") || node.type.starts_with("uint") ||
                             node.type.starts_with("float") || node.type == "bool");
}

std::size_t elementsOf(const FileNode& node) {
    std::size_t count = 1;
    for (const std::size_t extent : node.shape) count *= extent;
    return count;
}

/// The node with the highest score above zero.
template <class Score>
const FileNode* best(const std::vector<FileNode>& nodes, const Score& score) {
    const FileNode* found = nullptr;
    double highest = 0;
    for (const FileNode& node : nodes) {
        if (node.isGroup || !node.problem.empty()) continue;
        const double value = score(node);
        if (value > highest) {
            highest = value;
            found = &node;
        }
    }
    return found;
}

const FileNode* guessFrames(const std::vector<FileNode>& nodes) {
    return best(nodes, [](const FileNode& node) -> double {
        const std::size_t rank = node.shape.size();
        if (!isReal(node) || rank < 3 || rank > 4) return 0;
        if (node.shape[rank - 1] < 8 || node.shape[rank - 2] < 8 || elementsOf(node) == 0) return 0;
        const std::string name = lowerName(node.path);
        double score = 1;
        if (contains(name, {"data", "frames", "diff", "dp", "eiger", "pilatus", "merlin", "images", "patterns"}))
            score += 2;
        if (contains(name, {"mask", "dark", "flat", "white", "error", "weight", "background"})) score -= 0.9;
        if (rank == 3) score += 0.5;
        return score + 0.1 * std::min(1.0, static_cast<double>(elementsOf(node)) / 1e7);
    });
}

/// Motor-like lists with one value a frame: a score for x, another for y, by name.
const FileNode* guessAxis(const std::vector<FileNode>& nodes, std::size_t frames, bool wantX) {
    return best(nodes, [&](const FileNode& node) -> double {
        if (!isReal(node) || node.shape.empty() || elementsOf(node) != frames || frames < 2) return 0;
        const std::string name = lowerName(node.path);
        const std::string letter = wantX ? "x" : "y";
        double score = 0;
        if (name == letter)
            score = 4;
        else if (name == "pos" + letter || name == letter + "pos" || name == "pp" + letter)
            score = 3.5;
        else if (name.ends_with("_" + letter) || name.starts_with(letter + "_") || name.ends_with("position" + letter))
            score = 3;
        else if (name.ends_with(letter))
            score = 2;
        // Where the beam runs along y, or a stage has x and z: the vertical one.
        else if (!wantX && (name == "z" || name.ends_with("_z") || (name.size() <= 5 && name.ends_with("z"))))
            score = 1;
        if (score > 0 && contains(name, {"index", "pixel", "max", "idx"})) score -= 2.5;
        return score;
    });
}

const FileNode* guessPositions(const std::vector<FileNode>& nodes, std::size_t frames) {
    return best(nodes, [&](const FileNode& node) -> double {
        if (!isReal(node) || node.shape.size() < 2 || frames < 2) return 0;
        if (elementsOf(node) != 2 * frames && elementsOf(node) != 3 * frames) return 0;
        const std::size_t first = node.shape.front();
        const std::size_t last = node.shape.back();
        if (last != 2 && last != 3 && first != 2 && first != 3) return 0;
        return contains(lowerName(node.path), {"translation", "pos", "points", "scan", "coord"}) ? 2 : 0.5;
    });
}

const FileNode* guessScalar(const std::vector<FileNode>& nodes, std::initializer_list<const char*> names,
                            std::initializer_list<const char*> notNames) {
    return best(nodes, [&](const FileNode& node) -> double {
        if (!isReal(node) || elementsOf(node) != 1) return 0;
        const std::string name = lowerName(node.path);
        if (contains(name, notNames) || node.units == "GeV") return 0;
        double score = 10;
        for (const std::string wanted : names) {
            if (name == wanted) return score + 0.5;
            if (wanted.size() > 2 && name.find(wanted) != std::string::npos) return score;
            score -= 1;
        }
        return 0;
    });
}

double valueOf(const FileNode& node) { return std::strtod(node.value.c_str(), nullptr); }

void guessGeometry(const std::vector<FileNode>& nodes, ImportMapping& mapping) {
    if (const FileNode* node =
            guessScalar(nodes, {"energy", "wavelength", "lambda", "e", "en"}, {"spread", "ring", "threshold"})) {
        mapping.energy = node->path;
        const bool wave = contains(lowerName(node->path), {"wavelength", "lambda"});
        mapping.energyUnit = mappingUnit(*node, wave ? "m" : "keV");
        if (!wave && mapping.energyUnit == "keV" && node->units.empty())
            mapping.energyUnit = unitBySize(SizedQuantity::energy, valueOf(*node));
    }
    if (const FileNode* node = guessScalar(
            nodes, {"distance", "detector_distance", "det_dist", "z_m", "detz", "det_z", "dtz", "camera_length"}, {})) {
        mapping.distance = node->path;
        mapping.distanceUnit = mappingUnit(*node, unitBySize(SizedQuantity::distance, valueOf(*node)));
    }
    if (const FileNode* node =
            guessScalar(nodes, {"x_pixel_size", "pixel_size", "ccd_pixel_um", "psize", "pixelsize", "pix_size"}, {})) {
        mapping.pixelSize = node->path;
        mapping.pixelSizeUnit = mappingUnit(*node, unitBySize(SizedQuantity::pixelSize, valueOf(*node)));
    }
}

} // namespace

std::string mappingUnit(const FileNode& node, const std::string& fallback) {
    const std::string name = lowerName(node.path);
    const std::string ending = name.find('_') == std::string::npos ? "" : name.substr(name.rfind('_') + 1);
    for (const std::string& unit : {node.units, ending}) {
        if (unit.empty()) continue;
        if (const auto metres = metresPer(unit))
            for (const char* known : {"m", "mm", "um", "nm", "A"})
                if (*metresPer(known) == *metres) return known;
        if (const auto joules = joulesPer(unit))
            for (const char* known : {"keV", "eV", "J"})
                if (*joulesPer(known) == *joules) return known;
    }
    return fallback;
}

std::string unitBySize(SizedQuantity quantity, double value) {
    switch (quantity) {
    case SizedQuantity::energy: return value > 0 && value < 1e-10 ? "J" : value >= 100 ? "eV" : "keV";
    case SizedQuantity::distance: return value >= 100 ? "mm" : "m";
    case SizedQuantity::pixelSize: return value >= 1 ? "um" : value >= 1e-3 ? "mm" : "m";
    }
    return {};
}

std::vector<FileNode> listFile(const h5::File& file) {
    return file.remote() != nullptr ? takeTree(*file.remote()) : Walker(file).walk();
}

std::vector<FileNode> listFile(const std::filesystem::path& path) { return listFile(h5::File::open(path)); }

ImportMapping guessMapping(const std::filesystem::path& path) {
    const std::vector<FileNode> nodes = listFile(path);
    ImportMapping mapping;
    const FileNode* frames = guessFrames(nodes);
    if (frames == nullptr) return mapping;
    mapping.frames = frames->path;
    mapping.amplitudes = contains(lowerName(frames->path), {"diffamp", "amplitude"});
    mapping.cornerCentred = lowerName(frames->path) == "diffamp";
    const std::size_t count = frames->shape.size() == 4 ? frames->shape[0] * frames->shape[1] : frames->shape[0];
    const FileNode* positions = guessPositions(nodes, count);
    const FileNode* x = guessAxis(nodes, count, true);
    const FileNode* y = guessAxis(nodes, count, false);
    if (positions != nullptr) {
        mapping.positions = positions->path;
        mapping.positionUnit = mappingUnit(*positions, "m");
    } else if (x != nullptr && y != nullptr) {
        mapping.positionX = x->path;
        mapping.positionY = y->path;
        mapping.positionUnit = mappingUnit(*x, "m");
    }
    guessGeometry(nodes, mapping);
    const std::size_t rank = frames->shape.size();
    if (const FileNode* mask = best(nodes, [&](const FileNode& node) -> double {
            return isReal(node) && node.shape.size() == 2 && node.shape[0] == frames->shape[rank - 2] &&
                   node.shape[1] == frames->shape[rank - 1] && contains(lowerName(node.path), {"mask", "bad"});
        }))
        mapping.mask = mask->path;
    if (const FileNode* probe = best(nodes, [&](const FileNode& node) -> double {
            // A simulated file's truth is for comparing, not for starting from.
            return node.type.starts_with("complex") && node.shape.size() >= 2 &&
                   node.path.find("truth") == std::string::npos &&
                   contains(lowerName(node.path), {"probe", "illumination"});
        }))
        mapping.probe = probe->path;
    return mapping;
}

} // namespace ewald::io
