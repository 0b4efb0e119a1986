// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/detector.h"

#include "azint/sensor.h"
#include "base/error.h"
#include "base/flip.h"
#include "base/phrase.h"
#include "base/pixels/negative_marks.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/file_address.h"
#include "io/images/mask_file.h"
#include "io/stack/file_patterns.h"
#include "io/stack/images/image_file.h"
#include "job/document/settings.h"
#include "job/integration/detector_arm.h"
#include "job/integration/geometry_file.h"
#include "job/integration/integrate_runner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

/// The detector that the document names; it makes such frames. \throws JobError
const azint::Detector* namedDetector(const JobDocument& job, const io::FrameStack& stack) {
    const std::string name = job.text("detector");
    if (name.empty()) return nullptr;
    const azint::Detector* detector = azint::findDetector(name);
    if (!detector) {
        std::vector<std::string> names;
        for (const azint::Detector& known : azint::detectors()) {
            names.push_back(known.name);
            names.insert(names.end(), known.aliases.begin(), known.aliases.end());
        }
        const auto near = suggestWord(name, names);
        throw JobError(phrase("unknown detector \"%1\"", name.substr(0, 60)), "detector",
                       near ? phrase("did you mean %1?", *near) : phrase("leave it out and give pixel_size_m"));
    }
    if (detector->unsupported)
        throw JobError(
            phrase("the detector %1 is not supported: %2", detector->name, std::string(detector->unsupported)),
            "detector", "use a program that knows it, such as pyFAI");
    if (azint::readoutOf(*detector, stack.rows(), stack.cols())) return detector;
    throw JobError(phrase("the detector %1 has %2 pixels, the frames have %3", detector->name,
                          shapeText(detector->rows, detector->cols), shapeText(stack.rows(), stack.cols())),
                   "detector", "name the detector of these frames");
}

/// The named detector, or the one that the geometry file names. nullptr when neither is given.
const azint::Detector* detectorOf(const JobDocument& job, const io::FrameStack& stack,
                                  const std::optional<azint::Poni>& file) {
    if (const azint::Detector* named = namedDetector(job, stack)) return named;
    return file ? azint::findDetector(file->detector) : nullptr;
}

void setPixelSize(azint::Poni& poni, const JobDocument& job, const io::FrameStack& stack) {
    if (const azint::Detector* detector = namedDetector(job, stack); detector && poni.distortion.isNone()) {
        if (detector->radius_m > 0)
            throw JobError(
                phrase("the pixels of the detector %1 lie on a cylinder, of which distance and beam centre say "
                       "too little",
                       detector->name),
                "poni_file", "give a PONI file that names this detector");
        const std::optional<azint::Readout> readout = azint::readoutOf(*detector, stack.rows(), stack.cols());
        poni.pixel1_m = readout->pixelHeight_m;
        poni.pixel2_m = readout->pixelWidth_m;
        // Of a detector whose pixels are not all alike the geometry has to know which one it is.
        if (!detector->edges_m[0].empty() || !detector->edges_m[1].empty()) {
            poni.detector = detector->name;
            poni.shape = {stack.rows(), stack.cols()};
        }
    }
    if (const double size = job.real("pixel_size_m"); size > 0) poni.pixel1_m = poni.pixel2_m = size;
    if (!(poni.pixel1_m > 0)) poni.pixel1_m = stack.geometry.pixelHeight_m.value_or(0);
    if (!(poni.pixel2_m > 0)) poni.pixel2_m = stack.geometry.pixelWidth_m.value_or(0);
    if (!(poni.pixel1_m > 0) || !(poni.pixel2_m > 0))
        throw JobError("the pixel size is not known", "pixel_size_m", "give it, or a PONI file, or name the detector");
}

/// The sensor of the document, else that of the geometry.
void setSensor(azint::Poni& poni, const JobDocument& job) {
    if (const std::string material = job.text("sensor_material"); !material.empty())
        poni.sensor = azint::Sensor{material, poni.sensor ? poni.sensor->thickness_m : 0};
    if (const double thickness = job.real("sensor_thickness_m"); thickness > 0) {
        if (!poni.sensor)
            throw JobError("the sensor has a thickness but no material", "sensor_material", "give it, such as Si");
        poni.sensor->thickness_m = thickness;
    }
    // What a PONI says by itself holds: without a thickness nothing passes its sensor.
    if (job.flag("parallax") && poni.sensor && !(poni.sensor->thickness_m > 0)) {
        constexpr double kAnyEnergy_keV = 10;
        (void)azint::attenuation_perMetre(poni.sensor->material, kAnyEnergy_keV); // refuses an unknown material first
        throw JobError("the parallax of a sensor needs its thickness", "sensor_thickness_m", "give it");
    }
    poni.parallax = poni.parallax || job.flag("parallax");
    if (particleOf(job) == Particle::electron && (poni.parallax || job.flag("sensor_efficiency")))
        throw JobError("the absorption in a sensor is known for photons only", "particle",
                       "switch parallax and sensor_efficiency off");
}

