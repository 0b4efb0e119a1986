// SPDX-License-Identifier: GPL-3.0-or-later
// Transformations and modules (NXdetector_module) that agree with the beam centre of a file or contradict it.
#include "nexus_axis.h"
#include "stack_files.h"

#include "base/units.h"

#include <array>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

using Numbers = std::vector<double>;

/// A detector of pixels of 0.1 mm at 0.2 m with the beam at column 25, row 30.
class DetectorModules : public WithFolder {
protected:
    struct Answer {
        bool used = false; ///< distance and beam centre
        StackGeometry geometry;
        std::string warnings;
    };
    const std::string m_detector = "/entry/instrument/detector";

    Answer open(const std::function<void(h5::File&)>& describe, bool hasCentre = true) {
        h5::File file = h5::File::create(at("a.h5"));
        file.write<std::uint16_t>("/entry/data/data", countingFrames(2), {2, kRows, kCols});
        file.createGroup(m_detector);
        file.setAttribute(m_detector, "NX_class", "NXdetector");
        const std::vector<std::pair<const char*, double>> lengths{
            {"/distance", 0.2}, {"/x_pixel_size", 1e-4}, {"/y_pixel_size", 1e-4}};
        for (const auto& [name, value] : lengths) {
            if (!hasCentre && std::string_view(name) == "/distance") continue;
            file.write(m_detector + name, value);
            file.setAttribute(m_detector + name, "units", "m");
        }
        if (hasCentre) {
            file.write(m_detector + "/beam_center_x", 25.0);
            file.write(m_detector + "/beam_center_y", 30.0);
        }
        file.write(m_detector + "/depends_on", "transformations/det_z");
        describe(file);
        file.close();
        const auto stack = openOne(at("a.h5"));
        Answer answer;
        answer.geometry = stack->geometry;
        answer.used = stack->geometry.distance_m && stack->geometry.beamCentreRow && stack->geometry.beamCentreCol;
        EXPECT_EQ(answer.used, (hasCentre && stack->geometry.distance_m) || stack->geometry.beamCentreRow);
        for (const Note& note : stack->notes)
            if (note.severity != Severity::info) answer.warnings += note.text + "\n";
        return answer;
    }
    void alongBeam(h5::File& file, const char* after = ".") {
        writeAxis(file, m_detector + "/transformations/det_z", "translation", 200, "mm", {0, 0, 1}, after);
    }
    /// As DECTRIS and DIALS have it, with the offset of the first pixel in module_offset.
    void module(h5::File& file, const std::string& name, const Numbers& offset_m, const Numbers& fast = {-1, 0, 0},
                const Numbers& slow = {0, -1, 0}, const Numbers& origin = {0, 0}) {
        const std::string path = m_detector + "/" + name;
        writeAxis(file, path + "/module_offset", "translation", 0, "m", {1, 0, 0},
                  m_detector + "/transformations/det_z", offset_m);
        file.setAttribute(path, "NX_class", "NXdetector_module");
        writeAxis(file, path + "/fast_pixel_direction", "translation", 1e-4, "m", fast, "module_offset", {0, 0, 0});
        writeAxis(file, path + "/slow_pixel_direction", "translation", 1e-4, "m", slow, "module_offset", {0, 0, 0});
        put(file, path + "/data_origin", origin, {origin.size()});
    }
    static void expectUsed(const Answer& answer) {
        EXPECT_TRUE(answer.used);
        EXPECT_EQ(answer.warnings, "");
    }
    static void expectDropped(const Answer& answer, const std::string& words) {
        EXPECT_FALSE(answer.used);
        EXPECT_TRUE(contains(answer.warnings, words)) << answer.warnings;
    }
};

TEST_F(DetectorModules, ThatAgreeAreSilent) {
    // 25 and 30 pixels are 2.5 and 3 mm. Half a pixel is a matter of where pixels begin.
    for (const Numbers& offset : {Numbers{0.0025, 0.003, 0}, Numbers{0.00255, 0.00295, 0}, Numbers{0, 0, 0}})
        expectUsed(open([&](h5::File& file) {
            alongBeam(file);
            module(file, "module", offset);
        }));
    // Programs that mean the axes the other way round.
    expectUsed(open([&](h5::File& file) {
        alongBeam(file);
        module(file, "module", {0.0025, 0.003, 0}, {1, 0, 0}, {0, 1, 0});
    }));
    // The offset as the length of a vector, and two modules.
    expectUsed(open([&](h5::File& file) {
        alongBeam(file);
        module(file, "a", {0.0025, 0.003, 0});
        module(file, "b", {0.0025, 0.002, 0}, {-1, 0, 0}, {0, -1, 0}, {10, 0});
        const std::string length = m_detector + "/c/module_offset";
        module(file, "c", {0, 0, 0});
        file.setAttribute(length, "depends_on", m_detector + "/transformations/length");
        writeAxis(file, m_detector + "/transformations/length", "translation", 3.905124837953327, "mm", {25, 30, 0},
                  "det_z");
    }));
    // A stage that moves the detector to where the beam centre says.
    expectUsed(open([&](h5::File& file) {
        alongBeam(file, "x");
        writeAxis(file, m_detector + "/transformations/x", "translation", -1, "mm", {1, 0, 0}, ".");
        module(file, "module", {0.0035, 0.003, 0});
    }));
}

