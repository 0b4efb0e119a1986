// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include "base/files/system_reason.h"
#include "base/phrase.h"

#include <cerrno>
#include <new>
#include <system_error>

namespace ewald {
namespace {

std::string oneLine(std::string text) {
    for (char& c : text)
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    return text;
}

std::string compose(const std::string& what, const std::string& where, const std::string& hint) {
    if (where.empty()) return hint.empty() ? what : phrase("%1; %2", what, hint);
    return hint.empty() ? phrase("%1: %2", what, where) : phrase("%1: %2; %3", what, where, hint);
}

} // namespace

int exitCode(ErrorKind kind) noexcept {
    switch (kind) {
    case ErrorKind::job: return 2;
    case ErrorKind::data: return 3;
    case ErrorKind::device: return 4;
    case ErrorKind::stopped: return 5;
    case ErrorKind::bug: break;
    }
    return 70;
}

Error::Error(ErrorKind kind, std::string what, std::string where, std::string hint)
    : std::runtime_error(oneLine(compose(what, where, hint))), m_kind(kind), m_problem(oneLine(std::move(what))),
      m_where(oneLine(std::move(where))), m_hint(oneLine(std::move(hint))) {}

void raise(const Error& error) {
    switch (error.kind()) {
    case ErrorKind::job: throw JobError(error.problem(), error.where(), error.hint());
    case ErrorKind::data: throw DataError(error.problem(), error.where(), error.hint());
    case ErrorKind::device: throw DeviceError(error.problem(), error.where(), error.hint());
    case ErrorKind::stopped: throw StoppedError(error.problem());
    case ErrorKind::bug: break;
    }
    throw InternalError(error.problem(), error.where());
}

bool isOutOfMemory(const Error& error) {
    // By its text, which is the same when the error comes from another thread or process.
    return error.kind() == ErrorKind::device && error.problem().find("out of memory") != std::string::npos;
}

Error prefixed(const std::string& prefix, const Error& error) {
    return {error.kind(), phrase("%1%2", prefix, error.problem()), error.where(), error.hint()};
}

Error currentError() noexcept {
    try {
        throw;
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return DeviceError("out of memory", {}, "use fewer or smaller frames, or fewer workers");
    } catch (const std::exception& error) {
        // What starting a thread fails with: std::thread with a code, oneTBB with the words of the system.
        const std::string text = error.what();
        for (const int code : {EAGAIN, ENOMEM})
            if (text.find(std::generic_category().message(code)) != std::string::npos)
                return DeviceError(phrase("out of memory, or of the number of threads (%1)", systemReason(code)), {},
                                   "allow more (ulimit -v, ulimit -u), or use fewer workers");
        return InternalError(text);
    } catch (...) {
        return InternalError("unknown exception");
    }
}

} // namespace ewald
