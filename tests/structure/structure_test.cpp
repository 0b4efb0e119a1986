// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooms.h"
#include "source_tree.h"

#include "test_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace ewald::structure {
namespace {

SourceFile source(std::string path, std::vector<std::string> lines) {
    lines.insert(lines.begin(), "// SPDX-License-Identifier: GPL-3.0-or-later");
    if (path.ends_with(".h")) lines.insert(lines.begin() + 1, "#pragma once");
    return {std::move(path), std::move(lines), true};
}

TEST(Structure, TreeObeysTheLayers) {
    const std::vector<SourceFile> tree = readSourceTree(EWALD_SOURCE_DIR);
    ASSERT_GT(tree.size(), 30U) << "the tree was not found at " << EWALD_SOURCE_DIR;
    const std::vector<Finding> findings = checkLayers(tree);
    EXPECT_TRUE(findings.empty()) << toText(findings);
}

TEST(Structure, TreeObeysTheStyle) {
    const std::vector<Finding> findings = checkStyle(readSourceTree(EWALD_SOURCE_DIR));
    EXPECT_TRUE(findings.empty()) << toText(findings);
}

std::string textOf(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Structure, FilesAndFunctionsAreShort) {
    const std::filesystem::path root = EWALD_SOURCE_DIR;
    const std::vector<Finding> findings =
        checkSizes(readSourceTree(root), textOf(root / "tests" / "structure" / "long_pieces.txt"));
    EXPECT_TRUE(findings.empty()) << toText(findings);
}

TEST(Structure, FoldersOfManyFilesAreFound) {
    const auto found = [](const std::string& folder, int files) {
        std::vector<SourceFile> tree;
        for (int i = 0; i < files; ++i) tree.push_back(source((folder + "/" + std::to_string(i) + ".cpp").c_str(), {}));
        return toText(checkSizes(tree, ""));
    };
    EXPECT_EQ(found("core/io", 40), "");
    EXPECT_NE(found("core/io", 41).find("core/io: has 41 files"), std::string::npos) << found("core/io", 41);
    EXPECT_EQ(found("tests/io", 41), "");
}

TEST(Structure, LongFilesAndFunctionsAreFound) {
    const auto function = [](std::vector<std::string> declaration, std::size_t lines, const std::string& indent) {
        declaration.insert(declaration.end(), lines, indent + "    x = 1;");
        declaration.push_back(indent + "}");
        return declaration;
    };
    const auto found = [](const std::vector<std::string>& lines, const std::string& exceptions = "") {
        return toText(checkSizes({source("core/base/a.cpp", lines)}, exceptions));
    };
    EXPECT_EQ(found(std::vector<std::string>(599, "int x;")), "");
    EXPECT_NE(found(std::vector<std::string>(600, "int x;")).find("core/base/a.cpp has 601 lines"), std::string::npos);
    EXPECT_EQ(found(std::vector<std::string>(600, "int x;"), "# today\n601 core/base/a.cpp\n"), "");
    EXPECT_NE(found(std::vector<std::string>(601, "int x;"), "601 core/base/a.cpp").find("602"), std::string::npos);
    EXPECT_NE(found({}, "601 core/base/a.cpp").find("remove it"), std::string::npos);

    const std::vector<std::vector<std::string>> declarations = {
        {"void f() {"},
        {"template <class T>", "std::vector<T> A::f(int a,", "                     int b) const {"},
        {"A::f(int a) : m_a(a) {"}};
    for (const auto& declaration : declarations) {
        const std::size_t most = 80 - declaration.size() - 1;
        EXPECT_EQ(found(function(declaration, most, "")), "") << declaration.front();
        EXPECT_NE(found(function(declaration, most + 1, "")).find("f has 81 lines"), std::string::npos)
            << declaration.front();
    }
    std::vector<std::string> inside = {"class A {", "public:"};
    for (const std::string& line : function({"    int f() {"}, 79, "    ")) inside.push_back(line);
    inside.emplace_back("};");
    EXPECT_NE(found(inside).find("core/base/a.cpp:4: core/base/a.cpp:f has 81 lines"), std::string::npos)
        << found(inside);
    EXPECT_NE(found(function({"TEST(Suite, Case) {"}, 79, "")).find("Suite.Case has 81"), std::string::npos);
    EXPECT_EQ(found(function({"class A {"}, 90, "")), "");
    EXPECT_EQ(found(function({"constexpr int kTable[] = {"}, 90, "")), "");
}

TEST(Structure, KindsOfJobsAreAskedAndNotCompared) {
    const std::vector<Finding> findings = checkJobKinds(readSourceTree(EWALD_SOURCE_DIR));
    EXPECT_TRUE(findings.empty()) << toText(findings);
    const auto count = [](const char* path, const char* line) { return checkJobKinds({source(path, {line})}).size(); };
    for (const char* line : {"if (job.isIntegration()) return;", "if (plan.kind == \"integrate\") return;",
                             "if (\"ptycho\" != kind) return;", "def.isOfKind(\"ptycho\")",
                             "if (&kindOf(job) == &integrateJobKind()) return;"}) {
        for (const char* path : {"core/job/run.cpp", "ui/window/page.cpp", "app/cli/run.cpp"})
            EXPECT_EQ(count(path, line), 1U) << path << ": " << line;
        for (const char* path :
             {"core/job/ptychography/ptycho_job_kind.cpp", "ui/model/job_kind_ui.cpp", "tests/job/a_test.cpp"})
            EXPECT_EQ(count(path, line), 0U) << path << ": " << line;
    }
    EXPECT_EQ(count("app/cli/info.cpp", "JobDocument document = job::integrateJobKind().newDocument();"), 0U);
    EXPECT_EQ(count("core/job/run.cpp", "// kind == \"integrate\""), 0U);
}

TEST(Structure, EnginesAreAskedAndNotNamed) {
    const std::vector<SourceFile> tree = readSourceTree(EWALD_SOURCE_DIR);
    const std::vector<Finding> findings = checkEngines(tree);
    EXPECT_TRUE(findings.empty()) << toText(findings);
    std::vector<SourceFile> engines; // they declare the names
    std::ranges::copy_if(tree, std::back_inserter(engines),
                         [](const SourceFile& file) { return file.path.starts_with("core/ptycho/engines/"); });
    for (const char* name : {"rpie", "epie", "dm"}) {
        const std::string line = std::string("if (stage.engine == \"") + name + "\") return;";
        for (const char* path : {"core/job/run.cpp", "ui/window/page.cpp", "app/cli/run.cpp", "tests/job/a_test.cpp"}) {
            std::vector<SourceFile> more = engines;
            more.push_back(source(path, {line, "// " + line}));
            EXPECT_EQ(checkEngines(more).size(), std::string(path).starts_with("tests") ? 0U : 1U) << path << line;
        }
    }
    std::vector<SourceFile> more = engines;
    more.push_back(source("app/cli/run.cpp", {"phrase(\"engines are rpie, epie\")"}));
    EXPECT_EQ(checkEngines(more).size(), 1U);
}

/// Text in back quotes that looks like the path of a file, with a folder and an extension.
std::vector<std::string> pathsIn(const std::string& text) {
    static const std::regex pattern("`([A-Za-z_.]+/[A-Za-z0-9_./]*\\.[a-z]+)`");
    std::vector<std::string> paths;
    for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) paths.push_back((*it)[1]);
    return paths;
}

