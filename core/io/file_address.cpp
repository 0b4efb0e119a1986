// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_address.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace ewald::io {
namespace {

/// "?path=/entry/data&slice=5" behind a name. A name with wildcards may hold other question marks.
bool takeQuery(std::string_view query, FileAddress& address) {
    if (query.empty()) return false; // a wildcard at the end
    while (!query.empty()) {
        const std::string_view part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(part.size() + 1, query.size()));
        const std::size_t equals = part.find('=');
        const std::string_view key = part.substr(0, equals);
        if (equals == std::string_view::npos || (key != "path" && key != "slice")) return false;
        (key == "path" ? address.path : address.slice) = part.substr(equals + 1);
    }
    return true;
}

/// Without "silx:" and the like, of which two more slashes are a part.
std::string_view withoutScheme(std::string_view text) {
    for (const std::string_view scheme : {"silx:", "fabio:"}) {
        if (!text.starts_with(scheme)) continue;
        text.remove_prefix(scheme.size());
        if (text.starts_with("///")) text.remove_prefix(2);
    }
    return text;
}

} // namespace

FileAddress splitAddress(const std::filesystem::path& name) {
    std::error_code failed;
    if (std::filesystem::exists(name, failed)) return {name, {}, {}};
    const std::string whole = name.string();
    std::string text(withoutScheme(whole));
    FileAddress address;
    if (const std::size_t query = text.rfind('?'); query != std::string::npos) {
        FileAddress asked;
        if (takeQuery(std::string_view(text).substr(query + 1), asked)) {
            address = asked;
            text.resize(query);
        }
    }
    address.file = text;
    const std::size_t colon = text.rfind(":/");
    if (!address.path.empty() || colon == std::string::npos || colon == 0) return address;
    address.file = text.substr(0, text[colon - 1] == ':' ? colon - 1 : colon);
    address.path = text.substr(colon + 1);
    return address;
}

std::filesystem::path absoluteAddress(const std::filesystem::path& name, const std::filesystem::path& folder) {
    std::error_code failed;
    const FileAddress address =
        std::filesystem::exists(folder / name, failed) ? FileAddress{name, {}, {}} : splitAddress(name);
    std::filesystem::path file = address.file.is_relative() ? (folder / address.file).lexically_normal() : address.file;
    if (!address.slice.empty())
        file += "?path=" + address.path + "&slice=" + address.slice;
    else if (!address.path.empty())
        file += "::" + address.path;
    return file;
}

} // namespace ewald::io
