// SPDX-License-Identifier: GPL-3.0-or-later
// The parts behind the window that know no widgets.
#include "../io/memory_frames.h"
#include "common/counted_text.h"
#include "common/worker.h"
#include "form/number_text.h"
#include "io/layout_fit.h"
#include "model/device_selection.h"
#include "model/file_opener.h"
#include "model/job_model.h"
#include "model/layout_store.h"
#include "model/mask_edit.h"
#include "model/output_file.h"
#include "model/recent_files.h"
#include "model/text.h"
#include "model/user_settings.h"
#include "window_support.h"

#include <QFile>
#include <QLocale>
#include <QThread>

#include <atomic>
#include <thread>

namespace ewald::ui::test {
namespace {

class ModelTest : public WindowTest {
protected:
    void touch(const QString& name) {
        QFile file(path(name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    }
};

TEST_F(ModelTest, ResultsAreNumberedAndNeverOverwrite) {
    EXPECT_EQ(proposedOutput(path("scan_0042.cxi")), path("scan_0042_ewald.h5"));
    touch("scan_0042_ewald.h5");
    EXPECT_EQ(proposedOutput(path("scan_0042.cxi")), path("scan_0042_ewald_2.h5"));
    touch("scan_0042_ewald_2.h5");
    EXPECT_EQ(proposedOutput(path("scan_0042.cxi")), path("scan_0042_ewald_3.h5"));
    EXPECT_EQ(freeName(path("scan_0042_ewald_2.h5")), path("scan_0042_ewald_3.h5"));
    // A number that is part of somebody's own name is not counted on.
    touch("scan_7.h5");
    EXPECT_EQ(freeName(path("scan_7.h5")), path("scan_7_2.h5"));
    EXPECT_EQ(freeName(path("new.h5")), path("new.h5"));
    // Nor on one that a job of the queue will write.
    const QSet<QString> planned{path("scan_0042_ewald_3.h5"), path("new.h5")};
    EXPECT_EQ(proposedOutput(path("scan_0042.cxi"), true, planned), path("scan_0042_ewald_4.h5"));
    EXPECT_EQ(freeName(path("new.h5"), planned), path("new_2.h5"));
}

TEST_F(ModelTest, ResultsOfAPatternAreNamedByWhatItsFilesHaveInCommon) {
    EXPECT_EQ(proposedOutput(path("scan_0042_#.tif")), path("scan_0042_ewald.h5"));
    EXPECT_EQ(proposedOutput(path("run-*-frames.h5")), path("run-frames_ewald.h5"));
    const QString folder = QFileInfo(path("x")).dir().dirName();
    EXPECT_EQ(proposedOutput(path("#.cbf")), path(folder + QStringLiteral("_ewald.h5")));
    EXPECT_EQ(proposedOutput(path("_?.cbf")), path(folder + QStringLiteral("_ewald.h5")));
}

/// One pixel far above everything else ruins a reconstruction: said on the card, and only then. Where it holds one
/// number in all frames, it is left out, and that is said.
TEST_F(ModelTest, AHotPixelIsSaidOnTheCard) {
    const auto says = [&](const char* text, float hot, float step) {
        sim::PtychoDataset data = sim::simulatePtycho(smallExperiment());
        const std::size_t pixels = data.frames.extent(1) * data.frames.extent(2);
        if (hot > 0)
            for (std::size_t frame = 0; frame < data.frames.extent(0); ++frame)
                data.frames.data()[frame * pixels + 5 * data.frames.extent(2) + 7] =
                    hot + step * static_cast<float>(frame);
        sim::writeCxi(toPath(path("scan.cxi")), data, true);
        job::JobDocument job;
        job.inputFile = toPath(path("scan.cxi"));
        ScanData scan = describeScan(job);
        readMean(scan, 0, RunControl{}, {});
        return std::ranges::any_of(scan.notes, [&](const io::Note& note) {
            return note.severity == io::Severity::warning && note.text.find(text) != std::string::npos;
        });
    };
    EXPECT_FALSE(says("outshines all others", 0, 0)) << "the bright middle of the pattern is no hot pixel";
    EXPECT_TRUE(says("outshines all others", 1e6F, 1));
    EXPECT_FALSE(says("outshines all others", 1e6F, 0));
    EXPECT_TRUE(says("holds the same large number", 1e6F, 0));
}

TEST_F(ModelTest, ResultsOfReadOnlyFoldersGoToDocuments) {
    EXPECT_TRUE(folderWritable(path("a/b/c.h5")));
    // Not a folder for anybody; permissions would not stop a test that runs as root.
    EXPECT_FALSE(folderWritable(QStringLiteral("/dev/null/c.h5")));
    EXPECT_TRUE(proposedOutput(QStringLiteral("/dev/null/scan.cxi")).endsWith(QStringLiteral("ewald/scan_ewald.h5")));
}

TEST_F(ModelTest, DevicesGoThroughTheirText) {
    for (const char* text : {"auto", "cpu", "cpu:4", "cuda:0", "cuda:0,cuda:2", "cuda:0x3", "cpu:2,cuda:1x2"}) {
        EXPECT_EQ(DeviceSelection::fromText(text).toText(), text);
    }
    const DeviceSelection mixed = DeviceSelection::fromText("cpu:2,cuda:1x2");
    EXPECT_EQ(mixed.totalWorkers(), 4U);
    EXPECT_EQ(DeviceSelection::fromText("").toText(), "auto");
    EXPECT_EQ(DeviceSelection::fromText("cuda:0,cuda:0").toText(), "cuda:0x2");
}

TEST_F(ModelTest, NumbersComeWithTheUnitThatFits) {
    QLocale::setDefault(QLocale(QStringLiteral("en")));
    EXPECT_EQ(lengthText(28.178e-9), QStringLiteral("28.2 nm"));
    EXPECT_EQ(lengthText(9.27e-6), QStringLiteral("9.27 µm"));
    EXPECT_EQ(lengthText(1.92), QStringLiteral("1.92 m"));
    EXPECT_EQ(lengthText(0), QStringLiteral("0 m"));
    EXPECT_EQ(lengthText(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("–"));
    EXPECT_EQ(durationText(59), QStringLiteral("59 s"));
    EXPECT_EQ(durationText(9.97), QStringLiteral("10 s"));
    EXPECT_EQ(durationText(3), QStringLiteral("3 s"));
    EXPECT_EQ(durationText(0.312), QStringLiteral("0.31 s"));
    EXPECT_EQ(durationText(0), QStringLiteral("0 s"));
    EXPECT_EQ(countedText(QStringLiteral("%1 of %2 {frame|frames}, %3"), {1, 1}), QStringLiteral("1 of 1 frame, %1"));
    EXPECT_EQ(countedText(QStringLiteral("{1:one|all %1} read"), {1}), QStringLiteral("one read"));
    EXPECT_EQ(countedText(QStringLiteral("{1:one|all %1} read"), {20000}), QStringLiteral("all 20,000 read"));
    const job::ParameterDef& frames = *job::findParameter("batch_size");
    EXPECT_EQ(valueText(frames, job::ParameterValue(1LL)), QStringLiteral("1 frame"));
    EXPECT_EQ(valueText(frames, job::ParameterValue(2LL)), QStringLiteral("2 frames"));
    EXPECT_EQ(durationText(185), QStringLiteral("3:05 min"));
    EXPECT_EQ(durationText(3720), QStringLiteral("1:02 h"));
    EXPECT_EQ(durationText(-1), QStringLiteral("–"));
}

TEST_F(ModelTest, RecentFilesAreFewUniqueAndRemembered) {
    {
        RecentFiles recent;
        for (int i = 0; i < 15; ++i) recent.add(path(QStringLiteral("scan_%1.cxi").arg(i)));
        recent.add(path("scan_10.cxi"));
        EXPECT_EQ(recent.files().size(), settings::kUsualRecentFiles);
        EXPECT_EQ(recent.files().first(), path("scan_10.cxi"));
        EXPECT_EQ(recent.files().count(path("scan_10.cxi")), 1);
    }
    EXPECT_EQ(RecentFiles().files().first(), path("scan_10.cxi"));
}

TEST_F(ModelTest, LayoutsAreSavedAndRecognised) {
    io::ImportMapping mapping;
    mapping.frames = "/exp/images";
    mapping.positionX = "/exp/x";
    mapping.positionY = "/exp/y";
    mapping.positionUnit = "um";
    mapping.energyValue = 8.8;
    const LayoutStore store(path("layouts"));
    store.save(QStringLiteral("P 06/../x"), mapping); // a name is no path
    ASSERT_EQ(store.names().size(), 1);
    EXPECT_EQ(store.load(store.names().first()), mapping);
    const auto dataset = [](const char* name, std::vector<std::size_t> shape) {
        io::FileNode node;
        node.path = name;
        node.shape = std::move(shape);
        return node;
    };
    std::vector<io::FileNode> tree{dataset("/exp/images", {10, 64, 64}), dataset("/exp/x", {10}),
                                   dataset("/exp/y", {10})};
    EXPECT_EQ(io::fitLayout(store.load(store.names().first()), tree), mapping);
    tree[2].problem = "dangling link";
    EXPECT_FALSE(io::fitLayout(mapping, tree));
}

TEST_F(ModelTest, ANewerTaskReplacesTheOlderOne) {
    Worker worker;
    std::atomic<bool> firstBegan = false;
    std::atomic<bool> firstEnded = false;
    std::vector<int> seen;
    worker.start<int>(
        [&](TaskContext& context) {
            firstBegan = true;
            while (!context.control.stopRequested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            firstEnded = true;
            return 1;
        },
        [&](int value) { seen.push_back(value); }, {});
    ASSERT_TRUE(waitFor([&] { return firstBegan.load(); }));
    worker.start<int>([](TaskContext&) { return 2; }, [&](int value) { seen.push_back(value); }, {});
    ASSERT_TRUE(waitFor([&] { return !worker.busy() && firstEnded; }));
    worker.finish();
    settle(); // what the first one may have said has come
    EXPECT_EQ(seen, std::vector<int>{2});
}

TEST_F(ModelTest, EveryKindOfFailureOfATaskArrives) {
    Worker worker;
    std::vector<ErrorKind> kinds;
    const auto failed = [&](const Error& error) { kinds.push_back(error.kind()); };
    worker.start<int>([](TaskContext&) -> int { throw DataError("no"); }, {}, failed);
    ASSERT_TRUE(waitFor([&] { return !worker.busy(); }));
    worker.start<int>([](TaskContext&) -> int { throw std::bad_alloc(); }, {}, failed);
    ASSERT_TRUE(waitFor([&] { return !worker.busy(); }));
    worker.start<int>([](TaskContext&) -> int { throw std::runtime_error("odd"); }, {}, failed);
    ASSERT_TRUE(waitFor([&] { return !worker.busy(); }));
    EXPECT_EQ(kinds, (std::vector{ErrorKind::data, ErrorKind::device, ErrorKind::bug}));
}

TEST_F(ModelTest, AWorkerThatIsDestroyedTellsNobody) {
    // Its listeners may be gone by half: a window that closes while it opens a file.
    int told = 0;
    {
        Worker worker;
        QObject::connect(&worker, &Worker::busyChanged, [&] { ++told; });
        worker.start<int>(
            [](TaskContext& context) {
                while (!context.control.stopRequested()) QThread::msleep(1);
                return 1;
            },
            [&](int) { ++told; }, [&](const Error&) { ++told; });
        EXPECT_EQ(told, 1) << "busy";
    }
    settle();
    EXPECT_EQ(told, 1);
}

/// Frames of 6 × 8 stored pixels, cropped to 4, so that every step of the way back is easy to follow by hand.
class MaskTest : public ModelTest {
protected:
    [[nodiscard]] static ScanData scan(const io::Preprocessing& settings) {
        ScanData data;
        data.scan.frames =
            io::test::stackOf(std::make_shared<io::test::MemoryFrames>(1, 6, 8, std::vector<float>(48, 1.0F)));
        data.scan.positions.resize(1);
        data.preprocessing = settings;
        data.layout = io::planPreprocessing(data.scan, settings);
        return data;
    }
    [[nodiscard]] static std::vector<std::array<std::size_t, 2>> marked(const Array<std::uint8_t, 2>& mask) {
        std::vector<std::array<std::size_t, 2>> places;
        for (std::size_t row = 0; row < mask.extent(0); ++row) {
            for (std::size_t col = 0; col < mask.extent(1); ++col) {
                if (mask(row, col) != 0) places.push_back({row, col});
            }
        }
        return places;
    }
    using Places = std::vector<std::array<std::size_t, 2>>;
    static void paintPixel(MaskEdit& mask, const ScanData& data, double row, double col, bool bad) {
        mask.draw(
            data, [&](FrameMask& drawn, bool set) { drawn.disk(QPointF(col, row), 0.5, set); }, bad);
    }
};

TEST_F(MaskTest, APaintedPixelIsFoundInTheStoredFrame) {
    io::Preprocessing settings;
    settings.cropSize = 4;
    // Middle of 6 × 8 is (3, 4); the cut-out of 4 starts at (1, 2).
    ScanData data = scan(settings);
    MaskEdit mask(data, {}, {});
    paintPixel(mask, data, 0.5, 1.5, true);
    EXPECT_EQ(marked(mask.stored()), (Places{{1, 3}}));
    EXPECT_EQ(marked(mask.prepared(data)), (Places{{0, 1}}));
    paintPixel(mask, data, 0.5, 1.5, false);
    EXPECT_TRUE(mask.empty());
    // Binned by two, one prepared pixel is four stored ones.
    settings.binning = 2;
    data = scan(settings);
    mask = MaskEdit(data, {}, {});
    paintPixel(mask, data, 1.5, 0.5, true);
    EXPECT_EQ(marked(mask.stored()), (Places{{3, 2}, {3, 3}, {4, 2}, {4, 3}}));
}

TEST_F(MaskTest, APaintedPixelIsFoundThroughFlipsAndTransposition) {
    for (int which = 0; which < 8; ++which) {
        io::Preprocessing settings;
        settings.cropSize = 4;
        settings.flipRows = (which & 1) != 0;
        settings.flipCols = (which & 2) != 0;
        settings.transpose = (which & 4) != 0;
        const ScanData data = scan(settings);
        MaskEdit mask(data, {}, {});
        paintPixel(mask, data, 2.5, 1.5, true);
        ASSERT_EQ(marked(mask.stored()).size(), 1U) << which;
        // What counts: the job's own preparation hides exactly the pixel that was painted.
        const QString file = mask.save(path("masks"), QStringLiteral("scan%1").arg(which));
        settings.maskFile = toPath(file);
        EXPECT_EQ(marked(scan(settings).layout.badPixels), (Places{{2, 1}})) << which;
        EXPECT_EQ(marked(MaskEdit(scan(settings), file.toStdString(), {}).stored()), marked(mask.stored())) << which;
    }
}

TEST_F(MaskTest, TheCentreIsGivenInStoredPixels) {
    io::Preprocessing settings;
    settings.cropSize = 4;
    const ScanData data = scan(settings);
    const auto place = storedPlace(data, 2.7, 2.2); // the middle of the cut-out is the middle of the frame
    EXPECT_EQ(place, (std::array<double, 2>{3, 4}));
}

TEST_F(MaskTest, HotPixelsStandOutAndEdgesDoNot) {
    Array<float, 2> image({16, 16}, 2.0F);
    for (std::size_t row = 0; row < 16; ++row) {
        for (std::size_t col = 8; col < 16; ++col) image(row, col) = 400; // a bright half is no defect
    }
    image(3, 4) = 900;
    image(10, 12) = 90000;
    image(5, 5) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(findHotPixels(image), (Places{{3, 4}, {10, 12}}));
}

TEST(Text, ASentenceBeginsWithACapitalUnlessWithANameOrASymbol) {
    const std::vector<std::pair<const char*, const char*>> texts{
        {"the file is empty", "The file is empty"},
        {"a crop of 4096 is larger", "A crop of 4096 is larger"},
        {"empty", "Empty"},
        {"q needs the photon energy", "q needs the photon energy"},
        {"cpu:0 is not there", "cpu:0 is not there"},
        {"scan_7.cxi cannot be read", "scan_7.cxi cannot be read"},
        {"pyFAI writes it", "pyFAI writes it"},
        {"dm is for the far field", "dm is for the far field"},
        {"", ""}};
    for (const auto& [text, sentence] : texts)
        EXPECT_EQ(asSentence(QString::fromUtf8(text)), QString::fromUtf8(sentence));
}

TEST(Text, TheHelpOfAChoiceCallsItAsTheListDoes) {
    const QString help = parameterHelp(*job::findParameter("error_model"));
    EXPECT_TRUE(help.contains(QStringLiteral("\"Poisson\""))) << help.toStdString();
    EXPECT_TRUE(help.contains(QStringLiteral("\"Azimuthal, with shares\""))) << help.toStdString();
    EXPECT_FALSE(help.contains(u'_')) << help.toStdString();
    EXPECT_TRUE(parameterHelp(*job::findParameter("initial_probe")).contains(QStringLiteral("\"Automatic\" takes")));
    EXPECT_EQ(choiceTitle("d*2_A^-2"), QStringLiteral("d*² (Å⁻²)"));
}

} // namespace
} // namespace ewald::ui::test
