// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/setup/memory_plan.h"

#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>
#include <cmath>

namespace ewald::job {
namespace {

// Drivers, plans of transforms and the heap's own needs.
constexpr double kUsable = 0.9;

/// What a plan needs on each device and in the computer.
class Fitting {
public:
    Fitting(const MemoryQuestion& question, const MemoryBudget& budget) : m_question(question), m_budget(budget) {}

    MemoryPlan fit(bool tiled, FrameStorage storage) const {
        MemoryPlan plan = fit(tiled, storage, m_question.frames);
        plan.widest = m_question.frames;
        for (const auto type : {kernels::FrameType::counts16, kernels::FrameType::amplitudes})
            if (type > plan.widest && fit(tiled, storage, type).fits) plan.widest = type;
        return plan;
    }

private:
    MemoryPlan fit(bool tiled, FrameStorage storage, kernels::FrameType type) const {
        const auto bytesPerPixel = static_cast<double>(kernels::bytesOf(type));
        const auto& needs = tiled ? m_question.tiled : m_question.replicated;
        MemoryPlan plan;
        plan.tiled = tiled;
        plan.frames = storage;
        double inComputer = 0;
        std::size_t atOnce = m_question.batch;
        for (std::size_t rank = 0; rank < needs.size(); ++rank) {
            const ptycho::MemoryNeed& need = needs[rank];
            const MemoryBudget::Device& device = m_budget.devices[rank];
            // A device with memory of its own gets the frames from the computer's, which keeps them; likewise waves.
            const bool streams = !device.isComputer && storage != FrameStorage::resident;
            const double frames = need.framePixels * bytesPerPixel;
            if (storage != FrameStorage::spooled) inComputer += frames;
            if (streams) inComputer += need.waves;
            double fixed = need.object + need.probe + (streams ? 0 : need.waves);
            if (!device.isComputer && storage == FrameStorage::resident) fixed += frames;
            const double free = kUsable * device.free_bytes;
            if (device.isComputer)
                inComputer += fixed; // batches are cut to the size of the caches: no need to speak of
            else if (free > 0) {
                const double streamed = streams ? need.perWave + need.pixelsPerFrame * bytesPerPixel : 0;
                atOnce = std::min(atOnce, framesInto(free - fixed, need.perFrame + streamed));
            }
            plan.largestRank_bytes = std::max(
                plan.largestRank_bytes, fixed + (device.isComputer && storage != FrameStorage::spooled ? frames : 0));
        }
        plan.fits = atOnce > 0 && (m_budget.computer_bytes <= 0 || inComputer <= kUsable * m_budget.computer_bytes);
        // Streamed fields need the size of the part on the device, even for a whole batch.
        const bool inPieces = storage != FrameStorage::resident && hasOwnMemory(m_budget);
        plan.framesAtOnce = inPieces || atOnce < m_question.batch ? std::max<std::size_t>(1, atOnce) : 0;
        return plan;
    }

