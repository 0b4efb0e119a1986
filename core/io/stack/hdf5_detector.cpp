// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/hdf5_detector.h"

#include "base/ascii_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/images/detector_file.h"
#include "io/readers/detector_chain.h"
#include "io/readers/detector_modules.h"
#include "io/readers/reader_tools.h"
#include "io/stack/announced_frames.h"
#include "io/stack/detector_group.h"
#include "io/stack/geometry/module_geometry.h"
#include "io/stack/images/detector_header.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <span>
#include <tuple>

namespace ewald::io {
namespace {

using FilePtr = std::shared_ptr<const h5::File>;

void takeNotes(Scan& from, StackContents& contents) {
    contents.notes.insert(contents.notes.end(), from.notes.begin(), from.notes.end());
    from.notes.clear();
}

/// Where a file may say the wavelength or the energy, what is worth most first.
std::vector<WaveSource> waveSources(const h5::File& file, const std::string& entry, const std::string& detector) {
    std::vector<std::string> beams{entry + "/instrument/beam", entry + "/sample/beam", entry + "/beam"};
    for (const char* holder : {"/instrument", "/sample"})
        if (file.hasGroup(entry + holder))
            if (const std::string beam = childOfClass(file, entry + holder, "NXbeam"); !beam.empty())
                beams.push_back(beam);
    std::vector<std::string> monochromators{entry + "/instrument/monochromator"};
    if (file.hasGroup(entry + "/instrument"))
        if (const std::string group = childOfClass(file, entry + "/instrument", "NXmonochromator"); !group.empty())
            monochromators.push_back(group);
    std::vector<WaveSource> sources;
    const auto add = [&](const std::vector<std::string>& groups, std::initializer_list<const char*> names,
                         bool isEnergy, const char* unit) {
        for (const std::string& group : groups)
            for (const char* name : names)
                if (file.hasDataset(group + name)) sources.push_back({group + name, isEnergy, unit});
    };
    add(beams, {"/incident_wavelength", "/wavelength"}, false, "A");
    add(monochromators, {"/wavelength"}, false, "A");
    add(beams, {"/incident_energy", "/energy"}, true, "eV");
    add(monochromators, {"/energy"}, true, "keV");
    if (!detector.empty()) add({detector + "/detectorSpecific"}, {"/photon_energy"}, true, "eV");
    return sources;
}

/// Pixels from a beam centre that is given in pixels or as a length.
std::optional<double> beamCentre(const h5::File& file, const std::string& path, const std::optional<double>& pixel_m,
                                 StackContents& contents) {
    Scan said; // by readDetectorGeometry()
    const std::optional<double> value = readNumber(file, said, path);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    const std::string unit = unitsOf(file, path);
    if (unit.empty() || unit.starts_with("pix") || unit == "px") return value;
    const std::optional<double> metres = metresPer(unit);
    if (metres && pixel_m && *pixel_m > 0) return *value * *metres / *pixel_m;
    contents.note(Severity::warning, phrase("the unit \"%1\" of %2 is not understood; taken as pixels", unit, path));
    return value;
}

/// Says where the places of the pixels (NXdetector, x_pixel_offset and y_pixel_offset) contradict their size.
void compareOffsets(const h5::File& file, const std::string& detector, StackContents& contents) {
    constexpr double kTolerance = 0.02; // of the size: offsets may be of a calibration
    const StackGeometry& geometry = contents.geometry;
    for (const auto& [name, pixel_m, pixels] :
         {std::tuple("/x_pixel_offset", geometry.pixelWidth_m, contents.frames.shape().cols),
          std::tuple("/y_pixel_offset", geometry.pixelHeight_m, contents.frames.shape().rows)}) {
        const std::string path = detector + name;
        if (!pixel_m || pixels < 2 || !file.hasDataset(path)) continue;
        const h5::Dataset dataset = file.dataset(path);
        if (dataset.shape() != h5::Shape{pixels} || !dataset.info().type.isReal()) continue;
        const std::vector<double> places = dataset.readAll<double>();
        const double step_m = std::abs(places.back() - places.front()) / static_cast<double>(pixels - 1) *
                              metresPer(unitsOf(file, path)).value_or(1);
        if (!std::isfinite(step_m) || std::abs(step_m - *pixel_m) <= kTolerance * *pixel_m) continue;
        contents.note(Severity::warning, phrase("the pixels of %1 are %2 apart, and %3 large by the file: the size is "
                                                "used",
                                                path, lengthText(step_m), lengthText(*pixel_m)));
    }
}

/// LImA gives the pixel of the detector, and beside it how many of them are one of the frames; others say it in the
/// group of the detector.
void noteBinning(const h5::File& file, const std::string& detector, StackContents& contents) {
    for (const auto& [x, y] : {std::pair("/image_operation/binning/x", "/image_operation/binning/y"),
                               {"/binning_x", "/binning_y"},
                               {"/bin_x", "/bin_y"}}) {
        const double across = file.number(detector + x).value_or(1), down = file.number(detector + y).value_or(1);
        if (across == 1 && down == 1) continue;
        const std::string path = detector + x;
        return contents.note(Severity::warning,
                             phrase("the frames are binned by %1 x %2 (%3): check whether the pixel of the geometry is "
                                    "that of the frames",
                                    numberText(down), numberText(across), path.substr(0, path.size() - 2)));
    }
}

/// Frames that were cropped or binned with what was written beside those of the whole detector.
void compareDetectorSize(const h5::File& file, const std::string& detector, StackContents& contents) {
    const std::string across = detector + "/detectorSpecific/x_pixels_in_detector";
    const double cols = file.number(across).value_or(0);
    const double rows = file.number(detector + "/detectorSpecific/y_pixels_in_detector").value_or(0);
    const FrameShape shape = contents.frames.shape();
    if (!(cols >= 1 && rows >= 1) ||
        (rows == static_cast<double>(shape.rows) && cols == static_cast<double>(shape.cols)))
        return;
    contents.note(
        Severity::warning,
        phrase("the detector has %1 x %2 pixels (%3), the frames %4 x %5: they are a part of it, or binned, and "
               "beam centre and pixel size of the file may be those of the whole one",
               numberText(rows), numberText(cols), across, shape.rows, shape.cols));
}

void readGeometry(const h5::File& file, const std::string& framesPath, const std::string& detector,
                  StackContents& contents) {
    Scan scan; // the readers of scans know units and their traps
    StackGeometry& geometry = contents.geometry;
    if (!detector.empty()) {
        readDetectorGeometry(file, scan, detector);
        const std::string lima = detector + "/detector_information/pixel_size";
        if (!scan.pixelWidth_m) scan.pixelWidth_m = readLength(file, scan, "pixel width", lima + "/xsize", "m");
        if (!scan.pixelHeight_m) scan.pixelHeight_m = readLength(file, scan, "pixel height", lima + "/ysize", "m");
    }
    static_cast<void>(readWave(file, scan, waveSources(file, entryOf(framesPath), detector)));
    takeNotes(scan, contents);
    const std::string waveBy = scan.origin[scan.wavelengthFromEnergy ? "energy" : "wavelength"];
    const auto usable = [&](const std::optional<double>& value_m, const std::string& by) {
        if (value_m && !isUsableLength(value_m) && !by.empty()) noteUnusable(contents.notes, by, *value_m);
        return isUsableLength(value_m) ? value_m : std::nullopt;
    };
    geometry.wavelength_m = usable(scan.wavelength_m, waveBy);
    geometry.distance_m = usable(scan.distance_m, scan.origin["distance"]);
    warnOfFarDistance(geometry.distance_m.value_or(0), scan.origin["distance"], contents);
    geometry.pixelWidth_m = usable(scan.pixelWidth_m, scan.origin["pixel width"]); // no origin: that of the other side
    geometry.pixelHeight_m = usable(scan.pixelHeight_m, scan.origin["pixel height"]);
    for (std::optional<double>* const side : {&geometry.pixelWidth_m, &geometry.pixelHeight_m})
        if (const double length_m = side->value_or(kLargestPixel_m);
            length_m > kLargestPixel_m || length_m < kSmallestPixel_m) {
            contents.note(Severity::warning,
                          phrase("a pixel of %1 m by %2: check its unit; it is not used", numberText(**side),
                                 scan.origin[side == &geometry.pixelWidth_m ? "pixel width" : "pixel height"]));
            side->reset();
        }
    if (const double wave = geometry.wavelength_m.value_or(kLongestWave_m);
        wave < kShortestWave_m || wave > kLongestWave_m) {
        contents.note(Severity::warning,
                      phrase("a wavelength of %1 m by %2: check its unit; it is not used", numberText(wave), waveBy));
        geometry.wavelength_m.reset();
    }
    if (detector.empty()) return;
    noteBinning(file, detector, contents);
    compareDetectorSize(file, detector, contents);
    contents.exposure_s = exposureOf(file, detector, contents.notes);
    for (const char* name : {"/description", "/detector_information/model", "/local_name"})
        if (geometry.detector.empty()) geometry.detector = file.text(detector + name).value_or("");
    DetectorChain chain = detectorChain(file, detector);
    chain.isDistance = isByTransformations(scan);
    const std::vector<ModulePlace> modules = modulePlaces(file, detector);
    if (chain.degrees != 0 && !followTheTurn(modules, chain.turnedBy))
        return leaveOutTurnedGeometry(contents, chain.turnedBy, chain.degrees);
    geometry.beamCentreCol = beamCentre(file, detector + "/beam_center_x", geometry.pixelWidth_m, contents);
    geometry.beamCentreRow = beamCentre(file, detector + "/beam_center_y", geometry.pixelHeight_m, contents);
    // To look for it goes through the groups of the file, which most files need not.
    const bool describesPanels = modules.size() > 1 && describedDetector(file) == detector;
    placeDetector(modules, chain, describesPanels ? file.file() : std::filesystem::path(), contents);
    compareOffsets(file, detector, contents);
    if (geometry.beamCentreCol && geometry.beamCentreRow)
        contents.note(Severity::info, "the beam centre of the file is taken as counted from the outer corner of the "
                                      "first pixel; programs differ here by half a pixel");
}

void readSaturation(const h5::File& file, const std::string& detector, const std::string& framesPath,
                    StackContents& contents) {
    const auto stated = saturationOf(file, detector, framesPath);
    if (!stated) return;
    contents.saturation = stated->counts;
    contents.note(Severity::info, saturationText(*stated));
}

void readLowest(const h5::File& file, const std::string& detector, const std::string& framesPath,
                StackContents& contents) {
    const auto stated = lowestOf(file, detector, framesPath);
    if (!stated) return;
    contents.lowest = stated->counts;
    contents.note(Severity::info,
                  phrase("counts below %1 are not measured (%2)", numberText(stated->counts, 10), stated->by));
}

/// What limits the rate of counts, and how many frames the detector was told to take.
void readLimits(const h5::File& file, const std::string& detector, StackContents& contents) {
    const std::string specific = detector + "/detectorSpecific";
    const double announced =
        file.number(specific + "/nimages").value_or(0) * file.number(specific + "/ntrigger").value_or(1);
    // Those that the dataset announces, too, have been named.
    if (announced > static_cast<double>(contents.frames.size() + contents.unwritten) && announced < 1e9)
        contents.note(Severity::warning, phrase("the detector was told to take %1 frames (%2/nimages), %3 are there",
                                                std::llround(announced), specific, contents.frames.size()));
    for (const char* name : {"/detectorSpecific/countrate_correction_count_cutoff", "/count_rate_cutoff"})
        if (const auto value = file.number(detector + name); value && *value > 0 && *value < 1e15) {
            contents.note(Severity::info,
                          phrase("counts of %1 a frame and more are beyond the detector's count-rate correction (%2%3)",
                                 std::llround(*value), detector, name));
            return;
        }
}

/// Names frames that NXtomo calls flats, darks or invalid.
void readImageKey(const h5::File& file, const std::string& detector, StackContents& contents) {
    const std::string path = detector + "/image_key";
    if (!file.hasDataset(path)) return;
    const h5::Dataset dataset = file.dataset(path);
    if (dataset.shape() != h5::Shape{contents.frames.size()} || !dataset.info().type.isReal()) return;
    const std::vector<double> keys = dataset.readAll<double>();
    const auto others = std::ranges::count_if(keys, [](double key) { return key != 0; });
    if (others == 0) return;
    const auto first = std::ranges::find_if(keys, [](double key) { return key != 0; }) - keys.begin();
    contents.note(Severity::warning,
                  phrase("%1 of %2 frames are flats, darks or invalid by %3 (first: %4), and are taken like the others",
                         others, keys.size(), path, first));
}

/// A dataset or an attribute that says of a correction that it has been applied; empty: none, or the first says that it
/// has not.
std::string whatSaysApplied(const h5::File& file, const std::string& detector, std::span<const char* const> names) {
    const auto asNumber = [](const std::optional<std::string>& text) -> std::optional<double> {
        if (!text) return std::nullopt;
        const std::string word = lowerAscii(*text);
        return word == "true" || word == "yes" || word == "on" ? 1.0 : 0.0;
    };
    for (const std::string& group : {detector, detector + "/detectorSpecific"})
        for (const char* const name : names) {
            const std::string path = group + "/" + name;
            auto value = file.number(path);
            if (!value) value = asNumber(file.text(path));
            if (!value) value = file.attributeNumber(group, name);
            if (!value) value = asNumber(file.attributeText(group, name));
            if (value) return *value != 0 ? path : std::string();
        }
    return {};
}

} // namespace

AppliedCorrections appliedCorrections(const h5::File& file, const std::string& detector) {
    // NXdetector, and the names of DECTRIS and of areaDetector.
    constexpr std::array kFlat{"flatfield_correction_applied", "flatfield_applied", "flat_field_applied",
                               "flat_field_correction_applied", "flatfield_corrected"};
    constexpr std::array kDark{"dark_correction_applied", "darkfield_correction_applied",
                               "darkfield_applied",       "dark_applied",
                               "dark_current_applied",    "dark_subtracted",
                               "background_subtracted"};
    return {whatSaysApplied(file, detector, kFlat), whatSaysApplied(file, detector, kDark)};
}

namespace {

constexpr double kMostCounts = 1e15; // no detector counts that far

/// What the detector or the attributes of the frames give as a limit above `least`.
std::optional<StatedLimit> limitNamed(const char* name, double least, const h5::File& file, const std::string& detector,
                                      const std::string& framesPath) {
    const auto sound = [least](const std::optional<double>& value) {
        return value && *value > least && *value < kMostCounts;
    };
    if (!detector.empty())
        for (const auto& value : {file.number(detector + "/" + name), file.attributeNumber(detector, name)})
            if (sound(value)) return StatedLimit{*value, detector + "/" + name};
    if (const auto value = file.attributeNumber(framesPath, name); sound(value))
        return StatedLimit{*value, framesPath + "/" + name};
    return std::nullopt;
}

/// The end of the range of valid numbers, as netCDF has it. \param end 0: the lowest, 1: the largest
std::optional<StatedLimit> validEnd(const h5::File& file, const std::string& framesPath, std::size_t end) {
    const char* const name = end == 0 ? "valid_min" : "valid_max";
    if (const auto value = file.attributeNumber(framesPath, name); value && std::isfinite(*value))
        return StatedLimit{*value, framesPath + "/" + name};
    const std::vector<double> range = file.attributeNumbers(framesPath, "valid_range");
    if (range.size() != 2 || !(range[0] < range[1]) || !std::isfinite(range[end])) return std::nullopt;
    return StatedLimit{range[end], framesPath + "/valid_range"};
}

} // namespace

std::optional<StatedLimit> saturationOf(const h5::File& file, const std::string& detector,
                                        const std::string& framesPath) {
    if (auto stated = limitNamed("saturation_value", 0, file, detector, framesPath)) return stated;
    auto largest = validEnd(file, framesPath, 1);
    if (!largest || !(largest->counts > 0) || largest->counts > kMostCounts) return std::nullopt;
    largest->isMeasured = true;
    // The next number: frames are compared in single precision.
    largest->counts = static_cast<double>(std::nextafter(static_cast<float>(largest->counts), INFINITY));
    return largest;
}

std::string saturationText(const StatedLimit& stated) {
    const long long counts = std::llround(stated.counts);
    return stated.isMeasured ? phrase("counts above %1 are not measured (%2)", counts, stated.by)
                             : phrase("pixels of %1 counts are saturated (%2)", counts, stated.by);
}

std::optional<StatedLimit> lowestOf(const h5::File& file, const std::string& detector, const std::string& framesPath) {
    auto stated = limitNamed("underload_value", -kMostCounts, file, detector, framesPath);
    if (!stated) stated = validEnd(file, framesPath, 0);
    if (!stated) return stated;
    // Frames are compared in single precision, which rounds -2147483647 to the mark below it.
    if (auto lowest = static_cast<float>(stated->counts); static_cast<double>(lowest) < stated->counts)
        stated->counts = static_cast<double>(std::nextafter(lowest, INFINITY));
    return stated;
}

namespace {

/// An image in the numbers of the kind that is asked for; as readDetectorImage().
template <class T>
Array<T, 2> readImageAs(const h5::Dataset& dataset, const std::string& path, FrameShape shape, std::size_t channel,
                        std::vector<Note>& notes) {
    try {
        const h5::Shape& extents = dataset.shape();
        const std::size_t rank = extents.size();
        bool fits = rank >= 2 && rank <= 4 && extents[rank - 2] == shape.rows && extents[rank - 1] == shape.cols &&
                    dataset.info().type.isReal();
        h5::Shape start(rank, 0);
        h5::Shape count(rank, 1);
        for (std::size_t axis = 0; fits && axis + 2 < rank; ++axis) {
            fits = extents[axis] >= 1 && (extents[axis] == 1 || axis + 3 == rank);
            if (extents[axis] > 1) start[axis] = std::min(channel, extents[axis] - 1);
        }
        if (!fits) {
            notes.push_back(
                {Severity::warning, phrase("%1 %2 does not belong to frames of %3 × %4 pixels; it is not used", path,
                                           h5::toText(extents), shape.rows, shape.cols)});
            return {};
        }
        count[rank - 2] = shape.rows;
        count[rank - 1] = shape.cols;
        Array<T, 2> values({shape.rows, shape.cols});
        dataset.readBlock<T>(start, count, values.span());
        return values;
    } catch (const DataError& error) {
        notes.push_back({Severity::warning, phrase("%1 cannot be read and is not used: %2", path, error.problem())});
        return {};
    }
}

/// The dataset at `path`; absent, with a note where it is there but cannot be opened.
std::optional<h5::Dataset> openImage(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path,
                                     std::vector<Note>& notes) {
    const Hdf5Object object = resolver.follow(file, path);
    if (object.kind != h5::NodeKind::dataset) return std::nullopt;
    try {
        return object.file->dataset(object.path);
    } catch (const DataError& error) {
        notes.push_back({Severity::warning, phrase("%1 cannot be read and is not used: %2", path, error.problem())});
        return std::nullopt;
    }
}

/// Reads a mask in the numbers that it is stored in where they have 32 bits at most: it is the largest thing that is
/// read before the first frame. Signed numbers stay signed, negative ones are no flags.
void readMask(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path, std::size_t channel,
              StackContents& contents, MaskBits bits) {
    const std::optional<h5::Dataset> dataset = openImage(resolver, file, path, contents.notes);
    if (!dataset) return;
    // One a frame: what is bad in one of them is left out of all. There may be more of them than frames, of a scan that
    // was aborted; few are of the thresholds of a detector.
    constexpr std::size_t kMostChannels = 4;
    const h5::Shape& extents = dataset->shape();
    const bool ofFrames =
        extents.size() == 3 && extents[0] > 1 && (extents[0] == contents.frames.size() || extents[0] > kMostChannels);
    const auto use = [&]<class T>(T) {
        Array<T, 2> mask =
            readImageAs<T>(*dataset, path, contents.frames.shape(), ofFrames ? 0 : channel, contents.notes);
        std::size_t changed = 0;
        for (std::size_t frame = 1; ofFrames && !mask.empty() && frame < extents[0]; ++frame) {
            const Array<T, 2> next = readImageAs<T>(*dataset, path, contents.frames.shape(), frame, contents.notes);
            if (next.empty()) break;
            for (std::size_t i = 0; i < mask.size(); ++i)
                if (!isBad(mask.data()[i], bits) && isBad(next.data()[i], bits))
                    mask.data()[i] = next.data()[i], ++changed;
        }
        if (changed > 0)
            contents.note(
                Severity::warning,
                phrase("%1 has a mask for each frame: pixels that one of them leaves out are left out of all", path));
        useMask(mask, path, contents, bits);
    };
    const h5::ElementType& type = dataset->info().type;
    if (type.kind == h5::ElementType::Kind::unsignedInteger && type.bytes <= 4)
        use(std::uint32_t{});
    else if (type.kind == h5::ElementType::Kind::integer && type.bytes <= 4)
        use(std::int32_t{});
    else
        use(double{});
}

/// The dataset of a mask as CXI files have it in one of the groups; empty: there is none.
std::string otherMask(Hdf5Resolver& resolver, const FilePtr& file, const std::vector<std::string>& groups) {
    for (const std::string& group : groups)
        if (!group.empty() && resolver.follow(file, group + "/mask").kind == h5::NodeKind::dataset)
            return group + "/mask";
    return {};
}

} // namespace

Array<double, 2> readDetectorImage(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path,
                                   FrameShape shape, std::size_t channel, std::vector<Note>& notes) {
    const std::optional<h5::Dataset> dataset = openImage(resolver, file, path, notes);
    return dataset ? readImageAs<double>(*dataset, path, shape, channel, notes) : Array<double, 2>();
}

template <class T>
void useMask(const Array<T, 2>& values, const std::string& path, StackContents& contents, MaskBits bits) {
    if (values.empty()) return;
    struct Reason {
        unsigned bit;
        const char* name;
    };
    // NXdetector.pixel_mask of the NeXus standard.
    static constexpr std::array<Reason, 8> kReasons{{{0, translatable("gap")},
                                                     {1, translatable("dead")},
                                                     {2, translatable("under-responding")},
                                                     {3, translatable("over-responding")},
                                                     {4, translatable("noisy")},
                                                     {6, translatable("in a bad cluster")},
                                                     {8, translatable("masked by the user")},
                                                     {31, translatable("virtual")}}};
    std::array<std::size_t, 32> counts{};
    if (contents.mask.empty()) contents.mask = Array<std::uint8_t, 2>(values.shape());
    std::size_t bad = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T value = values.data()[i];
        if (value == 0) continue;
        const std::uint32_t set = reasonsOf(value);
        for (const Reason& reason : kReasons)
            if (bits.named && (set >> reason.bit & 1U) != 0) ++counts[reason.bit];
        if (!isBad(value, bits)) {
            ++kept;
            continue;
        }
        contents.mask.data()[i] = 1;
        ++bad;
    }
    if (bad + kept == 0) return;
    std::string text =
        kept > 0 ? phrase("%1 leaves out %2 {pixel|pixels} and keeps %3 that it only calls doubtful", path, bad, kept)
                 : phrase("%1 leaves out %2 {pixel|pixels}", path, bad);
    const char* separator = ": ";
    for (const Reason& reason : kReasons)
        if (counts[reason.bit] > 0) {
            text = phrase("%1%2%3 %4", text, separator, counts[reason.bit], reason.name);
            separator = ", ";
        }
    contents.note(2 * bad > values.size() ? Severity::warning : Severity::info, std::move(text));
}

