// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "azint/poni.h"
#include "base/run_control.h"
#include "io/frame_stack.h"
#include "job/document/document.h"
#include "job/integration/geometry_file.h"
#include "job/integration/group_worker.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ewald::job {

/// A geometry of a file, for the frames of a stack (azint::fittedToFrames()).
struct FileGeometry {
    azint::Poni poni;
    std::string arm; ///< where the detector arm is, "tth = 30": of a goniometer file; empty: of a PONI file
};

/// What the geometry file of a document says (`poni_file`); absent where it names none. A job reads it once.
/// \throws DataError
[[nodiscard]] std::optional<GeometryFile> geometryFileOf(const JobDocument& job);

/// A place of the arm: a number for each of the positions of its goniometer file, in their order; none without one.
using ArmPlace = std::vector<double>;
/// Where the arm is in the frames that a document chooses.
struct ArmPlaces {
    std::vector<ArmPlace> places = std::vector<ArmPlace>(1); ///< different ones, as they come; of one frame each
    std::vector<std::size_t> placeOfRow{}; ///< of each of these frames; empty where there is one place
    bool operator==(const ArmPlaces&) const = default;
};

/// Reads `arm_position` of a document: a number for each of the positions of a goniometer file, or the path of a
/// dataset in the HDF5 files of the frames, with one value for a file or one for a frame. Positions are the same within
/// what an encoder scatters by. Of a PONI file, or of none, one place without numbers. Any thread. \throws JobError
/// where a position is missing, or a dataset without a value for each frame has different ones; DataError where a file
/// cannot be read
[[nodiscard]] ArmPlaces armPlaces(const std::optional<GeometryFile>& file, const JobDocument& job,
                                  const io::FrameStack& stack);
/// The only place. \throws as armPlaces(), JobError also where the arm moves between the frames
[[nodiscard]] ArmPlace onlyPlaceOf(const GeometryFile& file, const JobDocument& job, const io::FrameStack& stack);
/// "30, 1.5": numbers, as arm_position takes them. \throws JobError for what is none
[[nodiscard]] ArmPlace armPlaceOf(std::string_view text);

/// The geometry of a PONI file, or that of a goniometer file at a place. Any thread. \throws JobError for another
/// number of positions, DataError where the file says no geometry
[[nodiscard]] FileGeometry geometryAt(const GeometryFile& file, std::span<const double> place,
                                      const io::FrameStack& stack);

/// Integrates frames between which the detector arm moves, each with the table of its place. Tables are made when they
/// are needed, and few are kept at a time. Workers keep references to it.
class ArmTables {
public:
    /// What the frames of a place are integrated with.
    using Table = std::shared_ptr<const azint::Integrator>;
    using GeometryOfPlace = std::function<azint::Geometry(std::size_t place)>;
    /// \param placeOfRow of each of the chosen frames, which are every `step`-th of the stack from `firstFrame` on
    /// \param first of place 0, kept by reference: settings and corrections are the same for all, and its range is that
    /// of all patterns \param threads that make a table
    ArmTables(const io::FrameStack& stack, std::vector<std::size_t> placeOfRow, std::size_t firstFrame,
              std::size_t step, const azint::Integrator& first, GeometryOfPlace geometryOf, unsigned threads);

    [[nodiscard]] std::size_t places() const noexcept { return m_places; }
    /// Tables that are in memory at a time, at most: that of the first place, those that are kept, and what workers
    /// still use.
    [[nodiscard]] static std::size_t mostTables(std::size_t places, std::size_t workers) noexcept;
    [[nodiscard]] std::size_t placeOf(std::size_t frame) const { return m_placeOfRow.at((frame - m_first) / m_step); }
    /// Any thread; others that ask wait while a table is made. \throws Error
    [[nodiscard]] Table at(std::size_t place) const;
    [[nodiscard]] std::unique_ptr<GroupWorker> makeWorker(const RunControl& control) const;

private:
    const io::FrameStack& m_stack;
    std::vector<std::size_t> m_placeOfRow;
    std::size_t m_first;
    std::size_t m_step;
    std::size_t m_places;
    const azint::Integrator& m_integrator;
    GeometryOfPlace m_geometryOf;
    unsigned m_threads;
    mutable std::mutex m_mutex;
    mutable std::deque<std::pair<std::size_t, Table>> m_kept; ///< the last ones that were made
};

} // namespace ewald::job
