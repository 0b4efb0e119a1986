// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/calibration/calibrate_frames.h"

#include "azint/calibrant.h"
#include "azint/pixel_value.h"
#include "base/error.h"
#include "base/flip.h"
#include "base/phrase.h"
#include "io/images/marked_pixels.h"
#include "io/images/mask_file.h"
#include "job/document/settings.h"
#include "job/integration/integrate_runner.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace ewald::job {
namespace {

constexpr std::size_t kMostFrames = 100;

azint::Calibrant calibrantOf(const std::string& name) {
    if (const azint::Calibrant* const known = azint::findCalibrant(name)) return *known;
    std::error_code failed;
    if (std::filesystem::is_regular_file(name, failed)) return azint::readCalibrant(name);
    std::string names;
    for (const azint::CalibrantName& known : azint::calibrantNames()) names += (names.empty() ? "" : ", ") + known.name;
    throw JobError(phrase("unknown calibrant \"%1\"", name.substr(0, 60)), "calibrant",
                   phrase("there are %1, or give a file of d-spacings in Å", names));
}

/// Mean of the frames over what each of them measured, dark and flat applied; NaN where none did.
Array<float, 2> meanOf(const io::FrameStack& stack, const std::vector<std::size_t>& frames,
                       const azint::Corrections& corrections, const RunControl& control) {
    const std::size_t pixels = stack.rows() * stack.cols();
    std::vector<double> sum(pixels);
    std::vector<std::uint32_t> count(pixels);
    std::vector<float> frame(pixels);
    std::optional<float> dummy;
    if (corrections.dummy) dummy = azint::dummyOf(stack.pixelType(), *corrections.dummy);
    const auto reader = stack.makeReader();
    for (const std::size_t number : frames) {
        if (control.stopRequested()) throw StoppedError();
        reader->readNumbers(number, frame);
        for (std::size_t i = 0; i < pixels; ++i) {
            const auto value = static_cast<double>(frame[i]);
            if (!std::isfinite(value) || !corrections.isWithinThresholds(value)) continue;
            if (dummy && azint::isDummy(frame[i], *dummy, corrections.deltaDummy)) continue;
            sum[i] += value;
            ++count[i];
        }
    }
    Array<float, 2> mean({stack.rows(), stack.cols()}, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < pixels; ++i) {
        if (count[i] == 0) continue;
        double value = sum[i] / count[i];
        if (!corrections.dark.empty()) value -= static_cast<double>(corrections.dark.span()[i]);
        if (!corrections.flat.empty()) {
            const auto flat = static_cast<double>(corrections.flat.span()[i]);
            value = flat > 0 ? value / flat : std::nan("");
        }
        // Less than the dark image is noise about nothing.
        if (!corrections.dark.empty()) value = std::max(0.0, value);
        mean.span()[i] = static_cast<float>(value);
    }
    return mean;
}

/// The geometry that a calibration starts from: of the image as it is calibrated, without a parallax.
azint::Poni baseGeometryOf(const JobDocument& job, const io::FrameStack& stack, const std::optional<azint::Poni>& file,
                           const LogSink& log) {
    azint::Poni base = detectorGeometryOf(job, stack, file);
    if (!base.wavelength_m)
        throw JobError("the wavelength is not known", "energy_keV", "give the photon energy or the wavelength");
    if (!base.distortion.isNone() || !stack.geometry.panels.empty())
        throw JobError("rings are looked for in images without a distortion", "poni_file",
                       "correct the image for it, or use the geometry as it is");
    if (job.flag("parallax"))
        throw JobError("a calibration knows no parallax: its distance takes that up", "parallax",
                       "switch it off, also for what is integrated with the geometry that is found");
    if (base.parallax && log)
        log(LogLevel::warning,
            translatable("the parallax of the geometry before is left out: a calibration takes it up "
                         "in the distance"));
    base.parallax = false;
    base.orientation = 3;
    if (!azint::findDetector(base.detector)) base.shape = {stack.rows(), stack.cols()};
    return base;
}

} // namespace

