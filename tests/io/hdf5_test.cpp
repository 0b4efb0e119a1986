// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5.h"

#include "io/scan_files.h"

#include <complex>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <hdf5.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ewald::io::test {
namespace {

using h5::File;
using h5::NodeKind;

class Hdf5 : public WithFolder {};

TEST_F(Hdf5, NumbersOfEveryTypeComeBackInEveryOtherType) {
    File out = File::create(at("numbers.h5"));
    put<std::int8_t>(out, "/i8", {-1, 2}, {2});
    put<std::int16_t>(out, "/i16", {-1, 2}, {2});
    put<std::int32_t>(out, "/i32", {-1, 2}, {2});
    put<std::int64_t>(out, "/i64", {-1, 2}, {2});
    put<std::uint8_t>(out, "/u8", {1, 255}, {2});
    put<std::uint16_t>(out, "/u16", {1, 65535}, {2});
    put<std::uint32_t>(out, "/u32", {1, 4294967295U}, {2});
    put<std::uint64_t>(out, "/u64", {1, 2}, {2});
    put<float>(out, "/f32", {1.5F, -2}, {2});
    put<double>(out, "/f64", {1.5, -2}, {2});
    put<std::complex<float>>(out, "/c64", {{1, 2}, {3, 4}}, {2});
    put<std::complex<double>>(out, "/c128", {{1, 2}, {3, 4}}, {2});
    out.close();

    const File in = File::open(at("numbers.h5"));
    for (const char* name : {"i8", "i16", "i32", "i64"})
        EXPECT_EQ(in.dataset(std::string("/") + name).readAll<float>(), (std::vector<float>{-1, 2})) << name;
    EXPECT_EQ(in.dataset("/u8").readAll<double>()[1], 255);
    EXPECT_EQ(in.dataset("/u16").readAll<float>()[1], 65535);
    EXPECT_EQ(in.dataset("/u32").readAll<double>()[1], 4294967295.0);
    EXPECT_EQ(in.dataset("/u64").readAll<std::int32_t>()[1], 2);
    EXPECT_EQ(in.dataset("/f32").readAll<double>()[0], 1.5);
    EXPECT_EQ(in.dataset("/c128").readAll<std::complex<float>>()[1], (std::complex<float>(3, 4)));
    EXPECT_EQ(in.dataset("/c64").readAll<std::complex<double>>()[0], (std::complex<double>(1, 2)));
    // Real numbers are complex ones without imaginary part; complex ones are not silently made real.
    EXPECT_EQ(in.dataset("/f64").readAll<std::complex<float>>(),
              (std::vector<std::complex<float>>{{1.5F, 0}, {-2, 0}}));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)in.dataset("/c64").readAll<float>(); }), "complex64"));

    EXPECT_EQ(in.dataset("/u16").info().type.name, "uint16");
    EXPECT_EQ(in.dataset("/i64").info().type.name, "int64");
    EXPECT_EQ(in.dataset("/f32").info().type.name, "float32");
    EXPECT_EQ(in.dataset("/c64").info().type.name, "complex64");
    EXPECT_EQ(in.dataset("/c128").info().type.name, "complex128");
}

TEST_F(Hdf5, BlocksAreReadAndWrittenWhereTheyBelong) {
    File out = File::create(at("block.h5"));
    h5::Dataset data = out.createDataset("/a/b", h5::Number::float32, {3, 4}, {.chunk = {1, 4}, .deflate = 4});
    const std::vector<float> row{1, 2, 3, 4};
    data.writeBlock<float>({1, 0}, {1, 4}, row);
    out.close();
    const File in = File::open(at("block.h5"));
    const h5::Dataset read = in.dataset("/a/b");
    EXPECT_EQ(read.info().chunk, (h5::Shape{1, 4}));
    EXPECT_EQ(read.info().filterNames(), "shuffle, gzip");
    std::vector<std::int32_t> values(4);
    read.readBlock<std::int32_t>({0, 1}, {2, 2}, values);
    EXPECT_EQ(values, (std::vector<std::int32_t>{0, 0, 2, 3}));
}

