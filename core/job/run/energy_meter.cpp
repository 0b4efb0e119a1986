// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/energy_meter.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <system_error>

namespace ewald::job {
namespace {

std::optional<std::uint64_t> readCounter(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::uint64_t value = 0;
    if (!(stream >> value)) return std::nullopt;
    return value;
}

} // namespace

std::vector<EnergyCounter> energyCounters(std::span<const compute::RankDevice> ranks) {
    std::set<std::string> ids;
    for (const compute::RankDevice& rank : ranks) ids.insert(rank.id);
    std::vector<EnergyCounter> counters;
    for (const std::string& id : ids) counters.push_back({id, [id] { return compute::deviceEnergy_J(id); }});
    return counters;
}

EnergyMeter::EnergyMeter(std::vector<EnergyCounter> devices, const std::filesystem::path& root) {
    for (EnergyCounter& device : devices)
        if (const auto first = device.joules()) m_devices.push_back({std::move(device), *first, *first});
    std::error_code failed;
    for (std::filesystem::directory_iterator zone(root, failed), end; !failed && zone != end; zone.increment(failed)) {
        // "intel-rapl:0" is a package; "intel-rapl:0:1" is a part of it and would be counted twice.
        const std::string name = zone->path().filename().string();
        if (!name.starts_with("intel-rapl:") || std::count(name.begin(), name.end(), ':') != 1) continue;
        const auto counter = zone->path() / "energy_uj";
        const auto first = readCounter(counter);
        const auto range = readCounter(zone->path() / "max_energy_range_uj");
        if (first && range) m_zones.push_back({counter, *first, *range});
    }
}

void EnergyMeter::sampleNowAndThen() {
    if (std::chrono::steady_clock::now() - m_sampled > std::chrono::seconds(1)) sample();
}

void EnergyMeter::sample() {
    m_sampled = std::chrono::steady_clock::now();
    for (Zone& zone : m_zones) {
        const auto now = readCounter(zone.counter);
        if (!now) continue;
        m_sum_uJ +=
            static_cast<double>(*now >= zone.last_uJ ? *now - zone.last_uJ : *now + (zone.range_uJ - zone.last_uJ));
        zone.last_uJ = *now;
    }
    for (Device& device : m_devices)
        if (const auto now = device.counter.joules()) device.last_J = *now;
}

std::optional<double> EnergyMeter::joules() const {
    if (m_zones.empty() && m_devices.empty()) return std::nullopt;
    double sum = m_sum_uJ * 1e-6;
    for (const Device& device : m_devices) sum += device.last_J - device.first_J;
    return sum;
}

std::string EnergyMeter::parts() const {
    std::string text = m_zones.empty() ? "" : "processor";
    for (const Device& device : m_devices) text += (text.empty() ? "" : ", ") + device.counter.device;
    return text;
}

} // namespace ewald::job
