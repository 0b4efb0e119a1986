// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/report_view.h"

#include "common/icon.h"
#include "job/report/report.h"
#include "model/page_language.h"
#include "model/text.h"
#include "view/file_saver.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ewald::ui {

ReportView::ReportView(QWidget* parent)
    : QWidget(parent), m_page(new QTextBrowser(this)),
      m_save(new QPushButton(icon(QStringLiteral("save")), tr("Save page…"), this)),
      m_saver(new view::FileSaver(this)) {
    m_page->setAccessibleName(tr("Page about the result"));
    m_page->setOpenLinks(false);
    // It is a page of paper, in every theme.
    QPalette paper = m_page->palette();
    paper.setColor(QPalette::Base, Qt::white);
    paper.setColor(QPalette::Text, Qt::black);
    m_page->setPalette(paper);
    m_save->setToolTip(tr("Save the page as HTML, which any browser shows and prints"));
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(m_save);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_page, 1);
    connect(m_save, &QPushButton::clicked, this, [this] {
        m_saver->ask(tr("Save the page"), QStringLiteral("report.html"), tr("Web pages (*.html)"), m_html);
    });
    say(tr("No result is open."));
}

void ReportView::setResult(const QString& file, std::shared_ptr<const void> loaded) {
    if (file == m_file && loaded == m_loaded) return;
    m_worker.cancel();
    m_file = file;
    m_loaded = std::move(loaded);
    m_wanted = !file.isEmpty();
    say(file.isEmpty() ? tr("No result is open.") : tr("Reading…"));
    if (isVisible()) refresh();
}

QString ReportView::text() const { return m_page->toPlainText(); }

void ReportView::say(const QString& text) {
    m_report.reset();
    m_html.clear();
    m_shown.clear();
    m_save->setEnabled(false);
    m_page->setPlainText(text);
}

void ReportView::refresh() {
    if (!m_wanted) return;
    m_wanted = false;
    using job::report::Report;
    m_worker.start<std::shared_ptr<const Report>>(
        [file = m_file, language = pageLanguage()](TaskContext&) {
            job::report::ReportSource source;
            source.result = toPath(file);
            return std::make_shared<const Report>(job::report::makeReport(source, language));
        },
        [this](const std::shared_ptr<const Report>& report) {
            m_report = report;
            m_html = QByteArray::fromStdString(toHtml(*m_report, pageLanguage()));
            layOut();
            m_save->setEnabled(true);
        },
        [this](const Error& error) { say(coreText(error.what())); });
}

void ReportView::layOut() {
    if (!m_report) return;
    constexpr int kMargins = 40; // of page and cells
    const int room = std::max(0, m_page->viewport()->width() - kMargins);
    QByteArray html = QByteArray::fromStdString(toHtml(*m_report, pageLanguage(), room));
    if (html == m_shown) return;
    m_shown = std::move(html);
    m_page->setHtml(QString::fromUtf8(m_shown));
}

void ReportView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void ReportView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

} // namespace ewald::ui
