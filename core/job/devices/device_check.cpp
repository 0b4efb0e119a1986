// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/device_check.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/translate.h"
#include "compute/communication/device_communicator.h"
#include "compute/devices/queue.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <numeric>
#include <thread>

namespace ewald::job {
namespace {

using Clock = std::chrono::steady_clock;
using compute::Buffer;
using compute::Queue;

double secondsOf(const auto& body) {
    const auto start = Clock::now();
    body();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double bestOf(int times, const auto& body) {
    double best = secondsOf(body);
    for (int i = 1; i < times; ++i) best = std::min(best, secondsOf(body));
    return best;
}

constexpr int kLargeCopies = 3;
constexpr int kSmallCopies = 50;
constexpr std::size_t kSmallBytes = 64;
constexpr std::chrono::seconds kGraceAfterAbort{5};
// What does not hang ends within milliseconds; a stop does not wait longer for what does.
constexpr std::chrono::seconds kGraceAfterStop{1};
constexpr std::chrono::milliseconds kLookForStop{20};

/// Bytes that are different everywhere, so that a copy from the wrong place shows.
std::vector<std::byte> pattern(std::size_t bytes, unsigned seed) {
    std::vector<std::byte> data(bytes);
    unsigned state = seed * 2654435761U + 1;
    for (std::byte& value : data) {
        state = state * 1664525U + 1013904223U;
        value = static_cast<std::byte>(state >> 24U);
    }
    return data;
}

bool stopWanted(const RunControl* control) { return control && control->stopRequested(); }

/// Waits for `done`, a stop request or the end of the time. \returns whether it is done
bool waitFor(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, Clock::duration timeout,
             const RunControl* control, const auto& done) {
    const auto end = Clock::now() + timeout;
    while (!done() && !stopWanted(control) && Clock::now() < end)
        changed.wait_until(lock, std::min(end, Clock::now() + kLookForStop), done);
    return done();
}

/// Runs `body` in a thread of its own that is left behind when it does not end in time.
/// \returns whether it ended; rethrows what it threw \throws StoppedError
bool endsWithin(std::chrono::milliseconds timeout, const RunControl* control, std::function<void()> body) {
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        bool done = false;
        std::exception_ptr error;
    };
    const auto state = std::make_shared<State>();
    std::thread([state, body = std::move(body)] {
        std::exception_ptr error;
        try {
            body();
        } catch (...) {
            error = std::current_exception();
        }
        const std::lock_guard lock(state->mutex);
        state->done = true;
        state->error = error;
        state->changed.notify_all();
    }).detach();
    std::unique_lock lock(state->mutex);
    const auto done = [&] { return state->done; };
    const bool ended = waitFor(lock, state->changed, timeout, control, done);
    if (stopWanted(control)) {
        state->changed.wait_for(lock, kGraceAfterStop, done);
        throw StoppedError();
    }
    if (state->error) std::rethrow_exception(state->error);
    return ended;
}

/// A copy that is measured, with what it works on.
struct CopyTrial {
    LinkFigure figure;
    std::function<void(std::size_t bytes)> copy;
    std::function<void(std::span<const std::byte>)> fill; ///< the source
    std::function<void(std::span<std::byte>)> look;       ///< at the target
    std::vector<std::shared_ptr<void>> owned;             ///< queues first, buffers last
    ~CopyTrial() {
        while (!owned.empty()) owned.pop_back();
    }
    CopyTrial() = default;
    CopyTrial(const CopyTrial&) = delete;
    CopyTrial& operator=(const CopyTrial&) = delete;
};

void measureCopy(CopyTrial& trial, std::size_t bytes) {
    const std::vector<std::byte> sent = pattern(bytes, 1);
    std::vector<std::byte> received(bytes);
    trial.fill(sent);
    trial.copy(bytes);
    trial.look(received);
    if (received != sent) {
        trial.figure.problem = "what arrives is not what was sent";
        return;
    }
    trial.figure.bandwidth_Bps = static_cast<double>(bytes) / bestOf(kLargeCopies, [&] { trial.copy(bytes); });
    trial.figure.latency_s = bestOf(kSmallCopies, [&] { trial.copy(kSmallBytes); });
}

/// The figures of a trial that may hang or fail.
LinkFigure runTrial(const std::shared_ptr<CopyTrial>& trial, const DeviceCheckOptions& options) {
    LinkFigure failed = trial->figure;
    try {
        if (endsWithin(options.timeout, options.control,
                       [trial, bytes = options.bytes] { measureCopy(*trial, bytes); }))
            return trial->figure;
        failed.problem = "a copy did not end in time";
    } catch (const StoppedError&) {
        throw;
    } catch (const std::exception& error) {
        failed.problem = error.what();
    }
    return failed;
}

using QueuePtr = std::shared_ptr<Queue>;

template <class T>
std::shared_ptr<T> own(CopyTrial& trial, std::shared_ptr<T> thing) {
    trial.owned.push_back(thing);
    return thing;
}

std::shared_ptr<CopyTrial> hostTrial(const QueuePtr& queue, const std::string& id, bool toDevice, std::size_t bytes) {
    auto trial = std::make_shared<CopyTrial>();
    trial->figure.from = toDevice ? "host" : id;
    trial->figure.to = toDevice ? id : "host";
    own(*trial, queue);
    auto* device = own(*trial, std::make_shared<Buffer<std::byte>>(*queue, bytes)).get();
    auto* host = own(*trial, std::make_shared<std::vector<std::byte>>(bytes)).get();
    const auto upload = [=](std::size_t length) {
        queue->upload(device->data(), host->data(), length);
        queue->synchronize();
    };
    const auto download = [=](std::size_t length) { queue->download(host->data(), device->data(), length); };
    trial->copy = toDevice ? std::function<void(std::size_t)>(upload) : download;
    trial->fill = [=](std::span<const std::byte> data) {
        std::ranges::copy(data, host->begin());
        if (toDevice) return;
        upload(data.size());
        std::ranges::fill(*host, std::byte{0});
    };
    trial->look = [=](std::span<std::byte> data) {
        if (toDevice) {
            std::ranges::fill(*host, std::byte{0});
            download(data.size());
        }
        std::ranges::copy(*host, data.begin());
    };
    return trial;
}

std::shared_ptr<CopyTrial> pairTrial(const QueuePtr& from, const QueuePtr& to, bool direct, std::size_t bytes) {
    auto trial = std::make_shared<CopyTrial>();
    trial->figure.direct = direct;
    own(*trial, from);
    own(*trial, to);
    auto* source = own(*trial, std::make_shared<Buffer<std::byte>>(*from, bytes)).get();
    auto* target = own(*trial, std::make_shared<Buffer<std::byte>>(*to, bytes)).get();
    trial->copy = [=](std::size_t length) {
        if (direct)
            from->copyTo(*to, target->data(), source->data(), length);
        else
            compute::copyThroughHost(*from, *to, target->data(), source->data(), length);
    };
    trial->fill = [=](std::span<const std::byte> data) {
        source->upload(data);
        from->synchronize();
    };
    trial->look = [=](std::span<std::byte> data) { target->download(data); };
    return trial;
}

/// Half of what it takes two workers of this process to send each other a message.
double messageLatency() {
    constexpr int kRounds = 200;
    double seconds = 0;
    compute::runRanks(2, [&](compute::Communicator& communicator) {
        std::vector<std::byte> mine(kSmallBytes), theirs(kSmallBytes);
        const compute::Outgoing out{1 - communicator.rank(), mine};
        const compute::Incoming in{1 - communicator.rank(), theirs};
        const auto rounds = [&](int count) {
            for (int i = 0; i < count; ++i) communicator.exchange(std::span(&out, 1), std::span(&in, 1));
        };
        rounds(kRounds / 10);
        const double taken = secondsOf([&] { rounds(kRounds); });
        if (communicator.rank() == 0) seconds = taken / kRounds;
    });
    return seconds;
}

class DeviceCheck {
public:
    explicit DeviceCheck(const DeviceCheckOptions& options)
        : m_options(options), m_ranks(compute::parseDevices(options.devices)) {
        for (const compute::RankDevice& rank : m_ranks) m_devices.emplace(rank.id, rank.ranksOnDevice);
        const std::size_t devices = m_devices.size();
        m_steps = devices + devices * (devices - 1) + 1;
        for (const auto& [id, ranks] : m_devices) m_steps += ranks > 1 ? 1 : 0;
    }

