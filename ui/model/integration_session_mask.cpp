// SPDX-License-Identifier: GPL-3.0-or-later
// The mask of the frames: drawing, files, thresholds and rings.
#include "io/images/mask_file.h"
#include "model/integration_session.h"
#include "model/mask_edit.h"
#include "model/text.h"

namespace ewald::ui {

MaskPtr IntegrationSession::wholeMask() const {
    if (!m_wholeMask && m_stack) {
        auto whole = std::make_shared<Array<std::uint8_t, 2>>(m_mask.mask());
        if (m_fileMask && m_fileMask->shape() == whole->shape()) {
            for (std::size_t i = 0; i < whole->size(); ++i) whole->data()[i] |= m_fileMask->data()[i];
        }
        m_wholeMask = whole;
    }
    return m_wholeMask;
}

void IntegrationSession::editMask(const std::function<void(FrameMask&)>& edit) {
    if (!m_stack) return;
    const std::size_t before = m_mask.stepsMade();
    edit(m_mask);
    if (m_mask.stepsMade() != before)
        m_history.add({tr("Mask"),
                       {},
                       [this] { editMask([](FrameMask& mask) { mask.undo(); }); },
                       [this] { editMask([](FrameMask& mask) { mask.redo(); }); },
                       kMaskSteps});
    m_history.keepNewest(kMaskSteps, m_mask.stepsKept());
    m_maskEdited = true;
    m_wholeMask.reset();
    m_storeTimer.start();
    emit maskChanged();
}

void IntegrationSession::loadMask(const QString& file) {
    if (!m_stack) return;
    m_maskWorker.start<FrameMask::Mask>([file](TaskContext&) { return io::readMaskFile(toPath(file)); },
                                        [this, file](const FrameMask::Mask& mask) {
                                            if (mask.shape() == m_mask.mask().shape()) {
                                                editMask(
                                                    [&](FrameMask& drawn) { static_cast<void>(drawn.replace(mask)); });
                                                return;
                                            }
                                            emit message({io::Severity::error,
                                                          tr("The mask has %1 × %2 pixels, the frames have %3 × %4")
                                                              .arg(mask.extent(0))
                                                              .arg(mask.extent(1))
                                                              .arg(m_stack->rows())
                                                              .arg(m_stack->cols()),
                                                          file, tr("use a mask that was made for these frames"), file});
                                        },
                                        [this](const Error& error) { emit message(toMessage(error)); });
}

void IntegrationSession::saveMask(const QString& file) {
    m_saveWorker.start<bool>(
        [file, mask = m_mask.mask()](TaskContext&) {
            io::writeMaskFile(toPath(file), mask, true);
            return true;
        },
        [this, file](bool) {
            emit message({io::Severity::info, tr("The mask is saved"), file, {}, {}});
        },
        [this](const Error& error) { emit message(toMessage(error)); });
}

void IntegrationSession::maskOutside(double low, double high, bool bad) {
    if (!m_image) return;
    m_maskWorker.start<FrameMask::Mask>(
        [image = m_image, low, high](TaskContext&) { return outsideThresholds(*image, low, high); },
        [this, bad](const FrameMask::Mask& chosen) {
            editMask([&](FrameMask& drawn) {
                drawn.begin();
                drawn.select(chosen.span(), bad);
            });
        },
        [this](const Error& error) { emit message(toMessage(error)); });
}

void IntegrationSession::maskRing(azint::Unit unit, double low, double high, bool bad) {
    const auto where = geometry();
    if (!where) return;
    m_maskWorker.start<FrameMask::Mask>(
        [where = *where, unit, low, high](TaskContext&) {
            where.checkUnit(unit);
            return insideRing(where, unit, low, high);
        },
        [this, bad](const FrameMask::Mask& chosen) {
            editMask([&](FrameMask& drawn) {
                drawn.begin();
                drawn.select(chosen.span(), bad);
            });
        },
        [this](const Error& error) { emit message(toMessage(error)); });
}

} // namespace ewald::ui
