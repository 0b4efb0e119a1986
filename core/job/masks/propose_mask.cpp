// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/masks/propose_mask.h"

#include "azint/pixel_value.h"
#include "base/error.h"
#include "base/phrase.h"
#include "io/images/marked_pixels.h"
#include "io/images/mask_file.h"
#include "job/integration/integrate_runner.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace ewald::job {
namespace {

/// Reads frames with what was not measured as "not a number".
class MeasuredFrames {
public:
    MeasuredFrames(const io::FrameStack& stack, const azint::Corrections& corrections)
        : m_stack(stack), m_corrections(corrections), m_reader(stack.makeReader()) {
        if (corrections.dummy) m_dummy = azint::dummyOf(stack.pixelType(), *corrections.dummy);
    }
    [[nodiscard]] Array<float, 2> read(std::size_t frame) {
        Array<float, 2> image({m_stack.rows(), m_stack.cols()});
        m_reader->readNumbers(frame, image.span());
        for (float& value : image) {
            const bool isDummy = m_dummy && azint::isDummy(value, *m_dummy, m_corrections.deltaDummy);
            if (isDummy || !m_corrections.isWithinThresholds(static_cast<double>(value)))
                value = std::numeric_limits<float>::quiet_NaN();
        }
        return image;
    }

private:
    const io::FrameStack& m_stack;
    const azint::Corrections& m_corrections;
    std::unique_ptr<io::FrameReader> m_reader;
    std::optional<float> m_dummy;
};

} // namespace

MaskProposal proposeMask(const io::FrameStack& stack, std::span<const std::size_t> all, const azint::Geometry& geometry,
                         azint::Corrections corrections, const MaskSearch& wanted, const RunControl& control,
                         const io::ReadProgress& progress) {
    constexpr std::size_t kMostFrames = 20;
    if (wanted.spotsOf && *wanted.spotsOf >= stack.frameCount())
        throw JobError(phrase("there is no frame %1: the data have %2", *wanted.spotsOf, stack.frameCount()), "--spots",
                       "frames are counted from 0");
    const std::vector<std::size_t> frames = io::sampleOf(all, kMostFrames);
    if (wanted.marks) {
        const io::MarkedPixels marked = io::findMarkedPixels(stack, io::sampleOf(frames, 3), corrections.mask,
                                                             corrections.saturation, corrections.lowest);
        io::combineMasks(corrections.mask, marked.mask);
    }
    MaskProposal proposal;
    proposal.known = static_cast<std::size_t>(
        std::ranges::count_if(corrections.mask, [](std::uint8_t value) { return value != 0; }));
    azint::SuspectSearch search(geometry, corrections.mask, wanted.sigmas);
    MeasuredFrames reader(stack, corrections);
    for (const std::size_t frame : frames) {
        if (control.stopRequested()) throw StoppedError();
        search.add(reader.read(frame));
        if (progress) progress(search.frames(), frames.size());
    }
    proposal.frames = search.frames();
    proposal.suspects = search.find();
    if (!wanted.spotsOf) return proposal;
    proposal.of = wanted.spotsOf;
    const azint::Suspects spots = search.spotsOf(reader.read(*wanted.spotsOf));
    for (std::size_t i = 0; i < spots.why.size(); ++i) {
        std::uint8_t& why = proposal.suspects.why.data()[i];
        if (spots.why.data()[i] == 0 || why != 0) continue;
        why = spots.why.data()[i];
        ++proposal.suspects.count[why];
    }
    return proposal;
}

MaskProposal proposeMask(const JobDocument& job, MaskSearch search, const RunControl& control, const LogSink& log,
                         const io::ReadProgress& progress) {
    const auto stack = openJobStack(job);
    const std::optional<azint::Poni> file = poniOf(job, *stack);
    const azint::Geometry geometry(geometryOf(job, *stack, file), stack->rows(), stack->cols(), job.flag("flip_rows"),
                                   job.flag("flip_cols"));
    const FrameChoice choice = chosenFrames(job, stack->frameCount());
    std::vector<std::size_t> frames(choice.count);
    for (std::size_t i = 0; i < frames.size(); ++i) frames[i] = choice.first + i * choice.step;
    search.marks = search.marks && job.flag("file_mask");
    return proposeMask(*stack, frames, geometry, correctionsOf(job, *stack, file, log), search, control, progress);
}

} // namespace ewald::job
