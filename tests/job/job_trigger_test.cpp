// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/watch/job_trigger.h"

#include "base/error.h"
#include "io/temporary_folder.h"
#include "job/document/job_kind.h"

#include <arpa/inet.h>
#include <fstream>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Json = nlohmann::json;

const std::string kToken = "0123456789abcdef";

std::string post(const std::string& body, const std::string& token = kToken) {
    return "POST /jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

int refusalOf(const std::string& bytes) { return parseHttp(bytes, {}).refusal; }

TEST(HttpParser, TakesWholeRequestsOnly) {
    const std::string whole = post(R"({"a":1})");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const HttpParsed part = parseHttp(whole.substr(0, size), {});
        EXPECT_FALSE(part.complete) << size;
        EXPECT_EQ(part.refusal, 0) << size << part.reason;
    }
    const HttpParsed parsed = parseHttp(whole, {});
    EXPECT_TRUE(parsed.complete);
    EXPECT_EQ(parsed.request.method, "POST");
    EXPECT_EQ(parsed.request.path, "/jobs");
    EXPECT_EQ(parsed.request.headers.at("authorization"), "Bearer " + kToken);
    EXPECT_EQ(parsed.request.body, R"({"a":1})");
    EXPECT_TRUE(parseHttp("GET /jobs/1 HTTP/1.0\r\n\r\n", {}).complete);
}

