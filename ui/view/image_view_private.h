// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "view/annotations.h"
#include "view/colour_bar.h"
#include "view/elided_label.h"
#include "view/histogram_bar.h"
#include "view/image_canvas.h"
#include "view/image_figure.h"
#include "view/image_render.h"
#include "view/image_view.h"
#include "view/range_dialog.h"
#include "view/region_editor.h"

#include <QPointer>

#include <array>
#include <cstdint>
#include <map>

class QAction;
class QActionGroup;
class QHBoxLayout;
class QKeyEvent;
class QLabel;
class QMenu;
class QToolBar;

namespace ewald::view {

/// A part of an image to be coloured on a worker thread.
struct RenderRequest {
    ImageData image;
    RangeChoice choice;
    std::optional<Range> range; ///< known already; otherwise found from `choice`
    std::string map;
    PixelRect rect;
    std::size_t width = 0;
    std::size_t height = 0;
    bool overview = false;    ///< a coarse picture of the whole is wanted as well
    bool part = false;        ///< and which part of the image is not transparent
    std::uint64_t number = 0; ///< which image this is
    std::uint64_t look = 0;   ///< which image with which range and colours this is
};
struct RenderResult {
    Tile detail;
    Tile overview;
    bool hasOverview = false;
    std::optional<PixelRect> part;
    std::uint64_t number = 0;
    Range range;
    std::uint64_t look = 0;
};
[[nodiscard]] RenderResult renderImage(const RenderRequest& request);

/// An image whose histogram is wanted. \param number tells apart which image it is
struct HistogramRequest {
    ImageData image;
    Range range;
    std::uint64_t number = 0;
};

/// Regions or a line to be measured in an image.
struct MeasureRequest {
    ImageData image;
    std::vector<ImageRegion> regions;
    QPointF from, to;
    double width_px = 1;
    double pixelY = 0, pixelX = 0;
    QString valueLabel;
};

class ImageView::Private {
public:
    explicit Private(ImageView* view);

    // image_view.cpp
    void connectCanvas();
    void newLook();
    [[nodiscard]] RangeChoice& choice();
    [[nodiscard]] const RangeChoice& choice() const;
    [[nodiscard]] std::string& map();
    [[nodiscard]] const std::string& map() const;
    [[nodiscard]] ColourBarSpec barSpec() const;
    [[nodiscard]] QString valueLabel() const;
    [[nodiscard]] ImageAnnotations annotations() const;
    [[nodiscard]] QRectF annotationArea() const;
    [[nodiscard]] FigureSpec figureSpec() const;
    [[nodiscard]] QString readout(QPointF pixel) const;
    void showReadout();
    [[nodiscard]] QString valueText(float value) const;
    [[nodiscard]] QString placeText(std::size_t row, std::size_t col) const;
    [[nodiscard]] double pixelAspect() const;
    void setImage(ImageData image);
    void unwrap(std::shared_ptr<const Array<Complex, 2>> image);
    void applyTheme();

    // image_view_range.cpp
    void connectHistogram();
    void updateHistogram();
    void showHistogram();
    /// What the user chose, here or in a view that shares the range.
    void chooseRange(const RangeChoice& choice);
    void keepLocked();
    [[nodiscard]] std::vector<ImageView*> partners() const;

    // image_view_measure.cpp
    void connectMeasuring();
    void makeRegionActions();
    [[nodiscard]] void (RegionEditor::*stepOf(const QKeyEvent& key) const)();
    void measure();
    void measureLine();
    void measureRegions();
    void addMeasured(ImageAnnotations& what) const;

    // image_view_actions.cpp
    void makeActions();
    void makeMenus();
    void makeTools();
    void updateActions();
    void showMenu(QPoint position);
    void askRange();
    void saveAs();
    void sayNotSaved(const Error& error);
    QAction* action(const QString& text, const QString& tip, const QKeySequence& key, bool checkable,
                    const std::function<void(bool)>& triggered);

    // image_view_render.cpp
    void request();
    void show(RenderResult&& result);
    [[nodiscard]] PixelRect visibleRect(double margin) const;
    void fitTo(const PixelRect& part);
    [[nodiscard]] bool covered(const PixelRect& visible, double texelsPerPixel) const;

