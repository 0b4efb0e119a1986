// SPDX-License-Identifier: GPL-3.0-or-later
// NSLS-II HXN: h5_data/scan_<id>.h5 as ptycho_gui writes it (diffamp = √I, DC in the corner), and the dump of its
// streaming sibling (dp = counts, DC in the middle). points (2,N) = x, y in micrometres.
#include "base/error.h"

#include "base/phrase.h"
#include "io/readers/reader_tools.h"
#include "io/readers/scan_reader.h"

namespace ewald::io {
namespace {

std::optional<double> scaled(const h5::File& file, Scan& scan, const char* name, const std::string& path,
                             const char* unit) {
    return readLength(file, scan, name, path, unit);
}

} // namespace

Probed probeHxn(const h5::File& file) {
    const bool points = file.hasDataset("/points");
    if (points && file.hasDataset("/diffamp")) return {"NSLS-II HXN", 0.95, "diffamp and points"};
    if (points && file.hasDataset("/dp") && file.hasDataset("/lambda_nm"))
        return {"NSLS-II HXN", 0.95, "dp, points and lambda_nm"};
    return {"NSLS-II HXN", 0, "no diffamp (or dp) with points"};
}

Scan openHxn(const h5::File& file) {
    Scan scan;
    scan.file = file.file();
    scan.framesAreAmplitudes = file.kind("/diffamp") != h5::NodeKind::missing;
    scan.framesAreCornerCentred = scan.framesAreAmplitudes;
    scan.format = scan.framesAreAmplitudes ? "NSLS-II HXN" : "NSLS-II HXN (dp)";
    openFrames(file, scan, scan.framesAreAmplitudes ? "/diffamp" : "/dp");
    const std::size_t frames = scan.frames->frameCount();
    readPositions(file, scan, "/points", frames, positionFactor(file, scan, "/points", "um"));
    readWavelength(file, scan, "/lambda_nm", "nm");
    scan.distance_m = scaled(file, scan, "distance", "/z_m", "m");
    scan.pixelWidth_m = scaled(file, scan, "pixel size", "/ccd_pixel_um", "um");
    scan.pixelHeight_m = scan.pixelWidth_m;
    if (scan.framesAreAmplitudes) {
        // The frames were turned by 90° when they were written: their rows run along x, their columns along y.
        const double pixel = scan.pixelWidth_m.value_or(1.0);
        scan.basisVectors = {{{-pixel, 0, 0}, {0, -pixel, 0}}};
        addNote(scan, Severity::info,
                "diffamp holds amplitudes with the centre in the corner; its rows run along x and its columns along y, "
                "as the program that writes these files turns them");
    }
    if (const auto angle = file.number("/angle"); angle && *angle != 0)
        addNote(scan, Severity::info, phrase("sample angle %1°; positions are used as they are", numberText(*angle)));
    // diffamp is divided by the ion chamber already, so /ic is not the intensity of what is stored.
    if (!scan.framesAreAmplitudes) readFrameIntensity(file, scan, "/ic", frames);
    finishScan(scan);
    return scan;
}

} // namespace ewald::io
