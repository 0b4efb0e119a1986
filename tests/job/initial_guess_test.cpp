// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5.h"
#include "io/result_file.h"
#include "io/scan.h"
#include "io/temporary_folder.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "sim/ptycho_simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ewald::job {
namespace {

class InitialGuess : public testing::Test {
protected:
    static constexpr std::size_t kSize = 64;

    /// With the true probe of whole frames in the file.
    void SetUp() override {
        sim::PtychoExperiment experiment;
        experiment.size = kSize;
        experiment.frames = 60;
        const sim::PtychoDataset data = sim::simulatePtycho(experiment);
        io::h5::File scan = io::h5::File::create(file("scan.h5"));
        scan.write<float>("/frames", data.frames.span(), {60, kSize, kSize});
        scan.write<Complex>("/probe", data.probe.span(), {1, kSize, kSize});
        std::vector<double> places;
        for (const ScanPosition& place : data.positions) places.insert(places.end(), {place.x, place.y});
        scan.write<double>("/places", places, {60, 2});
        scan.close();
        m_mapping.frames = "/frames";
        m_mapping.positions = "/places";
        m_mapping.probe = "/probe";
        m_mapping.energyValue = experiment.energy_keV;
        m_mapping.distanceValue = experiment.distance_m;
        m_mapping.pixelSizeValue = experiment.detectorPixel_m;
    }

    /// Fourier errors of all iterations, with frames cropped to so many pixels a side.
    std::vector<double> reconstruct(const std::string& name, std::size_t crop, std::size_t iterations,
                                    const std::string& probe, const std::string& object) {
        JobDocument job;
        job.inputFile = file("scan.h5");
        job.mapping = m_mapping;
        job.outputFile = file(name);
        job.pipeline = {{"rpie", iterations, {}}};
        job.set("batch_size", "8");
        job.set("crop_size", std::to_string(crop));
        job.set("initial_probe", probe);
        job.set("initial_object", object);
        Listener listener;
        RunControl control;
        const JobOutcome outcome = runPtycho(job, listener, control);
        EXPECT_EQ(outcome.state, JobState::done) << (outcome.error ? outcome.error->what() : "");
        m_log = listener.lines;
        std::vector<double> errors;
        for (const io::LossEntry& entry : io::readResult(job.outputFile).loss) errors.push_back(entry.fourierError);
        return errors;
    }
    /// What ptychodus would keep of a result: its object in the middle, the probe, the size of their pixels.
    /// \param above, left empty rows and columns of the object before the others \param withCentre with where its
    /// middle is
    void writeProduct(const std::string& name, const io::PtychoResult& result, std::size_t above = 0,
                      std::size_t left = 0, bool withCentre = false) {
        io::h5::File product = io::h5::File::create(file(name));
        const std::size_t n = result.probe.extent(2);
        product.write<float>("/dp", std::vector<float>(2 * n * n, 1), {2, n, n});
        for (const char* path : {"/probe_position_x_m", "/probe_position_y_m"})
            product.write<double>(path, std::vector<double>{0, 1e-6}, {2});
        product.write<Complex>("/probe", result.probe.slab(0), {result.probe.extent(1), n, n});
        const std::size_t rows = result.object.extent(1), cols = result.object.extent(2);
        Array<Complex, 2> object({rows + above, cols + left}, Complex(1, 0));
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t col = 0; col < cols; ++col) object(row + above, col + left) = result.object(0, row, col);
        product.write<Complex>("/object", object.span(), {rows + above, cols + left});
        if (withCentre) { // of so many rows before its own, the middle of all is half as many rows before that of its
                          // own
            const auto middle = [](std::size_t own, std::size_t before) {
                return (static_cast<double>(own) - static_cast<double>(before)) / 2;
            };
            product.setAttribute("/object", "center_y_m",
                                 result.objectOriginY_m + middle(rows, above) * result.objectPixelHeight_m);
            product.setAttribute("/object", "center_x_m",
                                 result.objectOriginX_m + middle(cols, left) * result.objectPixelWidth_m);
        }
        for (const char* path : {"/probe", "/object"}) {
            product.setAttribute(path, "pixel_height_m", result.objectPixelHeight_m);
            product.setAttribute(path, "pixel_width_m", result.objectPixelWidth_m);
        }
        product.setAttribute("/", "probe_energy_eV", 1e3 * *m_mapping.energyValue);
        product.setAttribute("/", "detector_object_distance_m", *m_mapping.distanceValue);
        product.close();
    }
    [[nodiscard]] std::string file(const std::string& name) const { return (m_folder.path() / name).string(); }
    [[nodiscard]] bool logHas(const std::string& part) const {
        return std::ranges::any_of(m_log,
                                   [&](const std::string& line) { return line.find(part) != std::string::npos; });
    }

private:
    struct Listener : JobObserver {
        void onLog(LogLevel, const std::string& text) noexcept override { lines.push_back(text); }
        std::vector<std::string> lines;
    };
    io::TemporaryFolder m_folder;
    io::ImportMapping m_mapping;
    std::vector<std::string> m_log;
};

