// SPDX-License-Identifier: GPL-3.0-or-later
#include "stack_files.h"

#include <functional>
#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

/// Frames of a detector whose file says where the detector is.
class DetectorTurn : public WithFolder {
protected:
    struct Answer {
        StackGeometry geometry;
        std::string warnings;
    };
    Answer open(const std::function<void(h5::File&)>& describe) {
        const fs::path path = m_folder / "turn.h5";
        h5::File file = h5::File::create(path);
        file.write<std::uint16_t>("/entry/data/data", countingFrames(2), {2, kRows, kCols});
        const std::string detector = m_detector;
        file.createGroup(detector);
        file.setAttribute(detector, "NX_class", "NXdetector");
        const std::vector<std::pair<const char*, double>> numbers{
            {"/distance", 0.2}, {"/x_pixel_size", 75e-6}, {"/y_pixel_size", 75e-6}};
        for (const auto& [name, value] : numbers) {
            file.write(detector + name, value);
            file.setAttribute(detector + name, "units", "m");
        }
        file.write(detector + "/beam_center_x", 10.0);
        file.write(detector + "/beam_center_y", 12.0);
        describe(file);
        file.close();
        Answer answer;
        const auto stack = openOne(path);
        answer.geometry = stack->geometry;
        for (const Note& note : stack->notes)
            if (note.severity != Severity::info) answer.warnings += note.text + "\n";
        return answer;
    }
    void addAxis(h5::File& file, const std::string& name, const char* type, double value, const char* units,
                 const char* after) {
        file.write(m_detector + name, value);
        file.setAttribute(m_detector + name, "transformation_type", type);
        file.setAttribute(m_detector + name, "units", units);
        file.setAttribute(m_detector + name, "depends_on", after);
    }
    const std::string m_detector = "/entry/instrument/detector";
};

TEST_F(DetectorTurn, AChainWithoutARotationLeavesTheGeometry) {
    const Answer answer = open([&](h5::File& file) {
        file.write(m_detector + "/depends_on", "transformations/det_z");
        addAxis(file, "/transformations/det_z", "translation", 200, "mm", "two_theta");
        addAxis(file, "/transformations/two_theta", "rotation", 0, "deg", ".");
    });
    EXPECT_EQ(answer.geometry.beamCentreCol, 10);
    EXPECT_EQ(answer.geometry.distance_m, 0.2);
    EXPECT_EQ(answer.warnings, "");
}

TEST_F(DetectorTurn, ATurnedDetectorHasNoBeamCentre) {
    const std::string path = m_detector + "/transformations/two_theta turns the detector by 20 degrees";
    const auto expectTurned = [](const Answer& answer, const std::string& words) {
        EXPECT_FALSE(answer.geometry.beamCentreRow);
        EXPECT_FALSE(answer.geometry.beamCentreCol);
        EXPECT_FALSE(answer.geometry.distance_m);
        EXPECT_EQ(answer.geometry.pixelWidth_m, 75e-6) << "pixels are as large as before";
        EXPECT_NE(answer.warnings.find(words), std::string::npos) << answer.warnings;
    };
    // The last link of the chain, with paths that are relative, absolute, and in radians (0.349066 rad are 20°).
    expectTurned(open([&](h5::File& file) {
                     file.write(m_detector + "/depends_on", "transformations/det_z");
                     addAxis(file, "/transformations/det_z", "translation", 200, "mm", "two_theta");
                     addAxis(file, "/transformations/two_theta", "rotation", 20, "deg", ".");
                 }),
                 path);
    expectTurned(open([&](h5::File& file) {
                     file.write(m_detector + "/depends_on", m_detector + "/transformations/two_theta");
                     addAxis(file, "/transformations/two_theta", "rotation", 0.3490658503988659, "rad", ".");
                 }),
                 path);
    // As early Eiger files and the base class of NeXus say it.
    expectTurned(open([&](h5::File& file) { file.write(m_detector + "/goniometer/two_theta", 15.5); }),
                 "goniometer/two_theta turns the detector by 15.5 degrees");
    expectTurned(open([&](h5::File& file) { file.write(m_detector + "/polar_angle", -30.0); }),
                 "polar_angle turns the detector by -30 degrees");
}

