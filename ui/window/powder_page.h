// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/geometry.h"
#include "common/worker.h"
#include "job/events/events.h"
#include "model/loaded_integration.h"
#include "model/peak_fitting.h"
#include "model/powder_preview.h"
#include "model/session.h"
#include "window/line_drag.h"

#include <QWidget>

#include <optional>
#include <string>
#include <utility>

class QLabel;
class QListWidget;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace ewald::view {
class ImageView;
class PatternChart;
struct ImageAxis;
struct PatternCurve;
} // namespace ewald::view

namespace ewald::ui {

class FrameChooser;
class PeaksPanel;
class PowderMapPanel;
class SharedAxis;

/// What patterns were made with, as their result says it.
struct PatternGeometry {
    std::string poni;     ///< text of a PONI file
    std::string file;     ///< of the result
    std::size_t rows = 0; ///< of the frames, where the PONI does not say it; 0: not known
    std::size_t cols = 0;
    bool flipRows = false;
    bool flipCols = false;
};

/// Patterns as they are made, and of a result: the pattern of a frame, all patterns as a heat map, the cake, a map of
/// the intensity in a chosen range or of a fitted quantity over the scan, fits of peaks, and the frames that failed.
class PowderPage : public QWidget {
    Q_OBJECT

public:
    explicit PowderPage(Session& session, QWidget* parent = nullptr);
    ~PowderPage() override;

    [[nodiscard]] view::PatternChart* pattern() const noexcept { return m_pattern; }
    [[nodiscard]] view::ImageView* waterfall() const noexcept { return m_waterfall; }
    [[nodiscard]] view::ImageView* cake() const noexcept { return m_cake; }
    [[nodiscard]] QTabWidget* views() const noexcept { return m_views; }
    [[nodiscard]] PowderMapPanel* mapPanel() const noexcept { return m_mapPanel; }
    [[nodiscard]] PeaksPanel& peaks() const noexcept { return *m_peaks; }
    [[nodiscard]] QToolButton* fitPeaksButton() const noexcept { return m_fitPeaks; }
    [[nodiscard]] FrameChooser* frameChooser() const noexcept { return m_chooser; }
    [[nodiscard]] QListWidget* failures() const noexcept { return m_failures; }
    [[nodiscard]] QToolButton* keepButton() const noexcept { return m_keep; }
    [[nodiscard]] QString summary() const;
    /// The row of the result whose pattern is shown.
    [[nodiscard]] std::size_t row() const noexcept { return m_row; }
    /// … and the number of its frame in the stack.
    [[nodiscard]] std::size_t frame() const;
    void showRow(std::size_t row);
    [[nodiscard]] bool isIdle() const;
    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& state);

private:
    /// The pattern of one frame, which has a row in the result.
    struct Pattern {
        std::size_t row = 0;
        std::vector<float> intensity;
        std::vector<float> errors;
        std::vector<float> weights; ///< of the bins of a cake
    };
    struct PatternRequest {
        std::shared_ptr<const io::IntegrationResult> result;
        std::size_t row = 0;
    };
    struct RingsRequest {
        std::optional<azint::Geometry> geometry;
        PatternGeometry made; ///< where there is none
        std::vector<RingSource> substances;
        azint::Unit unit;
    };
    [[nodiscard]] static Pattern readPattern(const PatternRequest& request);
    [[nodiscard]] static std::vector<RingPath> findRings(const RingsRequest& request);

