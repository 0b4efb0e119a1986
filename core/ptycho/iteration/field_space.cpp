// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/field_space.h"

#include "base/checksum.h"
#include "base/error.h"
#include "kernels/field_bodies.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace ewald::ptycho {
namespace {

/// The pixels of `region` out of rows of `cols` pixels.
std::vector<Complex> cutOut(std::span<const Complex> whole, std::size_t cols, const Region& region) {
    std::vector<Complex> piece;
    piece.reserve(areaOf(region));
    for (int row = region.row; row < region.row + region.rows; ++row) {
        const auto from = whole.subspan(static_cast<std::size_t>(row) * cols + static_cast<std::size_t>(region.col),
                                        static_cast<std::size_t>(region.cols));
        piece.insert(piece.end(), from.begin(), from.end());
    }
    return piece;
}

/// The anchor of a sum of so many products of values with these largest squares.
double dotAnchor(double peakA, double peakB, std::size_t count) {
    constexpr double kRoom = 0x1p-12; // anchorFor() leaves room for 2¹² of the given magnitude
    const double largest = std::max(1e-30, std::sqrt(peakA) * std::sqrt(peakB));
    return compute::anchorFor(largest * std::max(1.0, kRoom * static_cast<double>(count)));
}

} // namespace

bool areMixed(const compute::Queue& queue, compute::Communicator& communicator) {
    if (communicator.size() == 1) return false;
    const compute::DeviceInfo device = queue.device();
    const std::string name = device.backend + " " + device.name + " " + device.capability;
    const auto kind = static_cast<double>(checksum(std::as_bytes(std::span(name))).front());
    std::array<double, 2> range = {kind, -kind};
    communicator.allReduceMax(range);
    return range[0] != -range[1];
}

FieldSpace::FieldSpace(const Problem& problem, const compute::PtychoModel& model, compute::Queue& queue,
                       compute::Communicator& communicator)
    : m_problem(problem), m_model(model), m_queue(queue), m_communicator(communicator),
      m_tile(tileOf(communicator.rank())),
      m_owned(tiled() ? ownedParts(problem.tiles, communicator.rank()) : std::vector<Region>{m_tile}) {
    for (Region& part : m_owned) part.row -= m_tile.row, part.col -= m_tile.col;
}

Region FieldSpace::tileOf(int rank) const {
    return tiled() ? m_problem.tiles[static_cast<std::size_t>(rank)]
                   : Region{0, 0, static_cast<int>(m_problem.objectRows), static_cast<int>(m_problem.objectCols)};
}

Region FieldSpace::local(const Region& global) const {
    const Region mine = intersection(global, m_tile);
    return isEmpty(mine) ? Region{} : Region{mine.row - m_tile.row, mine.col - m_tile.col, mine.rows, mine.cols};
}

Region FieldSpace::all(Unknown unknown) const {
    return unknown == Unknown::object ? Region{0, 0, static_cast<int>(m_problem.layers()) * m_tile.rows, m_tile.cols}
                                      : Region{0, 0, m_model.modes * m_model.size, m_model.size};
}

std::size_t FieldSpace::wholeSize(Unknown unknown) const {
    return unknown == Unknown::object ? m_problem.layers() * m_problem.objectRows * m_problem.objectCols
                                      : areaOf(all(unknown));
}

Field FieldSpace::make(Unknown like) const {
    return {.like = like, .values = Buffer<Cf>(m_queue, areaOf(all(like))), .outside = nullptr};
}

void FieldSpace::copy(const Field& from, Field& to) const {
    if (from.like != to.like || from.size() != to.size()) throw InternalError("a copy of another unknown");
    ops().copy(from.data(), from.size(), to.values.data());
    to.outside = from.outside;
}

void FieldSpace::clear(Field& field) const {
    const Region region = all(field.like);
    ops().clear(reinterpret_cast<double*>(field.data()), region.cols, region); // two floats in the place of each double
    field.outside = nullptr;
}

double FieldSpace::dot(const Field& a, const Field& b) const {
    const bool shared = tiled() && a.like == Unknown::object;
    std::array<double, 2> peaks = {ops().peak(a.data(), a.size()), 0};
    peaks[1] = &a == &b ? peaks[0] : ops().peak(b.data(), b.size()); // each waits for the device
    if (shared)
        m_communicator.allReduceMax(std::span<double>(peaks));
    else
        peaks = agreed(peaks);
    return dot(a, b, dotAnchor(peaks[0], peaks[1], wholeSize(a.like)));
}

