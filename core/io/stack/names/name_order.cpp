// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/names/name_order.h"

#include "base/phrase.h"
#include "io/stack/file_patterns.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;
using Slot = NameOrder::Slot;

constexpr char kPlace = '\1'; ///< of a number in a frame

bool isDigit(const std::string& text, std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; }
bool isPoint(const std::string& text, std::size_t at) {
    return at < text.size() && (text[at] == '.' || text[at] == ',');
}
std::size_t endOfDigits(const std::string& text, std::size_t at) {
    while (isDigit(text, at)) ++at;
    return at;
}

std::string withoutFirstZeros(const std::string& whole) {
    const std::size_t first = whole.find_first_not_of('0');
    return first == std::string::npos ? std::string() : whole.substr(first);
}

std::string withoutLastZeros(const std::string& decimals) {
    return decimals.substr(0, decimals.find_last_not_of('0') + 1);
}

/// How the numbers behind points are read.
struct Reading {
    bool isDecimal = false;
    bool isDoubtful = false; ///< read as whole numbers, for want of evidence
};

/// Of the numbers at one place of names that are alike; those without decimals have none. Whole numbers go up by one,
/// have zeros at the end beside narrower ones and zeros at the beginning only where all are filled up with them.
Reading readingOf(const std::vector<const Slot*>& numbers) {
    std::map<std::string, std::set<std::string>> ofWholes; // decimals by what is before the point
    std::set<std::string> different;
    std::size_t narrowest = std::string::npos, widest = 0;
    for (const Slot* number : numbers) {
        different.insert(number->decimals);
        if (number->decimals.empty()) continue;
        ofWholes[number->sign + number->whole].insert(number->decimals);
        narrowest = std::min(narrowest, number->decimals.size());
        widest = std::max(widest, number->decimals.size());
    }
    if (different.size() < 2) return {};
    constexpr std::size_t kMostDigits = 18, kFilledUp = 3;
    if (widest > kMostDigits) return {};
    bool wideZeroFirst = false, wideZeroLast = false, zeroFirst = false, byOne = false, isCounted = false,
         twice = false;
    std::size_t tensLeftOut = 0;
    for (const auto& [whole, all] : ofWholes) {
        std::vector<unsigned long long> values;
        std::set<std::string> asDecimals;
        bool hasNarrow = false, hasWide = false;
        for (const std::string& decimals : all) {
            const bool isWide = decimals.size() > narrowest;
            (isWide ? hasWide : hasNarrow) = true;
            zeroFirst = zeroFirst || decimals.front() == '0';
            wideZeroFirst = wideZeroFirst || (isWide && decimals.front() == '0');
            wideZeroLast = wideZeroLast || (isWide && decimals.back() == '0');
            values.push_back(std::stoull(decimals));
            twice = twice || !asDecimals.insert(withoutLastZeros(decimals)).second; // 1.1 and 1.10
        }
        std::ranges::sort(values);
        unsigned long long largestStep = 0;
        for (std::size_t i = 1; i < values.size(); ++i) {
            const unsigned long long step = values[i] - values[i - 1];
            largestStep = std::max(largestStep, step);
            byOne = byOne || step == 1;
            if (step > 0) tensLeftOut += (values[i] - 1) / 10 - values[i - 1] / 10;
        }
        // With one that is not there, 8, 9, 11, 12 are still counted.
        isCounted = isCounted || (hasNarrow && hasWide && largestStep <= 2);
    }
    if (narrowest == widest) {                            // either reading gives the same order
        if (different.contains("")) return {true, false}; // but for the place of those without
        return {!byOne && !(zeroFirst && widest >= kFilledUp), false};
    }
    if (twice) return {false, false};
    if (wideZeroFirst) return {true, false};
    if (wideZeroLast) return {false, !isCounted};
    constexpr std::size_t kTens = 2; // which a counter would not leave out
    return isCounted && tensLeftOut < kTens ? Reading{false, true} : Reading{true, false};
}

} // namespace

std::strong_ordering NameOrder::Number::operator<=>(const Number& other) const {
    if (isNegative != other.isNegative) return isNegative ? std::strong_ordering::less : std::strong_ordering::greater;
    auto order = whole.size() <=> other.whole.size();
    if (order == 0) order = whole <=> other.whole;
    if (order == 0) order = decimals <=> other.decimals;
    return isNegative ? 0 <=> order : order;
}

std::strong_ordering NameOrder::Part::operator<=>(const Part& other) const {
    const auto order = static_cast<unsigned char>(character) <=> static_cast<unsigned char>(other.character);
    return order == 0 && isNumber && other.isNumber ? number <=> other.number : order;
}

NameOrder::Name NameOrder::read(const std::string& text) {
    Name name;
    name.text = text;
    std::size_t endOfChain = 0; // of 1.2.3, which is no decimal number
    for (std::size_t at = 0; at < text.size();) {
        const bool hasSign = (text[at] == '-' || text[at] == '+') && isDigit(text, at + 1) && at > 0 &&
                             !isDigit(text, at - 1) && text[at - 1] != '/';
        if (!hasSign && !isDigit(text, at)) {
            name.frame += text[at++];
            continue;
        }
        Slot slot;
        slot.begin = at;
        if (hasSign) {
            slot.isAfterMark = text[at - 1] == '_' || text[at - 1] == '=' || text[at - 1] == '(';
            slot.sign = text[at++];
        }
        std::size_t end = endOfDigits(text, at);
        slot.whole = text.substr(at, end - at);
        const bool isFirstOfChain = at >= endOfChain;
        std::size_t points = 0;
        for (endOfChain = std::max(endOfChain, end); isPoint(text, endOfChain) && isDigit(text, endOfChain + 1);
             ++points)
            endOfChain = endOfDigits(text, endOfChain + 1);
        if (isFirstOfChain && points == 1) {
            slot.point = text[end];
            slot.decimals = text.substr(end + 1, endOfChain - end - 1);
            end = endOfChain;
        }
        slot.end = at = end;
        name.frame += kPlace;
        name.slots.push_back(std::move(slot));
    }
    return name;
}

