// SPDX-License-Identifier: GPL-3.0-or-later
//
// NIST's certified non-linear regressions (Statistical Reference Datasets): parameters and standard deviations to
// eleven digits, found by others with extended precision.
#include "fit/least_squares.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numbers>
#include <sstream>

namespace ewald::fit {
namespace {

/// A value with its derivatives by up to nine parameters, so that no derivative of a model is written by hand.
struct Dual {
    double value = 0;
    std::array<double, 9> slope{};
};
Dual chain(double value, double outer, const Dual& a) {
    Dual out{value, a.slope};
    for (double& s : out.slope) s *= outer;
    return out;
}
Dual operator+(const Dual& a, const Dual& b) {
    Dual out{a.value + b.value, a.slope};
    for (std::size_t i = 0; i < out.slope.size(); ++i) out.slope[i] += b.slope[i];
    return out;
}
Dual operator*(const Dual& a, const Dual& b) {
    Dual out{a.value * b.value, {}};
    for (std::size_t i = 0; i < out.slope.size(); ++i) out.slope[i] = a.slope[i] * b.value + a.value * b.slope[i];
    return out;
}
Dual operator*(double a, const Dual& b) { return chain(a * b.value, a, b); }
Dual operator+(double a, const Dual& b) { return {a + b.value, b.slope}; }
Dual operator-(double a, const Dual& b) { return a + -1.0 * b; }
Dual inverse(const Dual& a) { return chain(1 / a.value, -1 / (a.value * a.value), a); }
Dual exponential(const Dual& a) { return chain(std::exp(a.value), std::exp(a.value), a); }
Dual cosine(const Dual& a) { return chain(std::cos(a.value), -std::sin(a.value), a); }
Dual sine(const Dual& a) { return chain(std::sin(a.value), std::cos(a.value), a); }

using Parameters = std::array<Dual, 9>; ///< b1 is the first
using Model = std::function<Dual(const Parameters&, double x)>;

Dual bump(const Dual& height, const Dual& middle, const Dual& width, double x) {
    const Dual u = (x - middle) * inverse(width);
    return height * exponential(-1.0 * (u * u));
}
Dual decay(const Dual& height, const Dual& rate, double x) { return height * exponential(-x * rate); }
Dual wave(const Dual& even, const Dual& odd, const Dual& period, double x) {
    const Dual phase = 2 * std::numbers::pi * x * inverse(period);
    return even * cosine(phase) + odd * sine(phase);
}
Dual twoBumps(const Parameters& b, double x) {
    return decay(b[0], b[1], x) + bump(b[2], b[3], b[4], x) + bump(b[5], b[6], b[7], x);
}

struct Set {
    const char* name;
    std::size_t parameters;
    Model model;
};
const std::vector<Set>& sets() {
    static const std::vector<Set> all{
        {"Gauss1", 8, twoBumps},
        {"Gauss2", 8, twoBumps},
        {"Gauss3", 8, twoBumps},
        {"Lanczos3", 6,
         [](const Parameters& b, double x) {
             return decay(b[0], b[1], x) + decay(b[2], b[3], x) + decay(b[4], b[5], x);
         }},
        {"ENSO", 9,
         [](const Parameters& b, double x) {
             return b[0] + wave(b[1], b[2], Dual{12, {}}, x) + wave(b[4], b[5], b[3], x) + wave(b[7], b[8], b[6], x);
         }},
        {"Eckerle4", 3,
         [](const Parameters& b, double x) {
             const Dual u = (x - b[2]) * inverse(b[1]);
             return b[0] * inverse(b[1]) * exponential(-0.5 * (u * u));
         }},
        {"MGH10", 3, [](const Parameters& b, double x) { return b[0] * exponential(b[1] * inverse(x + b[2])); }},
        {"Thurber", 7,
         [](const Parameters& b, double x) {
             return (b[0] + x * b[1] + x * x * b[2] + x * x * x * b[3]) *
                    inverse(1 + (x * b[4] + x * x * b[5] + x * x * x * b[6]));
         }},
    };
    return all;
}

struct Certified {
    std::array<std::vector<double>, 2> starts;
    std::vector<double> values;
    std::vector<double> sigmas;
    std::vector<double> x, y;
};

Certified read(const std::filesystem::path& file) {
    std::ifstream in(file);
    Certified set;
    bool isData = false;
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        if (isData) {
            double y = 0, x = 0;
            if (words >> y >> x) {
                set.y.push_back(y);
                set.x.push_back(x);
            }
        } else if (line.starts_with("  b")) {
            std::string name, equals;
            std::array<double, 4> numbers{};
            if (words >> name >> equals >> numbers[0] >> numbers[1] >> numbers[2] >> numbers[3] && equals == "=") {
                set.starts[0].push_back(numbers[0]);
                set.starts[1].push_back(numbers[1]);
                set.values.push_back(numbers[2]);
                set.sigmas.push_back(numbers[3]);
            }
        } else if (line.starts_with("Data:") && line.find('x') != std::string::npos && !set.values.empty()) {
            isData = true;
        }
    }
    return set;
}

class Regression : public Residuals {
public:
    Regression(const Set& set, const Certified& data) : m_set(set), m_data(data) {}
    [[nodiscard]] std::size_t parameters() const override { return m_set.parameters; }
    [[nodiscard]] std::size_t count() const override { return m_data.x.size(); }
    [[nodiscard]] bool evaluate(std::span<const double> x, std::span<double> f) const override {
        for (std::size_t i = 0; i < f.size(); ++i) {
            f[i] = model(x, i).value - m_data.y[i];
            if (!std::isfinite(f[i])) return false;
        }
        return true;
    }
    void slopes(std::span<const double> x, std::span<double> jacobian) const override {
        for (std::size_t i = 0; i < count(); ++i) {
            const Dual value = model(x, i);
            for (std::size_t k = 0; k < x.size(); ++k) jacobian[k * count() + i] = value.slope[k];
        }
    }

private:
    [[nodiscard]] Dual model(std::span<const double> x, std::size_t i) const {
        Parameters b{};
        for (std::size_t k = 0; k < x.size(); ++k) {
            b[k].value = x[k];
            b[k].slope[k] = 1;
        }
        return m_set.model(b, m_data.x[i]);
    }
    const Set& m_set;
    const Certified& m_data;
};

class CertifiedSet : public ::testing::TestWithParam<std::size_t> {};

TEST_P(CertifiedSet, IsFoundFromBothStarts) {
    const Set& set = sets()[GetParam()];
    const auto file = std::filesystem::path(EWALD_SHARED_DIR) / "data/fits" / (std::string(set.name) + ".dat");
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
    const Certified certified = read(file);
    ASSERT_EQ(certified.values.size(), set.parameters);
    ASSERT_GT(certified.x.size(), set.parameters);
    const Regression regression(set, certified);
    FitOptions options;
    options.mostSteps = 2000;
    for (const std::vector<double>& start : certified.starts) {
        const Minimum found = minimise(regression, start, options);
        EXPECT_TRUE(found.converged);
        const Covariance errors = covarianceAt(regression, found.parameters);
        const double variance =
            2 * found.cost / static_cast<double>(certified.x.size() - set.parameters); // of a residual
        for (std::size_t k = 0; k < set.parameters; ++k) {
            EXPECT_NEAR(found.parameters[k], certified.values[k], 1e-6 * std::abs(certified.values[k])) << k;
            EXPECT_TRUE(errors.determined[k]);
            EXPECT_NEAR(errors.sigma(k) * std::sqrt(variance), certified.sigmas[k], 1e-5 * certified.sigmas[k]) << k;
        }
        RecordProperty("steps", static_cast<int>(found.steps));
    }
}

INSTANTIATE_TEST_SUITE_P(Nist, CertifiedSet, ::testing::Range<std::size_t>(0, 8),
                         [](const auto& info) { return std::string(sets()[info.param].name); });

} // namespace
} // namespace ewald::fit
