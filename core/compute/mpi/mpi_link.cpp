// SPDX-License-Identifier: GPL-3.0-or-later
//
// ewald-mpi.so: messages between processes over MPI. The only file that uses MPI. Nothing here waits: every call starts
// a transfer or tests its state, under one lock, because few MPI libraries work well with several threads at the same
// time (only MPI_THREAD_SERIALIZED is required).
#include "base/error.h"

#include "base/phrase.h"
#include "compute/communication/process_link.h"
#include "compute/devices/module.h"

#include <dlfcn.h>
#include <mpi.h>

#include <mutex>

namespace ewald::compute {
namespace {

void check(int code, const char* call) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw DeviceError(phrase("%1 failed: %2", std::string(call), std::string(text, static_cast<std::size_t>(length))),
                      "MPI", "check that all processes are running and have the same job");
}

/// A message with its memory: MPI may use it until the request is done.
struct Request {
    MPI_Request request = MPI_REQUEST_NULL;
    std::vector<std::byte> buffer;
};

/// State shared by transfers and link; outlives both.
struct Library {
    std::mutex mutex;
    std::vector<std::unique_ptr<Request>> abandoned; ///< no longer used, but MPI may still write to them
    bool open = true;
};

class MpiTransfer final : public Transfer {
public:
    MpiTransfer(std::shared_ptr<Library> library, std::unique_ptr<Request> request, bool isReceive)
        : m_library(std::move(library)), m_request(std::move(request)), m_isReceive(isReceive) {}
    MpiTransfer(const MpiTransfer&) = delete;
    MpiTransfer& operator=(const MpiTransfer&) = delete;
    ~MpiTransfer() override {
        const std::lock_guard lock(m_library->mutex);
        if (m_request->request == MPI_REQUEST_NULL) return;
        if (m_library->open && m_isReceive) MPI_Cancel(&m_request->request);
        m_library->abandoned.push_back(std::move(m_request));
    }

    bool done() override {
        const std::lock_guard lock(m_library->mutex);
        if (m_request->request == MPI_REQUEST_NULL) return true;
        int done = 0;
        MPI_Status status;
        check(MPI_Test(&m_request->request, &done, &status), "MPI_Test");
        if (done != 0 && m_isReceive) {
            int count = 0;
            check(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
            m_request->buffer.resize(static_cast<std::size_t>(count));
        }
        return done != 0;
    }
    std::span<const std::byte> data() const noexcept override { return m_request->buffer; }

private:
    std::shared_ptr<Library> m_library;
    std::unique_ptr<Request> m_request;
    bool m_isReceive;
};

class MpiLink final : public ProcessLink {
public:
    /// MPI is initialised.
    MpiLink() {
        // A separate communicator, whose errors are returned instead of ending the process.
        check(MPI_Comm_dup(MPI_COMM_WORLD, &m_comm), "MPI_Comm_dup");
        MPI_Comm_set_errhandler(m_comm, MPI_ERRORS_RETURN);
        MPI_Comm_rank(m_comm, &m_process);
        MPI_Comm_size(m_comm, &m_processes);
        char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
        int length = 0;
        MPI_Get_library_version(version, &length);
        m_name = std::string(version, static_cast<std::size_t>(length));
        m_name = "MPI (" + m_name.substr(0, m_name.find_first_of(",\n")) + ")";
    }

    int process() const noexcept override { return m_process; }
    int processes() const noexcept override { return m_processes; }
    std::string name() const override { return m_name; }

    std::unique_ptr<Transfer> send(int process, Channel channel, std::vector<std::byte> message,
                                   Completion completion) override {
        auto request = std::make_unique<Request>();
        request->buffer = std::move(message);
        const std::lock_guard lock(m_library->mutex);
        const auto start = completion == Completion::received ? MPI_Issend : MPI_Isend;
        check(start(request->buffer.data(), static_cast<int>(request->buffer.size()), MPI_BYTE, process,
                    static_cast<int>(channel), m_comm, &request->request),
              "MPI_Isend");
        return std::make_unique<MpiTransfer>(m_library, std::move(request), false);
    }

    std::unique_ptr<Transfer> receive(int process, Channel channel, std::size_t capacity) override {
        auto request = std::make_unique<Request>();
        request->buffer.resize(capacity);
        const std::lock_guard lock(m_library->mutex);
        check(MPI_Irecv(request->buffer.data(), static_cast<int>(capacity), MPI_BYTE, process,
                        static_cast<int>(channel), m_comm, &request->request),
              "MPI_Irecv");
        return std::make_unique<MpiTransfer>(m_library, std::move(request), true);
    }

    std::optional<int> waiting(Channel channel) override {
        const std::lock_guard lock(m_library->mutex);
        int found = 0;
        MPI_Status status;
        check(MPI_Iprobe(MPI_ANY_SOURCE, static_cast<int>(channel), m_comm, &found, &status), "MPI_Iprobe");
        return found != 0 ? std::optional<int>(status.MPI_SOURCE) : std::nullopt;
    }

    void close() noexcept override {
        const std::lock_guard lock(m_library->mutex);
        m_library->open = false;
        MPI_Finalize();
    }

    void kill(int exitCode) noexcept override {
        const std::lock_guard lock(m_library->mutex);
        m_library->open = false;
        MPI_Abort(MPI_COMM_WORLD, exitCode);
    }

private:
    std::shared_ptr<Library> m_library = std::make_shared<Library>();
    MPI_Comm m_comm = MPI_COMM_NULL;
    int m_process = 0;
    int m_processes = 1;
    std::string m_name;
};

} // namespace
} // namespace ewald::compute

EWALD_MODULE_FUNCTION ewald::compute::ProcessLink* ewaldMakeProcessLink(std::string& refusal) {
    // This module is loaded with RTLD_LOCAL, but the plug-ins of Open MPI need its library among the global symbols.
    Dl_info mpi{};
    if (dladdr(reinterpret_cast<void*>(&MPI_Init_thread), &mpi) != 0 && mpi.dli_fname)
        dlopen(mpi.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    int provided = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
        refusal = "MPI_Init_thread failed";
        return nullptr;
    }
    if (provided < MPI_THREAD_SERIALIZED) {
        refusal = "this MPI library was built without threads";
        MPI_Finalize();
        return nullptr;
    }
    try {
        return new ewald::compute::MpiLink();
    } catch (const std::exception& error) {
        refusal = error.what();
        return nullptr;
    }
}