void NameOrder::makeParts(Name& name) {
    const auto take = [&](char character) { name.parts.push_back({character, false, {}}); };
    const auto takeNumber = [&](Number number) { name.parts.push_back({'0', true, std::move(number)}); };
    auto slot = name.slots.begin();
    for (const char character : name.frame) {
        if (character != kPlace || slot == name.slots.end()) {
            take(character);
            continue;
        }
        Number number{false, withoutFirstZeros(slot->whole), {}};
        if (!slot->isSigned && !slot->sign.empty()) take(slot->sign.front());
        if (slot->isDecimal) number.decimals = withoutLastZeros(slot->decimals);
        number.isNegative = slot->isSigned && slot->sign == "-" && !(number.whole.empty() && number.decimals.empty());
        takeNumber(std::move(number));
        if (!slot->isDecimal && !slot->point.empty()) {
            take(slot->point.front());
            takeNumber({false, withoutFirstZeros(slot->decimals), {}});
        }
        ++slot;
    }
}

void NameOrder::decide(const std::vector<std::size_t>& alike) {
    for (std::size_t place = 0; place < m_names[alike.front()].slots.size(); ++place) {
        std::vector<const Slot*> numbers;
        for (const std::size_t at : alike) numbers.push_back(&m_names[at].slots[place]);
        const Reading reading = readingOf(numbers);
        m_isDoubtful = m_isDoubtful || reading.isDoubtful;
        const auto hasSign = [](const Slot* slot) { return !slot->sign.empty(); };
        const bool isSigned =
            std::ranges::any_of(numbers, hasSign) &&
            (!std::ranges::all_of(numbers, hasSign) || std::ranges::all_of(numbers, &Slot::isAfterMark));
        for (const std::size_t at : alike) {
            Slot& slot = m_names[at].slots[place];
            slot.isSigned = isSigned;
            slot.isDecimal = reading.isDecimal;
        }
    }
}

NameOrder::NameOrder(std::span<const fs::path> files) {
    std::map<std::string, std::vector<std::size_t>> alike;
    for (const fs::path& file : files) {
        m_names.push_back(read(file.string()));
        alike[m_names.back().frame].push_back(m_names.size() - 1);
    }
    for (const auto& [frame, names] : alike) decide(names);
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        Name& name = m_names[i];
        makeParts(name);
        const std::size_t begin = name.text.size() - files[i].filename().string().size();
        const std::size_t end = name.text.size() - files[i].extension().string().size();
        const auto reaches = [&](const Slot& slot) { return slot.begin < end && slot.end >= end; };
        auto counter = std::ranges::find_if(name.slots, reaches);
        if (counter == name.slots.end()) counter = std::ranges::find(name.slots, begin, &Slot::begin);
        name.isMeasured = counter != name.slots.end() && (counter->isSigned || counter->isDecimal);
    }
}

bool NameOrder::isBefore(std::size_t a, std::size_t b) const {
    const auto order = m_names[a].parts <=> m_names[b].parts;
    return order == 0 ? m_names[a].text < m_names[b].text : order < 0; // "01" and "1": any order, but always the same
}

void sortByNumbers(std::vector<fs::path>& files) {
    const NameOrder order(files);
    std::vector<std::size_t> places(files.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::sort(places, [&](std::size_t a, std::size_t b) { return order.isBefore(a, b); });
    std::vector<fs::path> sorted;
    sorted.reserve(files.size());
    for (const std::size_t place : places) sorted.push_back(std::move(files[place]));
    files = std::move(sorted);
}

void noteNumbers(std::span<const fs::path> files, std::vector<Note>& notes) {
    constexpr std::size_t kMostNamed = 4;
    const NameOrder order(files);
    bool asRead = true, asWhole = true; // the order of the list
    for (std::size_t i = 1; i < files.size(); ++i) {
        asRead = asRead && !order.isBefore(i, i - 1);
        asWhole = asWhole && !numberedBefore(files[i].string(), files[i - 1].string());
    }
    if (!asRead || (asWhole && !order.isDoubtful())) return;
    std::string names;
    for (std::size_t i = 0; i < std::min(files.size(), kMostNamed); ++i)
        names += (i == 0 ? "" : ", ") + files[i].filename().string();
    if (files.size() > kMostNamed) names += ", …";
    notes.push_back({Severity::info, order.isDoubtful()
                                         ? phrase("the numbers behind the points in the names of the files are taken "
                                                  "for whole ones, which may be decimals: the order is %1",
                                                  names)
                                         : phrase("the numbers in the names of the files are taken with their decimals "
                                                  "and signs: the order is %1",
                                                  names)});
}

} // namespace ewald::io
