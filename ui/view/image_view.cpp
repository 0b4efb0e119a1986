// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"
#include "common/quantity_text.h"
#include "view/axis_ticks.h"
#include "view/image_view_private.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolBar>
#include <QVBoxLayout>

#include <cmath>
#include <limits>

namespace ewald::view {

ImageView::Private::Private(ImageView* view)
    : q(view), histogramTask([](const HistogramRequest& asked) { return histogramOf(asked.image, asked.range, 96); },
                             [this](Histogram&& found) {
                                 if (!image.empty()) histogram->setHistogram(std::move(found));
                             }),
      lineTask(
          [](const MeasureRequest& asked) {
              LineProfile profile =
                  profileOf(asked.image, asked.from, asked.to, asked.width_px, asked.pixelY, asked.pixelX);
              profile.valueLabel = asked.valueLabel;
              return profile;
          },
          [this](LineProfile&& profile) {
              if (line) emit q->lineMeasured(profile);
          }),
      regionTask(
          [](const MeasureRequest& asked) {
              std::vector<RegionStatistics> found;
              for (const ImageRegion& region : asked.regions)
                  found.push_back(statisticsOf(asked.image, region, asked.pixelY, asked.pixelX));
              return found;
          },
          [this](std::vector<RegionStatistics>&& found) { emit q->regionsMeasured(found); }),
      unwrapTask(
          [](const UnwrapRequest& asked) {
              return Unwrapped{{std::make_shared<const Array<float, 2>>(asked.unwrapper(*asked.waves)), asked.waves,
                                Quantity::unwrapped},
                               asked.title};
          },
          [this](Unwrapped&& unwrapped) {
              titleLabel->setText(*unwrapped.second);
              setImage(std::move(unwrapped.first));
          }),
      task(renderImage, [this](RenderResult&& result) { show(std::move(result)); }),
      copyTask([](const FigureSpec& spec) { return paintFigure(spec, 2); },
               [this](QImage&& figure) {
                   QGuiApplication::clipboard()->setImage(figure);
                   emit q->copied();
               }) {
    phaseLook.choice.manual = true;
    phaseLook.choice.low = -kPi;
    phaseLook.choice.high = kPi;
}

ImageView::ImageView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    d->missingText = tr("masked");
    d->canvas = new ImageCanvas(this);
    d->bar = new ColourBar(this);
    d->histogram = new HistogramBar(this);
    d->titleLabel = new ElidedLabel(this);
    QFont bold = font();
    bold.setBold(true);
    d->titleLabel->setFont(bold);
    d->tools = new QToolBar(this);
    // Where both do not fit, the tools go into the menu of the strip: a view needs its title.
    d->tools->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    d->readoutLabel = new QLabel(QStringLiteral(" "), this);
    // The text changes with every move of the mouse and must not move anything else.
    d->readoutLabel->setObjectName(QStringLiteral("readout"));
    d->readoutLabel->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    d->readoutLabel->setTextFormat(Qt::PlainText);
    d->readoutLabel->setToolTip(tr("Position and value under the cursor"));

    auto* top = new QHBoxLayout;
    top->setSpacing(4);
    top->addWidget(d->titleLabel, 1);
    top->addWidget(d->tools, 0);
    auto* middle = new QHBoxLayout;
    d->middle = middle;
    middle->setSpacing(4);
    middle->addWidget(d->canvas, 1);
    middle->addWidget(d->histogram);
    middle->addWidget(d->bar);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    layout->addLayout(top);
    layout->addLayout(middle, 1);
    layout->addWidget(d->readoutLabel);

    d->makeActions();
    d->applyTheme();
    d->updateActions();

    d->connectCanvas();
    d->connectHistogram();
    d->connectMeasuring();
    clear();
}

ImageView::~ImageView() = default;

