// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/md5.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace ewald::codec {
namespace {

std::string sumOf(const std::string& text) {
    std::string hex;
    for (const std::uint8_t byte : md5({reinterpret_cast<const std::byte*>(text.data()), text.size()}))
        for (const int digit : {byte / 16, byte % 16}) hex += "0123456789abcdef"[digit];
    return hex;
}

TEST(Md5, TheSumsOfItsStandard) {
    // RFC 1321, A.5.
    using Entry = std::pair<std::string, std::string>;
    for (const auto& [text, sum] :
         {Entry("", "d41d8cd98f00b204e9800998ecf8427e"), Entry("a", "0cc175b9c0f1b6a831c399e269772661"),
          Entry("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
          Entry("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
          Entry("12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "57edf4a22be3c955ac49da2e2107b67a")})
        EXPECT_EQ(sumOf(text), sum) << text;
    // By md5sum of GNU coreutils: lengths around those at which the end takes another block.
    EXPECT_EQ(sumOf(std::string(55, 'x')), "04364420e25c512fd958a70738aa8f72");
    EXPECT_EQ(sumOf(std::string(56, 'x')), "668a72d5ba17f08e62dabcafad6db14b");
    EXPECT_EQ(sumOf(std::string(64, 'x')), "c1bb4f81d892b2d57947682aeb252456");
    EXPECT_EQ(sumOf(std::string(1000, 'x')), "398533d48111e9f664b1f64cb10c4b63");
}

} // namespace
} // namespace ewald::codec
