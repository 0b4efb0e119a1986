// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/images/mask_bits.h"
#include "io/stack/hdf5_resolver.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ewald::io {

/// Whether the mask and the flat field are wanted, too: those of a module alone are not.
enum class DetectorParts { all, withoutImages };

/// Adds what a NeXus-like file says beside the frames at `framesPath`: geometry, mask, flat field, description, limits
/// of the counts and of their rate, whether frames were announced that are not there. What is not there, or makes no
/// sense, is left out; the latter with a note. \param channel of a detector with several thresholds
void readDetector(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file, const std::string& framesPath,
                  std::size_t channel, StackContents& contents, DetectorParts parts = DetectorParts::all);

/// What the group of the detector says that frames have been corrected with, by datasets or attributes.
[[nodiscard]] AppliedCorrections appliedCorrections(const h5::File& file, const std::string& detector);

/// A limit of the counts of a pixel, and what says so.
struct StatedLimit {
    double counts = 0;
    std::string by;          ///< "/entry/instrument/detector/saturation_value"
    bool isMeasured = false; ///< the number there is still a measurement, and `counts` is the next one
};
/// Counts from which on a pixel is saturated, by the group of the detector (empty: there is none): its dataset or
/// attribute saturation_value, or the attribute of the frames, or the valid_max or valid_range of these, which is the
/// largest number that is a measurement.
[[nodiscard]] std::optional<StatedLimit> saturationOf(const h5::File& file, const std::string& detector,
                                                      const std::string& framesPath);
/// What a person is told of it.
[[nodiscard]] std::string saturationText(const StatedLimit& stated);
/// Counts below which nothing was measured, in the same places: underload_value (where it is positive), valid_min,
/// valid_range.
[[nodiscard]] std::optional<StatedLimit> lowestOf(const h5::File& file, const std::string& detector,
                                                  const std::string& framesPath);

/// An image of `shape` at `path`, which may have axes of length one, or one entry a channel, in front. Empty with a
/// note when it has another shape or cannot be read.
[[nodiscard]] Array<double, 2> readDetectorImage(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                                 const std::string& path, FrameShape shape, std::size_t channel,
                                                 std::vector<Note>& notes);

/// Marks what is not zero, and says how many pixels are bad for which reason (the bits of NXmx). What is
/// negative, or no whole number of 32 bits, is bad for no reason that has a name.
/// \tparam T double, uint32_t or int32_t
template <class T>
void useMask(const Array<T, 2>& values, const std::string& path, StackContents& contents, MaskBits bits = {});
/// Takes a flat field to divide by; pixels where it is no positive number are masked. All of them: it is not used.
void useFlat(const Array<double, 2>& values, const std::string& path, StackContents& contents);

} // namespace ewald::io
