// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/image_orientation_dialog.h"

#include "common/quantity_text.h"
#include "model/image_orientation.h"
#include "model/integration_session.h"
#include "model/manual.h"
#include "model/powder_preview.h"
#include "view/image_render.h"
#include "window/manual_window.h"

#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

const QString kManual = QStringLiteral("powder#the-image-is-mirrored");

std::size_t indexOf(azint::ImageOrientation orientation) {
    const auto all = azint::allImageOrientations();
    return static_cast<std::size_t>(std::ranges::find(all, orientation) - all.begin());
}

/// Radial to the right, azimuth upwards; logarithmic, as rings are weak beside the background near the beam.
QImage pictureOf(Array<float, 2> cake) {
    for (float& value : cake) value = std::log1p(std::max(0.0F, value)); // NaN stays
    view::ImageData data;
    data.real = std::make_shared<const Array<float, 2>>(std::move(cake));
    const std::size_t rows = data.rows(), cols = data.cols();
    if (rows == 0 || cols == 0) return {};
    const view::Tile tile = view::renderTile(data, {0, 0, cols, rows}, cols, rows, view::imageRange(data, {}),
                                             view::ColourMap::byId("inferno"));
    const auto width = static_cast<int>(tile.width);
    const QImage image(tile.rgba.data(), width, static_cast<int>(tile.height), 4 * width, QImage::Format_RGBA8888);
    return image.scaled(256, 256); // azimuthal bins are few
}

} // namespace

ImageOrientationDialog::ImageOrientationDialog(IntegrationSession& session, QWidget* parent)
    : QDialog(parent), m_session(session) {
    setWindowTitle(tr("How the image lies to the geometry"));
    setManualPlace(*this, kManual);
    auto* intro =
        new QLabel(tr("The frames may be stored mirrored or turned against the image that the geometry was made "
                      "for. Each picture is the cake of the shown image, the scattering angle to the right; "
                      "where it fits, rings are straight upright lines. A click sets it."),
                   this);
    intro->setWordWrap(true);
    m_verdict = new QLabel(this);
    m_verdict->setWordWrap(true);
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setMinimumHeight(3 * fontMetrics().lineSpacing());
    auto* column = new QVBoxLayout(this);
    column->addWidget(intro);
    column->addWidget(buildTiles(), 1);
    column->addWidget(m_verdict);
    column->addWidget(buildButtons());
    connect(&m_finder, &Worker::progressed, this, [this](qulonglong done, qulonglong total) {
        m_progress->setRange(0, static_cast<int>(total));
        m_progress->setValue(static_cast<int>(done));
    });
    connect(&m_finder, &Worker::busyChanged, this, &ImageOrientationDialog::updateButtons);
    connect(&m_session, &IntegrationSession::stackChanged, this, [this](bool again) {
        if (!again) close(); // the pictures are of other frames
    });
    connect(&m_session.job(), &JobModel::changed, this, &ImageOrientationDialog::showCurrent);
    showCurrent();
    updateButtons();
}

ImageOrientationDialog::~ImageOrientationDialog() {
    m_finder.disconnect(this);
    m_finder.cancel();
}

QWidget* ImageOrientationDialog::buildTiles() {
    auto* panel = new QWidget(this);
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(0, 0, 0, 0);
    const auto all = azint::allImageOrientations();
    for (std::size_t i = 0; i < all.size(); ++i) {
        m_tiles[i] = new OrientationTile(imageOrientationText(all[i]), panel);
        grid->addWidget(m_tiles[i], static_cast<int>(i / 4), static_cast<int>(i % 4));
        connect(m_tiles[i], &QAbstractButton::clicked, this, [this, i] { apply(i); });
    }
    return panel;
}

QWidget* ImageOrientationDialog::buildButtons() {
    auto* panel = new QWidget(this);
    m_progress = new QProgressBar(panel);
    m_progress->setFormat(tr("%v of %m tried"));
    m_find = new QPushButton(tr("Try again"), panel);
    m_find->setToolTip(tr("Try them with the geometry and the image as they are now"));
    m_apply = new QPushButton(tr("Apply the best"), panel);
    m_apply->setToolTip(tr("Turns the image so that the geometry fits it, and closes"));
    m_apply->setDefault(true);
    auto* close = new QPushButton(tr("Close"), panel);
    close->setToolTip(tr("Close and change nothing"));
    for (QPushButton* button : {m_find, close}) button->setAutoDefault(false);
    auto* row = new QHBoxLayout(panel);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_progress, 1);
    row->addStretch();
    row->addWidget(m_find);
    row->addWidget(m_apply);
    row->addWidget(close);
    row->addWidget(manualButton(kManual, tr("Why images are mirrored"), panel));
    connect(m_find, &QPushButton::clicked, this, &ImageOrientationDialog::find);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        if (m_answer) apply(indexOf(m_answer->trials.front().orientation));
    });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return panel;
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
                    context.post(
                        [this, trial, cake = pictureOf(makePowderPreview(request).cake)] { addTrial(trial, cake); });
                    context.progress(++done, count);
                });
        },
        [this](azint::ImageOrientationAnswer answer) { showAnswer(std::move(answer)); },
        [this](const Error& error) {
            m_verdict->setText(QString::fromStdString(error.what()));
            updateButtons();
        });
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

void ImageOrientationDialog::showCurrent() {
    const azint::ImageOrientation now = currentImageOrientation(m_session);
    for (std::size_t i = 0; i < m_tiles.size(); ++i) m_tiles[i]->setCurrent(azint::allImageOrientations()[i] == now);
}

void ImageOrientationDialog::apply(std::size_t index) {
    if (!m_trials[index]) return;
    const azint::ImageOrientationTrial trial = *m_trials[index];
    m_finder.cancel();
    turnImage(m_session, trial);
    emit applied(imageOrientationText(trial.orientation));
    close();
}

void ImageOrientationDialog::forget(const QString& why) {
    m_answer.reset();
    m_trials = {};
    for (OrientationTile* tile : m_tiles) tile->clear();
    m_verdict->setText(why);
    updateButtons();
}

QString ImageOrientationDialog::verdict() const { return m_verdict->text(); }

void ImageOrientationDialog::updateButtons() {
    m_progress->setVisible(busy());
    m_find->setEnabled(!busy());
    m_apply->setEnabled(!busy() && m_answer && m_answer->clear() &&
                        m_answer->trials.front().orientation != currentImageOrientation(m_session));
}

} // namespace ewald::ui
