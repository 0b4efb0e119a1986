// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <QWidget>

#include <memory>

namespace ewald::view {
class SurfaceView;
} // namespace ewald::view

namespace ewald::ui {

class LivePage;

/// The object's phase in three dimensions. Follows the reconstruction only while it can be seen.
class SurfacePage : public QWidget {
    Q_OBJECT

public:
    explicit SurfacePage(const LivePage& live, QWidget* parent = nullptr);
    [[nodiscard]] view::SurfaceView* surface() const noexcept { return m_surface; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    const LivePage& m_live;
    view::SurfaceView* m_surface;
    std::shared_ptr<const Array<Complex, 2>> m_shown;
};

} // namespace ewald::ui
