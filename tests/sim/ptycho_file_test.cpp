// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5.h"
#include "io/scan.h"
#include "io/temporary_folder.h"
#include "sim/ptycho_simulator.h"

#include <gtest/gtest.h>

namespace ewald::sim {
namespace {

/// What silx and h5web do to find their first plot: they follow the attribute "default" to a group of class NXdata, and
/// take no group whose axes, or those named by an attribute of the signal itself, are no datasets in it.
TEST(PtychoFile, ViewersShowTheFramesByDefault) {
    const io::TemporaryFolder folder;
    const std::filesystem::path name = folder.path() / "scan.cxi";
    PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = 40;
    writeCxi(name, simulatePtycho(experiment), false);
    const io::h5::File file = io::h5::File::open(name);
    std::string group;
    while (const auto next = file.attributeText(group.empty() ? "/" : group, "default")) group += "/" + *next;
    EXPECT_EQ(group, "/entry_1/data_1");
    EXPECT_EQ(file.attributeText("/entry_1", "NX_class"), "NXentry");
    EXPECT_EQ(file.attributeText(group, "NX_class"), "NXdata");
    const std::string signal = group + "/" + file.attributeText(group, "signal").value_or("");
    ASSERT_TRUE(file.hasDataset(signal)) << signal;
    EXPECT_EQ(file.dataset(signal).shape(), (io::h5::Shape{40, 32, 32}));
    EXPECT_EQ(file.attributeText(signal, "interpretation"), "image");
    EXPECT_EQ(file.attributeTexts(group, "axes"), std::vector<std::string>(3, "."));
    EXPECT_EQ(file.attributeText(signal, "axes"), "translation:y:x") << "as CXI has it";
    EXPECT_TRUE(io::openScan(name).format.starts_with("CXI (ewald ")) << "it is no NeXus scan by that";
}

} // namespace
} // namespace ewald::sim
