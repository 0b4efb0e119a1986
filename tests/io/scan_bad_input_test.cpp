// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are damaged, incomplete, or say nonsense: one clear line each, never a crash, never a wrong scan.
#include "io/preprocess/preprocess.h"
#include "io/scan.h"
#include "io/scan_files.h"

#include <cmath>
#include <fstream>
#include <hdf5.h>
#include <limits>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// The HDF5 library asks for whatever a damaged file declares, and copes with a refusal; on some of its error paths it
// forgets small blocks. Neither is ours to mend.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "allocator_may_return_null=1"; }
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
#endif

namespace ewald::io::test {
namespace {

using h5::File;

class BadInput : public WithFolder {
protected:
    /// A sound CXI file that `change` then spoils.
    template <class Change>
    fs::path make(const Change& change, const std::string& name = "bad.cxi") {
        File file = File::create(at(name));
        change(file);
        file.close();
        return at(name);
    }
    /// As for ten pixels of 0.5 µm at the sample: a window of 5 µm, beside which the steps of 1.1 µm are sound.
    static std::vector<Note> check(const Scan& scan) { return checkScan(scan, 10, 0.5e-6); }
};

TEST_F(BadInput, FilesThatAreNoScanFiles) {
    std::ofstream(at("text.cxi")) << "hello";
    for (const auto& open : {std::function<void(const fs::path&)>([](const fs::path& p) { (void)openScan(p); }),
                             std::function<void(const fs::path&)>([](const fs::path& p) { (void)probeScan(p); }),
                             std::function<void(const fs::path&)>([](const fs::path& p) { (void)listFile(p); }),
                             std::function<void(const fs::path&)>([](const fs::path& p) { (void)guessMapping(p); })}) {
        EXPECT_TRUE(contains(dataErrorOf([&] { open(at("none.cxi")); }), "no such file"));
        EXPECT_TRUE(contains(dataErrorOf([&] { open(at("text.cxi")); }), "no HDF5 file"));
        EXPECT_TRUE(contains(dataErrorOf([&] { open(m_folder); }), "folder"));
    }
}

TEST_F(BadInput, TruncatedScan) {
    const fs::path path = make(putCxi);
    fs::resize_file(path, fs::file_size(path) / 2);
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(path); }), "truncated"));
}

TEST_F(BadInput, EveryCutAndEveryOverwrittenBlockIsSurvived) {
    const fs::path path = make(putCxi);
    const auto size = fs::file_size(path);
    const std::vector<std::size_t> which{0};
    const auto open = [&](const fs::path& file) {
        try {
            const Scan scan = openScan(file);
            const PreparedLayout layout = planPreprocessing(scan, {});
            (void)readPreparedFrame(scan, {}, layout, 0);
            (void)listFile(file);
        } catch (const Error& error) {
            EXPECT_NE(error.kind(), ErrorKind::bug) << error.what();
        }
    };
    for (std::uintmax_t cut = 0; cut < size; cut += size / 40) {
        fs::copy_file(path, at("cut.cxi"), fs::copy_options::overwrite_existing);
        fs::resize_file(at("cut.cxi"), cut);
        open(at("cut.cxi"));
    }
    for (std::uintmax_t offset = 0; offset + 16 < size; offset += 97) {
        fs::copy_file(path, at("spoilt.cxi"), fs::copy_options::overwrite_existing);
        std::fstream stream(at("spoilt.cxi"), std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(static_cast<std::streamoff>(offset));
        stream.write("\xff\xff\xff\xff\xff\xff\xff\x7f", 8);
        stream.close();
        open(at("spoilt.cxi"));
    }
}

TEST_F(BadInput, DanglingLinksNameTheirTarget) {
    const fs::path path = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        file.externalLink("/entry_1/data_1/data", "frames_000001.h5", "/entry/data/data");
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    });
    std::string error = dataErrorOf([&] { (void)openScan(path); });
    EXPECT_TRUE(contains(error, "frames_000001.h5") && contains(error, "/entry/data/data") &&
                contains(error, "bad.cxi"))
        << error;
    const fs::path soft = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        file.softLink("/entry_1/data_1/translation", "/entry_1/sample_1/geometry_1/translation");
    });
    error = dataErrorOf([&] { (void)openScan(soft); });
    EXPECT_TRUE(contains(error, "positions") && contains(error, "/entry_1/sample_1/geometry_1/translation")) << error;
    // A file without any known layout, because its only content lies elsewhere.
    const fs::path other = make([](File& file) { file.externalLink("/entry/data/data", "gone.h5", "/d"); }, "other.h5");
    error = dataErrorOf([&] { (void)openScan(other); });
    EXPECT_TRUE(contains(error, "gone.h5")) << error;
}

