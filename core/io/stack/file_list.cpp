// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/file_list.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/first_few.h"
#include "io/images/mask_file.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_series.h"
#include "io/stack/hdf5_resolver.h"
#include "io/stack/hdf5_stack.h"
#include "io/stack/images/bruker_file.h"
#include "io/stack/images/cbf_file.h"
#include "io/stack/images/detector_header.h"
#include "io/stack/images/edf_file.h"
#include "io/stack/images/ge_file.h"
#include "io/stack/images/mar345_file.h"
#include "io/stack/images/mib_file.h"
#include "io/stack/images/npy_file.h"
#include "io/stack/images/raxis_file.h"
#include "io/stack/images/smv_file.h"
#include "io/stack/images/spe_file.h"
#include "io/stack/images/tiff_file.h"
#include "io/stack/lambda_modules.h"
#include "io/stack/names/name_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

StackContents openKind(const fs::path& file, const StackOptions& options, const std::shared_ptr<DescriptorPool>& pool,
                       bool withImages) {
    const FileKind kind = fileKind(file);
    if (kind == FileKind::hdf5) return openHdf5Stack(file, options, pool, withImages);
    if (!options.monitor.empty())
        throw DataError("a monitor can only be read from HDF5 files, this is none", file.string(),
                        "leave the monitor out");
    switch (kind) {
    case FileKind::tiff: return openTiffStack(file, pool);
    case FileKind::edf: return openEdfStack(file, pool);
    case FileKind::cbf: return openCbfStack(file, pool);
    case FileKind::npy: return openNpyStack(file, pool);
    case FileKind::mib: return openMibStack(file, pool);
    case FileKind::spe: return openSpeStack(file, pool);
    case FileKind::ge: return openGeStack(file, pool);
    case FileKind::mar345: return openMar345Stack(file, pool);
    case FileKind::bruker: return openBrukerStack(file, pool);
    case FileKind::smv: return openSmvStack(file, pool);
    case FileKind::raxis: return openRaxisStack(file, pool);
    default: break;
    }
    const RawFile there(file, pool); // says what is wrong with it
    if (there.size() == 0)
        throw DataError("the file is empty", file.string(), "it may still be being written: try again later");
    if (const std::string compression = wholeCompression(file); !compression.empty())
        throw DataError(phrase("the file is compressed by %1 as a whole", compression), file.string(),
                        compression == "gzip" ? translatable("unpack it first (gunzip)")
                                              : translatable("unpack it first (bunzip2)"));
    throw DataError("is no file of frames that Ewald knows", file.string(),
                    "choose HDF5, TIFF, EDF, CBF, NPY, MIB, SPE, GE, mar345, Bruker, SMV or R-AXIS files");
}

StackContents openFile(const fs::path& file, const StackOptions& options, const std::shared_ptr<DescriptorPool>& pool,
                       bool withImages) {
    StackContents contents = openKind(file, options, pool, withImages);
    leaveOutUnsetCentre(contents);
    return contents;
}

using Mask = Array<std::uint8_t, 2>;
using Flat = Array<float, 2>;

struct Opened {
    fs::path file;
    std::optional<StackContents> contents{}; ///< without mask and flat field, which CommonDetector keeps
    std::optional<DataError> failure{};
    bool looked = false;     ///< for a mask and a flat field
    bool withImages = false; ///< it has a mask or a flat field
    bool withMask = false;
    bool withFlat = false;
    bool otherMask = false; ///< than the files before
    bool otherFlat = false;
    bool otherSaturation = false;
    bool otherLowest = false;
};

/// Whether a file that cannot be opened may become one frame that cannot be read: it is a file, and looks as one of a
/// list of single images.
bool mayBeDamagedImage(const fs::path& file, const std::vector<Opened>& all) {
    std::error_code failed;
    if (!fs::is_regular_file(file, failed) || fileKind(file) == FileKind::hdf5) return false;
    return std::all_of(all.begin(), all.end(), [&](const Opened& other) {
        return !other.contents || (other.contents->frames.size() == 1 && other.file.extension() == file.extension());
    });
}

