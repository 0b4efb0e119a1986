// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the figures of a device check mean, and their wording.
#include "job/devices/device_check.h"

#include "base/translate.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace ewald::job {
namespace {

using Json = nlohmann::ordered_json;

// A rank that polls memory that never changes is fully busy; one that waits for the other's start is not.
constexpr double kBusy = 0.9;
// PCIe 3.0 with 4 lanes moves 3.9e9 bytes a second: below that a card sits in the wrong slot, or the memory of the host
// is the limit.
constexpr double kSlowHostLink_Bps = 3e9;
// A direct way that is slower than this part of the way around is not worth its risk.
constexpr double kWorthwhile = 0.5;

std::string gigabytesPerSecond(double rate_Bps) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f GB/s", rate_Bps / 1e9);
    return text.data();
}

bool betweenGpus(const LinkFigure& link) {
    const auto isGpu = [](const std::string& id) { return id != "host" && id != "cpu"; };
    return isGpu(link.from) && isGpu(link.to) && link.from != link.to;
}

bool isPeerLink(const LinkFigure& link) { return link.direct && betweenGpus(link); }

const char* const kWithoutPeer =
    QT_TRANSLATE_NOOP("DeviceCheck", "run with --set peer_to_peer=false; where that helps, ask the administrator to "
                                     "turn off PCIe access control services (ACS) or the IOMMU, or to update the "
                                     "driver");
const char* const kOnlyWithoutPeer = QT_TRANSLATE_NOOP("DeviceCheck", "run with --set peer_to_peer=false");

/// A sum that does not end is the first thing to explain.
Finding explainHang(const AllReduceFigure& sum, bool peerToPeer) {
    const bool busy = !sum.loads.empty() && std::ranges::all_of(sum.loads, [](double load) { return load >= kBusy; });
    const std::vector<std::string> values{std::to_string(sum.workers), sum.communicator};
    if (busy && peerToPeer)
        return {Finding::Severity::broken,
                {QT_TRANSLATE_NOOP("DeviceCheck",
                                   "the sum over %1 workers (%2) does not end while every GPU is fully busy: the sign "
                                   "of broken direct access between GPUs (each waits for memory that the others never "
                                   "reach)"),
                 values},
                {kWithoutPeer, {}},
                true};
    if (busy)
        return {Finding::Severity::broken,
                {QT_TRANSLATE_NOOP("DeviceCheck", "the sum over %1 workers (%2) does not end while every GPU is fully "
                                                  "busy, though direct access is not used"),
                 values},
                {QT_TRANSLATE_NOOP("DeviceCheck", "see whether another program uses the GPUs, and which network NCCL "
                                                  "has chosen (NCCL_DEBUG=INFO)"),
                 {}}};
    return {Finding::Severity::broken,
            {QT_TRANSLATE_NOOP("DeviceCheck", "the sum over %1 workers (%2) does not end, and not every GPU works: a "
                                              "worker did not start its part"),
             values},
            {QT_TRANSLATE_NOOP("DeviceCheck", "see whether a device is taken by another program (ewald-cli devices), "
                                              "or out of memory"),
             {}}};
}

Finding explainFailure(const LinkFigure& link, bool peer) {
    const char* const what = link.direct
                                 ? QT_TRANSLATE_NOOP("DeviceCheck", "copies from %1 to %2 fail: %3")
                                 : QT_TRANSLATE_NOOP("DeviceCheck", "copies from %1 to %2 through the host fail: %3");
    const char* const disturbed = QT_TRANSLATE_NOOP("DeviceCheck", "see whether another program disturbed the device");
    return {Finding::Severity::broken,
            {what, {link.from, link.to, link.problem}},
            {peer ? kWithoutPeer : disturbed, {}},
            peer};
}

void judgeLinks(const std::vector<LinkFigure>& links, std::vector<Finding>& findings) {
    for (const LinkFigure& link : links) {
        const bool peer = isPeerLink(link);
        if (!link.problem.empty()) {
            findings.push_back(explainFailure(link, peer));
            continue;
        }
        const std::vector<std::string> values{link.from, link.to, gigabytesPerSecond(link.bandwidth_Bps)};
        const bool toCard = link.from != "cpu" && link.to != "cpu" && (link.from == "host" || link.to == "host");
        if (toCard && link.bandwidth_Bps < kSlowHostLink_Bps)
            findings.push_back({Finding::Severity::slow,
                                {QT_TRANSLATE_NOOP("DeviceCheck", "%1 to %2: only %3"), values},
                                {QT_TRANSLATE_NOOP("DeviceCheck", "see in which slot the card sits and how many lanes "
                                                                  "it has (nvidia-smi -q)"),
                                 {}}});
        if (!peer) continue;
        const auto around = std::ranges::find_if(links, [&](const LinkFigure& other) {
            return !other.direct && other.from == link.from && other.to == link.to && other.problem.empty();
        });
        if (around != links.end() && link.bandwidth_Bps < kWorthwhile * around->bandwidth_Bps)
            findings.push_back(
                {Finding::Severity::slow,
                 {QT_TRANSLATE_NOOP("DeviceCheck", "%1 to %2 directly: %3, slower than through the host"), values},
                 {kOnlyWithoutPeer, {}},
                 true});
    }
}

} // namespace

