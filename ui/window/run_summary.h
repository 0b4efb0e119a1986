// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <QDateTime>
#include <QImage>
#include <QString>
#include <QStringList>

#include <optional>

namespace ewald::ui {

/// A result in few words and a small picture.
struct RunSummary {
    /// Side of the picture, pixels.
    static constexpr int kPicture = 96;

    QString file;
    QDateTime time;                ///< of the file
    QDateTime written;             ///< writtenDate(); none where the file cannot be read
    QImage picture;                ///< of the object's phase, or of the patterns; may be null
    double error = -1;             ///< fourier_error at its end; < 0: there is none
    double resolution_m = -1;      ///< by a ring correlation in the file; < 0: there is none
    bool isReconstruction = false; ///< that was read
    QString what;                  ///< "rPIE, 100 iterations", "12 frames"
    std::string jobText;
    std::optional<job::JobDocument> job; ///< that made it, where the file holds it
    QString problem;                     ///< why the file cannot be read; empty: it was
};

/// Reads a result of any kind. Any thread, throws nothing.
[[nodiscard]] RunSummary summariseRun(const QString& file);

/// What a running job shows of itself (job/run/preview_file.h), as small a picture; null where there is nothing yet.
/// Any thread, throws nothing.
[[nodiscard]] QImage livePicture(const std::filesystem::path& previewFile);

/// What was changed from one run to another: "Batch size: 16 → 32". The file of the scan counts as well.
[[nodiscard]] QStringList changesBetween(const RunSummary& before, const RunSummary& after);

} // namespace ewald::ui