/// Takes files out whose frames another one of the list leads to. \return whether one of them has a mask or a flat
/// field
bool dropData(std::vector<Opened>& all, std::vector<Note>& notes) {
    const auto canonical = [](const fs::path& path) {
        std::error_code failed;
        const fs::path result = fs::canonical(path, failed);
        return failed ? path : result;
    };
    struct Links {
        fs::path self;
        std::set<fs::path> to;
        bool dropped = false;
    };
    std::vector<Links> links(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        links[i].self = canonical(all[i].file);
        if (!all[i].contents || fileKind(all[i].file) != FileKind::hdf5) continue;
        for (const fs::path& file : all[i].contents->frames.files())
            if (const fs::path target = canonical(file); target != links[i].self) links[i].to.insert(target);
    }
    // Only what leads there counts that stays itself: of files that lead to each other the first one does.
    for (std::size_t i = 0; i < links.size(); ++i)
        for (std::size_t k = 0; k < links.size() && !links[i].dropped; ++k)
            links[i].dropped = k != i && !links[k].dropped && links[k].to.contains(links[i].self) &&
                               (k < i || !links[i].to.contains(links[k].self));
    bool withImages = false;
    std::size_t count = 0;
    std::vector<Opened> kept;
    for (std::size_t i = 0; i < links.size(); ++i) {
        withImages = withImages || (links[i].dropped && all[i].withImages);
        if (links[i].dropped)
            ++count;
        else
            kept.push_back(std::move(all[i]));
    }
    all = std::move(kept);
    if (count == 0) return false;
    notes.push_back({Severity::info, phrase("%1 {file of the list holds|files of the list hold} frames that others of "
                                            "it (%2) lead to; they are counted once",
                                            count, all.front().file.filename().string())});
    return withImages;
}

void checkMonitor(StackContents& contents) {
    const auto bad = std::count_if(contents.monitor.begin(), contents.monitor.end(),
                                   [](double value) { return !std::isfinite(value) || value <= 0; });
    if (bad > 0)
        contents.note(Severity::warning,
                      phrase("the monitor is zero, negative or not a number for %1 {frame|frames}", bad));
}

/// The mask and the flat field of a list of files: what one of them masks is masked in all, the flat field is that of
/// the first file that has one. Of the others only that they differ is remembered: many would fill the memory.
class CommonDetector {
public:
    /// Takes the images of the next file, and leaves it without.
    void take(Opened& opened) {
        const Mask mask = std::exchange(opened.contents->mask, {});
        Flat flat = std::exchange(opened.contents->flat, {});
        opened.withFlat = !flat.empty();
        opened.withMask = !mask.empty();
        opened.withImages = opened.withMask || opened.withFlat;
        opened.otherFlat = !flat.empty() && !m_flat.empty() && flat != m_flat;
        if (m_flat.empty()) m_flat = std::move(flat);
        if (mask.empty() || (!m_mask.empty() && mask.shape() != m_mask.shape())) return; // which is refused later
        opened.otherMask = !m_mask.empty() && mask != m_mask;
        combineMasks(m_mask, mask);
    }
    void giveTo(StackContents& whole) && {
        whole.mask = std::move(m_mask);
        whole.flat = std::move(m_flat);
    }

private:
    Mask m_mask;
    Flat m_flat;
};

