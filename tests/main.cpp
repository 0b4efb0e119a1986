// SPDX-License-Identifier: GPL-3.0-or-later
// For test programs that start others: settings, caches, queue and temporary files of a run are its own, so that tests
// beside it, and the person at the machine, keep theirs, and what a killed run has left does not matter.
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace {

class OwnWorld {
public:
    OwnWorld() {
        std::string name = (std::filesystem::temp_directory_path() / "ewald-tests-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) return;
        m_folder = name;
        for (const char* variable : {"HOME", "TMPDIR"}) setenv(variable, name.c_str(), 1);
        for (const char* variable :
             {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "EWALD_QUEUE"})
            unsetenv(variable);
        setenv("TZ", "UTC", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
    }
    ~OwnWorld() {
        std::error_code ignored;
        if (!m_folder.empty()) std::filesystem::remove_all(m_folder, ignored);
    }
    OwnWorld(const OwnWorld&) = delete;
    OwnWorld& operator=(const OwnWorld&) = delete;

private:
    std::filesystem::path m_folder;
};

} // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const OwnWorld world;
    return RUN_ALL_TESTS();
}
