// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

namespace ewald::compute {

/// The Fourier transform of an image [size][size] by the definition, orthonormal: Σ in·exp(sign·2πi(rk +
/// cl)/size)/size.
inline std::vector<std::complex<double>> naiveTransform(const std::vector<std::complex<double>>& in, int size,
                                                        int sign) {
    std::vector<std::complex<double>> rows(in.size()), out(in.size()), turns;
    for (int i = 0; i < size; ++i) turns.push_back(std::polar(1.0, sign * 2 * std::numbers::pi * i / size));
    const auto turn = [&](int a, int b) { return turns[static_cast<std::size_t>(a * b % size)]; };
    for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c)
            for (int k = 0; k < size; ++k)
                rows[static_cast<std::size_t>(r * size + c)] += in[static_cast<std::size_t>(r * size + k)] * turn(k, c);
    for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c)
            for (int k = 0; k < size; ++k)
                out[static_cast<std::size_t>(r * size + c)] +=
                    rows[static_cast<std::size_t>(k * size + c)] * turn(k, r) / static_cast<double>(size);
    return out;
}

} // namespace ewald::compute
