// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/run_control.h"
#include "io/integration_file.h"
#include "job/document/document.h"

#include <QDateTime>
#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ewald::ui {

/// All patterns of an integration for a heat map: few enough rows to be looked at, each the mean of `framesPerRow`
/// neighbouring frames (cakes averaged over the azimuth); NaN = nothing there.
struct Waterfall {
    Array<float, 2> rows;
    std::size_t framesPerRow = 1;
};

/// An integration result as the window shows it.
struct LoadedIntegration {
    QString file;
    std::shared_ptr<const io::IntegrationResult> result;
    std::shared_ptr<const Waterfall> waterfall;
    std::optional<job::JobDocument> job; ///< the job that made it, where the file holds it
    QString movedFrom;                   ///< where its input was, if that lies beside it now (moved_files.h)
    QDateTime date;                      ///< writtenDate()
};
using LoadedIntegrationPtr = std::shared_ptr<const LoadedIntegration>;

/// Opens a result and reads its patterns once for the heat map, a few at a time. Any thread. \throws DataError,
/// StoppedError
[[nodiscard]] LoadedIntegrationPtr loadIntegration(const QString& file, const RunControl& control);

/// Sets bins without a pixel to "not a number" (the file keeps zeros there), so that nothing is averaged or drawn that
/// was not measured. One thread.
class EmptyBins {
public:
    explicit EmptyBins(const io::IntegrationResult& result) : m_result(result) {}
    /// \param values bins() values of a frame. \throws DataError
    void blank(std::size_t frame, std::span<float> values);

private:
    const io::IntegrationResult& m_result;
    std::vector<float> m_counts; ///< of every frame alike, read once
    bool m_read = false;
};

} // namespace ewald::ui
