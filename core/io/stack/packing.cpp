// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/packing.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ewald::io {
namespace {

/// The number of a dataset that holds one, or the same one several times.
std::optional<double> oneNumber(const h5::File& file, const std::string& path) {
    if (!file.hasDataset(path)) return std::nullopt;
    const h5::Dataset dataset = file.dataset(path);
    constexpr std::size_t kMost = 100'000'000;
    const std::size_t elements = dataset.info().elements();
    if (!dataset.info().type.isReal() || elements <= 1 || elements > kMost) return file.number(path);
    const std::vector<double> values = dataset.readAll<double>(kMost);
    if (std::ranges::any_of(values, [&](double value) { return value != values.front(); }))
        throw DataError("the numbers are packed by another factor or offset each, which is not applied",
                        dataset.where(), "write the numbers themselves");
    return values.front();
}

/// Whether a dataset of an NXdata group is its signal, which scaling_factor and offset of the group belong to.
bool isSignal(const h5::File& file, const std::string& group, const std::string& path) {
    if (group.empty() || file.attributeText(group, "NX_class").value_or("") != "NXdata") return false;
    const std::string name = path.substr(group.size() + 1);
    const std::optional<std::string> signal = file.attributeText(group, "signal");
    // Before 2014 the dataset said so itself.
    return signal ? *signal == name : name == "data" || file.attributeNumber(path, "signal").value_or(0) == 1;
}

} // namespace

Packing packingOf(const h5::File& file, const std::string& path) {
    Packing packing;
    const auto said = [&](const std::string& name, const std::optional<double>& value) {
        if (value) packing.by += (packing.by.empty() ? "" : ", ") + name + " = " + numberText(*value, 10);
        return value.has_value();
    };
    for (const char* name : {"scale_factor", "scaling_factor"})
        if (const auto value = file.attributeNumber(path, name); packing.scale == 1 && value.value_or(1) != 1) {
            said(name, value);
            packing.scale = *value;
        }
    if (const auto value = file.attributeNumber(path, "add_offset"); value.value_or(0) != 0) {
        said("add_offset", value);
        packing.offset = *value;
    }
    if (!packing.by.empty()) return packing;
    const std::string group = path.substr(0, path.rfind('/'));
    for (const std::string& prefix : {path + "_", isSignal(file, group, path) ? group + "/" : std::string()}) {
        if (prefix.empty()) continue;
        const std::optional<double> scale = oneNumber(file, prefix + "scaling_factor");
        const std::optional<double> offset = oneNumber(file, prefix + "offset");
        if (scale.value_or(1) == 1 && offset.value_or(0) == 0) continue;
        said(prefix + "scaling_factor", scale), said(prefix + "offset", offset);
        packing.scale = scale.value_or(1);
        packing.offset = offset.value_or(0) * packing.scale;
        break;
    }
    return packing;
}

std::string checkPackedFrames(const Packing& packing, const std::string& where) {
    if (packing.offset != 0)
        throw DataError(phrase("the frames are stored as other numbers (%1), which are not applied", packing.by), where,
                        "write the numbers themselves, without an offset");
    if (packing.scale == 1) return {};
    return phrase("%1 is packed by %2, which is not applied: the numbers count as they are stored", where, packing.by);
}

} // namespace ewald::io
