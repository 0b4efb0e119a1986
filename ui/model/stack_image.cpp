// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stack_image.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace ewald::ui {

namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
/// Pixels that are read, decoded and added up in about two seconds on one core.
constexpr std::size_t kPixelsInASecondOrTwo = 160'000'000;

template <class T>
void convert(std::span<const std::byte> bytes, const DummyValue& dummy, Array<float, 2>& out) {
    double empty = 0;
    if (dummy) {
        empty = dummy->first;
        // A negative dummy of unsigned data counts down from 2^bits.
        if (std::is_unsigned_v<T> && empty < 0) empty += std::ldexp(1.0, std::numeric_limits<T>::digits);
    }
    const std::size_t count = std::min(out.size(), bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        const auto number = static_cast<double>(value);
        bool valid = std::isfinite(number);
        if constexpr (std::is_unsigned_v<T>) valid = value != std::numeric_limits<T>::max();
        if (dummy) valid = valid && (dummy->second > 0 ? std::abs(number - empty) > dummy->second : number != empty);
        out.data()[i] = valid ? static_cast<float>(number) : kNothing;
    }
}

} // namespace

Array<float, 2> toImage(const io::FrameStack& stack, std::span<const std::byte> pixels, const DummyValue& dummy) {
    Array<float, 2> image({stack.rows(), stack.cols()}, kNothing);
    withPixelType(stack.pixelType(), [&](auto number) { convert<decltype(number)>(pixels, dummy, image); });
    return image;
}

std::size_t stackSample(const io::FrameStack& stack) {
    const std::size_t pixels = std::max<std::size_t>(1, stack.rows() * stack.cols());
    return std::clamp<std::size_t>(kPixelsInASecondOrTwo / pixels, 2, 100);
}

ImagePtr withoutDark(const ImagePtr& image, const Array<float, 2>& dark) {
    auto left = std::make_shared<Array<float, 2>>(*image);
    for (std::size_t i = 0; i < left->size(); ++i) left->data()[i] -= dark.data()[i];
    return left;
}

ImagePtr readStackImage(const io::FrameStack& stack, StackView what, std::size_t frame, std::size_t sample,
                        const DummyValue& dummy, const RunControl& control,
                        const std::function<void(std::size_t, std::size_t)>& progress) {
    const std::unique_ptr<io::FrameReader> reader = stack.makeReader();
    if (what == StackView::frame) {
        return std::make_shared<const Array<float, 2>>(toImage(stack, reader->readPixels(frame), dummy));
    }
    const std::size_t frames = std::min(std::max<std::size_t>(sample, 1), stack.frameCount());
    Array<double, 2> sum({stack.rows(), stack.cols()});
    Array<std::uint32_t, 2> count(sum.shape());
    std::optional<Error> failure;
    for (std::size_t k = 0; k < frames; ++k) {
        if (control.stopRequested()) throw StoppedError();
        try {
            const Array<float, 2> image = toImage(stack, reader->readPixels(k * stack.frameCount() / frames), dummy);
            for (std::size_t i = 0; i < image.size(); ++i) {
                const auto value = static_cast<double>(image.data()[i]);
                if (!std::isfinite(value)) continue;
                double& total = sum.data()[i];
                total =
                    what == StackView::mean ? total + value : (count.data()[i] == 0 ? value : std::max(total, value));
                ++count.data()[i];
            }
        } catch (const DataError& error) {
            failure = error;
        }
        if (progress) progress(k + 1, frames);
    }
    auto result = std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{stack.rows(), stack.cols()}, kNothing);
    bool any = false;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const std::uint32_t n = count.data()[i];
        if (n == 0) continue;
        any = true;
        result->data()[i] = static_cast<float>(what == StackView::mean ? sum.data()[i] / n : sum.data()[i]);
    }
    if (!any && failure) throw *failure;
    return result;
}

} // namespace ewald::ui
