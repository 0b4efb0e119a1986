// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What h5py 3 with hdf5plugin reads from the files of shared/data/codec: the CRC-32 of each dataset's bytes in C order,
// in the type of the file. The regression files of bitshuffle need none of this: they hold each array twice.

#include <array>
#include <cstdint>

namespace ewald::io::test {

struct ExpectedData {
    const char* file;
    std::uint32_t crc32;
    const char* datasets; ///< with blanks between
};

// clang-format off
inline constexpr auto kExpectedData = std::to_array<ExpectedData>({
    {"hdf5plugin/bitshuffle.h5", 0xE662B682, "entry/data/data"},
    {"hdf5plugin/blosc.h5", 0xDCEEF792, "dset"},
    {"hdf5plugin/fcidecomp.h5", 0x395D7A27, "number_of_columns"},
    {"hdf5plugin/fcidecomp.h5", 0xBC612413, "number_of_rows"},
    {"hdf5plugin/sperr.h5", 0x074E131B, "f64_original"},
    {"hdf5plugin/sz_testfloat_8_8_128.h5", 0x98F314B2, "testfloat"},
    {"hdf5plugin/zfp_054.h5", 0xEBB3D5EA, "original"},
    {"hdfgroup/h5ex_d_blosc.h5", 0xC242DF26, "DS1"},
    {"hdfgroup/h5ex_d_bshuf.h5", 0xC242DF26, "DS1"},
    {"hdfgroup/h5ex_d_bzip2.h5", 0xC242DF26, "DS1"},
    {"hdfgroup/h5ex_d_lz4.h5", 0xC242DF26, "DS1"},
    {"hdfgroup/h5ex_d_lzf.h5", 0xC242DF26, "DS1"},
    {"hdfgroup/h5ex_d_zstd.h5", 0x04D0E435, "DS1"},
    {"jhdf/100B_max_dimension_size.hdf5", 0x389A110D, "100B-MaxSize"},
    {"jhdf/bitshuffle_datasets.hdf5", 0x4B2D0191,
     "float32_bs0_comp0 float32_bs0_comp2 float32_bs1024_comp0 float32_bs1024_comp2 float32_bs4096_comp0 "
     "float32_bs4096_comp2 float32_bs64_comp0 float32_bs64_comp2 float32_bs8_comp0 float32_bs8_comp2"},
    {"jhdf/bitshuffle_datasets.hdf5", 0xD239044D,
     "float64_bs0_comp0 float64_bs0_comp2 float64_bs1024_comp0 float64_bs1024_comp2 float64_bs4096_comp0 "
     "float64_bs4096_comp2 float64_bs64_comp0 float64_bs64_comp2 float64_bs8_comp0 float64_bs8_comp2"},
    {"jhdf/bitshuffle_datasets.hdf5", 0x68EC24B5,
     "int16_bs0_comp0 int16_bs0_comp2 int16_bs1024_comp0 int16_bs1024_comp2 int16_bs4096_comp0 "
     "int16_bs4096_comp2 int16_bs64_comp0 int16_bs64_comp2 int16_bs8_comp0 int16_bs8_comp2"},
    {"jhdf/bitshuffle_datasets.hdf5", 0x3BDDFFA4,
     "int8_bs0_comp0 int8_bs0_comp2 int8_bs1024_comp0 int8_bs1024_comp2 int8_bs4096_comp0 int8_bs4096_comp2 "
     "int8_bs64_comp0 int8_bs64_comp2 int8_bs8_comp0 int8_bs8_comp2"},
    {"jhdf/chunked_v4_datasets.hdf5", 0x0C4732AD,
     "btree_v2/float32 extensible_array/float32 filtered_btree_v2/float32 filtered_extensible_array/float32 "
     "filtered_fixed_array/float32 filtered_single_chunk/float32 fixed_array/float32 single_chunk/float32"},
    {"jhdf/chunked_v4_datasets.hdf5", 0x960CB2A0,
     "btree_v2/float64 extensible_array/float64 filtered_btree_v2/float64 filtered_extensible_array/float64 "
     "filtered_fixed_array/float64 filtered_single_chunk/float64 fixed_array/float64 single_chunk/float64"},
    {"jhdf/chunked_v4_datasets.hdf5", 0x37D8BB10,
     "btree_v2/int16 extensible_array/int16 filtered_btree_v2/int16 filtered_extensible_array/int16 "
     "filtered_fixed_array/int16 filtered_single_chunk/int16 fixed_array/int16 single_chunk/int16"},
    {"jhdf/chunked_v4_datasets.hdf5", 0x07659749,
     "btree_v2/int32 extensible_array/int32 filtered_btree_v2/int32 filtered_extensible_array/int32 "
     "filtered_fixed_array/int32 filtered_single_chunk/int32 fixed_array/int32 single_chunk/int32"},
    {"jhdf/chunked_v4_datasets.hdf5", 0xA06C675E,
     "btree_v2/int8 extensible_array/int8 extensible_array/int8_alt_chunks filtered_btree_v2/int8 "
     "filtered_extensible_array/int8 filtered_fixed_array/int8 filtered_single_chunk/int8 fixed_array/int8 "
     "single_chunk/int8"},
    {"jhdf/chunked_v4_datasets.hdf5", 0x6DAD516A,
     "btree_v2/large_int16 extensible_array/large_int16 filtered_btree_v2/large_int16 "
     "filtered_extensible_array/large_int16"},
    {"jhdf/fixed_array_paged_datasets.hdf5", 0x6E5F0ACB,
     "filtered_fixed_array/int16_five_page fixed_array/int16_five_page"},
    {"jhdf/fixed_array_paged_datasets.hdf5", 0xD38CC80A,
     "filtered_fixed_array/int16_two_page fixed_array/int16_two_page"},
    {"jhdf/fixed_array_paged_datasets.hdf5", 0xF07EB2E4,
     "filtered_fixed_array/int16_unpaged fixed_array/int16_unpaged"},
    {"jhdf/fletcher32_datasets_earliest.hdf5", 0xE73B1652, "float/float32"},
    {"jhdf/fletcher32_datasets_earliest.hdf5", 0x1DE6E18D, "float/float64"},
    {"jhdf/fletcher32_datasets_earliest.hdf5", 0x8E7582A4, "int/int16"},
    {"jhdf/fletcher32_datasets_earliest.hdf5", 0x00857D30, "int/int32"},
    {"jhdf/fletcher32_datasets_earliest.hdf5", 0x11E084B7, "int/int8"},
    {"jhdf/fletcher32_datasets_latest.hdf5", 0xE73B1652, "float/float32"},
    {"jhdf/fletcher32_datasets_latest.hdf5", 0x1DE6E18D, "float/float64"},
    {"jhdf/fletcher32_datasets_latest.hdf5", 0x8E7582A4, "int/int16"},
    {"jhdf/fletcher32_datasets_latest.hdf5", 0x00857D30, "int/int32"},
    {"jhdf/fletcher32_datasets_latest.hdf5", 0x11E084B7, "int/int8"},
    {"jhdf/isssue-523.hdf5", 0x41DCB5AA, "42571/Config/CurrentSettings.ini"},
    {"jhdf/isssue-523.hdf5", 0x0A4DD875, "42571/RawData/UL-ContactLAB-2919661081328810054.trc"},
    {"jhdf/lz4_datasets.hdf5", 0x4B2D0191, "float32_bs0 float32_bs1024 float32_bs4096 float32_bs64 float32_bs8"},
    {"jhdf/lz4_datasets.hdf5", 0xD239044D, "float64_bs0 float64_bs1024 float64_bs4096 float64_bs64 float64_bs8"},
    {"jhdf/lz4_datasets.hdf5", 0x68EC24B5, "int16_bs0 int16_bs1024 int16_bs4096 int16_bs64 int16_bs8"},
    {"jhdf/lz4_datasets.hdf5", 0x3BDDFFA4, "int8_bs0 int8_bs1024 int8_bs4096 int8_bs64 int8_bs8"},
    {"jhdf/test_compressed_chunked_datasets_earliest.hdf5", 0xE73B1652, "float/float32 float/float32lzf"},
    {"jhdf/test_compressed_chunked_datasets_earliest.hdf5", 0x1DE6E18D, "float/float64 float/float64lzf"},
    {"jhdf/test_compressed_chunked_datasets_earliest.hdf5", 0x8E7582A4, "int/int16 int/int16lzf"},
    {"jhdf/test_compressed_chunked_datasets_earliest.hdf5", 0x00857D30, "int/int32 int/int32lzf"},
    {"jhdf/test_compressed_chunked_datasets_earliest.hdf5", 0x11E084B7, "int/int8 int/int8lzf"},
    {"jhdf/test_fill_value_latest.hdf5", 0xE6A5E769, "float/float32"},
    {"jhdf/test_fill_value_latest.hdf5", 0x466200D9, "float/float64"},
    {"jhdf/test_fill_value_latest.hdf5", 0x31757776, "int/int16"},
    {"jhdf/test_fill_value_latest.hdf5", 0x8DEF7902, "int/int32"},
    {"jhdf/test_fill_value_latest.hdf5", 0x456CD746, "int/int8 no_fill"},
    {"jhdf/test_odd_datasets_latest.hdf5", 0xD9DBE5ED, "1D_int16"},
    {"jhdf/test_odd_datasets_latest.hdf5", 0xA7832B68, "8D_int16"},
    {"jhdf/test_odd_datasets_latest.hdf5", 0xE38A6876, "chunked_no_storage"},
    // Not readable by hdf5plugin; the stored numbers are j (i - 1) rounded to three digits.
    {"hdfgroup/h5ex_d_bitround.h5", 0x35817CA2, "DS1"},
});
// clang-format on

/// Datasets in compressions that need libraries which Ewald does not use, and what the error has to name.
struct UnsupportedData {
    const char* file;
    const char* dataset;
    const char* filter;
};

inline constexpr auto kUnsupportedData = std::to_array<UnsupportedData>({
    {"hdf5plugin/fcidecomp.h5", "effective_radiance", "FCIDECOMP"},
    {"hdf5plugin/fcidecomp.h5", "pixel_quality", "FCIDECOMP"},
    {"hdf5plugin/sperr.h5", "f64_sperr", "SPERR"},
    {"hdf5plugin/zfp_054.h5", "compressed", "ZFP"},
    {"hdfgroup/h5ex_d_blosc2.h5", "DS1", "Blosc2"},
    {"hdfgroup/h5ex_d_jpeg.h5", "DS1", "JPEG"},
    {"hdfgroup/h5ex_d_zfp.h5", "DS1", "ZFP"},
});

} // namespace ewald::io::test