/// Names what differs from the first file, of a few files each, and counts the others.
class Differences {
public:
    /// \param whole the first file, with what the others have added to it
    void compare(const StackContents& whole, const Opened& other) {
        const StackGeometry& first = whole.geometry;
        const std::optional<double> notMeasured = whole.notMeasured;
        struct Number {
            const char* name;
            std::optional<double> StackGeometry::*value;
        };
        static constexpr std::array<Number, 6> kNumbers{{{translatable("wavelength"), &StackGeometry::wavelength_m},
                                                         {translatable("distance"), &StackGeometry::distance_m},
                                                         {translatable("beam row"), &StackGeometry::beamCentreRow},
                                                         {translatable("beam column"), &StackGeometry::beamCentreCol},
                                                         {translatable("pixel"), &StackGeometry::pixelHeight_m},
                                                         {translatable("pixel"), &StackGeometry::pixelWidth_m}}};
        constexpr double kTolerance = 1e-3; // of the value: monochromators and encoders scatter by less
        const std::string name = other.file.filename().string();
        for (const Number& number : kNumbers) {
            const std::optional<double>&expected = first.*number.value, &own = other.contents->geometry.*number.value;
            if (!expected || !own || std::abs(*own - *expected) <= kTolerance * std::abs(*expected)) continue;
            m_lines.add(
                phrase("%1 has another %2 than the first file (%3, %4): that of the first counts for all frames", name,
                       number.name, numberText(*own), numberText(*expected)));
            break; // one line a file
        }
        constexpr double kOfTimes = 1e-2; // of the exposure: shutters and clocks scatter by less
        if (const auto& expected = whole.exposure_s, &own = other.contents->exposure_s;
            expected && own && std::abs(*own - *expected) > kOfTimes * *expected)
            m_lines.add(
                phrase("%1 was exposed for %2 s and the first file for %3 s: their counts are not divided by it", name,
                       numberText(*own), numberText(*expected)));
        if (const std::string& expected = first.detector, &own = other.contents->geometry.detector;
            !expected.empty() && !own.empty() && own != expected)
            m_lines.add(
                phrase("%1 is of the detector %2, and the first file of %3: what is known of that one counts for "
                       "all frames",
                       name, own, expected));
        if (other.contents->notMeasured && notMeasured && *other.contents->notMeasured != *notMeasured)
            m_lines.add(
                phrase("%1 has another value of pixels that are not measured than the first file (%2, %3): that "
                       "of the first counts for all frames",
                       name, numberText(*other.contents->notMeasured, 10), numberText(*notMeasured, 10)));
        if (other.otherSaturation)
            m_lines.add(
                phrase("%1 calls pixels of %2 counts saturated, and not all files the same: the lowest of these "
                       "numbers counts for all frames",
                       name, numberText(*other.contents->saturation, 10)));
        if (other.otherLowest)
            m_lines.add(phrase("%1 says that counts below %2 are not measured, and not all files the same: the highest "
                               "of these numbers counts for all frames",
                               name, numberText(*other.contents->lowest, 10)));
        if (other.otherFlat)
            m_lines.add(phrase("%1 has another flat field than the first file, whose one counts for all frames", name));
        if (other.otherMask)
            m_lines.add(phrase(
                "%1 has another mask than the files before: what one of them leaves out is left out of all", name));
    }
    void giveTo(StackContents& whole) const {
        m_lines.giveTo(whole.notes);
        if (m_lines.more() > 0)
            whole.note(
                Severity::warning,
                phrase("%1 more {file|files} of the list {1:differs|differ} from the first one", m_lines.more()));
    }

private:
    FirstFew m_lines;
};

/// Takes the narrowest limits of the counts that the first file or the other one states.
void joinLimits(Opened& other, StackContents& whole) {
    const std::optional<double> own = other.contents->saturation;
    other.otherSaturation = own && own != whole.saturation;
    if (own && (!whole.saturation || *own < *whole.saturation)) whole.saturation = own;
    const std::optional<double> least = other.contents->lowest;
    other.otherLowest = least && least != whole.lowest;
    if (least && (!whole.lowest || *least > *whole.lowest)) whole.lowest = least;
    const AppliedCorrections& applied = other.contents->applied;
    if (whole.applied.flat.empty()) whole.applied.flat = applied.flat;
    if (whole.applied.dark.empty()) whole.applied.dark = applied.dark;
}

/// Says that some files have a mask or a flat field, which count for all, and others not.
void noteImagesOfSome(const std::vector<Opened>& all, StackContents& whole) {
    const auto note = [&](bool Opened::*has, const char* text) {
        const auto without = std::ranges::find_if(
            all, [&](const Opened& opened) { return opened.contents && opened.looked && !(opened.*has); });
        if (without == all.end() || std::ranges::none_of(all, has)) return;
        whole.note(Severity::warning, phrase(text, without->file.filename().string()));
    };
    note(&Opened::withFlat,
         translatable("some files of the list have a flat field to be divided by and others, such as "
                      "%1, have none: it counts for all frames"));
    note(&Opened::withMask,
         translatable("some files of the list have a mask and others, such as %1, have none: what one "
                      "of them leaves out is left out of all"));
}

