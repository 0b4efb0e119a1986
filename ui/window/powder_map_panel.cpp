// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/powder_map_panel.h"

#include "azint/unit.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "view/image_view.h"
#include "window/peak_series_view.h"
#include "window/segment_button.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

const QString kSnakeKey = QStringLiteral("integration/snake");
constexpr double kMicro = 1e-6;
/// Entries of the list of kinds before those of peaks.
constexpr int kRangeKinds = 3;

} // namespace

PowderMapPanel::PowderMapPanel(QWidget* parent)
    : QWidget(parent), m_image(new view::ImageView(this)), m_kind(new QComboBox(this)), m_placesOf(new QComboBox(this)),
      m_columns(new QSpinBox(this)), m_snake(new QCheckBox(tr("Snake"), this)), m_text(new view::ElidedLabel(this)) {
    m_image->setTitle(tr("Map"));
    m_image->setColourMap("viridis");
    m_image->setScaleBarVisible(false);
    m_image->setMissingText(tr("no value"));
    buildRow();
    connect(m_image, &view::ImageView::clicked, this, [this](QPointF pixel) {
        if (!m_shown.set) return;
        if (const auto row = m_shown.set->grid.frameAt(pixel.y(), pixel.x())) emit frameChosen(*row);
    });
    showChoices();
}

PowderMapPanel::~PowderMapPanel() = default;

