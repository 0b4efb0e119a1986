// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/cuda_wait.h"

#include "base/error.h"

#include <string>
#include <thread>

namespace ewald::cuda {
namespace {

std::string idOf(int device) { return "cuda:" + std::to_string(device); }

} // namespace

const char* whatToDo(cudaError_t status) {
    switch (status) {
    case cudaErrorMemoryAllocation: return "use fewer frames, a smaller crop, or binning";
    case cudaErrorDevicesUnavailable:
        return "the device admits one process at a time (exclusive-process mode) and another one has it: give each "
               "process a device of its own, or allow several with nvidia-smi -c 0";
    case cudaErrorNoKernelImageForDevice:
        return "this build has no machine code for the device: build with -DCMAKE_CUDA_ARCHITECTURES=native";
    case cudaErrorECCUncorrectable:
        return "the device's memory is faulty (nvidia-smi -q -d ECC); it has to be reset, and the program started "
               "again";
    // The driver ends the process's context on the device after these: every later call fails in the same way.
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorMisalignedAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorHardwareStackError:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorAssert:
        return "the driver does not let this process use the device any more: start the program again";
    default: return "check whether another program disturbed the device";
    }
}

void check(cudaError_t status, const char* call, int device) {
    if (status == cudaSuccess) return;
    throw DeviceError(std::string(call) + ": " + cudaGetErrorString(status), idOf(device), whatToDo(status));
}

void CudaWait::requireResponse() const {
    if (const char* const what = m_lostIn)
        throw DeviceError("no response for " + std::to_string(m_lostAfter_s) + " s (" + what + ")", idOf(m_device),
                          "nvidia-smi shows whether it hangs; collective_timeout_s is the limit");
}

template <class Ask>
void CudaWait::until(Ask ask, const char* what) {
    using Clock = std::chrono::steady_clock;
    // A mini-batch is waited for without sleeping, which may take longer than requested; other threads that are ready
    // to run come first because of the yield.
    constexpr std::chrono::microseconds kShort(2000), kNap(20);
    requireResponse();
    const auto start = Clock::now();
    cudaError_t status = cudaSuccess;
    while ((status = ask()) == cudaErrorNotReady) {
        const auto waited = Clock::now() - start;
        if (m_watch && waited > kShort) m_watch(waited);
        if (waited > m_timeout) {
            m_lostAfter_s = std::chrono::duration_cast<std::chrono::seconds>(m_timeout).count();
            m_lostIn = what;
            requireResponse();
        }
        if (waited > kShort)
            std::this_thread::sleep_for(kNap);
        else
            std::this_thread::yield();
    }
    check(status, what, m_device);
}

void CudaWait::forEvent(cudaEvent_t event, const char* what) {
    until([event] { return cudaEventQuery(event); }, what);
}

void CudaWait::forStream(cudaStream_t stream, const char* what) {
    until([stream] { return cudaStreamQuery(stream); }, what);
}

} // namespace ewald::cuda
