// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/hdf5_resolver.h"

#include "base/phrase.h"
#include "io/hdf5/hdf5_virtual.h"
#include "io/stack/packing.h"
#include "io/stack/virtual_gaps.h"

#include <algorithm>
#include <optional>
#include <set>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 16; ///< links and virtual datasets of virtual datasets; more is a circle
constexpr std::size_t kMostOpen = 16;

class MissingSegment final : public StackSegment {
public:
    MissingSegment(FrameShape shape, std::size_t count, std::string where, std::string problem, std::string hint)
        : m_shape(shape), m_count(count), m_where(std::move(where)), m_problem(std::move(problem)),
          m_hint(std::move(hint)) {}
    FrameShape shape() const noexcept override { return m_shape; }
    std::size_t frameCount() const noexcept override { return m_count; }
    std::string where(std::size_t frame) const override {
        return m_count == 1 ? m_where : m_where + " frame " + std::to_string(frame);
    }
    std::string compression() const override { return {}; }
    [[nodiscard]] bool isError() const noexcept { return !m_problem.empty(); }
    StoredFrame read(std::size_t frame, ReadContext& context) const override {
        if (!m_problem.empty()) throw DataError(m_problem, where(frame), m_hint);
        const MemoryPool::Buffer zeros = context.take(m_shape.bytes());
        std::ranges::fill(*zeros, std::byte{0});
        return pixelsIn(zeros);
    }

private:
    FrameShape m_shape;
    std::size_t m_count;
    std::string m_where;
    std::string m_problem; ///< empty: frames of zeros
    std::string m_hint;
};

} // namespace

std::optional<fs::path> locateNamed(const fs::path& from, const std::string& name) {
    const fs::path named(name);
    std::error_code failed;
    if (named.is_absolute() && fs::exists(named, failed)) return named;
    const auto in = [&](const fs::path& folder) -> std::optional<fs::path> {
        if (named.is_relative() && fs::exists(folder / named, failed)) return folder / named;
        if (fs::exists(folder / named.filename(), failed)) return folder / named.filename();
        return std::nullopt;
    };
    if (auto found = in(from.parent_path())) return found;
    // Asked for only then: a list of sources may be long, and its file system far away.
    if (const std::vector<fs::path> folders = h5::foldersOf(from); folders.size() > 1)
        if (auto found = in(folders[1])) return found;
    if (named.is_relative() && fs::exists(named, failed)) return named;
    return std::nullopt;
}

FrameMap::Entry FrameMap::at(std::size_t frame) const {
    const auto after = m_runs.upper_bound(frame);
    if (after == m_runs.begin()) return {};
    const auto& [start, run] = *std::prev(after);
    if (frame - start >= run.count) return {};
    return {run.first.segment, run.first.frame + (frame - start), run.first.complete};
}

std::size_t FrameMap::endOfRun(std::size_t frame) const {
    const auto after = m_runs.upper_bound(frame);
    if (after != m_runs.begin()) {
        const auto& [start, run] = *std::prev(after);
        if (frame - start < run.count) return start + run.count;
    }
    return after == m_runs.end() ? m_size : after->first;
}

/// Makes `frame` the first of a run if it is inside of one.
void FrameMap::cutAt(std::size_t frame) {
    const auto after = m_runs.upper_bound(frame);
    if (after == m_runs.begin()) return;
    auto& [start, run] = *std::prev(after);
    if (frame == start || frame - start >= run.count) return;
    m_runs[frame] = {start + run.count - frame, at(frame)};
    run.count = frame - start;
}

void FrameMap::assign(std::size_t from, std::size_t count, const Entry& entry) {
    if (from >= m_size) return;
    count = std::min(count, m_size - from);
    if (count == 0) return;
    cutAt(from);
    cutAt(from + count);
    m_runs.erase(m_runs.lower_bound(from), m_runs.lower_bound(from + count));
    const auto next = m_runs.lower_bound(from);
    if (next != m_runs.begin()) {
        auto& [start, run] = *std::prev(next);
        const Entry& first = run.first;
        if (start + run.count == from && first.segment == entry.segment && first.complete == entry.complete &&
            first.frame + run.count == entry.frame) {
            run.count += count;
            return;
        }
    }
    m_runs.emplace_hint(next, from, Run{count, entry});
}

