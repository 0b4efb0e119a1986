// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>

namespace ewald::ui {

/// What a picture of a reconstruction is of. What is not known is empty, absent or 0.
struct Provenance {
    QString scan;   ///< file, without its folder
    QString result; ///< likewise
    QString engine;
    std::optional<std::size_t> iterations;
    double fourierError = 0;
    double pixelHeight_m = 0;
    double pixelWidth_m = 0;
    QDateTime date;

    /// One line in the language of the window, for below a figure.
    [[nodiscard]] QString caption() const;
    /// "name: value" in English, with units in the names: for files.
    [[nodiscard]] QStringList lines() const;
};

} // namespace ewald::ui
