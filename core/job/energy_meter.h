// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace ewald::job {

/// Electrical energy of the processor packages since it was made, from the kernel's RAPL counters (powercap); many
/// machines let only root read them.
class EnergyMeter {
public:
    /// \param root folder of the powercap zones, for tests
    explicit EnergyMeter(const std::filesystem::path& root = "/sys/class/powercap");
    /// Reads the counters. They start again from zero after some ten minutes under load, so call it more often.
    void sample();
    /// sample(), when the last one is more than a second ago.
    void sampleNowAndThen();
    /// Up to the last sample; absent where the machine does not tell.
    [[nodiscard]] std::optional<double> joules() const;

private:
    struct Zone {
        std::filesystem::path counter;
        std::uint64_t last_uJ;
        std::uint64_t range_uJ; ///< the counter starts again from zero after this value
    };
    std::vector<Zone> m_zones;
    double m_sum_uJ = 0;
    std::chrono::steady_clock::time_point m_sampled{};
};

} // namespace ewald::job
