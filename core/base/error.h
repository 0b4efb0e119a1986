// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace ewald {

/// The kind of an error; decides the exit code of a command and the icon in the window.
enum class ErrorKind {
    job,     ///< the job document or the arguments are invalid (exit code 2)
    data,    ///< a file cannot be read, written or understood (exit code 3)
    device,  ///< a device, a backend module or a collective failed (exit code 4)
    stopped, ///< the user asked to stop before there was a result (exit code 5)
    bug,     ///< a fault of Ewald itself (exit code 70)
};

/// Exit code of a command that ends with an error of this kind.
[[nodiscard]] int exitCode(ErrorKind kind) noexcept;

/// The one exception type of Ewald: what happened, where, and what to do about it, each on one line.
///
/// `what()` is the whole message on one line: "what: where; hint". The parts stay apart for the window.
class Error : public std::runtime_error {
public:
    /// \param what  what happened, a phrase without a full stop
    /// \param where file and dataset path, parameter key or device id; may be empty
    /// \param hint  what to do, a phrase; may be empty
    Error(ErrorKind kind, std::string what, std::string where = {}, std::string hint = {});

    [[nodiscard]] ErrorKind kind() const noexcept { return m_kind; }
    [[nodiscard]] const std::string& problem() const noexcept { return m_problem; }
    [[nodiscard]] const std::string& where() const noexcept { return m_where; }
    [[nodiscard]] const std::string& hint() const noexcept { return m_hint; }

private:
    ErrorKind m_kind;
    std::string m_problem;
    std::string m_where;
    std::string m_hint;
};

struct JobError : Error {
    explicit JobError(std::string what, std::string where = {}, std::string hint = {})
        : Error(ErrorKind::job, std::move(what), std::move(where), std::move(hint)) {}
};
struct DataError : Error {
    explicit DataError(std::string what, std::string where = {}, std::string hint = {})
        : Error(ErrorKind::data, std::move(what), std::move(where), std::move(hint)) {}
};
struct DeviceError : Error {
    explicit DeviceError(std::string what, std::string where = {}, std::string hint = {})
        : Error(ErrorKind::device, std::move(what), std::move(where), std::move(hint)) {}
};
struct StoppedError : Error {
    explicit StoppedError(std::string what = "stopped by request") : Error(ErrorKind::stopped, std::move(what)) {}
};
struct InternalError : Error {
    explicit InternalError(std::string what, std::string where = {})
        : Error(ErrorKind::bug, std::move(what), std::move(where), "please report this") {}
};

/// Throws `error` as the type of its kind: for an error that was caught elsewhere, in another thread or process.
[[noreturn]] void raise(const Error& error);
/// The same error with `prefix` before its text: "rank 3 failed: …".
[[nodiscard]] Error prefixed(const std::string& prefix, const Error& error);
/// Whether memory of a device or of the computer was exhausted; a plan that needs less may succeed.
[[nodiscard]] bool isOutOfMemory(const Error& error);
/// The exception being handled, as an Error; for use in a catch block.
[[nodiscard]] Error currentError() noexcept;

} // namespace ewald
