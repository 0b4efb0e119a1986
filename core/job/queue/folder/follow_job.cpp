// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/follow_job.h"

#include "base/error.h"
#include "base/phrase.h"
#include "job/events/relay_observer.h"
#include "job/queue/folder/growing_file.h"
#include "job/queue/folder/live_files.h"
#include "job/queue/folder/wish_link.h"
#include "job/run/event_lines.h"
#include "job/run/preview_file.h"

#include <chrono>
#include <string>
#include <thread>
#include <utility>

namespace ewald::job::queue {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr auto kLook = 50ms;        // between two looks at the events
constexpr auto kLookAround = 250ms; // … at everything else
constexpr auto kAbortPatience = 20s;

/// Keeps the outcome back: it is reported when the process has gone.
class Relay final : public RelayObserver {
public:
    using RelayObserver::RelayObserver;

    void onLoss(const io::LossEntry& entry) noexcept override {
        if (entry.iteration <= m_iteration) return; // an attempt before this one had done it
        m_iteration = entry.iteration;
        to().onLoss(entry);
    }
    void onOutcome(const JobOutcome& outcome) noexcept override { m_outcome = outcome; }

    void beginAttempt() noexcept { m_outcome.reset(); }
    [[nodiscard]] const std::optional<JobOutcome>& outcome() const noexcept { return m_outcome; }

private:
    std::optional<JobOutcome> m_outcome;
    std::size_t m_iteration = 0;
};

class Follower {
public:
    Follower(const JobFolder& folder, JobObserver& observer, RunControl& control, const FollowOptions& options)
        : m_folder(folder), m_files(folder), m_observer(observer), m_control(control), m_options(options),
          m_relay(observer), m_events(folder.events()), m_preview(m_files.preview()), m_wish(folder, control) {}

    JobOutcome run() {
        Clock::time_point lookedAround{};
        while (!m_options.leave || !*m_options.leave) {
            const bool around = Clock::now() - lookedAround >= kLookAround;
            // Looked at before the events: what was written before the end is then read for certain.
            const std::optional<JobOutcome> ended = around ? end() : std::nullopt;
            readEvents();
            if (around) {
                lookedAround = Clock::now();
                readPreview();
                passOn();
            }
            if (ended) return report(*ended);
            std::this_thread::sleep_for(kLook);
        }
        return {JobState::stopped, {}, StoppedError()};
    }

private:
    void readEvents() {
        std::string text = m_events.read();
        // Of a job that has been tried several times only the newest attempt matters.
        constexpr std::string_view kAttempt = R"({"event":"attempt")";
        std::size_t begin = 0;
        if (const std::size_t last = text.rfind(kAttempt); last != std::string::npos) {
            if (std::exchange(m_begun, true))
                m_observer.onLog(LogLevel::warning, phrase("the process of the job has ended; another attempt begins"));
            begin = last;
            m_relay.beginAttempt();
        }
        while (begin < text.size()) {
            const std::size_t end = text.find('\n', begin);
            readEvent(std::string_view(text).substr(begin, end - begin), m_relay);
            begin = end + 1;
        }
    }

    void readPreview() {
        if (!m_preview.changed()) return;
        const StoredPreview preview = ewald::job::readPreview(m_preview.file());
        if (preview.pictures) m_observer.onPreview(preview.pictures);
        if (preview.patterns) m_observer.onIntegration(preview.patterns);
    }

    /// What this side and others ask of the process. A folder that cannot be written now may be so later.
    void passOn() {
        try {
            m_wish.step();
            if (m_options.changes && !m_change) m_change = m_options.changes->take();
            if (m_change) m_files.writeWanted(*m_change);
            m_change.reset();
            const Watch watch{m_observer.previewInterval_s(), m_observer.previewFrame(), m_observer.watchesMachine()};
            if (watch != m_watch || Clock::now() - m_watchWritten >= kWatchAgain) {
                m_files.writeWatch(watch);
                m_watch = watch;
                m_watchWritten = Clock::now();
            }
        } catch (const Error& error) {
            if (std::exchange(m_complained, true)) return;
            m_observer.onLog(LogLevel::warning,
                             phrase("the job cannot be asked for anything: %1", std::string(error.what())));
        }
    }

    /// How it ended, if it has.
    [[nodiscard]] std::optional<JobOutcome> end() {
        const bool busy = m_folder.isBusy();
        if (m_control.stopRequest() == StopRequest::abort && !m_aborted) m_aborted = Clock::now();
        if (!busy) {
            if (!m_idle) m_idle = Clock::now();
            if (const std::optional<JobStatus> status = m_folder.readStatus()) return outcomeOf(*status);
            if (Clock::now() - *m_idle >= std::chrono::duration<double>(m_options.patience_s)) return givenUp();
        } else {
            m_idle.reset();
        }
        if (busy && m_aborted && Clock::now() - *m_aborted >= kAbortPatience)
            return JobOutcome{
                JobState::stopped,
                {},
                DataError("the process of the job does not end", m_folder.lock().string(), "end it by hand")};
        return std::nullopt;
    }

    [[nodiscard]] JobOutcome outcomeOf(const JobStatus& status) const {
        JobOutcome outcome;
        if (status.state == QueueState::stopped) outcome.state = JobState::stopped;
        if (status.state == QueueState::failed) outcome.state = JobState::failed;
        const fs::path result = m_folder.readEntry().result;
        if (status.state == QueueState::done || m_folder.resultIsNew(result)) outcome.resultFile = result.string();
        if (status.error.what.empty()) {
            if (status.state == QueueState::stopped) outcome.error = StoppedError();
            return outcome;
        }
        outcome.error = Error(status.state == QueueState::stopped ? ErrorKind::stopped : ErrorKind::data,
                              status.error.what, status.error.where, status.error.hint);
        return outcome;
    }

    [[nodiscard]] JobOutcome givenUp() const {
        const std::string last = m_folder.lastError();
        return {JobState::failed,
                {},
                DataError(last.empty() ? phrase("the process of the job has gone without a word")
                                       : phrase("the process of the job has gone: %1", last),
                          m_folder.errors().string(), "start the job again: it goes on from its last checkpoint")};
    }

    JobOutcome report(JobOutcome outcome) {
        // Its own words say more than its status: the kind of the error, and the result of a stopped one.
        if (m_relay.outcome() && m_relay.outcome()->state == outcome.state) outcome = *m_relay.outcome();
        readPreview();
        m_files.remove();
        if (!m_relay.outcome() && outcome.error) m_observer.onLog(LogLevel::error, outcome.error->what());
        m_observer.onOutcome(outcome);
        return outcome;
    }

    const JobFolder m_folder;
    const LiveFiles m_files;
    JobObserver& m_observer;
    RunControl& m_control;
    const FollowOptions& m_options;
    Relay m_relay;
    GrowingFile m_events;
    FileWatch m_preview;
    WishLink m_wish;
    std::optional<JobDocument> m_change; ///< not passed on yet
    std::optional<Watch> m_watch;
    Clock::time_point m_watchWritten{};
    bool m_begun = false; ///< an attempt
    bool m_complained = false;
    std::optional<Clock::time_point> m_idle; ///< since then no process works on it
    std::optional<Clock::time_point> m_aborted;
};

} // namespace

JobOutcome followJob(const JobFolder& folder, JobObserver& observer, RunControl& control,
                     const FollowOptions& options) {
    try {
        return Follower(folder, observer, control, options).run();
    } catch (...) {
        const JobOutcome outcome{JobState::failed, {}, currentError()};
        observer.onOutcome(outcome);
        return outcome;
    }
}

} // namespace ewald::job::queue
