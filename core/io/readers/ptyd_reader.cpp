// SPDX-License-Identifier: GPL-3.0-or-later
// PtyPy .ptyd: chunks/<n>/{data, indices, positions, weights}, meta (older files: info). Positions are (y, x) in
// metres.
#include "base/error.h"

#include "base/phrase.h"
#include "base/units.h"
#include "io/images/mask_file.h"
#include "io/readers/reader_tools.h"
#include "io/readers/scan_reader.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ewald::io {
namespace {

/// The chunks in the order in which they were measured.
std::vector<std::string> chunksOf(const h5::File& file) {
    std::vector<std::string> paths;
    for (const std::string& name : numbered(file, "/chunks", "")) paths.push_back("/chunks/" + name);
    return paths;
}

/// First of meta/<key> and info/<key> that is a number. PtyPy stores "nothing" as an array of one zero.
std::string metaPath(const h5::File& file, const std::string& key) {
    for (const char* group : {"/meta/", "/info/"})
        if (const auto value = file.number(group + key); value && *value != 0) return group + key;
    return {};
}

std::vector<double> metaValues(const h5::File& file, const std::string& key) {
    const std::string path = metaPath(file, key);
    if (path.empty()) return {};
    return file.dataset(path).info().elements() <= 3 ? file.dataset(path).readAll<double>() : std::vector<double>{};
}

void readPtydGeometry(const h5::File& file, Scan& scan) {
    if (const std::string path = metaPath(file, "energy"); !path.empty()) readEnergy(file, scan, path, "keV");
    if (scan.wavelength_m && !std::isfinite(*scan.wavelength_m)) scan.wavelength_m.reset(); // an energy of 0
    if (const std::string path = metaPath(file, "distance"); !path.empty())
        scan.distance_m = readLength(file, scan, "distance", path, "m");
    const std::vector<double> pixel = metaValues(file, "psize");
    if (!pixel.empty()) {
        scan.pixelHeight_m = pixel.front();
        scan.pixelWidth_m = pixel.back();
        scan.origin[translatable("pixel size")] = metaPath(file, "psize") + " [m]";
    }
    const std::vector<double> centre = metaValues(file, "center");
    const double middleRow = static_cast<double>(scan.frames->rows()) / 2;
    const double middleCol = static_cast<double>(scan.frames->cols()) / 2;
    if (centre.size() == 2 && (std::abs(centre[0] - middleRow) > 1 || std::abs(centre[1] - middleCol) > 1))
        addNote(scan, Severity::warning,
                phrase("the file gives the centre of the frames as row %1, column %2, not the middle; set it with "
                       "centre_row and centre_col",
                       numberText(centre[0]), numberText(centre[1])));
    if (const auto propagation = file.text("/meta/propagation"); propagation && *propagation == "nearfield")
        addNote(scan, Severity::warning,
                "the file says near field: give the distance from the focus to the sample (focus_to_sample_m)");
}

/// Positions of one chunk, appended. \throws DataError
void appendPositions(const h5::File& file, Scan& scan, const std::string& path, std::size_t frames) {
    Scan chunk;
    readPositions(file, chunk, path, frames, 1.0, true);
    scan.notes.insert(scan.notes.end(), chunk.notes.begin(), chunk.notes.end());
    if (chunk.positions.size() != frames)
        throw DataError(phrase("the chunk has %1 frames and %2 positions", frames, chunk.positions.size()),
                        file.where(path), "the file is incomplete");
    scan.positions.insert(scan.positions.end(), chunk.positions.begin(), chunk.positions.end());
}

/// Says where chunks hold the same frame twice, by the numbers that they give their frames, as those of a preparation
/// that was begun again. \param frames of each chunk
void noteRepeated(const h5::File& file, Scan& scan, const std::vector<std::string>& chunks,
                  const std::vector<std::size_t>& frames) {
    std::map<std::int64_t, std::string> holder;
    std::size_t repeated = 0;
    std::string first;
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        const std::string path = chunks[chunk] + "/indices";
        if (!file.hasDataset(path)) continue;
        const h5::Dataset dataset = file.dataset(path);
        if (!dataset.info().type.isReal() || dataset.shape() != h5::Shape{frames[chunk]}) continue;
        for (const double number : dataset.readAll<double>()) {
            if (!(std::abs(number) < 1e15)) continue;
            const auto [there, isNew] = holder.try_emplace(std::llround(number), path);
            if (!isNew && repeated++ == 0) first = phrase("frame %1 in %2 and %3", there->first, there->second, path);
        }
    }
    if (repeated > 0)
        addNote(scan, Severity::warning,
                phrase("%1 {frame is|frames are} in the file more than once (%2) and {counts|count} as often: prepare "
                       "the data again",
                       repeated, first));
}

/// The mask of a chunk, where it has one.
void readChunkWeights(const h5::File& file, Scan& scan, const std::string& chunk, std::size_t pixels) {
    for (const char* name : {"/weights", "/mask"}) {
        const std::string path = chunk + name;
        if (!scan.badPixels.empty() || !file.hasDataset(path)) continue;
        // "No weights" is stored as an empty or one-element array.
        if (file.dataset(path).info().elements() < pixels) continue;
        readMask(file, scan, path, MaskMeaning::nonZeroIsGood);
    }
}