    DeviceCheckReport run() {
        std::map<std::string, QueuePtr> queues;
        for (const auto& [id, ranks] : m_devices) {
            next({QT_TRANSLATE_NOOP("DeviceCheck", "copies between the host and %1"), {id}});
            queues[id] = compute::makeQueue({id, 1});
            for (const bool toDevice : {true, false})
                m_report.links.push_back(runTrial(hostTrial(queues[id], id, toDevice, m_options.bytes), m_options));
        }
        for (const auto& [from, ranks] : m_devices)
            for (const auto& [to, other] : m_devices)
                if (from != to || ranks > 1) checkPair(from, queues[from], to, queues[to]);
        queues.clear();
        next({QT_TRANSLATE_NOOP("DeviceCheck", "a sum over all workers"), {}});
        m_report.allReduce = checkSum();
        m_report.findings = diagnose(m_report.links, m_report.allReduce, m_options.peerToPeer);
        if (m_options.progress) m_options.progress(1, {QT_TRANSLATE_NOOP("DeviceCheck", "done"), {}});
        return m_report;
    }

private:
    void next(const Phrase& step) {
        if (stopWanted(m_options.control)) throw StoppedError();
        if (m_options.progress) m_options.progress(static_cast<double>(m_done) / static_cast<double>(m_steps), step);
        ++m_done;
    }

