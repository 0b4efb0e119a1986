// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/detector.h"

#include "azint/detector_text.h"
#include "azint/pixel_value.h"
#include "base/error.h"
#include "base/median.h"
#include "base/phrase.h"
#include "base/pixels/negative_marks.h"
#include "base/quantity_text.h"
#include "compute/devices/device.h"
#include "io/file_address.h"
#include "io/images/marked_pixels.h"
#include "io/images/mask_file.h"
#include "io/stack/images/image_file.h"
#include "job/document/settings.h"
#include "job/integration/detector_arm.h"
#include "job/integration/group_integrator.h"
#include "job/integration/integrate_runner.h"
#include "job/integration/integrate_setup.h"
#include "job/integration/kept_tables.h"
#include "job/integration/poni_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <thread>

namespace ewald::job {
namespace {

/// As NeXus writes units; azint's labels are for axes.
std::string nexusUnit(azint::Unit unit) {
    using azint::Unit;
    switch (unit) {
    case Unit::qPerNm: return "1/nm";
    case Unit::qPerAngstrom: return "1/angstrom";
    case Unit::twoThetaDegree: return "deg";
    case Unit::twoThetaRadian: return "rad";
    case Unit::rMillimetre: return "mm";
    case Unit::rMetre: return "m";
    case Unit::dAngstrom: return "angstrom";
    case Unit::dNm: return "nm";
    case Unit::dStarSquaredPerAngstrom2: return "1/angstrom^2";
    case Unit::dStarSquaredPerNm2: return "1/nm^2";
    case Unit::log10QMetre:
    case Unit::logQNm:
    case Unit::log1pQNm:
    case Unit::log1pQAngstrom:
    case Unit::arcsinhQNm:
    case Unit::arcsinhQAngstrom: break;
    }
    return "";
}

void chooseFrames(IntegrateSetup& setup, const JobDocument& job) {
    const std::size_t all = setup.stack->frameCount();
    const FrameChoice chosen = chosenFrames(job, all);
    setup.firstFrame = chosen.first;
    setup.frameStep = chosen.step;
    setup.frames = chosen.count;
    setup.cutOff = chosenFrames(job, all + setup.stack->cutOff).count - setup.frames;
}

/// \throws JobError for what needs all frames from the beginning
void requireFollowable(const JobDocument& job, const compute::ProcessGroup& processes) {
    if (!processes.isAlone())
        throw JobError("files that are being written are followed by one process", "follow",
                       "start the job without mpirun or srun, or when the files are complete");
    if (job.text("arm_position").find('/') != std::string::npos)
        throw JobError("files that are being written cannot be followed while the detector arm moves", "follow",
                       "integrate them when they are complete, or give arm_position as numbers");
}

/// Masked pixels are the first thing to look at when a pattern differs from another program's.
void reportMask(const azint::Corrections& corrections, const JobDocument& job, const io::FrameStack& stack,
                RunReporter& reporter) {
    const auto masked = std::ranges::count_if(corrections.mask, [](std::uint8_t value) { return value != 0; });
    if (masked == 0) return;
    const char* const text =
        job.flag("file_mask") && !stack.mask.empty()
            ? translatable("%1 of %2 pixels are masked, also by the data file (file_mask=false counts what it marks as "
                           "bad)")
            : translatable("%1 of %2 pixels are masked");
    reporter.log(LogLevel::info, phrase(text, masked, corrections.mask.size()));
    if (const std::string doubt = doubtOfMask(corrections.mask, job); !doubt.empty())
        reporter.log(LogLevel::warning, doubt);
}

/// Looks at frames: gaps and dead pixels that they mark are masked like those that the file names, unless only the
/// first frame is wanted. \return the pixels of the first frame; empty: it cannot be read
std::vector<float> lookAtFrames(azint::Corrections& corrections, const IntegrateSetup& setup, bool onlyFirst,
                                RunReporter& reporter) {
    std::vector<std::size_t> looked{setup.firstFrame};
    for (const std::size_t chosen : {setup.frames / 2, setup.frames - 1})
        if (const std::size_t frame = setup.firstFrame + chosen * setup.frameStep; !onlyFirst && looked.back() != frame)
            looked.push_back(frame);
    io::MarkedPixels marked;
    try {
        marked =
            io::findMarkedPixels(*setup.stack, looked, corrections.mask, corrections.saturation, corrections.lowest);
    } catch (const DataError&) { // which reading the frames reports
        return {};
    }
    if (onlyFirst) return std::move(marked.first);
    for (const std::string& line : marked.lines) reporter.log(LogLevel::info, line);
    for (const std::string& line : marked.warnings) reporter.log(LogLevel::warning, line);
    io::combineMasks(corrections.mask, marked.mask);
    return std::move(marked.first);
}

/// The detector that is named, that of the geometry, or else the one that the file of the frames describes.
const azint::Detector* detectorOfFrames(const azint::Poni& poni, const JobDocument& job, const io::FrameStack& stack) {
    const std::string named = job.text("detector");
    if (const azint::Detector* const known = azint::findDetector(named.empty() ? poni.detector : named)) return known;
    return azint::describedDetector(stack.geometry.detector);
}

/// Frames that the detector which their file names does not make, where their geometry is not known otherwise.
void reportOtherShape(const azint::Detector& detector, const JobDocument& job, const io::FrameStack& stack,
                      RunReporter& reporter) {
    if (!job.text("poni_file").empty() || !job.text("detector").empty()) return;
    const bool isPart = stack.rows() <= detector.rows && stack.cols() <= detector.cols;
    reporter.log(isPart ? LogLevel::info : LogLevel::warning,
                 phrase("the file says that its frames of %1 x %2 pixels are of the %3, which has %4 x %5: check the "
                        "pixel size and the beam centre",
                        stack.rows(), stack.cols(), detector.name, detector.rows, detector.cols));
}

/// Binned frames, and pixels of another size than the detector has.
void reportReadout(const azint::Poni& poni, const JobDocument& job, const io::FrameStack& stack,
                   RunReporter& reporter) {
    if (!poni.distortion.isNone()) {
        const azint::PixelMap& map = poni.distortion.map();
        reporter.log(LogLevel::info,
                     map.radius_m() > 0
                         ? phrase("pixels lie on a cylinder with a radius of %1", lengthText(map.radius_m()))
                         : phrase("pixels are where %1 has them", map.source().string()));
        if (poni.distortion.map().hasOwnCorrections())
            reporter.log(LogLevel::warning, phrase("%1 holds a flat field or a dark as well, which are not used: name "
                                                   "them as flat_file or dark_file",
                                                   poni.distortion.map().source().string()));
        return; // which says how large pixels are
    }
    const azint::Detector* const detector = detectorOfFrames(poni, job, stack);
    if (detector == nullptr) return;
    const auto readout = azint::readoutOf(*detector, stack.rows(), stack.cols());
    if (!readout) return reportOtherShape(*detector, job, stack, reporter);
    const auto microns = [](double height_m, double width_m) {
        return numberText(height_m * 1e6, 6) + " x " + numberText(width_m * 1e6, 6) + " um";
    };
    const std::string pixel = microns(readout->pixelHeight_m, readout->pixelWidth_m);
    if (!readout->listed)
        reporter.log(LogLevel::info,
                     phrase("the frames of the %1 are binned by %2, which its maker does not offer: pixels of %3",
                            detector->name, readout->binning, pixel));
    else if (readout->binning != 1)
        reporter.log(LogLevel::info, phrase("the frames of the %1 have %2 x %3 pixels of %4", detector->name,
                                            stack.rows(), stack.cols(), pixel));
    const bool isDescribed = job.text("detector").empty() && azint::findDetector(poni.detector) == nullptr;
    if (isDescribed && !job.text("poni_file").empty() && stack.geometry.pixelHeight_m) return; // has been compared
    if (!azint::samePixelSize(poni.pixel1_m, readout->pixelHeight_m) ||
        !azint::samePixelSize(poni.pixel2_m, readout->pixelWidth_m))
        reporter.log(LogLevel::warning, phrase("the geometry has pixels of %1, the %2 has pixels of %3: check both",
                                               microns(poni.pixel1_m, poni.pixel2_m), detector->name, pixel));
}

/// Says where the gaps of the detector that the file describes are counted: they hold one number, which no mask and no
/// rule takes. \param values of the first frame, or none
void reportGaps(const azint::Poni& poni, const azint::Corrections& corrections, const JobDocument& job,
                const io::FrameStack& stack, const std::vector<float>& values, RunReporter& reporter) {
    const azint::Detector* const detector = detectorOfFrames(poni, job, stack);
    if (detector == nullptr || detector->unsupported) return;
    const Array<std::uint8_t, 2> gaps = azint::gapMask(*detector, stack.rows(), stack.cols());
    if (gaps.size() != values.size()) return;
    const float dummy = azint::dummyOf(stack.pixelType(), corrections.dummy.value_or(0));
    std::size_t counted = 0;
    float number = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (gaps.data()[i] == 0 || !std::isfinite(values[i])) continue;
        if (!corrections.mask.empty() && corrections.mask.data()[i] != 0) continue;
        if (corrections.dummy && azint::isDummy(values[i], dummy, corrections.deltaDummy)) continue;
        if (!corrections.isWithinThresholds(static_cast<double>(values[i]))) continue;
        if (counted++ > 0 && values[i] != number) return; // measured, or filled in
        number = values[i];
    }
    if (counted > 1)
        reporter.log(LogLevel::warning,
                     phrase("%1 pixels in the gaps of the %2, which the file names, hold %3 and are counted: name the "
                            "detector (detector=%2) to leave them out",
                            counted, detector->name, numberText(static_cast<double>(number))));
}

/// What the rules take that look at every frame, counted in the first one: a dummy that is also a count, or a threshold
/// in the wrong place, takes pixels from the pattern that nobody would miss. \param values of the first frame, or none
void reportLeftOut(const azint::Corrections& corrections, const JobDocument& job, const IntegrateSetup& setup,
                   const std::vector<float>& values, RunReporter& reporter) {
    const float dummy = azint::dummyOf(setup.stack->pixelType(), corrections.dummy.value_or(0));
    std::size_t used = 0, dummies = 0, below = 0, above = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i]) || (!corrections.mask.empty() && corrections.mask.data()[i] != 0)) continue;
        ++used;
        if (corrections.dummy && azint::isDummy(values[i], dummy, corrections.deltaDummy))
            ++dummies;
        else if (corrections.lowest && static_cast<double>(values[i]) < *corrections.lowest)
            ++below;
        else if (corrections.saturation && static_cast<double>(values[i]) >= *corrections.saturation)
            ++above;
    }
    const auto report = [&](const char* text, const std::optional<double>& rule, std::size_t taken) {
        if (taken == 0) return;
        reporter.log(2 * taken > used ? LogLevel::warning : LogLevel::info,
                     phrase(text, numberText(*rule, 6), taken, used, setup.firstFrame));
    };
    report(translatable("the dummy %1 takes %2 of %3 pixels of frame %4"), corrections.dummy, dummies);
    const bool isLowestOfType = corrections.lowest == lowestCountsOf(setup.stack->pixelType());
    report(isLowestOfType ? translatable("%2 of %3 pixels of frame %4 hold the lowest number of their type, and are "
                                         "left out")
                          : translatable("the lower threshold %1 takes %2 of %3 pixels of frame %4"),
           corrections.lowest, below);
    report(!(job.real("saturation") > 0)
               ? translatable("%2 of %3 pixels of frame %4 are saturated (%1 counts) and left out")
               : translatable("the upper threshold %1 takes %2 of %3 pixels of frame %4"),
           corrections.saturation, above);
}

