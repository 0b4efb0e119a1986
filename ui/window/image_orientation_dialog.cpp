// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/image_orientation_dialog.h"

#include "common/quantity_text.h"
#include "model/image_orientation.h"
#include "model/integration_session.h"
#include "model/powder_preview.h"
#include "view/picture.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

constexpr int kPicture_px = 256;

std::size_t indexOf(azint::ImageOrientation orientation) {
    const auto all = azint::allImageOrientations();
    return static_cast<std::size_t>(std::ranges::find(all, orientation) - all.begin());
}

/// Radial to the right, azimuth upwards; logarithmic, as rings are weak beside the background near the beam.
view::ImageData logarithmic(Array<float, 2> cake) {
    for (float& value : cake) value = std::log1p(std::max(0.0F, value)); // NaN stays
    view::ImageData data;
    data.real = std::make_shared<const Array<float, 2>>(std::move(cake));
    return data;
}

std::array<QString, 8> names() {
    std::array<QString, 8> all;
    std::ranges::transform(azint::allImageOrientations(), all.begin(), imageOrientationText);
    return all;
}

} // namespace

ImageOrientationDialog::ImageOrientationDialog(IntegrationSession& session, QWidget* parent)
    : EightWaysDialog(
          {.title = tr("How the image lies to the geometry"),
           .intro = tr("The frames may be stored mirrored or turned against the image that the geometry was made "
                       "for. Each picture is the cake of the shown image, the scattering angle to the right; "
                       "where it fits, rings are straight upright lines. A click sets it."),
           .applyTip = tr("Turns the image so that the geometry fits it, and closes"),
           .manual = QStringLiteral("powder#the-image-is-mirrored"),
           .manualTip = tr("Why images are mirrored"),
           .names = names()},
          parent),
      m_session(session) {
    m_buttons->insertStretch(1);
    m_find->setText(tr("Try again"));
    m_find->setToolTip(tr("Try them with the geometry and the image as they are now"));
    connect(m_find, &QPushButton::clicked, this, &ImageOrientationDialog::find);
    connect(&m_session, &IntegrationSession::stackChanged, this, [this](bool again) {
        if (!again) close(); // the pictures are of other frames
    });
    connect(&m_session.job(), &JobModel::changed, this, &ImageOrientationDialog::showCurrent);
    showCurrent();
    ImageOrientationDialog::updateButtons();
}

void ImageOrientationDialog::find() {
    if (!m_session.image() || !m_session.stack()) {
        forget(tr("There is no image yet."));
        return;
    }
    forget(tr("Trying…"));
    m_progress->setValue(0);
    m_finder.start<azint::ImageOrientationAnswer>(
        [this, image = m_session.image(), mask = m_session.wholeMask(), poni = m_session.poni()](TaskContext& context) {
            const Array<std::uint8_t, 2> none;
            const Array<std::uint8_t, 2>& masked = mask && mask->shape() == image->shape() ? *mask : none;
            PowderPreviewRequest request;
            request.frame = std::make_shared<const CoarseFrame>(coarsen(*image, masked));
            request.rows = image->extent(0);
            request.cols = image->extent(1);
            request.unit = azint::Unit::twoThetaDegree;
            std::size_t done = 0;
            return azint::findImageOrientation(
                *image, masked, poni, context.control,
                [&](const azint::ImageOrientationTrial& trial, std::size_t count) {
                    request.poni = trial.geometry.poni;
                    request.flipRows = trial.geometry.flipRows;
                    request.flipCols = trial.geometry.flipCols;
                    const view::ImageData cake = logarithmic(makePowderPreview(request).cake);
                    // Scaled, as azimuthal bins are few.
                    context.post([this, trial,
                                  picture = view::pictureOf(cake, cake.cols(), cake.rows(), "inferno")
                                                .scaled(kPicture_px, kPicture_px)] { addTrial(trial, picture); });
                    context.progress(++done, count);
                });
        },
        [this](azint::ImageOrientationAnswer answer) { showAnswer(std::move(answer)); },
        [this](const Error& error) { fail(error); });
    updateButtons();
}

void ImageOrientationDialog::addTrial(const azint::ImageOrientationTrial& trial, const QImage& cake) {
    const std::size_t i = indexOf(trial.orientation);
    m_trials[i] = trial;
    m_tiles[i]->setTrial(cake, 1 - trial.score, ringScoreText(trial.score));
}

void ImageOrientationDialog::showAnswer(azint::ImageOrientationAnswer answer) {
    m_answer = std::move(answer);
    for (std::size_t i = 0; i < m_answer->fitting; ++i)
        m_tiles[indexOf(m_answer->trials[i].orientation)]->setMark(m_answer->clear() ? OrientationTile::Mark::best
                                                                                     : OrientationTile::Mark::twin);
    m_verdict->setText(imageOrientationVerdict(*m_answer, currentImageOrientation(m_session)));
    updateButtons();
}

void ImageOrientationDialog::showCurrent() { markCurrent(indexOf(currentImageOrientation(m_session))); }

void ImageOrientationDialog::apply(std::size_t index) {
    if (!m_trials[index]) return;
    const azint::ImageOrientationTrial trial = *m_trials[index];
    m_finder.cancel();
    turnImage(m_session, trial);
    emit applied(imageOrientationText(trial.orientation));
    close();
}

void ImageOrientationDialog::applyBest() {
    if (m_answer) apply(indexOf(m_answer->trials.front().orientation));
}

void ImageOrientationDialog::forget(const QString& why) {
    m_answer.reset();
    m_trials = {};
    clearTiles(why);
    updateButtons();
}

void ImageOrientationDialog::updateButtons() {
    m_progress->setVisible(busy());
    m_find->setEnabled(!busy());
    m_apply->setEnabled(!busy() && m_answer && m_answer->clear() &&
                        m_answer->trials.front().orientation != currentImageOrientation(m_session));
}

} // namespace ewald::ui
