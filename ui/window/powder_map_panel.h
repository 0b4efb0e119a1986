// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/powder_map.h"

#include <QColor>
#include <QPointer>
#include <QWidget>

#include <array>
#include <functional>
#include <optional>
#include <utility>

class QCheckBox;
class QComboBox;
class QSpinBox;
class QToolButton;

namespace ewald::view {
class ElidedLabel;
class ImageView;
} // namespace ewald::view

namespace ewald::ui {

class PlacesDialog;

/// A map over the scan of what patterns have in ranges, or of what was fitted to them: at the places of the frames in
/// micrometres where their file, a table or datasets say them, else in rows of frames. UI thread.
class PowderMapPanel : public QWidget {
    Q_OBJECT

public:
    using Range = std::pair<double, double>; ///< low and high, in the unit of the patterns

    explicit PowderMapPanel(QWidget* parent = nullptr);
    ~PowderMapPanel() override;

    [[nodiscard]] view::ImageView* image() const noexcept { return m_image; }
    /// What the map shows: what ranges have, then each quantity of each fitted peak.
    [[nodiscard]] QComboBox* kindBox() const noexcept { return m_kind; }
    /// Places of the file, where it says them, rows of frames, or other places, which a dialog asks for.
    [[nodiscard]] QComboBox* placesBox() const noexcept { return m_placesOf; }
    [[nodiscard]] QSpinBox* columnsBox() const noexcept { return m_columns; }
    [[nodiscard]] QCheckBox* snakeBox() const noexcept { return m_snake; }
    /// Which of the ranges of a ratio, or of three colours, is chosen over the pattern.
    [[nodiscard]] QToolButton* rangeButton(std::size_t index) const { return m_rangeButtons.at(index); }
    [[nodiscard]] QString caption() const;
    /// Asks for places; null: it is not open.
    [[nodiscard]] PlacesDialog* placesDialog() const;
    /// Of red, green and blue, of curves and ranges of the colours of a map.
    [[nodiscard]] static QColor channelColour(std::size_t channel);

    /// The map on the screen; null = none.
    [[nodiscard]] const ImagePtr& mapImage() const noexcept { return m_shown.image; }
    /// All that it is made of, for files; null = none.
    [[nodiscard]] const std::shared_ptr<const job::MapSet>& maps() const noexcept { return m_shown.set; }

    [[nodiscard]] MapOf what() const;
    /// Of MapOf::peak: its number in the table.
    [[nodiscard]] std::size_t peak() const;
    /// Offers the quantities of its peaks; null: of none.
    void setTable(const std::shared_ptr<const job::PeakTable>& table);
    void choosePeak(std::size_t peak, PeakQuantity quantity);

    /// The range that is chosen over the pattern now.
    [[nodiscard]] const std::optional<Range>& range() const noexcept { return m_ranges[m_activeRange]; }
    /// What else of the pattern the map is made of: the sides of the range, the other range of a ratio; of three
    /// colours all that are chosen.
    struct OtherRange {
        double low = 0;
        double high = 0;
        QColor colour{}; ///< not valid: none of its own
    };
    [[nodiscard]] std::vector<OtherRange> otherRanges() const;
    /// It was chosen over the pattern: the map is one of ranges, and asks for the other one where that is missing.
    void takeRange(const std::optional<Range>& range);
    /// The axis is another one: each range is taken to it, or forgotten where it has no place between its ends.
    /// \param onAxis a value on the new axis; not a number where there is none
    void keepRanges(const std::function<double(double)>& onAxis, double low, double high);

    /// Asks the file of a job for the places of frames, unless it was asked for the same ones; changed() follows.
    void findPlaces(const job::JobDocument& job, const job::FrameChoice& rows);
    void forgetPlaces();
    /// Makes the map of what is chosen, once places are known.
    void showMapOf(const MapSource& source);
    /// Nothing is shown but `text`.
    void clear(const QString& text);
    /// Marks the place of a frame. \param row of the result
    void setCurrentRow(std::size_t row);
    [[nodiscard]] bool isIdle() const;

signals:
    /// Something else was chosen, or became known: showMapOf() is wanted, and range() may be another one.
    void changed();
    /// The place of a frame was clicked. \param row of the result
    void frameChosen(std::size_t row);

private:
    /// What is said of a map.
    struct Caption {
        QString quantity; ///< of its values
        QString unit;
        QString text;
        std::array<QString, 3> channels{}; ///< what red, green and blue are
        bool operator==(const Caption&) const = default;
    };
    void buildRow();
    void connectPlaces();
    void chooseKind();
    void askForPlaces();
    void searchPlaces();
    void setActiveRange(std::size_t index);
    void showChoices();
    [[nodiscard]] std::size_t rangesNeeded() const;
    [[nodiscard]] std::optional<std::size_t> missingRange() const;
    /// Those that the map is made at; null: of rows of frames.
    [[nodiscard]] const FoundPlaces* usedPlaces() const;
    [[nodiscard]] QString rangeText(std::size_t index, const std::string& unit) const;
    [[nodiscard]] Caption captionOf(const PowderMapRequest& request) const;
    void take(PowderMap&& map, const Caption& caption);
    void showImage();
    [[nodiscard]] QString placesText() const;
    void markRow();
    /// Whose places are known, or asked for.
    struct PlacesKey {
        std::vector<std::filesystem::path> files;
        job::ParameterMap input;
        std::array<std::size_t, 3> rows{};
        bool operator==(const PlacesKey&) const = default;
    };

    /// Entries of the list of places.
    enum class PlacesOf { file, rows, others };

    std::array<std::optional<Range>, 3> m_ranges;
    std::size_t m_activeRange = 0;
    std::shared_ptr<const job::PeakTable> m_table; ///< that the choices are of
    std::optional<PlacesKey> m_placesKey;
    job::JobDocument m_placesJob; ///< of it
    FoundPlaces m_places;         ///< of the file
    PlacesOf m_wanted = PlacesOf::file;
    std::optional<job::PlacesRequest> m_othersWanted; ///< other places of these frames
    FoundPlaces m_others;
    PowderMap m_shown;
    Caption m_caption; ///< of it
    std::size_t m_row = 0;

    view::ImageView* m_image;
    QComboBox* m_kind;
    std::array<QToolButton*, 3> m_rangeButtons{};
    QComboBox* m_placesOf;
    QSpinBox* m_columns;
    QCheckBox* m_snake;
    view::ElidedLabel* m_text;
    QPointer<PlacesDialog> m_placesDialog;
    Worker m_placesWorker;
    Worker m_worker; ///< last: its thread ends first
};

} // namespace ewald::ui
