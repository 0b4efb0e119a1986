// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small RAII wrapper over the HDF5 C library: what the readers and writers of Ewald need and no more. The library's
// own header stays out of sight, so that including this one needs nothing. Every call may be made from any thread.
//
// A file that is opened for reading may be damaged or made to do harm, and the library may crash, loop or take all
// memory over it. It is therefore asked in a process of its own (hdf5_client.h); everything that is read of an open
// file may throw a DataError that says so. What is created is written by the library of this process.

#include <complex>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ewald::io::h5 {

namespace detail {
class Answers;
class RemoteFile;
struct RemoteDataset;
} // namespace detail

/// Owns one HDF5 identifier of any kind and closes it.
class Handle {
public:
    Handle() = default;
    explicit Handle(std::int64_t id) noexcept : m_id(id) {}
    Handle(Handle&& other) noexcept : m_id(std::exchange(other.m_id, -1)) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) {
            reset();
            m_id = std::exchange(other.m_id, -1);
        }
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { reset(); }

    [[nodiscard]] std::int64_t id() const noexcept { return m_id; }
    [[nodiscard]] explicit operator bool() const noexcept { return m_id >= 0; }
    void reset() noexcept;

private:
    std::int64_t m_id = -1;
};

/// Types of numbers in memory.
enum class Number { int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, complex64, complex128 };

template <class T>
struct NumberOf; // only defined for the types that can be read and written
// clang-format off
template <> struct NumberOf<std::int8_t> { static constexpr Number value = Number::int8; };
template <> struct NumberOf<std::int16_t> { static constexpr Number value = Number::int16; };
template <> struct NumberOf<std::int32_t> { static constexpr Number value = Number::int32; };
template <> struct NumberOf<std::int64_t> { static constexpr Number value = Number::int64; };
template <> struct NumberOf<std::uint8_t> { static constexpr Number value = Number::uint8; };
template <> struct NumberOf<std::uint16_t> { static constexpr Number value = Number::uint16; };
template <> struct NumberOf<std::uint32_t> { static constexpr Number value = Number::uint32; };
template <> struct NumberOf<std::uint64_t> { static constexpr Number value = Number::uint64; };
template <> struct NumberOf<float> { static constexpr Number value = Number::float32; };
template <> struct NumberOf<double> { static constexpr Number value = Number::float64; };
template <> struct NumberOf<std::complex<float>> { static constexpr Number value = Number::complex64; };
template <> struct NumberOf<std::complex<double>> { static constexpr Number value = Number::complex128; };
// clang-format on

using Shape = std::vector<std::size_t>;

/// How a dataset's elements are stored.
struct ElementType {
    enum class Kind { integer, unsignedInteger, floating, complex, boolean, text, other };
    Kind kind = Kind::other;
    std::size_t bytes = 0;
    std::string name; ///< "uint16", "float64", "complex64", "bool", "string", "compound"
    /// True for everything that can be read as real numbers.
    [[nodiscard]] bool isReal() const noexcept {
        return kind == Kind::integer || kind == Kind::unsignedInteger || kind == Kind::floating ||
               kind == Kind::boolean;
    }
    /// True for real and complex numbers.
    [[nodiscard]] bool isNumeric() const noexcept { return isReal() || kind == Kind::complex; }
};

struct FilterInfo {
    int id = 0;
    std::string name; ///< "gzip", "bitshuffle+lz4", "Blosc2"
    bool available = true;
};

struct DatasetInfo {
    Shape shape;       ///< empty = scalar
    bool null = false; ///< holds no value at all
    ElementType type;
    Shape chunk; ///< empty = not chunked
    std::vector<FilterInfo> filters;
    bool isVirtual = false;

    [[nodiscard]] std::size_t elements() const noexcept;
    /// "gzip, shuffle"; a filter that this build cannot undo appears as "unknown filter 32123" or with its name.
    [[nodiscard]] std::string filterNames() const;
    /// The first filter that this build cannot undo, in words ("Blosc2 (filter 32026)"); empty when all can be.
    [[nodiscard]] std::string unavailableFilter() const;
};

