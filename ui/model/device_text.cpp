// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/device_text.h"

#include "model/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

QString translate(const char* context, const char* text) { return QCoreApplication::translate(context, text); }
QString rateText(double bytesPerSecond) { return bytesText(bytesPerSecond) + QStringLiteral("/s"); }

/// "5.5 µs", "24 ms"
QString shortTimeText(double seconds) {
    struct Unit {
        double scale;
        const char* name;
    };
    for (const Unit& unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "µs"}})
        if (seconds >= unit.scale) return numberText(seconds / unit.scale, 3) + u' ' + QString::fromUtf8(unit.name);
    return numberText(seconds * 1e9, 3) + QStringLiteral(" ns");
}

bool isGpu(const compute::DeviceInfo& device) { return device.usable && device.backend != "cpu"; }

bool reaches(const compute::DeviceInfo& from, const std::string& to) {
    return std::ranges::find(from.peers, to) != from.peers.end();
}

/// The devices of the matrix: what was measured, and all GPUs.
QStringList matrixNames(const DeviceOverview& overview, const std::vector<job::LinkFigure>& links) {
    QStringList names;
    const auto add = [&](const std::string& id) {
        if (const QString name = QString::fromStdString(id); !names.contains(name)) names << name;
    };
    if (!links.empty()) add("host");
    for (const compute::DeviceInfo& device : overview.devices) {
        const bool measured = std::ranges::any_of(links, [&](const auto& l) { return l.from == device.id; });
        if (measured || isGpu(device)) add(device.id);
    }
    for (const job::LinkFigure& link : links) add(link.from), add(link.to);
    return names;
}

void addFigures(LinkMatrix::Cell& cell, const std::vector<job::LinkFigure>& links) {
    QStringList lines;
    QStringList tips;
    for (const job::LinkFigure& link : links) {
        QString line = link.problem.empty() ? linkText(link) : translate("DeviceText", "failed");
        if (!link.direct) line = translate("DeviceText", "through the host: %1").arg(line);
        if (!link.problem.empty()) {
            cell.broken = true;
            tips << QString::fromStdString(link.problem);
        }
        lines << line;
    }
    if (lines.isEmpty()) return;
    tips << translate("DeviceText", "Bandwidth of a large copy, and how long a copy of a few bytes takes");
    cell.text = lines.join(u'\n');
    cell.tip = tips.join(u'\n');
}

} // namespace

QString phraseText(const job::Phrase& phrase) {
    if (phrase.text.empty()) return {};
    const QString text = translate("DeviceCheck", phrase.text.c_str());
    return QString::fromStdString(job::Phrase{text.toStdString(), phrase.values}.filled());
}

QString shortId(const std::string& id) {
    const QString text = QString::fromStdString(id);
    const qsizetype end = text.indexOf(u'-', text.indexOf(u'-') + 1);
    return end < 0 ? text : text.left(end) + u'…';
}

QString memoryText(const compute::DeviceInfo& device) {
    if (device.memoryTotal == 0) return {};
    const QString total = bytesText(static_cast<double>(device.memoryTotal));
    if (device.memoryFree == 0) return total;
    return translate("DeviceText", "%1 of %2").arg(bytesText(static_cast<double>(device.memoryFree)), total);
}

QString activityText(const compute::DeviceInfo& device) {
    QStringList parts;
    if (device.load) parts << QStringLiteral("%1 %").arg(std::lround(100 * *device.load));
    if (device.temperature_C) parts << QStringLiteral("%1 °C").arg(std::lround(*device.temperature_C));
    if (device.power_W) parts << QStringLiteral("%1 W").arg(std::lround(*device.power_W));
    return parts.join(QStringLiteral(", "));
}

QString userText(const compute::DeviceUser& user) {
    QStringList parts{QString::fromStdString(user.user), QString::fromStdString(user.program)};
    parts.removeAll(QString());
    QString text = parts.isEmpty() ? translate("DeviceText", "process %1").arg(user.process) : parts.join(u": ");
    if (user.memory) text += u' ' + bytesText(static_cast<double>(*user.memory));
    return text;
}

QString usersText(const compute::DeviceInfo& device) {
    QStringList parts;
    for (const compute::DeviceUser& user : device.users) parts << userText(user);
    return parts.join(QStringLiteral(", "));
}

QString loadText(const compute::DeviceInfo& device) {
    QStringList parts;
    if (device.memoryFree > 0)
        parts << translate("DeviceText", "%1 free").arg(bytesText(static_cast<double>(device.memoryFree)));
    parts << activityText(device);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

QString driverText(const compute::DeviceInfo& device) {
    QString driver = QString::fromStdString(device.driver);
    if (driver.isEmpty() && !device.driverFor.empty())
        //: a driver
        driver = translate("DeviceText", "for CUDA %1").arg(QString::fromStdString(device.driverFor));
    QStringList parts{driver, QString::fromStdString(device.runtime)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" / "));
}

