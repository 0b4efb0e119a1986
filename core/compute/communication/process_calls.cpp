// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/communication/process_calls.h"

#include "compute/communication/rendezvous.h"

#include <algorithm>
#include <utility>

namespace ewald::compute {
namespace {

using Clock = std::chrono::steady_clock;

/// Up to this length an array is sent to every process as a whole.
constexpr std::size_t kShortBytes = std::size_t{64} << 10U;

/// FNV-1a over words (Fowler, Noll & Vo): different values on two sides show that their calls differ.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) { return (hash ^ word) * 1099511628211ULL; }

std::uint64_t kindOf(const std::vector<Piece>& pieces) {
    std::uint64_t hash = 0;
    for (const Piece& piece : pieces)
        hash = mixed(mixed(mixed(hash, static_cast<std::uint64_t>(piece.from)), static_cast<std::uint64_t>(piece.to)),
                     piece.bytes);
    return hash;
}

std::size_t lengthOf(const std::vector<Piece>& pieces) {
    std::size_t bytes = 0;
    for (const Piece& piece : pieces) bytes += piece.bytes;
    return bytes;
}

/// The first byte of each process's part of an array; one more entry for the end.
std::vector<std::size_t> partsOf(std::size_t elements, std::size_t width, int processes) {
    std::vector<std::size_t> bounds;
    for (int p = 0; p <= processes; ++p)
        bounds.push_back(elements * static_cast<std::size_t>(p) / static_cast<std::size_t>(processes) * width);
    return bounds;
}

std::span<std::byte> sliceOf(std::span<std::byte> bytes, const std::vector<std::size_t>& bounds, int process) {
    const auto p = static_cast<std::size_t>(process);
    return bytes.subspan(bounds[p], bounds[p + 1] - bounds[p]);
}

} // namespace

ProcessCalls::ProcessCalls(ProcessGroup& group, std::optional<std::chrono::milliseconds> timeout)
    : m_group(group), m_link(*group.m_link), m_timeout(timeout) {}

CallId ProcessCalls::begin(const char* name, std::uint64_t kind) {
    m_name = name;
    std::uint64_t hash = 0;
    for (const char* c = name; *c != '\0'; ++c) hash = mixed(hash, static_cast<unsigned char>(*c));
    return {++m_sequence, mixed(hash, kind)};
}

Error ProcessCalls::late(const std::vector<SendStream>& sends, const std::vector<ReceiveStream>& receives) const {
    std::vector<int> who;
    for (const ReceiveStream& stream : receives)
        if (!stream.finished()) who.push_back(stream.process());
    if (who.empty())
        for (const SendStream& stream : sends) who.push_back(stream.process());
    std::string names;
    for (const int process : who) names += (names.empty() ? "" : ", ") + m_group.describe(process);
    return missingRanks(names, m_name, *m_timeout);
}

void ProcessCalls::drive(std::vector<SendStream>& sends, std::vector<ReceiveStream>& receives, const Step& advance) {
    // A little longer than the time-out between ranks of one process, whose message names the missing rank.
    const auto timeout =
        m_timeout ? *m_timeout + *m_timeout / 10 + std::chrono::milliseconds(200) : std::chrono::milliseconds::zero();
    auto last = Clock::now();
    auto round = last;
    Backoff backoff;
    while (true) {
        // The time in which this process was suspended does not count as waiting.
        const auto before = std::exchange(round, Clock::now());
        if (round - before > std::chrono::seconds(1)) last = round;
        bool finished = true;
        for (SendStream& stream : sends) finished = stream.pump() && finished;
        const bool moved = advance();
        for (const ReceiveStream& stream : receives) finished = stream.finished() && finished;
        if (finished) return;
        m_group.throwIfFailed();
        if (moved) {
            last = round;
            backoff.restart();
            continue;
        }
        if (m_timeout && round - last > timeout) {
            std::erase_if(sends, [](SendStream& stream) { return stream.pump(); });
            raise(late(sends, receives));
        }
        backoff.pause();
    }
}

void ProcessCalls::run(std::vector<SendStream>& sends, std::vector<ReceiveStream>& receives, const Step& advance) {
    try {
        drive(sends, receives, advance);
    } catch (...) {
        m_group.failAs(currentError()); // no effect when the group itself reported this error
        m_group.throwIfFailed();
    }
}

void ProcessCalls::run(std::vector<SendStream>& sends, std::vector<ReceiveStream>& receives, const Sink& sink) {
    run(sends, receives, Step([&] {
            bool moved = false;
            for (ReceiveStream& stream : receives)
                while (!stream.finished()) {
                    const auto block = stream.front();
                    if (!block) break;
                    sink(stream, *block);
                    stream.pop();
                    moved = true;
                }
            return moved;
        }));
}

std::vector<ProcessCalls::Bytes> ProcessCalls::swap(const char* name, std::uint64_t kind,
                                                    std::span<const std::byte> mine,
                                                    const std::vector<std::size_t>& lengths) {
    const CallId call = begin(name, kind);
    std::vector<Bytes> all(lengths.size());
    std::vector<SendStream> sends;
    std::vector<ReceiveStream> receives;
    for (int p = 0; p < processes(); ++p) {
        Bytes& theirs = all[static_cast<std::size_t>(p)];
        if (p == process()) {
            theirs.assign(mine.begin(), mine.end());
            continue;
        }
        theirs.resize(lengths[static_cast<std::size_t>(p)]);
        sends.emplace_back(m_link, p, call, mine);
        receives.emplace_back(m_link, p, call, theirs.size());
    }
    run(sends, receives, Sink([&](ReceiveStream& stream, std::span<const std::byte> block) {
            std::copy(block.begin(), block.end(),
                      all[static_cast<std::size_t>(stream.process())].begin() +
                          static_cast<std::ptrdiff_t>(stream.offset()));
        }));
    return all;
}

template <class T>
void ProcessCalls::reduce(std::span<T> values, Reduction reduction) {
    const CallId call = begin("allReduce", values.size() * sizeof(T) * 2 + (reduction == Reduction::sum ? 1 : 0));
    const std::span<std::byte> bytes = std::as_writable_bytes(values);
    const auto bounds = partsOf(values.size(), sizeof(T), processes());
    const std::span<std::byte> mine = sliceOf(bytes, bounds, process());
    std::vector<SendStream> sends;
    std::vector<ReceiveStream> receives;
    for (int p = 0; p < processes(); ++p) {
        if (p == process()) continue;
        sends.emplace_back(m_link, p, call, sliceOf(bytes, bounds, p));
        receives.emplace_back(m_link, p, call, mine.size());
    }
    std::vector<T> sum;
    // A block is added when it has arrived from every process, in the order of the processes.
    const Step addBlocks = [&] {
        std::vector<std::span<const std::byte>> blocks;
        for (ReceiveStream& stream : receives) {
            if (stream.finished()) return false;
            const auto block = stream.front();
            if (!block) return false;
            blocks.push_back(*block);
        }
        const std::span<std::byte> target = mine.subspan(receives.front().offset(), blocks.front().size());
        blocks.insert(blocks.begin() + process(), target);
        const auto* first = reinterpret_cast<const T*>(blocks.front().data());
        sum.assign(first, first + target.size() / sizeof(T));
        for (const auto& block : std::span(blocks).subspan(1))
            combine<T>(sum, reinterpret_cast<const T*>(block.data()), reduction);
        std::ranges::copy(std::as_bytes(std::span(sum)), target.begin());
        for (ReceiveStream& stream : receives) stream.pop();
        return true;
    };
    run(sends, receives, addBlocks);
    gatherSlices(call, bytes, bounds);
}
template void ProcessCalls::reduce(std::span<float>, Reduction);
template void ProcessCalls::reduce(std::span<double>, Reduction);

void ProcessCalls::gatherSlices(CallId call, std::span<std::byte> bytes, const std::vector<std::size_t>& bounds) {
    std::vector<SendStream> sends;
    std::vector<ReceiveStream> receives;
    for (int p = 0; p < processes(); ++p) {
        if (p == process()) continue;
        sends.emplace_back(m_link, p, call, sliceOf(bytes, bounds, process()));
        receives.emplace_back(m_link, p, call, sliceOf(bytes, bounds, p).size());
    }
    run(sends, receives, Sink([&](ReceiveStream& stream, std::span<const std::byte> block) {
            std::ranges::copy(block, sliceOf(bytes, bounds, stream.process()).subspan(stream.offset()).begin());
        }));
}

void ProcessCalls::broadcast(std::span<std::byte> bytes, int root) {
    const CallId call = begin("broadcast", bytes.size());
    const bool whole = bytes.size() <= kShortBytes;
    const auto bounds = partsOf(bytes.size(), 1, processes());
    const auto part = [&](int p) { return whole ? bytes : sliceOf(bytes, bounds, p); };
    std::vector<SendStream> sends;
    std::vector<ReceiveStream> receives;
    if (process() == root) {
        for (int p = 0; p < processes(); ++p)
            if (p != root) sends.emplace_back(m_link, p, call, part(p));
    } else {
        receives.emplace_back(m_link, root, call, part(process()).size());
    }
    run(sends, receives, Sink([&](ReceiveStream& stream, std::span<const std::byte> block) {
            std::ranges::copy(block, part(process()).subspan(stream.offset()).begin());
        }));
    if (!whole) gatherSlices(call, bytes, bounds);
}

std::vector<ProcessCalls::Bytes> ProcessCalls::exchange(const std::vector<Bytes>& outgoing,
                                                        const std::vector<std::vector<Piece>>& outgoingPieces,
                                                        const std::vector<std::vector<Piece>>& incomingPieces) {
    const CallId call = begin("exchange", 0);
    std::vector<Bytes> come(outgoing.size());
    std::vector<SendStream> sends;
    std::vector<ReceiveStream> receives;
    for (int p = 0; p < processes(); ++p) {
        if (p == process()) continue;
        const auto at = static_cast<std::size_t>(p);
        come[at].resize(lengthOf(incomingPieces[at]));
        // Also without a piece, so that a receiver that expects one reports the mismatch.
        sends.emplace_back(m_link, p, CallId{call.sequence, mixed(call.kind, kindOf(outgoingPieces[at]))},
                           outgoing[at]);
        receives.emplace_back(m_link, p, CallId{call.sequence, mixed(call.kind, kindOf(incomingPieces[at]))},
                              come[at].size());
    }
    run(sends, receives, Sink([&](ReceiveStream& stream, std::span<const std::byte> block) {
            std::copy(block.begin(), block.end(),
                      come[static_cast<std::size_t>(stream.process())].begin() +
                          static_cast<std::ptrdiff_t>(stream.offset()));
        }));
    return come;
}

} // namespace ewald::compute
