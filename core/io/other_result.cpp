// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/other_result.h"

#include "base/error.h"
#include "base/files/input_file.h"
#include "base/phrase.h"
#include "io/hdf5/hdf5.h"
#include "io/scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace ewald::io {
namespace {

/// More than any object has; what a damaged file declares beyond it is not believed.
constexpr std::size_t kMostElements = std::size_t{1} << 29U;
constexpr const char* kPtyPyProbe = "/content/probe";
constexpr const char* kPtyPyObject = "/content/obj";

/// An image stack of complex (or real) numbers: all axes before the last two are one.
Array<Complex, 3> readStack(const h5::Dataset& dataset) {
    const h5::Shape& shape = dataset.shape();
    if (!dataset.info().type.isNumeric() || shape.size() < 2 || shape.size() > 4)
        throw DataError(phrase("holds %1 %2, expected complex numbers ([modes,] rows, columns)",
                               dataset.info().type.name, h5::toText(shape)),
                        dataset.where(), "choose a file with a probe or an object");
    const std::size_t rank = shape.size();
    const std::vector<Complex> values = dataset.readAll<Complex>(kMostElements);
    const std::size_t modes = rank == 2 ? 1 : shape[rank - 3];
    const std::size_t plane = shape[rank - 2] * shape[rank - 1];
    if (modes == 0 || plane == 0)
        throw DataError("the dataset is empty", dataset.where(), "choose a file with a probe or an object");
    // Of four axes the first ones are variations or slices: the first of them counts.
    return Array<Complex, 3>(
        {modes, shape[rank - 2], shape[rank - 1]},
        std::vector<Complex>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(modes * plane)));
}

Array<Complex, 2> firstPlane(const Array<Complex, 3>& stack) {
    const auto plane = stack.slab(0);
    return Array<Complex, 2>({stack.extent(1), stack.extent(2)}, std::vector<Complex>(plane.begin(), plane.end()));
}

// ---- PtyPy ------------------------------------------------------------------------------------------------------

/// The first storage of a container: "/content/probe/S00G00".
std::string firstStorage(const h5::File& file, const std::string& container) {
    std::vector<std::string> names = file.children(container);
    std::sort(names.begin(), names.end());
    for (const std::string& name : names)
        if (file.hasDataset(container + "/" + name + "/data")) return container + "/" + name;
    return {};
}

OtherResult readPtyPy(const h5::File& file) {
    OtherResult result{"PtyPy (.ptyr)", {}, {}, 0};
    const std::string probe = firstStorage(file, kPtyPyProbe);
    const std::string object = firstStorage(file, kPtyPyObject);
    if (!probe.empty()) result.probe = readStack(file.dataset(probe + "/data"));
    if (!object.empty()) result.object = firstPlane(readStack(file.dataset(object + "/data")));
    const std::string size = (object.empty() ? probe : object) + "/_psize";
    if (file.hasDataset(size) && file.dataset(size).info().type.isReal() && file.dataset(size).info().elements() <= 2)
        if (const auto values = file.dataset(size).readAll<double>(); !values.empty())
            result.objectPixel_m = values.back(); // rows first
    return result;
}

// ---- MATLAB -----------------------------------------------------------------------------------------------------

bool isMatlab(const std::filesystem::path& file) {
    constexpr std::string_view kStart = "MATLAB 7.3 MAT-file";
    std::array<char, kStart.size()> bytes{};
    return InputFile(file).readAt(0, std::as_writable_bytes(std::span(bytes))) == bytes.size() &&
           std::string_view(bytes.data(), bytes.size()) == kStart;
}

/// MATLAB's first axis runs fastest, so that a file has columns before rows.
Array<Complex, 3> transposed(const Array<Complex, 3>& stored) {
    Array<Complex, 3> image({stored.extent(0), stored.extent(2), stored.extent(1)});
    for (std::size_t mode = 0; mode < image.extent(0); ++mode)
        for (std::size_t row = 0; row < image.extent(1); ++row)
            for (std::size_t col = 0; col < image.extent(2); ++col) image(mode, row, col) = stored(mode, col, row);
    return image;
}

/// The image whose variable has one of these names, wherever it is; the names in the order of preference.
std::string findVariable(const std::vector<FileNode>& nodes, const std::vector<std::string_view>& names) {
    for (const std::string_view name : names)
        for (const FileNode& node : nodes) {
            const bool number = node.type.starts_with("complex") || node.type.starts_with("float");
            const std::size_t rank = node.shape.size();
            if (!node.isGroup && number && rank >= 2 && rank <= 4 && node.shape[rank - 1] > 1 &&
                node.shape[rank - 2] > 1 && !node.path.starts_with("/#") &&
                node.path.substr(node.path.rfind('/') + 1) == name)
                return node.path;
        }
    return {};
}

/// The pixel that PtychoShelves and fold_slice keep in p.dx_spec, in metres; 0: it is not there, or none.
double pixelOfMatlab(const h5::File& file) {
    constexpr const char* kPixel = "/p/dx_spec";
    if (!file.hasDataset(kPixel)) return 0;
    const h5::DatasetInfo info = file.dataset(kPixel).info();
    if (!info.type.isReal() || info.elements() == 0 || info.elements() > 2) return 0;
    const double pixel = file.dataset(kPixel).readAll<double>().front();
    return std::isfinite(pixel) && pixel > 0 ? pixel : 0;
}

OtherResult readMatlab(const h5::File& file) {
    OtherResult result{"MATLAB 7.3", {}, {}, pixelOfMatlab(file)};
    const std::vector<FileNode> nodes = listFile(file.file());
    const std::string probe = findVariable(nodes, {"probe", "probes", "Probe", "P", "aPrb"});
    const std::string object = findVariable(nodes, {"object", "obj", "Object", "O", "ob", "aObj"});
    if (probe.empty() && object.empty())
        throw DataError("the MATLAB file has neither a variable probe nor a variable object", file.file().string(),
                        "save them under these names: save('FILE', 'probe', 'object', '-v7.3')");
    if (!probe.empty()) result.probe = transposed(readStack(file.dataset(probe)));
    if (!object.empty()) result.object = firstPlane(transposed(readStack(file.dataset(object))));
    return result;
}

} // namespace

std::optional<OtherResult> readOtherResult(const std::filesystem::path& path) {
    if (isMatlab(path)) return readMatlab(h5::File::open(path));
    const h5::File file = h5::File::open(path);
    if (file.hasGroup(kPtyPyProbe) || file.hasGroup(kPtyPyObject)) return readPtyPy(file);
    return std::nullopt;
}

} // namespace ewald::io
