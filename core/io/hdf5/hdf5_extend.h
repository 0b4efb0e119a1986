// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"

namespace ewald::io::h5 {

/// Gives the first axis of an extendible dataset (StorageOptions::extendible) so many entries. New ones hold its fill
/// value, those behind a smaller end are gone. To be opened again afterwards, as a Dataset knows the shape that it was
/// opened with. \param dataset of a file that is written \throws DataError
void extend(const Dataset& dataset, std::size_t entries);

} // namespace ewald::io::h5
