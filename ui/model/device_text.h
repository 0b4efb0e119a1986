// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/devices/device_check.h"
#include "model/device_selection.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace ewald::ui {

/// What the window says about devices and the ways between them, translated. UI thread.

/// A text of the device check with its values, in the language of the window.
[[nodiscard]] QString phraseText(const job::Phrase& phrase);
/// "cuda:0"; "cuda:GPU-8a5e1c2d…" for a device without a number, which is named by its uuid.
[[nodiscard]] QString shortId(const std::string& id);
/// "24.4 GB of 25.3 GB"; empty when nothing is known.
[[nodiscard]] QString memoryText(const compute::DeviceInfo& device);
/// "35 %, 42 °C, 310 W"; empty when nothing is known.
[[nodiscard]] QString activityText(const compute::DeviceInfo& device);
/// "anna: python3 12 GB, process 4711 1.5 GB": the other processes on it; empty when there are none.
[[nodiscard]] QString usersText(const compute::DeviceInfo& device);
/// "24.4 GB free, 35 %, 42 °C, 310 W": how busy it is, in one line; empty when nothing is known.
[[nodiscard]] QString loadText(const compute::DeviceInfo& device);
/// "580.82 / 13.0", "for CUDA 12.8 / 13.0" where the driver does not say its version; empty when nothing is known.
[[nodiscard]] QString driverText(const compute::DeviceInfo& device);
/// "usable", or why not.
[[nodiscard]] QString stateText(const compute::DeviceInfo& device);
/// What a slice of `device` is in: visible as a device of its own, or how it becomes one.
[[nodiscard]] QString sliceText(const compute::DeviceSlice& slice, const DeviceOverview& overview);
/// "201.4 GB/s, 2.1 µs"
[[nodiscard]] QString linkText(const job::LinkFigure& link);
/// "2 workers, in-process: 67 MB in 24 ms, 2.8 GB/s", or that it did not end or failed.
[[nodiscard]] QString sumText(const job::AllReduceFigure& sum);

/// The ways between devices as a table: a row for the source, a column for the target.
struct LinkMatrix {
    struct Cell {
        QString text;
        QString tip;
        bool broken = false;
    };
    QStringList names;                    ///< "host" first where it was measured, then device ids
    std::vector<std::vector<Cell>> cells; ///< [from][to]
};
/// Who reaches whom directly, with figures where there are any. Empty with fewer than two devices and no figures.
[[nodiscard]] LinkMatrix linkMatrix(const DeviceOverview& overview,
                                    const std::optional<job::DeviceCheckReport>& report);
/// What there is to say about direct access, in one sentence.
[[nodiscard]] QString accessText(const DeviceOverview& overview);

} // namespace ewald::ui