/// Energy of the document, else the geometry's wavelength, else that of the frames' file.
void setWavelength(azint::Poni& poni, const JobDocument& job, const io::FrameStack& stack) {
    const double energy = job.real("energy_keV");
    const double wavelength = job.real("wavelength_m");
    if (energy > 0 && wavelength > 0)
        throw JobError("both the energy and the wavelength are given", "wavelength_m", "give one of them");
    if (wavelength > 0)
        poni.wavelength_m = wavelength;
    else if (energy > 0)
        poni.wavelength_m = wavelengthOf(particleOf(job), energy);
    else if (!poni.wavelength_m && stack.geometry.wavelength_m.value_or(0) > 0)
        poni.wavelength_m = stack.geometry.wavelength_m;
}

bool typesBeam(const JobDocument& job) {
    return job.real("distance_m") != 0 || job.optionalReal("beam_centre_row") || job.optionalReal("beam_centre_col") ||
           job.optionalReal("tilt_deg");
}

/// Distance, beam centre and tilt as typed, the rest from the geometry so far or from the frames' file.
azint::Poni withTypedBeam(azint::Poni poni, bool isCalibrated, const JobDocument& job, const io::FrameStack& stack) {
    const double distance = job.real("distance_m");
    const auto row = job.optionalReal("beam_centre_row");
    const auto col = job.optionalReal("beam_centre_col");
    const auto tilt = job.optionalReal("tilt_deg");
    if (isCalibrated && !typesBeam(job)) return poni;
    if (!poni.distortion.isFlat())
        throw JobError("distance, beam centre and tilt say too little of a detector that is not flat",
                       distance > 0 ? "distance_m"
                       : row        ? "beam_centre_row"
                       : col        ? "beam_centre_col"
                                    : "tilt_deg",
                       "leave it out: the PONI file has the geometry");
    // People count on the stored frame; a PONI counts on the frame as the detector has it.
    const azint::Geometry flips(poni, stack.rows(), stack.cols(), job.flag("flip_rows"), job.flag("flip_cols"));
    const auto native = [&](double value, bool reversed, std::size_t extent) {
        return reversed ? static_cast<double>(extent) - value : value;
    };
    azint::BeamGeometry beam;
    if (isCalibrated) beam = azint::beamGeometryOf(poni);
    const auto& file = stack.geometry;
    if (distance > 0) beam.distance_m = distance;
    if (!isCalibrated && distance == 0) beam.distance_m = file.distance_m.value_or(0);
    if (!(beam.distance_m > 0))
        throw JobError("the distance from the sample to the detector is not known", "distance_m",
                       "give a PONI file, or distance_m with beam_centre_row and beam_centre_col");
    const auto centre = [&](const std::optional<double>& typed, const std::optional<double>& stored, const char* key,
                            double& target, bool reversed, std::size_t extent) {
        if (typed)
            target = native(*typed, reversed, extent);
        else if (!isCalibrated && stored)
            target = native(*stored, reversed, extent);
        else if (!isCalibrated)
            throw JobError("the beam centre is not known", key, "give it, or a PONI file");
    };
    centre(row, file.beamCentreRow, "beam_centre_row", beam.centreRow, flips.reversesRows(), stack.rows());
    centre(col, file.beamCentreCol, "beam_centre_col", beam.centreCol, flips.reversesCols(), stack.cols());
    // An image that is mirrored has azimuths that run the other way round.
    if (!isCalibrated && file.turn_deg != 0)
        poni.rot3 = (flips.reversesRows() != flips.reversesCols() ? -1 : 1) * file.turn_deg * kPi / 180;
    if (!isCalibrated && file.tilt_deg != 0) {
        const double direction = file.tiltDirection_deg * kPi / 180;
        beam.tilt_deg = file.tilt_deg;
        beam.tiltDirection_deg = std::atan2(flips.reversesRows() ? -std::sin(direction) : std::sin(direction),
                                            flips.reversesCols() ? -std::cos(direction) : std::cos(direction)) *
                                 180 / kPi;
    }
    if (tilt) {
        if (*tilt < -89) throw JobError("the tilt is out of range", "tilt_deg", "allowed: -89 to 89");
        beam.tilt_deg = *tilt;
        beam.tiltDirection_deg = job.real("tilt_direction_deg");
    }
    return azint::withBeamGeometry(poni, beam);
}