template void useMask(const Array<double, 2>&, const std::string&, StackContents&, MaskBits);
template void useMask(const Array<std::uint32_t, 2>&, const std::string&, StackContents&, MaskBits);
template void useMask(const Array<std::int32_t, 2>&, const std::string&, StackContents&, MaskBits);

void useFlat(const Array<double, 2>& values, const std::string& path, StackContents& contents) {
    if (values.empty()) return;
    std::size_t bad = 0;
    Array<float, 2> flat(values.shape(), 1.0F);
    Array<std::uint8_t, 2> mask = contents.mask.empty() ? Array<std::uint8_t, 2>(values.shape()) : contents.mask;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double value = values.data()[i];
        if (std::isfinite(value) && value > 0) {
            flat.data()[i] = static_cast<float>(value);
        } else {
            mask.data()[i] = 1;
            ++bad;
        }
    }
    if (bad == values.size()) {
        contents.note(Severity::warning, phrase("the flat field %1 holds no positive number; it is not used", path));
        return;
    }
    contents.flat = std::move(flat);
    contents.mask = std::move(mask);
    contents.note(Severity::info, bad > 0 ? phrase("the frames are to be divided by the flat field %1; %2 {pixel "
                                                   "without one is|pixels without one are} left out",
                                                   path, bad)
                                          : phrase("the frames are to be divided by the flat field %1", path));
}

