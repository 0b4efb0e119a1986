// SPDX-License-Identifier: GPL-3.0-or-later
//
// NCCL as a run-time module: sums between the memories of GPUs, of one process or of several. The communicators do not
// block, so that the caller can check for failures of other ranks while they work, and cancel them
// (https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/usage/communicators.html, "Fault Tolerance").
#include "base/error.h"
#include "compute/communication/device_collectives.h"
#include "compute/devices/module.h"

#include <cuda_runtime_api.h>
#include <nccl.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

namespace ewald::nccl {
namespace {

using compute::Queue;

class NcclCollective final : public compute::DeviceCollective {
public:
    NcclCollective(const ncclUniqueId& id, int rank, int size, Queue& queue)
        : m_device(queue.device().id), m_stream(static_cast<cudaStream_t>(queue.nativeStream())) {
        ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
        config.blocking = 0;
        queue.synchronize(); // binds this thread to the device
        accept(ncclCommInitRankConfig(&m_comm, size, id, rank, &config), "connect");
    }
    ~NcclCollective() override {
        if (!m_comm) return;
        // Finalising may wait for ranks that no longer exist, hence the limit.
        constexpr std::chrono::seconds kTimeout(5);
        const auto start = std::chrono::steady_clock::now();
        ncclResult_t state = ncclCommFinalize(m_comm);
        while (state == ncclInProgress && std::chrono::steady_clock::now() - start < kTimeout) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (ncclCommGetAsyncError(m_comm, &state) != ncclSuccess) break;
        }
        (void)(state == ncclSuccess ? ncclCommDestroy(m_comm) : ncclCommAbort(m_comm));
    }
    NcclCollective(const NcclCollective&) = delete;
    NcclCollective& operator=(const NcclCollective&) = delete;

    void startSum(double* device, std::size_t count) override {
        if (!m_comm) throw DeviceError("the connection to the other GPUs was given up", m_device);
        m_summing = true;
        accept(ncclAllReduce(device, device, count, ncclDouble, ncclSum, m_comm, m_stream), "sum");
    }

    void startExchange(std::span<const compute::DeviceOutgoing> send,
                       std::span<const compute::DeviceIncoming> receive) override {
        if (!m_comm) throw DeviceError("the connection to the other GPUs was given up", m_device);
        m_summing = true;
        accept(ncclGroupStart(), "begin an exchange");
        ncclResult_t result = ncclSuccess;
        const auto good = [&] { return result == ncclSuccess || result == ncclInProgress; };
        for (const compute::DeviceOutgoing& piece : send)
            if (good()) result = ncclSend(piece.data, piece.count, ncclDouble, piece.rank, m_comm, m_stream);
        for (const compute::DeviceIncoming& piece : receive)
            if (good()) result = ncclRecv(piece.data, piece.count, ncclDouble, piece.rank, m_comm, m_stream);
        const ncclResult_t all = ncclGroupEnd(); // also after a failure: groups nest
        accept(result, "exchange");
        accept(all, "exchange");
    }

    bool queued() override {
        if (!m_comm) throw DeviceError("the connection to the other GPUs was given up", m_device);
        ncclResult_t state = ncclSuccess;
        accept(ncclCommGetAsyncError(m_comm, &state), "ask");
        accept(state, m_summing ? "sum or exchange" : "connect");
        return state != ncclInProgress;
    }

    bool done() override {
        if (!queued()) return false;
        if (!m_summing) return true;
        const cudaError_t status = cudaStreamQuery(m_stream);
        if (status == cudaErrorNotReady) return false;
        if (status != cudaSuccess)
            throw DeviceError(std::string("sum over all GPUs, or exchange: ") + cudaGetErrorString(status), m_device,
                              "the driver may not let this process use the device any more: start the program again");
        return true;
    }

    void abort() noexcept override {
        if (m_comm) (void)ncclCommAbort(m_comm);
        m_comm = nullptr;
    }

private:
    void accept(ncclResult_t result, const char* what) {
        if (result == ncclSuccess || result == ncclInProgress) return;
        std::string text = ncclGetErrorString(result);
        if (const char* last = ncclGetLastError(m_comm); last && *last) text += std::string(" (") + last + ")";
        for (char& c : text)
            if (c == '\n') c = ' ';
        throw DeviceError(std::string("NCCL could not ") + what + ": " + text, m_device,
                          "NCCL_DEBUG=INFO says more; --set communicator=host does without NCCL");
    }

    std::string m_device;
    cudaStream_t m_stream;
    ncclComm_t m_comm = nullptr;
    bool m_summing = false;
};

class NcclCollectives final : public compute::DeviceCollectives {
public:
    [[nodiscard]] std::string name() const override {
        int version = 0;
        (void)ncclGetVersion(&version);
        return "NCCL " + std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
               std::to_string(version % 100);
    }
    [[nodiscard]] std::vector<std::byte> makeId() override {
        ncclUniqueId id{};
        if (const ncclResult_t result = ncclGetUniqueId(&id); result != ncclSuccess)
            throw DeviceError(std::string("NCCL could not begin: ") + ncclGetErrorString(result), "NCCL",
                              "see which network interface it may use (NCCL_SOCKET_IFNAME)");
        std::vector<std::byte> bytes(sizeof id);
        std::memcpy(bytes.data(), &id, sizeof id);
        return bytes;
    }
    [[nodiscard]] std::unique_ptr<compute::DeviceCollective> connect(std::span<const std::byte> id, int rank, int size,
                                                                     Queue& queue, bool peerToPeer) override {
        static std::once_flag once; // NCCL reads it when the first connection is made
        std::call_once(once, [peerToPeer] {
            if (!peerToPeer) (void)setenv("NCCL_P2P_DISABLE", "1", 1);
        });
        ncclUniqueId own{};
        if (id.size() != sizeof own) throw DeviceError("the ranks have different versions of NCCL", "NCCL");
        std::memcpy(&own, id.data(), sizeof own);
        return std::make_unique<NcclCollective>(own, rank, size, queue);
    }
};

} // namespace
} // namespace ewald::nccl

EWALD_MODULE_FUNCTION ewald::compute::DeviceCollectives* ewaldMakeDeviceCollectives(std::string& refusal) {
    int version = 0;
    if (ncclGetVersion(&version) != ncclSuccess || version < NCCL_VERSION(2, 14, 0)) {
        refusal = "the NCCL library is older than 2.14";
        return nullptr;
    }
    return std::make_unique<ewald::nccl::NcclCollectives>().release();
}