void ImageView::Private::connectCanvas() {
    canvas->setOverlay([this](QPainter& painter) {
        if (image.empty()) {
            painter.setPen(q->palette().color(QPalette::Disabled, QPalette::WindowText));
            painter.drawText(canvas->rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, message);
            return;
        }
        paintAnnotations(painter, annotationArea(), annotations(),
                         [this](QPointF pixel) { return canvas->toScreen(pixel); });
    });
    QObject::connect(canvas, &ImageCanvas::transformed, q, [this](bool byUser) {
        request();
        if (byUser) emit q->viewChanged(q->view());
    });
    QObject::connect(canvas, &ImageCanvas::hovered, q, [this](QPointF pixel) {
        hovered = pixel;
        showReadout();
        if (canvas->contains(pixel)) emit q->cursorMoved(pixel);
    });
    QObject::connect(canvas, &ImageCanvas::hoverEnded, q, [this] {
        hovered.reset();
        showReadout();
    });
    QObject::connect(canvas, &ImageCanvas::clicked, q, &ImageView::clicked);
    QObject::connect(canvas, &ImageCanvas::drawn, q, &ImageView::drawn);
    QObject::connect(canvas, &ImageCanvas::doubleClicked, q, &ImageView::drawingClosed);
    canvas->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(canvas, &QWidget::customContextMenuRequested, q, [this](QPoint p) { showMenu(p); });
    QObject::connect(bar, &ColourBar::activated, q, &ImageView::chooseRange);
}

/// The value under the cursor, which may have become another without a movement of it.
void ImageView::Private::showReadout() {
    QString text = hovered ? readout(*hovered) : QStringLiteral(" ");
    // In a narrow view the place gives way to the value.
    const QString gap = QStringLiteral("   ");
    while (readoutLabel->fontMetrics().horizontalAdvance(text) > readoutLabel->width() && text.contains(gap))
        text = text.section(gap, 1);
    readoutLabel->setText(text);
}

ImageView::Private::Look& ImageView::Private::lookOf(Quantity of) {
    return of == Quantity::phase ? phaseLook : of == Quantity::unwrapped ? unwrappedLook : valueLook;
}
RangeChoice& ImageView::Private::choice() { return lookOf(shownQuantity).choice; }
const RangeChoice& ImageView::Private::choice() const { return const_cast<Private*>(this)->choice(); }
std::string& ImageView::Private::map() { return lookOf(shownQuantity).map; }
const std::string& ImageView::Private::map() const { return const_cast<Private*>(this)->map(); }

void ImageView::Private::newLook() {
    ++look;
    request();
}

void ImageView::Private::setImage(ImageData fresh) {
    const bool sameShape = !image.empty() && fresh.rows() == image.rows() && fresh.cols() == image.cols();
    const bool sameQuantity = !image.empty() && fresh.quantity == image.quantity;
    image = std::move(fresh);
    // A newer one may still be on its way.
    if (image.quantity != Quantity::unwrapped || image.complex == unwrapping) unwrapping.reset();
    ++imageNumber;
    if (!image.empty()) shownQuantity = image.quantity;
    if (image.empty()) {
        q->clear(message);
        return;
    }
    if (!sameShape) {
        // Colours of another shape would be stretched over the new one.
        task.cancel();
        line.reset();
        lineMarks.reset();
        regions->reset();
        canvas->setImageShape(image.rows(), image.cols(), pixelAspect());
    }
    bar->setVisible(barVisible);
    showHistogram();
    if (!sameQuantity || !sameShape) {
        bar->setSpec(barSpec());
        updateActions();
        canvas->update();
    }
    newLook();
    measure();
    if (hovered) showReadout();
}

void ImageView::setImage(std::shared_ptr<const Array<float, 2>> image) {
    d->unwrapTask.cancel();
    d->setImage({std::move(image), nullptr, Quantity::real});
}