TEST(Structure, DocumentsNameFilesThatExist) {
    const std::filesystem::path root = EWALD_SOURCE_DIR;
    for (const char* document : {"ARCHITECTURE.md", "CONTRIBUTING.md"}) {
        std::ifstream stream(root / document);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const std::vector<std::string> paths = pathsIn(text);
        EXPECT_FALSE(paths.empty()) << document;
        for (const std::string& path : paths)
            EXPECT_TRUE(std::filesystem::exists(root / path)) << document << ": " << path;
    }
    EXPECT_EQ(pathsIn("`core/io/scan.cpp` `core/io` `a.cpp` core/b.cpp"),
              (std::vector<std::string>{"core/io/scan.cpp"}));
}

/// No program links the modules for GPUs and MPI: a build of named programs would leave them out.
TEST(Structure, TheProgramThatPeopleStartIsBuiltWithItsModules) {
    std::ifstream stream(std::filesystem::path(EWALD_SOURCE_DIR) / "packaging" / "run");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_TRUE(std::regex_search(text, std::regex("\nbuild release *(#[^\n]*)?\n"))) << text;
}

// The checker itself: a small tree of one header a layer, in which every include of the table is fine …
std::vector<SourceFile> fixture() {
    std::vector<SourceFile> tree;
    for (const char* path : {"core/base/a.h",
                             "core/kernels/a.h",
                             "core/compute/a.h",
                             "core/compute/cpu/loops.h",
                             "core/compute/devices/a.h",
                             "core/ptycho/a.h",
                             "core/ptycho/model/a.h",
                             "core/ptycho/engines/a.h",
                             "core/azint/a.h",
                             "core/codec/a.h",
                             "core/io/a.h",
                             "core/io/stack/segment.h",
                             "core/sim/a.h",
                             "core/job/a.h",
                             "core/job/document/a.h",
                             "core/job/run/a.h",
                             "gpu/cuda/a.h",
                             "core/job/queue/a.h",
                             "core/job/queue/folder/a.h",
                             "core/job/queue/store/a.h",
                             "core/job/queue/slurm/a.h",
                             "ui/view/a.h",
                             "ui/model/a.h",
                             "ui/form/a.h",
                             "ui/window/a.h",
                             "app/window/a.h",
                             "app/cli/a.h"})
        tree.push_back(source(path, {}));
    return tree;
}

