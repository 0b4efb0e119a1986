// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/complete_result.h"

#include "base/error.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "job/document/document.h"

namespace ewald::job::queue {

namespace {

/// The run of all frames is complete; the halves that its job asks for behind it have found nothing yet.
bool awaitsHalves(const io::PtychoResult& result) {
    if (result.frc || result.job.empty()) return false;
    const JobDocument job = parseJob(result.job, "result");
    return job.flag("halves") && job.text("scan_half") == "all";
}

} // namespace

bool isCompleteResult(const std::filesystem::path& file) {
    try {
        if (io::isIntegrationFile(file)) return io::IntegrationResult(file).end().complete;
        if (!io::isResultFile(file)) return true;
        const io::PtychoResult result = io::readResult(file);
        return result.complete && !awaitsHalves(result);
    } catch (const JobError&) { // a document of a later version: that it is complete is known
        return true;
    } catch (const DataError&) { // a result that cannot be read is none
        return false;
    }
    return true;
}

} // namespace ewald::job::queue
