// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/device_collectives.h"
#include "compute/module.h"

#include <gtest/gtest.h>

#include <fstream>

namespace ewald::compute {
namespace {

std::string refusalOf(const std::filesystem::path& file) {
    std::string refusal;
    EXPECT_EQ(loadModule(file, refusal), nullptr);
    EXPECT_EQ(refusal.find('\n'), std::string::npos);
    return refusal;
}

TEST(Modules, AreRefusedWithAReason) {
    const std::filesystem::path folder = EWALD_TEST_MODULES;
    EXPECT_NE(refusalOf(folder / "no-such-module.so").find("cannot be loaded"), std::string::npos);
    EXPECT_EQ(refusalOf(folder / "test-module-0.so"), "is no module of Ewald");
    EXPECT_NE(refusalOf(folder / "test-module-1.so").find("another build (ewald 0.0.1 modules 0)"), std::string::npos);
    EXPECT_EQ(refusalOf(folder / "test-module-2.so"), "no device of this kind");
    EXPECT_EQ(refusalOf(folder / "test-module-3.so"), "gave no reason");
}

TEST(Modules, AFileThatIsNoLibrary) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "ewald-no-library.so";
    std::ofstream(file) << "not an ELF file";
    EXPECT_NE(refusalOf(file).find("cannot be loaded"), std::string::npos);
    std::filesystem::remove(file);
}

TEST(Modules, TheIdNamesTheBuild) {
    EXPECT_NE(moduleId().find("ewald "), std::string::npos);
    EXPECT_NE(moduleId().find(__VERSION__), std::string::npos);
}

/// The module has to load everywhere: what is missing at run time is the driver, and it says so.
TEST(Modules, CudaLoadsWithoutADriver) {
#ifdef EWALD_CUDA_MODULE
    std::string refusal;
    const auto backend = loadModule(EWALD_CUDA_MODULE, refusal);
    EXPECT_EQ(refusal.find("cannot be loaded"), std::string::npos) << refusal;
    EXPECT_EQ(refusal.find("another build"), std::string::npos) << refusal;
    if (backend)
        EXPECT_FALSE(backend->devices().empty());
    else
        EXPECT_FALSE(refusal.empty());
#else
    GTEST_SKIP() << "built without the CUDA module (no nvcc)";
#endif
}

TEST(Modules, NcclLoadsWithoutADriver) {
#ifdef EWALD_NCCL_MODULE
    std::string refusal;
    using Factory = DeviceCollectives* (*)(std::string&);
    const auto make = reinterpret_cast<Factory>(openModule(EWALD_NCCL_MODULE, "ewaldMakeDeviceCollectives", refusal));
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