void ImageView::setColourChannels(std::shared_ptr<const ColourChannels> channels, const std::array<QString, 3>& names) {
    d->unwrapTask.cancel();
    setMeasuring(false); // there is not one value at a place
    if (d->line) {
        d->line.reset();
        d->lineMarks.reset();
        emit lineRemoved();
    }
    if (d->rangeDialog != nullptr) d->rangeDialog->close();
    d->channelNames = names;
    d->setImage({nullptr, nullptr, Quantity::channels, std::move(channels)});
}

namespace {
Quantity quantityOf(ComplexMode mode) {
    if (mode == ComplexMode::amplitude) return Quantity::amplitude;
    if (mode == ComplexMode::unwrapped) return Quantity::unwrapped;
    return mode == ComplexMode::phase ? Quantity::phase : Quantity::complexColour;
}
} // namespace

void ImageView::setComplexImage(std::shared_ptr<const Array<Complex, 2>> image, ComplexMode mode) {
    if (mode == ComplexMode::unwrapped && d->unwrapper && image != nullptr) {
        d->unwrap(std::move(image));
        return;
    }
    d->unwrapTask.cancel();
    const bool known = mode != ComplexMode::unwrapped;
    d->setImage({nullptr, std::move(image), known ? quantityOf(mode) : Quantity::phase});
}

void ImageView::Private::unwrap(std::shared_ptr<const Array<Complex, 2>> waves) {
    const bool sameShape = image.complex != nullptr && image.complex->shape() == waves->shape();
    nextTitle = std::make_shared<QString>(unwrapping != nullptr ? *nextTitle : titleLabel->text());
    if (!sameShape) q->clear(ImageView::tr("Unwrapping the phase…"));
    shownQuantity = Quantity::unwrapped;
    unwrapping = waves;
    unwrapTask.submit({std::move(waves), unwrapper, nextTitle});
    updateActions();
}

void ImageView::setPhaseUnwrapper(PhaseUnwrapper unwrapper) {
    d->unwrapper = std::move(unwrapper);
    d->updateActions();
}

void ImageView::setComplexMode(ComplexMode mode) {
    const auto waves = d->unwrapping != nullptr ? d->unwrapping : d->image.complex;
    if (waves == nullptr) {
        d->shownQuantity = quantityOf(mode);
        return;
    }
    if (d->shownQuantity == quantityOf(mode)) return;
    if (d->unwrapping != nullptr) d->titleLabel->setText(*d->nextTitle);
    setComplexImage(waves, mode);
    if (d->rangeDialog != nullptr) d->askRange();
}

ComplexMode ImageView::complexMode() const {
    if (d->shownQuantity == Quantity::phase) return ComplexMode::phase;
    if (d->shownQuantity == Quantity::unwrapped) return ComplexMode::unwrapped;
    return d->shownQuantity == Quantity::complexColour ? ComplexMode::colour : ComplexMode::amplitude;
}

void ImageView::clear(const QString& text) {
    d->task.cancel();
    d->unwrapTask.cancel();
    d->unwrapping.reset();
    d->image = {};
    d->message = text;
    d->line.reset();
    d->lineMarks.reset();
    d->regions->reset();
    d->lineTask.cancel();
    d->masked = false;
    d->detailRect = {};
    ++d->look;
    d->canvas->scene().setOverview({});
    d->canvas->scene().setDetail({});
    d->canvas->scene().update();
    d->bar->setVisible(false);
    d->histogram->setHistogram({});
    d->histogramAsked.reset();
    d->showHistogram();
    d->readoutLabel->setText(QStringLiteral(" "));
    d->updateActions();
    d->canvas->update();
}

QString ImageView::emptyText() const { return d->image.empty() ? d->message : QString(); }

void ImageView::setPixelSize(double y_m, double x_m) {
    const auto valid = [](double v) { return v > 0 && std::isfinite(v) ? v : 0.0; };
    if (valid(y_m) == d->pixelY && valid(x_m) == d->pixelX) return;
    d->pixelY = valid(y_m);
    d->pixelX = valid(x_m);
    if (!d->image.empty()) {
        d->canvas->setImageShape(d->image.rows(), d->image.cols(), d->pixelAspect());
    }
    d->canvas->update();
}

