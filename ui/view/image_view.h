// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "view/colour_map.h"
#include "view/coloured_pixels.h"
#include "view/image_region.h"
#include "view/line_profile.h"
#include "view/phase_unwrapper.h"

#include <QColor>
#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ewald::view {

/// What of a complex image is shown.
enum class ComplexMode { amplitude, phase, colour, unwrapped };

/// A word beside a place of the image ("mode 1 · 88 %").
struct ImageLabel {
    QPointF pixel; ///< (column, row) of the label's top left corner in image pixels
    QString text;
    QString brief = {}; ///< where there is no room for it ("88 %"); nothing where there is none for this either
    double width = 0;   ///< the room, image pixels; 0: as much as it takes
};

/// A line drawn over the image: a powder ring, the outline of a mask in the making.
struct ImagePath {
    std::vector<QPointF> points; ///< image pixels (column, row)
    QString label;               ///< beside its first point that can be seen; may be empty
    bool strong = false;         ///< what is being edited stands out from what is only shown
    bool outline = false;        ///< of something that can be chosen: clearer than what is only shown
    QColor colour{};             ///< of the line and its label; not valid: that of lines over images
    bool operator==(const ImagePath&) const = default;
};

/// What the rows or columns of an image count where they are no places: bins of a pattern, frames, degrees.
struct ImageAxis {
    QString name;
    QString unit;     ///< may be empty
    double first = 0; ///< value at the centre of the first pixel
    double step = 1;  ///< from pixel to pixel
    bool operator==(const ImageAxis&) const = default;
};

/// Whether an image with axes fills the view, or has the shape that its pixel size says.
enum class AxesFit { fillView, keepShape };

/// Shows one image: zoom, pan, read-out, colour map, range, scale bar, colour bar.
///
/// Coordinates are image pixels (x = column, y = row); pixel (r, c) covers [c, c+1) × [r, r+1), row 0 is at the top.
/// Images are shared and immutable; colours are made on a worker thread (the newest request wins) and the UI thread
/// only uploads what is visible at the resolution of the screen, so that images of any size stay quick. All functions
/// are for the UI thread.
///
/// Mouse: wheel zooms around the cursor, drag pans, double click fits, right click opens the menu. Keys: F fit, 1 one
/// image pixel a screen pixel, L log scale, R range…, C next colour map, M measure, A and O regions, Shift+R histogram,
/// K lock the range, Ctrl+C copy the figure,
/// + − zoom.
class ImageView : public QWidget {
    Q_OBJECT
public:
    explicit ImageView(QWidget* parent = nullptr);
    ~ImageView() override;

    /// Shows a real image (row, column); NaN = masked,
    /// infinite = nothing there: transparent. Zoom and pan stay as they are while the shape stays the same.
    void setImage(std::shared_ptr<const Array<float, 2>> image);
    /// Shows a complex image (row, column).
    void setComplexImage(std::shared_ptr<const Array<Complex, 2>> image, ComplexMode mode);
    /// Shows three images as the red, green and blue of one; the colour bar has one for each. Range, colour map and
    /// measuring are not offered for it. \param names what each of them is, red first
    void setColourChannels(std::shared_ptr<const ColourChannels> channels, const std::array<QString, 3>& names);
    /// Before there is an image, and after clear(): how the next one is shown by the caller's choice of complexMode().
    void setComplexMode(ComplexMode mode);
    /// Makes ComplexMode::unwrapped possible. The newest image is unwrapped on a worker thread; until that is done the
    /// picture before it stays, and so does its title.
    void setPhaseUnwrapper(PhaseUnwrapper unwrapper);
    /// What was chosen last; outlives clear().
    [[nodiscard]] ComplexMode complexMode() const;
    /// Shows nothing but `text` ("no reconstruction yet").
    void clear(const QString& text = {});
    /// The text of clear(); empty while there is an image.
    [[nodiscard]] QString emptyText() const;

