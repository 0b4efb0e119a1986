// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_answers.h"

#include "base/phrase.h"
#include "io/hdf5/hdf5_detail.h"
#include "io/hdf5/hdf5_entries.h"
#include "io/hdf5/hdf5_storage.h"
#include "io/hdf5/hdf5_virtual.h"
#include "io/readers/reader_tools.h"
#include "io/scan.h"

#include <cstdlib>
#include <filesystem>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

namespace ewald::io::h5::detail {
namespace {

/// Whether the library (which only says so in words) or this program got no memory.
bool lacksMemory(const Error& error) {
    for (const char* words : {"memory allocation failed", "no space available for allocation", "resource unavailable",
                              "out of memory", "not enough memory", "bad_alloc"})
        if (error.problem().find(words) != std::string::npos) return true;
    return false;
}

/// It is the file's fault when the limit of this process was reached, and the computer's when there is another.
Error memoryError(const ServerOptions& options, const std::string& where) {
    rlimit limit{};
    getrlimit(RLIMIT_AS, &limit);
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max <= options.memoryBytes)
        return DeviceError("out of memory while an HDF5 file is read", where, "allow the program more (ulimit -v)");
    return DataError(
        phrase("the file is damaged: what it describes takes more than %1 MB of memory", options.memoryBytes >> 20U),
        where, "copy it again from its source, or write it with smaller chunks");
}

Bytes packed(const auto& value) { return Packer().put(value).bytes(); }

Bytes packStorage(const Storage& storage) {
    Packer packer;
    packer.put(storage.layout).put(storage.bigEndian).put(storage.plainNumbers).put(storage.fill);
    packer.put<std::uint64_t>(storage.filters.size());
    for (const codec::FilterStep& step : storage.filters) packer.put(step.id).put(step.parameters);
    packer.put(storage.compact).put<std::uint64_t>(storage.chunks.size());
    packer.put<std::uint64_t>(storage.external.size());
    for (const ExternalPart& part : storage.external) packer.put(part.file).put(part.offset).put(part.bytes);
    std::uint64_t stored = 0;
    for (const StoredChunk& chunk : storage.chunks) stored += chunk.address != kNoAddress ? 1U : 0U;
    packer.put(stored);
    for (std::uint64_t i = 0; i < storage.chunks.size(); ++i)
        if (const StoredChunk& chunk = storage.chunks[i]; chunk.address != kNoAddress)
            packer.put(i).put(chunk.address).put(chunk.bytes).put(chunk.filterMask);
    return packer.bytes();
}

Bytes packTree(const std::vector<FileNode>& nodes) {
    Packer packer;
    packer.put<std::uint64_t>(nodes.size());
    for (const FileNode& node : nodes)
        packer.put(node.path)
            .put(node.isGroup)
            .put(node.shape)
            .put(node.type)
            .put(node.filters)
            .put(node.units)
            .put(node.value)
            .put(withParts(node.problem));
    return packer.bytes();
}

/// Has the library look for the files of external links beside the file that a symbolic link leads to, too, as it does
/// with its own driver. This process has one thread and one file.
void lookBesideRealFile(const std::string& path) {
    const auto folders = foldersOf(path);
    const char* const set = std::getenv("HDF5_EXT_PREFIX");
    if (folders.size() > 1)
        setenv("HDF5_EXT_PREFIX", (set == nullptr ? "" : std::string(set) + ":").append(folders[1]).c_str(), 1);
}

} // namespace

const File& Answers::file() const {
    if (!m_file) throw InternalError("a request about a file that is not open");
    return *m_file;
}

std::pair<Reply, Bytes> Answers::to(Request request, std::span<const std::byte> payload) {
    const auto failed = [&](const Error& error) {
        const std::string where = error.where().empty() && m_file ? m_file->file().string() : error.where();
        Packer packer;
        pack(packer, lacksMemory(error) ? memoryError(m_options, where) : error);
        return std::pair(Reply::error, packer.bytes());
    };
    try {
        Unpacker in(payload);
        for (const std::uint64_t closed : in.take<std::vector<std::uint64_t>>()) m_datasets.erase(closed);
        return {Reply::result, answer(request, in)};
    } catch (...) {
        return failed(currentError());
    }
}

