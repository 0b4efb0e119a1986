// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/queue_feed.h"

#include "base/error.h"
#include "model/page_language.h"
#include "model/text.h"

#include <chrono>
#include <cstdlib>
#include <set>
#include <unistd.h>

namespace ewald::ui {

namespace {

namespace fs = std::filesystem;
using job::queue::QueueJob;
using job::queue::QueueState;

bool canRun(const fs::path& program) {
    std::error_code failed;
    return fs::is_regular_file(program, failed) && access(program.c_str(), X_OK) == 0;
}

std::size_t atOnceOf(QueueFeed::Store& store) {
    const int number = std::atoi(store.setting(job::queue::kAtOnceSetting).c_str());
    return number > 0 ? static_cast<std::size_t>(number) : 0;
}

} // namespace

fs::path queueProgram() {
    if (const char* chosen = std::getenv("EWALD_CLI"); chosen != nullptr && *chosen != 0)
        return canRun(chosen) ? fs::path(chosen) : fs::path();
    std::error_code failed;
    const fs::path folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
    // Beside the window, in an installation, and of a program of the tests in the same build tree.
    for (const fs::path& place : {folder / "ewald-cli", folder.parent_path() / "bin" / "ewald-cli",
                                  folder.parent_path().parent_path() / "app" / "ewald-cli"})
        if (canRun(place)) return place;
    return {};
}

struct QueueFeed::Engine {
    std::optional<Store> store;
    std::optional<job::queue::QueueRunner> runner;
    std::optional<job::queue::FolderWatcher> watcher;
    std::uint64_t version = 0;
    QueueSnapshotPtr seen;
    std::string complaint;
    fs::path damaged;                           ///< the store that was said to be damaged last
    std::chrono::steady_clock::time_point next; ///< when it is looked at again, unless it changes before
    bool hurries = false;                       ///< to be looked at again soon
};

QueueFeed::QueueFeed(fs::path folder, QObject* parent) : QObject(parent), m_folder(std::move(folder)) {}

QueueFeed::~QueueFeed() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_woken.notify_all();
    if (m_thread.joinable()) m_thread.join();
}

void QueueFeed::start(bool onlyExisting) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_needed || (onlyExisting && m_thread.joinable())) return;
        m_needed = !onlyExisting;
    }
    m_woken.notify_all();
    if (m_thread.joinable()) return;
    m_thread = std::thread([this, onlyExisting] { run(onlyExisting); });
}

void QueueFeed::post(std::function<void()> function) {
    QMetaObject::invokeMethod(this, std::move(function), Qt::QueuedConnection);
}

void QueueFeed::submit(Task task) {
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.push_back(std::move(task));
    }
    start();
    m_woken.notify_all();
}

void QueueFeed::change(std::function<void(Store&)> work) {
    submit([work = std::move(work)](Store& store) -> std::function<void()> {
        work(store);
        return {};
    });
}

void QueueFeed::changeEach(const std::vector<long long>& ids, std::function<void(Store&, long long)> work) {
    change([ids, work = std::move(work)](Store& store) {
        std::optional<Error> first;
        for (const long long id : ids) {
            try {
                work(store, id);
            } catch (...) {
                if (!first) first = currentError();
            }
        }
        if (first) raise(*first);
    });
}

void QueueFeed::setHeld(bool held) {
    change([held](Store& store) { store.setSetting(job::queue::kHeldSetting, held ? "1" : ""); });
}

void QueueFeed::setAtOnce(std::size_t jobs) {
    change(
        [jobs](Store& store) { store.setSetting(job::queue::kAtOnceSetting, jobs == 0 ? "" : std::to_string(jobs)); });
}

void QueueFeed::run(bool onlyExisting) {
    Engine engine;
    bool waits = onlyExisting;
    while (true) {
        bool ends = false;
        {
            const std::lock_guard lock(m_mutex);
            ends = m_ending;
            if (ends && m_tasks.empty()) return; // what was asked for is done first
            if (m_needed) waits = false;
        }
        std::optional<Error> failed;
        const auto attempt = [&](const auto& work) {
            try {
                work();
            } catch (...) {
                if (!failed) failed = currentError();
            }
        };
        attempt([&] {
            const fs::path folder = m_folder.empty() ? Store::usualFolder() : m_folder;
            if (waits && fs::exists(folder / "queue.db")) waits = false;
            if (!waits && !engine.store) open(engine, folder);
        });
        if (failed) failTasks(*failed);
        if (engine.store) runTasks(engine);
        if (ends) return;
        bool changed = false; // by a task: what only reads leaves the pace as it is
        if (engine.store) attempt([&] { changed = engine.store->version() != engine.version; });
        if (changed || std::chrono::steady_clock::now() >= engine.next) {
            engine.hurries = changed;
            if (engine.store) {
                attempt([&] { watch(engine); });
                attempt([&] { step(engine); });
                attempt([&] { look(engine); });
                sayDamage(engine);
            }
            report(engine, failed);
            engine.next = std::chrono::steady_clock::now() + (engine.hurries ? m_pace.soon : m_pace.usual);
        }
        std::unique_lock lock(m_mutex);
        m_woken.wait_until(lock, engine.next,
                           [&] { return m_ending || (!waits && !m_tasks.empty()) || (waits && m_needed); });
    }
}

