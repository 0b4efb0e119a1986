// SPDX-License-Identifier: GPL-3.0-or-later
// Files that h5py with HDF5 2.0 writes "for the latest library", of 1.14 and of 2.0 (data/make_newer_files.py).
#include "io/hdf5/hdf5_newer_format.h"

#include "codec/chunk_decoder.h"
#include "io/hdf5/hdf5_storage.h"
#include "io/scan_files.h"
#include "io/stack_files.h"
#include "io/temporary_folder.h"
#include "test_paths.h"

#include <algorithm>
#include <fstream>

namespace ewald::io::test {
namespace {

using h5::File;

class Hdf5Newer : public WithFolder, public testing::WithParamInterface<const char*> {
protected:
    [[nodiscard]] static fs::path path() { return fs::path(EWALD_SOURCE_DIR) / "tests/io/data" / GetParam(); }
    /// Pixel of frame f: 100 · f + its index.
    static void expectFrames(const h5::Dataset& dataset, std::size_t frames) {
        ASSERT_EQ(dataset.shape(), (h5::Shape{frames, 8, 10})) << dataset.path();
        const std::vector<std::uint16_t> values = dataset.readAll<std::uint16_t>();
        for (std::size_t f = 0; f < frames; ++f)
            for (std::size_t i = 0; i < 80; ++i)
                ASSERT_EQ(values[f * 80 + i], 100 * f + i) << dataset.path() << " frame " << f;
    }
};

TEST_P(Hdf5Newer, EveryKindOfChunkIndexIsRead) {
    const File file = File::open(path());
    expectFrames(file.dataset("/entry/data/data"), 60);
    for (const char* name : {"fixed", "single", "tree", "plain", "together"})
        expectFrames(file.dataset(std::string("/entry/data/") + name), 6);
    const std::vector<std::uint16_t> paged = file.dataset("/entry/data/paged").readAll<std::uint16_t>();
    ASSERT_EQ(paged.size(), 1100U);
    for (std::size_t i = 0; i < paged.size(); ++i) ASSERT_EQ(paged[i], i);
}

TEST_P(Hdf5Newer, ChunksAreFoundForReadingWithoutTheLibrary) {
    const File file = File::open(path(), h5::Soundness::whatThereIs);
    std::ifstream raw(path(), std::ios::binary);
    for (const auto& [name, count] :
         {std::pair("data", 60U), {"fixed", 6U}, {"single", 1U}, {"tree", 6U}, {"plain", 6U}, {"paged", 1100U}}) {
        const h5::Dataset dataset = file.dataset(std::string("/entry/data/") + name);
        const h5::Storage storage = h5::storageOf(file, dataset);
        ASSERT_EQ(storage.layout, h5::Storage::Layout::chunked) << name;
        ASSERT_EQ(storage.chunks.size(), count) << name;
        const h5::StoredChunk& last = storage.chunks.back();
        std::vector<std::byte> stored(last.bytes);
        raw.seekg(static_cast<std::streamoff>(last.address));
        ASSERT_TRUE(raw.read(reinterpret_cast<char*>(stored.data()), static_cast<std::streamsize>(last.bytes))) << name;
        std::size_t bytes = 2;
        for (const std::size_t extent : dataset.info().chunk) bytes *= extent;
        std::vector<std::byte> decoded(bytes);
        codec::ChunkDecoder(storage.filters, bytes).decode(stored, last.filterMask, decoded);
        std::uint16_t value = 0;
        std::memcpy(&value, decoded.data() + bytes - 2, 2);
        const std::size_t frames = dataset.shape()[0];
        EXPECT_EQ(value, frames == 1100 ? 1099U : 100 * (frames - 1) + 79) << name;
    }
}

TEST_P(Hdf5Newer, TextsTypesAndAttributesAreRead) {
    const File file = File::open(path());
    EXPECT_EQ(file.text("/entry/title"), "newer");
    EXPECT_EQ(file.dataset("/entry/names").readText(), (std::vector<std::string>{"a", "bc"}));
    EXPECT_EQ(file.number("/entry/energy"), 8.5);
    EXPECT_EQ(file.attributeText("/entry/energy", "units"), "keV");
    EXPECT_EQ(file.attributeText("/entry/data", "signal"), "data");
    EXPECT_EQ(file.attributeNumber("/entry/data", "number_11"), 11);
    EXPECT_EQ(file.dataset("/entry/wave").readAll<std::complex<float>>(),
              (std::vector<std::complex<float>>{{1, 2}, {3, 4}}));
    EXPECT_EQ(file.dataset("/entry/flags").info().type.name, "bool");
    EXPECT_EQ(file.dataset("/entry/flags").readAll<std::uint8_t>(), (std::vector<std::uint8_t>{1, 0}));
    EXPECT_EQ(file.attributeNumber("/entry/energy", "settled"), 1);
    std::size_t problems = 0;
    for (const FileNode& node : listFile(path())) problems += node.problem.empty() ? 0U : 1U;
    EXPECT_EQ(problems, 0U);
}

TEST_P(Hdf5Newer, DamageStaysDamage) {
    std::ifstream in(path(), std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), {});
    // A bit in the index block of the frames, whose checksum must not be made right.
    const std::size_t block = whole.find("EAIB");
    ASSERT_NE(block, std::string::npos);
    std::string damaged = whole;
    damaged[block + 16] = static_cast<char>(damaged[block + 16] ^ 4);
    std::ofstream(at("bad.h5"), std::ios::binary) << damaged;
    const File file = File::open(at("bad.h5"));
    EXPECT_NE(dataErrorOf([&] { (void)file.dataset("/entry/data/data").readAll<float>(); }), "");
    EXPECT_NE(dataErrorOf([&] { (void)h5::storageOf(file, file.dataset("/entry/data/data")); }), "");
    expectFrames(file.dataset("/entry/data/fixed"), 6);
}

INSTANTIATE_TEST_SUITE_P(OfH5py, Hdf5Newer, testing::Values("newer_v114.h5", "newer_v200.h5"),
                         [](const auto& test) { return std::string(test.param).substr(6, 4); });

/// Virtual datasets whose selections HDF5 1.12 and later write in version 3: steps, parts, lists, without end.
TEST(Hdf5NewerVirtual, DatasetsAreReadWhateverTheirSelections) {
    const fs::path path = fs::path(EWALD_SOURCE_DIR) / "tests/io/data/newer_virtual.h5";
    const std::vector<std::size_t> inOrder{0, 1, 2, 3, 4, 5}, irregular{0, 1, 3, 4, 2, 5};
    const std::vector<std::size_t> growing{0, 1, 2, 3, 4, 5, 6, 7};
    for (const auto& [name, order] : {std::pair("blocks", inOrder),
                                      {"steps", inOrder},
                                      {"part", inOrder},
                                      {"lists", inOrder},
                                      {"irregular", irregular},
                                      {"growing", growing}}) {
        SCOPED_TRACE(name);
        const auto stack = openOne(path, {.dataset = std::string("/entry/") + name, .channel = 0, .monitor = {}});
        ASSERT_EQ(stack->frameCount(), order.size());
        EXPECT_FALSE(hasNote(stack->notes, "", Severity::warning));
        const auto reader = stack->makeReader();
        for (std::size_t f = 0; f < order.size(); ++f) {
            const std::vector<std::uint16_t> pixels = pixelsOf<std::uint16_t>(*reader, f);
            ASSERT_EQ(pixels.size(), 80U);
            for (std::size_t i = 0; i < pixels.size(); ++i) ASSERT_EQ(pixels[i], 100 * order[f] + i) << f << " " << i;
        }
    }
}

/// Names that a list holds once, of files and of datasets, also of this file by its name and as ".".
TEST(Hdf5NewerVirtual, NamesThatAreWrittenOnceAreRead) {
    const fs::path path = fs::path(EWALD_SOURCE_DIR) / "tests/io/data/newer_names.h5";
    for (const char* name : {"/entry/here", "/entry/by_name"}) {
        const auto stack = openOne(path, {.dataset = name, .channel = 0, .monitor = {}});
        ASSERT_EQ(stack->frameCount(), 6U) << name;
        const auto reader = stack->makeReader();
        for (std::size_t f = 0; f < 6; ++f) {
            const std::vector<std::uint16_t> pixels = pixelsOf<std::uint16_t>(*reader, f);
            for (std::size_t i = 0; i < pixels.size(); ++i) ASSERT_EQ(pixels[i], 100 * f + i) << name << f << " " << i;
        }
    }
}

/// A bit of a list whose checksum must not be made right.
TEST(Hdf5NewerVirtual, DamageStaysDamage) {
    const TemporaryFolder folder;
    const fs::path path = fs::path(EWALD_SOURCE_DIR) / "tests/io/data/newer_virtual.h5", bad = folder.path() / "bad.h5";
    std::string bytes = bytesOfFile(path);
    const std::size_t heap = bytes.find("GCOL"); // of the first list: two entries, each of which names a dataset
    ASSERT_NE(heap, std::string::npos);
    const std::size_t name = bytes.find("first", heap);
    ASSERT_NE(name, std::string::npos);
    bytes[name] = 'x';
    writeBytes(bad, bytes);
    EXPECT_NE(dataErrorOf([&] { (void)openOne(bad, {.dataset = "/entry/blocks", .channel = 0, .monitor = {}}); }), "");
}

TEST(Hdf5Checksum, IsThatOfLookup3) {
    // From the self-test of Bob Jenkins' lookup3.c (hashlittle).
    const std::string text = "Four score and seven years ago";
    const auto bytes = std::span(reinterpret_cast<const unsigned char*>(text.data()), text.size());
    EXPECT_EQ(h5::detail::metadataChecksum(bytes), 0x17770551U);
    EXPECT_EQ(h5::detail::metadataChecksum({}), 0xdeadbeefU);
}

} // namespace
} // namespace ewald::io::test
