// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/integration_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ewald::job {

/// Text files of patterns that other programs read.
enum class PatternFormat {
    xy,   ///< two columns, lines with # on top
    dat,  ///< the same with errors where there are some, as pyFAI writes it
    chi,  ///< Fit2D: four lines, two columns; an axis of 2θ or q is named so that GSAS-II reads it
    fxye, ///< GSAS: 2θ in hundredths of a degree, counts, errors
    csv,  ///< columns with commas, their names in the first line, lines with # at the end
};

/// By the extension of a file name, or by its name alone ("xy"). \throws JobError with the formats that exist
[[nodiscard]] PatternFormat patternFormatOf(const std::string& extension);
[[nodiscard]] const char* extensionOf(PatternFormat format);

/// Whether the errors of the patterns are those of their means, and not the spread of a pixel (error_kind=std); false
/// without errors. Reads the job of the result.
[[nodiscard]] bool hasErrorsOfMeans(const io::IntegrationResult& result);

/// One pattern (or cake: one column a sector) as text, with unit, geometry and source. Bins without a pixel are
/// left out; an error of zero of counts is not a number. The spread of a pixel is called std, and left out of .fxye,
/// where an error is a weight.
/// \param row of the result
/// \throws JobError for what a format cannot hold (a cake in .chi, an axis that is no angle and has no wavelength in
///         .fxye); DataError
[[nodiscard]] std::string patternText(const io::IntegrationResult& result, std::size_t row, PatternFormat format);

/// All patterns as one table, one column a frame. \throws JobError for cakes, other formats than xy, dat and csv, or a
/// table that would not be one any more
[[nodiscard]] std::string patternTable(const io::IntegrationResult& result, PatternFormat format);

/// Patterns or cakes of frames [first, first + count), not a number where a bin has no pixel: files of earlier versions
/// hold zero there. \throws DataError
[[nodiscard]] std::vector<float> patternsOf(const io::IntegrationResult& result, std::size_t first, std::size_t count);

/// Whether the frame of a row could not be read: such rows have no file.
[[nodiscard]] bool isFailedRow(const io::IntegrationResult& result, std::size_t row);

} // namespace ewald::job
