// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/devices/module.h"

#include "base/phrase.h"
#include "base/version.h"
#include "compute/communication/device_collectives.h"
#include "compute/devices/device.h"
#include "compute/devices/module_note.h"
#include "test_paths.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

namespace ewald::compute {
namespace {

namespace fs = std::filesystem;

const fs::path kModules = EWALD_TEST_MODULES;

std::string readAll(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// A folder of this test, with a variable of the environment that is restored afterwards.
class Modules : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "ewald-modules-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        m_folder = name;
        ASSERT_EQ(setenv("EWALD_TEST_WITNESS", witness().c_str(), 1), 0);
    }
    void TearDown() override {
        unsetenv("EWALD_TEST_WITNESS");
        unsetenv("EWALD_MODULE_PATH");
        fs::remove_all(m_folder);
    }
    [[nodiscard]] fs::path witness() const { return m_folder / "witness"; }
    [[nodiscard]] fs::path write(const std::string& name, const std::string& content) const {
        std::ofstream(m_folder / name, std::ios::binary | std::ios::trunc) << content;
        return m_folder / name;
    }
    [[nodiscard]] fs::path copyOf(const char* module) const {
        const fs::path copy = m_folder / "copy.so";
        fs::remove(copy); // a module that is loaded stays mapped: its file must not change
        fs::copy_file(kModules / module, copy, fs::copy_options::overwrite_existing);
        return copy;
    }
    static std::string refusalOf(const fs::path& file) {
        std::string refusal;
        EXPECT_EQ(openModule(file, kCudaModule.factory, refusal), nullptr) << file;
        EXPECT_FALSE(refusal.empty());
        EXPECT_EQ(refusal.find('\n'), std::string::npos);
        return refusal;
    }
    /// What the factory of a module that can be opened gives as its reason.
    static std::string reasonOf(const fs::path& file) {
        std::string reason;
        const auto make = reinterpret_cast<Backend* (*)(std::string&)>(openModule(file, kCudaModule.factory, reason));
        EXPECT_NE(make, nullptr) << reason;
        if (make) {
            EXPECT_EQ(make(reason), nullptr);
        }
        return reason;
    }

