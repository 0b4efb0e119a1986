// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/powder_preview.h"
#include "model/ring_substance.h"

#include <vector>

namespace ewald::ui {

/// The substances whose rings are drawn: the one that is chosen (RingSubstance), and those that are kept beside it, as
/// a sample of several phases needs them, or a phase in a cell with a medium. Each has a colour. Those that are kept
/// are there after a restart, and are read again when their file changes. UI thread; files are looked at and read in
/// another one.
class DrawnSubstances : public QObject {
    Q_OBJECT

public:
    /// That are kept: as many as have a colour.
    static constexpr std::size_t kMost = 6;

    /// \param chosen lives longer than this \param interval_ms how often files are looked at
    explicit DrawnSubstances(RingSubstance& chosen, QObject* parent = nullptr, int interval_ms = 2000);

    /// All that are drawn: those that are kept, in order, then the one that is chosen unless it is kept.
    [[nodiscard]] const std::vector<RingSource>& all() const noexcept { return m_all; }
    [[nodiscard]] bool isKept(const QString& name) const;
    [[nodiscard]] bool keepsAny() const noexcept { return !m_kept.empty(); }
    [[nodiscard]] bool isFull() const noexcept { return m_kept.size() >= kMost; }
    /// Whether one with rings is chosen that is not kept, and there is room for it.
    [[nodiscard]] bool canKeep() const;
    /// Keeps the one that is chosen, under its conditions.
    void keepChosen();
    /// No longer draws it; where it is chosen, none is chosen.
    void remove(const QString& name);
    /// Chooses one that is drawn, whose conditions are to be changed. The one before is kept.
    void choose(const QString& name);
    [[nodiscard]] bool busy() const noexcept { return m_worker.busy(); }

signals:
    void changed();
    void failed(const ewald::ui::UserMessage& message);

private:
    struct Kept {
        RingSource source; ///< without rings until its file has been read
        crystal::Conditions conditions;
        bool isFile = false;
    };
    using Read = std::vector<std::pair<QString, std::optional<SubstanceFile>>>; ///< absent: it cannot be read
    [[nodiscard]] Kept* find(const QString& name);
    void restore();
    /// Reads these files; what cannot be read is said.
    void read(const QStringList& files, bool removesUnreadable);
    void followChosen();
    void update();
    void store() const;
    [[nodiscard]] std::size_t freeColour() const;

    RingSubstance& m_chosen;
    std::vector<Kept> m_kept;
    std::vector<RingSource> m_all;
    SettledFiles m_settled; ///< that are kept and not chosen
    Worker m_worker;
};

} // namespace ewald::ui
