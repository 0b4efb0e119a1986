// SPDX-License-Identifier: GPL-3.0-or-later
//
// Included by frame_loops_baseline.cpp, frame_loops_avx2.cpp and frame_loops_avx512.cpp only, inside an unnamed
// namespace. Nothing here may be an inline function of external linkage: the linker would keep one copy for all
// instruction sets. That is why complex products are written out here on vectors, while the arithmetic of a pixel is
// the one of kernels/.

#include "compute/cpu/frame_vectors_impl.h"

static constexpr std::size_t kBlock = 256; // pixels whose intermediate values stay in L1

static void gatherRow(const Cf* above, const Cf* below, kernels::BilinearWeights w, int n, Cf* out) {
    const auto* a = reinterpret_cast<const float*>(above);
    const auto* b = reinterpret_cast<const float*>(below);
    auto* o = reinterpret_cast<float*>(out);
    for (int i = 0; i < 2 * n; ++i) o[i] = w.w00 * a[i] + w.w01 * a[i + 2] + w.w10 * b[i] + w.w11 * b[i + 2];
}

static void spreadRow(const Cf* above, const Cf* here, kernels::BilinearWeights w, int n, double anchor, Cd* sum) {
    const auto* a = reinterpret_cast<const float*>(above);
    const auto* h = reinterpret_cast<const float*>(here);
    auto* s = reinterpret_cast<double*>(sum);
    for (int i = 0; i < 2 * n + 2; ++i)
        s[i] += kernels::exactSummand(w.w00 * h[i] + w.w01 * h[i - 2] + w.w10 * a[i] + w.w11 * a[i - 2], anchor);
}

static void spreadWeightRow(const float* above, const float* here, kernels::BilinearWeights w, int n, double anchor,
                            double* sum) {
    for (int i = 0; i < n + 1; ++i)
        sum[i] += kernels::exactSummand(w.w00 * here[i] + w.w01 * here[i - 1] + w.w10 * above[i] + w.w11 * above[i - 1],
                                        anchor);
}

static void addOnGrid(const float* source, std::size_t count, double anchor, double* sum) {
    for (std::size_t i = 0; i < count; ++i) sum[i] += kernels::exactSummand(source[i], anchor);
}

static void addSums(const double* source, std::size_t count, double* sum) {
    for (std::size_t i = 0; i < count; ++i) sum[i] += source[i];
}

static void multiply(const Cf* a, const Cf* b, std::size_t count, Cf* out) {
    std::size_t i = 0;
    for (; i + kComplex <= count; i += kComplex) store(out + i, mul(load(a + i), load(b + i)));
    for (; i < count; ++i) out[i] = a[i] * b[i];
}

static void conjMultiply(const Cf* a, const Cf* b, std::size_t count, Cf* out) {
    std::size_t i = 0;
    for (; i + kComplex <= count; i += kComplex) store(out + i, conjMulV(load(a + i), load(b + i)));
    for (; i < count; ++i) out[i] = kernels::conjMul(a[i], b[i]);
}

static void shiftPanel(const Cf* in, const Cf* down, const Cf* across, int rows, int width, float scale, bool conjugate,
                       Cf* out) {
    // width is a multiple of kComplex: a panel is 8 or 16 columns wide.
    for (int r = 0; r < rows; ++r) {
        const Vector factor = repeated({scale * down[r].re, scale * down[r].im});
        for (int c = 0; c < width; c += kComplex) {
            const Vector ramp = mul(factor, load(across + c));
            const Vector value = load(in + r * width + c);
            store(out + r * width + c, conjugate ? conjMulV(ramp, value) : mul(ramp, value));
        }
    }
}

static void sumIntensity(const Cf* wave, std::size_t stride, int modes, std::size_t count, float scale2, float* out) {
    const auto* first = reinterpret_cast<const float*>(wave);
    for (std::size_t i = 0; i < count; ++i)
        out[i] = scale2 * (first[2 * i] * first[2 * i] + first[2 * i + 1] * first[2 * i + 1]);
    for (int k = 1; k < modes; ++k) {
        const auto* w = reinterpret_cast<const float*>(wave + static_cast<std::size_t>(k) * stride);
        for (std::size_t i = 0; i < count; ++i) out[i] += scale2 * (w[2 * i] * w[2 * i] + w[2 * i + 1] * w[2 * i + 1]);
    }
}