TEST(HttpParser, RefusesEverythingElse) {
    EXPECT_EQ(refusalOf("\r\n\r\n"), 400);
    EXPECT_EQ(refusalOf("GET /\r\n\r\n"), 400);
    EXPECT_EQ(refusalOf("GET / HTTP/2\r\n\r\n"), 400);
    EXPECT_EQ(refusalOf("GET / HTTP/1.1\n\n"), 400);
    EXPECT_EQ(refusalOf("GET http://a/ HTTP/1.1\r\n\r\n"), 400);
    EXPECT_EQ(refusalOf("GET /a b HTTP/1.1\r\n\r\n"), 400);
    EXPECT_EQ(refusalOf("G(T / HTTP/1.1\r\n\r\n"), 400);
    EXPECT_EQ(refusalOf("GET / HTTP/1.1\r\nA : b\r\n\r\n"), 400);
    EXPECT_EQ(refusalOf("GET / HTTP/1.1\r\n folded\r\n\r\n"), 400);
    EXPECT_EQ(refusalOf("GET / HTTP/1.1\r\nA: b\r\na: c\r\n\r\n"), 400) << "which of the two counts";
    EXPECT_EQ(refusalOf(std::string("GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", 29)), 400);
    EXPECT_EQ(refusalOf("POST / HTTP/1.1\r\n\r\n"), 411);
    EXPECT_EQ(refusalOf("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
    for (const char* length : {"-1", "+1", "1 1", "0x1", "", "1,1", "99999999999999999999999"})
        EXPECT_EQ(refusalOf("POST / HTTP/1.1\r\nContent-Length: " + std::string(length) + "\r\n\r\n"), 400) << length;
    EXPECT_EQ(refusalOf("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n"), 413);
    EXPECT_EQ(refusalOf("GET / HTTP/1.1\r\n\r\nmore"), 400);
    EXPECT_EQ(refusalOf("GET /" + std::string(100000, 'a')), 431);
}

/// Any bytes, and requests with errors in them, in pieces: always an answer or the wish for more.
TEST(HttpParser, SurvivesAnyBytes) {
    std::mt19937 random(12);
    const auto pick = [&](std::size_t below) {
        return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
    };
    const std::string sound = post(R"({"file":"/a/b.h5"})");
    int refused = 0, complete = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string bytes = sound;
        for (std::size_t change = pick(4); change-- > 0;) {
            const std::size_t at = pick(bytes.size());
            switch (pick(4)) {
            case 0: bytes[at] = static_cast<char>(pick(256)); break;
            case 1: bytes.erase(at, 1 + pick(8)); break;
            case 2: bytes.insert(at, 1 + pick(4), "\r\n\0 :"[pick(5)]); break;
            default: bytes.insert(at, bytes.substr(pick(bytes.size()), pick(40)));
            }
            if (bytes.empty()) bytes = "G";
        }
        const HttpParsed parsed = parseHttp(bytes, {});
        refused += parsed.refusal != 0 ? 1 : 0;
        complete += parsed.complete ? 1 : 0;
        EXPECT_FALSE(parsed.complete && parsed.refusal != 0);
        EXPECT_EQ(parsed.refusal == 0, parsed.reason.empty());
        EXPECT_LE(parsed.request.body.size(), HttpLimits().bodyBytes);
    }
    EXPECT_GT(refused, 1000);
    EXPECT_GT(complete, 1000);
}

TEST(HttpParser, SecretsAreCompared) {
    EXPECT_TRUE(sameSecret("abc", "abc"));
    for (const char* other : {"", "ab", "abd", "abcd", "abcabc", "Abc"})
        EXPECT_FALSE(sameSecret(other, "abc")) << other;
    EXPECT_FALSE(sameSecret("", "")) << "without a secret nothing is allowed";
}

class JobTriggerTest : public testing::Test {
protected:
    JobTriggerTest()
        : m_store(m_folder.path() / "queue"), m_trigger(m_store, kToken, findJobKind("ptycho")->newDocument()),
          m_server(
              "127.0.0.1", 0, [this](const HttpRequest& request) { return m_trigger.answer(request); },
              HttpLimits{.headerTime = 1h, .time = 1h}), // nobody is too slow, however busy the machine
          m_thread([this](const std::stop_token& stop) {
              while (!stop.stop_requested()) m_server.serve(20ms);
          }) {
        std::ofstream(scan()) << "scan";
    }
    [[nodiscard]] fs::path scan() const { return m_folder.path() / "scan.h5"; }

    [[nodiscard]] int connectToIt() const {
        const int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in place{};
        place.sin_family = AF_INET;
        place.sin_port = htons(m_port != 0 ? m_port : m_server.port());
        inet_pton(AF_INET, "127.0.0.1", &place.sin_addr);
        EXPECT_EQ(connect(made, reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
        const timeval patience{10, 0};
        setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        return made;
    }
    /// Sends bytes and reads the answer to its end.
    [[nodiscard]] std::string talk(const std::string& bytes) const {
        const int socket = connectToIt();
        static_cast<void>(!::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL));
        std::string answer;
        char part[4096];
        for (ssize_t count = 0; (count = recv(socket, part, sizeof part, 0)) > 0;)
            answer.append(part, static_cast<std::size_t>(count));
        close(socket);
        return answer;
    }
    static int statusOf(const std::string& answer) {
        return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
    }
    static Json bodyOf(const std::string& answer) {
        const std::size_t end = answer.find("\r\n\r\n");
        return end == std::string::npos ? Json() : Json::parse(answer.substr(end + 4), nullptr, false);
    }
    void stop() {
        m_thread.request_stop();
        if (m_thread.joinable()) m_thread.join();
    }

    io::TemporaryFolder m_folder;
    QueueStore m_store;
    JobTrigger m_trigger;
    HttpServer m_server;
    std::jthread m_thread;
    unsigned short m_port = 0; ///< of another server
};

TEST_F(JobTriggerTest, AFileBecomesOneJob) {
    const Json wanted{
        {"file", scan().string()}, {"sample", "gold"}, {"settings", {{"batch_size", 7}, {"engine", "dm"}}}};
    const std::string answer = talk(post(wanted.dump()));
    ASSERT_EQ(statusOf(answer), 201) << answer;
    EXPECT_EQ(bodyOf(answer)["id"], 1);
    EXPECT_EQ(bodyOf(answer)["result"], (m_folder.path() / "scan_ewald.h5").string());
    EXPECT_EQ(statusOf(talk(post(wanted.dump()))), 200) << "the same file once more";
    const std::string shown = talk("GET /jobs/1 HTTP/1.1\r\nAuthorization: Bearer " + kToken + "\r\n\r\n");
    EXPECT_EQ(bodyOf(shown)["state"], "waiting") << shown;
    stop();
    ASSERT_EQ(m_store.jobs().size(), 1U);
    EXPECT_EQ(m_store.find(1)->sample, "gold");
    EXPECT_TRUE(m_store.find(1)->dataPending) << "whether it is complete is seen by the watcher";
    EXPECT_EQ(m_store.documentOf(1).pipeline[0].engine, "dm");
}

TEST_F(JobTriggerTest, ADocumentBecomesAJob) {
    JobDocument document = findJobKind("ptycho")->newDocument();
    document.inputFile = scan();
    document.outputFile = m_folder.path() / "out.h5";
    EXPECT_EQ(statusOf(talk(post(toJson(document)))), 201);
    const std::string again = talk(post(toJson(document)));
    EXPECT_EQ(statusOf(again), 422) << "another job writes that result";
    EXPECT_EQ(bodyOf(again)["where"], document.outputFile.string());
    document.inputFile = "scan.h5";
    EXPECT_NE(talk(post(toJson(document))).find("relative"), std::string::npos);
    stop();
    ASSERT_EQ(m_store.jobs().size(), 1U);
    EXPECT_EQ(m_store.find(1)->state, QueueState::queued);
}

TEST_F(JobTriggerTest, NothingIsDoneWithoutTheToken) {
    const std::string body = Json{{"file", scan().string()}}.dump();
    for (const std::string& token : {std::string("wrong"), kToken + "x", kToken.substr(1), std::string()})
        EXPECT_EQ(statusOf(talk(post(body, token))), 401);
    EXPECT_EQ(statusOf(talk("GET /jobs/1 HTTP/1.1\r\n\r\n")), 401);
    stop();
    EXPECT_TRUE(m_store.jobs().empty());
}

TEST_F(JobTriggerTest, BadRequestsAreExplained) {
    const auto expect = [&](const std::string& body, int status, const std::string& part) {
        const std::string answer = talk(post(body));
        EXPECT_EQ(statusOf(answer), status) << answer;
        EXPECT_NE(answer.find(part), std::string::npos) << answer;
    };
    expect("", 400, "not a JSON object");
    expect("[1]", 400, "not a JSON object");
    expect(std::string(5000, '['), 400, "not a JSON object");
    for (const char* key : {"x", "document", "file"})
        expect(R"({"format":"ewald-job","version":1,")" + std::string(key) + "\":" + std::string(80'000, '[') +
                   std::string(80'000, ']') + "}",
               400, "too many levels");
    expect("{}", 422, "either a file or a document");
    expect(R"({"fil":"/a"})", 422, "did you mean file?");
    expect(R"({"file":1})", 422, "not a text");
    expect(R"({"file":"a.h5"})", 422, "not absolute");
    expect(R"({"file":"/a.h5","settings":{"batchsize":1}})", 422, "batch_size");
    expect(R"({"file":"/a.h5","settings":{"batch_size":[1]}})", 422, "settings.batch_size");
    expect(R"({"file":"/a.h5","template":"/not/there.json"})", 422, "/not/there.json");
    expect(R"({"file":"/a.h5","output":"/{nothing}"})", 422, "{nothing}");
    expect(R"({"file":"/a.h5","output":"results/{name}.h5"})", 422, R"(not absolute","where":"output")");
    expect(R"({"file":"/a.h5","settings":{"mask_file":"mask.h5"}})", 422,
           R"(not absolute","where":"settings.mask_file")");
    expect(R"({"file":"/a.h5","after":99})", 422, "no job 99");
    expect(R"({"file":"/tmp"})", 422, "folder");
    expect(R"({"file":"/not/there/a.h5"})", 422, "no such folder");
    expect(R"({"file":"/dev/zero"})", 422, "this is no file");
    const std::string quoted = "{\"file\":\"" + scan().string() + "\",";
    expect(quoted + R"("devices":"cpu:999999999999"})", 422, "cpu:999999999999");
    expect(quoted + R"("backend":"moon"})", 422, "jobs cannot run on");
    expect(quoted + R"("backend":"slurm:../../x"})", 422, "no site");
    expect(quoted + R"("output":"/dev/full"})", 422, "the output is no file");
    expect(quoted + "\"output\":\"" + scan().string() + "\"}", 422, "the same file");
    std::ofstream(m_folder.path() / "secret") << "qwertz:x:0";
    const std::string secret =
        talk(post(Json{{"file", scan().string()}, {"template", (m_folder.path() / "secret").string()}}.dump()));
    EXPECT_EQ(statusOf(secret), 422);
    EXPECT_EQ(secret.find("'q"), std::string::npos) << "what is in a file is not told: " << secret;
    expect(Json{{"file", "/tmp/" + std::string(5000, 'a')}}.dump(), 422, "cannot look at the file");
    expect(R"({"document":{"format":"ewald-job","version":1,"pipelin":[]}})", 422, "did you mean pipeline?");
    expect("{\"file\":\"/\xff\xfe\"}", 400, "not a JSON object");
    const std::string authorised = " HTTP/1.1\r\nAuthorization: Bearer " + kToken + "\r\n\r\n";
    EXPECT_EQ(statusOf(talk("GET /jobs" + authorised)), 405);
    EXPECT_EQ(statusOf(talk("GET /jobs/x" + authorised)), 404);
    EXPECT_EQ(statusOf(talk("GET /other" + authorised)), 404);
    EXPECT_EQ(statusOf(talk("rubbish\r\n\r\n")), 400);
    stop();
    EXPECT_TRUE(m_store.jobs().empty());
}

/// Connections that say nothing, or stop in the middle, end after a time and do not keep others out.
TEST_F(JobTriggerTest, SlowConnectionsEnd) {
    stop();
    HttpServer server(
        "127.0.0.1", 0, [this](const HttpRequest& request) { return m_trigger.answer(request); },
        HttpLimits{.time = 700ms});
    m_port = server.port();
    m_thread = std::jthread([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) server.serve(20ms);
    });
    std::vector<int> idle;
    for (std::size_t i = 0; i < HttpLimits().connections + 4; ++i) {
        idle.push_back(connectToIt());
        if (i % 2 == 0) static_cast<void>(!::send(idle.back(), "POST /jobs HT", 13, MSG_NOSIGNAL));
    }
    int status = 408;
    while (status == 408) status = statusOf(talk(post(Json{{"file", scan().string()}}.dump()))); // late as well
    EXPECT_EQ(status, 201);
    char part[512];
    const ssize_t count = recv(idle[idle.size() - 2], part, sizeof part, 0); // the first ones had to make room
    EXPECT_EQ(statusOf(std::string(part, static_cast<std::size_t>(std::max<ssize_t>(count, 0)))), 408);
    for (const int socket : idle) close(socket);
    stop();
}

TEST_F(JobTriggerTest, AQueueThatIsAwayMayComeBack) {
    const std::string body = Json{{"file", scan().string()}}.dump();
    fs::rename(m_store.folder(), m_folder.path() / "elsewhere");
    EXPECT_EQ(statusOf(talk(post(body))), 503);
    fs::rename(m_folder.path() / "elsewhere", m_store.folder());
    EXPECT_EQ(statusOf(talk(post(body))), 201);
}

TEST_F(JobTriggerTest, ConnectionsWithoutATokenKeepNoOtherOut) {
    stop();
    HttpServer server(
        "127.0.0.1", 0, [this](const HttpRequest& request) { return m_trigger.answer(request); },
        HttpLimits{.headerTime = 60s, .time = 60s},
        [this](const HttpRequest& request) { return m_trigger.refusal(request); });
    m_port = server.port();
    m_thread = std::jthread([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) server.serve(20ms);
    });
    std::vector<int> idle;
    for (int i = 0; i < 40; ++i) {
        idle.push_back(connectToIt());
        if (i % 2 == 0) static_cast<void>(!::send(idle.back(), "POST /jobs HT", 13, MSG_NOSIGNAL));
        std::this_thread::sleep_for(5ms);
    }
    EXPECT_EQ(statusOf(talk(post(Json{{"file", scan().string()}}.dump()))), 201);
    EXPECT_EQ(statusOf(talk("POST /jobs HTTP/1.1\r\nContent-Length: 900\r\n\r\n")), 401) << "before the body comes";
    for (const int socket : idle) close(socket);
    stop();
}

/// As many as there may be, with the token and with a body that does not come, for an hour.
TEST_F(JobTriggerTest, RequestsThatDoNotGoOnKeepNoOtherOut) {
    stop();
    HttpServer server(
        "127.0.0.1", 0, [this](const HttpRequest& request) { return m_trigger.answer(request); },
        HttpLimits{.headerTime = 1h, .time = 1h, .silence = 50ms},
        [this](const HttpRequest& request) { return m_trigger.refusal(request); });
    m_port = server.port();
    m_thread = std::jthread([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) server.serve(20ms);
    });
    const std::string whole = post(Json{{"file", scan().string()}}.dump());
    std::vector<int> silent;
    for (std::size_t i = 0; i < HttpLimits().connections; ++i) {
        silent.push_back(connectToIt());
        static_cast<void>(!::send(silent.back(), whole.data(), whole.size() - 5, MSG_NOSIGNAL));
    }
    EXPECT_EQ(statusOf(talk(whole)), 201);
    for (const int socket : silent) close(socket);
    stop();
}