std::size_t FrameMap::completeFrames() const {
    std::size_t complete = 0;
    forEachRun(m_size, [&](std::size_t from, std::size_t count, const Entry& entry) {
        if (entry.complete) complete = from + count;
    });
    return complete;
}

std::shared_ptr<const StackSegment> missingFrames(FrameShape shape, std::size_t count, std::string where,
                                                  std::string problem, std::string hint) {
    return std::make_shared<const MissingSegment>(shape, count, std::move(where), std::move(problem), std::move(hint));
}

bool cannotBeRead(const StackSegment& segment) {
    const auto* const missing = dynamic_cast<const MissingSegment*>(&segment);
    return missing != nullptr && missing->isError();
}

std::shared_ptr<const StackSegment> emptyFrames(FrameShape shape, std::size_t count, std::string where) {
    return std::make_shared<const MissingSegment>(shape, count, std::move(where), std::string(), std::string());
}

std::size_t completeFrames(const ResolvedFrames& resolved, ChannelOf channel) {
    std::size_t complete = resolved.entries.size() / channel.channels;
    while (complete > 0 && !resolved.entries.at((complete - 1) * channel.channels + channel.number).complete)
        --complete;
    return complete;
}

std::size_t appendFrames(const ResolvedFrames& resolved, ChannelOf channel, std::size_t from, std::size_t to,
                         const std::string& where, FrameList& frames) {
    const auto missing =
        missingFrames(resolved.frame, resolved.entries.size() / channel.channels, where,
                      translatable("the frame was never written, or lies behind the end of the file"),
                      translatable("the measurement was aborted, or the file is cut off: copy it again"));
    std::size_t lost = 0;
    const auto append = [&](std::size_t frame, std::size_t count, const FrameMap::Entry& first) {
        if (first.complete || cannotBeRead(*first.segment)) {
            frames.append(first.segment, first.frame, count);
            return;
        }
        frames.append(missing, frame, count);
        lost += count;
    };
    if (channel.channels > 1) {
        for (std::size_t frame = from; frame < to; ++frame)
            append(frame, 1, resolved.entries.at(frame * channel.channels + channel.number));
        return lost;
    }
    resolved.entries.forEachRun(to, [&](std::size_t start, std::size_t count, const FrameMap::Entry& first) {
        const std::size_t skipped = std::min(count, from - std::min(from, start));
        if (skipped < count)
            append(start + skipped, count - skipped, {first.segment, first.frame + skipped, first.complete});
    });
    return lost;
}

std::shared_ptr<const h5::File> Hdf5Resolver::open(const fs::path& file) {
    const auto found = std::find_if(m_open.begin(), m_open.end(), [&](const auto& e) { return e.first == file; });
    if (found != m_open.end()) {
        m_open.splice(m_open.begin(), m_open, found);
        return m_open.front().second;
    }
    auto opened = std::make_shared<const h5::File>(h5::File::open(file, h5::Soundness::whatThereIs));
    m_open.emplace_front(file, opened);
    if (m_open.size() > kMostOpen) m_open.pop_back();
    return opened;
}

Hdf5Object Hdf5Resolver::follow(const std::shared_ptr<const h5::File>& file, const std::string& path) {
    return follow(file, path, 0);
}

