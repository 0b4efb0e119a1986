// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_region.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace ewald::view {

class ImageView;

/// The regions of an image as a table: mean, standard deviation, least and largest value, area. Copied or saved as
/// text. One of them can be said to be flat. UI thread.
class RegionTable : public QWidget {
    Q_OBJECT
public:
    /// \param image outlives this
    explicit RegionTable(ImageView& image, QWidget* parent = nullptr);
    ~RegionTable() override;

    /// The region whose phase is taken for flat.
    [[nodiscard]] std::optional<ImageRegion> flatRegion() const;
    /// Columns separated by tabs, with a header; numbers with a decimal point.
    [[nodiscard]] QByteArray text() const;
    /// Lines of text() that say what the image is of.
    void setSource(const QStringList& lines);

signals:
    /// Another region is flat, or it was moved.
    void flatChanged();
    /// For the user: what was done or has failed, and a detail.
    void message(const QString& what, const QString& detail);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace ewald::view