    static std::size_t framesInto(double bytes, double perFrame) {
        return bytes <= 0 ? 0 : static_cast<std::size_t>(std::min(1e9, bytes / perFrame));
    }
    const MemoryQuestion& m_question;
    const MemoryBudget& m_budget;
};

constexpr const char* kFitted = translatable("fitted into memory: %1");

std::string describe(FrameStorage frames) {
    return frames == FrameStorage::resident   ? translatable("all frames are in memory")
           : frames == FrameStorage::streamed ? translatable("frames are sent to the devices batch by batch")
                                              : translatable("frames are kept in a file beside the result");
}

bool isInPieces(const MemoryPlan& plan, std::size_t batch) {
    return plan.framesAtOnce > 0 && plan.framesAtOnce < batch;
}

/// What a plan does otherwise than the one of ample memory; empty: nothing.
std::string differences(const MemoryPlan& plan, const MemoryPlan& ample, std::size_t batch) {
    std::string all;
    const auto add = [&all](const std::string& text) { all = all.empty() ? text : phrase("%1, %2", all, text); };
    if (plan.tiled != ample.tiled)
        add(plan.tiled ? translatable("the object is cut into tiles")
                       : translatable("each worker holds the whole object"));
    if (plan.frames != ample.frames) add(describe(plan.frames));
    if (isInPieces(plan, batch))
        add(phrase("%1 of the %2 {frame|frames} of a batch at a time", plan.framesAtOnce, batch));
    return all;
}

std::string describe(const MemoryPlan& plan, const MemoryPlan& ample, std::size_t batch) {
    if (const std::string fitted = differences(plan, ample, batch); plan.fits && !fitted.empty())
        return phrase("%1; %2 for the largest worker", phrase(kFitted, fitted), bytesText(plan.largestRank_bytes));
    std::string frames = describe(plan.frames);
    if (plan.framesAtOnce > 0) frames = phrase("%1, %2 {frame|frames} at a time", frames, plan.framesAtOnce);
    return phrase(plan.tiled ? "memory: the object is cut into tiles, %1; %2 for the largest worker"
                             : "memory: each worker holds the whole object, %1; %2 for the largest worker",
                  frames, bytesText(plan.largestRank_bytes));
}

/// What there is, in words; empty where it is not known.
std::string describe(const MemoryBudget& budget) {
    const double limit = budget.limit_bytes;
    const auto isLess = [limit](double bytes) { return bytes > 0 && (limit <= 0 || bytes < limit); };
    std::string free;
    if (limit > 0) free = phrase("the limit is %1 (memory_limit_gb)", bytesText(limit));
    const auto add = [&free](const std::string& text) { free = free.empty() ? text : phrase("%1, %2", free, text); };
    if (isLess(budget.computer_bytes)) add(phrase("%1 are free in the computer", bytesText(budget.computer_bytes)));
    for (std::size_t rank = 0; rank < budget.devices.size(); ++rank)
        if (const MemoryBudget::Device& device = budget.devices[rank]; !device.isComputer && isLess(device.free_bytes))
            add(phrase("%1 for worker %2", bytesText(device.free_bytes), rank));
    return free;
}

} // namespace

bool hasOwnMemory(const MemoryBudget& budget) {
    return std::any_of(budget.devices.begin(), budget.devices.end(),
                       [](const MemoryBudget::Device& device) { return !device.isComputer; });
}

std::vector<MemoryPlan> memoryPlans(const MemoryQuestion& question, const MemoryBudget& budget) {
    const Fitting fitting(question, budget);
    std::vector<MemoryPlan> plans;
    for (const FrameStorage storage : {FrameStorage::resident, FrameStorage::streamed, FrameStorage::spooled}) {
        if (storage == FrameStorage::streamed && !question.ownMemory) continue;
        for (const bool tiled : {question.prefersTiles, !question.prefersTiles}) {
            if (tiled ? !question.mayTile || question.tiled.empty() : !question.mayReplicate) continue;
            plans.push_back(fitting.fit(tiled, storage));
        }
    }
    if (plans.empty()) plans.push_back(fitting.fit(false, FrameStorage::resident)); // tiles asked for, one rank
    plans.back().widest = kernels::FrameType::amplitudes;
    const std::string free = describe(budget);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        plans[i].reason = describe(plans[i], plans.front(), question.batch);
        const bool forced = i > 0 && std::none_of(plans.begin(), plans.begin() + static_cast<std::ptrdiff_t>(i),
                                                  [](const MemoryPlan& plan) { return plan.fits; });
        if ((forced || !plans[i].fits || isInPieces(plans[i], question.batch)) && !free.empty())
            plans[i].reason = phrase("%1 (%2; a tenth is left to drivers and transforms)", plans[i].reason, free);
    }
    const auto larger = [](const MemoryPlan& a, const MemoryPlan& b) {
        return a.largestRank_bytes < b.largestRank_bytes;
    };
    if (!plans.back().fits && !larger(*std::ranges::min_element(plans, larger), plans.back()))
        plans.back().reason = phrase("%1: it does not fit, and no plan needs less", plans.back().reason);
    return plans;
}

std::string fittingOf(const std::string& reason) {
    const auto parts = partsOf(reason);
    if (!parts) return {};
    if (parts->text == kFitted) return reason;
    for (const std::string& value : parts->values)
        if (std::string found = fittingOf(value); !found.empty()) return found;
    return {};
}

std::size_t firstThatFits(std::span<const MemoryPlan> plans) {
    const auto fit = std::find_if(plans.begin(), plans.end(), [](const MemoryPlan& plan) { return plan.fits; });
    return static_cast<std::size_t>((fit == plans.end() ? plans.end() - 1 : fit) - plans.begin());
}

} // namespace ewald::job
