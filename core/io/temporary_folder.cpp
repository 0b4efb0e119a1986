// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/temporary_folder.h"

#include "base/error.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace ewald::io {

std::filesystem::path temporaryDirectory() {
    std::error_code failed;
    std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
    if (!failed) return folder;
    const char* wanted = std::getenv("TMPDIR");
    throw DataError("there is no folder for temporary files", wanted == nullptr ? "/tmp" : wanted,
                    "set TMPDIR to a folder that you may write to");
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (temporaryDirectory() / "ewald-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw DataError("cannot create a temporary folder", name, "set TMPDIR to a folder that you may write to");
    m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace ewald::io
