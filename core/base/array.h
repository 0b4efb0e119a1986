// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace ewald {

using Complex = std::complex<float>;

/// A host array of fixed rank in C order: the last index runs fastest. A value type.
template <class T, std::size_t Rank>
class Array {
public:
    using Shape = std::array<std::size_t, Rank>;

    Array() = default;
    explicit Array(Shape shape, T value = T{}) : m_shape(shape), m_data(count(shape), value) {}
    /// Takes over `data`, whose size has to be the product of `shape`.
    Array(Shape shape, std::vector<T> data) : m_shape(shape), m_data(std::move(data)) { m_data.resize(count(shape)); }

    [[nodiscard]] const Shape& shape() const noexcept { return m_shape; }
    [[nodiscard]] std::size_t extent(std::size_t axis) const { return m_shape[axis]; }
    [[nodiscard]] std::size_t size() const noexcept { return m_data.size(); }
    [[nodiscard]] bool empty() const noexcept { return m_data.empty(); }
    [[nodiscard]] T* data() noexcept { return m_data.data(); }
    [[nodiscard]] const T* data() const noexcept { return m_data.data(); }
    [[nodiscard]] std::span<T> span() noexcept { return m_data; }
    [[nodiscard]] std::span<const T> span() const noexcept { return m_data; }
    [[nodiscard]] auto begin() noexcept { return m_data.begin(); }
    [[nodiscard]] auto end() noexcept { return m_data.end(); }
    [[nodiscard]] auto begin() const noexcept { return m_data.begin(); }
    [[nodiscard]] auto end() const noexcept { return m_data.end(); }

    /// Element at one index an axis; not checked.
    template <class... Index>
    [[nodiscard]] T& operator()(Index... index) noexcept {
        return m_data[offset(index...)];
    }
    template <class... Index>
    [[nodiscard]] const T& operator()(Index... index) const noexcept {
        return m_data[offset(index...)];
    }

    /// The elements of one entry of the first axis (a frame of a stack, a mode of a probe).
    [[nodiscard]] std::span<T> slab(std::size_t index) noexcept {
        return span().subspan(index * slabSize(), slabSize());
    }
    [[nodiscard]] std::span<const T> slab(std::size_t index) const noexcept {
        return span().subspan(index * slabSize(), slabSize());
    }
    [[nodiscard]] std::size_t slabSize() const noexcept {
        std::size_t n = 1;
        for (std::size_t axis = 1; axis < Rank; ++axis) n *= m_shape[axis];
        return n;
    }

    bool operator==(const Array&) const = default;

private:
    static std::size_t count(const Shape& shape) {
        std::size_t n = 1;
        for (const std::size_t extent : shape) n *= extent;
        return n;
    }
    template <class... Index>
    [[nodiscard]] std::size_t offset(Index... index) const noexcept {
        static_assert(sizeof...(Index) == Rank);
        std::size_t position = 0;
        std::size_t axis = 0;
        ((position = position * m_shape[axis++] + static_cast<std::size_t>(index)), ...);
        return position;
    }

    Shape m_shape{};
    std::vector<T> m_data;
};

/// A point of the scan in pixels of the object, row first: where the corner of the probe window lies.
struct PixelPosition {
    double row = 0;
    double col = 0;
    bool operator==(const PixelPosition&) const = default;
};

/// A point of the scan in metres at the sample, as files hold it.
struct ScanPosition {
    double y = 0;
    double x = 0;
    bool operator==(const ScanPosition&) const = default;
};

} // namespace ewald
