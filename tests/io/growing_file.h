// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <vector>

namespace ewald::io::test {

/// A detector that appends frames to /entry/data/data; the first one holds 1 everywhere, the next one 2, and so on.
class GrowingFile {
public:
    enum class Format {
        swmr,     ///< newest, open for readers
        newest,   ///< newest, closed to readers
        old,      ///< the oldest, with a lock
        unlocked, ///< the oldest, and nothing says that it is open, as libraries before 1.10 write
    };
    GrowingFile(const std::filesystem::path& file, Format format, hsize_t rows = 8, hsize_t cols = 8)
        : m_path(file), m_format(format), m_rows(rows), m_cols(cols) {
        const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
        const bool old = format == Format::old || format == Format::unlocked;
        const auto version = old ? H5F_LIBVER_EARLIEST : H5F_LIBVER_LATEST;
        H5Pset_libver_bounds(access, version, H5F_LIBVER_LATEST);
        if (format == Format::unlocked) H5Pset_file_locking(access, false, true);
        m_file = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
        H5Pclose(access);
        const hid_t links = H5Pcreate(H5P_LINK_CREATE), made = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_create_intermediate_group(links, 1);
        const std::array<hsize_t, 3> size{0, rows, cols}, most{H5S_UNLIMITED, rows, cols}, chunk{1, rows, cols};
        H5Pset_chunk(made, 3, chunk.data());
        const hid_t space = H5Screate_simple(3, size.data(), most.data());
        m_data = H5Dcreate2(m_file, "/entry/data/data", H5T_NATIVE_UINT16, space, links, made, H5P_DEFAULT);
        H5Sclose(space);
        H5Pclose(made);
        H5Pclose(links);
        if (format == Format::swmr) H5Fstart_swmr_write(m_file);
        EXPECT_GE(m_data, 0);
    }
    ~GrowingFile() { close(); }
    GrowingFile(const GrowingFile&) = delete;
    GrowingFile& operator=(const GrowingFile&) = delete;

    void append(std::size_t count = 1) {
        for (std::size_t i = 0; i < count; ++i) {
            ++m_frames;
            const std::array<hsize_t, 3> size{m_frames, m_rows, m_cols}, at{m_frames - 1, 0, 0}, one{1, m_rows, m_cols};
            const std::vector<std::uint16_t> frame(m_rows * m_cols, static_cast<std::uint16_t>(m_frames));
            H5Dset_extent(m_data, size.data());
            const hid_t target = H5Dget_space(m_data), source = H5Screate_simple(3, one.data(), nullptr);
            H5Sselect_hyperslab(target, H5S_SELECT_SET, at.data(), nullptr, one.data(), nullptr);
            EXPECT_GE(H5Dwrite(m_data, H5T_NATIVE_UINT16, source, target, H5P_DEFAULT, frame.data()), 0);
            H5Sclose(source);
            H5Sclose(target);
            H5Dflush(m_data);
        }
        H5Fflush(m_file, H5F_SCOPE_LOCAL);
        if (m_format != Format::unlocked) return;
        std::fstream bytes(m_path, std::ios::binary | std::ios::in | std::ios::out);
        bytes.seekp(20); // the mark in a superblock of version 0
        bytes.put('\0');
    }
    void close() {
        if (m_file < 0) return;
        H5Dclose(m_data);
        H5Fclose(m_file);
        m_file = -1;
    }

private:
    std::filesystem::path m_path;
    Format m_format;
    hsize_t m_rows;
    hsize_t m_cols;
    hid_t m_file = -1;
    hid_t m_data = -1;
    hsize_t m_frames = 0;
};

} // namespace ewald::io::test