FrameCalibration calibrateFrames(const JobDocument& job, const std::string& calibrant, const RunControl& control,
                                 const LogSink& log, const crystal::Conditions& conditions) {
    const auto say = [&](LogLevel level, const std::string& text) {
        if (log) log(level, text);
    };
    const azint::Calibrant known = azint::underConditions(calibrantOf(calibrant), conditions);
    for (const std::string& remark : known.remarks) say(LogLevel::warning, phrase("%1: %2", remark, known.source));
    const auto stack = openJobStack(job);
    for (const io::Note& note : stack->notes)
        say(note.severity == io::Severity::info ? LogLevel::info : LogLevel::warning, note.text);
    FrameCalibration result;
    result.calibrant = known.name;
    result.particle = particleOf(job);
    result.rows = stack->rows();
    result.cols = stack->cols();
    const std::optional<azint::Poni> file = poniOf(job, *stack);
    const azint::Poni base = baseGeometryOf(job, *stack, file, log);

    JobDocument plain = job; // what needs a geometry says nothing about where rings are
    plain.set("sensor_efficiency", "false");
    azint::Corrections corrections = correctionsOf(plain, *stack, file);
    const FrameChoice choice = chosenFrames(job, stack->frameCount());
    std::vector<std::size_t> frames(choice.count);
    for (std::size_t i = 0; i < frames.size(); ++i) frames[i] = choice.first + i * choice.step;
    frames = io::sampleOf(frames, kMostFrames);
    if (job.flag("file_mask")) {
        const io::MarkedPixels marked = io::findMarkedPixels(*stack, io::sampleOf(frames, 3), corrections.mask,
                                                             corrections.saturation, corrections.lowest);
        for (const std::string& line : marked.lines) say(LogLevel::info, line);
        for (const std::string& line : marked.warnings) say(LogLevel::warning, line);
        io::combineMasks(corrections.mask, marked.mask);
    }
    if (const std::string doubt = doubtOfMask(corrections.mask, job); !doubt.empty()) say(LogLevel::warning, doubt);
    if (!corrections.mask.empty() && std::ranges::all_of(corrections.mask, [](std::uint8_t bad) { return bad != 0; }))
        throw JobError("no pixel is left: all are masked", "mask_file", "check the mask");
    Array<float, 2> image = meanOf(*stack, frames, corrections, control);
    const bool flipRows = job.flag("flip_rows"), flipCols = job.flag("flip_cols");
    flipImage(image, flipRows, flipCols);
    flipImage(corrections.mask, flipRows, flipCols);
    const azint::PixelAxis rowAxis = azint::pixelAxis(base, 0), colAxis = azint::pixelAxis(base, 1);
    const calibrate::RingImage rings = calibrate::makeRingImage(image, corrections.mask, rowAxis, colAxis);
    result.frames = frames.size();
    result.lone = rings.lone;
    result.masked = rings.counts.size() - rings.validPixels() - rings.lone;
    if (result.lone > 0)
        say(LogLevel::info, phrase("%1 {pixel stands|pixels stand} alone high above {its|their} neighbours (hot, or a "
                                   "spot of a large grain) and {is|are} "
                                   "left out",
                                   result.lone));

    calibrate::CalibrationHints hints;
    if (const double distance = job.real("distance_m"); distance > 0) hints.distance_m = distance;
    // Typed places are of the stored frame.
    if (const auto row = job.optionalReal("beam_centre_row"))
        hints.row_m = rowAxis.place_m(flipRows ? static_cast<double>(result.rows) - *row : *row);
    if (const auto col = job.optionalReal("beam_centre_col"))
        hints.col_m = colAxis.place_m(flipCols ? static_cast<double>(result.cols) - *col : *col);
    result.rings = calibrate::knownRings(known, *base.wavelength_m);
    result.calibration = calibrate::calibrate(rings, result.rings, hints, control);
    const calibrate::BeamFit& fit = result.calibration.fit;
    result.poni = calibrate::poniOf(fit.beam, base);
    result.beamRow = rowAxis.index(fit.beam.row_m);
    result.beamCol = colAxis.index(fit.beam.col_m);
    result.beamRowSigma = fit.sigma(1) / base.pixel1_m;
    result.beamColSigma = fit.sigma(2) / base.pixel2_m;
    return result;
}

} // namespace ewald::job
