// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/device_selection.h"

#include <QStringList>

#include <algorithm>

namespace ewald::ui {

DeviceOverview surveyDevices() { return {compute::listDevices(), compute::refusedModules()}; }

bool sameDevices(const DeviceOverview& a, const DeviceOverview& b) {
    const auto sameDevice = [](const compute::DeviceInfo& x, const compute::DeviceInfo& y) {
        return x.id == y.id && x.uuid == y.uuid && x.usable == y.usable && x.reason == y.reason && x.peers == y.peers &&
               std::ranges::equal(x.slices, y.slices, {}, &compute::DeviceSlice::uuid, &compute::DeviceSlice::uuid);
    };
    const auto sameModule = [](const compute::RefusedModule& x, const compute::RefusedModule& y) {
        return x.name == y.name && x.reason == y.reason;
    };
    return std::ranges::equal(a.devices, b.devices, sameDevice) && std::ranges::equal(a.refused, b.refused, sameModule);
}

std::string DeviceSelection::toText() const {
    if (automatic) return "auto";
    QStringList parts;
    for (const auto& [id, count] : workers) {
        if (count == 0) continue;
        QString part = QString::fromStdString(id);
        // A device without a number takes the count after a colon, a numbered one after an "x".
        if (count > 1) part += (id.find(':') == std::string::npos ? u':' : u'x') + QString::number(count);
        parts.append(part);
    }
    return parts.isEmpty() ? "auto" : parts.join(u',').toStdString();
}

DeviceSelection DeviceSelection::fromText(const std::string& text) {
    DeviceSelection selection;
    const QStringList parts = QString::fromStdString(text).split(u',', Qt::SkipEmptyParts);
    for (const QString& raw : parts) {
        const QString part = raw.trimmed();
        if (part.isEmpty() || part == QStringLiteral("auto")) continue;
        QString id = part;
        bool isCount = true;
        qulonglong count = 1;
        if (const auto cross = part.lastIndexOf(u'x'); cross > part.indexOf(u':') && part.contains(u':')) {
            count = part.mid(cross + 1).toULongLong(&isCount);
            id = part.left(cross);
        } else if (part.startsWith(QStringLiteral("cpu:"))) {
            count = part.mid(4).toULongLong(&isCount);
            id = QStringLiteral("cpu");
        }
        if (!isCount || count == 0) continue;
        selection.automatic = false;
        selection.workers[id.toStdString()] += static_cast<std::size_t>(count);
    }
    return selection;
}

DeviceSelection DeviceSelection::resolved(const std::vector<compute::DeviceInfo>& devices) const {
    DeviceSelection result{automatic, {}};
    for (const auto& [id, count] : workers) {
        const std::string which = id.substr(id.find(':') + 1);
        const bool named = which.starts_with("GPU-") || which.starts_with("MIG-");
        const auto device = std::ranges::find_if(
            devices, [&](const compute::DeviceInfo& d) { return named && d.usable && d.uuid.starts_with(which); });
        result.workers[device == devices.end() ? id : device->id] += count;
    }
    return result;
}

std::size_t DeviceSelection::totalWorkers() const {
    std::size_t total = 0;
    for (const auto& entry : workers) total += entry.second;
    return total;
}

} // namespace ewald::ui
