// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/manual_window.h"

#include "common/icon.h"
#include "window/manual_browser.h"

#include <QAction>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace ewald::ui {

namespace {

constexpr int kUrlRole = Qt::UserRole;

QUrl urlOf(QString place) {
    if (place.isEmpty()) place = QStringLiteral("index");
    const QString page = place.section(u'#', 0, 0);
    QUrl url(page.endsWith(QStringLiteral(".md")) ? page : page + QStringLiteral(".md"));
    if (place.contains(u'#')) url.setFragment(place.section(u'#', 1));
    return url;
}

} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QWidget(parent, Qt::Window), m_manual(QLocale().name().section(u'_', 0, 0)), m_search(new QLineEdit),
      m_list(new QListWidget), m_browser(new ManualBrowser(m_manual, this)) {
    setWindowTitle(tr("Manual – Ewald"));
    resize(980, 720);
    m_search->setPlaceholderText(tr("Search the manual"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setToolTip(tr("Finds sections that hold all of these words (Ctrl+F)"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_list->setWordWrap(true);
    m_list->setSpacing(3);
    m_list->setAccessibleName(tr("Contents of the manual"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_browser->setAccessibleName(tr("Page of the manual"));

    auto* left = new QWidget(this);
    auto* leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(8, 8, 0, 8);
    leftColumn->addWidget(m_search);
    leftColumn->addWidget(m_list, 1);
    auto* right = new QWidget(this);
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 8, 8, 8);
    auto* bar = new QWidget(right);
    buildTools(bar);
    rightColumn->addWidget(bar);
    rightColumn->addWidget(m_browser, 1);
    auto* split = new QSplitter(this);
    split->addWidget(left);
    split->addWidget(right);
    split->setChildrenCollapsible(false);
    split->setStretchFactor(1, 1);
    split->setSizes({270, 710});
    auto* row = new QVBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(split);

    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::fillList);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (m_list->count() > 0) m_list->setCurrentRow(0);
    });
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item != nullptr) m_browser->setSource(item->data(kUrlRole).toUrl());
    });
    // Of the row that is marked already nothing changes.
    connect(m_list, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem* item) { m_browser->setSource(item->data(kUrlRole).toUrl()); });
    connect(m_browser, &QTextBrowser::sourceChanged, this, &ManualWindow::markOpenPage);
    fillList();
    showPlace({});
}

ManualWindow::~ManualWindow() = default;

void ManualWindow::buildTools(QWidget* bar) {
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString& picture, const QString& text, const QKeySequence& key) {
        auto* made = new QAction(icon(picture), text, this);
        made->setShortcut(key);
        made->setToolTip(QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
        auto* button = new QToolButton(bar);
        button->setDefaultAction(made);
        button->setAutoRaise(true);
        row->addWidget(button);
        addAction(made);
        return made;
    };
    QAction* back = add(QStringLiteral("undo"), tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left));
    QAction* forward = add(QStringLiteral("redo"), tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right));
    QAction* home = add(QStringLiteral("home"), tr("Contents"), QKeySequence(Qt::ALT | Qt::Key_Home));
    row->addStretch();
    back->setEnabled(false);
    forward->setEnabled(false);
    connect(back, &QAction::triggered, m_browser, &QTextBrowser::backward);
    connect(forward, &QAction::triggered, m_browser, &QTextBrowser::forward);
    connect(home, &QAction::triggered, this, [this] { showPlace({}); });
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);

    auto* find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    auto* shut = new QAction(this);
    shut->setShortcut(Qt::Key_Escape);
    connect(shut, &QAction::triggered, this, [this] {
        if (m_search->text().isEmpty()) {
            close();
        } else {
            m_search->clear();
        }
    });
    addActions({find, shut});
}

/// The contents, or the hits of what is searched.
void ManualWindow::fillList() {
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    const auto add = [this](const QString& text, const QString& place) {
        auto* item = new QListWidgetItem(text, m_list);
        item->setData(kUrlRole, urlOf(place));
        return item;
    };
    if (m_search->text().trimmed().isEmpty()) {
        for (const ManualPage& page : m_manual.pages()) add(page.title(), page.id);
        markOpenPage(m_browser->source());
        return;
    }
    for (const ManualHit& hit : m_manual.search(m_search->text())) {
        add(hit.title + u'\n' + hit.excerpt, hit.place)->setToolTip(hit.excerpt);
    }
    if (m_list->count() == 0) {
        auto* none = new QListWidgetItem(tr("Nothing found"), m_list);
        none->setFlags(Qt::NoItemFlags);
    }
    markOpenPage(m_browser->source());
}

/// The list shows which of its rows is read: the page, or the section that was found.
void ManualWindow::markOpenPage(const QUrl& open) {
    const QSignalBlocker quiet(m_list);
    const bool pages = m_search->text().trimmed().isEmpty();
    QListWidgetItem* marked = nullptr;
    for (int row = 0; row < m_list->count() && marked == nullptr; ++row) {
        const QUrl place = m_list->item(row)->data(kUrlRole).toUrl();
        if (pages ? place.path() == open.path() : place == open) marked = m_list->item(row);
    }
    m_list->setCurrentItem(marked);
}

void ManualWindow::showPlace(const QString& place) { m_browser->setSource(urlOf(place)); }

QString ManualWindow::pageTitle() const {
    const ManualPage* page = m_manual.page(m_browser->source().path());
    return page == nullptr ? QString() : page->title();
}

QToolButton* manualButton(const QString& place, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(icon(QStringLiteral("info")));
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    QObject::connect(button, &QToolButton::clicked, button,
                     [place] { QDesktopServices::openUrl(QUrl(QStringLiteral("manual:") + place)); });
    return button;
}

} // namespace ewald::ui
