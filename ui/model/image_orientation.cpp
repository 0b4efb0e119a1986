// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/image_orientation.h"

#include "common/quantity_text.h"
#include "model/integration_session.h"

#include <QCoreApplication>

#include <cmath>

namespace ewald::ui {

QString imageOrientationText(azint::ImageOrientation orientation) {
    const auto& [transposed, rows, cols] = orientation;
    if (!transposed && !rows && !cols) return QCoreApplication::translate("ImageOrientation", "as it is stored");
    if (!transposed && rows && cols) return QCoreApplication::translate("ImageOrientation", "turned by 180°");
    if (!transposed && rows) return QCoreApplication::translate("ImageOrientation", "flipped up-down");
    if (!transposed) return QCoreApplication::translate("ImageOrientation", "flipped left-right");
    if (rows && cols) return QCoreApplication::translate("ImageOrientation", "transposed about the other diagonal");
    if (rows) return QCoreApplication::translate("ImageOrientation", "turned by 90° counter-clockwise");
    if (cols) return QCoreApplication::translate("ImageOrientation", "turned by 90° clockwise");
    return QCoreApplication::translate("ImageOrientation", "transposed");
}

QString ringScoreText(double score) {
    return QCoreApplication::translate("ImageOrientation", "rings explain %1 %").arg(std::lround(100 * score));
}

QString imageOrientationVerdict(const azint::ImageOrientationAnswer& answer, azint::ImageOrientation now) {
    const azint::ImageOrientationTrial& best = answer.trials.front();
    if (answer.clear()) {
        const QString found = imageOrientationText(best.orientation);
        if (best.orientation == now)
            return QCoreApplication::translate("ImageOrientation", "The geometry fits the image as it is set: %1 (%2).")
                .arg(found, ringScoreText(best.score));
        return QCoreApplication::translate("ImageOrientation",
                                           "The geometry fits the image %1: %2, the next best %3 % of it.")
            .arg(found, ringScoreText(best.score), QString::number(std::lround(100 * answer.trials[1].score)));
    }
    if (answer.fitting > 1)
        return QCoreApplication::translate("ImageOrientation",
                                           "Cannot tell: several fit equally well, as they do when the beam is in the "
                                           "middle of the image. The rings do not depend on it then, azimuths do.");
    return QCoreApplication::translate(
        "ImageOrientation", "None fits: rings explain little of the image. Check the PONI file, or calibrate "
                            "on this image.");
}

azint::ImageOrientation currentImageOrientation(const IntegrationSession& session) {
    return {false, session.flipRows(), session.flipCols()};
}

void turnImage(IntegrationSession& session, const azint::ImageOrientationTrial& trial) {
    session.orient(trial.geometry, trial.orientation.transposed);
}

} // namespace ewald::ui