/// A dark that is brighter than what it is taken off has been exchanged with the frames, or is of a longer exposure.
/// \param values of the first frame, or none
void reportDark(const azint::Corrections& corrections, const std::vector<float>& values, RunReporter& reporter) {
    constexpr double kMost = 1.1; // of the counts of the frame, where nothing but noise is left
    const auto none = std::ranges::count_if(corrections.dark, [](float value) { return !std::isfinite(value); });
    if (none > 0)
        reporter.log(LogLevel::info,
                     phrase("the dark holds no number in %1 {pixel, which is|pixels, which are} left out", none));
    if (corrections.dark.size() != values.size()) return;
    double counts = 0, dark = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float ofDark = corrections.dark.data()[i];
        if (!std::isfinite(values[i]) || !std::isfinite(ofDark)) continue;
        if (!corrections.mask.empty() && corrections.mask.data()[i] != 0) continue;
        if (!corrections.isWithinThresholds(static_cast<double>(values[i]))) continue;
        counts += static_cast<double>(values[i]);
        dark += static_cast<double>(ofDark);
    }
    if (dark > 0 && dark > kMost * counts)
        reporter.log(LogLevel::warning,
                     phrase("the dark holds %1 counts and the first frame %2, so that the patterns are negative: are "
                            "both exchanged, or is the dark of a longer exposure?",
                            numberText(dark, 6), numberText(counts, 6)));
}

