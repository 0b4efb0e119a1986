// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/powder_map_panel.h"

#include "azint/unit.h"
#include "common/whole_box.h"
#include "form/eliding_combo.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "view/image_view.h"
#include "window/peak_series_view.h"
#include "window/places_dialog.h"
#include "window/segment_button.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

const QString kSnakeKey = QStringLiteral("integration/snake");
constexpr double kMicro = 1e-6;
/// Entries of the list of kinds before those of peaks.
constexpr int kRangeKinds = 4;

} // namespace

PowderMapPanel::PowderMapPanel(QWidget* parent)
    : QWidget(parent), m_image(new view::ImageView(this)), m_kind(new ElidingCombo(this)),
      m_placesOf(new ElidingCombo(this)), m_columns(new WholeBox(this)), m_snake(new QCheckBox(tr("Snake"), this)),
      m_text(new view::ElidedLabel(this)) {
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
    m_kind->addItems({tr("Intensity in a range"), tr("Intensity less its background"), tr("Ratio of two ranges"),
                      tr("Three ranges in colours")});
    m_kind->setAccessibleName(tr("What the map shows"));
    m_kind->setToolTip(tr("What the map shows: the intensity in a range, as it is, less the straight line through both "
                          "sides of it, or over that in another range; three ranges as red, green and blue; or a "
                          "quantity of a fitted peak"));
    // As wide as their texts where there is room for both; a narrow window stays narrow.
    constexpr int kLeastChoice_px = 90;
    for (QComboBox* box : {m_kind, m_placesOf}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        box->setMinimumWidth(kLeastChoice_px);
    }
    auto* group = new QButtonGroup(this);
    for (QToolButton*& button : m_rangeButtons) button = segmentButton({}, {}, group, this);
    m_rangeButtons[0]->setChecked(true);
    m_placesOf->addItems({tr("Positions of the file"), tr("Rows of frames"), tr("Other positions…")});
    m_placesOf->setAccessibleName(tr("Where the frames are in the map"));
    m_columns->setRange(1, 1'000'000);
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
    m_text->setElidedAtEnd();
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
    connectPlaces();
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

std::size_t PowderMapPanel::rangesNeeded() const {
    switch (what()) {
    case MapOf::peak: return 0;
    case MapOf::ratio: return 2;
    case MapOf::colours: return 3;
    default: return 1;
    }
}

std::optional<std::size_t> PowderMapPanel::missingRange() const {
    for (std::size_t i = 0; i < rangesNeeded(); ++i)
        if (!m_ranges[i]) return i;
    return std::nullopt;
}

QColor PowderMapPanel::channelColour(std::size_t channel) {
    constexpr std::array<QRgb, 3> kColours{0xffd64545U, 0xff2e9e5bU, 0xff2b78c5U};
    return QColor::fromRgb(kColours.at(channel));
}

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
    // The range that is missing is to be chosen next.
    setActiveRange(m_ranges[0] ? missingRange().value_or(0) : 0);
    emit changed();
}

void PowderMapPanel::setActiveRange(std::size_t index) {
    m_activeRange = index;
    m_rangeButtons[index]->setChecked(true);
    showChoices();
}

std::vector<PowderMapPanel::OtherRange> PowderMapPanel::otherRanges() const {
    std::vector<OtherRange> others;
    if (what() == MapOf::lessSides && m_ranges[0])
        for (const auto& [low, high] : job::withSides({m_ranges[0]->first, m_ranges[0]->second}).sides)
            others.push_back({low, high});
    for (std::size_t i = 0; rangesNeeded() > 1 && i < rangesNeeded(); ++i) {
        if (!m_ranges[i]) continue;
        if (what() == MapOf::colours)
            others.push_back({m_ranges[i]->first, m_ranges[i]->second, channelColour(i)});
        else if (i != m_activeRange)
            others.push_back({m_ranges[i]->first, m_ranges[i]->second});
    }
    return others;
}

