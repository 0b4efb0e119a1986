// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/engines/descent/line_step.h"
#include "ptycho/iteration/engine.h"
#include "ptycho/iteration/object_band.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ewald::ptycho {

/// How the fields of an engine are called: `of`, "object" or "probe", and what they are.
struct GradientNames {
    std::string of;     ///< "ml_"
    std::string before; ///< of the gradient before, which is saved
    bool savesDirection;
};

/// Of object or probe: G = −∂L/∂(O, P)* of all frames, the one before, a preconditioned form and the direction.
struct GradientVectors {
    Field* gradient;
    Field* before;
    Field* scaled;
    Field* direction;
};
using GradientVector = Field* GradientVectors::*;

/// What engines share that go along a direction made of the gradient of all frames. The preconditioner is
/// H = 1/√(W² + (δ max W)²), W = Σ|P|² for the object and Σ|O|² for the probe; the length of a step is that of one
/// Newton step −L′/L″ along ψ(γ) = (P + γ d_P)(O + γ d_O): Î is a polynomial of fourth order in γ, whose first two
/// coefficients follow from three transforms.
/// One sum of the object over all ranks an iteration. Transforms a frame and mode: 5; with a Fourier shift 5 more.
class FullGradient {
public:
    /// GradientVectors of object and probe.
    [[nodiscard]] static std::vector<KeptField> keeps(const GradientNames& names);

    /// \param kept has declared keeps(); outlives it
    FullGradient(EngineContext& state, KeptFields& kept, const GradientNames& names);

    [[nodiscard]] compute::Loss loss() const { return m_loss; }
    /// \return whether it is another
    bool setLoss(compute::Loss loss) { return std::exchange(m_loss, loss) != loss; }
    /// From here on the object keeps to a band: gradients become G ← M G and the preconditioner M H M, so that no
    /// direction leaves it. One frame, one slice. \return whether it is another band
    bool limitObject(EngineContext& state, double band);
    /// Fills `gradient` and `scaled`, its preconditioned form. The weights of H stay until release().
    /// \return this rank's metrics, absent when it left in the middle
    [[nodiscard]] std::optional<StepSums> collect(EngineContext& state, const IterationContext& context);
    /// to = H·from
    void precondition(EngineContext& state, const Field& objectFrom, const Field& probeFrom, GradientVector to);
    void release(EngineContext& state);
    /// (O, P) += γ·direction. Not to be left in the middle: the direction is that of this iteration already.
    /// \param factor on the length \return γ
    double walk(EngineContext& state, const IterationContext& context, double factor);

    /// Re⟨a, b⟩ over all unknowns that are updated.
    [[nodiscard]] double dot(EngineContext& state, GradientVector a, GradientVector b) const;
    /// body(vectors) for each of these.
    template <class Body>
    void forEach(Body&& body) {
        if (m_updated.first) body(object);
        if (m_updated.second) body(probe);
    }
    /// What is updated: object, probe.
    [[nodiscard]] std::pair<bool, bool> updated() const { return m_updated; }

    GradientVectors object;
    GradientVectors probe;

private:
    template <class Body>
    bool forFrames(EngineContext& state, Body&& body);
    void makeObjectGradient(EngineContext& state, const LocalBatch& all);
    void preconditionObject(EngineContext& state, const Field& from, Field& to);

    std::vector<int> m_frames;          ///< of this rank
    Buffer<compute::LineTerms> m_terms; ///< of these
    Region m_region;                    ///< of the object, that frames touch
    std::optional<ObjectBand> m_band;
    compute::Loss m_loss = compute::Loss::amplitude;
    std::pair<bool, bool> m_updated{};
    float m_objectFloor = 0;
    float m_probeFloor = 0;
};

} // namespace ewald::ptycho
