// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/peak_fitting.h"

#include "base/error.h"
#include "base/stop_scope.h"
#include "job/peaks/peak_output.h"
#include "job/peaks/peak_parameters.h"
#include "model/text.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

/// Points of a drawn curve: more than a region has screen columns, mostly.
constexpr std::size_t kCurvePoints = 400;

fit::Pattern viewOf(const PeakPattern& pattern) { return {pattern.x, pattern.y, pattern.sigma}; }

FitCurves curvesOf(const fit::RegionFit& fit, const fit::PeakRegion& region) {
    FitCurves curves;
    if (fit.background.empty()) return curves; // too few points for a fit
    curves.peaks.resize(fit.peaks.size());
    for (std::size_t i = 0; i <= kCurvePoints; ++i) {
        const double x =
            region.low + (region.high - region.low) * static_cast<double>(i) / static_cast<double>(kCurvePoints);
        curves.x.push_back(x);
        curves.sum.push_back(fit::curveAt(fit, region, x));
        curves.background.push_back(fit::backgroundAt(fit, region, x));
        for (std::size_t k = 0; k < fit.peaks.size(); ++k)
            curves.peaks[k].push_back(curves.background.back() + fit.peaks[k].peak.at(x));
    }
    return curves;
}

} // namespace

PeakFitting::PeakFitting(QObject* parent)
    : QObject(parent), m_fit(fitShown,
                             [this](PatternFits&& fits) {
                                 m_fits = std::make_shared<const PatternFits>(std::move(fits));
                                 emit fitted();
                             }),
      m_finder(
          [](const FindRequest& request) { return fit::findPeakRegions(viewOf(*request.pattern), request.mostPeaks); },
          [this](std::vector<fit::PeakRegion>&& found) { takeFound(std::move(found)); }) {
    connect(&m_series, &Worker::busyChanged, this, &PeakFitting::seriesChanged);
    connect(&m_saver, &Worker::busyChanged, this, &PeakFitting::seriesChanged);
    connect(&m_series, &Worker::progressed, this, [this](qulonglong done, qulonglong total) {
        showProgress(static_cast<std::size_t>(done), static_cast<std::size_t>(total));
    });
}

// ---- what is fitted ----

void PeakFitting::setAxis(const std::string& unit, double low, double high) {
    if (unit == m_unit && low == m_low && high == m_high) return;
    const bool otherUnit = unit != m_unit;
    m_unit = unit;
    m_low = low;
    m_high = high;
    m_finder.cancel(); // what it finds lies on the axis before
    const auto gone = std::erase_if(
        m_regions, [&](const fit::PeakRegion& region) { return otherUnit || region.low < low || region.high > high; });
    if (gone > 0) regionsEdited();
}

void PeakFitting::setResult(const LoadedIntegrationPtr& result) {
    if (result == m_result) return;
    m_result = result;
    m_ofBefore = m_ofBefore || (result && m_hadResult);
    m_hadResult = m_hadResult || result;
    m_series.cancel();
    m_table.reset();
    say({});
    emit seriesChanged();
}

void PeakFitting::setPattern(PeakPatternPtr pattern) {
    m_pattern = std::move(pattern);
    if (m_foundNothing) say({}); // in the pattern before
    refit();
}

QString PeakFitting::problemOf(const fit::PeakRegion& region) const {
    if (!std::isfinite(region.low) || !std::isfinite(region.high) || !(region.high > region.low))
        return tr("A region goes from a lower to a higher value.");
    if (region.high < m_low || region.low > m_high)
        return tr("The pattern goes from %1 to %2.").arg(numberText(m_low, 5), numberText(m_high, 5));
    for (const double at : region.positions)
        if (!(at >= region.low && at <= region.high)) return tr("Its peaks lie between the ends of a region.");
    return {};
}

void PeakFitting::addRegion(double low, double high) {
    const fit::PeakRegion region{low, high, {}};
    if (!problemOf(region).isEmpty()) return;
    // As they lie on the axis.
    const auto place = std::ranges::upper_bound(m_regions, low, {}, &fit::PeakRegion::low);
    m_regions.insert(place, region);
    regionsEdited();
}

void PeakFitting::setRegion(std::size_t index, const fit::PeakRegion& region) {
    if (index >= m_regions.size() || !problemOf(region).isEmpty()) return;
    m_regions[index] = region;
    std::ranges::sort(m_regions[index].positions);
    regionsEdited();
}

void PeakFitting::removeRegion(std::size_t index) {
    if (index >= m_regions.size()) return;
    m_regions.erase(m_regions.begin() + static_cast<std::ptrdiff_t>(index));
    regionsEdited();
}

void PeakFitting::removeAll() {
    if (m_regions.empty()) return;
    m_regions.clear();
    regionsEdited();
}

void PeakFitting::regionsEdited() {
    ++m_revision;
    m_ofBefore = false;
    m_hadResult = m_result != nullptr;
    say({});
    emit regionsChanged();
    refit();
    emit seriesChanged(); // a table is outdated
}

