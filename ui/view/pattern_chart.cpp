// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/pattern_chart.h"

#include "common/icon.h"
#include "common/quantity_text.h"
#include "view/axis_ticks.h"
#include "view/chart_base.h"
#include "view/mark_colour.h"
#include "view/save_dialog.h"

#include <QAction>
#include <QAreaSeries>
#include <QCategoryAxis>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>
#include <QRubberBand>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::view {

namespace {

/// A logarithmic axis shows at most this many decades of its own accord: one empty bin must not flatten the pattern.
constexpr double kNearMark = 4; ///< screen pixels between a mark and what is pointed at
constexpr double kMostDecades = 6;

} // namespace

class PatternChart::Private : public ChartBase {
public:
    explicit Private(PatternChart* view) : ChartBase(view), q(view) { log = false; }

    [[nodiscard]] QRectF dataBounds() const override;
    void refresh() override;
    void findHovered(QPointF position) override;
    void endHover() override;
    void applyCurveColours() override;
    void makeTools();
    void saveAs();
    void matchLines(std::vector<QLineSeries*>& lines, std::size_t count);
    void matchSubstances();
    [[nodiscard]] QList<QPointF> drawable(const PatternCurve& curve, double sigmas) const;
    void paintOver(QPainter& painter) const;
    void paintBars(QPainter& painter) const;
    [[nodiscard]] bool hasBars() const;
    [[nodiscard]] QRectF measurementBounds() const;
    [[nodiscard]] QRectF seriesBounds() const;
    void choose(QPointF position, bool finished);

    PatternChart* q;
    std::vector<PatternCurve> curves;
    std::vector<QLineSeries*> series;
    QAreaSeries* band = nullptr;
    std::vector<PatternMark> marks;
    std::vector<QLineSeries*> substances; ///< of the marks, in the legend
    std::vector<PatternFit> fits;
    QString xTitle;
    QString yTitle;
    QString message;
    Style style = Style::pattern;
    bool errors = true;
    bool choosing = false;
    bool dragging = false; ///< a range is being chosen
    double dragFrom = 0;
    std::optional<std::pair<double, double>> range;
    std::optional<std::pair<double, double>> rangeBefore; ///< what is dragged now
    std::optional<std::pair<double, double>> edges;
    std::optional<double> cursorLine;
    std::pair<double, double> told;                         ///< the range of x that was last emitted
    int rightRoom = 6;                                      ///< beside the plot
    std::optional<std::pair<std::size_t, QPointF>> hovered; ///< curve, axis coordinates
    double hoveredValue = 0;
    double hoveredError = 0;
    QToolBar* tools = nullptr;
    QAction* logAction = nullptr;
    QAction* errorAction = nullptr;
    QAction* rangeAction = nullptr;
    QAction* homeAction = nullptr;
    QAction* saveAction = nullptr;
};

PatternChart::PatternChart(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    d->watch();
    d->canvas->paintOver = [this](QPainter& painter) { d->paintOver(painter); };
    d->tools = new QToolBar(this);
    d->makeTools();
    d->band = new QAreaSeries(new QLineSeries(this), new QLineSeries(this));
    d->band->setPen(Qt::NoPen);
    d->chart->addSeries(d->band);
    d->band->attachAxis(d->xAxis);
    d->band->attachAxis(d->yAxis);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    layout->addWidget(d->tools);
    layout->addWidget(d->canvas, 1);
    d->applyTheme(palette());
    connect(d->chart, &QChart::plotAreaChanged, this, &PatternChart::plotMoved);
    clear();
}

PatternChart::~PatternChart() = default;

