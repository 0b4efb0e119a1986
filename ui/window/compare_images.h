// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/compared_results.h"
#include "view/image_view.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <optional>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QSlider;
class QStackedWidget;
class QToolButton;

namespace ewald::ui {

/// Two objects of the same shape: beside each other, one after the other in one place, with a border that is moved, or
/// their difference. All views share zoom, place, colours and range. UI thread.
class CompareImages : public QWidget {
    Q_OBJECT

public:
    enum class Mode { sideBySide, blink, split, difference };
    enum class Content { phase, amplitude };

    explicit CompareImages(QWidget* parent = nullptr);

    /// Null: nothing but `why`.
    void setResults(const ComparedResultsPtr& results, const QString& why = {});
    void setMode(Mode mode);
    [[nodiscard]] Mode mode() const noexcept { return m_mode; }
    void setContent(Content content);
    [[nodiscard]] Content content() const noexcept { return m_content; }
    /// Changes to the blinking view, or to the other image there.
    void blink();
    /// Which of both the blinking view shows.
    [[nodiscard]] bool showsB() const noexcept { return m_showsB; }
    void setBlinkingByItself(bool on);
    /// Where the border is, as a fraction of what is seen of the image.
    void setSplit(double fraction);
    /// A and B beside each other, and the one view of the other modes.
    [[nodiscard]] view::ImageView& viewA() const noexcept { return *m_a; }
    [[nodiscard]] view::ImageView& viewB() const noexcept { return *m_b; }
    [[nodiscard]] view::ImageView& view() const noexcept { return *m_one; }
    /// The difference of the content; null before there is one.
    [[nodiscard]] std::shared_ptr<const Array<float, 2>> difference() const;
    /// What is on the screen, for a logbook.
    [[nodiscard]] QImage figure() const;
    /// Nothing is being coloured or put together.
    [[nodiscard]] bool isIdle() const;

private:
    struct RangeRequest {
        ComparedResultsPtr results;
        view::ComplexMode mode;
        view::RangeChoice choice;
        std::shared_ptr<const Array<float, 2>> difference; ///< of this, where it is what is shown
    };
    struct SplitRequest {
        ComparedResultsPtr results;
        std::size_t column = 0;
    };
    [[nodiscard]] QWidget* buildTools();
    void link(view::ImageView* view);
    void follow(const view::ImageView& changed);
    void placeAlike(const view::ImageView& changed);
    void showOne();
    void showSplit();
    void requestRange();
    [[nodiscard]] view::ComplexMode complexMode() const;
    [[nodiscard]] static view::Range commonRange(const RangeRequest& request);

    ComparedResultsPtr m_results;
    QString m_why;
    Mode m_mode = Mode::sideBySide;
    Content m_content = Content::phase;
    bool m_showsB = false;
    view::RangeChoice m_ofDifference; ///< which is a range of its own
    std::optional<QRectF> m_place;    ///< what is seen of the image; absent: all of it
    QStackedWidget* m_stack = nullptr;
    view::ImageView* m_a = nullptr;
    view::ImageView* m_b = nullptr;
    view::ImageView* m_one = nullptr;
    std::array<QToolButton*, 4> m_modes{};
    QComboBox* m_choice = nullptr;
    QCheckBox* m_byItself = nullptr;
    QSlider* m_border = nullptr;
    QTimer m_timer;
    LatestResult<RangeRequest, view::Range> m_range;
    LatestResult<SplitRequest, std::shared_ptr<const Array<Complex, 2>>> m_joiner;
};

} // namespace ewald::ui