TEST_F(DetectorModules, ThatAreTurnedOrMirroredSaySo) {
    // About the beam, so that radii stay: columns run downwards, or by 30 degrees (sine and cosine). As rot3 of a PONI.
    const Answer turned = open([&](h5::File& file) {
        alongBeam(file);
        module(file, "module", {-0.003, 0.0025, 0}, {0, -1, 0}, {1, 0, 0});
    });
    expectUsed(turned);
    EXPECT_NEAR(turned.geometry.turn_deg, -90, 1e-9);
    const Answer by30 = open([&](h5::File& file) {
        alongBeam(file);
        module(file, "module", {0, 0, 0}, {-0.8660254, -0.5, 0}, {0.5, -0.8660254, 0});
    });
    expectUsed(by30);
    EXPECT_NEAR(by30.geometry.turn_deg, -30, 1e-6);
    EXPECT_EQ(open([&](h5::File& file) {
                  alongBeam(file);
                  module(file, "module", {0.0025, 0.003, 0}, {1, 0, 0}, {0, 1, 0});
              }).geometry.turn_deg,
              0)
        << "programs that mean the axes the other way round";
    // Columns to the left, seen from the source, and rows downwards.
    const Answer mirrored = open([&](h5::File& file) {
        alongBeam(file);
        module(file, "module", {0, 0, 0}, {1, 0, 0}, {0, -1, 0});
    });
    EXPECT_TRUE(mirrored.used);
    EXPECT_TRUE(contains(mirrored.warnings, "/module says that the image is mirrored")) << mirrored.warnings;
}

TEST_F(DetectorModules, ThatContradictTheBeamCentreDropIt) {
    expectDropped(open([&](h5::File& file) {
                      alongBeam(file);
                      module(file, "module", {0.0005, 0.003, 0});
                  }),
                  "/module and what it depends on put the beam at row 30, column 5 of the frames, and the beam centre "
                  "of the file is row 30, column 25");
    // 10 mm sideways are 100 pixels.
    expectDropped(open([&](h5::File& file) {
                      alongBeam(file, "x");
                      writeAxis(file, m_detector + "/transformations/x", "translation", 10, "mm", {1, 0, 0}, ".");
                      module(file, "module", {0.0025, 0.003, 0});
                  }),
                  "row 30, column 125");
    // The second module lies 5 pixels nearer to the first one than in the frames.
    expectDropped(open([&](h5::File& file) {
                      alongBeam(file);
                      module(file, "a", {0.0025, 0.003, 0});
                      module(file, "b", {0.0025, 0.0025, 0}, {-1, 0, 0}, {0, -1, 0}, {10, 0});
                  }),
                  "/b and what it depends on put the beam at row 35, column 25");
}

