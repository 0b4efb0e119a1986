// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/long_call.h"

namespace ewald {
namespace {

thread_local LongCalls* t_counter = nullptr;

} // namespace

void longCall(const char* what) noexcept {
    if (t_counter != nullptr) ++t_counter->m_seen[what];
}

LongCalls::LongCalls() noexcept { t_counter = this; }

LongCalls::~LongCalls() { t_counter = nullptr; }

} // namespace ewald