// A crop of half the frame has pixels twice as large: the quick look before the whole.
TEST_F(InitialGuess, AResultOfSmallerFramesIsBroughtToThePixelsOfLargerOnes) {
    reconstruct("small.h5", kSize / 2, 30, "file", "ones");
    const double scratch = reconstruct("scratch.h5", kSize, 3, "gaussian", "ones").back();
    const double further = reconstruct("large.h5", kSize, 3, file("small.h5"), file("small.h5")).back();
    EXPECT_TRUE(logHas("it is brought to these"));
    EXPECT_LT(further, 0.1 * scratch); // 0.0075 and 0.138; of the wrong size they explain less than an empty object
}

TEST_F(InitialGuess, AProductOfSmallerFramesIsBroughtToThePixelsOfLargerOnes) {
    reconstruct("small.h5", kSize / 2, 30, "file", "ones");
    writeProduct("product.h5", io::readResult(file("small.h5")));
    const double scratch = reconstruct("scratch.h5", kSize, 3, "gaussian", "ones").back();
    const double further = reconstruct("large.h5", kSize, 3, file("product.h5"), file("product.h5")).back();
    EXPECT_TRUE(logHas("the object in " + file("product.h5")));
    EXPECT_LT(further, 0.3 * scratch);
}

/// The object of a product lies where its centre says: as that of the result of which it was made.
TEST_F(InitialGuess, AProductPlacesItsObjectByItsCentre) {
    reconstruct("first.h5", kSize, 20, "file", "ones");
    const io::PtychoResult result = io::readResult(file("first.h5"));
    const double own = reconstruct("own.h5", kSize, 1, file("first.h5"), file("first.h5")).back();
    for (const std::size_t more : {0U, 12U}) {
        writeProduct("product.h5", result, more / 2, more, true);
        const double placed =
            reconstruct("placed" + std::to_string(more) + ".h5", kSize, 1, file("product.h5"), file("product.h5"))
                .back();
        EXPECT_NEAR(placed, own, 0.01 * own) << "rounding of the place by 1e-9 pixels at most";
        EXPECT_FALSE(logHas("lies beside the scan"));
    }
    writeProduct("product.h5", result, 6, 12); // in the middle: three rows and six columns away
    EXPECT_GT(reconstruct("shifted.h5", kSize, 1, file("product.h5"), file("product.h5")).back(), 2 * own);
    writeProduct("product.h5", result, 2000, 0, true);
    reconstruct("beside.h5", kSize, 1, file("product.h5"), file("product.h5"));
    EXPECT_FALSE(logHas("lies beside the scan")) << "rows before it are no matter";
    io::PtychoResult beside = result;
    beside.objectOriginX_m += 1e-3;
    writeProduct("product.h5", beside, 0, 0, true);
    reconstruct("farther.h5", kSize, 1, file("product.h5"), file("product.h5"));
    EXPECT_TRUE(logHas("lies beside the scan"));
}

TEST_F(InitialGuess, AResultOfLargerFramesIsBroughtToThePixelsOfSmallerOnes) {
    reconstruct("large.h5", kSize, 30, "file", "ones");
    const double whole = reconstruct("whole.h5", kSize / 2, 30, "file", "ones").back();
    const double first = reconstruct("small.h5", kSize / 2, 1, file("large.h5"), file("large.h5")).back();
    EXPECT_LT(first, 1.25 * whole); // after one iteration what takes 30 from an empty object
}

TEST_F(InitialGuess, TheScansOwnProbeFollowsTheCrop) {
    const double cropped = reconstruct("cropped.h5", kSize / 2, 2, "file", "ones").back();
    EXPECT_TRUE(logHas("it is brought to these"));
    const double whole = reconstruct("whole.h5", kSize, 2, "file", "ones").back();
    EXPECT_FALSE(logHas("it is brought to these"));
    EXPECT_LT(cropped, 1.5 * whole); // half of the pixels hold nearly the same counts
}

} // namespace
} // namespace ewald::job
