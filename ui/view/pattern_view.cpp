// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/pattern_view.h"

#include "common/counted_text.h"
#include "common/whole_box.h"
#include "view/colour_bar.h"
#include "view/image_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ewald::view {

PatternView::PatternView(QWidget* parent) : QWidget(parent) {
    m_measured = new ImageView(this);
    m_modelled = new ImageView(this);
    setTitles(tr("Measured"), tr("Modelled"));
    for (ImageView* view : {m_measured, m_modelled}) {
        view->setColourMap("inferno");
        view->setValueLabel(tr("Intensity"), tr("counts"));
        // The same width for both, whose strips of tools ask for different ones.
        view->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        RangeChoice range;
        // The darkest counts of a pattern are what distinguishes it: only the very brightest are left out.
        range.lowPercentile = 0;
        range.highPercentile = 99.98;
        range.log = true;
        view->setRange(range);
    }
    m_measured->clear(tr("No pattern yet"));
    m_modelled->clear(tr("No model yet"));
    // One colour bar for both, on the right, so that both have the same size.
    m_measured->setColourBarVisible(false);
    m_modelled->setColourBarVisible(false);
    // And one strip of tools: both share scale, colours and zoom.
    m_modelled->setToolStripVisible(false);
    m_bar = new ColourBar(this);
    connect(m_bar, &ColourBar::activated, m_measured, &ImageView::chooseRange);

    link();
    makeChooser();

    auto* pair = new QHBoxLayout;
    pair->setSpacing(6);
    pair->addWidget(m_measured, 1);
    pair->addWidget(m_modelled, 1);
    m_beside = new QVBoxLayout;
    m_beside->addWidget(m_bar);
    pair->addLayout(m_beside);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(pair, 1);
    layout->addWidget(m_chooser);
    m_measured->canvas()->installEventFilter(this);
    m_bar->setVisible(false);
    m_unit = tr("counts");
    setFrameCount(0);
}

bool PatternView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        // As high as the pictures, which have a strip above and a line below.
        const QWidget* canvas = m_measured->canvas();
        const int top = canvas->mapTo(m_measured, QPoint(0, 0)).y();
        m_beside->setContentsMargins(0, top, 0, std::max(0, m_measured->height() - top - canvas->height()));
    }
    return QWidget::eventFilter(watched, event);
}

void PatternView::updateBar() {
    m_bar->setSpec({m_measured->shownRange(), m_measured->colourMap(),
                    m_unit.isEmpty() ? tr("Intensity") : tr("Intensity (%1)").arg(m_unit), false});
}

PatternView::~PatternView() = default;

void PatternView::link() {
    connect(m_measured, &ImageView::viewChanged, m_modelled, &ImageView::setView);
    connect(m_modelled, &ImageView::viewChanged, m_measured, &ImageView::setView);
    // The measured pattern's scale is the scale; the model follows it.
    connect(m_measured, &ImageView::rangeShown, m_modelled, [this](const Range& range) {
        m_modelled->setForcedRange(range);
        updateBar();
    });
    connect(m_measured, &ImageView::displayChanged, m_modelled, [this] {
        m_modelled->setColourMap(m_measured->colourMap());
        m_modelled->setRange(m_measured->rangeChoice());
        updateBar();
    });
    connect(m_modelled, &ImageView::displayChanged, m_measured, [this] {
        m_measured->setColourMap(m_modelled->colourMap());
        m_measured->setRange(m_modelled->rangeChoice());
        updateBar();
    });
}

void PatternView::makeChooser() {
    m_chooser = new QWidget(this);
    m_number = new ui::WholeBox(m_chooser);
    m_number->setToolTip(tr("Frame that is shown, from 0"));
    m_slider = new QSlider(Qt::Horizontal, m_chooser);
    m_slider->setToolTip(tr("Frame that is shown"));
    auto* label = new QLabel(tr("F&rame"), m_chooser);
    label->setBuddy(m_number);
    auto* row = new QHBoxLayout(m_chooser);
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(label);
    row->addWidget(m_number);
    row->addWidget(m_slider, 1);
    connect(m_number, &QSpinBox::valueChanged, this, [this](int n) { showFrame(static_cast<std::size_t>(n), true); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int n) { showFrame(static_cast<std::size_t>(n), true); });
}

void PatternView::setPatterns(std::shared_ptr<const Array<float, 2>> measured,
                              std::shared_ptr<const Array<float, 2>> modelled) {
    const bool model = modelled != nullptr && !modelled->empty();
    m_modelled->setVisible(model);
    m_bar->setVisible(measured != nullptr);
    if (measured != nullptr)
        m_measured->setImage(std::move(measured));
    else
        m_measured->clear(tr("No pattern yet"));
    if (model) m_modelled->setImage(std::move(modelled));
}

void PatternView::setTitles(const QString& left, const QString& right) {
    m_measured->setTitle(left);
    m_modelled->setTitle(right);
}

void PatternView::clear(const QString& why) {
    m_modelled->setVisible(true);
    m_measured->clear(why.isEmpty() ? tr("No pattern yet") : why);
    m_modelled->clear(why.isEmpty() ? tr("No model yet") : why);
    m_bar->setVisible(false);
}

void PatternView::setFrameNumbers(std::vector<std::size_t> numbers) {
    m_numbers = std::move(numbers);
    showNumber();
}

/// Where frames are left out, the number in the file is another one than that among those that are used.
void PatternView::showNumber() {
    const auto count = static_cast<std::size_t>(m_number->maximum()) + 1;
    const auto frame = static_cast<std::size_t>(m_number->value());
    const bool known = frame < m_numbers.size() && m_numbers.size() == count && m_numbers.back() + 1 != count;
    const QString inFile = known ? tr("%1 in the file").arg(m_numbers[frame]) : QString();
    m_number->setSuffix(m_chooser->isHidden() ? QString() : ui::rangeSuffix(count, inFile));
}

void PatternView::setFrameCount(std::size_t count) {
    const int last = static_cast<int>(std::max<std::size_t>(count, 1) - 1);
    const QSignalBlocker quietNumber(m_number);
    const QSignalBlocker quietSlider(m_slider);
    m_number->setRange(0, last);
    m_slider->setRange(0, last);
    m_slider->setPageStep(std::max(1, last / 20));
    m_chooser->setVisible(count > 0);
    m_frame = std::min(m_frame, static_cast<std::size_t>(last));
    showNumber();
}

QString PatternView::frameText() const { return m_number->text(); }

std::size_t PatternView::frame() const { return m_frame; }

void PatternView::setFrame(std::size_t frame) { showFrame(frame, false); }

void PatternView::showFrame(std::size_t frame, bool byUser) {
    frame = std::min(frame, static_cast<std::size_t>(m_number->maximum()));
    const QSignalBlocker quietNumber(m_number);
    const QSignalBlocker quietSlider(m_slider);
    m_number->setValue(static_cast<int>(frame));
    m_slider->setValue(static_cast<int>(frame));
    showNumber();
    if (frame == m_frame) return;
    m_frame = frame;
    if (byUser) emit frameSelected(frame);
}

void PatternView::setPixelSize(double y_m, double x_m) {
    m_measured->setPixelSize(y_m, x_m);
    m_modelled->setPixelSize(y_m, x_m);
}

void PatternView::setValueUnit(const QString& unit) {
    m_unit = unit;
    updateBar();
    m_measured->setValueLabel(tr("Intensity"), unit);
    m_modelled->setValueLabel(tr("Intensity"), unit);
}

} // namespace ewald::view