struct IncludeCase {
    const char* path;
    const char* line;
    bool allowed;
};

// … and each line of this table is allowed or refused as it says.
constexpr IncludeCase kIncludeCases[] = {
    {"core/compute/b.cpp", "#include \"kernels/a.h\"", true},
    {"core/compute/b.cpp", "#include \"compute/cpu/loops.h\"", true},
    {"core/ptycho/b.cpp", "#include \"compute/a.h\"", true},
    {"core/sim/b.cpp", "#include \"io/a.h\"", true},
    {"core/job/b.cpp", "#include \"sim/a.h\"", true},
    {"ui/model/b.cpp", "#include \"job/a.h\"", true},
    {"ui/view/b.cpp", "#include <vtkActor.h>", true},
    {"ui/window/b.cpp", "#include \"view/a.h\"", true},
    {"app/window/b.cpp", "#include \"window/a.h\"", true},
    {"core/io/b.cpp", "#include <hdf5.h>", true},
    {"gpu/cuda/b.cu", "#include \"codec/a.h\"", true},
    {"core/base/b.h", "// #include \"io/a.h\"", true},
    {"core/base/b.h", "#include \"io/a.h\"", false},
    {"core/kernels/b.h", "#include \"compute/a.h\"", false},
    {"core/codec/b.h", "#include \"io/a.h\"", false},
    {"core/ptycho/b.cpp", "#include \"io/a.h\"", false},
    {"core/ptycho/b.cpp", "#include \"job/a.h\"", false},
    {"core/ptycho/b.cpp", "#include \"azint/a.h\"", false},
    {"core/ptycho/b.cpp", "#include \"compute/cpu/loops.h\"", false},
    {"core/io/b.cpp", "#include \"compute/a.h\"", false},
    {"core/io/readers/b.cpp", "#include \"io/stack/segment.h\"", true},
    {"core/job/b.cpp", "#include \"io/stack/segment.h\"", false},
    {"core/sim/b.cpp", "#include \"job/a.h\"", false},
    {"core/job/b.cpp", "#include \"../gpu/cuda/a.h\"", false},
    {"gpu/cuda/b.cu", "#include \"io/a.h\"", false},
    {"core/compute/b.cpp", "#include \"compute/devices/a.h\"", true},
    {"core/compute/devices/b.cpp", "#include \"compute/cpu/loops.h\"", false},
    {"core/compute/devices/b.cpp", "#include \"compute/a.h\"", false},
    {"core/ptycho/b.cpp", "#include \"ptycho/model/a.h\"", true},
    {"core/ptycho/engines/descent/b.cpp", "#include \"ptycho/model/a.h\"", true},
    {"core/ptycho/engines/descent/b.cpp", "#include \"ptycho/engines/a.h\"", false},
    {"core/ptycho/model/b.cpp", "#include \"ptycho/engines/a.h\"", false},
    {"core/job/run/b.cpp", "#include \"job/document/a.h\"", true},
    {"core/job/run/b.cpp", "#include \"ptycho/engines/a.h\"", true},
    {"core/job/document/b.cpp", "#include \"job/run/a.h\"", false},
    {"core/job/document/b.cpp", "#include \"job/a.h\"", false},
    {"core/job/run/b.cpp", "#include \"job/queue/folder/a.h\"", false},
    {"core/job/other/b.cpp", "#include \"job/document/a.h\"", false},
    {"core/job/queue/b.cpp", "#include \"job/queue/slurm/a.h\"", true},
    {"core/job/queue/store/b.cpp", "#include \"job/queue/folder/a.h\"", true},
    {"core/job/queue/store/b.cpp", "#include \"job/document/a.h\"", true},
    {"core/job/queue/folder/b.cpp", "#include \"job/queue/store/a.h\"", false},
    {"core/job/queue/store/b.cpp", "#include \"job/queue/slurm/a.h\"", false},
    {"core/job/queue/slurm/b.cpp", "#include \"job/queue/a.h\"", false},
    {"core/job/queue/other/b.cpp", "#include \"job/queue/store/a.h\"", false},
    {"ui/view/b.cpp", "#include \"job/a.h\"", false},
    {"ui/model/b.cpp", "#include \"view/a.h\"", false},
    {"ui/model/b.cpp", "#include \"form/a.h\"", false},
    {"ui/form/b.cpp", "#include \"view/a.h\"", false},
    {"ui/window/b.cpp", "#include \"app/window/a.h\"", false},
    {"app/cli/b.cpp", "#include \"model/a.h\"", false},
    {"core/base/b.cpp", "#include <QString>", false},
    {"core/job/b.cpp", "#include <vtkActor.h>", false},
    {"core/compute/b.cpp", "#include <cuda_runtime.h>", false},
    {"core/job/b.cpp", "#include <hdf5.h>", false},
    {"core/compute/devices/parallel.cpp", "#include <tbb/parallel_for.h>", true},
    {"core/azint/b.cpp", "#include <tbb/parallel_for.h>", false},
    {"ui/model/b.cpp", "#include <H5Dpublic.h>", false},
    {"core/io/b.cpp", "#include \"io/no_such_file.h\"", false},
    {"core/io/b.cpp", "#include \"test_paths.h\"", false},
    {"tests/io/b_test.cpp", "#include \"test_paths.h\"", true},
    {"tests/io/b_test.cpp", "#include \"no_test_paths.h\"", false},
    {"core/misc/b.cpp", "#include \"base/a.h\"", false},
    {"core/io/b.cpp", "std::cout << 1;", false},
    {"core/io/b.cpp", "std::printf(\"x\");", false},
    {"core/io/b.cpp", "std::snprintf(text, size, \"x\");", true},
    {"core/io/b.cpp", "exit(1);", false},
    {"core/ptycho/b.cpp", "if (queue.isCuda()) return;", false},
};

