// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/layout_fit.h"

#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

FileNode dataset(const std::string& path, std::vector<std::size_t> shape) {
    FileNode node;
    node.path = path;
    node.shape = std::move(shape);
    return node;
}

FileNode group(const std::string& path) {
    FileNode node;
    node.path = path;
    node.isGroup = true;
    return node;
}

std::vector<FileNode> scanOf(const std::string& top, const std::string& detector = "eiger4") {
    return {group(top), dataset(top + "/" + detector + "/images", {10, 64, 64}), dataset(top + "/motors/x", {10}),
            dataset(top + "/motors/y", {10}), dataset("/beam/energy", {})};
}

ImportMapping layoutOf(const std::string& top) {
    ImportMapping layout;
    layout.frames = top + "/eiger4/images";
    layout.positionX = top + "/motors/x";
    layout.positionY = top + "/motors/y";
    layout.positionUnit = "um";
    layout.energy = "/beam/energy";
    return layout;
}

TEST(LayoutFits, NumbersInPathsAreWildcards) {
    for (const auto& [mapped, other] :
         {std::pair("/scan/0042", "/scan/0044"), std::pair("/1.1", "/12.1"), std::pair("/entry0042", "/entry0043")}) {
        const auto fitted = fitLayout(layoutOf(mapped), scanOf(other));
        ASSERT_TRUE(fitted) << other;
        EXPECT_EQ(*fitted, layoutOf(other));
        EXPECT_EQ(*fitLayout(layoutOf(mapped), scanOf(mapped)), layoutOf(mapped));
    }
    EXPECT_FALSE(fitLayout(layoutOf("/scan/0042"), scanOf("/run/0042"))); // a name is none
    EXPECT_TRUE(fitLayout(layoutOf("/scan/0042"), scanOf("/scan/0042", "eiger1")));
}

TEST(LayoutFits, AllDatasetsAreOfOneScan) {
    std::vector<FileNode> tree = scanOf("/1.1");
    const std::vector<FileNode> second = scanOf("/2.1");
    tree.insert(tree.end(), second.begin(), second.end() - 1);
    EXPECT_EQ(*fitLayout(layoutOf("/2.1"), tree), layoutOf("/2.1")); // as it was mapped, where that is there
    EXPECT_EQ(*fitLayout(layoutOf("/7.1"), tree), layoutOf("/1.1")); // else the first
    std::erase_if(tree, [](const FileNode& node) { return node.path == "/1.1/motors/y"; });
    EXPECT_EQ(*fitLayout(layoutOf("/7.1"), tree), layoutOf("/2.1")); // never half of one and half of the other
}

TEST(LayoutFits, WhatIsMissingOrBrokenDoesNotFit) {
    std::vector<FileNode> tree = scanOf("/scan/1");
    EXPECT_TRUE(fitLayout(layoutOf("/scan/1"), tree));
    tree[2].problem = "dangling link";
    EXPECT_FALSE(fitLayout(layoutOf("/scan/1"), tree));
    tree = scanOf("/scan/1");
    tree[1].shape = {64, 64}; // one image is no scan
    EXPECT_FALSE(fitLayout(layoutOf("/scan/1"), tree));
    // Positions of another file are not looked for in this one.
    tree = scanOf("/scan/1");
    tree.erase(tree.begin() + 2, tree.begin() + 4);
    ImportMapping layout = layoutOf("/scan/1");
    EXPECT_FALSE(fitLayout(layout, tree));
    layout.positionsFile = "positions.csv";
    EXPECT_TRUE(fitLayout(layout, tree));
}

} // namespace
} // namespace ewald::io::test
