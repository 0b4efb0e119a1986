// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/image_orientation.h"

#include <QString>

namespace ewald::ui {

class IntegrationSession;

/// "flipped up-down", "turned by 90° clockwise", …: how the stored image has to be turned. Translated.
[[nodiscard]] QString imageOrientationText(azint::ImageOrientation orientation);
/// "rings explain 76 %"
[[nodiscard]] QString ringScoreText(double score);
/// What was found, in words. \param now how it is set
[[nodiscard]] QString imageOrientationVerdict(const azint::ImageOrientationAnswer& answer, azint::ImageOrientation now);
/// How the job turns the image at present: its flips, for the present geometry.
[[nodiscard]] azint::ImageOrientation currentImageOrientation(const IntegrationSession& session);
/// Sets flips and, where the image is transposed, the geometry.
void turnImage(IntegrationSession& session, const azint::ImageOrientationTrial& trial);

} // namespace ewald::ui