/// Where the geometry file, or without one the modules of the frames' file, put each pixel; none: a plain detector.
azint::Distortion distortionOf(const JobDocument& job, const io::FrameStack& stack,
                               const std::optional<azint::Poni>& file) {
    if (file) return file->distortion;
    if (stack.geometry.panels.empty() || typesBeam(job)) return {};
    return azint::Distortion(panelsIn(stack.geometry.panels, {stack.rows(), stack.cols()}));
}

io::ImagePurpose purposeOf(std::string_view key) {
    if (key == "dark_file") return io::ImagePurpose::dark;
    if (key == "variance_file") return io::ImagePurpose::variance;
    return key == "flat_file" ? io::ImagePurpose::flat : io::ImagePurpose::image;
}

} // namespace

std::shared_ptr<const io::FrameStack> openJobStack(const JobDocument& job) {
    io::StackOptions options;
    options.dataset = job.text("dataset");
    options.channel = static_cast<std::size_t>(job.integer("channel"));
    options.monitor = job.text("monitor");
    return io::openStack(job.files(), options);
}

FrameChoice chosenFrames(const JobDocument& job, std::size_t frames) {
    FrameChoice choice{.first = static_cast<std::size_t>(job.integer("first_frame")),
                       .step = static_cast<std::size_t>(job.integer("frame_step"))};
    if (frames == 0) throw DataError("there are no frames", job.files().front().string(), "check the file");
    if (choice.first >= frames)
        throw JobError(phrase("the first frame is %1, the data have %2", choice.first, frames), "first_frame",
                       "frames are counted from 0");
    choice.count = (frames - choice.first + choice.step - 1) / choice.step;
    if (const auto most = static_cast<std::size_t>(job.integer("max_frames")); most > 0)
        choice.count = std::min(choice.count, most);
    return choice;
}

std::optional<azint::Poni> poniOf(const JobDocument& job, const io::FrameStack& stack) {
    const std::optional<GeometryFile> file = geometryFileOf(job);
    return file ? std::optional(geometryAt(*file, onlyPlaceOf(*file, job, stack), stack).poni) : std::nullopt;
}

azint::Poni detectorGeometryOf(const JobDocument& job, const io::FrameStack& stack,
                               const std::optional<azint::Poni>& file) {
    azint::Poni poni = file.value_or(azint::Poni());
    setPixelSize(poni, job, stack);
    setWavelength(poni, job, stack);
    setSensor(poni, job);
    return poni;
}

azint::Poni geometryOf(const JobDocument& job, const io::FrameStack& stack, const std::optional<azint::Poni>& file) {
    const azint::Distortion panels = distortionOf(job, stack, file);
    if (!panels.isFlat() && job.real("pixel_size_m") > 0)
        throw JobError("the size of the pixels says too little of a detector that is not flat", "pixel_size_m",
                       "leave it out: it comes with the places of the pixels");
    if (!file && !panels.isNone()) {
        for (const char* key : {"flip_rows", "flip_cols"})
            if (job.flag(key))
                throw JobError("the file of the frames says where each pixel is: frames that are flipped would not be "
                               "where it says",
                               key, "switch it off, or give a PONI file");
        azint::Poni poni = detectorGeometryOf(job, stack, file);
        poni.dist_m = stack.geometry.panelsDistance_m;
        poni.pixel1_m = panels.map().pixelSize_m()[0], poni.pixel2_m = panels.map().pixelSize_m()[1];
        poni.shape = panels.map().shape();
        poni.distortion = panels;
        return poni;
    }
    return withTypedBeam(detectorGeometryOf(job, stack, file), file.has_value(), job, stack);
}

azint::Poni geometryOf(const JobDocument& job, const io::FrameStack& stack) {
    return geometryOf(job, stack, poniOf(job, stack));
}