static void addBackground(const float* background, std::size_t count, float* intensities) {
    for (std::size_t i = 0; background && i < count; ++i) intensities[i] += background[i];
}

static void intensity(const Cf* wave, std::size_t stride, int modes, std::size_t count, float scale, float* out) {
    sumIntensity(wave, stride, modes, count, scale * scale, out);
}

/// √x and 1/(√x + floor). Processors take 20 to 40 cycles for a vector of exact roots and as many for the quotients,
/// more than for all the rest of a pixel; an estimate and a Newton step each have 22 to 24 of 24 bits.
static inline void roots(const float* x, std::size_t count, float* root, float* inverse) {
    std::size_t i = 0;
#if defined(__AVX512F__)
    const __m512 half = _mm512_set1_ps(0.5F), three = _mm512_set1_ps(3.0F), two = _mm512_set1_ps(2.0F);
    const __m512 least = _mm512_set1_ps(1e-30F), floor = _mm512_set1_ps(kernels::kAmplitudeFloor);
    for (; i + 16 <= count; i += 16) {
        const __m512 value = _mm512_loadu_ps(x + i);
        const __m512 safe = _mm512_max_ps(value, least);
        const __m512 guess = _mm512_rsqrt14_ps(safe);
        const __m512 better = half * guess * (three - safe * guess * guess);
        const __m512 result = value * better;
        const __m512 quotient = _mm512_rcp14_ps(result + floor);
        _mm512_storeu_ps(root + i, result);
        _mm512_storeu_ps(inverse + i, quotient * (two - (result + floor) * quotient));
    }
#endif
    for (; i < count; ++i) {
        root[i] = __builtin_sqrtf(x[i]);
        inverse[i] = 1.0F / (root[i] + kernels::kAmplitudeFloor);
    }
}

/// Metrics of a block from the model's intensities; leaves √(I/Ie) in `factor`. Sums run in sixteen lanes of their own,
/// so that the loop is vectorised without leave to reorder sums (which would undo kernels::exactSummand).
static void blockMetrics(const float* amplitude, const float* intensities, std::size_t count, float* factor,
                         StepSums& sums) {
    constexpr std::size_t kLanes = 16;
    float error[kLanes] = {};
    float total[kLanes] = {};
    float deviance[kLanes] = {};
    float valid[kLanes] = {};
    float root[kBlock];
    roots(intensities, count, root, factor);
    for (std::size_t i = 0; i < count; ++i) factor[i] = amplitude[i] < 0 ? 1.0F : amplitude[i] * factor[i];
    const auto add = [&](std::size_t i, std::size_t lane) {
        const kernels::PixelMetrics m = kernels::pixelMetrics(amplitude[i], root[i], factor[i]);
        error[lane] += m.error;
        total[lane] += m.intensity;
        deviance[lane] += m.deviance;
        valid[lane] += m.valid;
    };
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) add(i + lane, lane);
    for (; i < count; ++i) add(i, 0);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        sums.error += static_cast<double>(error[lane]);
        sums.intensity += static_cast<double>(total[lane]);
        sums.deviance += static_cast<double>(deviance[lane]);
        sums.valid += static_cast<double>(valid[lane]);
    }
}

using Ints8 = int __attribute__((vector_size(32)));
using Floats8 = float __attribute__((vector_size(32)));

/// Eight counts as floats.
template <class T>
static inline Floats8 eightFloats(const T* counts) {
#if defined(__AVX2__)
    // The compiler makes single moves of a conversion of eight bytes.
    if constexpr (sizeof(T) == 1)
        return (Floats8)_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)counts)));
    else
        return (Floats8)_mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i*)counts)));
#else
    return __builtin_convertvector(
        (Ints8{counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6], counts[7]}), Floats8);
#endif
}

