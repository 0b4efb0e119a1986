// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/detector_header.h"

#include "base/ascii_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace ewald::io {
namespace {

struct Number {
    double value = 0;
    std::string unit;         ///< the word behind it
    bool commaBehind = false; ///< and a digit: of another language, it is the first half of a number
};

/// The numbers of a line, in order, whatever stands between them. A number that is part of a word is none.
std::vector<Number> numbersIn(std::string_view line) {
    std::vector<Number> numbers;
    const auto isLetter = [](char c) {
        return isLetterAscii(c) || static_cast<unsigned char>(c) >= 0x80U; // Å, µ
    };
    const auto partOfWord = [&](char c) { return isLetter(c) || (c >= '0' && c <= '9') || c == '_'; };
    for (std::size_t at = 0; at < line.size();) {
        const bool begins = (line[at] >= '0' && line[at] <= '9') || line[at] == '-' || line[at] == '.';
        Number number;
        if (!begins || (at > 0 && partOfWord(line[at - 1]))) {
            ++at;
            continue;
        }
        const auto [end, error] = std::from_chars(line.data() + at, line.data() + line.size(), number.value);
        if (error != std::errc{}) {
            ++at;
            continue;
        }
        at = static_cast<std::size_t>(end - line.data());
        const auto isDigitAt = [&](std::size_t place) {
            return place < line.size() && line[place] >= '0' && line[place] <= '9';
        };
        number.commaBehind = at < line.size() && line[at] == ',' && isDigitAt(at + 1);
        std::size_t word = at;
        while (word < line.size() && (line[word] == ' ' || line[word] == '_' || line[word] == ')')) ++word;
        std::size_t wordEnd = word;
        if (isDigitAt(wordEnd) && wordEnd + 1 < line.size() && line[wordEnd + 1] == '/') wordEnd += 2; // "1/A"
        const auto isOfUnit = [&](std::size_t place) { // "mm", "milli-metre", "A-1"
            return isLetter(line[place]) || line[place] == '-' || (line[place - 1] == '-' && isDigitAt(place));
        };
        while (wordEnd < line.size() && wordEnd > 0 && isOfUnit(wordEnd)) ++wordEnd;
        number.unit = line.substr(word, wordEnd - word);
        if (number.unit == "x") number.unit.clear(); // "172e-6 x 172e-6"
        if (std::isfinite(number.value)) numbers.push_back(std::move(number));
    }
    return numbers;
}

/// In metres; absent where the unit is no length.
std::optional<double> metres(const Number& number, const char* plainUnit) {
    const auto factor = metresPer(number.unit.empty() ? plainUnit : number.unit);
    return factor ? std::optional(number.value * *factor) : std::nullopt;
}

/// What lines of the header say together.
class Header {
public:
    explicit Header(StackContents& contents) : m_contents(contents), m_geometry(contents.geometry) {}

    void readLine(std::string_view line) {
        // A text of CIF may begin right behind the semicolon that opens it.
        while (!line.empty() &&
               (line.front() == '#' || line.front() == ';' || line.front() == ' ' || line.front() == '\t'))
            line.remove_prefix(1);
        const std::size_t nameEnd = std::min(line.find_first_of(" \t=:("), line.size());
        const std::string_view name = line.substr(0, nameEnd);
        const std::string_view rest = line.substr(nameEnd);
        if (name == "Detector") return readName(rest);
        if (name == "Flat_field") return readFlat(rest);
        const std::vector<Number> numbers = numbersIn(rest);
        if (numbers.empty()) return;
        const std::size_t saidEnd = line.substr(0, kMostSaid).find_last_not_of(" \t\r");
        const std::string said(line.substr(0, saidEnd + 1));
        constexpr std::array kOneNumber{"Wavelength", "Energy", "Photon_energy", "Detector_distance", "Pixel_size"};
        if (numbers[0].commaBehind && std::ranges::find(kOneNumber, name) != kOneNumber.end())
            return m_contents.note(
                Severity::warning,
                phrase("the header says \"%1\", a number with a comma: it is not used; write it with a point", said));
        if (name == "Pixel_size" && numbers.size() >= 2) {
            readPixels(numbers, said);
        } else if (name == "Wavelength" && numbers[0].value != 0) {
            m_geometry.wavelength_m = length(metres(numbers[0], "A"), kShortestWave_m, kLongestWave_m, said);
        } else if ((name == "Energy" || name == "Photon_energy") && numbers[0].value != 0) {
            readEnergy(numbers[0], said);
        } else if (name == "Detector_distance" && numbers[0].value != 0) {
            m_geometry.distance_m = length(metres(numbers[0], "m"), kNearestDetector_m, kFarthestDetector_m, said);
            warnOfFarDistance(m_geometry.distance_m.value_or(0), said, m_contents);
        } else if (name == "Beam_xy" && numbers.size() >= 2) {
            m_beam = {numbers[0], numbers[1]};
            if (m_beam[0].unit.empty()) m_beam[0].unit = m_beam[1].unit; // "(2.5, 3.0) mm"
            m_beamSaid = said;
        } else if (name == "Detector_2theta") {
            m_turnedBy = numbers[0].value * degreesPer(numbers[0].unit).value_or(1);
        } else if (name == "Detector_Voffset" && numbers[0].value != 0) {
            m_contents.note(Severity::warning,
                            phrase("the header says \"%1\": if the detector was moved after its beam centre was "
                                   "measured, that is another one",
                                   said));
        } else if (name == "Exposure_time" && numbers[0].value > 0) {
            if (const auto unit = secondsPer(numbers[0].unit.empty() ? "s" : numbers[0].unit))
                m_contents.exposure_s = numbers[0].value * *unit;
        } else if (name == "Count_cutoff" && numbers[0].value > 0) {
            m_contents.saturation = numbers[0].value;
        }
    }

