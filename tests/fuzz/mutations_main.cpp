// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_target.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iostream>
#include <random>

namespace {

using ewald::fuzz::Input;

/// A small version of what libFuzzer does: a few changes of bytes, lengths and pieces.
Input mutate(const Input& seed, const Input& other, std::mt19937& random) {
    Input out = seed;
    const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
    for (auto changes = 1 + below(4); changes > 0 && !out.empty(); --changes) {
        const std::size_t at = below(out.size());
        switch (random() % 6) {
        case 0: out[at] = static_cast<std::uint8_t>(random()); break;
        case 1: out[at] ^= static_cast<std::uint8_t>(1U << (random() % 8)); break;
        case 2: out.resize(at); break;
        case 3:
            out.insert(out.begin() + static_cast<std::ptrdiff_t>(at), below(64), static_cast<std::uint8_t>(random()));
            break;
        case 4: { // a length word of extreme value
            constexpr std::uint8_t kExtreme[] = {0x00, 0x7F, 0x80, 0xFF};
            for (std::size_t i = at; i < std::min(at + 4, out.size()); ++i) out[i] = kExtreme[random() % 4];
            break;
        }
        default: { // a piece of another input
            const std::size_t from = below(other.size());
            const std::size_t count = std::min({below(32) + 1, other.size() - from, out.size() - at});
            std::copy_n(other.begin() + static_cast<std::ptrdiff_t>(from), count,
                        out.begin() + static_cast<std::ptrdiff_t>(at));
        }
        }
    }
    return out;
}

} // namespace

/// fuzz-NAME-mutations COUNT: decodes the seeds and COUNT mutations of them, the same ones in every run.
int main(int argc, char** argv) {
    std::size_t count = 20000;
    if (argc > 1) std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), count);
    const std::vector<Input> seeds = ewald::fuzz::fuzzSeeds();
    std::mt19937 random(2024);
    for (const Input& seed : seeds) ewald::fuzz::decodeInput(seed.data(), seed.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Input input = mutate(seeds[i % seeds.size()], seeds[random() % seeds.size()], random);
        ewald::fuzz::decodeInput(input.data(), input.size());
    }
    std::cout << seeds.size() << " seeds and " << count << " mutations decoded\n";
}
