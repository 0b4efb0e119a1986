// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/engines.h"

#include "base/error.h"

#include <algorithm>

namespace ewald::ptycho {
namespace {

/// The table. What is listed here, commands, schema, documents and window offer.
std::vector<const EngineKind*>& table() noexcept {
    static std::vector<const EngineKind*> kinds{&rpieKind(),
                                                &automaticKind(),
                                                &lsqmlKind(),
                                                &mlKind(),
                                                &lbfgsKind(),
                                                &epieKind(),
                                                &adamKind(),
                                                &sgdKind(),
                                                &differenceMapKind(),
                                                &raarKind(),
                                                &alternatingProjectionsKind(),
                                                &rpiKind()};
    return kinds;
}

} // namespace

const std::vector<const EngineKind*>& engineKinds() noexcept { return table(); }

const EngineKind* findEngineKind(std::string_view name) noexcept {
    const auto found =
        std::ranges::find(table(), name, [](const EngineKind* kind) -> const std::string& { return kind->name; });
    return found == table().end() ? nullptr : *found;
}

AddedEngineKind::AddedEngineKind(const EngineKind& kind) : m_kind(kind) {
    if (findEngineKind(kind.name)) throw InternalError("an engine is there twice", kind.name);
    table().push_back(&kind);
}

AddedEngineKind::~AddedEngineKind() { std::erase(table(), &m_kind); }

} // namespace ewald::ptycho
