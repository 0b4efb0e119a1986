// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_address.h"

#include <system_error>

namespace ewald::io {

FileAddress splitAddress(const std::filesystem::path& name) {
    std::error_code failed;
    const std::string text = name.string();
    const std::size_t colon = text.rfind(":/");
    if (std::filesystem::exists(name, failed) || colon == std::string::npos || colon == 0) return {name, {}};
    return {text.substr(0, text[colon - 1] == ':' ? colon - 1 : colon), text.substr(colon + 1)};
}

} // namespace ewald::io
