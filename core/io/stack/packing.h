// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"

#include <string>

namespace ewald::io {

/// How the numbers of a dataset stand for others: stored · scale + offset.
struct Packing {
    double scale = 1;
    double offset = 0;
    std::string
        by; ///< the attributes or datasets that say so: "scale_factor = 2, add_offset = 0.5"; empty: they do not

    [[nodiscard]] double value(double stored) const noexcept { return stored * scale + offset; }
};

/// By the attributes of netCDF and CF (scale_factor, add_offset: stored · factor + offset) and scaling_factor, or by
/// the datasets of NeXus beside it (NAME_scaling_factor, NAME_offset, in NXdata groups also scaling_factor and offset:
/// (stored + offset) · factor). \throws DataError for a factor or an offset that is not the same for all
[[nodiscard]] Packing packingOf(const h5::File& file, const std::string& path);

/// What a packing means for frames: a factor keeps what intensities are compared for, and counts are what the noise
/// belongs to; an offset would be taken for counts. \param where the dataset
/// \return a warning, empty: nothing is packed \throws DataError for an offset
[[nodiscard]] std::string checkPackedFrames(const Packing& packing, const std::string& where);

} // namespace ewald::io
