// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ewald::io {

/// What an image is wanted for: decides which dataset of an HDF5 file is meant, and how messages call it.
enum class ImagePurpose { mask, image, dark, flat, variance };

/// An image, or the mean of several.
struct NumberImage {
    Array<double, 2> pixels;
    std::size_t images = 1; ///< that it is the mean of
    std::string remark{};   ///< where one of these is not like the others; empty: none
};

/// One image of numbers from a file of frames (openStack()), an NPZ archive or a Fit2D mask file; of several
/// images of a stack the mean, but for a mask.
/// \param file may be the address of a dataset (io/file_address.h); of a dark, flat field or variance also a name with
///        *, ? or #, which stands for all files that fit: the mean of all their images
/// \param path dataset of an HDF5 file whose name is no address, array of an NPZ archive; empty: its only image, or the
///        only one whose name says that it is for the purpose
/// \throws DataError naming the file and what is wrong
[[nodiscard]] NumberImage readNumberImage(const std::filesystem::path& file, const std::string& path,
                                          ImagePurpose purpose);

/// The files that the name of such an image stands for: itself, or those that fit, in the order of their numbers.
/// \throws DataError where none does
[[nodiscard]] std::vector<std::filesystem::path> filesOfImage(const std::filesystem::path& name);

/// A warning where an image (also a mask) is stored mirrored or turned, which is not undone: its pixels are not those
/// of the frames then. Empty otherwise. \throws DataError when the file cannot be read
[[nodiscard]] std::string remarkOnImage(const std::filesystem::path& file);

/// Whether the dark, flat or image of variances that is taken from a file are its frames at `framesPath`: no other
/// dataset is named, or found by its name. Files that are not HDF5 hold nothing else. \param path as readNumberImage()
/// \param framesPath in this file; empty: another file leads to these frames
[[nodiscard]] bool isImageOfFrames(const std::filesystem::path& file, const std::string& path, ImagePurpose purpose,
                                   const std::string& framesPath);

struct MeanOfImages {
    Array<float, 2> pixels;
    std::size_t images = 1;
    std::string remark{};
};
/// readNumberImage() as float.
[[nodiscard]] MeanOfImages readMeanImage(const std::filesystem::path& file, const std::string& path,
                                         ImagePurpose purpose);
/// Its pixels.
[[nodiscard]] Array<float, 2> readImage(const std::filesystem::path& file, const std::string& path,
                                        ImagePurpose purpose);

} // namespace ewald::io
