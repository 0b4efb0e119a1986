// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace ewald::io {

/// A file and, where one is named, the absolute path of a dataset in it.
struct FileAddress {
    std::filesystem::path file;
    std::string path;
};

/// "file.h5::/entry/image", as silx and fabio write it, or "file.h5:/entry/image". The name of a file that exists is
/// that file. Does not throw.
[[nodiscard]] FileAddress splitAddress(const std::filesystem::path& name);

} // namespace ewald::io
