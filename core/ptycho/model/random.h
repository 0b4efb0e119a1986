// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ewald::ptycho {

/// SplitMix64 (Steele, Lea & Flood 2014): small, and the same numbers on every platform and library. `stream` separates
/// the uses of one seed (one stream an iteration: a resumed run draws what the uninterrupted one would have drawn).
class Random {
public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : m_state(seed * 0x9e3779b97f4a7c15ULL + stream) {
        next();
        m_state ^= stream * 0xd1342543de82ef95ULL;
    }
    std::uint64_t next() {
        m_state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// Uniform in [0, limit); the bias of a plain remainder is below 2⁻⁴⁰ for any number of frames.
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }
    /// Uniform in [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    template <class T>
    void shuffle(std::vector<T>& values) {
        for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
    }

private:
    std::uint64_t m_state;
};

} // namespace ewald::ptycho
