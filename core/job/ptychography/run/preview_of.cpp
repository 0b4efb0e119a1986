// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/run/preview_of.h"

#include "job/ptychography/results/position_moves.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/probe_algebra.h"

#include <utility>

namespace ewald::job {

std::vector<ScanPosition> positionsInMetres(const std::vector<PixelPosition>& positions, const PtychoSetup& setup) {
    std::vector<ScanPosition> metres;
    metres.reserve(positions.size());
    for (const PixelPosition& position : positions)
        metres.push_back(setup.scanLayout.toMetres(position, setup.geometry));
    return metres;
}

std::vector<double> intensitiesOf(const std::vector<double>& beam) {
    std::vector<double> intensities;
    for (const double amplitude : beam) intensities.push_back(amplitude * amplitude);
    return intensities;
}

std::shared_ptr<const Preview> previewOf(ptycho::Snapshot&& snapshot, const PtychoSetup& setup) {
    auto preview = std::make_shared<Preview>();
    preview->iteration = snapshot.iteration;
    preview->objectModes = setup.model.objectModes;
    if (setup.model.layers() > 1) {
        preview->layers = ptycho::slicesOf(snapshot.estimate.object, setup.model.layers());
        if (preview->objectModes > 1) ptycho::orthogonalise(preview->layers);
        preview->object = ptycho::objectOf(preview->layers, preview->objectModes);
    } else {
        preview->object = std::move(snapshot.estimate.object);
    }
    preview->probe = std::move(snapshot.estimate.probe);
    preview->modePower = ptycho::orthogonalise(preview->probe);
    preview->objectPixelHeight_m = setup.geometry.objectPixelHeight_m;
    preview->objectPixelWidth_m = setup.geometry.objectPixelWidth_m;
    preview->objectOriginY_m = setup.scanLayout.originY_m;
    preview->objectOriginX_m = setup.scanLayout.originX_m;
    preview->frame = snapshot.frame;
    preview->measured = measuredFrame(setup, snapshot.frame);
    preview->modelled = std::move(snapshot.modelled);
    if (snapshot.positions != setup.scanLayout.positions)
        preview->moves = positionMoves(setup.positions, positionsInMetres(snapshot.positions, setup),
                                       setup.layout.frameIndex, setup.geometry.objectPixelWidth_m);
    preview->positions = std::move(snapshot.positions);
    preview->background = std::move(snapshot.background);
    preview->intensities = intensitiesOf(snapshot.beam);
    preview->frames = setup.layout.frameIndex;
    preview->windowPixels = setup.geometry.size;
    return preview;
}

} // namespace ewald::job
