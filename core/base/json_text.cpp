// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_text.h"

#include "base/error.h"

#include <istream>
#include <utility>

namespace ewald {

namespace {

template <class Json, class Input>
Json parse(Input&& input) {
    bool isTooDeep = false;
    const auto watch = [&isTooDeep](int depth, typename Json::parse_event_t, Json&) {
        isTooDeep = isTooDeep || depth > kMostJsonLevels;
        return !isTooDeep;
    };
    Json json = Json::parse(std::forward<Input>(input), watch, false);
    return isTooDeep ? Json(Json::value_t::discarded) : std::move(json);
}

} // namespace

template <class Json>
Json parseJson(std::string_view text) {
    return parse<Json>(text);
}

template <class Json>
Json parseJson(std::istream& stream) {
    return parse<Json>(stream);
}

template <class Json>
Json parseOwnJson(std::string_view text, const char* what) {
    Json json = parse<Json>(text);
    if (json.is_discarded()) throw InternalError(std::string(what) + " is damaged: no JSON");
    return json;
}

template <class Json>
std::string jsonText(const Json& value, int indent) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

template nlohmann::json parseJson(std::string_view text);
template nlohmann::json parseJson(std::istream& stream);
template nlohmann::json parseOwnJson(std::string_view text, const char* what);
template std::string jsonText(const nlohmann::json& value, int indent);
template nlohmann::ordered_json parseJson(std::string_view text);
template nlohmann::ordered_json parseJson(std::istream& stream);
template std::string jsonText(const nlohmann::ordered_json& value, int indent);

} // namespace ewald