Bytes Answers::answer(Request request, Unpacker& in) {
    switch (request) {
    case Request::open: return open(in);
    case Request::read:
    case Request::readText:
    case Request::missingSources:
    case Request::storage:
    case Request::virtualEntries: return aboutDataset(request, in);
    case Request::tree: return packTree(listFile(file()));
    default: return aboutPath(request, in);
    }
}

Bytes Answers::open(Unpacker& in) {
    const auto build = in.take<std::string>();
    if (build != protocolId())
        throw DataError(phrase("the program ewald-hdf5-server belongs to another build (%1)", protocolId()), {},
                        "install Ewald again");
    const auto folder = in.take<std::string>();
    const auto path = in.take<std::string>();
    const auto soundness = in.take<Soundness>();
    const FileFacts facts = takeFileFacts(in);
    // Relative names stay as they are, for messages. A folder that is gone can be asked for absolute names only.
    static_cast<void>(chdir(folder.c_str()) == 0);
    if (m_options.beforeRequest) m_options.beforeRequest(Request::open, path);
    lookBesideRealFile(path);
    m_file.emplace(File::openHere(path, soundness, facts));
    return Packer().put(m_file->beingWritten()).put(m_file->truncated()).bytes();
}

Bytes Answers::aboutPath(Request request, Unpacker& in) {
    const auto path = in.take<std::string>();
    if (m_options.beforeRequest) m_options.beforeRequest(request, path);
    const File& file = this->file();
    switch (request) {
    case Request::kind: return packed(file.kind(path));
    case Request::whyMissing: return packed(withParts(file.whyMissing(path)));
    case Request::linkTarget: return packed(file.linkTarget(path));
    case Request::softTarget: return packed(softTarget(file, path));
    case Request::externalTarget: {
        std::optional<std::pair<std::string, std::string>> plain;
        if (const auto target = externalTarget(file, path)) plain.emplace(target->file, target->path);
        return packed(plain);
    }
    case Request::children: return packed(file.children(path));
    case Request::identity: return packed(file.identity(path));
    case Request::number: return packed(file.number(path));
    case Request::text: return packed(file.text(path));
    case Request::attributeTexts: return packed(file.attributeTexts(path, in.take<std::string>()));
    case Request::attributeNumbers: return packed(file.attributeNumbers(path, in.take<std::string>()));
    case Request::dataset: {
        Dataset dataset = file.dataset(path, in.take<std::size_t>());
        Packer packer;
        packer.put(++m_next);
        pack(packer, dataset.info());
        m_datasets.emplace(m_next, std::move(dataset));
        return packer.bytes();
    }
    default: throw InternalError("an unknown request");
    }
}

Bytes Answers::aboutDataset(Request request, Unpacker& in) {
    const auto found = m_datasets.find(in.take<std::uint64_t>());
    if (found == m_datasets.end()) throw InternalError("a request about a dataset that is not open");
    const Dataset& dataset = found->second;
    if (m_options.beforeRequest) m_options.beforeRequest(request, dataset.path());
    switch (request) {
    case Request::read: return read(dataset, in);
    case Request::readText: return packed(dataset.readText());
    case Request::missingSources: return packed(dataset.missingSources());
    case Request::storage: return packStorage(storageOf(file(), dataset));
    case Request::virtualEntries: {
        Packer packer;
        pack(packer, virtualEntries(dataset));
        return packer.bytes();
    }
    default: throw InternalError("an unknown request");
    }
}

Bytes Answers::read(const Dataset& dataset, Unpacker& in) const {
    const auto number = in.take<Number>();
    const auto start = in.take<Shape>();
    const auto count = in.take<Shape>();
    std::size_t elements = 1;
    for (const std::size_t extent : count) {
        if (extent != 0 && elements > kLargestBlock / bytesOf(number) / extent)
            throw InternalError("a block that is too large");
        elements *= extent;
    }
    // Zeros: the library leaves alone what has no value in the file.
    Bytes values(elements * bytesOf(number), std::byte{});
    dataset.readRaw(number, start, count, values.data(), elements);
    return values;
}

} // namespace ewald::io::h5::detail
