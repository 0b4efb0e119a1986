// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/npy_file.h"

#include "base/ascii_text.h"
#include "base/files/input_file.h"
#include "base/phrase.h"
#include "io/stack/declared_axes.h"
#include "io/stack/images/byte_order.h"
#include "io/stack/images/plain_frames.h"

#include <array>
#include <charconv>
#include <functional>
#include <numeric>
#include <sstream>

namespace ewald::io {
namespace {

/// The text between `key` and the next comma or closing bracket of a NPY header, which is a Python dictionary.
std::string headerValue(const std::string& header, const std::string& key, const char* ends) {
    const std::size_t at = header.find("'" + key + "'");
    if (at == std::string::npos) return {};
    const std::size_t colon = header.find(':', at);
    const std::size_t last = header.find_first_of(ends, colon);
    if (colon == std::string::npos || last == std::string::npos) return {};
    return header.substr(colon + 1, last - colon - 1);
}

/// The type of "<u2", "|b1", ">f8".
std::optional<PixelType> npyType(char kind, std::size_t width) {
    using enum PixelType;
    struct Known {
        char kind;
        std::size_t width;
        PixelType type;
    };
    static constexpr std::array<Known, 12> kKnown{{{'b', 1, uint8},
                                                   {'u', 1, uint8},
                                                   {'u', 2, uint16},
                                                   {'u', 4, uint32},
                                                   {'u', 8, uint64},
                                                   {'i', 1, int8},
                                                   {'i', 2, int16},
                                                   {'i', 4, int32},
                                                   {'i', 8, int64},
                                                   {'f', 2, float32},
                                                   {'f', 4, float32},
                                                   {'f', 8, float64}}};
    for (const Known& known : kKnown)
        if (known.kind == kind && known.width == width) return known.type;
    return std::nullopt;
}

/// The dictionary at the start of the file; the stream then stands at the numbers.
std::optional<std::string> dictionaryOf(std::istream& stream) {
    std::array<char, 10> start{};
    stream.read(start.data(), start.size());
    std::size_t length = static_cast<unsigned char>(start[8]) + 256U * static_cast<unsigned char>(start[9]);
    if (start[6] >= 2) { // version 2 and 3: four bytes of length
        std::array<char, 2> more{};
        stream.read(more.data(), more.size());
        length += 65536U * static_cast<unsigned char>(more[0]) + 16777216U * static_cast<unsigned char>(more[1]);
    }
    if (!stream || length > 65536) return std::nullopt;
    std::string header(length, '\0');
    stream.read(header.data(), static_cast<std::streamsize>(length));
    if (!stream || !isPrintableAscii(trimmedEnd(header))) return std::nullopt;
    return header;
}

/// The extents of " (3, 4,", or of " (3L, 4L," as Python 2 has written it; empty for anything else.
std::vector<std::size_t> shapeOf(std::string text) {
    for (char& c : text)
        if (c == '(' || c == ',' || c == 'L') c = ' ';
    std::istringstream words(text);
    std::vector<std::size_t> shape;
    for (std::size_t extent = 0; words >> extent;) shape.push_back(extent);
    return words.eof() ? shape : std::vector<std::size_t>{};
}

} // namespace

std::optional<NpyHeader> readNpyHeader(std::istream& stream) {
    const std::optional<std::string> text = dictionaryOf(stream);
    if (!text) return std::nullopt;
    NpyHeader header;
    const std::string described = headerValue(*text, "descr", ",}");
    const std::string_view type = trimmed(described); // "[('x', '<u2')]" has fields
    header.shapeText = headerValue(*text, "shape", ")");
    header.shape = shapeOf(header.shapeText);
    header.columnsFirst = headerValue(*text, "fortran_order", ",}").find("True") != std::string::npos;
    constexpr std::string_view kOrders = "<>|=";
    if (type.size() < 5 || type.front() != '\'' || type.back() != '\'' ||
        kOrders.find(type[1]) == std::string_view::npos)
        return header;
    std::size_t width = 0;
    const char* const last = type.data() + type.size() - 1;
    if (std::from_chars(type.data() + 3, last, width).ptr != last) return header;
    header.type = npyType(type[2], width);
    header.halfFloats = header.type && width != bytesOf(*header.type);
    header.bigEndian = type[1] == '>' || (type[1] == '=' && kBigEndianMachine);
    return header;
}

StackContents openNpyStack(const std::filesystem::path& path, const std::shared_ptr<DescriptorPool>& pool) {
    const auto file = std::make_shared<const RawFile>(path, pool);
    const auto fail = [&](const std::string& what) {
        return DataError(what, path.string(), "save it again with numpy.save as an array of frames");
    };
    InputStream stream(path);
    const std::optional<NpyHeader> header = readNpyHeader(stream);
    if (!header) throw fail("the header of the NPY file is damaged");
    if (!header->type) throw fail("the NPY file holds no plain numbers");
    const std::vector<std::size_t>& shape = header->shape;
    if (shape.size() < 2 || shape.size() > 4)
        throw fail(phrase("the array has the shape%1), expected frames", header->shapeText));
    if (header->columnsFirst)
        throw DataError("the array is in the order of Fortran", path.string(),
                        "save numpy.ascontiguousarray(frames) instead of frames");
    checkLastAxes(path.string(), shape);
    const std::span<const std::size_t> before(shape.data(), shape.size() - 2);
    const std::size_t rows = shape[shape.size() - 2], cols = shape.back();
    checkFrameShape(rows, cols, path);
    std::uint64_t frames = 1;
    for (const std::size_t extent : before) {
        if (extent == 0 || frames > file->size() / extent + 1)
            throw fail(phrase("the array has the shape%1), expected frames", header->shapeText));
        frames *= extent;
    }
    StackContents contents;
    contents.format = "NPY";
    PlainRun run;
    run.shape = {rows, cols, *header->type};
    run.first = static_cast<std::uint64_t>(stream.tellg());
    run.count = frames;
    run.bigEndian = header->bigEndian;
    run.halfFloats = header->halfFloats;
    appendPlainRun(run, file, contents);
    if (before.size() == 2 && contents.cutOff == 0) contents.scanShape.assign(before.begin(), before.end());
    noteThinFrames(path.filename().string(), shape, contents);
    noteRasterGuess(phrase("the array of the shape%1)", header->shapeText), shape, contents);
    return contents;
}

} // namespace ewald::io
