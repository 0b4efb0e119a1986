// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace ewald::io {

/// The frame of a file that holds one, which has to be decoded.
class OneFrameSegment : public StackSegment {
public:
    OneFrameSegment(FrameShape shape, std::shared_ptr<const RawFile> file) : m_shape(shape), m_file(std::move(file)) {}

    [[nodiscard]] FrameShape shape() const noexcept final { return m_shape; }
    [[nodiscard]] std::size_t frameCount() const noexcept final { return 1; }
    [[nodiscard]] std::string where(std::size_t /*frame*/) const final { return m_file->path().string(); }
    [[nodiscard]] StoredFrame read(std::size_t /*frame*/, ReadContext& context) const final { return decode(context); }

protected:
    /// \throws DataError
    [[nodiscard]] virtual StoredFrame decode(ReadContext& context) const = 0;
    [[nodiscard]] const RawFile& raw() const noexcept { return *m_file; }
    /// What is handed out of `counts`, in the type of the shape.
    template <class T>
    [[nodiscard]] StoredFrame frameOf(std::span<const T> counts, ReadContext& context) const {
        const MemoryPool::Buffer pixels = context.take(m_shape.bytes());
        std::ranges::copy(std::as_bytes(counts), pixels->begin());
        return pixelsIn(pixels);
    }

private:
    FrameShape m_shape;
    std::shared_ptr<const RawFile> m_file;
};

} // namespace ewald::io
