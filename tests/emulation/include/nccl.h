// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of NCCL that Ewald uses, between threads or processes of one machine: names and meaning as in NVIDIA's NCCL
// reference.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#define NCCL_VERSION_CODE 21805
#define NCCL_VERSION(X, Y, Z) ((X)*10000 + (Y)*100 + (Z))

struct ncclComm;
using ncclComm_t = ncclComm*;
struct ncclUniqueId {
    char internal[128];
};
enum ncclResult_t {
    ncclSuccess = 0,
    ncclSystemError = 2,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclInProgress = 7
};
enum ncclDataType_t { ncclDouble = 8 };
enum ncclRedOp_t { ncclSum = 0 };
struct ncclConfig_t {
    int blocking;
};
#define NCCL_CONFIG_INITIALIZER                                                                                        \
    { 1 }

ncclResult_t ncclGetVersion(int* version);
ncclResult_t ncclGetUniqueId(ncclUniqueId* id);
const char* ncclGetErrorString(ncclResult_t result);
const char* ncclGetLastError(ncclComm_t comm);
ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank, ncclConfig_t* config);
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* state);
ncclResult_t ncclCommFinalize(ncclComm_t comm);
ncclResult_t ncclCommDestroy(ncclComm_t comm);
ncclResult_t ncclCommAbort(ncclComm_t comm);
ncclResult_t ncclAllReduce(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                           ncclRedOp_t operation, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclGroupStart();
ncclResult_t ncclGroupEnd();
ncclResult_t ncclSend(const void* send, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream);
ncclResult_t ncclRecv(void* receive, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream);
