// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <vector>

namespace ewald::test {

/// Whether two lists have the same bits: unlike with ==, the NaN of a bin without pixels is that of the other list.
template <class Number>
testing::AssertionResult sameBits(const std::vector<Number>& a, const std::vector<Number>& b) {
    if (a.size() != b.size()) return testing::AssertionFailure() << a.size() << " and " << b.size() << " values";
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::memcmp(&a[i], &b[i], sizeof(Number)) != 0)
            return testing::AssertionFailure() << a[i] << " and " << b[i] << " at " << i;
    return testing::AssertionSuccess();
}

} // namespace ewald::test
