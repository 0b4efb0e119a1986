// SPDX-License-Identifier: GPL-3.0-or-later
// The ESRF data format: "{ key = value ; … }" and a line break, the pixels behind it, then the next frame.
#include "io/stack/images/edf_file.h"

#include "base/ascii_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/readers/reader_tools.h"
#include "io/stack/images/detector_header.h"
#include "io/stack/images/plain_frames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>

namespace ewald::io {
namespace {

constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 20U;
constexpr std::size_t kMaxSide = 100'000;
constexpr int kDigits = 9; ///< of a number of the header that is quoted
constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 30U;
constexpr std::size_t kMostFrames = 10'000'000;
constexpr std::string_view kBlank(" \t\r\n\0", 5); ///< zeros fill headers, too
constexpr std::array kEnergyKeys{"energy", "photon_energy", "photonenergy", "beam_energy", "beamenergy", "energy_kev"};
constexpr const char* kHint = translatable("the file may be damaged, or no EDF file");

const std::string* find(const EdfHeader& header, const char* key) { return io::find(header.values, key); }

std::optional<Quantity> quantity(const EdfHeader& header, const char* key) { return io::quantity(header.values, key); }

/// \throws DataError for what is there and no whole number
std::optional<std::uint64_t> wholeNumber(const EdfHeader& header, const char* key) {
    constexpr double kMost = 9007199254740992; // 2⁵³: all whole numbers up to here are exact
    const std::string* text = find(header, key);
    if (text == nullptr) return std::nullopt;
    const auto found = quantity(header, key);
    if (!found || found->value < 0 || found->value > kMost || found->value != std::floor(found->value))
        throw DataError(phrase("the EDF header says %1 = %2", std::string(key), text->substr(0, 40)), {}, kHint);
    return static_cast<std::uint64_t>(found->value);
}

std::optional<double> number(const EdfHeader& header, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (const auto found = quantity(header, key)) return found->value;
    return std::nullopt;
}

PixelType pixelType(const EdfHeader& header) {
    const std::string* text = find(header, "datatype");
    const std::string name = text == nullptr ? "unsignedshort" : lowerAscii(*text); // the format's own default
    using Entry = std::pair<std::string_view, PixelType>;
    // "long" is 32 bits wide here: the names are older than 64-bit machines.
    static constexpr auto kTypes = std::to_array<Entry>({
        {"signedbyte", PixelType::int8},
        {"signed8", PixelType::int8},
        {"unsignedbyte", PixelType::uint8},
        {"unsigned8", PixelType::uint8},
        {"signedshort", PixelType::int16},
        {"signed16", PixelType::int16},
        {"unsignedshort", PixelType::uint16},
        {"unsigned16", PixelType::uint16},
        {"signedinteger", PixelType::int32},
        {"signed32", PixelType::int32},
        {"unsignedinteger", PixelType::uint32},
        {"unsigned32", PixelType::uint32},
        {"signedlong", PixelType::int32},
        {"unsignedlong", PixelType::uint32},
        {"signed64", PixelType::int64},
        {"unsigned64", PixelType::uint64},
        {"unsignedshortinteger", PixelType::uint16},
        {"signedlonglong", PixelType::int64},
        {"unsignedlonglong", PixelType::uint64},
        {"floatvalue", PixelType::float32},
        {"float", PixelType::float32},
        {"floatieee32", PixelType::float32},
        {"float32", PixelType::float32},
        {"real", PixelType::float32},
        {"doublevalue", PixelType::float64},
        {"double", PixelType::float64},
        {"floatieee64", PixelType::float64},
        {"float64", PixelType::float64},
    });
    for (const auto& [known, type] : kTypes)
        if (name == known) return type;
    throw DataError(
        phrase("the EDF file holds pixels of the type \"%1\", which Ewald does not know", text->substr(0, 40)), {},
        "save it again as integers or floating-point numbers");
}

void refuseCompression(const EdfHeader& header) {
    const std::string* compression = find(header, "compression");
    if (compression != nullptr && lowerAscii(*compression) != "none" && !compression->empty())
        throw DataError(
            phrase("the EDF file is compressed with %1, which Ewald cannot undo", compression->substr(0, 40)), {},
            "save it again without compression");
}

/// "DataValueOffset" is to be added to what is stored (edfio of the ESRF); frames are not converted.
void refuseOffset(const EdfHeader& header) {
    if (const double offset = number(header, {"datavalueoffset"}).value_or(0); offset != 0)
        throw DataError(phrase("the EDF header says that %1 is to be added to each number (DataValueOffset), which is "
                               "not done",
                               numberText(offset)),
                        {}, "save it again with the numbers themselves");
}

void interpret(EdfHeader& header) {
    refuseCompression(header); // its sizes are others
    refuseOffset(header);
    const auto cols = wholeNumber(header, "dim_1");
    if (!cols && find(header, "edf_dataformatversion") != nullptr) { // the general block: what holds for all of them
        header.dataBytes = wholeNumber(header, "edf_binarysize").value_or(0);
        header.layers = header.images = 0;
        return;
    }
    const auto rows = wholeNumber(header, "dim_2");
    if (!cols) throw DataError("the EDF header has no Dim_1", {}, kHint);
    header.shape = {static_cast<std::size_t>(rows.value_or(1)), static_cast<std::size_t>(*cols), pixelType(header)};
    const std::uint64_t layers = wholeNumber(header, "dim_3").value_or(1);
    if (*cols == 0 || *cols > kMaxSide || rows.value_or(1) == 0 || rows.value_or(1) > kMaxSide ||
        *cols * rows.value_or(1) > kMaxPixels || layers == 0 || layers > kMostFrames)
        throw DataError(phrase("the EDF header gives the absurd shape (%1, %2, %3)", layers, rows.value_or(1), *cols),
                        {}, kHint);
    header.layers = static_cast<std::size_t>(layers);
    const double images = number(header, {"num_images"}).value_or(1); // not every header has a number there
    header.images = static_cast<std::size_t>(std::clamp(images, 1.0, static_cast<double>(kMostFrames)));
    const std::uint64_t needed = layers * header.shape.bytes();
    header.dataBytes = needed;
    for (const char* key : {"edf_binarysize", "size"})
        if (const auto stated = wholeNumber(header, key)) {
            if (*stated < needed || *stated > (std::uint64_t{1} << 50U))
                throw DataError(phrase("the EDF header announces %1 bytes for %2 of pixels", *stated, needed), {},
                                kHint);
            header.dataBytes = *stated;
            break;
        }
    if (header.images > header.layers && header.dataBytes >= header.images * header.shape.bytes())
        header.layers = header.images;
    header.bigEndian = bigEndianBy(header.values, "byteorder");
}

/// A length of the header, metres unless it says its unit. One that cannot be what it should be is left out with a
/// warning: a geometry that nobody gave is asked for, a wrong one is not noticed.
std::optional<double> lengthOf(const EdfHeader& header, const char* key, double least_m, double most_m,
                               StackContents& contents) {
    const auto length = quantity(header, key);
    if (!length || length->value == 0) return std::nullopt; // "unknown", "0": not set
    const auto unit = length->unit.empty() ? 1.0 : metresPer(length->unit);
    if (unit && length->value * *unit >= least_m && length->value * *unit <= most_m) return length->value * *unit;
    contents.note(Severity::warning, phrase("the EDF header says %1 = %2, which cannot be (metres, where no unit is "
                                            "given): it is not used",
                                            std::string(key), find(header, key)->substr(0, 40)));
    return std::nullopt;
}

/// A place on the detector in pixels, which a length behind the number changes.
std::optional<double> placeOf(const EdfHeader& header, const char* key, const std::optional<double>& pixel_m) {
    const auto place = quantity(header, key);
    if (!place) return std::nullopt;
    const auto unit = metresPer(place->unit);
    if (!unit) return place->value; // "512", "512_pixel"
    return pixel_m ? std::optional(place->value * *unit / *pixel_m) : std::nullopt;
}

/// An angle of the header in degrees, radians where no unit is given; 0 where there is none.
double degreesOf(const EdfHeader& header, const char* key) {
    const auto angle = quantity(header, key);
    return angle ? angle->value * degreesPer(angle->unit).value_or(180 / kPi) : 0;
}

/// The number that stands for pixels without a measurement (0: there is none, by the convention of the format).
void readDummy(const EdfHeader& header, StackContents& contents) {
    const double dummy = number(header, {"dummy"}).value_or(0), around = number(header, {"ddummy"}).value_or(0);
    if (dummy == 0) return;
    contents.notMeasured = dummy;
    constexpr double kExact = 0.5; // counts differ by one
    if (around < kExact) return;
    if (around < std::abs(dummy)) {
        contents.notMeasuredWithin = around;
        contents.note(Severity::info, phrase("pixels of %1 ± %2 are not measured (Dummy and DDummy of the EDF header)",
                                             numberText(dummy, kDigits), numberText(around, kDigits)));
    } else { // 0 among them, which is a count as well
        contents.note(Severity::warning,
                      phrase("the EDF header says DDummy = %1: pixels of exactly %2 are left out; dummy=%2 with "
                             "delta_dummy=%1 leaves out all of this range",
                             numberText(around, kDigits), numberText(dummy, kDigits)));
    }
}

/// What says that the pixels of the file are not the detector's as they were measured: a part of it, whose place the
/// beam centre does not count from, mirrored axes, or a projection.
void readPlaceOnDetector(const EdfHeader& header, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    const double right = number(header, {"offset_1"}).value_or(0), down = number(header, {"offset_2"}).value_or(0);
    // Pixel i of the file is pixel Offset + i of the image that Center counts in (Boesecke, J. Appl. Cryst. 40, s423).
    if (right != 0 || down != 0) {
        for (const auto& [centre, offset] :
             {std::pair(&geometry.beamCentreCol, right), {&geometry.beamCentreRow, down}})
            if (*centre) **centre -= offset;
        if (geometry.beamCentreCol || geometry.beamCentreRow)
            contents.note(Severity::warning,
                          phrase("the EDF header says that the image begins at column %1, row %2 of the detector "
                                 "(Offset): the beam centre is taken as counted from the detector's corner",
                                 numberText(right), numberText(down)));
    }
    for (const char* key : {"rasterconfiguration", "rasterorientation"})
        if (const double raster = number(header, {key}).value_or(1); raster != 1 && raster != 0) {
            contents.note(Severity::warning,
                          phrase("the EDF header says %1 = %2: the image is stored mirrored or turned, which is not "
                                 "undone; check rows and columns, or use flip_rows and flip_cols",
                                 std::string(key), numberText(raster)));
            break;
        }
    // The third rotation is around the beam.
    constexpr double kLeast_deg = 0.05; // that azimuths show
    if (const double degrees = degreesOf(header, "detectorrotation_3"); std::abs(degrees) > kLeast_deg) {
        contents.note(Severity::warning,
                      phrase("the EDF header says that the detector is turned by %1 degrees around the beam "
                             "(DetectorRotation_3): azimuths are counted as if it were not; a PONI file says it",
                             numberText(degrees)));
    }
    if (const std::string* kind = find(header, "projectiontype"); kind != nullptr && lowerAscii(*kind) == "waxs")
        leaveOutPlace(contents, phrase("the EDF header says ProjectionType = %1: pixels are angles and no places on a "
                                       "detector, and distance and beam centre are not used",
                                       kind->substr(0, 40)));
}

/// The photon energy, where the header says one: with its unit the wavelength where it has none, and compared with
/// that. Without a unit it may be keV or eV.
void readEnergy(const EdfHeader& header, StackContents& contents) {
    constexpr double kTolerance = 1e-3; // of the value: headers round
    const auto key = std::ranges::find_if(kEnergyKeys, [&](const char* name) { return find(header, name) != nullptr; });
    if (key == kEnergyKeys.end()) return;
    const auto energy = quantity(header, *key);
    if (!energy || !(energy->value > 0)) return; // "unknown", "0": not set
    std::optional<double>& wave = contents.geometry.wavelength_m;
    const std::string said = std::string(*key) + " = " + find(header, *key)->substr(0, 40);
    const auto waveOf = [&](double joules) { return wavelengthFromEnergy(energy->value * joules / kJoulePerKeV); };
    const auto agrees = [&](double other) { return std::abs(other - *wave) <= kTolerance * *wave; };
    if (const auto joules = energy->unit.empty() ? std::nullopt : joulesPer(energy->unit); joules && !wave) {
        wave = lengthWithin(waveOf(*joules), kShortestWave_m, kLongestWave_m, said, contents);
    } else if (!wave) {
        contents.note(Severity::warning,
                      phrase("the EDF header says %1 without a unit that is known: it is not used", said));
    } else if (joules ? !agrees(waveOf(*joules))
                      : !agrees(waveOf(kJoulePerKeV)) && !agrees(waveOf(kJoulePerKeV / 1e3))) {
        contents.note(Severity::warning, phrase("the EDF header gives a wavelength of %1 keV and says %2, which "
                                                "contradict each other: the wavelength is used",
                                                numberText(energyFromWavelength(*wave)), said));
    }
}

/// "ExposureTime = 0.5_s"; in seconds where there is no unit.
void readExposure(const EdfHeader& header, StackContents& contents) {
    for (const char* key : {"exposuretime", "exposure_time", "acq_expo_time", "count_time"}) {
        const auto time = quantity(header, key);
        if (!time || !(time->value > 0)) continue;
        if (const auto seconds = secondsPer(time->unit.empty() ? "s" : time->unit))
            contents.exposure_s = time->value * *seconds;
        return;
    }
}

/// Motors of the detector's arm by their usual names (SPEC), which are not at zero: whether distance and beam centre
/// hold for their places, nobody says.
void warnOfArm(const EdfHeader& header, StackContents& contents) {
    static constexpr std::array kArms{"tth", "twotheta", "two_theta", "del", "delta", "nu", "gam", "gamma"};
    constexpr double kLeast_deg = 1e-3;
    const std::string *names = find(header, "motor_mne"), *places = find(header, "motor_pos");
    const StackGeometry& geometry = contents.geometry;
    if (names == nullptr || places == nullptr || (!geometry.distance_m && !geometry.beamCentreCol)) return;
    std::istringstream nameStream(*names), placeStream(*places);
    for (std::string name, place; nameStream >> name && placeStream >> place;) {
        double degrees = 0;
        std::from_chars(place.data(), place.data() + place.size(), degrees);
        if (std::ranges::find(kArms, lowerAscii(name)) == kArms.end() || std::abs(degrees) < kLeast_deg) continue;
        contents.note(
            Severity::warning,
            phrase("the EDF header has the motor %1 at %2 degrees: if it turns the detector, distance and beam "
                   "centre of the header are not those of these frames; a PONI file says the geometry",
                   name, numberText(degrees)));
        return;
    }
}

void readGeometry(const EdfHeader& header, StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    readExposure(header, contents);
    geometry.wavelength_m = lengthOf(header, "wavelength", kShortestWave_m, kLongestWave_m, contents);
    readEnergy(header, contents);
    geometry.distance_m = lengthOf(header, "sampledistance", kNearestDetector_m, kFarthestDetector_m, contents);
    if (geometry.distance_m)
        warnOfFarDistance(*geometry.distance_m, "SampleDistance = " + *find(header, "sampledistance"), contents);
    geometry.pixelWidth_m = lengthOf(header, "psize_1", kSmallestPixel_m, kLargestPixel_m, contents);
    geometry.pixelHeight_m = lengthOf(header, "psize_2", kSmallestPixel_m, kLargestPixel_m, contents);
    // In this convention the centre of the first pixel is at 0.5, as here.
    geometry.beamCentreCol = placeOf(header, "center_1", geometry.pixelWidth_m);
    geometry.beamCentreRow = placeOf(header, "center_2", geometry.pixelHeight_m);
    constexpr double kLeast_deg = 1e-7;                                  // above the rounding of a zero
    for (const char* key : {"detectorrotation_1", "detectorrotation_2"}) // the third is around the beam
        if (const double degrees = degreesOf(header, key); std::abs(degrees) > kLeast_deg) {
            leaveOutTurnedGeometry(contents, "DetectorRotation", degrees);
            break;
        }
    warnOfArm(header, contents);
    for (const char* key : {"detectorname", "detector", "detector_name"})
        if (const std::string* text = find(header, key); text != nullptr && geometry.detector.empty())
            geometry.detector = *text;
    readPlaceOnDetector(header, contents);
}

/// A number of the header in metres, joules, seconds or degrees, where its unit is one of them; as it is where it has
/// none, but for angles.
std::optional<double> measureOf(const EdfHeader& header, const char* key) {
    const auto found = quantity(header, key);
    if (!found) return std::nullopt;
    if (std::string_view(key).starts_with("detectorrotation")) return degreesOf(header, key);
    for (const auto factor : {metresPer(found->unit), joulesPer(found->unit), secondsPer(found->unit)})
        if (factor) return found->value * *factor;
    return found->value;
}

/// Names what a later frame says otherwise than the first, whose header counts for all. \return whether there is such
bool compareHeaders(const EdfHeader& first, const EdfHeader& other, std::size_t frame, StackContents& contents) {
    constexpr double kTolerance = 1e-3, kOfTimes = 1e-2; // of the value: encoders and clocks scatter by less
    constexpr std::array kKeys{
        "dummy",        "wavelength",    "sampledistance",     "psize_1",      "psize_2",
        "center_1",     "center_2",      "offset_1",           "offset_2",     "detectorrotation_1",
        "energy",       "photon_energy", "detectorrotation_2", "exposuretime", "exposure_time",
        "acq_expo_time"};
    for (const char* key : kKeys) {
        const std::optional<double> stated = measureOf(other, key);
        const std::optional<double> known = measureOf(first, key);
        const bool isTime = std::string_view(key).find("expo") != std::string_view::npos;
        const double expected = known.value_or(0), own = stated.value_or(expected);
        const double tolerance = isTime ? kOfTimes : kTolerance;
        if (std::abs(own - expected) <= tolerance * std::abs(expected)) continue;
        const std::string said = std::string(key) + " = " + find(other, key)->substr(0, 40);
        const std::string* const before = find(first, key);
        const bool isKnown = before != nullptr || std::string_view(key) == "dummy"; // 0 unless it is said
        contents.note(Severity::warning,
                      isKnown ? phrase("frame %1 says %2, the first one %3: that of the first counts for all frames",
                                       frame, said, before == nullptr ? "0" : before->substr(0, 40))
                              : phrase("frame %1 says %2, the first one does not say it: it is not used", frame, said));
        return true;
    }
    return false;
}

/// Names numbers of images (key Image) that are not there, or are there again. \param headers before this one
/// \return whether there is such
bool compareNumbers(const EdfHeader& first, const EdfHeader& before, const EdfHeader& now, std::size_t headers,
                    std::size_t frame, StackContents& contents) {
    const auto begin = number(first, {"image"}), last = number(before, {"image"}), next = number(now, {"image"});
    if (!begin || !last || !next || (*next == *begin && *last == *begin)) return false; // one for all is no number
    if (*next == *last + 1 && *next == *begin + static_cast<double>(headers)) return false;
    const char* const text =
        *next > *last + 1
            ? translatable("frame %1 is image %2 and the one before it image %3: images may be missing")
            : translatable("frame %1 is image %2 and the one before it image %3: images may not be stored in "
                           "their order, or some twice");
    contents.note(Severity::warning, phrase(text, frame, numberText(*next, kDigits), numberText(*last, kDigits)));
    return true;
}

/// The acquisition of the frames, by what LImA writes.
std::optional<Acquisition> acquisitionOf(const EdfHeader& header) {
    const double frames = number(header, {"acq_nb_frames"}).value_or(0);
    if (!(frames >= 1) || frames > static_cast<double>(kMostFrames)) return std::nullopt;
    return Acquisition{static_cast<std::size_t>(frames), "the EDF header (acq_nb_frames)"};
}

/// The header at `offset`, read in growing pieces; absent at the end of the file, or when it is cut off there.
std::optional<EdfHeader> headerAt(const RawFile& file, std::uint64_t offset) {
    std::vector<std::byte> bytes;
    for (std::size_t count = 8192;; count *= 4) {
        const std::uint64_t there = file.size() - offset;
        bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>({there, count, kMostHeaderBytes})));
        file.read(offset, bytes);
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (const std::size_t first = text.find_first_not_of(kBlank);
            first == std::string_view::npos || text[first] != '{') {
            if (first == std::string_view::npos || offset > 0) return std::nullopt; // padding, or a private trailer
            throw DataError("is no EDF file: there is no header", file.path().string(), kHint);
        }
        if (auto header = parseEdfHeader(text)) return header;
        if (bytes.size() == there) return std::nullopt;
        if (bytes.size() == kMostHeaderBytes) throw DataError("the EDF header has no end", file.path().string(), kHint);
    }
}

