// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/loss_chart.h"

#include "common/icon.h"
#include "common/quantity_text.h"
#include "view/loss_chart_private.h"
#include "view/save_dialog.h"

#include <QAction>
#include <QCategoryAxis>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineSeries>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace ewald::view {

double metricValue(const LossPoint& point, LossMetric metric) {
    if (metric == LossMetric::fourierError) return point.fourierError;
    return metric == LossMetric::loss ? point.loss : point.llk;
}

QString metricName(LossMetric metric) {
    if (metric == LossMetric::fourierError) return LossChart::tr("Fourier error");
    return metric == LossMetric::loss ? LossChart::tr("Engine loss") : LossChart::tr("LLK (1 = noise limit)");
}

LossChart::LossChart(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    d->watch();
    d->canvas->paintOver = [this](QPainter& painter) { d->paintOver(painter); };
    d->tools = new QToolBar(this);
    d->makeTools();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    layout->addWidget(d->tools);
    layout->addWidget(d->canvas, 1);
    d->applyTheme(palette());
    d->refresh();
}

LossChart::~LossChart() = default;

void LossChart::Private::makeTools() {
    tools->setIconSize(QSize(16, 16));
    const QString tips[kLossMetrics] = {
        LossChart::tr("Σ(|ψ|−√I)²/ΣI over valid pixels: the same for every engine"),
        LossChart::tr("What the engine itself reduces; engines cannot be compared by it"),
        LossChart::tr("Half the Poisson deviance per valid pixel over that of a perfect model: 1 is the noise limit"),
    };
    for (std::size_t i = 0; i < kLossMetrics; ++i) {
        auto* button = new QToolButton;
        // The legend and the tool tip say the rest: all tools have to fit beside the patterns.
        const auto metric = static_cast<LossMetric>(i);
        button->setText(metric == LossMetric::llk ? LossChart::tr("LLK") : metricName(metric));
        button->setCheckable(true);
        button->setChecked(shown[i]);
        button->setToolTip(tips[i]);
        QObject::connect(button, &QToolButton::toggled, q,
                         [this, i](bool on) { q->setMetricVisible(static_cast<LossMetric>(i), on); });
        tools->addWidget(button);
        metricButtons[i] = button;
    }
    tools->addSeparator();
    logButton = new QToolButton;
    logButton->setCheckable(true);
    logButton->setChecked(log);
    logButton->setText(LossChart::tr("log"));
    logButton->setToolTip(LossChart::tr("Logarithmic axis (L)"));
    logButton->setShortcut(QKeySequence());
    QObject::connect(logButton, &QToolButton::toggled, q, &LossChart::setLogScale);
    tools->addWidget(logButton);
    auto* logAction = new QAction(LossChart::tr("Logarithmic axis"), q);
    logAction->setShortcut(Qt::Key_L);
    logAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(logAction, &QAction::triggered, logButton, &QToolButton::toggle);
    q->addAction(logAction);
    timeButton = new QToolButton;
    timeButton->setCheckable(true);
    timeButton->setText(LossChart::tr("Time"));
    timeButton->setToolTip(LossChart::tr("Against seconds instead of iterations"));
    QObject::connect(timeButton, &QToolButton::toggled, q, &LossChart::setTimeAxis);
    tools->addWidget(timeButton);
    makeFlagMenu();
    homeAction = tools->addAction(ui::icon(QStringLiteral("home")), LossChart::tr("Show everything"));
    homeAction->setShortcut(Qt::Key_Home);
    homeAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    homeAction->setToolTip(LossChart::tr("Show everything (Home)"));
    QObject::connect(homeAction, &QAction::triggered, q, &LossChart::resetZoom);
    q->addAction(homeAction);
    saveAction = tools->addAction(ui::icon(QStringLiteral("save")), LossChart::tr("Save…"));
    saveAction->setToolTip(LossChart::tr("Save the chart as picture or the numbers as text"));
    QObject::connect(saveAction, &QAction::triggered, q, [this] { saveAs(); });
}

QWidget* LossChart::canvas() const { return d->canvas->viewport(); }

void LossChart::Private::saveAs() {
    const SaveQuestion question{LossChart::tr("Save the loss curves"),
                                QStringLiteral("loss.png"),
                                {LossChart::tr("Picture (*.png)"), LossChart::tr("Numbers (*.csv)")}};
    askWhereToSave(q, question, [this](const QString& file) {
        if (file.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive))
            saver.write(file, q->csv());
        else
            saver.write(file, q->figure());
    });
}

