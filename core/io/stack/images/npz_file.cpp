// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/npz_file.h"

#include "base/error.h"
#include "base/files/input_file.h"
#include "base/phrase.h"
#include "codec/decoders.h"
#include "io/stack/images/byte_order.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

namespace ewald::io {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{1} << 31;

/// A file of the archive. PKWARE's APPNOTE.TXT 4.3.7, with sizes of 64 bits as in 4.5.3.
struct Member {
    std::string name;
    bool isDeflated = false;
    std::uint64_t bytes = 0;
    std::string_view stored;
};

class Archive {
public:
    Archive(std::string bytes, std::string where) : m_bytes(std::move(bytes)), m_where(std::move(where)) {
        std::size_t at = 0;
        while (isAt(at, "PK\x03\x04")) at = readMember(at);
        checkDirectory(at);
    }
    [[nodiscard]] const std::vector<Member>& members() const noexcept { return m_members; }

    [[noreturn]] void failDamaged() const {
        throw DataError("the NPZ archive is damaged", m_where, "save it again with numpy.savez");
    }

private:
    [[nodiscard]] bool isAt(std::size_t at, std::string_view signature) const {
        return at <= m_bytes.size() && m_bytes.compare(at, signature.size(), signature) == 0;
    }

    /// The directory is written last and names all files: without it some may be missing. 4.3.12 to 4.3.16. \param at
    /// behind the last file that is there
    void checkDirectory(std::size_t at) const {
        std::size_t named = 0;
        for (; isAt(at, "PK\x01\x02"); ++named)
            at +=
                46UL + number<std::uint16_t>(at + 28) + number<std::uint16_t>(at + 30) + number<std::uint16_t>(at + 32);
        if (isAt(at, "PK\x06\x06")) { // of 64 bits: with where it is behind it
            const auto size = number<std::uint64_t>(at + 4);
            if (size > m_bytes.size()) failDamaged();
            at += 12 + static_cast<std::size_t>(size);
            if (isAt(at, "PK\x06\x07")) at += 20;
        }
        if (!isAt(at, "PK\x05\x06") || at + 22 > m_bytes.size())
            throw DataError("the NPZ archive is cut off: its directory, which is written last, is not there", m_where,
                            "copy it again from its source, or save it again with numpy.savez");
        if (named != m_members.size())
            throw DataError(phrase("the NPZ archive is damaged: %1 of its %2 files are there", m_members.size(), named),
                            m_where, "copy it again from its source, or save it again with numpy.savez");
    }

    template <class T>
    [[nodiscard]] T number(std::size_t at) const {
        std::array<std::byte, sizeof(T)> raw{};
        if (at > m_bytes.size() || sizeof(T) > m_bytes.size() - at) failDamaged();
        std::memcpy(raw.data(), m_bytes.data() + at, sizeof(T));
        if (kBigEndianMachine) std::ranges::reverse(raw);
        T value;
        std::memcpy(&value, raw.data(), sizeof(T));
        return value;
    }

    /// Returns where the next one begins.
    std::size_t readMember(std::size_t at) {
        constexpr std::uint16_t kSizesBehind = 8; // flag: the sizes are known only after the data
        constexpr std::uint32_t kSizesElsewhere = 0xFFFFFFFF;
        const auto flags = number<std::uint16_t>(at + 6);
        const auto method = number<std::uint16_t>(at + 8);
        std::uint64_t stored = number<std::uint32_t>(at + 18);
        Member member;
        member.bytes = number<std::uint32_t>(at + 22);
        const std::size_t name = at + 30;
        const std::size_t extra = name + number<std::uint16_t>(at + 26);
        const std::size_t data = extra + number<std::uint16_t>(at + 28);
        if (member.bytes == kSizesElsewhere || stored == kSizesElsewhere)
            for (std::size_t field = extra; field + 4 <= data; field += 4 + number<std::uint16_t>(field + 2)) {
                if (number<std::uint16_t>(field) != 1) continue;
                member.bytes = number<std::uint64_t>(field + 4);
                stored = number<std::uint64_t>(field + 12);
                break;
            }
        if ((flags & kSizesBehind) != 0 || (method != 0 && method != 8) || data > m_bytes.size() ||
            stored > m_bytes.size() - data)
            failDamaged();
        member.isDeflated = method == 8;
        member.name = m_bytes.substr(name, extra - name);
        member.stored = std::string_view(m_bytes).substr(data, stored);
        m_members.push_back(std::move(member));
        return data + static_cast<std::size_t>(stored);
    }

    std::string m_bytes;
    std::string m_where;
    std::vector<Member> m_members;
};

std::string unpacked(const Member& member, const Archive& archive) {
    constexpr std::uint64_t kMostPacked = 1032; // deflate packs no more bytes into one
    if (!member.isDeflated) return std::string(member.stored);
    if (member.bytes / kMostPacked > member.stored.size()) archive.failDamaged();
    std::string out(static_cast<std::size_t>(member.bytes), '\0');
    codec::decodeDeflate(std::as_bytes(std::span(member.stored)), std::as_writable_bytes(std::span(out)),
                         codec::Wrapping::none);
    return out;
}

std::string bytesOf(const std::filesystem::path& file) {
    InputStream stream(file);
    if (stream.size() > kMaxFileBytes)
        throw DataError("the NPZ archive is larger than 2 GiB", file.string(), "save the array alone with numpy.save");
    std::string bytes(static_cast<std::size_t>(stream.size()), '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
}

} // namespace

std::string npyOfArchive(const std::filesystem::path& file, const std::string& name,
                         const std::vector<std::string>& words) {
    const Archive archive(bytesOf(file), file.string());
    std::vector<const Member*> arrays;
    for (const Member& member : archive.members())
        if (member.name.ends_with(".npy")) arrays.push_back(&member);
    if (arrays.empty()) archive.failDamaged();
    const auto nameOf = [](const Member* member) { return member->name.substr(0, member->name.size() - 4); };
    auto found = !name.empty()        ? std::ranges::find(arrays, name, nameOf)
                 : arrays.size() == 1 ? arrays.begin()
                                      : arrays.end();
    for (const std::string& word : words)
        if (name.empty() && found == arrays.end()) found = std::ranges::find(arrays, word, nameOf);
    if (found == arrays.end()) {
        std::string names;
        for (const Member* member : arrays) names += (names.empty() ? "" : ", ") + nameOf(member);
        throw DataError(phrase("the NPZ archive has the arrays %1", names), file.string(),
                        "name one of them, or save the array alone with numpy.save");
    }
    return unpacked(**found, archive);
}

} // namespace ewald::io
