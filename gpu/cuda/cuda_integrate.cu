// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/cuda_integrate.h"

#include "base/error.h"
#include "compute/operations/generic_integrate_ops.h"
#include "cuda/cuda_launcher.h"

#include <array>
#include <map>

namespace ewald::cuda {
namespace {

constexpr int kWarp = 32;
/// A warp decodes one frame; all warps integrate.
constexpr int kBlockThreads = kWarp * static_cast<int>(kernels::kFramesPerBlock);

/// The threads of a thread block, in groups of one warp. (The host version is never called, but the kernel bodies are
/// compiled for both.)
class CudaBlock {
public:
    EWALD_HD explicit CudaBlock(std::uint8_t* shared) : m_shared(shared) {}
#if defined(__CUDA_ARCH__)
    EWALD_HD int thread() const { return static_cast<int>(threadIdx.x); }
    EWALD_HD void sync() const { __syncthreads(); }
    EWALD_HD void syncGroup() const { __syncwarp(); }
    EWALD_HD std::uint32_t increment(std::uint32_t* counter) const { return atomicAdd(counter, 1U); }
#else
    EWALD_HD int thread() const { return 0; }
    EWALD_HD void sync() const {}
    EWALD_HD void syncGroup() const {}
    EWALD_HD std::uint32_t increment(std::uint32_t* counter) const { return (*counter)++; }
#endif
    EWALD_HD int threads() const { return kBlockThreads; }
    EWALD_HD int group() const { return thread() / kWarp; }
    EWALD_HD int groups() const { return kBlockThreads / kWarp; }
    EWALD_HD int lane() const { return thread() % kWarp; }
    EWALD_HD int lanes() const { return kWarp; }
    EWALD_HD std::uint8_t* shared() const { return m_shared; }

private:
    std::uint8_t* m_shared;
};

template <class Body>
__global__ void __launch_bounds__(kBlockThreads) blocksKernel(Body body) {
    body(CudaBlock(reinterpret_cast<std::uint8_t*>(dynamicSharedMemory)), blockIdx.x);
}

/// All work is ordered by one stream. Copies overlap with kernels of other queues, since host memory is pinned.
class CudaIntegrateLauncher {
public:
    explicit CudaIntegrateLauncher(std::shared_ptr<CudaContext> context)
        : m_state(std::make_unique<State>(std::move(context))) {}

    template <class Body>
    void forEach(int depth, int rows, int cols, Body body) {
        CudaLauncher(m_state->context).forEach(depth, rows, cols, body);
    }
    template <class Body>
    void forBlocks(std::uint32_t blocks, std::size_t sharedBytes, Body body) {
        if (blocks == 0) return;
        m_state->context->use();
        constexpr std::size_t kWithoutAsking = std::size_t{48} << 10U;
        if (sharedBytes > kWithoutAsking)
            check(cudaFuncSetAttribute(blocksKernel<Body>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(sharedBytes)),
                  "cudaFuncSetAttribute", m_state->context->device());
        m_state->context->launch(blocksKernel<Body>, blocks, kBlockThreads, sharedBytes, body);
    }
    [[nodiscard]] std::size_t maxSharedBytes() const { return m_state->maxSharedBytes; }

    template <class T>
    T* scratch(int purpose, std::size_t count) {
        Memory& memory = m_state->scratch[purpose];
        const std::size_t bytes = std::max<std::size_t>(1, count * sizeof(T));
        if (memory.bytes < bytes) {
            // Ordered by the stream: work that uses the memory is done before it is freed.
            if (memory.data) m_state->context->release(memory.data);
            memory = {};
            memory = {m_state->context->allocate(bytes), bytes};
        }
        return static_cast<T*>(memory.data);
    }
    std::byte* host(int purpose, std::size_t bytes) {
        Memory& memory = m_state->host[purpose];
        bytes = std::max<std::size_t>(1, bytes);
        if (memory.bytes < bytes) {
            m_state->context->use();
            if (memory.data) (void)cudaFreeHost(memory.data);
            memory = {};
            void* data = nullptr;
            if (cudaHostAlloc(&data, bytes, cudaHostAllocPortable) != cudaSuccess) {
                (void)cudaGetLastError(); // clears the error, which is handled here
                throw DeviceError("out of host memory that the device can read: " + std::to_string(bytes >> 20U) +
                                      " MiB asked for",
                                  "cuda:" + std::to_string(m_state->context->device()), "use fewer workers");
            }
            memory = {data, bytes};
        }
        return static_cast<std::byte*>(memory.data);
    }
    void send(void* device, const void* host, std::size_t bytes) {
        copy(device, host, bytes, cudaMemcpyHostToDevice, "copy to the device");
    }
    void fetch(void* host, const void* device, std::size_t bytes) {
        copy(host, device, bytes, cudaMemcpyDeviceToHost, "copy from the device");
    }
    void mark(std::size_t slot) {
        m_state->context->use();
        check(cudaEventRecord(m_state->marks.at(slot), m_state->context->stream()), "cudaEventRecord",
              m_state->context->device());
    }
    void wait(std::size_t slot) {
        m_state->context->use();
        m_state->context->wait(m_state->marks.at(slot), "integration");
    }
    void waitAll() {
        m_state->context->use();
        m_state->context->synchronize();
    }

private:
    struct Memory {
        void* data = nullptr;
        std::size_t bytes = 0;
    };
    struct State {
        explicit State(std::shared_ptr<CudaContext> used) : context(std::move(used)) {
            context->use();
            int bytes = 0;
            check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, context->device()),
                  "cudaDeviceGetAttribute", context->device());
            maxSharedBytes = static_cast<std::size_t>(bytes);
            for (cudaEvent_t& event : marks)
                check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreate", context->device());
        }
        ~State() {
            if (!context->settle()) return;
            for (const auto& [purpose, memory] : scratch)
                if (memory.data) context->release(memory.data);
            for (const auto& [purpose, memory] : host)
                if (memory.data) (void)cudaFreeHost(memory.data);
            for (const cudaEvent_t event : marks)
                if (event) (void)cudaEventDestroy(event);
        }
        State(const State&) = delete;
        State& operator=(const State&) = delete;

        std::shared_ptr<CudaContext> context;
        std::size_t maxSharedBytes = 0;
        std::map<int, Memory> scratch;
        std::map<int, Memory> host;
        std::array<cudaEvent_t, compute::IntegrateOps::kSlots> marks{};
    };

    void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const char* what) {
        if (bytes == 0) return;
        m_state->context->use();
        check(cudaMemcpyAsync(to, from, bytes, kind, m_state->context->stream()), what, m_state->context->device());
    }

    std::unique_ptr<State> m_state;
};

} // namespace

std::unique_ptr<compute::IntegrateOps> makeIntegrateOps(std::shared_ptr<CudaContext> context) {
    return std::make_unique<compute::GenericIntegrateOps<CudaIntegrateLauncher>>(
        CudaIntegrateLauncher(std::move(context)));
}

} // namespace ewald::cuda
