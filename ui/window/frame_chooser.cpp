// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame_chooser.h"

#include "common/counted_text.h"
#include "common/whole_box.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>
#include <functional>
#include <utility>

namespace ewald::ui {

namespace {

constexpr int kLeastSlider = 90;

/// Goes from frame to frame, whatever gaps there are between their numbers.
class NumberBox final : public WholeBox {
public:
    using WholeBox::WholeBox;
    std::function<void(int)> step;

    void stepBy(int steps) override { step(steps); }
};

} // namespace

FrameChooser::FrameChooser(const QString& what, QWidget* parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal, this)) {
    auto* number = new NumberBox(this);
    number->step = [this](int steps) {
        const auto last = static_cast<std::ptrdiff_t>(m_count) - 1;
        if (last >= 0) choose(static_cast<std::size_t>(std::clamp(std::ptrdiff_t(m_index) + steps, {}, last)));
    };
    m_number = number;
    m_slider->setToolTip(what);
    m_slider->setAccessibleName(tr("Frame"));
    m_number->setToolTip(tr("%1, counted from 0").arg(what));
    m_number->setAccessibleName(tr("Frame number"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_slider, 1);
    row->addWidget(m_number);
    connect(m_slider, &QSlider::valueChanged, this, [this](int index) { choose(static_cast<std::size_t>(index)); });
    connect(m_number, &QSpinBox::valueChanged, this,
            [this](int number) { choose(indexOf(static_cast<std::size_t>(number))); });
    setFrames(0);
}

void FrameChooser::setFrames(std::size_t count, std::size_t first, std::size_t step) {
    m_numbers.clear();
    m_first = first;
    m_step = std::max<std::size_t>(1, step);
    show(count);
}

void FrameChooser::setFrames(std::vector<std::size_t> numbers) {
    const std::size_t count = numbers.size();
    setFrames(count);
    if (count == 0 || numbers.back() + 1 == count) return; // 0, 1, 2 …
    m_numbers = std::move(numbers);
    show(count);
}

void FrameChooser::show(std::size_t count) {
    m_count = count;
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietNumber(m_number);
    const std::size_t last = count > 0 ? count - 1 : 0;
    m_slider->setRange(0, static_cast<int>(last));
    m_number->setRange(static_cast<int>(numberOf(0)), static_cast<int>(numberOf(last)));
    setEnabled(count > 1);
    setIndex(std::min(m_index, last));
}

void FrameChooser::setIndex(std::size_t index) {
    m_index = index;
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietNumber(m_number);
    m_slider->setValue(static_cast<int>(index));
    m_number->setValue(static_cast<int>(numberOf(index)));
    const bool all = m_numbers.empty() && m_first == 0 && m_step == 1;
    // Where the numbers have gaps, their range says nothing of how many there are.
    m_number->setSuffix(all || m_count < 2 ? rangeSuffix(m_count) : tr(" (%1 of %2)").arg(index + 1).arg(m_count));
}

void FrameChooser::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // A slider of a few pixels cannot be used: the number remains.
    m_slider->setVisible(width() - m_number->sizeHint().width() >= kLeastSlider);
}

std::size_t FrameChooser::indexOf(std::size_t number) const noexcept {
    if (m_count == 0 || number <= numberOf(0)) return 0;
    if (m_numbers.empty()) return std::min((number - m_first + m_step / 2) / m_step, m_count - 1);
    const auto after = std::ranges::lower_bound(m_numbers, number);
    if (after == m_numbers.end()) return m_count - 1;
    const auto index = static_cast<std::size_t>(after - m_numbers.begin());
    return number - m_numbers[index - 1] < *after - number ? index - 1 : index;
}

void FrameChooser::choose(std::size_t index) {
    setIndex(index);
    emit chosen(index);
}

} // namespace ewald::ui
