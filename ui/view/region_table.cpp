// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/region_table.h"

#include "common/icon.h"
#include "common/quantity_text.h"
#include "view/file_saver.h"
#include "view/image_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace ewald::view {

namespace {

enum Column { title, mean, deviation, low, high, area, pixels, count };

} // namespace

class RegionTable::Private {
public:
    explicit Private(RegionTable* table, ImageView& view) : q(table), image(view) {}
    void build();
    QToolButton* button(const QString& icon, const QString& text, const QString& tip);
    void show();
    void showSelection();
    void updateButtons();
    void setFlat(bool on);
    void setRow(int row, const RegionStatistics& found, bool isFlat);
    void rename(const QTableWidgetItem& item);

    RegionTable* q;
    FileSaver saver{q};
    ImageView& image;
    QTableWidget* table = nullptr;
    QLabel* hint = nullptr;
    QLabel* values = nullptr;
    QToolButton* flat = nullptr;
    QToolButton* remove = nullptr;
    QToolButton* copy = nullptr;
    QToolButton* saveButton = nullptr;
    std::vector<RegionStatistics> rows;
    QStringList source;
    std::optional<int> flatNumber;
    std::optional<ImageRegion> flatRegion; ///< as it was when flatChanged() was sent
};

RegionTable::RegionTable(ImageView& image, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, image)) {
    d->build();
    connect(&image, &ImageView::regionsMeasured, this, [this](const std::vector<RegionStatistics>& rows) {
        d->rows = rows;
        d->show();
    });
    connect(&image, &ImageView::regionSelected, this, [this] { d->showSelection(); });
    connect(d->table, &QTableWidget::itemSelectionChanged, this, [this] {
        const int row = d->table->currentRow();
        d->image.selectRegion(row >= 0 && !d->table->selectedItems().isEmpty()
                                  ? std::optional(static_cast<std::size_t>(row))
                                  : std::nullopt);
        d->updateButtons();
    });
    d->show();
}

RegionTable::~RegionTable() = default;

QToolButton* RegionTable::Private::button(const QString& name, const QString& text, const QString& tip) {
    auto* made = new QToolButton(q);
    made->setIcon(ui::icon(name));
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(text);
    made->setAutoRaise(true);
    return made;
}

void RegionTable::Private::build() {
    table = new QTableWidget(0, Column::count, q);
    table->setAccessibleName(RegionTable::tr("Regions"));
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->setWordWrap(false);
    table->setHorizontalHeaderLabels({RegionTable::tr("Region"), RegionTable::tr("Mean"), RegionTable::tr("Std. dev."),
                                      RegionTable::tr("Min."), RegionTable::tr("Max."), QStringLiteral("µm²"),
                                      RegionTable::tr("px")});
    table->horizontalHeaderItem(Column::area)->setToolTip(RegionTable::tr("Area (µm²)"));
    table->horizontalHeaderItem(Column::pixels)->setToolTip(RegionTable::tr("Pixels"));
    table->horizontalHeader()->setHighlightSections(false); // bold titles are wider
    table->horizontalHeader()->setMinimumSectionSize(24);
    table->verticalHeader()->setDefaultSectionSize(q->fontMetrics().height() + 8);
    hint = new QLabel(RegionTable::tr("Draw a region on the object: A rectangle, O ellipse"), q);
    hint->setAlignment(Qt::AlignCenter);
    hint->setWordWrap(true);
    hint->setEnabled(false);
    flat = button(QStringLiteral("surface"), RegionTable::tr("Flat"),
                  RegionTable::tr("This region is flat: the phase ramp is fitted in it, and its mean phase becomes 0"));
    flat->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    flat->setCheckable(true);
    remove = button(QStringLiteral("remove"), RegionTable::tr("Remove"),
                    RegionTable::tr("Remove the selected region (Delete on the image; Ctrl+Z takes it back)"));
    copy = button(QStringLiteral("copy"), RegionTable::tr("Copy"), RegionTable::tr("Copy the table as text"));
    saveButton = button(QStringLiteral("save"), RegionTable::tr("Save…"), RegionTable::tr("Save the table as text"));
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(0, 0, 0, 0);
    values = new QLabel(q);
    values->setEnabled(false);
    values->setToolTip(RegionTable::tr("What the values are of"));
    for (QToolButton* each : {flat, remove}) strip->addWidget(each);
    strip->addStretch();
    strip->addWidget(values);
    for (QToolButton* each : {copy, saveButton}) strip->addWidget(each);
    auto* column = new QVBoxLayout(q);
    column->setContentsMargins(2, 2, 2, 2);
    column->setSpacing(2);
    column->addWidget(table, 1);
    column->addWidget(hint, 1);
    column->addLayout(strip);
    QObject::connect(table, &QTableWidget::itemChanged, q, [this](QTableWidgetItem* item) { rename(*item); });
    QObject::connect(flat, &QToolButton::clicked, q, [this](bool on) { setFlat(on); });
    QObject::connect(remove, &QToolButton::clicked, q, [this] { image.removeRegion(); });
    QObject::connect(copy, &QToolButton::clicked, q, [this] {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(q->text()));
        emit q->message(RegionTable::tr("The table is on the clipboard"), {});
    });
    QObject::connect(&saver, &FileSaver::saved, q,
                     [this](const QString& file) { emit q->message(RegionTable::tr("The table is saved"), file); });
    QObject::connect(&saver, &FileSaver::failed, q, [this](const QString& reason) {
        emit q->message(RegionTable::tr("The table could not be saved"), reason);
    });
    QObject::connect(saveButton, &QToolButton::clicked, q, [this] {
        saver.ask(RegionTable::tr("Save the regions as text"), QStringLiteral("regions.txt"),
                  RegionTable::tr("Text (*.txt)"), q->text());
    });
}