    /// Size of a pixel in metres, vertical first; 0 = not known: positions are then shown in pixels.
    void setPixelSize(double y_m, double x_m);
    /// Where 0 of the read-out lies, in image pixels (column, row); default (0, 0) = centre of the first pixel.
    void setOrigin(QPointF pixel);
    /// What the values are, for the colour bar and the read-out: ("Intensity", "photons"), ("Phase", "rad").
    void setValueLabel(const QString& quantity, const QString& unit);
    void setTitle(const QString& title);
    [[nodiscard]] QString title() const;

    /// Colour map by id (ColourMap::ids()). Each of {real, amplitude} and {phase} remembers its own.
    void setColourMap(const std::string& id);
    [[nodiscard]] std::string colourMap() const;
    /// How the range is found. Phases default to −π…π, everything else to the percentiles 0.5…99.5.
    void setRange(const RangeChoice& choice);
    [[nodiscard]] RangeChoice rangeChoice() const;
    /// The range on the screen now.
    [[nodiscard]] Range shownRange() const;
    void setLogScale(bool log);
    /// Uses this range instead of its own until called with nothing: for views that share one scale.
    void setForcedRange(std::optional<Range> range);
    /// Locked: the range stays for other images, and all locked views of the program that show the same quantity have
    /// the same one, whichever of them it is changed in.
    void setRangeLocked(bool locked);
    [[nodiscard]] bool isRangeLocked() const;
    /// Takes back limits that were chosen by hand, unless they are locked: the images of another thing will be shown.
    void forgetLimits();
    /// The histogram beside the colour bar, in which the limits of the range are dragged.
    void setHistogramVisible(bool visible);
    [[nodiscard]] bool isHistogramVisible() const;

    /// Scan positions drawn over the image (image pixels: column, row), connected in order where `connect`.
    void setPoints(std::vector<QPointF> points, bool connect = true);
    void setPointsVisible(bool visible);
    /// A rectangle drawn over the image (image pixels), for instance the window of the current frame; nothing removes
    /// it.
    void setRegion(std::optional<QRectF> region);
    void setLabels(std::vector<ImageLabel> labels);
    /// Pixels in colours over the image, and in its figures: a mask that is proposed.
    void setColouredPixels(std::vector<ColouredPixels> pixels);
    [[nodiscard]] const std::vector<ColouredPixels>& colouredPixels() const;
    /// Offers the tools that draw regions; what is in them is told by regionsMeasured().
    void setRegionsEnabled(bool enabled);
    [[nodiscard]] const std::vector<ImageRegion>& regions() const;
    void setRegions(std::vector<ImageRegion> regions);
    [[nodiscard]] std::optional<std::size_t> selectedRegion() const;
    void selectRegion(std::optional<std::size_t> index);
    /// The selected one, else the measured line. Regions come back with undo.
    void removeRegion();
    /// Width of the measured line in pixels: values are averaged across it.
    void setLineWidth(double width_px);
    [[nodiscard]] bool isMeasuring() const; ///< dragging measures
    /// The cursors on the measured line (image pixels).
    void setLineMarks(QPointF first, QPointF second);
    [[nodiscard]] QString valueLabel() const; ///< "Phase (rad)"
    [[nodiscard]] QString valueUnit() const;  ///< "rad"
    void setPaths(std::vector<ImagePath> paths);
    /// Numbers along two edges, which the read-out gives, too. Where rows and columns are no places but bins, the image
    /// fills the view. Nothing: an ordinary image again.
    void setAxes(std::optional<ImageAxis> vertical, std::optional<ImageAxis> horizontal,
                 AxesFit fit = AxesFit::fillView);

    /// What stands below a figure, the facts that its file holds ("name: value"), and what the name proposed for it
    /// ends with
    /// ("object", see SaveQuestion).
    void setFigureText(const QString& caption, const QStringList& facts, const QString& name);
    void setScaleBarVisible(bool visible);
    void setColourBarVisible(bool visible);
    void setToolStripVisible(bool visible);
    /// Keeps so much of the width free on the left of the image: for one that begins where something above it does.
    void setLeftRoom(int pixels);