/// Gives memory that the library keeps for later back to the system: worth it after many chunks have been looked at.
void releaseMemory() noexcept;

/// "(516, 128, 128)", "scalar".
[[nodiscard]] std::string toText(const Shape& shape);

/// One open dataset. Keeps its file open. Reads may come from several threads.
class Dataset {
public:
    [[nodiscard]] const DatasetInfo& info() const noexcept { return m_info; }
    [[nodiscard]] const Shape& shape() const noexcept { return m_info.shape; }
    /// Path inside the file.
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    /// "file.cxi:/entry_1/data_1/data", for messages.
    [[nodiscard]] std::string where() const;
    /// Source files of a virtual dataset that are not there; HDF5 itself would silently give fill values.
    [[nodiscard]] std::vector<std::string> missingSources() const;

    /// Reads everything, converted to T. `out` has to have info().elements() elements. \throws DataError
    template <class T>
    void read(std::span<T> out) const {
        readRaw(NumberOf<T>::value, {}, {}, out.data(), out.size());
    }
    /// Reads everything. \throws DataError, also when there are more than `maxElements`
    template <class T>
    [[nodiscard]] std::vector<T> readAll(std::size_t maxElements = std::size_t{1} << 28) const {
        std::vector<T> values(checkedElements(maxElements));
        read(std::span<T>(values));
        return values;
    }
    /// Reads the block `start`, `count` (one entry an axis), C order, converted to T. \throws DataError
    template <class T>
    void readBlock(const Shape& start, const Shape& count, std::span<T> out) const {
        readRaw(NumberOf<T>::value, start, count, out.data(), out.size());
    }
    /// Writes the block `start`, `count`. \throws DataError
    template <class T>
    void writeBlock(const Shape& start, const Shape& count, std::span<const T> values) {
        writeRaw(NumberOf<T>::value, start, count, values.data(), values.size());
    }
    /// Writes one chunk that is encoded already, as it is. \param start its first element \throws DataError
    void writeChunk(const Shape& start, std::span<const std::byte> stored);
    /// All strings of a text dataset in C order, trailing blanks and zeros removed. \throws DataError
    [[nodiscard]] std::vector<std::string> readText() const;

    /// The library's identifier, for what this wrapper does not offer; −1 for a dataset of a file that is read.
    [[nodiscard]] std::int64_t id() const noexcept { return m_handle.id(); }
    /// For the files of the wrapper: where the dataset is open; null = in this process.
    [[nodiscard]] const detail::RemoteDataset* remote() const noexcept { return m_remote.get(); }

private:
    friend class File;
    friend class detail::Answers;
    Dataset(Handle handle, std::filesystem::path file, std::string path);
    Dataset(std::shared_ptr<const detail::RemoteDataset> remote, DatasetInfo info, std::filesystem::path file,
            std::string path)
        : m_remote(std::move(remote)), m_file(std::move(file)), m_path(std::move(path)), m_info(std::move(info)) {}
    [[nodiscard]] std::size_t checkedElements(std::size_t maxElements) const;
    void readRaw(Number type, const Shape& start, const Shape& count, void* out, std::size_t size) const;
    void readHere(Number type, const Shape& start, const Shape& count, bool whole, void* out, std::size_t size) const;
    void readRemote(Number type, const Shape& start, const Shape& count, std::byte* out) const;
    void writeRaw(Number type, const Shape& start, const Shape& count, const void* values, std::size_t size);
    [[noreturn]] void failRead(const std::string& reason) const;

    Handle m_handle;                                       ///< of this process, or
    std::shared_ptr<const detail::RemoteDataset> m_remote; ///< of another one
    std::filesystem::path m_file;
    std::string m_path;
    DatasetInfo m_info;
};

