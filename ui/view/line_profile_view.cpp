// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/line_profile_view.h"

#include "common/quantity_text.h"
#include "view/axis_ticks.h"
#include "view/image_figure.h"
#include "view/plot_axes.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace ewald::view {

namespace {

class Curve : public QWidget {
public:
    using QWidget::QWidget;
    std::function<void(QPainter&)> paint;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        if (paint) paint(painter);
    }
};

} // namespace

class LineProfileView::Private {
public:
    void paint(QPainter& painter, const QWidget& widget) const;

    Curve* curve = nullptr;
    QLabel* text = nullptr;
    LineProfile profile;
};

LineProfileView::LineProfileView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>()) {
    d->curve = new Curve(this);
    d->curve->setMinimumSize(160, 100);
    d->curve->paint = [this](QPainter& painter) { d->paint(painter, *d->curve); };
    d->text = new QLabel(this);
    d->text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    d->text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    layout->addWidget(d->curve, 1);
    layout->addWidget(d->text);
    clear();
}

LineProfileView::~LineProfileView() = default;

void LineProfileView::Private::paint(QPainter& painter, const QWidget& widget) const {
    const QPalette palette = widget.palette();
    PlotFrame plot;
    plot.area = QRectF(widget.rect()).marginsRemoved(plotMargins(QFontMetricsF(painter.font())));
    if (plot.area.width() < 20 || plot.area.height() < 20) return;
    painter.fillRect(plot.area, palette.color(QPalette::Base));
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double v : profile.value) {
        if (!std::isfinite(v)) continue;
        low = std::min(low, v);
        high = std::max(high, v);
    }
    if (!(high >= low) || profile.distance_m.size() < 2) {
        painter.setPen(palette.color(QPalette::Disabled, QPalette::WindowText));
        painter.drawText(plot.area, Qt::AlignCenter | Qt::TextWordWrap,
                         LineProfileView::tr("Drag a line over an image with the measuring tool (M)"));
        return;
    }
    const double pad = high > low ? (high - low) * 0.06 : std::max(1e-12, std::abs(high) * 0.05);
    const bool metric = std::isfinite(profile.length_m);
    const double end = profile.distance_m.back();
    const LengthUnit unit = metric ? lengthUnit(end) : LengthUnit{1, "px"};
    plot.left = 0;
    plot.right = end / unit.metres;
    plot.bottom = low - pad;
    plot.top = high + pad;
    paintAxes(painter, plot, LineProfileView::tr("Distance (%1)").arg(ui::unitName(unit)), profile.valueLabel, palette);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(plot.area);
    painter.setPen(QPen(palette.color(QPalette::Highlight), 1.6));
    QPolygonF run;
    for (std::size_t i = 0; i <= profile.value.size(); ++i) {
        if (i < profile.value.size() && std::isfinite(profile.value[i])) {
            run << plot.toScreen(profile.distance_m[i] / unit.metres, profile.value[i]);
            continue;
        }
        // A gap where values are masked.
        painter.drawPolyline(run);
        run.clear();
    }
}

void LineProfileView::setProfile(const LineProfile& profile) {
    d->profile = profile;
    d->text->setText(summary());
    d->curve->update();
}

void LineProfileView::clear() { setProfile({}); }

QString LineProfileView::summary() const {
    const LineProfile& p = d->profile;
    if (p.value.size() < 2) return QStringLiteral(" ");
    QString text = std::isfinite(p.length_m)
                       ? tr("Length %1 (%2 px)").arg(ui::lengthText(p.length_m, 4), ui::numberText(p.length_px, 4))
                       : tr("Length %1 px").arg(ui::numberText(p.length_px, 4));
    if (std::isfinite(p.value.front()) && std::isfinite(p.value.back())) {
        text += tr(" · from %1 to %2, difference %3")
                    .arg(ui::numberText(p.value.front(), 4), ui::numberText(p.value.back(), 4),
                         ui::numberText(p.value.back() - p.value.front(), 4));
    }
    return text;
}

void LineProfileView::saveCsv(const QString& file) const {
    QByteArray text = std::isfinite(d->profile.length_m) ? "distance_m,value\n" : "distance_px,value\n";
    for (std::size_t i = 0; i < d->profile.value.size(); ++i) {
        text += QByteArray::number(d->profile.distance_m[i], 'g', 9) + ',' +
                QByteArray::number(d->profile.value[i], 'g', 9) + '\n';
    }
    saveText(text, file);
}

void LineProfileView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (d->curve != nullptr) d->curve->update();
}

} // namespace ewald::view