void PatternChart::Private::makeTools() {
    tools->setIconSize(QSize(16, 16));
    const auto add = [this](const QString& text, const QString& tip, const QKeySequence& key, bool checkable) {
        QAction* action = tools->addAction(text);
        action->setCheckable(checkable);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setToolTip(key.isEmpty() ? tip
                                         : QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
        q->addAction(action);
        return action;
    };
    logAction = add(PatternChart::tr("log"), PatternChart::tr("Logarithmic axis"), Qt::Key_L, true);
    errorAction = add(PatternChart::tr("±σ"), PatternChart::tr("Show the error band"), Qt::Key_E, true);
    errorAction->setChecked(true);
    rangeAction = add(PatternChart::tr("Range"),
                      PatternChart::tr("Drag over the pattern to choose the range of the map, or a region of peaks "
                                       "where these are shown; Shift and drag does the same at any time"),
                      Qt::Key_R, true);
    homeAction = add(PatternChart::tr("Show everything"), PatternChart::tr("Show everything"), Qt::Key_Home, false);
    saveAction = add(PatternChart::tr("Save…"), PatternChart::tr("Save the chart as a picture"), {}, false);
    QObject::connect(logAction, &QAction::toggled, q, &PatternChart::setLogScale);
    QObject::connect(errorAction, &QAction::toggled, q, &PatternChart::setErrorsVisible);
    rangeAction->setIcon(ui::icon(QStringLiteral("range")));
    homeAction->setIcon(ui::icon(QStringLiteral("home")));
    saveAction->setIcon(ui::icon(QStringLiteral("save")));
    QObject::connect(rangeAction, &QAction::toggled, q, &PatternChart::setChoosing);
    QObject::connect(homeAction, &QAction::triggered, q, &PatternChart::resetZoom);
    QObject::connect(saveAction, &QAction::triggered, q, [this] { saveAs(); });
}

void PatternChart::Private::saveAs() {
    const SaveQuestion question{
        PatternChart::tr("Save the chart"), QStringLiteral("pattern.png"), {PatternChart::tr("Picture (*.png)")}};
    askWhereToSave(q, question, [this](const QString& file) { saver.write(file, q->figure()); });
}

void PatternChart::setTitles(const QString& x, const QString& y) {
    d->xTitle = x;
    d->yTitle = y;
    d->schedule();
}

void PatternChart::Private::matchLines(std::vector<QLineSeries*>& lines, std::size_t count) {
    while (lines.size() > count) {
        chart->removeSeries(lines.back());
        delete lines.back();
        lines.pop_back();
    }
    while (lines.size() < count) {
        lines.push_back(new QLineSeries);
        chart->addSeries(lines.back());
        lines.back()->attachAxis(xAxis);
        lines.back()->attachAxis(yAxis);
    }
}

/// Lines of the legend that have no points.
void PatternChart::Private::matchSubstances() {
    const auto named = substancesOf(marks);
    matchLines(substances, named.size());
    for (std::size_t i = 0; i < named.size(); ++i) substances[i]->setName(named[i].first);
    applyCurveColours();
}

void PatternChart::setCurves(std::vector<PatternCurve> curves) {
    const auto span = [](const std::vector<PatternCurve>& of) {
        return of.empty() || of.front().x.empty() ? std::pair(0.0, 0.0)
                                                  : std::pair(of.front().x.front(), of.front().x.back());
    };
    if (span(curves) != span(d->curves)) d->zoomed.reset();
    d->curves = std::move(curves);
    if (d->series.size() != d->curves.size()) {
        d->matchLines(d->series, d->curves.size());
        d->applyCurveColours();
    }
    d->hovered.reset();
    d->schedule();
}

const std::vector<PatternCurve>& PatternChart::curves() const { return d->curves; }

void PatternChart::clear(const QString& text) {
    d->message = text;
    setCurves({});
    refreshNow();
}

void PatternChart::setStyle(Style style) {
    d->style = style;
    d->wholeX = style == Style::measurements || style == Style::series;
    for (QAction* action : {d->logAction, d->rangeAction}) {
        action->setVisible(style == Style::pattern);
        action->setEnabled(style == Style::pattern);
    }
    d->errorAction->setVisible(style != Style::curves);
    if (style != Style::pattern) setLogScale(false);
    d->errorAction->setToolTip(style == Style::pattern ? tr("Show the error band (E)") : tr("Show the error bars (E)"));
    d->refresh();
}

void PatternChart::setCounting(bool on) {
    d->wholeX = on;
    d->refresh();
}

const std::vector<PatternMark>& PatternChart::marks() const { return d->marks; }

void PatternChart::setMarks(std::vector<PatternMark> marks) {
    if (marks == d->marks) return;
    d->marks = std::move(marks);
    d->matchSubstances();
    d->schedule(); // the legend may come or go
    d->canvas->viewport()->update();
}

void PatternChart::setLogScale(bool log) {
    if (d->log == log) return;
    d->log = log;
    d->logAction->setChecked(log);
    d->zoomed.reset();
    d->refresh();
}
void PatternChart::setFits(std::vector<PatternFit> fits) {
    if (fits == d->fits) return;
    d->fits = std::move(fits);
    d->canvas->viewport()->update();
}
const std::vector<PatternFit>& PatternChart::fits() const { return d->fits; }

bool PatternChart::isLogScale() const { return d->log; }

void PatternChart::setErrorsVisible(bool visible) {
    d->errors = visible;
    d->errorAction->setChecked(visible);
    d->refresh();
}

void PatternChart::setChoosing(bool on) {
    if (d->choosing == on) return;
    d->choosing = on;
    d->rangeAction->setChecked(on);
    d->canvas->viewport()->setCursor(on ? Qt::SplitHCursor : Qt::ArrowCursor);
    emit choosingChanged(on);
}
bool PatternChart::isChoosing() const { return d->choosing; }

void PatternChart::setRange(std::optional<std::pair<double, double>> range) {
    d->range = range;
    d->canvas->viewport()->update();
}
std::optional<std::pair<double, double>> PatternChart::range() const { return d->range; }

std::pair<double, double> PatternChart::xRange() const { return {d->axes.left(), d->axes.right()}; }
std::pair<double, double> PatternChart::yRange() const {
    const auto value = [this](double v) { return d->log ? std::pow(10.0, v) : v; };
    return {value(d->axes.top()), value(d->axes.bottom())};
}
QPointF PatternChart::toCanvas(double x, double y) const { return d->toScreen({x, d->log ? std::log10(y) : y}); }
void PatternChart::setXRange(double low, double high) {
    if (!(high > low)) return;
    d->told = {low, high};
    if (d->axes.left() == low && d->axes.right() == high) return;
    d->zoomed = QRectF(QPointF(low, d->axes.top()), QPointF(high, d->axes.bottom()));
    d->refresh();
}
void PatternChart::setEdges(std::optional<std::pair<double, double>> edges) {
    if (d->edges == edges) return;
    d->edges = edges;
    d->schedule();
}
QRectF PatternChart::plotRect() const {
    const QRectF plot = d->chart->plotArea();
    return plot.translated(d->canvas->viewport()->mapTo(this, QPoint()));
}
void PatternChart::setPlotRight(double right) {
    // Half a pixel is near enough: a place between two pixels would go to and fro without an end.
    const int room = std::max(6, d->rightRoom + static_cast<int>(std::lround(0.999 * (plotRect().right() - right))));
    if (room == d->rightRoom) return;
    d->rightRoom = room;
    QMargins margins = d->chart->margins();
    margins.setRight(room);
    d->chart->setMargins(margins);
    d->chart->layout()->activate();
    d->schedule();
}
void PatternChart::setCursorLine(std::optional<double> x) {
    if (d->cursorLine == x) return;
    d->cursorLine = x;
    d->canvas->viewport()->update();
}
std::optional<double> PatternChart::cursorLine() const { return d->cursorLine; }
QWidget* PatternChart::canvas() const { return d->canvas->viewport(); }
QImage PatternChart::figure(int scale) const { return d->ChartBase::figure(scale); }
void PatternChart::refreshNow() { d->refresh(); }
void PatternChart::resetZoom() { d->ChartBase::resetZoom(); }

QList<QPointF> PatternChart::Private::drawable(const PatternCurve& curve, double sigmas) const {
    QList<QPointF> points;
    points.reserve(static_cast<qsizetype>(curve.x.size()));
    const bool decreasing = curve.x.size() > 1 && curve.x.back() < curve.x.front();
    for (std::size_t k = 0; k < curve.x.size(); ++k) {
        const std::size_t i = decreasing ? curve.x.size() - 1 - k : k;
        double y = static_cast<double>(curve.y[i]);
        if (sigmas != 0) y += sigmas * static_cast<double>(curve.error[i]);
        if (!std::isfinite(y) || !std::isfinite(curve.x[i])) continue;
        if (log) {
            // The lower edge of a band may be below zero where its curve is not.
            if (y <= 0 && sigmas >= 0) continue;
            y = y > 0 ? std::log10(y) : axes.top() - 1;
        }
        points.emplace_back(curve.x[i], y);
    }
    return points;
}

QRectF PatternChart::Private::measurementBounds() const {
    constexpr double kBeside = 0.5; // room for the bars of the first and the last point
    double left = 1, right = 1, low = 0, high = 0;
    for (const PatternCurve& curve : curves)
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            const double error = i < curve.error.size() && errors ? static_cast<double>(curve.error[i]) : 0;
            const double y = static_cast<double>(curve.y[i]);
            left = std::min(left, curve.x[i]);
            right = std::max(right, curve.x[i]);
            if (std::isfinite(y + error)) low = std::min(low, y - error), high = std::max(high, y + error);
        }
    const double pad = std::max(0.08 * (high - low), 1e-12);
    return {QPointF(left - kBeside, low < 0 ? low - pad : 0), QPointF(right + kBeside, high > 0 ? high + pad : 1)};
}

