// SPDX-License-Identifier: GPL-3.0-or-later
// ptychodus and Pty-Chi: the frames in one HDF5 file (/dp, or /patterns with their numbers in /indexes; centre in the
// middle), positions, probe and object in another (the "product", often named *_para or product-in). Given either, the
// other one is looked for in the same folder.
#include "base/error.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/readers/product_object.h"
#include "io/readers/reader_tools.h"
#include "io/readers/scan_reader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "ptychodus / Pty-Chi";

bool isProduct(const h5::File& file) {
    return file.hasDataset("/probe_position_x_m") && file.hasDataset("/probe_position_y_m");
}

/// Where the frames are; empty: there are none.
std::string framesOf(const h5::File& file) {
    for (const char* path : {"/dp", "/patterns"}) {
        if (!file.hasDataset(path)) continue;
        const h5::DatasetInfo info = file.dataset(path).info();
        // Other programs call frames patterns, too.
        const bool isOwn = std::string_view(path) == "/dp" || file.hasDataset("/indexes");
        if (isOwn && info.shape.size() == 3 && info.type.isReal()) return path;
    }
    return {};
}

bool holdsFrames(const h5::File& file) { return !framesOf(file).empty(); }

bool isHdf5Name(const fs::path& path) {
    const std::string extension = path.extension().string();
    return extension == ".h5" || extension == ".hdf5" || extension == ".hdf";
}

/// "scan42" of "scan42_dp", "scan42_para", "scan42_product".
std::string commonStem(const fs::path& path) {
    std::string stem = path.stem().string();
    for (const char* ending : {"_dp", "_para", "_product"})
        if (stem.ends_with(ending)) return stem.substr(0, stem.size() - std::string(ending).size());
    return stem;
}

/// The whole numbers in the name of a file without its ending.
std::set<std::string> numbersIn(const fs::path& path) {
    const std::string stem = path.stem().string();
    constexpr const char* kDigits = "0123456789";
    std::set<std::string> numbers;
    for (std::size_t at = 0; (at = stem.find_first_of(kDigits, at)) != std::string::npos;) {
        const std::size_t end = std::min(stem.find_first_not_of(kDigits, at), stem.size());
        const std::size_t first = std::min(stem.find_first_not_of('0', at), end); // 001 is 1
        numbers.insert(stem.substr(first, end - first));
        at = end;
    }
    return numbers;
}

/// Whether names have numbers that say that they are of different scans: neither has all those of the other.
bool haveOtherNumbers(const fs::path& a, const fs::path& b) {
    const std::set<std::string> ofA = numbersIn(a), ofB = numbersIn(b);
    return !std::ranges::includes(ofA, ofB) && !std::ranges::includes(ofB, ofA);
}

/// How well a file of the folder would fit as partner by its name; 0 = not at all.
int nameScore(const fs::path& candidate, const fs::path& given, bool wantProduct) {
    if (!isHdf5Name(candidate) || candidate.filename() == given.filename()) return 0;
    const std::string stem = candidate.stem().string();
    const bool rightKind = wantProduct
                               ? stem.ends_with("_para") || stem.find("product") != std::string::npos
                               : stem.ends_with("_dp") || stem == "dp" || stem.find("diffraction") != std::string::npos;
    if (commonStem(candidate) == commonStem(given)) return rightKind ? 4 : 3;
    if (!rightKind) return 0;
    return haveOtherNumbers(candidate, given) ? 1 : 2;
}

