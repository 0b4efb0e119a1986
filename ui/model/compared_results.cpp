// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compared_results.h"

#include "base/stop_scope.h"
#include "common/quantity_text.h"
#include "job/document/document.h"
#include "job/ptychography/run/half_scans.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::ui {

namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

/// The smallest rectangle that holds all pixels that are not 0.
ptycho::ImageBox boundsOf(const Array<std::uint8_t, 2>& mask) {
    std::size_t top = mask.extent(0), left = mask.extent(1), bottom = 0, right = 0;
    for (std::size_t r = 0; r < mask.extent(0); ++r) {
        for (std::size_t c = 0; c < mask.extent(1); ++c) {
            if (mask(r, c) == 0) continue;
            top = std::min(top, r), bottom = std::max(bottom, r + 1);
            left = std::min(left, c), right = std::max(right, c + 1);
        }
    }
    return {top, left, bottom - top, right - left};
}

/// Both images times the same phases, those that flatten A.
void removeRampOfA(Array<Complex, 2>& a, Array<Complex, 2>& b, const Array<std::uint8_t, 2>& lit) {
    const Array<Complex, 2> before = a;
    const std::vector<float> weight(lit.begin(), lit.end());
    io::removePhaseRamp(a, weight);
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Complex turn = a.data()[i] * std::conj(before.data()[i]);
        const float size = std::abs(turn);
        if (size > 0) b.data()[i] *= turn / size;
    }
}

/// Fills in the images, of which `results.found` has the whole ones.
void takeImages(ComparedResults& results) {
    const ptycho::ImageBox box = boundsOf(results.found.lit);
    const Array<std::uint8_t, 2> lit = ptycho::cut(results.found.lit, box);
    Array<Complex, 2> a = ptycho::cut(results.found.a, box);
    Array<Complex, 2> b = ptycho::cut(results.found.b, box);
    removeRampOfA(a, b, lit);
    Array<float, 2> phase(lit.shape()), amplitude(lit.shape());
    for (std::size_t i = 0; i < lit.size(); ++i) {
        if (lit.data()[i] == 0) {
            a.data()[i] = b.data()[i] = {kNothing, kNothing};
            phase.data()[i] = amplitude.data()[i] = kNothing;
            continue;
        }
        phase.data()[i] = std::arg(a.data()[i] * std::conj(b.data()[i]));
        amplitude.data()[i] = std::abs(a.data()[i]) - std::abs(b.data()[i]);
    }
    results.a = std::make_shared<const Array<Complex, 2>>(std::move(a));
    results.b = std::make_shared<const Array<Complex, 2>>(std::move(b));
    results.phaseDifference = std::make_shared<const Array<float, 2>>(std::move(phase));
    results.amplitudeDifference = std::make_shared<const Array<float, 2>>(std::move(amplitude));
    results.found.a = results.found.b = Array<Complex, 2>();
    results.found.lit = Array<std::uint8_t, 2>();
}

std::shared_ptr<const Array<Complex, 3>> probeOf(const io::PtychoResult& result) {
    const auto modes = result.probe.slab(0);
    const Array<Complex, 3>::Shape shape{result.probe.extent(1), result.probe.extent(2), result.probe.extent(3)};
    return std::make_shared<const Array<Complex, 3>>(shape, std::vector<Complex>(modes.begin(), modes.end()));
}

QByteArray resolutionLine(const char* name, const std::optional<double>& resolution_m) {
    return QByteArray("# ") + name + " resolution: " +
           (resolution_m ? QByteArray::number(*resolution_m, 'g', 5) + " m" : QByteArray("a pixel or better")) + "\n";
}

/// Takes both results apart for display; their losses are moved out of them.
std::shared_ptr<ComparedResults> assemble(io::PtychoResult& a, io::PtychoResult& b,
                                          const std::array<QString, 2>& names) {
    auto results = std::make_shared<ComparedResults>();
    results->fileA = names[0];
    results->fileB = names[1];
    try {
        results->found = job::compareResults(a, b);
    } catch (const DataError& error) {
        const auto name = [](const QString& file) { return QFileInfo(file).fileName().toStdString(); };
        throw DataError(error.problem(), name(names[0]) + ", " + name(names[1]), error.hint());
    }
    takeImages(*results);
    results->probeA = probeOf(a);
    results->probeB = probeOf(b);
    results->wavelengthA_m = a.wavelength_m;
    results->wavelengthB_m = b.wavelength_m;
    results->lossA = std::move(a.loss);
    results->lossB = std::move(b.loss);
    return results;
}

/// Hands on how far each half is.
class HalfObserver final : public job::JobObserver {
public:
    explicit HalfObserver(const HalfProgress& progress) : m_progress(progress) {}
    void onProgress(const job::Progress& progress) noexcept override { m_progress(progress.part.half - 1, progress); }

private:
    const HalfProgress& m_progress;
};

} // namespace