std::string Phrase::filled() const {
    std::string said;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto value = i + 1 < text.size() ? static_cast<std::size_t>(text[i + 1] - '1') : values.size();
        if (text[i] == '%' && value < values.size()) {
            said += values[value];
            ++i;
        } else {
            said += text[i];
        }
    }
    return said;
}

bool DeviceCheckReport::healthy() const {
    return std::ranges::none_of(findings, [](const Finding& f) { return f.severity == Finding::Severity::broken; });
}

std::vector<Finding> diagnose(const std::vector<LinkFigure>& links, const AllReduceFigure& sum, bool peerToPeer) {
    std::vector<Finding> findings;
    if (sum.hung) {
        findings.push_back(explainHang(sum, peerToPeer));
    } else if (!sum.problem.empty()) {
        const bool peer = peerToPeer && std::ranges::any_of(links, isPeerLink);
        findings.push_back(
            {Finding::Severity::broken,
             {QT_TRANSLATE_NOOP("DeviceCheck", "the sum over all workers fails: %1"), {sum.problem}},
             {peer ? QT_TRANSLATE_NOOP("DeviceCheck", "see whether --set peer_to_peer=false helps") : "", {}},
             peer});
    }
    judgeLinks(links, findings);
    const bool noPeer = std::ranges::any_of(links, betweenGpus) && std::ranges::none_of(links, isPeerLink);
    if (noPeer && peerToPeer)
        findings.push_back(
            {Finding::Severity::slow,
             {QT_TRANSLATE_NOOP("DeviceCheck", "the GPUs do not reach each other's memory: copies go through the host"),
              {}},
             {QT_TRANSLATE_NOOP("DeviceCheck", "this is how the machine is built, or virtualised; it costs speed only"),
              {}}});
    std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    if (findings.empty())
        findings.push_back({Finding::Severity::fine, {QT_TRANSLATE_NOOP("DeviceCheck", "nothing is wrong"), {}}, {}});
    return findings;
}

std::string checkText(const DeviceCheckReport& report) {
    std::string text = "  from      to        way           bandwidth     latency\n";
    std::array<char, 160> line{};
    for (const LinkFigure& link : report.links) {
        const char* way = link.direct ? "direct" : "through host";
        if (link.problem.empty())
            std::snprintf(line.data(), line.size(), "  %-9s %-9s %-12s %7.2f GB/s %8.2f us\n", link.from.c_str(),
                          link.to.c_str(), way, link.bandwidth_Bps / 1e9, link.latency_s * 1e6);
        else
            std::snprintf(line.data(), line.size(), "  %-9s %-9s %-12s failed\n", link.from.c_str(), link.to.c_str(),
                          way);
        text += line.data();
    }
    const AllReduceFigure& sum = report.allReduce;
    text += "  sum over " + std::to_string(sum.workers) + (sum.workers == 1 ? " worker (" : " workers (") +
            sum.communicator + "): ";
    if (sum.seconds) {
        std::snprintf(line.data(), line.size(), "%.1f MB in %.2f ms\n", static_cast<double>(sum.bytes) / 1e6,
                      *sum.seconds * 1e3);
        text += line.data();
    } else {
        text += sum.hung ? "did not end\n" : "failed\n";
    }
    for (const Finding& finding : report.findings) {
        const char* const kinds[] = {"Fine: ", "Slow: ", "BROKEN: "};
        const std::string advice = finding.advice.filled();
        text += kinds[static_cast<int>(finding.severity)] + finding.what.filled() +
                (advice.empty() ? "" : "; " + advice) + ".\n";
    }
    return text;
}

Json checkJson(const DeviceCheckReport& report) {
    Json json{
        {"links", Json::array()}, {"all_reduce", Json()}, {"findings", Json::array()}, {"healthy", report.healthy()}};
    for (const LinkFigure& link : report.links) {
        const bool known = link.problem.empty();
        json["links"].push_back({{"from", link.from},
                                 {"to", link.to},
                                 {"direct", link.direct},
                                 {"bandwidth_Bps", known ? Json(link.bandwidth_Bps) : Json()},
                                 {"latency_s", known ? Json(link.latency_s) : Json()},
                                 {"problem", link.problem}});
    }
    const AllReduceFigure& sum = report.allReduce;
    json["all_reduce"] = {{"communicator", sum.communicator},
                          {"workers", sum.workers},
                          {"bytes", sum.bytes},
                          {"seconds", sum.seconds ? Json(*sum.seconds) : Json()},
                          {"hung", sum.hung},
                          {"problem", sum.problem},
                          {"loads", sum.loads}};
    const char* const kinds[] = {"fine", "slow", "broken"};
    for (const Finding& finding : report.findings)
        json["findings"].push_back({{"severity", kinds[static_cast<int>(finding.severity)]},
                                    {"what", finding.what.filled()},
                                    {"advice", finding.advice.filled()}});
    return json;
}

} // namespace ewald::job
