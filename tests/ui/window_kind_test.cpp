// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of jobs in the window: each has its mode, and one that is not known is named and changes nothing.
#include "window_state.h"

#include <QFile>

namespace ewald::ui::test {
namespace {

constexpr const char* kUnknown =
    R"({"format": "ewald-job", "version": 1, "kind": "holography", "input": {"file": "a.h5", "planes": 3}})";

class KindTest : public StateTest {
protected:
    [[nodiscard]] QString said() { return m_window->messageBar().plainText(); }
};

TEST_F(KindTest, EachModeIsThatOfAKind) {
    ASSERT_EQ(jobKindUis().size(), job::jobKinds().size());
    for (const JobKindUi& kind : jobKindUis()) {
        EXPECT_EQ(&uiOf(kind.mode), &kind);
        EXPECT_EQ(uiOf(kind.kind->newDocument()), &kind);
        session().setMode(kind.mode);
        EXPECT_EQ(session().activeJob().document().kind, kind.kind->name());
    }
    EXPECT_EQ(uiOf(job::parseJob(kUnknown, "u.json")), nullptr);
}

TEST_F(KindTest, ADocumentOfAnUnknownKindIsNamedAndChangesNothing) {
    const QString file = path("u.json");
    QFile written(file);
    ASSERT_TRUE(written.open(QIODevice::WriteOnly) && written.write(kUnknown) > 0);
    written.close();
    const job::JobDocument before = session().job().document();
    m_window->open(file);
    ASSERT_TRUE(waitFor([this] { return said().contains(QLatin1String("holography")); })) << said().toStdString();
    EXPECT_TRUE(said().contains(QLatin1String("ptycho, integrate"))) << said().toStdString();
    EXPECT_EQ(session().job().document(), before);

    // Wherever else it may come from: a result, a run that was interrupted by a newer version.
    const job::JobDocument unknown = job::parseJob(kUnknown, "u.json");
    session().useParameters(unknown);
    EXPECT_EQ(session().job().document(), before);
    EXPECT_FALSE(session().start());
    EXPECT_FALSE(session().startedMode().has_value());
}

} // namespace
} // namespace ewald::ui::test