/// Pixels may look like the beginning of a header.
bool isHeaderAt(const RawFile& file, std::uint64_t offset) {
    try {
        return headerAt(file, offset).has_value();
    } catch (const DataError&) {
        return false;
    }
}

/// Bytes from `offset` to `end`, or to the end of the file; 0 where these are blanks.
std::uint64_t restBehind(const RawFile& file, std::uint64_t offset, std::uint64_t end) {
    end = std::min(end, file.size());
    if (offset >= end) return 0;
    std::vector<std::byte> bytes(static_cast<std::size_t>(std::min<std::uint64_t>(end - offset, 1U << 16U)));
    file.read(offset, bytes);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return trimmed(text, kBlank).empty() ? 0 : end - offset;
}

/// Says where there is more behind the pixels of a header than what fills them up: its shape or type may be wrong.
/// \param offset of the first pixel \return whether there is
bool noteRest(const RawFile& file, const EdfHeader& header, std::uint64_t offset, StackContents& contents) {
    const std::uint64_t used = header.layers * header.shape.bytes();
    const bool isMore = header.dataBytes >= used + header.shape.bytes() ||
                        restBehind(file, offset + used, offset + header.dataBytes) > 0;
    if (isMore)
        contents.note(
            Severity::warning,
            phrase("the EDF header announces %1 bytes for %2 of pixels: the rest is left out", header.dataBytes, used));
    return isMore;
}

