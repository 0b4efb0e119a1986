// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_region.h"

#include <QObject>
#include <QPointF>

#include <optional>
#include <vector>

namespace ewald::view {

/// The regions of an image and what the mouse does to them: a new one is dragged while a shape is chosen; those there
/// are moved by their border and resized by its corners, whatever tool is chosen. Coordinates are image pixels.
class RegionEditor : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// The shape that dragging makes; nothing: none.
    void setShape(std::optional<ImageRegion::Shape> shape) { m_shape = shape; }
    [[nodiscard]] std::optional<ImageRegion::Shape> shape() const { return m_shape; }
    [[nodiscard]] const std::vector<ImageRegion>& regions() const { return m_regions; }
    /// Can be undone.
    void setRegions(std::vector<ImageRegion> regions);
    /// Forgets regions and steps.
    void reset();
    /// Index of the one that keys belong to.
    [[nodiscard]] std::optional<std::size_t> selected() const { return m_selected; }
    void select(std::optional<std::size_t> index);
    void removeSelected();
    void undo();
    void redo();
    [[nodiscard]] bool canUndo() const { return !m_before.empty(); }
    [[nodiscard]] bool canRedo() const { return !m_after.empty(); }

    /// The left button went down. `reach` is how near a border has to be, in pixels along x and y. True: it is for the
    /// regions, and drag() and release() follow.
    bool press(QPointF pixel, QSizeF reach);
    void drag(QPointF pixel);
    void release();
    /// What pressing here would take hold of.
    [[nodiscard]] Qt::CursorShape cursorAt(QPointF pixel, QSizeF reach) const;

signals:
    /// While they are dragged, too.
    void changed();
    void selectionChanged();

private:
    /// Which sides of a rectangle move with the mouse.
    struct Grip {
        std::size_t region = 0;
        bool left = false, right = false, top = false, bottom = false;
        [[nodiscard]] bool moves() const { return !left && !right && !top && !bottom; }
    };
    [[nodiscard]] std::optional<Grip> gripAt(QPointF pixel, QSizeF reach) const;
    [[nodiscard]] int freeNumber() const;
    /// Puts what is being dragged back where it was: a key may change the regions while the button is down.
    void endDrag();
    void restore(std::vector<std::vector<ImageRegion>>& from, std::vector<std::vector<ImageRegion>>& to);

    std::optional<ImageRegion::Shape> m_shape;
    std::vector<ImageRegion> m_regions;
    std::optional<std::size_t> m_selected;
    std::vector<std::vector<ImageRegion>> m_before; ///< steps that can be undone
    std::vector<std::vector<ImageRegion>> m_after;
    std::optional<Grip> m_grip;
    std::vector<ImageRegion> m_old; ///< when the button went down
    QPointF m_pressed;
    bool m_new = false; ///< the one that is dragged began with this press
};

} // namespace ewald::view
