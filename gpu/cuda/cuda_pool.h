// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace ewald::cuda {

/// The use of a device's memory pool by one context. Freed memory stays in the pool while anybody uses it, since every
/// iteration allocates the same sizes; the last one to leave gives it back to the device, and so to other programs.
class CudaPoolUse {
public:
    /// \throws DeviceError
    explicit CudaPoolUse(int device);
    ~CudaPoolUse();
    CudaPoolUse(const CudaPoolUse&) = delete;
    CudaPoolUse& operator=(const CudaPoolUse&) = delete;

    /// False: the driver has no pools for this device, as with some virtual GPUs.
    [[nodiscard]] bool exists() const noexcept { return m_exists; }
    /// The context has freed its memory, and its stream is empty.
    void leave() noexcept;

private:
    int m_device;
    bool m_exists = false;
    bool m_left = false;
};

/// Bytes that the pool of a device keeps for this process without using them: taken, for everybody else, but free for
/// the next allocation here.
[[nodiscard]] std::size_t idlePoolBytes(int device) noexcept;
/// Lets `reader` access the memory of the pool of `owner`. Access to such memory is granted by the pool, not by
/// cudaDeviceEnablePeerAccess. False: not possible.
[[nodiscard]] bool openPool(int owner, int reader) noexcept;

} // namespace ewald::cuda