ComparedResultsPtr compareFiles(const QString& fileA, const QString& fileB, TaskContext& context) {
    constexpr std::size_t kSteps = 3;
    std::size_t done = 0;
    const auto step = [&] {
        if (context.control.stopRequested()) throw StoppedError();
        context.progress(++done, kSteps);
    };
    const QString whereA = QFileInfo(fileA).canonicalFilePath(); // empty where there is no file
    if (!whereA.isEmpty() && whereA == QFileInfo(fileB).canonicalFilePath())
        throw DataError("both are the same file", fileA.toStdString(), "choose another result to compare it with");
    io::PtychoResult a = io::readResult(toPath(fileA));
    step();
    io::PtychoResult b = io::readResult(toPath(fileB));
    step();
    const StopScope whileAligning(context.control);
    auto results = assemble(a, b, {fileA, fileB});
    step();
    return results;
}

ComparedResultsPtr compareHalfScans(const job::JobDocument& job, std::optional<double> wholeError, const QString& file,
                                    const std::array<QString, 2>& names, TaskContext& context,
                                    const HalfProgress& progress) {
    HalfObserver observer(progress);
    const StopScope whileFilesAreRead(context.control);
    job::HalfResults made = job::reconstructHalves(job, wholeError, observer, context.control);
    progress(2, {});
    auto results = assemble(made.halves[0], made.halves[1], names);
    if (results->found.noResolution.empty()) job::withoutResolution(results->found, made.notConverged);
    results->halves = true;
    try { // it has taken minutes
        job::keepResolution(toPath(file), results->found, wholeError);
        results->kept = loadResult(file);
    } catch (const Error& error) {
        results->notKept = error;
    }
    return results;
}

std::shared_ptr<const job::ResultComparison> correlateHalves(const job::JobDocument& plain, TaskContext& context,
                                                             const HalfProgress& progress) {
    HalfObserver observer(progress);
    const StopScope whileFilesAreRead(context.control);
    const job::HalfResults made = job::reconstructHalves(plain, std::nullopt, observer, context.control);
    progress(2, {});
    job::ResultComparison found = job::comparePlainHalves(made);
    found.a = found.b = Array<Complex, 2>();
    found.lit = Array<std::uint8_t, 2>();
    return std::make_shared<const job::ResultComparison>(std::move(found));
}

ComparedBeams propagateBeams(const ComparedResults& results, TaskContext& context) {
    if (!(results.wavelengthA_m > 0) || !(results.wavelengthB_m > 0))
        throw JobError("the wavelength is not in the results", "wavelength", "reconstruct with the photon energy set");
    constexpr double kFar_m = 1e3; // cut to what the pixels allow
    constexpr std::size_t kPlanes = 81;
    const auto caustic = [&](const Array<Complex, 3>& probe, double wavelength_m) {
        return ptycho::causticOf(probe, wavelength_m, results.found.pixelHeight_m, results.found.pixelWidth_m, -kFar_m,
                                 kFar_m, kPlanes, context.control);
    };
    return {caustic(*results.probeA, results.wavelengthA_m), caustic(*results.probeB, results.wavelengthB_m),
            ptycho::coherenceOf(*results.probeA), ptycho::coherenceOf(*results.probeB)};
}

Array<Complex, 2> joined(const Array<Complex, 2>& left, const Array<Complex, 2>& right, std::size_t split) {
    Array<Complex, 2> both = right;
    const std::size_t cols = both.extent(1);
    for (std::size_t r = 0; r < both.extent(0); ++r) {
        const Complex* from = left.data() + r * cols;
        std::copy(from, from + std::min(split, cols), both.data() + r * cols);
    }
    return both;
}

QByteArray ringCorrelationText(const ComparedResults& results) {
    const ptycho::RingCorrelation& frc = results.found.frc;
    QByteArray text =
        "# Fourier ring correlation\n# A: " + results.fileA.toUtf8() + "\n# B: " + results.fileB.toUtf8() + "\n" +
        (results.found.noResolution.empty()
             ? resolutionLine("half-bit", frc.halfBitResolution_m) + resolutionLine("one-bit", frc.oneBitResolution_m)
             : "# no resolution can be given: " + QByteArray::fromStdString(results.found.noResolution) + "\n") +
        "# resolution: " + QByteArray::fromStdString(job::resolutionDefinition(ptycho::FrcWindow::hann)) + "\n";
    if (results.found.sameFrames) text += "# both results use the same frames: no resolution of the sample\n";
    if (!results.found.division.empty()) text += "# of " + QByteArray::fromStdString(results.found.division) + "\n";
    // Both halves have the same frames, so the rings are the same unless what is well lit differs.
    const ptycho::RingCorrelation* plain = results.plain ? &results.plain->frc : nullptr;
    if (plain && plain->frequency != frc.frequency) plain = nullptr;
    text += "frequency_per_m,frc,half_bit,one_bit,samples";
    text += plain ? ",frc_of_plainest_model\n" : "\n";
    for (std::size_t k = 0; k < frc.frequency.size(); ++k) {
        text += QByteArray::number(frc.frequency[k], 'g', 9) + "," + QByteArray::number(frc.frc[k], 'g', 9) + "," +
                QByteArray::number(frc.halfBit[k], 'g', 9) + "," + QByteArray::number(frc.oneBit[k], 'g', 9) + "," +
                QByteArray::number(static_cast<qulonglong>(frc.samples[k]));
        text += plain ? "," + QByteArray::number(plain->frc[k], 'g', 9) + "\n" : QByteArray("\n");
    }
    return text;
}

} // namespace ewald::ui
