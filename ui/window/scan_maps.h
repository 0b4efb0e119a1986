// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/ptychography/results/quick_look.h"
#include "model/scan_data.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QProgressBar;
class QStackedWidget;

namespace ewald::view {
class ImageView;
class ScanView;
} // namespace ewald::view

namespace ewald::ui {

class Session;

/// The positions of the open scan, or a map over them of what single frames say without a reconstruction: absorption,
/// dark field, centre of mass, phase contrast and its integral (job::quickLook()).
///
/// The maps of a scan whose frames are read in about two seconds are made when it is opened; those of a larger one when
/// a map is first asked for. Another scan, or another preparation of its frames, ends the reading and takes the maps
/// away. UI thread.
class ScanMaps : public QWidget {
    Q_OBJECT

public:
    explicit ScanMaps(Session& session, QWidget* parent = nullptr);
    ~ScanMaps() override;

    [[nodiscard]] view::ScanView* positions() const noexcept { return m_positions; }
    [[nodiscard]] view::ImageView* map() const noexcept { return m_map; }
    /// What is shown: the positions, or the map whose name (job::QuickLookMap) is the data of the entry.
    [[nodiscard]] QComboBox* shownBox() const noexcept { return m_shown; }
    /// Null before the maps of the open scan are made.
    [[nodiscard]] const job::QuickLook* look() const noexcept { return m_maps ? &m_maps->look : nullptr; }
    [[nodiscard]] bool busy() const noexcept { return m_reader.busy(); }
    /// Which frame is marked (index into the used frames).
    void setCurrentFrame(std::size_t frame);

signals:
    /// The user clicked the place of a frame.
    void frameSelected(std::size_t frame);
    void message(const QString& what, const QString& hint);

private:
    struct Maps {
        job::QuickLook look;
        std::vector<ScanPosition> places; ///< of the used frames, along rows and columns of the object, metres
        ScanPosition stage{}; ///< where `places` begin for the stage, if its axes are those of the object; else 0
    };
    using MapsPtr = std::shared_ptr<const Maps>;
    [[nodiscard]] static MapsPtr makeMaps(const ScanDataPtr& data, TaskContext& context);
    void addKinds();
    void follow(bool again);
    void choose();
    void read();
    void showMap();
    void markFrame();
    void select(QPointF pixel);
    /// The name of the chosen map; empty: the positions.
    [[nodiscard]] QString chosen() const;

    Session& m_session;
    ScanDataPtr m_of; ///< the scan, as prepared, that m_maps is of, or is being made of
    MapsPtr m_maps;
    std::optional<std::size_t> m_frame;
    QComboBox* m_shown;
    QProgressBar* m_progress;
    QStackedWidget* m_stack;
    view::ScanView* m_positions;
    view::ImageView* m_map;
    Worker m_reader; ///< last: its thread ends first
};

} // namespace ewald::ui
