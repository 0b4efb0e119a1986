// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/poni_check.h"

#include "azint/instrument/cylinder.h"
#include "base/quantity_text.h"
#include "integration_files.h"
#include "io/integration_file.h"
#include "sim/powder_simulator.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>

namespace ewald::job {
namespace {

/// Frames whose file says 172 µm, 20 keV and 150 mm, and PONI files that say something else.
class PoniCheck : public test::IntegrateFixture {
protected:
    void SetUp() override {
        IntegrateFixture::SetUp();
        m_poni.dist_m = 0.15;
        m_poni.pixel1_m = m_poni.pixel2_m = 172e-6;
        m_poni.shape = {300, 320}; // the first ring of LaB6 is 130 pixels from the beam
        m_poni.poni1_m = 0.0258;
        m_poni.poni2_m = 0.0275;
        m_poni.wavelength_m = 12.39841984e-10 / 20;
        sim::PowderExperiment experiment;
        experiment.poni = m_poni;
        experiment.frames = 2;
        sim::PowderOutput output;
        output.overwrite = true;
        static_cast<void>(sim::writePowderStack(m_folder / "frames.h5", experiment, output));
    }
    /// A document with the PONI of the frames, changed.
    [[nodiscard]] JobDocument changed(const std::function<void(azint::Poni&)>& change) const {
        azint::Poni poni = m_poni;
        change(poni);
        std::ofstream(m_folder / "g.poni") << azint::poniFileText(poni);
        return document(m_folder / "frames.h5");
    }
    [[nodiscard]] static std::string contradiction(const JobDocument& job) {
        return poniContradiction(job, *openJobStack(job));
    }
    [[nodiscard]] std::string contradiction(const std::function<void(azint::Poni&)>& change) const {
        return contradiction(changed(change));
    }
    azint::Poni m_poni;
};

TEST_F(PoniCheck, AllThatIsOfOtherFramesIsOneSentence) {
    EXPECT_EQ(contradiction([](azint::Poni&) {}), "");
    EXPECT_EQ(contradiction([](azint::Poni& poni) { poni.pixel1_m = poni.pixel2_m = 296e-6; }),
              "this PONI is for 296 µm pixels, the file says 172 µm");
    EXPECT_EQ(contradiction([](azint::Poni& poni) {
                  poni.shape = {500, 500};
              }),
              "this PONI is for frames of 500 x 500, the file says 300 x 320");
    EXPECT_EQ(contradiction([](azint::Poni& poni) {
                  poni.pixel1_m = poni.pixel2_m = 296e-6;
                  poni.wavelength_m = 12.39841984e-10 / 89;
                  poni.dist_m = 1.19;
              }),
              "this PONI is for 296 µm pixels, 89 keV and 1.19 m to the detector, the file says 172 µm, 20 keV and 150 "
              "mm");
    JobDocument none = document(m_folder / "frames.h5");
    none.set("poni_file", "");
    EXPECT_EQ(contradiction(none), "");
}

/// A flat one that is turned so far is one whose angles are degrees.
TEST_F(PoniCheck, ABentDetectorMayGoAroundTheSample) {
    const auto turn = [](azint::Poni& poni) { poni.rot1 = -2; };
    EXPECT_NE(contradiction(turn).find("never meets it"), std::string::npos);
    EXPECT_EQ(contradiction([&](azint::Poni& poni) {
                  turn(poni);
                  poni.distortion = azint::Distortion(std::make_shared<const azint::Cylinder>(
                      "Detector", *poni.shape, std::array{poni.pixel1_m, poni.pixel2_m}, 0.15));
              }),
              "");
}

TEST_F(PoniCheck, WhatSettingsOfPyFaiSayBesideTheGeometryIsNamed) {
    const JobDocument job = changed([](azint::Poni&) {});
    const auto number = [](double value) { return exactText(value); };
    std::ofstream(m_folder / "g.poni") << "{\"application\": \"pyfai-integrate\", \"version\": 4, \"do_mask\": true, "
                                          "\"mask_file\": \"m.edf\", \"poni\": {\"dist\": "
                                       << number(m_poni.dist_m) << ", \"poni1\": " << number(m_poni.poni1_m)
                                       << ", \"poni2\": " << number(m_poni.poni2_m)
                                       << ", \"rot1\": 0, \"rot2\": 0, \"rot3\": 0, \"wavelength\": "
                                       << number(*m_poni.wavelength_m)
                                       << ", \"detector\": \"Detector\", \"detector_config\": {\"pixel1\": 0.000172, "
                                          "\"pixel2\": 0.000172, \"max_shape\": [300, 320]}}}";
    EXPECT_EQ(contradiction(job),
              "of these settings of pyFAI only the geometry is used, not what they say of mask_file");
}

TEST_F(PoniCheck, AGeometryThatIsTypedIsCalledNoPoni) {
    const JobDocument job = changed([](azint::Poni& poni) {
        poni.pixel1_m = poni.pixel2_m = 296e-6;
        poni.poni1_m = 25.8;
    });
    const auto stack = openJobStack(job);
    const std::string said = poniContradiction(poniOf(job, *stack), job, *stack, GeometrySource::typed);
    EXPECT_EQ(said.find("the geometry is for 296 µm pixels, the file says 172 µm"), 0U) << said;
    EXPECT_NE(said.find("check its unit"), std::string::npos) << said;
    EXPECT_EQ(said.find("PONI"), std::string::npos) << said;
    EXPECT_EQ(said.find("Poni1"), std::string::npos) << said;
}

TEST_F(PoniCheck, WhatACalibrationFindsIsNoContradiction) {
    // A refined energy, a stage's distance that is off by some millimetres, pixels as another table has them.
    EXPECT_EQ(contradiction([](azint::Poni& poni) {
                  poni.pixel1_m = 172.1e-6;
                  *poni.wavelength_m *= 1.004;
                  poni.dist_m = 0.157;
              }),
              "");
    // 30° about an axis: the file gives the way to the beam's centre, which is 1/cos(30°) = 1.15 times as long.
    EXPECT_EQ(contradiction([](azint::Poni& poni) {
                  poni.rot2 = 0.5236;
                  poni.dist_m = 0.15 * 0.866;
              }),
              "");
    // A PONI without a wavelength or a shape says nothing of them.
    EXPECT_EQ(contradiction([](azint::Poni& poni) {
                  poni.wavelength_m.reset();
                  poni.shape.reset();
              }),
              "");
}

TEST_F(PoniCheck, WhatIsTypedDecides) {
    JobDocument job = changed([](azint::Poni& poni) {
        poni.pixel1_m = poni.pixel2_m = 296e-6;
        poni.wavelength_m = 12.39841984e-10 / 89;
        poni.dist_m = 1.19;
    });
    job.set("pixel_size_m", "0.000172");
    job.set("distance_m", "0.15");
    EXPECT_EQ(contradiction(job), "this PONI is for 89 keV, the file says 20 keV");
    job.set("energy_keV", "20");
    EXPECT_EQ(contradiction(job), "");
}

TEST_F(PoniCheck, AJobSaysItOnceAndItsResultKeepsIt) {
    const JobDocument job = changed([](azint::Poni& poni) { poni.pixel1_m = poni.pixel2_m = 296e-6; });
    const JobOutcome outcome = run(job);
    ASSERT_FALSE(outcome.error) << outcome.error->what();
    const std::string warning = "this PONI is for 296 µm pixels, the file says 172 µm";
    const std::size_t found = m_recorder.log.find(warning);
    ASSERT_NE(found, std::string::npos) << m_recorder.log;
    EXPECT_EQ(m_recorder.log.find(warning, found + 1), std::string::npos) << m_recorder.log;
    const std::vector<std::string> kept = io::IntegrationResult(job.outputFile).end().warnings;
    EXPECT_EQ(std::count(kept.begin(), kept.end(), warning), 1);
}

TEST_F(PoniCheck, AGeometryThatNoInstrumentHasIsDoubted) {
    // 300 x 320 pixels of 172 um: 75.4 mm from corner to corner.
    EXPECT_EQ(contradiction([](azint::Poni& poni) { poni.rot1 = 2; }), // cos 2 = cos 114.6 degrees
              "Rot1 and Rot2 turn the detector by 114.6 degrees, so that the direct beam never meets it: they are "
              "angles in radians");
    EXPECT_EQ(contradiction([](azint::Poni& poni) { poni.rot2 = 1.5; }), "") << "an arm at 86 degrees";
    const auto isDoubted = [&](const std::function<void(azint::Poni&)>& change, const std::string& words) {
        return contradiction(change).find(words) != std::string::npos;
    };
    EXPECT_TRUE(isDoubted([](azint::Poni& poni) { poni.dist_m = 0.0015; }, "the detector is 1.5 mm away and 75.4"));
    EXPECT_FALSE(isDoubted([](azint::Poni& poni) { poni.dist_m = 0.0016; }, "corner"));
    EXPECT_TRUE(isDoubted([](azint::Poni& poni) { poni.pixel2_m = 172e-9; }, "pixels of 172 µm x 172 nm"));
    EXPECT_TRUE(isDoubted([](azint::Poni& poni) { poni.poni1_m = 25.8; }, "Poni1 and Poni2 are lengths in metres"));
}

TEST_F(PoniCheck, AGeometryOfTheFileIsDoubtedToo) {
    JobDocument job = document(m_folder / "frames.h5");
    job.set("poni_file", "");
    EXPECT_EQ(contradiction(job), "");
    job.set("beam_centre_col", "50000"); // 49,840 x 172 um from the middle
    const std::string far = "the beam centre is 8.572 m away from the middle of the detector: check its unit";
    EXPECT_EQ(contradiction(job), far);
    // Typed over a PONI file, too, whose own is right; each doubt is said once.
    JobDocument over = changed([](azint::Poni&) {});
    over.set("beam_centre_col", "50000");
    EXPECT_EQ(contradiction(over), far);
    over.set("beam_centre_col", "160");
    over.set("distance_m", "0.0015");
    EXPECT_EQ(contradiction(over).find("the detector is 1.5 mm away and 75.4"), 0U) << contradiction(over);
    JobDocument both = changed([](azint::Poni& poni) { poni.pixel2_m = 172e-9; });
    both.set("beam_centre_row", "150");
    const std::string said = contradiction(both), doubt = "pixels of 172 µm x 172 nm: check the unit of both";
    ASSERT_NE(said.find(doubt), std::string::npos) << said;
    EXPECT_EQ(said.find(doubt, said.find(doubt) + 1), std::string::npos) << said;
}

} // namespace
} // namespace ewald::job
