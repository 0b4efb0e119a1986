// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <span>
#include <string>

namespace ewald::ui {

/// What a dataset of an unknown file can be.
enum class ImportRole {
    frames,
    positions,
    positionX,
    positionY,
    frameIndex,
    monitor,
    mask,
    probe,
    energy,
    distance,
    pixelSize
};
/// Parts of a scan that may lie in files of their own.
enum class ImportPart { frames, positions };

/// Texts of a role, to be translated in the context of the dialog.
struct RoleTexts {
    ImportRole role;
    const char* label;
    const char* help;
};
/// All roles in the order in which the dialog shows them.
[[nodiscard]] std::span<const RoleTexts> importRoles();
/// Units that the numbers of a role may have, as the mapping spells them; empty where it has none.
[[nodiscard]] QStringList unitsOf(ImportRole role);
/// A unit of unitsOf() as the dialog writes it.
[[nodiscard]] QString unitTitle(const QString& unit);

/// What is typed into the field of a number.
struct TypedNumber {
    std::optional<double> value; ///< nothing where the text is no number
    QString unit;                ///< of `units`, where one stands behind the number; else empty
};
/// "75", "75 um" and "75µm" are 75, the latter two of the unit "um".
[[nodiscard]] TypedNumber typedNumber(const QString& text, const QStringList& units);

/// The part in whose file the dataset of a role lies, where that may be another one than the scan's.
[[nodiscard]] std::optional<ImportPart> partOf(ImportRole role);

/// The dataset, unit and typed value of a role in a mapping; null members where the role has none.
struct RoleSlot {
    std::string io::ImportMapping::*dataset;
    std::string io::ImportMapping::*unit;
    std::optional<double> io::ImportMapping::*value;
};
[[nodiscard]] RoleSlot slotOf(ImportRole role);

/// Whether a dataset could play a role, by shape and type.
[[nodiscard]] bool suits(const io::FileNode& node, ImportRole role);

} // namespace ewald::ui