TEST_F(BadInput, AnUnknownFilterIsNamed) {
    const fs::path path = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
        // A filter that nobody has: the chunk is written as if it had done its work.
        const std::array<hsize_t, 3> shape{kFrames, kRows, kCols};
        const std::array<hsize_t, 3> chunk{1, kRows, kCols};
        const h5::Handle space(H5Screate_simple(3, shape.data(), nullptr));
        const h5::Handle storage(H5Pcreate(H5P_DATASET_CREATE));
        H5Pset_chunk(storage.id(), 3, chunk.data());
        H5Pset_filter(storage.id(), 32123, H5Z_FLAG_OPTIONAL, 0, nullptr);
        const h5::Handle data(H5Dcreate2(file.id(), "/entry_1/data_1/data", H5T_NATIVE_UINT16, space.id(), H5P_DEFAULT,
                                         storage.id(), H5P_DEFAULT));
        ASSERT_TRUE(data);
        const std::vector<char> bytes(100, 'x');
        const std::array<hsize_t, 3> origin{0, 0, 0};
        ASSERT_GE(H5Dwrite_chunk(data.id(), H5P_DEFAULT, 0, origin.data(), bytes.size(), bytes.data()), 0);
    });
    const std::string error = dataErrorOf([&] { (void)openScan(path); });
    EXPECT_TRUE(contains(error, "unknown filter 32123")) << error;
    EXPECT_TRUE(contains(error, "/entry_1/data_1/data")) << error;
    bool listed = false;
    for (const FileNode& node : listFile(path))
        listed = listed || (node.path == "/entry_1/data_1/data" && contains(node.problem, "unknown filter 32123"));
    EXPECT_TRUE(listed);
}

TEST_F(BadInput, FramesAndPositionsOfDifferentNumber) {
    const fs::path path = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/data_1/translation", translations(kFrames + 4, 3, false), {kFrames + 4, 3});
    });
    const Scan scan = openScan(path); // the window shows it all the same
    EXPECT_EQ(scan.positions.size(), kFrames + 4);
    EXPECT_TRUE(hasNote(check(scan), "6 frames (/entry_1/data_1/data) but 10 positions", Severity::warning));
    EXPECT_TRUE(hasNote(check(scan), "The last 4 positions without a frame are ignored", Severity::warning));
    EXPECT_FALSE(hasNote(check(scan), "", Severity::error));
}

TEST_F(BadInput, AScanThatWasAbortedBeforeItsHalfIsTaken) {
    const Scan scan = openScan(make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/data_1/translation", translations(3 * kFrames, 3, false), {3 * kFrames, 3});
    }));
    EXPECT_TRUE(hasNote(check(scan), "The last 12 positions without a frame are ignored", Severity::warning));
    EXPECT_FALSE(hasNote(check(scan), "", Severity::error));
}

TEST_F(BadInput, MostFramesWithoutAPositionAreTheWrongDataset) {
    const Scan scan = openScan(make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/data_1/translation", translations(2, 3, false), {2, 3});
    }));
    EXPECT_TRUE(hasNote(check(scan), "one of the two datasets is the wrong one", Severity::error));
}

