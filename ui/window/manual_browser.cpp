// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/manual_browser.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextTable>
#include <QTimer>

namespace ewald::ui {

namespace {

constexpr double kAboveHeading = 16; // px
constexpr double kCellPadding = 5;   // px

} // namespace

ManualBrowser::ManualBrowser(const Manual& manual, QWidget* parent) : QTextBrowser(parent), m_manual(manual) {
    setOpenExternalLinks(true);
    document()->setDocumentMargin(16);
    document()->setUndoRedoEnabled(false);
}

QVariant ManualBrowser::loadResource(int type, const QUrl& name) {
    if (type != QTextDocument::MarkdownResource) return QTextBrowser::loadResource(type, name);
    const ManualPage* page = m_manual.page(name.path());
    // Text, not bytes: the bytes of a page would be decoded again.
    return page == nullptr ? QVariant() : QVariant(page->text);
}

void ManualBrowser::doSetSource(const QUrl& place, QTextDocument::ResourceType type) {
    const QString path = place.path();
    if (path != m_loaded && m_manual.page(path) == nullptr) return;
    QTextBrowser::doSetSource(place, type);
    if (path != m_loaded) {
        m_loaded = path;
        addAnchors();
    }
    // A page that was loaded just now has no layout yet.
    const QString anchor = place.fragment();
    QTimer::singleShot(0, this, [this, anchor] { showSection(anchor); });
}

/// Headings become targets of links, and tables get room between their columns: Markdown has neither.
void ManualBrowser::addAnchors() {
    const ManualPage* page = m_manual.page(m_loaded);
    const QStringList english = page == nullptr ? QStringList() : page->anchors;
    qsizetype heading = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0) continue;
        QTextCursor cursor(block);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        QTextCharFormat format;
        format.setAnchor(true);
        QStringList names{manualAnchor(block.text())};
        if (heading < english.size()) names << english[heading];
        ++heading;
        names.removeDuplicates();
        format.setAnchorNames(names);
        cursor.mergeCharFormat(format);
        QTextBlockFormat spacing;
        spacing.setTopMargin(block.position() == 0 ? 0 : kAboveHeading);
        cursor.mergeBlockFormat(spacing);
    }
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr) continue;
        QTextTableFormat format = table->format();
        format.setCellPadding(kCellPadding);
        format.setCellSpacing(0);
        format.setBorder(0);
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
            QTextTableCell cell = table->cellAt(0, column);
            QTextCharFormat heading = cell.format();
            heading.setBackground(palette().alternateBase());
            cell.setFormat(heading);
        }
    }
}

void ManualBrowser::showSection(const QString& anchor) {
    if (anchor.isEmpty()) return;
    (void)document()->size(); // lays out the whole page, which is otherwise done bit by bit
    scrollToAnchor(anchor);
}

} // namespace ewald::ui
