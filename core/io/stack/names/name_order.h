// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"

#include <compare>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

/// How the numbers in the names of a list are read: "d_0.15" as a decimal number and "T_-5" with its sign where the
/// names together say so, else as whole numbers, such as those of scans and frames in "scan_1.10". Names that differ in
/// their numbers alone are read alike.
class NameOrder {
public:
    explicit NameOrder(std::span<const std::filesystem::path> files);

    /// Whether the file at `a` stands before the one at `b`, by the numbers in their names: scan_2 before scan_10.
    [[nodiscard]] bool isBefore(std::size_t a, std::size_t b) const;
    /// Whether the names differ in their numbers alone.
    [[nodiscard]] bool areAlike(std::size_t a, std::size_t b) const { return m_names[a].frame == m_names[b].frame; }
    /// Whether the number at the end of the name, or else at its beginning, has decimals or a sign: it does not count.
    [[nodiscard]] bool isMeasured(std::size_t at) const { return m_names[at].isMeasured; }
    /// Whether numbers behind points are read as whole ones, although they may be decimals.
    [[nodiscard]] bool isDoubtful() const noexcept { return m_isDoubtful; }

    /// A number of any size.
    struct Number {
        bool isNegative = false;
        std::string whole, decimals; ///< without zeros before and behind
        [[nodiscard]] std::strong_ordering operator<=>(const Number& other) const;
        [[nodiscard]] bool operator==(const Number& other) const = default;
    };
    /// A number as it may be read.
    struct Slot {
        std::size_t begin = 0, end = 0; ///< in the text
        std::string sign, whole, point, decimals;
        bool isAfterMark = false; ///< the sign, as in "T_-5" and "T=-5"
        bool isSigned = false, isDecimal = false;
    };

private:
    struct Part { ///< of what is compared: a character, or a number
        char character = '0';
        bool isNumber = false;
        Number number;
        [[nodiscard]] std::strong_ordering operator<=>(const Part& other) const;
        [[nodiscard]] bool operator==(const Part& other) const = default;
    };
    struct Name {
        std::string text, frame; ///< the frame is what is around the numbers
        std::vector<Slot> slots;
        std::vector<Part> parts;
        bool isMeasured = false;
    };
    static Name read(const std::string& text);
    static void makeParts(Name& name);
    /// \param alike places of names that are
    void decide(const std::vector<std::size_t>& alike);
    std::vector<Name> m_names;
    bool m_isDoubtful = false;
};

/// Sorts by the numbers in the names.
void sortByNumbers(std::vector<std::filesystem::path>& files);

/// Says that the files follow decimal numbers or signs, or that they may have to and do not.
void noteNumbers(std::span<const std::filesystem::path> files, std::vector<Note>& notes);

} // namespace ewald::io
