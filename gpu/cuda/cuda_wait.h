// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <utility>

namespace ewald::cuda {

/// What a user can do about an error of the runtime.
[[nodiscard]] const char* whatToDo(cudaError_t status);
/// \throws DeviceError with the device, the call and the driver's message, unless `status` is success
void check(cudaError_t status, const char* call, int device);

/// Waits for one device with a time-out, so that a device that hangs does not block the program.
class CudaWait {
public:
    explicit CudaWait(int device) : m_device(device) {}

    [[nodiscard]] int device() const noexcept { return m_device; }
    void setTimeout(std::chrono::milliseconds timeout) noexcept { m_timeout = timeout; }
    using Watch = std::function<void(std::chrono::nanoseconds waited)>;
    /// compute::Queue::setWatch()
    void setWatch(Watch watch) { m_watch = std::move(watch); }
    /// \throws DeviceError when the device reports an error or does not finish within the time-out, and at once when it
    /// has not before; what the watch throws
    void forEvent(cudaEvent_t event, const char* what);
    void forStream(cudaStream_t stream, const char* what);
    /// A wait has timed out. No call that would wait for the device again may be made.
    [[nodiscard]] bool isLost() const noexcept { return m_lostIn != nullptr; }
    /// \throws DeviceError, as the wait that has timed out did, where one has
    void requireResponse() const;

private:
    template <class Ask>
    void until(Ask ask, const char* what);

    int m_device;
    std::chrono::milliseconds m_timeout{std::chrono::minutes(1)};
    Watch m_watch;
    // Also read by other threads that copy from or to the device:
    std::atomic<long long> m_lostAfter_s = 0;
    std::atomic<const char*> m_lostIn = nullptr; ///< what has been waited for in vain; null: nothing
};

} // namespace ewald::cuda
