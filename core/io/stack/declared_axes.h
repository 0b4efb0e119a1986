// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/hdf5_resolver.h"

#include <memory>
#include <string>
#include <vector>

namespace ewald::io {

/// Refuses frames at `path` whose @axes say that one of the last two axes counts frames, while rows and columns come
/// before. \throws DataError
void checkDeclaredAxes(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file, const std::string& path);

/// Says which axis of the frames at `path` (@axes of their group) holds another number of values than there are frames
/// along it.
[[nodiscard]] std::vector<std::string> compareAxes(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                                   const std::string& path);

} // namespace ewald::io
