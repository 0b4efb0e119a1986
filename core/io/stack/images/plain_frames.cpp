// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/plain_frames.h"

#include "base/phrase.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/half_float.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ewald::io {
namespace {

constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 30U;
constexpr std::uint64_t kMostFrames = 10'000'000;

class PlainSegment final : public StackSegment {
public:
    PlainSegment(FrameShape shape, std::vector<PlainFrame> frames, std::shared_ptr<const RawFile> file, bool halfFloats)
        : m_shape(shape), m_frames(std::move(frames)), m_file(std::move(file)), m_halfFloats(halfFloats) {}

    FrameShape shape() const noexcept override { return m_shape; }
    std::size_t frameCount() const noexcept override { return m_frames.size(); }
    std::string where(std::size_t frame) const override {
        const std::string file = m_file->path().string();
        return m_frames.size() == 1 ? file : file + " frame " + std::to_string(frame);
    }
    std::uint64_t storedBytes() const noexcept override { return m_frames.size() * bytesOfFrame(); }
    std::string compression() const override { return "none"; }

    StoredFrame read(std::size_t frame, ReadContext& context) const override {
        if (m_halfFloats) {
            context.readStored(*m_file, m_frames[frame].offset, bytesOfFrame());
            const MemoryPool::Buffer wide = context.take(m_shape.bytes());
            widenHalves(context.stored, m_frames[frame].bigEndian, *wide);
            return pixelsIn(wide);
        }
        const MemoryPool::Buffer plain = context.readFrame(*m_file, m_frames[frame].offset, m_shape.bytes());
        if (m_frames[frame].bigEndian != kBigEndianMachine) swapBytes(*plain, bytesOf(m_shape.type));
        return pixelsIn(plain);
    }

private:
    std::size_t bytesOfFrame() const noexcept { return m_halfFloats ? 2 * m_shape.pixels() : m_shape.bytes(); }

    FrameShape m_shape;
    std::vector<PlainFrame> m_frames;
    std::shared_ptr<const RawFile> m_file;
    bool m_halfFloats;
};

} // namespace

std::shared_ptr<const StackSegment> plainSegment(FrameShape shape, std::vector<PlainFrame> frames,
                                                 std::shared_ptr<const RawFile> file, bool halfFloats) {
    return std::make_shared<const PlainSegment>(shape, std::move(frames), std::move(file), halfFloats);
}

bool isPrintableAscii(std::string_view text) noexcept {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

void checkFrameShape(std::uint64_t rows, std::uint64_t cols, const std::filesystem::path& file) {
    if (rows == 0 || cols == 0 || rows > kMaxPixels / cols)
        throw DataError(phrase("the header announces frames of %1 × %2 pixels", rows, cols), file.string(),
                        "the file may be damaged: copy it again");
}

void appendPlainRun(const PlainRun& run, const std::shared_ptr<const RawFile>& file, StackContents& contents) {
    const std::uint64_t bytes = run.halfFloats ? 2 * run.shape.pixels() : run.shape.bytes();
    const std::uint64_t distance = std::max<std::uint64_t>(run.distance, bytes);
    const std::uint64_t end = run.end > 0 ? std::min(run.end, file->size()) : file->size();
    const std::uint64_t left = end > run.first ? end - run.first : 0;
    const std::uint64_t there = left < bytes ? 0 : (left - bytes) / distance + 1;
    const std::uint64_t announced = run.count > 0 ? run.count : there;
    const std::uint64_t used = std::min({there, announced, kMostFrames});
    const std::string where = file->path().string();
    if (used == 0) throw DataError("the file holds no complete frame", where, "it may still be being written");
    const std::uint64_t behind = left - ((used - 1) * distance + bytes);
    // Where each frame has a header of its own, one of a frame that is not there may stand at the end.
    const bool isCutOff = run.count == 0 && behind > 0;
    contents.cutOff = static_cast<std::size_t>(std::min(announced, kMostFrames) - used) + (isCutOff ? 1 : 0);
    if (isCutOff)
        contents.note(Severity::warning,
                      phrase("the file ends in the middle of a frame, which is left out: %1", where));
    else if (announced > used)
        contents.note(Severity::warning,
                      phrase("the header announces %1 frames, the file holds %2: %3", announced, used, where));
    else if (behind > 0)
        contents.note(Severity::warning,
                      phrase("%1 bytes behind the last frame are not understood and left out: %2", behind, where));
    std::vector<PlainFrame> frames;
    for (std::uint64_t i = 0; i < used; ++i) frames.push_back({run.first + i * distance, run.bigEndian});
    contents.frames.append(plainSegment(run.shape, std::move(frames), file, run.halfFloats));
}

} // namespace ewald::io