    fs::path m_folder;
};

TEST_F(Modules, AreRefusedWithAReason) {
    EXPECT_NE(refusalOf(kModules / "no-such-module.so").find("cannot be read"), std::string::npos);
    EXPECT_EQ(refusalOf(kModules / "test-module-no-note.so"), "is no module of Ewald (no id)");
    EXPECT_EQ(refusalOf(kModules / "test-module-no-factory.so"),
              "is no module of Ewald (no function ewaldMakeBackend)");
    EXPECT_EQ(refusalOf(write("text.so", "not an ELF file")), "is no module of Ewald (no shared object)");
    EXPECT_EQ(refusalOf(write("empty.so", "")), "is no module of Ewald (no shared object)");
    fs::create_directory(m_folder / "folder.so");
    EXPECT_EQ(refusalOf(m_folder / "folder.so"), "is not a regular file");
}

/// The witness shows that the constructors of an accepted module run, so that its absence proves that others did not.
TEST_F(Modules, NoCodeOfAnotherBuildRuns) {
    EXPECT_EQ(reasonOf(copyOf("test-module-no-device.so")), "no device of this kind");
    ASSERT_TRUE(fs::remove(witness()));
    EXPECT_EQ(refusalOf(copyOf("test-module-other-build.so")).substr(0, 53),
              "belongs to another build (ewald 0.0.1 modules 0), thi");
    EXPECT_FALSE(fs::exists(witness()));
    EXPECT_EQ(refusalOf(copyOf("test-module-no-note.so")), "is no module of Ewald (no id)");
    EXPECT_FALSE(fs::exists(witness()));
}

TEST_F(Modules, TheNoteHasTheIdOfThisBuild) {
    std::string refusal;
    EXPECT_EQ(readModuleNote(kModules / "test-module-no-device.so", refusal), moduleId()) << refusal;
    EXPECT_EQ(readModuleNote("/proc/self/exe", refusal), moduleId()) << refusal;
    EXPECT_NE(moduleId().find(std::string("ewald ") + version() + " "), std::string::npos);
    EXPECT_NE(moduleId().find(__VERSION__), std::string::npos);
}

/// A file cut anywhere is refused before it is mapped: an access beyond its end would end the program by a signal.
TEST_F(Modules, CutFilesAreRefused) {
    const std::string whole = readAll(kModules / "test-module-no-device.so");
    ASSERT_GT(whole.size(), 4096U);
    for (std::size_t part = 0; part < 64; ++part) {
        const std::string refusal = refusalOf(write("cut.so", whole.substr(0, whole.size() * part / 64)));
        EXPECT_TRUE(refusal == "is incomplete; install it again" ||
                    refusal == "is no module of Ewald (no shared object)")
            << part << ": " << refusal;
        if (HasFailure()) break;
    }
    EXPECT_FALSE(fs::exists(witness()));
}

/// As strip leaves them, for example the thread-local storage of the CUDA module.
TEST_F(Modules, EmptySegmentsMayBeBeyondTheEnd) {
    std::string content = readAll(kModules / "test-module-no-device.so");
    Elf64_Ehdr header{};
    std::memcpy(&header, content.data(), sizeof header);
    const std::size_t size = content.size();
    for (const std::size_t length : {std::size_t{0}, std::size_t{1}}) {
        for (std::size_t i = 0; i < header.e_phnum; ++i) {
            Elf64_Phdr segment{};
            char* const at = content.data() + header.e_phoff + i * sizeof segment;
            std::memcpy(&segment, at, sizeof segment);
            if (segment.p_type != PT_GNU_STACK) continue;
            segment.p_offset = size + 8, segment.p_filesz = length;
            std::memcpy(at, &segment, sizeof segment);
        }
        std::string refusal;
        const std::string id = readModuleNote(write("empty-segment.so", content), refusal);
        EXPECT_EQ(id, length == 0 ? moduleId() : "") << refusal;
    }
}

/// Damaged headers and notes: any answer will do, as long as there is one and nothing outside of the file is read.
TEST_F(Modules, DamagedHeadersAreReadSafely) {
    const std::string whole = readAll(kModules / "test-module-no-device.so");
    const std::size_t note = whole.find(std::string("Ewald\0", 6));
    ASSERT_NE(note, std::string::npos);
    std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same files in every run
    std::size_t accepted = 0;
    std::size_t refused = 0;
    for (int round = 0; round < 600; ++round) {
        std::string damaged = whole;
        for (int flips = 0; flips < 3; ++flips) {
            // The file header, the program headers, and the header and name of the note.
            const std::size_t at = round % 3 == 0 ? note - 12 + random() % 18 : random() % 600;
            damaged[at] = static_cast<char>(random() % 4 == 0 ? 0xFF : random());
        }
        std::string refusal;
        const std::string id = readModuleNote(write("damaged.so", damaged), refusal);
        EXPECT_NE(id.empty(), refusal.empty());
        ++(id.empty() ? refused : accepted);
    }
    EXPECT_GT(accepted, 50U);
    EXPECT_GT(refused, 200U);
}

TEST_F(Modules, FilesOfOtherUsersAreRefused) {
    const fs::path copy = copyOf("test-module-no-device.so");
    EXPECT_EQ(reasonOf(copy), "no device of this kind");
    ASSERT_EQ(chmod(copy.c_str(), 0757), 0);
    EXPECT_NE(refusalOf(copy).find("copy.so is writable by everyone"), std::string::npos);
    ASSERT_EQ(chmod(copy.c_str(), 0755), 0);
    ASSERT_EQ(chmod(m_folder.c_str(), 0777), 0);
    EXPECT_NE(refusalOf(copy).find("is writable by everyone"), std::string::npos);
    // A link in a safe folder does not help.
    const fs::path safe = m_folder / "safe";
    fs::create_directory(safe);
    fs::permissions(safe, fs::perms::owner_all);
    fs::create_symlink(copy, safe / "link.so");
    EXPECT_NE(refusalOf(safe / "link.so").find("is writable by everyone"), std::string::npos);
    ASSERT_EQ(chmod(m_folder.c_str(), 0755), 0);
    EXPECT_EQ(reasonOf(safe / "link.so"), "no device of this kind");

    if (geteuid() != 0) GTEST_SKIP() << "only root can give files to another user";
    ASSERT_EQ(chown(copy.c_str(), 12345, 12345), 0);
    EXPECT_NE(refusalOf(copy).find("copy.so belongs to another user (12345)"), std::string::npos);
    ASSERT_EQ(chown(copy.c_str(), 0, 0), 0);
    ASSERT_EQ(chown(m_folder.c_str(), 12345, 12345), 0);
    EXPECT_NE(refusalOf(copy).find("belongs to another user (12345)"), std::string::npos);
    ASSERT_EQ(chown(m_folder.c_str(), 0, 0), 0);
}

TEST_F(Modules, ComeFromTheLibraryFolderOfTheProgram) {
    const fs::path own = fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib" / "ewald";
    EXPECT_EQ(moduleFolders(), std::vector<fs::path>{own});
    ASSERT_EQ(setenv("EWALD_MODULE_PATH", "", 1), 0);
    EXPECT_EQ(moduleFolders(), std::vector<fs::path>{own});
    ASSERT_EQ(setenv("EWALD_MODULE_PATH", m_folder.c_str(), 1), 0);
    EXPECT_EQ(moduleFolders(), (std::vector<fs::path>{m_folder, own}));
    EXPECT_FALSE(findModule({"Test", "no-such.so", "make", "ewald-test"}).factory);
    EXPECT_EQ(findModule({"Test", "no-such.so", "make", "ewald-test"}).refusal,
              "this installation has no Test module (package ewald-test)");
    fs::copy_file(kModules / "test-module-no-device.so", m_folder / "some.so");
    EXPECT_TRUE(findModule({"Test", "some.so", "ewaldMakeBackend", ""}).factory);
}

TEST_F(Modules, ARelativeFolderIsRefused) {
    fs::copy_file(kModules / "test-module-no-device.so", m_folder / "some.so");
    const fs::path before = fs::current_path();
    fs::current_path(m_folder);
    for (const char* folder : {".", "./", "some/../."}) {
        ASSERT_EQ(setenv("EWALD_MODULE_PATH", folder, 1), 0);
        const FoundModule found = findModule({"Test", "some.so", "ewaldMakeBackend", ""});
        EXPECT_FALSE(found.factory);
        EXPECT_EQ(found.refusal, "is not loaded: EWALD_MODULE_PATH must be an absolute path");
    }
    fs::current_path(before);
    EXPECT_FALSE(fs::exists(witness()));
}

TEST_F(Modules, AMissingLibraryIsNamedWithItsPackage) {
    EXPECT_EQ(refusalOf(kModules / "test-module-missing-library.so"),
              "needs libtest-missing-library.so, which is missing; install the package that has it");
    const std::string problem = ": cannot open shared object file: No such file or directory";
    EXPECT_EQ(explainLoaderError("libcufft.so.12" + problem),
              "needs libcufft.so.12, which is missing; install the package ewald-cuda");
    EXPECT_EQ(explainLoaderError("libnccl.so.2" + problem),
              "needs libnccl.so.2, which is missing; install the package ewald-cuda");
    EXPECT_EQ(explainLoaderError("libmpi.so.40" + problem),
              "needs libmpi.so.40, which is missing; install the package libopenmpi3");
    EXPECT_EQ(explainLoaderError("/opt/x/ewald-cuda.so: undefined symbol: abc"),
              "cannot be loaded: /opt/x/ewald-cuda.so: undefined symbol: abc");
}

// A module's own memory of phrases ends at its border: what it says takes the parts along.
TEST(ModuleRefusal, IsAPhraseInTheProgramToo) {
    const std::string english = "the driver is for CUDA 11.4, this program needs one for CUDA 13.0";
    const std::string sent = driverTooOld("11.4", "13.0");
    EXPECT_NE(sent, english);
    ASSERT_EQ(takeParts(sent), english);
    EXPECT_EQ(partsOf(english)->values, (std::vector<std::string>{"CUDA 11.4", "CUDA 13.0"}));
}

/// The module has to load everywhere: at run time the driver may be missing, and the module says so.
TEST_F(Modules, CudaLoadsWithoutADriver) {
#ifdef EWALD_CUDA_MODULE
    std::string refusal;
    const auto make =
        reinterpret_cast<Backend* (*)(std::string&)>(openModule(EWALD_CUDA_MODULE, kCudaModule.factory, refusal));
    ASSERT_NE(make, nullptr) << refusal;
    const std::unique_ptr<Backend> backend(make(refusal));
    EXPECT_EQ(backend == nullptr, !refusal.empty());
    if (backend) {
        EXPECT_FALSE(backend->devices().empty());
    }
#else
    GTEST_SKIP() << "built without the CUDA module (no nvcc)";
#endif
}

TEST_F(Modules, NcclLoadsWithoutADriver) {
#ifdef EWALD_NCCL_MODULE
    std::string refusal;
    using Factory = DeviceCollectives* (*)(std::string&);
    const auto make = reinterpret_cast<Factory>(openModule(EWALD_NCCL_MODULE, kNcclModule.factory, refusal));
    ASSERT_NE(make, nullptr) << refusal;
    const std::unique_ptr<DeviceCollectives> module(make(refusal));
    ASSERT_NE(module, nullptr) << refusal;
    EXPECT_EQ(module->name().rfind("NCCL 2.", 0), 0U) << module->name();
#else
    GTEST_SKIP() << "built without the NCCL module (no nccl.h)";
#endif
}

} // namespace
} // namespace ewald::compute
