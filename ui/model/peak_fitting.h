// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/document/document.h"
#include "job/peaks/peak_series.h"
#include "model/loaded_integration.h"
#include "model/user_message.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace ewald::ui {

/// The pattern that is shown.
struct PeakPattern {
    std::size_t row = 0;
    std::vector<double> x; ///< unit of the axis
    std::vector<double> y;
    std::vector<double> sigma; ///< empty: not known
};
using PeakPatternPtr = std::shared_ptr<const PeakPattern>;

/// Curves of a fit on a fine grid of its region; all of one length.
struct FitCurves {
    std::vector<double> x;
    std::vector<double> sum;
    std::vector<double> background;
    std::vector<std::vector<double>> peaks; ///< each on the background
};

/// Fits of the shown pattern, one a region.
struct PatternFits {
    PeakPatternPtr pattern;
    std::vector<fit::PeakRegion> regions;
    std::vector<fit::RegionFit> fits;
    std::vector<FitCurves> curves;
};

struct PeakProgress {
    std::size_t done = 0;
    std::size_t total = 0;
    double perSecond = 0;    ///< patterns; 0: not known yet
    double secondsLeft = -1; ///< < 0: not known yet
};

/// Peaks of the patterns that the window shows: regions, what the fits are told (job::peakParameters()), the fits of
/// the shown pattern, which follow every change, and those of all patterns of a result. All is computed and written
/// away from the UI thread, where this lives.
class PeakFitting : public QObject {
    Q_OBJECT

public:
    explicit PeakFitting(QObject* parent = nullptr);

    /// The axis of the patterns; regions that do not lie on it, or of another unit, go.
    void setAxis(const std::string& unit, double low, double high);
    /// The result whose patterns are fitted together; null: none. Another one ends a series and takes the table away.
    void setResult(const LoadedIntegrationPtr& result);
    /// The pattern that is shown; null: none.
    void setPattern(PeakPatternPtr pattern);

    [[nodiscard]] const std::vector<fit::PeakRegion>& regions() const noexcept { return m_regions; }
    /// The regions were chosen for the result before the one that is shown: they stay, so that results can be compared.
    [[nodiscard]] bool regionsAreOfBefore() const noexcept { return m_ofBefore && !m_regions.empty(); }
    void addRegion(double low, double high);
    /// Why a region cannot be fitted; empty: it can.
    [[nodiscard]] QString problemOf(const fit::PeakRegion& region) const;
    /// \param region without a problem
    void setRegion(std::size_t index, const fit::PeakRegion& region);
    void removeRegion(std::size_t index);
    void removeAll();
    /// Looks for peaks of the shown pattern; they take the place of all regions.
    void find();

    [[nodiscard]] job::ParameterValue value(const job::ParameterDef& def) const;
    void setValue(const job::ParameterDef& def, const job::ParameterValue& value);

    /// Of the shown pattern; null: there is nothing to fit, or it is being fitted.
    [[nodiscard]] const std::shared_ptr<const PatternFits>& fits() const noexcept { return m_fits; }

    [[nodiscard]] bool canFitAll() const noexcept { return m_result != nullptr && !busy(); }
    /// Fits all patterns of the result; without regions those of the mean pattern are found, and become the regions.
    void fitAll();
    void stop();
    [[nodiscard]] bool busy() const noexcept { return m_series.busy(); }
    [[nodiscard]] const PeakProgress& progress() const noexcept { return m_progress; }
    /// Of all patterns; null: they are not fitted.
    [[nodiscard]] const std::shared_ptr<const job::PeakTable>& table() const noexcept { return m_table; }
    /// Regions or parameters were changed since the table was made.
    [[nodiscard]] bool outdated() const noexcept { return m_table != nullptr && m_revision != m_tableRevision; }
    /// Writes the table as the command does, away from the UI thread; a file of that name is replaced, except the
    /// result and what it was made of.
    void save(const QString& file);
    [[nodiscard]] bool idle() const { return m_fit.idle() && m_finder.idle() && !busy() && !m_saver.busy(); }
    /// What was said last about searching, fitting and saving; cleared by what is asked for next.
    [[nodiscard]] const std::optional<UserMessage>& message() const noexcept { return m_message; }

signals:
    void regionsChanged();
    void parametersChanged();
    /// The fits of the shown pattern are others, or gone.
    void fitted();
    /// A series began, goes on, has ended; a table came or went.
    void seriesChanged();
    void messageChanged();

private:
    struct FitRequest {
        PeakPatternPtr pattern;
        std::vector<fit::PeakRegion> regions;
        fit::PeakModel model;
        std::shared_ptr<const job::PeakTable> table; ///< not null: fitted as there
    };
    struct FindRequest {
        PeakPatternPtr pattern;
        std::size_t mostPeaks = 0;
    };
    [[nodiscard]] static PatternFits fitShown(const FitRequest& request);
    void regionsEdited();
    void refit();
    void takeFound(std::vector<fit::PeakRegion>&& found);
    void takeTable(job::PeakTable&& table);
    void say(std::optional<UserMessage> message);
    void showProgress(std::size_t done, std::size_t total);

    std::string m_unit;
    double m_low = 0;
    double m_high = 0;
    LoadedIntegrationPtr m_result;
    PeakPatternPtr m_pattern;
    std::vector<fit::PeakRegion> m_regions;
    bool m_hadResult = false; ///< while the regions were as they are
    bool m_ofBefore = false;  ///< another result has come since
    job::ParameterMap m_values;
    std::shared_ptr<const PatternFits> m_fits;
    std::shared_ptr<const job::PeakTable> m_table;
    std::size_t m_revision = 0; ///< of regions and parameters
    std::size_t m_tableRevision = 0;
    PeakProgress m_progress;
    QElapsedTimer m_since;
    std::optional<UserMessage> m_message;
    LatestResult<FitRequest, PatternFits> m_fit;
    LatestResult<FindRequest, std::vector<fit::PeakRegion>> m_finder;
    Worker m_series;
    Worker m_saver;
    bool m_foundNothing = false; ///< m_message says so of the shown pattern
};

} // namespace ewald::ui
