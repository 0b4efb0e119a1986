// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/units.h"
#include "compute/communication/device_communicator.h"
#include "io/preprocess/preprocess.h"
#include "job/document/document.h"
#include "ptycho/model/problem.h"
#include "ptycho/model/settings.h"

#include <chrono>

namespace ewald::job {

// What the parts below the job layer want to know, out of a document. All values have been range-checked.

/// The input part of a document as the readers want it. \throws JobError for a text of bad_pixels, excluded_frames
/// or included_frames that makes no sense
[[nodiscard]] io::Preprocessing preprocessingOf(const JobDocument& job);
[[nodiscard]] ptycho::ModelSettings modelSettingsOf(const JobDocument& job);
[[nodiscard]] ptycho::StageSettings stageSettingsOf(const JobDocument& job, std::size_t stage);
[[nodiscard]] std::vector<ptycho::StageSettings> stageSettingsOf(const JobDocument& job);
/// \param frames that are used \throws JobError where so few do not determine how the probe varies
void requireFramesOfVariableProbe(const std::vector<ptycho::StageSettings>& pipeline, std::size_t frames);
/// \param scan gives the detector's basis vectors where the file has them
[[nodiscard]] ptycho::PositionOptions positionOptionsOf(const JobDocument& job, const io::Scan& scan);
/// How sample and detector lie in the beam.
[[nodiscard]] ptycho::SampleGeometry sampleGeometryOf(const JobDocument& job);
/// known_region and known_transmission in pixels of the object; empty where none is given.
/// \throws JobError for a text that says no region, and for one outside of the object
[[nodiscard]] ptycho::KnownRegion knownRegionOf(const JobDocument& job, const ptycho::ScanLayout& layout,
                                                const ptycho::Geometry& geometry);
/// What of it needs no scan. \return whether a region is given \throws JobError for a text that says none
bool checkKnownRegion(const JobDocument& job);
/// The experiment behind the frames of a scan. \throws DataError as makeGeometry() and tiltedGeometry()
[[nodiscard]] ptycho::Geometry geometryOf(const JobDocument& job, const io::Scan& scan,
                                          const io::PreparedLayout& layout, std::size_t oversampling = 1);
/// How the document has frames partitioned; \param tiled the object is, which "auto" follows.
[[nodiscard]] ptycho::Partition partitionOf(const JobDocument& job, bool tiled);
/// How the workers of a job sum what is in the memory of their devices.
[[nodiscard]] compute::CollectiveOptions collectiveOptionsOf(const JobDocument& job);
/// "dm 50 → rpie 200"
[[nodiscard]] std::string engineSummary(const JobDocument& job);
[[nodiscard]] std::size_t totalIterations(const JobDocument& job);
/// Whether its last engine ends by itself: totalIterations() are the most that there are.
[[nodiscard]] bool mayEndEarlier(const JobDocument& job);
/// How long ranks and processes wait for each other.
[[nodiscard]] std::chrono::milliseconds collectiveTimeout(const JobDocument& job);
/// The parameter "particle" of a job of any kind.
[[nodiscard]] Particle particleOf(const JobDocument& job);

} // namespace ewald::job
