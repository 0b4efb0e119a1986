// SPDX-License-Identifier: GPL-3.0-or-later
#include "counters.h"
#include "machine.h"

#include <cufft.h>
#include <fftw3.h>

#include <array>

namespace ewald::emulation {
namespace {

/// A batch of consecutive square transforms.
struct FftPlan {
    cudaStream_t stream = nullptr;
    int size = 0;
    int batch = 0;
    std::size_t workBytes = 0;
    void* work = nullptr;
    bool ownWork = true;
};

std::mutex plansMutex;
std::map<cufftHandle, FftPlan> plans;
int handedOut = 0;

/// FFTW requires that plans are made and destroyed by one thread at a time.
std::mutex& plannerMutex() {
    static std::mutex mutex;
    return mutex;
}

void transform(cufftComplex* data, int size, int batch, int direction) {
    auto* const values = reinterpret_cast<fftwf_complex*>(data);
    const std::array sizes{size, size};
    fftwf_plan plan = nullptr;
    {
        const std::lock_guard lock(plannerMutex());
        plan =
            fftwf_plan_many_dft(2, sizes.data(), batch, values, nullptr, 1, size * size, values, nullptr, 1,
                                size * size, direction == CUFFT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD, FFTW_ESTIMATE);
    }
    fftwf_execute(plan);
    const std::lock_guard lock(plannerMutex());
    fftwf_destroy_plan(plan);
}

} // namespace
} // namespace ewald::emulation

using namespace ewald::emulation;

cufftResult cufftCreate(cufftHandle* plan) {
    const std::lock_guard lock(plansMutex);
    *plan = ++handedOut;
    plans[*plan] = {};
    return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle plan) {
    const std::lock_guard lock(plansMutex);
    return plans.erase(plan) == 1 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftSetAutoAllocation(cufftHandle plan, int allocate) {
    const std::lock_guard lock(plansMutex);
    plans.at(plan).ownWork = allocate != 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
    const std::lock_guard lock(plansMutex);
    plans.at(plan).stream = stream;
    return CUFFT_SUCCESS;
}

cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int* sizes, int* inEmbed, int inStride, int inDistance,
                              int* outEmbed, int outStride, int outDistance, cufftType type, int batch,
                              std::size_t* workBytes) {
    const std::lock_guard lock(plansMutex);
    FftPlan& plan = plans.at(handle);
    const int area = sizes[0] * sizes[1];
    // Only what Ewald uses is emulated; the strides of a layout without `embed` are ignored.
    if (rank != 2 || sizes[0] != sizes[1] || sizes[0] <= 0 || batch <= 0 || inEmbed || outEmbed || inStride != 1 ||
        outStride != 1 || inDistance != area || outDistance != area || type != CUFFT_C2C || plan.size != 0)
        return CUFFT_INVALID_VALUE;
    plan.size = sizes[0];
    plan.batch = batch;
    // As large as the data where the size is not a power of two, as is often the case with the library.
    const bool powerOfTwo = (plan.size & (plan.size - 1)) == 0;
    plan.workBytes =
        powerOfTwo ? 0 : static_cast<std::size_t>(area) * static_cast<std::size_t>(batch) * sizeof(cufftComplex);
    *workBytes = plan.workBytes;
    count([](Counts& c, std::size_t) { ++c.plans; });
    return CUFFT_SUCCESS;
}

cufftResult cufftSetWorkArea(cufftHandle plan, void* area) {
    const std::lock_guard lock(plansMutex);
    plans.at(plan).work = area;
    return CUFFT_SUCCESS;
}

cufftResult cufftExecC2C(cufftHandle handle, cufftComplex* from, cufftComplex* to, int direction) {
    FftPlan plan;
    {
        const std::lock_guard lock(plansMutex);
        const auto found = plans.find(handle);
        if (found == plans.end() || found->second.size == 0) return CUFFT_INVALID_PLAN;
        plan = found->second;
    }
    const auto area = static_cast<std::size_t>(plan.size) * static_cast<std::size_t>(plan.size);
    const std::size_t bytes = area * static_cast<std::size_t>(plan.batch) * sizeof(cufftComplex);
    Machine& machine = Machine::instance();
    const auto holds = [&](void* memory, std::size_t needed) {
        const auto a = machine.find(memory);
        return a && static_cast<std::byte*>(memory) + needed <= static_cast<std::byte*>(a->pages) + a->mapped;
    };
    if (from != to || !holds(from, bytes)) return CUFFT_EXEC_FAILED;
    if (!plan.ownWork && (!plan.work || !holds(plan.work, plan.workBytes))) return CUFFT_EXEC_FAILED;
    count([](Counts& c, std::size_t n) { ++c.transforms, c.transformed += n; },
          area * static_cast<std::size_t>(plan.batch));
    const cudaError_t error = enqueue(plan.stream, [plan, to, direction] {
        if (plan.workBytes > 0) std::memset(plan.work, 0xE1, plan.workBytes); // other data there are overwritten
        transform(to, plan.size, plan.batch, direction);
        return true;
    });
    return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}
