// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/position_move.h"

#include <QImage>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <span>
#include <vector>

class QAction;

namespace ewald::view {

enum class ScanColour { order, counts };

/// A frame that is not used.
struct LeftOutFrame {
    ScanPosition position;
    std::size_t number = 0; ///< in the file
    QString reason;
    enum class Left {
        byHand,
        bySelf, ///< and can be put back
        forGood ///< nothing in the map puts it back
    } left = Left::forGood;
};

/// Scan positions as a map: zoom, pan, click a point to choose its frame. Quick up to some 100,000 points. UI thread.
class ScanView : public QWidget {
    Q_OBJECT
public:
    explicit ScanView(QWidget* parent = nullptr);
    ~ScanView() override;

    /// Positions in metres, y downwards as in the object's rows.
    void setPositions(std::vector<ScanPosition> positions);
    /// What the frames at the positions are called: their numbers in the file. Empty: as they are counted.
    void setFrameNumbers(std::vector<std::size_t> numbers);
    /// Frames that are not used: red dots, with a legend that counts them.
    void setLeftOut(std::vector<LeftOutFrame> frames);
    /// Where refinement has moved positions: arrows with a legend, drawn longer by a factor that suits the zoom.
    /// \param pixel_m of the object
    void setMoves(std::vector<PositionMove> moves, double pixel_m);
    /// Shows and hides them (M); enabled where there are some.
    [[nodiscard]] QAction* movesAction() const;
    /// "arrows ×20, longest 1.3 px (12 nm)"; empty where no arrows are shown.
    [[nodiscard]] QString movesLegend() const;
    /// Leaves the current frame out (Del); for other widgets that show the same frame.
    [[nodiscard]] QAction* leaveOutAction() const;
    /// While it is checked clicks and drags leave frames out and put them back (O).
    [[nodiscard]] QAction* selectAction() const;
    /// One number a frame (total counts), for colouring; empty = not known.
    void setCounts(std::vector<double> counts);
    void setColouring(ScanColour colouring);
    [[nodiscard]] ScanColour colouring() const;
    /// Diameter of the probe (or side of the window) in metres, drawn around the current frame, where there is one; 0 =
    /// not known.
    void setProbeSize(double diameter_m);
    void setPathVisible(bool visible);
    void clear();
    [[nodiscard]] std::optional<std::size_t> currentFrame() const;
    /// Index of the frame nearest to a point of the plot area (within 12 screen pixels), for clicks and read-out.
    [[nodiscard]] std::optional<std::size_t> frameAt(QPointF position) const;
    /// Where a frame lies in the plot area (coordinates of canvas()).
    [[nodiscard]] QPointF toCanvas(ScanPosition position) const;
    [[nodiscard]] QWidget* canvas() const;
    [[nodiscard]] QImage figure(int scale = 2) const;

public slots:
    void setCurrentFrame(std::size_t frame);
    void fit();

signals:
    /// The user clicked a point (from 0).
    void frameSelected(std::size_t frame);
    /// Frames, by their numbers in rising order, are to be left out or put back.
    void framesChosen(const std::vector<std::size_t>& leaveOut, const std::vector<std::size_t>& putBack);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace ewald::view
