// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/backends.h"

#include "job/queue/local/local_processes.h"
#include "job/queue/slurm/slurm_backend.h"

namespace ewald::job::queue {

std::vector<std::unique_ptr<Backend>> makeBackends(const QueueStore& store, const BackendOptions& options) {
    std::vector<std::unique_ptr<Backend>> all;
    all.push_back(std::make_unique<LocalProcesses>(store, options));
    all.push_back(std::make_unique<SlurmBackend>(store, options));
    return all;
}

} // namespace ewald::job::queue