    void checkPair(const std::string& from, const QueuePtr& source, const std::string& to, const QueuePtr& target) {
        next({QT_TRANSLATE_NOOP("DeviceCheck", "copies from %1 to %2"), {from, to}});
        const QueuePtr other = from == to ? QueuePtr(compute::makeQueue({to, 1})) : target;
        for (const bool direct : {true, false}) {
            if (direct && !(m_options.peerToPeer && source->reaches(*other))) continue;
            if (!direct && (source->sharesHostMemory() || other->sharesHostMemory()) && source->reaches(*other))
                continue;
            const auto trial = pairTrial(source, other, direct, m_options.bytes);
            trial->figure.from = from, trial->figure.to = to;
            m_report.links.push_back(runTrial(trial, m_options));
            if (source->sharesHostMemory() && other->sharesHostMemory())
                m_report.links.back().latency_s = messageLatency(); // a copy is no message there
        }
    }

    AllReduceFigure checkSum() {
        auto trial = std::make_shared<AllReduceTrial>();
        const auto count = static_cast<int>(m_ranks.size());
        if (count > 1)
            trial->communicators = compute::makeInProcessCommunicators(count, 2 * m_options.timeout);
        else
            trial->communicators.push_back(compute::makeSelfCommunicator());
        compute::CollectiveOptions collectives;
        collectives.peerToPeer = m_options.peerToPeer;
        collectives.timeout = 2 * m_options.timeout; // it is this check that has to notice
        trial->body = [ranks = m_ranks, collectives](AllReduceTrial& t, std::size_t worker, std::size_t elements) {
            const auto queue = compute::makeQueue(ranks[worker]);
            const auto chosen = compute::chooseCommunicator(*t.communicators[worker], *queue, collectives);
            t.setName(chosen.communicator->name());
            return timeSum(*chosen.communicator, *queue, elements);
        };
        return tryAllReduce(
            trial, m_options.bytes / sizeof(double), m_options.timeout, [this] { return loads(); }, m_options.control);
    }