TEST_F(DetectorTurn, TransformationsWithoutAChainTurnItToo) {
    const Answer turned = open([&](h5::File& file) {
        addAxis(file, "/transformations/det_z", "translation", 200, "mm", ".");
        addAxis(file, "/transformations/two_theta", "rotation", 20, "deg", ".");
    });
    EXPECT_FALSE(turned.geometry.beamCentreRow || turned.geometry.distance_m);
    EXPECT_NE(turned.warnings.find("transformations/two_theta turns the detector by 20 degrees"), std::string::npos);
    const Answer flat =
        open([&](h5::File& file) { addAxis(file, "/transformations/two_theta", "rotation", 0, "deg", "."); });
    EXPECT_EQ(flat.geometry.beamCentreCol, 10);
    EXPECT_EQ(flat.warnings, "");
    const Answer other = open([&](h5::File& file) { // which the detector does not depend on
        file.write(m_detector + "/depends_on", "transformations/det_z");
        addAxis(file, "/transformations/det_z", "translation", 200, "mm", ".");
        addAxis(file, "/transformations/two_theta", "rotation", 20, "deg", ".");
    });
    EXPECT_EQ(other.geometry.beamCentreCol, 10);
}

TEST_F(DetectorTurn, AChainThatNeverEndsOrLeadsNowhereIsNoTurn) {
    const Answer circle = open([&](h5::File& file) {
        file.write(m_detector + "/depends_on", "transformations/a");
        addAxis(file, "/transformations/a", "translation", 1, "mm", "b");
        addAxis(file, "/transformations/b", "translation", 1, "mm", "a");
    });
    EXPECT_EQ(circle.geometry.beamCentreCol, 10);
    EXPECT_NE(circle.warnings.find("go round in a circle at " + m_detector + "/transformations/a"), std::string::npos);
    const Answer nowhere = open([&](h5::File& file) { file.write(m_detector + "/depends_on", "missing"); });
    EXPECT_EQ(nowhere.geometry.beamCentreCol, 10);
    EXPECT_NE(nowhere.warnings.find("lead to " + m_detector + "/missing, which is not there"), std::string::npos);
}

/// What is said of a link of 0.15 along the beam, without a distance beside it.
TEST_F(DetectorTurn, UnitsThatAreNoneOfALinkAreNamed) {
    const auto linked = [&](const char* type, double value, const char* units) {
        return open([&](h5::File& file) {
            file.write(m_detector + "/depends_on", "transformations/a");
            const std::string path = m_detector + "/transformations/a";
            addAxis(file, "/transformations/a", type, value, units, ".");
            file.setAttribute(path, "vector", std::vector<double>{0, 0, 1});
        });
    };
    for (const auto& [type, units] : {std::pair("translation", "deg"), {"translation", "steps"}, {"rotation", "mm"}}) {
        const Answer answer = linked(type, 0.15, units);
        const std::string word = std::string(type) == "rotation" ? "angle" : "length";
        EXPECT_NE(answer.warnings.find("the unit \"" + std::string(units) + "\" of " + m_detector +
                                       "/transformations/a is no " + word),
                  std::string::npos)
            << answer.warnings;
        EXPECT_EQ(answer.warnings.find("put it at"), std::string::npos) << answer.warnings;
        EXPECT_EQ(linked(type, 0, units).warnings, "") << "nothing is moved";
    }
    EXPECT_NE(linked("translation", 150, "mm").warnings.find("put it at 0.15 m"), std::string::npos);
    // 349.066 mrad are 20°; and a link that does not say what it is.
    EXPECT_NE(linked("rotation", 349.0658503988659, "mrad").warnings.find("by 20 degrees"), std::string::npos);
    EXPECT_NE(linked("", 20, "deg").warnings.find("a turns the detector by 20 degrees"), std::string::npos);
    EXPECT_NE(linked("", 150, "mm").warnings.find("put it at 0.15 m"), std::string::npos);
}

