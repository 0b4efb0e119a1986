// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/settings.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "job/document/frame_list.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

namespace ewald::job {
namespace {

/// "12,40; 13,40" → pairs of row and column.
std::vector<std::array<std::size_t, 2>> parseBadPixels(const std::string& text) {
    std::vector<std::array<std::size_t, 2>> pixels;
    const char* place = text.data();
    const char* const end = text.data() + text.size();
    const auto skipBlanks = [&] {
        while (place != end && (*place == ' ' || *place == '\t')) ++place;
    };
    const auto number = [&] {
        skipBlanks();
        std::size_t value = 0;
        const auto [next, error] = std::from_chars(place, end, value);
        if (error != std::errc{} || value > 65535)
            throw JobError("bad pixels are not row,column pairs", "bad_pixels", "write them as \"12,40; 13,40\"");
        place = next;
        skipBlanks();
        return value;
    };
    const auto separator = [&](char wanted) {
        if (place == end || *place != wanted)
            throw JobError("bad pixels are not row,column pairs", "bad_pixels", "write them as \"12,40; 13,40\"");
        ++place;
        skipBlanks();
    };
    skipBlanks();
    while (place != end) {
        const std::size_t row = number();
        separator(',');
        pixels.push_back({row, number()});
        if (place != end) separator(';');
    }
    return pixels;
}

constexpr const char* kKnownRegion = "known_region";

/// "3:8" → metres from 3 and 8 µm; a bound that is left out is infinite.
std::array<double, 2> parseRange(std::string_view text) {
    const auto fail = [] {
        throw JobError("the known region is no pair of ranges of x and y", kKnownRegion,
                       "write them in micrometres as \"3:8, -2:5\"; \":\" is all of an axis");
    };
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) fail();
    const auto bound = [&](std::string_view number, double without) {
        while (!number.empty() && number.front() == ' ') number.remove_prefix(1);
        while (!number.empty() && number.back() == ' ') number.remove_suffix(1);
        if (number.empty()) return without;
        double value = 0;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        if (error != std::errc{} || end != number.data() + number.size() || !std::isfinite(value)) fail();
        return 1e-6 * value;
    };
    constexpr double kAll = std::numeric_limits<double>::infinity();
    const std::array<double, 2> range = {bound(text.substr(0, colon), -kAll), bound(text.substr(colon + 1), kAll)};
    if (!(range[0] < range[1])) fail();
    return range;
}

/// Ranges of x and y; absent where no region is given.
std::optional<std::array<std::array<double, 2>, 2>> knownRanges(const JobDocument& job) {
    const std::string text = job.text(kKnownRegion);
    if (text.empty()) return std::nullopt;
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view all = text;
    return {{parseRange(all.substr(0, comma)), parseRange(all.substr(std::min(comma + 1, all.size())))}};
}

std::size_t count(const JobDocument& job, std::string_view key) { return static_cast<std::size_t>(job.integer(key)); }

} // namespace

io::Preprocessing preprocessingOf(const JobDocument& job) {
    io::Preprocessing settings;
    settings.cropSize = count(job, "crop_size");
    if (const double row = job.real("centre_row"); row >= 0) settings.centreRow = row;
    if (const double col = job.real("centre_col"); col >= 0) settings.centreCol = col;
    settings.autoCentre = job.flag("auto_centre");
    settings.binning = count(job, "binning");
    settings.flipRows = job.flag("flip_rows");
    settings.flipCols = job.flag("flip_cols");
    settings.transpose = job.flag("transpose");
    settings.countThreshold = job.real("count_threshold");
    settings.saturation = job.real("saturation");
    settings.keepSaturated = job.text("saturated_pixels") == "at_least";
    if (settings.keepSaturated && (!(settings.saturation > 0) || settings.binning > 1))
        throw JobError("saturated pixels can only count as at least that many where the number is known and not binned",
                       "saturated_pixels", "give the counts as saturation and set binning to 1, or ignore them");
    settings.maskFile = job.text("mask_file");
    settings.maskPath = job.text("mask_path");
    settings.badPixels = parseBadPixels(job.text("bad_pixels"));
    settings.firstFrame = count(job, "first_frame");
    settings.frameStep = count(job, "frame_step");
    settings.maxFrames = count(job, "max_frames");
    if (const std::string half = job.text("scan_half"); half != "all")
        settings.half = half == "first" ? io::ScanHalf::first : io::ScanHalf::second;
    settings.leftOut = parseFrameList(job.text("excluded_frames"), "excluded_frames");
    settings.keptIn = parseFrameList(job.text("included_frames"), "included_frames");
    return settings;
}