namespace {

/// What crosses the sensor along its normal. \throws JobError when sensor or wavelength are not known
double transmissionOf(const JobDocument& job, const io::FrameStack& stack, const std::optional<azint::Poni>& file) {
    const azint::Poni poni = geometryOf(job, stack, file);
    if (!poni.sensor)
        throw JobError("the efficiency of the sensor needs its material", "sensor_material", "give it, such as Si");
    if (!(poni.sensor->thickness_m > 0))
        throw JobError("the efficiency of the sensor needs its thickness", "sensor_thickness_m",
                       "give it; what stops all photons needs no correction");
    if (!poni.wavelength_m)
        throw JobError("the efficiency of the sensor needs the wavelength", "energy_keV", "give the photon energy");
    return azint::sensorTransmission(*poni.sensor, energyFromWavelength(*poni.wavelength_m));
}

/// One name for a file, whatever links lead to it.
std::string nameOf(const fs::path& file) {
    std::error_code failed;
    const fs::path real = fs::weakly_canonical(file, failed);
    return (failed ? file : real).string();
}

std::set<std::string> namesOf(const std::vector<fs::path>& files) {
    std::set<std::string> names;
    for (const fs::path& file : files) names.insert(nameOf(file));
    return names;
}

/// What is taken off the frames, or what they are divided by, is not the frames themselves: of several files it may be
/// one of them, named by itself. \throws JobError
void refuseFrames(const JobDocument& job, const std::string& key, const fs::path& file, const std::string& path,
                  const io::FrameStack& stack) {
    const std::vector<fs::path> opened = io::expandPatterns(job.files());
    const std::vector<fs::path> images = io::filesOfImage(file);
    if (opened.size() != 1 && images.size() == 1 && images.front() == file) return;
    const std::set<std::string> ofFrames = namesOf(opened), ofSources = namesOf(stack.sourceFiles);
    for (const fs::path& one : images) {
        const bool isOpened = ofFrames.contains(nameOf(one));
        const bool isSource = (opened.size() != 1 || ofSources.size() == 1) && ofSources.contains(nameOf(one));
        if (!isOpened && !isSource) continue;
        if (io::isImageOfFrames(one, path, purposeOf(key), isOpened ? stack.framesPath : std::string()))
            throw JobError(phrase("%1 is the file of the frames themselves: %2", key, one.string()), key,
                           "choose an image that was taken for it, or leave it out");
    }
}

void warnOf(const std::string& remark, const LogSink& log) {
    if (!remark.empty() && log) log(LogLevel::warning, remark);
}

/// \throws JobError where one file is to be taken off the frames, and to divide them
void refuseOneForBoth(const JobDocument& job) {
    const fs::path dark = job.text("dark_file"), flat = job.text("flat_file");
    if (dark.empty() || flat.empty()) return;
    const io::FileAddress ofDark = io::splitAddress(dark), ofFlat = io::splitAddress(flat);
    if (ofDark.path != ofFlat.path) return;
    const std::set<std::string> flats = namesOf(io::filesOfImage(ofFlat.file));
    for (const fs::path& file : io::filesOfImage(ofDark.file)) {
        if (!flats.contains(nameOf(file))) continue;
        if (ofDark.path.empty() && io::isHdf5File(file)) continue; // it may hold both, found by their names
        throw JobError(phrase("one image is the dark and the flat field: %1", file.string()), "flat_file",
                       "leave out one of them");
    }
}

/// Of a pixel that is full in the dark image nobody knows how much is to be taken off.
void maskSaturatedDark(azint::Corrections& corrections, const LogSink& log) {
    if (corrections.dark.empty() || !corrections.saturation) return;
    const auto isFull = [&](float counts) { return counts >= *corrections.saturation; };
    const auto full = std::ranges::count_if(corrections.dark, isFull);
    if (full == 0) return;
    Array<std::uint8_t, 2> mask(corrections.dark.shape());
    std::ranges::transform(corrections.dark, mask.begin(), isFull);
    io::combineMasks(corrections.mask, mask);
    warnOf(phrase("%1 {pixel is|pixels are} saturated in dark_file and left out of all frames", full), log);
}

} // namespace

Array<float, 2> correctionImageOf(const JobDocument& job, const char* key, const io::FrameStack& stack,
                                  const LogSink& log) {
    const fs::path name = job.text(key);
    if (name.empty()) return {};
    const io::FileAddress address = io::splitAddress(name);
    refuseFrames(job, key, address.file, address.path, stack);
    auto [image, images, remark] = io::readMeanImage(name, {}, purposeOf(key));
    warnOf(io::remarkOnImage(name), log);
    if (!remark.empty()) warnOf(phrase("%1: %2", key, remark), log);
    if (image.extent(0) != stack.rows() || image.extent(1) != stack.cols())
        throw JobError(phrase("the image has %1 pixels, the frames have %2",
                              shapeText(image.extent(0), image.extent(1)), shapeText(stack.rows(), stack.cols())),
                       name.string(), "use one that was made for these frames");
    if (images > 1 && log)
        log(LogLevel::info, phrase("%1 is the mean of the %2 images in %3", key, images, name.string()));
    return std::move(image);
}

