// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/ring_calibration.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace ewald::ui {

/// The button that finds the geometry from the rings of the chosen calibrant, and what its answer is worth: headline()
/// in a line, and verdict() in many, which the owner lays out where no field moves when they come.
class RingCalibrationPanel : public QWidget {
    Q_OBJECT

public:
    explicit RingCalibrationPanel(IntegrationSession& session, QWidget* parent = nullptr);

    /// \param name of a built-in one, or a file; empty = none. Another one, or other conditions, end a search and take
    /// its answer away.
    void setCalibrant(const QString& name, const crystal::Conditions& conditions = {});
    [[nodiscard]] RingCalibration& calibration() noexcept { return m_calibration; }
    [[nodiscard]] QPushButton* findButton() const noexcept { return m_find; }
    [[nodiscard]] QPushButton* stopButton() const noexcept { return m_stop; }
    [[nodiscard]] QLabel* verdict() const noexcept { return m_verdict; }
    /// Its link asks for the verdict.
    [[nodiscard]] QLabel* headline() const noexcept { return m_headline; }

signals:
    /// A click has asked for the calibrant that the answer names, with which the geometry is searched for now.
    /// \param name of a built-in one
    void calibrantTaken(const QString& name);

private:
    void show();
    void findWithBetter();
    [[nodiscard]] QString trustHtml(const job::FrameCalibration& found) const;
    [[nodiscard]] QString answerHtml(const job::FrameCalibration& found) const;
    /// The reasons of a verdict, and what to click on.
    [[nodiscard]] static QString reasonsHtml(const calibrate::CalibrationVerdict& verdict);
    /// "CeO2", "gold at 10 GPa and 298 K"
    [[nodiscard]] QString calibrantText(const job::FrameCalibration& found) const;

    RingCalibration m_calibration;
    QString m_calibrant;
    crystal::Conditions m_conditions; ///< of the calibrant
    QPushButton* m_find = nullptr;
    QPushButton* m_stop = nullptr;
    QProgressBar* m_busy = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_headline = nullptr;
};

} // namespace ewald::ui