ptycho::ModelSettings modelSettingsOf(const JobDocument& job) {
    ptycho::ModelSettings settings;
    settings.probeModes = count(job, "probe_modes");
    const std::string subpixel = job.text("subpixel");
    settings.subpixel = subpixel == "nearest"    ? ptycho::Subpixel::nearest
                        : subpixel == "bilinear" ? ptycho::Subpixel::bilinear
                        : subpixel == "fourier"  ? ptycho::Subpixel::fourier
                                                 : ptycho::Subpixel::automatic;
    settings.extraModePower = job.real("extra_mode_power");
    settings.objectMargin = count(job, "object_margin");
    settings.oversampling = count(job, "oversampling");
    settings.flyPoints = count(job, "fly_points");
    settings.pointSpread_px = job.real("point_spread_px") / static_cast<double>(count(job, "binning"));
    settings.fitsPointSpread = job.flag("fit_point_spread");
    settings.slices = count(job, "slices");
    settings.sliceSpacing_m = job.real("slice_spacing_m");
    settings.objectModes = count(job, "object_modes");
    settings.sample = sampleGeometryOf(job);
    // Nothing else has the probe's spectrum, in which it goes on to the sample.
    if (settings.sample.kind != ptycho::SampleKind::transmission) settings.subpixel = ptycho::Subpixel::fourier;
    // Room for positions that move, and for the derivative beyond them.
    constexpr double kReach = 3;
    const std::vector<ptycho::StageSettings> stages = stageSettingsOf(job);
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        const ptycho::EngineKind& engine = stages[stage].engine();
        if (engine.probeModes && engine.probeModes(stages[stage]) >= settings.probeModes) {
            settings.probeModes = engine.probeModes(stages[stage]);
            settings.extraModePower = job.real("extra_mode_power") * engine.partOfModePower;
        }
        // Whether they move may change while the job runs, and when it goes on.
        settings.objectMargin = std::max(
            settings.objectMargin,
            static_cast<std::size_t>(std::ceil(std::get<double>(job.stageValue(stage, "position_limit")) + kReach)));
    }
    return settings;
}

ptycho::PositionMethod methodOf(const ParameterValue& value) {
    const auto& name = std::get<std::string>(value);
    if (name == "search") return ptycho::PositionMethod::search;
    return name == "both" ? ptycho::PositionMethod::both : ptycho::PositionMethod::gradient;
}

