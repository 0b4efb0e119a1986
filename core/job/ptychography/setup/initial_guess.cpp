// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/initial_guess.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/other_result.h"
#include "io/readers/product_object.h"
#include "job/ptychography/setup/frame_statistics.h"
#include "job/ptychography/setup/ptycho_setup.h"
#include "job/run/run_guard.h"
#include "ptycho/analysis/focus_search.h"
#include "ptycho/model/resample.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace ewald::job {
namespace {

Array<Complex, 3> oneMode(Array<Complex, 2> mode) {
    const auto shape = mode.shape();
    return Array<Complex, 3>({1, shape[0], shape[1]}, std::vector<Complex>(mode.begin(), mode.end()));
}

/// Width and height of a pixel at the sample; 0 = not known.
struct PixelSize {
    double height_m = 0;
    double width_m = 0;
};

/// Pixels of this run in pixels of a guess, (row, column); absent where the guess fits as it is: pixels of the same
/// size, or of an unknown one.
using PixelRatio = std::optional<std::array<double, 2>>;

/// Says what is done with a guess of another pixel size, and how far apart its pixels are to be taken.
/// \param extents rows and columns of the guess
PixelRatio pixelRatio(PixelSize found, const PtychoSetup& setup, std::array<std::size_t, 2> extents, const char* what,
                      const std::string& file, RunReporter& reporter) {
    if (!(found.height_m > 0) || !(found.width_m > 0)) return std::nullopt;
    const std::array<double, 2> ratio{setup.geometry.objectPixelHeight_m / found.height_m,
                                      setup.geometry.objectPixelWidth_m / found.width_m};
    const auto moves = [&](std::size_t axis) { // by half a pixel at the rim or more
        return std::abs(ratio.at(axis) - 1) * static_cast<double>(extents.at(axis)) >= 1;
    };
    if (!moves(0) && !moves(1)) return std::nullopt;
    const auto plausible = [](double value) { return value > 1.0 / 16 && value < 16; };
    const std::string here = lengthText(setup.geometry.objectPixelWidth_m), there = lengthText(found.width_m);
    if (!plausible(ratio[0]) || !plausible(ratio[1])) {
        reporter.log(LogLevel::warning,
                     phrase("the %1 in %2 has pixels of %3, this scan of %4: it is used without rescaling", what, file,
                            there, here));
        return std::nullopt;
    }
    reporter.log(LogLevel::info, phrase("the %1 in %2 has pixels of %3, this scan of %4: it is brought to these", what,
                                        file, there, here));
    return ratio;
}

/// A probe of a file.
struct GivenProbe {
    Array<Complex, 3> probe;
    PixelSize pixel;
    bool onlyFarField = false; ///< its pixels have this size there
};

/// Pixels at the sample that the scan's own geometry gives a window of so many rows and columns, in the far field.
PixelSize samplePixelOf(const io::Scan& scan, std::size_t rows, std::size_t cols) {
    if (!scan.wavelength_m || !scan.distance_m || !scan.pixelWidth_m || !scan.pixelHeight_m) return {};
    const double lambdaZ = *scan.wavelength_m * *scan.distance_m;
    return {lambdaZ / (static_cast<double>(rows) * *scan.pixelHeight_m),
            lambdaZ / (static_cast<double>(cols) * *scan.pixelWidth_m)};
}

GivenProbe probeOfScan(const io::Scan& scan) {
    GivenProbe given{scan.probe, {}, true};
    if (!given.probe.empty()) given.pixel = samplePixelOf(scan, given.probe.extent(1), given.probe.extent(2));
    return given;
}

/// What is not found from the frames has to be right: the probe of a single frame.
void requireProbeOfGeometry(const GivenProbe& given, const std::filesystem::path& file,
                            const ptycho::Geometry& geometry) {
    constexpr const char* kHint = translatable("give the result of a scan with the same beam, frame size and distance");
    const std::size_t n = geometry.size;
    const bool samePixels = given.pixel.width_m > 0; // then a smaller window has zeros around it
    if (given.probe.extent(1) > n || given.probe.extent(2) > n ||
        (!samePixels && (given.probe.extent(1) != n || given.probe.extent(2) != n)))
        throw DataError(phrase("the known probe has %1 x %2 pixels, the frame %3 x %3", given.probe.extent(1),
                               given.probe.extent(2), n),
                        file.string(), kHint);
    if (given.pixel.width_m > 0 && std::abs(given.pixel.width_m / geometry.objectPixelWidth_m - 1) >= 0.01)
        throw DataError(phrase("the known probe has pixels of %1, the frame gives %2", lengthText(given.pixel.width_m),
                               lengthText(geometry.objectPixelWidth_m)),
                        file.string(), kHint);
}

GivenProbe readProbe(const std::filesystem::path& file) {
    if (io::isResultFile(file)) {
        const io::PtychoResult result = io::readResult(file);
        const auto& shape = result.probe.shape();
        const auto first = result.probe.slab(0); // of several variations the mean one
        return {Array<Complex, 3>({shape[1], shape[2], shape[3]}, std::vector<Complex>(first.begin(), first.end())),
                {result.objectPixelHeight_m, result.objectPixelWidth_m}};
    }
    GivenProbe given;
    if (auto other = io::readOtherResult(file))
        given = {std::move(other->probe), {other->objectPixel_m, other->objectPixel_m}};
    else
        given = probeOfScan(io::openScan(file));
    if (given.probe.empty())
        throw DataError("there is no probe in the file", file.string(),
                        "initial_probe takes a result of Ewald, PtyPy (.ptyr) or MATLAB 7.3, or a scan with a probe");
    return given;
}

/// A probe brought to the pixels and the window of this run. Each pixel keeps the photons of its area.
Array<Complex, 3> fittedProbe(GivenProbe given, const std::string& file, const PtychoSetup& setup,
                              RunReporter& reporter) {
    const std::size_t n = setup.geometry.size;
    if (given.onlyFarField && setup.geometry.propagation == ptycho::Propagation::nearField) given.pixel = {};
    const std::array<std::size_t, 2> extents{given.probe.extent(1), given.probe.extent(2)};
    const PixelRatio ratio = pixelRatio(given.pixel, setup, extents, "probe", file, reporter);
    if (!ratio) return ptycho::fitProbe(given.probe, n);
    const auto [rows, cols] = *ratio;
    const auto brightness = static_cast<float>(std::sqrt(rows * cols));
    Array<Complex, 3> probe({given.probe.extent(0), n, n});
    for (std::size_t mode = 0; mode < probe.extent(0); ++mode)
        std::ranges::transform(ptycho::resample(ptycho::layerOf(given.probe, mode),
                                                ptycho::pointsAroundMiddle(extents[0], rows, n),
                                                ptycho::pointsAroundMiddle(extents[1], cols, n)),
                               probe.slab(mode).begin(), [=](Complex value) { return brightness * value; });
    return probe;
}

/// The scan's own probe. One of the frames' size belongs to whole frames; what another one belongs to is not known.
GivenProbe ownProbe(const io::Scan& scan) {
    GivenProbe given = probeOfScan(scan);
    if (!scan.frames || scan.frames->rows() != given.probe.extent(1) || scan.frames->cols() != given.probe.extent(2))
        given.pixel = {};
    return given;
}

Array<Complex, 3> probeOfFile(const std::filesystem::path& file, const PtychoSetup& setup, RunReporter& reporter) {
    GivenProbe given = readProbe(file);
    if (singleFrameEngine(setup.pipeline) != nullptr) requireProbeOfGeometry(given, file, setup.geometry);
    return fittedProbe(std::move(given), file.string(), setup, reporter);
}

/// Whether the focus is searched for: the one initial guess that needs frames, which other processes may have.
bool needsFrames(const PtychoSetup& setup, const JobDocument& job) {
    const std::string choice = job.text("initial_probe");
    return (choice == "mean_pattern" || (choice == "auto" && setup.scan.probe.empty())) &&
           setup.geometry.propagation == ptycho::Propagation::farField;
}

ptycho::FocusEffort effortOf(const PtychoSetup& setup) {
    const std::size_t n = setup.layout.size;
    double iterations = 0;
    for (const ptycho::StageSettings& stage : setup.pipeline) iterations += static_cast<double>(stage.iterations);
    const double runPixels =
        iterations * static_cast<double>(setup.problems.front().frames * setup.model.probeModes * n * n);
    return ptycho::focusEffort(runPixels, ptycho::brightSize(setup.meanAmplitude, n));
}

/// The frames of the trials, from whichever process has them. Collective.
ptycho::Problem focusSample(const PtychoSetup& setup, compute::Communicator& everyProcess) {
    const ptycho::Problem& scan = setup.problems.front();
    const std::size_t n = setup.layout.size;
    // One frame of another brightness can lead to another distance.
    const std::vector<std::size_t> frames =
        ptycho::sampleFrames(scan, effortOf(setup).frames, outlyingFrames(setup.statistics.frameCounts));
    std::vector<float> amplitudes(frames.size() * n * n);
    for (std::size_t i = 0; i < frames.size(); ++i)
        std::ranges::copy(setup.frameHere(frames[i]), amplitudes.begin() + static_cast<std::ptrdiff_t>(i * n * n));
    everyProcess.allReduceSum(std::span<float>(amplitudes)); // all but one bring zeros
    return ptycho::sampleProblem(scan, frames, amplitudes);
}

/// Searches for the focus; every trial is reported, with a line a second and at the end, and, where previews are
/// wanted, the best probe so far.
Array<Complex, 3> searchedProbe(const PtychoSetup& setup, const JobDocument& job, const ptycho::Problem& sample,
                                RunReporter& reporter, RunControl& control) {
    using Clock = std::chrono::steady_clock;
    Clock::time_point lastLine = Clock::now(); // the first of many distances says nothing yet
    std::optional<ptycho::FocusProgress> unsaid;
    const auto say = [&] {
        reporter.log(LogLevel::info, phrase("finding the probe: distance %1 of %2, best %3", unsaid->trial,
                                            unsaid->trials, lengthText(unsaid->bestDefocus_m)));
        unsaid.reset();
        lastLine = Clock::now();
    };
    PreviewClock pictures;
    double shownCurvature = std::numeric_limits<double>::quiet_NaN();
    const auto progress = [&](const ptycho::FocusProgress& now) {
        reporter.advanceSearch(now.trial, now.trials, now.bestDefocus_m);
        unsaid = now;
        if (Clock::now() - lastLine > std::chrono::seconds(1)) say();
        const double wanted = reporter.observer().previewInterval_s();
        const double ofJob = job.real("preview_interval_s");
        if (wanted <= 0 || ofJob <= 0 || now.bestCurvature == shownCurvature ||
            !pictures.due(std::min({wanted, ofJob, 0.5})))
            return;
        pictures.begin();
        shownCurvature = now.bestCurvature;
        auto preview = std::make_shared<Preview>();
        preview->probe = oneMode(ptycho::defocusedProbe(setup.meanAmplitude, setup.geometry, now.bestCurvature));
        preview->modePower = {1};
        preview->objectPixelHeight_m = setup.geometry.objectPixelHeight_m;
        preview->objectPixelWidth_m = setup.geometry.objectPixelWidth_m;
        preview->windowPixels = setup.geometry.size;
        reporter.observer().onPreview(std::move(preview));
        pictures.end();
    };
    const auto log = [&](LogLevel level, const std::string& text) { reporter.log(level, text); };
    auto found = oneMode(ptycho::findFocus(setup.meanAmplitude, sample, effortOf(setup), control, log, progress));
    if (unsaid) say(); // however short the search was, the log holds how it ended
    return found;
}

Array<Complex, 3> firstProbe(const PtychoSetup& setup, const JobDocument& job, const ptycho::Problem& sample,
                             RunReporter& reporter, RunControl& control) {
    const std::string choice = job.text("initial_probe");
    const double size_px = job.real("initial_probe_size");
    const std::size_t n = setup.geometry.size;
    const bool inFile = !setup.scan.probe.empty();
    if (choice == "gaussian") return oneMode(ptycho::gaussianProbe(n, size_px));
    if (choice == "disk") return oneMode(ptycho::diskProbe(n, size_px));
    if (choice == "file" || (choice == "auto" && inFile)) {
        reporter.log(LogLevel::info, "initial probe: from the data file");
        return fittedProbe(ownProbe(setup.scan), setup.scan.file.string(), setup, reporter);
    }
    if (choice == "mean_pattern" || choice == "auto") {
        reporter.log(LogLevel::info, "initial probe: from the mean pattern");
        if (setup.geometry.propagation == ptycho::Propagation::nearField)
            return oneMode(ptycho::backPropagatedProbe(setup.meanAmplitude, setup.geometry));
        return searchedProbe(setup, job, sample, reporter, control);
    }
    reporter.log(LogLevel::info, phrase("initial probe: from %1", choice));
    return probeOfFile(choice, setup, reporter);
}

/// Copies the part of a layer of an earlier object that covers the same place of the sample.
Array<Complex, 2> placed(const io::PtychoResult& source, std::size_t layer, const PtychoSetup& setup) {
    const auto shift = [](double from, double to, double pixel) {
        return static_cast<std::ptrdiff_t>(std::lround((to - from) / pixel));
    };
    const std::ptrdiff_t down =
        shift(source.objectOriginY_m, setup.scanLayout.originY_m, setup.geometry.objectPixelHeight_m);
    const std::ptrdiff_t right =
        shift(source.objectOriginX_m, setup.scanLayout.originX_m, setup.geometry.objectPixelWidth_m);
    Array<Complex, 2> object({setup.scanLayout.objectRows, setup.scanLayout.objectCols}, Complex(1, 0));
    for (std::size_t row = 0; row < object.extent(0); ++row)
        for (std::size_t col = 0; col < object.extent(1); ++col) {
            const auto y = static_cast<std::ptrdiff_t>(row) + down;
            const auto x = static_cast<std::ptrdiff_t>(col) + right;
            if (y >= 0 && x >= 0 && y < static_cast<std::ptrdiff_t>(source.object.extent(1)) &&
                x < static_cast<std::ptrdiff_t>(source.object.extent(2)))
                object(row, col) = source.object(layer, y, x);
        }
    return object;
}

/// An object at other points, empty outside.
Array<Complex, 2> resampledObject(Array<Complex, 2> object, ptycho::SamplePoints rows, ptycho::SamplePoints cols) {
    for (Complex& value : object) value -= 1.0F;
    Array<Complex, 2> out = ptycho::resample(object, rows, cols);
    for (Complex& value : out) value += 1.0F;
    return out;
}

/// The same with pixels of another size: at the same place of the sample.
Array<Complex, 2> placedResampled(const io::PtychoResult& source, std::size_t layer, const PtychoSetup& setup,
                                  std::array<double, 2> ratio) {
    const auto first = [](double from, double to, double pixel) { return (to - from) / pixel; };
    return resampledObject(ptycho::layerOf(source.object, layer),
                           {first(source.objectOriginY_m, setup.scanLayout.originY_m, source.objectPixelHeight_m),
                            ratio[0], setup.scanLayout.objectRows},
                           {first(source.objectOriginX_m, setup.scanLayout.originX_m, source.objectPixelWidth_m),
                            ratio[1], setup.scanLayout.objectCols});
}

/// Where in the object of this run a position of the scan is: the inverse of ScanLayout::toMetres(), of the middle of
/// the window.
PixelPosition inObject(ScanPosition place, const PtychoSetup& setup) {
    const auto metresAt = [&](double row, double col) { return setup.scanLayout.toMetres({row, col}, setup.geometry); };
    const ScanPosition first = metresAt(0, 0), below = metresAt(1, 0), beside = metresAt(0, 1);
    const double downY = below.y - first.y, downX = below.x - first.x;
    const double rightY = beside.y - first.y, rightX = beside.x - first.x;
    const double y = place.y - first.y, x = place.x - first.x, det = downY * rightX - downX * rightY;
    const double middle = static_cast<double>(setup.geometry.size) / 2;
    return {(y * rightX - x * rightY) / det + middle, (downY * x - downX * y) / det + middle};
}

/// An object whose middle belongs to a place of the sample. \param ratio of its pixels
Array<Complex, 2> placedAround(ScanPosition centre, const Array<Complex, 2>& object, PixelRatio ratio,
                               const PtychoSetup& setup, const std::string& file, RunReporter& reporter) {
    const PixelPosition middle = inObject(centre, setup);
    const std::size_t rows = setup.scanLayout.objectRows, cols = setup.scanLayout.objectCols;
    const auto scale = ratio.value_or(std::array<double, 2>{1, 1});
    // Of the first row and column of this run in those of the object.
    const double row = static_cast<double>(object.extent(0)) / 2 - middle.row * scale[0];
    const double col = static_cast<double>(object.extent(1)) / 2 - middle.col * scale[1];
    const auto apart = [](double start, double step, std::size_t here, std::size_t there) {
        return start >= static_cast<double>(there) || start + step * static_cast<double>(here) <= 0;
    };
    if (apart(row, scale[0], rows, object.extent(0)) || apart(col, scale[1], cols, object.extent(1)))
        reporter.log(LogLevel::warning, phrase("the object in %1 lies beside the scan: its middle is at x %2 m, y %3 m",
                                               file, numberText(centre.x), numberText(centre.y)));
    return resampledObject(object, {row, scale[0], rows}, {col, scale[1], cols});
}

/// Where the model has more slices, empty ones behind it; where it has more modes, weak noise in them.
Array<Complex, 2> withLayers(const std::vector<Array<Complex, 2>>& layers, const PtychoSetup& setup,
                             unsigned long long seed) {
    const std::size_t rows = setup.scanLayout.objectRows, cols = setup.scanLayout.objectCols;
    Array<Complex, 2> object({setup.model.layers() * rows, cols}, Complex(1, 0));
    auto target = object.begin();
    for (const Array<Complex, 2>& layer : layers) target = std::ranges::copy(layer, target).out;
    for (std::size_t mode = std::max<std::size_t>(1, layers.size()); mode < setup.model.objectModes; ++mode)
        ptycho::fillFurtherMode(object.span().subspan(mode * rows * cols, rows * cols), seed, mode);
    return object;
}

void requireLayers(const io::PtychoResult& result, const PtychoSetup& setup, const std::string& file) {
    const std::size_t layers = result.object.extent(0);
    const bool modes = result.objectModes > 1;
    if (const std::size_t here = setup.model.slices; !modes && layers > here)
        throw DataError(phrase("the initial object has %1 slices, this job %2", layers, here), file,
                        "set slices to its number, or start from another object");
    if (const std::size_t here = setup.model.objectModes; modes && layers > here)
        throw DataError(phrase("the initial object has %1 modes, this job %2", layers, here), file,
                        "set object_modes to its number, or start from another object");
}

Array<Complex, 2> firstObject(const PtychoSetup& setup, const JobDocument& job, RunReporter& reporter) {
    const std::string choice = job.text("initial_object");
    const std::size_t rows = setup.scanLayout.objectRows;
    const std::size_t cols = setup.scanLayout.objectCols;
    if (choice == "ones") return withLayers({}, setup, job.seed);
    reporter.log(LogLevel::info, phrase("initial object: from %1", choice));
    if (io::isResultFile(choice)) {
        const io::PtychoResult result = io::readResult(choice);
        requireLayers(result, setup, choice);
        const PixelRatio ratio =
            pixelRatio({result.objectPixelHeight_m, result.objectPixelWidth_m}, setup,
                       {result.object.extent(1), result.object.extent(2)}, "object", choice, reporter);
        std::vector<Array<Complex, 2>> all;
        for (std::size_t layer = 0; layer < result.object.extent(0); ++layer)
            all.push_back(ratio ? placedResampled(result, layer, setup, *ratio) : placed(result, layer, setup));
        return withLayers(all, setup, job.seed);
    }
    const auto fitted = [&](const Array<Complex, 2>& object) {
        if (object.empty())
            throw DataError("there is no object in the file", choice,
                            "initial_object takes a result of Ewald, PtyPy (.ptyr) or MATLAB 7.3, or a scan with an "
                            "object");
        return withLayers({ptycho::fitObject(object, rows, cols)}, setup, job.seed);
    };
    const auto broughtHere = [&](const Array<Complex, 2>& object, PixelSize pixel) {
        if (object.empty()) return fitted(object);
        const std::array<std::size_t, 2> extents{object.extent(0), object.extent(1)};
        const PixelRatio ratio = pixelRatio(pixel, setup, extents, "object", choice, reporter);
        if (!ratio) return fitted(object);
        return fitted(resampledObject(object, ptycho::pointsAroundMiddle(extents[0], (*ratio)[0], rows),
                                      ptycho::pointsAroundMiddle(extents[1], (*ratio)[1], cols)));
    };
    if (const auto other = io::readOtherResult(choice))
        return broughtHere(other->object, {other->objectPixel_m, other->objectPixel_m});
    const io::Scan scan = io::openScan(choice);
    PixelSize pixel;
    if (setup.geometry.propagation == ptycho::Propagation::farField && !scan.object.empty())
        pixel = scan.probe.empty() ? samplePixelOf(scan, scan.frames->rows(), scan.frames->cols())
                                   : samplePixelOf(scan, scan.probe.extent(1), scan.probe.extent(2));
    if (const auto centre = io::centreOfProductObject(scan)) {
        const PixelRatio ratio =
            pixelRatio(pixel, setup, {scan.object.extent(0), scan.object.extent(1)}, "object", choice, reporter);
        return withLayers({placedAround(*centre, scan.object, ratio, setup, choice, reporter)}, setup, job.seed);
    }
    return broughtHere(scan.object, pixel);
}

/// A guess with a NaN in it would spread over everything.
template <class Image>
void requireFinite(const Image& image, const char* key) {
    for (const Complex value : image)
        if (!std::isfinite(value.real()) || !std::isfinite(value.imag()))
            throw DataError("the initial guess contains values that are not numbers", key, "choose another one");
}

} // namespace