/// The other file of the pair. \throws DataError when there is none or no way to choose
fs::path findPartner(const fs::path& given, bool wantProduct) {
    const fs::path folder = given.has_parent_path() ? given.parent_path() : fs::path(".");
    std::vector<std::pair<int, fs::path>> candidates;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (const int score = nameScore(entry->path(), given, wantProduct); score > 0)
            candidates.emplace_back(-score, entry->path());
    std::sort(candidates.begin(), candidates.end());
    constexpr std::size_t kMostTried = 64; // a folder may hold a whole night of scans
    if (candidates.size() > kMostTried) candidates.resize(kMostTried);
    std::vector<std::pair<int, fs::path>> sound;
    for (const auto& [score, path] : candidates) {
        if (!sound.empty() && score > sound.front().first) break;
        try {
            const h5::File file = h5::File::open(path);
            if (wantProduct ? isProduct(file) : holdsFrames(file)) sound.emplace_back(score, path);
        } catch (const DataError&) {
            continue; // not a partner, whatever it is
        }
    }
    const std::string what = wantProduct ? translatable("the file holds frames only")
                                         : translatable("the file holds positions and probe only");
    const std::string want = wantProduct ? translatable("*_para.h5 or product-in.h5 with probe_position_x_m")
                                         : translatable("*_dp.h5 with the dataset dp, or diffraction.h5 with patterns");
    if (sound.empty())
        throw DataError(phrase("%1; its partner (%2) is not in the same folder", what, want), given.string(),
                        "put both files into one folder, or use an import mapping");
    if (sound.size() > 1)
        throw DataError(phrase("%1; several files could be its partner: %2, %3", what,
                               sound[0].second.filename().string(), sound[1].second.filename().string()),
                        given.string(), "give both files of a pair the same beginning");
    return sound.front().second;
}

/// Places of the frames that `indices` name, by the numbers that the file of the frames gives them; positions of frames
/// that it has not are left out.
void placeByNumbers(const h5::File& frames, std::vector<double>& indices, Scan& scan) {
    const std::vector<double> numbers = frames.dataset("/indexes").readAll<double>();
    if (numbers.size() != scan.frames->frameCount())
        throw DataError(phrase("%1 numbers of frames for %2 frames", numbers.size(), scan.frames->frameCount()),
                        frames.where("/indexes"), "write the frames with ptychodus again, or use an import mapping");
    std::map<double, double> placeOf;
    for (std::size_t place = 0; place < numbers.size(); ++place)
        if (!placeOf.emplace(numbers[place], static_cast<double>(place)).second)
            throw DataError(phrase("two frames have the number %1", numberText(numbers[place])),
                            frames.where("/indexes"), "use an import mapping");
    std::vector<ScanPosition> positions;
    std::vector<double> places;
    for (std::size_t i = 0; i < indices.size() && i < scan.positions.size(); ++i) {
        const auto found = placeOf.find(indices[i]);
        if (found == placeOf.end()) continue;
        positions.push_back(scan.positions[i]);
        places.push_back(found->second);
    }
    if (positions.empty())
        throw DataError("no position belongs to one of the frames: their numbers differ", frames.where("/indexes"),
                        "put the product of these frames into the folder");
    if (const std::size_t lost = indices.size() - positions.size(); lost > 0)
        addNote(scan, Severity::warning,
                phrase("%1 {position belongs|positions belong} to {1:a frame that is|frames that are} not there and "
                       "{1:is|are} left out",
                       lost));
    scan.positions = std::move(positions);
    indices = std::move(places);
}

/// Brings frames and positions together by the number of the frame that each position belongs to.
void matchByIndex(const h5::File& frames, const h5::File& product, Scan& scan) {
    std::vector<double> indices;
    if (product.hasDataset("/probe_position_indexes"))
        indices = product.dataset("/probe_position_indexes").readAll<double>();
    if (indices.empty()) return;
    if (frames.hasDataset("/indexes") && framesOf(frames) == "/patterns") placeByNumbers(frames, indices, scan);
    std::vector<double> none;
    pairByIndex(scan, indices, none, "probe_position_indexes", product.where("/probe_position_indexes"));
}

