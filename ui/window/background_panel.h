// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/optional_page.h"

namespace ewald::view {
class ImageView;
} // namespace ewald::view

namespace ewald::ui {

class Session;

/// The background of what is shown: the counts that every frame has beside the waves, on the detector. UI thread.
class BackgroundPanel : public OptionalPage {
    Q_OBJECT

public:
    BackgroundPanel(Session& session, QTabWidget& tabs);

    [[nodiscard]] view::ImageView* image() const noexcept { return m_image; }

protected:
    [[nodiscard]] bool hasContent() const override;
    void showContent() override;
    void clearContent() override;

private:
    Session& m_session;
    view::ImageView* m_image;
};

} // namespace ewald::ui
