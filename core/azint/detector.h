// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::azint {

/// A way in which a detector is read out: all of its pixels, or fewer and larger ones.
struct Readout {
    std::size_t rows = 0;
    std::size_t cols = 0;
    double pixelHeight_m = 0;
    double pixelWidth_m = 0;
    std::size_t binning = 1; ///< pixels of the detector along each side of one of these; 0 = another scan of a plate
    bool listed = true;      ///< false: the maker offers no such binning
};

/// Some neighbouring rows or columns, counted from the start of a module.
struct Strip {
    std::size_t first = 0;
    std::size_t count = 0;
};

/// A detector as it is sold: what is known of it without a file. Arrays of two are along rows and columns.
struct Detector {
    std::string name;                 ///< "Pilatus 1M", for people
    std::vector<std::string> aliases; ///< other names, among them the one of PONI files ("Pilatus1M")
    std::string maker;
    std::size_t rows = 0; ///< unbinned
    std::size_t cols = 0;
    double pixelHeight_m = 0; ///< unbinned
    double pixelWidth_m = 0;
    std::array<std::size_t, 2> module{};           ///< pixels of a module; 0 = one piece
    std::array<std::size_t, 2> gap{};              ///< insensitive pixels between modules
    std::array<std::vector<Strip>, 2> dead;        ///< rows and columns of each module that are not used
    std::vector<std::array<std::size_t, 2>> chips; ///< first pixels of the modules, where they lie in no grid
    bool isRound = false;                          ///< sensitive within the largest circle about the middle
    /// Where rows or columns begin, from the first one, and the end of the last: one more than there are. Empty: all
    /// alike.
    std::array<std::vector<double>, 2> edges_m;
    double radius_m = 0;           ///< of the cylinder on which its pixels lie (azint/instrument/cylinder.h); 0: none
    std::optional<double> dummy;   ///< the value that its files give to pixels without a measurement
    double deltaDummy = 0;         ///< values nearer to dummy than this are dummies too
    std::vector<Readout> readouts; ///< the unbinned one first
    const char* unsupported = nullptr; ///< why no geometry can be made of it, a phrase; nullptr: it can
};

/// The catalogue (resources/detectors.json, compiled in), in alphabetical order of makers and names.
[[nodiscard]] const std::vector<Detector>& detectors();

/// By name or alias; case, blanks, '-' and '_' do not matter. nullptr when it is not in the catalogue.
[[nodiscard]] const Detector* findDetector(std::string_view name);

/// The flat detectors that give frames of this shape, without binning first. Only readouts that makers offer.
[[nodiscard]] std::vector<const Detector*> detectorsOfShape(std::size_t rows, std::size_t cols);

/// How a detector makes frames of this shape: as its maker lists it, or binned by any whole number. Absent: not at all.
[[nodiscard]] std::optional<Readout> readoutOf(const Detector& detector, std::size_t rows, std::size_t cols);

/// 1 for pixels that measure nothing: between modules, in the rows and columns that are not used, outside the circle.
/// Shape (rows, cols) of a readout; a binned pixel counts only when it lies in sensitive ones altogether. Empty where
/// all of them are sensitive or the detector has no such readout.
[[nodiscard]] Array<std::uint8_t, 2> gapMask(const Detector& detector, std::size_t rows, std::size_t cols);

/// Where the pixels of an image are along one of its axes, in metres from the outer edge of the first.
class PixelAxis {
public:
    explicit PixelAxis(double pixel_m = 0) : m_pixel_m(pixel_m) {}
    /// \param edges_m growing, one more than pixels
    explicit PixelAxis(std::vector<double> edges_m) : m_edges_m(std::move(edges_m)) {}

    [[nodiscard]] bool isEven() const noexcept { return m_edges_m.empty(); }
    [[nodiscard]] const std::vector<double>& edges_m() const noexcept { return m_edges_m; }
    /// Of a point in pixels (their centres are at ½). Beyond the image its outermost pixels go on.
    [[nodiscard]] double place_m(double index) const noexcept;
    /// The inverse of place_m().
    [[nodiscard]] double index(double place_m) const noexcept;

private:
    double m_pixel_m = 0;
    std::vector<double> m_edges_m;
};

} // namespace ewald::azint
