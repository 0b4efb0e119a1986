// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stack_setup.h"

#include "io/images/mask_file.h"
#include "job/integration/integrate_runner.h"
#include "job/integration/poni_check.h"
#include "model/stored_geometry.h"

#include <functional>
#include <optional>
#include <utility>

namespace ewald::ui {

namespace {

/// The part of the document's corrections that is seen on the image; the drawn mask apart.
void readCorrections(const job::JobDocument& document, const io::FrameStack& stack,
                     const std::optional<azint::Poni>& poni, StackSetup& setup) {
    job::JobDocument without = document;
    for (const char* key : {"mask_file", "dark_file", "flat_file", "absorption_file", "variance_file"}) {
        without.input.erase(key);
    }
    without.input.erase("error_model");
    azint::Corrections corrections = job::correctionsOf(without, stack, poni);
    if (corrections.dummy) setup.dummy = std::pair(*corrections.dummy, corrections.deltaDummy);
    if (!corrections.mask.empty()) {
        setup.fileMask = std::make_shared<const Array<std::uint8_t, 2>>(std::move(corrections.mask));
    }
}

} // namespace

StackSetup readStackSetup(const job::JobDocument& document, const io::FrameStack& stack, bool withMask) {
    StackSetup setup;
    const auto attempt = [](std::optional<Error>& problem, const std::function<void()>& read) {
        try {
            read();
        } catch (const Error& error) {
            if (!problem) problem = error;
        }
    };
    std::optional<azint::Poni> poni; // of the file
    attempt(setup.problem, [&] { poni = job::poniOf(document, stack); });
    setup.pixelGuessed = saysPixelGuessed(document.text("poni_file"));
    const auto source =
        isStoredGeometry(document.text("poni_file")) ? job::GeometrySource::typed : job::GeometrySource::poniFile;
    if (!setup.problem) {
        attempt(setup.problem, [&] {
            setup.poni = job::geometryOf(document, stack, poni);
            // Those of the document stay there: a stored geometry that had them would have them when they are off.
            setup.poni->parallax = poni && poni->parallax;
            setup.poni->sensor = poni ? poni->sensor : std::nullopt;
        });
        attempt(setup.problem, [&] { setup.contradiction = job::poniContradiction(poni, document, stack, source); });
        attempt(setup.problem, [&] { readCorrections(document, stack, poni, setup); });
    }
    attempt(setup.fileProblem, [&] {
        Array<float, 2> dark = job::correctionImageOf(document, "dark_file", stack);
        if (!dark.empty()) setup.dark = std::make_shared<const Array<float, 2>>(std::move(dark));
    });
    for (const char* key : {"flat_file", "absorption_file", "variance_file"})
        attempt(setup.fileProblem, [&] { static_cast<void>(job::correctionImageOf(document, key, stack)); });
    const std::string file = document.text("mask_file");
    setup.drawnRead = withMask;
    if (withMask && !file.empty()) {
        attempt(setup.fileProblem, [&] {
            FrameMask::Mask drawn = io::readMaskFile(file, document.text("mask_path"));
            io::requireMaskShape(drawn.shape(), {stack.rows(), stack.cols()}, file);
            setup.drawn = std::move(drawn);
        });
    }
    return setup;
}

} // namespace ewald::ui