/// What the file of the frames says of the detector itself, which counts before what follows from the product.
void readDetector(const h5::File& frames, Scan& scan) {
    const std::string path = framesOf(frames);
    const auto height = frames.attributeNumber(path, "detector_pixel_height_m");
    const auto width = frames.attributeNumber(path, "detector_pixel_width_m");
    if (isUsableLength(height) && isUsableLength(width)) {
        constexpr double kTolerance = 1e-2;
        if (scan.pixelWidth_m && std::abs(*scan.pixelWidth_m - *width) > kTolerance * *width)
            addNote(scan, Severity::warning,
                    phrase("the pixel of the detector is %1 by %2 and %3 by the product: the first one is used",
                           lengthText(*width), "detector_pixel_width_m", lengthText(*scan.pixelWidth_m)));
        scan.pixelHeight_m = height;
        scan.pixelWidth_m = width;
        scan.origin[translatable("pixel size")] = path + ", attributes detector_pixel_height_m, detector_pixel_width_m";
    }
    if (path == "/patterns" && frames.hasDataset("/bad_pixels"))
        readMask(frames, scan, "/bad_pixels", MaskMeaning::nonZeroIsBad);
}

/// Height and width of the pixels of an image of the product; absent when it does not say.
std::optional<std::pair<double, double>> pixelOf(const h5::File& product, const char* path) {
    auto height = product.attributeNumber(path, "pixel_height_m");
    auto width = product.attributeNumber(path, "pixel_width_m");
    if (!height) height = width;
    if (!width) width = height;
    return height && *height > 0 && *width > 0 ? std::optional(std::pair(*height, *width)) : std::nullopt;
}

/// Object pixels of the product; absent when it does not say.
std::optional<std::pair<double, double>> objectPixel(const h5::File& product, Scan& scan) {
    constexpr double kTolerance = 1e-3; // whoever writes numbers rounds them
    const auto probe = pixelOf(product, "/probe"), object = pixelOf(product, "/object");
    if (!probe || !object) return probe ? probe : object;
    const auto differ = [](double first, double second) { return std::abs(first - second) > kTolerance * first; };
    if (differ(probe->first, object->first) || differ(probe->second, object->second))
        addNote(scan, Severity::warning,
                phrase("the pixels of %1 are %2 × %3 and those of %4 %5 × %6, which contradict each other: those of "
                       "%1 are used",
                       "/probe", lengthText(probe->first), lengthText(probe->second), "/object",
                       lengthText(object->first), lengthText(object->second)));
    return probe;
}

void readGeometry(const h5::File& product, Scan& scan) {
    if (const auto energy = product.attributeNumber("/", "probe_energy_eV"); energy && *energy > 0) {
        scan.wavelength_m = wavelengthFromEnergy(*energy * 1e-3);
        scan.wavelengthFromEnergy = true;
        scan.origin[translatable("energy")] = "attribute probe_energy_eV [eV]";
    }
    if (const auto distance = product.attributeNumber("/", "detector_object_distance_m")) {
        scan.distance_m = std::abs(*distance);
        scan.origin[translatable("distance")] = "attribute detector_object_distance_m [m]";
    }
    const auto pixel = objectPixel(product, scan);
    if (!pixel) {
        addNote(scan, Severity::warning,
                "the product does not say the pixel size of probe or object; set the detector's pixel size by hand");
        return;
    }
    if (!scan.wavelength_m || !scan.distance_m || !(*scan.distance_m > 0)) {
        addNote(scan, Severity::warning,
                phrase("the object pixel is %1, but energy or distance are missing; set them by hand",
                       lengthText(pixel->second)));
        return;
    }
    // The product holds the pixel at the sample; the detector's follows from λz/(N·pixel).
    const double lambdaZ = *scan.wavelength_m * *scan.distance_m;
    const bool hasProbe = !scan.probe.empty();
    const std::size_t rows = hasProbe ? scan.probe.extent(1) : scan.frames->rows();
    const std::size_t cols = hasProbe ? scan.probe.extent(2) : scan.frames->cols();
    scan.pixelHeight_m = lambdaZ / (static_cast<double>(rows) * pixel->first);
    scan.pixelWidth_m = lambdaZ / (static_cast<double>(cols) * pixel->second);
    scan.origin[translatable("pixel size")] = "λz/(N·object pixel of " + lengthText(pixel->second) + ")";
    if (rows != scan.frames->rows() || cols != scan.frames->cols())
        addNote(scan, Severity::warning,
                phrase("the probe has %1 × %2 pixels, the frames %3 × %4: they may have been cropped or binned; check "
                       "the detector's pixel size",
                       rows, cols, scan.frames->rows(), scan.frames->cols()));
}

