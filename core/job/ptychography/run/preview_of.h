// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events/events.h"
#include "job/ptychography/setup/ptycho_setup.h"
#include "ptycho/solver.h"

#include <memory>
#include <vector>

namespace ewald::job {

/// Places of frames in pixels of the object, as positions of the scan in metres. Any thread.
[[nodiscard]] std::vector<ScanPosition> positionsInMetres(const std::vector<PixelPosition>& positions,
                                                          const PtychoSetup& setup);

/// Intensities of frames from the amplitudes of the beam that are fitted. Any thread.
[[nodiscard]] std::vector<double> intensitiesOf(const std::vector<double>& beam);

/// What an observer sees of a run: modes made orthogonal, one layer of a thick object, positions beside those of the
/// file. Any thread; `setup` must not change meanwhile.
[[nodiscard]] std::shared_ptr<const Preview> previewOf(ptycho::Snapshot&& snapshot, const PtychoSetup& setup);

} // namespace ewald::job
