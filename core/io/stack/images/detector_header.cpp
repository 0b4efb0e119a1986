// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/detector_header.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace ewald::io {
namespace {

/// The numbers of a line, in order, whatever stands between them. A number that is part of a word is none.
std::vector<double> numbersIn(std::string_view line) {
    std::vector<double> numbers;
    const auto partOfWord = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    for (std::size_t at = 0; at < line.size();) {
        const bool begins = (line[at] >= '0' && line[at] <= '9') || line[at] == '-' || line[at] == '.';
        if (!begins || (at > 0 && partOfWord(line[at - 1]))) {
            ++at;
            continue;
        }
        double value = 0;
        const auto [end, error] = std::from_chars(line.data() + at, line.data() + line.size(), value);
        if (error != std::errc{}) {
            ++at;
            continue;
        }
        numbers.push_back(value);
        at = static_cast<std::size_t>(end - line.data());
    }
    return numbers;
}

bool positive(double value) { return std::isfinite(value) && value > 0; }

void readLine(std::string_view line, StackGeometry& geometry) {
    while (!line.empty() && (line.front() == '#' || line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    const std::size_t nameEnd = std::min(line.find_first_of(" \t=:("), line.size());
    const std::string_view name = line.substr(0, nameEnd);
    const std::string_view rest = line.substr(nameEnd);
    const std::vector<double> numbers = numbersIn(rest);
    if (name == "Pixel_size" && numbers.size() >= 2 && positive(numbers[0]) && positive(numbers[1])) {
        geometry.pixelWidth_m = numbers[0]; // x first
        geometry.pixelHeight_m = numbers[1];
    } else if (name == "Wavelength" && !numbers.empty() && positive(numbers[0])) {
        geometry.wavelength_m = numbers[0] * 1e-10;
    } else if (name == "Detector_distance" && !numbers.empty() && positive(numbers[0])) {
        geometry.distance_m = numbers[0];
    } else if (name == "Beam_xy" && numbers.size() >= 2 && std::isfinite(numbers[0]) && std::isfinite(numbers[1])) {
        geometry.beamCentreCol = numbers[0];
        geometry.beamCentreRow = numbers[1];
    } else if (name == "Detector" && geometry.detector.empty()) {
        const std::size_t first = rest.find_first_not_of(" :=\t");
        if (first != std::string_view::npos) geometry.detector = rest.substr(first);
        while (!geometry.detector.empty() && (geometry.detector.back() == ' ' || geometry.detector.back() == '\r'))
            geometry.detector.pop_back();
    }
}

} // namespace

void readDetectorHeader(std::string_view text, StackGeometry& geometry) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        readLine(text.substr(0, end), geometry);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

} // namespace ewald::io
