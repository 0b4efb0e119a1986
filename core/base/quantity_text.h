// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ewald {

/// The signs that numbers are written with. The default is that of messages and commands ("65,535", "-1.5"); the window
/// passes the signs of its locale.
struct NumberStyle {
    std::string decimalPoint = ".";
    std::string group = ","; ///< between thousands, from 10,000 on; empty = none
    std::string minus = "-";
};

/// A number with `digits` significant digits, at least all digits before the decimal point, and no trailing zeros:
/// "0.0184", "1.5e-7", "65,535". With an exponent below 0.001 and from a million on. "–" for NaN, "∞" for infinity.
[[nodiscard]] std::string numberText(double value, int digits = 4, const NumberStyle& style = {});
/// A count with all its digits: "1,548" is written "1548", "65535" "65,535".
[[nodiscard]] std::string countText(std::uint64_t count, const NumberStyle& style = {});
/// The shape of an image, "1062 × 1028".
[[nodiscard]] std::string shapeText(std::size_t rows, std::size_t cols);
/// The shortest text that reads back as the same bits, without groups: for documents and files.
[[nodiscard]] std::string exactText(double value);

/// A length unit and its size: "µm", 1e-6.
struct LengthUnit {
    double metres = 1;
    const char* name = "m";
    int exponent = 0; ///< of ten
};
/// The unit in which a length of about `size_m` is a comfortable number: pm below 0.1 nm, nm, µm, mm, m. Metres for 0
/// and for what is not finite.
[[nodiscard]] LengthUnit lengthUnit(double size_m);
/// A length in the unit that suits it: "1.234 µm", "28.2 nm", "0 m".
[[nodiscard]] std::string lengthText(double metres, int digits = 4, const NumberStyle& style = {});
/// An amount of memory in decimal units, as disks and `ls -h --si` have it: "240 MB", "2.1 GB". "–" below 0 or NaN.
[[nodiscard]] std::string bytesText(double bytes, const NumberStyle& style = {});
/// "12 s", "3:05 min", "1:02 h"; "–" below 0 or NaN.
[[nodiscard]] std::string durationText(double seconds);

} // namespace ewald