/// What an aborted scan leaves: frames whose motor positions were never recorded are left out, the others stay paired
/// with their own positions.
TEST_F(BadInput, FramesWithoutAPositionAreLeftOut) {
    std::vector<double> positions = translations(kFrames - 1, 3, false);
    positions[1 * 3] = std::numeric_limits<double>::quiet_NaN(); // of frame 1
    const Scan scan = openScan(make([&](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/data_1/translation", positions, {kFrames - 1, 3});
    }));
    EXPECT_FALSE(hasNote(check(scan), "", Severity::error));
    EXPECT_TRUE(hasNote(check(scan), "The last 1 frame without a position is ignored", Severity::warning));
    const PreparedLayout layout = planPreprocessing(scan, {});
    EXPECT_EQ(layout.frameIndex, (std::vector<std::size_t>{0, 2, 3, 4}));
    EXPECT_TRUE(hasNote(layout.notes, "1 frame has no finite position (first: 1)", Severity::warning));
}

TEST_F(BadInput, ImpossibleGeometryIsAnError) {
    const auto checked = [&](const std::string& key, std::optional<double> value) {
        return check(openScan(make([&](File& file) {
            const std::string instrument = "/entry_1/instrument_1";
            file.write("/cxi_version", std::int64_t{160});
            for (const auto& [path, usual] : std::map<std::string, double>{{"/source_1/wavelength", 1.24e-9},
                                                                           {"/detector_1/distance", 1.5},
                                                                           {"/detector_1/x_pixel_size", 30e-6},
                                                                           {"/detector_1/y_pixel_size", 20e-6}})
                if (path != key)
                    file.write(instrument + path, usual);
                else if (value)
                    file.write(instrument + path, *value);
            put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
            put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
        })));
    };
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(hasNote(checked("", 0), "", Severity::warning));
    EXPECT_TRUE(hasNote(checked("/source_1/wavelength", 0), "wavelength", Severity::error));
    EXPECT_TRUE(hasNote(checked("/source_1/wavelength", kNan), "wavelength", Severity::error));
    EXPECT_TRUE(hasNote(checked("/source_1/wavelength", std::nullopt), "energy_keV", Severity::error));
    EXPECT_TRUE(hasNote(checked("/detector_1/distance", 0), "distance", Severity::error));
    EXPECT_TRUE(hasNote(checked("/detector_1/distance", -1), "impossible", Severity::error));
    EXPECT_TRUE(hasNote(checked("/detector_1/distance", std::nullopt), "distance_m", Severity::error));
    EXPECT_TRUE(hasNote(checked("/detector_1/x_pixel_size", 0), "pixel_size_m", Severity::error));
    // Energies no X-ray has, and lengths in the wrong unit.
    EXPECT_TRUE(hasNote(checked("/source_1/wavelength", 1e-7), "0.05 to 500 keV", Severity::warning));
    const std::vector<Note> electrons = checked("/source_1/wavelength", 1.9687e-12);
    EXPECT_TRUE(hasNote(electrons, "629.8 keV", Severity::warning));
    EXPECT_TRUE(hasNote(electrons, "electrons of 300 keV, set particle=electron", Severity::warning));
    EXPECT_TRUE(hasNote(checked("/source_1/wavelength", 2.5079e-12), "electrons of 200 keV, set particle=electron"));
    EXPECT_TRUE(hasNote(checked("/detector_1/distance", 1500), "1500 m away", Severity::warning));
    EXPECT_TRUE(hasNote(checked("/detector_1/x_pixel_size", 0.055), "wide", Severity::warning));
}

TEST_F(BadInput, PositionsInTheWrongUnitAreNoticed) {
    const auto checked = [&](double factor) {
        return check(openScan(make([&](File& file) {
            file.write("/cxi_version", std::int64_t{160});
            putGeometry(file);
            put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
            put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false, factor), {kFrames, 3});
        })));
    };
    EXPECT_FALSE(hasNote(checked(1), "", Severity::warning));
    EXPECT_TRUE(hasNote(checked(1e-6), "probably in micrometres", Severity::warning)); // µm numbers taken for metres
    EXPECT_TRUE(hasNote(checked(1e-3), "larger than the probe window", Severity::warning));
    EXPECT_TRUE(hasNote(checked(1e3), "less than one object pixel", Severity::warning));
}

