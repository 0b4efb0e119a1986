// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/detector.h"
#include "base/error.h"
#include "base/units.h"
#include "commands.h"
#include "io/output_guard.h"
#include "job/integration/detector_arm.h"
#include "sim/powder_simulator.h"
#include "sim/ptycho_simulator.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace ewald::cli {
namespace {

struct SimulateScanArguments {
    std::string output;
    bool overwrite = false;
    sim::PtychoExperiment experiment;
};

int simulatePtycho(const SimulateScanArguments& arguments) {
    // Checked before the work.
    if (io::resolveOutput(arguments.output).exists && !arguments.overwrite)
        throw DataError("the file exists already", arguments.output, "choose another name, or use --overwrite");
    const io::OutputLock lock(arguments.output);
    const sim::PtychoDataset dataset = sim::simulatePtycho(arguments.experiment);
    sim::writeCxi(arguments.output, dataset, arguments.overwrite);
    std::printf("wrote %s: %zu frames of %zu x %zu, object pixel %.4g nm\n", arguments.output.c_str(),
                dataset.frames.extent(0), dataset.frames.extent(1), dataset.frames.extent(2),
                dataset.objectPixel_m * 1e9);
    if (arguments.experiment.emptyPart > 0) std::printf("empty: known_region=%.6g:, :\n", dataset.empty_m[0] * 1e6);
    return 0;
}

void addPtychoOptions(CLI::App& command, SimulateScanArguments& arguments) {
    sim::PtychoExperiment& e = arguments.experiment;
    const auto number = [&](const char* name, double& value, const char* help, double low, double high) {
        command.add_option(name, value, help)->capture_default_str()->check(numberIn(low, high));
    };
    const auto count = [&](const char* name, std::size_t& value, const char* help, std::size_t low, std::size_t high) {
        command.add_option(name, value, help)->capture_default_str()->check(CLI::Range(low, high));
    };
    command.add_option("-o,--output", arguments.output, "CXI file to write")->required();
    count("--size", e.size, "side of a frame, pixels", 16, 4096);
    count("--frames", e.frames, "number of frames", 1, 1000000);
    count("--modes", e.modes, "incoherent probe modes", 1, 16);
    number("--energy-keV", e.energy_keV, "photon energy", 0.05, 500);
    number("--distance-m", e.distance_m, "sample to detector", 1e-3, 1000);
    number("--pixel-m", e.detectorPixel_m, "detector pixel", 1e-7, 1e-2);
    number("--focus-to-sample-m", e.focusToSample_m, "focus to sample for near field; 0 = far field", 0, 1000);
    number("--photons", e.photonsPerFrame, "photons per frame; 0 = no noise", 0, 1e15);
    number("--overlap", e.overlap, "linear overlap of neighbouring probes", 0, 0.99);
    number("--jitter", e.positionJitter, "random part of the positions, in steps", 0, 1);
    number("--probe-drift", e.probeDrift,
           "relative change of the first mode from the first frame to the last, an astigmatism that grows evenly", 0,
           1);
    number("--probe-change", e.probeChange, "r.m.s. of its change from frame to frame, a coma", 0, 1);
    count("--dead-pixels", e.deadPixels, "bad pixels marked in the mask", 0, 1000000);
    count("--oversampling", e.oversampling, "the beam's window in frames, for a beam larger than half a frame's", 1, 8);
    count("--fly-points", e.flyPoints, "places along the path of each frame of a fly scan; 1 = the beam stops", 1, 64);
    count("--slices", e.slices, "of the object, one behind the other", 1, 8);
    count("--object-modes", e.objectModes, "states that the object goes through in each frame", 1, 4);
    number("--slice-spacing", e.sliceSpacing_m, "from one slice to the next, m", 0, 1);
    command.add_flag("--diffuser", e.diffuser,
                     "a beam of speckles in the far field, as randomised probe imaging needs");
    number("--object-band", e.objectBand,
           "frequencies that the object has, as a part of those of the window; 0 = all that its edges have", 0, 1);
    number("--sample-tilt", e.sampleTilt_deg, "between the sample's normal and the beam, towards x, degrees", -80, 80);
    number("--position-error", e.positionError_px,
           "r.m.s. error of the file's positions along each axis, pixels of the object", 0, 100);
    number("--position-scale", e.positionScale, "of the file's positions about the scan's centre, 1 = right", 0.5, 2);
    number("--position-rotation-deg", e.positionRotation_deg,
           "of the file's positions about the scan's centre, counter-clockwise where rows are drawn downwards", -45,
           45);
    number("--background", e.background,
           "mean counts a pixel beside the beam's, half of them even, half around the middle", 0, 1e12);
    number("--intensity-drift", e.intensityDrift,
           "part of the intensity that is lost from one filling of the ring to the next, five times a scan, with a "
           "tenth of it as jitter",
           0, 0.5);
    number("--blur", e.blur_px,
           "sigma of a Gaussian that spreads intensities, detector pixels: of a source or a point spread", 0, 10);
    number("--empty-part", e.emptyPart, "part of the object's width, on the right, without sample", 0, 0.9);
    number("--saturation", e.saturation, "most counts of a pixel; 0 = any number", 0, 1e15);
    addSeedOption(command, e.seed, "seed of everything random")->capture_default_str();
    command.add_flag("--overwrite", arguments.overwrite, "replace an existing file");
}

/// What is typed about the geometry; a PONI file replaces it.
struct PowderArguments {
    std::string output;
    std::string poni;
    std::string armPosition;
    std::string detector = "Eiger4M";
    std::vector<std::size_t> shape;
    double pixel_m = 75e-6;
    double energy_keV = 20;
    double wavelength_A = 0;
    double tilt_deg = 0;
    double tiltDirection_deg = 0;
    double distance_m = 0.2;
    std::optional<double> beamX;
    std::optional<double> beamY;
    std::string type = "uint32";
    std::string layout = "plain";
    bool noSolidAngle = false;
    bool noNoise = false;
    sim::PowderExperiment experiment;
    sim::PowderOutput how;
};

/// \throws JobError, DataError where a goniometer file comes without a position, or a PONI file with one
azint::Poni geometryOfFile(const PowderArguments& arguments) {
    const job::GeometryFile file = job::readGeometryFile(arguments.poni);
    if (file.poni && !arguments.armPosition.empty())
        throw JobError("a PONI file has no detector arm", "--arm-position", "leave it out, or name a goniometer file");
    if (file.poni) return *file.poni;
    return azint::poniAt(*file.goniometer, job::armPlaceOf(arguments.armPosition), job::poniFiles());
}

azint::Poni poniOf(const PowderArguments& arguments) {
    if (!arguments.poni.empty()) {
        azint::Poni poni = geometryOfFile(arguments);
        const azint::Detector* const detector = azint::findDetector(poni.detector);
        if (!poni.shape && detector != nullptr) poni.shape = {detector->rows, detector->cols};
        if (!arguments.shape.empty()) poni.shape = {arguments.shape[0], arguments.shape[1]};
        return poni;
    }
    azint::Poni poni;
    if (arguments.shape.empty()) {
        const azint::Detector* const detector = azint::findDetector(arguments.detector);
        if (detector == nullptr) {
            throw JobError("unknown detector \"" + arguments.detector + "\"", "--detector",
                           "use a name such as Eiger4M or Pilatus1M, or --shape and --pixel-m");
        }
        poni.detector = detector->aliases.empty() ? detector->name : detector->aliases.front();
        poni.shape = {detector->rows, detector->cols};
        poni.pixel1_m = detector->pixelHeight_m;
        poni.pixel2_m = detector->pixelWidth_m;
    } else {
        poni.shape = {arguments.shape[0], arguments.shape[1]};
        poni.pixel1_m = poni.pixel2_m = arguments.pixel_m;
    }
    poni.wavelength_m =
        arguments.wavelength_A > 0 ? arguments.wavelength_A * 1e-10 : wavelengthFromEnergy(arguments.energy_keV);
    azint::BeamGeometry beam;
    beam.distance_m = arguments.distance_m;
    beam.centreRow = arguments.beamY.value_or(static_cast<double>((*poni.shape)[0]) / 2);
    beam.centreCol = arguments.beamX.value_or(static_cast<double>((*poni.shape)[1]) / 2);
    beam.tilt_deg = arguments.tilt_deg;
    beam.tiltDirection_deg = arguments.tiltDirection_deg;
    return azint::withBeamGeometry(poni, beam);
}

int simulatePowder(const PowderArguments& arguments) {
    sim::PowderExperiment experiment = arguments.experiment;
    experiment.poni = poniOf(arguments);
    experiment.solidAngle = !arguments.noSolidAngle;
    experiment.noise = !arguments.noNoise;
    experiment.pixelType = arguments.type == "uint8"    ? PixelType::uint8
                           : arguments.type == "uint16" ? PixelType::uint16
                                                        : PixelType::uint32;
    sim::PowderOutput how = arguments.how;
    how.layout = arguments.layout == "plain"    ? sim::PowderLayout::plain
                 : arguments.layout == "master" ? sim::PowderLayout::master
                                                : sim::PowderLayout::vds;
    if (!arguments.poni.empty()) {
        io::requireOtherFile(arguments.output, arguments.poni);
        io::requireOtherFile(sim::poniBeside(arguments.output), arguments.poni);
    }
    const sim::PowderFiles files = sim::writePowderStack(arguments.output, experiment, how);
    const auto bytes = static_cast<double>(files.storedBytes);
    std::printf("wrote %s: %zu frames of %zu x %zu %s, %.3g MB a frame; geometry in %s\n", arguments.output.c_str(),
                experiment.frames, (*experiment.poni.shape)[0], (*experiment.poni.shape)[1], arguments.type.c_str(),
                bytes * 1e-6 / static_cast<double>(experiment.frames), files.poni.c_str());
    return 0;
}

void addPowderGeometry(CLI::App& command, PowderArguments& a) {
    CLI::Option* const poni =
        command.add_option("--poni", a.poni, "geometry from a PONI file, or from pyFAI's of a goniometer");
    command.add_option("--arm-position", a.armPosition, "of a goniometer: a number for each of its positions")
        ->needs(poni);
    const auto number = [&](const char* name, double& value, const char* help, double low, double high) {
        return command.add_option(name, value, help)->check(numberIn(low, high))->excludes(poni);
    };
    command.add_option("--detector", a.detector, "name in the catalogue of detectors")
        ->capture_default_str()
        ->excludes(poni);
    command.add_option("--shape", a.shape, "rows and columns of a detector in one piece")
        ->expected(2)
        ->check(CLI::Range(std::size_t{1}, std::size_t{65536}));
    number("--pixel-m", a.pixel_m, "its pixel size", 1e-7, 1e-2)->capture_default_str();
    CLI::Option* const energy = number("--energy-keV", a.energy_keV, "photon energy", 0.05, 500)->capture_default_str();
    number("--wavelength-A", a.wavelength_A, "wavelength instead of energy", 1e-3, 1000)->excludes(energy);
    number("--distance-m", a.distance_m, "sample to detector, along the beam", 1e-3, 1000)->capture_default_str();
    command.add_option("--beam-x", a.beamX, "beam on the detector: column in pixels from its edge (default: middle)")
        ->check(numberIn(-1e6, 1e6))
        ->excludes(poni);
    command.add_option("--beam-y", a.beamY, "row")->check(numberIn(-1e6, 1e6))->excludes(poni);
    number("--tilt-deg", a.tilt_deg, "between detector normal and beam", -89, 89)->capture_default_str();
    number("--tilt-direction-deg", a.tiltDirection_deg, "direction of the tilt", -360, 360)->capture_default_str();
}

void addPowderOptions(CLI::App& command, PowderArguments& a) {
    sim::PowderExperiment& e = a.experiment;
    const auto number = [&](const char* name, double& value, const char* help, double low, double high) {
        command.add_option(name, value, help)->capture_default_str()->check(numberIn(low, high));
    };
    const auto count = [&](const char* name, std::size_t& value, const char* help, std::size_t low, std::size_t high) {
        command.add_option(name, value, help)->capture_default_str()->check(CLI::Range(low, high));
    };
    command.add_option("-o,--output", a.output, "HDF5 file to write")->required();
    count("--frames", e.frames, "number of frames", 1, 10'000'000);
    count("--distinct", e.distinct, "different frames, which then repeat (up to 256); 0 = all", 0, 10'000'000);
    command.add_option("--calibrant", e.calibrant, "whose rings")->capture_default_str();
    command.add_option("--type", a.type, "of the pixels")
        ->capture_default_str()
        ->check(CLI::IsMember({"uint8", "uint16", "uint32"}));
    command.add_option("--layout", a.layout, "one plain file, or a master with data files, linked or as a virtual set")
        ->capture_default_str()
        ->check(CLI::IsMember({"plain", "master", "vds"}));
    count("--frames-per-file", a.how.framesPerFile, "of a master's data files", 1, 10'000'000);
    number("--counts", e.peakCounts, "mean counts on top of the strongest ring", 0, 1e12);
    number("--background", e.background, "mean counts between rings", 0, 1e12);
    number("--peak-width-deg", e.peakWidth_deg, "full width of a ring at half maximum, in 2theta", 1e-3, 90);
    command.add_option("--polarization-factor", e.polarizationFactor, "of the beam, 1 = horizontal (default 0.99)")
        ->check(numberIn(-1, 1));
    command.add_flag("--no-solid-angle", a.noSolidAngle, "the same counts whatever the angle of incidence");
    command.add_flag("--no-noise", a.noNoise, "expected counts, rounded");
    number("--expansion", e.expansion, "relative growth of the lattice from first to last frame", -0.4, 0.4);
    number("--decay", e.decay, "relative loss of beam from first to last frame, as in the monitor", 0, 0.99);
    count("--dead-pixels", e.deadPixels, "without a value, marked in the pixel mask", 0, 1'000'000);
    count("--hot-pixels", e.hotPixels, "with too many counts, marked in the pixel mask", 0, 1'000'000);
    addSeedOption(command, e.seed, "seed of everything random")->capture_default_str();
    command.add_flag("--overwrite", a.how.overwrite, "replace existing files");
}

} // namespace

void addSimulateCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("simulate", "Simulate a data set with a known answer");
    command->require_subcommand(1);
    CLI::App* ptycho =
        command->add_subcommand("ptycho", "A ptychographic scan as a CXI file, with the truth in /truth");
    const auto arguments = std::make_shared<SimulateScanArguments>();
    addPtychoOptions(*ptycho, *arguments);
    ptycho->callback([arguments, &action] { action = [arguments] { return simulatePtycho(*arguments); }; });

    CLI::App* powder = command->add_subcommand(
        "powder", "Powder rings as a stack of frames (NXmx, bitshuffle-LZ4) with a PONI file beside it");
    const auto powderArguments = std::make_shared<PowderArguments>();
    addPowderOptions(*powder, *powderArguments);
    addPowderGeometry(*powder, *powderArguments);
    powder->callback(
        [powderArguments, &action] { action = [powderArguments] { return simulatePowder(*powderArguments); }; });
}

} // namespace ewald::cli
