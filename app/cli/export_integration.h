// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace ewald::cli {

struct IntegrationExport {
    std::string result;
    std::string text;   ///< file or folder
    std::string format; ///< empty = by the file's extension
    std::string tiff;   ///< folder
    std::optional<std::size_t> frame;
    bool table = false;
    bool overwrite = false;
};

/// Writes patterns as text and cakes as images. \throws JobError, DataError
int exportIntegration(const IntegrationExport& arguments);

} // namespace ewald::cli
