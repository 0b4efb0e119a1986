// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/temporary_folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace ewald::cli {

/// Each test has an empty folder of its own.
template <class Base = testing::Test>
class WithFolder : public Base {
    const io::TemporaryFolder m_own;

protected:
    /// The name of a file in it.
    [[nodiscard]] std::string file(const std::string& name) const { return (m_folder / name).string(); }

    const std::filesystem::path m_folder = m_own.path();
};

/// Besides, all tests of a suite use the files that Suite::makeFiles() puts into another folder.
template <class Suite>
class WithSuiteFolder : public WithFolder<> {
protected:
    static void SetUpTestSuite() {
        s_own = std::make_unique<const io::TemporaryFolder>();
        Suite::makeFiles();
    }
    static void TearDownTestSuite() { s_own.reset(); }
    [[nodiscard]] static std::string suiteFile(const std::string& name) { return (s_own->path() / name).string(); }

private:
    static inline std::unique_ptr<const io::TemporaryFolder> s_own;
};

} // namespace ewald::cli
