// SPDX-License-Identifier: GPL-3.0-or-later
#include "counters.h"
#include "machine.h"

#include <nccl.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace ewald::emulation {
namespace {

constexpr int kMostRanks = 16;
constexpr std::size_t kPart = std::size_t{1} << 12U;  ///< elements of a message that go at a time
constexpr std::size_t kPiece = std::size_t{1} << 17U; ///< elements that go around at a time

/// State shared by the ranks of a communicator, in shared memory, initially zero.
struct Board {
    std::array<std::atomic<std::size_t>, kMostRanks> device; ///< not 0: connected; the same twice: two ranks on a GPU
    std::array<std::atomic<long>, kMostRanks> brought;       ///< pieces
    std::array<std::atomic<long>, kMostRanks> taken;
    std::array<std::array<double, kPiece>, kMostRanks> values;
    /// Messages from one rank to another, a part at a time.
    struct Line {
        std::atomic<long> brought, taken;
        std::array<double, kPart> values;
    };
    std::array<std::array<Line, kMostRanks>, kMostRanks> lines; ///< [from][to]
    std::array<std::atomic<long>, kMostRanks> waiting;          ///< how often a rank has had to wait for others
};
static_assert(std::atomic<long>::is_always_lock_free);

bool allAtLeast(std::span<const std::atomic<long>> counts, long wanted) {
    return std::ranges::all_of(counts, [wanted](const auto& count) { return count.load() >= wanted; });
}

} // namespace
} // namespace ewald::emulation

using namespace ewald::emulation;

struct ncclComm {
    ncclComm() = default;
    ncclComm(const ncclComm&) = delete;
    ncclComm& operator=(const ncclComm&) = delete;
    /// Puts a collective into a stream.
    ncclResult_t begin(cudaStream_t stream, ewald::emulation::Work work);
    /// From now on a thread does what is in the streams up to the last collective while another rank waits for it: as
    /// on a device, whose work goes on wherever the host is. Late, so that what ranks can see of each other's work
    /// without it stays as late as the rules allow.
    void startDevice();

    int rank = 0;
    int size = 0;
    std::string name;
    std::shared_ptr<Board> board;
    long pieces = 0; ///< that went around
    std::array<long, kMostRanks> sentParts{}, receivedParts{};
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

private:
    void goOn();

    std::mutex m_mutex;
    std::map<std::shared_ptr<CUstream_st>, std::size_t> m_last; ///< collective of each stream
    std::jthread m_device;                                      ///< the last member: ends before the others
};

ncclResult_t ncclComm::begin(cudaStream_t handle, ewald::emulation::Work work) {
    auto counted = [work = std::move(work), board = board, at = static_cast<std::size_t>(rank)]() mutable {
        if (work()) return true;
        ++board->waiting[at];
        return false;
    };
    const auto stream = streamOf(handle);
    if (!stream || enqueue(handle, std::move(counted)) != cudaSuccess) return ncclInvalidUsage;
    const std::lock_guard lock(m_mutex);
    m_last[stream] = stream->last();
    return ncclSuccess;
}

void ncclComm::goOn() {
    std::map<std::shared_ptr<CUstream_st>, std::size_t> last;
    {
        const std::lock_guard lock(m_mutex);
        last = m_last;
    }
    for (const auto& [stream, number] : last) static_cast<void>(stream->advance(number));
}

void ncclComm::startDevice() {
    m_device = std::jthread([this](const std::stop_token& stop) {
        constexpr std::chrono::microseconds kNap(500);
        constexpr int kPatience = 2; // naps through which another rank has waited
        long before = 0;
        for (int waited = 0; !stop.stop_requested(); std::this_thread::sleep_for(kNap)) {
            long now = 0;
            for (int other = 0; other < size; ++other)
                if (other != rank) now += board->waiting[static_cast<std::size_t>(other)].load();
            waited = std::exchange(before, now) == now ? 0 : waited + 1;
            if (waited >= kPatience) goOn();
        }
    });
}

