// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <random>

namespace ewald::ui::test {

/// Random choices of one action; the same for the same seed and number on every machine.
class Draw {
public:
    Draw(unsigned long long seed, std::size_t number) : m_engine(seed * 1000003ULL + number) { m_engine.discard(16); }
    /// 0 … n − 1; 0 for an n of 0
    [[nodiscard]] std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(m_engine() % n); }
    [[nodiscard]] int between(int low, int high) {
        return low + static_cast<int>(below(static_cast<std::size_t>(std::max(0, high - low)) + 1));
    }
    [[nodiscard]] bool chance(std::size_t percent) { return below(100) < percent; }
    template <class List>
    [[nodiscard]] auto of(const List& list) {
        return list[static_cast<decltype(list.size())>(below(static_cast<std::size_t>(list.size())))];
    }

private:
    std::mt19937_64 m_engine;
};

/// What the monkey opens. Every file has a first word of its own, so that a text shows which of them it is about.
struct MonkeyFiles {
    QString folder;
    QStringList scans;
    QStringList results; ///< of reconstructions
    QStringList stacks;  ///< frames of a powder, and their geometry
    QStringList others;  ///< damaged, empty, missing, folders, job documents
    QStringList words;   ///< the first words

    [[nodiscard]] QString any(Draw& draw) const;
};

/// Makes them, in seconds. \throws Error
[[nodiscard]] MonkeyFiles makeMonkeyFiles(const QString& folder);

} // namespace ewald::ui::test