Hdf5Object Hdf5Resolver::follow(const std::shared_ptr<const h5::File>& file, const std::string& path, int depth) {
    if (depth > kDeepest)
        return {file, path, h5::NodeKind::dangling, phrase("the links to %1 go round in a circle", path)};
    std::string sofar;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        const std::string part = path.substr(at, end - at);
        at = end + 1;
        if (part.empty() || part == ".") continue;
        const std::string here = sofar + "/" + part;
        const std::string rest = at < path.size() ? "/" + path.substr(at) : "";
        if (const auto target = h5::externalTarget(*file, here)) {
            const auto located = locateNamed(file->file(), target->file);
            if (!located)
                return {file, path, h5::NodeKind::dangling,
                        phrase("the link %1 leads to the file %2, which is not there", here, target->file)};
            try {
                return follow(open(*located), target->path + rest, depth + 1);
            } catch (const DataError& error) {
                return {file, path, h5::NodeKind::dangling,
                        phrase("the link %1 leads to %2: %3", here, located->string(), error.problem())};
            }
        }
        if (const auto target = h5::softTarget(*file, here))
            return follow(file, (target->starts_with('/') ? *target : sofar + "/" + *target) + rest, depth + 1);
        sofar = here;
    }
    if (sofar.empty()) sofar = "/";
    const h5::NodeKind kind = file->kind(sofar);
    const bool there = kind != h5::NodeKind::missing && kind != h5::NodeKind::dangling;
    return {file, sofar, kind,
            there ? std::string() : phrase("%1 in %2", file->whyMissing(sofar), file->file().string())};
}

std::optional<Hdf5Object> firstVirtualSource(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                             const std::string& path) {
    Hdf5Object object = resolver.follow(file, path);
    bool isSource = false;
    try {
        for (int depth = 0; depth < kDeepest && object.kind == h5::NodeKind::dataset; ++depth) {
            const h5::Dataset dataset = object.file->dataset(object.path);
            if (!dataset.info().isVirtual) break;
            const auto sources = h5::virtualSources(dataset);
            if (sources.empty()) return std::nullopt;
            const auto& [name, source] = *sources.begin();
            const auto located = name == "." ? object.file->file() : locateNamed(object.file->file(), name);
            if (!located) return std::nullopt;
            object = resolver.follow(resolver.open(*located), source);
            isSource = true;
        }
    } catch (const DataError&) { // what cannot be read is said when the frames are
        return std::nullopt;
    }
    return isSource && object.kind == h5::NodeKind::dataset ? std::optional(std::move(object)) : std::nullopt;
}

std::pair<std::shared_ptr<const h5::File>, h5::Dataset> Hdf5Resolver::dataset(
    const std::shared_ptr<const h5::File>& file, const std::string& path) {
    const Hdf5Object object = follow(file, path);
    if (!object.problem.empty()) throw DataError("a dataset is missing", file->where(path), object.problem);
    return {object.file, object.file->dataset(object.path)};
}

ResolvedFrames Hdf5Resolver::frames(const std::shared_ptr<const h5::File>& file, const std::string& path) {
    return frames(file, path, 0);
}

ResolvedFrames Hdf5Resolver::frames(const std::shared_ptr<const h5::File>& file, const std::string& path, int depth) {
    if (depth > kDeepest)
        throw DataError("virtual datasets refer to each other in a circle", file->where(path),
                        "repair the file that refers to itself");
    auto [source, dataset] = this->dataset(file, path);
    std::string packed = checkPackedFrames(packingOf(*source, dataset.path()), dataset.where());
    if (packed.empty() && (source != file || dataset.path() != path)) // what is beside the link counts, too
        packed = checkPackedFrames(packingOf(*file, path), file->where(path));
    const bool isMatlab = depth == 0 && source->attributeText(dataset.path(), "MATLAB_class").has_value();
    ResolvedFrames result = dataset.info().isVirtual ? virtualSources(source, std::move(dataset), depth)
                                                     : direct(source, std::move(dataset));
    if (!packed.empty()) result.notes.emplace_back(Severity::warning, packed);
    if (isMatlab)
        result.notes.emplace_back(
            Severity::warning,
            phrase("%1 was written by MATLAB, whose first axis runs fastest in a file: rows and columns of the frames "
                   "are exchanged unless they were turned before; check the image (scans: transpose=true)",
                   path));
    return result;
}

