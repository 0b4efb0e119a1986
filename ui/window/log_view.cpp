// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/log_view.h"

#include "common/icon.h"
#include "view/file_saver.h"
#include "view/save_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTime>
#include <QToolButton>
#include <QVBoxLayout>

namespace ewald::ui {

LogView::LogView(QWidget* parent)
    : QWidget(parent), m_level(new QComboBox(this)), m_search(new QLineEdit(this)), m_copy(new QToolButton(this)),
      m_save(new QToolButton(this)), m_text(new QPlainTextEdit(this)), m_saver(new view::FileSaver(this)) {
    m_level->addItem(tr("All lines"), static_cast<int>(LogLevel::info));
    m_level->addItem(tr("Warnings and errors"), static_cast<int>(LogLevel::warning));
    m_level->addItem(tr("Errors"), static_cast<int>(LogLevel::error));
    m_level->setToolTip(tr("Which lines of the log are shown"));
    m_level->setAccessibleName(tr("Level of the log"));
    m_search->setPlaceholderText(tr("Search the log"));
    m_search->setToolTip(tr("Shows only lines with this text"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    const auto prepare = [](QToolButton& button, const QString& name, const QString& text, const QString& tip) {
        button.setIcon(icon(name));
        button.setText(text);
        button.setAccessibleName(tip);
        button.setToolTip(tip);
        button.setAutoRaise(true);
    };
    prepare(*m_copy, QStringLiteral("copy"), tr("Copy"), tr("Copy the lines that are shown"));
    prepare(*m_save, QStringLiteral("save"), tr("Save…"), tr("Save the lines that are shown as a text file"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setAccessibleName(tr("Log"));
    m_text->setMaximumBlockCount(static_cast<int>(kMostLines));
    auto* row = new QHBoxLayout;
    row->addWidget(m_level);
    row->addWidget(m_search, 1);
    row->addWidget(m_copy);
    row->addWidget(m_save);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_text, 1);
    connect(m_level, &QComboBox::currentIndexChanged, this, &LogView::refill);
    connect(m_search, &QLineEdit::textChanged, this, &LogView::refill);
    connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(text()); });
    connect(m_save, &QToolButton::clicked, this, &LogView::askAndSave);
    connect(m_saver, &view::FileSaver::failed, this, [this](const QString& reason) {
        append(LogLevel::error, tr("the log could not be saved: %1").arg(reason));
    });
    refill();
}

bool LogView::passes(const Line& line) const {
    return static_cast<int>(line.level) >= m_level->currentData().toInt() &&
           (m_search->text().isEmpty() || line.text.contains(m_search->text(), Qt::CaseInsensitive));
}

LogView::Line LogView::lineOf(LogLevel level, const QTime& time, const QString& text) {
    const QString mark = level == LogLevel::error     ? tr("error: ")
                         : level == LogLevel::warning ? tr("warning: ")
                                                      : QString();
    return {level, time.toString(QStringLiteral("HH:mm:ss  ")) + mark + text};
}

void LogView::append(LogLevel level, const QString& text) {
    m_lines.push_back(lineOf(level, QTime::currentTime(), text));
    if (m_lines.size() > kMostLines) m_lines.pop_front();
    if (m_instead || !passes(m_lines.back())) return;
    m_text->appendPlainText(m_lines.back().text);
    for (QToolButton* button : {m_copy, m_save}) button->setEnabled(true);
}

void LogView::clear(bool goesOn) {
    if (!goesOn)
        m_lines.clear();
    else if (m_instead)
        m_lines = std::move(*m_instead);
    m_instead.reset();
    refill();
}

void LogView::showOwn() {
    if (!m_instead) return;
    m_instead.reset();
    refill();
}

void LogView::showInstead(std::deque<Line> lines) {
    m_instead = std::move(lines);
    refill();
}

QString LogView::text() const { return m_text->toPlainText(); }

bool LogView::endsWith(const QString& text) const { return !m_lines.empty() && m_lines.back().text.endsWith(text); }

void LogView::setLeast(LogLevel least) { m_level->setCurrentIndex(m_level->findData(static_cast<int>(least))); }

void LogView::setSearch(const QString& words) { m_search->setText(words); }

void LogView::save(const QString& file) { m_saver->write(file, text().toUtf8() + '\n'); }

void LogView::refill() {
    QStringList lines;
    const std::deque<Line>& all = m_instead ? *m_instead : m_lines;
    for (const Line& line : all)
        if (passes(line)) lines << line.text;
    m_text->setPlaceholderText(
        !all.empty() ? tr("No line of the log matches.")
                     : tr("The log of a run is shown here. Results of earlier versions do not hold theirs."));
    m_text->setPlainText(lines.join(u'\n'));
    m_text->moveCursor(QTextCursor::End);
    for (QToolButton* button : {m_copy, m_save}) button->setEnabled(!lines.isEmpty());
}

void LogView::askAndSave() {
    view::askWhereToSave(this, {tr("Save the log"), QStringLiteral("log.txt"), {tr("Texts (*.txt *.log)")}},
                         [this](const QString& file) { save(file); });
}

} // namespace ewald::ui
