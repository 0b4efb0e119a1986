// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine.h"

#include <nccl.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

namespace ewald::emulation {
namespace {

constexpr int kMostRanks = 16;
constexpr std::size_t kPiece = std::size_t{1} << 17U; ///< elements that go around at a time

/// State shared by the ranks of a communicator, in shared memory, initially zero.
struct Board {
    std::array<std::atomic<std::size_t>, kMostRanks> device; ///< not 0: connected; the same twice: two ranks on a GPU
    std::array<std::atomic<long>, kMostRanks> brought;       ///< pieces
    std::array<std::atomic<long>, kMostRanks> taken;
    std::array<std::array<double, kPiece>, kMostRanks> values;
};
static_assert(std::atomic<long>::is_always_lock_free);

bool allAtLeast(std::span<const std::atomic<long>> counts, long wanted) {
    return std::ranges::all_of(counts, [wanted](const auto& count) { return count.load() >= wanted; });
}

} // namespace
} // namespace ewald::emulation

using namespace ewald::emulation;

struct ncclComm {
    int rank = 0;
    int size = 0;
    std::string name;
    std::shared_ptr<Board> board;
    long pieces = 0; ///< that went around
    std::shared_ptr<std::atomic<bool>> aborted = std::make_shared<std::atomic<bool>>(false);

    [[nodiscard]] ncclResult_t state() const {
        std::set<std::size_t> devices;
        for (int r = 0; r < size; ++r) {
            const std::size_t device = board->device[static_cast<std::size_t>(r)].load();
            if (device == 0) return ncclInProgress;
            if (!devices.insert(device).second) return ncclInvalidUsage;
        }
        return ncclSuccess;
    }
};

ncclResult_t ncclGetVersion(int* version) {
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
    static std::atomic<int> made = 0;
    *id = {};
    std::snprintf(id->internal, sizeof id->internal, "/ewald-emulated-nccl-%d-%d", static_cast<int>(getpid()), made++);
    return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t result) {
    return result == ncclSuccess || result == ncclInProgress ? "no error" : "invalid usage";
}
const char* ncclGetLastError(ncclComm_t) { return ""; }

ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank, ncclConfig_t* config) {
    if (ranks > kMostRanks || rank < 0 || rank >= ranks || config->blocking != 0) return ncclInvalidArgument;
    const int file = shm_open(id.internal, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(Board)) != 0) return ncclSystemError;
    void* const memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) return ncclSystemError;
    auto made = std::make_unique<ncclComm>();
    made->rank = rank;
    made->size = ranks;
    made->name = id.internal;
    made->board = {static_cast<Board*>(memory), [](Board* board) { munmap(board, sizeof(Board)); }};
    const char* host = std::getenv("NCCL_HOSTID");
    cudaDeviceProp properties{};
    cudaStream_t stream = nullptr; // its device is the device of the thread
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
        cudaGetDeviceProperties(&properties, stream->device) != cudaSuccess || cudaStreamDestroy(stream) != cudaSuccess)
        return ncclSystemError;
    const std::string where = std::string(properties.name) + (host ? host : "");
    made->board->device[static_cast<std::size_t>(rank)] = std::hash<std::string>()(where) | 1U;
    *comm = made.release();
    return ncclInProgress;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* state) {
    *state = comm->state();
    return ncclSuccess;
}

ncclResult_t ncclAllReduce(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                           ncclRedOp_t operation, ncclComm_t comm, cudaStream_t stream) {
    if (comm->state() != ncclSuccess) return ncclInvalidUsage;
    const auto memory = Machine::instance().find(receive);
    if (send != receive || type != ncclDouble || operation != ncclSum || !memory || memory->device != stream->device)
        return ncclInvalidArgument;
    // Each rank publishes a piece; when all have, each sums them and marks the piece as read.
    const auto work = [comm, board = comm->board, aborted = comm->aborted, rank = static_cast<std::size_t>(comm->rank),
                       size = static_cast<std::size_t>(comm->size), values = static_cast<double*>(receive), count,
                       done = std::size_t{0}, first = comm->pieces, brought = false]() mutable {
        while (done < count) {
            if (*aborted) return true;
            const long piece = first + static_cast<long>(done / kPiece);
            const std::size_t length = std::min(kPiece, count - done);
            const std::span<const std::atomic<long>> taken(board->taken.data(), size),
                ready(board->brought.data(), size);
            if (!brought) {
                if (!allAtLeast(taken, piece)) return false; // a rank still reads the previous one
                std::copy_n(values + done, length, board->values[rank].begin());
                board->brought[rank] = piece + 1;
                brought = true;
            }
            if (!allAtLeast(ready, piece + 1)) return false;
            for (std::size_t i = 0; i < length; ++i) {
                double sum = 0; // in another order than Ewald's own sums
                for (std::size_t r = size; r-- > 0;) sum += board->values[r][i];
                values[done + i] = sum;
            }
            board->taken[rank] = piece + 1;
            brought = false;
            done += length;
        }
        return true;
    };
    comm->pieces += static_cast<long>((count + kPiece - 1) / kPiece);
    return enqueue(stream, work) == cudaSuccess ? ncclSuccess : ncclInvalidUsage;
}

ncclResult_t ncclCommFinalize(ncclComm_t) { return ncclSuccess; }

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
    if (comm->rank == 0) shm_unlink(comm->name.c_str());
    delete comm;
    return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
    *comm->aborted = true;
    return ncclCommDestroy(comm);
}
