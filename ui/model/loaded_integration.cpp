// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/loaded_integration.h"

#include "base/error.h"
#include "job/integration/sector_mean.h"
#include "model/moved_files.h"
#include "model/text.h"
#include "model/written_date.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::ui {

namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
/// Rows of a heat map: about as many as a screen has.
constexpr std::size_t kMostRows = 800;
/// Numbers that are read at once: 32 MB.
constexpr std::size_t kValuesAtOnce = 8'000'000;

/// Calls visit(frame, values) for every frame, with its bins() values.
template <class Visit>
void forEachFrame(const io::IntegrationResult& result, const RunControl& control, Visit&& visit) {
    const io::IntegrationAxes& axes = result.axes();
    const std::size_t bins = std::max<std::size_t>(1, axes.bins());
    const std::size_t atOnce = std::max<std::size_t>(1, kValuesAtOnce / bins);
    EmptyBins empty(result);
    for (std::size_t first = 0; first < axes.frames; first += atOnce) {
        if (control.stopRequested()) throw StoppedError();
        const std::size_t count = std::min(atOnce, axes.frames - first);
        std::vector<float> values = result.intensities(first, count);
        for (std::size_t k = 0; k < count; ++k) {
            const std::span<float> row = std::span(values).subspan(k * bins, bins);
            empty.blank(first + k, row);
            visit(first + k, std::span<const float>(row));
        }
    }
}

/// The weights of the sectors of cakes, frame by frame.
class SectorWeights {
public:
    explicit SectorWeights(const io::IntegrationResult& result) : m_result(result) {}
    /// Empty for patterns. \throws DataError
    [[nodiscard]] std::span<const float> of(std::size_t frame) {
        if (m_result.axes().azimuthal_deg.empty()) return {};
        if (!m_read || m_result.countsVary()) m_weights = m_result.weights(frame);
        m_read = true;
        return m_weights;
    }

private:
    const io::IntegrationResult& m_result;
    std::vector<float> m_weights;
    bool m_read = false;
};

} // namespace

void EmptyBins::blank(std::size_t frame, std::span<float> values) {
    if (!m_read || m_result.countsVary()) m_counts = m_result.counts(frame);
    m_read = true;
    if (m_counts.size() != values.size()) return;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!(m_counts[i] > 0)) values[i] = kNothing;
    }
}

LoadedIntegrationPtr loadIntegration(const QString& file, const RunControl& control) {
    auto loaded = std::make_shared<LoadedIntegration>();
    loaded->file = file;
    loaded->date = writtenDate(file);
    loaded->result = std::make_shared<const io::IntegrationResult>(toPath(file));
    const io::IntegrationAxes& axes = loaded->result->axes();
    const std::size_t npt = axes.radial.size();
    auto waterfall = std::make_shared<Waterfall>();
    waterfall->framesPerRow = std::max<std::size_t>(1, (axes.frames + kMostRows - 1) / kMostRows);
    const std::size_t rows = (axes.frames + waterfall->framesPerRow - 1) / waterfall->framesPerRow;
    waterfall->rows = Array<float, 2>({rows, npt});
    Array<std::uint32_t, 2> count({rows, npt});
    SectorWeights weights(*loaded->result);
    forEachFrame(*loaded->result, control, [&](std::size_t frame, std::span<const float> values) {
        const std::size_t row = frame / waterfall->framesPerRow;
        const std::vector<float> pattern = job::meanOverSectors(values, weights.of(frame), npt);
        for (std::size_t i = 0; i < npt; ++i) {
            if (!std::isfinite(pattern[i])) continue;
            waterfall->rows(row, i) += pattern[i];
            ++count(row, i);
        }
    });
    for (std::size_t i = 0; i < count.size(); ++i) {
        float& value = waterfall->rows.data()[i];
        value = count.data()[i] > 0 ? value / static_cast<float>(count.data()[i]) : kNothing;
    }
    loaded->waterfall = std::move(waterfall);
    try {
        loaded->job = job::parseJob(loaded->result->end().job, file.toStdString());
        loaded->movedFrom = takeFromBeside(*loaded->job, file, axes.frames);
    } catch (const Error&) {
        loaded->job.reset(); // the patterns are worth showing without it; the report says that the job is missing
    }
    return loaded;
}

} // namespace ewald::ui