std::vector<compute::Cd> FieldSpace::gram(const Field& probe) const {
    const double largest = ops().peak(probe.data(), probe.size());
    return agreed(
        ops().gram(probe.data(), m_model.modes, m_model.size, dotAnchor(largest, largest, wholeSize(probe.like))));
}

double FieldSpace::power(const Field& a, double peak) const {
    return dot(a, a, dotAnchor(peak, peak, wholeSize(a.like)));
}

double FieldSpace::dot(const Field& a, const Field& b, double anchor) const {
    const bool shared = tiled() && a.like == Unknown::object;
    if (!shared) return ofCopies(ops().dot(a.data(), b.data(), all(a.like).cols, all(a.like), anchor));
    double sum = 0;
    for (std::size_t layer = 0; layer < m_problem.layers(); ++layer) {
        const std::size_t first = layer * areaOf(m_tile);
        for (const Region& part : m_owned)
            sum += ops().dot(a.data() + first, b.data() + first, m_tile.cols, part, anchor);
    }
    m_communicator.allReduceSum(std::span<double>(&sum, 1));
    return sum;
}

void FieldSpace::combine(Field& target, float scale, const Field& other, float factor) const {
    ops().combine(target.data(), scale, other.data(), factor, all(target.like).cols, all(target.like));
}

void FieldSpace::combine(Field& target, float scale, const Field& other, float factor, const Region& region) const {
    const std::size_t layers = target.like == Unknown::object ? m_problem.layers() : 1;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        const std::size_t first = layer * areaOf(m_tile);
        ops().combine(target.data() + first, scale, other.data() + first, factor, all(target.like).cols, region);
    }
}

void FieldSpace::scale(Field& field, float factor) const {
    ops().scale(field.data(), field.size(), factor);
    changeOutside(field, [factor](Cf value) { return factor * value; });
}

void FieldSpace::scale(Field& field, Complex factor) const {
    const Cf number{factor.real(), factor.imag()};
    ops().scale(field.data(), field.size(), number);
    changeOutside(field, [number](Cf value) { return number * value; });
}

void FieldSpace::fill(Field& object, const Region& region, Complex value) const {
    const Region mine = local(region);
    for (std::size_t layer = 0; layer < m_problem.layers(); ++layer)
        ops().fill(object.data() + layer * areaOf(m_tile), m_tile.cols, mine, {value.real(), value.imag()});
    if (!tiled() || m_communicator.rank() > 0) return;
    std::vector<Complex> whole = object.outside ? object.outside->whole : std::vector<Complex>(wholeSize(object.like));
    for (std::size_t layer = 0; layer < m_problem.layers(); ++layer)
        for (int row = region.row; row < region.row + region.rows; ++row)
            std::fill_n(whole.begin() +
                            static_cast<std::ptrdiff_t>((layer * m_problem.objectRows + static_cast<std::size_t>(row)) *
                                                            m_problem.objectCols +
                                                        static_cast<std::size_t>(region.col)),
                        region.cols, value);
    setOutside(object, std::move(whole));
}

Complex FieldSpace::meanInside(const Field& object, const Region& region) const {
    std::array<double, 2> sum{};
    const std::vector<Complex> whole = gather(object);
    if (!whole.empty())
        for (const Complex& value : cutOut(whole, m_problem.objectCols, region)) {
            sum[0] += static_cast<double>(value.real());
            sum[1] += static_cast<double>(value.imag());
        }
    if (m_communicator.size() > 1) m_communicator.broadcast(sum, 0);
    const auto pixels = static_cast<double>(areaOf(region));
    return {static_cast<float>(sum[0] / pixels), static_cast<float>(sum[1] / pixels)};
}

void FieldSpace::accelerate(Field& value, Field& reference, Field& velocity, float friction) const {
    ops().accelerate(value.data(), reference.data(), velocity.data(), velocity.size(), friction);
    if (!velocity.outside) return;
    std::vector<Complex> now = value.outside ? value.outside->whole : std::vector<Complex>(wholeSize(value.like));
    std::vector<Complex> before = now, moving = velocity.outside->whole;
    const kernels::Accelerate body{asCf(std::span(now)).data(), asCf(std::span(before)).data(),
                                   asCf(std::span(moving)).data(), friction};
    for (std::size_t i = 0; i < now.size(); ++i) body(0, 0, static_cast<int>(i));
    setOutside(value, std::move(now));
    setOutside(velocity, std::move(moving));
    reference.outside = value.outside;
}

