// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/watch/http_server.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/json_text.h"
#include "base/phrase.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ewald::job::queue {
namespace {

HttpParsed refused(int status, std::string reason) {
    HttpParsed parsed;
    parsed.refusal = status;
    parsed.reason = std::move(reason);
    return parsed;
}

/// A character of a method or of the name of a header (RFC 9110, section 5.6.2).
bool isTokenCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool isToken(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), isTokenCharacter); }

bool isVisible(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

/// "POST /jobs HTTP/1.1". \return whether it is one
bool parseRequestLine(std::string_view line, HttpRequest& request) {
    const std::size_t first = line.find(' '), last = line.rfind(' ');
    if (first == std::string_view::npos || first == last) return false;
    const std::string_view method = line.substr(0, first), path = line.substr(first + 1, last - first - 1),
                           version = line.substr(last + 1);
    if (!isToken(method) || path.empty() || path.front() != '/' || !isVisible(path)) return false;
    if (version != "HTTP/1.1" && version != "HTTP/1.0") return false;
    request.method = method;
    request.path = path;
    return true;
}

/// \return why the header is refused; empty: it is not
std::string parseHeader(std::string_view line, HttpRequest& request) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !isToken(line.substr(0, colon))) return "a header has no valid name";
    const std::string value(trimmed(line.substr(colon + 1), " \t")); // RFC 9110, section 5.6.3
    if (std::any_of(value.begin(), value.end(),
                    [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f'; }))
        return "a header holds control characters";
    if (!request.headers.emplace(lowerAscii(line.substr(0, colon)), value).second) return "a header is given twice";
    return {};
}

std::optional<std::size_t> lengthOf(const std::string& text) {
    std::size_t length = 0;
    if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) == 0) return std::nullopt;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return length;
}

const char* reasonOf(int status) {
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 422: return "Unprocessable Content";
    case 431: return "Request Header Fields Too Large";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    default: return "Internal Server Error";
    }
}

std::string textOf(const HttpAnswer& answer) {
    std::string text = "HTTP/1.1 " + std::to_string(answer.status) + " " + reasonOf(answer.status) +
                       "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(answer.body.size()) +
                       "\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n";
    if (answer.status == 401) text += "WWW-Authenticate: Bearer\r\n";
    return text + "\r\n" + answer.body;
}

HttpAnswer errorAnswer(int status, const std::string& reason) {
    return {status, jsonText(nlohmann::json{{"error", reason}}) + "\n"};
}

} // namespace

HttpParsed parseHttp(std::string_view bytes, const HttpLimits& limits) {
    const std::size_t headerEnd = bytes.find("\r\n\r\n");
    if (std::min(headerEnd, bytes.size()) > limits.headerBytes) return refused(431, "the headers are too long");
    const bool whole = headerEnd != std::string_view::npos;
    HttpParsed parsed;
    bool isFirst = true;
    // What can be refused is, before more of it comes.
    std::string_view head = bytes.substr(0, whole ? headerEnd + 2 : bytes.size());
    for (std::size_t end = 0; (end = head.find("\r\n")) != std::string_view::npos; head.remove_prefix(end + 2)) {
        const std::string_view line = head.substr(0, end);
        if (line.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos)
            return refused(400, "a line does not end as it has to");
        if (std::exchange(isFirst, false)) {
            if (!parseRequestLine(line, parsed.request)) return refused(400, "this is not a request of HTTP 1.1");
        } else if (const std::string reason = parseHeader(line, parsed.request); !reason.empty()) {
            return refused(400, reason);
        }
    }
    if (head.find('\n') != std::string_view::npos) return refused(400, "a line does not end as it has to");
    if (!whole) return parsed;
    parsed.hasHeaders = true;
    const auto& headers = parsed.request.headers;
    if (headers.contains("transfer-encoding")) return refused(501, "only bodies of a given length are taken");
    const auto given = headers.find("content-length");
    if (given == headers.end() && parsed.request.method == "POST") return refused(411, "Content-Length is missing");
    const std::optional<std::size_t> length = given == headers.end() ? 0 : lengthOf(given->second);
    if (!length) return refused(400, "Content-Length is not a number");
    if (*length > limits.bodyBytes) return refused(413, "the body is too long");
    const std::string_view body = bytes.substr(headerEnd + 4);
    if (body.size() > *length) return refused(400, "more bytes follow the body");
    parsed.complete = body.size() == *length;
    if (parsed.complete) parsed.request.body = body;
    return parsed;
}

bool sameSecret(std::string_view given, std::string_view secret) noexcept {
    // Of the length of what was given, which the one who gave it has chosen.
    unsigned difference = given.size() == secret.size() ? 0U : 1U;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const char other = secret.empty() ? '\0' : secret[i % secret.size()];
        difference |= static_cast<unsigned>(static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(other));
    }
    return difference == 0 && !secret.empty();
}

