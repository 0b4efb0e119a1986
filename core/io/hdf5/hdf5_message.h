// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/large_vector.h"
#include "io/hdf5/hdf5.h"
#include "io/hdf5/hdf5_superblock.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// What travels between a program and the process that asks the HDF5 library for it (hdf5_client.h, hdf5_server.h).
// Both ends are of one build on one machine: numbers travel as they lie in memory. The receiving end checks every
// length.
namespace ewald::io::h5::detail {

/// What is asked of the process that has a file open.
enum class Request : std::uint8_t {
    open,
    kind,
    whyMissing,
    linkTarget,
    softTarget,
    externalTarget,
    children,
    identity,
    dataset,
    number,
    text,
    attributeTexts,
    attributeNumbers,
    read,
    readText,
    missingSources,
    storage,
    virtualEntries,
    tree,
};

/// What comes back.
enum class Reply : std::uint8_t {
    result, ///< what was asked for
    error,  ///< an Error in its parts
};

/// What a request or a reply holds behind its header.
using Bytes = LargeVector<std::byte>;

/// Stands before every request and every reply.
struct MessageHeader {
    std::uint32_t magic = kMagic;
    std::uint8_t what = 0; ///< a Request or a Reply
    std::uint8_t reserved[3]{};
    std::uint64_t bytes = 0; ///< that follow
    static constexpr std::uint32_t kMagic = 0x35484577;
};

template <class T>
concept PlainValue = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Puts values one after the other into bytes.
class Packer {
public:
    template <PlainValue T>
    Packer& put(T value) {
        append(&value, sizeof value);
        return *this;
    }
    Packer& put(const std::string& text) {
        put<std::uint64_t>(text.size());
        append(text.data(), text.size());
        return *this;
    }
    Packer& put(const char* text) { return put(std::string(text)); }
    template <class T>
    Packer& put(const std::vector<T>& values) {
        put<std::uint64_t>(values.size());
        if constexpr (std::is_same_v<T, std::byte>)
            append(values.data(), values.size());
        else
            for (const T& value : values) put(value);
        return *this;
    }
    template <class A, class B>
    Packer& put(const std::pair<A, B>& pair) {
        return put(pair.first).put(pair.second);
    }
    template <class T>
    Packer& put(const std::optional<T>& value) {
        put(value.has_value());
        if (value) put(*value);
        return *this;
    }
    Packer& put(const FileFacts& facts);
    [[nodiscard]] const Bytes& bytes() const noexcept { return m_bytes; }

private:
    void append(const void* first, std::size_t size);

    Bytes m_bytes;
};

/// Takes values out of bytes in the order in which a Packer put them there. \throws DataError when they are no such
/// values, before memory is taken for more than there is
class Unpacker {
public:
    /// \param where the file, for the message
    explicit Unpacker(std::span<const std::byte> bytes, std::string where = {})
        : m_bytes(bytes), m_where(std::move(where)) {}

    template <class T>
    [[nodiscard]] T take() {
        if constexpr (std::is_same_v<T, bool>) {
            return takePlain<std::uint8_t>() != 0;
        } else if constexpr (PlainValue<T>) {
            return takePlain<T>();
        } else {
            T value;
            takeInto(value);
            return value;
        }
    }
    /// How many things follow, each of which takes at least `least` bytes.
    [[nodiscard]] std::size_t takeCount(std::size_t least) {
        const auto count = takePlain<std::uint64_t>();
        if (count > m_bytes.size() / least) fail();
        return static_cast<std::size_t>(count);
    }
    [[nodiscard]] std::span<const std::byte> takeBytes(std::size_t count) {
        if (count > m_bytes.size()) fail();
        const auto taken = m_bytes.first(count);
        m_bytes = m_bytes.subspan(count);
        return taken;
    }
    [[nodiscard]] bool empty() const noexcept { return m_bytes.empty(); }
    [[noreturn]] void fail() const {
        throw DataError("the file is damaged: what was read of it makes no sense", m_where,
                        "copy it again from its source");
    }

private:
    template <class T>
    T takePlain() {
        T value{};
        std::memcpy(&value, takeBytes(sizeof value).data(), sizeof value);
        return value;
    }
    void takeInto(std::string& text) {
        const auto bytes = takeBytes(takeCount(1));
        text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    template <class T>
    void takeInto(std::vector<T>& values) {
        const std::size_t count = takeCount(PlainValue<T> ? sizeof(T) : 1);
        if constexpr (PlainValue<T>) values.reserve(count);
        for (std::size_t i = 0; i < count; ++i) values.push_back(take<T>());
    }
    template <class A, class B>
    void takeInto(std::pair<A, B>& pair) {
        pair.first = take<A>();
        pair.second = take<B>();
    }
    template <class T>
    void takeInto(std::optional<T>& value) {
        if (take<bool>()) value = take<T>();
    }

    std::span<const std::byte> m_bytes;
    std::string m_where;
};

/// An error in its parts, so that the other end can throw the same one.
void pack(Packer& packer, const Error& error);
[[nodiscard]] Error takeError(Unpacker& unpacker);
[[nodiscard]] FileFacts takeFileFacts(Unpacker& unpacker);
void pack(Packer& packer, const DatasetInfo& info);
[[nodiscard]] DatasetInfo takeDatasetInfo(Unpacker& unpacker);

/// Waits for a whole request and takes it out of a socket. \return the payload; empty when the other end is gone
[[nodiscard]] std::optional<std::pair<Request, std::vector<std::byte>>> receiveRequest(int socket);
/// Sends header and payload. \return false when the other end is gone
bool sendMessage(int socket, std::uint8_t what, std::span<const std::byte> payload) noexcept;

/// Identifies builds that understand each other: its number rises with every change of what is packed, or a program
/// that runs while another version is installed reads wrong numbers.
[[nodiscard]] std::string protocolId();

} // namespace ewald::io::h5::detail