    /// The part of the image in the view, in image pixels; may reach beyond the image.
    [[nodiscard]] QRectF view() const;
    [[nodiscard]] bool isFitted() const;
    /// Whether a fitted image is shown with all its transparent pixels, or as large as the others allow (the default).
    void setFitsWhole(bool whole);
    /// What pixels that are NaN are called: "masked" if not said.
    void setMissingText(const QString& text);

    /// The figure for a logbook: what is seen at `scale` times the screen's size (≥ 1) on white, with title, scale bar
    /// and colour bar. Made on the calling thread from the data: no OpenGL needed.
    [[nodiscard]] QImage figure(int scale = 2) const;
    /// The same as PNG. Written to a temporary name and renamed. \throws DataError
    void saveFigure(const QString& file, int scale = 2) const;

    /// Read-out of the place under a point of the image area (widget coordinates of canvas()); empty outside the image.
    [[nodiscard]] QString readout(QPointF position) const;
    /// The widget that shows the image: its coordinates are those of readout().
    [[nodiscard]] QWidget* canvas() const;
    /// Image pixels (column, row) under a point of the canvas, and back.
    [[nodiscard]] QPointF toImage(QPointF canvasPosition) const;
    [[nodiscard]] QPointF toCanvas(QPointF imagePixel) const;
    /// Samples along a line between two points (image pixels).
    [[nodiscard]] LineProfile profile(QPointF from, QPointF to, double width_px = 1) const;
    /// Everything asked for so far is on its way to the screen: no conversion is running or waiting.
    [[nodiscard]] bool isIdle() const;

public slots:
    void fit();
    /// Shows this part of the image (image pixels), as well as the widget's shape allows. Does not emit viewChanged.
    void setView(const QRectF& view);
    void zoomBy(double factor);
    void copyToClipboard();
    void chooseRange();
    /// Dragging measures a distance instead of panning.
    void setMeasuring(bool on);
    /// Dragging makes a region; nothing: no longer.
    void setRegionShape(std::optional<ewald::view::ImageRegion::Shape> shape);
    /// Puts the tool for measuring or drawing regions away. \returns whether there was one
    bool leaveTool();
    /// Dragging draws (see drawn()) instead of panning, and a double click ends a drawing instead of fitting.
    void setDrawing(bool on);

signals:
    /// The user zoomed or panned here.
    void viewChanged(const QRectF& view);
    /// The figure is on the clipboard.
    void copied();
    /// The figure is in a file, or why it is not.
    void figureSaved(const QString& file);
    /// Where nothing is connected to it, a box says it.
    void figureFailed(const QString& reason);
    /// Range, log or colour map were changed by the user.
    void displayChanged();
    void rangeShown(const ewald::view::Range& range);
    /// The place under the cursor in image pixels; emitted while the cursor is over the image.
    void cursorMoved(QPointF pixel);
    void clicked(QPointF pixel);
    /// A distance was measured by dragging, or the image under it is another one.
    void lineMeasured(const ewald::view::LineProfile& profile);
    void lineRemoved();
    /// What is in the regions, in their order; also when the image has changed.
    void regionsMeasured(const std::vector<ewald::view::RegionStatistics>& statistics);
    void regionSelected();
    /// While something is drawn: from where the button went down to where the cursor is (image pixels).
    void drawn(QPointF from, QPointF to, bool finished);
    /// A double click while drawing.
    void drawingClosed();
    void histogramVisibleChanged(bool visible);

protected:
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// All entries of the first axis side by side in one image (row, column), at most `columns` in a row, one pixel between
/// (infinite: transparent). For the modes of a probe in one view. `columns` 0 = about square.
[[nodiscard]] Array<Complex, 2> mosaic(const Array<Complex, 3>& stack, std::size_t columns = 0);
/// Top left corners (column, row) of the entries in mosaic() of the same shape.
[[nodiscard]] std::vector<QPointF> mosaicCorners(const Array<Complex, 3>& stack, std::size_t columns = 0);

} // namespace ewald::view
