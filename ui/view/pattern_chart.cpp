// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/pattern_chart.h"

#include "common/icon.h"
#include "view/mark_colour.h"
#include "view/pattern_chart_private.h"
#include "view/save_dialog.h"

#include <QAction>
#include <QAreaSeries>
#include <QCategoryAxis>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ewald::view {

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

void PatternChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    d->ownerChanged(*event);
}

} // namespace ewald::view