/// Bars have room where few points are shown.
bool PatternChart::Private::hasBars() const {
    constexpr double kRoom_px = 6;
    if (style == Style::measurements) return true;
    if (style != Style::series || curves.empty()) return false;
    const auto shown =
        std::ranges::count_if(curves.front().x, [&](double x) { return x >= axes.left() && x <= axes.right(); });
    return static_cast<double>(shown) * kRoom_px <= chart->plotArea().width();
}

/// All values, and of their errors as much as the values themselves differ: one wild error must not flatten the rest.
QRectF PatternChart::Private::seriesBounds() const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double left = kInfinity, right = -kInfinity, low = kInfinity, high = -kInfinity, error = kInfinity;
    for (const PatternCurve& curve : curves) {
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            left = std::min(left, curve.x[i]);
            right = std::max(right, curve.x[i]);
            const auto y = static_cast<double>(curve.y[i]);
            if (!std::isfinite(y)) continue;
            low = std::min(low, y);
            high = std::max(high, y);
            if (i < curve.error.size() && curve.error[i] > 0)
                error = std::min(error, static_cast<double>(curve.error[i]));
        }
    }
    if (!(right >= left)) return {0, 0, 1, 1};
    if (!(high >= low)) low = 0, high = 1;
    const double step = std::max(0.5, 0.02 * (right - left));
    double pad =
        0.1 * (high - low) + (errors && std::isfinite(error) ? std::min(error, high > low ? high - low : error) : 0.0);
    if (!(pad > 0)) pad = std::max(0.02 * std::abs(high), 1e-12);
    return {QPointF(left - step, low - pad), QPointF(right + step, high + pad)};
}