/// Pixels without a variance are left out.
void reportVariance(const azint::Corrections& corrections, RunReporter& reporter) {
    const auto none = static_cast<std::size_t>(
        std::ranges::count_if(corrections.variance, [](float value) { return !std::isfinite(value); }));
    if (none > 0)
        reporter.log(2 * none > corrections.variance.size() ? LogLevel::warning : LogLevel::info,
                     phrase("the image of variances holds no variance in %1 {pixel, which is|pixels, which are} left "
                            "out",
                            none));
}

/// A flat field of counts divides by thousands what one around 1 leaves as it is. Pixels without a positive number are
/// left out.
void reportFlat(const azint::Corrections& corrections, RunReporter& reporter) {
    constexpr double kMost = 10;            // or a tenth: no detector's pixels differ as much
    constexpr std::size_t kSample = 10'000; // pixels at least, evenly spread
    const std::span<const float> flat = corrections.flat.span();
    const auto isFactor = [](float value) { return value > 0 && std::isfinite(value); };
    const auto none = flat.size() - static_cast<std::size_t>(std::ranges::count_if(flat, isFactor));
    if (none == flat.size()) return;
    if (none > 0)
        reporter.log(
            2 * none > flat.size() ? LogLevel::warning : LogLevel::info,
            phrase("the flat field holds no positive number in %1 {pixel, which is|pixels, which are} left out", none));
    std::vector<double> sample;
    for (std::size_t i = 0; i < flat.size(); i += std::max<std::size_t>(flat.size() / kSample, 1))
        if (isFactor(flat[i])) sample.push_back(static_cast<double>(flat[i]));
    if (sample.empty()) return;
    const double median = medianOf(std::move(sample));
    constexpr float kFar = 1000; // from the median: no sensitivity, but what marks a pixel
    const auto usual = static_cast<float>(median);
    const auto far = std::ranges::count_if(
        flat, [&](float value) { return isFactor(value) && (value > kFar * usual || value * kFar < usual); });
    if (far > 0)
        reporter.log(LogLevel::warning,
                     phrase("the flat field is more than a thousand times above or below its middle (%1) in %2 "
                            "{pixel|pixels}: if {2:it was|they were} not measured, make {2:it|them} 0 there",
                            numberText(median, 4), far));
    if (median > kMost || median < 1 / kMost)
        reporter.log(LogLevel::warning,
                     phrase("the flat field is about %1, and all counts are divided by it: divide it by its mean where "
                            "the patterns are to be counts",
                            numberText(median, 4)));
}

