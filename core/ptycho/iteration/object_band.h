// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/engine_context.h"

namespace ewald::ptycho {

/// Objects whose window of one frame has no frequencies beyond a limit: o = F⁻¹ M F o with M = 1 at m × m of the n × n
/// frequencies, −⌊m/2⌋ … −⌊m/2⌋ + m − 1 along each axis, else 0 (Levitan et al. 2020, Opt. Express 28, 37103, where o
/// has m × m pixels and is padded in Fourier space). M is its own adjoint and its own square.
class ObjectBand {
public:
    /// \param band m/n, rounded to a whole m
    ObjectBand(EngineContext& state, double band);
    [[nodiscard]] double band() const { return m_band; }
    /// A field like the object, one slice ← what of it lies below the limit; beyond the window it stays as it is. On a
    /// rank that holds nothing of the window: nothing. Talks to no other rank.
    void limit(EngineContext& state, Field& field) const;

private:
    double m_band;
    Buffer<Cf> m_pass; ///< M [n][n], zero frequency at the corner
};

} // namespace ewald::ptycho
