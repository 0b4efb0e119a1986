// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/compare_images.h"

#include "view/image_render.h"
#include "window/segment_button.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

constexpr int kBlink_ms = 700;
constexpr int kBorderSteps = 1000;

} // namespace

CompareImages::CompareImages(QWidget* parent)
    : QWidget(parent), m_stack(new QStackedWidget(this)), m_range(&CompareImages::commonRange,
                                                                  [this](const view::Range& range) {
                                                                      for (view::ImageView* view : {m_a, m_b, m_one})
                                                                          view->setForcedRange(range);
                                                                  }),
      m_joiner(
          [](const SplitRequest& request) {
              return std::make_shared<const Array<Complex, 2>>(
                  joined(*request.results->a, *request.results->b, request.column));
          },
          [this](std::shared_ptr<const Array<Complex, 2>>&& image) {
              if (m_mode == Mode::split) m_one->setComplexImage(std::move(image), complexMode());
          }) {
    auto* pair = new QWidget(m_stack);
    m_a = new view::ImageView(pair);
    m_b = new view::ImageView(pair);
    m_one = new view::ImageView(m_stack);
    for (view::ImageView* view : {m_a, m_b, m_one}) view->setFitsWhole(true); // the same place in all
    for (view::ImageView* view : {m_a, m_b, m_one}) {
        view->setMissingText(tr("not lit"));
        link(view);
    }
    auto* beside = new QHBoxLayout(pair);
    beside->setContentsMargins(0, 0, 0, 0);
    beside->setSpacing(6);
    beside->addWidget(m_a, 1);
    beside->addWidget(m_b, 1);
    m_stack->addWidget(pair);
    m_stack->addWidget(m_one);
    m_border = new QSlider(Qt::Horizontal, this);
    m_border->setRange(0, kBorderSteps);
    m_border->setValue(kBorderSteps / 2);
    m_border->setToolTip(tr("Where A ends and B begins"));
    m_border->setAccessibleName(m_border->toolTip());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(buildTools());
    column->addWidget(m_stack, 1);
    column->addWidget(m_border);
    m_timer.setInterval(kBlink_ms);
    connect(&m_timer, &QTimer::timeout, this, &CompareImages::blink);
    connect(m_border, &QSlider::valueChanged, this, &CompareImages::showSplit);
    setMode(Mode::sideBySide);
}

QWidget* CompareImages::buildTools() {
    auto* tools = new QWidget(this);
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(0, 0, 0, 0);
    auto* group = new QButtonGroup(tools);
    auto* segments = new QHBoxLayout;
    segments->setSpacing(0);
    const std::pair<QString, QString> modes[] = {
        {tr("Side by side"), tr("A on the left, B on the right")},
        {tr("Blink"), tr("A and B one after the other in the same place (key B)")},
        {tr("Split"), tr("A on the left of a border that you move, B on its right")},
        {tr("Difference"), tr("A minus B after alignment: white is no difference, red is more in A, blue more in B")}};
    for (std::size_t i = 0; i < std::size(modes); ++i) {
        m_modes[i] = segmentButton(modes[i].first, modes[i].second, group, tools);
        segments->addWidget(m_modes[i]);
        connect(m_modes[i], &QToolButton::clicked, this, [this, i] { setMode(static_cast<Mode>(i)); });
    }
    m_choice = new QComboBox(tools);
    m_choice->addItems({tr("Phase"), tr("Amplitude")});
    m_choice->setToolTip(tr("What of the objects is shown"));
    m_byItself = new QCheckBox(tr("Auto-blink"), tools);
    m_byItself->setToolTip(tr("Changes between A and B without a key, more than once a second"));
    row->addLayout(segments);
    row->addWidget(m_choice);
    row->addWidget(m_byItself);
    row->addStretch();
    connect(m_choice, &QComboBox::currentIndexChanged, this,
            [this](int index) { setContent(static_cast<Content>(index)); });
    connect(m_byItself, &QCheckBox::toggled, this, &CompareImages::setBlinkingByItself);
    return tools;
}