/// A dark holds as many counts as it was exposed for. Of files that say how long that was.
void reportExposure(const JobDocument& job, const io::FrameStack& stack, RunReporter& reporter) {
    constexpr double kTolerance = 0.01; // of the time: headers round
    const std::string name = job.text("dark_file");
    const std::optional<double> frames = stack.exposure_s;
    if (name.empty() || !frames) return;
    const auto [file, path, slice] = io::splitAddress(name);
    std::optional<double> dark;
    try {
        io::StackOptions options;
        options.dataset = path;
        for (const std::filesystem::path& one : io::filesOfImage(file)) {
            dark = io::openStack(std::span(&one, 1), options)->exposure_s;
            if (dark && std::abs(*dark - *frames) > kTolerance * *frames) break;
        }
    } catch (const Error&) { // an image that is no stack of frames says no time
        return;
    }
    if (!dark || std::abs(*dark - *frames) <= kTolerance * *frames) return;
    reporter.log(LogLevel::warning, phrase("the dark was exposed for %1 s and the frames for %2 s: what is taken off "
                                           "belongs to another time; use a dark of the same exposure",
                                           numberText(*dark), numberText(*frames)));
}

std::size_t cpuEntries(const std::vector<compute::RankDevice>& devices) {
    return static_cast<std::size_t>(
        std::ranges::count_if(devices, [](const auto& device) { return device.id.starts_with("cpu"); }));
}