TEST_F(Hdf5, TextsAndAttributesOfEveryStorageAreRead) {
    {
        File out = File::create(at("text.h5"));
        out.write("/variable", "größe");
        out.write("/list", std::vector<std::string>{"a", "bc"});
        out.write("/number", "9.5");
        out.setAttribute("/variable", "units", "µm");
        out.setAttribute("/variable", "value", 2.5);
        out.setAttribute("/variable", "count", std::int64_t{3});
        out.setAttribute("/variable", "list", std::vector<double>{1, 2});
        out.setAttribute("/", "default", "entry");
        out.setAttribute("/", "default", "entry_1"); // replaces
        // Fixed width, padded with blanks, as many control systems write.
        const h5::Handle type(H5Tcopy(H5T_C_S1));
        H5Tset_size(type.id(), 8);
        H5Tset_strpad(type.id(), H5T_STR_SPACEPAD);
        const h5::Handle space(H5Screate(H5S_SCALAR));
        const h5::Handle data(
            H5Dcreate2(out.id(), "/fixed", type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        H5Dwrite(data.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, "eiger   ");
        out.close();
    }
    const File in = File::open(at("text.h5"));
    EXPECT_EQ(in.text("/variable"), "größe");
    EXPECT_EQ(in.text("/fixed"), "eiger");
    EXPECT_EQ(in.dataset("/list").readText(), (std::vector<std::string>{"a", "bc"}));
    EXPECT_EQ(in.number("/number"), 9.5);
    EXPECT_EQ(in.number("/fixed"), std::nullopt);
    EXPECT_EQ(in.number("/nothing"), std::nullopt);
    EXPECT_EQ(in.attributeText("/variable", "units"), "µm");
    EXPECT_EQ(in.attributeNumber("/variable", "value"), 2.5);
    EXPECT_EQ(in.attributeNumber("/variable", "count"), 3);
    EXPECT_EQ(in.attributeNumbers("/variable", "list"), (std::vector<double>{1, 2}));
    EXPECT_EQ(in.attributeText("/", "default"), "entry_1");
    EXPECT_EQ(in.attributeText("/variable", "none"), std::nullopt);
    EXPECT_EQ(in.attributeNumber("/variable", "units"), std::nullopt);
    EXPECT_EQ(in.attributeText("/nowhere", "units"), std::nullopt);
}

TEST_F(Hdf5, LinksAreFollowedOrExplained) {
    File other = File::create(at("other.h5"));
    put<float>(other, "/data", {7}, {1});
    other.close();
    File out = File::create(at("links.h5"));
    put<float>(out, "/a/b", {5}, {1});
    out.softLink("/soft", "/a/b");
    out.softLink("/hollow", "/a/c");
    out.externalLink("/outside", "other.h5", "/data");
    out.externalLink("/gone", "missing_000001.h5", "/entry/data");
    out.externalLink("/wrong", "other.h5", "/nothing");
    out.close();

    const File in = File::open(at("links.h5"));
    EXPECT_EQ(in.number("/soft"), 5);
    EXPECT_EQ(in.number("/outside"), 7);
    EXPECT_EQ(in.kind("/a"), NodeKind::group);
    EXPECT_EQ(in.kind("/a/b"), NodeKind::dataset);
    EXPECT_EQ(in.kind("/a/b/c/d"), NodeKind::missing);
    EXPECT_EQ(in.kind("/hollow"), NodeKind::dangling);
    EXPECT_EQ(in.kind("/gone"), NodeKind::dangling);
    EXPECT_EQ(in.kind("/gone/deeper"), NodeKind::dangling);
    EXPECT_EQ(in.linkTarget("/soft"), "/a/b");
    EXPECT_EQ(in.linkTarget("/gone"), "missing_000001.h5:/entry/data");
    EXPECT_EQ(in.linkTarget("/a/b"), "");
    EXPECT_EQ(in.identity("/soft"), in.identity("/a/b"));
    EXPECT_NE(in.identity("/outside"), in.identity("/a/b"));
    EXPECT_EQ(in.children("/"), (std::vector<std::string>{"a", "gone", "hollow", "outside", "soft", "wrong"}));

    const std::string gone = dataErrorOf([&] { (void)in.dataset("/gone"); });
    EXPECT_TRUE(contains(gone, "missing_000001.h5")) << gone;
    EXPECT_TRUE(contains(gone, "/entry/data")) << gone;
    EXPECT_TRUE(contains(gone, "not there")) << gone;
    const std::string wrong = dataErrorOf([&] { (void)in.dataset("/wrong"); });
    EXPECT_TRUE(contains(wrong, "no such object")) << wrong;
    const std::string hollow = dataErrorOf([&] { (void)in.dataset("/hollow"); });
    EXPECT_TRUE(contains(hollow, "/a/c")) << hollow;
    const std::string missing = dataErrorOf([&] { (void)in.dataset("/a/x"); });
    EXPECT_TRUE(contains(missing, "holds b")) << missing; // the neighbours help against typing errors
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)in.dataset("/a"); }), "group"));
}

