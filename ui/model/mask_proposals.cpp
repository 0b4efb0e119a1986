// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/mask_proposals.h"

#include "base/stop_scope.h"
#include "model/integration_session.h"
#include "model/text.h"

#include <QPointer>

#include <algorithm>

namespace ewald::ui {

namespace {

using azint::Suspicion;

MaskProposals::Answer answerOf(const job::MaskProposal& found) {
    MaskProposals::Answer answer{found.frames, found.of, {}};
    for (const Suspicion why : {Suspicion::hot, Suspicion::dead, Suspicion::beamStop, Suspicion::spot}) {
        if (why == Suspicion::spot && !found.of) continue;
        const auto value = static_cast<std::uint8_t>(why);
        // A mask is for all frames, and spots are of one.
        MaskProposals::Kind kind{why, why != Suspicion::spot, {}, areasOf(found.suspects.why, value)};
        for (std::size_t i = 0; i < found.suspects.why.size(); ++i)
            if (found.suspects.why.data()[i] == value) kind.pixels.push_back(static_cast<std::uint32_t>(i));
        answer.kinds.push_back(std::move(kind));
    }
    return answer;
}

} // namespace

std::vector<QRect> areasOf(const Array<std::uint8_t, 2>& image, std::uint8_t value) {
    std::vector<QRect> areas;
    std::vector<std::size_t> above, here; // areas that end in the row before, and in this one
    for (std::size_t row = 0; row < image.extent(0); ++row) {
        here.clear();
        std::size_t next = 0; // of those above
        for (std::size_t col = 0; col < image.extent(1); ++col) {
            if (image(row, col) != value) continue;
            const std::size_t first = col;
            while (col + 1 < image.extent(1) && image(row, col + 1) == value) ++col;
            const int left = static_cast<int>(first), right = static_cast<int>(col);
            while (next < above.size() && areas[above[next]].left() < left) ++next;
            if (next < above.size() && areas[above[next]].left() == left && areas[above[next]].right() == right) {
                areas[above[next]].setBottom(static_cast<int>(row));
                here.push_back(above[next]);
                continue;
            }
            here.push_back(areas.size());
            areas.emplace_back(QPoint(left, static_cast<int>(row)), QPoint(right, static_cast<int>(row)));
        }
        std::swap(above, here);
    }
    return areas;
}

bool MaskProposals::Input::operator==(const Input& other) const {
    const auto numbers = [](const azint::Poni& of) {
        return std::array{of.dist_m, of.poni1_m, of.poni2_m, of.rot1, of.rot2, of.rot3, of.pixel1_m, of.pixel2_m};
    };
    return stack == other.stack && numbers(poni) == numbers(other.poni) && parameters == other.parameters;
}

MaskProposals::Input MaskProposals::input() const {
    Input now{m_session.stack(), m_session.poni(), m_session.document().input};
    for (const char* key : {"poni_file", "mask_file", "mask_path"}) now.parameters.erase(key);
    return now;
}

MaskProposals::MaskProposals(IntegrationSession& session, QObject* parent) : QObject(parent), m_session(session) {
    connect(&m_worker, &Worker::busyChanged, this, &MaskProposals::changed);
    connect(&m_worker, &Worker::progressed, this, &MaskProposals::progressed);
    connect(&m_session, &IntegrationSession::stackChanged, this, &MaskProposals::checkInput);
    connect(&m_session, &IntegrationSession::geometryChanged, this, &MaskProposals::checkInput);
    connect(&m_session.job(), &JobModel::changed, this, &MaskProposals::checkInput);
}

QString MaskProposals::missing() const {
    if (!m_session.stack()) return tr("First open frames.");
    if (!m_session.geometryKnown())
        return tr("First give the geometry: pixels are compared with others of their ring.");
    return {};
}

void MaskProposals::start() {
    if (!missing().isEmpty()) return;
    forget();
    const QPointer<MaskProposals> self(this);
    // Geometry and mask are those that are seen, also where they were edited just now.
    m_session.storeThen([self, stack = m_session.stack()] {
        if (self && self->m_session.stack() == stack && self->missing().isEmpty()) self->begin();
    });
}

void MaskProposals::begin() {
    m_of = input();
    job::MaskSearch search;
    if (m_session.shownView() == StackView::frame) search.spotsOf = m_session.shownFrame();
    m_worker.start<Answer>(
        [document = m_session.document(), search](TaskContext& context) {
            const StopScope whileFilesAreOpened(context.control);
            return answerOf(job::proposeMask(document, search, context.control, {}, context.progress));
        },
        [this](Answer answer) {
            m_answer = std::move(answer);
            emit changed();
        },
        [this](const Error& error) {
            m_failure = toMessage(error);
            emit changed();
        });
    emit changed();
}

void MaskProposals::forget() {
    m_worker.cancel();
    m_answer.reset();
    m_failure.reset();
    emit changed();
}

void MaskProposals::checkInput() {
    const bool wasBusy = busy();
    if ((wasBusy || m_answer) && !(input() == m_of)) {
        forget();
        if (wasBusy)
            m_failure = UserMessage{io::Severity::info, tr("Stopped, as the form was changed meanwhile"), {}, {}, {}};
    }
    emit changed();
}

void MaskProposals::choose(azint::Suspicion why, bool chosen) {
    if (!m_answer) return;
    for (Kind& kind : m_answer->kinds)
        if (kind.why == why) kind.chosen = chosen;
    emit changed();
}

std::size_t MaskProposals::chosenPixels() const {
    std::size_t pixels = 0;
    if (m_answer)
        for (const Kind& kind : m_answer->kinds) pixels += kind.chosen ? kind.pixels.size() : 0;
    return pixels;
}

void MaskProposals::apply() {
    if (chosenPixels() == 0) return;
    m_session.editMask([this](FrameMask& mask) {
        mask.begin();
        for (const Kind& kind : m_answer->kinds)
            if (kind.chosen) mask.set(kind.pixels, true);
    });
    forget();
}

} // namespace ewald::ui
