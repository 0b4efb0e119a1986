// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scan_data.h"

#include "job/document/settings.h"
#include "job/ptychography/setup/open_job_scan.h"
#include "model/mask_edit.h"
#include "model/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::ui {

namespace {

/// About two seconds of reading and summing on a laptop.
constexpr std::size_t kSamplePixels = 150'000'000;
constexpr std::size_t kLeastFrames = 16;

void append(std::vector<io::Note>& notes, const std::vector<io::Note>& more) {
    for (const io::Note& note : more) {
        const bool known = std::ranges::any_of(notes, [&](const io::Note& old) { return old.text == note.text; });
        if (!known) notes.push_back(note);
    }
}

/// What the unit guard asks for is missing or absurd: it says so itself, better than a failed layout would.
void describeObject(ScanData& data) {
    const io::Scan& scan = data.scan;
    if (!scan.wavelength_m || !scan.distance_m) return;
    try {
        data.geometry = job::geometryOf(data.job, scan, data.layout);
        const ptycho::ModelSettings model = job::modelSettingsOf(data.job);
        const ptycho::ScanLayout layout = ptycho::layoutScan(data.positions, *data.geometry, model.objectMargin,
                                                             job::positionOptionsOf(data.job, scan));
        data.objectRows = layout.objectRows;
        data.objectCols = layout.objectCols;
    } catch (const Error& error) {
        append(data.notes, {{io::Severity::error, error.what()}});
    }
}

/// Pixels that are far above their neighbours and above everything else: no beam is as sharp.
std::optional<io::Note> outshiningPixels(const Array<float, 2>& mean) {
    constexpr float kFarAbove = 10;
    const auto hot = findHotPixels(mean);
    if (hot.empty()) return {};
    Array<float, 2> rest = mean;
    float brightest = 0;
    for (const auto& [row, col] : hot) {
        brightest = std::max(brightest, mean(row, col));
        rest(row, col) = 0;
    }
    float next = 0;
    for (const float value : rest) next = std::max(next, std::isfinite(value) ? value : 0.0F);
    if (!(brightest > kFarAbove * next)) return {};
    const auto above = static_cast<std::size_t>(
        std::ranges::count_if(hot, [&](const auto& at) { return mean(at[0], at[1]) > kFarAbove * next; }));
    const QString most = numberText(brightest, 3);
    const QString others = numberText(next, 3);
    const QString text =
        above == 1 ? QCoreApplication::translate("ScanData",
                                                 "One pixel outshines all others (%1 counts in the mean, the next %2): "
                                                 "a hot pixel? Mask it on the page Data")
                         .arg(most, others)
                   : QCoreApplication::translate("ScanData",
                                                 "%3 pixels outshine all others (%1 counts in the mean, the next %2): "
                                                 "hot pixels? Mask them on the page Data")
                         .arg(most, others, countText(above));
    return io::Note{io::Severity::warning, text.toStdString()};
}

} // namespace

void ScanData::takeMean(const ScanData& other) {
    mean = other.mean;
    otherMask = other.otherMask;
    if (mean && layout.badPixels != other.layout.badPixels) {
        otherMask = true;
        auto masked = std::make_shared<Array<float, 2>>(*mean);
        for (std::size_t i = 0; i < masked->size() && i < layout.badPixels.size(); ++i) {
            if (layout.badPixels.data()[i] != 0) masked->data()[i] = std::numeric_limits<float>::quiet_NaN();
        }
        mean = std::move(masked);
    }
    statistics = other.statistics;
    complete = other.complete;
    append(notes, statistics.notes);
    if (!mean) return;
    if (const auto note = outshiningPixels(*mean)) append(notes, {*note});
}

bool ScanData::masksMoreThan(const ScanData& other) const {
    io::Preprocessing mine = preprocessing;
    mine.maskFile = other.preprocessing.maskFile;
    mine.maskPath = other.preprocessing.maskPath;
    if (!other.mean || mine != other.preprocessing || layout.badPixels.shape() != other.layout.badPixels.shape())
        return false;
    for (std::size_t i = 0; i < layout.badPixels.size(); ++i) {
        if (layout.badPixels.data()[i] == 0 && other.layout.badPixels.data()[i] != 0) return false;
    }
    return layout.frameIndex == other.layout.frameIndex && layout.centreRow == other.layout.centreRow &&
           layout.centreCol == other.layout.centreCol;
}

bool ScanData::usable() const noexcept { return worstNote() != io::Severity::error; }

io::Severity ScanData::worstNote() const noexcept {
    io::Severity worst = io::Severity::info;
    for (const io::Note& note : notes) worst = std::max(worst, note.severity);
    return worst;
}

std::pair<double, double> ScanData::extent() const noexcept {
    if (positions.empty()) return {0, 0};
    const auto [top, bottom] = std::ranges::minmax(positions, {}, &ScanPosition::y);
    const auto [left, right] = std::ranges::minmax(positions, {}, &ScanPosition::x);
    return {bottom.y - top.y, right.x - left.x};
}

std::size_t sampleFrames(const io::PreparedLayout& layout, std::size_t storedPixels) {
    const std::size_t fitting = kSamplePixels / std::max<std::size_t>(storedPixels, 1);
    return std::min(layout.frameIndex.size(), std::max(fitting, kLeastFrames));
}

ScanData describeScan(const job::JobDocument& job) {
    ScanData data;
    data.job = job;
    data.scan = job::openJobScan(job);
    data.preprocessing = job::preprocessingOf(job);
    data.layout = io::planPreprocessing(data.scan, data.preprocessing);
    data.notes = data.scan.notes;
    append(data.notes, data.layout.notes);
    for (const std::size_t frame : data.layout.frameIndex) {
        if (frame < data.scan.positions.size()) data.positions.push_back(data.scan.positions[frame]);
    }
    describeObject(data);
    const double pixel = data.geometry ? data.geometry->objectPixelHeight_m : 0;
    append(data.notes, io::checkScan(data.scan, data.layout.size, pixel));
    return data;
}

void readMean(ScanData& data, std::size_t maxFrames, const RunControl& control, const io::ReadProgress& progress) {
    io::FrameStatistics statistics;
    data.mean = std::make_shared<const Array<float, 2>>(
        io::meanPattern(data.scan, data.preprocessing, data.layout, maxFrames, control, &statistics, progress));
    append(data.notes, statistics.notes);
    if (const auto note = outshiningPixels(*data.mean)) append(data.notes, {*note});
    data.statistics = std::move(statistics);
}

} // namespace ewald::ui
