// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <QImage>
#include <QWidget>

#include <memory>
#include <vector>

class QBoxLayout;
class QSlider;
class QSpinBox;

namespace ewald::view {

class ColourBar;
class ImageView;

/// Measured and modelled diffraction pattern side by side, on one logarithmic scale, zoomed together. UI thread.
class PatternView : public QWidget {
    Q_OBJECT
public:
    explicit PatternView(QWidget* parent = nullptr);
    ~PatternView() override;

    /// Counts (row, column), DC in the middle, NaN = masked. `modelled` may be null: only the measured one is shown
    /// then.
    void setPatterns(std::shared_ptr<const Array<float, 2>> measured, std::shared_ptr<const Array<float, 2>> modelled);
    /// Titles of the two halves; defaults "Measured" and "Modelled".
    void setTitles(const QString& left, const QString& right);
    /// \param why there is none, instead of both images; empty: none is there yet
    void clear(const QString& why = {});
    /// How many frames can be chosen (0 hides the chooser).
    void setFrameCount(std::size_t count);
    /// The numbers of these frames in their file, rising; empty: not known.
    void setFrameNumbers(std::vector<std::size_t> numbers);
    [[nodiscard]] QString frameText() const; ///< as the chooser writes it
    [[nodiscard]] std::size_t frame() const;
    /// Size of a detector pixel in metres, vertical first; 0 = not known.
    void setPixelSize(double y_m, double x_m);
    void setValueUnit(const QString& unit);

    [[nodiscard]] ImageView* measuredView() const { return m_measured; }
    [[nodiscard]] ImageView* modelledView() const { return m_modelled; }

public slots:
    /// Shows another number in the chooser; does not emit frameSelected.
    void setFrame(std::size_t frame);

signals:
    /// The user chose another frame (from 0).
    void frameSelected(std::size_t frame);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showFrame(std::size_t frame, bool byUser);
    void showNumber();
    void updateBar();
    void link();
    void makeChooser();

    ImageView* m_measured = nullptr;
    ImageView* m_modelled = nullptr;
    ColourBar* m_bar = nullptr;
    QBoxLayout* m_beside = nullptr;
    QWidget* m_chooser = nullptr;
    QString m_unit;
    QSpinBox* m_number = nullptr;
    QSlider* m_slider = nullptr;
    std::size_t m_frame = 0;
    std::vector<std::size_t> m_numbers;
};

} // namespace ewald::view
