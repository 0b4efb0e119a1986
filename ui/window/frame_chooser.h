// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstddef>
#include <vector>

class QSlider;
class QSpinBox;

namespace ewald::ui {

/// A slider and a number that choose one of some frames. It shows the number that the frame has in its stack; the
/// program counts the frames to choose from, from 0.
class FrameChooser : public QWidget {
    Q_OBJECT

public:
    /// \param what "Which frame is shown": the tool tip
    explicit FrameChooser(const QString& what, QWidget* parent = nullptr);

    /// Other frames to choose from, disabled where there is one; emits nothing. `first` and `step` say what they
    /// are called.
    void setFrames(std::size_t count, std::size_t first = 0, std::size_t step = 1);
    /// Frames that are called by these numbers, which rise.
    void setFrames(std::vector<std::size_t> numbers);
    /// Shows that frame; emits nothing.
    void setIndex(std::size_t index);
    [[nodiscard]] std::size_t index() const noexcept { return m_index; }
    /// The number of a frame in its stack.
    [[nodiscard]] std::size_t numberOf(std::size_t index) const noexcept {
        return index < m_numbers.size() ? m_numbers[index] : m_first + index * m_step;
    }
    /// The frame to choose from that is nearest to a number of the stack.
    [[nodiscard]] std::size_t indexOf(std::size_t number) const noexcept;
    [[nodiscard]] QSpinBox* numberBox() const noexcept { return m_number; }
    [[nodiscard]] QSlider* slider() const noexcept { return m_slider; }

signals:
    /// Another frame was chosen by hand.
    void chosen(std::size_t index);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void show(std::size_t count);
    void choose(std::size_t index);

    QSlider* m_slider;
    QSpinBox* m_number;
    std::vector<std::size_t> m_numbers; ///< empty: first, first + step …
    std::size_t m_count = 0;
    std::size_t m_first = 0;
    std::size_t m_step = 1;
    std::size_t m_index = 0;
};

} // namespace ewald::ui