/// Rows of counts as floats. Vectors are spelt out: for rows as short as those of a panel the compiler makes none.
template <class T>
static inline void countsAsFloats(const T* counts, std::size_t stride, int rows, int cols, float* out, int width) {
    for (int row = 0; row < rows; ++row, counts += stride, out += width) {
        int i = 0;
        for (; i + 8 <= cols; i += 8) {
            const Floats8 values = eightFloats(counts + i);
            __builtin_memcpy(out + i, &values, sizeof values);
        }
        for (; i < cols; ++i) out[i] = static_cast<float>(static_cast<int>(counts[i]));
    }
}

template <class T>
static inline void panelOfCounts(const T* counts, std::size_t stride, int rows, int cols, T masked, float* out,
                                 int width) {
    countsAsFloats(counts, stride, rows, cols, out, width);
    const auto mark = static_cast<float>(masked);
    const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(width);
    for (std::size_t i = 0; i < count; ++i) { // padding columns hold −1: their root is none, and not taken
        const float root = __builtin_sqrtf(out[i]);
        out[i] = out[i] < 0 || out[i] == mark ? -1.0F : root;
    }
}

static void amplitudes(kernels::MeasuredFrames measured, std::size_t first, int stride, int rows, int cols, float* out,
                       int width) {
    const auto apart = static_cast<std::size_t>(stride);
    const kernels::MeasuredFrames from = measured.from(first);
    if (measured.type == kernels::FrameType::counts8)
        return panelOfCounts(static_cast<const std::uint8_t*>(from.pixels), apart, rows, cols, kernels::kMasked8, out,
                             width);
    if (measured.type == kernels::FrameType::counts16)
        return panelOfCounts(static_cast<const std::uint16_t*>(from.pixels), apart, rows, cols, kernels::kMasked16, out,
                             width);
    const auto* values = static_cast<const float*>(from.pixels);
    for (int row = 0; row < rows; ++row, values += apart, out += width)
        for (int i = 0; i < cols; ++i) out[i] = values[i];
}

static const float* from(const float* values, std::size_t first) { return values ? values + first : nullptr; }

static void project(Loss loss, Cf* wave, std::size_t stride, int modes, const float* amplitude, const float* background,
                    std::size_t count, float scaleIn, float scaleOut, StepSums& sums) {
    float values[kBlock];
    float factor[kBlock];
    for (std::size_t first = 0; first < count; first += kBlock) {
        const std::size_t length = count - first < kBlock ? count - first : kBlock;
        sumIntensity(wave + first, stride, modes, length, scaleIn * scaleIn, values);
        addBackground(from(background, first), length, values);
        blockMetrics(amplitude + first, values, length, factor, sums);
        if (loss == Loss::amplitude)
            for (std::size_t i = 0; i < length; ++i) factor[i] = scaleOut * (factor[i] - 1.0F);
        else
            for (std::size_t i = 0; i < length; ++i)
                factor[i] = scaleOut * kernels::descentFactor(loss, amplitude[first + i], __builtin_sqrtf(values[i]));
        for (int k = 0; k < modes; ++k) {
            auto* w = reinterpret_cast<float*>(wave + first + static_cast<std::size_t>(k) * stride);
            for (std::size_t i = 0; i < length; ++i) {
                w[2 * i] *= factor[i];
                w[2 * i + 1] *= factor[i];
            }
        }
    }
}