/// Whether a block holds the errors of another one ("EDF_DataBlockID = 1.Image.Error": number, class, type).
bool isErrorBlock(const EdfHeader& header) {
    const std::string* name = find(header, "edf_datablockid");
    return name != nullptr && lowerAscii(*name).ends_with(".error");
}

} // namespace

std::optional<EdfHeader> parseEdfHeader(std::string_view text) {
    const std::size_t open = text.find('{');
    if (open == std::string_view::npos) return std::nullopt;
    // The end is a bracket at the end of a line; a value may hold others.
    std::size_t close = open;
    std::size_t lineEnd = 0;
    for (;;) {
        close = text.find('}', close + 1);
        if (close == std::string_view::npos) return std::nullopt;
        lineEnd = close + 1;
        if (lineEnd < text.size() && text[lineEnd] == '\r') ++lineEnd;
        if (lineEnd >= text.size()) return std::nullopt;
        if (text[lineEnd] == '\n') break;
    }
    EdfHeader header;
    header.headerBytes = lineEnd + 1;
    const std::string_view padding = text.substr(header.headerBytes);
    const std::string_view body = text.substr(open + 1, close - open - 1);
    header.values = parseKeyedHeader(body);
    interpret(header);
    // Blanks may fill the header up to the size that it announces.
    if (const auto size = wholeNumber(header, "edf_headersize"); size && *size > header.headerBytes) {
        const std::size_t fill = static_cast<std::size_t>(std::min<std::uint64_t>(*size, text.size())) -
                                 std::min(header.headerBytes, text.size());
        if (*size <= kMostHeaderBytes && trimmed(padding.substr(0, fill), kBlank).empty())
            header.headerBytes = static_cast<std::size_t>(*size);
    }
    return header;
}

