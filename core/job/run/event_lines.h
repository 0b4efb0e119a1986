// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events/events.h"

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace ewald::job {

// What a job reports as lines of text, one JSON object each, with its name as "event": written by `--events` and into
// the folder of a job, read by whatever follows a job of another process. Both directions are here.

/// Hands each event over as a line. Any thread; lines come one at a time.
///
/// Of a preview of patterns there is a summary; pictures of a reconstruction have no line. The counts of each frame are
/// not among the statistics. A number that is not finite becomes null.
class EventWriter : public JobObserver {
public:
    /// \param write gets a complete line with its end; must not throw
    explicit EventWriter(std::function<void(const std::string&)> write) : m_write(std::move(write)) {}

    void onState(JobState state) noexcept override;
    void onProgress(const Progress& progress) noexcept override;
    void onPlan(const JobPlan& plan) noexcept override;
    void onStatistics(const io::FrameStatistics& statistics) noexcept override;
    void onLoss(const io::LossEntry& entry) noexcept override;
    void onChanges(const std::vector<io::ParameterChange>& changes) noexcept override;
    void onDecision(const io::Decision& decision) noexcept override;
    void onIntegration(std::shared_ptr<const IntegrationPreview> preview) noexcept override;
    void onFrameFailed(std::size_t frame, const std::string& reason) noexcept override;
    void onLog(LogLevel level, const std::string& text) noexcept override;
    void onOutcome(const JobOutcome& outcome) noexcept override;

private:
    template <class MakeFields>
    void write(const char* event, const MakeFields& makeFields) noexcept;

    std::function<void(const std::string&)> m_write;
    std::mutex m_mutex;
};

/// Calls `observer` with what a line of EventWriter says. Texts are remembered with their parts (base/phrase.h).
/// \return the name of the event; empty for a line that is none, as the end of a file may be whose writer was killed
std::string readEvent(std::string_view line, JobObserver& observer);

} // namespace ewald::job
