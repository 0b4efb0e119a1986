// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/surface_view.h"

#include "base/units.h"
#include "common/icon.h"
#include "common/quantity_text.h"
#include "common/worker.h"
#include "view/axis_ticks.h"
#include "view/colour_bar.h"
#include "view/plot_axes.h"
#include "view/surface_axes.h"
#include "view/surface_canvas.h"
#include "view/surface_mesh.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::view {

class SurfaceView::Private {
public:
    explicit Private(SurfaceView* view)
        : q(view), task(makeSurface, [this](Surface&& surface) { show(std::move(surface)); }) {}

    void makeTools();
    void request();
    void show(Surface&& surface);
    void updateScene();
    [[nodiscard]] SurfaceAxes axes() const;
    [[nodiscard]] std::array<double, 6> bounds() const;
    void applyTheme();

    SurfaceView* q;
    SurfaceCanvas* canvas = nullptr;
    ColourBar* bar = nullptr;
    QToolBar* tools = nullptr;
    QToolButton* unwrapButton = nullptr;
    QComboBox* mapBox = nullptr;
    QSlider* heightSlider = nullptr;
    QAction* homeAction = nullptr;
    QLabel* message = nullptr;

    SurfaceRequest asked;
    PhaseUnwrapper unwrapper;
    bool unwrapped = false;
    Surface surface;
    bool fresh = true; ///< nothing was shown yet: the camera has to find it
    double pixelY = 0;
    double pixelX = 0;
    QString quantity, unit;
    std::string map = "viridis";
    ui::LatestResult<SurfaceRequest, Surface> task;
};

SurfaceView::SurfaceView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    d->canvas = new SurfaceCanvas(this);
    d->canvas->setToolTip(tr("Drag to turn, wheel to zoom, Shift+drag to move, double click to see everything"));
    d->bar = new ColourBar(this);
    d->bar->setToolTip(tr("Colour scale"));
    d->tools = new QToolBar(this);
    d->message = new QLabel(tr("No image yet"), this);
    d->message->setAlignment(Qt::AlignCenter);
    d->message->setWordWrap(true);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(4);
    middle->addWidget(d->canvas, 1);
    middle->addWidget(d->message, 1);
    middle->addWidget(d->bar);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    layout->addWidget(d->tools);
    layout->addLayout(middle, 1);
    connect(d->canvas, &SurfaceCanvas::unsupported, this, [this] {
        const QString why = tr("The view in three dimensions needs OpenGL 3.2, which this display does not have");
        d->message->setText(why);
        d->message->show();
        d->canvas->hide();
        d->bar->hide();
        d->tools->setEnabled(false);
        d->homeAction->setEnabled(false);
        d->homeAction->setToolTip(why);
        for (QWidget* tool : d->tools->findChildren<QWidget*>()) tool->setToolTip(why);
        emit unsupported();
    });
    d->makeTools();
    d->heightSlider->setValue(25);
    d->applyTheme();
    clear();
}

SurfaceView::~SurfaceView() = default;

void SurfaceView::Private::makeTools() {
    tools->setIconSize(QSize(16, 16));
    unwrapButton = new QToolButton;
    unwrapButton->setIcon(ui::icon(QStringLiteral("unwrap")));
    unwrapButton->setCheckable(true);
    unwrapButton->setToolTip(SurfaceView::tr("Unwrap the phase: no jumps of 2π"));
    QObject::connect(unwrapButton, &QToolButton::toggled, q, &SurfaceView::setUnwrapped);
    tools->addWidget(unwrapButton);
    mapBox = new QComboBox;
    for (const std::string& id : ColourMap::ids()) {
        mapBox->addItem(QIcon(QPixmap::fromImage(colourStrip(ColourMap::byId(id), 48, 12))), QString(),
                        QString::fromStdString(id));
    }
    mapBox->setIconSize(QSize(48, 12));
    mapBox->setToolTip(SurfaceView::tr("Colour map"));
    QObject::connect(mapBox, &QComboBox::currentIndexChanged, q,
                     [this](int index) { q->setColourMap(mapBox->itemData(index).toString().toStdString()); });
    tools->addWidget(mapBox);
    auto* label = new QLabel(SurfaceView::tr(" Height "));
    tools->addWidget(label);
    heightSlider = new QSlider(Qt::Horizontal);
    heightSlider->setRange(2, 100);
    heightSlider->setMaximumWidth(120);
    heightSlider->setToolTip(SurfaceView::tr("How high the surface rises, as a share of its width"));
    QObject::connect(heightSlider, &QSlider::valueChanged, q,
                     [this](int percent) { q->setExaggeration(percent / 100.0); });
    tools->addWidget(heightSlider);
    homeAction = tools->addAction(ui::icon(QStringLiteral("home")), SurfaceView::tr("Reset the view"));
    homeAction->setShortcut(Qt::Key_Home);
    homeAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    homeAction->setToolTip(SurfaceView::tr("Look at the whole surface again (Home)"));
    QObject::connect(homeAction, &QAction::triggered, q, &SurfaceView::resetView);
    q->addAction(homeAction);
}

