// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/complex.h"

#include <cstddef>
#include <memory>

namespace ewald::compute {

using kernels::Cf;

enum class Direction { forward, backward };

/// One-dimensional FFTs over the rows and the columns of n×n arrays, so that a caller can work on a few rows or columns
/// while they are in cache: a 2-D transform is rows() over all row blocks, then panel() over all column panels.
///
/// FFTW plans are made with FFTW_ESTIMATE: the same bits in every run. In this blocked form they are as fast as a
/// measured 2-D plan (256²: 0.58 ms against 0.68 ms, forward and inverse, one core of an EPYC 7003), whereas an
/// estimated 2-D plan is seven times slower. Unnormalised. Thread-safe once made.
class FftPlans {
public:
    /// Shared plans for n×n arrays. Thread-safe.
    static std::shared_ptr<const FftPlans> forSize(int n);

    explicit FftPlans(int n);
    ~FftPlans();
    FftPlans(const FftPlans&) = delete;
    FftPlans& operator=(const FftPlans&) = delete;

    [[nodiscard]] int size() const noexcept { return m_n; }
    /// Rows that are transformed in one go.
    static constexpr int kRowBlock = 8;
    /// Columns of a panel: one or two cache lines wide.
    [[nodiscard]] int panelWidth() const noexcept { return m_panelWidth; }
    [[nodiscard]] int panels() const noexcept { return (m_n + m_panelWidth - 1) / m_panelWidth; }
    [[nodiscard]] std::size_t panelSize() const noexcept {
        return static_cast<std::size_t>(m_n) * static_cast<std::size_t>(m_panelWidth);
    }

    /// In place, `rows` ≤ kRowBlock contiguous rows of n; the start aligned like row 0, 8, 16… of an aligned array.
    void rows(Cf* block, int rows, Direction direction) const;
    /// In place, along the rows index of a panel [n][panelWidth()], aligned.
    void panel(Cf* panel, Direction direction) const;
    /// Whole 2-D transform of one n×n array in place. `scratch`: panelSize() elements, aligned.
    void transform(Cf* array, Cf* scratch, Direction direction) const;
    /// Panel `index` of an n×n array to and from contiguous memory; columns beyond n are zero.
    void loadPanel(const Cf* array, int index, Cf* panel) const;
    void storePanel(const Cf* panel, int index, Cf* array) const;

private:
    struct Plans;
    int m_n;
    int m_panelWidth;
    std::unique_ptr<Plans> m_plans;
};

/// The fastest 2-D transform that FFTW finds by measuring (not the same bits in every run): the floor for benchmarks.
class MeasuredTransform {
public:
    static std::shared_ptr<const MeasuredTransform> forSize(int n);
    explicit MeasuredTransform(int n);
    ~MeasuredTransform();
    MeasuredTransform(const MeasuredTransform&) = delete;
    MeasuredTransform& operator=(const MeasuredTransform&) = delete;
    /// In place, aligned memory, unnormalised. Thread-safe.
    void run(Cf* wave, Direction direction) const;

private:
    struct Plans;
    std::unique_ptr<Plans> m_plans;
};

} // namespace ewald::compute
