// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace ewald::slurm_test {

/// A Slurm of one node (see the script `cluster`), which ends with this object, or with this process.
class TestCluster {
public:
    /// Starts it in a folder that is not there yet.
    explicit TestCluster(const std::filesystem::path& folder);
    ~TestCluster();
    TestCluster(const TestCluster&) = delete;
    TestCluster& operator=(const TestCluster&) = delete;

    /// Why it cannot run here; empty when it does.
    [[nodiscard]] const std::string& refusal() const noexcept { return m_refusal; }
    /// SLURM_CONF of its commands.
    [[nodiscard]] std::string configuration() const { return (m_folder / "slurm.conf").string(); }
    /// "down": the controller is killed; "up": it is started again.
    void tell(const std::string& word);

private:
    [[nodiscard]] std::string readLine();

    std::filesystem::path m_folder;
    pid_t m_script = -1;
    int m_input = -1;
    int m_output = -1;
    std::string m_rest;
    std::string m_refusal;
};

} // namespace ewald::slurm_test
