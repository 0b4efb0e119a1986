// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/peak_region_table.h"

#include "common/icon.h"
#include "form/field_editors.h"
#include "form/number_text.h"
#include "form/parameter_field.h"
#include "job/peaks/peak_parameters.h"
#include "model/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

namespace {

enum RegionColumn { low, high, positions, columnCount };
constexpr int kDigits = 6;

QString textOf(const fit::PeakRegion& region, int column) {
    if (column == RegionColumn::low) return numberText(region.low, kDigits);
    if (column == RegionColumn::high) return numberText(region.high, kDigits);
    QStringList all;
    for (const double at : region.positions) all << numberText(at, kDigits);
    return all.join(QStringLiteral("; "));
}

std::optional<double> numberOf(const QString& text) {
    const auto plain = plainNumber(text, {});
    if (!plain) return {};
    bool good = false;
    const double value = QString::fromStdString(*plain).toDouble(&good);
    return good ? std::optional(value) : std::nullopt;
}

QToolButton* tool(const QString& name, const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(icon(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

} // namespace

PeakRegionTable::PeakRegionTable(PeakFitting& fitting, QWidget* parent) : QWidget(parent), m_fitting(fitting) {
    build();
    connect(m_find, &QToolButton::clicked, &m_fitting, &PeakFitting::find);
    connect(m_clear, &QToolButton::clicked, &m_fitting, &PeakFitting::removeAll);
    connect(m_remove, &QToolButton::clicked, this, [this] {
        if (const auto row = selected()) m_fitting.removeRegion(*row);
    });
    connect(m_table, &QTableWidget::itemChanged, this, [this](QTableWidgetItem* item) { edit(*item); });
    connect(m_table, &QTableWidget::itemSelectionChanged, this, [this] {
        m_remove->setEnabled(selected().has_value());
        emit selectionChanged();
    });
    connect(&m_fitting, &PeakFitting::regionsChanged, this, &PeakRegionTable::show);
    connect(&m_fitting, &PeakFitting::parametersChanged, this, &PeakRegionTable::showParameters);
    setUnit({});
    show();
    showParameters();
}

void PeakRegionTable::build() {
    m_find = tool(QStringLiteral("search"), tr("Find peaks"),
                  tr("Looks for the peaks of the shown pattern; they take the place of the regions"), this);
    m_find->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_remove = tool(QStringLiteral("remove"), tr("Remove"), tr("Removes the selected region"), this);
    m_clear = tool(QStringLiteral("remove"), tr("Remove all"), tr("Removes all regions"), this);
    m_clear->setIcon({}); // its text says more
    m_table = new QTableWidget(0, RegionColumn::columnCount, this);
    m_table->setAccessibleName(tr("Regions of peaks"));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setMinimumHeight(4 * (fontMetrics().height() + 8));
    m_hint = new QLabel(tr("Drag over a peak in the pattern above"), m_table->viewport());
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setEnabled(false);
    auto* over = new QVBoxLayout(m_table->viewport());
    over->addWidget(m_hint);
    m_complaint = new QLabel(this);
    m_complaint->setWordWrap(true);
    m_complaint->setStyleSheet(QStringLiteral("color: #d64545;"));
    m_complaint->hide();
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_find);
    row->addStretch();
    row->addWidget(m_remove);
    row->addWidget(m_clear);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    column->addWidget(m_complaint);
    for (const job::ParameterDef& def : job::peakParameters()) {
        if (def.level != job::ParameterLevel::basic) continue; // how many threads is the program's affair here
        auto* field = new ParameterField(def, this);
        m_fields.push_back(field);
        column->addWidget(field);
        connect(field, &ParameterField::edited, this,
                [this, &def](const job::ParameterValue& value) { m_fitting.setValue(def, value); });
        connect(field, &ParameterField::resetWanted, this, [this, &def] { m_fitting.setValue(def, def.defaultValue); });
    }
}

void PeakRegionTable::setUnit(const QString& unit) {
    const auto with = [&](const QString& title) {
        return unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit);
    };
    m_table->setHorizontalHeaderLabels({with(tr("From")), with(tr("To")), with(tr("Peaks at"))});
    m_table->horizontalHeaderItem(RegionColumn::positions)
        ->setToolTip(tr("Where its peaks are, about, with ; between them; empty: one, at the highest point"));
    m_table->resizeColumnsToContents();
}

std::optional<std::size_t> PeakRegionTable::selected() const {
    const QList<QTableWidgetItem*> items = m_table->selectedItems();
    return items.isEmpty() ? std::nullopt : std::optional(static_cast<std::size_t>(items.front()->row()));
}

QString PeakRegionTable::complaint() const { return m_complaint->text(); }

void PeakRegionTable::show() {
    const QSignalBlocker quiet(m_table);
    const std::vector<fit::PeakRegion>& regions = m_fitting.regions();
    m_table->setRowCount(static_cast<int>(regions.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        for (int column = 0; column < RegionColumn::columnCount; ++column) {
            // An item stays: it may be the one whose edit led here, and the table has not done with it.
            if (m_table->item(row, column) == nullptr) m_table->setItem(row, column, new QTableWidgetItem);
            m_table->item(row, column)->setText(textOf(regions[static_cast<std::size_t>(row)], column));
        }
    }
    m_table->resizeColumnToContents(RegionColumn::low);
    m_table->resizeColumnToContents(RegionColumn::high);
    m_hint->setVisible(regions.empty());
    m_complaint->clear();
    m_complaint->hide();
    m_remove->setEnabled(selected().has_value());
    m_clear->setEnabled(!regions.empty());
    emit selectionChanged();
}

void PeakRegionTable::showParameters() {
    for (ParameterField* field : m_fields) field->showValue(m_fitting.value(field->def()), field->def().defaultValue);
}

std::optional<fit::PeakRegion> PeakRegionTable::regionOf(int row, QString& problem) const {
    fit::PeakRegion region = m_fitting.regions()[static_cast<std::size_t>(row)];
    for (int column = 0; column < RegionColumn::columnCount; ++column) {
        const QString text = m_table->item(row, column)->text().trimmed();
        if (text == textOf(region, column)) continue; // or digits that are not shown would go
        std::vector<double> values;
        for (const QString& part : text.split(QRegularExpression(QStringLiteral("[;\\s]+")), Qt::SkipEmptyParts)) {
            const auto value = numberOf(part);
            if (!value) {
                problem = tr("“%1” is no number.").arg(part.left(30));
                return {};
            }
            values.push_back(*value);
        }
        if (column == RegionColumn::positions) {
            std::ranges::sort(values);
            region.positions = values;
            continue;
        }
        if (values.size() != 1) {
            problem = tr("Type one number.");
            return {};
        }
        (column == RegionColumn::low ? region.low : region.high) = values.front();
    }
    problem = m_fitting.problemOf(region);
    return problem.isEmpty() ? std::optional(region) : std::nullopt;
}

void PeakRegionTable::edit(const QTableWidgetItem& item) {
    QString problem;
    const int row = item.row();
    if (const auto region = regionOf(row, problem)) {
        m_fitting.setRegion(static_cast<std::size_t>(row), *region);
        return;
    }
    show(); // as it was
    m_complaint->setText(problem);
    m_complaint->show();
}

} // namespace ewald::ui
