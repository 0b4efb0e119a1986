// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/setup/ptycho_setup.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "compute/operations/ptycho_ops.h"
#include "io/output_guard.h"
#include "io/temporary_folder.h"
#include "job/devices/device_choice.h"
#include "job/document/frame_list.h"
#include "job/document/settings.h"
#include "job/ptychography/setup/automatic_batch.h"
#include "job/ptychography/setup/frame_statistics.h"
#include "job/ptychography/setup/open_job_scan.h"
#include "ptycho/model/partition.h"
#include "ptycho/solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <future>
#include <iterator>
#include <limits>
#include <mutex>
#include <sstream>
#include <utility>

namespace ewald::job {
namespace {

void logNotes(const std::vector<io::Note>& notes, RunReporter& reporter) {
    for (const io::Note& note : notes)
        reporter.log(note.severity == io::Severity::info ? LogLevel::info : LogLevel::warning, note.text);
}

/// The unit guard, before anything is computed from quantities that may be missing.
void guard(const io::Scan& scan, const io::PreparedLayout& layout, double objectPixel_m, RunReporter& reporter) {
    for (const io::Note& note : io::checkScan(scan, layout.size, objectPixel_m)) {
        if (note.severity == io::Severity::error) throw DataError(note.text, scan.file.string());
        reporter.log(note.severity == io::Severity::warning ? LogLevel::warning : LogLevel::info, note.text);
    }
}

double positive(const std::optional<double>& value) { return value && *value > 0 ? *value : 0.0; }

/// Object pixel for the unit guard; 0 when something is missing.
double roughObjectPixel(const io::Scan& scan, const io::PreparedLayout& layout) {
    const double wavelength = positive(scan.wavelength_m);
    const double distance = positive(scan.distance_m);
    if (wavelength == 0 || distance == 0 || !(layout.pixelWidth_m > 0) || !(layout.pixelHeight_m > 0)) return 0;
    const ptycho::Geometry geometry = ptycho::makeGeometry(layout.size, wavelength, distance, layout.pixelHeight_m,
                                                           layout.pixelWidth_m, scan.focusToSample_m.value_or(0));
    return geometry.objectPixelWidth_m;
}

/// Adds a rank's frames to Σ I (first half) and the number of frames in which a pixel is valid (second half).
/// \param anchor of a grid (as kernels::exactSummand) on which the sums are exact: no order of frames shows
void addToPattern(const ptycho::FrameStore& measured, double anchor, std::span<double> sums) {
    const std::size_t pixels = sums.size() / 2;
    std::vector<float> amplitudes(pixels);
    for (std::size_t frame = 0; frame < measured.frames(); ++frame) {
        measured.amplitudes(frame, amplitudes);
        for (std::size_t i = 0; i < pixels; ++i)
            if (const double a = amplitudes[i]; a >= 0) {
                sums[i] += (a * a + anchor) - anchor;
                sums[pixels + i] += 1;
            }
    }
}

/// "the frames take 33 MB as 8-bit counts"
std::string describeFrames(const PtychoSetup& setup) {
    double bytes = 0;
    auto widest = ptycho::FrameType::counts8;
    for (const ptycho::Problem& problem : setup.problems) {
        bytes += static_cast<double>(problem.measured->bytes());
        widest = std::max(widest, problem.measured->type());
    }
    return phrase(widest == ptycho::FrameType::counts8    ? "the frames take %1 as 8-bit counts"
                  : widest == ptycho::FrameType::counts16 ? "the frames take %1 as 16-bit counts"
                                                          : "the frames take %1 as single-precision amplitudes",
                  bytesText(bytes));
}

/// \param isMeasured becomes which pixels are not masked
std::vector<float> meanAmplitudeOf(const PtychoSetup& setup, compute::Communicator& everyProcess,
                                   std::vector<bool>& isMeasured) {
    const double largest = std::sqrt(static_cast<float>(setup.statistics.maxCount)); // amplitude
    const std::size_t pixels = setup.layout.size * setup.layout.size;
    // The finest grid on which no sum is too large: 2⁻⁵³ of what all frames together can bring to a pixel.
    const double anchor =
        compute::anchorFor(largest * largest * static_cast<double>(setup.layout.frameIndex.size()) * 0x1p-13);
    std::vector<double> sums(2 * pixels);
    for (const ptycho::Problem& problem : setup.problems) addToPattern(*problem.measured, anchor, sums);
    everyProcess.allReduceSum(std::span<double>(sums));
    std::vector<float> mean(pixels);
    isMeasured.assign(pixels, false);
    for (std::size_t i = 0; i < pixels; ++i) isMeasured[i] = sums[pixels + i] > 0;
    for (std::size_t i = 0; i < pixels; ++i)
        mean[i] = sums[pixels + i] > 0 ? static_cast<float>(std::sqrt(sums[i] / sums[pixels + i])) : 0.0F;
    return mean;
}

/// One line a rank of all processes.
std::vector<std::string> namesOfDevices(const PtychoSetup& setup, compute::ProcessGroup& processes) {
    const std::vector<compute::DeviceInfo> known = compute::listDevices();
    std::string lines;
    for (const compute::RankDevice& device : setup.devices) {
        lines += device.id;
        for (const compute::DeviceInfo& info : known)
            if (info.id == device.id && !info.name.empty()) lines += " (" + info.name + ")";
        if (device.ranksOnDevice > 1) lines += ", shared by " + std::to_string(device.ranksOnDevice) + " workers";
        if (!processes.isAlone())
            lines +=
                ", process " + std::to_string(processes.process()) + " on " + processes.hostOf(processes.process());
        lines += '\n';
    }
    const std::vector<char> all = processes.everyProcess().allGather(lines);
    std::vector<std::string> names;
    for (auto start = all.begin(); start != all.end();) {
        const auto end = std::find(start, all.end(), '\n');
        names.emplace_back(start, end);
        start = end + 1;
    }
    return names;
}

/// Different GPUs of all processes.
std::size_t countGpus(const PtychoSetup& setup, compute::ProcessGroup& processes) {
    std::array<double, 1> gpus = {0};
    for (const compute::RankDevice& device : setup.devices)
        if (device.id != "cpu") gpus[0] += 1 / static_cast<double>(device.ranksOnDevice);
    processes.everyProcess().allReduceSum(std::span<double>(gpus));
    return static_cast<std::size_t>(std::llround(gpus[0]));
}

/// Processes with other data or another document would wait for each other, or mix what does not belong together.
void requireSameJob(const PtychoSetup& setup, const JobDocument& job, compute::ProcessGroup& processes) {
    const std::array<double, 6> mine = {
        static_cast<double>(setup.layout.frameIndex.size()), static_cast<double>(setup.geometry.size),
        static_cast<double>(setup.scanLayout.objectRows),    static_cast<double>(setup.scanLayout.objectCols),
        static_cast<double>(setup.model.probeModes),         static_cast<double>(totalIterations(job))};
    std::array<double, 6> first = mine;
    processes.everyProcess().broadcast(first, 0);
    if (mine != first)
        throw JobError("this process has another job or other data than the first one", setup.scan.file.string(),
                       "give all processes the same command and the same files");
}

ptycho::Problem commonProblem(const PtychoSetup& setup, const JobDocument& job) {
    ptycho::Problem common;
    common.geometry = setup.geometry;
    common.frames = setup.layout.frameIndex.size();
    common.order = ptycho::makeFrameOrder(common.frames, job.seed);
    common.positions = setup.scanLayout.positions;
    common.flyPoints = setup.model.flyPoints;
    common.paths = setup.scanLayout.paths;
    common.propagations_m = setup.scanLayout.propagations_m;
    common.slices = setup.model.slices;
    common.sliceSpacing_m = setup.model.sliceSpacing_m;
    common.objectModes = setup.model.objectModes;
    common.pointSpread_px = setup.model.pointSpread_px;
    common.fitsPointSpread = setup.model.fitsPointSpread;
    common.known = knownRegionOf(job, setup.scanLayout, setup.geometry);
    common.objectRows = setup.scanLayout.objectRows;
    common.objectCols = setup.scanLayout.objectCols;
    common.objectRoom = setup.model.objectMargin;
    if (setup.preprocessing.keepSaturated) common.saturation = setup.preprocessing.saturation;
    if (std::ranges::any_of(stageSettingsOf(job), &ptycho::StageSettings::refinePositions))
        common.tileRoom = common.objectRoom;
    return common;
}

/// What each rank of this process may use. \param limit bytes of each device at most, 0 = all that is free
MemoryBudget memoryHere(const PtychoSetup& setup, double limit) {
    const auto limited = [limit](double bytes) { return limit > 0 && (bytes <= 0 || bytes > limit) ? limit : bytes; };
    MemoryBudget budget;
    budget.computer_bytes = limited(static_cast<double>(availableMemory()));
    const std::vector<compute::DeviceInfo> known = compute::listDevices();
    for (const compute::RankDevice& device : setup.devices) {
        const auto info = std::find_if(known.begin(), known.end(), [&](const auto& d) { return d.id == device.id; });
        const bool isComputer = info == known.end() || info->backend == "cpu";
        // Of what is free, a device's operations take a little whatever the scan: sums of metrics, places, maxima.
        constexpr double kOperations = 64 << 10;
        double free = isComputer ? 0 : limited(static_cast<double>(info->memoryFree));
        if (free > 2 * kOperations) free -= kOperations;
        budget.devices.push_back({free / static_cast<double>(device.ranksOnDevice), isComputer});
    }
    return budget;
}

/// The type that the frames are likely to need, from a few of them. Processes that read different frames would find
/// different limits: several of them plan for the widest type.
kernels::FrameType expectedFrames(const PtychoSetup& setup, const compute::ProcessGroup& processes) {
    constexpr std::size_t kSample = 8;
    constexpr float kBrighter = 2; // what others may have more
    if (!processes.isAlone()) return kernels::FrameType::amplitudes;
    std::mutex mutex;
    auto widest = kernels::FrameType::counts8;
    io::sampleCounts(setup.scan, setup.preprocessing, setup.layout, kSample,
                     [&](std::size_t, std::span<const float> counts) {
                         std::vector<float> more(counts.begin(), counts.end());
                         for (float& value : more) value *= kBrighter;
                         const auto type = std::max(ptycho::typeFor(counts), ptycho::typeFor(more));
                         const std::lock_guard lock(mutex);
                         widest = std::max(widest, type);
                     });
    return widest;
}

MemoryQuestion questionOf(const PtychoSetup& setup, const JobDocument& job, const ptycho::Problem& common, int ranks,
                          int firstRank) {
    MemoryQuestion question;
    const std::string storage = job.text("object_storage");
    question.mayReplicate = storage != "tiled";
    question.mayTile = storage != "replicated";
    question.prefersTiles = setup.prefersTiles;
    for (const ptycho::StageSettings& stage : setup.pipeline)
        question.batch = std::max(question.batch, std::min(stage.framesAtOnce(), common.frames));
    ptycho::Problem trial = common;
    for (const bool tiled : {false, true}) {
        if (tiled && ranks < 2) continue;
        ptycho::partitionProblem(trial, ranks, partitionOf(job, tiled), tiled);
        for (std::size_t i = 0; i < setup.devices.size(); ++i)
            (tiled ? question.tiled : question.replicated)
                .push_back(ptycho::memoryNeed(trial, firstRank + static_cast<int>(i), setup.model, setup.pipeline));
    }
    return question;
}

/// The GPUs of the job where they are of one kind that the model knows, one for each rank; with their link.
std::optional<ModelledGpu> kindOfGpus(std::span<const compute::RankDevice> devices) {
    const std::vector<compute::DeviceInfo> known = compute::listDevices();
    std::optional<ModelledGpu> kind;
    bool reached = true;
    for (const compute::RankDevice& device : devices) {
        const auto info = std::ranges::find(known, device.id, &compute::DeviceInfo::id);
        const ModelledGpu* gpu = info == known.end() ? nullptr : modelledGpu(info->name);
        if (!gpu || device.ranksOnDevice > 1 || (kind && kind->name != gpu->name)) return std::nullopt;
        kind = *gpu;
        for (const compute::RankDevice& other : devices)
            reached = reached && (other.id == device.id || std::ranges::count(info->peers, other.id) > 0);
    }
    if (kind && !reached) kind->link = linkThroughHost();
    return kind;
}

/// Whether fewer devices have the memory for everything at once.
bool holdsAll(PtychoSetup& setup, const JobDocument& job, const ptycho::Problem& common, std::size_t devices,
              double limit) {
    const std::vector<compute::RankDevice> all = setup.devices;
    setup.devices.resize(devices);
    MemoryQuestion question = questionOf(setup, job, common, static_cast<int>(devices), 0);
    question.frames = kernels::FrameType::counts16;
    const MemoryPlan plan = memoryPlans(question, memoryHere(setup, limit)).front();
    setup.devices = all;
    return plan.fits && plan.framesAtOnce == 0;
}

/// Whether tiles are a choice of the program. Through the host their neighbours would take too long.
bool mayCut(const JobDocument& job) {
    return job.text("object_storage") == "auto" && job.text("partition") == "auto" &&
           job.text("communicator") != "host";
}

/// "auto" takes the GPUs that the model expects to be fastest; a warning where it was asked for more than these.
void considerDevices(PtychoSetup& setup, const JobDocument& job, RunReporter& reporter,
                     const compute::ProcessGroup& processes, double limit) {
    const bool first = !std::exchange(setup.devicesConsidered, true);
    const std::size_t all = setup.devices.size(), frames = setup.layout.frameIndex.size();
    if (!first || !processes.isAlone() || all < 2) return;
    const std::string devices = job.text("devices");
    const bool automatic = devices.empty() || devices == "auto";
    if (all > frames) {
        if (!automatic) return;
        setup.devices.resize(frames);
        reporter.log(LogLevel::info, phrase("devices: %1 of %2: there are no more frames", frames, all));
        return;
    }
    const auto gpu = kindOfGpus(setup.devices);
    if (!gpu || job.text("object_storage") == "tiled") return;
    const SharedWork work{commonProblem(setup, job), setup.model,
                          [&](std::size_t gpus) {
                              JobDocument decided = job;
                              chooseBatches(decided, setup.layout.frameIndex.size(), setup.geometry.size, gpus);
                              return stageSettingsOf(decided);
                          },
                          true, mayCut(job)};
    const auto seconds = predictShared(*gpu, work, all);
    const std::size_t best = fastestOf(seconds);
    if (automatic && best < all && holdsAll(setup, job, work.scan, best, limit)) {
        setup.devices.resize(best);
        reporter.log(LogLevel::info,
                     phrase("devices: %1 of %2 GPUs: more would be slower for this scan, as far as can be predicted",
                            best, all));
    } else if (const std::string warning = warningOfTooMany(seconds); !warning.empty()) {
        reporter.log(LogLevel::warning, warning);
    }
    setup.prefersTiles = setup.devices.size() > 1 && tilesPay(*gpu, work, setup.devices.size());
    if (setup.prefersTiles)
        reporter.log(LogLevel::info, "object: cut into tiles where memory allows both: faster with these GPUs, as far "
                                     "as can be predicted");
}

/// Everything that follows from which frames are used: places, ranks, memory.
void layOut(PtychoSetup& setup, const JobDocument& job, RunReporter& reporter, compute::ProcessGroup& processes,
            double believedFree_bytes) {
    setup.geometry = geometryOf(job, setup.scan, setup.layout, setup.model.oversampling);
    if (setup.model.slices > 1 && setup.geometry.propagation == ptycho::Propagation::nearField)
        throw JobError("an object of several slices is reconstructed in the far field only", "slices",
                       "set slices to 1, or focus_to_sample_m to 0");
    for (const std::size_t frame : setup.layout.frameIndex) setup.positions.push_back(setup.scan.positions.at(frame));
    std::vector<ScanPosition> paths;
    if (setup.model.flyPoints > 1) { // whatever frames are used, the beam went by all of them
        const std::vector<ScanPosition> all = ptycho::flyPaths(setup.scan.positions);
        for (const std::size_t frame : setup.layout.frameIndex) paths.push_back(all.at(frame));
    }
    std::vector<double> along;
    if (!setup.scan.alongBeam_m.empty())
        for (const std::size_t frame : setup.layout.frameIndex) along.push_back(setup.scan.alongBeam_m.at(frame));
    setup.scanLayout = ptycho::layoutScan(setup.positions, setup.geometry, setup.model.objectMargin,
                                          positionOptionsOf(job, setup.scan), paths, along);
    const double limit = believedFree_bytes > 0 ? believedFree_bytes : job.real("memory_limit_gb") * 1e9;
    considerDevices(setup, job, reporter, processes, limit);
    requireSameJob(setup, job, processes);
    setup.communicators = processes.makeCommunicators(static_cast<int>(setup.devices.size()), collectiveTimeout(job));
    if (const std::size_t frames = setup.layout.frameIndex.size(); static_cast<std::size_t>(setup.ranks()) > frames)
        throw JobError(phrase("%1 {worker|workers} for %2 {frame|frames}", setup.ranks(), frames),
                       "--devices " + job.text("devices"), "a worker needs at least one frame");
    setup.deviceNames = namesOfDevices(setup, processes);
    setup.gpus = countGpus(setup, processes);
    if (setup.framesAsked == 0) setup.framesAsked = setup.layout.frameIndex.size();
    JobDocument decided = job;
    chooseBatches(decided, setup.framesAsked, setup.geometry.size, setup.gpus);
    setup.pipeline = stageSettingsOf(decided);
    requireFramesOfVariableProbe(setup.pipeline, setup.layout.frameIndex.size());
    const ptycho::Problem common = commonProblem(setup, job);
    MemoryBudget budget = memoryHere(setup, limit);
    if (!(believedFree_bytes > 0)) budget.limit_bytes = limit;
    MemoryQuestion question = questionOf(setup, job, common, setup.ranks(), setup.firstRank());
    question.frames = expectedFrames(setup, processes);
    // Processes with other devices, or less memory, have to agree on one plan: the smallest.
    std::array<double, 1> agreed = {hasOwnMemory(budget) ? 1.0 : 0.0};
    processes.everyProcess().allReduceMax(agreed);
    question.ownMemory = agreed[0] > 0;
    setup.memoryPlans = memoryPlans(question, budget);
    agreed[0] = static_cast<double>(firstThatFits(setup.memoryPlans));
    processes.everyProcess().allReduceMax(agreed);
    for (MemoryPlan& plan : setup.memoryPlans) {
        std::array<double, 1> fewest = {plan.framesAtOnce > 0 ? -static_cast<double>(plan.framesAtOnce) : -1e9};
        processes.everyProcess().allReduceMax(fewest);
        plan.framesAtOnce = fewest[0] > -1e9 ? static_cast<std::size_t>(-fewest[0]) : 0;
    }
    usePlan(setup, job, static_cast<std::size_t>(agreed[0]), reporter);
}

/// What an engine that makes an image of one frame needs.
void prepareSingleFrame(PtychoSetup& setup, const JobDocument& job) {
    const ptycho::EngineKind* const engine = singleFrameEngine(setup.pipeline);
    if (!engine) return;
    if (const std::size_t frames = setup.layout.frameIndex.size(); frames > 1)
        throw JobError(phrase("%1 makes an image of one frame, and there are %2", engine->name, frames), "max_frames",
                       "set max_frames to 1 and first_frame to the one that you want");
    if (positive(setup.scan.focusToSample_m) > 0)
        throw JobError(phrase("%1 is for the far field", engine->name), "focus_to_sample_m",
                       "use another engine for the near field");
    setup.model.probeModes = modesOfKnownProbe(setup.scan, job);
    if (setup.model.probeModes == 0)
        throw JobError(phrase("%1 cannot find the probe: it has to be known", engine->name), "initial_probe",
                       "give the result of a scan with the same beam");
}

/// Distances between slices that this geometry cannot have, or cannot tell from none.
void checkSliceSpacing(const PtychoSetup& setup, RunReporter& reporter) {
    const double spacing = setup.model.sliceSpacing_m;
    if (setup.model.slices < 2) {
        if (spacing > 0)
            reporter.log(LogLevel::warning,
                         phrase("slice_spacing_m has no effect on one slice: set slices to 2 or more"));
        return;
    }
    const double depth = static_cast<double>(setup.model.slices - 1) * spacing;
    if (const double distance = positive(setup.scan.distance_m); depth >= distance)
        throw JobError(phrase("%1 slices, %2 apart, are %3 deep and reach the detector, which is %4 away",
                              setup.model.slices, lengthText(spacing), lengthText(depth), lengthText(distance)),
                       "slice_spacing_m", "give the distance from one slice to the next in metres");
    // λ/NA², with the angle to the edge of the detector: NA = λ / (2 dx).
    constexpr double kIndistinct = 0.01;
    const double pixel = std::max(setup.geometry.objectPixelHeight_m, setup.geometry.objectPixelWidth_m);
    const double depthOfField = 4 * pixel * pixel / positive(setup.scan.wavelength_m);
    if (depth < kIndistinct * depthOfField)
        reporter.log(LogLevel::warning,
                     phrase("the slices are %1 deep, and the depth of field is %2: the detector cannot tell them "
                            "apart; set slices to 1, or correct slice_spacing_m",
                            lengthText(depth), lengthText(depthOfField)));
}

} // namespace

const ptycho::EngineKind* singleFrameEngine(const std::vector<ptycho::StageSettings>& pipeline) {
    for (const ptycho::StageSettings& stage : pipeline)
        if (stage.engine().singleFrame) return &stage.engine();
    return nullptr;
}

PtychoSetup planRun(const JobDocument& job, RunReporter& reporter, compute::ProcessGroup& processes,
                    double believedFree_bytes) {
    PtychoSetup setup;
    setup.devices = compute::parseDevices(job.text("devices"));
    for (compute::RankDevice& device : setup.devices)
        if (device.id == "cpu") device.ranksOnDevice *= processes.processesHere();
    setup.model = modelSettingsOf(job);
    setup.pipeline = stageSettingsOf(job);
    setup.preprocessing = preprocessingOf(job);
    for (const std::string& line : ineffectiveParameters(job)) reporter.log(LogLevel::warning, line);

    setup.scan = openJobScan(job);
    checkInitialGuess(setup.scan, job); // before frames are read
    logNotes(setup.scan.notes, reporter);
    setup.layout = io::planPreprocessing(setup.scan, setup.preprocessing);
    logNotes(setup.layout.notes, reporter);
    guard(setup.scan, setup.layout, roughObjectPixel(setup.scan, setup.layout), reporter);
    if (setup.layout.frameIndex.empty())
        throw DataError("no frames are left to use", setup.scan.file.string(),
                        "check first_frame, frame_step and max_frames");
    prepareSingleFrame(setup, job);
    layOut(setup, job, reporter, processes, believedFree_bytes);
    checkSliceSpacing(setup, reporter);
    return setup;
}

void leaveOut(PtychoSetup& setup, const JobDocument& job, const std::vector<std::size_t>& frames, RunReporter& reporter,
              compute::ProcessGroup& processes, double believedFree_bytes) {
    std::vector<std::size_t> all;
    std::ranges::set_union(setup.unusable, frames, std::back_inserter(all));
    setup.unusable = std::move(all);
    // Mask and centre, too, follow from the frames that are used.
    const std::vector<io::Note> said = std::move(setup.layout.notes);
    setup.layout = io::planPreprocessing(setup.scan, setup.preprocessing, setup.unusable);
    for (const io::Note& note : setup.layout.notes)
        if (std::ranges::find(said, note) == said.end()) logNotes({note}, reporter);
    setup.problems.clear(); // gives its memory back before the next plan is made
    setup.positions.clear();
    layOut(setup, job, reporter, processes, believedFree_bytes);
}

void reportLeftOut(const std::vector<io::UnusableFrame>& frames, const std::optional<DataError>& failure,
                   RunReporter& reporter) {
    std::string text;
    const auto list = [&](io::FrameFault fault, const char* name) {
        std::vector<std::size_t> numbers;
        for (const io::UnusableFrame& frame : frames)
            if (frame.fault == fault) numbers.push_back(frame.frame);
        if (numbers.empty()) return;
        const std::string part = phrase(name, frameListText(std::move(numbers)));
        text = text.empty() ? part : phrase("%1; %2", text, part);
    };
    list(io::FrameFault::empty, translatable("%1 (empty)"));
    list(io::FrameFault::saturated, translatable("%1 (mostly saturated or not finite)"));
    list(io::FrameFault::faint, translatable("%1 (less than a hundredth of the counts of others)"));
    list(io::FrameFault::unreadable, translatable("%1 (cannot be read)"));
    const auto unreadable = std::ranges::find(frames, io::FrameFault::unreadable, &io::UnusableFrame::fault);
    const auto readable = std::ranges::find_if(
        frames, [](const io::UnusableFrame& frame) { return frame.fault != io::FrameFault::unreadable; });
    reporter.log(
        LogLevel::warning,
        unreadable == frames.end() ? phrase("left out: %1; a list of frames in included_frames keeps them in", text)
        : readable == frames.end()
            ? phrase("left out: %1", text)
            : phrase("left out: %1; a list of frames in included_frames keeps in those that can be read", text));
    if (unreadable != frames.end() && failure)
        reporter.log(LogLevel::warning, phrase("frame %1 cannot be read: %2", unreadable->frame, failure->what()));
}

void usePlan(PtychoSetup& setup, const JobDocument& job, std::size_t plan, RunReporter& reporter) {
    setup.plan = std::min(plan, setup.memoryPlans.size() - 1);
    setup.memory = setup.memoryPlans[setup.plan];
    setup.spoolFolder = io::isNullDevice(job.outputFile)       ? io::temporaryDirectory()
                        : job.outputFile.parent_path().empty() ? std::filesystem::path(".")
                                                               : job.outputFile.parent_path();
    ptycho::Problem common = commonProblem(setup, job);
    ptycho::partitionProblem(common, setup.ranks(), partitionOf(job, setup.memory.tiled), setup.memory.tiled);
    common.streamed = setup.memory.frames != FrameStorage::resident;
    common.framesAtOnce = setup.memory.framesAtOnce;
    setup.problems.assign(setup.devices.size(), common);
    reporter.log(setup.memory.fits ? LogLevel::info : LogLevel::warning, setup.memory.reason);
}

JobPlan describePlan(const JobDocument& job, const PtychoSetup& setup) {
    JobPlan plan;
    plan.engineSummary = engineSummary(job);
    plan.iterations = totalIterations(job);
    plan.devices = setup.deviceNames;
    plan.communicator = setup.communicators.front()->name();
    plan.frames = setup.layout.frameIndex.size();
    plan.windowPixels = setup.geometry.size;
    plan.objectRows = setup.scanLayout.objectRows;
    plan.objectCols = setup.scanLayout.objectCols;
    plan.probeModes = setup.model.probeModes;
    plan.objectPixel_m = setup.geometry.objectPixelWidth_m;
    plan.memory_bytes = setup.memory.largestRank_bytes * setup.ranks();
    plan.memorySummary = setup.memory.reason;
    plan.streamsFrames = setup.memory.frames != FrameStorage::resident;
    return plan;
}

void readFrames(PtychoSetup& setup, RunReporter& reporter, const RunControl& control,
                compute::Communicator& everyProcess) {
    const std::size_t pixels = setup.layout.size * setup.layout.size;
    // Each rank's memory is taken in a thread of its own, so that it lies near the cores that will use it.
    std::vector<std::future<void>> rooms;
    for (std::size_t rank = 0; rank < setup.problems.size(); ++rank)
        rooms.push_back(std::async(std::launch::async, [&, rank] {
            const bool spooled = setup.memory.frames == FrameStorage::spooled;
            setup.problems[rank].measured.reset();
            setup.problems[rank].measured = std::make_shared<ptycho::FrameStore>(
                setup.framesOf(rank).size(), pixels, spooled ? setup.spoolFolder : "", setup.memory.widest);
        }));
    for (std::future<void>& room : rooms) room.get();
    // One pass for all ranks: the frames of a chunk may belong to several.
    std::vector<std::size_t> which;
    std::vector<std::pair<ptycho::FrameStore*, std::size_t>> places;
    for (std::size_t rank = 0; rank < rooms.size(); ++rank) {
        const std::vector<std::size_t>& frames = setup.framesOf(rank);
        which.insert(which.end(), frames.begin(), frames.end());
        for (std::size_t i = 0; i < frames.size(); ++i) places.emplace_back(setup.problems[rank].measured.get(), i);
    }
    SharedPhaseTimes spent;
    const io::FrameStatistics here = io::readCounts(
        setup.scan, setup.preprocessing, setup.layout, which,
        [&](std::size_t slot, std::span<const float> counts) { places[slot].first->put(places[slot].second, counts); },
        control,
        [&](std::size_t done, std::size_t) {
            reporter.advance(done);
            reporter.spent(spent.sum());
        },
        &spent);
    for (const ptycho::Problem& problem : setup.problems) problem.measured->trim();
    reporter.log(LogLevel::info, describeFrames(setup));
    setup.statistics = mergedStatistics(here, which, setup.layout, setup.preprocessing.keptIn, everyProcess);
    logNotes(setup.statistics.notes, reporter);
    io::requireReadable(setup.statistics);
    warnOfRepeatedFrames(setup.statistics, setup.scan, setup.layout, reporter);
    requireCounts(setup.statistics, setup.scan.file.string() + ":" + setup.scan.framesPath, reporter);
    std::vector<bool> isMeasured;
    setup.meanAmplitude = meanAmplitudeOf(setup, everyProcess, isMeasured);
    if (const std::size_t dark =
            pixelsWithoutCounts(setup.meanAmplitude, isMeasured, setup.layout.size, setup.layout.frameIndex.size());
        dark > 0)
        reporter.log(LogLevel::warning,
                     phrase("%1 {pixel holds|pixels hold} no count in any frame, between pixels that hold many: dead "
                            "pixels, a gap or a beam stop? mask_file or bad_pixels leaves {1:it|them} out",
                            dark));
    if (setup.geometry.propagation == ptycho::Propagation::farField &&
        lightIsAtHighFrequencies(setup.meanAmplitude, setup.layout.size))
        reporter.log(LogLevel::warning, "the light is in the corners of the frames: if zero frequency lies there, open "
                                        "the file with a mapping that says corner_centred");
    for (ptycho::Problem& problem : setup.problems) problem.meanPhotons = setup.statistics.meanCounts;
}

const std::vector<std::size_t>& PtychoSetup::framesOf(std::size_t local) const {
    return problems[local].partition.framesOf[static_cast<std::size_t>(firstRank()) + local];
}

std::size_t PtychoSetup::framesHere() const {
    std::size_t frames = 0;
    for (std::size_t i = 0; i < problems.size(); ++i) frames += framesOf(i).size();
    return frames;
}

std::vector<float> PtychoSetup::frameHere(std::size_t frame) const {
    const ptycho::FramePartition& partition = problems.front().partition;
    const int local = partition.rankOf.at(frame) - firstRank();
    if (local < 0 || local >= static_cast<int>(problems.size())) return {};
    const ptycho::FrameStore& measured = *problems[static_cast<std::size_t>(local)].measured;
    std::vector<float> amplitudes(measured.pixels());
    measured.amplitudes(partition.placeOf[frame], amplitudes);
    return amplitudes;
}

Array<float, 2> measuredFrame(const PtychoSetup& setup, std::size_t frame) {
    const std::size_t n = setup.layout.size;
    Array<float, 2> image({n, n}, std::numeric_limits<float>::quiet_NaN());
    if (frame >= setup.layout.frameIndex.size()) return image;
    const std::vector<float> amplitudes = setup.frameHere(frame);
    if (amplitudes.empty()) return io::readPreparedFrame(setup.scan, setup.preprocessing, setup.layout, frame);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t col = 0; col < n; ++col)
            if (const float a = amplitudes[row * n + col]; a >= 0) image((row + n / 2) % n, (col + n / 2) % n) = a * a;
    return image;
}

} // namespace ewald::job
