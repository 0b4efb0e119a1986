// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/parameters.h"

#include "base/error.h"
#include "job/document/document.h"

#include <gtest/gtest.h>
#include <set>

namespace ewald::job {
namespace {

const ParameterDef& def(const char* key) {
    const ParameterDef* found = findParameter(key);
    if (!found) throw std::runtime_error(std::string("no parameter ") + key);
    return *found;
}

std::string messageOf(const char* key, const char* text) {
    try {
        static_cast<void>(parseValue(def(key), text));
    } catch (const JobError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(ParameterTable, KeysAreUniqueAndLowerCase) {
    std::set<std::string> keys;
    for (const ParameterDef& entry : parameterTable()) {
        EXPECT_TRUE(keys.insert(entry.key).second) << entry.key;
        EXPECT_EQ(entry.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_keV"), std::string::npos)
            << entry.key;
    }
    EXPECT_GT(keys.size(), 40U);
}

TEST(ParameterTable, HasTheKeysThatOtherProgramsRelyOn) {
    for (const char* key : {"probe_modes",
                            "batch_size",
                            "initial_probe",
                            "update_probe_after",
                            "focus_to_sample_m",
                            "flip_position_x",
                            "flip_position_y",
                            "checkpoint_every",
                            "npt",
                            "npt_azim",
                            "unit",
                            "split",
                            "radial_range",
                            "azimuth_range_deg",
                            "error_model",
                            "polarization_factor",
                            "solid_angle",
                            "mask_file",
                            "dark_file",
                            "flat_file",
                            "dummy",
                            "delta_dummy",
                            "flip_rows",
                            "monitor"})
        EXPECT_NE(findParameter(key), nullptr) << key;
}

TEST(ParameterTable, DefaultsAreValid) {
    for (const ParameterDef& entry : parameterTable()) {
        EXPECT_NO_THROW(checkValue(entry, entry.defaultValue)) << entry.key;
        for (const auto& [engine, value] : entry.engineDefaults) {
            EXPECT_NO_THROW(checkValue(entry, value)) << entry.key << " of " << engine;
            EXPECT_TRUE(entry.appliesTo(engine)) << entry.key << " of " << engine;
        }
    }
}

TEST(ParameterTable, EveryEntrySaysWhoseItIs) {
    for (const ParameterDef& entry : parameterTable()) {
        EXPECT_NE(entry.scope, ParameterScope::undeclared) << entry.key;
        // A file that somebody named came from somewhere else than the frames.
        const bool isFile = entry.type == ParameterType::path || entry.choiceOrPath;
        EXPECT_FALSE(entry.section == ParameterSection::input && isFile && entry.scope == ParameterScope::method)
            << entry.key;
    }
    for (const char* key : {"swap_positions", "flip_position_x", "flip_position_y", "flip_rows", "flip_cols",
                            "transpose", "poni_file", "dark_file", "flat_file"})
        EXPECT_EQ(def(key).scope, ParameterScope::beamline) << key;
    for (const char* key : {"initial_probe", "initial_object", "first_frame", "excluded_frames"})
        EXPECT_EQ(def(key).scope, ParameterScope::scan) << key;
    for (const char* key : {"mask_file", "energy_keV", "distance_m", "pixel_size_m", "centre_row"})
        EXPECT_EQ(def(key).scope, ParameterScope::measurement) << key;
}

TEST(ParameterTable, OnlyWhatWasSetInsteadOfTheFileIsByHand) {
    EXPECT_TRUE(def("flip_position_y").isByHand(true));
    EXPECT_FALSE(def("flip_position_y").isByHand(false));
    EXPECT_TRUE(def("energy_keV").isByHand(8.8));
    EXPECT_FALSE(def("energy_keV").isByHand(0.0));
    EXPECT_TRUE(def("initial_object").isByHand(std::string("last.h5")));
    EXPECT_FALSE(def("initial_object").isByHand(def("initial_object").choices.back()));
    EXPECT_FALSE(def("batch_size").isByHand(5LL));
    EXPECT_FALSE(def("binning").isByHand(2LL));
}

TEST(ParameterTable, EveryEntryExplainsItself) {
    const std::vector<std::string> names = engineNames();
    const std::set<std::string> engines(names.begin(), names.end());
    for (const ParameterDef& entry : parameterTable()) {
        EXPECT_FALSE(entry.label.empty()) << entry.key;
        EXPECT_FALSE(entry.group.empty()) << entry.key;
        EXPECT_GT(entry.help.size(), 40U) << entry.key; // a sentence, not a repetition of the label
        EXPECT_EQ(entry.help.back(), '.') << entry.key;
        EXPECT_EQ(entry.help.find("  "), std::string::npos) << entry.key;
        for (const std::string& engine : entry.engines) EXPECT_TRUE(engines.contains(engine)) << entry.key;
        // A unit in the key and the unit of the entry are the same.
        for (const char* unit : {"m", "keV", "deg", "s"})
            if (entry.key.ends_with(std::string("_") + unit)) {
                EXPECT_EQ(entry.unit, unit) << entry.key;
            }
    }
}

TEST(ParameterTable, EnginesMayHaveTheirOwnDefaults) {
    EXPECT_EQ(std::get<long long>(def("batch_size").defaultFor("epie")), 1);
    EXPECT_EQ(std::get<long long>(def("batch_size").defaultFor("rpie")), 32);
    EXPECT_FALSE(def("batch_size").appliesTo("dm"));
    EXPECT_TRUE(def("update_probe_after").appliesTo("dm"));
}

TEST(ParseValue, ReadsEveryType) {
    EXPECT_EQ(std::get<long long>(parseValue(def("probe_modes"), " 3 ")), 3);
    EXPECT_EQ(std::get<long long>(parseValue(def("batch_size"), "1e2")), 100);
    EXPECT_DOUBLE_EQ(std::get<double>(parseValue(def("focus_to_sample_m"), "3.65e-3")), 3.65e-3);
    EXPECT_DOUBLE_EQ(std::get<double>(parseValue(def("position_rotation_deg"), "+90")), 90);
    for (const char* yes : {"true", "on", "Yes", "1"})
        EXPECT_TRUE(std::get<bool>(parseValue(def("flip_position_x"), yes))) << yes;
    for (const char* no : {"false", "off", "No", "0"})
        EXPECT_FALSE(std::get<bool>(parseValue(def("flip_position_x"), no))) << no;
    EXPECT_EQ(std::get<std::string>(parseValue(def("initial_probe"), "mean_pattern")), "mean_pattern");
    EXPECT_EQ(std::get<std::string>(parseValue(def("initial_probe"), "./night.h5")), "./night.h5");
}

TEST(ParseValue, RefusalsNameRangeUnitAndKey) {
    EXPECT_EQ(messageOf("distance_m", "-1"), "value -1 m is out of range: distance_m; allowed: 0 to 1000 m");
    EXPECT_EQ(messageOf("probe_modes", "0"), "value 0 is out of range: probe_modes; allowed: 1 to 64");
    EXPECT_EQ(messageOf("probe_modes", "1e30"), "value 1e+30 is out of range: probe_modes; allowed: 1 to 64");
    EXPECT_EQ(messageOf("distance_m", "1e999"), "value \"1e999\" is out of range: distance_m; allowed: 0 to 1000 m");
    EXPECT_EQ(messageOf("probe_modes", "2.5"), "value \"2.5\" is not a whole number: probe_modes");
    EXPECT_EQ(messageOf("distance_m", "1 mm"), "value \"1 mm\" is not a number (in m, without the unit): distance_m");
    for (const char* text : {"nan", "inf", "-inf", "", "0x10", "1,5", "--1", "+"})
        EXPECT_NE(messageOf("distance_m", text), "accepted") << text;
    EXPECT_NE(messageOf("flip_position_x", "maybe").find("true or false"), std::string::npos);
}

TEST(ParseValue, AMistypedChoiceIsNotTakenForAFile) {
    EXPECT_EQ(messageOf("initial_probe", "mean_patern"),
              "value \"mean_patern\" is not one of auto, file, mean_pattern, gaussian, disk or the path of a file: "
              "initial_probe; did you mean mean_pattern?");
    EXPECT_NE(messageOf("subpixel", "cubic").find("nearest, bilinear, fourier"), std::string::npos);
}

TEST(Suggestions, FindNearKeysOnly) {
    EXPECT_EQ(suggestKey("prob_modes"), "probe_modes");
    EXPECT_EQ(suggestKey("probe-modes"), "probe_modes");
    EXPECT_EQ(suggestKey("batchsize"), "batch_size");
    EXPECT_EQ(suggestKey("bacth_size"), "batch_size"); // neighbours swapped: one mistake
    EXPECT_EQ(suggestKey("FLIP_POSITION_X"), "flip_position_x");
    EXPECT_EQ(suggestKey("xyzzy"), std::nullopt);
    EXPECT_EQ(suggestKey(""), std::nullopt);
    EXPECT_EQ(suggestKey(std::string(100000, 'q')), std::nullopt);
}

TEST(Parameters, AnEngineBringsItsIterations) {
    const auto iterations = [](const std::string& stage) {
        const std::string job =
            R"({"format": "ewald-job", "version": 1, "input": {"file": "/a.cxi"}, "pipeline": [)" + stage + "]}";
        return parseJob(job, "job.json").pipeline.front().iterations;
    };
    // The plan ends by itself: it is given more.
    EXPECT_EQ(iterations(R"({"engine": "auto"})"), 200U);
    EXPECT_EQ(iterations(R"({"engine": "rpie"})"), 100U);
    EXPECT_EQ(iterations(R"({"engine": "auto", "iterations": 7})"), 7U);
    EXPECT_EQ(iterations(R"({"iterations": 100, "engine": "auto"})"), 100U);
    Stage stage{.engine = "auto"};
    EXPECT_EQ(stage.iterations, 200U);
    changeEngine(stage, "rpie");
    EXPECT_EQ(stage, (Stage{"rpie", 100, {}}));
    stage.iterations = 30; // what somebody has chosen stays
    changeEngine(stage, "auto");
    EXPECT_EQ(stage, (Stage{"auto", 30, {}}));
}

} // namespace
} // namespace ewald::job