void PowderMapPanel::buildRow() {
    m_kind->addItems({tr("Intensity in a range"), tr("Intensity less its background"), tr("Ratio of two ranges")});
    m_kind->setAccessibleName(tr("What the map shows"));
    m_kind->setToolTip(tr("What the map shows: the intensity in a range, as it is, less the straight line through both "
                          "sides of it, or over that in another range; or a quantity of a fitted peak"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* group = new QButtonGroup(this);
    m_rangeButtons = {segmentButton(QStringLiteral("1"), {}, group, this),
                      segmentButton(QStringLiteral("2"), {}, group, this)};
    m_rangeButtons[0]->setChecked(true);
    m_placesOf->addItems({tr("Positions of the file"), tr("Rows of frames")});
    m_placesOf->setAccessibleName(tr("Where the frames are in the map"));
    m_columns->setRange(1, 1'000'000);
    m_columns->setKeyboardTracking(false);
    m_columns->setPrefix(tr("Columns "));
    m_columns->setToolTip(tr("Frames in a row of the scan"));
    m_columns->setAccessibleName(m_columns->toolTip());
    m_snake->setToolTip(tr("Every second row of the scan runs backwards"));
    m_snake->setChecked(QSettings().value(kSnakeKey, false).toBool());
    auto* ranges = new QHBoxLayout;
    ranges->setSpacing(0);
    for (QToolButton* button : m_rangeButtons) ranges->addWidget(button);
    auto* row = new QHBoxLayout;
    row->addWidget(m_kind);
    row->addLayout(ranges);
    row->addWidget(m_placesOf);
    row->addWidget(m_columns);
    row->addWidget(m_snake);
    row->addWidget(m_text, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(3);
    column->addLayout(row);
    column->addWidget(m_image, 1);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &PowderMapPanel::chooseKind);
    for (std::size_t i = 0; i < m_rangeButtons.size(); ++i)
        connect(m_rangeButtons[i], &QToolButton::clicked, this, [this, i] {
            setActiveRange(i);
            emit changed();
        });
    connect(m_placesOf, &QComboBox::currentIndexChanged, this, [this] {
        showChoices();
        emit changed();
    });
    connect(m_columns, &QSpinBox::valueChanged, this, &PowderMapPanel::changed);
    connect(m_snake, &QCheckBox::toggled, this, [this](bool on) {
        QSettings().setValue(kSnakeKey, on);
        emit changed();
    });
}

QString PowderMapPanel::caption() const { return m_text->text(); }

// ---- what is mapped ----

MapOf PowderMapPanel::what() const { return static_cast<MapOf>(std::min(m_kind->currentIndex(), kRangeKinds)); }

std::size_t PowderMapPanel::peak() const {
    const auto chosen = static_cast<std::size_t>(std::max(0, m_kind->currentIndex() - kRangeKinds));
    return m_table ? std::min(chosen / kPeakQuantities.size(), m_table->peaks.size() - 1) : 0;
}

std::size_t PowderMapPanel::rangesNeeded() const { return what() == MapOf::peak ? 0 : what() == MapOf::ratio ? 2 : 1; }

void PowderMapPanel::setTable(const std::shared_ptr<const job::PeakTable>& table) {
    if (table == m_table) return;
    m_table = table;
    const int before = m_kind->currentIndex();
    {
        const QSignalBlocker quiet(m_kind);
        while (m_kind->count() > kRangeKinds) m_kind->removeItem(m_kind->count() - 1);
        for (std::size_t peak = 0; table && peak < table->peaks.size(); ++peak)
            for (const PeakQuantity quantity : kPeakQuantities)
                m_kind->addItem(QStringLiteral("%1: %2").arg(peakName(*table, peak), quantityName(quantity)));
        m_kind->setCurrentIndex(before < m_kind->count() ? before : 0);
    }
    showChoices();
    if (before >= kRangeKinds) emit changed();
}

void PowderMapPanel::choosePeak(std::size_t peak, PeakQuantity quantity) {
    const std::size_t entry = peak * kPeakQuantities.size() + static_cast<std::size_t>(quantity);
    m_kind->setCurrentIndex(kRangeKinds + static_cast<int>(entry));
}

void PowderMapPanel::chooseKind() {
    // Of a ratio the range that is missing is to be chosen next.
    setActiveRange(what() == MapOf::ratio && m_ranges[0] && !m_ranges[1] ? 1 : 0);
    emit changed();
}

void PowderMapPanel::setActiveRange(std::size_t index) {
    m_activeRange = index;
    m_rangeButtons[index]->setChecked(true);
    showChoices();
}

std::vector<PowderMapPanel::Range> PowderMapPanel::otherRanges() const {
    if (what() == MapOf::lessSides && m_ranges[0])
        return job::withSides({m_ranges[0]->first, m_ranges[0]->second}).sides;
    const std::optional<Range>& other = m_ranges[1 - m_activeRange];
    return what() == MapOf::ratio && other ? std::vector<Range>{*other} : std::vector<Range>();
}

void PowderMapPanel::takeRange(const std::optional<Range>& range) {
    if (what() == MapOf::peak) {
        const QSignalBlocker quiet(m_kind);
        m_kind->setCurrentIndex(0);
    }
    m_ranges[m_activeRange] = range;
    const std::size_t other = 1 - m_activeRange;
    setActiveRange(range && what() == MapOf::ratio && !m_ranges[other] ? other : m_activeRange);
}

void PowderMapPanel::forgetRanges() {
    m_ranges = {};
    setActiveRange(0);
}

// ---- where frames are ----

void PowderMapPanel::findPlaces(const job::JobDocument& job, const job::FrameChoice& rows) {
    PlacesKey key{job.files(), job.input, {rows.first, rows.step, rows.count}};
    if (m_placesKey == key) return;
    // The choice is for these frames: others may have places that are of use.
    if (!m_placesKey || m_placesKey->files != key.files) {
        const QSignalBlocker quiet(m_placesOf);
        m_placesOf->setCurrentIndex(0);
    }
    m_placesKey = std::move(key);
    m_places = {};
    const auto take = [this](FoundPlaces found) {
        m_places = std::move(found);
        showChoices();
        emit changed();
    };
    m_placesWorker.start<FoundPlaces>(
        [job, rows](TaskContext& context) { return ui::findPlaces(job, rows, context.control); }, take,
        [take](const Error& error) {
            take({nullptr, {}, coreText(error.what())});
        });
}

void PowderMapPanel::forgetPlaces() {
    m_placesWorker.cancel();
    m_places = {};
    if (m_placesKey) m_placesKey->rows = {}; // the same frames are asked for again
    showChoices();
}

bool PowderMapPanel::usesPlaces() const { return m_places.grid && m_placesOf->currentIndex() == 0; }

void PowderMapPanel::showChoices() {
    for (std::size_t i = 0; i < m_rangeButtons.size(); ++i) {
        m_rangeButtons[i]->setVisible(what() == MapOf::ratio);
        m_rangeButtons[i]->setToolTip(i == 0
                                          ? tr("Dragging over the pattern chooses the range whose intensity is divided")
                                          : tr("Dragging over the pattern chooses the range that it is divided by"));
    }
    m_placesOf->setVisible(m_places.grid != nullptr);
    m_placesOf->setToolTip(m_places.grid ? tr("The file has positions: %1").arg(m_places.origin) : QString());
    m_columns->setVisible(!usesPlaces());
    m_snake->setVisible(!usesPlaces());
}

// ---- the map ----

QString PowderMapPanel::rangeText(std::size_t index, const std::string& unit) const {
    const QString label = QString::fromUtf8(azint::info(azint::unitFromName(unit)).label);
    return tr("%1 to %2", "range of a pattern")
        .arg(numberText(m_ranges[index]->first, 4), numberText(m_ranges[index]->second, 4) + u' ' + label);
}

PowderMapPanel::Caption PowderMapPanel::captionOf(const PowderMapRequest& request) const {
    const MapSource& source = request.source;
    switch (request.what) {
    case MapOf::range: return {tr("Intensity"), {}, tr("Mean intensity from %1").arg(rangeText(0, source.unit))};
    case MapOf::lessSides:
        return {tr("Intensity"), {}, tr("Mean intensity from %1, less its background").arg(rangeText(0, source.unit))};
    case MapOf::ratio:
        return {
            tr("Ratio"),
            {},
            tr("Mean intensity from %1 over that from %2").arg(rangeText(0, source.unit), rangeText(1, source.unit))};
    case MapOf::peak: break;
    }
    const job::PeakTable& table = *source.table;
    return {quantityName(request.quantity), quantityUnit(request.quantity, table.unit),
            table.azimuthal_deg.empty()
                ? QString()
                : QStringLiteral("χ = %1°").arg(numberText(table.azimuthal_deg[source.sector], 4))};
}

void PowderMapPanel::showMapOf(const MapSource& source) {
    const auto drop = [this] {
        m_worker.cancel();
        m_shown = {};
        m_text->clear();
    };
    const MapOf kind = what();
    for (std::size_t i = 0; i < rangesNeeded(); ++i)
        if (!m_ranges[i]) {
            // Without a range there is no map, and no caption of one.
            drop();
            m_image->clear(kind == MapOf::ratio ? tr("Drag over the pattern to choose range %1").arg(i + 1)
                                                : tr("Drag over the pattern to choose a range"));
            return;
        }
    const bool isThere =
        kind == MapOf::peak ? source.table && !source.table->peaks.empty() : source.waterfall != nullptr;
    if (!isThere || source.rows.count == 0) return drop();
    if (m_placesWorker.busy()) return; // it is asked for again with the places
    auto request = std::make_shared<PowderMapRequest>();
    request->source = source;
    request->what = kind;
    for (std::size_t i = 0; i < rangesNeeded(); ++i) {
        job::MapRange range{m_ranges[i]->first, m_ranges[i]->second};
        request->ranges.push_back(kind == MapOf::lessSides ? job::withSides(range) : range);
    }
    const auto entry = static_cast<std::size_t>(std::max(0, m_kind->currentIndex() - kRangeKinds));
    if (source.table) request->peak = std::min(peak(), source.table->peaks.size() - 1);
    request->quantity = kPeakQuantities.at(entry % kPeakQuantities.size());
    if (usesPlaces()) request->places = m_places;
    request->columns = static_cast<std::size_t>(m_columns->value());
    request->snake = m_snake->isChecked();
    m_worker.submit<PowderMap>([request](TaskContext& context) { return makePowderMap(*request, context.control); },
                               [this, caption = captionOf(*request)](PowderMap map) { take(std::move(map), caption); },
                               [this](const Error& error) {
                                   m_shown = {};
                                   m_text->clear();
                                   m_image->clear(asSentence(coreText(error.problem())));
                               });
}

QString PowderMapPanel::placesText() const {
    const job::MapGrid& grid = m_shown.set->grid;
    if (!grid.hasPlaces()) return tr("%1 × %2 points").arg(grid.rows()).arg(grid.cols());
    const QString pixels = tr("%1 × %2 pixels").arg(grid.rows()).arg(grid.cols());
    return grid.isInterpolated() ? tr("%1, interpolated between the frames").arg(pixels) : pixels;
}

void PowderMapPanel::take(PowderMap&& map, const Caption& caption) {
    m_shown = std::move(map);
    const ptycho::ScanGrid& grid = m_shown.set->grid.grid();
    if (m_shown.set->grid.hasPlaces()) {
        m_image->setPixelSize(grid.stepY_m, grid.stepX_m);
        const QString unit = QStringLiteral("µm");
        m_image->setAxes(view::ImageAxis{QStringLiteral("y"), unit, grid.originY_m / kMicro, grid.stepY_m / kMicro},
                         view::ImageAxis{QStringLiteral("x"), unit, grid.originX_m / kMicro, grid.stepX_m / kMicro},
                         view::AxesFit::keepShape);
    } else {
        m_image->setPixelSize(0, 0);
        m_image->setAxes({}, {});
    }
    // Numbers that were typed for one quantity mean nothing for another.
    if (caption.quantity != m_caption.quantity) m_image->setRange({});
    m_caption = caption;
    m_image->setValueLabel(caption.quantity, caption.unit);
    QStringList texts{caption.text, placesText(), m_places.problem};
    texts.removeAll(QString());
    m_text->setText(texts.join(QStringLiteral(" · ")));
    m_image->setImage(m_shown.image);
    markRow();
}

void PowderMapPanel::clear(const QString& text) {
    m_worker.cancel();
    m_shown = {};
    m_text->clear();
    m_image->clear(text);
}

void PowderMapPanel::setCurrentRow(std::size_t row) {
    m_row = row;
    markRow();
}

void PowderMapPanel::markRow() {
    const auto pixel = m_shown.set ? m_shown.set->grid.pixelOf(m_row) : std::nullopt;
    m_image->setRegion(pixel ? std::optional(QRectF(pixel->second - 0.5, pixel->first - 0.5, 1, 1)) : std::nullopt);
}

bool PowderMapPanel::isIdle() const { return !m_worker.busy() && !m_placesWorker.busy() && m_image->isIdle(); }

} // namespace ewald::ui
