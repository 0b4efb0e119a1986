// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooms.h"
#include "source_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string_view>

namespace ewald::structure {
namespace {

using Names = std::set<std::string, std::less<>>;

/// Layers that a layer may include besides itself. A layer is the first two folders of a path.
const std::map<std::string, Names, std::less<>>& allowedLayers() {
    static const Names core{"core/base",  "core/kernels",   "core/compute", "core/ptycho",
                            "core/azint", "core/calibrate", "core/codec",   "core/io",
                            "core/sim",   "core/job",       "core/crystal", "core/fit"};
    static const auto with = [](Names names, const Names& more) {
        names.insert(more.begin(), more.end());
        return names;
    };
    static const Names engine{"core/base", "core/kernels", "core/compute"};
    static const Names module{"core/base", "core/kernels", "core/compute", "core/codec"};
    static const std::map<std::string, Names, std::less<>> table{
        {"core/base", {}},
        {"core/kernels", {"core/base"}},
        {"core/compute", {"core/base", "core/kernels"}},
        {"core/ptycho", engine},
        {"core/crystal", {"core/base"}},
        {"core/azint", with(engine, {"core/crystal"})},
        {"core/fit", {"core/base"}},
        {"core/calibrate", {"core/base", "core/compute", "core/azint", "core/fit"}},
        {"core/codec", {"core/base"}},
        {"core/io", {"core/base", "core/codec"}},
        {"core/sim", with(engine, {"core/ptycho", "core/azint", "core/codec", "core/io"})},
        {"core/job", core},
        {"gpu/cuda", module},
        {"gpu/nccl", module},
        {"ui/common", {"core/base"}},
        {"ui/view", {"core/base", "ui/common"}},
        {"ui/model", with(core, {"ui/common"})},
        {"ui/form", with(core, {"ui/common", "ui/model"})},
        {"ui/window", with(core, {"ui/common", "ui/view", "ui/model", "ui/form"})},
        {"app/cli", core},
        {"app/hdf5_server", {"core/io"}},
        {"app/window", with(core, {"ui/common", "ui/view", "ui/model", "ui/form", "ui/window"})},
    };
    return table;
}

/// A library whose headers only some folders may include (folders as path prefixes).
struct Library {
    const char* name;
    std::regex header;
    std::vector<std::string> folders;
};

const std::vector<Library>& libraries() {
    static const std::vector<Library> table{
        {"Qt", std::regex("Q[A-Z][A-Za-z0-9]*(/.*)?|q[a-z]+\\.h|Qt[A-Z].*"), {"ui/", "app/window/", "tests/ui/"}},
        {"VTK", std::regex("vtk[A-Z].*"), {"ui/view/", "tests/ui/"}},
        {"CUDA", std::regex("cuda.*|cu(fft|blas|rand).*|cub/.*|thrust/.*|nccl.*|nvml.*"), {"gpu/", "tests/"}},
        {"MPI", std::regex("mpi\\.h"), {"core/compute/mpi/"}},
        {"HDF5", std::regex("hdf5.*|H5[A-Za-z]*\\.h"), {"core/io/", "tests/"}},
        {"FFTW", std::regex("fftw3.*"), {"core/compute/", "tests/"}},
        {"gemmi", std::regex("(gemmi|tao)/.*"), {"core/crystal/", "tests/crystal/"}},
        {"Eigen", std::regex("Eigen/.*"), {"core/calibrate/", "core/fit/"}},
        {"oneTBB", std::regex("(one)?tbb/.*"), {"core/compute/devices/parallel.cpp"}},
        {"image files", std::regex("tiff.*|png.*"), {"core/io/", "tests/"}},
        {"compression", std::regex("lz4.*|zstd.*|blosc.*|zlib\\.h|libdeflate\\.h"), {"core/codec/", "tests/"}},
        {"SQLite", std::regex("sqlite3\\.h"), {"core/job/queue/"}},
        {"JSON",
         std::regex("nlohmann/.*"),
         {"core/base/json_text", "core/job/", "core/sim/", "core/azint/", "ui/", "app/", "tests/"}},
        {"CLI11", std::regex("CLI/.*"), {"app/cli/", "tests/"}},
    };
    return table;
}

/// Text that the code of a folder must not contain, and why.
struct Token {
    std::string folder;
    std::regex pattern;
    const char* why;
};

const std::vector<Token>& tokens() {
    static const std::regex print("\\bstd::(cout|cerr|clog)\\b|\\b(v?f?printf|puts|perror)\\s*\\(");
    static const std::regex leave("\\b(std::)?(exit|_exit|quick_exit)\\s*\\(|\\bstd::(abort|terminate)\\s*\\(");
    static const std::regex device("\\b[A-Za-z_]*(cuda|Cuda|CUDA|nccl|Nccl|NCCL)[A-Za-z_]*\\b");
    static const std::vector<Token> table{
        {"core/", print, "the core prints nothing: report through a LogSink or an observer"},
        {"core/", leave, "the core never exits: throw an Error"},
        {"core/ptycho/", device, "an engine never asks what kind of device it runs on"},
        {"core/azint/", device, "an engine never asks what kind of device it runs on"},
    };
    return table;
}

std::string layerOf(std::string_view path) {
    const std::size_t first = path.find('/');
    const std::size_t second = path.find('/', first + 1);
    return std::string(path.substr(0, second == std::string_view::npos ? first : second));
}

struct Include {
    std::size_t line = 0;
    std::string target;
    bool quoted = false;
};

std::vector<Include> includesOf(const std::vector<std::string>& lines) {
    static const std::regex pattern(R"(^\s*#\s*include\s*(["<])([^">]+)[">])");
    std::vector<Include> includes;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch match;
        if (std::regex_search(lines[i], match, pattern)) includes.push_back({i + 1, match[2], match[1] == "\""});
    }
    return includes;
}

