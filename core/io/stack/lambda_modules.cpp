// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/lambda_modules.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/hdf5/hdf5.h"
#include "io/readers/reader_tools.h"
#include "io/stack/file_patterns.h"
#include "io/stack/hdf5_detector.h"
#include "io/stack/hdf5_resolver.h"
#include "io/stack/mosaic.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDetector = "/entry/instrument/detector";
constexpr const char* kModuleFrames = "/entry/instrument/detector/data";
constexpr const char* kNumbers = "/entry/instrument/detector/sequence_number";
constexpr const char* kPlace = "/entry/instrument/detector/translation/distance";

/// "scan_m2_part00000.nxs" = "scan" + 2 + "_part00000.nxs".
struct ModuleName {
    std::string before;
    std::size_t module = 0;
    std::string after;
    std::string digits; ///< the number as it is written
};

std::optional<ModuleName> moduleName(const fs::path& file) {
    const std::string name = file.filename().string();
    // The last "_m" and digits: the name of the scan may hold others.
    for (std::size_t at = name.rfind("_m"); at != std::string::npos; at = at == 0 ? at : name.rfind("_m", at - 1)) {
        std::size_t end = at + 2;
        while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
        const std::size_t digits = end - at - 2;
        if (digits >= 1 && digits <= 3 && (end == name.size() || name[end] == '_' || name[end] == '.'))
            return ModuleName{name.substr(0, at), std::stoul(name.substr(at + 2, digits)), name.substr(end),
                              name.substr(at + 2, digits)};
        if (at == 0) break;
    }
    return std::nullopt;
}

/// One part of a scan: a file for each module.
struct Part {
    fs::path folder;
    std::string before;
    std::string after;
    std::map<std::size_t, fs::path> modules;

    /// Of all its modules: "scan_m*_part00000.nxs".
    [[nodiscard]] std::string name() const { return (folder / (before + "_m*" + after)).string(); }
};

/// The parts that the files belong to, in their order, with all modules that are there.
std::vector<Part> partsOf(std::span<const fs::path> files) {
    std::vector<Part> parts;
    for (const fs::path& file : files) {
        const std::optional<ModuleName> name = moduleName(file);
        if (!name)
            throw DataError("is no module of a Lambda detector, as the others are", file.string(),
                            "open files of one detector only");
        const auto known = std::find_if(parts.begin(), parts.end(), [&](const Part& part) {
            return part.folder == file.parent_path() && part.before == name->before && part.after == name->after;
        });
        Part& part =
            known != parts.end() ? *known : parts.emplace_back(Part{file.parent_path(), name->before, name->after, {}});
        part.modules.emplace(name->module, file);
    }
    for (Part& part : parts) {
        std::error_code failed;
        const fs::path folder = part.folder.empty() ? fs::path(".") : part.folder;
        for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
            const std::optional<ModuleName> name = moduleName(entry->path());
            if (name && name->before == part.before && name->after == part.after)
                part.modules.emplace(name->module, part.folder / entry->path().filename());
        }
    }
    return parts;
}

/// One module over all parts.
struct Module {
    std::size_t number = 0;
    FrameList frames;
    FrameShape shape; ///< known before there are frames
    long row = 0;
    long col = 0;
    fs::path first; ///< file with its mask and place
};

/// Row and column of a module in pixels. \throws DataError
std::pair<long, long> placeOf(const h5::File& file) {
    const h5::Dataset dataset = file.dataset(kPlace);
    if (!dataset.info().type.isReal() || dataset.info().elements() < 2)
        throw DataError("the place of the module is missing", dataset.where(), "the file may be damaged");
    const std::vector<double> place = dataset.readAll<double>(16);
    double colStep = 1;
    double rowStep = 1;
    const std::string unit = unitsOf(file, kPlace);
    if (const auto metres = metresPer(unit)) { // a length: of pixels
        const std::string detector = kDetector;
        const auto pixel = [&](const char* name) {
            const std::string path = detector + name;
            return file.number(path).value_or(0) * metresPer(unitsOf(file, path)).value_or(1) / *metres;
        };
        colStep = pixel("/x_pixel_size");
        rowStep = pixel("/y_pixel_size");
    }
    const double col = place[0] / colStep;
    const double row = place[1] / rowStep;
    if (!(std::abs(col) < 1e5) || !(std::abs(row) < 1e5))
        throw DataError("the place of the module makes no sense", dataset.where(), "the file may be damaged");
    return {std::lround(row), std::lround(col)};
}

