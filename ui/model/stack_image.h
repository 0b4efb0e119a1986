// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/run_control.h"
#include "io/frame_stack.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace ewald::ui {

using StackPtr = std::shared_ptr<const io::FrameStack>;
using ImagePtr = std::shared_ptr<const Array<float, 2>>;

/// The value of pixels without a measurement, and how near to it a value is one too (see azint::Corrections).
using DummyValue = std::optional<std::pair<double, double>>;

/// Pixels of a stored frame as numbers; NaN where there is no measurement: the dummy value, the largest value of an
/// unsigned type (what detectors write into gaps), not finite. Any thread.
[[nodiscard]] Array<float, 2> toImage(const io::FrameStack& stack, std::span<const std::byte> pixels,
                                      const DummyValue& dummy);

/// What of a stack is looked at.
enum class StackView { frame, mean, maximum };

/// One frame, or the mean or the maximum of up to `sample` frames evenly spread over the stack; frames that cannot be
/// read are left out of those. Any thread. \throws DataError (one frame, or none that can be read), StoppedError
[[nodiscard]] ImagePtr readStackImage(const io::FrameStack& stack, StackView what, std::size_t frame,
                                      std::size_t sample, const DummyValue& dummy, const RunControl& control,
                                      const std::function<void(std::size_t, std::size_t)>& progress);

/// The image with a dark image of its shape subtracted. Any thread.
[[nodiscard]] ImagePtr withoutDark(const ImagePtr& image, const Array<float, 2>& dark);

/// Frames that can be looked at in about two seconds.
[[nodiscard]] std::size_t stackSample(const io::FrameStack& stack);

} // namespace ewald::ui
