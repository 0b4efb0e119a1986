// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"
#include "job/queue/store/queue_store.h"
#include "job/queue/watch/http_server.h"

#include <filesystem>
#include <optional>
#include <string>

namespace ewald::job::queue {

/// Jobs by HTTP, for a control system. All requests need "Authorization: Bearer TOKEN".
///
/// POST /jobs takes an object: "document" (a job document), or "file" (a scan, which may still be written; a second
/// request for the same one gives the same job) with "template" (job document or result on this computer) and
/// "settings" (parameters by key); and "name", "output" (expandName()), "sample", "comment", "operator", "priority",
/// "devices", "backend", "after", "hold". A job document alone is taken, too. Paths are absolute. Answers 201, or 200
/// for a file that has its job (409 where name, output and notes in the request differ from that), with id, name, state
/// and result; else an error with "error", "where" and "hint". GET /jobs/ID answers with the same and with what is
/// wrong.
class JobTrigger {
public:
    /// \param common for files without a template
    JobTrigger(QueueStore& store, std::string token, JobDocument common)
        : m_store(store), m_token(std::move(token)), m_common(std::move(common)) {}

    /// What is answered to a request without the token, of which the headers are enough. Never throws.
    [[nodiscard]] std::optional<HttpAnswer> refusal(const HttpRequest& request) const;
    /// Never throws.
    [[nodiscard]] HttpAnswer answer(const HttpRequest& request);

private:
    [[nodiscard]] HttpAnswer add(const std::string& body);
    [[nodiscard]] HttpAnswer show(const std::string& number);

    QueueStore& m_store;
    std::string m_token;
    JobDocument m_common;
};

/// The token in a file that only its owner can read; made, with a new token, when there is none.
/// \throws DataError: readable by others, shorter than 16 characters
[[nodiscard]] std::string tokenOf(const std::filesystem::path& file);

} // namespace ewald::job::queue
