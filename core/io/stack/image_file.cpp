// SPDX-License-Identifier: GPL-3.0-or-later
// Single images of numbers, for dark, flat, variance and masks.
#include "base/error.h"
#include "io/frame_stack.h"

#include <cstring>

namespace ewald::io {
namespace {

template <class T>
void convert(std::span<const std::byte> bytes, Array<float, 2>& out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        out.data()[i] = static_cast<float>(value);
    }
}

Array<float, 2> toFloat(std::span<const std::byte> bytes, std::size_t rows, std::size_t cols, PixelType type) {
    Array<float, 2> out({rows, cols});
    switch (type) {
    case PixelType::uint8: convert<std::uint8_t>(bytes, out); break;
    case PixelType::uint16: convert<std::uint16_t>(bytes, out); break;
    case PixelType::uint32: convert<std::uint32_t>(bytes, out); break;
    case PixelType::uint64: convert<std::uint64_t>(bytes, out); break;
    case PixelType::int8: convert<std::int8_t>(bytes, out); break;
    case PixelType::int16: convert<std::int16_t>(bytes, out); break;
    case PixelType::int32: convert<std::int32_t>(bytes, out); break;
    case PixelType::int64: convert<std::int64_t>(bytes, out); break;
    case PixelType::float32: convert<float>(bytes, out); break;
    case PixelType::float64: convert<double>(bytes, out); break;
    }
    return out;
}

} // namespace

Array<float, 2> readImage(const std::filesystem::path& file, const std::string& path) {
    StackOptions options;
    options.dataset = path;
    const std::shared_ptr<const FrameStack> stack = openStack(std::span(&file, 1), options);
    if (stack->frameCount() != 1)
        throw DataError("holds " + std::to_string(stack->frameCount()) + " images, expected one", file.string(),
                        path.empty() ? "name the dataset of the image" : "choose a file with a single image");
    const std::unique_ptr<FrameReader> reader = stack->makeReader();
    return toFloat(reader->readPixels(0), stack->rows(), stack->cols(), stack->pixelType());
}

} // namespace ewald::io
