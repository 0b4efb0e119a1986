// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace ewald::ptycho {

/// The shape of an array that an engine keeps, and how ranks share it.
enum class KeptLike {
    object,        ///< as the object: [layer][H][W], replicated, or tiled
    probe,         ///< as the probe: [mode][n][n], replicated
    detectorWaves, ///< of each frame, all modes in the backend's own order (compute::PtychoOps::packWaves())
    exitWaves,     ///< of each frame [mode][n][n]
    batchWaves,    ///< of each frame of a mini-batch [place of frame][mode][n][n]
};

/// An array of complex numbers that an engine has beside object and probe. Declared once, in the engine's file: it is
/// made, counted, saved, brought back, moved and forgotten by this.
struct KeptField {
    enum class Use {
        work,  ///< nothing of it is needed in the next iteration
        saved, ///< goes on from iteration to iteration, and into saved states
        moved  ///< likewise, and lies over the object pixel by pixel: moved and scaled with it
    };

    std::string name; ///< in saved states; one of its own among those of its engine
    KeptLike like = KeptLike::object;
    Use use = Use::work;
    std::size_t list = 0; ///< so many of them at most, the oldest first: name_0, name_1, …; 0: one, of that name
};

/// How many arrays of these shapes there are at most: what EngineKind says of an engine's memory.
[[nodiscard]] std::size_t countOf(const std::vector<KeptField>& fields, std::initializer_list<KeptLike> shapes);

} // namespace ewald::ptycho
