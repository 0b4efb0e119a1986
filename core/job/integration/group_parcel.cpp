// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/group_parcel.h"

#include "base/error.h"
#include "base/phrase.h"

#include <cstring>
#include <type_traits>

namespace ewald::job {
namespace {

/// Calls `field` for every array of a result: packing and unpacking cannot disagree.
template <class Result, class Field>
void forEachField(Result& result, Field&& field) {
    field(result.intensity);
    field(result.sem);
    field(result.std);
    field(result.sumSignal);
    field(result.sumVariance);
    field(result.sumNormalization);
    field(result.sumNormalization2);
    field(result.count);
    field(result.course);
}

class Packer {
public:
    explicit Packer(std::vector<std::byte>& bytes) : m_bytes(bytes) {}
    void number(std::size_t value) { append(std::as_bytes(std::span(&value, 1))); }
    template <class Container>
    void array(const Container& values) {
        number(values.size());
        append(std::as_bytes(std::span(values)));
    }

private:
    void append(std::span<const std::byte> part) { m_bytes.insert(m_bytes.end(), part.begin(), part.end()); }
    std::vector<std::byte>& m_bytes;
};

class Unpacker {
public:
    explicit Unpacker(std::span<const std::byte> bytes) : m_rest(bytes) {}
    std::size_t number() {
        std::size_t value = 0;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    template <class Container>
    void array(Container& values) {
        const std::size_t count = number();
        using T = typename Container::value_type;
        if (count > m_rest.size() / sizeof(T)) throw InternalError("a parcel of results is too short");
        values.resize(count);
        const auto part = take(count * sizeof(T));
        if (!part.empty()) std::memcpy(values.data(), part.data(), part.size());
    }

private:
    std::span<const std::byte> take(std::size_t bytes) {
        if (bytes > m_rest.size()) throw InternalError("a parcel of results is too short");
        const auto part = m_rest.first(bytes);
        m_rest = m_rest.subspan(bytes);
        return part;
    }
    std::span<const std::byte> m_rest;
};

} // namespace

std::vector<std::byte> packed(const FrameGroup& group) {
    std::vector<std::byte> bytes;
    Packer packer(bytes);
    packer.number(group.firstRow);
    packer.number(group.rows);
    for (std::size_t i = 0; i < group.rows; ++i) {
        packer.array(withParts(group.failures[i]));
        if (!group.failures[i].empty()) continue;
        const azint::FrameResult& result = group.results[i];
        forEachField(result, [&](const auto& field) { packer.array(field); });
        packer.number(result.markedPixels);
        packer.array(std::span(&result.mark, 1));
        packer.number(result.twoMarks ? 1 : 0);
    }
    return bytes;
}

void unpack(std::span<const std::byte> parcel, FrameGroup& group) {
    Unpacker unpacker(parcel);
    group.firstRow = unpacker.number();
    group.rows = unpacker.number();
    if (group.rows > parcel.size()) throw InternalError("a parcel of results is too short");
    group.results.resize(group.rows);
    group.failures.resize(group.rows);
    for (std::size_t i = 0; i < group.rows; ++i) {
        std::string failure;
        unpacker.array(failure);
        group.failures[i] = takeParts(failure);
        if (!group.failures[i].empty()) continue;
        azint::FrameResult& result = group.results[i];
        forEachField(result, [&](auto& field) { unpacker.array(field); });
        result.markedPixels = unpacker.number();
        std::vector<float> mark;
        unpacker.array(mark);
        result.mark = mark.empty() ? 0.0F : mark.front();
        result.twoMarks = unpacker.number() != 0;
    }
}

} // namespace ewald::job
