// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/engine_kind.h"

#include "base/error.h"
#include "ptycho/model/settings.h"

#include <gtest/gtest.h>
#include <set>

namespace ewald::ptycho {
namespace {

using Type = EngineParameter::Type;

TEST(EngineKinds, DeclareThemselvesCompletely) {
    std::set<std::string> names;
    for (const EngineKind* kind : engineKinds()) {
        SCOPED_TRACE(kind->name);
        EXPECT_TRUE(names.insert(kind->name).second);
        EXPECT_EQ(kind->name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos);
        EXPECT_EQ(findEngineKind(kind->name), kind);
        EXPECT_FALSE(kind->title.empty());
        EXPECT_GT(kind->help.size(), 40U);
        EXPECT_EQ(kind->help.back(), '.');
        EXPECT_NE(kind->paper.find_first_of("0123456789"), std::string::npos) << "a year";
        EXPECT_NE(kind->make, nullptr);
        std::set<std::string> keys;
        for (const EngineParameter& parameter : kind->parameters)
            EXPECT_TRUE(keys.insert(parameter.key).second) << parameter.key;
        EXPECT_EQ(&StageSettings(*kind).engine(), kind);
    }
    EXPECT_EQ(findEngineKind("rPIE"), nullptr);
    EXPECT_EQ(&StageSettings().engine(), engineKinds().front());
}

TEST(EngineKinds, AreInTheTableOnce) {
    const EngineKind kind{.name = "another", .parameters = {{.key = "weight", .defaultValue = 3}}};
    EXPECT_THROW(StageSettings{kind}, InternalError) << "it is not in the table";
    const std::size_t known = engineKinds().size();
    {
        const AddedEngineKind added(kind);
        EXPECT_EQ(engineKinds().size(), known + 1);
        EXPECT_EQ(findEngineKind("another"), &kind);
        EXPECT_EQ(StageSettings(kind).value("weight"), 3);
        EXPECT_THROW(AddedEngineKind{kind}, InternalError);
    }
    EXPECT_EQ(engineKinds().size(), known);
    EXPECT_EQ(findEngineKind("another"), nullptr);
}

TEST(StageSettings, HoldTheParametersOfTheirEngine) {
    for (const EngineKind* kind : engineKinds()) {
        StageSettings settings(*kind, 7);
        EXPECT_EQ(settings.iterations, 7U);
        for (const EngineParameter& parameter : kind->parameters) {
            EXPECT_EQ(settings.value(parameter.key), parameter.defaultValue) << parameter.key;
            settings.set(parameter.key, parameter.maximum);
        }
        for (const EngineParameter& parameter : kind->parameters)
            EXPECT_EQ(settings.value(parameter.key), parameter.maximum) << parameter.key;
        EXPECT_FALSE(settings.has("weight"));
        EXPECT_THROW((void)settings.value("weight"), InternalError);
        EXPECT_THROW(settings.set("weight", 1), InternalError);
        EXPECT_EQ(settings.framesAtOnce(), settings.has("batch_size") ? 1000000U : kFramesPerCall);
    }
}

} // namespace
} // namespace ewald::ptycho