ncclResult_t ncclGetVersion(int* version) {
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

/// Drawn: a process that was killed leaves its memory, and its number is given to another one.
ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
    std::random_device random;
    *id = {};
    std::snprintf(id->internal, sizeof id->internal, "/ewald-emulated-nccl-%08x%08x%08x", random(), random(), random());
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
    made->startDevice();
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
    // What NCCL sends from device to device arrives damaged, unless it is told to use the host.
    const char* const direct = std::getenv("NCCL_P2P_DISABLE");
    const bool damaged = Machine::instance().settings().wrongPeers && !(direct && *direct == '1');
    // Each rank publishes a piece; when all have, each sums them and marks the piece as read.
    const auto work = [board = comm->board, aborted = comm->aborted, rank = static_cast<std::size_t>(comm->rank),
                       size = static_cast<std::size_t>(comm->size), values = static_cast<double*>(receive), count,
                       damaged, done = std::size_t{0}, first = comm->pieces, brought = false]() mutable {
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
                values[done + i] = damaged && i == length / 2 ? sum + 1 : sum;
            }
            board->taken[rank] = piece + 1;
            brought = false;
            done += length;
        }
        return true;
    };
    ewald::emulation::count([](Counts& c, std::size_t n) { ++c.collectives, c.bytesReduced += n; },
                            count * sizeof(double));
    comm->pieces += static_cast<long>((count + kPiece - 1) / kPiece);
    return comm->begin(stream, work);
}

namespace {

/// A message of a group, on its way.
struct Message {
    bool sends = false;
    std::size_t peer = 0;
    double* memory = nullptr;
    std::size_t count = 0;
    std::size_t done = 0;
    long parts = 0; ///< that went along the line before
};
struct Group {
    int depth = 0;
    ncclComm_t comm = nullptr;
    cudaStream_t stream = nullptr;
    std::vector<Message> messages;
};
thread_local Group group;

/// As much of a message as can be done now.
void goOn(Message& m, Board& board, std::size_t rank, bool damaged) {
    Board::Line& line = m.sends ? board.lines[rank][m.peer] : board.lines[m.peer][rank];
    while (m.done < m.count) {
        const long part = m.parts + static_cast<long>(m.done / kPart);
        const std::size_t length = std::min(kPart, m.count - m.done);
        if (m.sends) {
            if (line.taken.load() < part) return; // the part before has not been read
            std::copy_n(m.memory + m.done, length, line.values.begin());
            if (damaged) line.values[length / 2] += 1;
            line.brought = part + 1;
        } else {
            if (line.brought.load() < part + 1) return;
            std::copy_n(line.values.begin(), length, m.memory + m.done);
            line.taken = part + 1;
        }
        m.done += length;
    }
}

ncclResult_t addMessage(bool sends, const void* memory, std::size_t count, ncclDataType_t type, int peer,
                        ncclComm_t comm, cudaStream_t stream) {
    if (comm->state() != ncclSuccess || group.depth == 0) return ncclInvalidUsage;
    const auto known = Machine::instance().find(memory);
    if (type != ncclDouble || peer < 0 || peer >= comm->size || peer == comm->rank || !known ||
        known->device != stream->device || (group.comm && (group.comm != comm || group.stream != stream)))
        return ncclInvalidArgument;
    group.comm = comm, group.stream = stream;
    const auto at = static_cast<std::size_t>(peer);
    long& parts = sends ? comm->sentParts[at] : comm->receivedParts[at];
    // NCCL takes memory to send as constant; it is only read.
    group.messages.push_back({sends, at, static_cast<double*>(const_cast<void*>(memory)), count, 0, parts});
    parts += static_cast<long>((count + kPart - 1) / kPart);
    return ncclSuccess;
}

} // namespace

ncclResult_t ncclSend(const void* send, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
    return addMessage(true, send, count, type, peer, comm, stream);
}

ncclResult_t ncclRecv(void* receive, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
    return addMessage(false, receive, count, type, peer, comm, stream);
}

ncclResult_t ncclGroupStart() {
    ++group.depth;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
    if (group.depth == 0) return ncclInvalidUsage;
    if (--group.depth > 0) return ncclSuccess;
    Group all = std::exchange(group, {});
    if (all.messages.empty()) return ncclSuccess;
    const char* const direct = std::getenv("NCCL_P2P_DISABLE");
    const bool damaged = Machine::instance().settings().wrongPeers && !(direct && *direct == '1');
    std::size_t bytes = 0;
    for (const Message& m : all.messages) bytes += m.sends ? m.count * sizeof(double) : 0;
    ewald::emulation::count([](Counts& c, std::size_t n) { ++c.exchanges, c.bytesSentAcross += n; }, bytes);
    // All messages of a group go on at the same time, in whatever order ranks have named them.
    const auto work = [board = all.comm->board, aborted = all.comm->aborted,
                       rank = static_cast<std::size_t>(all.comm->rank), messages = std::move(all.messages),
                       damaged]() mutable {
        if (*aborted) return true;
        for (Message& m : messages) goOn(m, *board, rank, damaged);
        return std::ranges::all_of(messages, [](const Message& m) { return m.done == m.count; });
    };
    return all.comm->begin(all.stream, work);
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
