// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/surface_view.h"

#include "base/units.h"
#include "view/colour_bar.h"
#include "view/icons.h"
#include "view/latest_task.h"
#include "view/plot_axes.h"
#include "view/surface_axes.h"
#include "view/surface_mesh.h"
#include "view/units_format.h"
#include "view/vtk_widget.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkLookupTable.h>
#include <vtkNew.h>
#include <vtkOutlineSource.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

namespace ewald::view {

class SurfaceView::Private {
public:
    explicit Private(SurfaceView* view)
        : q(view), task(makeSurface, [this](Surface&& surface) { show(std::move(surface)); }) {}

    void makeScene();
    void makeTools();
    void request();
    void show(Surface&& surface);
    void updateAxes();
    void updateColours();
    void applyTheme();
    void redraw() {
        if (canvas == nullptr) return;
        canvas->update();
        axes->update();
    }

    SurfaceView* q;
    VtkWidget* canvas = nullptr; ///< made with the first surface: it makes the whole window one of OpenGL
    SurfaceAxes* axes = nullptr;
    QHBoxLayout* middle = nullptr;
    ColourBar* bar = nullptr;
    QToolBar* tools = nullptr;
    QToolButton* unwrapButton = nullptr;
    QComboBox* mapBox = nullptr;
    QSlider* heightSlider = nullptr;
    QAction* homeAction = nullptr;
    QLabel* message = nullptr;

    vtkNew<vtkPolyDataMapper> mapper;
    vtkNew<vtkActor> actor;
    vtkNew<vtkOutlineSource> outline;
    vtkNew<vtkActor> outlineActor;
    vtkNew<vtkLookupTable> table;
    SurfaceRequest asked;
    Surface surface;
    bool fresh = true; ///< nothing was shown yet: the camera has to find it
    double pixelY = 0;
    double pixelX = 0;
    QString quantity, unit;
    std::string map = "viridis";
    LatestTask<SurfaceRequest, Surface> task;
};

SurfaceView::SurfaceView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    d->bar = new ColourBar(this);
    d->bar->setToolTip(tr("Colour scale"));
    d->tools = new QToolBar(this);
    d->message = new QLabel(tr("No image yet"), this);
    d->message->setAlignment(Qt::AlignCenter);
    d->message->setWordWrap(true);
    d->middle = new QHBoxLayout;
    d->middle->setSpacing(4);
    d->middle->addWidget(d->message, 1);
    d->middle->addWidget(d->bar);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    layout->addWidget(d->tools);
    layout->addLayout(d->middle, 1);
    d->makeTools();
    d->heightSlider->setValue(25);
    d->applyTheme();
    clear();
}

SurfaceView::~SurfaceView() = default;

void SurfaceView::Private::makeTools() {
    tools->setIconSize(QSize(16, 16));
    unwrapButton = new QToolButton;
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
    homeAction = tools->addAction(SurfaceView::tr("Reset the view"));
    homeAction->setShortcut(Qt::Key_Home);
    homeAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    homeAction->setToolTip(SurfaceView::tr("Look at the whole surface again (Home)"));
    QObject::connect(homeAction, &QAction::triggered, q, &SurfaceView::resetView);
    q->addAction(homeAction);
}

void SurfaceView::Private::makeScene() {
    canvas = new VtkWidget(true, q);
    canvas->setToolTip(SurfaceView::tr("Drag to turn, wheel to zoom, Shift+drag to move"));
    axes = new SurfaceAxes(canvas);
    middle->insertWidget(0, canvas, 1);
    table->SetNumberOfTableValues(static_cast<vtkIdType>(ColourMap::kSize));
    mapper->SetLookupTable(table);
    mapper->UseLookupTableScalarRangeOn();
    mapper->InterpolateScalarsBeforeMappingOn();
    actor->SetMapper(mapper);
    actor->GetProperty()->SetAmbient(0.35);
    actor->GetProperty()->SetDiffuse(0.75);
    actor->GetProperty()->SetSpecular(0.05);
    actor->VisibilityOff();
    vtkNew<vtkPolyDataMapper> outlineMapper;
    outlineMapper->SetInputConnection(outline->GetOutputPort());
    outlineActor->SetMapper(outlineMapper);
    outlineActor->GetProperty()->LightingOff();
    outlineActor->VisibilityOff();
    canvas->renderer()->AddActor(actor);
    canvas->renderer()->AddActor(outlineActor);
    applyTheme();
}

void SurfaceView::Private::request() {
    // Nobody looks: nothing is computed; showEvent asks again.
    if ((asked.real == nullptr && asked.complex == nullptr) || !q->isVisible()) return;
    if (openGlRenderer().isEmpty()) {
        message->setText(
            SurfaceView::tr("The view in three dimensions needs OpenGL 3.2, which this display does not have"));
        return;
    }
    asked.aspect = pixelX > 0 && pixelY > 0 ? pixelY / pixelX : 1;
    task.submit(asked);
}