/// Turned about the point where the beam hits it, the detector keeps that point and its distance.
TEST_F(DetectorModules, ThatAreTiltedSayHow) {
    const auto turned = [&](const Numbers& axisOfTurn, const std::function<void(h5::File&)>& more = {}) {
        return open([&](h5::File& file) {
            alongBeam(file);
            writeAxis(file, m_detector + "/transformations/tilt", "rotation", 30, "deg", axisOfTurn, "det_z");
            module(file, "module", {0.0025, 0.003, 0});
            file.setAttribute(m_detector + "/module/module_offset", "depends_on", m_detector + "/transformations/tilt");
            if (more) more(file);
        });
    };
    // About y, which points upwards: z turns towards x, so columns, which run to -x, come nearer to the sample, and the
    // point of normal incidence lies that way: from it to the beam one goes to lower columns.
    const Answer aboutY = turned({0, 1, 0});
    expectUsed(aboutY);
    EXPECT_NEAR(aboutY.geometry.distance_m.value_or(0), 0.2, 1e-12);
    EXPECT_NEAR(aboutY.geometry.beamCentreRow.value_or(0), 30, 1e-9);
    EXPECT_NEAR(aboutY.geometry.beamCentreCol.value_or(0), 25, 1e-9);
    EXPECT_NEAR(aboutY.geometry.tilt_deg, 30, 1e-9);
    EXPECT_NEAR(std::abs(std::remainder(aboutY.geometry.tiltDirection_deg, 180)), 0, 1e-9) << "along columns";
    const Answer aboutX = turned({1, 0, 0});
    expectUsed(aboutX);
    EXPECT_NEAR(std::abs(aboutX.geometry.tiltDirection_deg), 90, 1e-9) << "along rows";
    // An arm that turns the detector around the sample: the beam centre of the file is that of the arm at zero, and the
    // distance is that to the plane.
    const Answer arm = open([&](h5::File& file) {
        alongBeam(file, "arm");
        writeAxis(file, m_detector + "/transformations/arm", "rotation", 20, "deg", {0, 1, 0}, ".");
        module(file, "module", {0.0025, 0.003, 0});
    });
    expectUsed(arm);
    EXPECT_NEAR(arm.geometry.distance_m.value_or(0), 0.2 / std::cos(20 * kPi / 180), 1e-12);
    EXPECT_NEAR(std::abs(arm.geometry.beamCentreCol.value_or(0) - 25), 0.2 * std::tan(20 * kPi / 180) / 1e-4, 1e-6);
    EXPECT_NEAR(arm.geometry.beamCentreRow.value_or(0), 30, 1e-9);
    EXPECT_NEAR(arm.geometry.tilt_deg, 20, 1e-9);
}

TEST_F(DetectorModules, ThatContradictTheirTiltDropTheGeometry) {
    const auto tilted = [&](const std::function<void(h5::File&)>& more) {
        return open([&](h5::File& file) {
            alongBeam(file);
            writeAxis(file, m_detector + "/transformations/tilt", "rotation", 30, "deg", {0, 1, 0}, "det_z");
            module(file, "module", {0.0025, 0.003, 0});
            file.setAttribute(m_detector + "/module/module_offset", "depends_on", m_detector + "/transformations/tilt");
            more(file);
        });
    };
    expectDropped(tilted([&](h5::File& file) {
                      file.setAttribute(m_detector + "/module/module_offset", "offset", Numbers{0.0005, 0.003, 0});
                  }),
                  "put the beam at row 30, column 5 of the frames");
    expectDropped(tilted([&](h5::File& file) {
                      file.setAttribute(m_detector + "/module/module_offset", "offset", Numbers{0.0025, 0.003, 0.05});
                  }),
                  "and the distance of the file is 200 mm");
    expectDropped(tilted([&](h5::File& file) { // not tilted itself
                      module(file, "other", {0.0025, 0.002, 0}, {-1, 0, 0}, {0, -1, 0}, {10, 0});
                  }),
                  "/module and " + m_detector + "/other do not lie in one plane");
    expectDropped(tilted([&](h5::File& file) { // nothing says where its first pixel lies
                      file.setAttribute(m_detector + "/module/module_offset", "offset", Numbers{0, 0, 0});
                  }),
                  "/module is tilted by 30 degrees against the beam");
    expectDropped(tilted([&](h5::File& file) {
                      file.setAttribute(m_detector + "/module/module_offset", "depends_on",
                                        m_detector + "/transformations/arm");
                      const std::string arm = m_detector + "/transformations/arm";
                      file.write<double>(arm, std::vector<double>{20, 30}, {2});
                      file.setAttribute(arm, "transformation_type", "rotation");
                      file.setAttribute(arm, "units", "deg");
                      file.setAttribute(arm, "vector", Numbers{0, 1, 0});
                      file.setAttribute(arm, "depends_on", "det_z");
                  }),
                  "/module is tilted by 20 degrees against the beam");
    // At 120 degrees, where the beam never meets it: not at 60.
    expectDropped(open([&](h5::File& file) {
                      alongBeam(file, "arm");
                      writeAxis(file, m_detector + "/transformations/arm", "rotation", 120, "deg", {0, 1, 0}, ".");
                      module(file, "module", {0.0025, 0.003, 0});
                  }),
                  "where the direct beam never meets it");
    // cos and sin of 20 degrees: the beam hits column 26.6.
    expectDropped(open([&](h5::File& file) {
                      alongBeam(file);
                      module(file, "module", {0.0025, 0.003, 0}, {-0.9396926, 0, 0.3420201});
                  }),
                  "put the beam at row 30, column 26.6");
    expectUsed(open([&](h5::File& file) {
        alongBeam(file);
        module(file, "module", {0.0025, 0.003, 0}, {-1, 0, 0.0005}); // 0.03 degrees
    }));
    // Where x is the direction of the beam.
    expectUsed(open([&](h5::File& file) {
        alongBeam(file);
        module(file, "module", {0, 0, 0}, {0, -1, 0}, {0, 0, -1});
    }));
}

