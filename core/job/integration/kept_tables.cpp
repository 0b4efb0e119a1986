// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/kept_tables.h"

#include "base/error.h"
#include "compute/devices/parallel.h"
#include "io/atomic_file.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gnu/libc-version.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
using azint::IntegratorTables;

constexpr const char* kSuffix = ".table";
/// A file is written, read and checked in pieces.
constexpr std::size_t kPiece = std::size_t{4} << 20U;
constexpr std::array<char, 8> kMagic{'E', 'W', 'A', 'L', 'D', 'T', 'A', 'B'};

/// Collects what a key is made of.
class KeyBuilder {
public:
    template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void add(T value) {
        const auto* const first = reinterpret_cast<const std::byte*>(&value);
        m_bytes.insert(m_bytes.end(), first, first + sizeof value);
    }
    void add(const std::string& text) {
        add(text.size());
        for (const char c : text) add(c);
    }
    template <class T>
    void add(const std::optional<T>& value) {
        add(value.has_value());
        if (value) add(*value);
    }
    void add(const std::pair<double, double>& pair) {
        add(pair.first);
        add(pair.second);
    }
    /// An image by its own checksum.
    template <class T>
    void add(const Array<T, 2>& image) {
        add(image.size());
        for (const std::uint64_t part : checksum(std::as_bytes(image.span()))) add(part);
    }
    [[nodiscard]] Checksum key() const { return checksum(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

/// The beginning of a file. Behind it: the bytes of every array, the checksum of every piece, and that of all before.
struct Header {
    std::array<char, 8> magic = kMagic;
    Checksum key{};
    std::uint64_t pixels = 0;
    std::uint64_t bins = 0;
    azint::BinAxis radial;
    azint::BinAxis azimuth;
    std::uint64_t hasAzimuth = 0;
    std::uint64_t arrays = 0;
};
static_assert(std::is_trivially_copyable_v<Header>);

constexpr std::size_t kFixedArrays = 6;
constexpr std::size_t kArraysOfLayer = 4;

/// Calls visit(array) for every array, in the order of the file.
template <class Tables, class Visit>
void forEachArray(Tables& tables, Visit&& visit) {
    visit(tables.normalization);
    visit(tables.sums.dark);
    visit(tables.sums.variance);
    visit(tables.sums.normalization);
    visit(tables.sums.normalization2);
    visit(tables.sums.count);
    for (auto& layer : tables.pixels.layers) {
        visit(layer.firstRun);
        visit(layer.firstWeight);
        visit(layer.runs);
        visit(layer.weights);
    }
}

/// The bytes of all arrays, cut into pieces.
template <class Byte, class Tables>
std::vector<std::span<Byte>> piecesOf(Tables& tables) {
    std::vector<std::span<Byte>> pieces;
    forEachArray(tables, [&](auto& array) {
        std::span<Byte> bytes;
        if constexpr (std::is_const_v<Byte>)
            bytes = std::as_bytes(std::span(array));
        else
            bytes = std::as_writable_bytes(std::span(array));
        for (; !bytes.empty(); bytes = bytes.subspan(std::min(kPiece, bytes.size())))
            pieces.push_back(bytes.first(std::min(kPiece, bytes.size())));
    });
    return pieces;
}

/// An open file; closed at the end.
class Descriptor {
public:
    Descriptor(const fs::path& file, int flags) : m_descriptor(open(file.c_str(), flags | O_CLOEXEC)) {}
    ~Descriptor() {
        if (m_descriptor >= 0) close(m_descriptor);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] explicit operator bool() const noexcept { return m_descriptor >= 0; }
    [[nodiscard]] int get() const noexcept { return m_descriptor; }
    [[nodiscard]] bool readAt(std::uintmax_t offset, std::span<std::byte> out) const noexcept {
        while (!out.empty()) {
            const ssize_t count = pread(m_descriptor, out.data(), out.size(), static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return false;
            out = out.subspan(static_cast<std::size_t>(count));
            offset += static_cast<std::uintmax_t>(count);
        }
        return true;
    }
    [[nodiscard]] bool append(std::span<const std::byte> bytes) const noexcept {
        while (!bytes.empty()) {
            const ssize_t count = ::write(m_descriptor, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return false;
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        }
        return true;
    }

private:
    int m_descriptor;
};

template <class T>
std::span<std::byte> bytesOf(T& value) {
    return std::as_writable_bytes(std::span(&value, 1));
}

/// A file of tables as far as it has been read and checked.
struct Opened {
    IntegratorTables tables; ///< arrays of the right sizes, not yet filled
    std::vector<std::uint64_t> sums;
    std::uintmax_t begin = 0; ///< of the first array in the file
};

/// Reads what stands before the arrays. Absent for anything else than a whole file of these tables.
std::optional<Opened> readHeader(const Descriptor& file, std::uintmax_t fileBytes, const Checksum& key) {
    Header header;
    if (!file.readAt(0, bytesOf(header)) || header.magic != kMagic || header.key != key) return std::nullopt;
    const std::uint64_t most = fileBytes / sizeof(std::uint64_t);
    if (header.arrays < kFixedArrays || header.arrays > most || (header.arrays - kFixedArrays) % kArraysOfLayer != 0)
        return std::nullopt;
    std::vector<std::uint64_t> sizes(header.arrays);
    if (!file.readAt(sizeof header, std::as_writable_bytes(std::span(sizes)))) return std::nullopt;
    std::uintmax_t whole = 0;
    std::size_t pieces = 0;
    for (const std::uint64_t size : sizes) {
        if (size > fileBytes - whole) return std::nullopt;
        whole += size;
        pieces += (size + kPiece - 1) / kPiece;
    }
    Opened opened;
    opened.sums.resize(pieces + 1);
    opened.begin = sizeof header + (sizes.size() + opened.sums.size()) * sizeof(std::uint64_t);
    if (opened.begin + whole != fileBytes) return std::nullopt;
    std::vector<std::byte> before(opened.begin - sizeof(std::uint64_t));
    if (!file.readAt(0, before) || !file.readAt(sizeof header + sizes.size() * sizeof(std::uint64_t),
                                                std::as_writable_bytes(std::span(opened.sums))))
        return std::nullopt;
    if (checksum(before).front() != opened.sums.back()) return std::nullopt;

    IntegratorTables& tables = opened.tables;
    tables.binning.radial = header.radial;
    if (header.hasAzimuth != 0) tables.binning.azimuth = header.azimuth;
    tables.pixels.pixels = header.pixels;
    tables.pixels.bins = header.bins;
    tables.pixels.layers.resize((sizes.size() - kFixedArrays) / kArraysOfLayer);
    auto size = sizes.begin();
    forEachArray(tables, [&](auto& array) { array.resize(*size++ / sizeof(array[0])); });
    return opened;
}

std::string hexadecimal(const Checksum& key) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(key[0]),
                  static_cast<unsigned long long>(key[1]));
    return text.data();
}

} // namespace

Checksum tablesKey(const azint::Geometry& geometry, const azint::IntegrationSettings& settings,
                   const azint::Corrections& corrections) {
    KeyBuilder key;
    key.add(std::string(EWALD_TABLES_REVISION));
    key.add(std::string(gnu_get_libc_version())); // its functions need not round alike in all versions
    const azint::Poni& poni = geometry.poni();
    for (const double value : {poni.dist_m, poni.poni1_m, poni.poni2_m, poni.rot1, poni.rot2, poni.rot3, poni.pixel1_m,
                               poni.pixel2_m, geometry.wavelength_m()})
        key.add(value);
    for (const std::size_t axis : {0, 1})
        for (const double edge_m : geometry.axis(axis).edges_m()) key.add(edge_m);
    if (!poni.distortion.isNone()) {
        key.add(poni.distortion.binning());
        for (const std::uint64_t part : poni.distortion.map().numbers()) key.add(part);
    }
    key.add(poni.orientation);
    key.add(poni.parallax);
    key.add(poni.sensor ? poni.sensor->material : std::string());
    key.add(poni.sensor ? poni.sensor->thickness_m : 0.0);
    for (const std::size_t extent : {geometry.rows(), geometry.cols()}) key.add(extent);
    for (const bool reversed : {geometry.reversesRows(), geometry.reversesCols()}) key.add(reversed);
    const azint::BinningSettings& binning = settings.binning;
    key.add(binning.npt);
    key.add(binning.nptAzim);
    key.add(binning.unit);
    key.add(binning.splitting);
    key.add(binning.edges);
    key.add(binning.radialRange);
    key.add(binning.azimuthRange_deg);
    key.add(settings.errorModel);
    key.add(corrections.mask);
    for (const Array<float, 2>* image : {&corrections.dark, &corrections.darkVariance, &corrections.flat,
                                         &corrections.absorption, &corrections.variance})
        key.add(*image);
    key.add(corrections.solidAngle);
    key.add(corrections.polarizationFactor);
    key.add(corrections.polarizationAxis_deg);
    key.add(corrections.sensorTransmission);
    key.add(corrections.dummy); // a flat field's dummies do not count
    key.add(corrections.deltaDummy);
    return key.key();
}

fs::path tablesFolder() {
    const auto absolute = [](const char* variable) {
        const char* const value = std::getenv(variable);
        fs::path folder(value == nullptr ? "" : value);
        return folder.is_absolute() ? folder : fs::path();
    };
    fs::path caches = absolute("XDG_CACHE_HOME");
    if (caches.empty())
        if (const fs::path home = absolute("HOME"); !home.empty()) caches = home / ".cache";
    return caches.empty() ? fs::path() : caches / "ewald" / "tables";
}

fs::path KeptTables::fileOf(const Checksum& key) const { return m_folder / (hexadecimal(key) + kSuffix); }

std::optional<IntegratorTables> KeptTables::find(const Checksum& key, unsigned threads) const noexcept {
    try {
        if (m_folder.empty()) return std::nullopt;
        const fs::path name = fileOf(key);
        const Descriptor file(name, O_RDONLY | O_NONBLOCK);
        struct stat status {};
        if (!file || fstat(file.get(), &status) != 0) return std::nullopt;
        // What others could have written is not read: tables hold indices that nothing checks again.
        if (!S_ISREG(status.st_mode) || status.st_uid != geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
            return std::nullopt;
        std::optional<Opened> opened = readHeader(file, static_cast<std::uintmax_t>(status.st_size), key);
        if (opened) {
            const auto pieces = piecesOf<std::byte>(opened->tables);
            std::vector<std::uintmax_t> offsets(pieces.size() + 1, opened->begin);
            for (std::size_t i = 0; i < pieces.size(); ++i) offsets[i + 1] = offsets[i] + pieces[i].size();
            std::atomic<bool> sound = pieces.size() + 1 == opened->sums.size();
            compute::parallelFor(sound ? pieces.size() : 0, threads, [&](std::size_t i) {
                if (!file.readAt(offsets[i], pieces[i]) || checksum(pieces[i]).front() != opened->sums[i])
                    sound = false;
            });
            if (sound) {
                static_cast<void>(futimens(file.get(), nullptr)); // the least recently used go first
                return std::move(opened->tables);
            }
        }
        std::error_code ignored;
        fs::remove(name, ignored);
    } catch (const std::exception&) { // no memory: making them may take less, or report it
    }
    return std::nullopt;
}

bool KeptTables::keep(const Checksum& key, const IntegratorTables& tables,
                      const std::function<bool()>& stopped) const noexcept {
    try {
        if (m_folder.empty()) return false;
        write(key, tables, stopped);
        return true;
    } catch (const std::exception&) { // the next run makes them again
        return false;
    }
}

void KeptTables::makeRoom(std::uintmax_t bytes) const {
    struct Kept {
        fs::path file;
        fs::file_time_type used;
        std::uintmax_t bytes;
    };
    io::removeLeftoversIn(m_folder); // of runs that were killed: as large as tables, and under names of their own
    std::vector<Kept> all;
    std::error_code failed;
    for (fs::directory_iterator entry(m_folder, failed), last; !failed && entry != last; entry.increment(failed)) {
        std::error_code gone;
        if (!entry->is_regular_file(gone) || entry->path().extension() != kSuffix) continue;
        Kept kept{entry->path(), entry->last_write_time(gone), entry->file_size(gone)};
        if (!gone) all.push_back(std::move(kept));
    }
    std::ranges::sort(all, {}, &Kept::used);
    std::uintmax_t sum = bytes;
    for (const Kept& kept : all) sum += kept.bytes;
    for (const Kept& kept : all) {
        if (sum <= m_mostBytes) break;
        fs::remove(kept.file, failed);
        sum -= kept.bytes;
    }
}

void KeptTables::write(const Checksum& key, const IntegratorTables& tables,
                       const std::function<bool()>& stopped) const {
    const auto pieces = piecesOf<const std::byte>(tables);
    Header header;
    header.key = key;
    header.pixels = tables.pixels.pixels;
    header.bins = tables.pixels.bins;
    header.radial = tables.binning.radial;
    header.azimuth = tables.binning.azimuth.value_or(azint::BinAxis());
    header.hasAzimuth = tables.binning.azimuth ? 1 : 0;
    std::vector<std::uint64_t> numbers;
    forEachArray(tables, [&](const auto& array) { numbers.push_back(std::span(array).size_bytes()); });
    header.arrays = numbers.size();
    const std::uintmax_t content = std::accumulate(numbers.begin(), numbers.end(), std::uintmax_t{0});
    if (content > m_mostBytes / 4) throw DataError("too large to be kept", m_folder.string());
    for (const auto& piece : pieces) numbers.push_back(checksum(piece).front());
    std::vector<std::byte> before(sizeof header + numbers.size() * sizeof numbers[0]);
    std::memcpy(before.data(), &header, sizeof header);
    std::memcpy(before.data() + sizeof header, numbers.data(), numbers.size() * sizeof numbers[0]);
    const std::uint64_t sum = checksum(before).front();

    fs::create_directories(m_folder);
    makeRoom(content + before.size());
    io::AtomicFile file(fileOf(key), true, io::AtomicFile::Links::replaced);
    const Descriptor out(file.temporary(), O_WRONLY | O_TRUNC);
    const auto append = [&](std::span<const std::byte> bytes) {
        if (stopped && stopped()) throw StoppedError();
        if (!out || !out.append(bytes)) throw DataError("cannot write", file.temporary().string());
    };
    if (fchmod(out.get(), S_IRUSR | S_IWUSR) != 0) throw DataError("cannot write", file.temporary().string());
    append(before);
    append(std::as_bytes(std::span(&sum, 1)));
    for (const auto& piece : pieces) append(piece);
    // A power cut may leave a file that is not whole, which its checksums show: not worth waiting for the disk.
    file.commit(io::AtomicFile::Durability::none);
}

} // namespace ewald::job
