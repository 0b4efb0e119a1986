// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/temporary_folder.h"

#include "base/error.h"

#include <cstdlib>
#include <string>

namespace ewald::io {

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "ewald-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw DataError("cannot create a temporary folder", name, "set TMPDIR to a folder that you may write to");
    m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace ewald::io
