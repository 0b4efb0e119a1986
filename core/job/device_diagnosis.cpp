// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the figures of a device check mean, and how they are told.
#include "job/device_check.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace ewald::job {
namespace {

using Json = nlohmann::ordered_json;

// Whoever polls memory that never changes is fully busy; whoever waits for the other's start is not.
constexpr double kBusy = 0.9;
// PCIe 3.0 with 4 lanes moves 3.9e9 bytes a second: below that a card sits in the wrong slot, or the memory of the host
// is the limit.
constexpr double kSlowHostLink_Bps = 3e9;
// A direct way that is slower than this part of the way around is not worth its risk.
constexpr double kWorthwhile = 0.5;

std::string nameOf(const LinkFigure& link) {
    return link.from + " to " + link.to + (link.direct ? "" : " through the host");
}

std::string gigabytesPerSecond(double rate_Bps) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f GB/s", rate_Bps / 1e9);
    return text.data();
}

bool betweenGpus(const LinkFigure& link) {
    return link.from != "host" && link.to != "host" && link.from != "cpu" && link.to != "cpu";
}

const char* const kWithoutPeer =
    "run with --set peer_to_peer=false; where that helps, ask the administrator to turn off "
    "PCIe access control services (ACS) or the IOMMU, or to update the driver";

/// A sum that does not end is the first thing to explain.
Finding explainHang(const AllReduceFigure& sum, bool peerToPeer) {
    const bool busy = !sum.loads.empty() && std::ranges::all_of(sum.loads, [](double load) { return load >= kBusy; });
    const std::string hang =
        "the sum over " + std::to_string(sum.workers) + " workers (" + sum.communicator + ") does not end";
    if (busy && peerToPeer)
        return {Finding::Severity::broken,
                hang + " while every GPU is fully busy: the sign of broken direct access between GPUs (each waits for "
                       "memory that the others never reach)",
                kWithoutPeer};
    if (busy)
        return {Finding::Severity::broken, hang + " while every GPU is fully busy, though direct access is not used",
                "see whether another program uses the GPUs, and which network NCCL has chosen (NCCL_DEBUG=INFO)"};
    return {Finding::Severity::broken, hang + ", and not every GPU works: a worker did not start its part",
            "see whether a device is taken by another program (ewald-cli devices), or out of memory"};
}

void judgeLinks(const std::vector<LinkFigure>& links, std::vector<Finding>& findings) {
    for (const LinkFigure& link : links) {
        const bool peer = link.direct && betweenGpus(link) && link.from != link.to;
        if (!link.problem.empty()) {
            findings.push_back({Finding::Severity::broken, "copies from " + nameOf(link) + " fail: " + link.problem,
                                peer ? kWithoutPeer : "see whether another program disturbed the device"});
            continue;
        }
        const bool toCard = link.from != "cpu" && link.to != "cpu" && (link.from == "host" || link.to == "host");
        const bool slowHost = toCard && link.bandwidth_Bps < kSlowHostLink_Bps;
        if (slowHost)
            findings.push_back({Finding::Severity::slow,
                                nameOf(link) + ": only " + gigabytesPerSecond(link.bandwidth_Bps),
                                "see in which slot the card sits and how many lanes it has (nvidia-smi -q)"});
        if (!peer) continue;
        const auto around = std::ranges::find_if(links, [&](const LinkFigure& other) {
            return !other.direct && other.from == link.from && other.to == link.to && other.problem.empty();
        });
        if (around != links.end() && link.bandwidth_Bps < kWorthwhile * around->bandwidth_Bps)
            findings.push_back({Finding::Severity::slow,
                                nameOf(link) + " directly: " + gigabytesPerSecond(link.bandwidth_Bps) +
                                    ", slower than through the host",
                                "run with --set peer_to_peer=false"});
    }
}

} // namespace

bool DeviceCheckReport::healthy() const {
    return std::ranges::none_of(findings, [](const Finding& f) { return f.severity == Finding::Severity::broken; });
}

std::vector<Finding> diagnose(const std::vector<LinkFigure>& links, const AllReduceFigure& sum, bool peerToPeer) {
    std::vector<Finding> findings;
    if (sum.hung)
        findings.push_back(explainHang(sum, peerToPeer));
    else if (!sum.problem.empty())
        findings.push_back({Finding::Severity::broken, "the sum over all workers fails: " + sum.problem,
                            peerToPeer && sum.workers > 1 ? "see whether --set peer_to_peer=false helps" : ""});
    judgeLinks(links, findings);
    const bool noPeer =
        std::ranges::any_of(links, [](const LinkFigure& l) { return betweenGpus(l) && l.from != l.to; }) &&
        std::ranges::none_of(links, [](const LinkFigure& l) { return betweenGpus(l) && l.from != l.to && l.direct; });
    if (noPeer && peerToPeer)
        findings.push_back({Finding::Severity::slow,
                            "the GPUs do not reach each other's memory: copies go through the host",
                            "this is how the machine is built, or virtualised; it costs speed only"});
    std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    if (findings.empty()) findings.push_back({Finding::Severity::fine, "nothing is wrong", ""});
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
        text += kinds[static_cast<int>(finding.severity)] + finding.what +
                (finding.advice.empty() ? "" : "; " + finding.advice) + ".\n";
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
                                    {"what", finding.what},
                                    {"advice", finding.advice}});
    return json;
}

} // namespace ewald::job
