// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"

#include <QWidget>

#include <functional>
#include <map>

class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace ewald::ui {

class IntegrationSession;
class RingCalibrationPanel;

/// Where the detector is: load, type and nudge; and the substance whose rings show whether it is right.
class GeometryPanel : public QWidget {
    Q_OBJECT

public:
    explicit GeometryPanel(IntegrationSession& session, QWidget* parent = nullptr);

    /// The numbers that can be typed.
    enum class Field {
        centreRow,
        centreCol,
        distance_mm,
        energy_keV,
        wavelength_A,
        tilt_deg,
        tiltDirection_deg,
        pixelHeight_um,
        pixelWidth_um,
        poni1_mm,
        poni2_mm,
        rot1_deg,
        rot2_deg,
        rot3_deg,
        pressure_GPa,
        temperature_K,
        cellScale_percent,
    };
    [[nodiscard]] QDoubleSpinBox* box(Field field) const { return m_boxes.at(field); }
    [[nodiscard]] QComboBox* calibrantBox() const noexcept { return m_calibrant; }
    [[nodiscard]] QComboBox* stepBox() const noexcept { return m_step; }
    /// Asks for a file of a phase whose rings are to be drawn.
    void askSubstance();
    [[nodiscard]] RingCalibrationPanel& ringPanel() const noexcept { return *m_ringPanel; }
    /// Moves the beam centre by steps of the step box, in pixels of the stored image.
    void nudge(int rows, int cols);
    /// Puts the beam centre onto a point of the stored image.
    void setCentre(double row, double col);
    /// Asks for a PONI file.
    void askLoad();

signals:
    /// How the image lies to the geometry is to be found.
    void orientationWanted();

private:
    void build();
    QWidget* buildFiles();
    QWidget* buildMessages();
    QWidget* buildNudge();
    QWidget* buildNumbers();
    QWidget* buildPhase();
    QDoubleSpinBox* addBox(Field field, const QString& unit, int decimals, double low, double high, double step,
                           const QString& tip);
    /// Of the labels of both blocks of fields, which begin at the same place then.
    [[nodiscard]] int labelWidth() const;
    void addRow(QGridLayout* grid, const QString& label, Field first, Field second);
    void show();
    void showProblem();
    void showDetectors();
    void showSubstances();
    void showRings();
    void showPhase();
    void phaseEdited(Field field, double value);
    void edited(Field field, double value);
    void detectorChosen(int index);
    void askSave();
    /// Absent where the beam does not meet the detector's plane.
    [[nodiscard]] std::optional<azint::BeamGeometry> storedBeam() const;
    void applyBeam(const azint::BeamGeometry& beam, const QString& what);

    IntegrationSession& m_session;
    std::map<Field, QDoubleSpinBox*> m_boxes;
    QComboBox* m_detector = nullptr;
    QComboBox* m_calibrant = nullptr;
    QToolButton* m_save = nullptr;
    QToolButton* m_keep = nullptr;
    QComboBox* m_step = nullptr;
    RingCalibrationPanel* m_ringPanel = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_guess = nullptr;
    QLabel* m_noRings = nullptr;
    QWidget* m_values = nullptr;
    QWidget* m_nudge = nullptr; ///< beam centre and arrows
    QWidget* m_phase = nullptr; ///< pressure, temperature or scale of the substance
    QLabel* m_phaseLabel = nullptr;
};

} // namespace ewald::ui