void checkInitialGuess(const io::Scan& scan, const JobDocument& job) {
    if (job.text("initial_probe") == "file" && scan.probe.empty())
        throw DataError("there is no probe in the file", scan.file.string(),
                        "set initial_probe to mean_pattern, gaussian or disk");
    for (const char* key : {"initial_probe", "initial_object"}) {
        const std::string choice = job.text(key);
        const ParameterDef* def = findParameter(key);
        std::error_code failed;
        if (def && namesFile(*def, choice) && !std::filesystem::exists(choice, failed))
            throw DataError("no such file", choice, phrase("check the name that %1 gives", key));
        if (def && std::string_view(key) == "initial_probe" && namesFile(*def, choice)) (void)readProbe(choice);
    }
}

std::size_t modesOfKnownProbe(const io::Scan& scan, const JobDocument& job) {
    const std::string choice = job.text("initial_probe");
    if (choice == "file" || choice == "auto") return scan.probe.empty() ? 0 : scan.probe.extent(0);
    const ParameterDef* def = findParameter("initial_probe");
    return def && namesFile(*def, choice) ? readProbe(choice).probe.extent(0) : 0;
}

void makeInitialGuess(PtychoSetup& setup, const JobDocument& job, RunReporter& reporter, RunControl& control,
                      compute::Communicator& everyProcess) {
    const ptycho::Problem sample = needsFrames(setup, job) ? focusSample(setup, everyProcess) : ptycho::Problem();
    if (everyProcess.rank() != 0) return;
    const Array<Complex, 3> first = firstProbe(setup, job, sample, reporter, control);
    requireFinite(first, "initial_probe");
    // Probe and object of one result belong together: their product explains the frames, each alone has any scale.
    // What one frame shows is brighter or darker than the probe.
    double photons = setup.statistics.meanCounts;
    if (job.text("initial_object") == job.text("initial_probe") || singleFrameEngine(setup.pipeline)) {
        photons = 0;
        for (const Complex value : first) photons += std::norm(std::complex<double>(value));
    }
    setup.start.probe = ptycho::makeProbeModes(first, setup.model.probeModes, setup.model.extraModePower, photons);
    setup.start.object = firstObject(setup, job, reporter);
    requireFinite(setup.start.object, "initial_object");
}

} // namespace ewald::job