static void lineTerms(Loss loss, const Cf* start, const Cf* slope, const Cf* curve, std::size_t stride, int modes,
                      const float* amplitude, const float* background, std::size_t count, float scale,
                      LineTerms& sums) {
    constexpr std::size_t kLanes = 16;
    float firstLanes[kLanes] = {};
    float secondLanes[kLanes] = {};
    float intensity[kBlock];
    float slopes[kBlock];
    float curvatures[kBlock];
    const float scale2 = scale * scale;
    for (std::size_t first = 0; first < count; first += kBlock) {
        const std::size_t length = count - first < kBlock ? count - first : kBlock;
        for (int k = 0; k < modes; ++k) {
            const std::size_t at = first + static_cast<std::size_t>(k) * stride;
            const auto* a = reinterpret_cast<const float*>(start + at);
            const auto* b = reinterpret_cast<const float*>(slope + at);
            const auto* c = reinterpret_cast<const float*>(curve + at);
            const auto set = [&](float* values, std::size_t i, float value) {
                values[i] = scale2 * value + (k > 0 ? values[i] : 0.0F);
            };
            for (std::size_t i = 0; i < length; ++i) {
                const std::size_t re = 2 * i, im = 2 * i + 1;
                set(intensity, i, a[re] * a[re] + a[im] * a[im]);
                set(slopes, i, 2 * (a[re] * b[re] + a[im] * b[im]));
                set(curvatures, i, b[re] * b[re] + b[im] * b[im] + 2 * (a[re] * c[re] + a[im] * c[im]));
            }
        }
        addBackground(from(background, first), length, intensity);
        for (std::size_t i = 0; i < length; ++i) intensity[i] = __builtin_sqrtf(intensity[i]);
        const auto add = [&](std::size_t i, std::size_t lane) __attribute__((always_inline)) {
            const kernels::LineTerms<float> part =
                kernels::lineTerms(loss, amplitude[first + i], intensity[i], slopes[i], curvatures[i]);
            firstLanes[lane] += part.first;
            secondLanes[lane] += part.second;
        };
        std::size_t i = 0;
        for (; i + kLanes <= length; i += kLanes)
            for (std::size_t lane = 0; lane < kLanes; ++lane) add(i + lane, lane);
        for (; i < length; ++i) add(i, 0);
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        sums.first += static_cast<double>(firstLanes[lane]);
        sums.second += static_cast<double>(secondLanes[lane]);
    }
}

static void stepRow(const Cf* object, const Cf* objectDirection, const Cf* probe, const Cf* probeDirection,
                    const Cf* residual, std::size_t stride, int modes, int n, StepNormals& sums) {
    constexpr int kLanes = 8;
    kernels::StepNormals<float> lanes[kLanes];
    const Cf none{0, 0};
    for (int k = 0; k < modes; ++k) {
        const std::size_t at = static_cast<std::size_t>(k) * stride;
        const Cf* p = probe + at;
        const Cf* dp = probeDirection ? probeDirection + at : nullptr;
        const Cf* r = residual + at;
        const auto add = [&](int i, int lane) __attribute__((always_inline)) {
            const Cf u = objectDirection ? p[i] * objectDirection[i] : none;
            const Cf v = dp ? dp[i] * object[i] : none;
            kernels::addStepTerms(u, v, r[i], lanes[lane]);
        };
        int i = 0;
        for (; i + kLanes <= n; i += kLanes)
            for (int lane = 0; lane < kLanes; ++lane) add(i + lane, lane);
        for (; i < n; ++i) add(i, 0);
    }
    for (const kernels::StepNormals<float>& lane : lanes) {
        sums.objectObject += static_cast<double>(lane.objectObject);
        sums.probeProbe += static_cast<double>(lane.probeProbe);
        sums.objectProbe += static_cast<double>(lane.objectProbe);
        sums.object += static_cast<double>(lane.object);
        sums.probe += static_cast<double>(lane.probe);
    }
}

static void lineWaves(const Cf* a, const Cf* b, const Cf* c, const Cf* d, std::size_t count, Cf* out, Cf* product) {
    const Cf none{0, 0};
    for (std::size_t i = 0; i < count; ++i) {
        const Cf direction = d ? d[i] : none;
        const Cf change = b ? b[i] : none;
        out[i] = a[i] * direction + change * c[i];
        product[i] = change * direction;
    }
}

static void directionLoop(Cf* target, Cd* sum, const double* weight, int count, float floor, Cf* single) {
    for (int i = 0; i < count; ++i) {
        const Cf value = {static_cast<float>(sum[i].re), static_cast<float>(sum[i].im)};
        target[i] = kernels::dampedQuotient(value, weight ? static_cast<float>(weight[i]) : 0.0F, floor);
        if (single) single[i] = value;
        sum[i] = {0, 0};
    }
}

