// SPDX-License-Identifier: GPL-3.0-or-later
// Lines on devices, as results keep them: the words in them become phrases.
#include "base/phrase.h"
#include "job/devices/device_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {
namespace {

/// All texts of the program that a phrase is made of.
std::vector<std::string> textsIn(const std::string& english) {
    const std::optional<PhraseParts> parts = partsOf(english);
    if (!parts) return {};
    std::vector<std::string> texts{parts->text};
    for (const std::string& value : parts->values)
        for (const std::string& text : textsIn(value)) texts.push_back(text);
    return texts;
}

TEST(DeviceLine, StaysAsItIsAndKnowsItsWords) {
    const std::string line = "cpu: Some CPU @ 2.40GHz, 3 cores, AVX-512, 1 worker, process 0 on node-7";
    EXPECT_EQ(deviceLine(line), line);
    const std::vector<std::string> texts = textsIn(line);
    for (const char* text : {"%1 {core|cores}", "%1 {worker|workers}", "process %1 on %2"})
        EXPECT_EQ(std::ranges::count(texts, text), 1) << text;
    EXPECT_EQ(deviceLine("Some CPU, 1 core, AVX2; cuda:0: Some GPU"), "Some CPU, 1 core, AVX2; cuda:0: Some GPU");
    EXPECT_FALSE(textsIn("1 core").empty());
    const std::string shared = "cpu (Some CPU, 2 cores, AVX2), shared by 2 workers";
    EXPECT_EQ(deviceLine(shared), shared);
    EXPECT_EQ(std::ranges::count(textsIn(shared), "shared by %1 {worker|workers}"), 1);
}

TEST(DeviceLine, LeavesOtherTextsAlone) {
    for (const char* line :
         {"", ", ", "NVIDIA H200", "3 corers", "cores", " cores", "two cores", "process 1", "1 cores"}) {
        EXPECT_EQ(deviceLine(line), line);
        EXPECT_TRUE(std::ranges::none_of(textsIn(line), [](const std::string& text) {
            return text.find("core") != std::string::npos || text.find("process") != std::string::npos;
        })) << line;
    }
}

} // namespace
} // namespace ewald::job
