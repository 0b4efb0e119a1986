// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_filters.h"

#include "base/error.h"
#include "codec/bitshuffle.h"
#include "codec/chunk_decoder.h"
#include "codec_file_expectations.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <functional>
#include <hdf5.h>
#include <sstream>
#include <thread>
#include <zlib.h>

namespace ewald::io {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(EWALD_SHARED_DIR) / "data/codec";

/// An HDF5 identifier that is closed by the function it came with.
class Id {
public:
    Id(hid_t id, herr_t (*close)(hid_t)) : m_id(id), m_close(close) {}
    ~Id() {
        if (m_id >= 0) m_close(m_id);
    }
    Id(const Id&) = delete;
    Id& operator=(const Id&) = delete;
    operator hid_t() const { return m_id; }

private:
    hid_t m_id;
    herr_t (*m_close)(hid_t);
};

/// HDF5 prints every error by default.
class QuietHdf5 : public testing::Test {
protected:
    void SetUp() override {
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        registerFilters();
        static_cast<void>(lastFilterError());
    }
};

std::vector<std::byte> readWhole(hid_t dataset) {
    const Id space(H5Dget_space(dataset), &H5Sclose);
    const Id type(H5Dget_type(dataset), &H5Tclose);
    std::vector<std::byte> data(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)) * H5Tget_size(type));
    if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data.data()) < 0) data.clear();
    return data;
}

std::vector<codec::FilterStep> filtersOf(hid_t properties) {
    std::vector<codec::FilterStep> steps;
    for (int i = 0; i < H5Pget_nfilters(properties); ++i) {
        std::array<unsigned, 32> values{};
        std::size_t count = values.size();
        unsigned flags = 0;
        const H5Z_filter_t id =
            H5Pget_filter2(properties, static_cast<unsigned>(i), &flags, &count, values.data(), 0, nullptr, nullptr);
        steps.push_back(
            {id, {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(std::min(count, values.size()))}});
    }
    return steps;
}

/// The part of a chunk that lies inside the dataset, copied to its place.
struct ChunkCopy {
    std::vector<hsize_t> shape;
    std::vector<hsize_t> chunk;
    std::vector<hsize_t> offset;
    std::size_t itemBytes = 1;

    void copy(const std::vector<std::byte>& from, std::vector<std::byte>& to, std::size_t axis = 0, hsize_t source = 0,
              hsize_t target = 0) const {
        if (axis == shape.size()) {
            std::memcpy(to.data() + target * itemBytes, from.data() + source * itemBytes, itemBytes);
            return;
        }
        for (hsize_t i = 0; i < chunk[axis] && offset[axis] + i < shape[axis]; ++i) {
            copy(from, to, axis + 1, source * chunk[axis] + i, target * shape[axis] + offset[axis] + i);
        }
    }
};

/// Reads a chunked dataset chunk by chunk as stored, and decodes with ChunkDecoder: HDF5's filters take no part.
std::vector<std::byte> readByChunks(hid_t dataset) {
    const Id properties(H5Dget_create_plist(dataset), &H5Pclose);
    const Id space(H5Dget_space(dataset), &H5Sclose);
    const Id type(H5Dget_type(dataset), &H5Tclose);
    ChunkCopy copy;
    const auto rank = static_cast<std::size_t>(H5Sget_simple_extent_ndims(space));
    copy.shape.resize(rank);
    copy.chunk.resize(rank);
    copy.offset.resize(rank);
    copy.itemBytes = H5Tget_size(type);
    H5Sget_simple_extent_dims(space, copy.shape.data(), nullptr);
    H5Pget_chunk(properties, static_cast<int>(rank), copy.chunk.data());
    std::size_t chunkBytes = copy.itemBytes;
    std::size_t dataBytes = copy.itemBytes;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        chunkBytes *= copy.chunk[axis];
        dataBytes *= copy.shape[axis];
    }
    codec::ChunkDecoder decoder(filtersOf(properties), chunkBytes);
    std::vector<std::byte> data(dataBytes);
    std::vector<std::byte> decoded(chunkBytes);
    // Chunk after chunk over the grid: asking HDF5 for the n-th chunk walks through all of them every time.
    for (bool more = dataBytes > 0; more;) {
        hsize_t size = 0;
        if (H5Dget_chunk_storage_size(dataset, copy.offset.data(), &size) >= 0 && size > 0) {
            std::uint32_t mask = 0;
            std::vector<std::byte> stored(size);
            H5Dread_chunk(dataset, H5P_DEFAULT, copy.offset.data(), &mask, stored.data());
            decoder.decode(stored, mask, decoded);
            copy.copy(decoded, data);
        }
        more = false;
        for (std::size_t axis = rank; axis-- > 0 && !more;) {
            copy.offset[axis] += copy.chunk[axis];
            more = copy.offset[axis] < copy.shape[axis];
            if (!more) copy.offset[axis] = 0;
        }
    }
    return data;
}