    /// What needs other lines.
    void finish() {
        if (!m_geometry.wavelength_m) m_geometry.wavelength_m = m_waveOfEnergy;
        constexpr double kTolerance = 1e-3; // of the value: headers round
        if (m_waveOfEnergy && std::abs(*m_waveOfEnergy - *m_geometry.wavelength_m) > kTolerance * *m_waveOfEnergy)
            m_contents.note(Severity::warning,
                            phrase("the header gives a wavelength of %1 keV and an energy of %2 keV, which contradict "
                                   "each other: the wavelength is used",
                                   numberText(energyFromWavelength(*m_geometry.wavelength_m)),
                                   numberText(energyFromWavelength(*m_waveOfEnergy))));
        if (!m_beam.empty()) {
            m_geometry.beamCentreCol = pixelOf(m_beam[0], m_geometry.pixelWidth_m); // x first
            m_geometry.beamCentreRow = pixelOf(m_beam[1], m_geometry.pixelHeight_m);
            if (!m_geometry.beamCentreCol || !m_geometry.beamCentreRow) {
                m_geometry.beamCentreCol.reset(), m_geometry.beamCentreRow.reset();
                unknownUnit(m_beamSaid);
            }
        }
        if (std::abs(m_turnedBy) > 1e-6) leaveOutTurnedGeometry(m_contents, "Detector_2theta", m_turnedBy);
    }

private:
    static constexpr std::size_t kMostSaid = 60; ///< of a line that is quoted