void RegionTable::Private::show() {
    const QSignalBlocker quiet(table);
    table->setRowCount(static_cast<int>(rows.size()));
    values->setText(rows.empty() ? QString() : image.valueLabel());
    std::optional<ImageRegion> nowFlat;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool isFlat = flatNumber == rows[i].region.number;
        if (isFlat) nowFlat = rows[i].region;
        setRow(static_cast<int>(i), rows[i], isFlat);
    }
    table->setVisible(!rows.empty());
    hint->setVisible(rows.empty());
    showSelection();
    if (!nowFlat) flatNumber.reset();
    if (nowFlat != flatRegion) {
        flatRegion = nowFlat;
        emit q->flatChanged();
    }
}

void RegionTable::Private::setRow(int row, const RegionStatistics& found, bool isFlat) {
    const auto text = [](double value) { return std::isfinite(value) ? ui::numberText(value, 4) : QString(u'–'); };
    const std::array<QString, Column::count> texts{
        found.region.title(), text(found.mean),           text(found.deviation),      text(found.low),
        text(found.high),     text(found.area_m2 * 1e12), ui::countText(found.pixels)};
    for (int column = 0; column < Column::count; ++column) {
        QTableWidgetItem* item = table->item(row, column);
        if (item == nullptr) {
            item = new QTableWidgetItem;
            table->setItem(row, column, item);
            if (column != Column::title) {
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
                item->setFlags(item->flags() & ~Qt::ItemIsEditable);
            }
        }
        // A name may be being typed while a run goes on: a text that has not changed is not set again.
        const QString& wanted = texts[static_cast<std::size_t>(column)];
        if (item->text() != wanted) item->setText(wanted);
    }
    QTableWidgetItem& title = *table->item(row, Column::title);
    title.setIcon(isFlat ? ui::icon(QStringLiteral("surface")) : QIcon());
    title.setToolTip(isFlat ? RegionTable::tr("%1: the phase ramp is fitted here").arg(found.region.title())
                            : RegionTable::tr("%1 (double click or F2: another name)").arg(found.region.title()));
}

void RegionTable::Private::rename(const QTableWidgetItem& item) {
    std::vector<ImageRegion> regions = image.regions();
    const auto row = static_cast<std::size_t>(item.row());
    if (item.column() != Column::title || row >= regions.size()) return;
    const QString typed = item.text().simplified();
    regions[row].name = typed == QString::number(regions[row].number) ? QString() : typed;
    image.setRegions(std::move(regions));
}

void RegionTable::Private::showSelection() {
    const QSignalBlocker quiet(table);
    const auto selected = image.selectedRegion();
    if (selected && *selected < rows.size())
        table->selectRow(static_cast<int>(*selected));
    else
        table->clearSelection();
    updateButtons();
}

void RegionTable::Private::updateButtons() {
    const auto selected = image.selectedRegion();
    const bool some = selected && *selected < rows.size();
    flat->setEnabled(some);
    flat->setChecked(some && rows[*selected].region.number == flatNumber);
    remove->setEnabled(some);
    copy->setEnabled(!rows.empty());
    saveButton->setEnabled(!rows.empty());
}

void RegionTable::Private::setFlat(bool on) {
    const auto selected = image.selectedRegion();
    flatNumber =
        on && selected && *selected < rows.size() ? std::optional(rows[*selected].region.number) : std::nullopt;
    show();
}

std::optional<ImageRegion> RegionTable::flatRegion() const { return d->flatRegion; }

void RegionTable::setSource(const QStringList& lines) { d->source = lines; }

QByteArray RegionTable::text() const {
    QByteArray text;
    for (const QString& line : d->source) text += "# " + line.toUtf8() + '\n';
    text += "# values: " + d->image.valueLabel().toUtf8() + '\n';
    text += "region\tname\tshape\tleft_px\ttop_px\twidth_px\theight_px\tmean\tstd\tmin\tmax\tarea_um2\tpixels\n";
    for (const RegionStatistics& row : d->rows) {
        const QRectF& rect = row.region.rect;
        text += QByteArray::number(row.region.number) + '\t' + row.region.name.toUtf8() +
                (row.region.shape == ImageRegion::Shape::rectangle ? "\trectangle" : "\tellipse");
        for (const double value : {rect.left(), rect.top(), rect.width(), rect.height(), row.mean, row.deviation,
                                   row.low, row.high, row.area_m2 * 1e12})
            text += '\t' + QByteArray::number(value, 'g', 7);
        text += '\t' + QByteArray::number(static_cast<qulonglong>(row.pixels)) + '\n';
    }
    return text;
}

} // namespace ewald::view
