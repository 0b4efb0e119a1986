// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/line_profile.h"

#include <QStringList>
#include <QWidget>

#include <memory>

namespace ewald::view {

/// Values along a measured line as a curve, with two cursors that are dragged (or moved by the arrow keys): their
/// distance and values, and the full width at half maximum and the 10–90 % edge width between them. UI thread.
/// Connect ImageView::lineMeasured to setProfile, and widthChosen to ImageView::setLineWidth.
class LineProfileView : public QWidget {
    Q_OBJECT
public:
    explicit LineProfileView(QWidget* parent = nullptr);
    ~LineProfileView() override;

    /// Comments with what was measured and read off, a header, then distance and value of a sample a line.
    [[nodiscard]] QByteArray text() const;
    /// Comments of text() that say what the image is of.
    void setSource(const QStringList& lines);
    [[nodiscard]] QString summary() const;
    /// Distances of both cursors from the beginning of the line.
    [[nodiscard]] std::pair<double, double> cursors() const;
    void setCursors(double first, double second);
    /// The widget with the curve; a distance is at this place of it.
    [[nodiscard]] QWidget* curve() const;
    [[nodiscard]] QPointF placeOf(double distance) const;

public slots:
    /// The cursors stay where the line is the same, else they go to its ends.
    void setProfile(const ewald::view::LineProfile& profile);
    void clear();

signals:
    /// Across how many pixels values are to be averaged.
    void widthChosen(double width_px);
    /// Where the cursors are in the image (pixels).
    void cursorsMoved(QPointF first, QPointF second);
    void message(const QString& what, const QString& detail);

protected:
    void changeEvent(QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace ewald::view
