// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_render.h"

#include <QImage>

namespace ewald::view {

/// The whole of an image, as large as given: for small pictures of results. Empty for an empty image. Any thread.
[[nodiscard]] QImage pictureOf(const ImageData& data, std::size_t width, std::size_t height, const char* colourMap);

} // namespace ewald::view