/// The frames of one module in one part.
struct ModulePart {
    FrameList frames;
    std::vector<long long> numbers; ///< of the frames in the measurement, rising; empty: the file has none
    std::vector<double> monitor;    ///< a value a frame, where one is asked for
};

/// The modules of one part that are there, and the frames that they have together.
struct PartFrames {
    std::map<std::size_t, ModulePart> modules;
    bool areOfMeasurement = false;  ///< the numbers: all modules have them
    std::vector<long long> numbers; ///< of the frames, rising: 0, 1, … where they are not those of the measurement

    [[nodiscard]] long long numberOf(const ModulePart& module, std::size_t frame) const {
        return areOfMeasurement ? module.numbers[frame] : static_cast<long long>(frame);
    }
    /// The place of a frame in a module; absent: it is not there.
    [[nodiscard]] std::optional<std::size_t> placeIn(const ModulePart& module, long long number) const {
        const auto frames = static_cast<long long>(module.frames.size());
        if (!areOfMeasurement) return number < frames ? std::optional(static_cast<std::size_t>(number)) : std::nullopt;
        const auto at = std::ranges::lower_bound(module.numbers, number);
        if (at == module.numbers.end() || *at != number) return std::nullopt;
        return static_cast<std::size_t>(at - module.numbers.begin());
    }
};

/// The numbers of the frames in the measurement; empty where the file has none that rise from frame to frame.
std::vector<long long> frameNumbers(const h5::File& file, std::size_t frames) {
    if (frames == 0 || !file.hasDataset(kNumbers)) return {};
    const h5::Dataset dataset = file.dataset(kNumbers);
    if (!dataset.info().type.isReal() || dataset.info().elements() < frames) return {};
    const std::vector<double> stored = dataset.readAll<double>();
    std::vector<long long> numbers;
    for (std::size_t i = 0; i < frames; ++i) {
        if (!(stored[i] >= 0 && stored[i] < 1e12) || (i > 0 && !(stored[i] >= stored[i - 1] + 1))) return {};
        numbers.push_back(std::llround(stored[i]));
    }
    return numbers;
}

/// Reads one module of one part. \param monitor dataset of its monitor; empty: none is asked for
ModulePart readModule(Hdf5Resolver& resolver, const fs::path& path, const std::string& monitor, Module& module,
                      StackContents& contents) {
    const auto file = resolver.open(path);
    const ResolvedFrames resolved = resolver.frames(file, kModuleFrames);
    for (const auto& [severity, text] : resolved.notes) contents.note(severity, text);
    if (module.first.empty()) {
        module.first = path;
        module.shape = resolved.frame;
        std::tie(module.row, module.col) = placeOf(*file);
    }
    ModulePart part;
    resolved.entries.forEachRun(resolved.entries.completeFrames(),
                                [&](std::size_t, std::size_t count, const FrameMap::Entry& first) {
                                    part.frames.append(first.segment, first.frame, count);
                                });
    const std::size_t frames = part.frames.size();
    part.numbers = frameNumbers(*file, frames);
    if (monitor.empty()) return part;
    part.monitor = file->dataset(monitor).readAll<double>();
    if (part.monitor.size() < frames)
        throw DataError(phrase("the monitor holds %1 values for %2 frames", part.monitor.size(), frames),
                        file->where(monitor), "name a dataset of one number a frame");
    return part;
}

/// Pairs the frames of the modules of a part by their numbers, or by their order. A frame that only some modules have
/// is kept, since it holds the place of the later ones, but not at the end of the last part, where the measurement ends
/// or goes on.
void pairFrames(PartFrames& part, bool isLast, const std::string& where, StackContents& contents) {
    std::size_t shortest = std::numeric_limits<std::size_t>::max(), longest = 0;
    part.areOfMeasurement = true;
    for (const auto& [number, module] : part.modules) {
        part.areOfMeasurement = part.areOfMeasurement && !module.numbers.empty();
        shortest = std::min(shortest, module.frames.size());
        longest = std::max(longest, module.frames.size());
    }
    std::set<long long> all;
    long long end = std::numeric_limits<long long>::max(); // behind the last frame that all modules have got to
    for (const auto& [number, module] : part.modules) {
        const std::size_t frames = module.frames.size();
        for (std::size_t i = 0; i < frames; ++i) all.insert(part.numberOf(module, i));
        end = std::min(end, frames == 0 ? 0 : part.numberOf(module, frames - 1) + 1);
    }
    if (isLast) all.erase(all.lower_bound(end), all.end());
    part.numbers.assign(all.begin(), all.end());
    const auto lacking = static_cast<std::size_t>(std::ranges::count_if(part.numbers, [&](long long frame) {
        return std::ranges::any_of(part.modules,
                                   [&](const auto& each) { return !part.placeIn(each.second, frame).has_value(); });
    }));
    if (lacking > 0)
        contents.note(Severity::warning,
                      phrase("modules hold from %1 to %2 frames; %3 {frame that one of them lacks is|frames that one "
                             "of them lacks are} left empty: %4",
                             shortest, longest, lacking, where));
    else if (shortest < longest)
        contents.note(Severity::warning, phrase("modules hold from %1 to %2 frames; the first %3 are used: %4",
                                                shortest, longest, part.numbers.size(), where));
}

