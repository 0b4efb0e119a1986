// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/kept_fields.h"

#include "base/error.h"
#include "ptycho/iteration/engine_context.h"

#include <algorithm>
#include <utility>

namespace ewald::ptycho {
namespace {

/// Numbers of a frame's waves in the order that all backends share.
std::size_t plainSize(const EngineContext& state) { return state.probe.size(); }

/// Of all frames, by their number in the scan: on rank 0, empty elsewhere. Collective.
std::vector<Complex> gathered(EngineContext& state, FrameWaves& waves) {
    Buffer<Cf> plain(state.queue(), plainSize(state));
    return state.gatherFrames(plain.size(), [&](int frame, std::span<Complex> out) {
        state.ops().packWaves(state.model(), waves.onDevice(frame), plain.data());
        plain.download(asCf(out));
    });
}

/// False where they are of other frames.
bool take(EngineContext& state, FrameWaves& waves, const std::vector<Complex>* all) {
    const std::size_t size = plainSize(state);
    if (!all || all->size() != state.problem().frames * size) return false;
    Buffer<Cf> plain(state.queue(), size);
    for (std::size_t i = 0; i < waves.frames(); ++i) {
        const int frame = static_cast<int>(i);
        plain.upload(asCf(std::span(*all)).subspan(state.frames().numberOf(frame) * size, size));
        state.ops().unpackWaves(state.model(), plain.data(), waves.onDevice(frame));
        waves.store(std::span(&frame, 1));
    }
    return true;
}

} // namespace

KeptFields& KeptFields::declare(EngineContext& state, const std::vector<KeptField>& declared, std::size_t batch) {
    const auto isDeclared = [&](const auto& entry) {
        return std::ranges::find(declared, entry->declared.name, &KeptField::name) != declared.end();
    };
    std::erase_if(m_entries, [&](const auto& entry) { return !isDeclared(entry); }); // before others take memory
    for (const KeptField& field : declared) {
        while (field.list > 0 && listed() > field.list) dropOldest();
        const auto found =
            std::ranges::find_if(m_entries, [&](const auto& entry) { return entry->declared.name == field.name; });
        Entry& entry = found != m_entries.end() ? **found : *m_entries.emplace_back(std::make_unique<Entry>());
        entry.declared = field;
        makeRoom(state, batch, entry);
    }
    return *this;
}

void KeptFields::makeRoom(EngineContext& state, std::size_t batch, Entry& entry) {
    const KeptField& declared = entry.declared;
    if (declared.like == KeptLike::object || declared.like == KeptLike::probe) {
        const Unknown like = declared.like == KeptLike::object ? Unknown::object : Unknown::probe;
        const std::size_t count = std::max<std::size_t>(1, declared.list);
        if (entry.fields.size() > count) entry.fields.resize(count);
        while (entry.fields.size() < count) entry.fields.push_back(state.fields().make(like));
        return;
    }
    const bool ofBatch = declared.like == KeptLike::batchWaves;
    const std::size_t all = state.frames().count();
    const std::size_t frames = ofBatch ? std::min(batch, all) : all;
    if (entry.waves && entry.waves->frames() >= frames) return;
    const std::size_t size = ofBatch ? state.problem().placesOfFrame() * plainSize(state)
                             : declared.like == KeptLike::detectorWaves ? state.ops().storedWaveSize(state.model())
                                                                        : plainSize(state);
    entry.waves.reset(); // first, so that both are never there at the same time
    entry.waves.emplace(state.queue(), frames, !ofBatch && state.frames().streams() ? state.frames().ofCall() : 0,
                        size);
}

void KeptFields::use(bool used) {
    if (std::exchange(m_used, used) == used) return;
    numbers = used ? m_declared.first : std::vector<double>{};
}

KeptFields::Entry& KeptFields::entryOf(std::string_view name) {
    const auto found = std::ranges::find_if(m_entries, [&](const auto& entry) { return entry->declared.name == name; });
    if (found == m_entries.end()) throw InternalError("a field that the engine does not declare");
    return **found;
}

std::vector<Field*> KeptFields::overObject() {
    std::vector<Field*> fields;
    for (const auto& entry : m_entries)
        if (entry->declared.use == KeptField::Use::moved)
            for (Field& field : entry->fields) fields.push_back(&field);
    return fields;
}

std::size_t KeptFields::listed() const {
    return numbers.size() > m_declared.count ? numbers.size() - m_declared.count : 0;
}

std::size_t KeptFields::mostListed() const {
    const auto list = std::ranges::find_if(m_entries, [](const auto& entry) { return entry->declared.list > 0; });
    return list != m_entries.end() ? (*list)->declared.list : 0;
}

void KeptFields::append(double number) {
    if (listed() == mostListed()) dropOldest();
    numbers.push_back(number);
}

void KeptFields::dropOldest() {
    const auto count = static_cast<std::ptrdiff_t>(listed());
    for (const auto& entry : m_entries) {
        const auto first = entry->fields.begin();
        if (entry->declared.list > 0) std::rotate(first, first + 1, first + count);
    }
    numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(m_declared.count));
}

