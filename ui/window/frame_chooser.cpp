// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame_chooser.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>

namespace ewald::ui {

namespace {

constexpr int kLeastSlider = 90;

} // namespace

FrameChooser::FrameChooser(const QString& what, QWidget* parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal, this)), m_number(new QSpinBox(this)) {
    m_slider->setToolTip(what);
    m_slider->setAccessibleName(tr("Frame"));
    m_number->setToolTip(tr("%1, counted from 0").arg(what));
    m_number->setAccessibleName(tr("Frame number"));
    m_number->setKeyboardTracking(false);
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
    m_count = count;
    m_first = first;
    m_step = std::max<std::size_t>(1, step);
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietNumber(m_number);
    const std::size_t last = count > 0 ? count - 1 : 0;
    m_slider->setRange(0, static_cast<int>(last));
    m_number->setRange(static_cast<int>(m_first), static_cast<int>(numberOf(last)));
    m_number->setSingleStep(static_cast<int>(m_step));
    setEnabled(count > 1);
    setIndex(std::min(m_index, last));
}

void FrameChooser::setIndex(std::size_t index) {
    m_index = index;
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietNumber(m_number);
    m_slider->setValue(static_cast<int>(index));
    m_number->setValue(static_cast<int>(numberOf(index)));
    const bool all = m_first == 0 && m_step == 1;
    // Where numbers have gaps, "of" would have to say of what.
    m_number->setSuffix(m_count == 0 ? QString()
                        : all        ? tr(" of %1").arg(m_count)
                                     : tr(" (%1 of %2)").arg(index + 1).arg(m_count));
}

void FrameChooser::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // A slider of a few pixels cannot be used: the number remains.
    m_slider->setVisible(width() - m_number->sizeHint().width() >= kLeastSlider);
}

std::size_t FrameChooser::indexOf(std::size_t number) const noexcept {
    if (m_count == 0 || number <= m_first) return 0;
    return std::min((number - m_first + m_step / 2) / m_step, m_count - 1);
}

void FrameChooser::choose(std::size_t index) {
    setIndex(index);
    emit chosen(index);
}

} // namespace ewald::ui
