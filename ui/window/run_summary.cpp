// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/run_summary.h"

#include "common/counted_text.h"
#include "common/quantity_text.h"
#include "form/difference_text.h"
#include "job/document/document_difference.h"
#include "job/run/preview_file.h"
#include "model/file_opener.h"
#include "model/job_model.h"
#include "model/shown_object.h"
#include "model/text.h"
#include "model/user_message.h"
#include "view/picture.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::ui {

namespace {

/// Texts of this file.
struct RunText {
    Q_DECLARE_TR_FUNCTIONS(ewald::ui::RunText)
};

/// As large as fits into the square of a summary.
QImage squarePicture(const view::ImageData& data, const char* colourMap) {
    const auto side = static_cast<std::size_t>(2 * RunSummary::kPicture); // for screens of twice the pixels, too
    const std::size_t longest = std::max<std::size_t>(1, std::max(data.rows(), data.cols()));
    const auto scaled = [&](std::size_t pixels) {
        return std::clamp<std::size_t>(pixels * side / longest, 1, std::max<std::size_t>(1, pixels));
    };
    return view::pictureOf(data, scaled(data.cols()), scaled(data.rows()), colourMap);
}

/// The part of an image that is to be shown: its other pixels are infinite.
std::shared_ptr<const Array<Complex, 2>> litPart(const Array<Complex, 2>& image) {
    std::size_t top = image.extent(0), bottom = 0, left = image.extent(1), right = 0;
    for (std::size_t r = 0; r < image.extent(0); ++r) {
        for (std::size_t c = 0; c < image.extent(1); ++c) {
            if (!std::isfinite(image(r, c).real())) continue;
            top = std::min(top, r);
            bottom = std::max(bottom, r + 1);
            left = std::min(left, c);
            right = std::max(right, c + 1);
        }
    }
    if (top >= bottom) return std::make_shared<const Array<Complex, 2>>(image);
    auto part = std::make_shared<Array<Complex, 2>>(std::array{bottom - top, right - left});
    for (std::size_t r = top; r < bottom; ++r)
        for (std::size_t c = left; c < right; ++c) (*part)(r - top, c - left) = image(r, c);
    return part;
}

QImage phasePicture(const ObjectRequest& request) {
    view::ImageData data;
    data.complex = litPart(*prepareObject(request).image);
    data.quantity = view::Quantity::phase;
    return squarePicture(data, "gray");
}

QImage patternsPicture(const Array<float, 2>& rows) {
    view::ImageData data;
    data.real = std::make_shared<const Array<float, 2>>(rows);
    return squarePicture(data, "inferno").scaled(RunSummary::kPicture, RunSummary::kPicture);
}

void summarise(RunSummary& run, const LoadedResult& loaded) {
    ObjectRequest request;
    request.raw = loaded.object;
    request.probe = loaded.probe;
    request.positions = loaded.result.pixelPositions;
    run.picture = phasePicture(request);
    run.isReconstruction = true;
    run.written = loaded.date;
    run.job = loaded.job;
    run.jobText = loaded.result.job;
    if (loaded.result.frc) run.resolution_m = loaded.result.frc->resolution.value_m.value_or(-1);
    if (loaded.result.loss.empty()) return;
    const io::LossEntry& last = loaded.result.loss.back();
    run.error = last.fourierError;
    run.what = RunText::tr("%1, %2").arg(engineTitle(last.engine),
                                         countedText(RunText::tr("%1 {iteration|iterations}"), {last.iteration}));
}

void summarise(RunSummary& run, const LoadedIntegration& loaded) {
    run.written = loaded.date;
    run.picture = patternsPicture(loaded.waterfall->rows);
    run.job = loaded.job;
    run.jobText = loaded.result->end().job;
    run.what = countedText(RunText::tr("%1 {frame|frames}"), {loaded.result->axes().frames});
}

} // namespace

RunSummary summariseRun(const QString& file) {
    RunSummary run;
    run.file = file;
    run.time = QFileInfo(file).lastModified();
    try {
        if (io::isIntegrationFile(toPath(file))) {
            summarise(run, *loadIntegration(file, RunControl()));
        } else {
            summarise(run, *loadResult(file));
        }
    } catch (...) {
        run.problem = toMessage(currentError()).what;
    }
    return run;
}

QImage livePicture(const std::filesystem::path& previewFile) {
    try {
        const job::StoredPreview stored = job::readPreview(previewFile);
        if (stored.patterns && stored.patterns->waterfall.size() > 0)
            return patternsPicture(stored.patterns->waterfall);
        if (!stored.pictures || stored.pictures->object.size() == 0) return {};
        const auto pictures = stored.pictures; // its arrays live as long as it does
        ObjectRequest request;
        request.raw = {pictures, &pictures->object};
        request.probe = {pictures, &pictures->probe};
        request.positions = pictures->positions;
        return phasePicture(request);
    } catch (...) { // out of memory: the next one may do
        return {};
    }
}

QStringList changesBetween(const RunSummary& before, const RunSummary& after) {
    QStringList changes;
    try {
        for (const job::ParameterDifference& difference : job::jobDifferences(before.jobText, after.jobText)) {
            QString from = differenceValue(difference, DifferenceSide::a);
            QString to = differenceValue(difference, DifferenceSide::b);
            if (difference.key == "file") {
                from = QFileInfo(from).fileName();
                to = QFileInfo(to).fileName();
            }
            changes << RunText::tr("%1: %2 → %3").arg(differenceLabel(difference), from, to);
        }
    } catch (const Error&) { // a result without a job
    }
    return changes;
}

} // namespace ewald::ui
