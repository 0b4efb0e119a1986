// SPDX-License-Identifier: GPL-3.0-or-later
// The mask that is drawn upon the pattern of a scan, and stored for its job.
#include "base/error.h"
#include "common/counted_text.h"
#include "common/quantity_text.h"
#include "model/mask_edit.h"
#include "model/session.h"
#include "model/text.h"
#include "view/image_view.h"
#include "window/data_page.h"

#include <utility>

namespace ewald::ui {

namespace {

const QString kMaskSteps = QStringLiteral("mask"); // of the history

} // namespace

/// Neither what was drawn, nor what waits until that is stored: it belongs to the scan, or to the file, of before.
void DataPage::forgetMask() {
    m_saver.cancel();
    m_storeTimer.stop();
    m_then = {};
    m_maskLoaded = m_maskEdited = false;
    m_session.history().forget(kMaskSteps);
}

/// Where the job names another mask, what was drawn upon the one before and is not stored yet has had its day.
void DataPage::dropOtherMask() {
    const bool drawn = m_maskEdited || m_saver.busy();
    if (drawn && m_session.job().document().text("mask_file") != m_maskFile) forgetMask();
}

bool DataPage::loadMask() {
    const ScanDataPtr& data = m_session.scan();
    if (!data) return false;
    if (m_maskLoaded) return true;
    const job::JobDocument& document = m_session.job().document();
    try {
        m_mask = MaskEdit(*data, document.text("mask_file"), document.text("mask_path"));
    } catch (const Error& error) {
        emit message(coreText(error.problem()), QString::fromStdString(error.where()));
        return false;
    }
    m_maskFile = document.text("mask_file");
    m_maskLoaded = true;
    return true;
}

void DataPage::editMask(const std::function<void(MaskEdit&)>& edit) {
    if (!loadMask()) return;
    const std::size_t before = m_mask.stepsMade();
    edit(m_mask);
    if (m_mask.stepsMade() != before)
        m_session.history().add({tr("Mask"),
                                 {},
                                 [this] { editMask([](MaskEdit& mask) { mask.undo(); }); },
                                 [this] { editMask([](MaskEdit& mask) { mask.redo(); }); },
                                 kMaskSteps});
    m_session.history().keepNewest(kMaskSteps, m_mask.stepsKept());
    maskChanged();
}

void DataPage::findHot() {
    if (!loadMask()) return;
    std::size_t found = 0;
    editMask([&](MaskEdit& mask) {
        mask.begin();
        found = mask.markHotPixels(*m_session.scan());
    });
    emit message(found == 0 ? tr("No hot pixels found in the mean pattern")
                            : tr("Hot pixels masked: %1").arg(countText(found)),
                 {});
}

void DataPage::clearMask() {
    editMask([](MaskEdit& mask) {
        mask.begin();
        mask.clear();
    });
}

void DataPage::maskChanged() {
    m_maskEdited = true;
    m_storeTimer.start();
    if (m_shown) showImage(m_shown, m_pattern->title());
}

void DataPage::storeThen(const std::function<void()>& then) {
    if (!m_maskEdited && !m_saver.busy()) {
        then();
        return;
    }
    m_then = then;
    storeMask();
}

void DataPage::storeMask() {
    m_storeTimer.stop();
    const QString stem = toQString(m_session.scan()->job.inputFile.stem());
    m_maskEdited = false;
    const auto store = [this](const QString& file) {
        const JobHistory::Quiet quiet(m_session.history());
        m_session.job().setValue(*job::findParameter("mask_path"), job::ParameterValue(std::string()));
        m_maskFile = file.toStdString();
        m_session.job().setValue(*job::findParameter("mask_file"), job::ParameterValue(m_maskFile));
        if (const auto then = std::exchange(m_then, {})) then();
    };
    if (m_mask.empty()) {
        m_saver.cancel();
        store({});
        return;
    }
    m_saver.start<QString>([mask = m_mask, stem](TaskContext&) { return mask.save(masksFolder(), stem); }, store,
                           [this](const Error& error) {
                               m_maskEdited = true; // a run without it would be another one than what is seen
                               m_then = {};
                               emit message(coreText(error.problem()), coreText(error.hint()));
                           });
}

} // namespace ewald::ui
