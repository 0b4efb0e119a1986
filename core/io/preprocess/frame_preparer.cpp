// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/preprocess/frame_preparer.h"

#include "base/pixel_type.h"
#include "base/stop_scope.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <numeric>
#include <thread>

namespace ewald::io {
namespace {

constexpr std::size_t kBlockPixels = std::size_t{1} << 18; // few enough that all workers have the same to do
constexpr std::size_t kMostWorkers = 64;
constexpr std::size_t kMostBytes = std::size_t{1} << 29; // of decoded frames in all workers

/// First pixel of the cut-out. The centre comes to lie in bin size/2, in the middle of it where that stays inside the
/// frame: which pixel of its bin it is only adds a phase ramp to the probe.
std::ptrdiff_t startOf(std::ptrdiff_t length, double centre, std::size_t size, std::size_t binning) {
    const auto side = static_cast<std::ptrdiff_t>(size * binning);
    const std::ptrdiff_t latest = std::lround(centre) - static_cast<std::ptrdiff_t>((size / 2) * binning);
    const std::ptrdiff_t earliest = latest - static_cast<std::ptrdiff_t>(binning - 1);
    const std::ptrdiff_t middle = latest - static_cast<std::ptrdiff_t>((binning - 1) / 2);
    if (middle < 0) return std::min<std::ptrdiff_t>(latest, 0);
    if (middle + side > length) return std::max(earliest, std::min(middle, length - side));
    return middle;
}

AxisMap makeAxisMap(std::size_t extent, double centre, std::size_t size, std::size_t binning, bool flip,
                    bool cornerCentred) {
    AxisMap map;
    const auto length = static_cast<std::ptrdiff_t>(extent);
    const std::ptrdiff_t start = startOf(length, centre, size, binning);
    for (std::size_t i = 0; i < size * binning; ++i) {
        std::ptrdiff_t at = start + static_cast<std::ptrdiff_t>(i);
        if (at < 0 || at >= length) {
            map.stored.push_back(-1);
            continue;
        }
        if (flip) at = length - 1 - at;
        // fftshift: what lies at index 0 of the file belongs to the middle.
        if (cornerCentred) at = (at + length - length / 2) % length;
        map.stored.push_back(at);
    }
    return map;
}

/// A range of the sorted list that one worker reads.
struct Block {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Splits the sorted stored indices into blocks. Frames that are decoded together are in one.
std::vector<Block> makeBlocks(const FrameStack& stack, const std::vector<std::size_t>& sorted) {
    const std::size_t limit =
        std::max<std::size_t>(1, kBlockPixels / std::max<std::size_t>(1, stack.rows() * stack.cols()));
    std::vector<Block> blocks;
    FrameUnit last;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const FrameUnit unit = stack.unitOf(sorted[i]);
        const bool isNew = i == 0 || (unit != last && i - blocks.back().begin >= limit);
        if (isNew) blocks.push_back({i, i});
        blocks.back().end = i + 1;
        last = unit;
    }
    return blocks;
}

/// Threads that read at the same time: each keeps the frames that it has decoded together.
std::size_t workersFor(const FrameStack& stack, std::size_t blocks) {
    const std::size_t unit = stack.chunkFrames() * stack.rows() * stack.cols() * bytesOf(stack.pixelType());
    return std::min({readWorkers(), blocks, std::max<std::size_t>(1, kMostBytes / std::max<std::size_t>(1, unit))});
}

/// Keeps the first exception of several threads.
class FirstError {
public:
    void keep(std::exception_ptr error) {
        const std::lock_guard lock(m_mutex);
        if (!m_error) m_error = std::move(error);
        m_failed.store(true);
    }
    [[nodiscard]] bool failed() const { return m_failed.load(); }
    void rethrow() const {
        if (m_error) std::rethrow_exception(m_error);
    }

private:
    std::mutex m_mutex;
    std::exception_ptr m_error;
    std::atomic<bool> m_failed{false};
};

} // namespace

CropMaps makeCropMaps(const Scan& scan, const Preprocessing& settings, std::size_t size, double centreRow,
                      double centreCol) {
    const std::size_t rows = scan.frames->rows();
    const std::size_t cols = scan.frames->cols();
    const auto axis = [&](bool storedRows, double centre) {
        return makeAxisMap(storedRows ? rows : cols, centre, size, settings.binning,
                           storedRows ? settings.flipRows : settings.flipCols, scan.framesAreCornerCentred);
    };
    CropMaps maps;
    maps.transposed = settings.transpose;
    maps.rows = axis(!settings.transpose, centreRow);
    maps.cols = axis(settings.transpose, centreCol);
    return maps;
}

FramePreparer::FramePreparer(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout)
    : m_maps(makeCropMaps(scan, settings, layout.size, layout.centreRow, layout.centreCol)), m_size(layout.size),
      m_valid(static_cast<std::size_t>(std::ranges::count(layout.badPixels, std::uint8_t{0}))),
      m_binning(settings.binning), m_storedCols(scan.frames->cols()), m_amplitudes(scan.framesAreAmplitudes),
      m_threshold(static_cast<float>(settings.countThreshold)), m_keepSaturated(settings.keepSaturated),
      m_bad(layout.badPixels) {
    if (layout.badPixels.size() != m_size * m_size) throw InternalError("layout and mask of different size");
    constexpr double kNone = std::numeric_limits<double>::infinity();
    double saturation = kNone;
    if (settings.saturation > 0)
        saturation = settings.saturation;
    else if (!m_amplitudes && !m_keepSaturated)
        saturation = scan.frames->saturation.value_or(kNone);
    // Amplitudes are never integers that could run into the end of their type.
    const double marker = m_amplitudes ? kNone : markerOf(scan.frames->pixelType()).value_or(kNone);
    m_saturation = static_cast<float>(saturation);
    m_marker = static_cast<float>(marker);
    m_notMeasured = scan.frames->notMeasuredNumbers();
    m_leftOutFrom = m_keepSaturated ? marker : std::min(saturation, marker);
    divideRows();
}

void FramePreparer::divideRows() {
    const std::vector<std::ptrdiff_t>& rows = (m_maps.transposed ? m_maps.cols : m_maps.rows).stored;
    std::ptrdiff_t first = std::numeric_limits<std::ptrdiff_t>::max(), last = -1;
    for (const std::ptrdiff_t row : rows) {
        if (row >= 0) first = std::min(first, row);
        last = std::max(last, row);
    }
    m_partOf.assign(m_size, 0);
    if (last < 0) return; // outside the frame
    m_firstRow = static_cast<std::size_t>(first);
    m_storedRows = static_cast<std::size_t>(last - first) + 1;
    for (std::size_t i = 0; i < m_size; ++i)
        if (const std::ptrdiff_t row = rows[i * m_binning]; row >= 0)
            m_partOf[i] =
                static_cast<std::uint8_t>(static_cast<std::size_t>(row - first) * FrameFacts::kParts / m_storedRows);
}

float FramePreparer::value(float stored, FrameFacts& facts) const noexcept {
    if (!isMeasured(static_cast<double>(stored))) {
        ++facts.notFinite;
        return std::numeric_limits<float>::quiet_NaN();
    }
    if (m_notMeasured.contains(stored)) return std::numeric_limits<float>::quiet_NaN();
    if (stored < 0) {
        ++facts.negative;
        return 0;
    }
    const float counts = m_amplitudes ? stored * stored : stored;
    if (counts >= m_saturation && m_keepSaturated && counts < m_marker) return m_saturation;
    if (counts >= std::min(m_saturation, m_marker)) {
        ++facts.saturated;
        return std::numeric_limits<float>::quiet_NaN();
    }
    return counts;
}

FrameFacts FramePreparer::prepare(std::span<const float> stored, std::span<float> counts) const {
    FrameFacts facts;
    const std::size_t cols = m_storedCols;
    for (std::size_t r = 0; r < m_size; ++r)
        for (std::size_t c = 0; c < m_size; ++c) {
            float& out = counts[r * m_size + c];
            if (m_bad(r, c) != 0) {
                out = std::numeric_limits<float>::quiet_NaN();
                continue;
            }
            // Outside the frame is bad in every frame, so every index is inside here.
            float sum = 0;
            for (std::size_t i = 0; i < m_binning; ++i)
                for (std::size_t j = 0; j < m_binning; ++j) {
                    const auto row = static_cast<std::size_t>(m_maps.rows.stored[r * m_binning + i]);
                    const auto col = static_cast<std::size_t>(m_maps.cols.stored[c * m_binning + j]);
                    sum += value(stored[m_maps.transposed ? col * cols + row : row * cols + col], facts);
                }
            if (sum < m_threshold) sum = 0;
            out = sum;
            if (std::isnan(sum)) {
                ++facts.lost;
                continue;
            }
            facts.counts += static_cast<double>(sum);
            facts.parts[m_partOf[m_maps.transposed ? c : r]] += sum;
            facts.maxCount = std::max(facts.maxCount, static_cast<double>(sum));
        }
    return facts;
}

std::size_t readWorkers() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostWorkers); }