// The library would open the FIFO of a link, and wait for a writer that never comes.
TEST_F(Hdf5, ALinkToWhatIsNoFileLeadsNowhere) {
    ASSERT_EQ(mkfifo(at("fifo.h5").c_str(), 0600), 0);
    File other = File::create(at("between.h5"));
    other.externalLink("/further", "fifo.h5", "/data");
    other.close();
    File out = File::create(at("links.h5"));
    out.externalLink("/fifo", "fifo.h5", "/data");
    out.externalLink("/device", "/dev/zero", "/data");
    out.externalLink("/folder", ".", "/data");
    out.externalLink("/chain", "between.h5", "/further");
    out.close();
    const File in = File::open(at("links.h5"));
    for (const char* link : {"/fifo", "/device", "/folder", "/chain"}) {
        EXPECT_EQ(in.kind(link), NodeKind::dangling) << link;
        EXPECT_EQ(in.number(link), std::nullopt);
    }
    const std::string why = dataErrorOf([&] { (void)in.dataset("/fifo"); });
    EXPECT_TRUE(contains(why, "the link /fifo leads to fifo.h5, which is no file")) << why;
}

TEST_F(Hdf5, WhatIsNoHdf5FileIsRefusedInWords) {
    std::ofstream(at("text.h5")) << "not HDF5";
    std::ofstream(at("empty.h5")).close();
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)File::open(at("nothing.h5")); }), "no such file"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)File::open(m_folder); }), "is a folder"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)File::open(at("text.h5")); }), "no HDF5 file"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)File::open(at("empty.h5")); }), "empty"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)File::open("/dev/null"); }), "not a regular file"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)File::create(m_folder / "no" / "file.h5"); }), "cannot create"));
}

TEST_F(Hdf5, TruncatedFilesAreNamedSo) {
    {
        File out = File::create(at("whole.h5"));
        put(out, "/data", std::vector<float>(10'000, 1.0F), {10'000});
        out.close();
    }
    const auto whole = fs::file_size(at("whole.h5"));
    // Whatever is cut off: a clear error, never a crash.
    for (const double part : {0.999, 0.5, 0.05, 0.01, 0.001}) {
        fs::copy_file(at("whole.h5"), at("cut.h5"), fs::copy_options::overwrite_existing);
        const auto size = static_cast<std::uintmax_t>(part * static_cast<double>(whole));
        fs::resize_file(at("cut.h5"), size);
        const std::string error = dataErrorOf([&] { (void)File::open(at("cut.h5")); });
        EXPECT_FALSE(error.empty()) << part;
        if (size > 1000) {
            EXPECT_TRUE(contains(error, "truncated")) << error;
            EXPECT_TRUE(contains(error, " are there")) << error; // sizes and their units: SizesAreGivenInUnitsThatFit
        }
    }
}

