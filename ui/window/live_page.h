// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/events/events.h"
#include "model/file_opener.h"
#include "model/provenance.h"
#include "model/shown_object.h"
#include "window/run_history.h"

#include <QPointF>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <map>
#include <optional>
#include <vector>

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSlider;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace ewald::view {
class ImageView;
class LineProfileView;
class LossChart;
class PatternView;
} // namespace ewald::view

namespace ewald::ui {

class BackgroundPanel;
class DecisionsPanel;
class IntensitiesPanel;
class Measuring;
class PositionsPanel;
class Session;

/// The reconstruction while it runs, and when it is done or read from a file: object, probe modes, loss, and measured
/// against modelled pattern.
class LivePage : public QWidget {
    Q_OBJECT

public:
    explicit LivePage(Session& session, QWidget* parent = nullptr);
    ~LivePage() override;

    [[nodiscard]] view::ImageView* object() const noexcept { return m_object; }
    [[nodiscard]] view::ImageView* probe() const noexcept { return m_probe; }
    [[nodiscard]] view::LossChart* loss() const noexcept { return m_loss; }
    [[nodiscard]] view::PatternView* pattern() const noexcept { return m_pattern; }
    /// What shows a preview or a result piece by piece; for tests.
    [[nodiscard]] QTimer& steps() noexcept { return m_stepTimer; }
    /// Shows the object without its linear phase ramp and mean phase. Remembered.
    void setRampRemoved(bool removed);
    /// Shows one slice or mode of an object that has several, counted from 1, or (0, of slices) the product of all.
    void setLayer(int layer);
    /// One line: iteration and errors of the latest iteration.
    [[nodiscard]] QString summary() const;
    /// The object on the screen; null before there is one.
    [[nodiscard]] const std::shared_ptr<const Array<Complex, 2>>& objectImage() const noexcept { return m_objectImage; }
    /// Of a preview; absent where objectImage() is that of a result.
    [[nodiscard]] std::optional<std::size_t> shownIteration() const noexcept { return m_shownIteration; }
    /// The same of the lit area only (infinite elsewhere), also where all of it is shown; null before there is one.
    [[nodiscard]] const std::shared_ptr<const Array<Complex, 2>>& litObject() const noexcept { return m_litObject; }
    /// Of the object and the probe.
    [[nodiscard]] double pixelHeight_m() const noexcept { return m_pixelHeight_m; }
    [[nodiscard]] double pixelWidth_m() const noexcept { return m_pixelWidth_m; }
    /// The modes of the probe that belongs to the object; null before there is one.
    [[nodiscard]] const std::shared_ptr<const Array<Complex, 3>>& probeModes() const noexcept {
        return m_request.probe;
    }
    [[nodiscard]] view::LineProfileView* profile() const noexcept;
    [[nodiscard]] Measuring& measuring() const noexcept { return *m_measuring; }
    [[nodiscard]] PositionsPanel& positions() const noexcept { return *m_positions; }
    [[nodiscard]] BackgroundPanel& background() const noexcept { return *m_background; }
    [[nodiscard]] IntensitiesPanel& intensities() const noexcept { return *m_intensities; }
    [[nodiscard]] DecisionsPanel& decisions() const noexcept { return *m_decisions; }
    /// What the object on the screen is of.
    [[nodiscard]] Provenance provenance() const;
    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& state);

protected:
    void showEvent(QShowEvent* event) override;

signals:
    /// There is another object to be seen.
    void objectChanged();
    void message(const QString& what, const QString& hint);

private:
    void buildViews();
    void startRun();
    [[nodiscard]] QString waitingText() const;
    void showPreview(const std::shared_ptr<const job::Preview>& preview);
    void showResult(const LoadedResultPtr& result);
    void buildLayers(QHBoxLayout& line);
    void buildSummary(QHBoxLayout& line);
    void nameLayer();
    void offerLayers();
    /// \param layers slices or modes; null: the object has one
    void showObject(std::shared_ptr<const Array<Complex, 2>> object, std::shared_ptr<const Array<Complex, 3>> layers,
                    std::shared_ptr<const Array<Complex, 3>> probe, const std::vector<PixelPosition>& positions,
                    std::optional<std::size_t> iteration);
    void showFlattened();
    /// Hands what the object is of to figures and files.
    void nameSource();
    /// Puts an object and its title on the screen, both at once.
    void putObject(std::shared_ptr<const Array<Complex, 2>> object, std::optional<std::size_t> iteration);
    /// What the object is of, where it is not the open scan, and after how many iterations.
    [[nodiscard]] QString title(std::optional<std::size_t> iteration) const;
    void followShown();
    void setFrameCount(std::size_t frames);
    void queueWaiting();
    void queueWaitingPatterns();
    void showPattern(const std::shared_ptr<const job::Preview>& preview);
    void showSummary(const io::LossEntry& entry, std::size_t earlier);
    void showProbe(const std::shared_ptr<const Array<Complex, 3>>& probe, const std::vector<double>& powers);
    void addLosses(const std::vector<io::LossEntry>& entries);
    /// To what has happened to the curves.
    template <class Entry>
    void addHistory(const std::vector<Entry>& entries);
    void showFlags();
    void offerToGoBack(std::size_t flag, QPoint place);
    void clearCurves();
    void runEnded(const job::JobOutcome& outcome);
    void clearAll(const QString& why);
    void queue(std::function<void()> step);