/// Without a store nothing can be done, which is said once.
void QueueFeed::failTasks(const Error& error) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_tasks.empty()) return;
        m_tasks.clear();
    }
    post([this, error] { emit message(toMessage(error)); });
}

void QueueFeed::open(Engine& engine, const fs::path& folder) {
    engine.store.emplace(folder);
    sayDamage(engine);
}

/// The store may turn out to be damaged at any time; it mends itself.
void QueueFeed::sayDamage(Engine& engine) {
    if (engine.store->damagedStore() == engine.damaged) return;
    engine.damaged = engine.store->damagedStore();
    post([this, aside = toQString(engine.damaged)] {
        emit message({io::Severity::warning,
                      tr("The store of the queue was damaged. It was made again from the folders of the jobs."),
                      aside,
                      {},
                      {}});
    });
}

void QueueFeed::runTasks(Engine& engine) {
    while (true) {
        Task task;
        {
            const std::lock_guard lock(m_mutex);
            if (m_tasks.empty()) return;
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        try {
            if (std::function<void()> done = task(*engine.store)) post(std::move(done));
        } catch (...) {
            post([this, error = currentError()] { emit message(toMessage(error)); });
        }
    }
}

void QueueFeed::watch(Engine& engine) {
    if (!engine.watcher) engine.watcher.emplace(*engine.store);
    engine.watcher->step();
    for (const std::string& problem : engine.watcher->problems())
        post([this, problem] { emit message({io::Severity::warning, coreText(problem), {}, {}, {}}); });
}

void QueueFeed::step(Engine& engine) {
    if (!engine.runner) {
        const fs::path program = queueProgram();
        if (program.empty())
            throw DataError("the program ewald-cli, which runs the jobs of the queue, is not there", "ewald-cli",
                            "install Ewald again; jobs can be added meanwhile");
        job::queue::RunnerOptions options;
        options.program = program;
        options.language = pageLanguage();
        engine.runner.emplace(*engine.store, options);
    }
    engine.runner->step();
}

void QueueFeed::look(Engine& engine) {
    const std::uint64_t version = engine.store->version();
    if (!engine.seen || version != engine.version) {
        auto now = std::make_shared<QueueSnapshot>();
        now->jobs = engine.store->jobs();
        now->held = engine.store->isHeld();
        now->atOnce = atOnceOf(*engine.store);
        now->folder = engine.store->folder();
        for (const job::queue::WatchedFolder& watched : job::queue::watchedFolders(*engine.store))
            now->watched.push_back(watched.folder);
        compare(engine.seen, now);
        engine.seen = now;
        engine.version = version;
    }
    QueueProgress progress;
    for (const QueueJob& job : engine.seen->jobs) {
        engine.hurries = engine.hurries || job.state == QueueState::starting;
        if (!job.isActive()) continue;
        if (const auto found = engine.store->folderOf(job.id).progress()) progress.emplace(job.id, *found);
    }
    if (!progress.empty()) post([this, progress = std::move(progress)] { emit progressed(progress); });
}

void QueueFeed::compare(const QueueSnapshotPtr& before, const QueueSnapshotPtr& now) {
    std::vector<QueueJob> ended;
    bool some = false;
    if (before) {
        std::set<long long> unfinished;
        for (const QueueJob& job : before->jobs)
            if (!hasEnded(job.state)) unfinished.insert(job.id);
        for (const QueueJob& job : now->jobs) {
            some = some || !hasEnded(job.state);
            if (hasEnded(job.state) && unfinished.contains(job.id)) ended.push_back(job);
        }
    }
    post([this, now, ended = std::move(ended), some] {
        m_snapshot = now;
        emit loaded(now);
        for (const QueueJob& job : ended) emit jobEnded(job);
        if (!ended.empty() && !some) emit allDone();
    });
}

void QueueFeed::report(Engine& engine, const std::optional<Error>& error) {
    const std::string complaint = error ? error->what() : std::string();
    if (complaint == engine.complaint) return;
    engine.complaint = complaint;
    post([this, problem = error ? toMessage(*error) : UserMessage()] {
        m_problem = problem;
        emit problemChanged();
    });
}

} // namespace ewald::ui