/// Says which frames are not there between others, by their numbers, and gives their places.
void noteMissingFrames(const std::vector<PartFrames>& parts, StackContents& contents) {
    constexpr std::size_t kMost = 100'000; // with more, the numbers are those of something else
    std::vector<long long> numbers;
    for (const PartFrames& part : parts) {
        if (!part.areOfMeasurement) return;
        numbers.insert(numbers.end(), part.numbers.begin(), part.numbers.end());
    }
    long long common = 0; // divisor of all steps: every second frame may have been kept
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        if (numbers[i] <= numbers[i - 1]) return; // of several measurements
        common = std::gcd(common, numbers[i] - numbers[i - 1]);
    }
    std::vector<std::size_t> missing;
    long long first = 0;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        const auto lost = static_cast<std::size_t>((numbers[i] - numbers[i - 1]) / common - 1);
        if (lost > kMost - missing.size()) return;
        if (lost > 0 && missing.empty()) first = numbers[i - 1] + common;
        for (std::size_t n = 0; n < lost; ++n) missing.push_back(i + missing.size());
    }
    if (missing.empty()) return;
    contents.note(
        Severity::warning,
        phrase("%1 {frame|frames} of the measurement {1:is|are} not there (first: number %2)", missing.size(), first));
    contents.missing = std::move(missing);
}

/// Warns of modules that no part has, by the numbers of the others.
void noteMissingModules(const std::map<std::size_t, Module>& modules, StackContents& contents) {
    if (modules.size() < 2) return;
    constexpr std::size_t kMostNamed = 8;
    std::string names;
    std::size_t count = 0;
    for (std::size_t number = 1; number < modules.rbegin()->first; ++number) {
        if (modules.contains(number)) continue;
        if (count++ < kMostNamed) names += (count == 1 ? "" : ", ") + std::to_string(number);
    }
    if (count > kMostNamed) names += ", …";
    if (count > 0)
        contents.note(Severity::warning,
                      phrase("%1 {module|modules} of the detector ({1:number|numbers} %2) {1:is|are} not there: {1:its "
                             "place is|their places are} left out of all frames",
                             count, names));
}

/// Appends the frames of a part to those of a module; those that it lacks cannot be read, and name the file.
void appendPart(const Part& part, const PartFrames& frames, Module& module) {
    const auto there = frames.modules.find(module.number);
    const bool isThere = there != frames.modules.end();
    std::shared_ptr<const StackSegment> lacking;
    for (std::size_t i = 0; i < frames.numbers.size(); ++i) {
        const auto place = isThere ? frames.placeIn(there->second, frames.numbers[i]) : std::nullopt;
        if (place) {
            module.frames.append(there->second.frames, *place);
            continue;
        }
        if (!lacking) {
            const std::string digits = moduleName(module.first)->digits;
            lacking = missingFrames(
                module.shape, frames.numbers.size(),
                (part.folder / (part.before + "_m" + digits + part.after)).string(),
                isThere ? phrase("module %1 lacks the frame", module.number)
                        : phrase("the file of module %1 is not there", module.number),
                isThere ? translatable("the measurement was aborted, or the file is cut off: copy it again")
                        : translatable("copy the files of all modules into the folder"));
        }
        module.frames.append(lacking, i, 1);
    }
}

/// The value of the first module that has the frame, for each frame of a part.
void appendMonitor(const PartFrames& part, StackContents& contents) {
    for (const long long number : part.numbers)
        for (const auto& [module, frames] : part.modules)
            if (const auto place = part.placeIn(frames, number)) {
                contents.monitor.push_back(frames.monitor[*place]);
                break;
            }
}