void LossChart::clear() {
    for (auto& curve : d->curves) {
        for (QLineSeries* series : curve.series) {
            d->chart->removeSeries(series);
            delete series;
        }
    }
    d->curves.clear();
    setFlags({});
    d->zoomed.reset();
    d->hovered.reset();
    d->refresh();
}

int LossChart::addCurve(const QString& name) {
    Private::Curve curve;
    curve.name = name;
    for (std::size_t i = 0; i < kLossMetrics; ++i) {
        auto* series = new QLineSeries;
        d->chart->addSeries(series);
        series->attachAxis(d->xAxis);
        series->attachAxis(d->yAxis);
        curve.series[i] = series;
    }
    d->curves.push_back(std::move(curve));
    d->applyTheme(palette());
    d->schedule();
    return static_cast<int>(d->curves.size()) - 1;
}

void LossChart::append(int curve, const LossPoint& point) { append(curve, std::span(&point, 1)); }

void LossChart::append(int curve, std::span<const LossPoint> points) {
    if (curve < 0 || curve >= curveCount()) return;
    auto& all = d->curves[static_cast<std::size_t>(curve)].points;
    all.insert(all.end(), points.begin(), points.end());
    if (!points.empty()) d->curves[static_cast<std::size_t>(curve)].saved.reset();
    d->schedule();
}

void LossChart::setSaved(int curve, const SavedFigures& saved) {
    if (curve < 0 || curve >= curveCount()) return;
    d->curves[static_cast<std::size_t>(curve)].saved = saved;
    d->schedule();
}

std::optional<SavedFigures> LossChart::saved(int curve) const {
    if (curve < 0 || curve >= curveCount()) return {};
    return d->curves[static_cast<std::size_t>(curve)].saved;
}

int LossChart::curveCount() const { return static_cast<int>(d->curves.size()); }

std::span<const LossPoint> LossChart::points(int curve) const {
    if (curve < 0 || curve >= curveCount()) return {};
    return d->curves[static_cast<std::size_t>(curve)].points;
}

void LossChart::setMetricVisible(LossMetric metric, bool visible) {
    const auto index = static_cast<std::size_t>(metric);
    d->shown[index] = visible;
    d->metricButtons[index]->setChecked(visible);
    d->zoomed.reset();
    d->refresh();
}
bool LossChart::isMetricVisible(LossMetric metric) const { return d->shown[static_cast<std::size_t>(metric)]; }

void LossChart::setLogScale(bool log) {
    if (d->log == log) return;
    d->log = log;
    d->logButton->setChecked(log);
    d->zoomed.reset();
    d->refresh();
}
bool LossChart::isLogScale() const { return d->log; }

void LossChart::setTimeAxis(bool seconds) {
    if (d->seconds == seconds) return;
    d->seconds = seconds;
    d->timeButton->setChecked(seconds);
    d->zoomed.reset();
    d->refresh();
}
bool LossChart::isTimeAxis() const { return d->seconds; }

std::pair<double, double> LossChart::xRange() const { return {d->axes.left(), d->axes.right()}; }

std::pair<double, double> LossChart::yRange() const {
    const auto value = [this](double v) { return d->log ? std::pow(10.0, v) : v; };
    return {value(d->axes.top()), value(d->axes.bottom())};
}

std::vector<NoiseLine> LossChart::noiseLines() const { return d->noiseLines(); }

std::size_t LossChart::drawnPoints() const { return d->drawn; }

void LossChart::resetZoom() { d->ChartBase::resetZoom(); }

QByteArray LossChart::csv() const {
    const auto number = [](double v) { return std::isfinite(v) ? QByteArray::number(v, 'g', 9) : QByteArray("nan"); };
    QByteArray text = "curve,iteration,time_s,fourier_error,loss,llk,noise_floor\n";
    for (const auto& curve : d->curves) {
        QByteArray name = curve.name.toUtf8();
        // RFC 4180: quotes are doubled inside quotes.
        name = '"' + name.replace('"', "\"\"") + '"';
        for (const LossPoint& p : curve.points) {
            text += name;
            for (const double v :
                 {p.iteration, p.time_s, p.fourierError, p.loss, p.llk, p.noiseFloor > 0 ? p.noiseFloor : std::nan("")})
                text += ',' + number(v);
            text += '\n';
        }
    }
    return text;
}

bool LossChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == d->canvas->viewport() && (d->handleFlags(event) || d->handle(event))) return true;
    return QWidget::eventFilter(watched, event);
}

void LossChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    d->ownerChanged(*event);
}

} // namespace ewald::view
