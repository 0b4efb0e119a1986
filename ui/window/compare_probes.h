// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/compared_results.h"

#include <QWidget>

class QLabel;

namespace ewald::view {
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

/// The beams of two results: their size along the beam, focus, astigmatism, coherence, and what they have in common.
/// Propagates them on a worker thread once it is to be seen. UI thread.
class CompareProbes : public QWidget {
    Q_OBJECT

public:
    /// Below that the titles of a chart's axes are cut or not drawn.
    static constexpr int kLeastHeight = 212;

    explicit CompareProbes(QWidget* parent = nullptr);

    /// Null: nothing.
    void setResults(const ComparedResultsPtr& results);
    [[nodiscard]] bool busy() const noexcept { return m_worker.busy(); }
    [[nodiscard]] view::PatternChart& chart() const noexcept { return *m_chart; }
    /// All that is said about both, without marks.
    [[nodiscard]] QString text() const;
    /// What is said about one beam, with marks. \param name of it
    [[nodiscard]] static QString beamText(const QString& name, const ptycho::Caustic& beam,
                                          const ptycho::Coherence& coherence);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void propagate();
    void showBeams(const ComparedBeams& beams);
    [[nodiscard]] QString commonText() const;

    ComparedResultsPtr m_results;
    bool m_wanted = false; ///< the results on the screen are still to be propagated
    view::PatternChart* m_chart;
    QLabel* m_text;
    Worker m_worker;
};

} // namespace ewald::ui