    [[nodiscard]] static view::ImageView* heatMap(const QString& title, QWidget* parent);
    QWidget* buildTop();
    void connectMap();
    void connectPeaks();
    /// Regions and fits are drawn over the pattern where peaks are the topic: of a map of a fitted quantity its own.
    void showFits();
    /// The map is of a fitted quantity.
    [[nodiscard]] bool mapsPeaks() const;
    /// What dragging over the pattern chooses.
    void showChoosing();
    void showRange();
    /// What it takes to change the unit of an axis; zero: not known.
    struct AxisGeometry {
        double wavelength_m = 0;
        double distance_m = 0;
        bool operator==(const AxisGeometry&) const = default;
    };
    [[nodiscard]] AxisGeometry axisGeometry() const;
    /// What lines are dragged along.
    [[nodiscard]] std::optional<LineDrag::Axis> lineAxis() const;
    void keepRanges(const std::string& unit, const std::vector<double>& radial, const AxisGeometry& geometry);
    void takeRange();
    [[nodiscard]] PeakPatternPtr patternOf(const view::PatternCurve& curve) const;
    void startRun();
    void runEnded(const job::JobOutcome& outcome);
    /// Nothing of an earlier result stays; all views say why.
    void clearAll(const QString& why);
    void showPreview(const std::shared_ptr<const job::IntegrationPreview>& preview);
    void showResult();
    /// What the rows of a result or of a run are: how many, and of which frames of the stack.
    struct Rows {
        std::size_t count = 0;
        std::size_t firstFrame = 0;
        std::size_t frameStep = 1;
        bool operator==(const Rows&) const = default;
    };
    void setAxes(const std::string& unit, const std::vector<double>& radial, const std::vector<double>& azimuthal_deg,
                 const std::string& intensityUnit);
    void setRows(const Rows& rows);
    void markAsOf(const LoadedIntegration& loaded);
    [[nodiscard]] QString frameName(std::size_t row) const;
    void showPattern(const Pattern& pattern);
    void showCurves();
    void showWaterfall();
    void showCake(const Pattern& pattern);
    void updateMap();
    void findPlaces();
    void showSummary();
    void keepPattern();
    void showMarks();
    void takeRings(std::vector<RingPath>&& rings);
    void showCakeRings();
    /// Of a cake's rows and columns. They need two bins each.
    [[nodiscard]] view::ImageAxis azimuthAxis() const;
    [[nodiscard]] view::ImageAxis radialAxis() const;
    void addFailure(std::size_t frame, const QString& reason);
    /// The values of a pattern, of a cake the mean of its sectors.
    [[nodiscard]] std::vector<float> overAzimuth(const Pattern& pattern, bool errors) const;

    Session& m_session;
    LatestResult<PatternRequest, Pattern> m_patternTask;
    LatestResult<RingsRequest, std::vector<RingPath>> m_ringsTask;
    std::shared_ptr<const job::IntegrationPreview> m_preview; ///< null: a result is shown
    std::shared_ptr<const Waterfall> m_waterfallRows;
    std::string m_unit;
    std::string m_intensityUnit;
    std::vector<double> m_radial;
    std::vector<double> m_azimuthal_deg;
    Rows m_rows;
    /// Frames in a row of the scan that somebody typed, and of which frames: kept for other runs over them.
    struct TypedColumns {
        std::weak_ptr<const io::FrameStack> stack;
        std::size_t frames = 0;
        int columns = 0;
    };
    std::optional<TypedColumns> m_typedColumns;
    std::size_t m_row = 0;
    bool m_follow = true; ///< the newest frame of a run is shown
    /// A pattern that is compared with others, also with those of other results.
    struct Kept {
        QString frame;  ///< its name
        QString result; ///< file
        std::vector<float> intensity;
    };
    std::vector<Kept> m_kept; ///< all of m_radial
    /// The patterns of a run were begun with: rings are where it has them.
    std::optional<azint::Geometry> m_marked;
    std::vector<RingPath> m_rings; ///< that are drawn
    Pattern m_shown;
    job::Progress m_progress;
    bool m_choosesRegions = false; ///< of peaks, instead of a range

    QLabel* m_summary = nullptr;
    view::PatternChart* m_pattern = nullptr;
    QToolButton* m_newest = nullptr;
    QToolButton* m_keep = nullptr;
    QToolButton* m_forget = nullptr;
    QToolButton* m_fitPeaks = nullptr;
    FrameChooser* m_chooser = nullptr;
    QTabWidget* m_views = nullptr;
    SharedAxis* m_axis = nullptr;
    view::ImageView* m_waterfall = nullptr;
    view::ImageView* m_cake = nullptr;
    PowderMapPanel* m_mapPanel = nullptr;
    PeaksPanel* m_peaks = nullptr;
    QListWidget* m_failures = nullptr;
    QSplitter* m_rowsSplit = nullptr;
    AxisGeometry m_axisGeometry;           ///< of the axis that is shown
    std::optional<PatternGeometry> m_made; ///< instead of m_marked, where a result says it
};

} // namespace ewald::ui
