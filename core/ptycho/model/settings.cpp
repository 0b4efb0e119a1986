// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/settings.h"

#include "base/error.h"

#include <algorithm>
#include <string>
#include <type_traits>

namespace ewald::ptycho {

static_assert(std::is_trivially_copyable_v<StageSettings>, "ranks send it as bytes");

StageSettings::StageSettings(const EngineKind& engine, std::size_t iterationsOfIt)
    : iterations(iterationsOfIt),
      m_engine(static_cast<std::size_t>(std::ranges::find(engineKinds(), &engine) - engineKinds().begin())) {
    if (m_engine == engineKinds().size() || engine.parameters.size() > m_values.size())
        throw InternalError("the engine is not in the table, or has too many parameters", engine.name);
    std::ranges::transform(engine.parameters, m_values.begin(), &EngineParameter::defaultValue);
}

std::size_t StageSettings::placeOf(std::string_view key) const {
    const auto& parameters = engine().parameters;
    return static_cast<std::size_t>(std::ranges::find(parameters, key, &EngineParameter::key) - parameters.begin());
}

bool StageSettings::has(std::string_view key) const { return placeOf(key) < engine().parameters.size(); }

double StageSettings::value(std::string_view key) const {
    if (!has(key)) throw InternalError("the engine has no such parameter", engine().name + ": " + std::string(key));
    return m_values[placeOf(key)];
}

void StageSettings::set(std::string_view key, double value) {
    if (!has(key)) throw InternalError("the engine has no such parameter", engine().name + ": " + std::string(key));
    m_values[placeOf(key)] = value;
}

std::size_t StageSettings::framesAtOnce() const {
    if (!has("batch_size")) return kFramesPerCall;
    const double asked = value("batch_size");
    const double usual = engine().parameters[placeOf("batch_size")].defaultValue;
    return static_cast<std::size_t>(asked > 0 ? asked : usual); // 0: as whoever does not choose
}

} // namespace ewald::ptycho
