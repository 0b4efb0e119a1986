// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace ewald::io {

/// A file and, where they are named, the absolute path of a dataset in it and a part of the dataset.
struct FileAddress {
    std::filesystem::path file;
    std::string path;
    std::string slice; ///< as written: "0:10", "5"
};

/// "file.h5::/entry/image" or "silx:/data/file.h5?path=/entry/image&slice=5", as silx and fabio write it, or
/// "file.h5:/entry/image". The name of a file that exists is that file. Does not throw.
[[nodiscard]] FileAddress splitAddress(const std::filesystem::path& name);

/// The address of the same image with the whole path of its file, "/data/file.h5::/entry/image". \param folder in which
/// a file without a path lies; absolute
[[nodiscard]] std::filesystem::path absoluteAddress(const std::filesystem::path& name,
                                                    const std::filesystem::path& folder);

} // namespace ewald::io
