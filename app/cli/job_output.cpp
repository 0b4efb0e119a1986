// SPDX-License-Identifier: GPL-3.0-or-later
#include "job_output.h"

#include "base/error.h"
#include "base/quantity_text.h"
#include "commands.h"
#include "job/run/event_lines.h"
#include "job_command.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace ewald::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// "48 s", "12 min", "3.4 h"
std::string duration(double seconds) {
    if (seconds < 100) return formatted(seconds, "%.0f s");
    if (seconds < 6000) return formatted(seconds / 60, "%.0f min");
    return formatted(seconds / 3600, "%.1f h");
}

bool worksFrameByFrame(const job::JobPlan& plan) {
    const job::JobKind* kind = job::findJobKind(plan.kind);
    return kind && kind->worksFrameByFrame();
}

/// The first frames that cannot be read, one line each.
class FailedFrames {
public:
    void warn(const std::string& reason) {
        constexpr std::size_t kMost = 10;
        const std::size_t count = ++m_count;
        if (count <= kMost) printWarning("frame left out: " + reason);
        if (count == kMost) printWarning("further frames that cannot be read are only counted");
    }

private:
    std::atomic<std::size_t> m_count{0};
};

/// Plain lines, with a progress bar that is redrawn in place when stdout is a terminal.
class HumanOutput final : public job::JobObserver {
public:
    explicit HumanOutput(bool terminal) : m_terminal(terminal) {}

    void onState(job::JobState state) noexcept override {
        const std::lock_guard lock(m_mutex);
        if (state == job::JobState::reading) line("reading frames");
        if (state == job::JobState::paused) line("paused");
        if (state == job::JobState::saving) line("saving");
    }
    void onPlan(const job::JobPlan& plan) noexcept override {
        const std::lock_guard lock(m_mutex);
        m_iterations = plan.iterations;
        m_frameByFrame = worksFrameByFrame(plan);
        m_lastLine = Clock::now();
        line(jobCommandOf(plan.kind).planText(plan));
    }
    void onStatistics(const io::FrameStatistics& statistics) noexcept override {
        const std::lock_guard lock(m_mutex);
        line("read " + std::to_string(statistics.frames) + " frames: " + formatted(statistics.meanCounts, "%.4g") +
             " counts a frame, largest " + formatted(statistics.maxCount, "%.6g"));
    }
    void onLoss(const io::LossEntry& entry) noexcept override {
        const std::lock_guard lock(m_mutex);
        m_loss = entry;
        m_hasLoss = true;
        if (!m_terminal && worthALine(entry)) {
            line(lossText(entry));
            m_lastPrinted = entry.iteration;
        }
    }
    void onProgress(const job::Progress& progress) noexcept override {
        const std::lock_guard lock(m_mutex);
        m_progress = progress;
        if (m_terminal)
            draw();
        else if (m_frameByFrame && progress.state == job::JobState::running && progress.done > 0 &&
                 Clock::now() - m_lastLine > std::chrono::seconds(5)) {
            m_lastLine = Clock::now();
            line(framesText());
        }
    }
    void onFrameFailed(std::size_t, const std::string& reason) noexcept override {
        const std::lock_guard lock(m_mutex);
        clear();
        m_failures.warn(reason);
    }
    void onLog(LogLevel level, const std::string& text) noexcept override {
        // Errors are printed once, on stderr, by the command that runs the job.
        if (level == LogLevel::error) return;
        const std::lock_guard lock(m_mutex);
        if (level == LogLevel::warning)
            warn(text);
        else
            line("note: " + text);
    }
    void onOutcome(const job::JobOutcome& outcome) noexcept override {
        const std::lock_guard lock(m_mutex);
        clear();
        m_terminal = false; // no more bar
        if (m_hasLoss && outcome.state != job::JobState::failed && m_lastPrinted != m_loss.iteration)
            line(lossText(m_loss));
        if (!outcome.resultFile.empty())
            line("wrote " + outcome.resultFile + formatted(m_progress.elapsed_s, " after %.1f s"));
    }

private:
    /// About twenty lines a run, and one at least every ten seconds.
    bool worthALine(const io::LossEntry& entry) {
        const std::size_t step = std::max<std::size_t>(1, m_iterations / 20);
        const bool late = Clock::now() - m_lastLine > std::chrono::seconds(10);
        if (entry.iteration != 1 && entry.iteration % step != 0 && !late) return false;
        m_lastLine = Clock::now();
        return true;
    }