void readDetector(Hdf5Resolver& resolver, const FilePtr& file, const std::string& framesPath, std::size_t channel,
                  StackContents& contents, DetectorParts parts) {
    const std::string detector = detectorGroup(resolver, file, framesPath, contents.frames.shape(), contents.notes);
    readGeometry(*file, framesPath, detector, contents);
    readSaturation(*file, detector, framesPath, contents);
    readLowest(*file, detector, framesPath, contents);
    if (!detector.empty()) readLimits(*file, detector, contents);
    if (!detector.empty()) readImageKey(*file, detector, contents);
    if (!detector.empty()) contents.applied = appliedCorrections(*file, detector);
    if (parts == DetectorParts::withoutImages) return;
    const std::size_t frames = contents.frames.size();
    compareFrameNumbers(*file, framesPath, detector, frames, contents.notes);
    if (contents.unwritten == 0 && contents.scanShape.empty()) // else it is known that the lengths differ
        compareListsOfFrames(*file, framesPath, detector, frames, contents.frames.shape(), contents.notes);
    const FrameShape shape = contents.frames.shape();
    const std::string own = detector + "/threshold_" + std::to_string(channel + 1) + "_channel";
    const auto firstOf = [&](const char* name) -> std::string {
        if (detector.empty()) return {};
        for (const std::string& path : {own + name, detector + name, detector + "/detectorSpecific" + name})
            if (resolver.follow(file, path).kind == h5::NodeKind::dataset) return path;
        return {};
    };
    if (const std::string path = firstOf("/pixel_mask"); !path.empty())
        readMask(resolver, file, path, channel, contents, {});
    else if (const std::string other = otherMask(resolver, file, {detector, parentOf(framesPath)}); !other.empty())
        readMask(resolver, file, other, channel, contents, kCxiMask);
    const std::string flat = firstOf("/flatfield");
    if (flat.empty() || !contents.applied.flat.empty()) return;
    Array<double, 2> values = readDetectorImage(resolver, file, flat, shape, channel, contents.notes);
    // DECTRIS stores the factors by which the detector would multiply (SIMPLON API), all others what to divide by.
    if (contents.format.starts_with("Eiger"))
        for (double& value : values) value = 1 / value;
    useFlat(values, flat, contents);
}

} // namespace ewald::io