QRectF PatternChart::Private::dataBounds() const {
    if (style == Style::measurements) return measurementBounds();
    if (style == Style::series) return seriesBounds();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double left = kInfinity, right = -kInfinity, low = kInfinity, high = -kInfinity;
    for (const PatternCurve& curve : curves) {
        for (const QPointF& p : drawable(curve, 0)) {
            left = std::min(left, p.x());
            right = std::max(right, p.x());
            low = std::min(low, p.y());
            high = std::max(high, p.y());
        }
    }
    if (!(right >= left)) return log ? QRectF(0, -1, 10, 2) : QRectF(0, 0, 10, 1);
    if (!(right > left)) right = left + 1;
    if (edges && !curves.empty()) {
        left = edges->first;
        right = edges->second;
    }
    if (log) low = std::max(low, high - kMostDecades);
    const double pad = std::max((high - low) * 0.05, log ? 0.03 : std::max(std::abs(high) * 0.02, 1e-12));
    const double bottom = !log && low >= 0 && low < 0.4 * high ? 0 : low - pad;
    return {QPointF(left, bottom), QPointF(right, high + pad)};
}

void PatternChart::Private::refresh() {
    timer.stop();
    showAxes(!curves.empty());
    setAxes(zoomed.value_or(dataBounds()), xTitle, yTitle);
    const auto columns = static_cast<std::size_t>(std::max(50.0, chart->plotArea().width()));
    const auto put = [&](QLineSeries* line, const QList<QPointF>& points) {
        line->replace(thinned(points, axes.left(), axes.right(), columns));
    };
    for (std::size_t i = 0; i < curves.size(); ++i) {
        put(series[i], drawable(curves[i], 0));
        series[i]->setName(curves[i].name);
    }
    const bool banded = style == Style::pattern || (style == Style::series && !hasBars());
    const bool some = banded && errors && !curves.empty() && curves.front().error.size() == curves.front().y.size() &&
                      !curves.front().y.empty();
    put(band->upperSeries(), some ? drawable(curves.front(), 1) : QList<QPointF>{});
    put(band->lowerSeries(), some ? drawable(curves.front(), -1) : QList<QPointF>{});
    band->setVisible(some);
    errorAction->setEnabled(!curves.empty() && !curves.front().error.empty());
    for (QLegendMarker* marker : chart->legend()->markers(band)) marker->setVisible(false);
    chart->legend()->setVisible(curves.size() > 1 || !substances.empty());
    canvas->viewport()->update();
    if (const std::pair shown(axes.left(), axes.right()); told != shown) {
        told = shown;
        emit q->xRangeChanged(shown.first, shown.second);
    }
}

