// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/frame_list.h"

#include "base/error.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace ewald::job {
namespace {

constexpr std::size_t kMostFrames = 20'000'000;

/// The place in a text that is read from left to right.
class Reader {
public:
    Reader(const std::string& text, const std::string& key)
        : m_key(key), m_place(text.data()), m_end(text.data() + text.size()) {}

    [[nodiscard]] bool atEnd() {
        while (m_place != m_end && (*m_place == ' ' || *m_place == '\t')) ++m_place;
        return m_place == m_end;
    }
    [[nodiscard]] bool take(char wanted) {
        if (atEnd() || *m_place != wanted) return false;
        ++m_place;
        return true;
    }
    [[nodiscard]] std::size_t number() {
        std::size_t value = 0;
        if (atEnd()) fail();
        const auto [next, error] = std::from_chars(m_place, m_end, value);
        if (error != std::errc{} || value >= kMostFrames) fail();
        m_place = next;
        return value;
    }
    [[noreturn]] void fail() const {
        throw JobError("the frames are no list of numbers", m_key, "write them as \"3, 17-20\"");
    }

private:
    const std::string& m_key;
    const char* m_place;
    const char* m_end;
};

} // namespace

std::vector<std::size_t> parseFrameList(const std::string& text, const std::string& key) {
    std::vector<std::size_t> frames;
    Reader reader(text, key);
    while (!reader.atEnd()) {
        const std::size_t first = reader.number();
        const std::size_t last = reader.take('-') ? reader.number() : first;
        if (last < first || frames.size() + (last - first) >= kMostFrames) reader.fail();
        for (std::size_t frame = first; frame <= last; ++frame) frames.push_back(frame);
        if (!reader.take(',') && !reader.atEnd()) reader.fail();
    }
    std::ranges::sort(frames);
    const auto twice = std::ranges::unique(frames);
    frames.erase(twice.begin(), twice.end());
    return frames;
}

std::string frameListText(std::vector<std::size_t> frames) {
    std::ranges::sort(frames);
    std::string text;
    for (std::size_t i = 0; i < frames.size();) {
        std::size_t last = i;
        while (last + 1 < frames.size() && frames[last + 1] <= frames[last] + 1) ++last;
        if (!text.empty()) text += ", ";
        text += std::to_string(frames[i]);
        if (frames[last] > frames[i]) text += "-" + std::to_string(frames[last]);
        i = last + 1;
    }
    return text;
}

std::string frameListWord(std::vector<std::size_t> frames) {
    std::string word = frameListText(std::move(frames));
    std::erase(word, ' ');
    return word;
}

} // namespace ewald::job