static void preconditionLoop(Cf* target, const Cf* values, const double* weight, int count, float floor) {
    for (int i = 0; i < count; ++i)
        target[i] = kernels::dampedQuotient(values[i], static_cast<float>(weight[i]), floor);
}

static void momentLoop(Cf* target, Cd* sum, Cf* first, Cf* second, std::size_t count, kernels::MomentRule rule) {
    for (std::size_t i = 0; i < count; ++i) {
        const Cf gradient = {static_cast<float>(sum[i].re), static_cast<float>(sum[i].im)};
        target[i] = target[i] + kernels::momentChange(gradient, first[i], second ? second + i : nullptr, rule);
        sum[i] = {0, 0};
    }
}

static void combine(Cf* target, float scale, const Cf* other, float factor, int count) {
    for (int i = 0; i < count; ++i) target[i] = scale * target[i] + factor * other[i];
}

static double dot(const Cf* a, const Cf* b, int count, double anchor) {
    double lanes[8] = {};
    int i = 0;
    for (; i + 8 <= count; i += 8)
        for (int lane = 0; lane < 8; ++lane)
            lanes[lane] += kernels::exactSummand(kernels::conjMul(a[i + lane], b[i + lane]).re, anchor);
    for (; i < count; ++i) lanes[0] += kernels::exactSummand(kernels::conjMul(a[i], b[i]).re, anchor);
    for (int lane = 1; lane < 8; ++lane) lanes[0] += lanes[lane];
    return lanes[0];
}

static void projectStored(Cf* wave, std::size_t stride, int modes, Cf* stored, std::size_t storedStride,
                          const float* amplitude, const float* background, std::size_t count, float scaleIn,
                          float scaleOut, kernels::ProjectionRule rule, StepSums& sums) {
    float values[kBlock];
    float factor[kBlock];
    for (std::size_t first = 0; first < count; first += kBlock) {
        const std::size_t length = count - first < kBlock ? count - first : kBlock;
        sumIntensity(wave + first, stride, modes, length, scaleIn * scaleIn, values);
        addBackground(from(background, first), length, values);
        blockMetrics(amplitude + first, values, length, factor, sums);
        for (std::size_t i = 0; i < length; ++i) values[i] = background ? background[first + i] : 0;
        for (int k = 0; k < modes; ++k) { // of what is projected
            const auto* p = reinterpret_cast<const float*>(wave + first + static_cast<std::size_t>(k) * stride);
            const auto* s = reinterpret_cast<const float*>(stored + first + static_cast<std::size_t>(k) * storedStride);
            for (std::size_t i = 0; i < length; ++i) {
                const float re = rule.reflected(scaleIn * p[2 * i], s[2 * i]);
                const float im = rule.reflected(scaleIn * p[2 * i + 1], s[2 * i + 1]);
                values[i] += re * re + im * im;
            }
        }
        for (std::size_t i = 0; i < length; ++i)
            values[i] = rule.factor(kernels::magnitudeFactor(amplitude[first + i], __builtin_sqrtf(values[i])));
        float change[16] = {};
        for (int k = 0; k < modes; ++k) {
            auto* p = reinterpret_cast<float*>(wave + first + static_cast<std::size_t>(k) * stride);
            auto* s = reinterpret_cast<float*>(stored + first + static_cast<std::size_t>(k) * storedStride);
            for (std::size_t i = 0; i < length; ++i) {
                for (std::size_t part = 2 * i; part < 2 * i + 2; ++part) {
                    const float step = rule.change(values[i], scaleIn * p[part], s[part]);
                    change[part % 16] += step * step;
                    s[part] += step;
                    p[part] = scaleOut * s[part];
                }
            }
        }
        for (const float lane : change) sums.change += static_cast<double>(lane);
    }
}