void CompareImages::link(view::ImageView* view) {
    // The phase in grey tones over the range that it really has, as on the page of the reconstruction.
    view->setComplexMode(view::ComplexMode::phase);
    view->setColourMap("gray");
    view->setRange({});
    connect(view, &view::ImageView::viewChanged, this, [this, view] { placeAlike(*view); });
    connect(view, &view::ImageView::displayChanged, this, [this, view] { follow(*view); });
}

void CompareImages::placeAlike(const view::ImageView& changed) {
    m_place = changed.isFitted() ? std::nullopt : std::optional(changed.view());
    for (view::ImageView* view : {m_a, m_b, m_one}) {
        if (view == &changed) continue;
        if (m_place)
            view->setView(*m_place);
        else
            view->fit();
    }
    showSplit();
}

/// The user chose other colours, another range or another quantity in one of the views: all take it over.
void CompareImages::follow(const view::ImageView& changed) {
    const bool real = m_mode == Mode::difference && &changed == m_one;
    if (real) m_ofDifference = changed.rangeChoice();
    const view::ComplexMode mode = changed.complexMode();
    for (view::ImageView* view : {m_a, m_b, m_one}) {
        if (view == &changed || real || (view == m_one && m_mode == Mode::difference)) continue;
        view->setComplexMode(mode);
        view->setColourMap(changed.colourMap());
        view->setRange(changed.rangeChoice());
    }
    if (!real && mode != view::ComplexMode::colour) {
        m_content = mode == view::ComplexMode::phase ? Content::phase : Content::amplitude;
        const QSignalBlocker quiet(m_choice);
        m_choice->setCurrentIndex(static_cast<int>(m_content));
    }
    requestRange();
}

view::ComplexMode CompareImages::complexMode() const {
    return m_results ? m_a->complexMode() : view::ComplexMode::phase;
}

void CompareImages::setResults(const ComparedResultsPtr& results, const QString& why) {
    m_results = results;
    m_why = why;
    m_joiner.cancel();
    m_range.cancel();
    if (!results) {
        for (view::ImageView* view : {m_a, m_b, m_one}) {
            view->setForcedRange({});
            view->clear(why);
            view->setTitle({});
        }
        setBlinkingByItself(false);
        m_ofDifference = {};
        return;
    }
    m_showsB = false;
    m_place.reset();
    const auto title = [](const QString& letter, const QString& file) {
        return tr("%1: %2").arg(letter, QFileInfo(file).fileName());
    };
    m_a->setTitle(title(tr("A"), results->fileA));
    m_b->setTitle(title(tr("B"), results->fileB));
    for (view::ImageView* view : {m_a, m_b, m_one})
        view->setPixelSize(results->found.pixelHeight_m, results->found.pixelWidth_m);
    const view::ComplexMode mode =
        m_content == Content::phase ? view::ComplexMode::phase : view::ComplexMode::amplitude;
    m_a->setComplexImage(results->a, mode);
    m_b->setComplexImage(results->b, mode);
    showOne();
}

void CompareImages::setMode(Mode mode) {
    m_mode = mode;
    m_modes[static_cast<std::size_t>(mode)]->setChecked(true);
    m_stack->setCurrentIndex(mode == Mode::sideBySide ? 0 : 1);
    m_border->setVisible(mode == Mode::split);
    m_byItself->setVisible(mode == Mode::blink);
    if (mode != Mode::blink) m_byItself->setChecked(false);
    showOne();
}

void CompareImages::setContent(Content content) {
    m_content = content;
    const QSignalBlocker quiet(m_choice);
    m_choice->setCurrentIndex(static_cast<int>(content));
    const view::ComplexMode mode = content == Content::phase ? view::ComplexMode::phase : view::ComplexMode::amplitude;
    for (view::ImageView* view : {m_a, m_b}) {
        view->setComplexMode(mode);
        view->setColourMap("gray");
    }
    showOne();
}

void CompareImages::blink() {
    if (m_mode != Mode::blink) {
        setMode(Mode::blink);
        return;
    }
    m_showsB = !m_showsB;
    showOne();
}

void CompareImages::setBlinkingByItself(bool on) {
    const QSignalBlocker quiet(m_byItself);
    m_byItself->setChecked(on);
    if (on && m_results)
        m_timer.start();
    else
        m_timer.stop();
}

void CompareImages::setSplit(double fraction) {
    m_border->setValue(static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * kBorderSteps)));
}