void PeakFitting::find() {
    if (!m_pattern) return;
    say({});
    m_finder.submit({m_pattern, job::peakRequestOf(m_values).mostPeaks});
}

void PeakFitting::takeFound(std::vector<fit::PeakRegion>&& found) {
    if (found.empty()) {
        say(UserMessage{io::Severity::info, tr("No peak stands out in this pattern"), {}, tr("drag over one"), {}});
        m_foundNothing = true;
        return;
    }
    m_regions = std::move(found);
    std::ranges::sort(m_regions, {}, &fit::PeakRegion::low);
    regionsEdited();
}

job::ParameterValue PeakFitting::value(const job::ParameterDef& def) const {
    const auto found = m_values.find(def.key);
    return found == m_values.end() ? def.defaultValue : found->second;
}

void PeakFitting::setValue(const job::ParameterDef& def, const job::ParameterValue& value) {
    if (this->value(def) == value) return;
    const fit::PeakModel before = job::peakRequestOf(m_values).model;
    m_values[def.key] = value;
    emit parametersChanged();
    const fit::PeakModel now = job::peakRequestOf(m_values).model;
    if (before == now) return;
    ++m_revision;
    say({}); // of the table before
    refit();
    if (m_table) emit seriesChanged();
}

// ---- the shown pattern ----

void PeakFitting::refit() {
    m_fit.cancel();
    m_fits.reset();
    if (m_pattern && !m_regions.empty())
        m_fit.submit({m_pattern, m_regions, job::peakRequestOf(m_values).model, outdated() ? nullptr : m_table});
    emit fitted();
}

PatternFits PeakFitting::fitShown(const FitRequest& request) {
    PatternFits shown;
    shown.pattern = request.pattern;
    shown.regions = request.regions;
    const fit::Pattern pattern = viewOf(*request.pattern);
    if (request.table) {
        shown.fits = job::fitPattern(pattern, request.table->references, request.table->model);
    } else {
        for (const fit::PeakRegion& region : request.regions)
            shown.fits.push_back(fit::fitRegion(pattern, region, request.model));
    }
    for (std::size_t i = 0; i < shown.fits.size(); ++i)
        shown.curves.push_back(curvesOf(shown.fits[i], shown.regions[i]));
    return shown;
}

// ---- all patterns ----

void PeakFitting::fitAll() {
    if (!canFitAll()) return;
    say({});
    m_progress = {};
    m_since.start();
    job::PeakRequest request = job::peakRequestOf(m_values);
    request.regions = m_regions;
    m_tableRevision = m_revision;
    m_table.reset();
    m_series.start<job::PeakTable>(
        [result = m_result, request](TaskContext& context) {
            return job::fitPeaks(*result->result, result->file.toStdString(), request, context.control,
                                 context.progress);
        },
        [this](job::PeakTable table) { takeTable(std::move(table)); },
        [this](const Error& error) {
            say(toMessage(error));
            emit seriesChanged();
        });
    refit(); // from its own pattern, until there is a table
    emit seriesChanged();
}

void PeakFitting::takeTable(job::PeakTable&& table) {
    m_table = std::make_shared<const job::PeakTable>(std::move(table));
    if (m_regions.empty()) {
        for (const job::PeakReference& reference : m_table->references) m_regions.push_back(reference.region);
        emit regionsChanged();
    }
    refit();
    emit seriesChanged();
}

void PeakFitting::stop() {
    if (!busy()) return;
    m_series.cancel();
    say(UserMessage{io::Severity::info, tr("Stopped; nothing is kept of the fits of all patterns"), {}, {}, {}});
    emit seriesChanged();
}

void PeakFitting::showProgress(std::size_t done, std::size_t total) {
    m_progress.done = done;
    m_progress.total = total;
    const double seconds = static_cast<double>(m_since.elapsed()) / 1e3;
    if (done > 0 && seconds > 0) {
        m_progress.perSecond = static_cast<double>(done) / seconds;
        m_progress.secondsLeft = static_cast<double>(total - done) / m_progress.perSecond;
    }
    emit seriesChanged();
}

void PeakFitting::save(const QString& file) {
    if (!m_table || !m_result) return;
    say({});
    m_saver.start<QString>(
        [table = m_table, result = m_result, file](TaskContext& context) {
            const StopScope whileFilesAreOpened(context.control);
            job::checkPeakOutput(toPath(file), *result->result, toPath(result->file));
            job::writePeaks(toPath(file), *table, true); // the dialog has asked
            return file;
        },
        [this](const QString& written) {
            say(UserMessage{io::Severity::info, tr("Saved as %1").arg(QFileInfo(written).fileName()), {}, {}, {}});
        },
        [this](const Error& error) { say(toMessage(error)); });
}

void PeakFitting::say(std::optional<UserMessage> message) {
    m_message = std::move(message);
    m_foundNothing = false;
    emit messageChanged();
}

} // namespace ewald::ui
