// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/help_label.h"

#include <QEvent>

namespace ewald::ui {

HelpLabel::HelpLabel(int lines, QWidget* parent) : QLabel(parent), m_lines(lines) {
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setOpenExternalLinks(true); // into the manual
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
    setFixedHeight(fontMetrics().lineSpacing() * m_lines + 4);
    parent->installEventFilter(this);
}

bool HelpLabel::eventFilter(QObject* watched, QEvent* event) {
    constexpr int kLow = 20; // lines; of a third of them nothing would be left for three of help
    if (watched == parent() && event->type() == QEvent::Resize)
        setVisible(parentWidget()->height() >= kLow * fontMetrics().lineSpacing());
    return QLabel::eventFilter(watched, event);
}

void HelpLabel::setHelp(const QString& html) {
    m_help = html;
    fit();
}

void HelpLabel::fit() {
    const auto show = [this](const QString& html) {
        setText(html);
        return heightForWidth(width()) <= height();
    };
    setToolTip({});
    if (show(m_help)) return;
    setToolTip(m_help);
    const qsizetype link = m_help.indexOf(QStringLiteral(" <a "));
    const QString end = QStringLiteral("…") + (link < 0 ? QString() : m_help.mid(link));
    QStringList words = (link < 0 ? m_help : m_help.left(link)).split(u' ');
    // By halves: a text is measured a few times only.
    qsizetype fits = 1;
    qsizetype tooMany = words.size();
    while (tooMany - fits > 1) {
        const qsizetype middle = (fits + tooMany) / 2;
        (show(words.mid(0, middle).join(u' ') + end) ? fits : tooMany) = middle;
    }
    show(words.mid(0, fits).join(u' ') + end);
}

void HelpLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fit();
}

void HelpLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() != QEvent::FontChange) return;
    setFixedHeight(fontMetrics().lineSpacing() * m_lines + 4);
    fit();
}

} // namespace ewald::ui
