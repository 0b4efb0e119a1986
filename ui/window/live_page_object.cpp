// SPDX-License-Identifier: GPL-3.0-or-later
// The object of the page: its layers, its title, and how it is prepared for the screen.
#include "window/live_page.h"

#include "model/session.h"
#include "view/image_view.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <utility>

namespace ewald::ui {

QString LivePage::title(std::optional<std::size_t> iteration) const {
    const Shown& shown = m_session.shown();
    QString name;
    if (shown.what == Shown::What::result && !shown.ofRun) {
        name = QFileInfo(shown.result).fileName();
    } else if (m_session.showsOtherScan()) {
        name = QFileInfo(shown.scan).fileName();
    }
    QString text = iteration ? tr("Object, iteration %1").arg(*iteration) : tr("Object");
    if (!name.isEmpty())
        text = iteration ? tr("Object of %1, iteration %2").arg(name).arg(*iteration) : tr("Object of %1").arg(name);
    if (m_request.layers && m_request.layer > 0)
        text = (m_objectModes > 1 ? tr("%1, mode %2 of %3") : tr("%1, slice %2 of %3"))
                   .arg(text)
                   .arg(m_request.layer)
                   .arg(m_request.layers->extent(0));
    return text;
}

void LivePage::buildLayers(QHBoxLayout& line) {
    m_layerName = new QLabel(this);
    m_layer = new QSlider(Qt::Horizontal, this);
    m_layer->setObjectName(QStringLiteral("layer"));
    m_layer->setPageStep(1);
    m_layer->setTickPosition(QSlider::TicksBelow);
    m_layer->setTickInterval(1);
    m_layer->setFixedWidth(110);
    for (QWidget* part : {static_cast<QWidget*>(m_layerName), static_cast<QWidget*>(m_layer)}) {
        line.addWidget(part);
        part->hide();
    }
    connect(m_layer, &QSlider::valueChanged, this, &LivePage::setLayer);
}

void LivePage::setLayer(int layer) {
    m_layer->setValue(layer);
    m_request.layer = static_cast<std::size_t>(m_layer->value());
    nameLayer();
    showFlattened();
}

void LivePage::nameLayer() {
    if (m_objectModes > 1)
        m_layerName->setText(tr("Mode %1").arg(m_layer->value()));
    else
        m_layerName->setText(m_layer->value() == 0 ? tr("All slices") : tr("Slice %1").arg(m_layer->value()));
}

void LivePage::offerLayers() {
    const int count = m_request.layers ? static_cast<int>(m_request.layers->extent(0)) : 0;
    const bool modes = m_objectModes > 1;
    const QSignalBlocker quiet(m_layer);
    const int first = modes ? 1 : 0;
    const bool another = m_layer->minimum() != first; // slices after modes, or modes after slices
    m_layer->setRange(first, count);                  // the layer in view stays where there is one
    if (another) m_layer->setValue(first);
    m_layer->setToolTip(modes ? tr("One mode of the object, the strongest first: states that it went through while "
                                   "frames were exposed, made orthogonal")
                              : tr("One slice of the object, the first is the one that the beam meets first; at the "
                                   "left end the product of all"));
    m_layer->setAccessibleName(m_layer->toolTip());
    m_layer->setVisible(count > 0);
    m_layerName->setVisible(count > 0);
    m_request.layer = static_cast<std::size_t>(m_layer->value());
    nameLayer();
}

void LivePage::showObject(std::shared_ptr<const Array<Complex, 2>> object,
                          std::shared_ptr<const Array<Complex, 3>> layers,
                          std::shared_ptr<const Array<Complex, 3>> probe, const std::vector<PixelPosition>& positions,
                          std::optional<std::size_t> iteration) {
    const double half = static_cast<double>(probe->extent(1)) / 2;
    m_request.raw = std::move(object);
    m_request.layers = std::move(layers);
    offerLayers();
    m_request.probe = std::move(probe);
    m_request.positions = positions;
    m_rawIteration = iteration;
    m_object->setPixelSize(m_pixelHeight_m, m_pixelWidth_m);
    // The axes of the result, in which positions and known regions are.
    const bool sized = m_pixelHeight_m > 0 && m_pixelWidth_m > 0;
    m_object->setOrigin(sized ? QPointF(-m_objectOrigin_m.x() / m_pixelWidth_m, -m_objectOrigin_m.y() / m_pixelHeight_m)
                              : QPointF());
    std::vector<QPointF> centres;
    centres.reserve(positions.size());
    for (const PixelPosition& place : positions) centres.emplace_back(place.col + half, place.row + half);
    m_object->setPoints(std::move(centres));
    showFlattened();
}

void LivePage::showFlattened() {
    if (!m_request.raw) return;
    m_request.lit = m_litArea;
    m_request.removeRamp = m_ramp->isChecked();
    m_request.litOnly = m_lit->isChecked();
    // The newest waits for the running one: every preview that cancelled the one before would show none of them, where
    // they come faster than ramps are removed.
    m_flattener.submit<ShownObject>([request = m_request](TaskContext&) { return prepareObject(request); },
                                    [this, iteration = m_rawIteration](const ShownObject& shown) {
                                        m_litArea = shown.lit;
                                        m_litObject = shown.litObject;
                                        putObject(shown.image, iteration);
                                    },
                                    [this](const Error&) {
                                        m_litObject = m_request.raw;
                                        putObject(m_request.raw, m_rawIteration);
                                    });
}

void LivePage::putObject(std::shared_ptr<const Array<Complex, 2>> object, std::optional<std::size_t> iteration) {
    m_objectImage = object;
    m_shownIteration = iteration;
    // In this order: a phase that is still to be unwrapped gets its title when it is shown.
    m_object->setComplexImage(std::move(object), m_object->complexMode());
    m_object->setTitle(title(iteration));
    nameSource();
    emit objectChanged();
}

} // namespace ewald::ui
