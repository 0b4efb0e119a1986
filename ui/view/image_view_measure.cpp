// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring in an ImageView: a line with its profile, and regions with their statistics.
#include "common/icon.h"
#include "common/quantity_text.h"
#include "view/image_view_private.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QToolBar>

#include <cmath>

namespace ewald::view {

namespace {

/// A name that leaves the image to be seen.
QString shortened(const QString& name) {
    constexpr qsizetype kMost = 24;
    return name.size() <= kMost ? name : name.first(kMost - 1) + u'…';
}

} // namespace

void ImageView::Private::connectMeasuring() {
    regions = new RegionEditor(q);
    QObject::connect(canvas, &ImageCanvas::measured, q, [this](QPointF from, QPointF to, bool) {
        line = std::pair{from, to};
        lineMarks.reset();
        canvas->update();
        measureLine();
    });
    QObject::connect(regions, &RegionEditor::changed, q, [this] {
        canvas->update();
        updateActions();
        measureRegions();
    });
    QObject::connect(regions, &RegionEditor::selectionChanged, q, [this] {
        canvas->update();
        emit q->regionSelected();
    });
}

void ImageView::setRegionsEnabled(bool enabled) {
    if (d->regionsEnabled == enabled) return;
    d->regionsEnabled = enabled;
    d->canvas->setEditor(enabled ? d->regions : nullptr);
    if (enabled && d->actions.count("rectangle") == 0) d->makeRegionActions();
    d->updateActions();
}

void ImageView::Private::makeRegionActions() {
    const auto addTool = [this](const char* name, const QString& text, const QString& tip, int key,
                                ImageRegion::Shape shape) {
        actions[name] = action(text, tip, key, true,
                               [this, shape](bool on) { q->setRegionShape(on ? std::optional(shape) : std::nullopt); });
        actions[name]->setIcon(ui::icon(QLatin1String(name)));
        tools->insertAction(actions["fit"], actions[name]);
        menu->insertAction(actions["copy"], actions[name]);
    };
    addTool("rectangle", ImageView::tr("Rectan&gle region"),
            ImageView::tr("Drag a rectangle whose mean, deviation and area are shown"), Qt::Key_A,
            ImageRegion::Shape::rectangle);
    addTool("ellipse", ImageView::tr("&Ellipse region"),
            ImageView::tr("Drag an ellipse whose mean, deviation and area are shown"), Qt::Key_O,
            ImageRegion::Shape::ellipse);
    actions["undo"] = action(ImageView::tr("&Undo"), ImageView::tr("Take back the last change of a region"),
                             QKeySequence::Undo, false, [this](bool) { regions->undo(); });
    actions["redo"] = action(ImageView::tr("&Redo"), ImageView::tr("Make it again"), QKeySequence::Redo, false,
                             [this](bool) { regions->redo(); });
    actions["delete"] = action(ImageView::tr("&Remove region or line"),
                               ImageView::tr("Remove the selected region, else the measured line"), Qt::Key_Delete,
                               false, [this](bool) { q->removeRegion(); });
    for (const auto& [name, picture] :
         {std::pair{"undo", "undo"}, std::pair{"redo", "redo"}, std::pair{"delete", "remove"}}) {
        actions[name]->setIcon(ui::icon(QLatin1String(picture)));
        menu->insertAction(actions["copy"], actions[name]);
    }
    menu->insertSeparator(actions["copy"]);
}

/// The step of a region that a key of undo or redo is for, as long as there is one.
void (RegionEditor::*ImageView::Private::stepOf(const QKeyEvent& key) const)() {
    if (!regionsEnabled) return nullptr;
    if (regions->canUndo() && key.matches(QKeySequence::Undo)) return &RegionEditor::undo;
    if (regions->canRedo() && key.matches(QKeySequence::Redo)) return &RegionEditor::redo;
    return nullptr;
}

bool ImageView::event(QEvent* event) {
    // Before the window, which has the same keys for the parameters.
    if (event->type() == QEvent::ShortcutOverride && d->stepOf(*static_cast<QKeyEvent*>(event)) != nullptr) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void ImageView::keyPressEvent(QKeyEvent* event) {
    if (const auto step = d->stepOf(*event))
        (d->regions->*step)();
    else
        QWidget::keyPressEvent(event);
}

void ImageView::setRegionShape(std::optional<ImageRegion::Shape> shape) {
    if (shape) setMeasuring(false);
    d->regions->setShape(shape);
    d->updateActions();
}

const std::vector<ImageRegion>& ImageView::regions() const { return d->regions->regions(); }
void ImageView::setRegions(std::vector<ImageRegion> regions) { d->regions->setRegions(std::move(regions)); }
std::optional<std::size_t> ImageView::selectedRegion() const { return d->regions->selected(); }
void ImageView::selectRegion(std::optional<std::size_t> index) { d->regions->select(index); }

void ImageView::removeRegion() {
    if (d->regions->selected()) {
        d->regions->removeSelected();
    } else if (d->line) {
        d->line.reset();
        d->lineMarks.reset();
        d->lineTask.cancel();
        d->canvas->update();
        emit lineRemoved();
    }
}

void ImageView::setMeasuring(bool on) {
    if (on) d->regions->setShape({});
    d->measuring = on;
    d->canvas->setMeasuring(on);
    d->updateActions();
    d->canvas->update();
}

bool ImageView::leaveTool() {
    const bool any = d->measuring || d->regions->shape().has_value();
    setMeasuring(false);
    setRegionShape({});
    return any;
}

bool ImageView::isMeasuring() const { return d->measuring; }

void ImageView::setLineWidth(double width_px) {
    if (width_px == d->lineWidth) return;
    d->lineWidth = width_px;
    d->canvas->update();
    d->measureLine();
}

void ImageView::setLineMarks(QPointF first, QPointF second) {
    if (!d->line) return;
    d->lineMarks = std::pair{first, second};
    d->canvas->update();
}

LineProfile ImageView::profile(QPointF from, QPointF to, double width_px) const {
    LineProfile profile = profileOf(d->image, from, to, width_px, d->pixelY, d->pixelX);
    profile.valueLabel = d->valueLabel();
    return profile;
}

void ImageView::Private::measure() {
    measureLine();
    if (!regions->regions().empty()) measureRegions();
}

void ImageView::Private::measureLine() {
    if (image.empty() || !line || line->first == line->second) return;
    lineTask.submit({image, {}, line->first, line->second, lineWidth, pixelY, pixelX, valueLabel()});
}

void ImageView::Private::measureRegions() {
    regionTask.submit({image, regions->regions(), {}, {}, 1, pixelY, pixelX, valueLabel()});
}

void ImageView::Private::addMeasured(ImageAnnotations& what) const {
    const auto selected = regions->selected();
    for (std::size_t i = 0; i < regions->regions().size(); ++i) {
        const ImageRegion& region = regions->regions()[i];
        const QPolygonF outline = region.outline();
        what.paths.push_back({{outline.begin(), outline.end()}, shortened(region.title()), i == selected, true});
        if (i != selected) continue;
        for (const QPointF& corner :
             {region.rect.topLeft(), region.rect.topRight(), region.rect.bottomLeft(), region.rect.bottomRight()})
            what.handles.push_back(corner);
    }
    if (!line) return;
    what.line = line;
    what.lineWidth_px = lineWidth;
    what.lineMarks = lineMarks;
    const QPointF delta = line->second - line->first;
    what.lineText = pixelX > 0 && pixelY > 0
                        ? ui::lengthText(std::hypot(delta.x() * pixelX, delta.y() * pixelY), 4)
                        : ImageView::tr("%1 px").arg(ui::numberText(std::hypot(delta.x(), delta.y()), 4));
}

QString ImageView::valueLabel() const { return d->valueLabel(); }

QString ImageView::valueUnit() const {
    const Quantity shown = d->image.quantity;
    if (shown == Quantity::phase || shown == Quantity::unwrapped) return QStringLiteral("rad");
    return d->unit;
}

} // namespace ewald::view