template <class Body>
bool KeptFields::forSaved(std::size_t skipped, Body&& body) const {
    for (const auto& entry : m_entries) {
        const KeptField& declared = entry->declared;
        if (declared.use == KeptField::Use::work) continue;
        const std::size_t count = declared.list > 0 ? listed() : 1;
        for (std::size_t place = 0; place < count; ++place) {
            const std::string name =
                declared.list > 0 ? declared.name + "_" + std::to_string(place + skipped) : declared.name;
            if (!body(*entry, place, name)) return false;
        }
    }
    return true;
}

void KeptFields::forget(EngineContext& state) {
    numbers = m_used ? m_declared.first : std::vector<double>{};
    if (numbers.empty()) return; // fields are written before they are looked at
    for (const auto& entry : m_entries)
        if (entry->declared.use != KeptField::Use::work)
            for (Field& field : entry->fields) state.fields().clear(field);
}

void KeptFields::save(EngineContext& state, SavedState& saved, bool waves) const {
    if (numbers.empty()) return;
    const auto isWaves = [](const auto& entry) { return entry->waves && entry->declared.use != KeptField::Use::work; };
    if (!waves && std::ranges::any_of(m_entries, isWaves)) return;
    saved.numbers[m_declared.key] = numbers;
    (void)forSaved(0, [&](Entry& entry, std::size_t place, const std::string& name) {
        if (!entry.waves) {
            state.fields().save(entry.fields[place], name, saved);
            return true;
        }
        std::vector<Complex> all = gathered(state, *entry.waves);
        if (state.communicator().rank() == 0) saved.arrays[name] = std::move(all);
        return true;
    });
}

bool KeptFields::restore(EngineContext& state, const SavedState& saved) {
    if (!m_used) return true;
    const auto found = saved.numbers.find(m_declared.key);
    if (found == saved.numbers.end() && !m_declared.mayBeAbsent) return false;
    numbers = found != saved.numbers.end() ? found->second : m_declared.first;
    if (numbers.empty() || load(state, saved)) return true;
    forget(state);
    return false;
}

bool KeptFields::load(EngineContext& state, const SavedState& saved) {
    const std::size_t most = mostListed();
    if (numbers.size() < m_declared.count || (most == 0 && listed() > 0)) return false;
    const std::size_t skipped = listed() - std::min(listed(), most); // the oldest, of more than there is room for
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(m_declared.count);
    numbers.erase(first, first + static_cast<std::ptrdiff_t>(skipped));
    return forSaved(skipped, [&](Entry& entry, std::size_t place, const std::string& name) {
        return entry.waves ? take(state, *entry.waves, saved.array(name))
                           : state.fields().load(entry.fields[place], name, saved);
    });
}

} // namespace ewald::ptycho
