// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/engine_kind.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ewald::job {

enum class ParameterType { boolean, integer, real, choice, text, path };
enum class ParameterLevel { basic, advanced };
/// When a change of a parameter takes effect while a job runs.
enum class ChangeEffect {
    newRun,    ///< with other frames, another geometry or another beginning: in a new run
    continued, ///< the run stops and goes on in the same file
    live,      ///< at the next iteration
};
/// Which part of a job document holds the parameter.
enum class ParameterSection {
    input,   ///< document.input: preprocessing, geometry overrides, model, initial guesses (once a job)
    stage,   ///< document.pipeline[i].parameters (once a stage)
    compute, ///< document.compute
    output,  ///< document.output
};

/// Whose a parameter of document.input is: what becomes of its value when other frames are opened or queued, and
/// whether the window says that it did not come from the file.
enum class ParameterScope {
    undeclared,
    scan,        ///< of these frames and no others: which of them are used, what the reconstruction begins with
    measurement, ///< how they were measured, instead of what their file says: energy, distance, centre, mask
    beamline,    ///< of the instrument, and mostly the same for the next frames: orientation, PONI, dark image
    method,      ///< what is done with them, which the user decides for all frames
};

using ParameterValue = std::variant<bool, long long, double, std::string>;

/// ParameterDef::minimumMeans of what is not set by hand.
extern const char* const kOfFile;

/// The only declaration of a parameter: validation, command line, forms, JSON schema and help are made of it.
/// All texts are English source texts marked for translation in the context "Parameters".
struct ParameterDef {
    std::string key; ///< "probe_modes": lower case, unit in the key where it has one ("distance_m")
    ParameterType type = ParameterType::text;
    std::string unit{}; ///< "", "m", "keV", "px", "counts"
    ParameterValue defaultValue{};
    double minimum = 0; ///< of integer and real
    double maximum = 0;
    /// Of real and integer: the word for "not given" ("off"); the value is then `minimum`, which means nothing else.
    std::string special{};
    /// What the smallest number, or an empty text, stands for where it is none, in words: kOfFile, "automatic", "off".
    std::string minimumMeans{};
    std::vector<std::string> choices{}; ///< of choice
    bool choiceOrPath = false;          ///< a choice that also accepts a file path (initial_probe)
    ParameterSection section = ParameterSection::input;
    /// Every entry of section input declares it; the other sections are of the method.
    ParameterScope scope = ParameterScope::undeclared;
    std::string group{}; ///< title in the form: "Detector", "Geometry", "Probe", "Engine", …
    ParameterLevel level = ParameterLevel::basic;
    std::string label{};                ///< "Probe modes"
    std::string help{};                 ///< one or two sentences: what it does, when to change it
    std::vector<std::string> engines{}; ///< engines it applies to; empty = all
    std::string kind = "ptycho";        ///< job kind(s) it belongs to: "ptycho", "integrate" or "*"
    /// Defaults of engines for which `defaultValue` would be a bad start ("epie" is sequential).
    std::map<std::string, ParameterValue> engineDefaults{};
    /// Where it is a part of the model of the measurement: the value with the plainest one (job::withPlainModel()).
    std::optional<ParameterValue> plain{};
    /// In a reconstruction; an integration takes over nothing while it runs.
    ChangeEffect effect = ChangeEffect::newRun;

    [[nodiscard]] bool appliesTo(std::string_view engine) const;
    /// Whether a value was set instead of what the frames' file says of them: none of the method, no default, and of
    /// initial_probe and the like only a file that is named.
    [[nodiscard]] bool isByHand(const ParameterValue& value) const;
    [[nodiscard]] bool isOfKind(std::string_view jobKind) const { return kind == "*" || kind == jobKind; }
    /// Whether a value says that nothing is given, see `special`.
    [[nodiscard]] bool isSpecial(const ParameterValue& value) const;
    [[nodiscard]] const ParameterValue& defaultFor(std::string_view engine) const;
};

/// The table, in the order of the form. Immutable, any thread.
[[nodiscard]] std::span<const ParameterDef> parameterTable();
[[nodiscard]] const ParameterDef* findParameter(std::string_view key);
/// The known key nearest to a wrong one, if any is near. \param jobKind only of this kind of job; empty = all
[[nodiscard]] std::optional<std::string> suggestKey(std::string_view key, std::string_view jobKind = {});
/// The entry of `known` nearest to a mistyped `word` (edit distance, a swap of neighbours counts once), if any is near.
[[nodiscard]] std::optional<std::string> suggestWord(std::string_view word, std::span<const std::string> known);
/// Names of the engines, in the order in which they are offered: "rpie", …
[[nodiscard]] std::vector<std::string> engineNames();
[[nodiscard]] std::string engineList(); ///< "rpie, …"
/// A parameter of an engine as a value of the table, and the number that it is in the engine's settings.
[[nodiscard]] ParameterValue valueOf(const ptycho::EngineParameter& parameter, double number);
[[nodiscard]] double numberOf(const ptycho::EngineParameter& parameter, const ParameterValue& value);
/// \throws JobError for an engine that this program does not know, with those that there are
[[nodiscard]] const ptycho::EngineKind& engineOf(const std::string& name, const std::string& where);
/// True where the value of a path or choice-or-path parameter names a file.
[[nodiscard]] bool namesFile(const ParameterDef& def, const ParameterValue& value);
/// Parses and checks a value given as text ("--set key=value"). \throws JobError with range, unit and suggestion
[[nodiscard]] ParameterValue parseValue(const ParameterDef& def, std::string_view text);
/// Checks type and range. \throws JobError
void checkValue(const ParameterDef& def, const ParameterValue& value);
[[nodiscard]] std::string toText(const ParameterValue& value);

} // namespace ewald::job