TEST_F(JobTriggerTest, ASecondRequestThatSaysSomethingElseIsRefused) {
    Json request{{"file", scan().string()}, {"name", "one"}, {"comment", "a"}};
    EXPECT_EQ(statusOf(talk(post(request.dump()))), 201);
    EXPECT_EQ(statusOf(talk(post(request.dump()))), 200);
    request["comment"] = "b";
    request["output"] = (m_folder.path() / "other.h5").string();
    const std::string answer = talk(post(request.dump()));
    EXPECT_EQ(statusOf(answer), 409);
    EXPECT_NE(bodyOf(answer)["error"].get<std::string>().find("output, comment"), std::string::npos) << answer;
    EXPECT_EQ(statusOf(talk(post(Json{{"file", scan().string()}}.dump()))), 200);
}

TEST_F(JobTriggerTest, TheTokenIsForItsOwnerOnly) {
    const fs::path file = m_folder.path() / "token";
    const std::string token = tokenOf(file);
    EXPECT_EQ(token.size(), 64U);
    EXPECT_EQ(tokenOf(file), token);
    struct stat found {};
    ASSERT_EQ(stat(file.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0600U);
    chmod(file.c_str(), 0644);
    EXPECT_THROW(static_cast<void>(tokenOf(file)), DataError);
    chmod(file.c_str(), 0600);
    std::ofstream(file) << "short\n";
    EXPECT_THROW(static_cast<void>(tokenOf(file)), DataError);
}

/// The answer arrives, though the other side goes on sending what was refused.
TEST_F(JobTriggerTest, ADocumentThatIsTooLongIsRefusedInWords) {
    const std::string answer = talk(post(std::string(24U << 20U, 'x')));
    EXPECT_EQ(statusOf(answer), 413) << answer;
    EXPECT_EQ(bodyOf(answer)["error"], "the body is too long");
}

} // namespace
} // namespace ewald::job::queue
