// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/mask_edit.h"

#include "io/images/mask_file.h"
#include "io/preprocess/frame_preparer.h"
#include "io/result_file.h"
#include "model/text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

io::CropMaps mapsOf(const ScanData& data) {
    return io::makeCropMaps(data.scan, data.preprocessing, data.layout.size, data.layout.centreRow,
                            data.layout.centreCol);
}

/// Calls `visit(storedRow, storedCol)` for every stored pixel below a prepared one.
template <class Visit>
void forEachStored(const io::CropMaps& maps, std::size_t binning, std::size_t row, std::size_t col, Visit&& visit) {
    for (std::size_t r = row * binning; r < (row + 1) * binning; ++r) {
        for (std::size_t c = col * binning; c < (col + 1) * binning; ++c) {
            std::ptrdiff_t storedRow = maps.rows.stored[r];
            std::ptrdiff_t storedCol = maps.cols.stored[c];
            if (storedRow < 0 || storedCol < 0) continue;
            if (maps.transposed) std::swap(storedRow, storedCol);
            visit(static_cast<std::size_t>(storedRow), static_cast<std::size_t>(storedCol));
        }
    }
}

} // namespace

MaskEdit::MaskEdit(const ScanData& data, const std::string& file, const std::string& path)
    : m_mask(data.scan.frames->rows(), data.scan.frames->cols()) {
    if (file.empty()) return;
    const FrameMask::Mask mask = io::readMaskFile(file, path);
    if (mask.shape() == m_mask.mask().shape()) m_mask = FrameMask(mask);
}

void MaskEdit::draw(const ScanData& data, const Draw& draw, bool bad) {
    FrameMask drawn(data.layout.size, data.layout.size);
    draw(drawn, true);
    const io::CropMaps maps = mapsOf(data);
    const std::size_t cols = data.scan.frames->cols();
    std::vector<std::uint32_t> pixels;
    for (std::size_t row = 0; row < data.layout.size; ++row) {
        for (std::size_t col = 0; col < data.layout.size; ++col) {
            if (drawn.mask()(row, col) == 0) continue;
            forEachStored(maps, data.preprocessing.binning, row, col,
                          [&](std::size_t storedRow, std::size_t storedCol) {
                              pixels.push_back(static_cast<std::uint32_t>(storedRow * cols + storedCol));
                          });
        }
    }
    m_mask.set(pixels, bad);
}

std::size_t MaskEdit::markHotPixels(const ScanData& data) {
    if (!data.mean) return 0;
    const auto hot = findHotPixels(*data.mean);
    draw(
        data,
        [&](FrameMask& mask, bool bad) {
            std::vector<std::uint32_t> pixels;
            for (const auto& [row, col] : hot)
                pixels.push_back(static_cast<std::uint32_t>(row * data.layout.size + col));
            mask.set(pixels, bad);
        },
        true);
    return hot.size();
}

Array<std::uint8_t, 2> MaskEdit::prepared(const ScanData& data) const {
    Array<std::uint8_t, 2> shown({data.layout.size, data.layout.size});
    if (m_mask.mask().empty()) return shown;
    const io::CropMaps maps = mapsOf(data);
    for (std::size_t row = 0; row < data.layout.size; ++row) {
        for (std::size_t col = 0; col < data.layout.size; ++col) {
            forEachStored(maps, data.preprocessing.binning, row, col,
                          [&](std::size_t storedRow, std::size_t storedCol) {
                              if (m_mask.mask()(storedRow, storedCol) != 0) shown(row, col) = 1;
                          });
        }
    }
    return shown;
}

QString MaskEdit::save(const QString& folder, const QString& stem) const {
    return storeMask(m_mask.mask(), folder, stem);
}

QString storeMask(const Array<std::uint8_t, 2>& mask, const QString& folder, const QString& stem) {
    if (!QDir().mkpath(folder)) {
        throw DataError("cannot make the folder for masks", folder.toStdString(), "check its permissions");
    }
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData(QByteArrayView(reinterpret_cast<const char*>(mask.data()), static_cast<qsizetype>(mask.size())));
    const auto bad = std::ranges::count_if(mask, [](std::uint8_t value) { return value != 0; });
    const QString name = QStringLiteral("%1_mask_%2_px_%3.tif")
                             .arg(stem, QString::number(bad), QString::fromLatin1(hash.result().toHex().left(8)));
    const QString file = QDir(folder).filePath(name);
    if (QFile::exists(file)) return file;
    Array<float, 2> image(mask.shape());
    std::ranges::transform(mask, image.begin(), [](std::uint8_t bad) { return static_cast<float>(bad); });
    io::writeTiff(toPath(file), image, true);
    return file;
}

QString masksFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/masks");
}

std::optional<qlonglong> pixelsOfStoredMask(const std::string& file) {
    const QFileInfo mask(QString::fromStdString(file));
    if (file.empty() || mask.absolutePath() != QDir(masksFolder()).absolutePath()) return std::nullopt;
    static const QRegularExpression kName(QStringLiteral("_mask_(\\d{1,12})_px_[0-9a-f]{8}\\.tif$"));
    const QRegularExpressionMatch match = kName.match(mask.fileName());
    return match.hasMatch() ? std::optional(match.captured(1).toLongLong()) : std::nullopt;
}

std::vector<std::array<std::size_t, 2>> findHotPixels(const Array<float, 2>& image) {
    // A pixel is hot when it is several times its neighbours and well above them in counts: the second part keeps the
    // quantised noise of nearly empty corners out.
    constexpr float kFactor = 8;
    constexpr float kLeast = 1;
    std::vector<std::array<std::size_t, 2>> hot;
    const std::size_t rows = image.extent(0);
    const std::size_t cols = image.extent(1);
    std::vector<float> around;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) {
            const float value = image(row, col);
            if (!std::isfinite(value) || value < kLeast) continue;
            around.clear();
            for (std::size_t r = row == 0 ? 0 : row - 1; r < std::min(rows, row + 2); ++r) {
                for (std::size_t c = col == 0 ? 0 : col - 1; c < std::min(cols, col + 2); ++c) {
                    if ((r != row || c != col) && std::isfinite(image(r, c))) around.push_back(image(r, c));
                }
            }
            if (around.size() < 3) continue;
            // The upper quartile instead of the median: the edge of a bright speckle is no hot pixel.
            const auto upper = around.begin() + static_cast<std::ptrdiff_t>(around.size() * 3 / 4);
            std::nth_element(around.begin(), upper, around.end());
            if (value > kFactor * *upper + kLeast) hot.push_back({row, col});
        }
    }
    return hot;
}

std::array<double, 2> storedPlace(const ScanData& data, double row, double col) {
    const auto place = [&](double point, double centre) {
        const auto binning = static_cast<double>(data.preprocessing.binning);
        const double start = std::round(centre) - std::floor(static_cast<double>(data.layout.size) / 2) * binning;
        return start + std::floor(point * binning);
    };
    return {place(row, data.layout.centreRow), place(col, data.layout.centreCol)};
}

} // namespace ewald::ui