bool isChunked(hid_t dataset) {
    const Id properties(H5Dget_create_plist(dataset), &H5Pclose);
    return H5Pget_layout(properties) == H5D_CHUNKED;
}

std::vector<std::string> datasetsOf(hid_t file) {
    std::vector<std::string> names;
    const auto visit = [](hid_t, const char* name, const H5O_info_t* info, void* list) -> herr_t {
        if (info->type == H5O_TYPE_DATASET) static_cast<std::vector<std::string>*>(list)->emplace_back(name);
        return 0;
    };
    H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, visit, &names, H5O_INFO_BASIC);
    return names;
}

#define SKIP_WITHOUT_DATA()                                                                                            \
    if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "no test data at " << kFolder

class CodecFiles : public QuietHdf5 {};

TEST_F(CodecFiles, GiveTheDataThatOtherProgramsRead) {
    SKIP_WITHOUT_DATA();
    std::size_t compared = 0;
    for (const test::ExpectedData& expected : test::kExpectedData) {
        const Id file(H5Fopen((kFolder / expected.file).c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), &H5Fclose);
        ASSERT_GE(file, 0) << expected.file;
        std::istringstream names(expected.datasets);
        for (std::string name; names >> name;) {
            const Id dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), &H5Dclose);
            ASSERT_GE(dataset, 0) << expected.file << ':' << name;
            const std::vector<std::byte> data = readWhole(dataset);
            const auto sum = crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size()));
            EXPECT_EQ(sum, expected.crc32) << expected.file << ':' << name << ' ' << lastFilterError();
            if (isChunked(dataset)) {
                EXPECT_EQ(readByChunks(dataset), data) << expected.file << ':' << name;
            }
            ++compared;
        }
    }
    EXPECT_EQ(compared, 157U);
}

TEST_F(CodecFiles, RegressionFilesHoldEveryArrayTwice) {
    SKIP_WITHOUT_DATA();
    const std::array<std::pair<const char*, const char*>, 3> files{{{"bitshuffle/lz4_regression_0.3.6.h5", "origional"},
                                                                    {"bitshuffle/regression_0.1.3.h5", "original"},
                                                                    {"bitshuffle/regression_0.4.0.h5", "original"}}};
    std::size_t compared = 0;
    const auto compare = [&](const std::filesystem::path& path) {
        const Id file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), &H5Fclose);
        ASSERT_GE(file, 0) << path;
        for (const std::string& name : datasetsOf(file)) {
            if (!name.starts_with("compressed")) continue;
            const std::string plain = (H5Lexists(file, "original", H5P_DEFAULT) > 0 ? "original/" : "origional/") +
                                      name.substr(name.find('/') + 1);
            const Id compressed(H5Dopen2(file, name.c_str(), H5P_DEFAULT), &H5Dclose);
            const Id reference(H5Dopen2(file, plain.c_str(), H5P_DEFAULT), &H5Dclose);
            const std::vector<std::byte> data = readWhole(reference);
            ASSERT_FALSE(data.empty()) << plain;
            EXPECT_EQ(readWhole(compressed), data) << path << ':' << name << ' ' << lastFilterError();
            EXPECT_EQ(readByChunks(compressed), data) << path << ':' << name;
            ++compared;
        }
    };
    for (const auto& [name, group] : files) compare(kFolder / name);
    compare(kFolder / "bitshuffle/zstd_regression_0.3.6.h5");
    EXPECT_EQ(compared, 105U); // 21 arrays a group: LZ4, LZ4, LZ4 and zstd, zstd
}

