// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/mask_edit.h"
#include "view/scan_view.h"
#include "window/mask_tools.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QListWidget;
class QSplitter;
class QTabWidget;
class QToolButton;
class QTreeWidget;

namespace ewald::view {
class ImageView;
class ScanView;
} // namespace ewald::view

namespace ewald::ui {

class FrameChooser;
class ScanMaps;
class Session;

/// The open scan: mean and single patterns, mask, scan positions (with the moves of what is shown, where that is of
/// this scan), remarks, where each quantity came from. Without a scan it shows the moved positions of the open result.
class DataPage : public QWidget {
    Q_OBJECT

public:
    explicit DataPage(Session& session, QWidget* parent = nullptr);
    ~DataPage() override;

    /// What the mouse does on the pattern.
    using Tool = MaskTools::Tool;
    void setTool(Tool tool) { m_tools->setTool(tool); }
    [[nodiscard]] MaskTools& tools() const noexcept { return *m_tools; }
    /// The painted mask, in pixels of the stored frame.
    [[nodiscard]] const MaskEdit& mask() const noexcept { return m_mask; }
    /// Shows the mean pattern, or a single one (index into the used frames).
    void showMean();
    void showFrame(std::size_t frame);
    [[nodiscard]] view::ImageView* pattern() const noexcept { return m_pattern; }
    [[nodiscard]] view::ScanView* positions() const noexcept { return m_positions; }
    /// The positions, or maps of what single frames say.
    [[nodiscard]] ScanMaps& maps() const noexcept { return *m_maps; }
    [[nodiscard]] QListWidget* remarks() const noexcept { return m_remarks; }
    void showRemarks();
    /// Writes what was painted and not yet stored, then calls `then`.
    void storeThen(const std::function<void()>& then);
    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& state);

signals:
    void message(const QString& what, const QString& hint);

private:
    void forgetMask();
    void dropOtherMask();
    void forgetScan();
    void showLeftOut();
    void showMoves();
    void takeStatistics(const io::FrameStatistics& found);
    void chooseFrames(const std::vector<std::size_t>& leaveOut, const std::vector<std::size_t>& putBack);
    QWidget* buildPattern();
    QWidget* buildRight();
    void buildTools();
    void showScan(bool again);
    void showPattern();
    void showStatistics();
    void showNotes();
    void showOrigins();
    void showImage(std::shared_ptr<const Array<float, 2>> image, const QString& title);
    void readFrame();
    void setCentre(QPointF pixel);
    void editMask(const std::function<void(MaskEdit&)>& edit);
    void showOutline(const QPolygonF& outline);
    void findHot();
    void clearMask();
    void maskChanged();
    void storeMask();
    [[nodiscard]] bool loadMask();

    Session& m_session;
    Worker m_reader;
    Worker m_saver;
    QTimer m_storeTimer;
    MaskEdit m_mask;
    /// The parameter's value that m_mask belongs to. What was painted and is not stored yet is newer than any file.
    std::string m_maskFile;
    bool m_maskLoaded = false;
    bool m_maskEdited = false;          ///< not stored yet
    std::function<void()> m_then;       ///< waits for the mask to be stored
    std::optional<std::size_t> m_frame; ///< nothing: the mean
    std::shared_ptr<const Array<float, 2>> m_shown;

    view::ImageView* m_pattern = nullptr;
    ScanMaps* m_maps = nullptr;
    view::ScanView* m_positions = nullptr;
    QToolButton* m_meanButton = nullptr;
    QToolButton* m_frameButton = nullptr;
    FrameChooser* m_chooser = nullptr;
    MaskTools* m_tools = nullptr;
    QLabel* m_statistics = nullptr;
    QTabWidget* m_notes = nullptr;
    QListWidget* m_remarks = nullptr;
    QTreeWidget* m_origins = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_right = nullptr;
    std::vector<io::UnusableFrame> m_unusable; ///< found by runs of this scan …
    io::Preprocessing m_reading;               ///< … with the frames read in this way
};

/// "512 frames looked at, 2 empty, …": one line on frame statistics.
[[nodiscard]] QString statisticsText(const ScanData& data);

/// The frames that were recorded and are not used.
/// \param ofRun frames that reading all of them found of no use, beside those of the sample
[[nodiscard]] std::vector<view::LeftOutFrame> framesLeftOut(const ScanData& data, const job::JobDocument& job,
                                                            const std::vector<io::UnusableFrame>& ofRun = {});

} // namespace ewald::ui