    /// Rank r brings r + 1 + (i mod 7): the sum can be checked everywhere.
    static double timeSum(compute::Communicator& communicator, Queue& queue, std::size_t elements) {
        constexpr std::size_t kPeriod = 7;
        std::vector<double> mine(elements);
        for (std::size_t i = 0; i < elements; ++i) mine[i] = communicator.rank() + 1 + static_cast<double>(i % kPeriod);
        Buffer<double> device(queue, elements);
        double seconds = 0;
        for (int round = 0; round < 2; ++round) { // the first makes connections
            device.upload(mine);
            queue.synchronize();
            communicator.barrier();
            seconds = secondsOf([&] {
                communicator.allReduceSum(queue, device.data(), elements);
                queue.synchronize();
            });
        }
        const double ranks = communicator.size();
        device.download(mine);
        for (std::size_t i = 0; i < elements; ++i)
            if (mine[i] != ranks * (ranks + 1) / 2 + ranks * static_cast<double>(i % kPeriod))
                throw DeviceError(phrase("the sum is wrong on rank %1", communicator.rank()), queue.device().id);
        return seconds;
    }

    [[nodiscard]] std::vector<double> loads() const {
        std::vector<double> all;
        for (const compute::DeviceInfo& device : compute::listDevices())
            if (device.load && m_devices.contains(device.id)) all.push_back(*device.load);
        return all;
    }

    const DeviceCheckOptions& m_options;
    std::vector<compute::RankDevice> m_ranks;
    std::map<std::string, std::size_t> m_devices; ///< workers by device
    std::size_t m_steps = 0;
    std::size_t m_done = 0;
    DeviceCheckReport m_report;
};

} // namespace

void AllReduceTrial::setName(const std::string& name) {
    const std::lock_guard lock(m_mutex);
    m_name = name;
}

std::string AllReduceTrial::name() const {
    const std::lock_guard lock(m_mutex);
    return m_name.empty() ? communicators.front()->name() : m_name;
}

AllReduceFigure tryAllReduce(const std::shared_ptr<AllReduceTrial>& trial, std::size_t elements,
                             std::chrono::milliseconds timeout, const std::function<std::vector<double>()>& loads,
                             const RunControl* control) {
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        std::size_t running;
        double slowest_s = 0;
        std::string problem; ///< of the first that failed
    };
    const auto state = std::make_shared<State>();
    const std::size_t workers = trial->communicators.size();
    state->running = workers;
    for (std::size_t worker = 0; worker < workers; ++worker)
        std::thread([trial, state, worker, elements] {
            double seconds = 0;
            std::string problem;
            try {
                seconds = trial->body(*trial, worker, elements);
            } catch (const std::exception& error) {
                problem = error.what();
                trial->communicators[worker]->abort(prefixed(phrase("worker %1: ", worker), currentError()));
            }
            const std::lock_guard lock(state->mutex);
            if (state->problem.empty()) state->problem = problem;
            state->slowest_s = std::max(state->slowest_s, seconds);
            --state->running;
            state->changed.notify_all();
        }).detach();

    AllReduceFigure figure;
    figure.workers = workers;
    figure.bytes = elements * sizeof(double);
    std::unique_lock lock(state->mutex);
    const auto finished = [&] { return state->running == 0; };
    if (!waitFor(lock, state->changed, timeout, control, finished)) {
        const bool stopped = stopWanted(control);
        figure.hung = !stopped;
        lock.unlock();
        if (!stopped) figure.loads = loads();
        for (const auto& communicator : trial->communicators)
            communicator->abort(DeviceError("the device check gave up waiting", "sum over all workers"));
        lock.lock();
        const Clock::duration grace = stopped ? kGraceAfterStop : kGraceAfterAbort;
        state->changed.wait_for(lock, std::min<Clock::duration>(timeout, grace), finished);
        if (stopped) throw StoppedError();
    }
    figure.communicator = trial->name();
    if (!figure.hung) figure.problem = state->problem;
    if (!figure.hung && figure.problem.empty()) figure.seconds = state->slowest_s;
    return figure;
}

DeviceCheckReport checkDevices(const DeviceCheckOptions& options) { return DeviceCheck(options).run(); }

} // namespace ewald::job