void PatternChart::Private::applyCurveColours() {
    for (std::size_t i = 0; i < series.size(); ++i) series[i]->setPen(QPen(curveColour(i, theme), i == 0 ? 1.6 : 1.2));
    const auto named = substancesOf(marks);
    for (std::size_t i = 0; i < substances.size(); ++i)
        substances[i]->setPen(QPen(markColour(named[i].second, theme), 1.2, Qt::DashLine));
    if (band == nullptr) return;
    QColor colour = curveColour(0, theme);
    colour.setAlpha(70);
    band->setBrush(colour);
}

void PatternChart::Private::findHovered(QPointF position) {
    hovered.reset();
    const double x = toData(position).x();
    const bool inside = !curves.empty() && x >= axes.left() && x <= axes.right();
    emit q->hoveredAt(inside ? std::optional(x) : std::nullopt);
    double best = 60; // screen pixels: above or below a curve is near enough
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const PatternCurve& curve = curves[i];
        if (curve.x.empty()) continue;
        // x is monotonic: the nearest sample.
        const bool rising = curve.x.back() >= curve.x.front();
        const auto at =
            rising ? std::ranges::lower_bound(curve.x, x) : std::ranges::lower_bound(curve.x, x, std::greater<>());
        auto k = static_cast<std::size_t>(at - curve.x.begin());
        if (k == curve.x.size() || (k > 0 && std::abs(curve.x[k - 1] - x) < std::abs(curve.x[k] - x))) --k;
        const double value = static_cast<double>(curve.y[k]);
        if (!std::isfinite(value) || (log && value <= 0)) continue;
        const QPointF data(curve.x[k], log ? std::log10(value) : value);
        const double distance =
            std::abs(toScreen(data).y() - position.y()) * 0.2 + std::abs(toScreen(data).x() - position.x());
        if (distance >= best || !axes.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(data)) continue;
        best = distance;
        hovered = std::pair(i, data);
        hoveredValue = value;
        hoveredError =
            k < curve.error.size() ? static_cast<double>(curve.error[k]) : std::numeric_limits<double>::quiet_NaN();
    }
    canvas->viewport()->update();
}

void PatternChart::Private::endHover() {
    hovered.reset();
    emit q->hoveredAt({});
    canvas->viewport()->update();
}

/// Points and error bars of the first curve.
void PatternChart::Private::paintBars(QPainter& painter) const {
    constexpr double kPoint = 4;
    if (curves.empty()) return;
    const PatternCurve& curve = curves.front();
    const QColor colour = curveColour(0, theme);
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        const double y = static_cast<double>(curve.y[i]);
        if (!std::isfinite(y)) continue;
        painter.setPen(QPen(colour, 1.6));
        const double error = i < curve.error.size() && errors ? static_cast<double>(curve.error[i]) : 0;
        if (error > 0 && std::isfinite(error)) {
            const QPointF top = toScreen({curve.x[i], y + error});
            const QPointF bottom = toScreen({curve.x[i], y - error});
            painter.drawLine(top, bottom);
            for (const QPointF& end : {top, bottom})
                painter.drawLine(end - QPointF(kPoint, 0), end + QPointF(kPoint, 0));
        }
        painter.setBrush(colour);
        painter.drawEllipse(toScreen({curve.x[i], y}), kPoint, kPoint);
    }
}

