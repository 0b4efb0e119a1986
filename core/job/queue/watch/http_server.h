// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ewald::job::queue {

struct HttpRequest {
    std::string method;                         ///< "POST"
    std::string path;                           ///< "/jobs"
    std::map<std::string, std::string> headers; ///< names in lower case
    std::string body;
};

struct HttpAnswer {
    int status = 200;
    std::string body; ///< JSON
};

struct HttpLimits {
    std::size_t headerBytes = 8U << 10U;
    std::size_t bodyBytes = 1U << 20U;
    std::size_t restBytes = 64U << 20U; ///< that are thrown away behind an answer
    std::size_t connections = 16;
    std::chrono::milliseconds headerTime{3000}; ///< until the headers are complete
    std::chrono::milliseconds time{10000};      ///< for a request and its answer
    std::chrono::milliseconds silence{1000};    ///< after which a request that is not complete makes room for others
};

/// How far the bytes of a request have come.
struct HttpParsed {
    bool complete = false;
    int refusal = 0;         ///< status of the answer to what is no request that this server takes; 0: none so far
    std::string reason;      ///< of the refusal, one line
    bool hasHeaders = false; ///< all of them
    HttpRequest request;
};
/// Reads as much of HTTP/1.0 and 1.1 as a program needs that posts a document: a request line, headers, and a body of
/// Content-Length bytes. Refuses everything else. Never throws; any thread.
[[nodiscard]] HttpParsed parseHttp(std::string_view bytes, const HttpLimits& limits);

/// Whether two secrets are the same, in a time that does not depend on where they differ.
[[nodiscard]] bool sameSecret(std::string_view given, std::string_view secret) noexcept;

/// A small HTTP server: one request a connection, a few connections at a time, no TLS. One thread.
class HttpServer {
public:
    using Handler = std::function<HttpAnswer(const HttpRequest&)>;

    /// Asked as soon as the headers of a request are complete. \return the answer to one that is refused
    using Guard = std::function<std::optional<HttpAnswer>(const HttpRequest&)>;

    /// Listens from now on. When there are too many connections, the oldest that the guard has not let go on ends, or
    /// the oldest of which nothing has come for a while.
    /// \param address numeric IPv4 address: "127.0.0.1" \param port 0: any that is free \throws DataError when it
    /// cannot
    HttpServer(const std::string& address, unsigned short port, Handler handler, HttpLimits limits = {},
               Guard guard = {});
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    [[nodiscard]] unsigned short port() const noexcept { return m_port; }
    /// Serves what comes within a time. Requests of which no more comes end by themselves.
    void serve(std::chrono::milliseconds time);

private:
    using Clock = std::chrono::steady_clock;
    struct Connection {
        int socket = -1;
        Clock::time_point end{};
        std::string received;
        std::string answer;        ///< what is left of it
        bool answered = false;     ///< the request is complete, or refused
        Clock::time_point heard{}; ///< when something came
        bool trusted = false;      ///< its headers are complete, and the guard lets it go on
        std::size_t rest = 0;      ///< bytes that came after that
        bool over = false;
    };

    /// One whose place may be given to another; the end of the list: none.
    [[nodiscard]] std::list<Connection>::iterator idle();
    void accept();
    void receive(Connection& connection);
    void answer(Connection& connection, const HttpParsed& parsed);
    static void send(Connection& connection);

    Handler m_handler;
    Guard m_guard;
    HttpLimits m_limits;
    int m_socket = -1;
    unsigned short m_port = 0;
    std::list<Connection> m_connections;
};

} // namespace ewald::job::queue
