// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/images/mask_file.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/version.h"
#include "io/atomic_file.h"
#include "io/hdf5/hdf5_atomic.h"
#include "io/result_file.h"
#include "io/stack/images/image_file.h"

#include <algorithm>

namespace ewald::io {
namespace {

using Mask = Array<std::uint8_t, 2>;

std::string bytesOfMask(const Mask& mask) {
    std::string bytes(mask.size(), '\0');
    std::transform(mask.begin(), mask.end(), bytes.begin(),
                   [](std::uint8_t value) { return value != 0 ? '\1' : '\0'; });
    return bytes;
}

std::string edfOf(const Mask& mask) {
    std::string header = "{\n";
    const auto put = [&](const std::string& key, const std::string& value) { header += key + " = " + value + " ;\n"; };
    put("HeaderID", "EH:000001:000000:000000");
    put("Image", "1");
    put("ByteOrder", "LowByteFirst");
    put("DataType", "UnsignedByte");
    put("Dim_1", std::to_string(mask.extent(1)));
    put("Dim_2", std::to_string(mask.extent(0)));
    put("Size", std::to_string(mask.size()));
    put("Title", std::string("mask, Ewald ") + version());
    while ((header.size() + 2) % 512 != 0) header += ' '; // the header fills blocks of 512 bytes
    return header + "}\n" + bytesOfMask(mask);
}

std::string npyOf(const Mask& mask) {
    std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (" + std::to_string(mask.extent(0)) + ", " +
                         std::to_string(mask.extent(1)) + "), }";
    while ((10 + header.size() + 1) % 64 != 0) header += ' ';
    header += '\n';
    std::string start("\x93NUMPY\x01\x00", 8);
    start += static_cast<char>(header.size() % 256);
    start += static_cast<char>(header.size() / 256);
    return start + header + bytesOfMask(mask);
}

void writeHdf5(const std::filesystem::path& file, const Mask& mask, bool overwrite) {
    writeHdf5Atomically(file, overwrite, [&](h5::File& out) {
        const h5::Shape shape{mask.extent(0), mask.extent(1)};
        out.createGroup("/entry/mask");
        out.setAttribute("/", "default", "entry");
        out.setAttribute("/entry", "NX_class", "NXentry");
        out.setAttribute("/entry", "default", "mask");
        out.setAttribute("/entry/mask", "NX_class", "NXdata");
        out.setAttribute("/entry/mask", "signal", "mask");
        out.write<std::uint8_t>("/entry/mask/mask", mask.span(), shape, {shape, 4, false});
    });
}

} // namespace

Mask readMaskFile(const std::filesystem::path& file, const std::string& path) {
    const Array<double, 2> values = readNumberImage(file, path, ImagePurpose::mask).pixels;
    Mask mask(values.shape());
    std::transform(values.begin(), values.end(), mask.begin(),
                   [](double value) { return static_cast<std::uint8_t>(value != 0 ? 1 : 0); });
    return mask;
}

std::string remarkOnMask(const std::filesystem::path& file) { return remarkOnImage(file); }

void writeMaskFile(const std::filesystem::path& file, const Mask& mask, bool overwrite) {
    if (mask.empty()) throw DataError("there is no mask to write", file.string(), "open frames first");
    Mask clean(mask.shape());
    std::transform(mask.begin(), mask.end(), clean.begin(),
                   [](std::uint8_t value) { return static_cast<std::uint8_t>(value != 0 ? 1 : 0); });
    const std::string extension = lowerAscii(file.extension().string());
    if (extension == ".edf")
        writeTextFile(file, edfOf(clean), overwrite);
    else if (extension == ".npy")
        writeTextFile(file, npyOf(clean), overwrite);
    else if (extension == ".tif" || extension == ".tiff")
        writeTiff(file, clean, overwrite);
    else if (extension == ".h5" || extension == ".hdf5" || extension == ".nxs")
        writeHdf5(file, clean, overwrite);
    else
        throw DataError(phrase("no format for a mask has the ending \"%1\"", extension), file.string(),
                        "name a file that ends in .edf, .tif, .npy or .h5");
}

void requireMaskShape(const std::array<std::size_t, 2>& mask, const std::array<std::size_t, 2>& frames,
                      const std::string& where) {
    if (mask == frames) return;
    throw DataError(phrase("the mask has %1 pixels, the frames have %2", shapeText(mask[0], mask[1]),
                           shapeText(frames[0], frames[1])),
                    where, "use a mask that was made for these frames, or none");
}

bool masksAlmostAll(const Mask& mask) {
    const auto masked = std::ranges::count_if(mask, [](std::uint8_t value) { return value != 0; });
    return static_cast<double>(masked) > 0.9 * static_cast<double>(mask.size());
}

void combineMasks(Array<std::uint8_t, 2>& all, const Array<std::uint8_t, 2>& mask) {
    if (mask.empty()) return;
    if (all.empty()) {
        all = mask;
        return;
    }
    for (std::size_t i = 0; i < all.size(); ++i) all.data()[i] |= mask.data()[i];
}

bool isNamedAsMask(const std::filesystem::path& file) {
    const std::string ending = lowerAscii(file.extension().string());
    if (ending == ".mask" || ending == ".msk") return true;
    const std::string name = lowerAscii(file.stem().string());
    const auto isLetter = [&](std::size_t at) { return at < name.size() && isLetterAscii(name[at]); };
    constexpr std::string_view kWord = "mask";
    for (std::size_t at = name.find(kWord); at != std::string::npos; at = name.find(kWord, at + 1))
        if ((at == 0 || !isLetter(at - 1)) && !isLetter(at + kWord.size())) return true;
    return false;
}

} // namespace ewald::io
