// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/import_roles.h"

#include "form/number_text.h"

#include <QtGlobal>

#include <algorithm>
#include <array>

namespace ewald::ui {

namespace {

constexpr std::array kRoles{
    RoleTexts{ImportRole::frames, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Frames"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog",
                                "The detector images: (frame, row, column), or a raster (line, point, row, column)")},
    RoleTexts{
        ImportRole::positions, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Positions"),
        QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Both coordinates in one dataset, (frame, 2) or (2, frame)")},
    RoleTexts{ImportRole::positionX, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "or x positions"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Horizontal positions, one a frame")},
    RoleTexts{ImportRole::positionY, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "and y positions"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Vertical positions, one a frame")},
    RoleTexts{ImportRole::frameIndex, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Frame numbers"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog",
                                "Which frame each position belongs to, from 0 on; without: in order")},
    RoleTexts{ImportRole::monitor, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Monitor"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Incident intensity at each position")},
    RoleTexts{ImportRole::energy, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Energy or wavelength"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "From a dataset, or typed by hand")},
    RoleTexts{ImportRole::distance, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Sample to detector"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "From a dataset, or typed by hand")},
    RoleTexts{ImportRole::pixelSize, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Detector pixel"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "From a dataset, or typed by hand")},
    RoleTexts{ImportRole::mask, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Mask"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Bad pixels of the detector, where the file has them")},
    RoleTexts{ImportRole::probe, QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "Probe"),
              QT_TRANSLATE_NOOP("ewald::ui::ImportDialog", "A complex probe to start from, where the file has one")},
};

} // namespace

std::span<const RoleTexts> importRoles() { return kRoles; }

QStringList unitsOf(ImportRole role) {
    switch (role) {
    case ImportRole::positions: return {"m", "mm", "um", "nm", "A", "px"};
    case ImportRole::distance:
    case ImportRole::pixelSize: return {"m", "mm", "um", "nm", "A"};
    case ImportRole::energy: return {"keV", "eV", "J", "m", "nm", "A"};
    default: return {};
    }
}

QString unitTitle(const QString& unit) {
    if (unit == QStringLiteral("um")) return QStringLiteral("µm");
    if (unit == QStringLiteral("A")) return QStringLiteral("Å");
    return unit;
}

TypedNumber typedNumber(const QString& text, const QStringList& units) {
    const auto number = [](const QString& digits) {
        const auto plain = plainNumber(digits, {});
        return plain ? std::optional(QString::fromStdString(*plain).toDouble()) : std::nullopt;
    };
    QString typed = text.trimmed();
    typed.replace(QChar(0x03bc), u'µ'); // the Greek letter
    for (const QString& unit : units) {
        for (const QString& name : {unit, unitTitle(unit)}) {
            if (!typed.endsWith(name)) continue;
            if (const auto value = number(typed.chopped(name.size()))) return {value, unit};
        }
    }
    return {number(typed), {}};
}

std::optional<ImportPart> partOf(ImportRole role) {
    switch (role) {
    case ImportRole::frames: return ImportPart::frames;
    case ImportRole::positions:
    case ImportRole::positionX:
    case ImportRole::positionY:
    case ImportRole::frameIndex:
    case ImportRole::monitor: return ImportPart::positions;
    default: return std::nullopt;
    }
}

RoleSlot slotOf(ImportRole role) {
    using M = io::ImportMapping;
    switch (role) {
    case ImportRole::frames: return {&M::frames, nullptr, nullptr};
    case ImportRole::positions: return {&M::positions, &M::positionUnit, nullptr};
    case ImportRole::positionX: return {&M::positionX, nullptr, nullptr};
    case ImportRole::positionY: return {&M::positionY, nullptr, nullptr};
    case ImportRole::frameIndex: return {&M::frameIndex, nullptr, nullptr};
    case ImportRole::monitor: return {&M::monitor, nullptr, nullptr};
    case ImportRole::mask: return {&M::mask, nullptr, nullptr};
    case ImportRole::probe: return {&M::probe, nullptr, nullptr};
    case ImportRole::energy: return {&M::energy, &M::energyUnit, &M::energyValue};
    case ImportRole::distance: return {&M::distance, &M::distanceUnit, &M::distanceValue};
    case ImportRole::pixelSize: break;
    }
    return {&M::pixelSize, &M::pixelSizeUnit, &M::pixelSizeValue};
}

bool suits(const io::FileNode& node, ImportRole role) {
    if (!node.problem.empty() || node.type == "string") return false;
    const auto dims = static_cast<std::ptrdiff_t>(node.shape.size()) -
                      std::ranges::count(node.shape, std::size_t{1}); // without axes of one
    const auto size = [&] {
        std::size_t n = 1;
        for (const std::size_t extent : node.shape) n *= extent;
        return n;
    }();
    const bool isComplex = node.type.find("complex") != std::string::npos;
    if (node.isGroup) return false;
    switch (role) {
    case ImportRole::frames: return !isComplex && (node.shape.size() == 3 || node.shape.size() == 4);
    case ImportRole::positions:
        return !isComplex && node.shape.size() == 2 &&
               std::ranges::any_of(node.shape, [](std::size_t extent) { return extent == 2 || extent == 3; });
    case ImportRole::positionX:
    case ImportRole::positionY:
    case ImportRole::frameIndex:
    case ImportRole::monitor: return !isComplex && size > 1 && (dims == 1 || dims == 2);
    case ImportRole::mask: return !isComplex && dims == 2;
    case ImportRole::probe: return isComplex && dims >= 2;
    case ImportRole::energy:
    case ImportRole::distance: return !isComplex && dims <= 1;
    case ImportRole::pixelSize: break;
    }
    return !isComplex && size <= 3;
}

} // namespace ewald::ui
