// SPDX-License-Identifier: GPL-3.0-or-later
// A job reads its PONI file once, and hands the geometry on to all that ask for it.
#include "integration_files.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/inotify.h>

namespace ewald::job {
namespace {

/// How often a file is opened while this is there.
class Openings {
public:
    explicit Openings(const std::filesystem::path& file) : m_events(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
        // With what closes it: events that are alike and follow each other count once.
        m_watches = inotify_add_watch(m_events, file.c_str(), IN_OPEN | IN_CLOSE_NOWRITE) >= 0;
    }
    ~Openings() { close(m_events); }
    Openings(const Openings&) = delete;
    Openings& operator=(const Openings&) = delete;

    [[nodiscard]] bool watches() const noexcept { return m_watches; }
    [[nodiscard]] std::size_t count() {
        std::array<char, 4096> bytes{};
        for (ssize_t size = 0; (size = read(m_events, bytes.data(), bytes.size())) > 0;)
            for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
                inotify_event event{};
                std::memcpy(&event, bytes.data() + at, sizeof event);
                if ((event.mask & IN_OPEN) != 0) ++m_count;
                at += sizeof event + event.len;
            }
        return m_count;
    }

private:
    int m_events;
    bool m_watches = false;
    std::size_t m_count = 0;
};

class GeometryOnce : public test::IntegrateFixture {};

TEST_F(GeometryOnce, AnIntegrationReadsThePoniFileOnce) {
    test::putStack(m_folder / "frames.h5", test::levelFrames(3));
    JobDocument job = document(m_folder / "frames.h5");
    Openings openings(job.text("poni_file"));
    ASSERT_TRUE(openings.watches());
    const JobOutcome outcome = run(job);
    EXPECT_FALSE(outcome.error) << outcome.error->what();
    EXPECT_EQ(openings.count(), 1U);
}

TEST_F(GeometryOnce, WhatHasBeenReadServesWhenTheFileIsGone) {
    test::putStack(m_folder / "frames.h5", test::levelFrames(3));
    JobDocument job = document(m_folder / "frames.h5");
    job.set("sensor_efficiency", "true");
    job.set("sensor_material", "Si");
    job.set("sensor_thickness_m", "450e-6");
    const auto stack = openJobStack(job);
    const std::optional<azint::Poni> file = poniOf(job, *stack);
    ASSERT_TRUE(file);
    const azint::Poni whole = geometryOf(job, *stack);
    std::filesystem::remove(job.text("poni_file"));
    EXPECT_EQ(geometryOf(job, *stack, file), whole);
    EXPECT_TRUE(correctionsOf(job, *stack, file).sensorTransmission);
    EXPECT_THROW(static_cast<void>(poniOf(job, *stack)), DataError);
}

} // namespace
} // namespace ewald::job
