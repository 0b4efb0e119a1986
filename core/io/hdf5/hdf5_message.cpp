// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_message.h"

#include "base/phrase.h"
#include "base/version.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/socket.h>
#include <sys/uio.h>

namespace ewald::io::h5::detail {
namespace {

/// Requests name paths and blocks; more is none.
constexpr std::uint64_t kLargestRequest = std::uint64_t{1} << 24U;

bool receiveAll(int socket, void* out, std::size_t size) {
    auto* bytes = static_cast<char*>(out);
    while (size > 0) {
        const ssize_t count = recv(socket, bytes, size, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

} // namespace

void Packer::append(const void* first, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(first);
    m_bytes.insert(m_bytes.end(), bytes, bytes + size);
}

void pack(Packer& packer, const Error& error) {
    packer.put(error.kind()).put(withParts(error.problem())).put(error.where()).put(withParts(error.hint()));
}

Error takeError(Unpacker& unpacker) {
    const auto kind = unpacker.take<ErrorKind>();
    if (kind < ErrorKind::job || kind > ErrorKind::bug) unpacker.fail();
    auto problem = takeParts(unpacker.take<std::string>());
    auto where = unpacker.take<std::string>();
    auto hint = takeParts(unpacker.take<std::string>());
    return {kind, std::move(problem), std::move(where), std::move(hint)};
}

Packer& Packer::put(const FileFacts& facts) {
    const Superblock& block = facts.superblock;
    put(block.offset).put(block.version).put(block.complete).put(block.writerOpen).put(block.readersAllowed);
    return put(block.endOfFile).put(block.fileBytes).put(block.device).put(block.inode).put(facts.locked);
}

FileFacts takeFileFacts(Unpacker& unpacker) {
    FileFacts facts;
    Superblock& block = facts.superblock;
    block.offset = unpacker.take<std::uint64_t>();
    block.version = unpacker.take<unsigned>();
    block.complete = unpacker.take<bool>();
    block.writerOpen = unpacker.take<bool>();
    block.readersAllowed = unpacker.take<bool>();
    block.endOfFile = unpacker.take<std::uint64_t>();
    block.fileBytes = unpacker.take<std::uint64_t>();
    block.device = unpacker.take<std::uint64_t>();
    block.inode = unpacker.take<std::uint64_t>();
    facts.locked = unpacker.take<bool>();
    return facts;
}

void pack(Packer& packer, const DatasetInfo& info) {
    packer.put(info.shape).put(info.null).put(info.type.kind).put(info.type.bytes).put(info.type.name);
    packer.put(info.chunk).put(info.isVirtual).put<std::uint64_t>(info.filters.size());
    for (const FilterInfo& filter : info.filters) packer.put(filter.id).put(filter.name).put(filter.available);
}

DatasetInfo takeDatasetInfo(Unpacker& unpacker) {
    DatasetInfo info;
    info.shape = unpacker.take<Shape>();
    info.null = unpacker.take<bool>();
    info.type.kind = unpacker.take<ElementType::Kind>();
    info.type.bytes = unpacker.take<std::size_t>();
    info.type.name = unpacker.take<std::string>();
    info.chunk = unpacker.take<Shape>();
    info.isVirtual = unpacker.take<bool>();
    // Readers divide by the extents of a chunk and index them like those of the dataset.
    const bool sound = info.chunk.empty() || (info.chunk.size() == info.shape.size() &&
                                              std::find(info.chunk.begin(), info.chunk.end(), 0) == info.chunk.end());
    if (!sound || info.type.kind < ElementType::Kind::integer || info.type.kind > ElementType::Kind::other)
        unpacker.fail();
    const std::size_t filters = unpacker.takeCount(1);
    for (std::size_t i = 0; i < filters; ++i) {
        FilterInfo filter;
        filter.id = unpacker.take<int>();
        filter.name = unpacker.take<std::string>();
        filter.available = unpacker.take<bool>();
        info.filters.push_back(std::move(filter));
    }
    return info;
}

std::optional<std::pair<Request, std::vector<std::byte>>> receiveRequest(int socket) {
    MessageHeader header;
    if (!receiveAll(socket, &header, sizeof header) || header.magic != MessageHeader::kMagic ||
        header.bytes > kLargestRequest)
        return std::nullopt;
    std::vector<std::byte> payload(static_cast<std::size_t>(header.bytes));
    if (!receiveAll(socket, payload.data(), payload.size())) return std::nullopt;
    return std::pair(static_cast<Request>(header.what), std::move(payload));
}

bool sendMessage(int socket, std::uint8_t what, std::span<const std::byte> payload) noexcept {
    MessageHeader header;
    header.what = what;
    header.bytes = payload.size();
    std::array<iovec, 2> parts{{{&header, sizeof header}, {const_cast<std::byte*>(payload.data()), payload.size()}}};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    while (parts[1].iov_len > 0 || parts[0].iov_len > 0) {
        const ssize_t count = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        auto sent = static_cast<std::size_t>(count);
        for (iovec& part : parts) {
            const std::size_t here = std::min(sent, part.iov_len);
            part.iov_base = static_cast<char*>(part.iov_base) + here;
            part.iov_len -= here;
            sent -= here;
        }
    }
    return true;
}

std::string protocolId() { return std::string("ewald ") + version() + " files 3 compiler " + __VERSION__; }

} // namespace ewald::io::h5::detail
