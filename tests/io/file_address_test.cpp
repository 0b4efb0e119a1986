// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_address.h"

#include "io/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <map>

namespace ewald::io::test {
namespace {

TEST(FileAddress, IsReadAsOtherProgramsWriteIt) {
    struct Case {
        const char* name;
        const char* file;
        const char* path;
        const char* slice;
    };
    const Case cases[] = {{"/d/a.h5", "/d/a.h5", "", ""},
                          {"a.h5::/entry/data", "a.h5", "/entry/data", ""},
                          {"a.h5:/entry/data", "a.h5", "/entry/data", ""},
                          {"silx:/d/a.h5?path=/entry/data", "/d/a.h5", "/entry/data", ""},
                          {"silx:///d/a.h5?path=/entry/data&slice=5", "/d/a.h5", "/entry/data", "5"},
                          {"a.h5?path=/entry/data&slice=0:10", "a.h5", "/entry/data", "0:10"},
                          {"silx:./a.h5::/entry/data?slice=2:", "./a.h5", "/entry/data", "2:"},
                          {"fabio:/d/a.edf?slice=1", "/d/a.edf", "", "1"},
                          {"scan_?.h5", "scan_?.h5", "", ""},
                          {"/d/*.tif?", "/d/*.tif?", "", ""},
                          {"f_???", "f_???", "", ""},
                          {"scan_?.h5?path=/e/d", "scan_?.h5", "/e/d", ""},
                          {"scan_?=1.h5", "scan_?=1.h5", "", ""},
                          {":/x", ":/x", "", ""}};
    for (const Case& of : cases) {
        SCOPED_TRACE(of.name);
        const FileAddress address = splitAddress(of.name);
        EXPECT_EQ(address.file, of.file);
        EXPECT_EQ(address.path, of.path);
        EXPECT_EQ(address.slice, of.slice);
    }
    const TemporaryFolder folder;
    const auto odd = folder.path() / "a.h5?path=x";
    std::ofstream(odd) << "1";
    EXPECT_EQ(splitAddress(odd).file, odd);
    EXPECT_EQ(absoluteAddress("a.h5?path=x", folder.path()), odd);
}

TEST(FileAddress, TheFileOfAnAddressIsMadeAbsolute) {
    for (const auto& [name, expected] : std::map<std::string, std::string>{
             {"a.npy", "/d/a.npy"},
             {"../a.npy", "/a.npy"},
             {"/b/../a.npy", "/b/../a.npy"},
             {"a.h5::/entry/mask", "/d/a.h5::/entry/mask"},
             {"./a.h5:/entry/mask", "/d/a.h5::/entry/mask"},
             {"silx:a.h5?path=/entry/mask", "/d/a.h5::/entry/mask"},
             {"silx:///b/a.h5?path=/entry/mask", "/b/a.h5::/entry/mask"},
             {"a.h5?path=/entry/data&slice=5", "/d/a.h5?path=/entry/data&slice=5"},
         }) {
        EXPECT_EQ(absoluteAddress(name, "/d"), expected) << name;
        EXPECT_EQ(absoluteAddress(absoluteAddress(name, "/d"), "/c"), expected) << name << ", once more";
    }
}

} // namespace
} // namespace ewald::io::test
