// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are looked at again and again are named once they have changed and are at rest.
#include "io/scan_progress.h"
#include "model/settled_files.h"
#include "model/text.h"
#include "window_support.h"

#include <QFile>
#include <QSignalSpy>

namespace ewald::ui::test {
namespace {

class SettledFilesTest : public WindowTest {
protected:
    [[nodiscard]] QString write(const char* name, const QByteArray& text) {
        QFile file(path(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly)) ADD_FAILURE() << file.errorString().toStdString();
        file.write(text);
        return file.fileName();
    }
    void setRead(const QString& file) { m_files.setRead(file, io::fileVersion(toPath(file))); }
    /// Names of all signals so far.
    [[nodiscard]] static QStringList named(const QSignalSpy& spy) {
        QStringList all;
        for (const QList<QVariant>& signal : spy) all += signal.front().toStringList();
        return all;
    }
    bool m_isReading = false;
    SettledFiles m_files{1, [this] { return m_isReading; }};
};

TEST_F(SettledFilesTest, NamesWhatIsOtherThanWhatWasRead) {
    const QString a = write("a.cif", "one"), b = write("b.cif", "one");
    const QSignalSpy spy(&m_files, &SettledFiles::changed);
    m_files.watch({a, b});
    setRead(a);
    ASSERT_TRUE(waitFor([&] { return named(spy).contains(b); })) << "it was never read";
    m_files.setRead(b, {}); // nor could it be: that is said once
    const auto before = named(spy).size();
    static_cast<void>(write("a.cif", "other"));
    ASSERT_TRUE(waitFor([&] { return named(spy).size() > before; }));
    EXPECT_EQ(named(spy).at(before), a);
    // Neither what is gone nor what is no longer watched.
    setRead(a);
    ASSERT_TRUE(QFile::remove(a));
    m_files.watch({a});
    const auto then = named(spy).size();
    static_cast<void>(write("b.cif", "other"));
    const QString c = write("c.cif", "one");
    m_files.watch({a, c});
    ASSERT_TRUE(waitFor([&] { return named(spy).contains(c); }));
    EXPECT_EQ(named(spy).at(then), c);
}

TEST_F(SettledFilesTest, LooksWaitWhileFilesAreRead) {
    const QString a = write("a.cif", "one");
    const QSignalSpy spy(&m_files, &SettledFiles::changed);
    int asked = 0;
    SettledFiles patient(1, [&asked] {
        ++asked;
        return true;
    });
    const QSignalSpy silent(&patient, &SettledFiles::changed);
    patient.watch({a});
    m_files.watch({a});
    ASSERT_TRUE(waitFor([&] { return !spy.isEmpty() && asked > 3; }));
    EXPECT_TRUE(silent.isEmpty());
}

} // namespace
} // namespace ewald::ui::test