    ImageView* q;
    QHBoxLayout* middle = nullptr; ///< image and bars
    ImageCanvas* canvas = nullptr;
    ColourBar* bar = nullptr;
    HistogramBar* histogram = nullptr;
    ElidedLabel* titleLabel = nullptr;
    QLabel* readoutLabel = nullptr;
    std::optional<QPointF> hovered; ///< by the cursor, image pixels
    QToolBar* tools = nullptr;
    QMenu* menu = nullptr;
    QMenu* mapMenu = nullptr;
    QMenu* modeMenu = nullptr;
    QActionGroup* mapGroup = nullptr;
    QActionGroup* modeGroup = nullptr;
    std::map<std::string, QAction*> actions;
    QPointer<RangeDialog> rangeDialog;

    ImageData image;
    /// What is shown, or will be once there is an image again: a choice of the user outlives the image.
    Quantity shownQuantity = Quantity::real;
    QString message;
    QString caption;
    QStringList facts;
    QString figureName = QStringLiteral("figure");
    QString quantity;
    QString unit;
    double pixelY = 0;
    double pixelX = 0;
    QPointF origin{0, 0};
    /// How values are shown; each of {real, amplitude, colour}, phase and unwrapped phase has its own.
    struct Look {
        RangeChoice choice;
        std::string map;
        std::optional<RangeChoice> usual{}; ///< in place of which a person has chosen limits
    };
    Look valueLook{{}, "viridis"};
    Look phaseLook{{}, "phase_cyclic"};
    Look unwrappedLook{{}, "gray"};
    [[nodiscard]] Look& lookOf(Quantity of);
    std::optional<Range> forced;
    PhaseUnwrapper unwrapper;
    std::shared_ptr<const Array<Complex, 2>> unwrapping; ///< is being unwrapped, to be shown then …
    std::shared_ptr<QString> nextTitle;                  ///< … with this title
    bool fitsWhole = false;
    bool scaleBar = true;
    bool barVisible = true;
    bool histogramVisible = false;
    bool rangeLocked = false;
    bool measuring = false;
    std::vector<QPointF> points;
    bool connectPoints = true;
    bool pointsVisible = true;
    std::optional<QRectF> region;
    std::vector<ImageLabel> labels;
    std::vector<ImagePath> paths;
    std::vector<ColouredPixels> pixels;
    std::array<QString, 3> channelNames;
    std::optional<ImageAxis> verticalAxis;
    std::optional<ImageAxis> horizontalAxis;
    std::optional<std::pair<QPointF, QPointF>> line;
    std::optional<std::pair<QPointF, QPointF>> lineMarks;
    double lineWidth = 1;
    bool regionsEnabled = false;
    RegionEditor* regions = nullptr;

    std::uint64_t look = 0;       ///< grows with every change of image, range or colours
    std::uint64_t rangeLook = 0;  ///< the look whose range is `shown`
    std::uint64_t detailLook = 0; ///< the look of the tile on the screen
    std::uint64_t overviewLook = 0;
    PixelRect detailRect;
    std::pair<std::size_t, std::size_t> detailSize;
    double detailDensity = 0; ///< texels an image pixel
    bool masked = false;
    QString missingText; ///< what NaN is called
    Range shown;
    std::uint64_t imageNumber = 0;  ///< grows with every image, and every quantity of it
    std::uint64_t fittedNumber = 0; ///< of the image whose part is known
    std::optional<HistogramRequest> histogramAsked;
    ui::LatestResult<HistogramRequest, Histogram> histogramTask;
    ui::LatestResult<MeasureRequest, LineProfile> lineTask;
    ui::LatestResult<MeasureRequest, std::vector<RegionStatistics>> regionTask;
    struct UnwrapRequest {
        std::shared_ptr<const Array<Complex, 2>> waves;
        PhaseUnwrapper unwrapper;
        std::shared_ptr<QString> title; ///< used in the UI thread only
    };
    using Unwrapped = std::pair<ImageData, std::shared_ptr<QString>>;
    ui::LatestResult<UnwrapRequest, Unwrapped> unwrapTask;
    ui::LatestResult<RenderRequest, RenderResult> task;
    ui::LatestResult<FigureSpec, QImage> copyTask;
    ui::Worker saver;
};

} // namespace ewald::view
