// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/mask_edit.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QAction;
class QActionGroup;
class QLabel;
class QListWidget;
class QSpinBox;
class QSplitter;
class QTabWidget;
class QToolBar;
class QToolButton;
class QTreeWidget;

namespace ewald::view {
class ImageView;
class ScanView;
} // namespace ewald::view

namespace ewald::ui {

class FrameChooser;
class Session;

/// The open scan: mean and single patterns, mask, scan positions, remarks, where each quantity came from.
class DataPage : public QWidget {
    Q_OBJECT

public:
    explicit DataPage(Session& session, QWidget* parent = nullptr);
    ~DataPage() override;

    /// What a click on the pattern does.
    enum class Tool { none, mask, unmask, centre };
    void setTool(Tool tool);
    /// Shows the mean pattern, or a single one (index into the used frames).
    void showMean();
    void showFrame(std::size_t frame);
    [[nodiscard]] view::ImageView* pattern() const noexcept { return m_pattern; }
    [[nodiscard]] view::ScanView* positions() const noexcept { return m_positions; }
    [[nodiscard]] QListWidget* remarks() const noexcept { return m_remarks; }
    void showRemarks();
    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& state);

signals:
    void message(const QString& what, const QString& hint);

private:
    QWidget* buildPattern();
    QWidget* buildRight();
    void buildTools(QToolBar* tools);
    void showScan(bool again);
    void showPattern();
    void showStatistics();
    void showNotes();
    void showOrigins();
    void showImage(std::shared_ptr<const Array<float, 2>> image, const QString& title);
    void readFrame();
    void clicked(QPointF pixel);
    void paintMask(QPointF pixel, bool bad);
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
    std::string m_maskFile; ///< the parameter's value that m_mask belongs to
    bool m_maskLoaded = false;
    std::optional<std::size_t> m_frame; ///< nothing: the mean
    Tool m_tool = Tool::none;
    std::shared_ptr<const Array<float, 2>> m_shown;

    view::ImageView* m_pattern = nullptr;
    view::ScanView* m_positions = nullptr;
    QToolButton* m_meanButton = nullptr;
    QToolButton* m_frameButton = nullptr;
    FrameChooser* m_chooser = nullptr;
    QToolBar* m_tools = nullptr;
    QActionGroup* m_toolGroup = nullptr;
    QSpinBox* m_brush = nullptr;
    QLabel* m_statistics = nullptr;
    QTabWidget* m_notes = nullptr;
    QListWidget* m_remarks = nullptr;
    QTreeWidget* m_origins = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_right = nullptr;
};

/// "512 frames looked at, 2 empty, …": one line on frame statistics.
[[nodiscard]] QString statisticsText(const ScanData& data);

} // namespace ewald::ui