/// Takes the devices of the document where they can do what is asked, and the processor otherwise.
void chooseWorkers(IntegrateSetup& setup, const JobDocument& job, RunReporter& reporter, std::size_t processes) {
    const std::vector<compute::RankDevice> devices = compute::parseDevices(job.text("devices"));
    const std::size_t onCpu = cpuEntries(devices);
    if (onCpu == devices.size()) return;
    if (setup.arm) {
        reporter.log(LogLevel::info, "the frames are integrated on the processor: the detector arm moves between them");
        return;
    }
    try {
        setup.devices =
            std::make_unique<const IntegrateDevices>(devices, static_cast<std::size_t>(job.integer("workers")),
                                                     processes, setup.firstFrame, *setup.stack, *setup.integrator);
        setup.workers = setup.devices->workers() + onCpu;
    } catch (const Error& error) {
        const bool isAsked = job.text("devices") != "auto";
        reporter.log(isAsked ? LogLevel::warning : LogLevel::info,
                     phrase("the frames are integrated on the processor: %1", error.what()));
    }
}

/// Who does how much, and what with; and whether all processes have the same frames before them.
void meetOthers(IntegrateSetup& setup, compute::ProcessGroup& processes) {
    compute::Communicator& everyProcess = processes.everyProcess();
    const std::array<double, 3> mine = {static_cast<double>(setup.frames),
                                        static_cast<double>(setup.integrator->bins()),
                                        static_cast<double>(setup.stack->rows() * setup.stack->cols())};
    std::array<double, 3> first = mine;
    everyProcess.broadcast(first, 0);
    if (mine != first)
        throw JobError("this process has another job or other data than the first one", "",
                       "give all processes the same command and the same files");
    const std::vector<std::size_t> workers = everyProcess.allGather(std::span(&setup.workers, 1));
    setup.firstWorkers = {0};
    for (const std::size_t count : workers) setup.firstWorkers.push_back(setup.firstWorkers.back() + count);
    setup.communicator = processes.isAlone() && setup.workers > 1 ? "in-process" : everyProcess.name();
    std::string line;
    for (const std::string& device : setup.devices ? setup.devices->describe() : std::vector<std::string>())
        line += (line.empty() ? "" : "; ") + device;
    if (const std::size_t onCpu = setup.workers - (setup.devices ? setup.devices->workers() : 0); onCpu > 0) {
        const std::vector<compute::DeviceInfo> devices = compute::listDevices();
        line += (line.empty() ? "cpu: " : "; cpu: ") + (devices.empty() ? std::string() : devices.front().name + ", ") +
                std::to_string(onCpu) + (onCpu == 1 ? " worker" : " workers");
    }
    if (!processes.isAlone())
        line += ", process " + std::to_string(processes.process()) + " on " + processes.hostOf(processes.process());
    for (const std::vector<char>& text : everyProcess.gather(line, 0))
        setup.deviceNames.emplace_back(text.begin(), text.end());
}

