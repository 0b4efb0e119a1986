// SPDX-License-Identifier: GPL-3.0-or-later
// Tool strip, menu and keys of an ImageView.
#include "common/icon.h"
#include "common/phrase_text.h"
#include "view/image_view_private.h"
#include "view/save_dialog.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMetaMethod>
#include <QToolBar>
#include <QToolButton>

namespace ewald::view {

namespace {

/// The usual names of the colour maps.
QString mapName(const std::string& id) {
    if (id == "gray") return ImageView::tr("Gray");
    if (id == "gray_inverted") return ImageView::tr("Gray, inverted");
    if (id == "blue_white_red") return ImageView::tr("Blue, white, red");
    if (id == "viridis") return ImageView::tr("Viridis");
    if (id == "magma") return ImageView::tr("Magma");
    if (id == "inferno") return ImageView::tr("Inferno");
    if (id == "turbo") return ImageView::tr("Turbo");
    if (id == "phase_cyclic") return ImageView::tr("Phase (cyclic, even lightness)");
    if (id == "hsv_wheel") return ImageView::tr("Colour wheel (cyclic)");
    return QString::fromStdString(id);
}

} // namespace

QAction* ImageView::Private::action(const QString& text, const QString& tip, const QKeySequence& key, bool checkable,
                                    const std::function<void(bool)>& triggered) {
    auto* result = new QAction(text, q);
    result->setCheckable(checkable);
    result->setShortcut(key);
    // Several views share a window: a key belongs to the one that has the focus.
    result->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    result->setToolTip(key.isEmpty() ? tip
                                     : QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    QObject::connect(result, &QAction::triggered, q, triggered);
    q->addAction(result);
    return result;
}

void ImageView::Private::makeActions() {
    actions["fit"] =
        action(ImageView::tr("&Fit"), ImageView::tr("Fit the image into the view"), Qt::Key_F, false, [this](bool) {
            canvas->fit();
            emit q->viewChanged(q->view());
        });
    actions["actual"] = action(ImageView::tr("&Actual size"), ImageView::tr("One image pixel a screen pixel"),
                               Qt::Key_1, false, [this](bool) { canvas->setScale(1 / canvas->devicePixelRatioF()); });
    actions["in"] = action(ImageView::tr("Zoom &in"), ImageView::tr("Enlarge"), Qt::Key_Plus, false,
                           [this](bool) { q->zoomBy(1.5); });
    actions["out"] = action(ImageView::tr("Zoom &out"), ImageView::tr("Reduce"), Qt::Key_Minus, false,
                            [this](bool) { q->zoomBy(1 / 1.5); });
    actions["log"] =
        action(ImageView::tr("&Logarithmic"), ImageView::tr("Logarithmic colours"), Qt::Key_L, true, [this](bool on) {
            RangeChoice changed = choice();
            changed.log = on;
            chooseRange(changed);
        });
    actions["range"] =
        action(ImageView::tr("&Range…"), ImageView::tr("Set the colour range, by percentile or by numbers"), Qt::Key_R,
               false, [this](bool) { askRange(); });
    actions["histogram"] =
        action(ImageView::tr("&Histogram"), ImageView::tr("Histogram, in which the limits of the range are dragged"),
               Qt::SHIFT | Qt::Key_R, true, [this](bool on) {
                   q->setHistogramVisible(on);
                   emit q->histogramVisibleChanged(on);
               });
    actions["lock"] = action(ImageView::tr("Loc&k the range"),
                             ImageView::tr("Keep the range for other images, and share it with all locked views of the "
                                           "same quantity"),
                             Qt::Key_K, true, [this](bool on) { q->setRangeLocked(on); });
    actions["next"] =
        action(ImageView::tr("Next colour map"), ImageView::tr("Next colour map"), Qt::Key_C, false, [this](bool) {
            const auto& ids = ColourMap::ids();
            const auto it = std::find(ids.begin(), ids.end(), map());
            q->setColourMap(it == ids.end() || it + 1 == ids.end() ? ids.front() : *(it + 1));
            emit q->displayChanged();
        });
    actions["measure"] =
        action(ImageView::tr("&Measure"), ImageView::tr("Drag to measure a distance and a line profile"), Qt::Key_M,
               true, [this](bool on) { q->setMeasuring(on); });
    actions["points"] = action(ImageView::tr("Scan &positions"), ImageView::tr("Show the scan positions"), Qt::Key_P,
                               true, [this](bool on) { q->setPointsVisible(on); });
    actions["scaleBar"] = action(ImageView::tr("&Scale bar"), ImageView::tr("Show the scale bar"), {}, true,
                                 [this](bool on) { q->setScaleBarVisible(on); });
    actions["copy"] =
        action(ImageView::tr("&Copy figure"), ImageView::tr("Copy the figure with scale bar and colour bar"),
               QKeySequence::Copy, false, [this](bool) { q->copyToClipboard(); });
    actions["save"] =
        action(ImageView::tr("Save figure as PN&G…"), ImageView::tr("Save the figure with scale bar and colour bar"),
               {}, false, [this](bool) { saveAs(); });
    for (const auto& [name, picture] :
         {std::pair{"fit", "fit"}, std::pair{"actual", "actual-size"}, std::pair{"log", "log"},
          std::pair{"range", "range"}, std::pair{"histogram", "histogram"}, std::pair{"lock", "lock"},
          std::pair{"measure", "measure"}, std::pair{"points", "points"}, std::pair{"copy", "copy"},
          std::pair{"save", "save"}, std::pair{"in", "zoom-in"}, std::pair{"out", "zoom-out"}}) {
        actions[name]->setIcon(ui::icon(QLatin1String(picture)));
    }
    makeMenus();
    makeTools();
}

void ImageView::Private::makeTools() {
    tools->setIconSize(QSize(16, 16));
    tools->setMovable(false);
    tools->setContentsMargins(0, 0, 0, 0);
    auto* modeButton = new QToolButton;
    modeButton->setMenu(modeMenu);
    modeButton->setPopupMode(QToolButton::InstantPopup);
    modeButton->setToolTip(ImageView::tr("What of the complex image is shown"));
    actions["modeButton"] = tools->addWidget(modeButton);
    auto* mapButton = new QToolButton;
    mapButton->setMenu(mapMenu);
    mapButton->setPopupMode(QToolButton::InstantPopup);
    mapButton->setToolTip(ImageView::tr("Colour map (C: next)"));
    actions["mapButton"] = tools->addWidget(mapButton);
    for (const char* name : {"log", "range", "histogram", "lock", "points", "measure", "fit", "copy", "save"})
        tools->addAction(actions[name]);
}

void ImageView::Private::makeMenus() {
    mapMenu = new QMenu(ImageView::tr("&Colour map"), q);
    mapGroup = new QActionGroup(q);
    for (const std::string& id : ColourMap::ids()) {
        QAction* entry =
            mapMenu->addAction(QIcon(QPixmap::fromImage(colourStrip(ColourMap::byId(id), 48, 12))), mapName(id));
        entry->setCheckable(true);
        entry->setData(QString::fromStdString(id));
        mapGroup->addAction(entry);
    }
    QObject::connect(mapGroup, &QActionGroup::triggered, q, [this](const QAction* entry) {
        q->setColourMap(entry->data().toString().toStdString());
        emit q->displayChanged();
    });
    modeMenu = new QMenu(ImageView::tr("Sho&w"), q);
    modeGroup = new QActionGroup(q);
    const std::pair<QString, ComplexMode> modes[] = {
        {ImageView::tr("Amplitude"), ComplexMode::amplitude},
        {ImageView::tr("Phase"), ComplexMode::phase},
        {ImageView::tr("Unwrapped phase"), ComplexMode::unwrapped},
        {ImageView::tr("Phase and amplitude as colour"), ComplexMode::colour}};
    for (const auto& [text, mode] : modes) {
        QAction* entry = modeMenu->addAction(text);
        entry->setCheckable(true);
        entry->setData(static_cast<int>(mode));
        modeGroup->addAction(entry);
    }
    QObject::connect(modeGroup, &QActionGroup::triggered, q, [this](const QAction* entry) {
        q->setComplexMode(static_cast<ComplexMode>(entry->data().toInt()));
        emit q->displayChanged();
    });

    menu = new QMenu(q);
    menu->setToolTipsVisible(true);
    menu->addMenu(modeMenu);
    menu->addMenu(mapMenu);
    for (const char* name : {"log", "range", "histogram", "lock", "", "fit", "actual", "in", "out", "", "scaleBar",
                             "points", "measure", "", "copy", "save"}) {
        if (*name == '\0')
            menu->addSeparator();
        else
            menu->addAction(actions[name]);
    }
}

void ImageView::Private::updateActions() {
    const bool some = !image.empty();
    const bool complex = image.complex != nullptr;
    const bool ranged = some && image.channels == nullptr; // three colours have a range each
    for (const char* name : {"fit", "actual", "in", "out", "copy", "save"}) actions[name]->setEnabled(some);
    for (const char* name : {"range", "lock", "measure", "next"}) actions[name]->setEnabled(ranged);
    actions["histogram"]->setEnabled(image.channels == nullptr);
    actions["log"]->setEnabled(some && (image.quantity == Quantity::real || image.quantity == Quantity::amplitude));
    actions["log"]->setChecked(choice().log);
    actions["histogram"]->setChecked(histogramVisible);
    actions["lock"]->setChecked(rangeLocked);
    actions["measure"]->setChecked(measuring);
    if (actions.count("rectangle") != 0) {
        const auto shape = regions->shape();
        actions["rectangle"]->setChecked(shape == ImageRegion::Shape::rectangle);
        actions["ellipse"]->setChecked(shape == ImageRegion::Shape::ellipse);
        for (const char* name : {"rectangle", "ellipse", "delete"}) actions[name]->setEnabled(some);
        actions["undo"]->setEnabled(regions->canUndo());
        actions["redo"]->setEnabled(regions->canRedo());
    }
    actions["points"]->setVisible(!points.empty());
    actions["points"]->setChecked(pointsVisible);
    actions["scaleBar"]->setChecked(scaleBar);
    actions["scaleBar"]->setEnabled(pixelX > 0);
    actions["modeButton"]->setVisible(complex);
    modeMenu->menuAction()->setVisible(complex);
    const bool mapped = image.quantity != Quantity::complexColour && image.channels == nullptr;
    mapMenu->setEnabled(mapped);
    for (QAction* entry : mapGroup->actions()) entry->setChecked(entry->data().toString().toStdString() == map());
    for (QAction* entry : modeGroup->actions()) {
        entry->setChecked(complex && entry->data().toInt() == static_cast<int>(q->complexMode()));
        if (entry->data().toInt() == static_cast<int>(ComplexMode::unwrapped))
            entry->setVisible(static_cast<bool>(unwrapper));
    }
    if (auto* button = qobject_cast<QToolButton*>(tools->widgetForAction(actions["mapButton"]))) {
        button->setIcon(QIcon(QPixmap::fromImage(colourStrip(ColourMap::byId(map()), 16, 16))));
        button->setEnabled(some && mapped);
    }
    if (auto* button = qobject_cast<QToolButton*>(tools->widgetForAction(actions["modeButton"]))) {
        const QString names[] = {ImageView::tr("Amplitude"), ImageView::tr("Phase"), ImageView::tr("Colour"),
                                 ImageView::tr("Unwrapped phase")};
        button->setText(names[static_cast<int>(q->complexMode())]);
    }
}

void ImageView::Private::sayNotSaved(const Error& error) {
    emit q->figureFailed(ui::phraseText(error.what()));
    if (!q->isSignalConnected(QMetaMethod::fromSignal(&ImageView::figureFailed)))
        warnNotSaved(q, ImageView::tr("Save the figure"), error);
}

void ImageView::Private::showMenu(QPoint position) { menu->popup(canvas->mapToGlobal(position)); }

void ImageView::Private::askRange() {
    if (image.empty() || image.channels != nullptr) return;
    if (rangeDialog == nullptr) {
        rangeDialog = new RangeDialog(choice(), shown,
                                      image.quantity == Quantity::real || image.quantity == Quantity::amplitude, q);
        rangeDialog->setAttribute(Qt::WA_DeleteOnClose);
        QObject::connect(rangeDialog, &RangeDialog::changed, q,
                         [this](const RangeChoice& changed) { chooseRange(changed); });
    } else {
        rangeDialog->setChoice(choice(), shown);
    }
    rangeDialog->show();
    rangeDialog->raise();
}

void ImageView::Private::saveAs() {
    if (image.empty()) return;
    // What is seen now: a run goes on while a name is typed.
    const SaveQuestion question{
        ImageView::tr("Save the figure"), figureName + QStringLiteral(".png"), {ImageView::tr("PNG images (*.png)")}};
    askWhereToSave(q, question, [this, spec = figureSpec()](const QString& file) {
        saver.start<QString>(
            [spec, file](ui::TaskContext&) {
                savePng(paintFigure(spec, 2), file);
                return file;
            },
            [this](const QString& saved) { emit q->figureSaved(saved); },
            [this](const Error& error) { sayNotSaved(error); });
    });
}

} // namespace ewald::view