void FieldSpace::limitAmplitude(Field& field, float low, float high) const {
    ops().limitAmplitude(field.data(), field.size(), low, high);
    changeOutside(field, [low, high](Cf value) { return kernels::limitAmplitude(value, low, high); });
}

void FieldSpace::constrain(Field& field, const compute::ValueRule& rule) const {
    ops().constrain(field.data(), field.size(), rule);
    changeOutside(field, [&rule](Cf value) { return kernels::constrained(value, rule); });
}

void FieldSpace::filter(Field& object, int reach, const std::function<void(Cf*, int, int)>& body) const {
    if (!tiled()) {
        for (std::size_t layer = 0; layer < m_problem.layers(); ++layer)
            body(object.data() + layer * areaOf(m_tile), m_tile.rows, m_tile.cols);
        return;
    }
    const std::vector<Complex> before = gather(object);
    const std::size_t pixels = m_problem.objectRows * m_problem.objectCols;
    std::vector<Complex> after;
    for (std::size_t layer = 0; layer < m_problem.layers(); ++layer) {
        const auto ofLayer =
            before.empty() ? std::span<const Complex>() : std::span(before).subspan(layer * pixels, pixels);
        const std::vector<Complex> changed = filtered(ofLayer, reach, body);
        after.insert(after.end(), changed.begin(), changed.end());
    }
    scatter(object, after);
}

std::vector<Complex> FieldSpace::filtered(std::span<const Complex> before, int reach,
                                          const std::function<void(Cf*, int, int)>& body) const {
    const auto ranks = static_cast<std::size_t>(m_communicator.size());
    const auto width = m_problem.objectCols;
    const auto borderOf = [&](std::size_t rank) { return static_cast<int>(m_problem.objectRows * rank / ranks); };
    const auto stripeOf = [&](std::size_t rank) {
        const int first = std::max(0, borderOf(rank) - reach);
        const int end = std::min(static_cast<int>(m_problem.objectRows), borderOf(rank + 1) + reach);
        return Region{first, 0, end - first, static_cast<int>(width)};
    };
    std::vector<std::vector<Complex>> stripes;
    if (m_communicator.rank() == 0)
        for (std::size_t rank = 0; rank < ranks; ++rank) stripes.push_back(cutOut(before, width, stripeOf(rank)));
    const std::vector<Complex> mine = m_communicator.scatter(stripes, 0);
    const auto rank = static_cast<std::size_t>(m_communicator.rank());
    const Region stripe = stripeOf(rank);
    std::vector<Complex> result;
    if (borderOf(rank) < borderOf(rank + 1)) {
        Buffer<Cf> image(m_queue, asCf(std::span<const Complex>(mine)));
        body(image.data(), stripe.rows, stripe.cols);
        result.resize(mine.size());
        image.download(asCf(std::span(result)));
        result = cutOut(result, width,
                        {borderOf(rank) - stripe.row, 0, borderOf(rank + 1) - borderOf(rank), static_cast<int>(width)});
    }
    std::vector<Complex> whole;
    for (const std::vector<Complex>& part : m_communicator.gather(result, 0))
        whole.insert(whole.end(), part.begin(), part.end());
    return whole;
}

double FieldSpace::peak(const Field& field) const {
    double largest = std::max(field.outside ? field.outside->peak : 0.0F, ops().peak(field.data(), field.size()));
    if (!tiled() || field.like != Unknown::object) return ofCopies(largest);
    m_communicator.allReduceMax(std::span<double>(&largest, 1));
    return largest;
}

std::vector<Complex> FieldSpace::gather(const Field& field) const {
    const bool first = m_communicator.rank() == 0;
    if (!tiled() || field.like == Unknown::probe) {
        std::vector<Complex> whole(first ? field.size() : 0);
        if (first) field.values.download(asCf(std::span(whole)));
        return whole;
    }
    const std::vector<std::vector<Cf>> parts = m_communicator.gather(field.values.toHost(), 0);
    if (!first) return {};
    std::vector<Complex> whole = field.outside ? field.outside->whole : std::vector<Complex>(wholeSize(field.like));
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
        const Region& r = m_problem.tiles[rank];
        const auto width = static_cast<std::size_t>(r.cols), height = static_cast<std::size_t>(r.rows);
        for (std::size_t layer = 0; layer < m_problem.layers(); ++layer)
            for (std::size_t row = 0; row < height; ++row) {
                const std::size_t target = layer * m_problem.objectRows + static_cast<std::size_t>(r.row) + row;
                std::copy_n(parts[rank].data() + (layer * height + row) * width, width,
                            asCf(std::span(whole)).data() + target * m_problem.objectCols +
                                static_cast<std::size_t>(r.col));
            }
    }
    return whole;
}