ptycho::StageSettings stageSettingsOf(const JobDocument& job, std::size_t stage) {
    const auto real = [&](const char* key) { return std::get<double>(job.stageValue(stage, key)); };
    const auto flag = [&](const char* key) { return std::get<bool>(job.stageValue(stage, key)); };
    const auto whole = [&](const char* key) {
        return static_cast<std::size_t>(std::get<long long>(job.stageValue(stage, key)));
    };
    const ptycho::EngineKind& engine = engineOf(job.pipeline[stage].engine, "pipeline");
    ptycho::StageSettings settings(engine, job.pipeline[stage].iterations);
    for (const ptycho::EngineParameter& parameter : engine.parameters)
        settings.set(parameter.key, numberOf(parameter, job.stageValue(stage, parameter.key)));
    settings.updateProbeAfter = whole("update_probe_after");
    settings.updateObjectAfter = whole("update_object_after");
    settings.updateObject = flag("update_object");
    settings.updateProbe = flag("update_probe");
    settings.refinePositions = flag("refine_positions");
    settings.positionStart = whole("position_start");
    settings.positionLimit_px = real("position_limit");
    settings.positionMethod = methodOf(job.stageValue(stage, "position_method"));
    settings.background = flag("background");
    settings.frameIntensities = flag("frame_intensities");
    settings.variableProbeModes = whole("variable_probe_modes");
    settings.variableProbeStart = whole("variable_probe_start");
    settings.variableProbeSmoothing = whole("variable_probe_smoothing");
    settings.orthogonaliseEvery = whole("orthogonalise_every");
    settings.probeSupport = real("probe_support");
    settings.centreProbeEvery = whole("centre_probe_every");
    settings.fixProbePower = flag("fix_probe_power");
    settings.objectAmplitudeMin = real("object_amplitude_min");
    settings.objectAmplitudeMax = real("object_amplitude_max");
    settings.objectPhaseMin_rad = real("object_phase_min");
    settings.objectPhaseMax_rad = real("object_phase_max");
    settings.objectPurePhase = real("object_pure_phase");
    settings.probePupil = real("probe_pupil");
    settings.objectTv = real("object_tv");
    settings.objectL1 = real("object_l1");
    settings.objectSmoothing = real("object_smoothing");
    if (engine.decide) engine.decide(settings);
    return settings;
}

std::vector<ptycho::StageSettings> stageSettingsOf(const JobDocument& job) {
    std::vector<ptycho::StageSettings> stages;
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage) stages.push_back(stageSettingsOf(job, stage));
    return stages;
}

/// A mode that varies has a weight in each frame; the mean of these, and their slopes across the scan, are the object's
/// and the steady probe's (ptycho::refineVariableProbe()): few frames do not determine it. Scans of 2 to 12 frames,
/// rPIE, LSQML and maximum likelihood, 60 iterations: with 1, 2 and 3 modes runs have diverged with up to 4, 6 and 9
/// frames, and once with 11, a step back; without them never.
void requireFramesOfVariableProbe(const std::vector<ptycho::StageSettings>& pipeline, std::size_t frames) {
    for (const ptycho::StageSettings& stage : pipeline) {
        const std::size_t modes = stage.variableProbeModes, least = 2 * (modes + 2) + 1;
        if (modes > 0 && frames < least)
            throw JobError(phrase("%1 {frame does|frames do} not determine how a probe varies by %2 {2:mode|modes}: it "
                                  "takes at least %3",
                                  frames, modes, least),
                           "variable_probe_modes", "set variable_probe_modes to 0, or use more frames");
    }
}

ptycho::PositionOptions positionOptionsOf(const JobDocument& job, const io::Scan& scan) {
    ptycho::PositionOptions options;
    options.flipRow = job.flag("flip_position_y");
    options.flipCol = job.flag("flip_position_x");
    options.swap = job.flag("swap_positions");
    options.scaleRow = job.real("position_scale_y");
    options.scaleCol = job.real("position_scale_x");
    options.rotation_deg = job.real("position_rotation_deg");
    if (scan.basisVectors) options.basis = *scan.basisVectors;
    return options;
}

ptycho::SampleGeometry sampleGeometryOf(const JobDocument& job) {
    const std::string kind = job.text("geometry");
    ptycho::SampleGeometry sample;
    sample.kind = kind == "reflection" ? ptycho::SampleKind::reflection
                  : kind == "bragg"    ? ptycho::SampleKind::bragg
                                       : ptycho::SampleKind::transmission;
    sample.tilt_deg = job.real("sample_tilt_deg");
    sample.tiltDirection_deg = job.real("sample_tilt_direction_deg");
    sample.detectorAngle_deg = job.real("detector_angle_deg");
    sample.detectorDirection_deg = job.real("detector_direction_deg");
    return sample;
}

bool checkKnownRegion(const JobDocument& job) { return knownRanges(job).has_value(); }