/// Distance and beam centre are numbers of one place.
TEST_F(DetectorTurn, ADetectorThatTravelsDuringTheScanIsNamed) {
    const auto along = [&](const std::vector<double>& values, double z) {
        return open([&](h5::File& file) {
            const std::string path = m_detector + "/transformations/axis";
            file.write(m_detector + "/depends_on", "transformations/axis");
            file.write<double>(path, values, {values.size()});
            file.setAttribute(path, "transformation_type", "translation");
            file.setAttribute(path, "units", "mm");
            file.setAttribute(path, "vector", std::vector{z == 0 ? 1.0 : 0.0, 0.0, z});
            file.setAttribute(path, "depends_on", ".");
        });
    };
    for (const double z : {0.0, 1.0}) {
        const Answer moved = along({200, 212}, z);
        EXPECT_NE(moved.warnings.find(m_detector + "/transformations/axis moves the detector by 12 mm during the scan"),
                  std::string::npos)
            << moved.warnings;
        EXPECT_EQ(moved.geometry.distance_m, 0.2);
        const Answer still = along({200, 200.004}, z); // what an encoder says of an axis that stands still
        EXPECT_EQ(still.warnings.find("moves the detector"), std::string::npos) << still.warnings;
    }
}

TEST_F(DetectorTurn, AnAngleMayBeAnAttribute) {
    const std::string instrument = "/entry/instrument";
    for (const std::string& group : {m_detector, instrument})
        for (const char* name : {"two_theta", "tth", "polar_angle"}) {
            const Answer answer = open([&](h5::File& file) { file.setAttribute(group, name, 20.0); });
            EXPECT_FALSE(answer.geometry.beamCentreRow || answer.geometry.distance_m) << group << name;
            EXPECT_NE(answer.warnings.find(group + "@" + name + " turns the detector by 20 degrees"), std::string::npos)
                << answer.warnings;
        }
    const Answer radians = open([&](h5::File& file) {
        file.setAttribute(m_detector, "two_theta", 0.3490658503988659);
        file.setAttribute(m_detector, "two_theta_units", "rad");
    });
    EXPECT_NE(radians.warnings.find("by 20 degrees"), std::string::npos) << radians.warnings;
    EXPECT_EQ(open([&](h5::File& file) { file.setAttribute(m_detector, "two_theta", 0.0); }).geometry.distance_m, 0.2);
}

TEST_F(DetectorTurn, AnglesOfAnyNameAreTurns) {
    const auto turned = [&](const std::string& path, double value, const char* units) {
        return open([&](h5::File& file) {
            file.write(path, value);
            if (units[0] != '\0') file.setAttribute(path, "units", units);
        });
    };
    for (const char* name : {"/rotation_angle", "/two_theta", "/tth"}) {
        const Answer answer = turned(m_detector + name, 20, "");
        EXPECT_FALSE(answer.geometry.beamCentreRow || answer.geometry.distance_m) << name;
        EXPECT_NE(answer.warnings.find(std::string(name) + " turns the detector by 20 degrees"), std::string::npos);
        EXPECT_EQ(turned(m_detector + name, 0, "deg").geometry.beamCentreCol, 10) << name;
    }
    // Words that mean other things without a unit of angles: the gamma of a camera.
    for (const char* name : {"/arm", "/gamma", "/delta", "/nu", "/tilt"}) {
        EXPECT_FALSE(turned(m_detector + name, 0.5, "rad").geometry.distance_m) << name;
        EXPECT_EQ(turned(m_detector + name, 0.5, "").geometry.distance_m, 0.2) << name;
    }
    EXPECT_FALSE(turned("/entry/instrument/detector_arm/value", 20, "deg").geometry.distance_m);
    EXPECT_FALSE(turned("/entry/sample/goniometer/two_theta", 20, "").geometry.distance_m);
    EXPECT_EQ(turned("/entry/sample/goniometer/omega", 20, "").geometry.distance_m, 0.2) << "turns the sample";
    for (const auto& [value, units] : {std::pair(349.0658503988659, "mrad"), {1200, "arcmin"}, {72000, "arcsec"}}) {
        const Answer answer = turned(m_detector + "/arm", value, units);
        EXPECT_NE(answer.warnings.find("by 20 degrees"), std::string::npos) << units << answer.warnings;
    }
}

} // namespace
} // namespace ewald::io::test