void ImageView::setOrigin(QPointF pixel) { d->origin = pixel; }

void ImageView::setValueLabel(const QString& quantity, const QString& unit) {
    d->quantity = quantity;
    d->unit = unit;
    d->bar->setSpec(d->barSpec());
}

void ImageView::setTitle(const QString& title) {
    if (d->unwrapping != nullptr)
        *d->nextTitle = title;
    else
        d->titleLabel->setText(title);
}
QString ImageView::title() const { return d->titleLabel->text(); }

void ImageView::setColourMap(const std::string& id) {
    const std::string known = ColourMap::byId(id).id();
    if (d->map() == known) return;
    d->map() = known;
    d->updateActions();
    d->newLook();
}
std::string ImageView::colourMap() const { return d->map(); }

void ImageView::setPoints(std::vector<QPointF> points, bool connect) {
    if (points == d->points && connect == d->connectPoints) return;
    d->points = std::move(points);
    d->connectPoints = connect;
    d->canvas->scene().setPoints(d->points, connect);
    d->canvas->scene().update();
    d->updateActions();
}

void ImageView::setPointsVisible(bool visible) {
    d->pointsVisible = visible;
    d->canvas->scene().setPointsVisible(visible);
    d->canvas->scene().update();
    d->updateActions();
}

void ImageView::setRegion(std::optional<QRectF> region) {
    d->region = region;
    d->canvas->update();
}

void ImageView::setLabels(std::vector<ImageLabel> labels) {
    d->labels = std::move(labels);
    d->canvas->update();
}

void ImageView::setColouredPixels(std::vector<ColouredPixels> pixels) {
    if (pixels == d->pixels) return;
    d->pixels = std::move(pixels);
    d->canvas->update();
}
const std::vector<ColouredPixels>& ImageView::colouredPixels() const { return d->pixels; }

void ImageView::setPaths(std::vector<ImagePath> paths) {
    if (paths == d->paths) return;
    d->paths = std::move(paths);
    d->canvas->update();
}

void ImageView::setAxes(std::optional<ImageAxis> vertical, std::optional<ImageAxis> horizontal, AxesFit fit) {
    d->canvas->setStretched(fit == AxesFit::fillView && (vertical.has_value() || horizontal.has_value()));
    d->verticalAxis = std::move(vertical);
    d->horizontalAxis = std::move(horizontal);
    d->canvas->update();
}

void ImageView::setFigureText(const QString& caption, const QStringList& facts, const QString& name) {
    d->caption = caption;
    d->facts = facts;
    d->figureName = name.isEmpty() ? QStringLiteral("figure") : name;
}

void ImageView::setScaleBarVisible(bool visible) {
    d->scaleBar = visible;
    d->updateActions();
    d->canvas->update();
}

void ImageView::setColourBarVisible(bool visible) {
    d->barVisible = visible;
    d->bar->setVisible(visible && !d->image.empty());
}

void ImageView::setToolStripVisible(bool visible) {
    d->tools->setVisible(visible);
    // The image stays level with that of a view beside it which has its tools.
    d->titleLabel->setMinimumHeight(visible ? 0 : d->tools->sizeHint().height());
}

QRectF ImageView::view() const { return d->canvas->view(); }
bool ImageView::isFitted() const { return d->canvas->isFitted(); }
void ImageView::setFitsWhole(bool whole) { d->fitsWhole = whole; }
void ImageView::setMissingText(const QString& text) { d->missingText = text; }
bool ImageView::isIdle() const {
    return d->task.idle() && d->unwrapTask.idle() && d->lineTask.idle() && d->regionTask.idle();
}
QWidget* ImageView::canvas() const { return d->canvas; }
QPointF ImageView::toImage(QPointF position) const { return d->canvas->toImage(position); }
QPointF ImageView::toCanvas(QPointF pixel) const { return d->canvas->toScreen(pixel); }
QString ImageView::readout(QPointF position) const { return d->readout(d->canvas->toImage(position)); }

