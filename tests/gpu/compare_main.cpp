// SPDX-License-Identifier: GPL-3.0-or-later
//
// compare-results A.h5 B.h5: the difference of two results of Ewald as one line of JSON. For tests/gpu/run, on machines
// without other programs that read HDF5.
#include "base/error.h"
#include "io/integration_file.h"
#include "io/result_file.h"

#include <cmath>
#include <cstdio>
#include <exception>
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

void compareReconstructions(const char* a, const char* b) {
    const io::PtychoResult first = io::readResult(a), second = io::readResult(b);
    if (first.loss.empty() || second.loss.empty()) throw DataError("no iterations", a);
    std::printf(R"({"kind": "ptycho", "object": %.3g, "probe": %.3g, "fourier_error": [%.6g, %.6g]})"
                "\n",
                distance(first.object.span(), second.object.span()), distance(first.probe.span(), second.probe.span()),
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
