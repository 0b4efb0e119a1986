// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/advice_text.h"

#include "model/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ewald::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Advice", text); }

QString percent(double share) { return QString::number(std::lround(100 * share)); }

QString phaseText(Phase phase) {
    switch (phase) {
    case Phase::reading: return QCoreApplication::translate("Advice", "reading");
    case Phase::decoding: return QCoreApplication::translate("Advice", "decoding");
    case Phase::preparing: return QCoreApplication::translate("Advice", "preparing frames");
    case Phase::transfer: return QCoreApplication::translate("Advice", "transfer to the device");
    case Phase::frames: return QCoreApplication::translate("Advice", "frames and FFT");
    case Phase::update: return QCoreApplication::translate("Advice", "updates");
    case Phase::integrating: return QCoreApplication::translate("Advice", "integrating");
    case Phase::communication: return QCoreApplication::translate("Advice", "communication");
    case Phase::waiting: return QCoreApplication::translate("Advice", "waiting for the writing");
    case Phase::preview: return QCoreApplication::translate("Advice", "previews and checkpoints");
    case Phase::other: break;
    }
    return QCoreApplication::translate("Advice", "other");
}

QString otherProgramsText(const job::RunAdvice& advice, bool queueRuns) {
    const QString used = numberText(advice.amount, 2);
    const QString cores = numberText(advice.of, 3);
    if (advice.name.empty())
        return QCoreApplication::translate("Advice", "Other programs use %1 of %2 cores").arg(used, cores);
    if (queueRuns && advice.name == "ewald-cli")
        return QCoreApplication::translate("Advice", "A queued job uses %1 of %2 cores").arg(used, cores);
    if (advice.name == "ewald") // draws what the job shows, which is a process of its own
        return QCoreApplication::translate("Advice", "The window of Ewald uses %1 of %2 cores").arg(used, cores);
    return QCoreApplication::translate("Advice", "Another program (%3) uses %1 of %2 cores")
        .arg(used, cores, QString::fromStdString(advice.name));
}

QString slowestText(const job::RunAdvice& advice) {
    if (advice.name.empty())
        return QCoreApplication::translate("Advice", "Waiting for the slowest worker takes %1 % of the time")
            .arg(percent(advice.share));
    return QCoreApplication::translate("Advice", "Waiting for the slowest device (%2) takes %1 % of the time")
        .arg(percent(advice.share), QString::fromStdString(advice.name));
}

} // namespace

QString adviceText(const job::RunAdvice& advice, bool queueRuns) {
    using job::HoldUp;
    const QString share = percent(advice.share);
    switch (advice.what) {
    case HoldUp::memory:
        return QCoreApplication::translate("Advice", "Memory is short: %1 of %2 left")
            .arg(bytesText(advice.amount), bytesText(advice.of));
    case HoldUp::disk:
        return QCoreApplication::translate("Advice", "The disk of the result is nearly full: %1 left")
            .arg(bytesText(advice.amount));
    case HoldUp::otherPrograms: return otherProgramsText(advice, queueRuns);
    case HoldUp::reading: return QCoreApplication::translate("Advice", "Reading takes %1 % of the time").arg(share);
    case HoldUp::decoding: return QCoreApplication::translate("Advice", "Decoding takes %1 % of the time").arg(share);
    case HoldUp::preparing:
        return QCoreApplication::translate("Advice", "Preparing the frames takes %1 % of the time").arg(share);
    case HoldUp::transfer:
        return QCoreApplication::translate("Advice", "Sending frames to the device takes %1 % of the time").arg(share);
    case HoldUp::update:
        return QCoreApplication::translate("Advice", "Updates of object and probe take %1 % of the time").arg(share);
    case HoldUp::communication:
        return QCoreApplication::translate("Advice", "Communication between the devices takes %1 % of the time")
            .arg(share);
    case HoldUp::slowestWorker: return slowestText(advice);
    case HoldUp::writing:
        return QCoreApplication::translate("Advice", "Waiting for the result to be written takes %1 % of the time")
            .arg(share);
    case HoldUp::preview:
        return QCoreApplication::translate("Advice", "Previews and checkpoints take %1 % of the time").arg(share);
    case HoldUp::processor:
        return QCoreApplication::translate("Advice", "Computing on the processor; there is a GPU that could do it");
    case HoldUp::nothing: break;
    }
    return QCoreApplication::translate("Advice", "Nothing holds it back: computing takes %1 % of the time").arg(share);
}

