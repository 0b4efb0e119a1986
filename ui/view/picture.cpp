// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/picture.h"

namespace ewald::view {

QImage pictureOf(const ImageData& data, std::size_t width, std::size_t height, const char* colourMap) {
    if (data.rows() == 0 || data.cols() == 0) return {};
    const Tile tile = renderTile(data, {0, 0, data.cols(), data.rows()}, width, height, imageRange(data, {}),
                                 ColourMap::byId(colourMap));
    const auto across = static_cast<int>(tile.width);
    // A copy: the image above is one of memory that ends with the tile.
    return QImage(tile.rgba.data(), across, static_cast<int>(tile.height), 4 * across, QImage::Format_RGBA8888).copy();
}

} // namespace ewald::view
