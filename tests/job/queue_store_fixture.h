// SPDX-License-Identifier: GPL-3.0-or-later
// A store in a folder of its own, and jobs for it.
#pragma once

#include "io/temporary_folder.h"
#include "job/queue/store/queue_store.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ewald::job::queue {

namespace fs = std::filesystem;

class QueueStoreTest : public testing::Test {
protected:
    [[nodiscard]] NewJob job(const std::string& name, int priority = 0, long long after = 0) const {
        NewJob made{name, {}, priority, after};
        made.document.inputFile = m_folder.path() / "scan.cxi";
        made.document.outputFile = m_folder.path() / (name + ".h5");
        return made;
    }
    [[nodiscard]] fs::path place() const { return m_folder.path() / "queue"; }
    static std::vector<long long> add(QueueStore& store, const std::vector<NewJob>& jobs) { return store.add(jobs); }

    static std::vector<long long> order(QueueStore& store) {
        std::vector<long long> ids;
        for (const QueueJob& job : store.jobs()) ids.push_back(job.id);
        return ids;
    }

    io::TemporaryFolder m_folder;
};

} // namespace ewald::job::queue
