// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace ewald::ui {

/// A few lines of help, always as high. What does not fit ends in an ellipsis, before the link of the text; the tool
/// tip then holds all of it. Where its parent is low, it leaves its place to what it explains.
class HelpLabel : public QLabel {
    Q_OBJECT
public:
    HelpLabel(int lines, QWidget* parent);
    /// \param html text, with a link into the manual at its end or without
    void setHelp(const QString& html);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();

    int m_lines;
    QString m_help;
};

} // namespace ewald::ui
