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
#include <map>
#include <optional>
#include <set>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDetector = "/entry/instrument/detector";
constexpr const char* kModuleFrames = "/entry/instrument/detector/data";
constexpr const char* kPlace = "/entry/instrument/detector/translation/distance";

/// "scan_m2_part00000.nxs" = "scan" + 2 + "_part00000.nxs".
struct ModuleName {
    std::string before;
    std::size_t module = 0;
    std::string after;
};

std::optional<ModuleName> moduleName(const fs::path& file) {
    const std::string name = file.filename().string();
    // The last "_m" and digits: the name of the scan may hold others.
    for (std::size_t at = name.rfind("_m"); at != std::string::npos; at = at == 0 ? at : name.rfind("_m", at - 1)) {
        std::size_t end = at + 2;
        while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
        const std::size_t digits = end - at - 2;
        if (digits >= 1 && digits <= 3 && (end == name.size() || name[end] == '_' || name[end] == '.'))
            return ModuleName{name.substr(0, at), std::stoul(name.substr(at + 2, digits)), name.substr(end)};
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

/// Appends the frames of one module of one part. \return their number
std::size_t appendModule(Hdf5Resolver& resolver, const fs::path& path, Module& module, StackContents& contents) {
    const auto file = resolver.open(path);
    const ResolvedFrames resolved = resolver.frames(file, kModuleFrames);
    for (const auto& [severity, text] : resolved.notes) contents.note(severity, text);
    if (module.first.empty()) {
        module.first = path;
        std::tie(module.row, module.col) = placeOf(*file);
    }
    const std::size_t complete = resolved.entries.completeFrames();
    resolved.entries.forEachRun(complete, [&](std::size_t, std::size_t count, const FrameMap::Entry& first) {
        module.frames.append(first.segment, first.frame, count);
    });
    return complete;
}

/// Reads all modules of all parts. A part has as many frames as its shortest module.
/// \param framesOfParts set to how many these are
std::vector<Module> readModules(Hdf5Resolver& resolver, const std::vector<Part>& parts, StackContents& contents,
                                std::vector<std::size_t>& framesOfParts) {
    std::map<std::size_t, Module> modules;
    for (const Part& part : parts)
        for (const auto& [number, path] : part.modules) modules[number].number = number;
    std::size_t total = 0;
    for (const Part& part : parts) {
        std::size_t shortest = 0;
        std::size_t longest = 0;
        bool first = true;
        for (const auto& [number, path] : part.modules) {
            const std::size_t frames = appendModule(resolver, path, modules[number], contents);
            shortest = first ? frames : std::min(shortest, frames);
            longest = std::max(longest, frames);
            first = false;
        }
        const std::string where = (part.folder / (part.before + "_m*" + part.after)).string();
        if (shortest < longest)
            contents.note(Severity::warning, phrase("modules hold from %1 to %2 frames; the first %3 are used: %4",
                                                    shortest, longest, shortest, where));
        total += shortest;
        framesOfParts.push_back(shortest);
        for (auto& [number, module] : modules) {
            if (module.frames.size() < total && !module.frames.empty())
                module.frames.append(missingFrames(module.frames.shape(), total - module.frames.size(), where,
                                                   phrase("the file of module %1 is not there", number),
                                                   translatable("copy the files of all modules into the folder")));
            module.frames.truncate(total);
        }
    }
    std::vector<Module> found;
    for (auto& [number, module] : modules) {
        if (module.frames.size() == total && total > 0)
            found.push_back(std::move(module));
        else
            contents.note(Severity::warning, phrase("module %1 is not there in the first part and left out", number));
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
    std::vector<std::size_t> framesOfParts;
    std::vector<Module> modules = readModules(resolver, parts, contents, framesOfParts);
    if (modules.empty())
        throw DataError("the modules hold no complete frame", files.front().string(),
                        "the measurement may have been aborted before the first frame");
    const FrameShape whole = arrange(modules);
    const fs::path first = modules.front().first;
    std::vector<MosaicTile> tiles;
    for (const Module& module : modules)
        tiles.push_back({module.frames, static_cast<std::size_t>(module.row), static_cast<std::size_t>(module.col)});
    contents.frames.append(mosaicFrames(whole, std::move(tiles)));
    for (std::size_t part = 0; !options.monitor.empty() && part < parts.size(); ++part) {
        const auto file = resolver.open(parts[part].modules.begin()->second);
        const std::vector<double> values = file->dataset(options.monitor).readAll<double>();
        const std::size_t frames = framesOfParts[part];
        if (values.size() < frames)
            throw DataError(phrase("the monitor holds %1 values for %2 frames", values.size(), frames),
                            file->where(options.monitor), "name a dataset of one number a frame");
        // Values of frames that another module lacks would be those of the next part.
        contents.monitor.insert(contents.monitor.end(), values.begin(),
                                values.begin() + static_cast<std::ptrdiff_t>(frames));
    }
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
