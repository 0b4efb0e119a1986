// SPDX-License-Identifier: GPL-3.0-or-later
// A job reads its PONI file once, and hands the geometry on to all that ask for it.
#include "integration_files.h"

#include <array>
#include <cstring>
#include <fstream>
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

/// The help of sensor_thickness_m: 0 takes what the PONI file says.
TEST_F(GeometryOnce, ANamedSensorHasTheThicknessOfThePoniFile) {
    test::putStack(m_folder / "frames.h5", test::levelFrames(3));
    JobDocument job = document(m_folder / "frames.h5");
    const auto stack = openJobStack(job);
    azint::Poni poni = *poniOf(job, *stack);
    poni.sensor = azint::Sensor{"Si", 450e-6};
    poni.parallax = true; // a PONI file has a sensor only with it
    poni.wavelength_m = 0.5e-10;
    const std::filesystem::path file = m_folder / "sensor.poni";
    std::ofstream(file) << azint::poniFileText(poni);
    job.set("poni_file", file.string());
    job.set("sensor_material", "Si");
    job.set("parallax", "true");
    ASSERT_TRUE(geometryOf(job, *stack).sensor);
    EXPECT_EQ(geometryOf(job, *stack).sensor->thickness_m, 450e-6);
    job.set("sensor_thickness_m", "300e-6");
    EXPECT_EQ(geometryOf(job, *stack).sensor->thickness_m, 300e-6);
}

/// Nothing passes a sensor without a thickness: its correction would be none, and its parallax ten times too large.
TEST_F(GeometryOnce, ASensorWithoutAThicknessIsRefused) {
    test::putStack(m_folder / "frames.h5", test::levelFrames(3));
    const auto refusal = [&](const char* what) {
        JobDocument job = document(m_folder / "frames.h5");
        job.set("sensor_material", "Si");
        job.set("energy_keV", "30");
        job.set(what, "true");
        try {
            static_cast<void>(correctionsOf(job, *openJobStack(job), poniOf(job, *openJobStack(job))));
            static_cast<void>(geometryOf(job, *openJobStack(job)));
        } catch (const JobError& error) {
            return error.where();
        }
        return std::string();
    };
    EXPECT_EQ(refusal("sensor_efficiency"), "sensor_thickness_m");
    EXPECT_EQ(refusal("parallax"), "sensor_thickness_m");
}

} // namespace
} // namespace ewald::job