TEST_F(CodecFiles, StructuredDataInGzipAndShuffle) {
    SKIP_WITHOUT_DATA();
    const Id file(H5Fopen((kFolder / "jhdf/isssue-523.hdf5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), &H5Fclose);
    ASSERT_GE(file, 0);
    std::size_t compared = 0;
    for (const std::string& name : datasetsOf(file)) {
        const Id dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), &H5Dclose);
        if (!isChunked(dataset)) continue;
        // HDF5's own filters are the reference here: elements of 1, 16 and 48 bytes.
        EXPECT_EQ(readByChunks(dataset), readWhole(dataset)) << name;
        ++compared;
    }
    EXPECT_GE(compared, 10U);
}

TEST_F(CodecFiles, AHugeDeclaredSizeCostsNothing) {
    SKIP_WITHOUT_DATA();
    const Id file(H5Fopen((kFolder / "jhdf/tiny_huge_1d_over_maxint.hdf5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT),
                  &H5Fclose);
    const Id dataset(H5Dopen2(file, "huge_1d", H5P_DEFAULT), &H5Dclose);
    ASSERT_GE(dataset, 0);
    const hsize_t start = 2147483600;
    const hsize_t count = 100;
    const Id fileSpace(H5Dget_space(dataset), &H5Sclose);
    const Id memorySpace(H5Screate_simple(1, &count, nullptr), &H5Sclose);
    H5Sselect_hyperslab(fileSpace, H5S_SELECT_SET, &start, nullptr, &count, nullptr);
    std::vector<std::uint8_t> values(count);
    EXPECT_GE(H5Dread(dataset, H5T_NATIVE_UINT8, memorySpace, fileSpace, H5P_DEFAULT, values.data()), 0);
}

TEST_F(CodecFiles, OtherFiltersEndInAnErrorThatNamesThem) {
    SKIP_WITHOUT_DATA();
    for (const test::UnsupportedData& data : test::kUnsupportedData) {
        const Id file(H5Fopen((kFolder / data.file).c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), &H5Fclose);
        const Id dataset(H5Dopen2(file, data.dataset, H5P_DEFAULT), &H5Dclose);
        ASSERT_GE(dataset, 0) << data.file;
        try {
            readByChunks(dataset);
            FAIL() << data.file;
        } catch (const DataError& error) {
            EXPECT_NE(std::string(error.what()).find(data.filter), std::string::npos) << error.what();
        }
    }
}

TEST_F(CodecFiles, EveryFileIsAccountedFor) {
    SKIP_WITHOUT_DATA();
    std::vector<std::string> known{"jhdf/external_link.hdf5", "jhdf/isssue-523.hdf5",
                                   "jhdf/tiny_huge_1d_over_maxint.hdf5",
                                   "jhdf/test_byteshuffle_compressed_datasets_latest.hdf5"};
    for (const auto& expected : test::kExpectedData) known.emplace_back(expected.file);
    for (const auto& unsupported : test::kUnsupportedData) known.emplace_back(unsupported.file);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kFolder)) {
        if (!entry.is_regular_file()) continue;
        const std::string name = std::filesystem::relative(entry.path(), kFolder).string();
        if (name.find("regression") != std::string::npos) continue;
        EXPECT_NE(std::ranges::find(known, name), known.end()) << name << " is not tested";
    }
}

/// A file in memory with one dataset of 1000 16-bit counts in two chunks.
class FilterRoundTrip : public QuietHdf5, public testing::WithParamInterface<std::pair<int, std::vector<unsigned>>> {
protected:
    static constexpr hsize_t kSize = 1000;
    static constexpr hsize_t kChunk = 600;
};

TEST_P(FilterRoundTrip, WhatIsWrittenIsRead) {
    const auto& [filter, parameters] = GetParam();
    const Id access(H5Pcreate(H5P_FILE_ACCESS), &H5Pclose);
    H5Pset_fapl_core(access, 1 << 20, false);
    const Id file(H5Fcreate("in-memory.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access), &H5Fclose);
    const Id properties(H5Pcreate(H5P_DATASET_CREATE), &H5Pclose);
    H5Pset_chunk(properties, 1, &kChunk);
    ASSERT_GE(H5Pset_filter(properties, filter, H5Z_FLAG_MANDATORY, parameters.size(), parameters.data()), 0);
    const Id space(H5Screate_simple(1, &kSize, nullptr), &H5Sclose);
    const Id dataset(H5Dcreate2(file, "data", H5T_STD_U16LE, space, H5P_DEFAULT, properties, H5P_DEFAULT), &H5Dclose);
    ASSERT_GE(dataset, 0);
    std::vector<std::uint16_t> values(kSize);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint16_t>(i % 7 == 0 ? i : 2);
    ASSERT_GE(H5Dwrite(dataset, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0)
        << lastFilterError();
    H5Fflush(file, H5F_SCOPE_GLOBAL);
    std::vector<std::byte> expected(kSize * 2);
    std::memcpy(expected.data(), values.data(), expected.size());
    EXPECT_EQ(readByChunks(dataset), expected);

    // Past the chunk cache: a second opening of the dataset reads the stored chunks.
    const hsize_t origin = 0;
    hsize_t stored = 0;
    H5Dget_chunk_storage_size(dataset, &origin, &stored);
    EXPECT_LT(stored, kChunk * 2);
    std::vector<std::byte> chunk(stored);
    std::uint32_t mask = 0;
    H5Dread_chunk(dataset, H5P_DEFAULT, &origin, &mask, chunk.data());
    const Id copyProperties(H5Dget_create_plist(dataset), &H5Pclose);
    const Id copy(H5Dcreate2(file, "copy", H5T_STD_U16LE, space, H5P_DEFAULT, copyProperties, H5P_DEFAULT), &H5Dclose);
    ASSERT_GE(copy, 0);
    H5Dwrite_chunk(copy, H5P_DEFAULT, 0, &origin, chunk.size(), chunk.data());
    const std::vector<std::byte> read = readWhole(copy);
    ASSERT_EQ(read.size(), expected.size()) << lastFilterError();
    EXPECT_TRUE(std::equal(read.begin(), read.begin() + kChunk * 2, expected.begin()));

    // A chunk cut short: HDF5 reports a failure and the reason is kept for the caller.
    const Id broken(H5Dcreate2(file, "broken", H5T_STD_U16LE, space, H5P_DEFAULT, copyProperties, H5P_DEFAULT),
                    &H5Dclose);
    H5Dwrite_chunk(broken, H5P_DEFAULT, 0, &origin, chunk.size() / 2, chunk.data());
    EXPECT_TRUE(readWhole(broken).empty());
    const std::string reason = lastFilterError();
    EXPECT_NE(reason.find("damaged"), std::string::npos) << reason;
    EXPECT_EQ(lastFilterError(), "") << "taking the message clears it";
}

INSTANTIATE_TEST_SUITE_P(
    Filters, FilterRoundTrip,
    testing::Values(std::pair(32008, std::vector<unsigned>{0, 2}), std::pair(32008, std::vector<unsigned>{64, 2}),
                    std::pair(32008, std::vector<unsigned>{0, 3, 5}), std::pair(32004, std::vector<unsigned>{}),
                    std::pair(32004, std::vector<unsigned>{128}), std::pair(32015, std::vector<unsigned>{3})));

TEST_F(QuietHdf5, RegisteringIsIdempotentFromAnyThread) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) threads.emplace_back([] { registerFilters(); });
    threads.clear();
    EXPECT_GT(H5Zfilter_avail(32008), 0);
    unsigned flags = 0;
    H5Zget_filter_info(32001, &flags);
    EXPECT_EQ(flags, static_cast<unsigned>(H5Z_FILTER_CONFIG_DECODE_ENABLED)) << "blosc is read only";
}

TEST(FilterNames, KnowRegisteredFilters) {
    EXPECT_EQ(filterName(1), "gzip");
    EXPECT_EQ(filterName(32008), "bitshuffle");
    EXPECT_EQ(filterName(32024), "SZ3");
    EXPECT_EQ(filterName(60000), "unknown filter 60000");
}

} // namespace
} // namespace ewald::io
