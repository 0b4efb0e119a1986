// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/descent/line_step.h"

#include "base/translate.h"
#include "ptycho/model/settings.h"

#include <algorithm>

namespace ewald::ptycho {

EngineParameter lossParameter() {
    return {.key = "loss",
            .type = EngineParameter::Type::choice,
            .choices = {"amplitude", "poisson", "intensity", "unbiased", "robust"},
            .label = QT_TRANSLATE_NOOP("Parameters", "Loss"),
            .help = QT_TRANSLATE_NOOP(
                "Parameters", "What is minimised. amplitude: the best for nearly all data. poisson: for the last "
                              "iterations at less than one count a pixel. intensity: bright pixels count most. "
                              "unbiased: the amplitudes without their bias where there are few counts; for frames of "
                              "whole counts. robust: pixels that are far off count little; to finish with.")};
}

compute::Loss lossOf(const StageSettings& settings) {
    switch (static_cast<int>(settings.value("loss"))) {
    case 1: return compute::Loss::poisson;
    case 2: return compute::Loss::intensity;
    case 3: return compute::Loss::unbiased;
    case 4: return compute::Loss::robust;
    default: return compute::Loss::amplitude;
    }
}

double newtonStep(const std::vector<compute::LineTerms>& terms, double longest) {
    double first = 0, second = 0;
    for (const compute::LineTerms& term : terms) first += term.first, second += term.second;
    return second > 0 ? std::clamp(-first / second, 0.0, longest) : 1;
}

} // namespace ewald::ptycho
