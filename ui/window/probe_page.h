// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/probe_analysis.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace ewald::view {
class ImageView;
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

class LivePage;
class Session;

/// What the reconstructed probe says about the beam: its modes and their powers, its size along its direction (as
/// pictures and as curves), the beam in any plane, and its wavefront. Nothing is computed before the page is seen, and
/// while a run goes on only now and then.
class ProbePage : public QWidget {
    Q_OBJECT

public:
    ProbePage(Session& session, const LivePage& live, QWidget* parent = nullptr);

    [[nodiscard]] view::ImageView* causticX() const noexcept { return m_causticX; }
    [[nodiscard]] view::ImageView* causticY() const noexcept { return m_causticY; }
    [[nodiscard]] view::ImageView* beam() const noexcept { return m_beam; }
    [[nodiscard]] view::ImageView* wavefront() const noexcept { return m_wavefront; }
    [[nodiscard]] view::PatternChart* sizes() const noexcept { return m_sizes; }
    /// What is on the page; null before it was computed.
    [[nodiscard]] const ProbeAnalysisPtr& analysis() const noexcept { return m_analysis; }
    /// The plane that is shown, from the sample, downstream positive.
    void setDistance(double distance_m);
    [[nodiscard]] double distance_m() const noexcept { return m_distance_m; }
    [[nodiscard]] QString text() const;

protected:
    void showEvent(QShowEvent* event) override;

signals:
    void message(const QString& what, const QString& detail);

private:
    void build();
    void refresh();
    void analyse();
    void clearAll(const QString& why);
    void showPowers(const std::vector<double>& power);
    void show(const ProbeAnalysisPtr& analysis);
    void showCaustic(view::ImageView& view, const std::shared_ptr<const Array<float, 2>>& picture, const QString& axis);
    void showSizes();
    void showPlane();
    void describe();
    [[nodiscard]] double wavelength() const;

    Session& m_session;
    const LivePage& m_live;
    view::ImageView* m_modes = nullptr;
    view::ImageView* m_beam = nullptr;
    view::ImageView* m_wavefront = nullptr;
    view::ImageView* m_causticX = nullptr;
    view::ImageView* m_causticY = nullptr;
    view::PatternChart* m_sizes = nullptr;
    QComboBox* m_range = nullptr;
    QSlider* m_plane = nullptr;
    QToolButton* m_focus = nullptr;
    QLabel* m_planeText = nullptr;
    QLabel* m_text = nullptr;
    std::shared_ptr<const Array<Complex, 3>> m_shown; ///< the probe that is, or is being, looked at
    ProbeAnalysisPtr m_analysis;
    double m_distance_m = 0;
    QTimer m_later; ///< until the next look at the probe of a run
    Worker m_worker;
    LatestResult<std::pair<ProbeRequest, double>, std::shared_ptr<const Array<float, 2>>> m_propagator;
};

} // namespace ewald::ui
