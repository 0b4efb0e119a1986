// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "process.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace ewald::cli {

/// What was printed on stderr beside warnings.
inline std::string withoutWarnings(const std::string& errors) {
    std::string others;
    std::istringstream stream(errors);
    for (std::string line; std::getline(stream, line);)
        if (line.rfind("ewald-cli: warning: ", 0) != 0) others += line + "\n";
    return others;
}

/// One line on stderr, beside warnings, that begins as all errors do and holds `part`.
inline void expectError(const Finished& finished, int code, const std::string& part) {
    const std::string errors = withoutWarnings(finished.errors);
    EXPECT_EQ(finished.code, code) << finished.errors;
    EXPECT_EQ(errors.rfind("ewald-cli: error: ", 0), 0U) << finished.errors;
    EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << finished.errors;
    EXPECT_NE(errors.find(part), std::string::npos) << finished.errors;
}

/// The objects that --events writes.
inline std::vector<nlohmann::json> eventsOf(const std::string& output) {
    std::vector<nlohmann::json> events;
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) events.push_back(nlohmann::json::parse(line));
    return events;
}

} // namespace ewald::cli
