// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/geometry.h"
#include "base/array.h"
#include "base/pixel_type.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ewald::sim {

/// A powder diffraction experiment to make up: rings of a calibrant on a flat detector.
///
/// A pixel expects beam(frame) · (peaks + background) · solid angle · polarization counts, all taken at its centre, so
/// that integration with the same corrections gives the pattern back (PowderSimulator::intensity()). Everything but the
/// noise is the same for frames i and i + distinct.
struct PowderExperiment {
    azint::Poni poni; ///< with wavelength, pixel size and shape; orientation 3
    std::string calibrant = "LaB6_SRM660c";
    PixelType pixelType = PixelType::uint32; ///< uint8, uint16, uint32
    std::size_t frames = 100;
    /// Different frames; after them the same ones come again (with the same noise). 0 = all are different. At most 256
    /// otherwise: they are kept in memory, encoded.
    std::size_t distinct = 0;
    double peakCounts = 60;     ///< on top of the strongest ring, were it hit straight
    double background = 1.2;    ///< counts; five times as much near the beam
    double peakWidth_deg = 0.1; ///< full width at half maximum, in 2θ
    std::optional<double> polarizationFactor = 0.99;
    bool solidAngle = true;
    bool noise = true;
    double expansion = 0;       ///< relative growth of the lattice from the first frame to the last
    double decay = 0;           ///< relative loss of beam from the first frame to the last; also written as the monitor
    std::size_t deadPixels = 0; ///< without a value, as the gaps; bit 1 of the pixel mask
    std::size_t hotPixels = 0;  ///< with far too many counts; bit 4 of the pixel mask
    unsigned long long seed = 0;
};

/// Makes the frames of an experiment one by one. Const functions may be called from several threads.
class PowderSimulator {
public:
    /// \throws JobError naming what makes no sense: no shape, wavelength or pixel size, another pixel type, an unknown
    ///         calibrant, numbers out of range
    explicit PowderSimulator(PowderExperiment experiment);

    [[nodiscard]] const PowderExperiment& experiment() const noexcept { return m_experiment; }
    [[nodiscard]] const azint::Geometry& geometry() const noexcept { return m_geometry; }
    /// As Eiger detectors write it: bit 0 gap, bit 1 dead, bit 4 noisy.
    [[nodiscard]] const Array<std::uint32_t, 2>& pixelMask() const noexcept { return m_mask; }
    /// The largest count that is written; what lies above means "no value".
    [[nodiscard]] std::uint64_t saturation() const noexcept;
    /// Beam of a frame, 1 for the first.
    [[nodiscard]] double beam(std::size_t frame) const noexcept;
    /// What an integration with the corrections of the experiment should give at a scattering angle (radians), before
    /// the beam's decay.
    [[nodiscard]] double intensity(double twoTheta, std::size_t frame) const;
    /// The angles of the rings in a frame, radians.
    [[nodiscard]] std::vector<double> rings(std::size_t frame) const;
    /// Expected counts of all pixels, without noise, gaps and bad pixels. Shape of the detector.
    [[nodiscard]] std::vector<float> expected(std::size_t frame) const;
    /// The pixels of a frame as stored, rows × cols values of the pixel type.
    [[nodiscard]] std::vector<std::byte> frame(std::size_t frame) const;

private:
    struct Ring {
        double d_A = 0;
        double weight = 0; ///< 1 for the strongest
    };
    void findRings();
    void makeMask();
    [[nodiscard]] double progress(std::size_t frame) const noexcept;
    [[nodiscard]] double twoThetaOf(const Ring& ring, std::size_t frame) const noexcept;
    template <class T>
    void fill(std::size_t frame, T* out) const;

    PowderExperiment m_experiment;
    azint::Geometry m_geometry;
    std::vector<Ring> m_rings;
    std::vector<float> m_twoTheta; ///< of every pixel, radians
    LargeVector<float> m_norm;     ///< solid angle · polarization
    Array<std::uint32_t, 2> m_mask;
    double m_largestTwoTheta = 0;
};

/// How a simulated stack is laid out in files.
enum class PowderLayout {
    plain,  ///< one file with frames and metadata
    master, ///< a master with links /entry/data/data_000001… to data files beside it, as older Eiger files
    vds,    ///< the same and a virtual dataset /entry/data/data over them
};

struct PowderOutput {
    PowderLayout layout = PowderLayout::plain;
    std::size_t framesPerFile = 1000; ///< of the data files
    bool overwrite = false;
    /// Called now and then with the number of frames written, in the calling thread.
    std::function<void(std::size_t)> progress;
};

/// What came out.
struct PowderFiles {
    std::filesystem::path poni;
    std::vector<std::filesystem::path> data; ///< all HDF5 files; the first is the one to open
    std::uint64_t storedBytes = 0;           ///< of the frames
};

/// The PONI that belongs to a stack: of the same name, with the ending .poni. The null device stays what it is.
[[nodiscard]] std::filesystem::path poniBeside(const std::filesystem::path& file);

/// Writes the stack as NXmx (one bitshuffle-LZ4 chunk a frame, frame by frame: memory does not depend on their number)
/// and the PONI beside it. Every file appears when it is complete, the one to open last; when it
/// cannot, none of them stays. No other process may write the same stack meanwhile. \throws DataError
PowderFiles writePowderStack(const std::filesystem::path& file, const PowderExperiment& experiment,
                             const PowderOutput& output);

} // namespace ewald::sim