/// Bins that share a pixel say the same, or nothing: a slip of the finger costs a file of gigabytes.
void warnOfManyBins(const IntegrateSetup& setup, RunReporter& reporter) {
    constexpr double kBinsOfPixel = 4; // some are of use: a ring may be sharper than a pixel where pixels are split
    const double across =
        std::hypot(static_cast<double>(setup.stack->rows()), static_cast<double>(setup.stack->cols()));
    const std::size_t bins = setup.integrator->binning().settings.npt;
    if (static_cast<double>(bins) <= kBinsOfPixel * across) return;
    reporter.log(LogLevel::warning,
                 phrase("%1 radial bins for a frame of %2 pixels from corner to corner: most bins share a pixel or are "
                        "empty; lower npt",
                        bins, static_cast<std::size_t>(across)));
}

/// Reads the first frames while the table is made, so that the workers find them in the page cache. Only frames whose
/// reading decodes nothing: the table needs the processor.
std::jthread readAhead(const IntegrateSetup& setup) {
    constexpr std::size_t kMostBytes = std::size_t{256} << 20U;
    if (!setup.stack->compression.starts_with("bitshuffle")) return {};
    const std::size_t frameBytes = setup.stack->rows() * setup.stack->cols() * bytesOf(setup.stack->pixelType());
    const std::size_t frames = std::min(setup.frames, kMostBytes / std::max<std::size_t>(frameBytes, 1));
    return std::jthread([&setup, frames](const std::stop_token& stop) {
        try {
            const std::unique_ptr<io::FrameReader> reader = setup.stack->makeReader();
            for (std::size_t row = 0; row < frames && !stop.stop_requested(); ++row)
                static_cast<void>(reader->read(setup.frameOf(row)));
        } catch (const std::exception&) {
            return; // the workers meet the same damage and report it
        }
    });
}

/// Takes the tables of an earlier run with the same geometry, or makes them and has them kept for the next one.
/// \param writes whether this process is the one of the job that keeps them
void makeIntegrator(IntegrateSetup& setup, const azint::Geometry& geometry, const azint::IntegrationSettings& settings,
                    azint::Corrections corrections, const JobDocument& job, RunReporter& reporter, bool writes) {
    const auto threads = static_cast<unsigned>(setup.workers);
    if (!job.flag("keep_table")) {
        setup.integrator =
            std::make_unique<const azint::Integrator>(geometry, settings, std::move(corrections), threads);
        return;
    }
    const KeptTables kept(tablesFolder());
    const Checksum key = tablesKey(geometry, settings, corrections);
    if (std::optional<azint::IntegratorTables> tables = kept.find(key, threads)) {
        setup.integrator = std::make_unique<const azint::Integrator>(geometry, settings, std::move(corrections),
                                                                     std::move(*tables), threads);
        reporter.log(LogLevel::info, "the pixel table of an earlier run with this geometry is used");
        return;
    }
    setup.integrator = std::make_unique<const azint::Integrator>(geometry, settings, std::move(corrections), threads);
    if (!writes || setup.integrator->bytes() < KeptTables::kWorthKeeping_bytes) return;
    // Beside the first frames. A run that is shorter waits for it: it is a matter of some hundredths of a second.
    setup.keeping = std::jthread([kept, key, &integrator = *setup.integrator, &control = reporter.control()] {
        static_cast<void>(kept.keep(key, integrator.tables(), [&control] { return control.stopRequested(); }));
    });
}

/// \param arm where it is at which the geometry was taken, if there is one
void reportArm(IntegrateSetup& setup, const std::string& file, const std::string& arm, RunReporter& reporter) {
    if (arm.empty()) return;
    reporter.log(LogLevel::info, phrase("the geometry is that of %1 at %2", file, arm));
    setup.poni += "# From " + file + " at " + arm + '\n';
}

/// Frames between which the detector arm moves.
void followArm(IntegrateSetup& setup, const GeometryFile& file, const JobDocument& job, ArmPlaces arm,
               RunReporter& reporter) {
    reporter.log(LogLevel::info, phrase("the detector arm is at %1 places: that is the first, each has a table of its "
                                        "own",
                                        arm.places.size()));
    setup.poni += "# The first of " + std::to_string(arm.places.size()) + " places of the detector arm\n";
    const auto geometryOfPlace = [job, file, stack = setup.stack, places = arm.places](std::size_t place) {
        const azint::Poni poni = geometryAt(file, places.at(place), *stack).poni;
        return azint::Geometry(geometryOf(job, *stack, poni), stack->rows(), stack->cols(), job.flag("flip_rows"),
                               job.flag("flip_cols"));
    };
    setup.arm =
        std::make_unique<const ArmTables>(*setup.stack, std::move(arm.placeOfRow), setup.firstFrame, setup.frameStep,
                                          *setup.integrator, geometryOfPlace, static_cast<unsigned>(setup.workers));
}