TEST_F(Hdf5, DatasetsThatCannotBeReadNameFileAndPath) {
    {
        File out = File::create(at("damaged.h5"));
        put(out, "/deep/data", std::vector<std::uint16_t>(64 * 64, 7), {64, 64}, {.chunk = {64, 64}, .deflate = 9});
        out.close();
    }
    // Chunks of a small file lie at its end: what is overwritten there is the compressed data.
    std::fstream stream(at("damaged.h5"), std::ios::in | std::ios::out | std::ios::binary);
    hsize_t address = 0;
    {
        const h5::Handle in(H5Fopen(at("damaged.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
        const h5::Handle data(H5Dopen2(in.id(), "/deep/data", H5P_DEFAULT));
        const hsize_t origin[2] = {0, 0};
        unsigned mask = 0;
        haddr_t found = 0;
        hsize_t size = 0;
        ASSERT_GE(H5Dget_chunk_info_by_coord(data.id(), origin, &mask, &found, &size), 0);
        address = found;
    }
    stream.seekp(static_cast<std::streamoff>(address));
    stream << "damage";
    stream.close();
    const File in = File::open(at("damaged.h5"));
    const std::string error = dataErrorOf([&] { (void)in.dataset("/deep/data").readAll<float>(); });
    EXPECT_TRUE(contains(error, "damaged.h5:/deep/data")) << error;
}

TEST_F(Hdf5, HugeDeclaredSizesAreNotAllocated) {
    File out = File::create(at("huge.h5"));
    // 8 TB declared, nothing stored.
    out.createDataset("/huge", h5::Number::float64, {1'000'000, 1'000'000}, {.chunk = {1, 1000}});
    out.close();
    const File in = File::open(at("huge.h5"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)in.dataset("/huge").readAll<double>(); }), "too large"));
    EXPECT_EQ(in.number("/huge"), 0); // its first element costs nothing
}

/// Runs `body` in a process of its own that then waits to be killed.
class OtherProcess {
public:
    template <class Body>
    explicit OtherProcess(const Body& body) {
        int ready[2] = {-1, -1};
        if (pipe(ready) != 0) return;
        m_pid = fork();
        if (m_pid == 0) {
            body();
            const char done = 'x';
            if (write(ready[1], &done, 1) != 1) _exit(1);
            pause();
            _exit(0);
        }
        char done = 0;
        m_ready = read(ready[0], &done, 1) == 1;
        close(ready[0]);
        close(ready[1]);
    }
    OtherProcess(const OtherProcess&) = delete;
    OtherProcess& operator=(const OtherProcess&) = delete;
    ~OtherProcess() { stop(); }
    [[nodiscard]] bool ready() const { return m_ready; }
    void stop() {
        if (m_pid > 0) {
            kill(m_pid, SIGKILL);
            waitpid(m_pid, nullptr, 0);
        }
        m_pid = -1;
    }

private:
    pid_t m_pid = -1;
    bool m_ready = false;
};

TEST_F(Hdf5, AFileThatAnotherProgramWritesIsRefusedUntilItIsDone) {
    const fs::path path = at("growing.h5");
    OtherProcess writer([&] {
        static File out = File::create(path); // open for as long as the process lives
        put<float>(out, "/data", {1}, {1});
        H5Fflush(out.id(), H5F_SCOPE_GLOBAL);
        // Ewald's own writers hold no lock of the library; those of other programs do.
        flock(open(path.c_str(), O_RDWR | O_CLOEXEC), LOCK_EX);
    });
    ASSERT_TRUE(writer.ready());
    const std::string error = dataErrorOf([&] { (void)File::open(path); });
    EXPECT_TRUE(contains(error, "still being written")) << error;
    writer.stop();
    EXPECT_EQ(File::open(path).number("/data"), 1);
}

