// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <chrono>

namespace ewald::cuda {

/// \throws DeviceError naming the device, the call and the driver's own words, unless `status` is success
void check(cudaError_t status, const char* call, int device);

/// Waits for one device, but not for ever: one that hangs shall not take the program along.
class CudaWait {
public:
    explicit CudaWait(int device) : m_device(device) {}

    [[nodiscard]] int device() const noexcept { return m_device; }
    void setTimeout(std::chrono::milliseconds timeout) noexcept { m_timeout = timeout; }
    /// \throws DeviceError when the device reports an error, or has not got there within the timeout
    void forEvent(cudaEvent_t event, const char* what);
    void forStream(cudaStream_t stream, const char* what);
    /// It was waited for in vain. Whatever would wait for it again is to be left undone.
    [[nodiscard]] bool isLost() const noexcept { return m_lost; }

private:
    template <class Ask>
    void until(Ask ask, const char* what);

    int m_device;
    std::chrono::milliseconds m_timeout{std::chrono::minutes(1)};
    std::atomic<bool> m_lost = false; ///< also asked by others that copy from or to the device
};

} // namespace ewald::cuda
