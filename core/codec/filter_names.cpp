// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/chunk_decoder.h"

#include <array>

namespace ewald::codec {
namespace {

struct NamedFilter {
    int id;
    const char* name;
};

/// HDF5's own filters and those registered with The HDF Group (list of 2026).
constexpr auto kFilters = std::to_array<NamedFilter>({
    {1, "gzip"},           {2, "shuffle"},
    {3, "Fletcher-32"},    {4, "szip"},
    {5, "N-bit"},          {6, "scale-offset"},
    {257, "hzip"},         {258, "fpzip"},
    {305, "LZO"},          {307, "bzip2"},
    {32000, "LZF"},        {32001, "Blosc"},
    {32002, "MAFISC"},     {32003, "Snappy"},
    {32004, "LZ4"},        {32005, "APAX"},
    {32006, "CBF"},        {32007, "JPEG-XR"},
    {32008, "bitshuffle"}, {32009, "SPDP"},
    {32010, "LPC-Rice"},   {32011, "CCSDS-123"},
    {32012, "JPEG-LS"},    {32013, "ZFP"},
    {32014, "fpzip"},      {32015, "zstd"},
    {32016, "B3D"},        {32017, "SZ"},
    {32018, "FCIDECOMP"},  {32019, "JPEG"},
    {32020, "VBZ"},        {32021, "FAPEC"},
    {32022, "BitGroom"},   {32023, "Granular BitRound"},
    {32024, "SZ3"},        {32025, "Delta-Rice"},
    {32026, "Blosc2"},     {32027, "FLAC"},
    {32028, "SPERR"},      {32029, "TERSE/PROLIX"},
    {32030, "FFMPEG"},
});

} // namespace

std::string filterName(int id) {
    for (const NamedFilter& filter : kFilters) {
        if (filter.id == id) return filter.name;
    }
    return "unknown filter " + std::to_string(id);
}

} // namespace ewald::codec
