// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/preview_file.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"

#include <cstdint>
#include <fstream>
#include <string_view>
#include <type_traits>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

// The number goes up with every change of what follows it.
constexpr std::string_view kPictures = "ewald pictures 5\n", kPatterns = "ewald patterns 2\n";
static_assert(kPictures.size() == kPatterns.size());

class Writer {
public:
    explicit Writer(std::ostream& stream) : m_stream(stream) {}

    template <class Number>
    requires std::is_arithmetic_v<Number>
    void operator()(const Number& value) { bytes(&value, sizeof value); }
    template <class Item>
    void operator()(const std::vector<Item>& values) {
        static_assert(std::is_trivially_copyable_v<Item>);
        (*this)(static_cast<std::uint64_t>(values.size()));
        bytes(values.data(), values.size() * sizeof(Item));
    }
    void operator()(const std::string& text) {
        (*this)(static_cast<std::uint64_t>(text.size()));
        bytes(text.data(), text.size());
    }
    template <class Item, std::size_t rank>
    void operator()(const Array<Item, rank>& values) {
        for (const std::size_t extent : values.shape()) (*this)(static_cast<std::uint64_t>(extent));
        bytes(values.data(), values.size() * sizeof(Item));
    }

private:
    void bytes(const void* data, std::size_t size) {
        m_stream.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
    }

    std::ostream& m_stream;
};

/// Fails for good at a size that the rest of the file does not have.
class PreviewReader {
public:
    PreviewReader(std::istream& stream, std::uint64_t size) : m_stream(stream), m_left(size) {}
    [[nodiscard]] bool complete() const { return m_good && m_left == 0; }

    template <class Number>
    requires std::is_arithmetic_v<Number>
    void operator()(Number& value) { bytes(&value, sizeof value); }
    template <class Item>
    void operator()(std::vector<Item>& values) {
        values.resize(count(sizeof(Item)));
        bytes(values.data(), values.size() * sizeof(Item));
    }
    void operator()(std::string& text) {
        text.resize(count(1));
        bytes(text.data(), text.size());
    }
    template <class Item, std::size_t rank>
    void operator()(Array<Item, rank>& values) {
        typename Array<Item, rank>::Shape shape{};
        std::uint64_t items = 1;
        for (std::size_t& extent : shape) {
            std::uint64_t number = 0;
            (*this)(number);
            if (number != 0 && items > m_left / number) m_good = false;
            if (!m_good) return;
            extent = static_cast<std::size_t>(number);
            items *= number;
        }
        if (items > m_left / sizeof(Item)) m_good = false;
        if (!m_good) return;
        values = Array<Item, rank>(shape);
        bytes(values.data(), values.size() * sizeof(Item));
    }

private:
    std::size_t count(std::size_t itemSize) {
        std::uint64_t number = 0;
        (*this)(number);
        if (number > m_left / itemSize) m_good = false;
        return m_good ? static_cast<std::size_t>(number) : 0;
    }
    void bytes(void* data, std::size_t size) {
        if (size > m_left) m_good = false;
        if (!m_good) return;
        m_good = static_cast<bool>(m_stream.read(static_cast<char*>(data), static_cast<std::streamsize>(size)));
        m_left -= size;
    }

    std::istream& m_stream;
    std::uint64_t m_left;
    bool m_good = true;
};

// All members: a further one does not compile until it is named here.
template <class Direction, class Pictures>
void pictureFields(Direction& field, Pictures& p) {
    auto& [iteration, object, layers, objectModes, probe, modePower, objectPixelHeight_m, objectPixelWidth_m,
           objectOriginY_m, objectOriginX_m, frame, measured, modelled, positions, windowPixels, moves, background,
           intensities, frames] = p;
    const auto each = [&](auto&... members) { (field(members), ...); };
    each(iteration, object, layers, objectModes, probe, modePower, objectPixelHeight_m, objectPixelWidth_m,
         objectOriginY_m, objectOriginX_m, frame, measured, modelled, positions, windowPixels, moves, background,
         intensities, frames);
}

template <class Direction, class Patterns>
void patternFields(Direction& field, Patterns& p) {
    auto& [unit, intensityUnit, radial, azimuthal_deg, framesDone, frames, firstFrame, frameStep, row, intensity,
           errors, waterfall, framesPerRow, bytesPerSecond] = p;
    const auto each = [&](auto&... members) { (field(members), ...); };
    each(unit, intensityUnit, radial, azimuthal_deg, framesDone, frames, firstFrame, frameStep, row, intensity, errors,
         waterfall, framesPerRow, bytesPerSecond);
}

template <class Write>
void writeFile(const fs::path& file, std::string_view kind, const Write& write) {
    fs::path temporary = file;
    temporary += ".new";
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    stream << kind;
    Writer writer(stream);
    write(writer);
    stream.close();
    std::error_code failed;
    if (!stream) {
        fs::remove(temporary, failed);
        throw DataError("cannot write the file", file.string(), "check the free space");
    }
    // Not replaced: file systems bring a file that replaces another one to the disk at once.
    fs::remove(file, failed);
    fs::rename(temporary, file, failed);
    if (failed) throw DataError(phrase("cannot write the file (%1)", systemReason(failed)), file.string());
}

} // namespace

void writePreview(const fs::path& file, const Preview& preview) {
    writeFile(file, kPictures, [&](Writer& writer) { pictureFields(writer, preview); });
}

void writePreview(const fs::path& file, const IntegrationPreview& preview) {
    writeFile(file, kPatterns, [&](Writer& writer) { patternFields(writer, preview); });
}

StoredPreview readPreview(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = stream ? static_cast<std::streamoff>(stream.tellg()) : 0;
    if (size < static_cast<std::streamoff>(kPictures.size())) return {};
    stream.seekg(0);
    std::string kind(kPictures.size(), '\0');
    stream.read(kind.data(), static_cast<std::streamsize>(kind.size()));
    PreviewReader reader(stream, static_cast<std::uint64_t>(size) - kind.size());
    if (kind == kPictures) {
        const auto preview = std::make_shared<Preview>();
        pictureFields(reader, *preview);
        if (reader.complete()) return {preview, nullptr};
    } else if (kind == kPatterns) {
        const auto preview = std::make_shared<IntegrationPreview>();
        patternFields(reader, *preview);
        if (reader.complete()) return {nullptr, preview};
    }
    return {};
}

} // namespace ewald::job