/// \throws JobError where the arm moves and each place would have an axis of its own
void requireOneAxis(const JobDocument& job, const ArmPlaces& arm) {
    if (arm.places.size() > 1 && job.text("radial_range").empty())
        throw JobError("the detector arm moves between the frames, whose patterns need the same axis", "radial_range",
                       "give its first and last value, or choose frames of one position (first_frame, max_frames)");
}

} // namespace

std::size_t IntegrateSetup::preferredFrames(const RunControl& control) const {
    return devices ? devices->preferredFrames() : GroupIntegrator(*stack, *integrator, control).preferredFrames();
}

std::unique_ptr<GroupWorker> IntegrateSetup::makeWorker(std::size_t worker, const RunControl& control) const {
    if (arm) return arm->makeWorker(control);
    if (devices && worker < devices->workers()) return devices->makeWorker(worker, control, timeout);
    return std::make_unique<GroupIntegrator>(*stack, *integrator, control);
}

std::size_t workersOf(const JobDocument& job, std::size_t processes) {
    const std::size_t onCpu = cpuEntries(compute::parseDevices(job.text("devices")));
    if (const auto asked = static_cast<std::size_t>(job.integer("workers")); asked > 0) return asked;
    if (onCpu > 1) return onCpu;
    return std::max<std::size_t>(1, std::thread::hardware_concurrency() / processes);
}

IntegrateSetup planIntegration(const JobDocument& job, RunReporter& reporter, compute::ProcessGroup& processes) {
    IntegrateSetup setup;
    setup.workers = workersOf(job, processes.processesHere());
    azint::IntegrationSettings settings = integrationSettingsOf(job);
    if (job.flag("follow")) {
        requireFollowable(job, processes);
        setup.growing = std::make_shared<io::GrowingStack>(job.files(), [job] { return openJobStack(job); });
        setup.stack = setup.growing;
    } else {
        setup.stack = openJobStack(job);
    }
    // That the files are not complete is no fault of those that are followed; what is odd at their end is said then.
    for (const io::Note& note : setup.stack->notes)
        reporter.log(note.severity == io::Severity::info || setup.growing ? LogLevel::info : LogLevel::warning,
                     note.text);
    for (const std::string& line : ineffectiveParameters(job)) reporter.log(LogLevel::warning, line);
    chooseFrames(setup, job);
    const std::optional<GeometryFile> file = geometryFileOf(job);
    ArmPlaces arm = armPlaces(file, job, *setup.stack);
    requireOneAxis(job, arm);
    const FileGeometry found = file ? geometryAt(*file, arm.places.front(), *setup.stack) : FileGeometry();
    const std::optional<azint::Poni> inFile = file ? std::optional(found.poni) : std::nullopt;
    if (const std::string problem = poniContradiction(inFile, job, *setup.stack); !problem.empty())
        reporter.log(LogLevel::warning, problem);
    const azint::Poni poni = geometryOf(job, *setup.stack, inFile);
    const azint::Geometry geometry(poni, setup.stack->rows(), setup.stack->cols(), job.flag("flip_rows"),
                                   job.flag("flip_cols"));
    setup.poni = azint::poniFileText(poni);
    reportArm(setup, job.text("poni_file"), found.arm, reporter);
    setup.particle = particleOf(job);
    azint::Corrections corrections = correctionsOf(
        job, *setup.stack, inFile, [&](LogLevel level, const std::string& line) { reporter.log(level, line); });
    std::vector<float> first;
    const bool fileMask = job.flag("file_mask");
    if (fileMask || corrections.dummy || corrections.hasThresholds() || !corrections.dark.empty())
        first = lookAtFrames(corrections, setup, !fileMask, reporter);
    if (!setup.stack->flat.empty() && corrections.flat.empty())
        reporter.log(LogLevel::warning, "the flat field of the data file, which does not say that it has been applied, "
                                        "is not used: file_flat=true divides by it");
    reportMask(corrections, job, *setup.stack, reporter);
    reportReadout(poni, job, *setup.stack, reporter);
    reportGaps(poni, corrections, job, *setup.stack, first, reporter);
    reportDark(corrections, first, reporter);
    reportFlat(corrections, reporter);
    reportVariance(corrections, reporter);
    reportExposure(job, *setup.stack, reporter);
    if (corrections.dummy || corrections.hasThresholds()) reportLeftOut(corrections, job, setup, first, reporter);
    {
        const std::jthread ahead = readAhead(setup);
        makeIntegrator(setup, geometry, settings, std::move(corrections), job, reporter, processes.isFirst());
    }
    if (arm.places.size() > 1) followArm(setup, *file, job, std::move(arm), reporter);
    warnOfManyBins(setup, reporter);
    chooseWorkers(setup, job, reporter, processes.processesHere());
    setup.timeout = collectiveTimeout(job);
    meetOthers(setup, processes);
    return setup;
}