/// A link that is not understood may have turned the detector.
TEST_F(DetectorModules, WhoseLinksAreNotUnderstoodAreNotUsed) {
    const std::string arm = m_detector + "/transformations/arm";
    const std::vector<std::pair<const char*, std::function<void(h5::File&)>>> spoilt{
        {"without a vector",
         [&](h5::File& file) {
             file.setAttribute(arm, "vector", Numbers{0, 0, 0});
         }},
        {"of no kind", [&](h5::File& file) { file.setAttribute(arm, "transformation_type", "general"); }},
        {"of no unit", [&](h5::File& file) { file.setAttribute(arm, "units", "furlong"); }},
        {"in a circle", [&](h5::File& file) { file.setAttribute(arm, "depends_on", "arm"); }},
        {"that lead nowhere", [&](h5::File& file) { file.setAttribute(arm, "depends_on", "none"); }},
        {"of a wrong offset", [&](h5::File& file) {
             file.setAttribute(arm, "offset", Numbers{1, 2});
         }}};
    for (const auto& [what, spoil] : spoilt) {
        const auto withArm = [&](bool isSpoilt) {
            return open([&](h5::File& file) {
                alongBeam(file, "arm");
                writeAxis(file, arm, "rotation", 20, "deg", {0, 1, 0}, ".");
                module(file, "module", {0.0025, 0.003, 0});
                if (isSpoilt) spoil(file);
            });
        };
        expectUsed(withArm(false));
        const Answer answer = withArm(true);
        EXPECT_EQ(answer.geometry.tilt_deg, 0) << what;
        EXPECT_TRUE(contains(answer.warnings, "not used")) << what << ": " << answer.warnings;
    }
    expectDropped(open([&](h5::File& file) {
                      alongBeam(file, "arm");
                      writeAxis(file, arm, "rotation", 20, "deg", {0, 1, 0}, ".");
                      module(file, "module", {0.0025, 0.003, 0}, {-1, 0.1, 0});
                  }),
                  "arm turns the detector by 20 degrees");
}

TEST_F(DetectorModules, InSeveralPlanesAreNotOne) {
    expectDropped(open([&](h5::File& file) { // 20 mm further away
                      alongBeam(file);
                      module(file, "a", {0.0025, 0.003, 0});
                      module(file, "b", {0.0025, 0.002, 0.02}, {-1, 0, 0}, {0, -1, 0}, {10, 0});
                  }),
                  "/a and " + m_detector + "/b do not lie in one plane");
    const Answer moving = open([&](h5::File& file) {
        alongBeam(file, "arm");
        writeAxis(file, m_detector + "/transformations/arm", "rotation", 20, "deg", {0, 1, 0}, "x");
        writeAxis(file, m_detector + "/transformations/x", "translation", 0, "mm", {1, 0, 0}, ".");
        module(file, "module", {0.0025, 0.003, 0});
        const std::string offset = m_detector + "/late/offset";
        file.write<double>(offset, std::vector<double>{0, 10}, {2});
        file.setAttribute(offset, "transformation_type", "translation");
        file.setAttribute(offset, "units", "mm");
        file.setAttribute(offset, "vector", Numbers{0, 0, 1});
        file.setAttribute(offset, "depends_on", m_detector + "/transformations/det_z");
        file.setAttribute(m_detector + "/module/module_offset", "depends_on", offset);
    });
    EXPECT_TRUE(contains(moving.warnings, "/late/offset moves the detector by 10 mm during the scan"))
        << moving.warnings;
}