    /// "frame 4000/10000, 185 frames/s, 32 s left"
    [[nodiscard]] std::string framesText() const {
        std::string text = "frame " + std::to_string(m_progress.done) + "/" + std::to_string(m_progress.total);
        if (m_progress.perSecond > 0) text += formatted(m_progress.perSecond, ", %.3g frames/s");
        if (m_progress.secondsLeft >= 0) text += ", " + duration(m_progress.secondsLeft) + " left";
        return text;
    }

    [[nodiscard]] std::string lossText(const io::LossEntry& entry) const {
        std::string text = "iteration " + std::to_string(entry.iteration);
        if (m_iterations > 0) text += "/" + std::to_string(m_iterations);
        return text + " " + entry.engine + " fourier_error " + formatted(entry.fourierError, "%.5f") + " llk " +
               formatted(entry.llk, "%.4g") + " time " + formatted(entry.time_s, "%.2f s");
    }

    void draw() {
        using job::JobState;
        const JobState state = m_progress.state;
        if (m_progress.total == 0 ||
            (state != JobState::reading && state != JobState::initialising && state != JobState::running))
            return;
        constexpr std::size_t kWidth = 30;
        const auto filled = static_cast<std::size_t>(fractionDone(m_progress) * kWidth);
        std::string text = "[" + std::string(filled, '#') + std::string(kWidth - filled, '.') + "] " +
                           std::to_string(m_progress.done) + "/" + std::to_string(m_progress.total);
        const std::size_t half = m_progress.part.half;
        if (half > 0) text += half == 1 ? " first half of the frames" : " second half of the frames";
        if (state == JobState::initialising) text += " finding the probe, best " + lengthText(m_progress.bestDefocus_m);
        if (state == JobState::running && m_hasLoss && half == 0)
            text += " " + m_loss.engine + " error " + formatted(m_loss.fourierError, "%.5f");
        if (m_progress.perSecond > 0)
            text += formatted(m_progress.perSecond, m_frameByFrame ? " %.3g frames/s" : " %.3g/s");
        if (m_progress.secondsLeft >= 0)
            text += (m_progress.atMost ? " at most " : " ") + duration(m_progress.secondsLeft) + " left";
        text += formatted(static_cast<double>(m_progress.memory_bytes) / 1e6, " %.0f MB");
        std::printf("\r\033[K%s", text.c_str());
        std::fflush(stdout);
        m_drawn = true;
    }

    void clear() {
        if (m_drawn) std::printf("\r\033[K");
        m_drawn = false;
    }

    void warn(const std::string& text) {
        clear();
        printWarning(text);
    }

    void line(const std::string& text) {
        clear();
        std::printf("%s\n", text.c_str());
        std::fflush(stdout);
    }

    std::mutex m_mutex;
    bool m_terminal;
    bool m_drawn = false;
    bool m_hasLoss = false;
    std::size_t m_lastPrinted = 0; ///< iteration
    bool m_frameByFrame = false;
    FailedFrames m_failures;
    std::size_t m_iterations = 0; ///< in all; a progress that comes ten times a second may still be of the reading
    io::LossEntry m_loss;
    job::Progress m_progress;
    Clock::time_point m_lastLine{};
};

/// Warnings alone.
class QuietOutput final : public job::JobObserver {
public:
    void onFrameFailed(std::size_t, const std::string& reason) noexcept override { m_failures.warn(reason); }
    void onLog(LogLevel level, const std::string& text) noexcept override { printWarningOf(level, text); }

private:
    FailedFrames m_failures;
};

/// One JSON object a line, for programs.
class EventOutput final : public job::EventWriter {
public:
    EventOutput()
        : EventWriter([](const std::string& line) {
              std::printf("%s", line.c_str());
              std::fflush(stdout);
          }) {}
    void onPlan(const job::JobPlan& plan) noexcept override {
        m_frameByFrame = worksFrameByFrame(plan);
        EventWriter::onPlan(plan);
    }
    /// Of patterns a summary a second; pictures of a reconstruction would be of no use here.
    [[nodiscard]] double previewInterval_s() const noexcept override { return m_frameByFrame ? 1 : 0; }

private:
    std::atomic<bool> m_frameByFrame{false};
};

} // namespace

std::unique_ptr<job::JobObserver> makeOutput(OutputStyle style) {
    if (style == OutputStyle::events) return std::make_unique<EventOutput>();
    if (style == OutputStyle::quiet) return std::make_unique<QuietOutput>();
    return std::make_unique<HumanOutput>(isatty(STDOUT_FILENO) == 1);
}

} // namespace ewald::cli