TEST(Structure, EachRuleCanFail) {
    for (const IncludeCase& rule : kIncludeCases) {
        SCOPED_TRACE(std::string(rule.path) + ": " + rule.line);
        std::vector<SourceFile> tree = fixture();
        tree.push_back(source(rule.path, {rule.line}));
        const std::vector<Finding> findings = checkLayers(tree);
        ASSERT_EQ(findings.size(), rule.allowed ? 0U : 1U) << toText(findings);
        for (const Finding& finding : findings) EXPECT_EQ(finding.path, rule.path);
    }
}

TEST(Structure, RoomsHaveNoCircle) {
    std::set<std::string, std::less<>> before;
    for (const Room& room : rooms()) {
        for (const std::string& below : room.below)
            EXPECT_TRUE(before.contains(below)) << room.folder << " may include " << below << ", which comes after it";
        EXPECT_TRUE(before.insert(room.folder).second) << room.folder << " is there twice";
        EXPECT_TRUE(std::filesystem::is_directory(std::filesystem::path(EWALD_SOURCE_DIR) / room.folder))
            << room.folder;
    }
}

TEST(Structure, CyclesAreFound) {
    const std::vector<Finding> findings = checkLayers(
        {source("core/base/a.h", {"#include \"base/b.h\""}), source("core/base/b.h", {"#include \"base/a.h\""})});
    ASSERT_EQ(findings.size(), 1U) << toText(findings);
    EXPECT_NE(findings[0].text.find("core/base/a.h > core/base/b.h > core/base/a.h"), std::string::npos);
    EXPECT_TRUE(checkLayers({source("core/base/a.h", {"#include \"base/a_impl.h\""}),
                             source("core/base/a_impl.h", {"#include \"base/a.h\""})})
                    .empty());
}

TEST(Structure, StyleMistakesAreFound) {
    const auto mistakes = [](SourceFile file) { return checkStyle({std::move(file)}).size(); };
    const std::string wide(121, 'x');
    std::string umlauts;
    for (int i = 0; i < 120; ++i) umlauts += "ü";
    EXPECT_EQ(mistakes(source("core/base/a.h", {"int x;", umlauts})), 0U);
    EXPECT_EQ(mistakes(source("core/base/a.h", {wide})), 1U);
    EXPECT_EQ(mistakes(source("core/base/a.h", {"\tint x;"})), 1U);
    EXPECT_EQ(mistakes(source("core/base/a.h", {"int x; "})), 1U);
    EXPECT_EQ(mistakes(source("core/base/a.cpp", {std::string("// TO") + "DO: later"})), 1U);
    EXPECT_EQ(mistakes(source("core/base/Error.cpp", {})), 1U);
    EXPECT_EQ(mistakes({"core/base/a.cpp", {"int x;"}, true}), 1U);
    EXPECT_EQ(mistakes({"core/base/a.h", {"// SPDX-License-Identifier: GPL-3.0-or-later"}, true}), 1U);
    EXPECT_EQ(mistakes({"core/base/a.cpp", {"// SPDX-License-Identifier: GPL-3.0-or-later"}, false}), 1U);
}

TEST(Structure, CommentsAreLeftOut) {
    const SourceFile file{"a.cpp", {"int a; // b", "/* c", "d */ int e;", "\"// f\" '\"' g", "1'000 // h"}, true};
    EXPECT_EQ(withoutComments(file), (std::vector<std::string>{"int a; ", "", " int e;", "\"// f\" '\"' g", "1'000 "}));
}

} // namespace
} // namespace ewald::structure