StackContents openEdfStack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    StackContents contents;
    contents.format = "EDF";
    std::vector<PlainFrame> frames;
    FrameShape shape;
    EdfHeader firstHeader, lastHeader, general;
    bool differs = false, hasGap = false, hasRest = false;
    std::size_t headers = 0, errors = 0;
    std::uint64_t offset = 0;
    std::size_t missing = 0;
    try {
        while (offset < file->size() && frames.size() < kMostFrames) {
            std::optional<EdfHeader> header = headerAt(*file, offset);
            if (!header) break;
            header->values.insert(general.values.begin(), general.values.end()); // where the frame does not say it
            if (const bool isGeneral = header->layers == 0; isGeneral || isErrorBlock(*header)) {
                if (isGeneral) general = *header;
                if (!isGeneral) ++errors;
                offset += header->headerBytes + header->dataBytes;
                continue;
            }
            if (frames.empty() && missing == 0) {
                shape = header->shape;
                readGeometry(*header, contents);
                readDummy(*header, contents);
                firstHeader = *header;
            } else if (header->shape != shape) {
                throw DataError(
                    phrase("frame %1 has %2 pixels, the first %3", frames.size(), header->shape.text(), shape.text()),
                    path.string(), "a stack needs frames of one size and type");
            } else {
                differs = differs || compareHeaders(firstHeader, *header, frames.size(), contents);
                hasGap = hasGap || compareNumbers(firstHeader, lastHeader, *header, headers, frames.size(), contents);
            }
            ++headers;
            lastHeader = *header;
            offset += header->headerBytes;
            for (std::size_t layer = 0; layer < header->layers; ++layer) {
                const std::uint64_t first = offset + layer * shape.bytes();
                if (first + shape.bytes() <= file->size())
                    frames.push_back({first, header->bigEndian});
                else
                    ++missing;
            }
            hasRest = hasRest || noteRest(*file, *header, offset, contents);
            offset += header->dataBytes;
            if (header->images <= frames.size() || offset >= file->size() || isHeaderAt(*file, offset)) continue;
            // One header for all frames, as GE detectors write it.
            for (; frames.size() < header->images; offset += shape.bytes()) {
                if (offset + shape.bytes() > file->size()) {
                    missing += header->images - frames.size();
                    break;
                }
                frames.push_back({offset, header->bigEndian});
            }
        }
    } catch (const DataError& error) {
        if (!error.where().empty()) throw;
        throw DataError(error.problem(), path.string(), error.hint());
    }
    if (frames.empty())
        throw DataError("the EDF file holds no complete frame", path.string(), "it may still be being written");
    if (errors > 0)
        contents.note(Severity::info, phrase("%1 {image|images} of errors (EDF_DataBlockID) {1:is|are} no frames, and "
                                             "{1:is|are} left out",
                                             errors));
    contents.cutOff = contents.unwritten = missing;
    contents.acquisition = acquisitionOf(firstHeader);
    if (missing > 0)
        contents.note(Severity::warning,
                      phrase("the file ends in the middle of a frame, which is left out: %1", path.string()));
    else if (const std::uint64_t rest = restBehind(*file, offset, file->size()); rest > 0)
        contents.note(Severity::warning, phrase("%1 bytes behind the last frame are not understood and left out: %2",
                                                rest, path.string()));
    contents.frames.append(plainSegment(shape, std::move(frames), file));
    return contents;
}

} // namespace ewald::io
