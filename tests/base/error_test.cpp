// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <system_error>

#include <new>

namespace ewald {
namespace {

TEST(Error, MessageIsWhatWhereHint) {
    const DataError error("no frames in the file", "scan.h5:/entry/data", "choose another dataset");
    EXPECT_STREQ(error.what(), "no frames in the file: scan.h5:/entry/data; choose another dataset");
    EXPECT_EQ(error.problem(), "no frames in the file");
    EXPECT_EQ(error.where(), "scan.h5:/entry/data");
    EXPECT_EQ(error.hint(), "choose another dataset");
}

TEST(Error, EmptyPartsLeaveNoPunctuation) {
    EXPECT_STREQ(JobError("no input").what(), "no input");
    EXPECT_STREQ(JobError("no input", "input.file").what(), "no input: input.file");
    EXPECT_STREQ(JobError("no input", "", "name a file").what(), "no input; name a file");
}

// A library's text may have several lines; a command's error is one line on stderr.
TEST(Error, LineBreaksBecomeSpaces) {
    const DataError error("cannot\nread", "a\tb", "try\r\nagain");
    EXPECT_STREQ(error.what(), "cannot read: a b; try  again");
    EXPECT_EQ(error.problem(), "cannot read");
    EXPECT_EQ(error.where(), "a b");
    EXPECT_EQ(error.hint(), "try  again");
}

TEST(Error, KindDecidesTheExitCode) {
    EXPECT_EQ(exitCode(JobError("x").kind()), 2);
    EXPECT_EQ(exitCode(DataError("x").kind()), 3);
    EXPECT_EQ(exitCode(DeviceError("x").kind()), 4);
    EXPECT_EQ(exitCode(StoppedError().kind()), 5);
    EXPECT_EQ(exitCode(InternalError("x").kind()), 70);
}

TEST(Error, AllKindsAreCaughtAsError) {
    EXPECT_THROW(throw JobError("x"), Error);
    EXPECT_THROW(throw DataError("x"), Error);
    EXPECT_THROW(throw DeviceError("x"), std::runtime_error);
    EXPECT_STREQ(InternalError("index out of range", "layoutScan").what(),
                 "index out of range: layoutScan; please report this");
}

// A kept copy (JobOutcome holds one) says the same as what was thrown.
TEST(Error, CopiesKeepTheParts) {
    const Error copy = DataError("a", "b", "c");
    EXPECT_EQ(copy.kind(), ErrorKind::data);
    EXPECT_STREQ(copy.what(), "a: b; c");
}

// An error that comes from another thread or process is thrown as what it was.
TEST(Error, IsThrownAgainAsTheTypeOfItsKind) {
    const Error far = prefixed("rank 2 failed: ", DataError("cannot read", "a.h5", "check it"));
    try {
        raise(far);
    } catch (const DataError& error) {
        EXPECT_STREQ(error.what(), "rank 2 failed: cannot read: a.h5; check it");
    }
    EXPECT_THROW(raise(JobError("x")), JobError);
    EXPECT_THROW(raise(DeviceError("x")), DeviceError);
    EXPECT_THROW(raise(StoppedError()), StoppedError);
    EXPECT_THROW(raise(InternalError("x")), InternalError);
}

TEST(Error, WhateverIsThrownBecomesOne) {
    const auto caught = [](auto&& thrown) {
        try {
            throw thrown;
        } catch (...) {
            return currentError();
        }
    };
    EXPECT_EQ(caught(DataError("x")).kind(), ErrorKind::data);
    EXPECT_EQ(caught(std::bad_alloc()).kind(), ErrorKind::device);
    EXPECT_EQ(caught(std::out_of_range("index")).problem(), "index");
    EXPECT_EQ(caught(7).kind(), ErrorKind::bug);
    // As std::thread and oneTBB say that a thread cannot be started.
    for (const Error& error :
         {caught(std::system_error(EAGAIN, std::generic_category())),
          caught(std::runtime_error("pthread_create has failed: Resource temporarily unavailable"))}) {
        EXPECT_EQ(error.kind(), ErrorKind::device) << error.what();
        EXPECT_NE(error.problem().find("out of memory, or of the number of threads"), std::string::npos);
    }
    EXPECT_EQ(caught(std::system_error(EBADF, std::generic_category())).kind(), ErrorKind::bug);
}

} // namespace
} // namespace ewald
