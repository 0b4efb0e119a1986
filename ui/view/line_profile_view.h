// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_view.h"

#include <QWidget>

#include <memory>

namespace ewald::view {

/// Values along a measured line as a curve, with its length and the difference between both ends. UI thread.
/// Connect ImageView::lineMeasured to setProfile.
class LineProfileView : public QWidget {
    Q_OBJECT
public:
    explicit LineProfileView(QWidget* parent = nullptr);
    ~LineProfileView() override;

    /// Distance (m) and value, one line a sample, as text. \throws DataError
    void saveCsv(const QString& file) const;
    [[nodiscard]] QString summary() const;

public slots:
    void setProfile(const ewald::view::LineProfile& profile);
    void clear();

protected:
    void changeEvent(QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace ewald::view