void readObject(const h5::File& product, Scan& scan) {
    if (!product.hasDataset("/object")) return;
    const h5::Dataset dataset = product.dataset("/object");
    const h5::Shape& shape = dataset.shape();
    if (!dataset.info().type.isNumeric() || shape.size() < 2 || shape.size() > 3) return;
    const std::size_t rows = shape[shape.size() - 2];
    const std::size_t cols = shape[shape.size() - 1];
    const std::size_t layers = shape.size() == 3 ? shape[0] : 1;
    if (dataset.info().elements() == 0 || dataset.info().elements() > (std::size_t{1} << 28)) return;
    const std::vector<Complex> values = dataset.readAll<Complex>();
    // Thin slices one after the other multiply.
    Array<Complex, 2> object({rows, cols}, Complex(1, 0));
    for (std::size_t i = 0; i < values.size(); ++i) object.data()[i % (rows * cols)] *= values[i];
    scan.object = std::move(object);
    scan.origin[translatable("object")] = "/object " + h5::toText(shape);
    if (layers > 1) addNote(scan, Severity::info, phrase("the object has %1 slices; their product is taken", layers));
}

} // namespace

Probed probePtychodus(const h5::File& file) {
    if (isProduct(file)) return {kFormat, 0.9, "probe_position_x_m and probe_position_y_m"};
    if (holdsFrames(file) && !file.hasDataset("/points"))
        return {kFormat, 0.8, "frames in " + framesOf(file).substr(1)};
    return {kFormat, 0, "neither probe_position_x_m nor dp or patterns"};
}

Scan openPtychodus(const h5::File& file) {
    Scan scan;
    scan.format = kFormat;
    scan.file = file.file();
    const bool product = isProduct(file);
    const bool both = product && holdsFrames(file);
    const h5::File partner = h5::File::open(both ? file.file() : findPartner(file.file(), !product));
    const h5::File& frameFile = product ? partner : file;
    const h5::File& productFile = product ? file : partner;
    openFrames(frameFile, scan, framesOf(frameFile));
    if (!both) {
        scan.origin[translatable("frames")] = frameFile.file().filename().string() + ":" + scan.origin["frames"];
        const std::string frames = frameFile.file().filename().string(), name = productFile.file().filename().string();
        addNote(scan, Severity::info, phrase("frames from %1, positions and probe from %2", frames, name));
        if (haveOtherNumbers(frameFile.file(), productFile.file()))
            addNote(scan, Severity::warning,
                    phrase("the numbers in the names %1 and %2 differ: the positions and the probe may be those of "
                           "another scan; they are taken because no other file of the folder fits; give both files of "
                           "a pair the same beginning, or name the file of the positions in an import mapping "
                           "(positions_file)",
                           frames, name));
    }
    scan.title = productFile.attributeText("/", "name").value_or("");
    const std::string x = "/probe_position_x_m", y = "/probe_position_y_m";
    readPositionsXY(productFile, scan, x, y, scan.frames->frameCount(), {}, positionFactor(productFile, scan, x, "m"),
                    positionFactor(productFile, scan, y, "m"));
    matchByIndex(frameFile, productFile, scan);
    readProbe(productFile, scan, "/probe");
    readGeometry(productFile, scan);
    readDetector(frameFile, scan);
    readObject(productFile, scan);
    finishScan(scan);
    return scan;
}

std::optional<ScanPosition> centreOfProductObject(const Scan& scan) {
    if (scan.format != kFormat || scan.object.empty()) return std::nullopt;
    const h5::File file = h5::File::open(scan.file);
    const h5::File product = h5::File::open(isProduct(file) ? scan.file : findPartner(scan.file, true));
    const auto x = product.attributeNumber("/object", "center_x_m");
    const auto y = product.attributeNumber("/object", "center_y_m");
    if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) return std::nullopt;
    return ScanPosition{.y = *y, .x = *x};
}

} // namespace ewald::io