/// How a new dataset is stored.
struct StorageOptions {
    Shape chunk;             ///< empty = contiguous
    unsigned deflate = 0;    ///< gzip level 1–9 with byte shuffle; 0 = none. Needs `chunk`
    bool extendible = false; ///< the first axis may grow. Needs `chunk`
    /// Bitshuffle-LZ4 with its default block size, what detectors write. Needs `chunk`
    bool bitshuffleLz4 = false;
    std::optional<double> fillValue{}; ///< of elements that are never written; absent = 0
};

/// A part of a virtual dataset: entries [first, first + count) of its first axis are all entries of a dataset of the
/// same further axes in another file (relative to the folder of the virtual one).
struct VirtualPart {
    std::string file;
    std::string path;
    std::size_t first = 0;
    std::size_t count = 0;
};

/// What a name in a file leads to.
enum class NodeKind { missing, group, dataset, namedType, dangling };

struct FileFacts; // hdf5_superblock.h

/// What is asked of a file that is opened for reading.
enum class Soundness {
    complete,   ///< truncated files and those that another program has locked are refused
    whatThereIs ///< they are opened as far as they can be; metadata behind the end of the file are missing
};

/// One HDF5 file.
class File {
public:
    /// Opens for reading. Takes no lock that would keep the file's writer out, and registers Ewald's chunk decoders.
    /// \throws DataError: no such file, a folder, not readable, not HDF5, truncated, still being written
    [[nodiscard]] static File open(const std::filesystem::path& file, Soundness soundness = Soundness::complete);
    /// The same with the library of this process: for the process that reads on behalf of others.
    /// \param facts what lookAt() has found out about it
    [[nodiscard]] static File openHere(const std::filesystem::path& file, Soundness soundness, const FileFacts& facts);
    /// Creates or replaces. Callers that must not harm an existing file use writeHdf5Atomically.
    /// \throws DataError
    [[nodiscard]] static File create(const std::filesystem::path& file);

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    /// True when a writer has the file open: what was flushed can be read.
    [[nodiscard]] bool beingWritten() const noexcept { return m_beingWritten; }
    /// True when the file is shorter than it says itself.
    [[nodiscard]] bool truncated() const noexcept { return m_truncated; }
    /// "file.cxi:/path", for messages.
    [[nodiscard]] std::string where(const std::string& path) const;

    /// Follows links. Never throws for a path that leads nowhere.
    [[nodiscard]] NodeKind kind(const std::string& path) const;
    [[nodiscard]] bool hasDataset(const std::string& path) const { return kind(path) == NodeKind::dataset; }
    [[nodiscard]] bool hasGroup(const std::string& path) const { return kind(path) == NodeKind::group; }
    /// Why `path` leads nowhere: the missing name with its neighbours, or the link with the target that is not there.
    [[nodiscard]] std::string whyMissing(const std::string& path) const;
    /// Where a soft or external link at `path` points ("/a/b", "other.h5:/a/b"); empty for anything else.
    [[nodiscard]] std::string linkTarget(const std::string& path) const;
    /// Names in a group, in alphabetical order. Empty when there is no such group.
    [[nodiscard]] std::vector<std::string> children(const std::string& group) const;
    /// Identifies the object behind a path, whatever links lead to it; absent when it leads nowhere.
    [[nodiscard]] std::optional<std::pair<std::uint64_t, std::uint64_t>> identity(const std::string& path) const;

    /// \param cacheBytes size of the cache for decoded chunks; 0 = the library's default
    /// \throws DataError: missing (with the reason), a group
    [[nodiscard]] Dataset dataset(const std::string& path, std::size_t cacheBytes = 0) const;

    /// First element of a numeric dataset, or of a text that is a number. Absent when there is no such dataset or it
    /// holds no number. \throws DataError when it is there and cannot be read
    [[nodiscard]] std::optional<double> number(const std::string& path) const;
    /// First string of a text dataset. Absent when there is none.
    [[nodiscard]] std::optional<std::string> text(const std::string& path) const;
    /// Attributes of the object at `path`; absent when there are none of that name or they are of another kind.
    [[nodiscard]] std::optional<std::string> attributeText(const std::string& path, const std::string& name) const;
    /// All texts of an attribute; empty when there are none.
    [[nodiscard]] std::vector<std::string> attributeTexts(const std::string& path, const std::string& name) const;
    [[nodiscard]] std::optional<double> attributeNumber(const std::string& path, const std::string& name) const;
    [[nodiscard]] std::vector<double> attributeNumbers(const std::string& path, const std::string& name) const;

