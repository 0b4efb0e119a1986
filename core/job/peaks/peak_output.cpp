// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/peaks/peak_output.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "io/output_guard.h"
#include "job/document/source_files.h"

namespace ewald::job {
namespace {

bool isText(const std::filesystem::path& output) {
    const std::string extension = lowerAscii(output.extension().string());
    if (extension == ".h5" || extension == ".hdf5" || extension == ".nxs") return false;
    if (extension == ".csv" || extension == ".txt" || extension == ".dat" || io::isNullDevice(output)) return true;
    throw JobError(phrase("no format for peaks has the ending \"%1\"", extension), output.string(),
                   "name a file that ends in .h5, .nxs or .csv");
}

} // namespace

void checkPeakName(const std::filesystem::path& output) {
    static_cast<void>(isText(output));
    io::checkWritable(output);
}

void checkPeakOutput(const std::filesystem::path& output, const io::IntegrationResult& result,
                     const std::filesystem::path& source) {
    checkPeakName(output);
    io::requireOtherFile(output, source);
    for (const auto& input : filesReadBy(result.end().job, source)) io::requireOtherFile(output, input);
}

void writePeaks(const std::filesystem::path& output, const PeakTable& table, bool overwrite) {
    if (isText(output))
        io::writeTextFile(output, peakText(table), overwrite);
    else
        writePeakFile(output, table, overwrite);
}

} // namespace ewald::job
