// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

namespace ewald::cli {

int parseAndRun(int argc, char** argv); // the whole program but for its main()

/// Runs commands in this process, in a folder of their own.
class Program : public testing::Test {
protected:
    [[nodiscard]] std::string file(const std::string& name) const { return (m_folder.path() / name).string(); }
    [[nodiscard]] std::string contentOf(const std::string& name) const {
        std::ifstream stream(file(name));
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    int run(std::vector<std::string> words) {
        words.insert(words.begin(), "ewald-cli");
        std::vector<char*> pointers;
        for (std::string& word : words) pointers.push_back(word.data());
        pointers.push_back(nullptr);
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const int code = parseAndRun(static_cast<int>(words.size()), pointers.data());
        m_output = testing::internal::GetCapturedStdout();
        m_errors = testing::internal::GetCapturedStderr();
        return code;
    }
    [[nodiscard]] bool printed(const std::string& part) const { return m_output.find(part) != std::string::npos; }

    const io::TemporaryFolder m_folder;
    std::string m_output;
    std::string m_errors;
};

} // namespace ewald::cli
