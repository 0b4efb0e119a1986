// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/scan_maps.h"

#include "base/stop_scope.h"
#include "io/frame_stack.h"
#include "job/document/settings.h"
#include "model/manual.h"
#include "model/session.h"
#include "model/text.h"
#include "view/image_view.h"
#include "view/scan_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cmath>
#include <limits>

namespace ewald::ui {

namespace {

constexpr double kMicro = 1e-6;

/// What positions of the stage are beyond places on the object where it is the same for all of them: its axes are those
/// of the object then, and maps have its numbers, as the positions beside them. \param tolerance metres
ScanPosition stageOf(const std::vector<ScanPosition>& positions, const std::vector<ScanPosition>& places,
                     double tolerance) {
    if (positions.empty() || positions.size() != places.size()) return {};
    const ScanPosition first{positions[0].y - places[0].y, positions[0].x - places[0].x};
    for (std::size_t i = 0; i < places.size(); ++i)
        if (!(std::abs(positions[i].y - places[i].y - first.y) <= tolerance) ||
            !(std::abs(positions[i].x - places[i].x - first.x) <= tolerance))
            return {};
    return first;
}

/// Reading all frames takes about as long as the first look at the scan.
bool readsQuickly(const ScanData& data) {
    const std::size_t pixels = data.scan.frames->rows() * data.scan.frames->cols();
    return sampleFrames(data.layout, pixels) == data.layout.frameIndex.size();
}

bool sameFrames(const ScanData& a, const ScanData& b) {
    return a.job.inputFile == b.job.inputFile && a.job.mapping == b.job.mapping && a.job.input == b.job.input;
}

/// What the colours of a map mean, for its colour bar.
struct MapLabel {
    QString quantity;
    QString unit;
    double scale = 1; ///< values are multiplied by it
};

MapLabel labelOf(const QString& name) {
    if (name.startsWith(QStringLiteral("centre_"))) return {ScanMaps::tr("Shift"), ScanMaps::tr("pixels")};
    if (name.startsWith(QStringLiteral("dpc_"))) return {ScanMaps::tr("Slope"), ScanMaps::tr("rad/µm"), kMicro};
    if (name == QStringLiteral("phase")) return {ScanMaps::tr("Phase"), ScanMaps::tr("rad")};
    if (name == QStringLiteral("dark_field")) return {ScanMaps::tr("Fraction of the counts"), {}};
    return {name == QStringLiteral("absorption") ? ScanMaps::tr("Absorption") : ScanMaps::tr("Transmission"), {}};
}

} // namespace

ScanMaps::ScanMaps(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_shown(new QComboBox(this)), m_progress(new QProgressBar(this)),
      m_stack(new QStackedWidget(this)), m_positions(new view::ScanView(m_stack)), m_map(new view::ImageView(m_stack)) {
    setManualPlace(*this, QStringLiteral("window#quick-look"));
    addKinds();
    m_progress->setFormat(tr("reading frames, %p %"));
    m_progress->setMaximumHeight(m_shown->sizeHint().height());
    m_progress->hide();
    m_map->setColourMap("gray");
    m_map->setScaleBarVisible(false);
    m_stack->addWidget(m_positions);
    m_stack->addWidget(m_map);
    auto* label = new QLabel(tr("Show:"), this);
    auto* row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(m_shown);
    row->addWidget(m_progress, 1);
    row->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(m_stack, 1);

    connect(m_shown, &QComboBox::currentIndexChanged, this, &ScanMaps::choose);
    connect(m_positions, &view::ScanView::frameSelected, this, &ScanMaps::frameSelected);
    connect(m_map, &view::ImageView::clicked, this, &ScanMaps::select);
    connect(m_map, &view::ImageView::copied, this, [this] { emit message(tr("The figure is on the clipboard"), {}); });
    connect(&m_reader, &Worker::busyChanged, m_progress, &QWidget::setVisible);
    connect(&m_reader, &Worker::progressed, this, [this](qulonglong done, qulonglong total) {
        m_progress->setRange(0, 100);
        m_progress->setValue(total > 0 ? static_cast<int>(100 * done / total) : 0);
    });
    connect(&m_session, &Session::scanChanged, this, &ScanMaps::follow);
    choose();
}

ScanMaps::~ScanMaps() {
    m_reader.disconnect(m_progress);
    m_reader.cancel();
}

void ScanMaps::addKinds() {
    const auto add = [this](const QString& text, const char* name, const QString& tip) {
        m_shown->addItem(text, QString::fromLatin1(name));
        m_shown->setItemData(m_shown->count() - 1, tip, Qt::ToolTipRole);
    };
    add(tr("Positions"), "", tr("Where the frames were taken"));
    add(tr("Transmission (STXM)"), "transmission", tr("Counts of a frame over those without a sample"));
    add(tr("Absorption (STXM)"), "absorption", tr("−ln of the transmission"));
    add(tr("Dark field"), "dark_field", tr("Fraction of the counts outside the bright field"));
    add(tr("Centre of mass, x"), "centre_col", tr("How far the pattern is shifted along the columns"));
    add(tr("Centre of mass, y"), "centre_row", tr("How far the pattern is shifted along the rows"));
    add(tr("Phase contrast, x"), "dpc_x", tr("Slope of the phase of the object along x, averaged over the probe"));
    add(tr("Phase contrast, y"), "dpc_y", tr("Slope of the phase of the object along y, averaged over the probe"));
    add(tr("Phase (integrated)"), "phase", tr("Integral of both slopes, up to a ramp"));
    m_shown->setToolTip(tr("Positions of the frames, or a map over the scan of what single frames say, without a "
                           "reconstruction"));
    m_shown->setAccessibleName(tr("What the map of the scan shows"));
}

QString ScanMaps::chosen() const { return m_shown->currentData().toString(); }

void ScanMaps::follow(bool again) {
    const ScanDataPtr& data = m_session.scan();
    if (!again || !data || !m_of || !sameFrames(*m_of, *data)) {
        m_reader.cancel();
        m_maps.reset();
        m_of.reset();
        if (!again) m_frame.reset();
    }
    choose();
}

void ScanMaps::choose() {
    const bool map = !chosen().isEmpty();
    m_stack->setCurrentWidget(map ? static_cast<QWidget*>(m_map) : m_positions);
    const ScanDataPtr& data = m_session.scan();
    if (!data) {
        m_map->clear(tr("No scan open"));
        return;
    }
    // Once the first look is done; a run that goes on is not held up by what nothing asks for.
    const bool wanted = map || (readsQuickly(*data) && !m_session.controller().running());
    if (!wanted && busy()) { // of a large scan, and no longer asked for
        m_reader.cancel();
        m_of.reset();
    }
    if (!m_of && wanted && data->complete) {
        read();
    } else if (m_maps || !m_of) {
        showMap();
    }
}

ScanMaps::MapsPtr ScanMaps::makeMaps(const ScanDataPtr& data, TaskContext& context) {
    const StopScope whileFilesAreOpened(context.control);
    auto maps = std::make_shared<Maps>();
    maps->look = job::quickLook(data->job, context.control, context.progress);
    if (!data->geometry) return maps;
    const ptycho::Geometry& geometry = *data->geometry;
    const ptycho::ScanLayout layout =
        ptycho::layoutScan(data->positions, geometry, 0, job::positionOptionsOf(data->job, data->scan));
    for (const PixelPosition& place : layout.positions)
        maps->places.push_back({place.row * geometry.objectPixelHeight_m, place.col * geometry.objectPixelWidth_m});
    maps->stage = stageOf(data->positions, maps->places,
                          0.01 * std::min(geometry.objectPixelHeight_m, geometry.objectPixelWidth_m));
    return maps;
}

void ScanMaps::read() {
    m_of = m_session.scan();
    m_progress->setRange(0, 0);
    m_map->clear(tr("Reading the frames…"));
    m_reader.start<MapsPtr>([data = m_of](TaskContext& context) { return makeMaps(data, context); },
                            [this](const MapsPtr& maps) {
                                m_maps = maps;
                                showMap();
                            },
                            [this](const Error& error) { m_map->clear(coreText(error.what())); });
}

void ScanMaps::showMap() {
    const std::string name = chosen().toStdString();
    if (name.empty()) return;
    if (!m_maps) {
        m_map->clear(tr("Reading the frames…"));
        return;
    }
    const ptycho::ScanGrid& grid = m_maps->look.grid;
    const MapLabel label = labelOf(chosen());
    for (const job::QuickLookMap& map : job::mapsOf(m_maps->look)) {
        if (map.name != name) continue;
        auto image = std::make_shared<Array<float, 2>>(*map.values);
        if (label.scale != 1) {
            for (float& value : *image) value *= static_cast<float>(label.scale);
        }
        m_map->setPixelSize(grid.stepY_m, grid.stepX_m);
        m_map->setAxes(view::ImageAxis{QStringLiteral("y"), QStringLiteral("µm"),
                                       (grid.originY_m + m_maps->stage.y) / kMicro, grid.stepY_m / kMicro},
                       view::ImageAxis{QStringLiteral("x"), QStringLiteral("µm"),
                                       (grid.originX_m + m_maps->stage.x) / kMicro, grid.stepX_m / kMicro},
                       view::AxesFit::keepShape);
        // Numbers that were typed for one quantity mean nothing for another.
        if (m_map->title() != m_shown->currentText()) m_map->setRange({});
        m_map->setTitle(m_shown->currentText());
        m_map->setValueLabel(label.quantity, label.unit);
        m_map->setImage(std::move(image));
    }
    markFrame();
}

void ScanMaps::setCurrentFrame(std::size_t frame) {
    m_frame = frame;
    m_positions->setCurrentFrame(frame);
    markFrame();
}

void ScanMaps::markFrame() {
    if (!m_maps || !m_frame || *m_frame >= m_maps->places.size()) {
        m_map->setRegion({});
        return;
    }
    const ptycho::ScanGrid& grid = m_maps->look.grid;
    const ScanPosition& place = m_maps->places[*m_frame];
    m_map->setRegion(
        QRectF((place.x - grid.originX_m) / grid.stepX_m, (place.y - grid.originY_m) / grid.stepY_m, 1, 1));
}

void ScanMaps::select(QPointF pixel) {
    if (!m_maps) return;
    const ptycho::ScanGrid& grid = m_maps->look.grid;
    const double y = grid.originY_m + (pixel.y() - 0.5) * grid.stepY_m;
    const double x = grid.originX_m + (pixel.x() - 0.5) * grid.stepX_m;
    double nearest = std::numeric_limits<double>::infinity();
    std::size_t frame = 0;
    for (std::size_t i = 0; i < m_maps->places.size(); ++i) {
        const double away = std::hypot(m_maps->places[i].y - y, m_maps->places[i].x - x);
        if (away >= nearest) continue;
        nearest = away;
        frame = i;
    }
    // Not beside the scan.
    if (nearest <= 1.5 * std::hypot(grid.stepY_m, grid.stepX_m)) emit frameSelected(frame);
}

} // namespace ewald::ui
