// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/frame_stack.h"
#include "io/scan_progress.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ewald::io {

/// The frames of files that are still being written, or of a pattern of names to which more files come: a stack that
/// look() lets grow. Frames keep their numbers. The newest image of a pattern is taken at the second look that finds it
/// as it was, or with the next one: it may be seen while it is written. Readers are those of the frames that were there
/// when they were made; look() is called by one thread while nobody else uses the stack.
class GrowingStack final : public FrameStack {
public:
    using Open = std::function<std::shared_ptr<const FrameStack>()>;
    /// What a look at the files has found.
    struct Look {
        bool changed = false; ///< something about the files did since the last look
        bool grew = false;    ///< there are more frames now
        ScanProgress::State state = ScanProgress::State::writing;
        std::string reason{}; ///< of `writing`, one line
    };

    /// \param files names or patterns of them, of what `open` opens \param open opens all frames that are there now
    /// \throws DataError of `open`
    GrowingStack(std::vector<std::filesystem::path> files, Open open);

    /// Looks at the files, and where they have changed takes what came since. Where they cannot be read at the moment,
    /// or the frames are of another kind, or fewer, than before, the stack stays as it is: `writing`, and why.
    [[nodiscard]] Look look();
    /// Since any of the files was written last; 0 where that is not known.
    [[nodiscard]] std::chrono::duration<double> age() const;

    [[nodiscard]] std::size_t frameCount() const noexcept override { return m_stack->frameCount(); }
    [[nodiscard]] std::size_t rows() const noexcept override { return m_stack->rows(); }
    [[nodiscard]] std::size_t cols() const noexcept override { return m_stack->cols(); }
    [[nodiscard]] PixelType pixelType() const noexcept override { return m_stack->pixelType(); }
    [[nodiscard]] std::string where(std::size_t frame) const override { return m_stack->where(frame); }
    [[nodiscard]] std::unique_ptr<FrameReader> makeReader() const override { return m_stack->makeReader(); }
    [[nodiscard]] std::shared_ptr<const FrameStack> select(std::span<const std::size_t> frames) const override {
        return m_stack->select(frames);
    }
    [[nodiscard]] std::size_t chunkFrames() const noexcept override { return m_stack->chunkFrames(); }
    [[nodiscard]] FrameUnit unitOf(std::size_t frame) const override { return m_stack->unitOf(frame); }
    [[nodiscard]] std::size_t framesThere() const override { return m_stack->framesThere(); }
    [[nodiscard]] std::vector<std::size_t> readableFrames() const override { return m_stack->readableFrames(); }

private:
    /// What the files say now, and a text that changes with them.
    [[nodiscard]] Look seen(std::string& version) const;
    /// \param frames of `stack`, the first of them
    void take(const FrameStack& stack, std::shared_ptr<const FrameStack> frames);
    /// Without those at the end that may be half there. \param changing files have changed since the look before
    [[nodiscard]] std::shared_ptr<const FrameStack> whole(std::shared_ptr<const FrameStack> stack, bool changing) const;
    /// \return whether there are more \throws DataError
    [[nodiscard]] bool takeWhatIsThere(bool changing);

    std::vector<std::filesystem::path> m_files;
    Open m_open;
    std::shared_ptr<const FrameStack> m_stack;
    /// What the patterns of names have found last.
    struct Found {
        std::vector<std::filesystem::path> newest; ///< the last ones, which may still be written
        std::set<std::filesystem::path> folders;   ///< of all
    };
    [[nodiscard]] Found find() const;
    /// Looks for files where folders have changed. \throws DataError where there are none
    void findAgain();
    /// Of the folders in which there are some, and in which more may come.
    [[nodiscard]] std::string versionOfFolders() const;

    bool m_hasPattern = false;
    Found m_found;
    std::string m_folders;    ///< versionOfFolders() when they were looked through
    bool m_holdsBack = false; ///< frames that were there at the last look and may not have been whole
    std::string m_version;    ///< of the files when they were opened last, …
    std::string m_seen;       ///< … and when they were looked at last
};

} // namespace ewald::io
