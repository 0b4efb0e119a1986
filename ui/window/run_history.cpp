// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/run_history.h"

#include "model/change_text.h"
#include "model/text.h"

#include <algorithm>

namespace ewald::ui {

namespace {

template <class Entry>
void addNew(std::vector<Entry>& known, const std::vector<Entry>& came, std::size_t earlier) {
    for (Entry entry : came) {
        entry.iteration += earlier;
        if (std::ranges::find(known, entry) == known.end()) known.push_back(std::move(entry));
    }
    std::ranges::stable_sort(known, {}, &Entry::iteration);
}

} // namespace

void RunHistory::add(const std::vector<io::ParameterChange>& came, std::size_t earlier) {
    addNew(changes, came, earlier);
}

void RunHistory::add(const std::vector<io::Decision>& came, std::size_t earlier) { addNew(decisions, came, earlier); }

std::vector<view::LossFlag> RunHistory::flags() const {
    std::vector<view::LossFlag> flags;
    const auto at = [&](std::size_t iteration) -> view::LossFlag& {
        const auto where = static_cast<double>(iteration);
        const auto found = std::ranges::lower_bound(flags, where, {}, &view::LossFlag::iteration);
        if (found != flags.end() && found->iteration == where) return *found;
        return *flags.insert(found, view::LossFlag{where, {}, {}});
    };
    for (const io::ParameterChange& change : changes) at(change.iteration).lines << changeText(change);
    for (const io::Decision& decision : decisions) at(decision.iteration).decisions << coreText(decision.text);
    return flags;
}

} // namespace ewald::ui
