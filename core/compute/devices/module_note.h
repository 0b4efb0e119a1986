// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

// The id of a module stands in a note of its ELF file (name "Ewald", type 1), so that it can be read and compared
// before the file is loaded and its constructors run. Format: System V ABI, chapters 4 and 5, "ELF Header", "Note
// Section".

/// Defines the note with `id`, a string literal, in the file that is compiled.
#define EWALD_MODULE_NOTE(id)                                                                                          \
    __asm__(".pushsection .note.ewald, \"a\", %note\n"                                                                 \
            ".p2align 2\n"                                                                                             \
            ".long 772f - 771f, 774f - 773f, 1\n"                                                                      \
            "771: .asciz \"Ewald\"\n"                                                                                  \
            "772: .p2align 2\n"                                                                                        \
            "773: .asciz \"" id "\"\n"                                                                                 \
            "774: .p2align 2\n"                                                                                        \
            ".popsection\n")

namespace ewald::compute {

/// The id in the note of a 64-bit ELF file. Reads the file and executes nothing of it; every offset is checked against
/// the size of the file. \returns empty, with `refusal` one line, for a file that cannot be read, is no shared object,
/// is incomplete, or has no such note
[[nodiscard]] std::string readModuleNote(const std::filesystem::path& file, std::string& refusal);

} // namespace ewald::compute
