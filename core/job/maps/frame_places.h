// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/log.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "job/document/document.h"
#include "job/integration/integrate_runner.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// Where the frames of an integration were taken.
struct FramePlaces {
    std::vector<ScanPosition> ofRow; ///< one a row of the result, metres; NaN: not known
    std::string origin;              ///< which file or datasets say it, for people
    std::vector<std::string> remarks;
};

/// Which numbers are the places: paths of datasets in the frames' files (or an address "other.h5::/x"), with one number
/// a frame; with `table` columns of that text table, or of a SPEC file, by name or number.
struct PlacesRequest {
    std::string x;
    std::string y;
    std::string unit; ///< "um"; empty: what file or column say
    std::filesystem::path table;
    std::optional<std::size_t> scan{}; ///< of a SPEC file that holds several: the number behind #S
};

/// \throws JobError where the unit is not known; DataError where a dataset is missing, or has too few numbers
[[nodiscard]] FramePlaces readPlaces(const io::IntegrationResult& result, const PlacesRequest& request);
/// The same for some frames of files. \param rows which of the frames of all files the rows of a result are
[[nodiscard]] FramePlaces readPlaces(const std::vector<std::filesystem::path>& files, const FrameChoice& rows,
                                     const PlacesRequest& request);

/// Where a ptychographic reconstruction of the same frames has refined them to be on its object, along its rows and
/// columns, by the numbers of its frames.
/// \param name of it, for people \throws DataError where it shares no frame with the result
[[nodiscard]] FramePlaces placesOfReconstruction(const io::IntegrationResult& result,
                                                 const io::PtychoResult& reconstruction, const std::string& name);

/// What the file of the frames itself says as a scan (CXI, NeXus, layouts of beamlines); nothing where it is none.
/// Opens the file; any thread.
/// \param job it names the file \param rows which of its frames the rows of the result are
/// \param log is told why the places of a scan are not taken: it is damaged, or has them not for each frame
/// \throws StoppedError
[[nodiscard]] std::optional<FramePlaces> placesOfScan(const JobDocument& job, const FrameChoice& rows,
                                                      const LogSink& log = {});
/// The same by the document that the result holds.
[[nodiscard]] std::optional<FramePlaces> placesOfScan(const io::IntegrationResult& result, const LogSink& log = {});

} // namespace ewald::job