TEST_F(BadInput, PositionsThatHaveLostDigitsAreNoticed) {
    // A spiral of 20 µm around a stage's 3 m: numbers of single precision there are 2^-22 m = 238 nm apart, 0.48 of a
    // pixel of 0.5 µm.
    const auto noted = [&](double middle_m, bool isSingle) {
        Scan scan = openScan(make(putCxi));
        scan.positions.clear();
        for (int i = 0; i < 40; ++i) { // so many that they have no larger step in common by chance
            const double radius_m = 1e-6 * (1.3 + 0.45 * i), angle = 2.4 * i;
            double y = middle_m + radius_m * std::sin(angle), x = middle_m + radius_m * std::cos(angle);
            if (isSingle)
                y = static_cast<double>(static_cast<float>(y)), x = static_cast<double>(static_cast<float>(x));
            scan.positions.push_back({y, x});
        }
        for (const Note& note : check(scan))
            if (note.text.find("single precision") != std::string::npos) return note.text;
        return std::string();
    };
    EXPECT_TRUE(contains(noted(3, true), "3 m away from zero and stored in single precision, in steps of 238.4 nm "
                                         "(0.4768 object pixels)"))
        << noted(3, true);
    EXPECT_EQ(noted(3, false), "");
    EXPECT_EQ(noted(0.01, true), "") << "steps of 0.9 nm";
    EXPECT_FALSE(hasNote(check(openScan(make(putCxi))), "single precision", Severity::warning));

    // A raster of 1 µm; one of its positions is a number that stands for none, which is far away but of no precision.
    Scan marked = openScan(make(putCxi));
    marked.positions.clear();
    for (int i = 0; i < 36; ++i) marked.positions.push_back({1.033e-6 * (i / 6), 1.033e-6 * (i % 6)});
    marked.positions[5] = {-999, -999};
    EXPECT_TRUE(hasNote(check(marked), "the positions span 999 m", Severity::warning));
    EXPECT_FALSE(hasNote(check(marked), "single precision", Severity::warning));
}

TEST_F(BadInput, PositionsThatSayNothingAreNoticed) {
    const auto checked = [&](double x) {
        return check(openScan(make([&](File& file) {
            file.write("/cxi_version", std::int64_t{160});
            putGeometry(file);
            put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
            put(file, "/entry_1/data_1/translation", std::vector<double>(kFrames * 3, x), {kFrames, 3});
        })));
    };
    EXPECT_TRUE(hasNote(checked(1e-5), "all positions are equal", Severity::warning));
    EXPECT_TRUE(hasNote(checked(std::nan("")), "not finite", Severity::error));
}

TEST_F(BadInput, AMaskOfAnotherShape) {
    const fs::path path = make([](File& file) {
        putCxi(file);
        put(file, "/entry_1/instrument_1/detector_1/mask", std::vector<std::uint32_t>(99), {9, 11});
    });
    const Scan scan = openScan(path);
    EXPECT_TRUE(hasNote(check(scan), "9 × 11", Severity::error));
    const std::string error = dataErrorOf([&] { (void)planPreprocessing(scan, {}); });
    EXPECT_TRUE(contains(error, "9 × 11") && contains(error, "10 × 12")) << error;
}

TEST_F(BadInput, AMaskThatMarksGoodPixelsIsNoticed) {
    const fs::path path = make([](File& file) {
        putCxi(file);
        std::vector<std::uint32_t> mask(kRows * kCols, 1);
        mask[3] = 0;
        put(file, "/entry_1/instrument_1/detector_1/mask", mask, {kRows, kCols});
    });
    EXPECT_TRUE(hasNote(openScan(path).notes, "good pixels instead of bad", Severity::warning));
}

