// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ewald {

class RunControl;

/// While it lives, long waits of the thread that made it for something outside of the program (the process that reads
/// HDF5 files) end when `control` is asked to stop. They may be nested.
class StopScope {
public:
    explicit StopScope(const RunControl& control) noexcept;
    ~StopScope();
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

    /// Whether a scope of this thread is asked to stop.
    [[nodiscard]] static bool stopRequested() noexcept;

private:
    const RunControl* m_control;
    const StopScope* m_outer;
};

} // namespace ewald
