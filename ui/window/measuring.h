// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_region.h"
#include "view/line_profile.h"

#include <QObject>
#include <QStringList>

#include <optional>
#include <vector>

class QTabWidget;
class QWidget;

namespace ewald::view {
class ImageView;
class LineProfileView;
class RegionTable;
} // namespace ewald::view

namespace ewald::ui {

/// The pages of what is measured on the images of the reconstruction: the line profile of the image that was measured
/// last, and the regions of the object. UI thread.
class Measuring : public QObject {
    Q_OBJECT

public:
    /// Adds its pages to `tabs`. \param images the first one has regions
    Measuring(QTabWidget& tabs, std::vector<view::ImageView*> images);

    [[nodiscard]] view::LineProfileView* profile() const noexcept { return m_profile; }
    [[nodiscard]] view::RegionTable* regions() const noexcept { return m_regions; }
    void clear();
    /// What the images are of, for files.
    void setSource(const QStringList& lines);
    /// \returns whether a tool was chosen
    bool leaveTools();

signals:
    /// The object is flat in this region: the phase ramp is fitted there.
    void flatChanged(const std::optional<ewald::view::ImageRegion>& region);
    void message(const QString& what, const QString& detail);

private:
    /// A page is there only while something was measured.
    void offer(QWidget& page, bool something);
    void show(view::ImageView& image, const view::LineProfile& profile);

    QTabWidget& m_tabs;
    std::vector<view::ImageView*> m_images;
    view::LineProfileView* m_profile = nullptr;
    view::RegionTable* m_regions = nullptr;
    view::ImageView* m_measured = nullptr; ///< whose line is shown
    std::pair<QPointF, QPointF> m_line;    ///< of it
    std::size_t m_regionCount = 0;
};

} // namespace ewald::ui
