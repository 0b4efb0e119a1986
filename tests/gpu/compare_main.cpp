// SPDX-License-Identifier: GPL-3.0-or-later
//
// compare-results A.h5 B.h5: the difference of two results of Ewald as one line of JSON. For tests/gpu/run, on machines
// without other programs that read HDF5.
#include "base/error.h"
#include "io/integration_file.h"
#include "io/result_file.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <exception>
#include <span>
#include <vector>

namespace {

using namespace ewald;

/// ‖a − b‖ / ‖b‖; not a number where the sizes differ.
template <class Values>
double distance(const Values& a, const Values& b) {
    if (a.size() != b.size()) return std::nan("");
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        difference += static_cast<double>(std::norm(a[i] - b[i]));
        norm += static_cast<double>(std::norm(b[i]));
    }
    return norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
}

/// Σ a* b
std::complex<double> inner(std::span<const Complex> a, std::span<const Complex> b) {
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += std::conj(std::complex<double>(a[i])) * std::complex<double>(b[i]);
    return sum;
}

/// Of several modes of a probe that is the same in all frames ‖AAᴴ − BBᴴ‖ / ‖BBᴴ‖, the columns of A and B being modes:
/// their mutual intensity is what frames tell, while modes of nearly the same power turn among each other by rounding.
/// Else distance(). \param a [opr][mode][n][n]
double distanceOfProbes(const Array<Complex, 4>& a, const Array<Complex, 4>& b) {
    const std::size_t modes = b.extent(1), pixels = b.extent(2) * b.extent(3);
    if (a.shape() != b.shape() || b.extent(0) > 1 || modes == 1) return distance(a.span(), b.span());
    const auto mode = [pixels](const Array<Complex, 4>& probe, std::size_t k) {
        return probe.span().subspan(k * pixels, pixels);
    };
    double squares = 0, norm = 0; // ‖AAᴴ − BBᴴ‖² = ‖AᴴA‖² + ‖BᴴB‖² − 2 ‖AᴴB‖²
    for (std::size_t j = 0; j < modes; ++j)
        for (std::size_t k = 0; k < modes; ++k) {
            const double ofB = std::norm(inner(mode(b, j), mode(b, k)));
            squares += std::norm(inner(mode(a, j), mode(a, k))) + ofB - 2 * std::norm(inner(mode(a, j), mode(b, k)));
            norm += ofB;
        }
    return norm > 0 ? std::sqrt(std::max(0.0, squares) / norm) : std::sqrt(std::max(0.0, squares));
}

void compareReconstructions(const char* a, const char* b) {
    const io::PtychoResult first = io::readResult(a), second = io::readResult(b);
    if (first.loss.empty() || second.loss.empty()) throw DataError("no iterations", a);
    std::printf(R"({"kind": "ptycho", "object": %.3g, "probe": %.3g, "fourier_error": [%.6g, %.6g]})"
                "\n",
                distance(first.object.span(), second.object.span()), distanceOfProbes(first.probe, second.probe),
                first.loss.back().fourierError, second.loss.back().fourierError);
}

void compareIntegrations(const char* a, const char* b) {
    const io::IntegrationResult first(a), second(b);
    if (first.axes().frames != second.axes().frames || first.axes().bins() != second.axes().bins())
        throw DataError("the results have different shapes", a);
    double worst = 0;
    std::size_t differentGaps = 0, populated = 0;
    for (std::size_t frame = 0; frame < first.axes().frames; ++frame) {
        const std::vector<float> x = first.intensity(frame), y = second.intensity(frame);
        for (std::size_t bin = 0; bin < y.size(); ++bin) {
            if (std::isfinite(x[bin]) != std::isfinite(y[bin])) ++differentGaps;
            if (!std::isfinite(x[bin]) || !std::isfinite(y[bin]) || y[bin] == 0) continue;
            ++populated;
            worst = std::max(worst, std::abs(static_cast<double>(x[bin]) / static_cast<double>(y[bin]) - 1));
        }
    }
    std::printf(R"({"kind": "integrate", "worst_bin": %.3g, "bins": %zu, "different_gaps": %zu})"
                "\n",
                worst, populated, differentGaps);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: compare-results A.h5 B.h5\n");
        return 2;
    }
    try {
        if (io::isResultFile(argv[1]))
            compareReconstructions(argv[1], argv[2]);
        else
            compareIntegrations(argv[1], argv[2]);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "compare-results: %s\n", error.what());
        return 3;
    }
}
