// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/setup/open_job_scan.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/units.h"
#include "job/document/layouts.h"
#include "job/document/settings.h"

#include <optional>

namespace ewald::job {
namespace {

/// By the job's mapping, by a reader that recognises the file, or by a layout that comes with the program.
io::Scan openByLayout(const JobDocument& job) {
    if (job.mapping) return io::openScan(job.inputFile, &*job.mapping);
    try {
        return io::openScan(job.inputFile);
    } catch (const DataError&) {
        const std::optional<Layout> layout = shippedLayoutOf(job.inputFile);
        if (!layout) throw;
        io::Scan scan = io::openScan(job.inputFile, &layout->mapping);
        scan.format = "layout " + layout->name;
        return scan;
    }
}

} // namespace

io::Scan openJobScan(const JobDocument& job) {
    io::Scan scan = openByLayout(job);
    scan.particle = particleOf(job);
    if (const double energy = job.real("energy_keV"); energy > 0) {
        scan.wavelength_m = wavelengthOf(scan.particle, energy);
        scan.wavelengthFromEnergy = true;
        scan.origin[translatable("energy")] = phrase("parameter %1", std::string("energy_keV"));
    } else if (scan.wavelengthFromEnergy && scan.wavelength_m) {
        scan.wavelength_m = wavelengthOf(scan.particle, energyFromWavelength(*scan.wavelength_m));
    }
    if (const double distance = job.real("distance_m"); distance > 0) {
        scan.distance_m = distance;
        scan.origin[translatable("distance")] = phrase("parameter %1", std::string("distance_m"));
    }
    if (const double pixel = job.real("pixel_size_m"); pixel > 0) {
        scan.pixelHeight_m = pixel;
        scan.pixelWidth_m = pixel;
        scan.origin[translatable("pixel size")] = phrase("parameter %1", std::string("pixel_size_m"));
    }
    if (const double focus = job.real("focus_to_sample_m"); focus > 0) {
        scan.focusToSample_m = focus;
        scan.origin[translatable("focus to sample")] = phrase("parameter %1", std::string("focus_to_sample_m"));
    }
    return scan;
}

} // namespace ewald::job
