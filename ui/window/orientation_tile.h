// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/analysis/orientation.h"

#include <QAbstractButton>
#include <QImage>

namespace ewald::ui {

/// "x and y swapped, x flipped": an orientation in words.
[[nodiscard]] QString orientationText(ptycho::Orientation orientation);

/// A small picture of what one orientation gives, its name and a figure of merit, to be clicked. UI thread.
class OrientationTile : public QAbstractButton {
    Q_OBJECT

public:
    enum class Mark { none, best, twin };

    explicit OrientationTile(QString name, QWidget* parent = nullptr);

    /// Nothing to see yet; cannot be clicked.
    void clear();
    /// \param error the smaller the better \param figure what is written below the name: "error 0.12"
    void setTrial(const QImage& picture, double error, const QString& figure);
    void setPicture(const QImage& picture);
    [[nodiscard]] bool hasPicture() const noexcept { return !m_picture.isNull(); }
    [[nodiscard]] double error() const noexcept { return m_error; }
    void setMark(Mark mark);
    [[nodiscard]] Mark mark() const noexcept { return m_mark; }
    /// This orientation is what the job says now.
    void setCurrent(bool current);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void describe();
    [[nodiscard]] QString figureText() const;

    QString m_name;
    QString m_figure;
    QImage m_picture;
    double m_error = 0;
    Mark m_mark = Mark::none;
    bool m_current = false;
};

} // namespace ewald::ui