void PatternChart::Private::paintOver(QPainter& painter) const {
    const QRectF plot = chart->plotArea();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintMinorTicks(painter);
    if (curves.empty() && !message.isEmpty()) {
        painter.setPen(theme.color(QPalette::Disabled, QPalette::WindowText));
        painter.drawText(plot, Qt::AlignCenter | Qt::TextWordWrap, message);
    }
    painter.save();
    painter.setClipRect(plot);
    if (!fits.empty() && !curves.empty())
        paintFits(painter, fits, plot, theme, [this](double x, double y) {
            // Below zero there is no place on a logarithmic axis.
            return toScreen({x, !log ? y : y > 0 ? std::log10(y) : std::numeric_limits<double>::quiet_NaN()});
        });
    if (hasBars()) paintBars(painter);
    if (range && !curves.empty()) {
        QColor shade = theme.color(QPalette::Highlight);
        shade.setAlpha(60);
        const QRectF area(QPointF(toScreen({range->first, 0}).x(), plot.top()),
                          QPointF(toScreen({range->second, 0}).x(), plot.bottom()));
        painter.fillRect(area, shade);
        painter.setPen(QPen(theme.color(QPalette::Highlight), 1));
        painter.drawLine(area.topLeft(), area.bottomLeft());
        painter.drawLine(area.topRight(), area.bottomRight());
    }
    if (cursorLine && !curves.empty()) {
        const double x = toScreen({*cursorLine, 0}).x();
        painter.setPen(QPen(theme.color(QPalette::WindowText), 1, Qt::DotLine));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    }
    paintMarks(painter, marks, plot, theme, [this](double x) { return toScreen({x, 0}).x(); });
    painter.restore();
    if (hovered && hovered->first < curves.size()) {
        QStringList lines;
        if (curves.size() > 1) lines << curves[hovered->first].name;
        lines << QStringLiteral("%1 %2").arg(xTitle, ui::numberText(hovered->second.x(), 6));
        const QString error =
            std::isfinite(hoveredError) ? QStringLiteral(" ± ") + ui::numberText(hoveredError, 3) : QString();
        lines << QStringLiteral("%1 %2%3").arg(yTitle, ui::numberText(hoveredValue, 5), error);
        const double x = toScreen(hovered->second).x();
        for (const PatternMark& mark : marks)
            if (!mark.name.isEmpty() && std::abs(toScreen({mark.x, 0}).x() - x) <= kNearMark)
                lines << (mark.substance.isEmpty() ? mark.name : mark.substance + u' ' + mark.name);
        paintHoverBox(painter, hovered->second, lines, curveColour(hovered->first, theme));
    }
    painter.restore();
}

void PatternChart::Private::choose(QPointF position, bool finished) {
    const double here = std::clamp(toData(position).x(), axes.left(), axes.right());
    // A click without a drag is no range: that of before stays.
    const bool drags = std::abs(toScreen({here, 0}).x() - toScreen({dragFrom, 0}).x()) >= 3;
    range = drags ? std::optional(std::minmax({dragFrom, here})) : rangeBefore;
    canvas->viewport()->update();
    if (!finished) return;
    dragging = false;
    if (drags) emit q->rangeChosen(range->first, range->second);
}

bool PatternChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != d->canvas->viewport()) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonPress && !d->curves.empty()) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton && d->style == Style::pattern &&
            (d->choosing || mouse->modifiers().testFlag(Qt::ShiftModifier))) {
            d->dragging = true;
            d->rangeBefore = d->range;
            d->endHover(); // or it would stay where the drag began
            d->dragFrom = std::clamp(d->toData(mouse->position()).x(), d->axes.left(), d->axes.right());
            return true;
        }
    }
    if (d->dragging && event->type() == QEvent::MouseMove) {
        d->choose(static_cast<QMouseEvent*>(event)->position(), false);
        return true;
    }
    if (d->dragging && event->type() == QEvent::MouseButtonRelease) {
        d->choose(static_cast<QMouseEvent*>(event)->position(), true);
        return true;
    }
    if (event->type() == QEvent::MouseButtonRelease && d->style == Style::series && d->rubber->isVisible()) {
        constexpr int kStill_px = 4; // farther, and it was a drag
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool inside = d->chart->plotArea().contains(mouse->position());
        if (inside && (mouse->pos() - d->pressed).manhattanLength() < kStill_px)
            emit clickedAt(d->toData(mouse->position()).x());
    }
    return d->handle(event) || QWidget::eventFilter(watched, event);
}

void PatternChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    d->ownerChanged(*event);
}

} // namespace ewald::view