std::vector<Complex> FieldSpace::partOf(std::span<const Complex> whole, const Region& tile) const {
    std::vector<Complex> part;
    for (std::size_t layer = 0; layer < m_problem.layers(); ++layer) {
        Region ofLayer = tile;
        ofLayer.row += static_cast<int>(layer * m_problem.objectRows);
        const std::vector<Complex> piece = cutOut(whole, m_problem.objectCols, ofLayer);
        part.insert(part.end(), piece.begin(), piece.end());
    }
    return part;
}

void FieldSpace::take(Field& field, std::span<const Complex> whole) const {
    if (whole.size() != wholeSize(field.like)) throw InternalError("an array of another size than its unknown");
    if (!tiled() || field.like == Unknown::probe) return field.values.upload(asCf(whole));
    if (!field.empty()) field.values.upload(asCf(std::span<const Complex>(partOf(whole, m_tile))));
    if (m_communicator.rank() == 0) setOutside(field, {whole.begin(), whole.end()});
}

void FieldSpace::scatter(Field& field, std::span<const Complex> whole) const {
    const bool first = m_communicator.rank() == 0;
    if (!tiled() || field.like == Unknown::probe) {
        if (m_communicator.size() == 1) return take(field, whole);
        std::vector<Complex> shared(whole.begin(), whole.end());
        shared.resize(wholeSize(field.like));
        m_communicator.broadcast(shared, 0);
        return take(field, shared);
    }
    std::vector<std::vector<Complex>> pieces;
    if (first) {
        for (const Region& r : m_problem.tiles) pieces.push_back(partOf(whole, r));
        setOutside(field, {whole.begin(), whole.end()});
    }
    const std::vector<Complex> mine = m_communicator.scatter(pieces, 0);
    if (!mine.empty()) field.values.upload(asCf(std::span<const Complex>(mine)));
}

void FieldSpace::save(const Field& field, const std::string& name, SavedState& saved) const {
    std::vector<Complex> whole = gather(field);
    if (m_communicator.rank() == 0) saved.arrays[name] = std::move(whole);
}

bool FieldSpace::load(Field& field, const std::string& name, const SavedState& saved) const {
    const std::vector<Complex>* whole = saved.array(name);
    if (!whole || whole->size() != wholeSize(field.like)) return false;
    take(field, *whole);
    return true;
}

template <class Body>
void FieldSpace::changeOutside(Field& field, Body&& body) const {
    if (!field.outside) return;
    std::vector<Complex> whole = field.outside->whole;
    for (Cf& value : asCf(std::span(whole))) value = body(value);
    setOutside(field, std::move(whole));
}

void FieldSpace::setOutside(Field& field, std::vector<Complex> whole) const {
    float peak = 0;
    bool zeros = true;
    std::vector<unsigned char> held(m_problem.objectCols);
    for (std::size_t row = 0; row < m_problem.objectRows; ++row) {
        std::ranges::fill(held, static_cast<unsigned char>(0));
        for (const Region& r : m_problem.tiles)
            if (static_cast<int>(row) >= r.row && static_cast<int>(row) < r.row + r.rows)
                std::fill_n(held.begin() + r.col, r.cols, static_cast<unsigned char>(1));
        for (std::size_t layer = 0; layer < m_problem.layers(); ++layer) {
            const std::size_t first = (layer * m_problem.objectRows + row) * held.size();
            const std::span<const Complex> values = std::span(whole).subspan(first, held.size());
            for (std::size_t col = 0; col < held.size(); ++col) {
                if (held[col] != 0) continue;
                peak = std::max(peak, kernels::norm2(asCf(values)[col]));
                zeros = zeros && std::bit_cast<std::uint64_t>(values[col]) == 0; // not −0, which is another bit
            }
        }
    }
    field.outside = zeros ? nullptr : std::make_shared<const OutsideOfTiles>(OutsideOfTiles{std::move(whole), peak});
}

} // namespace ewald::ptycho
