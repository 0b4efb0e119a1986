// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/cuda_wait.h"

#include <array>
#include <cstddef>

namespace ewald::cuda {

/// Copies between ordinary host memory and a device through a ring of page-locked pieces, which the device copies by
/// DMA while the processor fills or empties the next.
class CudaStaging {
public:
    /// \param wait outlives this
    explicit CudaStaging(CudaWait& wait) : m_wait(wait) {}
    ~CudaStaging();
    CudaStaging(const CudaStaging&) = delete;
    CudaStaging& operator=(const CudaStaging&) = delete;

    /// Takes all page-locked memory now. Later a call that takes some could wait for other devices of the process, in
    /// which collectives may wait for this one.
    void reserve();
    /// Returns when `host` can be used again. The copy is ordered by the stream.
    void upload(void* device, const void* host, std::size_t bytes, cudaStream_t stream);
    /// Returns when `host` is filled.
    void download(void* host, const void* device, std::size_t bytes, cudaStream_t stream);

private:
    static constexpr std::size_t kPieceBytes = std::size_t{2} << 20;
    static constexpr std::size_t kPieces = 8;
    struct Piece {
        std::byte* memory = nullptr;
        cudaEvent_t done = nullptr; ///< when the device has copied it
    };
    void make(Piece& piece) const;
    Piece& take();
    void wait(const Piece& piece) const;
    void check(cudaError_t status, const char* call) const { cuda::check(status, call, m_wait.device()); }

    CudaWait& m_wait;
    std::array<Piece, kPieces> m_pieces{};
    std::size_t m_next = 0;
};

} // namespace ewald::cuda