    void readName(std::string_view rest) {
        const std::size_t first = rest.find_first_not_of(" :=\t");
        if (first == std::string_view::npos || !m_geometry.detector.empty()) return;
        m_geometry.detector = rest.substr(first);
        while (!m_geometry.detector.empty() &&
               (m_geometry.detector.back() == ' ' || m_geometry.detector.back() == '\r'))
            m_geometry.detector.pop_back();
    }
    /// "Flat_field: FF_p300k0107_E9684_T4842.tif": the camera has divided by it; "(nil)": by none.
    void readFlat(std::string_view rest) {
        const std::string_view file = trimmed(rest, " \t\r\n:=");
        if (file.empty() || file == "(nil)" || lowerAscii(file) == "none") return;
        m_contents.applied.flat = "Flat_field: " + std::string(file.substr(0, kMostSaid));
    }
    void readPixels(std::vector<Number> sides, const std::string& said) {
        if (sides[0].value == 0 && sides[1].value == 0) return;   // not known
        if (sides[0].unit.empty()) sides[0].unit = sides[1].unit; // "172 x 172 um"
        m_geometry.pixelWidth_m = length(metres(sides[0], "m"), kSmallestPixel_m, kLargestPixel_m, said); // x first
        m_geometry.pixelHeight_m = length(metres(sides[1], "m"), kSmallestPixel_m, kLargestPixel_m, said);
        if (!m_geometry.pixelWidth_m || !m_geometry.pixelHeight_m)
            m_geometry.pixelWidth_m.reset(), m_geometry.pixelHeight_m.reset();
    }
    void readEnergy(const Number& number, const std::string& said) {
        constexpr double kLeast_eV = 50; // of X-rays, and of keV without a unit more than there are
        const bool isPlain = number.unit.empty(), isKeV = isPlain && number.value > 0 && number.value < kLeast_eV;
        const auto factor = joulesPer(isKeV ? "keV" : isPlain ? "eV" : number.unit);
        if (!factor) return static_cast<void>(unknownUnit(said));
        if (isKeV)
            m_contents.note(Severity::warning,
                            phrase("the header says \"%1\", which makes no sense in eV: taken as keV", said));
        m_waveOfEnergy =
            length(wavelengthFromEnergy(number.value * *factor / kJoulePerKeV), kShortestWave_m, kLongestWave_m, said);
    }
    std::optional<double> length(std::optional<double> value, double least, double most, const std::string& said) {
        return value ? lengthWithin(*value, least, most, said, m_contents) : unknownUnit(said);
    }
    std::optional<double> unknownUnit(const std::string& said) {
        m_contents.note(Severity::warning,
                        phrase("the header says \"%1\", whose unit is not known: it is not used", said));
        return std::nullopt;
    }
    static std::optional<double> pixelOf(const Number& place, const std::optional<double>& pixel_m) {
        if (place.unit.empty() || place.unit.front() == 'p' || place.unit.front() == 'P') return place.value; // pixels
        const auto value = metres(place, "m");
        return value && pixel_m ? std::optional(*value / *pixel_m) : std::nullopt;
    }

    StackContents& m_contents;
    StackGeometry& m_geometry;
    std::vector<Number> m_beam; ///< x, y; empty: it is not there
    std::string m_beamSaid;
    std::optional<double> m_waveOfEnergy;
    double m_turnedBy = 0; ///< degrees
};

} // namespace

void readDetectorHeader(std::string_view text, StackContents& contents) {
    Header header(contents);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        header.readLine(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    header.finish();
}

std::optional<double> lengthWithin(double value_m, double least_m, double most_m, const std::string& said,
                                   StackContents& contents) {
    if (value_m >= least_m && value_m <= most_m) return value_m;
    contents.note(Severity::warning, phrase("the header says \"%1\", which cannot be: it is not used", said));
    return std::nullopt;
}

std::optional<double> lengthOf(double value, const char* called, double unit_m, double least_m, double most_m,
                               StackContents& contents) {
    if (value == 0) return std::nullopt;
    return lengthWithin(unit_m * value, least_m, most_m, std::string(called) + " = " + numberText(value), contents);
}

void leaveOutUnsetCentre(StackContents& contents) {
    StackGeometry& geometry = contents.geometry;
    if (!geometry.beamCentreRow || geometry.beamCentreRow != geometry.beamCentreCol) return;
    if (*geometry.beamCentreRow != 0 && *geometry.beamCentreRow != -1) return;
    contents.note(Severity::info, phrase("the file gives the beam centre as %1, %1, which stands for one that is not "
                                         "known: it is not used",
                                         numberText(*geometry.beamCentreRow)));
    geometry.beamCentreRow.reset(), geometry.beamCentreCol.reset();
}

void leaveOutPlace(StackContents& contents, std::string why) {
    contents.geometry.distance_m.reset();
    contents.geometry.beamCentreRow.reset();
    contents.geometry.beamCentreCol.reset();
    contents.geometry.tilt_deg = contents.geometry.turn_deg = 0;
    contents.note(Severity::warning, std::move(why));
}

void leaveOutTurnedGeometry(StackContents& contents, const std::string& by, double degrees) {
    leaveOutPlace(contents,
                  phrase("%1 turns the detector by %2 degrees around the sample: the distance and the beam centre of "
                         "the file do not say where it is, and are not used; give a PONI file",
                         by, numberText(degrees)));
}

void warnOfFarDistance(double value_m, const std::string& said, StackContents& contents) {
    constexpr double kFarthest_m = 50; // of small-angle instruments
    if (value_m > kFarthest_m)
        contents.note(Severity::warning,
                      phrase("the detector is %1 m away by %2: check its unit", numberText(value_m), said));
}

} // namespace ewald::io
