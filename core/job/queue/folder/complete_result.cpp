// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/complete_result.h"

#include "base/error.h"
#include "io/integration_file.h"
#include "io/result_file.h"

namespace ewald::job::queue {

bool isCompleteResult(const std::filesystem::path& file) {
    try {
        if (io::isIntegrationFile(file)) return io::IntegrationResult(file).end().complete;
        if (io::isResultFile(file)) return io::readResult(file).complete;
    } catch (const DataError&) { // a result that cannot be read is none
        return false;
    }
    return true;
}

} // namespace ewald::job::queue
