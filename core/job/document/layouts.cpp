// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/layouts.h"

#include "base/error.h"
#include "base/json_text.h"
#include "io/layout_fit.h"
#include "job/document/document.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace ewald::job {

std::string_view layoutsJson() noexcept; // made by CMake

const std::vector<Layout>& shippedLayouts() {
    static const std::vector<Layout> layouts = [] {
        using Json = nlohmann::ordered_json;
        std::vector<Layout> read;
        const Json entries = Json::parse(layoutsJson());
        for (const Json& entry : entries) {
            // As in a job document: one place that knows its keys.
            const Json document{{"format", "ewald-job"}, {"version", 1}, {"input", {{"mapping", entry.at("mapping")}}}};
            const auto name = entry.at("name").get<std::string>();
            read.push_back({name, parseJob(jsonText(document), "layout " + name).mapping.value()});
        }
        return read;
    }();
    return layouts;
}

std::optional<Layout> shippedLayoutOf(const std::filesystem::path& file) {
    std::vector<io::FileNode> tree;
    try {
        tree = io::listFile(file);
    } catch (const DataError&) {
        return std::nullopt;
    }
    for (const Layout& layout : shippedLayouts()) {
        if (layout.mapping.positions.empty() && layout.mapping.positionX.empty()) continue;
        if (auto mapping = io::fitLayout(layout.mapping, tree)) return Layout{layout.name, std::move(*mapping)};
    }
    return std::nullopt;
}

} // namespace ewald::job
