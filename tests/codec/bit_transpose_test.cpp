// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/bit_transpose.h"

#include "codec_test_util.h"

namespace ewald::codec {
namespace {

using test::Bytes;
using test::bytesOf;

std::vector<SimdLevel> levels() {
    std::vector<SimdLevel> all{SimdLevel::portable};
    if (bestSimdLevel() != SimdLevel::portable) all.push_back(SimdLevel::sse2);
    if (bestSimdLevel() == SimdLevel::avx2) all.push_back(SimdLevel::avx2);
    return all;
}

/// The definition, bit by bit: bit b of element e is bit (b·elements + e) of the planes.
Bytes untransposeByDefinition(const Bytes& planes, std::size_t elements, std::size_t elementSize) {
    Bytes out(planes.size());
    for (std::size_t b = 0; b < 8 * elementSize; ++b) {
        for (std::size_t e = 0; e < elements; ++e) {
            const std::size_t bit = b * elements + e;
            const auto value = (planes[bit / 8] >> static_cast<int>(bit % 8)) & std::byte{1};
            out[e * elementSize + b / 8] |= value << static_cast<int>(b % 8);
        }
    }
    return out;
}

TEST(BitTranspose, AllElementsOneFillThePlaneOfTheLowestBit) {
    const Bytes planes = bytesOf({0xFF, 0, 0, 0, 0, 0, 0, 0});
    for (const SimdLevel level : levels()) {
        Bytes out(8);
        bitUntranspose(planes, 8, 1, out, level);
        EXPECT_EQ(out, bytesOf({1, 1, 1, 1, 1, 1, 1, 1}));
    }
}

TEST(BitTranspose, ElementIsABitPositionAndPlaneIsABitValue) {
    // Element 0 = 0x0102 (bits 1 and 8), element 3 = 0x8000 (bit 15): planes 1, 8 and 15 of one byte each.
    Bytes planes(16);
    planes[1] = std::byte{0x01};
    planes[8] = std::byte{0x01};
    planes[15] = std::byte{0x08};
    Bytes out(16);
    bitUntranspose(planes, 8, 2, out);
    EXPECT_EQ(out, bytesOf({0x02, 0x01, 0, 0, 0, 0, 0x00, 0x80, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(BitTranspose, EveryVariantFollowsTheDefinition) {
    for (const std::size_t elementSize : {1U, 2U, 3U, 4U, 5U, 6U, 8U, 10U, 16U}) {
        // 256 elements are one AVX2 column group, 128 one of SSE2; the others leave remainders for narrower variants.
        for (const std::size_t elements : {8U, 64U, 128U, 136U, 256U, 384U, 392U, 568U, 2048U}) {
            const auto seed = static_cast<unsigned>(elementSize * 10000 + elements);
            const Bytes planes = test::countLikeBytes(elements * elementSize, seed);
            const Bytes expected = untransposeByDefinition(planes, elements, elementSize);
            for (const SimdLevel level : levels()) {
                Bytes out(planes.size());
                bitUntranspose(planes, elements, elementSize, out, level);
                EXPECT_EQ(out, expected) << elementSize << " bytes, " << elements << " elements, level "
                                         << static_cast<int>(level);
            }
        }
    }
}

TEST(BitTranspose, EmptyPlanesBelowFilledOnesStayEmpty) {
    // Only the third byte of each element is set: the bytes below have to be written as zeros.
    constexpr std::size_t kElements = 512;
    Bytes planes(kElements * 4);
    for (std::size_t i = 0; i < kElements / 8; ++i) planes[16 * (kElements / 8) + i] = std::byte{0xFF};
    for (const SimdLevel level : levels()) {
        Bytes out(planes.size(), std::byte{0xEE});
        bitUntranspose(planes, kElements, 4, out, level);
        for (std::size_t e = 0; e < kElements; ++e) {
            EXPECT_EQ(Bytes(out.begin() + static_cast<std::ptrdiff_t>(4 * e),
                            out.begin() + static_cast<std::ptrdiff_t>(4 * e + 4)),
                      bytesOf({0, 0, 1, 0}));
        }
    }
}

TEST(BitTranspose, TransposeIsTheInverse) {
    for (const std::size_t elementSize : {1U, 2U, 3U, 4U, 8U, 10U}) {
        const Bytes data = test::countLikeBytes(344 * elementSize, 7);
        Bytes planes(data.size());
        bitTranspose(data, 344, elementSize, planes);
        EXPECT_EQ(untransposeByDefinition(planes, 344, elementSize), data);
    }
}

TEST(BitTranspose, SizesThatDoNotFitAreRefused) {
    Bytes data(16);
    Bytes out(16);
    EXPECT_THROW(bitUntranspose(data, 12, 1, out), InternalError);
    EXPECT_THROW(bitUntranspose(data, 8, 0, out), InternalError);
    EXPECT_THROW(bitUntranspose(data, 8, 4, out), InternalError);
    EXPECT_THROW(bitTranspose(ConstBytes(data).first(8), 8, 1, out), InternalError);
}

TEST(BitTranspose, BlocksSideBySideFollowTheOneByOne) {
    constexpr std::size_t kElements = 3 * kLaneElements;
    for (const std::size_t lanes : {8U, 16U}) {
        for (const std::size_t elementSize : {1U, 2U, 4U}) {
            if (!canUntransposeLanes(lanes, elementSize)) continue;
            for (std::size_t used = 1; used <= elementSize; ++used) {
                // Values of `used` bytes, in the middle third of one lane only for more than one byte.
                std::vector<Bytes> values;
                std::vector<Bytes> planes;
                std::vector<const std::byte*> at;
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    Bytes elements(kElements * elementSize);
                    const Bytes random = test::countLikeBytes(elements.size(), static_cast<unsigned>(lane + 7 * used));
                    for (std::size_t e = 0; e < kElements; ++e) {
                        const bool isWide = lane == lanes - 2 && e / kLaneElements == 1;
                        for (std::size_t k = 0; k < (isWide ? used : 1); ++k)
                            elements[e * elementSize + k] = random[e * elementSize + k];
                        if (isWide) elements[e * elementSize + used - 1] |= std::byte{0x80};
                    }
                    planes.emplace_back(elements.size());
                    bitTranspose(elements, kElements, elementSize, planes.back());
                    values.push_back(std::move(elements));
                }
                for (const Bytes& plane : planes) at.push_back(plane.data());
                for (std::size_t first = 0; first < kElements; first += kLaneElements) {
                    Bytes out(kLaneElements * lanes * elementSize);
                    const unsigned width = bitUntransposeLanes(at, kElements, elementSize, first, out);
                    EXPECT_EQ(width, first != kLaneElements || used == 1 ? 1U : used == 2 ? 2U : 4U);
                    for (std::size_t i = 0; i < kLaneElements * lanes; ++i) {
                        std::uint32_t value = 0;
                        std::uint32_t expected = 0;
                        std::memcpy(&value, out.data() + i * width, width);
                        std::memcpy(&expected, values[i % lanes].data() + (first + i / lanes) * elementSize,
                                    elementSize);
                        ASSERT_EQ(value, expected) << lanes << ' ' << elementSize << ' ' << used << ' ' << i;
                    }
                }
                Bytes tooSmall(kLaneElements * lanes * elementSize - 1);
                EXPECT_THROW(static_cast<void>(bitUntransposeLanes(at, kElements, elementSize, 0, tooSmall)),
                             InternalError);
            }
        }
    }
}

} // namespace
} // namespace ewald::codec