void SurfaceView::Private::request() {
    // Not while it is hidden: showEvent asks again.
    if ((asked.real == nullptr && asked.complex == nullptr) || !q->isVisible()) return;
    asked.unwrap = unwrapped ? unwrapper : nullptr;
    asked.aspect = pixelX > 0 && pixelY > 0 ? pixelY / pixelX : 1;
    task.submit(asked);
}

void SurfaceView::Private::show(Surface&& result) {
    surface = std::move(result);
    const bool some = surface.mesh != nullptr && surface.mesh->GetNumberOfPoints() > 0 && canvas->isSupported();
    message->setVisible(!some);
    canvas->setVisible(some);
    bar->setVisible(some);
    updateScene();
    if (some && fresh) canvas->resetView();
    if (some) fresh = false;
}

std::array<double, 6> SurfaceView::Private::bounds() const {
    const double cols = static_cast<double>(surface.cols);
    const double rows = static_cast<double>(surface.rows) * surface.aspect;
    const double side = std::max({cols, rows, 1e-12});
    return {-cols / side / 2, cols / side / 2, -rows / side / 2, rows / side / 2, 0, surface.height};
}

SurfaceAxes SurfaceView::Private::axes() const {
    const auto box = bounds();
    const double cols = static_cast<double>(surface.cols);
    const double rows = static_cast<double>(surface.rows);
    const bool metric = pixelX > 0 && pixelY > 0;
    const LengthUnit length = metric ? lengthUnit(std::max(cols * pixelX, rows * pixelY) / 2) : LengthUnit{1, "px"};
    const double width = metric ? cols * pixelX / length.metres : cols;
    const double height = metric ? rows * pixelY / length.metres : rows;
    // World y grows upwards, rows grow downwards.
    return SurfaceAxes({{{box[0], box[1], 0, width, QStringLiteral("x (%1)").arg(ui::unitName(length))},
                         {box[2], box[3], height, 0, QStringLiteral("y (%1)").arg(ui::unitName(length))},
                         {box[4], box[5], surface.low, surface.high, bar->spec().label}}});
}

void SurfaceView::Private::updateScene() {
    ColourBarSpec spec;
    spec.map = map;
    spec.range = {surface.low, surface.high, false};
    spec.label = asked.complex != nullptr ? SurfaceView::tr("Phase (rad)")
                 : unit.isEmpty()         ? quantity
                                          : quantity + QStringLiteral(" (") + unit + u')';
    bar->setSpec(spec);
    mapBox->setCurrentIndex(std::max(0, mapBox->findData(QString::fromStdString(map))));
    unwrapButton->setEnabled(asked.complex != nullptr && unwrapper);
    SurfaceScene scene;
    scene.mesh = surface.mesh;
    scene.low = surface.low;
    scene.high = surface.high;
    scene.map = map;
    scene.bounds = bounds();
    canvas->setScene(scene, axes());
}

void SurfaceView::Private::applyTheme() {
    const QPalette palette = q->palette();
    bar->update();
    const QColor window = palette.color(QPalette::Window);
    canvas->setTheme(window.lightness() > 127 ? window.darker(102) : window.darker(130), gridColour(palette));
}

void SurfaceView::setPhaseOf(std::shared_ptr<const Array<Complex, 2>> image) {
    d->asked.complex = std::move(image);
    d->asked.real.reset();
    d->request();
}

void SurfaceView::setImage(std::shared_ptr<const Array<float, 2>> image) {
    d->asked.real = std::move(image);
    d->asked.complex.reset();
    d->request();
}

void SurfaceView::clear() {
    d->task.cancel();
    d->asked.real.reset();
    d->asked.complex.reset();
    d->show({});
    d->fresh = true;
}

void SurfaceView::setPixelSize(double y_m, double x_m) {
    d->pixelY = y_m > 0 && std::isfinite(y_m) ? y_m : 0;
    d->pixelX = x_m > 0 && std::isfinite(x_m) ? x_m : 0;
    d->request();
}

void SurfaceView::setValueLabel(const QString& quantity, const QString& unit) {
    d->quantity = quantity;
    d->unit = unit;
    d->updateScene();
}

void SurfaceView::setColourMap(const std::string& id) {
    d->map = ColourMap::byId(id).id();
    d->updateScene();
}

void SurfaceView::setExaggeration(double fraction) {
    d->asked.height = std::clamp(fraction, 0.01, 2.0);
    d->heightSlider->setValue(static_cast<int>(std::lround(d->asked.height * 100)));
    d->request();
}

void SurfaceView::setPhaseUnwrapper(PhaseUnwrapper unwrapper) {
    d->unwrapper = std::move(unwrapper);
    d->updateScene();
}

void SurfaceView::setUnwrapped(bool on) {
    d->unwrapped = on;
    d->unwrapButton->setChecked(on);
    d->request();
}

bool SurfaceView::isIdle() const { return d->task.idle() && d->canvas->isIdle(); }
QImage SurfaceView::figure() const {
    // grab() needs a widget that may be painted; nothing of it changes.
    if (d->surface.mesh == nullptr) return {};
    return const_cast<SurfaceView*>(this)->grab(d->canvas->geometry().united(d->bar->geometry())).toImage();
}

void SurfaceView::resetView() { d->canvas->resetView(); }

void SurfaceView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    d->request();
}

void SurfaceView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (d->homeAction == nullptr) return;
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) d->applyTheme();
}

} // namespace ewald::view