static void detectorFigures(Loss loss, const Cf* wave, std::size_t stride, int modes, const float* amplitude,
                            const float* background, std::size_t count, float scale, FrameFigures& figures,
                            double* sums, std::size_t sumStride, double anchor) {
    constexpr std::size_t kLanes = 16;
    float error[kLanes] = {};
    float measured[kLanes] = {};
    float modelled[kLanes] = {};
    float values[kBlock];
    for (std::size_t first = 0; first < count; first += kBlock) {
        const std::size_t length = count - first < kBlock ? count - first : kBlock;
        sumIntensity(wave + first, stride, modes, length, scale * scale, values);
        addBackground(from(background, first), length, values);
        for (std::size_t i = 0; i < length; ++i) {
            const float root = amplitude[first + i];
            const float valid = root < 0 ? 0.0F : 1.0F;
            const float difference = __builtin_sqrtf(values[i]) - root;
            error[i % kLanes] += valid * difference * difference;
            measured[i % kLanes] += valid * root * root;
            modelled[i % kLanes] += valid * values[i];
        }
        for (std::size_t i = 0; sums && i < length; ++i) {
            const kernels::BackgroundTerms terms =
                kernels::backgroundTerms(loss, amplitude[first + i], values[i], background[first + i]);
            double* sum = sums + first + i;
            sum[0] += kernels::exactSummand(terms.share, anchor);
            sum[sumStride] += kernels::exactSummand(terms.weight, anchor);
            sum[2 * sumStride] += kernels::exactSummand(terms.valid, anchor);
        }
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        figures.error += static_cast<double>(error[lane]);
        figures.measured += static_cast<double>(measured[lane]);
        figures.modelled += static_cast<double>(modelled[lane]);
    }
}

static void backRow(const Cf* wave, std::size_t waveStride, const Cf* probe, std::size_t probeStride, int modes, int n,
                    Cf* gradient) {
    for (int k = 0; k < modes; ++k) {
        const Cf* w = wave + static_cast<std::size_t>(k) * waveStride;
        const Cf* p = probe + static_cast<std::size_t>(k) * probeStride;
        int i = 0;
        for (; i + kComplex <= n; i += kComplex) {
            Vector g = conjMulV(load(p + i), load(w + i));
            if (k > 0) g += load(gradient + i);
            store(gradient + i, g);
        }
        for (; i < n; ++i) {
            const Cf g = kernels::conjMul(p[i], w[i]);
            gradient[i] = k > 0 ? g + gradient[i] : g;
        }
    }
}

static void positionRow(const Cf* gradient, const float* intensity, const Cf* const rows[5], int n,
                        PositionNormals& sums) {
    constexpr int kLanes = 8;
    float lanes[kernels::kPositionNormals][kLanes] = {};
    const Cf* here = rows[2];
    const auto add = [&](int i, int lane) __attribute__((always_inline)) {
        const Cf down = kernels::derivative(rows[0][i], rows[1][i], rows[3][i], rows[4][i]);
        const Cf right = kernels::derivative(here[i - 2], here[i - 1], here[i + 1], here[i + 2]);
        const kernels::PositionNormals<float> part = kernels::positionTerms(gradient[i], intensity[i], down, right);
        lanes[0][lane] += part.row;
        lanes[1][lane] += part.col;
        lanes[2][lane] += part.rowRow;
        lanes[3][lane] += part.colCol;
        lanes[4][lane] += part.rowCol;
    };
    int i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (int lane = 0; lane < kLanes; ++lane) add(i + lane, lane);
    for (; i < n; ++i) add(i, 0);
    for (int lane = 0; lane < kLanes; ++lane) {
        sums.row += static_cast<double>(lanes[0][lane]);
        sums.col += static_cast<double>(lanes[1][lane]);
        sums.rowRow += static_cast<double>(lanes[2][lane]);
        sums.colCol += static_cast<double>(lanes[3][lane]);
        sums.rowCol += static_cast<double>(lanes[4][lane]);
    }
}

static inline void addHalf(HalfVector values, double anchor, double* sum) {
    const DoubleVector value = __builtin_convertvector(values, DoubleVector);
    DoubleVector total;
    __builtin_memcpy(&total, sum, sizeof total);
    total += (value + anchor) - anchor; // kernels::exactSummand
    __builtin_memcpy(sum, &total, sizeof total);
}