void PowderMapPanel::takeRange(const std::optional<Range>& range) {
    if (what() == MapOf::peak) {
        const QSignalBlocker quiet(m_kind);
        m_kind->setCurrentIndex(0);
    }
    m_ranges[m_activeRange] = range;
    setActiveRange(range ? missingRange().value_or(m_activeRange) : m_activeRange);
}

void PowderMapPanel::keepRanges(const std::function<double(double)>& onAxis, double low, double high) {
    for (std::optional<Range>& range : m_ranges) {
        if (!range) continue;
        const auto [first, last] = std::minmax({onAxis(range->first), onAxis(range->second)});
        const bool has = std::isfinite(first) && std::isfinite(last) && last >= low && first <= high;
        range = has ? std::optional(Range(first, last)) : std::nullopt;
    }
    setActiveRange(m_ranges[m_activeRange] ? m_activeRange : missingRange().value_or(0));
}

// ---- where frames are ----

void PowderMapPanel::connectPlaces() {
    connect(m_placesOf, &QComboBox::currentIndexChanged, this, [this](int index) {
        const auto wanted = static_cast<PlacesOf>(index);
        if (wanted == PlacesOf::others && !m_others.grid) return; // they are asked for first
        m_wanted = wanted;
        showChoices();
        emit changed();
    });
    connect(m_placesOf, &QComboBox::activated, this, [this](int index) {
        if (static_cast<PlacesOf>(index) == PlacesOf::others) askForPlaces();
    });
}

void PowderMapPanel::askForPlaces() {
    if (!m_placesDialog && m_placesKey) {
        const auto& [first, step, count] = m_placesKey->rows;
        m_placesDialog = new PlacesDialog(m_placesKey->files, {first, step, count},
                                          m_othersWanted.value_or(job::PlacesRequest()), this);
        m_placesDialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_placesDialog, &PlacesDialog::chosen, this,
                [this, key = *m_placesKey](const job::PlacesRequest& request, const FoundPlaces& places) {
                    if (!m_placesKey || m_placesKey->files != key.files) return; // of other frames
                    m_othersWanted = request;
                    m_wanted = PlacesOf::others;
                    m_others = places;
                    if (m_placesKey != key || m_placesWorker.busy()) { // more frames have come meanwhile
                        searchPlaces();
                        return;
                    }
                    showChoices();
                    emit changed();
                });
        m_placesDialog->open();
    }
    showChoices(); // what counts until then
}

PlacesDialog* PowderMapPanel::placesDialog() const { return m_placesDialog; }

void PowderMapPanel::findPlaces(const job::JobDocument& job, const job::FrameChoice& rows) {
    PlacesKey key{job.files(), job.input, {rows.first, rows.step, rows.count}};
    if (m_placesKey == key) return;
    // The choice is for these frames: others may have places that are of use.
    if (!m_placesKey || m_placesKey->files != key.files) {
        m_wanted = PlacesOf::file;
        m_othersWanted.reset();
        if (m_placesDialog) m_placesDialog->close();
    }
    m_placesKey = std::move(key);
    m_placesJob = job;
    searchPlaces();
}

/// Those of the file, and the others where some were chosen.
void PowderMapPanel::searchPlaces() {
    m_places = {};
    m_others = {};
    const auto& [first, step, count] = m_placesKey->rows;
    using Both = std::pair<FoundPlaces, FoundPlaces>;
    const auto take = [this](Both found) {
        m_places = std::move(found.first);
        m_others = std::move(found.second);
        showChoices();
        emit changed();
    };
    m_placesWorker.start<Both>(
        [job = m_placesJob, rows = job::FrameChoice{first, step, count},
         others = m_othersWanted](TaskContext& context) {
            return Both(ui::findPlaces(job, rows, context.control),
                        others ? readPlaces(job.files(), rows, *others, context.control) : FoundPlaces());
        },
        take,
        [take](const Error& error) {
            take(Both(FoundPlaces{nullptr, {}, coreText(error.what())}, FoundPlaces()));
        });
}

void PowderMapPanel::forgetPlaces() {
    m_placesWorker.cancel();
    m_places = {};
    m_others = {};
    if (m_placesKey) m_placesKey->rows = {}; // the same frames are asked for again
    showChoices();
}