QString ImageView::Private::valueLabel() const {
    if (image.quantity == Quantity::phase) return ImageView::tr("Phase (rad)");
    if (image.quantity == Quantity::unwrapped) return ImageView::tr("Unwrapped phase (rad)");
    QString name = quantity;
    if (name.isEmpty() && image.complex != nullptr) name = ImageView::tr("Amplitude");
    if (unit.isEmpty()) return name;
    return name.isEmpty() ? unit : name + QStringLiteral(" (") + unit + u')';
}

ColourBarSpec ImageView::Private::barSpec() const {
    ColourBarSpec spec{shown, map(), valueLabel(), image.quantity == Quantity::complexColour};
    for (std::size_t c = 0; image.channels != nullptr && c < channelNames.size(); ++c)
        spec.channels.push_back({image.channels->ranges[c], ColourMap::kChannels[c], channelNames[c]});
    return spec;
}

ImageAnnotations ImageView::Private::annotations() const {
    ImageAnnotations what;
    if (scaleBar && pixelX > 0) what.metresPerScreenPixel = pixelX / canvas->scale();
    what.labels = labels;
    what.region = region;
    what.masked = masked;
    what.maskedText = missingText;
    what.paths = paths;
    what.pixels = pixels;
    what.verticalAxis = verticalAxis;
    what.horizontalAxis = horizontalAxis;
    addMeasured(what);
    return what;
}

QRectF ImageView::Private::annotationArea() const {
    // In the image's corner as long as there is room: a bar beside the image belongs to nothing.
    const QRectF all(canvas->rect());
    const QRectF inside = all.intersected(
        QRectF(canvas->toScreen({0, 0}),
               canvas->toScreen({static_cast<double>(image.cols()), static_cast<double>(image.rows())})));
    return inside.width() > 120 && inside.height() > 60 ? inside : all;
}

double ImageView::Private::pixelAspect() const { return pixelX > 0 && pixelY > 0 ? pixelY / pixelX : 1; }

QString ImageView::Private::placeText(std::size_t row, std::size_t col) const {
    if (!verticalAxis && !horizontalAxis) return ImageView::tr("row %1  col %2   ").arg(row).arg(col);
    QString text;
    const auto add = [&](const std::optional<ImageAxis>& axis, std::size_t index) {
        if (!axis) return;
        const double value = axis->first + axis->step * static_cast<double>(index);
        text += QStringLiteral("%1 %2 %3   ").arg(axis->name, ui::numberText(value, 6), axis->unit);
    };
    add(horizontalAxis, col);
    add(verticalAxis, row);
    return text;
}

QString ImageView::Private::valueText(float value) const {
    if (std::isinf(value)) return ImageView::tr("outside");
    if (std::isnan(value)) return missingText;
    return ui::numberText(static_cast<double>(value), 5) + (unit.isEmpty() ? unit : u' ' + unit);
}