TEST_F(BadInput, SingleImagesAndMissingPositionsAreSaidSo) {
    const fs::path image = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        put(file, "/entry_1/data_1/data", countingFrames(1), {kRows, kCols});
    });
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(image); }), "has the shape (10, 12)"));
    const fs::path still = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        // One vector that says where a single object is: no list of positions.
        put<double>(file, "/entry_1/sample_1/geometry_1/translation", {0, 0, 1}, {3});
    });
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(still); }), "no scan positions"));
    const fs::path odd = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/data_1/translation", std::vector<double>(kFrames * 5), {kFrames, 5});
    });
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(odd); }), "shape (6, 5)"));
    const fs::path none = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        file.createDataset("/entry_1/data_1/data", h5::Number::uint16, {0, kRows, kCols});
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    });
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(none); }), "empty"));
    const fs::path complexFrames = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        put(file, "/entry_1/data_1/data", std::vector<std::complex<float>>(8), {2, 2, 2});
    });
    EXPECT_FALSE(dataErrorOf([&] { (void)openScan(complexFrames); }).empty());
}

TEST_F(BadInput, FramesBeyondAllMeasureAreRefused) {
    const fs::path path = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        file.createDataset("/entry_1/data_1/data", h5::Number::uint16, {10'000'000'000, 16, 16},
                           {.chunk = {1, 16, 16}});
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    });
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(path); }), "announces 10000000000 frames"));
}

TEST_F(BadInput, FramesOfAVirtualDatasetWhoseSourceIsGone) {
    const fs::path path = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
        const std::array<hsize_t, 3> shape{kFrames, kRows, kCols};
        const h5::Handle space(H5Screate_simple(3, shape.data(), nullptr));
        const h5::Handle storage(H5Pcreate(H5P_DATASET_CREATE));
        H5Pset_virtual(storage.id(), space.id(), "eiger_data_000001.h5", "/entry/data/data", space.id());
        const h5::Handle data(H5Dcreate2(file.id(), "/entry_1/data_1/data", H5T_NATIVE_UINT16, space.id(), H5P_DEFAULT,
                                         storage.id(), H5P_DEFAULT));
        ASSERT_TRUE(data);
    });
    // The library would give zeros without a word.
    const std::string error = dataErrorOf([&] { (void)openScan(path); });
    EXPECT_TRUE(contains(error, "eiger_data_000001.h5")) << error;
    File source = File::create(at("eiger_data_000001.h5"));
    put(source, "/entry/data/data", countingFrames(), {kFrames, kRows, kCols});
    source.close();
    expectCountingFrames(*openScan(path).frames);
}

TEST_F(BadInput, ResultsAreNotScans) {
    const fs::path path = make([](File& file) {
        file.write("/entry/process/program", "ewald");
        put(file, "/entry/object/data", std::vector<std::complex<float>>(4), {2, 2});
    });
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(path); }), "is a result of Ewald"));
    const fs::path ptyr = make([](File& file) {
        file.createGroup("/content/probe");
        file.createGroup("/content/obj");
    });
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openScan(ptyr); }), ".ptyd"));
}

TEST_F(BadInput, FrameErrorsNameFileDatasetAndFrame) {
    const fs::path path = make([](File& file) {
        file.write("/cxi_version", std::int64_t{160});
        putGeometry(file);
        put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols},
            {.chunk = {1, kRows, kCols}, .deflate = 1});
        put(file, "/entry_1/data_1/translation", translations(kFrames, 3, false), {kFrames, 3});
    });
    haddr_t address = 0;
    {
        const h5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
        const h5::Handle data(H5Dopen2(file.id(), "/entry_1/data_1/data", H5P_DEFAULT));
        const std::array<hsize_t, 3> fourth{4, 0, 0};
        unsigned mask = 0;
        hsize_t size = 0;
        ASSERT_GE(H5Dget_chunk_info_by_coord(data.id(), fourth.data(), &mask, &address, &size), 0);
    }
    std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(static_cast<std::streamoff>(address));
    stream << "damaged";
    stream.close();
    const Scan scan = openScan(path);
    const PreparedLayout layout = planPreprocessing(scan, {.maxFrames = 3}); // the first frames are sound
    std::string error = dataErrorOf(
        [&] { (void)readPreparedFrame(scan, {}, planPreprocessing(scan, {.firstFrame = 4, .maxFrames = 1}), 0); });
    EXPECT_TRUE(contains(error, "bad.cxi:/entry_1/data_1/data frame 4")) << error;
}

} // namespace
} // namespace ewald::io::test