ResolvedFrames Hdf5Resolver::direct(const std::shared_ptr<const h5::File>& file, h5::Dataset dataset) {
    ResolvedFrames result;
    result.shape = dataset.shape();
    const std::string where = dataset.where();
    const Hdf5Frames frames = openHdf5Segment(file, std::move(dataset), m_pool);
    result.frame = frames.segment->shape();
    result.entries = FrameMap(frames.segment->frameCount());
    result.entries.assign(0, frames.complete, {frames.segment, 0, true});
    result.entries.assign(frames.complete, result.entries.size(), {frames.segment, frames.complete, false});
    for (const LostFrames& lost : frames.lost) {
        const auto missing = missingFrames(result.frame, result.entries.size(), where, lost.problem, lost.hint);
        for (const auto& [first, count] : lost.runs) result.entries.assign(first, count, {missing, first, false});
        result.notes.emplace_back(Severity::warning, lost.note);
    }
    if (!frames.partly.empty()) result.notes.emplace_back(Severity::warning, frames.partly);
    result.missing = frames.fileLost;
    return result;
}

ResolvedFrames Hdf5Resolver::byLibrary(const std::shared_ptr<const h5::File>& file, h5::Dataset dataset) {
    // It would silently give zeros for what is not there.
    const std::vector<std::string> missing = dataset.missingSources();
    if (!missing.empty())
        throw DataError(missing.size() > 1
                            ? phrase("the source file %1 of the virtual dataset is not there (%2 are missing)",
                                     missing.front(), missing.size())
                            : phrase("the source file %1 of the virtual dataset is not there", missing.front()),
                        dataset.where(), "put the source files where the virtual dataset looks for them");
    ResolvedFrames result;
    result.shape = dataset.shape();
    const auto segment = openLibrarySegment(file, std::move(dataset));
    result.frame = segment->shape();
    result.entries = FrameMap(segment->frameCount());
    result.entries.assign(0, result.entries.size(), {segment, 0, true});
    return result;
}

namespace {

/// Says what a source lacks that the library puts together with others: it gives the fill value there.
void noteFillValues(const ResolvedFrames& source, const std::string& name, const std::string& where,
                    std::vector<std::pair<Severity, std::string>>& notes) {
    for (const auto& [severity, text] : source.notes)
        notes.emplace_back(severity, phrase("%1; in %2 such pixels have the fill value", text, where));
    if (const std::size_t complete = completeFrames(source); complete < source.entries.size())
        notes.emplace_back(Severity::warning,
                           phrase("of %1 frames of %2 the first %3 were written; in %4 the pixels of "
                                  "the others have the fill value",
                                  source.entries.size(), name, complete, where));
}

/// Frames of a virtual dataset that no source holds.
void fillGaps(ResolvedFrames& result, const std::string& where) {
    const auto empty = emptyFrames(result.frame, result.entries.size(), where);
    std::vector<std::pair<std::size_t, std::size_t>> gaps;
    result.entries.forEachRun(result.entries.size(),
                              [&](std::size_t from, std::size_t count, const FrameMap::Entry& entry) {
                                  if (!entry.segment) gaps.emplace_back(from, count);
                              });
    for (const auto& [from, count] : gaps) {
        // At the end they are what is yet to come; before others they were lost, and the library would read zeros.
        if (from + count == result.entries.size()) {
            result.entries.assign(from, count, {empty, from, false});
            continue;
        }
        const std::string problem = translatable("no source of the virtual dataset holds this frame");
        result.entries.assign(from, count,
                              {missingFrames(result.frame, result.entries.size(), where, problem,
                                             "the file was put together of fewer frames than it announces"),
                               from, false});
        result.notes.emplace_back(Severity::warning, phrase("frames %1 to %2 of %3 are not there: no source of the "
                                                            "virtual dataset holds them",
                                                            from, from + count - 1, where));
    }
}

} // namespace

