// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QWidget>

#include <functional>
#include <utility>

namespace ewald::ui {

/// Limits of colours that were chosen by hand for the images of a page are those of what it shows: another scan or
/// result begins with limits of its own, unless they are locked. Belongs to the page. UI thread.
class ImageLimits : public QObject {
public:
    /// \param subject names what the page shows; empty: nothing
    ImageLimits(QWidget* page, std::function<QString()> subject)
        : QObject(page), m_page(*page), m_subject(std::move(subject)) {}

    /// Is to be called when the page may show another thing, before its images change.
    void follow();

private:
    QWidget& m_page;
    std::function<QString()> m_subject;
    QString m_last;
};

} // namespace ewald::ui
