// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about an HDF5 file from its first bytes, before the library is asked.
#include "io/hdf5/hdf5_superblock.h"

#include "io/hdf5/hdf5_newer_format.h"
#include "io/scan_files.h"

#include <array>
#include <fstream>
#include <hdf5.h>

namespace ewald::io::test {
namespace {

class Superblocks : public WithFolder {
protected:
    /// A small file of the format that `low` to `high` of the library write.
    fs::path make(H5F_libver_t low, H5F_libver_t high, hsize_t userBlock = 0) {
        const fs::path path = at("file.h5");
        const h5::Handle access(H5Pcreate(H5P_FILE_ACCESS));
        H5Pset_libver_bounds(access.id(), low, high);
        const h5::Handle creation(H5Pcreate(H5P_FILE_CREATE));
        H5Pset_userblock(creation.id(), userBlock);
        const h5::Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()));
        const h5::Handle group(H5Gcreate2(file.id(), "/entry", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        EXPECT_TRUE(group);
        return path;
    }
    static void patch(const fs::path& path, std::streamoff offset, char value) {
        std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(offset);
        stream.put(value);
    }
    /// Of a superblock of version 3, after another patch.
    static void patchChecksum(const fs::path& path) {
        constexpr std::size_t kChecksumAt = 44;
        std::ifstream stream(path, std::ios::binary);
        std::array<unsigned char, kChecksumAt> bytes{};
        stream.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
        const std::uint32_t sum = h5::detail::metadataChecksum(bytes);
        for (unsigned i = 0; i < 4; ++i)
            patch(path, static_cast<std::streamoff>(kChecksumAt + i), static_cast<char>(sum >> 8U * i & 0xffU));
    }
    static std::string openError(const fs::path& path) {
        return dataErrorOf([&] { (void)h5::File::open(path); });
    }
};

TEST_F(Superblocks, AreReadInEveryVersion) {
    for (const auto& [low, high, version] : {std::tuple{H5F_LIBVER_EARLIEST, H5F_LIBVER_V18, 0U},
                                             {H5F_LIBVER_V18, H5F_LIBVER_V18, 2U},
                                             {H5F_LIBVER_V110, H5F_LIBVER_V110, 3U}})
        for (const hsize_t userBlock : {0U, 512U, 2048U}) {
            const fs::path path = make(low, high, userBlock);
            const auto found = h5::readSuperblock(InputFile(path));
            ASSERT_TRUE(found && found->complete) << version;
            EXPECT_EQ(found->version, version);
            EXPECT_EQ(found->offset, userBlock);
            EXPECT_EQ(found->endOfFile, fs::file_size(path));
            EXPECT_FALSE(found->isTruncated() || found->writerOpen);
            EXPECT_EQ(openError(path), "");
            fs::resize_file(path, fs::file_size(path) - 1);
            EXPECT_TRUE(h5::readSuperblock(InputFile(path))->isTruncated());
            EXPECT_TRUE(contains(openError(path), "truncated")) << openError(path);
            EXPECT_TRUE(contains(openError(path), "copied")) << openError(path);
        }
}

TEST_F(Superblocks, ThatCannotBeRightAreRefusedInWords) {
    const fs::path path = make(H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
    patch(path, 8, 9);
    EXPECT_TRUE(contains(openError(path), "unknown version 9")) << openError(path);
    patch(path, 8, 0);
    patch(path, 47, 0x7f); // the highest byte of the end of the file
    EXPECT_TRUE(contains(openError(path), "damaged")) << openError(path);
    fs::resize_file(path, 20);
    EXPECT_TRUE(contains(openError(path), "truncated")) << openError(path);
}

/// The library would try a hundred times, with pauses, to read what a writer might be writing.
TEST_F(Superblocks, OneDamagedBitIsSeenWithoutTheLibrary) {
    for (const H5F_libver_t version : {H5F_LIBVER_V18, H5F_LIBVER_V110}) {
        const fs::path path = make(version, version);
        std::ifstream stream(path, std::ios::binary);
        std::string sound(48, '\0');
        stream.read(sound.data(), static_cast<std::streamsize>(sound.size()));
        for (std::size_t byte = 8; byte < sound.size(); ++byte)
            for (int bit = 0; bit < 8; ++bit) {
                patch(path, static_cast<std::streamoff>(byte), static_cast<char>(sound[byte] ^ (1 << bit)));
                for (const auto soundness : {h5::Soundness::complete, h5::Soundness::whatThereIs}) {
                    const std::string error = dataErrorOf([&] { (void)h5::lookAt(path, soundness); });
                    // A version 0 or 1 out of 2 or 3 has its fields elsewhere.
                    EXPECT_TRUE(contains(error, "damaged") || (byte == 8 && contains(error, "truncated")))
                        << "byte " << byte << " bit " << bit << ": " << error;
                }
                patch(path, static_cast<std::streamoff>(byte), sound[byte]);
            }
        EXPECT_EQ(openError(path), "");
    }
}

TEST_F(Superblocks, SayThatAWriterHasTheFileOpen) {
    const fs::path path = make(H5F_LIBVER_V110, H5F_LIBVER_V110);
    patch(path, 11, 5);
    patchChecksum(path);
    const auto found = h5::readSuperblock(InputFile(path));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->writerOpen && found->readersAllowed);
    // Its end of file is out of date: that is no truncation.
    fs::resize_file(path, fs::file_size(path) - 8);
    EXPECT_FALSE(h5::readSuperblock(InputFile(path))->isTruncated());
}

TEST_F(Superblocks, SizesAreGivenInUnitsThatFit) {
    const fs::path path = make(H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
    patch(path, 42, 0x42); // the third byte of the end of the file: 4.3 MB
    const std::string have = std::to_string(fs::file_size(path)) + " bytes";
    EXPECT_TRUE(contains(openError(path), have + " of 4.3 MB are there")) << openError(path);
    fs::resize_file(path, 20'000); // "0.0 MB" would be nothing
    EXPECT_TRUE(contains(openError(path), "20 kB of 4.3 MB are there")) << openError(path);
}

TEST_F(Superblocks, PluginsOfTheLibraryAreOff) {
    const fs::path path = make(H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
    constexpr auto kComplete = h5::Soundness::complete;
    (void)h5::File::openHere(path, kComplete, h5::lookAt(path, kComplete)); // as the server opens files
    unsigned mask = 1;
    ASSERT_GE(H5PLget_loading_state(&mask), 0);
    EXPECT_EQ(mask, 0U) << "a file could make the library load a shared object of HDF5_PLUGIN_PATH";
}

} // namespace
} // namespace ewald::io::test