TEST_F(DetectorModules, LinksAreUnderstoodByTheirUnits) {
    // 30 degrees between the module and the detector, and links that do not say what they do.
    constexpr std::array<std::pair<double, const char*>, 4> kTurns{
        {{30, "degrees"}, {0.5235987755982988, "radians"}, {523.5987755982988, "mrad"}, {1800, "arcmin"}}};
    for (const auto& [value, units] : kTurns)
        for (const char* type : {"rotation", ""}) {
            const Answer answer = open([&](h5::File& file) {
                alongBeam(file);
                writeAxis(file, m_detector + "/transformations/tilt", type, value, units, {0, 1, 0}, "det_z");
                module(file, "module", {0.0025, 0.003, 0});
                file.setAttribute(m_detector + "/module/module_offset", "depends_on",
                                  m_detector + "/transformations/tilt");
            });
            expectUsed(answer);
            EXPECT_NEAR(answer.geometry.tilt_deg, 30, 1e-9) << units << type;
        }
    // 10 mm sideways are 100 pixels.
    expectDropped(open([&](h5::File& file) {
                      alongBeam(file, "x");
                      writeAxis(file, m_detector + "/transformations/x", "", 10, "mm", {1, 0, 0}, ".");
                      module(file, "module", {0.0025, 0.003, 0});
                  }),
                  "row 30, column 125");
}

TEST_F(DetectorModules, AMoveAcrossTheBeamAloneIsSaid) {
    const auto moved = [&](double x_mm, double y_mm) {
        return open([&](h5::File& file) {
            alongBeam(file, "x");
            writeAxis(file, m_detector + "/transformations/x", "translation", x_mm, "mm", {1, 0, 0}, "y");
            writeAxis(file, m_detector + "/transformations/y", "translation", y_mm, "mm", {0, 1, 0}, ".");
        });
    };
    const Answer unknown = moved(10, 0);
    EXPECT_TRUE(unknown.used) << "which point of the detector it moves is not said";
    EXPECT_TRUE(contains(unknown.warnings, "transformations/x) move the detector across the beam by 10 mm"))
        << unknown.warnings;
    // A module that says nothing of its place does not change that.
    const Answer unplaced = open([&](h5::File& file) {
        alongBeam(file, "x");
        writeAxis(file, m_detector + "/transformations/x", "translation", 10, "mm", {1, 0, 0}, ".");
        module(file, "module", {0, 0, 0});
    });
    EXPECT_TRUE(unplaced.used && contains(unplaced.warnings, "across the beam by 10 mm")) << unplaced.warnings;
    expectUsed(moved(0, 0.05));
    expectUsed(moved(2.5, -3)); // of the first pixel
    // Of the middle, which is at column 6, row 5: 19 and 25 pixels from the beam.
    expectUsed(moved(-1.9, -2.5));
}

/// Without a beam centre the file's only word on it is the place of the detector as a whole: 2.5 mm are 25 pixels of
/// 0.1 mm, 3 mm are 30 rows.
TEST_F(DetectorModules, TranslationsOfTheWholeAreThePlaceWhereNothingElseIs) {
    const auto axis = [&](h5::File& file, const char* name, double value, const Numbers& vector, const char* after,
                          const Numbers& offset_m = {}) {
        writeAxis(file, m_detector + "/transformations/" + name, "translation", value, "mm", vector, after, offset_m);
    };
    const auto expectPlaced = [](const Answer& answer) {
        ASSERT_TRUE(answer.used) << answer.warnings;
        EXPECT_NEAR(*answer.geometry.beamCentreCol, 25, 1e-6);
        EXPECT_NEAR(*answer.geometry.beamCentreRow, 30, 1e-6);
        EXPECT_NEAR(*answer.geometry.distance_m, 0.2, 1e-9);
        EXPECT_TRUE(contains(answer.warnings, "check it with a calibrant")) << answer.warnings;
    };
    expectPlaced(open(
        [&](h5::File& file) {
            alongBeam(file, "x");
            axis(file, "x", 2.5, {1, 0, 0}, "y");
            axis(file, "y", 3, {0, 1, 0}, ".");
            module(file, "module", {0, 0, 0});
        },
        false));
    const Answer still = open(
        [&](h5::File& file) {
            alongBeam(file);
            module(file, "module", {0, 0, 0});
        },
        false);
    EXPECT_FALSE(still.geometry.beamCentreRow) << "the first pixel in the beam is no place";
    // A part along the beam in the offset of the module: the distance is that of both, and nothing contradicts it.
    const Answer deep = open(
        [&](h5::File& file) {
            alongBeam(file);
            module(file, "module", {0.0025, 0.003, 0.01});
        },
        false);
    ASSERT_TRUE(deep.used) << deep.warnings;
    EXPECT_NEAR(*deep.geometry.distance_m, 0.21, 1e-9);
    EXPECT_EQ(deep.warnings, "");
}

} // namespace
} // namespace ewald::io::test
