// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_cluster.h"
#include "test_paths.h"

#include <array>
#include <fcntl.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace ewald::slurm_test {

TestCluster::TestCluster(const std::filesystem::path& folder) : m_folder(folder) {
    std::array<int, 2> input{}, output{};
    if (pipe(input.data()) != 0 || pipe(output.data()) != 0) throw std::runtime_error("no pipe");
    m_script = fork();
    if (m_script == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        for (const int end : {input[0], input[1], output[0], output[1]}) close(end);
        setsid();
        execl(EWALD_TEST_CLUSTER, EWALD_TEST_CLUSTER, folder.c_str(), nullptr);
        _exit(127);
    }
    close(input[0]);
    close(output[1]);
    m_input = input[1];
    m_output = output[0];
    // No program that a test starts may keep the script alive.
    for (const int end : {m_input, m_output})
        if (fcntl(end, F_SETFD, FD_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    const std::string line = readLine();
    if (line != "ready") m_refusal = line.empty() ? "the script that starts Slurm said nothing" : line;
}

TestCluster::~TestCluster() {
    close(m_input);
    waitpid(m_script, nullptr, 0);
    close(m_output);
}

void TestCluster::tell(const std::string& word) {
    const std::string line = word + "\n";
    if (write(m_input, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        throw std::runtime_error("the script of the cluster has ended");
    if (const std::string answer = readLine(); answer != word)
        throw std::runtime_error(answer.empty() ? "the script of the cluster does not answer" : answer);
}

std::string TestCluster::readLine() {
    while (true) {
        if (const std::size_t end = m_rest.find('\n'); end != std::string::npos) {
            const std::string line = m_rest.substr(0, end);
            m_rest.erase(0, end + 1);
            return line;
        }
        std::array<char, 256> block{};
        const ssize_t count = read(m_output, block.data(), block.size());
        if (count <= 0) return m_rest;
        m_rest.append(block.data(), static_cast<std::size_t>(count));
    }
}

} // namespace ewald::slurm_test