void CompareImages::showOne() {
    if (!m_results) return;
    m_one->setPaths({});
    if (m_mode == Mode::blink) {
        const view::ImageView* shown = m_showsB ? m_b : m_a;
        m_one->setTitle(shown->title());
        m_one->setComplexImage(m_showsB ? m_results->b : m_results->a, complexMode());
        m_one->setColourMap(shown->colourMap());
        m_one->setRange(shown->rangeChoice());
    } else if (m_mode == Mode::difference) {
        const bool phase = m_content == Content::phase;
        m_one->setTitle(phase ? tr("Phase of A minus phase of B, aligned") : tr("Amplitude of A minus B, aligned"));
        m_one->setImage(difference());
        m_one->setColourMap("blue_white_red");
        m_one->setRange(m_ofDifference);
        m_one->setValueLabel(tr("A − B"), phase ? tr("rad") : QString());
    } else if (m_mode == Mode::split) {
        m_one->setTitle(tr("A on the left, B on the right"));
        showSplit();
        m_one->setColourMap(m_a->colourMap());
        m_one->setRange(m_a->rangeChoice());
    }
    if (m_mode != Mode::difference) m_one->setValueLabel({}, {});
    requestRange();
    // A view that was not on the screen has the size of its place only now.
    QTimer::singleShot(0, this, [this] {
        for (view::ImageView* view : {m_a, m_b, m_one}) {
            if (m_place)
                view->setView(*m_place);
            else
                view->fit();
        }
        showSplit();
    });
}

void CompareImages::showSplit() {
    if (!m_results || m_mode != Mode::split) return;
    const auto cols = static_cast<double>(m_results->a->extent(1));
    const QRectF seen = m_one->view();
    const double left = std::clamp(seen.left(), 0.0, cols), right = std::clamp(seen.right(), left, cols);
    const double column = std::round(left + (right - left) * m_border->value() / kBorderSteps);
    const auto rows = static_cast<double>(m_results->a->extent(0));
    m_one->setPaths({{{{column, 0}, {column, rows}}, {}, true}});
    m_joiner.submit({m_results, static_cast<std::size_t>(column)});
}

void CompareImages::requestRange() {
    if (!m_results) return;
    const bool apart = m_mode == Mode::difference;
    m_range.submit({m_results, complexMode(), (apart ? m_one : m_a)->rangeChoice(), apart ? difference() : nullptr});
}

view::Range CompareImages::commonRange(const RangeRequest& request) {
    const ComparedResults& results = *request.results;
    if (request.difference) {
        view::Range range = view::imageRange({request.difference, nullptr, view::Quantity::real}, request.choice);
        if (request.choice.manual || range.log) return range;
        // Zero is in the middle, so that a shade says which of both is larger.
        range.high = std::max({std::abs(range.low), std::abs(range.high), 1e-12});
        range.low = -range.high;
        return range;
    }
    const view::Quantity quantity = request.mode == view::ComplexMode::phase    ? view::Quantity::phase
                                    : request.mode == view::ComplexMode::colour ? view::Quantity::complexColour
                                                                                : view::Quantity::amplitude;
    const view::Range a = view::imageRange({nullptr, results.a, quantity}, request.choice);
    const view::Range b = view::imageRange({nullptr, results.b, quantity}, request.choice);
    return {std::min(a.low, b.low), std::max(a.high, b.high), a.log};
}

std::shared_ptr<const Array<float, 2>> CompareImages::difference() const {
    if (!m_results) return nullptr;
    return m_content == Content::phase ? m_results->phaseDifference : m_results->amplitudeDifference;
}

QImage CompareImages::figure() const {
    if (m_mode != Mode::sideBySide) return m_one->figure();
    const QImage left = m_a->figure(), right = m_b->figure();
    QImage both(left.width() + right.width(), std::max(left.height(), right.height()), QImage::Format_RGB32);
    both.fill(Qt::white);
    QPainter painter(&both);
    painter.drawImage(0, 0, left);
    painter.drawImage(left.width(), 0, right);
    return both;
}

bool CompareImages::isIdle() const {
    return m_range.idle() && m_joiner.idle() && m_a->isIdle() && m_b->isIdle() && m_one->isIdle();
}

} // namespace ewald::ui