JobPlan describePlan(const JobDocument& job, const IntegrateSetup& setup) {
    JobPlan plan;
    plan.kind = job.kind;
    const auto& binning = setup.integrator->binning().settings;
    plan.engineSummary = std::to_string(binning.npt) + " bins of " + azint::info(binning.unit).name;
    if (binning.nptAzim > 0) plan.engineSummary += " x " + std::to_string(binning.nptAzim) + " sectors";
    plan.engineSummary += ", splitting " + job.text("split");
    if (job.text("error_model") != "none") plan.engineSummary += ", errors " + job.text("error_model");
    plan.workers = setup.firstWorkers.back();
    plan.devices = setup.deviceNames;
    plan.communicator = setup.communicator;
    plan.frames = setup.frames;
    plan.frameRows = setup.stack->rows();
    plan.frameCols = setup.stack->cols();
    plan.bins = setup.integrator->bins();
    plan.format = setup.stack->format;
    if (!setup.stack->compression.empty()) plan.format += ", " + setup.stack->compression;
    const std::size_t tables = setup.arm ? ArmTables::mostTables(setup.arm->places(), setup.workers) : 1;
    plan.memory_bytes = static_cast<double>(setup.integrator->bytes() * tables);
    const auto frameBytes = static_cast<double>(plan.frameRows * plan.frameCols * bytesOf(setup.stack->pixelType()));
    const std::string frames = bytesText(frameBytes * static_cast<double>(plan.frames));
    const std::string memory = bytesText(plan.memory_bytes);
    plan.memorySummary =
        tables == 1 ? phrase("memory: %1 of frames pass through %2 {worker|workers}, a few frames at a time; the pixel "
                             "table takes %3",
                             frames, plan.workers, memory)
                    : phrase("memory: %1 of frames pass through %2 {worker|workers}, a few frames at a time; %4 pixel "
                             "tables at a time, of places of the detector arm, take up to about %3",
                             frames, plan.workers, memory, tables);
    return plan;
}

io::IntegrationAxes axesOf(const IntegrateSetup& setup) {
    const azint::Binning& binning = setup.integrator->binning();
    const azint::UnitInfo& unit = azint::info(binning.settings.unit);
    io::IntegrationAxes axes;
    axes.radial = binning.radialCentres();
    axes.radialName = unit.symbol;
    axes.radialUnit = nexusUnit(unit.unit);
    axes.unit = unit.name;
    axes.azimuthal_deg = binning.azimuthCentres_deg();
    axes.frames = setup.frames;
    axes.firstFrame = setup.firstFrame;
    axes.frameStep = setup.frameStep;
    const bool isWhole = setup.frames == setup.stack->frameCount();
    if (isWhole) axes.scanShape = setup.stack->scanShape;
    axes.wavelength_m = setup.integrator->geometry().poni().wavelength_m;
    axes.particle = setup.particle;
    axes.poni = setup.poni;
    return axes;
}

} // namespace ewald::job