ptycho::KnownRegion knownRegionOf(const JobDocument& job, const ptycho::ScanLayout& layout,
                                  const ptycho::Geometry& geometry) {
    ptycho::KnownRegion known;
    known.transmission = job.real("known_transmission");
    const auto ranges = knownRanges(job);
    if (!ranges) return known;
    struct Axis {
        double origin_m, pixel_m;
        std::size_t pixels;
    };
    const Axis across{layout.originX_m, geometry.objectPixelWidth_m, layout.objectCols};
    const Axis down{layout.originY_m, geometry.objectPixelHeight_m, layout.objectRows};
    /// First pixel and number of those whose middle lies in a range.
    const auto pixelsOf = [](const Axis& axis, const std::array<double, 2>& range) -> std::array<int, 2> {
        const auto most = static_cast<double>(axis.pixels);
        const double first = std::clamp(std::ceil((range[0] - axis.origin_m) / axis.pixel_m), 0.0, most);
        const double end = std::clamp(std::floor((range[1] - axis.origin_m) / axis.pixel_m) + 1, 0.0, most);
        return {static_cast<int>(first), static_cast<int>(std::max(0.0, end - first))};
    };
    const auto [col, cols] = pixelsOf(across, (*ranges)[0]);
    const auto [row, rows] = pixelsOf(down, (*ranges)[1]);
    if (rows == 0 || cols == 0) {
        const auto text = [](const Axis& axis) {
            const double last_m = axis.origin_m + static_cast<double>(axis.pixels - 1) * axis.pixel_m;
            return numberText(1e6 * axis.origin_m) + ":" + numberText(1e6 * last_m);
        };
        throw JobError("the known region has no pixel of the object", kKnownRegion,
                       phrase("the object has %1, %2 (x, y in µm)", text(across), text(down)));
    }
    known.region = {row, col, rows, cols};
    return known;
}

ptycho::Geometry geometryOf(const JobDocument& job, const io::Scan& scan, const io::PreparedLayout& layout,
                            std::size_t oversampling) {
    const ptycho::Geometry upright =
        ptycho::makeGeometry(layout.size, scan.wavelength_m.value_or(0), scan.distance_m.value_or(0),
                             layout.pixelHeight_m, layout.pixelWidth_m, scan.focusToSample_m.value_or(0), oversampling);
    return ptycho::tiltedGeometry(upright, positionOptionsOf(job, scan).basis, sampleGeometryOf(job));
}

ptycho::Partition partitionOf(const JobDocument& job, bool tiled) {
    const std::string name = job.text("partition");
    if (name == "stripes") return ptycho::Partition::stripes;
    if (name == "clusters") return ptycho::Partition::clusters;
    const bool boxes = name == "tiles" || (name == "auto" && tiled);
    return boxes ? ptycho::Partition::tiles : ptycho::Partition::interleaved;
}

compute::CollectiveOptions collectiveOptionsOf(const JobDocument& job) {
    using compute::CollectiveKind;
    const std::string way = job.text("communicator");
    return {.kind = way == "nccl"   ? CollectiveKind::nccl
                    : way == "host" ? CollectiveKind::host
                                    : CollectiveKind::automatic,
            .peerToPeer = job.flag("peer_to_peer"),
            .timeout = collectiveTimeout(job)};
}

std::string engineSummary(const JobDocument& job) {
    std::string text;
    for (const Stage& stage : job.pipeline)
        text += (text.empty() ? "" : " → ") + stage.engine + " " + std::to_string(stage.iterations);
    return text;
}

std::chrono::milliseconds collectiveTimeout(const JobDocument& job) {
    return std::chrono::milliseconds(std::llround(job.real("collective_timeout_s") * 1e3));
}

Particle particleOf(const JobDocument& job) {
    return job.text("particle") == "electron" ? Particle::electron : Particle::photon;
}

std::size_t totalIterations(const JobDocument& job) {
    std::size_t total = 0;
    for (const Stage& stage : job.pipeline) total += stage.iterations;
    return total;
}

bool mayEndEarlier(const JobDocument& job) {
    if (job.pipeline.empty()) return false;
    const ptycho::EngineKind* last = ptycho::findEngineKind(job.pipeline.back().engine);
    return last != nullptr && last->endsByItself;
}

} // namespace ewald::job
