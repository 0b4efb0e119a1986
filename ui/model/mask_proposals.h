// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"
#include "common/worker.h"
#include "job/masks/propose_mask.h"
#include "model/stack_image.h"
#include "model/user_message.h"

#include <QObject>
#include <QRect>

#include <array>
#include <optional>
#include <vector>

namespace ewald::ui {

class IntegrationSession;

/// Pixels of the open frames that had better be masked, found away from the UI thread. Nothing is masked before
/// apply(). Other frames, another geometry or another reading of the frames end the search and take its answer away: it
/// would be of something else.
class MaskProposals : public QObject {
    Q_OBJECT

public:
    /// The pixels of one kind.
    struct Kind {
        azint::Suspicion why = azint::Suspicion::none;
        bool chosen = true;
        std::vector<std::uint32_t> pixels; ///< row · columns + column
        std::vector<QRect> areas;          ///< the same: x = column, y = row
    };
    struct Answer {
        std::size_t frames = 0;        ///< that were looked at
        std::optional<std::size_t> of; ///< spots are those of this frame
        std::vector<Kind> kinds;       ///< hot, dead, beam stop and, of a frame, spots
    };

    explicit MaskProposals(IntegrationSession& session, QObject* parent = nullptr);

    /// One line on what has to be done first; empty = it can begin.
    [[nodiscard]] QString missing() const;
    /// Stores what was edited and begins; forgets the answer before. Spots are looked for in the frame that is shown,
    /// where it is not the mean or the maximum of several.
    void start();
    /// Ends the search and takes the answer away.
    void forget();
    [[nodiscard]] bool busy() const noexcept { return m_worker.busy(); }
    [[nodiscard]] const std::optional<Answer>& answer() const noexcept { return m_answer; }
    /// Why the last search came to no answer.
    [[nodiscard]] const std::optional<UserMessage>& failure() const noexcept { return m_failure; }
    void choose(azint::Suspicion why, bool chosen);
    /// Pixels of the kinds that are chosen.
    [[nodiscard]] std::size_t chosenPixels() const;
    /// Masks them, as one step of undo, and takes the answer away.
    void apply();

signals:
    /// Busy or not, what was found, what is chosen.
    void changed();
    /// Frames that were looked at.
    void progressed(qulonglong done, qulonglong total);

private:
    void begin();
    void checkInput();
    /// What an answer is of.
    struct Input {
        StackPtr stack;
        azint::Poni poni;
        job::ParameterMap parameters; ///< without those that the geometry and the drawn mask have beside
        bool operator==(const Input& other) const;
    };
    [[nodiscard]] Input input() const;

    IntegrationSession& m_session;
    std::optional<Answer> m_answer;
    std::optional<UserMessage> m_failure;
    Input m_of; ///< the answer, or the search
    Worker m_worker;
};

/// Rectangles that cover the pixels of an image that have a value, and no others: few, not the fewest.
[[nodiscard]] std::vector<QRect> areasOf(const Array<std::uint8_t, 2>& image, std::uint8_t value);

} // namespace ewald::ui
