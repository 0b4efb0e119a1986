// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_target.h"

#include <filesystem>
#include <fstream>
#include <iostream>

/// NAME-seeds FOLDER: writes the seeds of a fuzzer, one file each.
int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: NAME-seeds FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    std::size_t number = 0;
    for (const ewald::fuzz::Input& seed : ewald::fuzz::fuzzSeeds()) {
        std::ofstream file(folder / ("seed-" + std::to_string(number++)), std::ios::binary);
        file.write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
        if (!file) {
            std::cerr << "cannot write to " << folder << '\n';
            return 1;
        }
    }
}
