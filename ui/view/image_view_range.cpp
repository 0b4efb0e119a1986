// SPDX-License-Identifier: GPL-3.0-or-later
// The colour range of an ImageView: chosen, dragged in the histogram, shared with other views.
#include "common/quantity_text.h"
#include "view/image_view_private.h"

#include <QApplication>

#include <utility>

namespace ewald::view {

void ImageView::setRange(const RangeChoice& choice) {
    if (d->choice() == choice) return;
    d->choice() = choice;
    d->lookOf(d->shownQuantity).usual.reset();
    d->updateActions();
    d->newLook();
}

void ImageView::forgetLimits() {
    if (d->rangeLocked) return;
    bool changed = false;
    for (Private::Look* look : {&d->valueLook, &d->phaseLook, &d->unwrappedLook}) {
        if (!look->usual) continue;
        const bool log = look->choice.log; // limits are of one thing, a scale is a way to look
        look->choice = *std::exchange(look->usual, std::nullopt);
        look->choice.log = log;
        changed = true;
    }
    if (!changed) return;
    d->updateActions();
    d->newLook();
    emit displayChanged();
}

RangeChoice ImageView::rangeChoice() const { return d->choice(); }
Range ImageView::shownRange() const { return d->shown; }

void ImageView::setLogScale(bool log) {
    RangeChoice choice = d->choice();
    choice.log = log;
    setRange(choice);
}

void ImageView::setForcedRange(std::optional<Range> range) {
    if (d->forced == range) return;
    d->forced = range;
    d->newLook();
}

void ImageView::Private::chooseRange(const RangeChoice& chosen) {
    const std::optional<RangeChoice> before = lookOf(shownQuantity).usual;
    const RangeChoice usual = before.value_or(choice());
    q->setRange(chosen);
    if (chosen.manual) lookOf(shownQuantity).usual = usual;
    if (rangeLocked && chosen.manual) {
        for (ImageView* partner : partners()) {
            if (partner->rangeChoice() == chosen) continue;
            partner->setRange(chosen);
            emit partner->displayChanged();
        }
    }
    emit q->displayChanged();
}

void ImageView::Private::connectHistogram() {
    QObject::connect(histogram, &HistogramBar::rangeChosen, q, [this](const Range& range) {
        RangeChoice chosen = choice();
        chosen.manual = true;
        chosen.low = range.low;
        chosen.high = range.high;
        chooseRange(chosen);
        readoutLabel->setText(
            ImageView::tr("Range %1 … %2").arg(ui::numberText(range.low, 4), ui::numberText(range.high, 4)));
    });
    QObject::connect(histogram, &HistogramBar::automaticWanted, q, [this] {
        RangeChoice chosen;
        chosen.log = choice().log;
        chooseRange(chosen);
    });
}

void ImageView::setHistogramVisible(bool visible) {
    d->histogramVisible = visible;
    d->updateActions();
    d->showHistogram();
    d->updateHistogram();
}

bool ImageView::isHistogramVisible() const { return d->histogramVisible; }

void ImageView::Private::showHistogram() {
    histogram->setVisible(histogramVisible && !image.empty() && image.channels == nullptr);
}

void ImageView::Private::updateHistogram() {
    if (!histogramVisible || image.empty() || image.channels != nullptr || rangeLook != look) return;
    histogram->setRange(shown);
    histogram->setColourMap(image.quantity == Quantity::complexColour ? "gray" : map());
    histogram->setLowFixed(image.quantity == Quantity::complexColour);
    const Range& axis = histogram->histogram().axis;
    const bool covers =
        !histogram->histogram().empty() && shown.log == axis.log && shown.low >= axis.low && shown.high <= axis.high;
    const bool asked = histogramAsked && histogramAsked->number == imageNumber;
    if (asked && (covers || histogramAsked->range == shown)) return;
    histogramAsked = {{}, shown, imageNumber};
    histogramTask.submit({image, shown, imageNumber});
}

void ImageView::setRangeLocked(bool locked) {
    if (d->rangeLocked == locked) return;
    d->rangeLocked = locked;
    d->updateActions();
    if (!locked) return;
    const std::vector<ImageView*> partners = d->partners();
    if (!partners.empty()) {
        setRange(partners.front()->rangeChoice());
        emit displayChanged();
    }
    d->keepLocked();
}

bool ImageView::isRangeLocked() const { return d->rangeLocked; }

/// An automatic range is found once and then stays.
void ImageView::Private::keepLocked() {
    if (!rangeLocked || choice().manual || image.empty() || image.channels != nullptr || rangeLook != look) return;
    RangeChoice kept = choice();
    kept.manual = true;
    kept.low = shown.low;
    kept.high = shown.high;
    chooseRange(kept);
}

std::vector<ImageView*> ImageView::Private::partners() const {
    std::vector<ImageView*> found;
    for (QWidget* window : QApplication::topLevelWidgets()) {
        QList<ImageView*> views = window->findChildren<ImageView*>();
        if (auto* itself = qobject_cast<ImageView*>(window)) views.push_back(itself);
        for (ImageView* view : views) {
            const Private& other = *view->d;
            if (view != q && other.rangeLocked && !other.image.empty() && other.image.quantity == image.quantity &&
                other.valueLabel() == valueLabel())
                found.push_back(view);
        }
    }
    return found;
}

} // namespace ewald::view