QString adviceDetails(const job::RunAdvice& advice) {
    using job::HoldUp;
    switch (advice.what) {
    case HoldUp::memory:
        return tr(
            QT_TRANSLATE_NOOP("Advice", "End other programs, or use fewer frames, a smaller crop or fewer modes."));
    case HoldUp::disk: return tr(QT_TRANSLATE_NOOP("Advice", "Make room there, or choose another folder for results."));
    case HoldUp::otherPrograms: return tr(QT_TRANSLATE_NOOP("Advice", "The run gets faster when they end."));
    case HoldUp::reading:
        return tr(QT_TRANSLATE_NOOP("Advice", "The files come slowly: copy them to a local disk, or read with more "
                                              "workers at the same time."));
    case HoldUp::decoding:
        return tr(QT_TRANSLATE_NOOP("Advice",
                                    "Decompression keeps the cores busy: more cores or a GPU help; a detector "
                                    "that writes bitshuffle-LZ4 is read fastest."));
    case HoldUp::preparing: return tr(QT_TRANSLATE_NOOP("Advice", "A smaller crop makes it less."));
    case HoldUp::transfer:
        return tr(QT_TRANSLATE_NOOP("Advice", "The frames do not fit into the device's memory and are sent again in "
                                              "each iteration: use more devices, fewer modes or a smaller crop."));
    case HoldUp::update:
        return tr(
            QT_TRANSLATE_NOOP("Advice", "A larger batch size updates less often; more iterations may be needed."));
    case HoldUp::communication:
    case HoldUp::slowestWorker:
        return tr(QT_TRANSLATE_NOOP("Advice", "Choose devices that are equally fast and not used by others; fewer may "
                                              "be faster."));
    case HoldUp::writing:
        return tr(QT_TRANSLATE_NOOP("Advice", "Write the result to a faster disk, or use fewer bins."));
    case HoldUp::preview: return tr(QT_TRANSLATE_NOOP("Advice", "Ask for them less often."));
    case HoldUp::processor:
    case HoldUp::nothing: break;
    }
    return {};
}

QString cureText(const job::Cure& cure) {
    if (cure.kind == job::Cure::Kind::chooseDevices) return QCoreApplication::translate("Advice", "Show devices");
    const auto* real = std::get_if<double>(&cure.value);
    const QString value = real != nullptr ? numberText(*real) : QString::fromStdString(job::toText(cure.value));
    if (cure.key == "workers") return QCoreApplication::translate("Advice", "Read with %1 workers").arg(value);
    if (cure.key == "memory_limit_gb") return QCoreApplication::translate("Advice", "Keep the frames in memory");
    if (cure.key == "batch_size") return QCoreApplication::translate("Advice", "Batch size %1").arg(value);
    if (cure.key == "preview_interval_s")
        return QCoreApplication::translate("Advice", "A preview every %1 s").arg(value);
    const job::ParameterDef* def = job::findParameter(cure.key);
    return QStringLiteral("%1: %2").arg(def ? tableText(def->label) : QString::fromStdString(cure.key), value);
}

QString sharesText(const job::TimeShares& shares) {
    std::array<Phase, kPhases> order{};
    for (std::size_t i = 0; i < kPhases; ++i) order[i] = static_cast<Phase>(i);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](Phase phase) { return shares.fraction[phase]; });
    QStringList parts;
    for (const Phase phase : order) {
        if (shares.fraction[phase] < 0.005) continue; // would read "0 %"
        parts
            << QCoreApplication::translate("Advice", "%1 %2 %").arg(phaseText(phase), percent(shares.fraction[phase]));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace ewald::ui