ResolvedFrames Hdf5Resolver::virtualSources(const std::shared_ptr<const h5::File>& file, h5::Dataset dataset,
                                            int depth) {
    // Sources are looked at once, however often the list names them; what cannot be opened is remembered, too.
    std::map<std::pair<std::string, std::string>, std::string> problems;
    const auto source = [&](const std::string& name, const std::string& path) -> std::shared_ptr<const ResolvedFrames> {
        const auto fail = [&](std::string why) {
            problems.emplace(std::pair(name, path), std::move(why));
            return nullptr;
        };
        if (problems.contains({name, path})) return nullptr;
        const std::optional<fs::path> located = name == "." ? file->file() : locateNamed(file->file(), name);
        if (!located) return fail(phrase("the source file %1 is not there", name));
        const std::pair key(located->string(), path);
        if (const auto known = m_known.find(key); known != m_known.end()) return known->second;
        try {
            const auto opened = open(*located);
            const Hdf5Object object = follow(opened, path);
            if (!object.problem.empty()) return fail(object.problem); // names the file that a link leads to
            auto resolved = std::make_shared<const ResolvedFrames>(frames(opened, path, depth + 1));
            m_known.emplace(key, resolved);
            return resolved;
        } catch (const DataError& error) {
            return fail(phrase("the source %1: %2", error.where(), error.problem()));
        }
    };
    std::vector<std::pair<Severity, std::string>> notes = sourcesBeyondEnd(*this, file, dataset);
    const auto whole = openLibrarySegment(file, file->dataset(dataset.path())); // checks it, reads nothing
    const auto list = h5::virtualFrames(dataset, [&](const std::string& name, const std::string& path) {
        const auto resolved = source(name, path);
        return resolved ? std::optional<h5::Shape>(resolved->shape) : std::nullopt;
    });
    if (!list) {
        std::set<std::pair<std::string, std::string>> looked;
        for (const auto& [name, path] : h5::virtualSources(dataset))
            if (const auto part = looked.emplace(name, path).second ? source(name, path) : nullptr)
                noteFillValues(*part, path + " (" + name + ")", dataset.where(), notes);
        ResolvedFrames together = byLibrary(file, std::move(dataset));
        together.notes.insert(together.notes.end(), notes.begin(), notes.end());
        return together;
    }
    ResolvedFrames result;
    result.shape = dataset.shape();
    const std::string where = dataset.where();
    result.frame = whole->shape();
    result.entries = FrameMap(whole->frameCount());
    result.notes = std::move(notes);
    std::set<const ResolvedFrames*> said;
    for (const h5::VirtualFrames& part : *list) {
        if (part.frames.empty()) continue;
        const auto resolved = source(part.file, part.dataset);
        if (resolved && resolved->frame != result.frame) return byLibrary(file, std::move(dataset)); // other type
        if (resolved && said.insert(resolved.get()).second) {
            result.notes.insert(result.notes.end(), resolved->notes.begin(), resolved->notes.end());
            if (result.missing.empty()) result.missing = resolved->missing;
        }
        std::shared_ptr<const StackSegment> missing;
        const auto [low, high] = std::ranges::minmax(part.frames);
        if (!resolved) {
            const std::string problem = problems[{part.file, part.dataset}];
            missing = missingFrames(result.frame, result.entries.size(), where, problem,
                                    "put the source files where the virtual dataset looks for them");
            if (result.missing.empty()) result.missing = problem;
            result.notes.emplace_back(Severity::warning, phrase("%1: frames %2 to %3 of %4 cannot be read", problem,
                                                                low.first, high.first, where));
        }
        for (const auto& [here, there] : part.frames) {
            if (!resolved)
                result.entries.assign(here, 1, {missing, here, false});
            else if (there < resolved->entries.size())
                result.entries.assign(here, 1, resolved->entries.at(there));
        }
    }
    fillGaps(result, where);
    return result;
}

} // namespace ewald::io
