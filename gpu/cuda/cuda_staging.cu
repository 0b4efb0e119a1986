// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/cuda_staging.h"

#include <algorithm>
#include <cstring>

namespace ewald::cuda {

CudaStaging::~CudaStaging() {
    if (m_wait.isLost()) return; // freeing memory that a device still uses would wait for it
    for (const Piece& piece : m_pieces) {
        if (piece.done) (void)cudaEventDestroy(piece.done);
        if (piece.memory) (void)cudaFreeHost(piece.memory);
    }
}

void CudaStaging::wait(const Piece& piece) const { m_wait.forEvent(piece.done, "copy between host and device"); }

/// The next piece, once the device no longer uses it.
CudaStaging::Piece& CudaStaging::take() {
    Piece& piece = m_pieces[m_next];
    m_next = (m_next + 1) % kPieces;
    if (piece.memory)
        wait(piece);
    else
        make(piece);
    return piece;
}

void CudaStaging::make(Piece& piece) const {
    check(cudaEventCreateWithFlags(&piece.done, cudaEventDisableTiming), "cudaEventCreate");
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, kPieceBytes, cudaHostAllocDefault), "cudaHostAlloc");
    piece.memory = static_cast<std::byte*>(memory);
}

void CudaStaging::reserve() {
    for (Piece& piece : m_pieces)
        if (!piece.memory) make(piece);
}

void CudaStaging::upload(void* device, const void* host, std::size_t bytes, cudaStream_t stream) {
    auto* to = static_cast<std::byte*>(device);
    const auto* from = static_cast<const std::byte*>(host);
    for (std::size_t done = 0; done < bytes; done += kPieceBytes) {
        const std::size_t length = std::min(kPieceBytes, bytes - done);
        Piece& piece = take();
        std::memcpy(piece.memory, from + done, length);
        check(cudaMemcpyAsync(to + done, piece.memory, length, cudaMemcpyHostToDevice, stream), "copy to the device");
        check(cudaEventRecord(piece.done, stream), "cudaEventRecord");
    }
}

void CudaStaging::download(void* host, const void* device, std::size_t bytes, cudaStream_t stream) {
    auto* to = static_cast<std::byte*>(host);
    const auto* from = static_cast<const std::byte*>(device);
    struct Flight {
        const Piece* piece;
        std::size_t offset, length;
    };
    std::array<Flight, kPieces - 1> flights{}; // one less than the pieces: none is reused before it is emptied
    std::size_t started = 0, finished = 0;
    const std::size_t pieces = (bytes + kPieceBytes - 1) / kPieceBytes;
    while (finished < pieces) {
        for (; started < pieces && started - finished < flights.size(); ++started) {
            const std::size_t offset = started * kPieceBytes;
            const std::size_t length = std::min(kPieceBytes, bytes - offset);
            Piece& piece = take();
            check(cudaMemcpyAsync(piece.memory, from + offset, length, cudaMemcpyDeviceToHost, stream),
                  "copy from the device");
            check(cudaEventRecord(piece.done, stream), "cudaEventRecord");
            flights[started % flights.size()] = {&piece, offset, length};
        }
        const Flight& flight = flights[finished % flights.size()];
        wait(*flight.piece);
        std::memcpy(to + flight.offset, flight.piece->memory, flight.length);
        ++finished;
    }
}

} // namespace ewald::cuda