const FoundPlaces* PowderMapPanel::usedPlaces() const {
    const FoundPlaces* wanted = m_wanted == PlacesOf::file     ? &m_places
                                : m_wanted == PlacesOf::others ? &m_others
                                                               : nullptr;
    return wanted != nullptr && wanted->grid ? wanted : nullptr;
}

void PowderMapPanel::showChoices() {
    const bool colours = what() == MapOf::colours;
    const std::array colourNames{tr("R", "red"), tr("G", "green"), tr("B", "blue")};
    const std::array colourTips{tr("Dragging over the pattern chooses the range that is red"),
                                tr("Dragging over the pattern chooses the range that is green"),
                                tr("Dragging over the pattern chooses the range that is blue")};
    const std::array ratioTips{tr("Dragging over the pattern chooses the range whose intensity is divided"),
                               tr("Dragging over the pattern chooses the range that it is divided by"), QString()};
    for (std::size_t i = 0; i < m_rangeButtons.size(); ++i) {
        m_rangeButtons[i]->setVisible(rangesNeeded() > 1 && i < rangesNeeded());
        m_rangeButtons[i]->setText(colours ? colourNames[i] : QString::number(i + 1));
        m_rangeButtons[i]->setToolTip(colours ? colourTips[i] : ratioTips[i]);
    }
    const FoundPlaces* used = usedPlaces();
    m_columns->setVisible(used == nullptr);
    m_snake->setVisible(used == nullptr);
    m_placesOf->setToolTip(used != nullptr ? tr("Positions: %1").arg(used->origin) : QString());
    if (m_placesWorker.busy()) return; // what the file says is not known yet
    const QSignalBlocker quiet(m_placesOf);
    m_placesOf->setCurrentIndex(static_cast<int>(used != nullptr ? m_wanted : PlacesOf::rows));
    auto* items = qobject_cast<QStandardItemModel*>(m_placesOf->model());
    if (items == nullptr) return;
    items->item(static_cast<int>(PlacesOf::file))->setEnabled(m_places.grid != nullptr);
    items->item(static_cast<int>(PlacesOf::others))->setEnabled(m_placesKey && m_placesKey->rows[2] > 0);
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
    case MapOf::colours: {
        const std::array texts{rangeText(0, source.unit), rangeText(1, source.unit), rangeText(2, source.unit)};
        return {tr("Intensity"), {}, tr("Red: %1, green: %2, blue: %3").arg(texts[0], texts[1], texts[2]), texts};
    }
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
    if (const auto missing = missingRange()) {
        // Without a range there is no map, and no caption of one.
        drop();
        const std::array colours{tr("Drag over the pattern to choose the range that is red"),
                                 tr("Drag over the pattern to choose the range that is green"),
                                 tr("Drag over the pattern to choose the range that is blue")};
        m_image->clear(kind == MapOf::colours ? colours.at(*missing)
                       : kind == MapOf::ratio ? tr("Drag over the pattern to choose range %1").arg(*missing + 1)
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
    if (const FoundPlaces* used = usedPlaces()) request->places = *used;
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
    QStringList texts{caption.text, placesText(), (m_wanted == PlacesOf::others ? m_others : m_places).problem};
    texts.removeAll(QString());
    m_text->setText(texts.join(QStringLiteral(" · ")));
    m_image->setFigureText(m_text->text(), {}, QStringLiteral("map"));
    showImage();
    markRow();
}

void PowderMapPanel::showImage() {
    if (!m_shown.set->colours) {
        m_image->setImage(m_shown.image);
        return;
    }
    auto channels = std::make_shared<view::ColourChannels>();
    for (std::size_t c = 0; c < m_shown.channels.size(); ++c) {
        channels->values[c] = m_shown.channels[c];
        channels->ranges[c] = {m_shown.ends[c].first, m_shown.ends[c].second};
    }
    m_image->setColourChannels(std::move(channels), m_caption.channels);
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