QString ImageView::Private::readout(QPointF pixel) const {
    if (image.empty() || !canvas->contains(pixel)) return QStringLiteral(" ");
    const double col = std::floor(pixel.x());
    const double row = std::floor(pixel.y());
    const auto r = static_cast<std::size_t>(row);
    const auto c = static_cast<std::size_t>(col);
    QString text;
    if (pixelX > 0 && pixelY > 0 && !verticalAxis && !horizontalAxis) {
        // One unit for both and for the whole image: a unit that changes on the way cannot be read.
        const LengthUnit length = lengthUnit(
            std::max(pixelX * static_cast<double>(image.cols()), pixelY * static_cast<double>(image.rows())) / 2);
        const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(pixelX / length.metres))) + 1, 0, 6);
        const auto place = [&](double v) { return ui::fixedText(v / length.metres, decimals); };
        text = QStringLiteral("x %1  y %2 %3   ")
                   .arg(place((col - origin.x()) * pixelX), place((row - origin.y()) * pixelY), ui::unitName(length));
    }
    text += placeText(r, c);
    if (image.complex != nullptr) {
        const Complex z = (*image.complex)(r, c);
        const bool valid = std::isfinite(z.real()) && std::isfinite(z.imag());
        text += std::isinf(z.real()) ? ImageView::tr("outside")
                : valid
                    ? ImageView::tr("amplitude %1%2  phase %3 rad")
                          .arg(ui::numberText(static_cast<double>(std::abs(z)), 4), unit.isEmpty() ? unit : u' ' + unit,
                               ui::numberText(static_cast<double>(std::arg(z)), 4))
                    : missingText;
        if (valid && image.quantity == Quantity::unwrapped) {
            text += ImageView::tr("  unwrapped %1 rad").arg(ui::numberText(static_cast<double>(image.value(r, c)), 4));
        }
    } else if (image.channels != nullptr) {
        const auto& values = image.channels->values;
        text += ImageView::tr("red %1  green %2  blue %3")
                    .arg(valueText((*values[0])(r, c)), valueText((*values[1])(r, c)), valueText((*values[2])(r, c)));
    } else {
        text += valueText((*image.real)(r, c));
    }
    return text;
}

FigureSpec ImageView::Private::figureSpec() const {
    FigureSpec spec;
    spec.image = image;
    spec.range = shown;
    spec.bar = barSpec();
    spec.showBar = barVisible;
    spec.title = titleLabel->text();
    spec.caption = caption;
    spec.facts = facts;
    spec.font = q->font();
    spec.annotations = annotations();
    spec.annotations.handles.clear(); // for the mouse
    // Only what shows image: no empty margins in a logbook.
    const QRectF all(0, 0, static_cast<double>(image.cols()), static_cast<double>(image.rows()));
    spec.view = canvas->view().intersected(all);
    spec.size = {spec.view.width() * canvas->scale(), spec.view.height() * canvas->scale() * canvas->aspect()};
    if (pointsVisible) spec.points = points;
    spec.connectPoints = connectPoints;
    return spec;
}

QImage ImageView::figure(int scale) const { return d->image.empty() ? QImage() : paintFigure(d->figureSpec(), scale); }

void ImageView::saveFigure(const QString& file, int scale) const { savePng(figure(scale), file); }

void ImageView::fit() { d->canvas->fit(); }
void ImageView::setLeftRoom(int pixels) {
    d->middle->setContentsMargins(std::max(0, pixels - layout()->contentsMargins().left()), 0, 0, 0);
}
void ImageView::setView(const QRectF& view) { d->canvas->setView(view); }
void ImageView::zoomBy(double factor) { d->canvas->zoomAround(QRectF(d->canvas->rect()).center(), factor); }

void ImageView::copyToClipboard() {
    if (!d->image.empty()) d->copyTask.submit(d->figureSpec());
}

void ImageView::chooseRange() { d->askRange(); }

void ImageView::setDrawing(bool on) { d->canvas->setDrawing(on); }

void ImageView::Private::applyTheme() {
    const QColor window = q->palette().color(QPalette::Window);
    canvas->scene().setBackground(window.lightness() > 127 ? window.darker(108) : window.darker(130));
    canvas->scene().update();
    bar->update();
    canvas->update();
}

void ImageView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // The first of these events comes while the constructor still runs.
    if (d->tools == nullptr || d->menu == nullptr) return;
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) d->applyTheme();
    if (event->type() == QEvent::FontChange) {
        QFont bold = font();
        bold.setBold(true);
        d->titleLabel->setFont(bold);
    }
}

} // namespace ewald::view