static void addProbeRow(const Cf* object, const Cf* wave, std::size_t stride, int modes, int n, double sumAnchor,
                        double weightAnchor, Cd* sum, double* weight, LargestSummands& largest) {
    Vector most;
    HalfVector weights;
    static_assert(sizeof most <= sizeof largest.sum && sizeof weights <= sizeof largest.weight);
    __builtin_memcpy(&most, largest.sum.data(), sizeof most);
    __builtin_memcpy(&weights, largest.weight.data(), sizeof weights);
    int i = 0;
    for (; i + kComplex <= n; i += kComplex) {
        const Vector o = load(object + i);
        for (int k = 0; wave && k < modes; ++k) {
            const std::size_t at = static_cast<std::size_t>(k) * stride + static_cast<std::size_t>(i);
            const Vector product = conjMulV(o, load(wave + at));
            auto* target = reinterpret_cast<double*>(sum + at);
            addHalf(lowHalf(product), sumAnchor, target);
            addHalf(highHalf(product), sumAnchor, target + kComplex);
            most = larger(magnitudes(product), most);
        }
        const HalfVector intensity = pairSums(o * o);
        addHalf(intensity, weightAnchor, weight + i);
        weights = larger(intensity, weights);
    }
    __builtin_memcpy(largest.sum.data(), &most, sizeof most);
    __builtin_memcpy(largest.weight.data(), &weights, sizeof weights);
    for (; i < n; ++i) {
        for (int k = 0; wave && k < modes; ++k) {
            const std::size_t at = static_cast<std::size_t>(k) * stride + static_cast<std::size_t>(i);
            const Cf product = kernels::conjMul(object[i], wave[at]);
            sum[at].re += kernels::exactSummand(product.re, sumAnchor);
            sum[at].im += kernels::exactSummand(product.im, sumAnchor);
            largest.sum[0] = largerOf(largest.sum[0], __builtin_fabsf(product.re));
            largest.sum[1] = largerOf(largest.sum[1], __builtin_fabsf(product.im));
        }
        weight[i] += kernels::exactSummand(kernels::norm2(object[i]), weightAnchor);
        largest.weight[0] = largerOf(largest.weight[0], kernels::norm2(object[i]));
    }
}

static void pieUpdateLoop(Cf* target, Cd* sum, double* weight, int count, float maxWeight, float alpha, float step,
                          bool clearWeight) {
    for (int i = 0; i < count; ++i) {
        target[i] = kernels::pieUpdate(target[i], {static_cast<float>(sum[i].re), static_cast<float>(sum[i].im)},
                                       static_cast<float>(weight[i]), maxWeight, alpha, step);
        sum[i] = {0, 0};
    }
    for (int i = 0; clearWeight && i < count; ++i) weight[i] = 0;
}

static void overlapUpdateLoop(Cf* target, Cd* sum, double* weight, int count, float inertia, bool clearWeight) {
    for (int i = 0; i < count; ++i) {
        target[i] = kernels::overlapUpdate(target[i], {static_cast<float>(sum[i].re), static_cast<float>(sum[i].im)},
                                           static_cast<float>(weight[i]), inertia);
        sum[i] = {0, 0};
    }
    for (int i = 0; clearWeight && i < count; ++i) weight[i] = 0;
}

static double takeMaximum(double* values, int count) {
    const double largest = maximum(values, count);
    for (int i = 0; i < count; ++i) values[i] = 0;
    return largest;
}

static float peak(const Cf* values, std::size_t count) {
    float largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const float value = kernels::norm2(values[i]);
        largest = value > largest ? value : largest;
    }
    return largest;
}

static constexpr FrameLoops makeLoops(const char* name) {
    return {name,
            gatherRow,
            spreadRow,
            spreadWeightRow,
            addOnGrid,
            addSums,
            multiply,
            conjMultiply,
            shiftPanel,
            amplitudes,
            project,
            projectStored,
            detectorFigures,
            lineTerms,
            intensity,
            backRow,
            positionRow,
            stepRow,
            lineWaves,
            addProbeRow,
            pieUpdateLoop,
            overlapUpdateLoop,
            directionLoop,
            preconditionLoop,
            momentLoop,
            combine,
            dot,
            takeMaximum,
            maximum,
            peak,
            largest};
}
