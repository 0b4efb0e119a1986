// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <QWidget>

class QVBoxLayout;

namespace ewald::ui {

/// A title that shows and hides what is below it. Whether it is open is remembered under its id.
class CollapsibleSection : public QWidget {
    Q_OBJECT

public:
    /// \param id stable name for the settings; \param open when nothing is remembered
    CollapsibleSection(const QString& id, const QString& title, bool open, QWidget* parent = nullptr);

    [[nodiscard]] QVBoxLayout* body() const noexcept { return m_body; }
    void setTitle(const QString& title);
    /// A short remark at the right of the title ("2 changed").
    void setRemark(const QString& remark);
    [[nodiscard]] bool isOpen() const noexcept { return m_open; }
    /// By the user or from the settings: remembered.
    void setOpen(bool open);
    /// Shows the body whatever setOpen() says, while a search is on; not remembered.
    void setForcedOpen(bool forced);

signals:
    void opened(bool open);

private:
    void update();

    QString m_id;
    QString m_title;
    QString m_remark;
    QToolButton* m_header;
    QWidget* m_content;
    QVBoxLayout* m_body;
    bool m_open;
    bool m_forced = false;
};

} // namespace ewald::ui