bool startsWithAny(std::string_view path, const std::vector<std::string>& folders) {
    return std::ranges::any_of(folders, [&](const std::string& folder) { return path.starts_with(folder); });
}

class LayerCheck {
public:
    explicit LayerCheck(const std::vector<SourceFile>& tree) : m_tree(tree) {
        for (const SourceFile& file : tree) m_paths.insert(file.path);
    }

    std::vector<Finding> run() {
        for (const SourceFile& file : m_tree) {
            const std::vector<std::string> code = withoutComments(file);
            checkTokens(file, code);
            for (const Include& include : includesOf(code)) checkInclude(file, include);
        }
        checkCycles();
        return m_findings;
    }

private:
    void add(const SourceFile& file, std::size_t line, std::string text) {
        m_findings.push_back({file.path, line, std::move(text)});
    }

    void checkTokens(const SourceFile& file, const std::vector<std::string>& code) {
        for (const Token& token : tokens()) {
            if (!file.path.starts_with(token.folder)) continue;
            for (std::size_t i = 0; i < code.size(); ++i) {
                std::smatch match;
                if (std::regex_search(code[i], match, token.pattern)) add(file, i + 1, match.str() + ": " + token.why);
            }
        }
    }

    void checkInclude(const SourceFile& file, const Include& include) {
        for (const Library& library : libraries())
            if (std::regex_match(include.target, library.header) && !startsWithAny(file.path, library.folders))
                add(file, include.line,
                    "includes <" + include.target + ">: " + library.name + " must not be used here");
        const std::optional<std::string> target = resolve(file.path, include.target);
        if (!target) {
            if (include.quoted && !isGenerated(file, include.target))
                add(file, include.line, "includes \"" + include.target + "\": there is no such file in the project");
            return;
        }
        m_edges[file.path].insert(*target);
        if (const std::string why = refusal(file.path, *target); !why.empty())
            add(file, include.line, "includes " + *target + ": " + why);
    }

    /// Headers that the build writes: Qt's, and the paths that tests need (ewald_test_path).
    static bool isGenerated(const SourceFile& from, const std::string& target) {
        return target.ends_with(".moc") || (target == "test_paths.h" && from.path.starts_with("tests/"));
    }

    /// The file of the project that an include names, as the compiler would find it.
    std::optional<std::string> resolve(const std::string& from, const std::string& target) const {
        const std::string beside = from.substr(0, from.rfind('/') + 1);
        for (const std::string& prefix : {beside, std::string("core/"), std::string("ui/"), std::string(),
                                          std::string("gpu/"), std::string("app/"), std::string("tests/")})
            if (const auto found = m_paths.find(normal(prefix + target)); found != m_paths.end()) return *found;
        return std::nullopt;
    }

    static std::string normal(const std::string& path) {
        return std::filesystem::path(path).lexically_normal().generic_string();
    }

    static std::string refusal(const std::string& from, const std::string& target) {
        const std::string own = layerOf(from);
        const std::string other = layerOf(target);
        if (target.starts_with("core/compute/cpu/") && own != "core/compute" && !from.starts_with("tests/"))
            return "a backend's own headers are for the backend only";
        if (target == "core/io/stack/segment.h" && own != "core/io" && !from.starts_with("tests/"))
            return "what a stack is made of is for what opens stacks; io/frame_stack.h says what it is";
        if (own == other) return from.starts_with("tests/") ? std::string() : refusalOfRoom(from, target);
        if (target.starts_with("gpu/"))
            return from.starts_with("tests/gpu/") ? "" : "nothing includes gpu/: modules are loaded at run time";
        if (target.starts_with("app/")) return "nothing includes app/";
        if (from.starts_with("tests/")) return {};
        if (target.starts_with("tests/")) return "the product does not include its tests";
        const auto allowed = allowedLayers().find(own);
        if (allowed == allowedLayers().end()) return own + " is not a layer of the table";
        return allowed->second.contains(other) ? std::string() : own + " may not include " + other;
    }

    void checkCycles() {
        std::map<std::string, int> state; // 1 = on the current path, 2 = done
        for (const SourceFile& file : m_tree) {
            std::vector<std::string> trail;
            visit(file.path, state, trail);
        }
    }

    void visit(const std::string& path, std::map<std::string, int>& state, std::vector<std::string>& trail) {
        if (state[path] == 2) return;
        if (state[path] == 1) {
            std::string text = "includes itself: ";
            for (auto it = std::ranges::find(trail, path); it != trail.end(); ++it) text += *it + " > ";
            m_findings.push_back({path, 0, text + path});
            return;
        }
        state[path] = 1;
        trail.push_back(path);
        for (const std::string& next : m_edges[path])
            if (next != path && !isOwnHeader(path, next)) visit(next, state, trail);
        trail.pop_back();
        state[path] = 2;
    }

    /// The bodies of templates are in a_impl.h, which a.h includes at its end and which may include a.h for
    /// readability.
    static bool isOwnHeader(const std::string& path, const std::string& next) {
        constexpr std::string_view suffix = "_impl.h";
        return path.ends_with(suffix) && next == path.substr(0, path.size() - suffix.size()) + ".h";
    }

    const std::vector<SourceFile>& m_tree;
    std::set<std::string> m_paths;
    std::map<std::string, std::set<std::string>> m_edges;
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> checkLayers(const std::vector<SourceFile>& tree) { return LayerCheck(tree).run(); }

} // namespace ewald::structure