TEST_F(Hdf5, AWriterThatAllowsReadersIsReadFromAndACrashedOneNamed) {
    const fs::path path = at("swmr.h5");
    OtherProcess writer([&] {
        const h5::Handle access(H5Pcreate(H5P_FILE_ACCESS));
        H5Pset_libver_bounds(access.id(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
        static const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id());
        const hsize_t now = 2;
        const hsize_t most = H5S_UNLIMITED;
        const h5::Handle space(H5Screate_simple(1, &now, &most));
        const h5::Handle storage(H5Pcreate(H5P_DATASET_CREATE));
        H5Pset_chunk(storage.id(), 1, &now);
        static const hid_t data =
            H5Dcreate2(file, "data", H5T_NATIVE_FLOAT, space.id(), H5P_DEFAULT, storage.id(), H5P_DEFAULT);
        const std::array<float, 2> values{3, 4};
        H5Dwrite(data, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
        H5Fstart_swmr_write(file);
        H5Fflush(file, H5F_SCOPE_GLOBAL);
    });
    ASSERT_TRUE(writer.ready());
    {
        const File in = File::open(path);
        EXPECT_TRUE(in.beingWritten());
        EXPECT_EQ(in.dataset("/data").readAll<float>(), (std::vector<float>{3, 4}));
    }
    writer.stop(); // the flag of the crashed writer stays in the file
    const File in = File::open(path);
    EXPECT_TRUE(in.beingWritten());
}

TEST_F(Hdf5, ReadingDoesNotKeepTheWriterOut) {
    File out = File::create(at("shared.h5"));
    put<float>(out, "/data", {1}, {1});
    out.close();
    const File in = File::open(at("shared.h5"));
    OtherProcess writer([&] {
        // A library that knows nothing of the reader's open file, as in a program of its own.
        H5close();
        if (H5Fopen(at("shared.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT) < 0) _exit(1);
    });
    EXPECT_TRUE(writer.ready()) << "a beamline's writer could not open its own file";
}

TEST_F(Hdf5, ReadsFromManyThreadsAgree) {
    File out = File::create(at("threads.h5"));
    put(out, "/data", countingFrames(40), {40, kRows, kCols}, {.chunk = {3, kRows, kCols}, .deflate = 1});
    out.close();
    const File in = File::open(at("threads.h5"));
    const h5::Dataset data = in.dataset("/data");
    std::atomic<int> wrong{0};
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                std::vector<float> frame(kRows * kCols);
                for (std::size_t f = static_cast<std::size_t>(t); f < 40; ++f) {
                    data.readBlock<float>({f, 0, 0}, {1, kRows, kCols}, frame);
                    if (frame[1] != static_cast<float>(1000 * f + 1)) ++wrong;
                }
            });
    }
    EXPECT_EQ(wrong, 0);
}

TEST_F(Hdf5, SourcesOfAVirtualDatasetThatAreGoneAreNamed) {
    File source = File::create(at("part_1.h5"));
    put<float>(source, "/data", {1, 2}, {2});
    source.close();
    {
        File out = File::create(at("virtual.h5"));
        const hsize_t four = 4;
        const hsize_t two = 2;
        const h5::Handle whole(H5Screate_simple(1, &four, nullptr));
        const h5::Handle part(H5Screate_simple(1, &two, nullptr));
        const h5::Handle storage(H5Pcreate(H5P_DATASET_CREATE));
        for (hsize_t i = 0; i < 2; ++i) {
            const hsize_t start = 2 * i;
            H5Sselect_hyperslab(whole.id(), H5S_SELECT_SET, &start, nullptr, &two, nullptr);
            H5Pset_virtual(storage.id(), whole.id(), i == 0 ? "part_1.h5" : "part_2.h5", "/data", part.id());
        }
        H5Sselect_all(whole.id());
        const h5::Handle data(
            H5Dcreate2(out.id(), "/data", H5T_NATIVE_FLOAT, whole.id(), H5P_DEFAULT, storage.id(), H5P_DEFAULT));
        ASSERT_TRUE(data);
        out.close();
    }
    const File in = File::open(at("virtual.h5"));
    const h5::Dataset data = in.dataset("/data");
    EXPECT_TRUE(data.info().isVirtual);
    EXPECT_EQ(data.missingSources(), (std::vector<std::string>{"part_2.h5"}));
    EXPECT_EQ(data.readAll<float>()[1], 2);
}

} // namespace
} // namespace ewald::io::test