std::string doubtOfMask(const Array<std::uint8_t, 2>& mask, const JobDocument& job) {
    if (io::masksAlmostAll(mask))
        return phrase("hardly a pixel is left: is 0 a bad pixel in the mask file? Then exchange 0 and 1");
    const auto masked =
        static_cast<std::size_t>(std::ranges::count_if(mask, [](std::uint8_t bad) { return bad != 0; }));
    if (job.text("mask_file").empty() || 2 * masked <= mask.size()) return {};
    return phrase("more than half of the pixels are masked: is 0 a bad pixel in the mask file? Then exchange 0 and 1");
}

azint::Corrections correctionsOf(const JobDocument& job, const io::FrameStack& stack,
                                 const std::optional<azint::Poni>& file, const LogSink& log) {
    azint::Corrections corrections;
    corrections.solidAngle = job.flag("solid_angle");
    corrections.polarizationFactor = job.optionalReal("polarization_factor");
    corrections.polarizationAxis_deg = job.real("polarization_axis_deg");
    if (job.flag("sensor_efficiency")) corrections.sensorTransmission = transmissionOf(job, stack, file);
    const azint::Detector* detector = detectorOf(job, stack, file);
    if (const auto dummy = job.optionalReal("dummy")) {
        corrections.dummy = dummy;
        corrections.deltaDummy = job.real("delta_dummy");
    } else if (stack.notMeasured && job.flag("file_mask")) {
        corrections.dummy = stack.notMeasured;
        corrections.deltaDummy = stack.notMeasuredWithin;
    } else if (detector && detector->dummy) {
        corrections.dummy = detector->dummy;
        corrections.deltaDummy = detector->deltaDummy;
    }
    corrections.lowest = job.optionalReal("lowest_counts");
    if (const double saturation = job.real("saturation"); saturation > 0) {
        corrections.saturation = saturation;
        // As for scans: what marks a pixel is no count, whatever the threshold.
        if (const auto marker = markerOf(stack.pixelType()); marker && job.flag("file_mask"))
            corrections.saturation = std::min(saturation, *marker);
    } else if (job.flag("file_mask")) {
        corrections.saturation = stack.saturationValue();
    }
    if (corrections.lowest && corrections.saturation && !(*corrections.lowest < *corrections.saturation))
        throw JobError("the thresholds leave no counts between them", "lowest_counts", "exchange them");
    if (const auto least = stack.lowest; least && !corrections.lowest && job.flag("file_mask"))
        if (!corrections.saturation || *least < *corrections.saturation) corrections.lowest = least;
    if (const auto least = lowestCountsOf(stack.pixelType()); least && job.flag("file_mask"))
        corrections.lowest = std::max(*least, corrections.lowest.value_or(*least));
    const std::array<std::size_t, 2> shape{stack.rows(), stack.cols()};
    if (job.flag("file_mask") && !stack.mask.empty()) {
        io::requireMaskShape(stack.mask.shape(), shape, stack.framesPath);
        io::combineMasks(corrections.mask, stack.mask);
    }
    if (const std::string name = job.text("mask_file"); !name.empty()) {
        const Array<std::uint8_t, 2> mask = io::readMaskFile(name, job.text("mask_path"));
        io::requireMaskShape(mask.shape(), shape, name);
        warnOf(io::remarkOnImage(name), log);
        io::combineMasks(corrections.mask, mask);
    }
    if (detector) {
        Array<std::uint8_t, 2> gaps = azint::gapMask(*detector, stack.rows(), stack.cols());
        flipImage(gaps, job.flag("flip_rows"), job.flag("flip_cols"));
        io::combineMasks(corrections.mask, gaps);
    }
    if (Array<std::uint8_t, 2> mask = distortionOf(job, stack, file).mask(stack.rows(), stack.cols()); !mask.empty()) {
        flipImage(mask, job.flag("flip_rows"), job.flag("flip_cols"));
        io::combineMasks(corrections.mask, mask);
    }
    refuseOneForBoth(job);
    corrections.dark = correctionImageOf(job, "dark_file", stack, log);
    maskSaturatedDark(corrections, log);
    corrections.flat = correctionImageOf(job, "flat_file", stack, log);
    if (!corrections.flat.empty() && !stack.flat.empty() && job.flag("file_flat"))
        throw JobError(phrase("two flat fields are named: %1, and that of the data file", job.text("flat_file")),
                       "file_flat", "leave out flat_file or file_flat");
    if (corrections.flat.empty() && job.flag("file_flat")) corrections.flat = stack.flat;
    corrections.absorption = correctionImageOf(job, "absorption_file", stack, log);
    if (job.text("error_model") == "variance")
        corrections.variance = correctionImageOf(job, "variance_file", stack, log);
    return corrections;
}

} // namespace ewald::job
