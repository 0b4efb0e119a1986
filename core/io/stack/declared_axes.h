// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/hdf5_resolver.h"

#include <memory>
#include <string>

namespace ewald::io {

/// Refuses frames at `path` whose @axes say that one of the last two axes counts frames, while rows and columns come
/// before. \throws DataError
void checkDeclaredAxes(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file, const std::string& path);

} // namespace ewald::io
