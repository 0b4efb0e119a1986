// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "io/stack/hdf5_segment.h"
#include "io/stack/segment.h"

#include <algorithm>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ewald::io {

/// An object of an HDF5 file after all links on the way to it.
struct Hdf5Object {
    std::shared_ptr<const h5::File> file;
    std::string path;
    h5::NodeKind kind = h5::NodeKind::missing;
    std::string problem; ///< why it is not there; one line
};

/// Which frame of which segment each frame of a dataset is. Memory grows with the runs of neighbours, not with the
/// frames, of which a damaged file may announce any number.
class FrameMap {
public:
    struct Entry {
        std::shared_ptr<const StackSegment> segment; ///< nullptr: neither there nor ever mapped
        std::size_t frame = 0;                       ///< of the segment
        bool complete = false;
    };
    FrameMap() : FrameMap(0) {}
    explicit FrameMap(std::size_t frames) : m_size(frames) {}

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] Entry at(std::size_t frame) const;
    /// Frames from..from + count − 1 are those from `entry` on, whatever they were before; cut off at the end.
    void assign(std::size_t from, std::size_t count, const Entry& entry);
    /// Calls use(from, count, entry) for runs of neighbours, in order, up to `end`.
    template <class Use>
    void forEachRun(std::size_t end, const Use& use) const {
        for (std::size_t from = 0; from < end;) {
            const std::size_t next = std::min(end, endOfRun(from));
            use(from, next - from, at(from));
            from = next;
        }
    }
    /// Frames without those at the end that are not complete.
    [[nodiscard]] std::size_t completeFrames() const;

private:
    struct Run {
        std::size_t count = 0;
        Entry first;
    };
    [[nodiscard]] std::size_t endOfRun(std::size_t frame) const;
    void cutAt(std::size_t frame);

    std::size_t m_size;
    std::map<std::size_t, Run> m_runs; ///< by their first frame; none overlap
};

/// Frames that a dataset stands for, in the dataset's order.
struct ResolvedFrames {
    h5::Shape shape; ///< of the dataset
    FrameShape frame;
    FrameMap entries; ///< over all axes but the last two
    std::vector<std::pair<Severity, std::string>> notes;
    std::string missing; ///< the first source that is not there, and where it is looked for; empty: all are
};

/// One of the channels (thresholds) that a dataset [frame, channel, y, x] holds.
struct ChannelOf {
    std::size_t channels = 1;
    std::size_t number = 0;
};
/// Frames of a channel without those at the end that are not complete.
[[nodiscard]] std::size_t completeFrames(const ResolvedFrames& resolved, ChannelOf channel = {});
/// Appends frames `from` to `to` − 1 of a channel; those that are not complete are missing ones, which say why.
/// \param where the dataset \return how many frames that were no missing ones have become such
std::size_t appendFrames(const ResolvedFrames& resolved, ChannelOf channel, std::size_t from, std::size_t to,
                         const std::string& where, FrameList& frames);

/// Follows links and virtual datasets to where the pixels are. Keeps few files open, opens each dataset once. Not
/// shared between threads.
class Hdf5Resolver {
public:
    explicit Hdf5Resolver(std::shared_ptr<DescriptorPool> pool) : m_pool(std::move(pool)) {}

    /// \throws DataError
    [[nodiscard]] std::shared_ptr<const h5::File> open(const std::filesystem::path& file);
    /// Follows soft and external links. Never throws for a target that is not there.
    [[nodiscard]] Hdf5Object follow(const std::shared_ptr<const h5::File>& file, const std::string& path);
    /// The dataset at `path`, links followed. \throws DataError saying what is missing
    [[nodiscard]] std::pair<std::shared_ptr<const h5::File>, h5::Dataset> dataset(
        const std::shared_ptr<const h5::File>& file, const std::string& path);
    /// The frames of a dataset, of its sources when it is virtual. \throws DataError
    [[nodiscard]] ResolvedFrames frames(const std::shared_ptr<const h5::File>& file, const std::string& path);

private:
    Hdf5Object follow(const std::shared_ptr<const h5::File>& file, const std::string& path, int depth);
    ResolvedFrames frames(const std::shared_ptr<const h5::File>& file, const std::string& path, int depth);
    ResolvedFrames direct(const std::shared_ptr<const h5::File>& file, h5::Dataset dataset);
    /// Frames of a virtual dataset that only the library can put together of their parts.
    ResolvedFrames byLibrary(const std::shared_ptr<const h5::File>& file, h5::Dataset dataset);
    ResolvedFrames virtualSources(const std::shared_ptr<const h5::File>& file, h5::Dataset dataset, int depth);

    std::shared_ptr<DescriptorPool> m_pool;
    std::list<std::pair<std::filesystem::path, std::shared_ptr<const h5::File>>> m_open; ///< used last first
    std::map<std::pair<std::string, std::string>, std::shared_ptr<const ResolvedFrames>> m_known;
};

/// Where HDF5 looks for a file that another one names: beside it, also when the name has the folder of another machine.
[[nodiscard]] std::optional<std::filesystem::path> locateNamed(const std::filesystem::path& from,
                                                               const std::string& name);

/// Frames that are not there: reading one is an error that says why.
[[nodiscard]] std::shared_ptr<const StackSegment> missingFrames(FrameShape shape, std::size_t count, std::string where,
                                                                std::string problem, std::string hint);
/// Whether a segment is of such frames.
[[nodiscard]] bool cannotBeRead(const StackSegment& segment);
/// Frames that were never written: all pixels are zero.
[[nodiscard]] std::shared_ptr<const StackSegment> emptyFrames(FrameShape shape, std::size_t count, std::string where);

/// The dataset that a virtual one takes its first pixels from, through virtual ones of virtual ones. Absent: it is
/// none, or its source cannot be reached.
[[nodiscard]] std::optional<Hdf5Object> firstVirtualSource(Hdf5Resolver& resolver,
                                                           const std::shared_ptr<const h5::File>& file,
                                                           const std::string& path);

} // namespace ewald::io
