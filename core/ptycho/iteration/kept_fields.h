// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/saved_state.h"
#include "ptycho/iteration/field_space.h"
#include "ptycho/iteration/frame_waves.h"
#include "ptycho/model/kept_field.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ewald::ptycho {

class EngineContext;

/// Numbers that an engine keeps beside its fields. A saved state that has them has the fields as well.
struct KeptNumbers {
    std::string key{};           ///< in saved states
    std::size_t count = 0;       ///< so many, and behind them one for each member of lists of fields
    std::vector<double> first{}; ///< what they begin with, beside fields of zeros; empty: there is no past then
    bool mayBeAbsent = false;    ///< a saved state without them has `first`
};

/// What an engine keeps from one iteration to the next: numbers, and the fields that it declares. Whatever is done with
/// all of them is one loop, here. Calls are made by all ranks alike.
class KeptFields {
public:
    explicit KeptFields(KeptNumbers declared) : numbers(declared.first), m_declared(std::move(declared)) {}

    /// Makes what is declared and not there, zeros, and drops what is not declared any more; the rest stays as it is.
    /// \param batch frames of a mini-batch, all ranks' \throws DeviceError
    KeptFields& declare(EngineContext& state, const std::vector<KeptField>& fields, std::size_t batch = 0);
    /// Whether there is anything to be kept; where there was nothing before, it begins.
    void use(bool used);
    /// \throws InternalError where no field has this name
    [[nodiscard]] Field& field(std::string_view name, std::size_t place = 0) { return entryOf(name).fields.at(place); }
    [[nodiscard]] FrameWaves& waves(std::string_view name) { return entryOf(name).waves.value(); }
    /// What lies over the object, pixel by pixel.
    [[nodiscard]] std::vector<Field*> overObject();

    /// Members that all lists have now.
    [[nodiscard]] std::size_t listed() const;
    /// One more member of all lists, with its number, in the place of the oldest where they are full: what it holds is
    /// of before.
    void append(double number);
    void dropOldest();
    void dropNewest() { numbers.pop_back(); }

    /// As it began.
    void forget(EngineContext& state);
    /// Nothing where there is no past. Collective; complete on rank 0. \param waves whether those of all frames may be
    /// part of it
    void save(EngineContext& state, SavedState& saved, bool waves) const;
    /// From the complete state, on every rank. False: something is missing, and it begins anew.
    [[nodiscard]] bool restore(EngineContext& state, const SavedState& saved);

    std::vector<double> numbers; ///< empty: there is no past

private:
    struct Entry {
        KeptField declared;
        std::vector<Field> fields;       ///< as many as there may be
        std::optional<FrameWaves> waves; ///< in their place
    };

    [[nodiscard]] Entry& entryOf(std::string_view name);
    static void makeRoom(EngineContext& state, std::size_t batch, Entry& entry);
    /// How many members lists may have; 0: there are none.
    [[nodiscard]] std::size_t mostListed() const;
    [[nodiscard]] bool load(EngineContext& state, const SavedState& saved);
    /// body(entry, place, name) for what saved states hold, until it returns false. \param skipped members of lists
    /// that come before the first
    template <class Body>
    bool forSaved(std::size_t skipped, Body&& body) const;

    KeptNumbers m_declared;
    bool m_used = true;
    std::vector<std::unique_ptr<Entry>> m_entries; ///< each stays where it is
};

} // namespace ewald::ptycho