QString stateText(const compute::DeviceInfo& device) {
    if (!device.usable) return translate("DeviceText", "not usable: %1").arg(QString::fromStdString(device.reason));
    const QString usable = translate("DeviceText", "ready");
    if (!device.physicalIndex || device.id.ends_with(":" + std::to_string(*device.physicalIndex))) return usable;
    // CUDA_VISIBLE_DEVICES hides or reorders: the driver's own tools call this one something else.
    return translate("DeviceText", "ready; number %1 of the machine").arg(*device.physicalIndex);
}

QString sliceText(const compute::DeviceSlice& slice, const DeviceOverview& overview) {
    const auto own = std::ranges::find(overview.devices, slice.uuid, &compute::DeviceInfo::uuid);
    if (own != overview.devices.end() && own->usable)
        return translate("DeviceText", "ready as %1").arg(QString::fromStdString(own->id));
    return translate("DeviceText", "set CUDA_VISIBLE_DEVICES to its uuid to use it");
}

QString linkText(const job::LinkFigure& link) {
    return QStringLiteral("%1, %2").arg(rateText(link.bandwidth_Bps), shortTimeText(link.latency_s));
}

QString sumText(const job::AllReduceFigure& sum) {
    if (sum.workers < 2)
        return translate("DeviceText", "One worker: there is nothing to sum over. Choose more workers to "
                                       "measure what a run exchanges.");
    const QString who = translate("DeviceText", "Sum over %1 workers (%2):")
                            .arg(countText(sum.workers), QString::fromStdString(sum.communicator));
    if (sum.seconds) {
        const auto bytes = static_cast<double>(sum.bytes);
        return who + u' ' +
               translate("DeviceText", "%1 in %2, %3")
                   .arg(bytesText(bytes), shortTimeText(*sum.seconds), rateText(bytes / *sum.seconds));
    }
    return who + u' ' +
           (sum.hung ? translate("DeviceText", "it did not end in time") : translate("DeviceText", "it failed"));
}

LinkMatrix linkMatrix(const DeviceOverview& overview, const std::optional<job::DeviceCheckReport>& report) {
    const std::vector<job::LinkFigure> links = report ? report->links : std::vector<job::LinkFigure>{};
    LinkMatrix matrix;
    matrix.names = matrixNames(overview, links);
    if (matrix.names.size() < 2) return {};
    for (const QString& fromName : matrix.names) {
        const std::string from = fromName.toStdString();
        const auto source = std::ranges::find(overview.devices, from, &compute::DeviceInfo::id);
        std::vector<LinkMatrix::Cell>& row = matrix.cells.emplace_back();
        for (const QString& toName : matrix.names) {
            const std::string to = toName.toStdString();
            LinkMatrix::Cell& cell = row.emplace_back(LinkMatrix::Cell{QStringLiteral("–"), {}, false});
            const auto target = std::ranges::find(overview.devices, to, &compute::DeviceInfo::id);
            const auto end = overview.devices.end();
            if (from != to && source != end && target != end && isGpu(*source) && isGpu(*target))
                cell.text = reaches(*source, to) ? translate("DeviceText", "direct")
                                                 : translate("DeviceText", "through the host");
            std::vector<job::LinkFigure> here;
            std::ranges::copy_if(links, std::back_inserter(here),
                                 [&](const job::LinkFigure& l) { return l.from == from && l.to == to; });
            addFigures(cell, here);
        }
    }
    return matrix;
}

QString accessText(const DeviceOverview& overview) {
    std::vector<const compute::DeviceInfo*> gpus;
    for (const compute::DeviceInfo& device : overview.devices)
        if (isGpu(device)) gpus.push_back(&device);
    if (gpus.empty()) return translate("DeviceText", "No GPU can be used here: jobs run on the processor.");
    if (gpus.size() == 1)
        return translate("DeviceText", "One GPU can be used: there is no other whose memory it could "
                                       "reach.");
    std::size_t missing = 0;
    for (const auto* from : gpus)
        for (const auto* to : gpus) missing += from != to && !reaches(*from, to->id) ? 1 : 0;
    if (missing == 0)
        return translate("DeviceText", "The driver says that every GPU reaches the memory of every other directly.");
    if (missing == gpus.size() * (gpus.size() - 1))
        return translate("DeviceText",
                         "The driver says that no GPU reaches the memory of another: copies go through the "
                         "host's. This costs speed, nothing else.");
    return translate("DeviceText",
                     "The driver says that some pairs of GPUs do not reach each other's memory: their copies go "
                     "through the host's.");
}

} // namespace ewald::ui
