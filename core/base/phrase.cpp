// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phrase.h"

#include "base/plural.h"

#include <charconv>
#include <deque>
#include <mutex>
#include <unordered_map>

namespace ewald {
namespace {

/// Some megabytes. A window shows what a job says within a second, and the remarks on an open file as long as it is
/// open.
constexpr std::size_t kMostRemembered = 20000;
constexpr char kBegin = '\x1e'; ///< between a text and its parts on the way to another process
constexpr int kDeepest = 16;    ///< phrases within phrases; an error that names its cause has two or three

std::string filled(const PhraseParts& parts) {
    const std::string text = withPlurals(parts.text, parts.values);
    std::string said;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isPlace = text[i] == '%' && i + 1 < text.size();
        const auto value = isPlace ? static_cast<std::size_t>(text[i + 1] - '1') : parts.values.size();
        if (value < parts.values.size()) {
            said += parts.values[value];
            ++i;
        } else {
            said += text[i];
        }
    }
    return said;
}

class Memory {
public:
    void add(const std::string& english, PhraseParts parts) {
        const std::lock_guard lock(m_mutex);
        if (!m_parts.try_emplace(english, std::move(parts)).second) return;
        m_order.push_back(english);
        if (m_order.size() <= kMostRemembered) return;
        m_parts.erase(m_order.front());
        m_order.pop_front();
    }
    [[nodiscard]] std::optional<PhraseParts> find(const std::string& english) const {
        const std::lock_guard lock(m_mutex);
        const auto found = m_parts.find(english);
        return found == m_parts.end() ? std::nullopt : std::optional(found->second);
    }

private:
    mutable std::mutex m_mutex;
    std::unordered_map<std::string, PhraseParts> m_parts;
    std::deque<std::string> m_order;
};

Memory& memory() {
    static auto* const made = new Memory; // for threads that outlive main()
    return *made;
}

void put(std::string& out, const std::string& text) { out += std::to_string(text.size()) + ':' + text; }

/// "5:%1 in2:1:a4:file", each value followed by its own parts; "0:" where it has none.
void encode(const std::string& english, std::string& out, int depth) {
    const auto parts = depth < kDeepest ? partsOf(english) : std::nullopt;
    put(out, parts ? parts->text : std::string());
    if (!parts) return;
    out += std::to_string(parts->values.size()) + ':';
    for (const std::string& value : parts->values) {
        put(out, value);
        encode(value, out, depth + 1);
    }
}

class Decoder {
public:
    explicit Decoder(std::string_view bytes) : m_rest(bytes) {}

    /// Remembers the parts of `english` and of its values. \return false for bytes that encode() does not give
    bool take(const std::string& english, int depth) {
        PhraseParts parts;
        if (depth > kDeepest || !text(parts.text)) return false;
        if (parts.text.empty()) return true;
        std::size_t count = 0;
        if (!number(count) || count > 9) return false;
        for (std::size_t i = 0; i < count; ++i)
            if (!text(parts.values.emplace_back()) || !take(parts.values.back(), depth + 1)) return false;
        if (filled(parts) != english) return false;
        memory().add(english, std::move(parts));
        return true;
    }

    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }

private:
    bool number(std::size_t& value) {
        const auto [end, failed] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        const auto used = static_cast<std::size_t>(end - m_rest.data());
        if (failed != std::errc{} || used == m_rest.size() || *end != ':') return false;
        m_rest.remove_prefix(used + 1);
        return true;
    }
    bool text(std::string& out) {
        std::size_t size = 0;
        if (!number(size) || size > m_rest.size()) return false;
        out = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return true;
    }

    std::string_view m_rest;
};

} // namespace

std::string detail::makePhrase(const char* text, std::vector<std::string> values) {
    PhraseParts parts{text, std::move(values)};
    std::string english = filled(parts);
    if (!english.empty()) memory().add(english, std::move(parts));
    return english;
}

std::optional<PhraseParts> partsOf(const std::string& english) { return memory().find(english); }

std::string withParts(const std::string& english) {
    if (english.find(kBegin) != std::string::npos || !partsOf(english)) return english;
    std::string sent = english + kBegin;
    encode(english, sent, 0);
    return sent;
}

std::string takeParts(const std::string& sent) {
    const std::size_t end = sent.find(kBegin);
    if (end == std::string::npos) return sent;
    std::string english = sent.substr(0, end);
    Decoder decoder(std::string_view(sent).substr(end + 1));
    return decoder.take(english, 0) && decoder.atEnd() ? english : sent;
}

} // namespace ewald