/// Reads all modules of all parts. \param monitor see readModule()
std::vector<Module> readModules(Hdf5Resolver& resolver, const std::vector<Part>& parts, const std::string& monitor,
                                StackContents& contents) {
    std::map<std::size_t, Module> modules;
    std::vector<PartFrames> framesOfParts;
    for (const Part& part : parts) {
        PartFrames& frames = framesOfParts.emplace_back();
        for (const auto& [number, path] : part.modules) {
            modules[number].number = number;
            frames.modules.emplace(number, readModule(resolver, path, monitor, modules[number], contents));
        }
        pairFrames(frames, framesOfParts.size() == parts.size(), part.name(), contents);
        if (!monitor.empty()) appendMonitor(frames, contents);
    }
    noteMissingFrames(framesOfParts, contents);
    noteMissingModules(modules, contents);
    std::vector<Module> found;
    for (auto& [number, module] : modules) {
        for (std::size_t part = 0; part < parts.size(); ++part) appendPart(parts[part], framesOfParts[part], module);
        if (!module.frames.empty()) found.push_back(std::move(module));
    }
    return found;
}

/// Moves the modules so that the first row and column of the whole are 0. \return the shape of the whole
FrameShape arrange(std::vector<Module>& modules) {
    long top = modules.front().row;
    long left = modules.front().col;
    for (const Module& module : modules) {
        top = std::min(top, module.row);
        left = std::min(left, module.col);
    }
    FrameShape whole{0, 0, modules.front().frames.shape().type};
    for (Module& module : modules) {
        module.row -= top;
        module.col -= left;
        const FrameShape shape = module.frames.shape();
        if (shape.type != whole.type)
            throw DataError("the modules have pixels of different types", module.first.string(),
                            "open files of one scan only");
        whole.rows = std::max(whole.rows, static_cast<std::size_t>(module.row) + shape.rows);
        whole.cols = std::max(whole.cols, static_cast<std::size_t>(module.col) + shape.cols);
    }
    for (std::size_t a = 0; a < modules.size(); ++a)
        for (std::size_t b = a + 1; b < modules.size(); ++b) {
            const auto apart = [&](long startA, std::size_t sizeA, long startB, std::size_t sizeB) {
                return startA + static_cast<long>(sizeA) <= startB || startB + static_cast<long>(sizeB) <= startA;
            };
            const FrameShape first = modules[a].frames.shape();
            const FrameShape second = modules[b].frames.shape();
            if (!apart(modules[a].row, first.rows, modules[b].row, second.rows) &&
                !apart(modules[a].col, first.cols, modules[b].col, second.cols))
                throw DataError(
                    phrase("modules %1 and %2 lie on top of each other", modules[a].number, modules[b].number),
                    modules[b].first.string(), "open files of one scan only");
        }
    return whole;
}

/// Copies an image of a module to its place in one of the whole.
void paste(const Array<double, 2>& image, const Module& module, Array<double, 2>& whole) {
    for (std::size_t r = 0; r < image.extent(0); ++r)
        for (std::size_t c = 0; c < image.extent(1); ++c)
            whole(static_cast<std::size_t>(module.row) + r, static_cast<std::size_t>(module.col) + c) = image(r, c);
}

void stitchMaskAndFlat(Hdf5Resolver& resolver, const std::vector<Module>& modules, FrameShape whole,
                       StackContents& contents) {
    Array<double, 2> mask({whole.rows, whole.cols}, 1.0); // the gaps
    Array<double, 2> flat({whole.rows, whole.cols}, 1.0);
    bool anyFlat = false;
    const std::string detector = kDetector;
    for (const Module& module : modules) {
        const FrameShape shape = module.frames.shape();
        const auto file = resolver.open(module.first);
        const auto image = [&](const char* name) {
            return readDetectorImage(resolver, file, detector + name, shape, 0, contents.notes);
        };
        const Array<double, 2> bad = image("/pixel_mask");
        paste(bad.empty() ? Array<double, 2>({shape.rows, shape.cols}) : bad, module, mask);
        const AppliedCorrections applied = appliedCorrections(*file, detector);
        if (contents.applied.flat.empty()) contents.applied = applied;
        const Array<double, 2> field = applied.flat.empty() ? image("/flatfield") : Array<double, 2>();
        const bool usable = std::any_of(field.begin(), field.end(), [](double v) { return v > 0 && std::isfinite(v); });
        if (usable) paste(field, module, flat);
        if (!field.empty() && !usable)
            contents.note(Severity::info, phrase("the flat field of module %1 holds no positive number; it is not used",
                                                 module.number));
        anyFlat = anyFlat || usable;
    }
    // Gaps and dead pixels. What this detector calls noisy, over- or under-responding counts nevertheless, and so do
    // its interpolated pixels; other programs keep them, and sigma clipping finds those that are wrong.
    constexpr std::uint32_t kGapOrDead = 3;
    useMask(mask, detector + "/pixel_mask (gaps between modules included)", contents, {.bad = kGapOrDead});
    if (anyFlat) useFlat(flat, detector + "/flatfield", contents);
}

