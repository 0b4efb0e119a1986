// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/devices/module_note.h"

#include "base/files/system_reason.h"
#include "base/phrase.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace ewald::compute {
namespace {

constexpr std::string_view kName("Ewald\0", 6);
constexpr std::uint32_t kIdType = 1;
/// Notes of real files have some hundred bytes.
constexpr std::uint64_t kMaxNotes = 64 << 10;
constexpr std::size_t kMaxHeaders = 1024;

/// A file opened for reading, of known size.
class ElfFile {
public:
    explicit ElfFile(const std::filesystem::path& path)
        : m_descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        struct stat status {};
        if (m_descriptor < 0 || fstat(m_descriptor, &status) != 0)
            m_problem = phrase("cannot be read: %1", systemReason(errno));
        else if (!S_ISREG(status.st_mode))
            m_problem = translatable("is not a regular file");
        else
            m_size = static_cast<std::uint64_t>(status.st_size);
    }
    ~ElfFile() {
        if (m_descriptor >= 0) close(m_descriptor);
    }
    ElfFile(const ElfFile&) = delete;
    ElfFile& operator=(const ElfFile&) = delete;

    /// Why the file cannot be read; empty if it can.
    [[nodiscard]] const std::string& problem() const noexcept { return m_problem; }
    /// Whether `length` bytes from `offset` on lie within the file.
    [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t length) const noexcept {
        return offset <= m_size && length <= m_size - offset;
    }
    [[nodiscard]] bool read(std::uint64_t offset, void* out, std::size_t length) const {
        auto* at = static_cast<char*>(out);
        while (length > 0) {
            const ssize_t count = pread(m_descriptor, at, length, static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return false;
            at += count;
            offset += static_cast<std::uint64_t>(count);
            length -= static_cast<std::size_t>(count);
        }
        return true;
    }

private:
    int m_descriptor;
    std::uint64_t m_size = 0;
    std::string m_problem;
};

std::optional<Elf64_Ehdr> readHeader(const ElfFile& file) {
    Elf64_Ehdr header{};
    if (!file.holds(0, sizeof header) || !file.read(0, &header, sizeof header)) return std::nullopt;
    constexpr unsigned char kOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    const bool valid = std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
                       header.e_ident[EI_DATA] == kOrder && header.e_type == ET_DYN &&
                       header.e_phentsize == sizeof(Elf64_Phdr) && header.e_phnum <= kMaxHeaders;
    return valid ? std::optional(header) : std::nullopt;
}

std::size_t padded(std::size_t length, std::size_t alignment) {
    return (length + alignment - 1) / alignment * alignment;
}

/// The text of the note named "Ewald" in a segment of notes.
std::optional<std::string> findId(const std::vector<char>& notes, std::size_t alignment) {
    std::size_t at = 0;
    while (notes.size() - at >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr note{};
        std::memcpy(&note, notes.data() + at, sizeof note);
        at += sizeof note;
        const std::size_t nameLength = padded(note.n_namesz, alignment);
        if (nameLength > notes.size() - at || note.n_descsz > notes.size() - at - nameLength) return std::nullopt;
        const std::string_view name(notes.data() + at, note.n_namesz);
        const std::string_view text(notes.data() + at + nameLength, note.n_descsz);
        if (name == kName && note.n_type == kIdType) return std::string(text.substr(0, text.find('\0')));
        at = std::min(notes.size(), at + nameLength + padded(note.n_descsz, alignment));
    }
    return std::nullopt;
}

} // namespace

std::string readModuleNote(const std::filesystem::path& path, std::string& refusal) {
    const ElfFile file(path);
    refusal = file.problem();
    if (!refusal.empty()) return {};
    const std::optional<Elf64_Ehdr> header = readHeader(file);
    std::vector<Elf64_Phdr> segments(header ? header->e_phnum : 0);
    const std::size_t bytes = segments.size() * sizeof(Elf64_Phdr);
    if (!header || !file.holds(header->e_phoff, bytes) || !file.read(header->e_phoff, segments.data(), bytes)) {
        refusal = translatable("is no module of Ewald (no shared object)");
        return {};
    }
    // An access to a mapped segment beyond the end of the file would end the program by a signal.
    const bool complete =
        file.holds(header->e_shoff, std::uint64_t{header->e_shnum} * header->e_shentsize) &&
        std::ranges::all_of(segments, [&](const Elf64_Phdr& s) { // strip leaves empty ones at offsets beyond the end
            return s.p_filesz == 0 || file.holds(s.p_offset, s.p_filesz);
        });
    if (!complete) {
        refusal = translatable("is incomplete; install it again");
        return {};
    }
    for (const Elf64_Phdr& segment : segments) {
        if (segment.p_type != PT_NOTE || segment.p_filesz > kMaxNotes) continue;
        std::vector<char> notes(segment.p_filesz);
        if (!file.read(segment.p_offset, notes.data(), notes.size())) continue;
        if (auto id = findId(notes, segment.p_align == 8 ? 8 : 4); id && !id->empty()) return *id;
    }
    refusal = translatable("is no module of Ewald (no id)");
    return {};
}

} // namespace ewald::compute
