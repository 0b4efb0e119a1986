// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/growing/growing_stack.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/file_address.h"
#include "io/stack/file_patterns.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace ewald::io {

namespace fs = std::filesystem;
using State = ScanProgress::State;

GrowingStack::GrowingStack(std::vector<fs::path> files, Open open)
    : m_files(std::move(files)), m_open(std::move(open)) {
    static_cast<void>(seen(m_version)); // first: what changes while they are opened is seen at the next look
    m_seen = m_version;
    take(m_open());
}

void GrowingStack::take(std::shared_ptr<const FrameStack> stack) {
    FrameStack::operator=(*stack); // what is said of all frames
    m_stack = std::move(stack);
}

GrowingStack::Look GrowingStack::seen(std::string& version) const {
    Look found{.state = State::complete};
    for (const fs::path& name : m_files) {
        if (isPattern(name.string()) && !fs::exists(name)) { // nothing says that no more files come to it
            version += fileVersion(name.parent_path().empty() ? fs::path(".") : name.parent_path()) + ";";
            if (found.state == State::complete) found.state = State::unmarked;
            continue;
        }
        const ScanProgress progress = lookAtProgress(splitAddress(name).file);
        version += progress.version + " " + std::to_string(progress.frames) + ";";
        if (progress.state == State::writing && found.state != State::writing) found.reason = progress.reason;
        if (progress.state == State::writing || found.state == State::complete) found.state = progress.state;
    }
    return found;
}

std::chrono::duration<double> GrowingStack::age() const {
    const auto now = fs::file_time_type::clock::now();
    std::chrono::duration<double> least = std::chrono::hours(24 * 365);
    for (const fs::path& file : sourceFiles) {
        std::error_code failed;
        const fs::file_time_type written = fs::last_write_time(file, failed);
        if (!failed) least = std::min<std::chrono::duration<double>>(least, now - written);
    }
    return sourceFiles.empty() ? std::chrono::duration<double>(0) : std::max(least, std::chrono::duration<double>(0));
}

GrowingStack::Look GrowingStack::look() {
    Look found;
    try {
        std::string version;
        found = seen(version);
        found.changed = version != m_seen;
        m_seen = version;
        if (version == m_version) return found;
        found.grew = takeWhatIsThere();
        m_version = std::move(version);
    } catch (const DataError& error) { // it may make no sense yet
        found.state = State::writing;
        found.reason = error.what();
    }
    return found;
}

bool GrowingStack::takeWhatIsThere() {
    std::shared_ptr<const FrameStack> now = m_open();
    if (now->rows() != rows() || now->cols() != cols() || now->pixelType() != pixelType())
        throw DataError(
            phrase("the frames are of %1 x %2 now, and were of %3 x %4", now->rows(), now->cols(), rows(), cols()),
            m_files.front().string(), "another file has taken its place: integrate that by itself");
    if (now->frameCount() < frameCount())
        throw DataError(phrase("there are %1 frames now, and were %2", now->frameCount(), frameCount()),
                        m_files.front().string(), "another file has taken its place: integrate that by itself");
    const bool grew = now->frameCount() > frameCount();
    take(std::move(now));
    return grew;
}

} // namespace ewald::io