StackContents join(std::vector<Opened> all, std::vector<Note> notes, const StackOptions& options) {
    const auto good = std::find_if(all.begin(), all.end(), [](const Opened& opened) { return opened.contents; });
    if (good == all.end()) throw DataError(*all.front().failure);
    StackContents whole = std::move(*good->contents);
    const FrameList first = std::exchange(whole.frames, FrameList());
    const std::vector<double> firstMonitor = std::exchange(whole.monitor, {});
    whole.notes.insert(whole.notes.end(), notes.begin(), notes.end());
    FirstFew damaged;
    Differences differences;
    for (Opened& opened : all) {
        const bool isFirst = &opened == &*good;
        if (opened.failure) {
            whole.frames.append(missingFrames(first.shape(), 1, opened.file.string(), opened.failure->problem(),
                                              opened.failure->hint()));
            damaged.add(opened.failure->what());
            continue;
        }
        const FrameList& frames = isFirst ? first : opened.contents->frames;
        if (!isFirst) whole.cutOff += opened.contents->cutOff;
        const std::vector<double>& monitor = isFirst ? firstMonitor : opened.contents->monitor;
        whole.frames.append(frames);
        whole.monitor.insert(whole.monitor.end(), monitor.begin(), monitor.end());
        if (isFirst) continue;
        joinLimits(opened, whole);
        differences.compare(whole, opened);
        if (!whole.notMeasured && opened.contents->notMeasured) {
            whole.note(
                Severity::warning,
                phrase("pixels of %1 are not measured by %2, and files before it do not say so: it counts for all "
                       "frames",
                       numberText(*opened.contents->notMeasured, 10), opened.file.filename().string()));
            whole.notMeasured = opened.contents->notMeasured;
            whole.notMeasuredWithin = opened.contents->notMeasuredWithin;
        }
        for (Note& note : opened.contents->notes)
            if (note.severity != Severity::info && std::ranges::find(whole.notes, note) == whole.notes.end())
                whole.notes.push_back(std::move(note));
    }
    differences.giveTo(whole);
    noteImagesOfSome(all, whole);
    damaged.giveTo(whole.notes);
    if (damaged.count() > 0)
        whole.note(Severity::warning,
                   phrase("%1 of %2 files cannot be read; their frames are left empty", damaged.count(), all.size()));
    if (all.size() > 1) whole.scanShape.clear();
    if (!options.monitor.empty()) checkMonitor(whole);
    return whole;
}

} // namespace

StackContents openFiles(std::span<const fs::path> files, const StackOptions& options) {
    const auto pool = std::make_shared<DescriptorPool>();
    if (isLambdaModule(files.front()) && options.dataset.empty()) return openLambdaStack(files, options, pool);
    std::vector<Opened> all;
    all.reserve(files.size());
    // Masks and flat fields of more files would take longer to read than people wait.
    constexpr std::size_t kMostDetectors = 64;
    CommonDetector detector;
    for (const fs::path& file : files) {
        try {
            const bool withImages =
                all.size() < kMostDetectors || file.filename().string().find("master") != std::string::npos;
            all.push_back({.file = file, .contents = openFile(file, options, pool, withImages), .looked = withImages});
            detector.take(all.back());
        } catch (const DataError& error) {
            if (files.size() == 1 || !mayBeDamagedImage(file, all)) throw;
            all.push_back({.file = file, .failure = error});
        }
    }
    std::vector<Note> notes;
    if (all.size() > 1 && dropData(all, notes)) {
        // Theirs do not count: those of the others are read again, which is rare.
        detector = CommonDetector();
        for (Opened& opened : all)
            if (opened.withImages) {
                StackContents again = openFile(opened.file, options, pool, true);
                opened.contents->mask = std::move(again.mask);
                opened.contents->flat = std::move(again.flat);
                detector.take(opened);
            }
    }
    std::vector<fs::path> opened;
    std::vector<std::size_t> framesOfFiles;
    Acquisitions acquisitions;
    for (const Opened& one : all) {
        opened.push_back(one.file);
        framesOfFiles.push_back(one.contents ? one.contents->frames.size() : 1);
        if (one.contents)
            acquisitions.add(one.file, one.contents->acquisition,
                             one.contents->frames.size() + one.contents->unwritten);
    }
    std::vector<std::size_t> missing = framesOfGaps(findGaps(opened, notes), framesOfFiles, notes);
    noteOrder(opened, notes);
    noteNumbers(opened, notes);
    noteShortFiles(opened, framesOfFiles, notes);
    noteRepeated(files, notes);
    acquisitions.giveTo(notes);
    const bool many = all.size() > kMostDetectors && fileKind(all.back().file) == FileKind::hdf5;
    if (many)
        notes.push_back(
            {Severity::info, phrase("masks and flat fields of the first %1 files are used", kMostDetectors)});
    StackContents whole = join(std::move(all), std::move(notes), options);
    std::move(detector).giveTo(whole);
    whole.missing = std::move(missing);
    return whole;
}

} // namespace ewald::io
