// SPDX-License-Identifier: GPL-3.0-or-later
// The program that `ewald` and `ewald-cli` start to ask the HDF5 library about files (core/io/hdf5/hdf5_client.h).
#include "io/hdf5/hdf5_server.h"

#include <cstdio>
#include <exception>
#include <unistd.h>

int main() {
    if (isatty(STDIN_FILENO) != 0) {
        std::fprintf(stderr, "ewald-hdf5-server is a part of ewald and ewald-cli, which start it to read HDF5 files\n");
        return 2;
    }
    int code = 1;
    try {
        code = ewald::io::h5::serveFiles({});
    } catch (const std::exception&) {
        // The program sees that its socket is closed.
    }
    // What the library still holds of a damaged file is not worth another walk through it.
    _exit(code);
}
