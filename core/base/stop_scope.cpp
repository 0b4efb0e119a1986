// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/stop_scope.h"

#include "base/run_control.h"

namespace ewald {
namespace {

/// The innermost scope of this thread.
thread_local const StopScope* t_scope = nullptr;

} // namespace

StopScope::StopScope(const RunControl& control) noexcept : m_control(&control), m_outer(t_scope) { t_scope = this; }

StopScope::~StopScope() { t_scope = m_outer; }

bool StopScope::stopRequested() noexcept {
    for (const StopScope* scope = t_scope; scope != nullptr; scope = scope->m_outer)
        if (scope->m_control->stopRequested()) return true;
    return false;
}

} // namespace ewald