    Session& m_session;
    view::ImageView* m_object = nullptr;
    view::ImageView* m_probe = nullptr;
    view::LossChart* m_loss = nullptr;
    view::PatternView* m_pattern = nullptr;
    Measuring* m_measuring = nullptr;
    PositionsPanel* m_positions = nullptr;
    BackgroundPanel* m_background = nullptr;
    IntensitiesPanel* m_intensities = nullptr;
    DecisionsPanel* m_decisions = nullptr;
    QTabWidget* m_lower = nullptr;
    QSplitter* m_rows = nullptr;
    QSplitter* m_top = nullptr;
    QSplitter* m_bottom = nullptr;
    QCheckBox* m_ramp = nullptr;
    QCheckBox* m_lit = nullptr;
    QSlider* m_layer = nullptr; ///< hidden where the object has one layer
    QLabel* m_layerName = nullptr;
    std::size_t m_objectModes = 1; ///< > 1: layers are modes
    QLabel* m_summary = nullptr;
    QToolButton* m_explain = nullptr; ///< what the summary is about
    Worker m_flattener;
    ObjectRequest m_request;                                ///< the object as it was reconstructed
    std::shared_ptr<const Array<Complex, 2>> m_objectImage; ///< as it is shown
    std::shared_ptr<const Array<Complex, 2>> m_litObject;
    std::shared_ptr<const LitArea> m_litArea;   ///< of the scan and probe at hand; null until it was found
    std::optional<std::size_t> m_modelledFrame; ///< whose model is on the screen
    double m_pixelHeight_m = 0;
    double m_pixelWidth_m = 0;
    QPointF m_objectOrigin_m;                             ///< of the centre of object pixel (0, 0)
    std::shared_ptr<const job::Preview> m_waitingPreview; ///< of which only the object has been shown
    std::shared_ptr<const job::Preview>
        m_waitingPattern; ///< the newest with a modelled pattern that has not been shown
    std::string m_engine; ///< of the curve that grows
    std::size_t m_lastIteration = 0;
    int m_curve = -1;
    RunHistory m_history;       ///< of the curves
    double m_earlierTime_s = 0; ///< of the runs before this one, where this one goes on from their result
    double m_lastTime_s = 0;
    std::map<std::size_t, double> m_errors;      ///< Fourier error after so many iterations
    std::optional<std::size_t> m_rawIteration;   ///< of m_request; absent for a result
    std::optional<std::size_t> m_shownIteration; ///< of m_objectImage
    /// What the run has reported, while a result that was opened is shown in its place.
    std::vector<io::LossEntry> m_runLosses;
    std::vector<io::ParameterChange> m_runChanges;
    std::vector<io::Decision> m_runDecisions;
    std::shared_ptr<const job::Preview> m_runPreview;
    std::size_t m_runFrames = 0;
    bool m_showsRun = false; ///< the views hold the run that goes on
    QPushButton* m_back = nullptr;
    /// What is still to be shown of a preview, a view at a time, so that no turn of the event loop is long.
    std::vector<std::function<void()>> m_steps;
    QTimer m_stepTimer;
};

} // namespace ewald::ui