    // ---- writing; every call creates the groups on its way and throws DataError --------------------------------

    void createGroup(const std::string& path);
    Dataset createDataset(const std::string& path, Number type, const Shape& shape, const StorageOptions& options = {});
    /// A dataset that shows parts of others as one. \param shape of the whole, at least one axis
    void createVirtualDataset(const std::string& path, Number type, const Shape& shape,
                              std::span<const VirtualPart> parts);
    /// `shape` empty: a scalar.
    template <class T>
    void write(const std::string& path, std::span<const T> values, const Shape& shape,
               const StorageOptions& options = {}) {
        createDataset(path, NumberOf<T>::value, shape, options)
            .template writeBlock<T>(Shape(shape.size(), 0), shape, values);
    }
    void write(const std::string& path, double value) { write<double>(path, std::span<const double>(&value, 1), {}); }
    void write(const std::string& path, std::int64_t value) {
        write<std::int64_t>(path, std::span<const std::int64_t>(&value, 1), {});
    }
    void write(const std::string& path, const std::string& value);
    void write(const std::string& path, const char* value) { write(path, std::string(value)); }
    void write(const std::string& path, const std::vector<std::string>& values);
    /// `path` is the group or dataset that gets the attribute; it is replaced when it exists.
    void setAttribute(const std::string& path, const std::string& name, const std::string& value);
    void setAttribute(const std::string& path, const std::string& name, const char* value) {
        setAttribute(path, name, std::string(value));
    }
    void setAttribute(const std::string& path, const std::string& name, const std::vector<std::string>& values);
    void setAttribute(const std::string& path, const std::string& name, double value);
    void setAttribute(const std::string& path, const std::string& name, std::int64_t value);
    void setAttribute(const std::string& path, const std::string& name, const std::vector<double>& values);
    void setAttribute(const std::string& path, const std::string& name, const std::vector<std::int64_t>& values);
    void softLink(const std::string& path, const std::string& target);
    void externalLink(const std::string& path, const std::string& file, const std::string& target);
    /// Writes everything out and closes. Errors that HDF5 would hide in a destructor (full disk) come out here.
    void close();

    /// False once it was closed.
    [[nodiscard]] bool isOpen() const noexcept { return static_cast<bool>(m_handle) || m_remote; }
    /// The library's identifier, for what this wrapper does not offer (tests); −1 for a file that is read.
    [[nodiscard]] std::int64_t id() const noexcept { return m_handle.id(); }
    /// For the files of the wrapper: where the file is open; null = in this process.
    [[nodiscard]] detail::RemoteFile* remote() const noexcept { return m_remote.get(); }

private:
    explicit File(std::shared_ptr<detail::RemoteFile> remote, std::filesystem::path file)
        : m_remote(std::move(remote)), m_file(std::move(file)) {}
    File(Handle handle, std::filesystem::path file) : m_handle(std::move(handle)), m_file(std::move(file)) {}
    [[nodiscard]] Handle openAttribute(const std::string& path, const std::string& name) const;
    void writeAttribute(const std::string& path, const std::string& name, Number type, const void* values,
                        std::optional<std::size_t> count);
    void writeTextAttribute(const std::string& path, const std::string& name, std::span<const char* const> values,
                            bool scalar);
    [[noreturn]] void failWrite(const std::string& what, const std::string& path) const;

    Handle m_handle;                              ///< of this process, or
    std::shared_ptr<detail::RemoteFile> m_remote; ///< of another one
    std::filesystem::path m_file;
    bool m_beingWritten = false;
    bool m_truncated = false;
};

} // namespace ewald::io::h5
