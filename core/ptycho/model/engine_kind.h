// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::ptycho {

class Engine;
class EngineContext;
struct StageSettings;

/// A parameter of an engine. In its settings it is a number: 0 or 1 for a flag, for a choice its place among them.
/// Engines may share one: then key, texts and range are the same, the default may differ. Label and help are English
/// source texts marked for translation in the context "Parameters".
struct EngineParameter {
    enum class Type { real, whole, flag, choice };

    std::string key; ///< "object_step"
    Type type = Type::real;
    std::string unit{};
    double defaultValue = 0;
    double minimum = 0; ///< of real and whole
    double maximum = 0;
    std::string special{};              ///< of whole: the word for `minimum`, which means no number ("auto")
    std::string minimumMeans{};         ///< what `minimum` stands for where it is no number, in words: "automatic"
    std::vector<std::string> choices{}; ///< of choice
    bool advanced = false;
    std::string label{};
    std::string help{}; ///< one or two sentences: what it does, when to change it
    /// Where it is a part of the model of the measurement: the value with the plainest one.
    std::optional<double> plain{};
    bool live = true; ///< whether it may change while the engine runs
};

/// The only declaration of an engine, at the end of its file: command line, schema, documents, forms, errors, memory
/// plan and benchmark are made of it. Title and help are English source texts marked for translation in the context
/// "Engines".
struct EngineKind {
    std::string name;         ///< in commands, documents and results: "rpie"
    std::string title{};      ///< in the window: "rPIE"
    std::string help{};       ///< one sentence: what it is and when to take it
    std::string paper{};      ///< "Maiden, Johnson & Li 2017, Optica 4, 736"
    bool recommended = false; ///< to whoever does not choose: the default of documents, commands and the window
    /// Of a stage that names none.
    std::size_t iterations = 100;
    bool endsByItself = false; ///< its iterations are the most that it makes: Engine::finished()
    std::vector<EngineParameter> parameters{};
    /// Waves of all modes that it keeps of every frame, as many times; what one of them holds is saved with the state.
    double wavesPerFrame = 0;
    /// The same of the frames of a mini-batch only.
    double wavesPerBatchFrame = 0;
    /// Whether it may ask for exact shifts of the probe, which take more memory (EngineContext::useExactShift()).
    bool shiftsExactly = false;
    /// Whether it finds out by itself what the model needs: positions, modes, and, which takes memory, background and
    /// intensities that the settings do not ask for.
    bool plansModel = false;
    /// Whether it reconstructs objects of several slices, and tilted ones.
    bool severalSlices = false;
    /// Whether it bears that a part of the object is what is known of it after each iteration: nothing that it keeps of
    /// earlier ones, waves or moments, leads back.
    bool knownRegion = false;
    /// Whether it makes an image of a single frame, with a probe that has to be known.
    bool singleFrame = false;
    /// Arrays of the object's size that it needs beside the object, its sum and its weight; null: none.
    std::size_t (*objectCopies)(const StageSettings&) = nullptr;
    /// Probe modes that it needs, however few are asked for. Null: as many as are asked for.
    std::size_t (*probeModes)(const StageSettings&) = nullptr;
    /// The part of ModelSettings::extraModePower that those modes begin with, where no more are asked for.
    double partOfModePower = 1;
    /// Adds what it decides by itself to the settings asked for, e.g. positions that move. Null: nothing.
    void (*decide)(StageSettings&) = nullptr;
    /// What makes no sense in these settings, in one line; empty: nothing. Null: nothing ever.
    std::string (*refuses)(const StageSettings&) = nullptr;
    std::unique_ptr<Engine> (*make)(EngineContext&, const StageSettings&) = nullptr;

    [[nodiscard]] bool keepsWaves() const { return wavesPerFrame > 0; }
};

/// The table, in the order in which engines are offered; the first is that of a StageSettings of its own.
[[nodiscard]] const std::vector<const EngineKind*>& engineKinds() noexcept;
/// Null where there is none of that name.
[[nodiscard]] const EngineKind* findEngineKind(std::string_view name) noexcept;

/// One more engine for as long as this lives, for tests. It has to be there before the first look at the table of
/// parameters. \throws InternalError when there is one of that name
class AddedEngineKind {
public:
    explicit AddedEngineKind(const EngineKind& kind);
    ~AddedEngineKind();
    AddedEngineKind(const AddedEngineKind&) = delete;
    AddedEngineKind& operator=(const AddedEngineKind&) = delete;

private:
    const EngineKind& m_kind;
};

} // namespace ewald::ptycho
