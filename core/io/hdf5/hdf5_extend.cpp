// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_extend.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/hdf5/hdf5_detail.h"

#include <hdf5.h>
#include <vector>

namespace ewald::io::h5 {

void extend(const Dataset& dataset, std::size_t entries) {
    detail::prepare();
    std::vector<hsize_t> extents(dataset.shape().begin(), dataset.shape().end());
    if (extents.empty()) throw InternalError("a scalar does not grow", dataset.where());
    extents.front() = entries;
    if (H5Dset_extent(dataset.id(), extents.data()) < 0)
        throw DataError(phrase("cannot extend the dataset (%1)", detail::lastMessage()), dataset.where(),
                        "check the free space of the disk");
}

} // namespace ewald::io::h5
