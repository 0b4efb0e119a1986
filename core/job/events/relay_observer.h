// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events/events.h"

namespace ewald::job {

/// Hands everything on to another observer, which outlives it: the base of those that keep something back.
class RelayObserver : public JobObserver {
public:
    explicit RelayObserver(JobObserver& to) : m_to(to) {}

    void onState(JobState state) noexcept override { m_to.onState(state); }
    void onProgress(const Progress& progress) noexcept override { m_to.onProgress(progress); }
    void onPlan(const JobPlan& plan) noexcept override { m_to.onPlan(plan); }
    void onStatistics(const io::FrameStatistics& statistics) noexcept override { m_to.onStatistics(statistics); }
    void onLoss(const io::LossEntry& entry) noexcept override { m_to.onLoss(entry); }
    void onChanges(const std::vector<io::ParameterChange>& changes) noexcept override { m_to.onChanges(changes); }
    void onDecision(const io::Decision& decision) noexcept override { m_to.onDecision(decision); }
    void onPreview(std::shared_ptr<const Preview> preview) noexcept override { m_to.onPreview(std::move(preview)); }
    void onIntegration(std::shared_ptr<const IntegrationPreview> preview) noexcept override {
        m_to.onIntegration(std::move(preview));
    }
    void onFrameFailed(std::size_t frame, const std::string& reason) noexcept override {
        m_to.onFrameFailed(frame, reason);
    }
    void onLog(LogLevel level, const std::string& text) noexcept override { m_to.onLog(level, text); }
    void onOutcome(const JobOutcome& outcome) noexcept override { m_to.onOutcome(outcome); }
    [[nodiscard]] bool watchesMachine() const noexcept override { return m_to.watchesMachine(); }
    [[nodiscard]] std::size_t previewFrame() const noexcept override { return m_to.previewFrame(); }
    [[nodiscard]] double previewInterval_s() const noexcept override { return m_to.previewInterval_s(); }

protected:
    [[nodiscard]] JobObserver& to() const noexcept { return m_to; }

private:
    JobObserver& m_to;
};

} // namespace ewald::job