void forEachFrame(const FrameStack& stack, std::span<const std::size_t> stored, const FrameUser& use,
                  const FailedFrame& failed, const RunControl& control, const ReadProgress& progress,
                  SharedPhaseTimes* spent) {
    if (stored.empty()) return;
    std::vector<std::size_t> slots(stored.size());
    std::iota(slots.begin(), slots.end(), std::size_t{0});
    std::stable_sort(slots.begin(), slots.end(), [&](std::size_t a, std::size_t b) { return stored[a] < stored[b]; });
    std::vector<std::size_t> sorted(stored.size());
    std::transform(slots.begin(), slots.end(), sorted.begin(), [&](std::size_t slot) { return stored[slot]; });
    const std::vector<Block> blocks = makeBlocks(stack, sorted);
    const std::size_t workers = workersFor(stack, blocks.size());
    FirstError error;
    std::atomic<std::size_t> done{0};

    const auto work = [&](std::size_t worker) {
        const StopScope whileFilesAreRead(control);
        try {
            const std::unique_ptr<FrameReader> reader = stack.makeReader();
            std::vector<float> frame(stack.rows() * stack.cols());
            for (std::size_t b = worker; b < blocks.size(); b += workers) {
                const Block& block = blocks[b];
                PhaseClock clock;
                clock.start();
                const double readBefore = reader->readSeconds();
                for (std::size_t i = block.begin; i < block.end; ++i) {
                    if (error.failed() || control.stopRequested()) return;
                    clock.enter(Phase::decoding);
                    try {
                        reader->readNumbers(sorted[i], frame);
                    } catch (const DataError& fault) {
                        failed(worker, slots[i], fault);
                        continue;
                    }
                    clock.enter(Phase::preparing);
                    use(worker, slots[i], frame);
                }
                clock.stop();
                if (spent) {
                    PhaseTimes times = clock.times();
                    times[Phase::reading] = std::min(reader->readSeconds() - readBefore, times[Phase::decoding]);
                    times[Phase::decoding] -= times[Phase::reading];
                    spent->add(times);
                }
                const std::size_t now = done.fetch_add(block.end - block.begin) + (block.end - block.begin);
                if (progress) progress(now, stored.size());
            }
        } catch (...) {
            error.keep(std::current_exception());
        }
    };
    std::vector<std::jthread> threads;
    for (std::size_t worker = 1; worker < workers; ++worker) threads.emplace_back(work, worker);
    work(0);
    threads.clear(); // joins
    error.rethrow();
    if (done.load() < stored.size()) throw StoppedError();
}

} // namespace ewald::io
