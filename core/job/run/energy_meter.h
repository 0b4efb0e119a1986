// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/device.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::job {

/// A counter of joules, absent where the device does not report it.
struct EnergyCounter {
    std::string device;
    std::function<std::optional<double>()> joules;
};
/// The counters of all devices that take part in a run, each device once.
[[nodiscard]] std::vector<EnergyCounter> energyCounters(std::span<const compute::RankDevice> ranks);

/// Electrical energy since it was made: of the processor packages, from the kernel's RAPL counters (powercap; many
/// machines let only root read them), and of devices that count it themselves. What reports nothing is left out:
/// parts() says what is in the sum.
class EnergyMeter {
public:
    /// \param root folder of the powercap zones, for tests
    explicit EnergyMeter(std::vector<EnergyCounter> devices = {},
                         const std::filesystem::path& root = "/sys/class/powercap");
    /// Reads the counters. They start again from zero after some ten minutes under load, so call it more often.
    void sample();
    /// sample(), when the last one is more than a second ago.
    void sampleNowAndThen();
    /// Up to the last sample; absent where the machine reports nothing.
    [[nodiscard]] std::optional<double> joules() const;
    /// "processor, cuda:0"; empty where nothing is measured.
    [[nodiscard]] std::string parts() const;

private:
    struct Zone {
        std::filesystem::path counter;
        std::uint64_t last_uJ;
        std::uint64_t range_uJ; ///< the counter starts again from zero after this value
    };
    struct Device {
        EnergyCounter counter;
        double first_J;
        double last_J;
    };
    std::vector<Zone> m_zones;
    std::vector<Device> m_devices;
    double m_sum_uJ = 0;
    std::chrono::steady_clock::time_point m_sampled{};
};

} // namespace ewald::job