/// The saturation of the module that is saturated first counts for all.
void takeSaturation(Hdf5Resolver& resolver, const std::vector<Module>& modules, StackContents& contents) {
    bool differ = false;
    for (const Module& module : modules) {
        const auto own = saturationOf(*resolver.open(module.first), kDetector, contents.framesPath);
        if (!own || own->counts == contents.saturation) continue;
        differ = differ || contents.saturation;
        contents.saturation = std::min(own->counts, contents.saturation.value_or(own->counts));
    }
    if (differ)
        contents.note(Severity::warning, phrase("the modules are saturated at different counts: the lowest, %1, counts "
                                                "for all",
                                                numberText(*contents.saturation, 10)));
}

void noteOtherParts(const std::vector<Part>& parts, StackContents& contents) {
    if (parts.size() != 1) return;
    const std::size_t at = parts[0].after.find_first_of("0123456789");
    if (at == std::string::npos) return;
    std::string pattern = parts[0].before + "_m#" + parts[0].after.substr(0, at) + "#";
    const std::size_t end = parts[0].after.find_first_not_of("0123456789", at);
    if (end != std::string::npos) pattern += parts[0].after.substr(end);
    std::set<std::string> others;
    std::error_code failed;
    const fs::path folder = parts[0].folder.empty() ? fs::path(".") : parts[0].folder;
    for (fs::directory_iterator entry(folder, failed), last; !failed && entry != last; entry.increment(failed)) {
        const auto name = moduleName(entry->path());
        if (name && matchesPattern(entry->path().filename().string(), pattern)) others.insert(name->after);
    }
    if (others.size() > 1)
        contents.note(Severity::info, phrase("the scan has %1 parts; open %2 for all of them", others.size(), pattern));
}

} // namespace

bool isLambdaModule(const fs::path& path) noexcept {
    try {
        if (!moduleName(path)) return false;
        const h5::File file = h5::File::open(path, h5::Soundness::whatThereIs);
        return file.hasDataset(kModuleFrames) && file.hasDataset(kPlace) &&
               file.dataset(kModuleFrames).shape().size() == 3;
    } catch (...) {
        return false;
    }
}

StackContents openLambdaStack(std::span<const fs::path> files, const StackOptions& options,
                              const std::shared_ptr<DescriptorPool>& pool) {
    Hdf5Resolver resolver(pool);
    StackContents contents;
    contents.format = "Lambda modules";
    contents.framesPath = kModuleFrames;
    const std::vector<Part> parts = partsOf(files);
    std::vector<Module> modules = readModules(resolver, parts, options.monitor, contents);
    if (modules.empty())
        throw DataError("the modules hold no complete frame", files.front().string(),
                        "the measurement may have been aborted before the first frame");
    const FrameShape whole = arrange(modules);
    const fs::path first = modules.front().first;
    std::vector<MosaicTile> tiles;
    for (const Module& module : modules)
        tiles.push_back({module.frames, static_cast<std::size_t>(module.row), static_cast<std::size_t>(module.col)});
    contents.frames.append(mosaicFrames(whole, std::move(tiles)));
    readDetector(resolver, resolver.open(first), kModuleFrames, 0, contents, DetectorParts::withoutImages);
    takeSaturation(resolver, modules, contents);
    stitchMaskAndFlat(resolver, modules, whole, contents);
    std::string places;
    for (const Module& module : modules)
        places += " (" + std::to_string(module.row) + ", " + std::to_string(module.col) + ")";
    contents.note(Severity::info, phrase("%1 modules stitched at (row, column)%2", modules.size(), places));
    noteOtherParts(parts, contents);
    return contents;
}

} // namespace ewald::io
