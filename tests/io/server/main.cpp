// SPDX-License-Identifier: GPL-3.0-or-later
// ewald-hdf5-server with datasets and files that do to it what the HDF5 library does over damaged files.
#include "io/hdf5/hdf5_server.h"

#include <csignal>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using ewald::io::h5::detail::Request;

volatile bool g_forever = true;

void misbehave(Request request, const std::string& path) {
    static std::string file; // of this process
    if (request == Request::open) file = path;
    const bool frames = path == "/entry/data/data" || path == "/entry_1/instrument_1/detector_1/data";
    if (request == Request::read && frames && file.find("silent-read") != std::string::npos) {
        std::ofstream(file + ".asked").close(); // for who waits for this moment
        pause();
    }
    if (request == Request::text && file.ends_with("loop.h5")) std::ofstream(file + ".asked").close();
    const auto asksFor = [&path](const char* word) { return path.find(word) != std::string::npos; };
    if (asksFor("make-crash")) raise(SIGSEGV);
    if (asksFor("make-loop"))
        while (g_forever) {}
    if (asksFor("make-silence")) pause();
    if (asksFor("make-hunger")) {
        std::vector<std::vector<char>> all;
        for (;;) all.emplace_back(std::size_t{16} << 20U, 'x');
    }
}

} // namespace

int main() {
    ewald::io::h5::ServerOptions options;
    options.memoryBytes = std::uint64_t{100} << 20U;
    options.requestCpuSeconds = 1;
    options.beforeRequest = misbehave;
    _exit(ewald::io::h5::serveFiles(options));
}