/// Names a chunk between the first and the last that leaves out more in its first frame than those two.
void noteOtherWeights(const h5::File& file, Scan& scan, const std::vector<std::string>& chunks) {
    const std::size_t rows = scan.frames->rows(), cols = scan.frames->cols();
    for (std::size_t chunk = 1; chunk + 1 < chunks.size(); ++chunk)
        for (const char* name : {"/weights", "/mask"}) {
            const std::string path = chunks[chunk] + name;
            if (!file.hasDataset(path)) continue;
            const h5::Dataset dataset = file.dataset(path);
            const h5::Shape& shape = dataset.shape();
            const std::size_t rank = shape.size();
            if (rank < 2 || rank > 3 || shape[0] == 0 || shape[rank - 2] != rows || shape[rank - 1] != cols) continue;
            std::vector<float> weights(rows * cols);
            h5::Shape count(rank, 1);
            count[rank - 2] = rows, count[rank - 1] = cols;
            dataset.readBlock<float>(h5::Shape(rank, 0), count, weights);
            for (std::size_t i = 0; i < weights.size(); ++i) {
                if (weights[i] != 0 || (!scan.badPixels.empty() && scan.badPixels.data()[i] != 0)) continue;
                return addNote(scan, Severity::warning,
                               phrase("%1 leaves out pixels that the first and the last chunk use: only the masks of "
                                      "these two are used",
                                      path));
            }
        }
}

/// \param chunks that hold frames; the first and the last are looked at, since all may be as many numbers as the frames
void readWeights(const h5::File& file, Scan& scan, const std::vector<std::string>& chunks) {
    const std::size_t pixels = scan.frames->rows() * scan.frames->cols();
    readChunkWeights(file, scan, chunks.front(), pixels);
    Scan last;
    if (chunks.size() > 1) readChunkWeights(file, last, chunks.back(), pixels);
    const bool isSame = std::ranges::equal(last.badPixels, scan.badPixels);
    if (!isSame && last.badPixels.size() == pixels && (scan.badPixels.empty() || scan.badPixels.size() == pixels)) {
        addNote(scan, Severity::warning,
                phrase("the masks of %1 and %2 differ: a pixel that is bad in one of them is left out in all frames, "
                       "and those of the chunks between are not used",
                       chunks.front(), chunks.back()));
        combineMasks(scan.badPixels, last.badPixels);
    }
    noteOtherWeights(file, scan, chunks);
    for (const char* group : {"/meta", "/info"})
        for (const char* name : {"/weight2d", "/mask"}) {
            const std::string path = group + std::string(name);
            if (!scan.badPixels.empty() || !file.hasDataset(path)) continue;
            if (file.dataset(path).info().elements() < scan.frames->rows() * scan.frames->cols()) continue;
            readMask(file, scan, path, MaskMeaning::nonZeroIsGood);
        }
}

} // namespace

Probed probePtyd(const h5::File& file) {
    if (file.hasGroup("/chunks") && (file.hasGroup("/meta") || file.hasGroup("/info")))
        return {"PtyPy ptyd", 0.95, "chunks with meta or info"};
    return {"PtyPy ptyd", 0, "no chunks with meta or info"};
}

Scan openPtyd(const h5::File& file) {
    Scan scan;
    scan.format = "PtyPy ptyd";
    scan.file = file.file();
    FrameList frames;
    std::vector<std::string> parts;
    std::vector<std::size_t> counts;
    const std::vector<std::string> chunks = chunksOf(file);
    for (const std::string& chunk : chunks) {
        if (file.kind(chunk) == h5::NodeKind::dangling)
            throw DataError("a part of the scan cannot be reached", file.file().string(), file.whyMissing(chunk));
        // A chunk without frames ends a scan that was aborted.
        if (!file.hasDataset(chunk + "/data") || file.dataset(chunk + "/data").shape().size() != 3) continue;
        const FrameList part = scanFrames(file, chunk + "/data", scan.notes);
        appendPositions(file, scan, chunk + "/positions", part.size());
        frames.append(part);
        parts.push_back(chunk);
        counts.push_back(part.size());
    }
    if (parts.empty())
        throw DataError("holds no frames (chunks/<n>/data)", file.file().string(),
                        "the data preparation was stopped before the first chunk: prepare the data again");
    setFrames(scan, std::move(frames), chunks.front() + "/data", file.file().string());
    scan.positionsPath = chunks.front() + "/positions";
    scan.origin[translatable("frames")] =
        "/chunks/<n>/data, " + std::to_string(parts.size()) + " chunks, " + nameOf(scan.frames->pixelType());
    scan.origin[translatable("positions")] = "/chunks/<n>/positions [m], order y, x";
    scan.title = file.text("/meta/label").value_or("");
    readPtydGeometry(file, scan);
    readWeights(file, scan, parts);
    noteRepeated(file, scan, parts, counts);
    if (const std::string path = metaPath(file, "num_frames"); !path.empty())
        if (const auto stated = file.number(path); *stated > static_cast<double>(scan.frames->frameCount()))
            addNote(scan, Severity::warning,
                    phrase("the file announces %1 frames and holds %2: the scan is incomplete", numberText(*stated),
                           scan.frames->frameCount()));
    finishScan(scan);
    return scan;
}

} // namespace ewald::io