void SurfaceView::Private::show(Surface&& result) {
    surface = std::move(result);
    const bool some = surface.mesh != nullptr && surface.mesh->GetNumberOfPoints() > 0;
    if (some && canvas == nullptr) makeScene();
    message->setVisible(!some);
    if (canvas != nullptr) canvas->setVisible(some);
    bar->setVisible(some);
    if (!some) return;
    mapper->SetInputData(surface.mesh);
    table->SetRange(surface.low, surface.high);
    actor->VisibilityOn();
    outlineActor->VisibilityOn();
    updateColours();
    updateAxes();
    if (fresh) q->resetView();
    fresh = false;
    redraw();
}

void SurfaceView::Private::updateAxes() {
    double bounds[6];
    surface.mesh->GetBounds(bounds);
    bounds[4] = 0;
    bounds[5] = asked.height;
    // The floor alone: upper edges would lie over the surface.
    const double floor[6] = {bounds[0], bounds[1], bounds[2], bounds[3], 0, 0};
    outline->SetBounds(floor);
    const double cols = static_cast<double>(surface.cols);
    const double rows = static_cast<double>(surface.rows);
    const bool metric = pixelX > 0 && pixelY > 0;
    const LengthUnit length =
        metric ? lengthUnit(std::max(cols * pixelX, rows * pixelY) / 2) : LengthUnit{1, SurfaceView::tr("px")};
    const double width = metric ? cols * pixelX / length.metres : cols;
    const double height = metric ? rows * pixelY / length.metres : rows;
    // World y grows upwards, rows grow downwards.
    axes->setAxes({{{bounds[0], bounds[1], 0, width, QStringLiteral("x (%1)").arg(length.name)},
                    {bounds[2], bounds[3], height, 0, QStringLiteral("y (%1)").arg(length.name)},
                    {bounds[4], bounds[5], surface.low, surface.high, bar->spec().label}}});
}

void SurfaceView::Private::updateColours() {
    const ColourMap& colours = ColourMap::byId(map);
    for (std::size_t i = 0; i < ColourMap::kSize; ++i) {
        const Rgb c = colours.table()[i];
        table->SetTableValue(static_cast<vtkIdType>(i), c.r / 255.0, c.g / 255.0, c.b / 255.0, 1);
    }
    table->SetNanColor(0.5, 0.5, 0.5, 1);
    table->Modified();
    ColourBarSpec spec;
    spec.map = map;
    spec.range = {surface.low, surface.high, false};
    spec.label = asked.complex != nullptr ? SurfaceView::tr("Phase (rad)")
                 : unit.isEmpty()         ? quantity
                                          : quantity + QStringLiteral(" (") + unit + u')';
    bar->setSpec(spec);
    mapBox->setCurrentIndex(std::max(0, mapBox->findData(QString::fromStdString(map))));
    unwrapButton->setEnabled(asked.complex != nullptr);
    redraw();
}

void SurfaceView::Private::applyTheme() {
    const QPalette palette = q->palette();
    homeAction->setIcon(toolIcon(ToolIcon::home, palette));
    unwrapButton->setIcon(toolIcon(ToolIcon::unwrap, palette));
    bar->update();
    if (canvas == nullptr) return;
    const QColor window = palette.color(QPalette::Window);
    const QColor back = window.lightness() > 127 ? window.darker(102) : window.darker(130);
    canvas->renderer()->SetBackground(back.redF(), back.greenF(), back.blueF());
    const QColor line = gridColour(palette);
    outlineActor->GetProperty()->SetColor(line.redF(), line.greenF(), line.blueF());
    redraw();
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
    d->updateColours();
}

void SurfaceView::setColourMap(const std::string& id) {
    d->map = ColourMap::byId(id).id();
    d->updateColours();
}

void SurfaceView::setExaggeration(double fraction) {
    d->asked.height = std::clamp(fraction, 0.01, 2.0);
    d->heightSlider->setValue(static_cast<int>(std::lround(d->asked.height * 100)));
    d->request();
}

void SurfaceView::setUnwrapped(bool on) {
    d->asked.unwrap = on;
    d->unwrapButton->setChecked(on);
    d->request();
}

bool SurfaceView::isIdle() const { return d->task.idle(); }
QImage SurfaceView::figure() const {
    // grab() wants a widget that may be painted; nothing of it changes.
    if (d->canvas == nullptr) return {};
    return const_cast<SurfaceView*>(this)->grab(d->canvas->geometry().united(d->bar->geometry())).toImage();
}

void SurfaceView::resetView() {
    if (d->canvas == nullptr) return;
    vtkCamera* camera = d->canvas->renderer()->GetActiveCamera();
    camera->SetFocalPoint(0, 0, 0);
    camera->SetPosition(-0.7, -1.5, 1.3);
    camera->SetViewUp(0, 0, 1);
    double bounds[6] = {-0.5, 0.5, -0.5, 0.5, 0, 0.25};
    if (d->surface.mesh != nullptr) d->surface.mesh->GetBounds(bounds);
    d->canvas->renderer()->ResetCamera(bounds);
    camera->Zoom(1.15);
    // Numbers and titles stand below the surface: leave them room.
    camera->SetWindowCenter(0, -0.12);
    d->redraw();
}

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
