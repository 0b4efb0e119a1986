// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/annotations.h"

#include <QWidget>

namespace ewald::view {

/// A colour bar beside an image, in the palette's text colour. Double click asks for the range.
class ColourBar : public QWidget {
    Q_OBJECT
public:
    explicit ColourBar(QWidget* parent = nullptr);
    void setSpec(const ColourBarSpec& spec);
    [[nodiscard]] const ColourBarSpec& spec() const { return m_spec; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void activated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    ColourBarSpec m_spec;
};

} // namespace ewald::view
