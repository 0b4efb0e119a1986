// SPDX-License-Identifier: GPL-3.0-or-later
// The page about a result, in the window.
#include "window/report_page.h"
#include "window/report_view.h"
#include "window_state.h"

#include <QImage>
#include <QTabWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextImageFormat>
#include <QUrl>

namespace ewald::ui::test {
namespace {

class ReportWindow : public StateTest {
protected:
    [[nodiscard]] ReportView& page() { return m_window->reportPage().page(); }
    void look() {
        m_window->tabs().setCurrentWidget(&m_window->reportPage());
        auto* tabs = m_window->reportPage().findChild<QTabWidget*>();
        tabs->setCurrentWidget(&page());
    }
    /// Pictures of the page that can be drawn.
    [[nodiscard]] int pictures() {
        const QTextDocument* document = page().findChild<QTextBrowser*>()->document();
        int found = 0;
        for (QTextBlock block = document->begin(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                const QTextImageFormat format = it.fragment().charFormat().toImageFormat();
                if (!format.isValid()) continue;
                const QVariant data = document->resource(QTextDocument::ImageResource, QUrl(format.name()));
                const QImage image = data.canConvert<QImage>() && !data.value<QImage>().isNull()
                                         ? data.value<QImage>()
                                         : QImage::fromData(data.toByteArray());
                found += image.isNull() ? 0 : 1;
            }
        return found;
    }
};

TEST_F(ReportWindow, ShowsThePageOfTheOpenResult) {
    open(writeScan());
    run(3);
    EXPECT_FALSE(page().text().contains(QStringLiteral("Fourier error"))) << "nothing is made before it is seen";
    look();
    ASSERT_TRUE(waitFor([&] { return page().isIdle() && page().text().contains(QStringLiteral("Fourier error")); }))
        << page().text().toStdString();
    EXPECT_TRUE(page().text().contains(QStringLiteral("scan.cxi")));
    EXPECT_TRUE(page().text().contains(QStringLiteral("What was assumed")));
    EXPECT_EQ(pictures(), 5);
    // Another run: its page, not that of the result before.
    startLongRun();
    EXPECT_FALSE(page().text().contains(QStringLiteral("Fourier error")));
    stopRun();
    look();
    ASSERT_TRUE(waitFor([&] { return page().isIdle() && page().text().contains(QStringLiteral("Fourier error")); }));
    EXPECT_TRUE(page().text().contains(QStringLiteral("stopped early")));
}

} // namespace
} // namespace ewald::ui::test