HttpServer::HttpServer(const std::string& address, unsigned short port, Handler handler, HttpLimits limits, Guard guard)
    : m_handler(std::move(handler)), m_guard(std::move(guard)), m_limits(limits) {
    const auto fail = [&](const std::string& what) {
        const std::string reason = systemReason(errno);
        if (m_socket >= 0) close(m_socket);
        throw DataError(phrase("%1 (%2)", what, reason), address + ":" + std::to_string(port),
                        "choose another port, or end the program that uses this one");
    };
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    if (inet_pton(AF_INET, address.c_str(), &place.sin_addr) != 1)
        throw JobError("this is not a numeric IPv4 address", address, "for example 127.0.0.1");
    m_socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (m_socket < 0) fail("cannot make a socket");
    const int one = 1;
    setsockopt(m_socket, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(m_socket, reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0) fail("cannot use the port");
    if (listen(m_socket, 16) != 0) fail("cannot listen");
    socklen_t size = sizeof place;
    if (getsockname(m_socket, reinterpret_cast<sockaddr*>(&place), &size) != 0) fail("cannot use the port");
    m_port = ntohs(place.sin_port);
}

HttpServer::~HttpServer() {
    for (const Connection& connection : m_connections) close(connection.socket);
    close(m_socket);
}

std::list<HttpServer::Connection>::iterator HttpServer::idle() {
    const auto isStranger = [](const Connection& one) { return !one.trusted; };
    const auto isSilent = [this, now = Clock::now()](const Connection& one) {
        return !one.answered && now - one.heard >= m_limits.silence;
    };
    const auto stranger = std::find_if(m_connections.begin(), m_connections.end(), isStranger);
    return stranger != m_connections.end() ? stranger
                                           : std::find_if(m_connections.begin(), m_connections.end(), isSilent);
}

void HttpServer::accept() {
    for (std::size_t i = 0; i < m_limits.connections; ++i) {
        // Those that only hold a place make room for those that come.
        const auto oldest = idle();
        const bool full = m_connections.size() >= m_limits.connections;
        if (full && oldest == m_connections.end()) return;
        const int made = accept4(m_socket, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (made < 0) return;
        if (full) {
            close(oldest->socket);
            m_connections.erase(oldest);
        }
        Connection& connection = m_connections.emplace_back();
        connection.socket = made;
        connection.heard = Clock::now();
        connection.end = Clock::now() + std::min(m_limits.time, m_limits.headerTime);
    }
}

void HttpServer::receive(Connection& connection) {
    std::array<char, 16384> bytes{};
    const ssize_t count = recv(connection.socket, bytes.data(), bytes.size(), 0);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) connection.over = true;
    if (count <= 0) return;
    connection.heard = Clock::now();
    // What comes behind an answer is thrown away: an unread rest would take the answer with it.
    if (connection.answered) {
        connection.rest += static_cast<std::size_t>(count);
        if (connection.rest > m_limits.restBytes) connection.over = true;
        return;
    }
    connection.received.append(bytes.data(), static_cast<std::size_t>(count));
    answer(connection, parseHttp(connection.received, m_limits));
}

void HttpServer::answer(Connection& connection, const HttpParsed& parsed) {
    if (parsed.refusal != 0) {
        connection.answer = textOf(errorAnswer(parsed.refusal, parsed.reason));
        connection.answered = true;
        connection.received = {};
        return;
    }
    if (parsed.hasHeaders && !connection.trusted) {
        if (const std::optional<HttpAnswer> no = m_guard ? m_guard(parsed.request) : std::nullopt) {
            connection.answer = textOf(*no);
        } else {
            connection.trusted = true;
            connection.end = Clock::now() + m_limits.time;
        }
    }
    if (connection.trusted && parsed.complete) {
        try {
            connection.answer = textOf(m_handler(parsed.request));
        } catch (const std::exception& error) {
            connection.answer = textOf(errorAnswer(500, error.what()));
        }
    }
    connection.answered = !connection.answer.empty();
    if (connection.answered) connection.received = {};
}

void HttpServer::send(Connection& connection) {
    const ssize_t count = ::send(connection.socket, connection.answer.data(), connection.answer.size(), MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EINTR) connection.over = true;
    if (count <= 0) return;
    connection.answer.erase(0, static_cast<std::size_t>(count));
    // Its end comes with that of the other side, with too much from there, or in time.
    if (!connection.answer.empty()) return;
    shutdown(connection.socket, SHUT_WR);
    connection.end = std::min(connection.end, Clock::now() + std::chrono::seconds(5));
}

void HttpServer::serve(std::chrono::milliseconds time) {
    const auto end = Clock::now() + time;
    do {
        std::vector<pollfd> polled;
        const bool room = m_connections.size() < m_limits.connections || idle() != m_connections.end();
        polled.push_back({m_socket, static_cast<short>(room ? POLLIN : 0), 0});
        for (const Connection& connection : m_connections)
            polled.push_back(
                {connection.socket, static_cast<short>(connection.answer.empty() ? POLLIN : POLLIN | POLLOUT), 0});
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
        const int wait = static_cast<int>(std::clamp<long long>(left.count(), 0, 100));
        if (poll(polled.data(), polled.size(), wait) < 0 && errno != EINTR) return;
        std::size_t i = 1;
        for (Connection& connection : m_connections) {
            const short events = polled[i++].revents;
            if ((events & (POLLIN | POLLHUP | POLLERR)) != 0) receive(connection);
            if (!connection.over && !connection.answer.empty()) send(connection);
            if (Clock::now() < connection.end || connection.over) continue;
            if (!connection.answered) {
                connection.answer = textOf(errorAnswer(408, "the request did not come to its end in time"));
                send(connection);
            }
            connection.over = true;
        }
        m_connections.remove_if([](const Connection& connection) {
            if (connection.over) close(connection.socket);
            return connection.over;
        });
        if ((polled[0].revents & POLLIN) != 0) accept();
    } while (Clock::now() < end);
}

} // namespace ewald::job::queue
