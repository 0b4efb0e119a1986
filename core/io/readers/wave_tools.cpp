// SPDX-License-Identifier: GPL-3.0-or-later
// The wavelength of a beam, which files may say several times.
#include "base/units.h"

#include "base/phrase.h"
#include "io/readers/reader_tools.h"

#include <cmath>

namespace ewald::io {
namespace {

/// How a wavelength and another one, perhaps of an energy, belong together.
enum class Match { none, photons, electrons };

Match compareWaves(double taken_m, double other_m, bool isEnergy) {
    constexpr double kTolerance = 1e-3, kOfElectrons = 1e-2; // whoever writes numbers rounds them
    const auto near = [&](double value_m, double tolerance) {
        return std::abs(value_m - taken_m) <= tolerance * taken_m;
    };
    if (near(other_m, kTolerance)) return Match::photons;
    const bool electrons =
        isEnergy && near(wavelengthOf(Particle::electron, energyFromWavelength(other_m)), kOfElectrons);
    return electrons ? Match::electrons : Match::none;
}

/// Says that a source holds no energy or wavelength that can be, and which one is used instead.
void noteReplaced(const h5::File& file, Scan& scan, const WaveSource& none, const WaveSource& taken) {
    Scan unsaid; // again of several values
    const std::string unit = unitsOf(file, none.path);
    const double value = readNumber(file, unsaid, none.path).value_or(0);
    std::string held = std::isnan(value) ? "NaN" : numberText(value);
    if (!unit.empty()) held += " " + unit;
    addNote(scan, Severity::warning,
            phrase("%1 holds %2, which cannot be: %3 is used (%4 keV)", none.path, held, taken.path,
                   numberText(energyFromWavelength(*scan.wavelength_m))));
}

/// Whether there are photons of such a wavelength in diffraction.
bool isPossible(double wavelength_m) { return wavelength_m >= kShortestWave_m && wavelength_m <= kLongestWave_m; }

/// Reads one source. \return whether there is a number
bool readSource(const h5::File& file, Scan& scan, const WaveSource& source) {
    return source.isEnergy ? readEnergy(file, scan, source.path, source.unit)
                           : readWavelength(file, scan, source.path, source.unit);
}

/// A wavelength without a unit that cannot be what the format says (1.24 of metres): Å, else nm, else m.
void guessUnit(const h5::File& file, Scan& scan, const WaveSource& source) {
    const double number = *scan.wavelength_m / metresPer(source.unit).value_or(1);
    if (source.isEnergy || isPossible(*scan.wavelength_m) || !unitOfNumber(file, source.path).empty()) return;
    for (const char* unit : {"angstrom", "nm", "m"}) {
        const double wavelength_m = number * metresPer(unit).value_or(0);
        if (!isPossible(wavelength_m)) continue;
        addNote(scan, Severity::warning,
                phrase("%1 = %2 has no unit and makes no sense in %3; taken as %4: %5 keV", source.path,
                       numberText(number), source.unit, unit, numberText(energyFromWavelength(wavelength_m))));
        scan.wavelength_m = wavelength_m;
        scan.origin[translatable("wavelength")] = withUnit(source.path, unit);
        return;
    }
}

} // namespace

std::optional<double> readWave(const h5::File& file, Scan& scan, const std::vector<WaveSource>& sources) {
    const WaveSource* taken = nullptr;
    std::optional<double> none_m; // of the first source that cannot be used
    const WaveSource* none = nullptr;
    std::optional<double> electrons_keV;
    for (const WaveSource& source : sources) {
        if (taken != nullptr && source.lastResort) continue;
        Scan other;
        Scan& target = taken == nullptr ? scan : other;
        if (!readSource(file, target, source)) continue;
        if (!isUsableLength(target.wavelength_m)) {
            if (taken == nullptr && !none_m) none_m = target.wavelength_m, none = &source;
            if (taken != nullptr && other.wavelength_m && *other.wavelength_m < 0)
                noteReplaced(file, scan, source, *taken);
            continue;
        }
        if (taken == nullptr) {
            taken = &source;
            scan.wavelengthFromEnergy = source.isEnergy;
            if (none_m && (none->isEnergy || !source.isEnergy))
                noteReplaced(file, scan, *none, source);
            else if (none_m)
                addNote(scan, Severity::warning,
                        phrase("the wavelength of the file is %1; its energy is used (%2 keV)", lengthText(*none_m),
                               numberText(energyFromWavelength(*scan.wavelength_m))));
            continue;
        }
        const Match match = compareWaves(*scan.wavelength_m, *other.wavelength_m, source.isEnergy && !taken->isEnergy);
        if (match == Match::electrons) electrons_keV = energyFromWavelength(*other.wavelength_m);
        if (match != Match::none) continue;
        if (!isPossible(*scan.wavelength_m) && isPossible(*other.wavelength_m)) {
            addNote(scan, Severity::warning,
                    phrase("%1 gives a wavelength of %2 m, which cannot be: %3 is used (%4 keV)", taken->path,
                           numberText(*scan.wavelength_m, 6), source.path,
                           numberText(energyFromWavelength(*other.wavelength_m))));
            scan.wavelength_m = other.wavelength_m;
            scan.wavelengthFromEnergy = source.isEnergy;
            for (const auto& [quantity, by] : other.origin) scan.origin[quantity] = by;
            taken = &source;
            continue;
        }
        addNote(scan, Severity::warning,
                phrase("%1 gives a wavelength of %2 m and %3 one of %4 m, which contradict each other: that of %1 "
                       "is used",
                       taken->path, numberText(*scan.wavelength_m, 6), source.path,
                       numberText(*other.wavelength_m, 6)));
        break;
    }
    if (taken != nullptr) guessUnit(file, scan, *taken);
    if (taken == nullptr && none_m) {
        scan.wavelength_m = none_m; // which is refused where it is needed
        scan.wavelengthFromEnergy = none->isEnergy;
        if (*none_m == 0 || std::isinf(*none_m)) {
            scan.wavelength_m.reset();
            addNote(scan, Severity::warning,
                    "the file gives 0 as the energy or wavelength, which stands for one that is "
                    "not known");
        }
    }
    return electrons_keV;
}

void readScanWave(const h5::File& file, Scan& scan, const std::vector<WaveSource>& sources) {
    const std::optional<double> electrons_keV = readWave(file, scan, sources);
    if (!electrons_keV) return;
    addNote(scan, Severity::info,
            phrase("wavelength (%1) and energy (%2 keV) of the file belong together for electrons: set "
                   "particle=electron",
                   lengthText(*scan.wavelength_m), numberText(*electrons_keV)));
}

} // namespace ewald::io
