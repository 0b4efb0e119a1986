// SPDX-License-Identifier: GPL-3.0-or-later
// Files that describe several detectors: which of them the frames are of.
#include "io/frame_stack.h"
#include "stack_files.h"

#include <functional>
#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

/// Frames of "waxs" at 0.1 m; "saxs", which comes first, is at 3 m and masks other pixels.
class OwnDetector : public WithFolder {
protected:
    static constexpr const char* kFramesPath = "/entry/data/data";
    static constexpr const char* kWaxs = "/entry/instrument/waxs";
    static constexpr const char* kSaxs = "/entry/instrument/saxs";

    static void describe(h5::File& file, const std::string& group, double distance_m, std::size_t bad,
                         h5::Shape shape = {kRows, kCols}) {
        file.createGroup(group);
        file.setAttribute(group, "NX_class", "NXdetector");
        file.write(group + "/distance", distance_m);
        file.setAttribute(group + "/distance", "units", "m");
        std::vector<std::uint32_t> mask(shape[0] * shape[1]);
        std::fill_n(mask.begin(), bad, 1U);
        put(file, group + "/pixel_mask", mask, shape);
    }
    std::shared_ptr<const FrameStack> open(const std::function<void(h5::File&)>& more,
                                           const h5::Shape& saxs = {kRows, kCols}) {
        h5::File file = h5::File::create(at("a.h5"));
        describe(file, kSaxs, 3, 7, saxs);
        describe(file, kWaxs, 0.1, 2);
        more(file);
        file.close();
        return openOne(at("a.h5"));
    }
    static void putThem(h5::File& file, const std::string& path) {
        put(file, path, countingFrames(2), {2, kRows, kCols});
    }
    static void expectWaxs(const FrameStack& stack) {
        EXPECT_EQ(stack.geometry.distance_m, 0.1);
        EXPECT_EQ(std::count(stack.mask.begin(), stack.mask.end(), 1), 2);
        for (const Note& note : stack.notes) EXPECT_EQ(note.severity, Severity::info) << note.text;
    }
};

TEST_F(OwnDetector, IsTheOneThatLinksLeadTo) {
    const std::string data = std::string(kWaxs) + "/data";
    expectWaxs(*open([&](h5::File& file) {
        putThem(file, data);
        file.softLink(kFramesPath, data);
    }));
    expectWaxs(*open([&](h5::File& file) {
        putThem(file, kFramesPath);
        file.softLink(data, kFramesPath);
    }));
    // A hard link has no direction.
    expectWaxs(*open([&](h5::File& file) {
        putThem(file, kFramesPath);
        EXPECT_GE(H5Lcreate_hard(file.id(), kFramesPath, file.id(), (std::string(kWaxs) + "/images").c_str(),
                                 H5P_DEFAULT, H5P_DEFAULT),
                  0);
    }));
    expectWaxs(*open([&](h5::File& file) {
        putThem(file, kFramesPath);
        file.setAttribute(kFramesPath, "target", data);
    }));
}

TEST_F(OwnDetector, IsTheOneWhoseDataAreInTheOtherFile) {
    putFrames(at("frames.h5"), "/entry/instrument/waxs/data", 0, 2);
    expectWaxs(
        *open([&](h5::File& file) { file.externalLink(kFramesPath, "frames.h5", "/entry/instrument/waxs/data"); }));
    putFrames(at("raw.h5"), "/data", 0, 2);
    expectWaxs(*open([&](h5::File& file) {
        file.externalLink(kFramesPath, "raw.h5", "/data");
        file.externalLink(std::string(kWaxs) + "/data", "raw.h5", "/data");
    }));
    expectWaxs(*open([&](h5::File& file) {
        putVirtual(file, kFramesPath, {2, kRows, kCols}, {{"raw.h5", "/data", 2, 0, 2, 0}});
        file.externalLink(std::string(kWaxs) + "/data", "raw.h5", "/data");
    }));
    expectWaxs(*open([&](h5::File& file) {
        putThem(file, std::string(kWaxs) + "/data");
        putVirtual(file, kFramesPath, {2, kRows, kCols}, {{".", std::string(kWaxs) + "/data", 2, 0, 2, 0}});
    }));
}

TEST_F(OwnDetector, IsTheOneThatTheDataAreNamedAfterOrThatFits) {
    expectWaxs(*open([&](h5::File& file) {
        putThem(file, "/entry/waxs/data");
        file.setAttribute("/entry/waxs", "NX_class", "NXdata");
        file.setAttribute("/entry/waxs", "signal", "data");
    }));
    expectWaxs(*open([&](h5::File& file) { putThem(file, kFramesPath); }, {kRows + 1, kCols}));
}

TEST_F(OwnDetector, ThatIsNotSaidIsWarnedOf) {
    const auto stack = open([&](h5::File& file) { putThem(file, kFramesPath); });
    EXPECT_TRUE(hasNote(stack->notes,
                        "the frames of /entry/data/data are of: /entry/instrument/saxs is taken, which says something "
                        "else than /entry/instrument/waxs",
                        Severity::warning));
}

TEST_F(OwnDetector, OthersThatSayTheSameOrAreNoneOfImagesDoNotCount) {
    h5::File file = h5::File::create(at("b.h5"));
    putThem(file, kFramesPath);
    describe(file, kWaxs, 0.1, 2);
    file.softLink("/entry/instrument/alias", kWaxs);
    for (const std::string diode : {"/entry/instrument/diode", "/entry/instrument/a_counter"}) {
        file.createGroup(diode);
        file.setAttribute(diode, "NX_class", "NXdetector");
        file.write(diode + "/distance", 5.0);
        put(file, diode + "/data", std::vector<double>{1, 2}, {2});
    }
    file.close();
    expectWaxs(*openOne(at("b.h5")));
}

} // namespace
} // namespace ewald::io::test
