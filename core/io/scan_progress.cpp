// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/scan_progress.h"

#include "base/error.h"
#include "base/files/input_file.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/hdf5/hdf5.h"
#include "io/hdf5/hdf5_superblock.h"
#include "io/stack/hdf5_find.h"
#include "io/stack/hdf5_resolver.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <sys/stat.h>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;
using State = ScanProgress::State;

constexpr std::array kHdf5Endings{".h5", ".hdf5", ".hdf", ".cxi", ".nxs", ".nx5", ".ptyd"};

bool hasHdf5Ending(const fs::path& file) {
    return std::find(kHdf5Endings.begin(), kHdf5Endings.end(), file.extension().string()) != kHdf5Endings.end();
}

/// What the first bytes of a file say: a reason when it is not complete.
struct FirstLook {
    bool isHdf5 = false;
    bool closed = false; ///< its writer marks files that it has open, and has closed this one
    std::string reason;
    bool isOther = false; ///< of another format than its name says
};

/// Whether there is something in the first bytes: room that was only reserved holds zeros.
bool beginsWithSomething(const InputFile& input) {
    std::array<std::byte, 512> bytes{};
    if (input.readAt(0, bytes) < 8) return false;
    return std::any_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte != std::byte{0}; });
}

FirstLook lookAtBytes(const fs::path& file) {
    const InputFile input(file);
    if (input.size() == 0) return {false, false, phrase("the file is empty")};
    const std::optional<h5::Superblock> found = h5::readSuperblock(input);
    if (!found) {
        if (!hasHdf5Ending(file)) return {};
        if (beginsWithSomething(input)) return {false, false, phrase("it is no HDF5 file"), true};
        return {false, false, phrase("its first bytes are not there yet")};
    }
    if (!found->complete) return {true, false, phrase("its first bytes are not there yet")};
    if (found->writerOpen) return {true, false, phrase("its writer has it open")};
    if (found->endOfFile > found->fileBytes)
        return {true, false,
                phrase("%1 of %2 are there", bytesText(static_cast<double>(found->fileBytes)),
                       bytesText(static_cast<double>(found->endOfFile)))};
    // Only version 3 is marked by every writer; one of an older file holds a lock at most.
    try {
        static_cast<void>(h5::lookAt(file, h5::Soundness::complete));
    } catch (const DataError& error) {
        return {true, false, error.problem()};
    }
    return {true, found->version == 3, {}};
}

/// Looks into an HDF5 file.
class Inspection {
public:
    explicit Inspection(ScanProgress& progress)
        : m_progress(progress), m_resolver(std::make_shared<DescriptorPool>()) {}

    /// \return whether all that it leads to is closed
    bool inspect(const fs::path& path) {
        const auto file = std::make_shared<const h5::File>(h5::File::open(path, h5::Soundness::whatThereIs));
        const FoundFrames found = findFrames(m_resolver, file);
        for (const std::string& dataset : found.paths) add(file, dataset);
        addPromise(*file);
        bool closed = true;
        for (const fs::path& source : m_sources) {
            const FirstLook look = lookAtBytes(source);
            m_progress.version += " " + fileVersion(source);
            if (!look.reason.empty()) miss(look.reason, source.string());
            closed = closed && look.closed;
        }
        return closed || hasEndTime(*file);
    }

private:
    void miss(const std::string& reason, const std::string& where) {
        if (!m_progress.reason.empty()) return; // the first one is said
        m_progress.reason = reason;
        m_progress.where = where;
    }

    void add(const std::shared_ptr<const h5::File>& file, const std::string& path) {
        const Hdf5Object object = m_resolver.follow(file, path);
        if (!object.problem.empty()) {
            miss(object.problem, file->file().string());
            m_countKnown = false;
            return;
        }
        m_sources.insert(object.file->file());
        if (object.file->dataset(object.path).shape().size() < 3) {
            ++m_progress.frames;
            ++m_progress.promised;
            return;
        }
        const ResolvedFrames frames = m_resolver.frames(file, path);
        std::size_t there = 0;
        frames.entries.forEachRun(frames.entries.size(),
                                  [&](std::size_t, std::size_t count, const FrameMap::Entry& entry) {
                                      if (entry.complete) there += count;
                                      if (entry.segment && !entry.segment->file().empty())
                                          m_sources.insert(entry.segment->file());
                                  });
        m_progress.frames += there;
        m_progress.promised += frames.entries.size();
        if (!frames.missing.empty()) miss(frames.missing, file->file().string());
    }

    /// DECTRIS: how many images were asked for. Aborted series have fewer.
    void addPromise(const h5::File& file) {
        const auto number = [&](const char* name) -> std::size_t {
            const std::string path = std::string("/entry/instrument/detector/detectorSpecific/") + name;
            if (file.kind(path) != h5::NodeKind::dataset) return 0;
            try {
                const std::vector<double> value = file.dataset(path).readAll<double>(1);
                return value.size() == 1 && value[0] > 0 && value[0] < 1e12 ? static_cast<std::size_t>(value[0]) : 0;
            } catch (const DataError&) {
                return 0;
            }
        };
        const std::size_t images = number("nimages");
        const std::size_t triggers = std::max<std::size_t>(1, number("ntrigger"));
        if (images > 0 && !m_countKnown) m_progress.promised = images * triggers;
        // A dataset that grows promises nothing.
        if (m_progress.promised <= m_progress.frames || (!m_countKnown && images == 0)) m_progress.promised = 0;
    }

    /// NeXus, LImA and BLISS write it at the end of each entry.
    static bool hasEndTime(const h5::File& file) {
        bool found = false;
        for (const std::string& name : file.children("/")) {
            const std::string entry = "/" + name;
            const bool ended = file.kind(entry + "/end_time") == h5::NodeKind::dataset;
            if (!ended && file.attributeText(entry, "NX_class").value_or("") == "NXentry") return false;
            found = found || ended;
        }
        return found;
    }

    ScanProgress& m_progress;
    Hdf5Resolver m_resolver;
    std::set<fs::path> m_sources;
    bool m_countKnown = true;
};

} // namespace

std::string fileVersion(const fs::path& file) {
    struct stat found {};
    if (stat(file.c_str(), &found) != 0) return {};
    return std::to_string(found.st_ino) + " " + std::to_string(found.st_size) + " " +
           std::to_string(found.st_mtim.tv_sec) + "." + std::to_string(found.st_mtim.tv_nsec);
}

ScanProgress lookAtProgress(const fs::path& file) {
    ScanProgress progress;
    progress.where = file.string();
    progress.version = fileVersion(file);
    try {
        const FirstLook look = lookAtBytes(file);
        progress.reason = look.reason;
        progress.isOther = look.isOther;
        progress.state = look.reason.empty() ? State::unmarked : State::writing;
        if (!look.isHdf5) return progress;
        const bool closed = Inspection(progress).inspect(file);
        if (!progress.reason.empty())
            progress.state = State::writing;
        else if (closed && look.closed)
            progress.state = State::complete;
    } catch (const Error& error) {
        // What is flushed of a file that is being written need not make sense yet; one that its writer has closed, and
        // that is damaged, is for the job to explain.
        if (progress.reason.empty() && progress.state != State::writing) return progress;
        if (progress.reason.empty()) progress.reason = error.problem();
        progress.state = State::writing;
    }
    return progress;
}

} // namespace ewald::io
